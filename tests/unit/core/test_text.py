"""Surrogates replaced, or joined to what they are halves of."""

import pytest

from hf_robust.core.text import join_surrogates, replace_surrogates

HIGH, LOW, MARK = "\ud83d", "\ude00", "\ufffd"


@pytest.mark.parametrize(
    "text", ["", "plain", "naïve 😀", "a\x00b", HIGH, f"{HIGH}{LOW}", f"x {LOW}{HIGH} y", "é" + LOW]
)
def test_offsets_stay_and_it_can_be_encoded(text):
    replaced = replace_surrogates(text)
    assert len(replaced) == len(text) == len(replaced.encode().decode())
    assert all(new in (old, MARK) for old, new in zip(text, replaced))


def test_pairs_are_joined():
    assert join_surrogates(f"a{HIGH}{LOW}b{LOW}é") == f"a😀b{MARK}é"
