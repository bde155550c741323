"""Pairs of texts whose names or verbs other facts of the text tie."""

import pytest

from hf_robust.transforms.transformation_registry import transformations


def same(one, other):
    return {"sentence1": one, "sentence2": other, "label": "1"}


def new(name, row, seed=0):
    return transformations.get(name)().preview_row(row, None, seed=seed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Why do infections cause numbness?", "Why would infections cause numbness?"),
        ("Shares of Sony closed on the Nasdaq.", "Shares of Sony closed at 28 on the Nasdaq."),
        ("Singapore is the 12th-largest partner.", "Singapore is the 12th-largest partner there."),
        ("Israeli helicopters were there.", "There were Israeli helicopters."),
        ("What is the best way to control it?", "Which is the best way to control it?"),
        ("He is guilty of accepting cash.", "He was guilty of accepting cash."),
    ],
)
def test_what_other_facts_tie_stays(one, other):
    row = same(one, other)
    assert all(new("swap-word", row, seed) == row for seed in range(4))


def test_a_name_that_nothing_ties_changes():
    row = same("How do I find a job in Singapore?", "How can I find a job in Singapore?")
    found = " ".join(map(str, new("swap-word", row).values()))
    assert found.count("Singapore") == 1
