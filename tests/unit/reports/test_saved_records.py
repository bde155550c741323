"""Reports that an earlier version saved: they load, are read into types and are written again as they were."""

import json
from pathlib import Path

import pytest

from hf_robust.core.typed_json import as_json
from hf_robust.reports import Report, load_report
from hf_robust.reports.any_report import KINDS
from hf_robust.reports.formats import terminal

SAVED = Path(__file__).parents[2] / "data" / "reports_of_0_2"
FOLDERS = sorted(folder.name for folder in SAVED.iterdir())


@pytest.fixture(scope="module", params=FOLDERS)
def folder(request):
    return SAVED / request.param


def test_there_is_one_of_each_kind():
    assert {type(load_report(SAVED / name)) for name in FOLDERS} == set(KINDS)


def test_it_is_written_again_byte_for_byte(folder, tmp_path):
    report = load_report(folder)
    saved = folder / report.schema.file_name
    assert report.to_json(tmp_path / "again.json").read_bytes() == saved.read_bytes()


def test_its_type_holds_all_that_the_file_holds(folder):
    """No key is unknown to the types, and none is lost or changed on the way through them."""
    report = load_report(folder)
    assert as_json(report.typed_record) == json.loads((folder / report.schema.file_name).read_bytes())


def test_it_is_shown(folder):
    report = load_report(folder)
    assert report.signature in terminal.render(report.view, 200) and report.verdict


def test_a_value_of_another_type_is_named_with_its_place(folder):
    """Each number at the top of a record, and in its first result, is refused as a list."""
    report = load_report(folder)
    kind = type(report)
    record = json.loads(json.dumps(report.record))
    places = [(record, "")]
    if record.get("results"):
        places.append((record["results"][0], r"results\[0\]\."))
    for place, where in places:
        for key, value in list(place.items()):
            if isinstance(value, (int, float, str)):
                place[key] = []
                with pytest.raises(Exception, match=rf"{where}{key} should be \w+, found \[\]"):
                    kind(record)
                place[key] = value


def test_results_of_a_run_are_attributes():
    report = Report.load(SAVED / "robustness")
    typed = report.typed_record
    assert [one.name for one in typed.results] == list(report)
    for one, numbers in zip(typed.results, report.results, strict=True):
        assert (one.drop, one.p_adjusted, one.n) == (numbers["drop"], numbers["p_adjusted"], numbers["n"])
    assert typed.worst_case.worst == report.record["worst_case"]["worst"]
