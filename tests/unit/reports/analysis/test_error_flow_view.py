"""The flow of errors as a page shows it."""

from report_samples import sample_record

from hf_robust.reports import Report
from hf_robust.reports.charts import HeatMap
from hf_robust.reports.view import Table, Words


def flow(gold: str, said: str, count: int) -> dict:
    return {
        "gold": gold,
        "said": said,
        "count": count,
        "right": 50,
        "different": 25,
        "share": count / 50,
        "interval": [0.01, 0.2],
    }


def record_with(**changed) -> dict:
    record = sample_record()
    record["analysis"] = {
        "error_flow": {
            "unit": "row",
            "classes": [
                {"name": "neg", "n": 50, "changes": [-0.1, 0.1]},
                {"name": "pos", "n": 0, "changes": [None, None]},
            ],
            "said": ["neg", "pos"],
            "right": 100,
            "turned": 5,
            "flows": [flow("neg", "pos", 5)],
            "by_transformation": [
                {"name": "ocr", "right": 50, "turned": 5, "flows": [flow("neg", "pos", 3), flow("pos", "neg", 2)]},
                {"name": "case", "right": 50, "turned": 0, "flows": []},
            ],
            "left_out": {"flows": 0, "transformations": 0, "pairs": 0},
            **changed,
        }
    }
    return record


def section_of(record: dict):
    sections = Report(record).view.sections
    return next(one for one in sections if one.heading == "Errors caused by the transformations")


def test_map_and_tables():
    section = section_of(record_with())
    heat, table, by_name, notes = section.blocks
    assert "Of 100 predictions that were correct before a change, 5 are wrong after" in section.intro
    assert notes.sentences == ("1 transformation without a broken prediction is not shown.",)
    assert isinstance(heat, HeatMap) and heat.columns == ("neg", "pos") and heat.scale == (0.0, 0.1)
    assert [cell.text for cell in heat.rows[0][1]] == ["−10.0", "10.0"]
    assert heat.rows[0][1][0].says == "50 rows with gold label neg: neg is predicted 10.0 points less often"
    assert heat.rows[1][1][0].value is None and heat.rows[1][1][0].says == "pos: no rows"
    assert isinstance(table, Table) and [cell.text for cell in table.rows[0].cells[:4]] == ["neg", "pos", "5", "10.0"]
    (row,) = by_name.rows
    assert row.cells[0].text == "ocr" and row.cells[3].text == "neg → pos (3)" and row.cells[6].text == "pos → neg (2)"


def test_one_transformation_needs_no_second_table():
    one = {"name": "ocr", "right": 100, "turned": 5, "flows": [flow("neg", "pos", 5)]}
    assert len(section_of(record_with(by_transformation=[one])).blocks) == 2


def test_where_nothing_turns_there_is_no_chart():
    section = section_of(record_with(turned=0, flows=[], by_transformation=[]))
    assert section.blocks == () and "0 are wrong after it" in section.intro


def test_what_is_left_out_is_said():
    cut = {"flows": 3, "transformations": 1, "pairs": 7}
    notes = section_of(record_with(unit="entity", left_out=cut)).blocks[-1]
    assert isinstance(notes, Words)
    assert notes.sentences[:3] == (
        "3 less frequent pairs of labels are not shown.",
        "2 transformations without a broken prediction are not shown.",
        "7 perturbed rows are not counted, because the number of entities changed.",
    )
    assert "Only gold entities are counted" in notes.sentences[3]


def test_the_transformations_that_are_not_shown_are_counted():
    every = [{"name": name, "right": 50, "turned": 5, "flows": [flow("neg", "pos", 5)]} for name in ("ocr", "case")]
    cut = {"flows": 0, "transformations": 4, "pairs": 0}
    notes = section_of(record_with(by_transformation=every, left_out=cut)).blocks[-1]
    assert notes.sentences == ("4 transformations with the fewest broken predictions are not shown.",)
    one = [{"name": "ocr", "right": 100, "turned": 5, "flows": [flow("neg", "pos", 5)]}]
    assert not any(isinstance(block, Words) for block in section_of(record_with(by_transformation=one)).blocks)
