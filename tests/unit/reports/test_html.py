"""The page as markup: escaped, self-contained, complete. A browser looks at it in tests/integration."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from chart_samples import sample_heat, sample_radar, view_of
from report_records import EVERY, HOSTILE, hostile_record, many_record
from report_samples import sample_record

from hf_robust.reports import Report
from hf_robust.reports.formats import html, notebook
from hf_robust.reports.formats.html import CHART_ROWS


def render_page(record: dict) -> str:
    return html.render(Report(record).view)


def render_notebook(record: dict) -> str:
    return notebook.render(Report(record).view)


VOID = {"meta", "link", "circle", "line", "rect", "img", "br"}


class Reader(HTMLParser):
    """Collects tags, attributes and text; fails on tags that do not match."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open, self.tags, self.text = [], [], []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        if tag in {"dt", "dd", "td", "th", "h1", "h2", "p", "figcaption", "svg"}:
            self.text.append(" ")

    def handle_data(self, data):
        if not {"style", "script"} & set(self.open):
            self.text.append(data)

    def words(self) -> str:
        return " ".join("".join(self.text).split())

    def named(self, tag: str) -> list[dict]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.mark.parametrize("make", EVERY)
@pytest.mark.parametrize("render", [render_page, render_notebook])
def test_markup_is_balanced_encodable_and_never_the_records_own(make, render):
    page = render(Report(make()).record)
    page.encode("utf-8")
    reader = Reader(page)
    assert len(reader.named("script")) == (render is render_page)
    assert not reader.named("img")
    for tag, attributes in reader.tags:
        assert not [name for name in attributes if name.startswith("on")], tag
        assert not {"src", "srcset", "action", "background"} & set(attributes), tag
        assert attributes.get("href", "#").startswith(("#", "data:,")), tag


def test_hostile_texts_are_shown_as_texts():
    words = Reader(render_page(hostile_record())).words()
    assert words.count("<script>alert(1)</script>") > 10
    assert "\x1b" not in words and "\x00" not in words
    assert HOSTILE.split("\ud800")[0] in words


def test_page_asks_for_nothing_from_outside():
    page = render_page(sample_record())
    assert "default-src 'none'" in page
    assert not re.search(r"https?://|@import|url\(", page)


def test_page_holds_every_part():
    reader = Reader(render_page(sample_record()))
    words = reader.words()
    for part in (
        "'keyboard' lowers accuracy by 15.0 points",
        "Mean perturbed accuracy 84.5",
        "Original accuracy, mean 90.2",
        "on reviews-robust 1.0.0, sentiment-classification, 200 rows",
        "Worst case 70.0",
        "Results by transformation",
        "Drops by kind of change",
        "All numbers",
        "Transformation by transformation",
        "Skipped back_translation",
        "3e1f0a9b2c",
        "datasets 5.2.0",
        "hf-robust run --model me/reviews",
        "en_robust_sm 1.0.0",
        "Consistency The share of rows",
        "no word of four letters or more",
    ):
        assert part in words, part
    assert len(reader.named("caption")) == 2 and len(reader.named("h1")) == 1
    assert len([tag for tag in reader.named("details") if tag.get("class") == "transformation"]) == 3
    labels = [tag["aria-label"] for tag in reader.named("svg") if tag.get("role") == "img"]
    assert len(labels) == 3 + 3 + 3


def test_edits_are_elements_not_only_colours():
    page = render_page(sample_record())
    assert "<del>affecting</del><ins>affectign</ins> journey" in page
    assert "underline" in page and "line-through" in page


def test_numeric_cells_carry_their_value_for_sorting():
    page = render_page(sample_record())
    assert re.search(r'<td class="num" data-value="0\.75">75\.0</td>', page)


def test_right_to_left_text_finds_its_direction():
    record = sample_record()
    record["results"][0]["examples"][0]["fields"][0]["diff"] = [["equal", "هذا الفيلم"]]
    assert '<p dir="auto">هذا الفيلم</p>' in render_page(record)


def test_many_results_fold_away_but_all_are_there():
    record = many_record()
    words = Reader(render_page(record)).words()
    assert f"{len(record['results']) - CHART_ROWS} more transformations" in words
    assert all(words.count(result["name"]) >= 3 for result in record["results"])
    assert f"{len(record['results']) - notebook.ROWS} more rows" in Reader(render_notebook(record)).words()


def test_every_link_inside_the_page_arrives():
    reader = Reader(render_page(many_record()))
    ids = [attributes["id"] for _, attributes in reader.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {tag["href"][1:] for tag in reader.named("a")} <= set(ids)


def test_one_result_and_a_run_from_python():
    record = sample_record()
    record.update(results=record["results"][:1], command=None, skipped=[])
    words = Reader(render_page(record)).words()
    assert "Only one transformation was measured" in words and "Nothing was skipped" in words
    assert "This report was created in Python" in words


def test_ratings_beside_a_score_are_those_of_audits():
    record = sample_record()
    record["results"][0]["audit"] = {"value": 0.94, "n": 50, "date": "2026-11-22", "version": "1", "by": "people"}
    page = render_page(record)
    assert re.search(r'<td class="num" data-value="0\.94">94%</td>', page)
    assert "People rated such texts" not in page and "grammaticality" not in page  # published ratings of other texts
    said = "People rated 50 texts that this version of the transformation had changed (2026-11-22)."
    assert f"{said} They confirmed the label of 94% of the texts." in page
    assert page.count('<td class="num" data-value="">–</td>') >= 2  # the two that nobody rated


def test_notebook_view_is_what_jupyter_asks_for():
    html = Report(sample_record())._repr_html_()
    assert "<table" in html and "<html" not in html and len(html) < 15_000
    assert "'keyboard' lowers accuracy by 15.0 points" in unescape(html)


def test_heat_map_is_a_table_with_colors():
    reader = Reader(html.render(view_of(sample_heat(name="n" * 50))))
    cells = [tag["class"] for tag in reader.named("td") if tag.get("title", "").startswith(("row", "a gain"))]
    assert cells == ["num g4", "num h2", *(f"num h{place}" for place in (2, 3, 4, 4, 5, 6))]
    words = reader.words()
    assert "Drop by slice Points lost." in words and "−20.0*" in words
    assert "n" * 50 not in words and "n" * 50 + "slice 2" in {tag.get("title") for tag in reader.named("bdi")}


def test_radar_has_a_table_of_its_numbers():
    words = Reader(html.render(view_of(sample_radar(6, 2)))).words()
    assert "Chart data model 0 model 1 morphology 95.0 91.0 syntax 88.0 84.0" in words
    assert "entity_recognition 60.0 –" in words


def test_a_notebook_shows_the_first_charts_with_styles_of_their_own():
    cell = notebook.render(view_of(sample_heat(30, 12), sample_radar()))
    reader = Reader(cell)
    assert not [attributes for _, attributes in reader.tags if "class" in attributes]
    assert "transformation 11" in reader.words() and "transformation 12" not in reader.words()
    assert [tag["aria-label"] for tag in reader.named("svg") if "aria-label" in tag] == [
        "Scores of two models by linguistics"
    ]
    assert len(cell) < 40_000


def test_the_note_of_a_bar_breaks_before_it_reaches_the_bar():
    (rule,) = re.findall(r"\.bars i \{([^}]*)\}", render_page(sample_record()))
    assert "nowrap" not in rule
