"""Reports in Markdown: tables that parse, nothing that pings or links, never longer than GitHub takes."""

import re
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt
from report_records import EVERY, HOSTILE, many_record
from report_samples import sample_record
from test_latex import OTHERS, drawn_view

from hf_robust.core.json_values import printable
from hf_robust.reports import Report
from hf_robust.reports.formats.markdown import LIMIT, brief, render
from hf_robust.reports.formats.markdown_text import code, md

VIEWS = [
    *(pytest.param(lambda make=make: Report(make()).view, id=make.__name__) for make in EVERY),
    *(pytest.param(make, id=name) for name, make in OTHERS.items()),
    pytest.param(drawn_view, id="drawn"),
]
SIGNS = "a | b `c` **d** _e_ ~~f~~ <img src=x> [g](http://h) ![i](j) $k$ \\ &amp; # l"


def parsed(text: str) -> list:
    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(text)


def shown(text: str) -> str:
    """What a reader sees of one line."""
    (inline,) = (token for token in parsed(text) if token.type == "inline")
    assert {child.type for child in inline.children} <= {"text", "text_special"}
    return "".join(child.content for child in inline.children)


@pytest.mark.parametrize("text", [SIGNS, HOSTILE, "- item", "1. item", "2) item", "# head", "---", "===", "+ x", "> q"])
def test_a_reader_sees_the_text_as_it_is(text):
    clean = printable(text)
    assert shown(md(clean)).replace("\u200b", "") == re.sub("[\u202a-\u202e\u2066-\u2069]", "\ufffd", clean)


@pytest.mark.parametrize(
    "text",
    ["@team", "me@site.org", "#12", "me/repo#12", "GH-12", "https://a.b", "www.a.b", "me/repo@5f1d2c7", ":smile:"],
)
def test_nothing_pings_or_links(text):
    assert "\u200b" in md(f"see {text} there") and md(text).replace("\u200b", "").replace("\\", "") == text


def test_code_may_stand_in_a_table():
    assert code("a|b\n`c`") == r"`a\|b 'c'`"


@pytest.mark.parametrize("make", VIEWS)
def test_every_report_parses(make):
    view, text = make(), render(make())
    tokens = parsed(text)
    lines = [line for line in text.splitlines() if re.fullmatch(r"\|(-{3}:?\|)+", line)]
    assert len(lines) == sum(token.type == "table_open" for token in tokens)
    inside = {child.type for token in tokens for child in token.children or ()}
    assert not inside & {"link_open", "image"} and len(text) <= LIMIT
    html = " ".join(
        t.content for token in tokens for t in [token, *(token.children or ())] if t.type.startswith("html")
    )
    tags = set(re.findall(r"</?(\w+)", html))
    assert tags <= {"details", "summary", "sub", "br", "del", "ins"}
    assert text.count("<details>") == text.count("</details>") and tokens[0].tag == "h2"
    prose = re.sub(r"`[^`\n]*`", "", text)  # GitHub makes no mentions and links of code
    assert not re.search(r"@\w", prose) and not re.search(r"https?://\w", prose)
    assert all(section.heading and f"<summary>{md(section.heading, 120)}" in text for section in view.sections[:1])


def test_the_verdict_comes_first_and_the_weakest_points_are_named():
    view = Report(sample_record()).view
    text = render(view)
    assert text.index(md(view.verdict)) < text.index("| Transformation |") < text.index("<details>")
    assert "- **keyboard**: 90.0 → 75.0. Changes a text the way keyboard does." in text
    assert r"| keyboard | 90.0 | 75.0 | **15.0** \* | 10.0 to 20.0 | 180 | 90% | – |" in text
    assert "affect" in text and "<del>affecting</del><ins>affectign</ins>" in text


def test_what_has_no_room_is_named():
    view = Report(many_record()).view
    assert len(render(view)) <= LIMIT
    short = render(view, limit=9_000)
    assert len(short) <= 9_000 and "Cut for length" in short and "All numbers are in `report.json`" in short
    assert short.count("<details>") == short.count("</details>")
    assert "more rows below" in short


def test_all_about_each_result_takes_no_other_room():
    text = render(Report(many_record()).view)
    for heading in ("All numbers", "Worst case", "How this report was created", "Terms"):
        assert f"<summary>{heading}</summary>" in text
    assert "in part: Transformation by transformation. All numbers" in text


def test_even_the_brief_part_has_a_limit():
    view = replace(Report(many_record()).view, verdict="word " * 900)
    assert len(brief(view, limit=2_000)) <= 2_000


def test_to_markdown(tmp_path):
    report = Report(sample_record())
    text = report.to_markdown(tmp_path / "report.md").read_text("utf-8")
    assert text == render(report.view) == report.write(tmp_path / "b.md").read_text("utf-8")
