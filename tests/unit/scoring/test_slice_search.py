"""The search for weak slices: its statistics against scipy, its level, its power, and what it folds."""

import tracemalloc

import numpy as np
import pytest
from scipy import stats as scipy_stats

from hf_robust.core.errors import UsageError
from hf_robust.scoring.distinct_slices import distinct_slices
from hf_robust.scoring.slice_search import Losses, least_rows, search_slices


def wrong_rows(rng, members, rates) -> Losses:
    return Losses(np.arange(len(members)), (rng.random(len(members)) < rates).astype(float))


def members_of(rng, rows, slices, share=0.1):
    return rng.random((rows, slices)) < share


def test_means_and_effect_are_those_of_the_rows():
    rng = np.random.default_rng(0)
    members = members_of(rng, 300, 3, 0.3)
    values = rng.normal(size=300) + members[:, 1]
    tests = search_slices([Losses(np.arange(300), values)], members, permutations=50)
    for number in range(3):
        inside, outside = values[members[:, number]], values[~members[:, number]]
        assert tests.n[number] == len(inside)
        assert tests.inside[number] == pytest.approx(inside.mean())
        assert tests.outside[number] == pytest.approx(outside.mean())
        pooled = np.sqrt(
            ((len(inside) - 1) * inside.var(ddof=1) + (len(outside) - 1) * outside.var(ddof=1)) / (300 - 2)
        )
        g = (1 - 3 / (4 * 300 - 9)) * (inside.mean() - outside.mean()) / pooled
        assert tests.effect[number] == pytest.approx(g)


def test_statistic_lies_between_welch_and_one_variance_for_all():
    rng = np.random.default_rng(1)
    members = members_of(rng, 400, 5, 0.2)
    losses = wrong_rows(rng, members, np.where(members[:, 2], 0.4, 0.1))
    tests = search_slices([losses], members, permutations=50)
    inside, outside = losses.values[members[:, 2]], losses.values[~members[:, 2]]
    welch = scipy_stats.ttest_ind(inside, outside, equal_var=False).statistic
    score = (inside.mean() - outside.mean()) / np.sqrt(losses.values.var(ddof=1) * (1 / len(inside) + 1 / len(outside)))
    assert min(welch, score) < tests.statistic[2] < max(welch, score)


def test_zeros_and_ones_are_counted_as_any_numbers_are():
    rng = np.random.default_rng(2)
    members = members_of(rng, 500, 20)
    losses = wrong_rows(rng, members, 0.2)
    shifted = Losses(losses.rows, 3 + 2 * losses.values)  # no zeros and ones any more
    counted, plain = (search_slices([one], members, permutations=200, seed=5) for one in (losses, shifted))
    assert counted.statistic == pytest.approx(plain.statistic)
    assert counted.p_adjusted == pytest.approx(plain.p_adjusted, abs=0.011)


def test_planted_slice_is_first_and_its_bound_is_above_zero():
    for seed in range(5):
        rng = np.random.default_rng(seed)
        members = members_of(rng, 2000, 200, 0.06)
        tests = search_slices([wrong_rows(rng, members, np.where(members[:, 17], 0.4, 0.1))], members, seed=seed)
        found = tests.significant()
        assert tests.slice[found[0]] == 17
        assert 0 < tests.at_least[found[0]] < tests.difference[found[0]]
        assert tests.p_adjusted[found[0]] <= 0.05 and tests.critical < tests.statistic[found[0]]


def test_chance_alone_finds_no_more_than_the_level():
    members = members_of(np.random.default_rng(3), 600, 60)
    hits = naive = 0
    runs = 100
    for seed in range(runs):
        rng = np.random.default_rng(1000 + seed)
        tests = search_slices([wrong_rows(rng, members, 0.1)], members, permutations=199, seed=seed)
        hits += len(tests.significant()) > 0
        naive += bool((tests.p_value <= 0.05).any())
    assert hits <= runs * (0.05 + 2 * np.sqrt(0.05 * 0.95 / runs))
    assert naive > runs / 2  # what a test without correction would say


