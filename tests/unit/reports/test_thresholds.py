"""The lowest scores that pass: one for all, and others for some."""

from xml.etree import ElementTree

import pytest
from report_samples import sample_record

from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.reports import Report
from hf_robust.reports.thresholds import Thresholds


def failed(fail_under):
    return [message.split(":")[0] for message in Report(sample_record()).failures(fail_under)]


def test_one_for_all_and_others_for_some():
    scores = {result["name"]: result["perturbed"] for result in sample_record()["results"]}
    measured = {name: score for name, score in scores.items() if score is not None}
    low, *others = sorted(measured, key=measured.get)
    assert set(failed(1.0)) == {name for name, score in measured.items() if score < 1}
    assert failed({low: 1.0}) == [low]
    assert low not in failed({low: 0.0, "*": 1.0}) and set(failed({low: 0.0, "*": 1.0})) <= set(others)
    assert failed({}) == failed(None) == []


def test_junit_has_the_same_failures(tmp_path):
    path = Report(sample_record()).to_junit(tmp_path / "junit.xml", {"keyboard": 1.0})
    cases = ElementTree.parse(path).getroot().findall(".//testcase[failure]")
    assert [case.get("name") for case in cases] == ["keyboard"]


@pytest.mark.parametrize("wrong", [80, -0.1, True, "0.8", {"keyboard": 80}, {"*": None}, {3: 0.5}])
def test_what_is_no_score_is_refused(wrong):
    with pytest.raises(UsageError, match="fail_under"):
        Thresholds.of(wrong)


def test_a_name_that_nothing_has_is_refused():
    with pytest.raises(UnknownNameError, match="did you mean keyboard"):
        failed({"keybord": 0.5})
