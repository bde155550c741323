"""Slices as a page shows them."""

from report_samples import sample_record

from hf_robust.reports import Report
from hf_robust.reports.charts import HeatMap
from hf_robust.reports.view import Table, Words


def scored(name: str, n: int, gap: float | None, p: float | None) -> dict:
    return {
        "name": name,
        "family": name,
        "summary": f"what {name} is",
        "linguistics": "",
        "n": n,
        "score": 0.8,
        "interval": [0.7, 0.9],
        "gap": gap,
        "p_value": p,
        "p_adjusted": p,
    }


def cell(drop: float | None, n: int = 50, p: float = 0.5) -> dict:
    known = drop is not None
    return {"n": n, "drop": drop, "interval": [drop - 0.1, drop + 0.1] if known else None, "p_adjusted": p}


def record_with(slices: list, drops: list, **rest) -> dict:
    record = sample_record()
    names = [f"change {number}" for number in range(len(drops[0]) if drops else 1)]
    found = {"n": 200, "least": 10, "small": [], "left_out": 0, "transformations": names}
    record["analysis"] = {"slices": {**found, "slices": slices, "drops": drops, **rest}}
    return record


def blocks_of(record: dict) -> tuple:
    return next(one for one in Report(record).view.sections if one.heading == "Slices").blocks


def test_table_has_the_weakest_slice_first():
    slices = [scored("all", 200, None, None), scored("long", 60, 0.05, 0.4), scored("short", 50, -0.2, 0.001)]
    drops = [[cell(0.1), cell(0.3, p=0.01)], [cell(None, 3), cell(None, 4)], [cell(0.2), cell(-0.1)]]
    _, table, notes = blocks_of(record_with(slices, drops))
    assert isinstance(table, Table) and [row.cells[0].text for row in table.rows] == ["short", "long", "all"]
    short, long, everything = table.rows
    assert short.cells[4].text == "−20.0" and short.cells[4].star and short.cells[4].tone == "loss"
    assert not long.cells[4].star and everything.cells[4].text == "–"
    assert short.cells[6].text == "5.0" and short.cells[7].text == "change 0 20.0"
    assert everything.cells[7].text == "change 1 30.0" and everything.cells[7].star
    assert long.cells[6].text == "–" and long.cells[7].text.strip() == "–"
    assert short.cells[1].text == "50 (25%)"
    assert isinstance(notes, Words) and "all holds all rows" in notes.sentences[0]


def test_map_leaves_out_slices_without_a_cell_and_says_how_few_rows_a_cell_has():
    slices = [scored("all", 200, None, None), scored("long", 60, 0.05, 0.4), scored("mixed", 55, 0.0, 1.0)]
    drops = [[cell(0.1), cell(0.3, p=0.01)], [cell(None, 3), cell(None, 4)], [cell(0.2), cell(None, 1)]]
    heat = blocks_of(record_with(slices, drops))[0]
    assert isinstance(heat, HeatMap) and [name for name, _ in heat.rows] == ["all", "mixed"]
    assert heat.columns == ("change 1", "change 0")  # the costliest first
    assert [one.text for one in heat.rows[0][1]] == ["30.0", "10.0"] and heat.rows[0][1][0].star
    assert heat.rows[1][1][0].says == "mixed, change 1: only 1 pair"
    assert heat.scale == (0.0, 0.3)


def test_map_is_cut_to_twelve_by_twelve_and_says_so():
    slices = [scored(f"slice {number}", 20 + number, -0.1, 0.5) for number in range(30)]
    heat = blocks_of(record_with(slices, [[cell(0.01 * place) for place in range(15)] for _ in slices]))[0]
    assert len(heat.rows) == len(heat.columns) == 12
    assert heat.rows[0][0] == "slice 29" and heat.columns[0] == "change 14"
    assert "the 12 most sensitive of 30 slices by the 12 costliest of 15 transformations" in heat.caption


def test_map_has_the_slices_first_that_lose_most_beyond_chance():
    slices = [scored(f"slice {number}", 100 - number, -0.1, 0.5) for number in range(14)]
    drops = [[cell(0.0)] for _ in slices]
    drops[12], drops[13] = [cell(0.3)], [cell(0.1, p=0.01)]
    heat = blocks_of(record_with(slices, drops))[0]
    assert [name for name, _ in heat.rows[:3]] == ["slice 13", "slice 12", "slice 0"]


