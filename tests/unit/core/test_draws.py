"""One definition of a draw: both forms agree bit for bit, and draws are as even and independent as Python's."""

import random

import numpy as np
import pytest
from scipy import stats

from hf_robust.core.randomness import Draws, RandomSource, RowRandom, mix, mix_all, row_id, row_key

SIZE = 100_000
ALPHA = 1e-4


@pytest.fixture(scope="module")
def keys():
    return np.random.default_rng(0).integers(0, 2**64, SIZE, dtype=np.uint64)


def columns_of(draws):
    """Draws of neighboring rows, of forks, and of other transformations, fields, seeds and variants."""
    ids = [f"row {number}" for number in range(20_000)]
    rows = np.array([row_key(name) for name in ids], np.uint64)
    streams = {
        "rows": RandomSource(0, "keyboard@2", "text").rows(rows),
        "other seed": RandomSource(1, "keyboard@2", "text").rows(rows),
        "other transformation": RandomSource(0, "ocr@2", "text").rows(rows),
        "other field": RandomSource(0, "keyboard@2", "hypothesis").rows(rows),
        "other variant": RandomSource(0, "keyboard@2", "text", 1).rows(rows),
        "plain numbers": RandomSource(0, "keyboard@2", "text").rows(np.arange(20_000, dtype=np.uint64)),
    }
    first = streams["rows"]
    forks = {"fork 0": first.fork(0), "fork 1": first.fork(1), "fork of a fork": first.fork(0).fork(0)}
    return {**{name: draws(s) for name, s in (streams | forks).items()}, "next draw": first.random(1)}


def test_both_forms_agree_bit_for_bit(keys):
    draws = Draws(keys)
    stops = (keys % np.uint64(1000)).astype(np.int64) + 1
    parts = keys % np.uint64(7)
    found = [draws.bits(2), draws.fork(parts).bits(), draws.randrange(stops, 1), draws.random()]
    rows = [RowRandom(key) for key in keys.tolist()]
    drawn = [(row.random(), row.randrange(stop), row.bits()) for row, stop in zip(rows, stops.tolist(), strict=True)]
    assert found[0].tolist() == [bits for _, _, bits in drawn]
    assert found[1].tolist() == [row.fork(part).bits() for row, part in zip(rows, parts.tolist(), strict=True)]
    assert found[2].tolist() == [number for _, number, _ in drawn]
    assert found[3].tolist() == [value for value, _, _ in drawn]


def test_rows_of_a_source_agree_with_one_row():
    source = RandomSource(7, "typos@2", "text")
    ids = [row_id([str(n)]) for n in range(50)] + ["", "a", "0" * 16, "F" * 16, "\ud83d", "g" * 16]
    keys = np.array([row_key(name) for name in ids], np.uint64)
    assert source.rows(keys).bits().tolist() == [source.row(name).bits() for name in ids]
    assert row_key(row_id(["text"])) == int(row_id(["text"]), 16)
    assert len(set(keys.tolist())) == len(ids)


@pytest.mark.parametrize("size", [0, 1, 2, 15, 16, 17, 40, 3000])
def test_order_is_the_same_for_few_and_for_many(size):
    rng, one = RowRandom(5), RowRandom(5)
    draws = [one.bits() for _ in range(size)]
    assert rng.order(size) == sorted(range(size), key=draws.__getitem__)
    assert rng.bits() == one.bits()


def test_a_fork_does_not_depend_on_what_was_drawn():
    rng = RowRandom(b"row")
    before = rng.fork(3).bits()
    rng.order(40)
    assert rng.fork(3).bits() == before != rng.fork(4).bits()


def test_large_ranges_are_drawn_from_all_bits():
    values = [RowRandom(n).randrange(2**64) for n in range(200)]
    assert len(set(values)) == 200 and max(values) > 2**63
    assert RowRandom(1).randrange(2**32) == RowRandom(1).bits() >> 32


def test_one_bit_of_the_key_changes_half_of_the_bits():
    keys = np.random.default_rng(1).integers(0, 2**64, 2000, dtype=np.uint64)
    for bit in range(64):
        changed = mix_all(keys) ^ mix_all(keys ^ np.uint64(1 << bit))
        assert 31 < np.unpackbits(changed.view(np.uint8)).sum() / len(changed) < 33
    assert [mix(int(key)) for key in keys[:50]] == mix_all(keys[:50]).tolist()


def _p_values(values):
    """Of uniform values: their spread over cells, their lowest bits, and that each says nothing of the next."""
    cells = np.bincount((values * 100).astype(int), minlength=100)
    low = np.bincount((values * 2**53).astype(np.int64) & 63, minlength=64)
    return [
        stats.chisquare(cells).pvalue,
        stats.chisquare(low).pvalue,
        stats.kstest(values, "uniform").pvalue,
        stats.spearmanr(values[:-1], values[1:]).pvalue,
    ]


def _cross_p_value(left, right):
    """Of two columns of uniform values: whether one says something of the other."""
    table = np.bincount((left * 10).astype(int) * 10 + (right * 10).astype(int), minlength=100)
    return stats.chisquare(table).pvalue


def test_draws_are_as_uniform_as_those_of_python():
    python = random.Random(0)
    found = columns_of(Draws.random)
    for name, values in found.items():
        assert min(_p_values(values)) > ALPHA, name
    assert min(_p_values(np.array([python.random() for _ in range(20_000)]))) > ALPHA
    assert min(_p_values(np.array([r.random() for r in map(random.Random, range(20_000))]))) > ALPHA


def test_rows_transformations_fields_variants_and_forks_are_independent():
    found = columns_of(Draws.random)
    names = list(found)
    for place, left in enumerate(names):
        for right in names[place + 1 :]:
            assert _cross_p_value(found[left], found[right]) > ALPHA, (left, right)


def test_the_words_of_a_text_come_in_every_order_alike():
    draws = Draws(mix_all(np.arange(60_000, dtype=np.uint64)))
    order = np.argsort(np.stack([draws.bits(word) for word in range(4)]), axis=0)
    counts = np.bincount(order.T @ np.array([64, 16, 4, 1]))
    counts = counts[counts > 0]
    assert len(counts) == 24 and stats.chisquare(counts).pvalue > ALPHA
