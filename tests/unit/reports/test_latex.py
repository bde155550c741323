"""Reports in LaTeX: what is escaped, what a fragment holds, and that pdfLaTeX takes all of it."""

import re
import shutil
import subprocess
from dataclasses import replace

import pytest
from chart_samples import sample_heat, sample_radar, view_of
from report_records import EVERY, HOSTILE, hostile_record, many_record
from report_samples import sample_attack, sample_capabilities, sample_corruptions, sample_record

from hf_robust.reports import CapabilityReport, Report
from hf_robust.reports.attack_report import AttackReport
from hf_robust.reports.charts import Bar, BarCharts, HeatCell, HeatMap, Radar, RadarSeries
from hf_robust.reports.corruption_report import CorruptionReport
from hf_robust.reports.formats.latex import render
from hf_robust.reports.formats.latex_text import slug, tex
from hf_robust.reports.view import Cell, Column, Room, Row, Section, Table, View

OTHERS = {
    "capabilities": lambda: CapabilityReport(sample_capabilities()).view,
    "corruptions": lambda: CorruptionReport(sample_corruptions()).view,
    "attack": lambda: AttackReport(sample_attack()).view,
    "charts": lambda: view_of(sample_heat(50, 20), sample_radar(3, 1), sample_radar(6, 10)),
}
ASCII = "".join(map(chr, range(32, 127)))
SCRIPTS = "naïve Łódź “quoted” — 中文 עברית नमस्ते \U0001f600 e\u0301 \u202e x\u2028y \ufffd"


def drawn_view() -> View:
    """A view with a heat map and radar charts, and names of every script."""
    cells = (HeatCell(0.15, "15.0", "", True), HeatCell(-0.03, "−3.0"), HeatCell(None, "–"))
    heat = HeatMap((ASCII, "word_level", "c"), (("a & b", cells), (SCRIPTS, cells)), (0.0, 0.15), "Drop", "Points.")
    series = (RadarSeries("50% of {x}", (0.9, None, 0.4)), RadarSeries(SCRIPTS, (0.2, 0.3, 1.2)))
    radar = Radar(("a_b", "syntax", ASCII), series, "Scores by kind.", "Scores")
    section = Section(ASCII, (heat, radar, radar), SCRIPTS)
    return replace(Report(sample_record()).view, title=ASCII, verdict=SCRIPTS, sections=(section,))


def views() -> list:
    suites = [pytest.param(lambda make=make: Report(make()).view, id=make.__name__) for make in EVERY]
    return [
        *suites,
        *(pytest.param(make, id=name) for name, make in OTHERS.items()),
        pytest.param(drawn_view, id="drawn"),
    ]


def balanced(text: str) -> bool:
    depth = 0
    for sign in re.sub(r"\\[{}]", "", text):
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return depth == 0


@pytest.mark.parametrize("text", [ASCII, SCRIPTS, HOSTILE, r"\input{x} \end{document} $x$ ^^41 --- ,, `` %"])
def test_no_character_of_a_text_is_a_command(text):
    shown = tex(text)
    commands = set(re.findall(r"\\(?:[A-Za-z]+|.)", shown))
    assert not commands & {r"\input", r"\end", r"\\"}
    assert not re.search(r"(?<!\\)[%$#&_^~]", shown) and balanced(shown) and "\n" not in shown
    assert "--" not in shown.replace("{-}", "") and "^^" not in shown


def test_what_a_font_does_not_have_has_its_number():
    assert tex("é€ł中") == r"é€ł\hfrchar{4E2D}"


def test_long_texts_are_cut_and_long_names_may_break():
    assert tex("x" * 20, 10) == "xxxxxxxxx\\dots{}"
    assert tex("add_sentence+ocr") == r"add\_\allowbreak{}sentence+\allowbreak{}ocr"


def test_scores_have_one_decimal_and_significant_drops_are_bold_with_a_star():
    text = render(Report(sample_record()).view)
    assert r"keyboard & 90.0 & 75.0 & \textbf{15.0}\rlap{*} & 10.0 to 20.0 & 180 & 90\% & " in text
    assert r"add\_\allowbreak{}sentence & 90.5 & 91.0 & \ensuremath{-}0.5 &" in text


def test_room_leaves_out_columns():
    view = Report(sample_record()).view
    assert "95\\% interval &" in render(view, fragment=True)
    narrow = render(view, fragment=True, room=Room.NARROW)
    assert "95\\% interval &" not in narrow and "Perturbed & Drop" in narrow


