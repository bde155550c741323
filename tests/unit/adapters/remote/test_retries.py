"""How long to wait before a request is sent again."""

from random import Random

import pytest

from hf_robust.adapters.remote.retries import RETRIED, Failure, Retries, retry_after

AGAIN = Failure("500", again=True)


def test_waits_are_drawn_from_the_whole_range():
    retries = Retries(draw=Random(1).random)
    for tries in (1, 2, 3, 4):
        waits = [retries.wait_after(tries, AGAIN) for _ in range(500)]
        most = 2 ** (tries - 1)
        assert max(waits) <= most and min(waits) < 0.05 * most and max(waits) > 0.95 * most
        assert sum(waits) / 500 == pytest.approx(most / 2, rel=0.1)


def test_waits_have_an_end():
    retries = Retries(tries=50, longest=10, draw=lambda: 1.0)
    assert retries.wait_after(40, AGAIN) == 10 and retries.wait_after(50, AGAIN) is None
    assert retries.wait_after(1, Failure("429", True, wait=10.0)) == 10
    assert retries.wait_after(1, Failure("429", True, wait=10.1)) is None
    assert {408, 409, 429, 500, 503, 599} <= RETRIED and not {400, 401, 404, 422, 600} & RETRIED


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0),
        ("120", 120),
        ("-5", 0),
        ("Fri, 27 Nov 2026 15:00:30 GMT", 30),
        ("Friday, 27-Nov-26 15:00:30 GMT", 30),
        ("Fri Nov 27 15:00:30 2026", 30),
        ("Fri, 27 Nov 2026 14:00:00 GMT", 0),
        ("nan", None),
        ("inf", None),
        ("", None),
        ("Fri, 99 Nov 2026 15:00:30 GMT", None),
        (None, None),
    ],
)
def test_retry_after(value, seconds):
    assert retry_after(value, now=1795791600) == seconds
