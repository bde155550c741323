"""The gate: what passes, what does not and why, and that nothing is measured twice."""

import pytest

from hf_robust.core.doc import Annotation, Doc, Token
from hf_robust.language.gate import GateCandidate, fixed_reason, refusals, window_states
from hf_robust.language.gate.gate_levels import INSERTED, REPLACED

TEXT = "This is a good movie."


def refusal(text, old, new, **options):
    start = text.index(old)
    (found,) = refusals([GateCandidate.of(text, start, start + len(old), new, **options)])
    return found


def test_a_word_that_means_the_same_passes():
    assert refusal(TEXT, "movie", "film") is None


@pytest.mark.parametrize(
    ("text", "old", "new", "measure"),
    [
        (TEXT, "movie", "qwertzuiop", "fit"),
        (TEXT, "movie", "house", "gain"),
        ("He was tired after the long day.", "long", "new", "sense"),
    ],
)
def test_what_does_not_pass_says_why(text, old, new, measure):
    assert refusal(text, old, new) == REPLACED[measure].reason


def test_an_opposite_passes_only_where_it_may():
    text = "The first half of the film is good."
    assert refusal(text, "good", "bad", same_sense=False) is None
    assert refusal(text, "good", "bad") in (None, REPLACED["sense"].reason)


def test_a_word_that_is_put_in_has_no_word_to_be_like():
    found = refusals([GateCandidate.of("I like this movie.", 2, 2, new) for new in ("really ", "battery ")])
    assert found == [None, INSERTED["fit"].reason]


def test_company_changes_nothing_and_no_window_is_read_twice(monkeypatch):
    asked = [GateCandidate.of(TEXT, 15, 20, new) for new in ("film", "show", "play", "film")]
    together = refusals(asked)
    read = []
    monkeypatch.setattr(window_states, "_read", lambda spots: read.extend(spots))
    assert [refusals([one])[0] for one in asked] == together and not read


@pytest.mark.parametrize(
    "text",
    ["", " ", "x" * 100_000, "un mot " * 20_000, "我们昨晚看了一部电影。" * 500, "\ud800 movie \ud800", "🎬" * 300],
)
def test_any_text_is_measured(text):
    end = min(len(text), 5)
    found = refusals([GateCandidate.of(text, 0, end, "film"), GateCandidate.of(text, len(text), len(text), "film")])
    assert len(found) == 2


@pytest.mark.parametrize(
    ("tagged", "place", "part"),
    [
        ("the/DET White/ADJ House/NOUN", 1, "name"),
        ("a/DET hot/ADJ dog/NOUN/NN/dog", 1, "multi-word expression"),
        ("a/DET bomb/NOUN threat/NOUN", 2, "multi-word expression"),
        ("it/PRON consists/VERB/VBZ of/ADP two/NUM", 1, "following words may require"),
        ("a/DET fine/ADJ day/NOUN", 1, None),
    ],
)
def test_fixed_words(tagged, place, part):
    found = fixed_reason(Doc.tagged(tagged), place)
    assert found is None if part is None else part in found


def test_entities_are_names():
    doc = Doc.tagged("in/ADP early/ADJ may/NOUN", entities={"early may": "DATE"})
    assert "name or a quantity" in fixed_reason(doc, 1) and fixed_reason(doc, 0) is None


@pytest.mark.parametrize(
    ("tagged", "place", "part"),
    [
        ("stories/NOUN/NNS on/ADP film/NOUN/NN", 2, "preceding word may require"),
        ("quite/ADV/RB possibly/ADV/RB true/ADJ", 1, "preceding word may require"),
        ("interesting/ADJ/JJ enough/ADV/RB", 0, "following words may require"),
    ],
)
def test_company_that_another_word_may_not_keep(tagged, place, part):
    assert part in fixed_reason(Doc.tagged(tagged), place)


def test_parts_of_addresses_stay():
    doc = Doc("see a=info", annotation=Annotation((Token(0, 3, "see", "VERB"), Token(6, 10, "info", "NOUN"))))
    assert "address" in fixed_reason(doc, 1)
