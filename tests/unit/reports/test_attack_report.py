"""The report of an attack: what every format says, and of records of every awkward kind."""

import time
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from report_records import HOSTILE
from report_samples import sample_attack

from hf_robust.core.errors import UsageError
from hf_robust.reports import AttackReport
from hf_robust.reports.charts import StepCurve
from hf_robust.reports.formats.html import render
from hf_robust.reports.formats.scales import count_axis
from hf_robust.reports.formats.svg import curve


class Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self, page: str):
        super().__init__()
        self.seen: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)


def page(record: dict) -> str:
    return render(AttackReport(record).view)


def without_success() -> dict:
    record = sample_attack()
    record["summary"].update(success_rate=0.0, accuracy_under_attack=0.9, words_changed=None, similarity=None)
    record["summary"].update(by_budget=[], curve=[[0.0, 0.9], [400.0, 0.9]])
    record["summary"]["counts"].update(successful=0, failed=9)
    return record | {"examples": []}


def nothing_attacked() -> dict:
    record = without_success()
    none = dict.fromkeys(("success_rate", "interval", "words_changed"))
    record["summary"].update(none, accuracy=0.0, accuracy_under_attack=0.0, curve=[[0.0, 0.0]], rejected={})
    record["summary"]["counts"].update(successful=0, failed=0, skipped=10)
    record["summary"]["queries"] = {"median": None, "p95": None, "mean": None, "total": 0}
    return record


def maximized() -> dict:
    record = without_success()
    none = dict.fromkeys(("success_rate", "interval", "accuracy_under_attack", "accuracy_interval"))
    record["summary"].update(none, by_budget=[], curve=[], words_changed=0.8)
    record["summary"]["counts"].update(failed=0, maximized=9)
    for result in record["results"][:9]:
        result.update(status="maximized", words=10, words_changed=8)
    return record


def hostile() -> dict:
    record = sample_attack()
    record["model"]["name"] = record["attack"]["recipe"] = record["data"]["dataset"] = HOSTILE
    record["attack"]["constraints"] = [HOSTILE]
    record["summary"]["rejected"], record["summary"]["reasons"] = {HOSTILE: 3}, {HOSTILE: 1}
    record["examples"][0].update(gold=HOSTILE, source_id=HOSTILE)
    record["examples"][0]["fields"][0]["diff"] = [["delete", HOSTILE], ["insert", HOSTILE], ["equal", "w " * 5000]]
    record["work"][0]["service"] = HOSTILE
    return record


def test_the_first_lines_say_rate_accuracy_and_queries():
    report = AttackReport(sample_attack())
    assert report.verdict == "pwws changes 67% of the 9 correct predictions; accuracy falls from 90.0 to 30.0."
    assert [(tile.label, tile.value) for tile in report.view.tiles] == [
        ("Attack success", "67%"),
        ("Accuracy under attack", "30.0"),
        ("Queries", "160"),
        ("Words changed", "8%"),
    ]
    shown = str(report)
    for part in ("100 queries", "any number", "35.4 to 87.9", "Constraints refused 1,281 candidates", "3,980 texts"):
        assert part in shown, part


def test_page_marks_edits_and_names_what_refused():
    shown = page(sample_attack())
    assert "<del>affecting</del><ins>affectign</ins>" in shown
    for part in ("EncoderSimilarity(least=0.84)", "encoder-similarity", "sentence encoder", "en_robust_sm 1.0.0"):
        assert part in shown, part


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (without_success(), "pwws changes none of the 9 correct predictions; accuracy stays at 90.0."),
        (nothing_attacked(), "pwws had no row to attack: the model predicts no row correctly."),
        (maximized(), "pwws leaves 2 of 10 words unchanged (medians over 9 rows)."),
    ],
)
def test_what_has_no_success_still_has_a_page(record, says):
    report = AttackReport(record)
    assert report.verdict == says
    assert says in page(record) and says in str(report).replace("\n", " ")
    assert says in report._repr_html_()
    assert "Examples" not in [section.heading for section in report.view.sections]