def test_slice_of_ten_equal_losses_has_a_finite_statistic():
    members = np.arange(200)[:, None] < np.array([[10]])
    values = np.where(np.arange(200) < 10, 1.0, np.arange(200) % 10 == 0)
    tests = search_slices([Losses(np.arange(200), values)], members, least=5, permutations=99)
    assert np.isfinite(tests.statistic[0]) and tests.p_adjusted[0] == pytest.approx(0.01)


def test_sizes_decide_what_is_looked_at():
    members = np.arange(100)[:, None] < np.array([[0, 5, 30, 70, 90, 100]])
    values = (np.arange(100) % 3 == 0).astype(float)
    losses = [Losses(np.arange(100), values)]
    assert search_slices(losses, members, permutations=9).slice.tolist() == [2, 3]
    assert search_slices(losses, members, least=5, most=1.0, permutations=9).slice.tolist() == [1, 2, 3, 4]
    assert least_rows(100) == 20 and least_rows(3001) == 31


def test_constant_losses_and_no_slices_are_no_tests():
    members = np.arange(100)[:, None] < np.array([[30, 50]])
    for values, slices in ((np.zeros(100), members), (np.arange(100.0), members[:, :0])):
        tests = search_slices([Losses(np.arange(100), values)], slices, permutations=9)
        assert len(tests) == 0 and not len(tests.significant()) and tests.detectable(0, 30) == np.inf


def test_variants_of_a_row_count_once():
    rng = np.random.default_rng(4)
    members = members_of(rng, 200, 10, 0.3)
    once = wrong_rows(rng, members, 0.3)
    thrice = Losses(np.repeat(once.rows, 3)[::-1], np.repeat(once.values, 3)[::-1])
    first, again = (search_slices([one], members, permutations=99) for one in (once, thrice))
    assert first.n.tolist() == again.n.tolist()
    assert first.statistic == pytest.approx(again.statistic)
    assert first.p_adjusted.tolist() == again.p_adjusted.tolist()


def test_several_losses_are_one_family():
    rng = np.random.default_rng(5)
    members = members_of(rng, 1000, 30)
    some = np.sort(rng.permutation(1000)[:700])
    planted = (rng.random(700) < np.where(members[some, 4], 0.6, 0.1)).astype(float)
    losses = [wrong_rows(rng, members, 0.1), Losses(some, planted), Losses(some, np.zeros(700))]
    tests = search_slices(losses, members)
    best = tests.significant()[0]
    assert (tests.loss[best], tests.slice[best]) == (1, 4)
    assert set(tests.loss.tolist()) == {0, 1} and len(tests) == 60
    alone = search_slices(losses[1:2], members)
    assert tests.critical > alone.critical  # more tests, more to pay


def test_seed_decides_the_draw():
    rng = np.random.default_rng(6)
    members = members_of(rng, 300, 20, 0.2)
    losses = [wrong_rows(rng, members, 0.3)]
    first, again, other = (search_slices(losses, members, permutations=99, seed=seed) for seed in (1, 1, 2))
    assert first.p_adjusted.tolist() == again.p_adjusted.tolist() != other.p_adjusted.tolist()


def test_by_share_finds_more_where_there_are_many():
    rng = np.random.default_rng(7)
    members = members_of(rng, 3000, 100, 0.05)
    rates = 0.1 + 0.13 * members[:, :30].sum(axis=1)
    tests = search_slices([wrong_rows(rng, members, np.minimum(rates, 1))], members)
    family, share = tests.significant(), tests.significant(by="share")
    assert set(family.tolist()) < set(share.tolist())
    assert np.mean(tests.slice[share] >= 30) <= 0.15


