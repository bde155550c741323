"""Differences of texts: they join to both texts, name whole words, and take time that grows with the length."""

import random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hf_robust.core.edits import Edit, apply
from hf_robust.core.text_diff import diff, diff_of_edits

TEXT = st.text("ab c,.\n'é", max_size=60)
WORDS = [f"word{number}" if number % 3 else "the" for number in range(4000)]


def joined(segments: list[tuple[str, str]]) -> tuple[str, str]:
    assert all(text for _, text in segments)
    return (
        "".join(text for kind, text in segments if kind != "insert"),
        "".join(text for kind, text in segments if kind != "delete"),
    )


@st.composite
def edited(draw) -> tuple[str, str, list[list[tuple[int, int, str]]]]:
    """A text, what up to three steps make of it, and their edits."""
    text = before = draw(TEXT)
    steps = []
    for _ in range(draw(st.integers(0, 3))):
        places = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
        edits = [(a, b, draw(st.text("xy .", max_size=4))) for a, b in zip(places[::2], places[1::2])]
        steps.append(edits)
        text = apply(text, [Edit(*edit) for edit in edits])
    return before, text, steps


@given(TEXT, TEXT)
def test_segments_join_to_both_texts(before, after):
    assert joined(diff(before, after)) == (before, after)


@given(edited())
def test_segments_of_known_edits_join_to_both_texts(found):
    before, after, steps = found
    assert joined(diff_of_edits(before, after, steps)) == (before, after)


@given(edited(), TEXT)
def test_edits_that_lead_elsewhere_are_not_used(found, other):
    before, _, steps = found
    assert joined(diff_of_edits(before, other, steps)) == (before, other)


def test_known_edits_say_what_a_comparison_cannot_know():
    assert diff_of_edits("a a a", "a b a a", [[(2, 2, "b ")]]) == [("equal", "a "), ("insert", "b "), ("equal", "a a")]
    chain = [[(2, 6, "bad")], [(2, 5, "poor"), (7, 11, "movie")]]
    assert diff_of_edits("a good film", "a poor movie", chain) == [
        ("equal", "a "),
        ("delete", "good"),
        ("insert", "poor"),
        ("equal", " "),
        ("delete", "film"),
        ("insert", "movie"),
    ]


def test_a_word_of_which_a_part_changed_is_named_whole():
    segments = diff_of_edits(
        "an affecting, long journey", "an affectign, long journey!", [[(9, 12, "ign")], [(26, 26, "!")]]
    )
    assert segments == [
        ("equal", "an "),
        ("delete", "affecting"),
        ("insert", "affectign"),
        ("equal", ", long journey"),
        ("insert", "!"),
    ]


@pytest.mark.parametrize("every", [10, 400])
def test_texts_of_four_thousand_words_take_no_time(every):
    before = " ".join(WORDS)
    after = " ".join(word[::-1] if place % every == 1 else word for place, word in enumerate(WORDS))
    edits = [(at, at + 1, "#") for at in range(0, len(before), every)]
    changed = apply(before, [Edit(*edit) for edit in edits])
    began = process_time()
    assert joined(diff(before, after)) == (before, after)
    assert joined(diff_of_edits(before, changed, [edits])) == (before, changed)
    assert process_time() - began < 1


def test_texts_without_anchors_take_no_time():
    rng = random.Random(0)
    before, after = (" ".join(rng.choice(["the", "a", "of"]) for _ in range(4000)) for _ in range(2))
    began = process_time()
    assert joined(diff(before, after)) == (before, after)
    assert process_time() - began < 1


def test_long_texts_with_other_words_in_every_place_are_compared_word_by_word():
    words = ["the", "film", "of", "a", "man", "was", "good"] * 60
    before, after = " ".join(words), " ".join(word.upper() for word in words)
    segments = diff(before, after)
    assert joined(segments) == (before, after)
    assert segments[:3] == [("delete", "the"), ("insert", "THE"), ("equal", " ")]
    assert max(len(text) for _, text in segments) <= 4
