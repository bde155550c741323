"""The search for weak slices as a page shows it."""

import pytest
from report_samples import sample_record

from hf_robust.reports import Report
from hf_robust.reports.view import Examples, Table, Words


def slice_record(**more) -> dict:
    return {
        "name": "word: not",
        "family": "word",
        "summary": "rows with the word 'not'",
        "linguistics": "lexical",
        "params": {},
        "kind": "text",
        "transformation": None,
        "n": 120,
        "inside": 0.6,
        "outside": 0.9,
        "interval": [0.5, 0.7],
        "difference": 0.3,
        "at_least": 0.1,
        "effect": 0.81,
        "p_adjusted": 0.001,
        "also": ["word: n't", "negation"],
        "also_more": 4,
        "mistakes": [
            {"source_id": "r7", "gold": "neg", "prediction": "pos", "fields": [{"field": "text", "text": "not good"}]}
        ],
        "examples": [],
        **more,
    }


def view_with(wrong: list, drops: list, **more):
    def search(found: list) -> dict:
        detectable = [{"n": 20, "difference": 0.31}, {"n": 400, "difference": 0.08}]
        return {"tests": 90, "slices": 45, "detectable": detectable, "more": 2 if found else 0, "found": found}

    record = sample_record()
    record["analysis"] = {
        "weakest": {
            "rows": 2000,
            "alpha": 0.05,
            "permutations": 1000,
            "least_difference": 0.02,
            "seed": 0,
            "families": {"word": 40, "length": 5},
            "skipped": {},
            "wrong": search(wrong),
            "drops": search(drops),
            **more,
        }
    }
    return Report(record)


def sections_of(report):
    headings = ("Weakest slices", "Where transformations lower the score most")
    return [section for section in report.view.sections if section.heading in headings]


def test_table_names_the_slice_its_rows_and_what_is_sure():
    first, _ = sections_of(view_with([slice_record()], []))
    assert "formed 45 slices (40 by a word and 5 by length) from" in first.intro and "error rate is 5%" in first.intro
    table, more, examples, also = first.blocks
    assert isinstance(table, Table) and isinstance(examples, Examples) and isinstance(more, Words)
    cells = [cell.text for cell in table.rows[0].cells]
    assert cells == ["word: not", "120", "60.0", "50.0 to 70.0", "90.0", "30.0", "10.0", "0.81", "0.001"]
    assert examples.items[0].texts[0].segments[0].text == "not good"
    assert also.sentences == ("word: not is also found as word: n't, negation and 4 more.",)


@pytest.mark.parametrize(("tested", "said"), [(0, "original rows and tested 0 of them."), (45, "rows. Each")])
def test_slices_that_were_formed_are_told_from_those_that_were_tested(tested, said):
    report = view_with([], [])
    report.record["analysis"]["weakest"]["wrong"]["slices"] = tested
    intro = sections_of(Report(report.record))[0].intro
    assert "formed 45 slices (40 by a word and 5 by length)" in intro and said in intro


def test_scores_that_are_means_over_rows_are_called_so():
    report = view_with([slice_record()], [slice_record(transformation="keyboard")])
    first, second = sections_of(report)
    assert "mean" not in first.intro.lower() and first.blocks[0].columns[2].name == "Accuracy inside"
    report.record["originals"] = {"n": 2000, "score": 0.5}
    report.record["worst_case"] |= {"original": 0.8}
    first, second = sections_of(Report(report.record))
    assert "means over separately scored rows (80.0 over all rows). They differ from the accuracy" in first.intro
    assert first.blocks[0].columns[2].name == "Mean accuracy of a row inside"
    assert Report(report.record).view.brief[-1].sentences[0].startswith("Scores in this section are means over")
    assert first.blocks[0].caption.startswith("Mean accuracy of a row in points")
    assert second.blocks[0].caption.startswith("Drop of the mean accuracy of a row in points")


def test_the_part_of_a_long_text_with_the_word_of_a_slice_is_shown():
    text = "begin " + "something " * 90 + "NOT good, nothing " + "else " * 90
    mistake = {"source_id": "r7", "gold": "neg", "prediction": "pos", "fields": [{"field": "text", "text": text}]}
    first, _ = sections_of(view_with([slice_record(params={"word": "not"}, mistakes=[mistake])], []))
    (shown,) = first.blocks[2].items[0].texts
    said = "".join(segment.text for segment in shown.segments)
    assert "something NOT good, nothing else" in said and "begin" not in said and len(said) < 200
    assert "".join(segment.text for segment in shown.full) == text


def test_terminal_shows_the_first_five_of_each_search_or_that_nothing_was_found():
    found = [slice_record(name=f"word: {number}") for number in range(7)]
    wrong, drops = view_with(found, []).view.brief[-2:]
    assert wrong.title == "Weakest slices found: 5 of 9" and len(wrong.rows) == 5
    assert [one.name for one in wrong.columns][1:4] == ["Rows", "Accuracy inside", "95% interval"]
    assert all(len(row.cells) == len(wrong.columns) for row in wrong.rows)
    assert drops.sentences[0].startswith("Where transformations lower the score most: No slice has")


def test_slices_by_gold_label_and_transformations_are_marked():
    one = slice_record(kind="gold", transformation="keyboard", mistakes=[], also=[])
    _, second = sections_of(view_with([], [one]))
    cells = second.blocks[0].rows[0].cells
    assert (cells[0].detail, cells[1].text) == ("by the label", "keyboard")


def test_nothing_found_says_how_much_was_looked_at_and_what_would_have_been_found():
    first, second = sections_of(view_with([], []))
    (said,) = first.blocks[0].sentences
    assert "(90 tests)" in said and "31.0 points if it has 20 rows" in said and "8.0 points if it has 400 rows" in said
    assert "a significantly greater drop" in second.blocks[0].sentences[0]


def test_nothing_to_search_is_said():
    report = view_with([], [])
    report.record["analysis"]["weakest"]["wrong"] |= {"tests": 0, "slices": 0}
    (said,) = sections_of(report)[0].blocks[0].sentences
    assert said.startswith("All rows have the same score")


def test_what_could_not_be_looked_at_is_named():
    report = view_with([], [], skipped={"cluster": "There are no vectors."})
    assert sections_of(report)[0].blocks[-1].sentences == ("Not searched: cluster. There are no vectors.",)


def test_every_format_takes_it(tmp_path):
    report = view_with([slice_record()], [slice_record(transformation="keyboard")])
    report.save(tmp_path)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "word: not" in page and "Weakest slices" in page and "permuted over the rows" in page
    assert Report.load(tmp_path) == report
