"""A hypothesis that does not assert the word stays: its opposite would be neutral."""

import pytest

from hf_robust.core.registry import transformations

STAYS = [
    ("swap-antonym", "Prices are unlikely to increase."),
    ("swap-antonym", "The firm plans to open the shop."),
    ("swap-antonym", "The team hopes to win the game."),
    ("swap-antonym", "He tried to open the door."),
    ("swap-antonym", "The bank will buy the house."),
    ("swap-antonym", "They went to Greece last year."),
    ("swap-antonym", "His uncle washes the car."),
    ("swap-antonym", "Her sister reads a book."),
    ("swap-antonym", "The father feeds the dog."),
    ("swap-antonym", "He lives in New York."),
    ("swap-antonym", "She studies at Old Trafford."),
    ("swap-antonym", "She denied that the door was open."),
    ("number-word", "The Third Reich fell."),
    ("number-word", "He lived on Fifth Avenue."),
    ("number-word", "She read about the Second World War."),
    ("number-word", "They watched Seven Samurai."),
    ("number-word", "The crew of Apollo 13 slept."),
    ("number-word", "He plans to buy three dogs."),
    ("number-word", "She will invite three friends."),
    ("number-word", "He claims that three men slept."),
]
TURNS = [
    ("swap-antonym", "A dog is outside."),
    ("swap-antonym", "The bus is empty."),
    ("swap-antonym", "They won the game."),
    ("swap-antonym", "A dog goes up the stairs."),
    ("swap-antonym", "A man washes the car."),
    ("swap-antonym", "A woman reads a book."),
    ("swap-antonym", "An old man is reading."),
    ("swap-antonym", "A cat sleeps inside."),
    ("swap-antonym", "The children are indoors."),
    ("swap-antonym", "A boy feeds the dog."),
    ("number-word", "Three men sleep."),
    ("number-word", "Two dogs run."),
    ("number-word", "The shop sold 40 books."),
    ("number-word", "He bought three dogs."),
    ("number-word", "Five women dance."),
    ("number-word", "She invited three friends."),
    ("number-word", "Four boys play in the park."),
    ("number-word", "Six birds sit on a wire."),
    ("number-word", "The tower is 30 meters tall."),
    ("number-word", "Two girls eat apples."),
]


def drawn(name, text):
    row = {"premise": text, "hypothesis": text, "label": "entailment"}
    return [transformations.get(name)().preview_row(row, seed=seed) for seed in range(4)], row


@pytest.mark.parametrize(("name", "text"), STAYS)
def test_what_is_not_asserted_stays(name, text):
    found, row = drawn(name, text)
    assert all(one == row for one in found)


@pytest.mark.parametrize(("name", "text"), TURNS)
def test_what_is_asserted_is_turned(name, text):
    found, _ = drawn(name, text)
    assert any(one["label"] == "contradiction" and one["hypothesis"] != text for one in found)
