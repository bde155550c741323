"""Degree curves as a page shows them."""

from report_samples import sample_record

from hf_robust.reports import Report
from hf_robust.reports.charts import LineCharts
from hf_robust.reports.formats import html
from hf_robust.reports.view import Table, Words

CURVE = {
    "transformation": "keyboard",
    "parameter": "rate",
    "n": 120,
    "original": 0.9,
    "slope": -1.0,
    "change": -0.3,
    "points": [
        {"value": 0.1, "name": "keyboard", "score": 0.85, "interval": [0.8, 0.9]},
        {"value": 0.4, "name": "keyboard-rate-0.4", "score": 0.55, "interval": [0.5, 0.6]},
    ],
    "change_interval": [-0.4, -0.2],
}


def view_of(**changed):
    record = sample_record()
    record["analysis"] = {"degrees": {"least": 10, "curves": [CURVE], "few": [], "left_out": 0, **changed}}
    return Report(record).view


def blocks_of(**changed):
    return next(one for one in view_of(**changed).sections if one.heading == "Score by strength of the change").blocks


def test_curve_and_table():
    charts, table = blocks_of()
    assert isinstance(charts, LineCharts) and isinstance(table, Table)
    (panel,) = charts.panels
    assert [(point.x, point.y) for point in panel.lines[0].points] == [(0.1, 0.85), (0.4, 0.55)]
    assert panel.levels == ((0.9, 0),) and panel.title == "keyboard, rate"
    assert "90.0 before; 85.0 at 0.1, 55.0 at 0.4; −30.0 over the whole range" in panel.says
    assert [cell.text for cell in table.rows[1].cells] == [
        *("keyboard", "rate 0.4", "55.0", "50.0 to 60.0", "90.0", "120", "−30.0", "−40.0 to −20.0"),
    ]
    assert "Degree curve" in dict(view_of().glossary)


def test_page_has_the_values_below_the_curve():
    page = html.render(view_of())
    assert ">0.1</text>" in page and ">0.4</text>" in page


def test_without_a_curve_there_is_no_chart():
    few = [{"transformation": "ocr", "parameter": "rate", "n": 9}]
    (notes,) = blocks_of(curves=[], few=few, left_out=2)
    assert isinstance(notes, Words)
    assert notes.sentences == (
        "ocr, rate: only 9 originals changed by every value, too few for a curve (at least 10).",
        "2 flatter curves left out.",
    )
