import math
import time

import numpy as np
import pytest
from scipy import stats as scipy_stats

from hf_robust.core.errors import UsageError
from hf_robust.scoring import (
    ACCURACY,
    SEQEVAL_F1,
    bootstrap,
    holm,
    mcnemar,
    paired_bootstrap,
    paired_permutation_p,
    statistics,
    wilson,
)

mean = ACCURACY.aggregate


def _column(values) -> np.ndarray:
    values = np.asarray(values, dtype=float)
    return np.column_stack([values, np.ones(len(values))])


@pytest.mark.parametrize(("broken", "mended"), [(0, 1), (8, 1), (5, 5), (0, 40), (130, 101), (480, 520), (0, 1000)])
def test_mcnemar_equals_the_exact_binomial_test(broken, mended):
    expected = scipy_stats.binomtest(broken, broken + mended, 0.5).pvalue
    assert mcnemar(broken, mended) == pytest.approx(expected, rel=1e-9)
    assert mcnemar(mended, broken) == mcnemar(broken, mended)


@pytest.mark.parametrize(("broken", "mended"), [(501, 500), (600, 500), (3000, 2800), (750, 750)])
def test_mcnemar_of_many_rows_equals_the_corrected_chi_square(broken, mended):
    chi_square = max(abs(broken - mended) - 1, 0) ** 2 / (broken + mended)
    assert mcnemar(broken, mended) == pytest.approx(scipy_stats.chi2.sf(chi_square, 1), rel=1e-9)
    exact = scipy_stats.binomtest(broken, broken + mended, 0.5).pvalue
    assert mcnemar(broken, mended) == pytest.approx(exact, abs=2e-3)


def test_mcnemar_edges():
    assert mcnemar(0, 0) == 1.0
    assert mcnemar(np.int64(8), np.int64(1)) == 0.0390625
    with pytest.raises(UsageError, match="broken=-1"):
        mcnemar(-1, 3)


def test_holm_equals_values_worked_out_by_hand():
    # Sorted .005 .01 .03 .04 times 4 3 2 1 = .02 .03 .06 .04; the last is lifted to .06.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.6]) == [1.0, 1.0]
    assert holm([None, 0.02, None]) == [None, 0.02, None]
    assert holm([]) == []


@pytest.mark.parametrize("wrong", [-0.1, 1.1, math.nan])
def test_holm_refuses_what_is_no_p_value(wrong):
    with pytest.raises(UsageError, match="at position 1"):
        holm([0.5, wrong])


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
@pytest.mark.parametrize(("successes", "n"), [(0, 10), (1, 10), (8, 10), (10, 10), (450, 1000)])
def test_wilson_equals_scipy(successes, n, confidence):
    expected = scipy_stats.binomtest(successes, n).proportion_ci(confidence, method="wilson")
    assert wilson(successes, n, confidence) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_wilson_edges():
    assert all(math.isnan(end) for end in wilson(0, 0))
    assert wilson(0, 5).low == 0.0
    assert wilson(5, 5).high == 1.0
    with pytest.raises(UsageError, match="successes=3, n=2"):
        wilson(3, 2)


def test_bootstrap_of_a_share_approaches_the_normal_interval():
    low, high = bootstrap(_column([1] * 700 + [0] * 300), mean, resamples=20_000)
    half = 1.96 * math.sqrt(0.7 * 0.3 / 1000)
    assert (low, high) == pytest.approx((0.7 - half, 0.7 + half), abs=0.003)


def test_many_equal_rows_and_distinct_rows_are_resampled_alike():
    # Both ways to draw must give one distribution: compare the spread of means of 400 rows.
    few = np.repeat([0.0, 1.0], 200)
    distinct = few + np.linspace(0, 1e-6, 400)
    widths = [np.ptp(bootstrap(_column(values), mean, resamples=20_000)) for values in (few, distinct)]
    assert widths[0] == pytest.approx(2 * 1.96 * 0.5 / 20, rel=0.05)
    assert widths[1] == pytest.approx(widths[0], rel=0.05)


def test_the_interval_covers_the_true_drop_about_as_often_as_it_says():
    rng, inside, rounds, n = np.random.default_rng(5), 0, 300, 150
    for i in range(rounds):
        before = rng.random(n) < 0.9
        after = np.where(rng.random(n) < 0.8, before, rng.random(n) < 0.4)
        low, high = paired_bootstrap(_column(before), _column(after), mean, resamples=400, seed=i)
        inside += low <= 0.2 * (0.9 - 0.4) <= high
    assert 0.90 <= inside / rounds <= 0.98


def test_pairing_makes_the_interval_narrower_than_two_separate_samples():
    before = np.repeat([1.0, 0.0], 100)
    after = before.copy()
    after[:10] = 0
    paired = np.ptp(paired_bootstrap(_column(before), _column(after), mean))
    shuffled = np.random.default_rng(0).permutation(after)
    assert paired < 0.7 * np.ptp(paired_bootstrap(_column(before), _column(shuffled), mean))


