"""What keeps a page from scrolling sideways, and results on few rows from standing first."""

import re
from html.parser import HTMLParser

import pytest
from every_report import EVERY, report
from report_samples import sample_capabilities, sample_record

from hf_robust.reports import CapabilityReport, ChainReport, ComparisonReport, Report
from hf_robust.reports.evidence import LEAST_ROWS
from hf_robust.reports.formats import html
from hf_robust.reports.view import Entries, Table

PHONE = 22  # rem of a page of 400 px, without its margins
VOID = {"meta", "link", "br", "circle", "line", "rect", "path"}
RULES = re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", html.style(), flags=re.DOTALL))


class Boxes(HTMLParser):
    """The classes of all elements around each table."""

    def __init__(self, page: str):
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.around: list[set[str]] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "table":
            self.around.append({name for _, classes in self.open for name in classes.split()})
        if tag not in VOID:
            self.open.append((tag, dict(attrs).get("class") or ""))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass


@pytest.mark.parametrize("name", EVERY)
def test_every_table_stands_in_a_box_that_scrolls(name):
    around = Boxes(html.render(report(name).view)).around
    assert around
    assert all(classes & {"scroll", "root-cause"} for classes in around)


def relative(selector: str) -> bool:
    named = [body for names, body in RULES if selector in [one.strip() for one in names.split(",")]]
    return any("position: relative" in " ".join(body.split()) for body in named)


def test_what_is_placed_freely_stays_in_its_box():
    free = [one.strip() for names, body in RULES if "position: absolute" in body for one in names.split(",")]
    holders = {one.rpartition(" ")[0] for one in free if one.endswith((".star", ".star-in"))} - {""}
    assert {"td", ".plot-drop"} <= holders
    assert all(map(relative, holders))


def test_no_rule_asks_for_more_room_than_a_phone_has():
    for names, body in RULES:
        least = re.findall(r"(?<!max-)\b(?:min-width|width): ([\d.]+)rem|minmax\(([\d.]+)rem", body)
        assert all(float(one or other) <= PHONE for one, other in least), names


def entries_of(view) -> Entries:
    return next(block for section in view.sections for block in section.blocks if isinstance(block, Entries))


def on_few_rows(record: dict, place: int) -> dict:
    record["results"][place].update(n=LEAST_ROWS - 1, p_adjusted=0.001, drop=0.9, perturbed=0.0)
    return record


def test_a_result_on_few_rows_is_last_and_grey_in_chart_table_and_details():
    view = Report(on_few_rows(sample_record(), 2)).view
    table = next(block for section in view.sections for block in section.blocks if isinstance(block, Table))
    entries = entries_of(view)
    for rows in (view.sections[0].blocks[0].rows, table.rows, entries.items):
        assert [row.quiet for row in rows] == [False, False, True]
    assert entries.open and entries.items[0].name == "keyboard"
    assert '<details class="transformation few">' in html.render(view)


def test_no_detail_is_open_where_the_headline_names_nothing():
    record = on_few_rows(sample_record(), 2)
    for result in record["results"]:
        result["p_adjusted"] = 0.2
    page = html.render(Report(record).view)
    assert '<details class="transformation" open>' not in page and "No transformation lowers accuracy" in page


@pytest.mark.parametrize("code", ["no-skill", "not-above-majority", "constant-predictions"])
def test_scores_that_say_nothing_name_no_weakest_transformation(code):
    view = Report(sample_record() | {"warnings": [{"code": code, "message": "m"}]}).view
    assert not entries_of(view).open
    assert [tile.value for tile in view.tiles if tile.label == "Largest drop"] == ["–"]


def test_capabilities_of_few_cases_come_last():
    record = sample_capabilities()
    worst = CapabilityReport(record).view.sections[0].blocks[0].rows[0].name
    first = next(one for one in record["results"] if worst.startswith(one["id"]))
    first["seeds"].update(sources=LEAST_ROWS - 1)
    view = CapabilityReport(record).view
    assert [row.quiet for row in view.sections[0].blocks[0].rows] == [False, True]
    assert first["id"] not in view.verdict


def test_a_comparison_names_no_model_and_no_transformation_on_few_rows():
    record = report("comparison").record
    view = ComparisonReport(record).view
    few = {one["name"] for one in record["transformations"] if one["n"] < LEAST_ROWS}
    assert few and not any(name in view.lede for name in few)
    tables = [block for section in view.sections for block in section.blocks if isinstance(block, Table)]
    for table in tables:
        quiet = [row.quiet for row in table.rows]
        assert quiet == sorted(quiet)
    assert sum(row.quiet for table in tables for row in table.rows) == 2 * len(few)
    small = {**record, "suite": {**record["suite"], "rows": LEAST_ROWS - 1}}
    assert "No model scores significantly higher" in ComparisonReport(small).view.verdict


def test_chains_name_a_drop_that_is_sure_on_enough_rows():
    record = report("chains").record
    assert "too few to detect a drop" in ChainReport(record).view.verdict
    enough = {**record, "judged": {**record["judged"], "rows": 400}}
    assert "The worst chain, " in ChainReport(enough).view.verdict
    unsure = {**enough, "chains": [{**one, "interval": [-0.01, 0.3]} for one in record["chains"]]}
    assert "No chain lowers" in ChainReport(unsure).view.verdict


@pytest.mark.parametrize("name", ["bias", "training"])
def test_groups_and_models_on_few_rows_are_not_compared(name):
    view = report(name).view
    assert "too few to" in view.verdict + view.lede
