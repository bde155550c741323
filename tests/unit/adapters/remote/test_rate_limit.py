"""Limits: at once, a minute, tokens; halving and growing back."""

import asyncio

import pytest
from remote_samples import FakeClock

from hf_robust.adapters.remote.rate_limit import RateLimit, RequestLimits, RequestSlot
from hf_robust.core.errors import UsageError


def times(limit, clock, tokens):
    async def all_times():
        found = []
        for number in tokens:
            async with limit.slot(number):
                found.append(clock.seconds() - 1000)
        return found

    return asyncio.run(all_times())


def test_requests_and_tokens_a_minute():
    clock = FakeClock()
    assert times(RateLimit(RequestLimits(per_minute=120), clock), clock, [1] * 4) == [0, 0.5, 1, 1.5]
    clock = FakeClock()
    limit = RateLimit(RequestLimits(per_minute=120, tokens_per_minute=600), clock)
    assert times(limit, clock, [10, 100, 1, 1]) == [0, 1, 11, 11.5]
    clock = FakeClock()
    limit = RateLimit(RequestLimits(tokens_per_minute=600), clock)
    times(limit, clock, [10])
    limit.succeeded(tokens_more=20)
    assert times(limit, clock, [10]) == [3]


def test_a_429_halves_all_limits_once_for_all_requests_of_that_time():
    clock = FakeClock()
    limit = RateLimit(RequestLimits(concurrency=16, per_minute=60), clock)
    for _ in range(5):
        limit.refused(RequestSlot(0), None)
    assert limit.concurrency == 8
    limit.refused(RequestSlot(1), 30.0)
    assert limit.concurrency == 4
    assert times(limit, clock, [1] * 3) == [30, 30, 30] or times(limit, clock, [1]) >= [30]
    for halvings in range(2, 20):
        limit.refused(RequestSlot(halvings), None)
    assert limit.concurrency == 1


def test_limits_grow_back_to_the_full_ones():
    limit = RateLimit(RequestLimits(concurrency=8), FakeClock())
    limit.refused(RequestSlot(0), None)
    seen = []
    for _ in range(100):
        limit.succeeded()
        seen.append(limit.concurrency)
    assert seen[:9] == [4] * 9 and seen == sorted(seen) and seen[-1] == 8


@pytest.mark.parametrize(
    "wrong",
    [{"concurrency": 0}, {"concurrency": 1.5}, {"per_minute": 0}, {"tokens_per_minute": -1}, {"timeout": None}],
)
def test_limits_are_positive(wrong):
    with pytest.raises(UsageError, match="must be a"):
        RequestLimits(**wrong)
