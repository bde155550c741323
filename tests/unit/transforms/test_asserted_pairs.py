"""A hypothesis that does not assert the word stays: its opposite would be neutral."""

import pytest

from hf_robust.core.errors import NotApplicable
from hf_robust.transforms.transformation_registry import transformations

STAYS = [
    ("swap-antonym", "Prices are unlikely to increase."),
    ("swap-antonym", "The firm plans to open the shop."),
    ("swap-antonym", "The bank will buy the house."),
    ("swap-antonym", "They went to Greece last year."),
    ("swap-antonym", "His uncle sees the dishes."),
    ("swap-antonym", "Her sister sees a book."),
    ("swap-antonym", "The father greets the dog."),
    ("swap-antonym", "He lives in New York."),
    ("swap-antonym", "She studies at Old Trafford."),
    ("number-word", "She read about the Second World War."),
]
NAMED, UNSURE = "part of a name", "negated, asks or is not sure"
NUMBERS_STAY = [
    ("The Third Reich fell.", NAMED),
    ("He lived on Fifth Avenue.", NAMED),
    ("They watched Seven Samurai.", NAMED),
    ("The crew of Apollo 13 slept.", NAMED),
    ("He plans to buy three dogs.", UNSURE),
    ("She will invite three friends.", UNSURE),
    ("He claims that three men slept.", UNSURE),
]
# no word of these has an opposite that excludes it, so the clause is denied as a whole
DENIED = {
    "Prices are unlikely to increase.": "Prices are likely to increase.",
    "The bank will buy the house.": "The bank will not buy the house.",
    "They went to Greece last year.": "They did not go to Greece last year.",
    "His uncle sees the dishes.": "His uncle does not see the dishes.",
    "Her sister sees a book.": "Her sister does not see a book.",
    "The father greets the dog.": "The father does not greet the dog.",
    "He lives in New York.": "He does not live in New York.",
    "She studies at Old Trafford.": "She does not study at Old Trafford.",
}
TURNS = [
    ("swap-antonym", "The team hopes to win the game."),
    ("swap-antonym", "She denied that the door was open."),
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
    found, _ = drawn(name, text)
    assert {one["hypothesis"] for one in found} == {DENIED.get(text, text)}


@pytest.mark.parametrize(("text", "reason"), NUMBERS_STAY)
def test_a_number_that_is_not_asserted_stays_with_a_reason(text, reason):
    row = {"premise": text, "hypothesis": text, "label": "entailment"}
    with pytest.raises(NotApplicable, match=reason):
        transformations.get("number-word")().preview_row(row)


@pytest.mark.parametrize(("name", "text"), TURNS)
def test_what_is_asserted_is_turned(name, text):
    found, _ = drawn(name, text)
    assert any(one["label"] == "contradiction" and one["hypothesis"] != text for one in found)


MAY_BE_MORE = [
    ("Two men during a football game", "Two men are at a football game."),
    ("Two young men in uniform involved in a basketball game.", "There are two men playing basketball."),
    ("Three women with bags in the airport.", "Three women are at an airport."),
    ("Four people at a concert.", "Four people are at a concert."),
    ("Two girls in a crowded market.", "Two girls are at a market."),
    ("Two dogs sleep outside.", "Two dogs are outside."),
]
EXACT = [
    ("A total of 40 members gave money.", "40 members gave money.", "members"),
    ("A group of four people sleep.", "Four people sleep.", "people"),
    ("A man and two women eat.", "Two women eat.", "women"),
    ("Two girls, both in pink, sing.", "Two girls sing.", "girls"),
    ("Two men help each other.", "Two men help.", "men"),
    ("The bridge was built on May 12, 1996.", "The bridge was built in 1996.", "bridge"),
]
CLAUSES = [
    ("The rule includes taxes, but not tips.", "The rule includes taxes, but not tips.", "excludes"),
    ("On the west side is a house.", "On the west side is a house.", "east"),
    ("The town is popular with artists.", "The town is popular with artists.", "unpopular with"),
    ("They were very excited.", "They were very excited.", "bored"),
]
OTHER_POSTURE = [
    ("A tiny boat sits on the lake with three people in it.", "Three people sit in a boat."),
    ("A house stands by the river where two men fish.", "Two men stand by the river."),
    ("The squirrel sits straight up in the grass.", "A squirrel sits in the grass."),
    ("A bear sits upright on the ice.", "A bear sits on the ice."),
]


@pytest.mark.parametrize(("premise", "hypothesis"), MAY_BE_MORE)
def test_more_may_be_where_many_are(premise, hypothesis):
    row = {"premise": premise, "hypothesis": hypothesis, "label": "entailment"}
    with pytest.raises(NotApplicable, match="the premise may allow another number"):
        transformations.get("number-word")().preview_row(row)


@pytest.mark.parametrize(("premise", "hypothesis", "kept"), EXACT)
def test_a_number_is_exact_in_a_whole_and_in_a_full_date(premise, hypothesis, kept):
    row = {"premise": premise, "hypothesis": hypothesis, "label": "entailment"}
    found = transformations.get("number-word")().preview_row(row)
    assert found["label"] == "contradiction" and found["hypothesis"] != hypothesis and kept in found["hypothesis"]


@pytest.mark.parametrize("text", ["The region was stable in 1980.", "She lived in Rome in 1975."])
def test_what_lasts_may_be_so_in_other_years(text):
    row = {"premise": text, "hypothesis": text, "label": "entailment"}
    with pytest.raises(NotApplicable, match="the premise may allow another number"):
        transformations.get("number-word")().preview_row(row)


@pytest.mark.parametrize(("premise", "hypothesis", "new"), CLAUSES)
def test_a_main_clause_is_turned_before_another_one(premise, hypothesis, new):
    row = {"premise": premise, "hypothesis": hypothesis, "label": "entailment"}
    assert any(
        new in transformations.get("swap-antonym")().preview_row(row, seed=seed)["hypothesis"] for seed in range(12)
    )


@pytest.mark.parametrize("text", ["The state gives money for legal advice.", "They show types of dress."])
def test_a_kind_of_thing_does_not_exclude_another_kind(text):
    found, row = drawn("swap-antonym", text)
    denied = ("gives no money for legal advice", "do not show types of dress")
    assert all(one == row or any(text in one["hypothesis"] for text in denied) for one in found)


def test_a_common_deed_makes_the_number_one_of_those_who_do_it():
    row = {"premise": "Two men walk down the street.", "hypothesis": "Two men walk outside.", "label": "entailment"}
    found = transformations.get("number-word")().preview_row(row)
    assert found["hypothesis"] != row["hypothesis"] and found["label"] == "contradiction"


@pytest.mark.parametrize(("premise", "hypothesis"), OTHER_POSTURE)
def test_the_posture_of_something_else_stays(premise, hypothesis):
    row = {"premise": premise, "hypothesis": hypothesis, "label": "entailment"}
    found = [transformations.get("swap-antonym")().preview_row(row, seed=seed) for seed in range(4)]
    kept = "sit" if "sit" in hypothesis else "stand"
    assert all(f" {kept}" in one["hypothesis"] for one in found)


@pytest.mark.parametrize(
    "premise", ["A man in a red shirt sits on a bench.", "The man sits down.", "A young man sits."]
)
def test_the_posture_of_a_person_turns(premise):
    row = {"premise": premise, "hypothesis": "A man sits on a bench.", "label": "entailment"}
    found = [transformations.get("swap-antonym")().preview_row(row, seed=seed)["hypothesis"] for seed in range(6)]
    assert "A man stands on a bench." in found