def test_the_interval_depends_on_the_seed_only_and_not_on_the_order_of_rows():
    rng = np.random.default_rng(1)
    before, after = _column(rng.random(60) < 0.9), _column(rng.random(60) < 0.6)
    order = rng.permutation(60)
    first = paired_bootstrap(before, after, mean, seed=3)
    assert first == paired_bootstrap(before[order], after[order], mean, seed=3)
    assert first != paired_bootstrap(before, after, mean, seed=4)


def test_global_random_state_is_left_alone():
    state = np.random.get_state()[1].tolist()
    stats = _column([0, 1, 1])
    bootstrap(stats, mean)
    paired_permutation_p(stats, stats[::-1], mean)
    assert np.random.get_state()[1].tolist() == state


def test_identical_sides_give_a_zero_interval_and_no_evidence():
    stats = np.array([[2.0, 3.0, 2.0], [0.0, 1.0, 1.0], [1.0, 1.0, 1.0]])
    assert paired_bootstrap(stats, stats, SEQEVAL_F1.aggregate) == (0.0, 0.0)
    assert paired_permutation_p(stats, stats, SEQEVAL_F1.aggregate) == 1.0


def test_no_rows_and_one_row():
    empty, one = np.empty((0, 2)), np.array([[1.0, 1.0]])
    assert all(math.isnan(end) for end in paired_bootstrap(empty, empty, mean))
    assert paired_permutation_p(empty, empty, mean) is None
    assert paired_bootstrap(one, one * [0, 1], mean) == (1.0, 1.0)
    assert paired_permutation_p(one, one * [0, 1], mean) == 1.0


def test_an_aggregate_that_is_never_defined_gives_nan():
    zero = np.zeros((4, 2))
    assert all(math.isnan(end) for end in paired_bootstrap(zero, zero, mean))
    assert paired_permutation_p(zero, zero, mean) is None


@pytest.mark.parametrize("repeats", [1, 5])
def test_permutation_p_equals_scipys(repeats):
    # repeats=1: distinct rows, one coin each; repeats=5: groups of equal rows, binomial draws.
    rng = np.random.default_rng(8)
    before = np.repeat(rng.random(30), repeats)
    after = before - np.repeat(rng.normal(0.03, 0.1, 30).round(2), repeats)
    expected = scipy_stats.permutation_test(
        (before, after),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=20_000,
        rng=np.random.default_rng(0),
    ).pvalue
    assert paired_permutation_p(_column(before), _column(after), mean) == pytest.approx(expected, abs=0.015)


def test_permutation_p_of_right_and_wrong_rows_is_close_to_mcnemar():
    before = [1] * 15 + [0] * 5 + [1] * 80
    after = [0] * 15 + [1] * 5 + [1] * 80
    p = paired_permutation_p(_column(before), _column(after), mean, permutations=40_000)
    assert p == pytest.approx(mcnemar(15, 5), abs=0.005)


def test_permutation_p_is_uniform_when_nothing_differs():
    rng = np.random.default_rng(2)
    values = [
        paired_permutation_p(_column(rng.random(40)), _column(rng.random(40)), mean, 400, seed) for seed in range(300)
    ]
    assert scipy_stats.kstest(values, "uniform").pvalue > 0.01


def test_wrong_arguments_are_named():
    stats = _column([1, 0])
    with pytest.raises(UsageError, match=r"shape \(2, 2\), perturbed_stats \(3, 2\)"):
        paired_bootstrap(stats, _column([1, 0, 1]), mean)
    with pytest.raises(UsageError, match=r"found shape \(2,\)"):
        bootstrap(np.ones(2), mean)
    with pytest.raises(UsageError, match="found 95"):
        bootstrap(stats, mean, confidence=95)
    with pytest.raises(UsageError, match="at least 1 resample, found 0"):
        bootstrap(stats, mean, resamples=0)


def test_two_thousand_distinct_rows_take_well_below_a_second():
    rng = np.random.default_rng(0)
    before, after = _column(rng.random(2000)), _column(rng.random(2000))
    seconds = []
    for _ in range(3):
        start = time.process_time()
        paired_bootstrap(before, after, mean)
        seconds.append(time.process_time() - start)
    assert min(seconds) < 0.8


def test_memory_stays_bounded_for_a_hundred_thousand_rows():
    import tracemalloc

    values = np.random.default_rng(0).random(100_000)
    stats = _column(values)
    tracemalloc.start()
    bootstrap(stats, mean, resamples=60)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200e6


@pytest.mark.parametrize("rows", [1, 7, 40, 41])
def test_equal_rows_are_found_some_at_a_time(rows, monkeypatch):
    stats = np.random.default_rng(rows).integers(0, 3, (rows, 3)) / 2
    expected = np.unique(stats, axis=0, return_counts=True)
    monkeypatch.setattr(statistics, "_SORTED_AT_ONCE", 10)
    groups, counts = statistics._equal_rows(stats)
    assert np.array_equal(groups, expected[0]) and np.array_equal(counts, expected[1])
