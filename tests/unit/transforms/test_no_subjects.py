"""The indefinite subject of a hypothesis becomes none."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.language.english.scene_words import scene_words
from hf_robust.transforms.transformation_registry import transformations

DENIED = [
    ("A tractor is painted for the parade.", "A tractor is painted.", "No tractor is painted."),
    ("Two cars wait at the gate.", "Two cars are at the gate.", "No cars are at the gate."),
    ("Old experts hope that it rains.", "Experts hope that it rains.", "No experts hope that it rains."),
    ("A crowd of women are waiting at the gate.", "A crowd of women are waiting.", "No women are waiting."),
    ("Four men are at the pool.", "People are at the pool.", "No one is at the pool."),
    ("A man is hanging hams in a market.", "A person is hanging hams.", "No one is hanging hams."),
    ("Two tractors are humming on a road.", "Two tractors humming.", "No tractors humming."),
]
KEPT = [
    ("A man and a woman sleep.", "A man and a woman are at the market."),
    ("People wait; one is in yellow, one in purple.", "People are in yellow and purple."),  # nobody need have both
    ("A tractor stands there.", "A tractor is painted green."),  # the premise does not tell it
    ("If a tractor is painted, we win.", "A tractor is painted."),  # under a condition
    ("A tractor is painted by Ann.", "A tractor is also painted."),
    ("A tractor is painted while she sings.", "A tractor is painted while she sings."),
    ("A drink must be mixed at night.", "A drink must be mixed."),  # "no" may deny the duty
    ("Drinks have to be mixed.", "Drinks have to be mixed."),
    ("Four men are at the old pool.", "People wait at the old pool."),  # they need not wait
    ("A decade passed.", "A decade passed."),
    ("Children's games are fun.", "Children's games are fun to see."),
]


@pytest.mark.parametrize(("premise", "hypothesis", "new"), DENIED)
def test_nobody_does_what_the_premise_tells(premise, hypothesis, new):
    row = {"premise": premise, "hypothesis": hypothesis, "label": "entailment"}
    found = transformations.get("swap-antonym")().preview_row(row)
    assert (found["hypothesis"], found["label"]) == (new, "contradiction")


@pytest.mark.parametrize(("premise", "hypothesis"), KEPT)
def test_no_is_not_put_where_it_may_be_true(premise, hypothesis):
    row = {"premise": premise, "hypothesis": hypothesis, "label": "entailment"}
    found = transformations.get("swap-antonym")().preview_row(row)["hypothesis"]
    assert not found.lower().startswith("no ")


def test_nobody_swims_near_a_place():
    start = "A/DET/DT girl/NOUN/NN/girl reads/VERB/VBZ/read"
    near = Doc.tagged(f"{start} near/ADP/IN a/DET/DT lake/NOUN/NN/lake")
    for doc, swims in ((Doc.tagged(start), True), (near, False)):
        deeds = [new for found in scene_words(doc) if found.kind == "deed" for new, _ in found.others]
        assert ("swims" in deeds) == swims
