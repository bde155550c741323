"""The error of a run with more unanswered inputs than allowed says what to do."""

from collections import Counter
from types import SimpleNamespace

import pytest

from hf_robust.adapters.request_failures import check_failures
from hf_robust.core.errors import UnansweredError


def model(reason, stored=False):
    return SimpleNamespace(failures=Counter({reason: 2}), keeps_answers=stored)


@pytest.mark.parametrize(
    ("reason", "stored", "advice"),
    [
        ("HTTP 400: 'maximum context length'", True, "refuses such inputs.*`max_errors` 0.08"),
        ("HTTP 413: too large", False, "refuses such inputs.*`max_errors` 0.08"),
        ("HTTP 429: quota", True, "All other answers are stored: run the same command again to ask only for these 2"),
        ("HTTP 500: error", False, "Give `cache_dir` to store the answers"),
        ("time-out", False, "Give `cache_dir` to store the answers"),
    ],
)
def test_the_advice_goes_with_the_reason(reason, stored, advice):
    with pytest.raises(UnansweredError, match=advice):
        check_failures(model(reason, stored), 2, 26, 0.01, cached=False)
