"""Intervals of shares whose cases come in clusters."""

import math

import numpy as np
import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring.clusters import clustered_share, effective_cases
from hf_robust.scoring.statistics import wilson


def clusters(rng, many, sizes, share, alike):
    """Cases of clusters, each with a share of its own: alike 0 is no cluster at all, 1 each all or none."""
    if alike in (0, 1):
        shares = np.full(many, share) if not alike else (rng.random(many) < share).astype(float)
    else:
        strength = (1 - alike) / alike
        shares = rng.beta(share * strength, (1 - share) * strength, many)
    sizes = rng.choice(sizes, many)
    values = [float(rng.random() < own) for own, size in zip(shares, sizes) for _ in range(size)]
    return values, np.repeat(np.arange(many), sizes).tolist()


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5])
@pytest.mark.parametrize("alike", [0, 0.3, 0.7, 1])
@pytest.mark.parametrize("many", [5, 12, 40])
def test_the_interval_covers(many, alike, share):
    rng = np.random.default_rng(7)
    drawn = [clusters(rng, many, [2, 8, 20], share, alike) for _ in range(200)]
    ends = [clustered_share(values, [groups]) for values, groups in drawn]
    assert np.mean([low <= share <= high for low, high in ends]) >= 0.9


def test_wilson_alone_does_not():
    rng = np.random.default_rng(7)
    drawn = [clusters(rng, 12, [2, 8, 20], 0.5, 0.7)[0] for _ in range(200)]
    ends = [wilson(int(sum(values)), len(values)) for values in drawn]
    assert np.mean([low <= 0.5 <= high for low, high in ends]) < 0.6


@pytest.mark.parametrize("right", range(0, 21, 5))
def test_cases_of_their_own_have_wilsons_interval(right):
    values = [1] * right + [0] * (20 - right)
    assert clustered_share(values) == clustered_share(values, [range(20)]) == wilson(right, 20)


@pytest.mark.parametrize("value", [0, 1])
def test_all_alike_counts_the_clusters(value):
    groups = [place // 10 for place in range(40)]
    assert effective_cases([value] * 40, groups) == pytest.approx(4)
    low, high = clustered_share([value] * 40, [groups])
    assert (low, high) == pytest.approx(wilson(4 * value, 4)) and {low, high} & {0.0, 1.0}


def test_one_failure_more_changes_little():
    groups = [place // 100 for place in range(300)]
    none, one = (clustered_share([1] * failed + [0] * (300 - failed), [groups]) for failed in (0, 1))
    assert abs(none.high - one.high) < 0.03


def test_one_large_cluster_does_not_count_as_many():
    groups = [0] * 100 + list(range(1, 10))
    assert effective_cases([1] * 109, groups) < 2


def test_the_way_that_leaves_least_counts():
    values = [1, 0] * 10
    alone, alike = list(range(20)), [place % 2 for place in range(20)]
    assert clustered_share(values, [alone, alike]) == clustered_share(values, [alike])


def test_it_stays_within_its_bounds():
    rng = np.random.default_rng(0)
    for _ in range(50):
        values, groups = clusters(rng, int(rng.integers(1, 6)), [1, 2, 30], 0.5, 0.5)
        low, high = clustered_share(values, [groups])
        assert 0 <= low <= sum(values) / len(values) <= high <= 1
        assert 1 <= effective_cases(values, groups) <= len(values)


def test_nothing_and_wrong_values():
    assert all(map(math.isnan, clustered_share([]))) and effective_cases([], []) == 0
    with pytest.raises(UsageError, match="0 to 1"):
        clustered_share([2.0])
    with pytest.raises(UsageError):
        clustered_share([1, 0], [["a"]])
