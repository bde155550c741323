"""Lines for readers: no markup of docstrings, and one short line on what raters said."""

import re

from hf_robust.core.registry import transformations
from hf_robust.reports.audit_words import trust_line
from hf_robust.reports.wording import without_marks


def test_no_summary_keeps_the_markup_of_its_docstring():
    summaries = [
        (transformations.get(name, code).__doc__ or "").split("\n")[0]
        for name in transformations
        for code in transformations.languages_of(name)
    ]
    assert any(re.search(r"\*\w+\*", one) for one in summaries)
    assert not [one for one in map(without_marks, summaries) if re.search(r"\*\w|\w\*|`", one)]


def test_what_raters_said_of_many_tests_is_one_line():
    audit = {"value": 1.0, "n": 50, "raters": 2, "by": "language models", "date": "2026-11-22"}
    rated = {f"a-long-name-{number}": audit | {"value": 1 - number / 100} for number in range(11)}
    rated |= {f"another-name-{number}": None for number in range(9)}
    (line,) = trust_line(rated, asked=False)
    assert "(language models) found right: 0.90 (a-long-name-10) to 1.00 in 11 tests." in line
    assert line.endswith("Not rated: another-name-0, another-name-1, another-name-2 and 6 more.")
    same = trust_line(dict.fromkeys("abc", audit), asked=True)
    assert same == ("Labels that raters (language models) found right: 1.00 in 3 tests.",)
