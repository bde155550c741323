"""The main clause of a hypothesis that the premise tells in nearly the same words gets or loses "not"."""

import pytest

from hf_robust.transforms.transformation_registry import transformations

DENIED = [
    ("The program covers the new units and the old.", "The program covers the units.", "does not cover the units"),
    ("They cut it and ripped away the oilskin.", "The oilskin was ripped away by them.", "was not ripped away"),
    ("Surveys can estimate the value.", "Surveys can estimate value.", "Surveys cannot estimate value"),
    ("Perhaps the views of the boss had grown into him.", "The boss might have views.", "The boss cannot have views"),
    (
        "The Democrats are in Rome after the vote.",
        "After the vote, the Democrats are in Rome.",
        "are not in Rome",
    ),
    ("Kidder decided not to write about Tommy.", "Kidder did not write about Tommy.", "Kidder wrote about Tommy."),
    ("Then they sang at the fair.", "In the past they sang at the fair.", "they did not sing at the fair"),
    ("A new track leads to the fort.", "The path leads to the fort.", "does not lead to the fort"),
    ("The sale of arms and drugs was in Rome.", "The sale of arms and drugs was in Rome.", "was not in Rome"),
    ("They say that Ann is in Rome.", "It is said that Ann is in Rome.", "It is not said"),
    (
        "The park wall was made by painters from Rome.",
        "The park wall was the work of painters from Rome.",
        "was not the",
    ),
    ("The man is shirtless.", "The man is not wearing a shirt.", "The man is wearing a shirt."),
    ("She was too busy for us.", "She was too busy for us.", "She was not too busy"),
    ("The data is used to model costs.", "The data is used to model costs.", "is not used to model costs"),
]
KEPT = [
    ("She smiled.", "Her uncle paid for the house in Rome."),  # the premise has none of it
    ("If they paid, the house would shine.", "They paid for the house."),  # under a condition
    ("They may use the house.", "They use the house."),  # what may be
    ("They built the house and sold it.", "They built the house and sold it."),  # "did not build and sold"
    ("The club was destroyed, killing ten.", "The club was built, killing ten."),
    ("They mostly use the house.", "They mostly use the house."),
    ("A man waves while another man sings.", "The man waves."),
    ("They used to use the house.", "They used to use the house."),
    ("The money saved will be used.", "The money saved will be used."),  # no main verb
    ("He did not like it one bit.", "He did not like it one bit."),
    ("She uses it.", "He uses it."),
    ("Do not miss the market.", "The market can't be missed."),  # who must not miss it can
    ("Two of them saw him coming.", "He was seen coming by two of them."),  # others may not have seen him
    ("He wrote about certain houses.", "He wrote about certain houses."),
    ("On the hill stands the zoo.", "The zoo stands on the giant hill."),  # the hill may be small
    ("Ann decided not to write a book.", "A book was not written."),  # somebody else may have written one
    ("The word comes from the old custom of a meal.", "The word is an old meal."),  # another noun is old
    ("They hum near a wall in the park of Rome.", "They hum in the park of Rome near a pole."),  # a lake is no pond
    ("They painted the hut of Ann in Rome.", "They painted the hut of Ann in Rome over a decade."),
    ("Evans did not respond to them.", "Evans had declined to meet them."),  # who is silent need not have declined
    ("They work.", "They work together in Rome."),
    ("The film opened in Rome.", "The film can open in Rome."),  # now it may be impossible
]


@pytest.mark.parametrize(("premise", "hypothesis", "new"), DENIED)
def test_the_main_clause_gets_or_loses_a_negation(premise, hypothesis, new):
    row = {"premise": premise, "hypothesis": hypothesis, "label": "entailment"}
    found = transformations.get("swap-antonym")().preview_row(row)
    assert new in found["hypothesis"] and found["label"] == "contradiction"


@pytest.mark.parametrize(("premise", "hypothesis"), KEPT)
def test_no_negation_whose_sense_is_not_sure(premise, hypothesis):
    row = {"premise": premise, "hypothesis": hypothesis, "label": "entailment"}
    assert transformations.get("swap-antonym")().preview_row(row) == row


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("On hot days, she works.", "hot"),  # she may work on cold ones as well
        ("The new system works well in Rome.", "new"),
        ("The coat protects them against rain.", "protects"),
        ("They condemn and reject the plan.", "condemn"),
        ("The findings are being published today.", " published today"),
        ("He falls off the roof.", "falls"),
        ("Prices fell to the biggest drop in a decade.", "fell"),
    ],
)
def test_a_word_whose_opposite_does_not_contradict_stays(text, old):
    row = {"premise": text, "hypothesis": text, "label": "entailment"}
    found = [transformations.get("swap-antonym")().preview_row(row, seed=seed)["hypothesis"] for seed in range(6)]
    assert all(old in one or " not " in one for one in found)
