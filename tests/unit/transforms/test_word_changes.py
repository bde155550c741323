"""Changes of a word by the word alone."""

import tracemalloc

import pytest

from hf_robust.transforms.transformation_registry import transformations
from hf_robust.transforms.word_changes import WordChange

CHANGES = list(transformations.select(lambda cls: issubclass(cls, WordChange)))


def peak(change, length):
    """Most memory in bytes that the spots of a word of so many letters take."""
    word = "abcde" * (length // 5)
    change.spots("warm")
    tracemalloc.start()
    spots = change.spots(word)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert spots is not None
    return most


@pytest.mark.parametrize("cls", CHANGES, ids=lambda cls: cls.name)
def test_memory_grows_linearly_with_the_length_of_a_word(cls):
    change = cls()
    assert peak(change, 20_000) < 3 * peak(change, 10_000) + 100_000


def test_there_are_such_changes():
    assert {"keyboard", "bidi-control"} <= {cls.name for cls in CHANGES}
