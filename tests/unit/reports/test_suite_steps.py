"""What a report advises to do next."""

from types import SimpleNamespace

import pytest

from hf_robust.reports.suite_steps import _rows_command

_ASKED = "hf-robust run --task sts --dataset rows.csv -t typos"


@pytest.mark.parametrize(
    ("typed", "advised"),
    [
        (_ASKED, ""),
        (f"{_ASKED} --limit 50", f"{_ASKED} --limit 400"),
        (f"{_ASKED} --first 50", f"{_ASKED} --limit 400"),
    ],
)
def test_a_limit_is_advised_only_where_rows_were_left_out(typed, advised):
    record = SimpleNamespace(command=typed, suite=SimpleNamespace(task="sts", dataset="rows.csv", split=None))
    assert _rows_command(record, 400) == advised
