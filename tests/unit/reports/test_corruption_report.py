"""The report of a corruption benchmark: record, words, table, drawing and page."""

import json
import re
from xml.etree import ElementTree

import pytest
from report_samples import sample_corruptions
from test_html import Reader

from hf_robust.core.errors import DataFileError, UnknownNameError, UsageError
from hf_robust.reports import corruption_words as words
from hf_robust.reports.charts import LineCharts
from hf_robust.reports.corruption_report import SCHEMA, CorruptionReport
from hf_robust.reports.formats import html
from hf_robust.reports.formats.scales import line_axis
from hf_robust.reports.formats.svg import HEIGHT, lines

HOSTILE = "<script>alert(1)</script>&\"'\ud800\x1b[31m[bold red]]]>"


def hostile() -> dict:
    record = json.loads(json.dumps(sample_corruptions()).replace('"lstm"', '"EVIL"'))
    text = json.dumps(record).replace("EVIL", json.dumps(HOSTILE)[1:-1])
    record = json.loads(text)
    record["population"]["left_out"] = {HOSTILE: 3}
    record["examples"][0]["gold"] = record["command"] = record["data"]["dataset"] = HOSTILE
    return record


def one_strategy() -> dict:
    record = sample_corruptions()
    record["grid"]["choose"], record["importance"] = ["random"], None
    record["cells"] = [cell for cell in record["cells"] if cell["choose"] == "random"]
    return record | {"contrasts": [], "examples": []}


def one_count() -> dict:
    record = sample_corruptions()
    record["grid"]["counts"] = [3]
    for key in ("cells", "contrasts"):
        record[key] = [item for item in record[key] if item["count"] == 3]
    return record


def without_intervals() -> dict:
    record = sample_corruptions()
    for item in (*record["cells"], *record["contrasts"]):
        item["interval"] = None
    for cell in record["cells"]:
        cell["drop_interval"] = None
    return record


EVERY = [sample_corruptions, hostile, one_strategy, one_count, without_intervals]


def test_each_key_is_required():
    for key in sample_corruptions():
        record = {name: value for name, value in sample_corruptions().items() if name != key}
        with pytest.raises(UsageError, match=f"{key} is missing"):
            SCHEMA.check(record)
    for part in ("cells", "contrasts", "models", "examples"):
        for key in sample_corruptions()[part][0]:
            record = sample_corruptions()
            del record[part][0][key]
            with pytest.raises(UsageError, match=rf"{part}\[0\]\.{key} is missing"):
                SCHEMA.check(record)


@pytest.mark.parametrize("make", EVERY)
def test_save_and_load_round_trip(make, tmp_path):
    report = CorruptionReport(make())
    assert CorruptionReport.load(report.save(tmp_path / "new")) == report
    assert CorruptionReport.load(tmp_path / "new" / SCHEMA.file_name) == report


def test_files_of_another_kind_are_refused(tmp_path):
    with pytest.raises(DataFileError, match=f"expected {SCHEMA.file_name}"):
        CorruptionReport.load(tmp_path)
    (tmp_path / SCHEMA.file_name).write_text(json.dumps(sample_corruptions() | {"schema_version": 2}))
    with pytest.raises(DataFileError, match="schema version 2.*up to 1.*pip install"):
        CorruptionReport.load(tmp_path)
    (tmp_path / SCHEMA.file_name).write_text('{"schema_version": 1, "results": []}')
    with pytest.raises(DataFileError, match="not a record of a corruption benchmark: kind is missing"):
        CorruptionReport.load(tmp_path)


def test_cells_are_found_by_name():
    report = CorruptionReport(sample_corruptions())
    assert report.cell("bert", "spelling", "random", 3)["score"] == 0.88
    with pytest.raises(UnknownNameError, match="did you mean bert"):
        report.cell("bart", "spelling", "random", 3)
    with pytest.raises(UnknownNameError):
        report.contrast("bert", "spelling", 2)


@pytest.mark.parametrize("make", EVERY)
def test_table_is_ascii_and_no_wider_than_it_may_be(make):
    text = str(CorruptionReport(make()))
    assert all(len(line) <= 100 for line in text.splitlines())
    assert "\x1b" not in text
    if make is not hostile:
        text.encode("ascii")


def test_table_has_the_numbers():
    lines = [" ".join(line.split()) for line in str(CorruptionReport(sample_corruptions())).splitlines()]
    assert "lstm: accuracy 85.0 before, 84.0 on all rows" in lines
    spelling = lines.index("random 83.0 78.0 80.5")
    assert lines[spelling - 1] == "spelling"
    assert lines[spelling + 1 : spelling + 4] == [
        "important 80.0 70.0 75.0",
        "difference -3.0 -8.0 * -5.5 *",
        "95% interval -7.0 to 1.0 -12.0 to -4.0 -9.5 to -1.5",
    ]


def test_the_control_is_no_verdict():
    record = sample_corruptions()
    worst = max(record["cells"], key=lambda cell: cell["drop"])
    assert worst["family"] == "delete" and words.verdict(record).startswith("Spelling in the 3 most important words")
    for cell in record["cells"]:
        cell.update(score=0.95, drop=-0.05)
    assert words.verdict(record).startswith("No corruption lowers accuracy: in the worst case")


