"""Tests against a limit hold their level and their power, and say how many rows decide."""

import numpy as np
import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring.limit_tests import (
    LEVEL,
    detectable_drop,
    detectable_share,
    drop_against_limit,
    drop_decided_by,
    fixed_rate_at_limit,
    power_of_drop,
    rows_for_share,
    rows_to_decide,
    score_against_limit,
    share_against_limit,
)

DRAWS = 4000


def _tables(n: int, broken: float, fixed: float) -> dict[tuple[int, int], int]:
    """How often each pair of counts is drawn."""
    drawn = np.random.default_rng(0).multinomial(n, [broken, fixed, 1 - broken - fixed], size=DRAWS)
    pairs, times = np.unique(drawn[:, :2], axis=0, return_counts=True)
    return {(int(one), int(other)): int(count) for (one, other), count in zip(pairs, times, strict=True)}


@pytest.mark.parametrize("n", [50, 300])
@pytest.mark.parametrize("limit", [0.0, 0.03, 0.1])
@pytest.mark.parametrize("fixed", [0.0, 0.03])
def test_a_drop_at_the_limit_is_rarely_above_or_below(n, limit, fixed):
    tests = [(drop_against_limit(*pair, n, limit), times) for pair, times in _tables(n, fixed + limit, fixed).items()]
    noise = 3 * np.sqrt(LEVEL * (1 - LEVEL) / DRAWS)
    assert sum(times for test, times in tests if test.above <= LEVEL) / DRAWS <= LEVEL + noise
    assert sum(times for test, times in tests if test.below <= LEVEL) / DRAWS <= LEVEL + noise


@pytest.mark.parametrize(("n", "limit", "fixed"), [(50, 0.03, 0.02), (300, 0.0, 0.02), (300, 0.03, 0.05)])
def test_a_detectable_drop_is_detected_with_the_stated_power(n, limit, fixed):
    drop = detectable_drop(fixed, n, limit)
    found = sum(
        times
        for pair, times in _tables(n, fixed + drop, fixed).items()
        if drop_against_limit(*pair, n, limit).above <= LEVEL
    )
    assert abs(found / DRAWS - 0.8) <= 0.03
    assert power_of_drop(drop, fixed, n, limit) == pytest.approx(0.8, abs=0.01)


def test_power_with_many_rows_continues_that_with_fewer():
    assert power_of_drop(0.05, 0.02, 1001, 0.03) == pytest.approx(power_of_drop(0.05, 0.02, 1000, 0.03), abs=0.03)


def test_the_rate_at_the_limit_is_the_most_likely_one():
    broken, fixed, n, limit = 12, 3, 200, 0.02
    rate = fixed_rate_at_limit(broken, fixed, n, limit)

    def likelihood(q):
        return broken * np.log(q + limit) + fixed * np.log(q) + (n - broken - fixed) * np.log(1 - 2 * q - limit)

    grid = np.linspace(0.001, 0.4, 4000)
    assert rate == pytest.approx(grid[np.argmax(likelihood(grid))], abs=2e-4)


def test_rows_to_decide_reach_the_power():
    rows = rows_to_decide(broken=0.08, fixed=0.01, limit=0.03)
    assert power_of_drop(0.07, 0.01, rows, 0.03) == pytest.approx(0.8, abs=0.06)
    assert rows_to_decide(broken=0.04, fixed=0.01, limit=0.03) is None


def test_a_share_holds_its_level():
    tests = [share_against_limit(hits, 100, 0.1) for hits in range(101)]
    chances = np.random.default_rng(1).binomial(100, 0.1, size=DRAWS)
    assert sum(tests[hits].above <= LEVEL for hits in chances) / DRAWS <= LEVEL + 0.01
    assert tests[0].below < 0.001 and tests[100].above < 0.001
    share = detectable_share(100, 0.1)
    found = np.random.default_rng(2).binomial(100, share, size=DRAWS)
    assert sum(tests[hits].above <= LEVEL for hits in found) / DRAWS == pytest.approx(0.8, abs=0.03)
    assert rows_for_share(0.1, 0.1) is None


def test_no_rows_decide_nothing():
    assert drop_against_limit(0, 0, 0, 0.03).above == drop_against_limit(0, 0, 0, 0.03).below == 1.0
    assert detectable_drop(0.0, 0, 0.03) is None
    assert score_against_limit(0.05, 0.0, 0.03).above == 0.0


@pytest.mark.parametrize(
    "call",
    [
        lambda: drop_against_limit(-1, 0, 5, 0.03),
        lambda: drop_against_limit(4, 4, 5, 0.03),
        lambda: drop_against_limit(1, 0, 5, 1.5),
        lambda: share_against_limit(6, 5, 0.1),
        lambda: share_against_limit(1, 5, 2),
    ],
)
def test_impossible_values_are_refused(call):
    with pytest.raises(UsageError):
        call()


@pytest.mark.parametrize(("n", "fixed", "level"), [(100, 0.02, 0.025), (400, 0.0225, 0.05 / 24), (1000, 0.05, 0.025)])
def test_the_drop_that_rows_decide_is_close_to_the_exact_one_and_asks_for_these_rows(n, fixed, level):
    drop = drop_decided_by(n, fixed, 0.0, level=level)
    assert drop == pytest.approx(detectable_drop(fixed, n, 0.0, level=level), rel=0.03)
    assert rows_to_decide(fixed + drop, fixed, 0.0, level=level) == pytest.approx(n, abs=2)


def test_a_few_rows_decide_no_drop():
    assert drop_decided_by(3, 0.02, 0.03) is None and drop_decided_by(100, 0.5, 0.0) is None
