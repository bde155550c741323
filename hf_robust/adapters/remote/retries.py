"""Which failures are tried again, and after how long."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from random import Random

RETRIED = frozenset({408, 409, 429, *range(500, 600)})
"""Status codes after which a request is sent again; other codes from 300 are final."""


_PAYMENT_REQUIRED = 402  # a status code
_UNPAID_CODE = re.compile(
    r"insufficient_?(?:quota|balance|credit|fund)|exceeded_current_quota|billing|payment|credit_?balance|arrearage",
    re.I,
)
_UNPAID_MESSAGE = re.compile(r"credit balance is too low|insufficient (?:account )?(?:balance|credits?|funds)", re.I)
_TOO_MANY = 429  # a status code; messages of such replies mention billing also where waiting helps


@dataclass(frozen=True)
class Failure:
    """A try without a usable answer.

    Args:
        reason: What happened.
        again: Whether another try may help.
        http_status: What the server replied; None without a reply.
        wait: Seconds that the server wants to be left alone; None when it did not say.
        body: The JSON that the server sent, if any.
        unclear: Whether the server may have made an answer, which it may charge.
        unpaid: Whether the account has no credit or quota left, so that all other requests fail as well.
    """

    reason: str
    again: bool
    http_status: int | None = None
    wait: float | None = None
    body: object = None
    unclear: bool = False
    unpaid: bool = False


@dataclass(frozen=True)
class Retries:
    """How often a request is sent and how long it waits in between: full-jitter exponential backoff.

    The wait before try ``n + 1`` is drawn evenly from 0 to ``base * 2 ** (n - 1)`` seconds, at most ``longest``.

    Args:
        tries: How often a request is sent at most.
        base: Seconds of the longest first wait.
        longest: Seconds of the longest wait. A request ends when the server asks for a longer one.
        draw: Draws a number from 0 to 1; for tests.

    Example:
        >>> retries = Retries(draw=lambda: 1.0)
        >>> [retries.wait_after(n, Failure("time-out", again=True)) for n in (1, 2, 3, 4, 5)]
        [1.0, 2.0, 4.0, 8.0, None]
        >>> retries.wait_after(1, Failure("429", again=True, wait=30.0)), retries.wait_after(1, Failure("400", False))
        (30.0, None)
    """

    tries: int = 5
    base: float = 1.0
    longest: float = 120.0
    draw: Callable[[], float] = Random().random

    def wait_after(self, tries: int, failure: Failure) -> float | None:
        """Seconds to wait before the next try; None when there is none.

        Args:
            tries: How often the request was sent.
            failure: The last one.
        """
        asked = failure.wait or 0.0
        if not failure.again or tries >= self.tries or asked > self.longest:
            return None
        return max(asked, self.draw() * min(self.longest, self.base * 2 ** (tries - 1)))


def is_unpaid(http_status: int, body: object, said: str) -> bool:
    """Return whether a server refuses a request because the account has no credit or quota left.

    Providers say so with status 402, or with a code such as ``insufficient_quota`` or ``billing_hard_limit_reached``
    and another status, often 429. A retry never helps then.

    Args:
        http_status: The status code.
        body: The JSON that the server sent.
        said: The message of the error.

    Example:
        >>> is_unpaid(429, {"error": {"code": "insufficient_quota"}}, ""), is_unpaid(402, None, "")
        (True, True)
        >>> is_unpaid(429, {"error": {"code": "rate_limit_exceeded"}}, "check your plan and billing details")
        False
    """
    if http_status == _PAYMENT_REQUIRED:
        return True
    if not 400 <= http_status < 500:
        return False
    inner = body.get("error") if isinstance(body, Mapping) else None
    codes = [one.get(name) for one in (body, inner) if isinstance(one, Mapping) for name in ("code", "type", "status")]
    if any(isinstance(code, str) and _UNPAID_CODE.search(code) for code in codes):
        return True
    return http_status != _TOO_MANY and _UNPAID_MESSAGE.search(said) is not None


def retry_after(value: str | None, now: float) -> float | None:
    """Seconds that a header ``Retry-After`` asks to wait.

    Args:
        value: The header: seconds or an HTTP date (RFC 9110, section 10.2.3); None without one.
        now: Seconds since 1970.

    Returns:
        At least 0; None without a header that can be read.

    Example:
        >>> retry_after("2.5", 0), retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 20), retry_after("soon", 0)
        (2.5, 40.0, None)
    """
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            date = parsedate_to_datetime(value)
        except (ValueError, TypeError, OverflowError):
            return None
        seconds = (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp() - now
    return max(0.0, seconds) if abs(seconds) < float("inf") else None