def test_a_ranking_that_finds_nothing_is_said_to():
    record = sample_corruptions()
    for contrast in record["contrasts"]:
        contrast["p_adjusted"] = 0.5
    assert all("may not be valid" in sentence for sentence in words.control_words(record))
    assert "0 of 2" in words.lede(record)
    overall = next(contrast for contrast in record["contrasts"] if contrast["count"] is None)
    overall.update(p_adjusted=0.001, difference=0.1)
    assert words.conclusion(overall) == "targeting costs less" and "and less in 1" in words.lede(record)


def charts(record: dict) -> LineCharts:
    return CorruptionReport(record).view.sections[0].blocks[0]


def drawing(record: dict, family: str) -> ElementTree.Element:
    drawn = charts(record)
    panel = next(panel for panel in drawn.panels if panel.title.startswith(family))
    return ElementTree.fromstring(lines(panel, line_axis(drawn)))


def marks(svg: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [element for element in svg.iter() if element.get("class") == kind]


def test_points_lie_where_their_scores_are():
    record = sample_corruptions()
    axis, svg = line_axis(charts(record)), drawing(record, "delete")
    random = marks(svg, "ring")[:2]  # those of the first model
    heights = [float(ring.get("cy")) for ring in random]
    share = [(axis.high - score) / (axis.high - axis.low) for score in (0.82, 0.75)]
    assert heights == pytest.approx([10 + part * (HEIGHT - 40) for part in share], abs=0.01)
    assert [float(ring.get("cx")[:-1]) for ring in random] == [6.0, 94.0]
    hints = [title.text for title in svg.iter("title")]
    assert hints[1] == "lstm, 3 random words: 75.0 (71.0 to 79.0)"
    baseline = float(marks(svg, "baseline")[0].get("y1"))
    assert baseline < min(heights)  # above: it is the better score
    assert "lstm, important words: 77.0 at 1, 65.0 at 3" in svg.get("aria-label")


def test_lines_join_neighboring_numbers_and_whiskers_stand_apart():
    record = sample_corruptions()
    svg = drawing(record, "spelling")
    assert len(marks(svg, "dash")) == len(marks(svg, "solid")) == 2  # one step, two models
    assert len(marks(svg, "span")) == len(marks(svg, "cross")) + len(marks(svg, "ring")) == 8
    groups = [group for group in svg.iter() if group.get("transform")]
    assert len({group.get("transform") for group in groups}) == 4
    assert [group.get("class") for group in groups] == ["s1", "s1", "s2", "s2"]
    assert marks(drawing(without_intervals(), "spelling"), "span") == []
    assert marks(drawing(one_count(), "spelling"), "solid") == []
    assert [ring.get("cx") for ring in marks(drawing(one_count(), "spelling"), "ring")] == ["50.00%"] * 2


def render_page(record: dict) -> str:
    return html.render(CorruptionReport(record).view)


@pytest.mark.parametrize("make", EVERY)
def test_page_is_balanced_and_asks_for_nothing(make):
    page = render_page(make())
    page.encode("utf-8")
    reader = Reader(page)
    assert len(reader.named("script")) == 1 and not reader.named("img")
    for tag, attributes in reader.tags:
        assert not [name for name in attributes if name.startswith("on")], tag
        assert attributes.get("href", "#").startswith(("#", "data:,")), tag
    assert "default-src 'none'" in page and not re.search(r"https?://|@import|url\(", page)


def test_hostile_texts_are_shown_as_texts():
    shown = Reader(render_page(hostile())).words()
    assert shown.count("<script>alert(1)</script>") > 10 and "\x1b" not in shown


def test_page_holds_every_part():
    page = render_page(sample_corruptions())
    shown = Reader(page).words()
    for part in (
        "Spelling in the 3 most important words costs lstm 15.0 points",
        "Rows that count 400",
        "Accuracy against the number of corrupted words",
        "delete (control)",
        "random words",
        "n = 3",
        "targeting costs more",
        "−10.0* −14.0 to −6.0 0.003",
        "no difference beyond chance",
        "600 spelling, random: fewer than 3 words that can be changed",
        "spelling, the most important word",
        "lime (750 samples, 15 features)",
        "hf-robust corruptions --model me/lstm",
        "delete-word, version 1",
    ):
        assert part in shown, part
    assert "<del>charming</del><ins>chraming</ins> journey" in page
    assert "Do the words that matter" not in render_page(one_strategy())


def test_a_model_that_fails_the_originals_is_warned_of():
    record = sample_corruptions()
    record["metric"]["chance"] = 0.5
    assert "fails the originals" not in CorruptionReport(record).verdict
    record["models"][1]["baseline_all"] = 0.5
    report = CorruptionReport(record)
    assert report.verdict == (
        "bert fails the originals: accuracy is 50.0 before any change, no better than guessing (50.0); check the "
        "labels."
    )
    assert report.view.lede.startswith("Spelling in the 3 most important words costs lstm 15.0 points")


def test_scores_are_checks_without_the_control(tmp_path):
    report = CorruptionReport(sample_corruptions())
    assert report.failures(0.75) == [
        "lstm: spelling, the 3 most important words: accuracy is 70.0, below 75.0 (85.0 before)"
    ]
    root = ElementTree.parse(report.to_junit(tmp_path / "junit.xml", fail_under=0.75)).getroot()
    assert (root.get("tests"), root.get("failures")) == ("8", "1")


def test_notebook_view_has_the_tables_of_all_models():
    shown = CorruptionReport(sample_corruptions())._repr_html_()
    assert Reader(shown).words().count("difference") >= 4 and "bert: accuracy 90.0 before" in shown