@pytest.mark.parametrize("make", views())
def test_a_fragment_is_tables_and_figures_each_with_one_label(make):
    text = render(make(), fragment=True)
    labels = re.findall(r"\\label\{([^}]*)\}", text)
    assert len(labels) == len(set(labels))
    assert re.findall(r"^% ---- begin (.*)$", text, re.M) == re.findall(r"^% ---- end (.*)$", text, re.M) == labels
    assert all(re.fullmatch(r"(tab|fig):[a-z0-9-]+", label) for label in labels)
    assert "documentclass" not in text and "% \\usepackage{pgfplots}" in text
    for part in re.split(r"^% ---- begin .*$", text, flags=re.M)[1:]:
        assert balanced(part) and part.count(r"\begin{") == part.count(r"\end{")


def test_a_long_table_runs_over_pages_and_a_long_chart_says_what_is_left_out():
    text = render(Report(many_record()).view)
    assert (
        r"\begin{longtable}" in text
        and "41 more transformations, with smaller drops or fewer than 30 changed rows are not shown." in text
    )


def test_rows_of_several_lines_make_a_table_long():
    columns = (Column("Slice", number=False), Column("n"))
    rows = tuple(Row((Cell(f"slice {number}", detail="word " * 20), Cell("5"))) for number in range(15))
    assert r"\begin{longtable}" in render(view_of(Table(columns, rows)), fragment=True)
    assert r"\begin{longtable}" not in render(view_of(Table(columns, rows[:8])), fragment=True)


def test_a_starred_column_has_room_for_its_star():
    columns = (Column("Slice", number=False), Column("Gap"), Column("p"))
    rows = (Row((Cell("short"), Cell("5.0", star=True), Cell("0.010"))),)
    text = render(view_of(Table(columns, rows)), fragment=True)
    assert r"\begin{tabular}{@{}lr<{\hspace{0.5em}}r@{}}" in text
    long = render(view_of(Table(columns, rows * 60)), fragment=True)
    assert r"\renewcommand{\arraystretch}{1.1}\begin{longtable}{@{}lr<{\hspace{0.5em}}r@{}}" in long


def test_what_is_higher_or_wider_than_a_page_is_cut_into_figures():
    bars = tuple(Bar(f"name {number}", 0.1, "10.0") for number in range(45))
    charts = BarCharts((("One", bars[:12]), ("Two", bars[:12]), ("Three", bars), ("Four", bars[:3])))
    text = render(view_of(sample_heat(90, 30), charts), fragment=True)
    assert text.count("{fig:drop-by-slice") == 9 and text.count("Drop by slice (continued).") == 8
    assert text.count(r"\label{fig:analysis") == 3 and "5 more are not shown." in text
    compared = re.findall(r"% ---- begin (fig:.*)", text)
    assert len(compared) == len(set(compared))


def test_names_of_labels():
    assert slug("All numbers, 50%") == "all-numbers-50"


def test_to_latex(tmp_path):
    report = Report(hostile_record())
    whole = report.to_latex(tmp_path / "report.tex").read_text("utf-8")
    assert whole.startswith(r"\documentclass") and whole == render(report.view)
    assert report.write(tmp_path / "b.tex").read_text("utf-8") == whole
    assert report.to_latex(tmp_path / "c.tex", fragment=True).read_text("utf-8") == render(report.view, fragment=True)


PAPER = r"""\documentclass[twocolumn]{article}
\usepackage[T1]{fontenc}
\usepackage{textcomp,array,booktabs,graphicx,longtable}
\usepackage[table]{xcolor}
\usepackage{pgfplots}
\pgfplotsset{compat=1.16}
\usepackage{iftex}
\begin{document}
Text. %s
\end{document}
"""


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="compiling needs pdflatex, which is not installed")
@pytest.mark.parametrize("make", views())
def test_pdflatex_compiles_document_and_fragment(make, tmp_path):
    fragment = render(make(), fragment=True)
    if "{longtable}{" in fragment:
        fragment = r"\onecolumn " + fragment
    for name, text in (("whole", render(make())), ("paper", PAPER.replace("%s", fragment))):
        (tmp_path / f"{name}.tex").write_text(text, encoding="utf-8")
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", f"{name}.tex"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=600)
        log = (tmp_path / f"{name}.log").read_text("latin-1")
        assert done.returncode == 0, [line for line in log.splitlines() if line.startswith("!")] + [log[-1500:]]
        assert "Missing character" not in log and (tmp_path / f"{name}.pdf").read_bytes().startswith(b"%PDF")
