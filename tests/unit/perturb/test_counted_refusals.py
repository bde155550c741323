"""Counts of the rows that transformations change, and of the reasons why the others stay."""

import json

import pytest
from click.testing import CliRunner
from datasets import Dataset

import hf_robust as hr
from hf_robust.cli.app import main
from hf_robust.core.errors import EmptyDataError, UnknownNameError
from hf_robust.perturb import refusals
from hf_robust.transforms.base import Transformation, preserves

TASK = hr.task("sentiment-classification")
TEXTS = ["It is late.", "Late.", "Room 12 is warm.", "We waited 30 minutes.", "", "Il est tard et on a faim."]
ROWS = Dataset.from_dict({"text": TEXTS * 3, "label": [0] * 18, "id": [str(number) for number in range(18)]})


def by_reason(counts):
    return {one.reason: (one.kind, one.rows) for one in counts.reasons}


def test_rows_and_reasons_add_up_and_have_kinds():
    contraction, number = refusals(ROWS, TASK, ["contraction", "number"])
    assert (contraction.name, contraction.rows, contraction.changed, contraction.eligible) == ("contraction", 18, 3, 6)
    assert by_reason(contraction) == {
        "the text has no contractions and no phrases that can be contracted": ("no_candidate", 9),
        "it is in French": ("refused", 3),
        "empty text": ("no_candidate", 3),
    }
    assert (number.changed, number.eligible) == (3, 9)
    assert by_reason(number)[
        "no number in the text is certainly a count (it may be a date, a name, a saying or part of a code)"
    ] == ("refused", 3)
    assert all(one.changed + sum(each.rows for each in one.reasons) == one.rows for one in (contraction, number))


def test_a_stream_and_another_order_draw_the_same_examples():
    task = hr.task("sentiment-classification", id="id")
    (whole,) = refusals(ROWS, task, ["number"], examples=3)
    shuffled = ROWS.shuffle(seed=1)
    for rows in (shuffled, shuffled.to_iterable_dataset()):
        (found,) = refusals(rows, task, ["number"], examples=3)
        assert {one.reason: one for one in found.reasons} == {one.reason: one for one in whole.reasons}
    assert all(len(one.examples) == 3 for one in whole.reasons)
    drawn = next(one for one in whole.reasons if "certainly a count" in one.reason).examples
    assert {one.text for one in drawn} == {"Room 12 is warm."} and len({one.row for one in drawn}) == 3


def test_rows_in_which_a_transformation_fails_are_told_apart():
    class Fails(Transformation):
        name = "fails"
        level = "word"
        linguistics = "syntax"
        effects = preserves(TASK.name)

        def edits(self, doc, rng):
            if doc.text == "Late.":
                raise ValueError("no")
            return ()

    with pytest.warns(RuntimeWarning, match="fails raised ValueError"):
        (found,) = refusals(ROWS, TASK, [Fails()])
    assert by_reason(found)["ValueError: no"] == ("fault", 3)
    json.dumps(found.describe())


def test_without_rows_there_is_nothing_to_count():
    with pytest.raises(EmptyDataError):
        refusals(ROWS.select([]), TASK, ["number"])
    with pytest.raises(UnknownNameError):
        refusals(ROWS, TASK, ["nmber"])


def printed(tmp_path, *options, name="unchanged"):
    file = tmp_path / "rows.jsonl"
    ROWS.remove_columns("id").to_json(file)
    chosen = ("--dataset", str(file), "--task", TASK.name, "-t", "contraction,number")
    return CliRunner().invoke(main, [name, *chosen, *options])


def test_the_command_prints_counts_and_writes_them(tmp_path):
    out = tmp_path / "counts.json"
    result = printed(tmp_path, "--json", str(out))
    assert result.exit_code == 0, result.output
    assert "contraction: 3 of 18 rows changed (16.7%, 50.0% of the 6 that could change)" in result.output
    assert "9  nothing to change  the text has no contractions and no phrases that can be contracted" in result.output
    written = json.loads(out.read_text(encoding="utf-8"))
    assert [one["name"] for one in written] == ["contraction", "number"] and written[0]["eligible"] == 6
    assert len(written[0]["reasons"][0]["examples"]) == 2
    assert printed(tmp_path, name="refusals").output == printed(tmp_path).output


def test_one_reason_with_more_examples(tmp_path):
    result = printed(tmp_path, "--reason", "certainly a count", "--sample", "3")
    assert result.output.count("Room 12") == 3 and "contraction:" not in result.output
    result = printed(tmp_path, "--reason", "by themselves")
    assert result.exit_code == 2 and "unknown reason 'by themselves'" in result.output


def test_what_is_wrong_is_said_before_any_work(tmp_path):
    result = printed(tmp_path, "--json", str(tmp_path / "counts.txt"))
    assert result.exit_code == 2 and "ending in .json" in result.output


def test_an_example_has_its_own_reason():
    from hf_robust.cli.unchanged_command import _reason
    from hf_robust.perturb.counted_refusals import ReasonCount, UnchangedExample

    example = UnchangedExample("1", "We met in Athens.", "the place 'Athens' is not listed")
    lines = list(_reason(ReasonCount("the place '…' is not listed", "refused", 1, (example,))))
    assert "the place '…' is not listed" in lines[0] and "[the place 'Athens' is not listed]" in lines[1]
    (found,) = refusals(ROWS, TASK, ["contraction"])
    assert all(each.reason == one.reason for one in found.reasons for each in one.examples)
