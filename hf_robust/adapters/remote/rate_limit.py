"""Limits of what is sent: requests at once, requests a minute, tokens a minute; they halve when the server says 429."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from hf_robust.adapters.remote.clock import Clock
from hf_robust.core.checks import is_number, whole_number
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted

_MINUTE = 60.0  # seconds
_STEPS = 10  # successful requests at the limit that give back a tenth of it, as in additive increase


@dataclass(frozen=True)
class RequestLimits:
    """What a server allows.

    Args:
        concurrency: Requests that are on their way at once.
        per_minute: Requests a minute, sent at even distances; None for no limit.
        tokens_per_minute: Tokens of prompts and answers a minute; None for no limit.
        timeout: Seconds that a request may take in all.

    Raises:
        UsageError: A limit is not positive.

    Example:
        >>> RequestLimits(concurrency=16, per_minute=600).timeout
        120.0
    """

    concurrency: int = 8
    per_minute: float | None = None
    tokens_per_minute: float | None = None
    timeout: float = 120.0

    def __post_init__(self) -> None:
        whole_number(self.concurrency, "concurrency", 1)
        for name in ("per_minute", "tokens_per_minute", "timeout"):
            value = getattr(self, name)
            if not (value is None and name != "timeout") and not (is_number(value) and 0 < value < float("inf")):
                raise UsageError(f"{name} must be a positive number, found {quoted(value)}")


class _Pace:
    """A number of units a minute, spent at even distances.

    Args:
        rate: Units a minute; None for no limit.
    """

    def __init__(self, rate: float | None):
        self._most = self._rate = rate
        self.free_at = 0.0  # when the next units may be spent

    def spend(self, units: float, start: float) -> None:
        """Count units that are spent at a time."""
        if self._rate is not None:
            self.free_at = start + units * _MINUTE / self._rate

    def correct(self, units: float) -> None:
        """Count units that were not known when they were spent; negative ones are given back."""
        if self._rate is not None:
            self.free_at += units * _MINUTE / self._rate

    def scale(self, share: float) -> None:
        """Set the rate to a share of the full one."""
        if self._most is not None:
            self._rate = self._most * share


@dataclass(frozen=True)
class RequestSlot:
    """The permission to send one request.

    Args:
        halvings: How often the limits had been halved when it was given.
    """

    halvings: int


class RateLimit:
    """Lets requests pass within limits.

    A 429 halves all limits. Requests that were sent before the last halving do not halve them again, because one burst
    of refusals has one cause. After successful requests the limits grow back by a tenth at a time.

    Args:
        limits: The full limits.
        clock: For tests.

    Example:
        >>> limit = RateLimit(RequestLimits(concurrency=8))
        >>> limit.refused(RequestSlot(0), wait=2.0)
        >>> limit.concurrency
        4
    """

    def __init__(self, limits: RequestLimits, clock: Clock | None = None):
        self._limits, self._clock = limits, clock or Clock()
        self._requests, self._tokens = _Pace(limits.per_minute), _Pace(limits.tokens_per_minute)
        self._share = 1.0
        self._halvings = self._successes = self._busy = 0
        self._closed_until = 0.0
        self._freed = asyncio.Condition()

    @property
    def concurrency(self) -> int:
        """Requests that may be on their way now."""
        return max(1, int(self._limits.concurrency * self._share))

    def restart(self) -> None:
        """Make it usable in the event loop that runs now; the limits stay as they are."""
        self._freed, self._busy = asyncio.Condition(), 0

    @asynccontextmanager
    async def slot(self, tokens: int) -> AsyncIterator[RequestSlot]:
        """Wait until a request may be sent, and keep its place while the block runs.

        Args:
            tokens: Estimate of the tokens of prompt and answer.
        """
        async with self._freed:
            await self._freed.wait_for(lambda: self._busy < self.concurrency)
            self._busy += 1
        try:
            start = max(self._clock.seconds(), self._requests.free_at, self._tokens.free_at)
            self._requests.spend(1, start)
            self._tokens.spend(tokens, start)
            while (wait := max(start, self._closed_until) - self._clock.seconds()) > 0:
                await self._clock.sleep(wait)
            yield RequestSlot(self._halvings)
        finally:
            self._busy -= 1
            async with self._freed:
                self._freed.notify_all()

    def succeeded(self, tokens_more: int = 0) -> None:
        """Count an answer.

        Args:
            tokens_more: Tokens that were used beyond the estimate; negative for fewer.
        """
        self._tokens.correct(tokens_more)
        self._successes += 1
        if self._share < 1 and self._successes >= max(_STEPS, self.concurrency):
            self._set_share(min(1.0, self._share + 1 / _STEPS))

    def refused(self, slot: RequestSlot, wait: float | None) -> None:
        """Halve the limits after a 429.

        Args:
            slot: Of the refused request.
            wait: Seconds for which the server wants no request; None when it did not say.
        """
        if wait is not None:
            self._closed_until = max(self._closed_until, self._clock.seconds() + wait)
        if slot.halvings == self._halvings:
            self._halvings += 1
            self._set_share(self._share / 2)

    def _set_share(self, share: float) -> None:
        self._share, self._successes = share, 0
        self._requests.scale(share)
        self._tokens.scale(share)
