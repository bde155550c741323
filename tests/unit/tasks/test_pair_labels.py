"""What the labels of pairs mean, however they are spelled."""

import pytest

import hf_robust as hr
from hf_robust.core.errors import NotApplicable
from hf_robust.tasks.pair_labels import (
    CONTRADICTION,
    ENTAILMENT,
    EQUIVALENT,
    NEUTRAL,
    NOT_ENTAILMENT,
    NOT_EQUIVALENT,
    pair_label,
    pair_meaning,
)

NLI = hr.task("nli")
PAIRS = hr.task("similarity")


@pytest.mark.parametrize(
    ("task", "label", "meaning"),
    [
        (NLI, "entailment", ENTAILMENT),
        (NLI, "CONTRADICTION", CONTRADICTION),
        (NLI, "Neutral", NEUTRAL),
        (NLI, "not_entailment", NOT_ENTAILMENT),
        (NLI, "non-entailment", NOT_ENTAILMENT),
        (PAIRS, "duplicate", EQUIVALENT),
        (PAIRS, "not_duplicate", NOT_EQUIVALENT),
        (PAIRS, "not_equivalent", NOT_EQUIVALENT),
        (PAIRS, "paraphrase", EQUIVALENT),
        (PAIRS, 1, EQUIVALENT),
        (PAIRS, "0", NOT_EQUIVALENT),
        (PAIRS, 1.0, EQUIVALENT),
    ],
)
def test_every_spelling_has_its_meaning(task, label, meaning):
    assert pair_meaning(task, label) == meaning


def test_numbers_of_inference_need_names():
    with pytest.raises(NotApplicable, match="label_names="):
        pair_meaning(NLI, 1)


@pytest.mark.parametrize(("task", "label"), [(NLI, "hmm"), (PAIRS, 7), (PAIRS, "maybe")])
def test_what_says_nothing_of_a_pair_is_refused(task, label):
    with pytest.raises(NotApplicable):
        pair_meaning(task, label)


def test_two_labels_have_no_contradiction():
    task = hr.task("nli", label_names=["entailment", "not_entailment"])
    assert pair_label(task, "entailment", CONTRADICTION, NOT_ENTAILMENT) == "not_entailment"
    with pytest.raises(NotApplicable, match="no label for 'contradiction'"):
        pair_label(task, "entailment", CONTRADICTION)


@pytest.mark.parametrize(
    ("task", "gold", "meanings", "label"),
    [
        (NLI, "ENTAILMENT", (CONTRADICTION, NOT_ENTAILMENT), "CONTRADICTION"),
        (NLI, "not_entailment", (ENTAILMENT,), "entailment"),
        (PAIRS, "1", (NOT_EQUIVALENT,), "0"),
        (PAIRS, 1, (NOT_EQUIVALENT,), 0),
        (PAIRS, "paraphrase", (NOT_EQUIVALENT,), "not_paraphrase"),
        (PAIRS, "not_duplicate", (EQUIVALENT,), "duplicate"),
        (PAIRS, "similar", (EQUIVALENT,), "similar"),
    ],
)
def test_unnamed_labels_are_spelled_as_gold_is(task, gold, meanings, label):
    assert pair_label(task, gold, *meanings) == label
