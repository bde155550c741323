"""Which phrases are found, and which only look like one."""

import pytest

import hf_robust as hr
from hf_robust.core.mapping import Columns
from hf_robust.slices.phrase_kinds import KINDS, PhraseKinds
from hf_robust.slices.row_view import RowView

TASK = hr.task("sentiment-classification")


def kinds(text, **params):
    found = PhraseKinds(**params).read(RowView(Columns({"text": [text], "label": [0]}), TASK))
    return {found.names[number] for number in found.group}


@pytest.mark.parametrize(
    "text",
    [
        "I don't know.",
        "I DON’T know.",
        "It cannot be.",
        "Not good",
        "ca n't say",
        "never",
        "nor this",
        "without it",
        "dont",
    ],
)
def test_negation(text):
    assert "negation" in kinds(text)


@pytest.mark.parametrize(
    "text",
    ["A notable knot.", "No doubt a hit.", "Nothing but praise.", "the No. 1 seed", "not only fine", "an innings"],
)
def test_no_negation(text):
    assert "negation" not in kinds(text)


def test_a_hidden_phrase_hides_only_itself():
    assert "negation" in kinds("No doubt it is not good.")


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("Is it good?", True),
        ('"Why ?" he asked.', True),
        ("what makes it good", False),
        ("see http://a.b/?x=1 now", False),
    ],
)
def test_question(text, has):
    assert ("question" in kinds(text)) == has


@pytest.mark.parametrize(
    ("text", "kind", "has"),
    [
        ("They told us so.", "first-person", True),
        ("He left the US today.", "first-person", False),
        ("It may rain.", "modal", True),
        ("She came in May.", "modal", False),
        ("Will Smith won.", "modal", False),
        ("Will you come", "modal", True),
        ("I can't.", "modal", True),
        ("It is better than ever", "comparison", True),
        ("none other than Ann", "comparison", False),
        ("the most dull", "superlative", True),
        ("at least try", "superlative", False),
        ("twenty men", "number", True),
        ("in 1999", "number", True),
        ("someone", "number", False),
        ("Although late", "contrast", True),
        ("not yet here", "contrast", False),
        ("IT WILL RAIN", "modal", True),
    ],
)
def test_kinds(text, kind, has):
    assert (kind in kinds(text)) == has


def test_only_the_kinds_that_are_asked_for():
    assert kinds("I am not sure.", kinds=["negation"]) == {"negation"}


def test_a_role_is_looked_at_alone():
    rows = {"premise": ["No man runs."], "hypothesis": ["A man runs."], "label": [0]}
    for role, found in (("premise", True), ("hypothesis", False)):
        inside = hr.InSlice("phrase", hr.task("nli"), kinds=["negation"], role=role)
        assert inside(rows) == [found]


def test_each_kind_says_what_it_is():
    assert all(PhraseKinds().meaning(kind) for kind in KINDS)