def test_detectable_difference_is_detected_four_times_in_five():
    members = members_of(np.random.default_rng(8), 1500, 40, 0.1)
    n = int(members[:, 0].sum())
    pilot = search_slices([wrong_rows(np.random.default_rng(0), members, 0.3)], members, permutations=199)
    rates = np.where(members[:, 0], 0.3 + pilot.detectable(0, n), 0.3)
    found = 0
    for seed in range(40):
        losses = wrong_rows(np.random.default_rng(seed), members, rates)
        tests = search_slices([losses], members, permutations=199, seed=seed)
        found += 0 in tests.slice[tests.significant()]
    assert 0.6 <= found / 40 <= 0.97


def test_smallest_difference_that_matters_is_asked_for():
    rng = np.random.default_rng(9)
    members = members_of(rng, 2000, 5)
    tests = search_slices([wrong_rows(rng, members, np.where(members[:, 0], 0.4, 0.1))], members)
    assert tests.significant(0.2).tolist() == [0] and tests.significant(0.6).tolist() == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"members": np.zeros((5, 2))}, "expected booleans"),
        ({"losses": [Losses(np.arange(4), np.zeros(5))]}, "one loss a row"),
        ({"losses": [Losses(np.arange(9), np.zeros(9))]}, "rows from 0 to 4"),
        ({"losses": [Losses(np.arange(5), np.full(5, np.nan))]}, "no finite number"),
        ({"permutations": 0}, "at least 1 permutation"),
        ({"alpha": 1.0}, "between 0 and 1"),
    ],
)
def test_wrong_input_is_refused(change, message):
    given = {"losses": [Losses(np.arange(5), np.zeros(5))], "members": np.zeros((5, 2), bool)} | change
    with pytest.raises(UsageError, match=message):
        search_slices(given.pop("losses"), given.pop("members"), **given)


def test_same_rows_under_another_name_are_folded():
    rows = np.arange(1000)
    members = np.stack([rows < 100, rows < 95, rows >= 900, (rows < 100) & (rows % 2 == 0)], axis=1)
    values = np.where((rows < 100) | (rows >= 900), rows % 5 < 2, rows % 10 == 0).astype(float)
    folded = distinct_slices([0, 1, 2, 3], members, Losses(rows, values), 3.0)
    assert [(one.slice, one.also) for one in folded] == [(0, [1, 3]), (2, [])]


def test_larger_slice_is_folded_when_nothing_is_left_without_the_better_one():
    rows = np.arange(2000)
    weak = rows < 100
    values = np.where(weak, rows % 2, rows % 10 == 0).astype(float)
    holds_it = rows < 400
    own_fault = (rows < 100) | (rows >= 1800)
    values[rows >= 1800] = (rows[rows >= 1800] % 2).astype(float)
    members = np.stack([weak, holds_it, own_fault], axis=1)
    folded = distinct_slices([0, 1, 2], members, Losses(rows, values), 3.0)
    assert [(one.slice, one.also) for one in folded] == [(0, [1]), (2, [])]


def test_slices_of_other_kinds_are_not_folded():
    rows = np.arange(500)
    members = np.stack([rows < 100, rows < 100], axis=1)
    values = np.where(rows < 100, rows % 2, rows % 10 == 0).astype(float)
    losses = Losses(rows, values)
    assert [one.slice for one in distinct_slices([0, 1], members, losses, 3.0, ["text", "gold"])] == [0, 1]


@pytest.mark.parametrize("share", [1.0, 0.9])
def test_memory_does_not_grow_with_the_number_of_losses(share):
    rng = np.random.default_rng(7)
    members = members_of(rng, 8000, 100)
    rows = np.flatnonzero(rng.random(8000) < share)

    def peak(losses):
        tracemalloc.start()
        try:
            search_slices([Losses(rows, rng.normal(size=len(rows))) for _ in range(losses)], members, permutations=3)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(30) - peak(2) < 8 * members.nbytes
