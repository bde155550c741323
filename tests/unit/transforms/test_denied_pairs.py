"""A word of the hypothesis that the premise tells in other words becomes one that denies the rest."""

import pytest

from hf_robust.transforms.transformation_registry import transformations

DENIED = [
    (
        "The gallery has a bookshop under the roof.",
        "There is a bookshop at the gallery.",
        "There is no bookshop at the gallery.",
    ),
    ("Ten people wait.", "There are a group of people.", "There is no group of people."),
    ("Men wait to cross.", "There are some people here.", "There are no people here."),
    ("A snowboarder flips.", "Someone is snowboarding.", "No one is snowboarding."),
    ("Ten employers drop benefits.", "Many employers drop benefits.", "No employers drop benefits."),
    ("Trains had delays, Lind told us.", "Lind said that trains were late.", "Lind denied that trains were late."),
    ("It seems fair to me.", "I think it is fair.", "I doubt it is fair."),
    (
        "The board turned the plan down.",
        "The board declined to pursue the plan.",
        "The board agreed to pursue the plan.",
    ),
    ("Take the bus to the town.", "You can reach the town by bus.", "You are unable to reach the town by bus."),
    ("They pay a fee.", "They have to pay for it.", "They have no need to pay for it."),
    ("The reviews were full of praise for his work.", "He lauded his work.", "He criticized his work."),
    ("This is of importance to us.", "It is very important to us.", "It is unimportant to us."),
    ("That is a false story.", "The story is false.", "The story is true."),
    ("Each year she goes to Rome.", "She often visits Rome.", "She rarely visits Rome."),
    ("The siege ended and they built it.", "It was built after the siege.", "It was built before the siege."),
    (
        "My choice of dishes was wiser than yours.",
        "My dishes were more judicious than yours.",
        "less judicious than yours.",
    ),
    ("The old mill goes on.", "The mill still turns.", "The mill no longer turns."),
    ("I do not itemize.", "I have never itemized.", "I have often itemized."),
    ("He fails to show it.", "He fails to show it.", "He manages to show it."),
    ("The hall has three old fountains.", "The hall houses three fountains.", "The hall houses no fountains."),
    ("The law is shaped by values.", "Values play a role in the law.", "Values play no role in the law."),
    ("Prices are unlikely to rise.", "It is unlikely that prices will rise.", "It is likely that prices"),
    ("If it rains, many men stay.", "If it rains, many men stay in.", "If it rains, no men stay in."),
    ("You can not take it.", "You are not able to take it.", "You are able to take it."),
    ("He got her card.", "He received a card.", "He received no card."),
]
KEPT = [
    "There is a shop near the harbor.",  # the premise tells no harbor
    "Questions can require studies.",  # nothing that would be unable
    "It may be a shop.",  # says only what may be
    "He was happy because he won.",  # the reason would not fit
    "They were poor, but they were happy.",
    "Could it be fair?",
    "The park is named after Corbett.",
    "The hall is nice and clean.",  # what is joined holds on to the word
    "She had a look at it.",  # an act
    "A man covers his face.",
    "Critics say that it is so.",  # other critics may deny it
    "We are sure to buy that.",  # nobody is "unsure to buy"
    "Workers build; there are men at the site.",  # who need not be men
    "Heat causes it to melt.",  # nothing prevents it "to melt"
    "They felt well when he opened it.",  # and when he closed it
    "That is an open field.",  # a term
    "The shop has good books.",  # beside which there may be bad ones
]

MAY_BE_BOTH = [
    ("He sits beside a red brick house.", "He is near a red house."),
    ("The king ruled it after they won a war.", "It was ruled by him after they won a war."),
    ("Chairs stand in front of a house.", "Chairs in front of a house."),
    ("He derives it from the old custom.", "It is an old word."),
    ("There are large rooms for cats and for dogs.", "There are rooms for both cats and dogs."),
    ("Beyond the gate there are cavernous rooms.", "There are large rooms past the gate."),
]


@pytest.mark.parametrize(("premise", "hypothesis", "new"), DENIED)
def test_the_new_hypothesis_denies_the_old_one(premise, hypothesis, new):
    row = {"premise": premise, "hypothesis": hypothesis, "label": "entailment"}
    found = [transformations.get("swap-antonym")().preview_row(row, seed=seed) for seed in range(6)]
    assert any(new in one["hypothesis"] and one["label"] == "contradiction" for one in found)


@pytest.mark.parametrize("hypothesis", KEPT)
def test_what_the_rest_holds_on_to_stays(hypothesis):
    row = {"premise": "That is so.", "hypothesis": hypothesis, "label": "entailment"}
    assert all(transformations.get("swap-antonym")().preview_row(row, seed=seed) == row for seed in range(6))


@pytest.mark.parametrize(("premise", "hypothesis"), MAY_BE_BOTH)
def test_what_holds_beside_its_opposite_stays(premise, hypothesis):
    row = {"premise": premise, "hypothesis": hypothesis, "label": "entailment"}
    swapped = [transformations.get("swap-antonym")().preview_row(row, seed=seed) for seed in range(6)]
    old = hypothesis.split()
    changed = {b for one in swapped for a, b in zip(old, one["hypothesis"].split()) if a != b}
    assert changed.isdisjoint({"pink", "blue", "before", "behind", "new", "no"})


def test_who_wears_a_color_wears_no_other():
    row = {"premise": "A man in a red coat is sad.", "hypothesis": "A man in a red coat is sad.", "label": "entailment"}
    found = [transformations.get("swap-antonym")().preview_row(row, seed=seed)["hypothesis"] for seed in range(9)]
    assert any("coat" in text and "red" not in text for text in found)


def test_somebody_else_may_do_the_opposite():
    row = {"premise": "A man smiles at another man.", "hypothesis": "A man is happy.", "label": "entailment"}
    assert all(transformations.get("swap-antonym")().preview_row(row, seed=seed) == row for seed in range(6))
