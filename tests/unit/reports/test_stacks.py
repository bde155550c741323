"""Suites in notebooks: bars of rows, and pairs with their changes marked."""

from html.parser import HTMLParser

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.reports.formats.stacks import MOST, Stack, render_stacks

TASK = hr.task("sentiment-classification")


class Tags(HTMLParser):
    """The tags of a piece of HTML, and its words."""

    def __init__(self, page: str):
        super().__init__()
        self.tags: list[tuple[str, dict]] = []
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.words += data

    def named(self, tag: str) -> list[dict]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def suite():
    rows = Dataset.from_dict({"text": ["I don't like it.", "A <b>dull</b> film."], "label": ["neg", "neg"]})
    return hr.Suite.build(rows, TASK, ["word-case", "contraction", ["word-case", "twitter"]])


def test_bars_are_shares_of_the_largest_entry():
    page = Tags(render_stacks("two", [Stack("a", {"seeds": 1, "expanded": 2}, {}), Stack("b", {"seeds": 4}, {})]))
    rects = [rect for rect in page.named("rect") if "%" in rect["width"]]
    assert [(rect["x"], rect["width"]) for rect in rects] == [
        ("0.00%", "25.00%"),
        ("25.00%", "50.00%"),
        ("0.00%", "100.00%"),
    ]
    assert rects[0]["style"] == rects[2]["style"] != rects[1]["style"]
    assert [svg["aria-label"] for svg in page.named("svg") if "aria-label" in svg] == [
        "a: 1 seeds, 2 expanded",
        "b: 4 seeds",
    ]


def test_whatever_it_holds_is_escaped():
    hostile = '<script>"&'
    page = Tags(render_stacks(hostile, [Stack(hostile, {hostile: 1}, {hostile: hostile})]))
    assert page.named("script") == [] and page.words.count("<script>") >= 4
    assert page.named("svg")[-1]["aria-label"].startswith(hostile)


def test_many_entries_are_cut_and_an_empty_suite_has_no_table():
    page = render_stacks("many", [Stack(f"entry {n}", {"rows": n}, {}) for n in range(MOST + 2)])
    assert page.count("<tr") == MOST + 1 and "2 more entries" in page
    assert "<table" not in render_stacks("none", [])


def test_a_suite_says_how_many_rows_changed(suite):
    page = Tags(suite._repr_html_())
    said = [svg["aria-label"] for svg in page.named("svg") if "aria-label" in svg]
    assert said == [
        "word-case: 2 of 2 rows that changed",
        "contraction: 1 of 2 rows that changed",
        "word-case+twitter: 2 of 2 rows that changed",
    ]
    assert "preserves" in page.words and "label: preserves" not in page.words


def test_an_entry_shows_pairs_with_their_changes_marked(suite):
    page = Tags(suite["contraction"]._repr_html_())
    assert len(page.named("del")) == len(page.named("ins")) == len(page.named("li")) == 1
    assert "do not" in page.words
    assert Tags(suite["word-case"]._repr_html_()).named("b") == []  # texts are text


def test_pairs_of_tokens_and_of_several_texts_are_shown():
    rows = Dataset.from_dict(
        {"tokens": [["EU", "rejects", "German", "call"]], "ner_tags": [["B-ORG", "O", "B-MISC", "O"]]}
    )
    page = Tags(hr.Suite.build(rows, hr.task("ner"), ["entity-typos"])["entity-typos"]._repr_html_())
    assert len(page.named("ins")) == 2
    pairs = Dataset.from_dict({"premise": ["A man eats."], "hypothesis": ["A man sleeps."], "label": [0]})
    entry = hr.Suite.build(pairs, hr.task("nli", label_names=["contradiction"]), ["word-case"])["word-case"]
    assert "premise" in entry._repr_html_()


def test_more_variants_of_a_row_are_one_row(suite):
    rows = Dataset.from_dict({"text": ["A long and winding road to nowhere."], "label": ["neg"]})
    entry = hr.Suite.build(rows, TASK, ["keyboard"], variants=3)["keyboard"]
    assert entry.n == 3 and entry.parts() == {"rows that changed": 1, "": 0}