def test_a_drop_of_nothing_is_no_greatest_drop():
    slices = [scored("long", 60, 0.05, 0.4), scored("short", 50, -0.2, 0.001)]
    table = blocks_of(record_with(slices, [[cell(0.0)], [cell(-0.1)]]))[1]
    assert [[one.text for one in row.cells[7:9]] for row in table.rows] == [["–", "–"], ["–", "–"]]
    assert [row.cells[6].text for row in table.rows] == ["−10.0", "0.0"]


def test_slices_with_little_to_find_are_told_from_small_ones():
    small = [{"name": "none", "n": 40, "to_find": 0}, {"name": "some", "n": 30, "to_find": 2}]
    record = record_with([], [], small=[*small, {"name": "few", "n": 4, "to_find": 1}])
    (notes,) = blocks_of(record)
    assert notes.sentences == (
        "Without gold items, so not scored: none.",
        "Too few gold items for a score: some (2 in 30 rows).",
        "Too few rows for a score: few (4).",
    )
    section = next(one for one in Report(record).view.sections if one.heading == "Slices")
    assert "fewer than 10 rows or 10 gold items are not scored" in section.intro


def test_an_empty_cell_says_whether_rows_or_things_to_find_are_missing():
    slices = [scored("all", 200, None, None), scored("mixed", 55, 0.0, 1.0)]
    heat = blocks_of(record_with(slices, [[cell(0.1), cell(0.1)], [cell(0.1), cell(None, 40)]]))[0]
    assert heat.rows[1][1][1].says == "mixed, change 1: too few gold items in 40 pairs"


def test_slices_that_were_asked_for_and_are_not_there_are_named():
    absent = [f"phrase: {kind}: no row is in it, so it is left out" for kind in ("question", "modal")]
    equal = "length: many rows have equal values, so there are 3 slices and not 5"
    record = record_with([], [], notes=["language: every row is in it, so it is left out", *absent, equal])
    (notes,) = blocks_of(record)
    assert notes.sentences == (
        f"{equal}.",
        "Left out because they contain no row: phrase: question and phrase: modal.",
        "Left out because they contain every row: language.",
    )


def test_a_slice_without_anything_to_find_outside_of_it_has_no_gap():
    notes = blocks_of(record_with([scored("people", 60, None, None)], [[cell(0.1)]]))[-1]
    assert notes.sentences == ("All gold items are in people, so there are no other rows to compare with.",)


def test_nothing_at_all_is_no_section():
    assert "Slices" not in [one.heading for one in Report(record_with([], [])).view.sections]


def test_no_slice_with_enough_rows_leaves_notes_alone():
    small = [{"name": "none", "n": 0}, {"name": "few", "n": 9}]
    (notes,) = blocks_of(record_with([], [], small=small, left_out=1))
    assert notes.sentences == (
        "No row is in none.",
        "Too few rows for a score: few (9).",
        "1 more slice left out of this report.",
    )


def test_many_small_slices_are_not_all_named():
    small = [{"name": f"s{number}", "n": 1} for number in range(25)]
    (notes,) = blocks_of(record_with([], [], small=small))
    assert notes.sentences[0].endswith("s19 (1) and 5 more.")


def test_terminal_shows_the_five_lowest_slices():
    slices = [scored("all", 200, None, None), scored("best", 60, 0.1, 0.4)]
    slices += [scored(f"s{number}", 50, -0.01 * number, 0.001 if number == 7 else 0.5) for number in range(8)]
    table = Report(record_with(slices, [[cell(0.1)] for _ in slices])).view.brief[-1]
    assert table.title == "Lowest slices: 5 of 10 with enough rows"
    assert [row.cells[0].text for row in table.rows] == ["s7", "s6", "s5", "s4", "s3"]
    assert [row.cells[4].star for row in table.rows] == [True, False, False, False, False]
    assert [one.text for one in table.rows[0].cells] == ["s7", "50", "80.0", "70.0 to 90.0", "−7.0"]


def test_terminal_says_when_no_slice_is_lower():
    words = Report(record_with([scored("best", 60, 0.1, 0.4)], [[cell(0.1)]])).view.brief[-1]
    assert words.sentences == ("Slices: none of the 1 slice with enough rows scores lower than the other rows.",)
    words = Report(record_with([], [], notes=["all: every row is in it, so it is left out"])).view.brief[-1]
    assert words.sentences == ("Slices: no slice is scored. The section Slices of the report gives the reasons.",)


def test_terms_are_explained():
    record = record_with([scored("short", 50, -0.2, 0.001)], [[cell(0.2)]])
    assert {"Slice", "Gap"} <= set(dict(Report(record).view.glossary))
