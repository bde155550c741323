"""The report of a comparison, of runs and of saved reports."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import UsageError
from hf_robust.reports import load_report
from hf_robust.reports.formats import html

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])
ROWS = Dataset.from_dict({"text": [f"A fine film, number {number}." for number in range(40)], "label": [1] * 40})


def firm(texts):
    return ["pos"] * len(texts)


def case_bound(texts):
    return ["pos" if "fine" in text else "neg" for text in texts]


@pytest.fixture(scope="module")
def suite():
    return hr.Suite.build(ROWS, TASK, [{"name": "word-case", "case": "upper"}, "keyboard", "twitter"])


@pytest.fixture(scope="module")
def report(suite):
    return hr.compare({"old": firm, "new": case_bound}, suite)


def flat(text):
    return " ".join(str(text).split())


def test_the_terminal_says_who_is_ahead_and_what_broke(report):
    said = flat(report)
    assert (
        "old has the highest score after the changes" in said
        and "From old to new, 0 of 40 originals broke and 0 were fixed" in said
    )
    assert "Significantly worse: word-case" in said


def test_the_page_has_every_part(report, tmp_path):
    headings = [section.heading for section in report.view.sections]
    assert headings == ["Side by side", "By transformation", "What broke and what was fixed: old → new"]
    page = (report.save(tmp_path) / "comparison.html").read_text(encoding="utf-8")
    assert "Transformations and models" in page and "Broken and fixed" in page
    assert hr.ComparisonReport.load(tmp_path) == report


def test_a_radar_needs_three_axes_that_rest_on_enough_rows(report):
    record = {**report.record}
    kinds = zip("abc", record["transformations"], strict=True)
    record["transformations"] = [{**one, "linguistics": kind, "n": 40} for kind, one in kinds]
    shown = hr.ComparisonReport(record).view
    (section,) = [one for one in shown.sections if one.heading == "By category"]
    scores = [tuple(one["perturbed"] for one in model["results"]) for model in record["models"]]
    assert [series.values for series in section.blocks[0].series] == scores
    assert html.render(shown)
    record["transformations"][0]["n"] = 29
    headings = [section.heading for section in hr.ComparisonReport(record).view.sections]
    assert "By category" not in headings


def test_ten_models_stand_side_by_side(suite):
    report = hr.compare([firm] * 5 + [case_bound] * 5, suite)
    assert len({model["name"] for model in report.record["models"]}) == 10
    assert html.render(report.view) and flat(report)


def test_the_lead_names_every_model(suite):
    lede = hr.compare({"one": firm, "two": firm, "three": case_bound}, suite, baseline="one").view.lede
    assert (
        lede.startswith("The lead of one over two is 0.0 points")
        and "two is not significantly worse than one in any test." in lede
    )
    assert lede.endswith("three compared with one: significantly worse under word-case.")
    lede = hr.compare([firm] * 6, suite, baseline=0).view.lede
    assert (
        lede.endswith("not significantly worse in any test. 1 more model in the tables below.")
        and lede.count(" compared with ") == 3
    )


def test_a_constant_model_loses_nothing_and_is_not_called_robust(suite):
    rows = ROWS.map(lambda row, number: {"label": number % 3 > 0}, with_indices=True)
    mixed = hr.Suite.build(rows, TASK, ["keyboard", "twitter"])

    def able(texts):
        return ["pos" if int("0" + "".join(filter(str.isdigit, text))) % 3 else "neg" for text in texts]

    report = hr.compare({"able": able, "firm": firm}, mixed)
    columns = [column.name for column in report.view.brief[0].columns]
    place = columns.index("Mean drop")
    cells = {row.cells[0].text: row.cells[place].text for row in report.view.brief[0].rows}
    assert cells["firm"] == "0.0" and "after the changes: able has accuracy" in report.view.verdict
    assert "robust" not in report.view.verdict
    saved = hr.ComparisonReport.of_reports([hr.run(able, mixed), hr.run(firm, mixed)])
    assert any("firm: The model predicts 'pos' on all" in one["message"] for one in saved.record["warnings"])


def test_names_that_begin_alike_stay_apart_in_the_order_of_the_models_table(suite):
    first, second = (f"a sentiment classifier of a long name{end}" for end in ("", " #2"))
    view = hr.compare({first: case_bound, second: firm}, suite).view
    models, scores = view.brief[:2]
    heads = [column.name for column in scores.columns[1:3]]
    assert heads == ["a sentiment …ong name #2", "a sentiment …a long name"]
    assert [row.cells[0].text for row in models.rows] == [second, first]


def test_equal_models_have_no_lead_with_an_empty_interval(suite):
    said = flat(hr.compare([firm, firm], suite))
    assert "firm and firm #2 have the same score after the changes" in said and "(- with" not in said


def test_a_transformation_that_changed_no_row_is_not_drawn():
    made = hr.Suite.build(ROWS, TASK, [{"name": "word-case", "case": "upper"}, "contraction"])
    report = hr.compare([firm, case_bound], made)
    (map_,) = [block for section in report.view.sections for block in section.blocks if block.block == "heat"]
    assert len(map_.rows) == 1 and "nan" not in flat(report)


def test_saved_reports_are_compared_by_scores(suite):
    runs = [hr.run(model, suite) for model in (firm, case_bound)]
    report = hr.ComparisonReport.of_reports(runs, command="typed")
    direct = hr.compare([firm, case_bound], suite)
    assert [rank["scores"] for rank in report.record["ranks"]] == [rank["scores"] for rank in direct.record["ranks"]]
    assert report.record["models"][1]["linguistics"] == direct.record["models"][1]["linguistics"]
    assert "This comparison uses saved reports. They hold scores but no rows" in html.render(report.view)
    assert flat(report).count("not tested") == 1 and "This lead is not tested: saved reports" in flat(report)
    assert "significant" not in report.view.verdict + report.view.lede
    with pytest.raises(UsageError, match="saved reports hold scores and no rows"):
        report.regressions()


def test_reports_of_other_suites_are_refused(suite):
    other = hr.Suite.build(ROWS, TASK, [{"name": "word-case", "case": "upper"}])
    with pytest.raises(UsageError, match="the reports are of another suite: firm on "):
        hr.ComparisonReport.of_reports([hr.run(firm, suite), hr.run(firm, other)])
    with pytest.raises(UsageError, match="from 2 to 10 reports, found 1"):
        hr.ComparisonReport.of_reports([hr.run(firm, suite)])


def test_any_report_may_be_a_comparison(report, tmp_path):
    assert load_report(report.save(tmp_path)) == report
