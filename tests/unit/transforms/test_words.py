"""Misspellings: the recorded ones, in the case of the word."""

import pytest

from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import match_case
from hf_robust.transforms.words import Misspelling


def test_misspellings_are_the_recorded_ones():
    table = lexicon("misspellings")
    for word, forms in list(table.items())[::97]:
        found = {Misspelling(count=1).preview(word, seed=seed) for seed in range(20)}
        assert found <= set(forms) and word not in found
        assert {w.lower() for w in (Misspelling(count=1).preview(word.title(), seed=s) for s in range(5))} <= set(forms)
    assert Misspelling().preview("Qwrtz zzz") == "Qwrtz zzz"
    assert Misspelling(rate=1.0).preview("DEFINITELY").isupper()


@pytest.mark.parametrize(
    ("source", "new", "expected"),
    [
        ("good", "fine", "fine"),
        ("Good", "fine", "Fine"),
        ("GOOD", "fine", "FINE"),
        ("I", "you", "You"),
        ("eBook", "film", "film"),
        ("A", "an", "An"),
        ("Don", "o'neil", "O'neil"),
    ],
)
def test_match_case(source, new, expected):
    assert match_case(source, new) == expected
