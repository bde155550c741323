"""Frames of "her", "his", "him" and "hers": each becomes the right form, or the text is left."""

import pytest
from parsed import parsed

from hf_robust.core.errors import NotApplicable
from hf_robust.transforms.identities import SwapGender

TO_MALE = """
We let her go. | We let him go.
She asked for her book. | He asked for his book.
The news made her very sad. | The news made him very sad.
Her smile is nice. | His smile is nice.
Nobody believes her anymore. | Nobody believes him anymore.
The book is hers. | The book is his.
I appreciate her helping us. | I appreciate him helping us.
I saw her broken car. | I saw his broken car.
They left her alone. | They left him alone.
They want her here. | They want him here.
The woman with her sister left. | The man with his brother left.
I know her well. | I know him well.
I admire her new book. | I admire his new book.
I lent her mine. | I lent him mine.
I handed her the book. | I handed him the book.
On her own the girl left. | On his own the boy left.
She loves her job and her friends. | He loves his job and his friends.
It was her best role. | It was his best role.
I asked about her new job. | I asked about his new job.
We met her after her lesson. | We met him after his lesson.
The dog bit her hand. | The dog bit his hand.
I saw her leave the house. | I saw him leave the house.
"""
TO_FEMALE = """
I saw him run. | I saw her run.
We gave him flowers. | We gave her flowers.
It made him happy. | It made her happy.
His book is here. | Her book is here.
The book is his. | The book is hers.
This car of his is red. | This car of hers is red.
His was better. | Hers was better.
He gave him his ticket. | She gave her her ticket.
He lost his keys. | She lost her keys.
He is on his own. | She is on her own.
He wrote his first book. | She wrote her first book.
It belongs to him. | It belongs to her.
"""
LEFT = """
I saw her run.
She gave her flowers.
It made her happy.
They heard her sing.
I told her stories.
The teacher showed her pictures of it.
We watched her dance.
That made her angry.
They found her dead.
The dog followed her home.
They called her names.
They elected her president.
We helped her move.
I saw her last week.
It cost her dearly.
I wish her luck.
The doctor gave her medicine.
We considered her clever.
They taught her French.
We saw her swimming.
Everyone around her laughed.
I promised her dinner.
I handed her two books.
They keep her busy.
It took her years to finish.
I like her in-laws.
I gave his a try.
I like his very much.
A friend of his came.
They drove her crazy.
"""


def _pairs(table):
    return [tuple(line.split(" | ")) for line in table.strip().splitlines()]


@pytest.mark.parametrize(("text", "expected"), _pairs(TO_MALE))
def test_objects_and_possessives_become_male(text, expected, pipeline):
    assert SwapGender(to="male").preview(parsed(text, pipeline)) == expected


@pytest.mark.parametrize(("text", "expected"), _pairs(TO_FEMALE))
def test_objects_and_possessives_become_female(text, expected, pipeline):
    assert SwapGender(to="female").preview(parsed(text, pipeline)) == expected


@pytest.mark.parametrize("text", LEFT.strip().splitlines())
def test_what_cannot_be_told_is_left_with_a_reason(text, pipeline):
    to = "female" if " his " in text else "male"
    with pytest.raises(NotApplicable, match="'(her|his)' may be a possessive or stand alone"):
        SwapGender(to=to).edits(parsed(text, pipeline), None)
