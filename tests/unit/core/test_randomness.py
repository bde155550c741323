"""Randomness that belongs to the row."""

from collections import Counter

import pytest

from hf_robust.core.randomness import RandomSource, RowRandom, row_id, row_rng


def rngs(count):
    return (RowRandom(str(n).encode()) for n in range(count))


def chi_square(counts, size, total):
    expected = total / size
    return sum((counts[value] - expected) ** 2 / expected for value in range(size))


@pytest.mark.parametrize("size", [2, 3, 7, 26, 100])
def test_randrange_is_even(size):
    total = 20_000
    counts = Counter(rng.randrange(size) for rng in rngs(total))
    assert set(counts) == set(range(size))
    freedom = size - 1
    assert chi_square(counts, size, total) < freedom + 6 * (2 * freedom) ** 0.5


def test_permuted_is_even_and_complete():
    counts = Counter(tuple(rng.permuted("abc")) for rng in rngs(12_000))
    assert len(counts) == 6 and all(1800 < count < 2200 for count in counts.values())
    assert sorted(RowRandom(b"x").permuted(range(50))) == list(range(50))


def test_random_lies_in_the_unit_interval():
    values = [rng.random() for rng in rngs(5000)]
    assert all(0 <= value < 1 for value in values) and 0.48 < sum(values) / 5000 < 0.52


def test_more_than_one_block():
    rng, again = RowRandom(b"x"), RowRandom(b"x")
    values = [rng.randrange(2**64) for _ in range(100)]
    assert values == [again.randrange(2**64) for _ in range(100)]
    assert len(set(values)) == 100
    assert values[:8] != values[8:16] != values[16:24]


def test_sample_has_no_repetition():
    for rng in rngs(200):
        found = rng.sample(range(10), 7)
        assert len(set(found)) == 7 and set(found) <= set(range(10))
    with pytest.raises(ValueError, match="cannot sample 3 of 2"):
        RowRandom(b"").sample([1, 2], 3)


def test_shuffle_choice_and_randint():
    items = list(range(20))
    RowRandom(b"x").shuffle(items)
    assert sorted(items) == list(range(20)) != items
    assert {rng.choice("ab") for rng in rngs(50)} == {"a", "b"}
    assert {rng.randint(3, 5) for rng in rngs(100)} == {3, 4, 5}
    with pytest.raises(IndexError):
        RowRandom(b"").choice([])
    with pytest.raises(ValueError, match="at least 1"):
        RowRandom(b"").randrange(0)


def test_every_part_of_the_key_counts():
    keys = [
        (1, "a@1", "r", "text", 0),
        (2, "a@1", "r", "text", 0),
        (1, "a@2", "r", "text", 0),
        (1, "a@1", "q", "text", 0),
        (1, "a@1", "r", "other", 0),
        (1, "a@1", "r", "text", 1),
    ]
    values = [row_rng(*key).random() for key in keys]
    assert len(set(values)) == len(keys)
    assert row_rng(*keys[0]).random() == values[0] == RandomSource(1, "a@1", "text").row("r").random()


def test_row_id():
    assert row_id(["a", "b"]) != row_id(["ab"]) != row_id(["b", "a"])
    assert len(row_id([""])) == 16 and row_id(["\ud83d"]) == row_id(["\ud83d"])
