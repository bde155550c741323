"""Numbers for keys: those of a dict, over any pieces."""

import numpy as np
import pytest

from hf_robust.core.numbering import Numbering


@pytest.mark.parametrize("pieces", [1, 3, 50])
def test_numbers_are_those_of_a_dict(pieces):
    keys = np.random.default_rng(4).integers(0, 200, 1000).astype(np.uint64) * np.uint64(2**56 + 12345)
    numbering, numbers, firsts, start = Numbering(), [], [], 0
    for part in np.array_split(keys, pieces):
        found, first = numbering.add(part)
        numbers += found.tolist()
        firsts += (first + start).tolist()
        start += len(part)
    expected: dict[int, int] = {}
    assert numbers == [expected.setdefault(key, len(expected)) for key in keys.tolist()]
    assert [keys[place] for place in firsts] == list(expected) and len(numbering) == len(expected)


def test_nothing_to_number():
    numbering = Numbering()
    numbers, first = numbering.add(np.empty(0, np.uint64))
    assert len(numbers) == len(first) == len(numbering) == 0
