"""Adverbs of stance, order and manner, where no word takes an adverb of the table."""

import pytest
from parsed import parsed

from hf_robust.transforms.adverbs import InsertAdverb

CHANGED = {
    "He had gathered many friends.": "He had apparently gathered many friends.",
    "Mr. Brown will remain on the board.": "Mr. Brown will probably remain on the board.",
    "Peanuts are a legume. They are not nuts.": "Peanuts are actually a legume. They are not nuts.",
    "I spoke to the agent, but she left.": "I actually spoke to the agent, but she left.",
    "She wiped it with her sleeve.": "She carefully wiped it with her sleeve.",
    "He served in the navy.": "He later served in the navy.",
    "He took the ball and threw it to Phil.": "He took the ball and then threw it to Phil.",
}
STAYS = [
    "Peanuts are a legume.",  # nothing is set against it
    "I spoke to the agent.",
    "Svalinn is a shield in a saga.",  # a definition
    "If he had slept in the barn, he would know.",
    'A man shouted: "He had gathered many friends."',  # somebody else tells it
    "I will put a bullet in your leg.",  # a threat
    "The bridge crossed the river.",
    "The pony slipped on the ice in 1905 or 1906.",
]


@pytest.mark.parametrize("text", CHANGED)
def test_a_clause_takes_an_adverb(text, pipeline):
    assert InsertAdverb(gate="off", rate=1.0).preview(parsed(text, pipeline)) == CHANGED[text]


@pytest.mark.parametrize("text", STAYS)
def test_other_clauses_stay(text, pipeline):
    assert InsertAdverb(gate="off", rate=1.0).preview(parsed(text, pipeline)) == text