def test_a_goal_without_yes_or_no_is_no_failed_test(tmp_path):
    report = AttackReport(maximized())
    root = ElementTree.parse(report.to_junit(tmp_path / "junit.xml", fail_under=0.9)).getroot()
    assert (root.get("failures"), root[0].get("skipped")) == ("0", "1")
    assert "attack success" not in str(report).lower()


def test_junit_has_the_accuracy_under_attack(tmp_path):
    report = AttackReport(sample_attack())
    root = ElementTree.parse(report.to_junit(tmp_path / "junit.xml", fail_under=0.5)).getroot()
    assert root.find(".//failure").get("message").startswith("pwws: accuracy under attack is 30.0, below 50.0")
    assert {one.get("name") for one in root.iter("property")} >= {"model", "recipe", "seed", "parameters"}


def test_hostile_texts_are_texts(tmp_path):
    tags = Tags(page(hostile())).seen
    assert tags.count("script") == Tags(page(sample_attack())).seen.count("script")
    report = AttackReport(hostile())
    assert "script" not in Tags(report._repr_html_()).seen
    assert "\x1b" not in str(report)
    ElementTree.parse(report.to_junit(tmp_path / "junit.xml"))


def test_a_notebook_shows_examples_with_their_changes_marked():
    tags = Tags(AttackReport(sample_attack())._repr_html_()).seen
    assert tags.count("ins") >= 1 and tags.count("li") == min(len(sample_attack()["examples"]), 3)
    assert "li" not in Tags(AttackReport(without_success())._repr_html_()).seen


def test_what_readers_found_stands_beside_the_rate():
    report = AttackReport(sample_attack()).with_read(45, 50)
    said = (
        "Readers of 50 examples confirmed the label of 90% of them (78.6 to 95.7). The success rate on valid "
        "examples is about 60%."
    )
    assert said in report.view.lede
    assert report.view.tiles[-1].value == "90%"
    assert AttackReport(report.record).record["read"]["kept"] == 45
    for wrong in ((5, 4), (0, 0), (-1, 3)):
        with pytest.raises(UsageError, match="kept of examples read"):
            report.with_read(*wrong)


def test_a_budget_is_the_last_row_of_the_table():
    record = sample_attack()
    record["attack"]["budget"] = 500
    names = [row.cells[0].text for row in AttackReport(record).view.brief[0].rows]
    assert names == ["100 queries", "500 queries"]


def step_curve(record: dict) -> StepCurve:
    return next(
        block for section in AttackReport(record).view.sections for block in section.blocks if block.block == "curve"
    )


def test_the_curve_goes_down_in_steps():
    drawn = step_curve(sample_attack())
    svg = ElementTree.fromstring(curve(drawn))
    lines = [line for line in svg.iter("line") if line.get("class") == "solid"]
    assert all(line.get("x1") == line.get("x2") or line.get("y1") == line.get("y2") for line in lines)
    assert len([line for line in lines if line.get("y1") != line.get("y2")]) == 6
    assert [text.text for text in svg.iter("text")][-4:] == ["1", "10", "100", "1,000"]
    assert [title.text for title in svg.iter("title")][:2] == ["100 queries: 60.0", "500 queries: 50.0"]


@pytest.mark.parametrize("last", [0, 1, 7, 99, 2_000, 150_000])
def test_the_axis_of_counts_holds_them_with_few_ticks(last):
    axis = count_axis(last)
    assert 2 <= len(axis.ticks) <= 6 or last == 99
    assert 10**axis.high >= last - 1e-6


def test_ten_thousand_rows_stay_a_file_that_opens(tmp_path):
    record = sample_attack()
    move = record["results"][0]
    record["results"] = [{**move, "place": place, "row_id": str(place)} for place in range(10_000)]
    began = time.process_time()
    folder = AttackReport(record).save(tmp_path / "attack")
    assert time.process_time() - began < 20
    assert (folder / "attack.json").stat().st_size < 5e6
    assert (folder / "attack.html").stat().st_size < 1e5
    assert len(AttackReport.load(folder).record["results"]) == 10_000
