"""Inline Markdown of docstrings and specifications: markup on pages, plain text elsewhere."""

import copy
import json
import pickle
import re

import pytest
from every_report import EVERY, report

from hf_robust.reports.any_report import KINDS
from hf_robust.reports.formats import html, latex, markdown, notebook, terminal
from hf_robust.reports.prose import Prose
from hf_robust.reports.wording import clip
from hf_robust.slices.subpopulation_registry import subpopulations
from hf_robust.transforms.transformation_registry import transformations

PAGES = {"html": html.render, "notebook": notebook.render, "terminal": terminal.render}
TEXTS = {**PAGES, "markdown": markdown.render, "latex": latex.render}
MARKED = "Put *first* before **second** and `third`, see [fourth](https://example.org/fifth)."
RAW = re.compile(r"\*+(?:first|second)|`third|\]\(http")
PROSE = {"summary", "description"}  # keys of records whose text is written in Markdown


def with_marks(value):
    """A copy of a record in which all prose has marks of every kind."""
    if isinstance(value, dict):
        return {key: MARKED if key in PROSE and isinstance(one, str) else with_marks(one) for key, one in value.items()}
    return [with_marks(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("source", "plain", "page"),
    [
        ("*their* for ``there``", '"their" for "there"', "<em>their</em> for <code>there</code>"),
        ("**a `b` c**", '"a b c"', "<strong>a <code>b</code> c</strong>"),
        ("[a](b) [c](d)", "a (b) c (d)", "a (b) c (d)"),
        ("2 * 3 and snake_case_name", "2 * 3 and snake_case_name", "2 * 3 and snake_case_name"),
        (r"a star \* and *one", "a star * and *one", "a star * and *one"),
        ("<b>&amp;\"'", "<b>&amp;\"'", "&lt;b&gt;&amp;amp;&quot;'"),
        ("*<script>*", '"<script>"', "<em>&lt;script&gt;</em>"),
        ("[x](javascript:alert)", "[x](javascript:alert)", "[x](javascript:alert)"),
        ('[x](http://a/"><i>)', "x (http://a/%22%3E%3Ci%3E)", "x (http://a/%22%3E%3Ci%3E)"),
        ("", "", ""),
    ],
)
def test_marks_become_markup_and_all_else_is_escaped(source, plain, page):
    said = Prose(source)
    assert str(said) == plain
    assert said.__html__() == page


def test_a_copy_is_the_same_and_a_cut_is_plain():
    said = Prose("*their* for *there*")
    for other in (pickle.loads(pickle.dumps(said)), copy.deepcopy(said)):
        assert (other, other.__html__()) == (said, said.__html__())
    assert type(clip(said, 8)) is type(clip(said, 80)) is str


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("kind", TEXTS)
def test_no_report_shows_raw_markdown(name, kind):
    one = report(name)
    marked = type(one)(with_marks(copy.deepcopy(one.record)))
    shown = TEXTS[kind](marked.view)
    if kind != "markdown":  # there the marks of the prose are escaped
        assert not RAW.search(shown)
    assert "[fourth](" not in shown
    if kind == "html" and MARKED in json.dumps(marked.record) and name not in ("attack", "comparison", "training"):
        assert "<em>first</em>" in shown and "<strong>second</strong>" in shown and "<code>third</code>" in shown


def test_the_reports_are_of_every_kind():
    assert {type(report(name)) for name in EVERY} == set(KINDS)


def test_no_summary_keeps_the_markup_of_its_docstring():
    classes = [
        transformations.get(name, code) for name in transformations for code in transformations.languages_of(name)
    ]
    classes += [subpopulations[name] for name in subpopulations]
    summaries = [(one.__doc__ or "").split("\n")[0] for one in classes]
    assert any(re.search(r"\*\w+\*", one) for one in summaries)
    assert not [one for one in map(Prose, summaries) if re.search(r"\*\w|\w\*|`", one)]
