"""Recorded edits made again: the row that a perturbation made, from the row before it."""

import pytest
from corpus import bound, dataset

import hf_robust as hr
from hf_robust.core.errors import UsageError
from hf_robust.perturb.replay import replayed
from hf_robust.tasks import COREFERENCE, NER, POS, QA

STAGES = ["contraction", "keyboard"]


@pytest.mark.parametrize("name", [NER, POS, QA, COREFERENCE])
def test_rows_come_again_from_their_edits(name):
    task, data = bound(name), dataset(name)
    data = data.remove_columns([column for column in data.column_names if "__" in column])
    made = data.map(hr.Perturb(STAGES, task, keep="all"), batched=True)
    changed = 0
    for before, after in zip(data, made, strict=True):
        record = after.pop("robust")
        found = replayed(task, before, record["edits"])
        assert {**before, **found.values} == after and found.moved
        changed += record["status"] == "changed"
    assert changed


def test_a_label_that_an_edit_does_not_say_stays_as_it_was():
    task = hr.task("part-of-speech")
    row = {"tokens": ["He", "ran"], "pos_tags": ["PRP", "VBD"]}
    edit = {"stage": 0, "field": "tokens", "start": 6, "end": 6, "after": " ."}
    found = replayed(task, row, [edit])
    assert found.values == {"tokens": ["He", "ran", "."]} and not found.moved


@pytest.mark.parametrize("edit", [{"start": 2, "end": 99}, {"start": 3, "end": 1}, {"field": "label"}])
def test_edits_that_do_not_fit_are_refused(edit):
    whole = {"stage": 0, "field": "text", "start": 0, "end": 1, "after": "x", **edit}
    with pytest.raises(UsageError):
        replayed(hr.task("sentiment-classification"), {"text": "A film.", "label": 1}, [whole])


def test_what_is_covered_is_counted_in_the_first_text():
    edits = [
        {"stage": 0, "field": "text", "start": 2, "end": 6, "after": "very good"},
        {"stage": 1, "field": "text", "start": 0, "end": 1, "after": "one"},
        {"stage": 1, "field": "text", "start": 12, "end": 16, "after": "FILM"},
    ]
    found = replayed(hr.task("sentiment-classification"), {"text": "A good film"}, edits)
    text, covered = found.covered("text")
    assert text == "A good film" and found.values["text"] == "one very good FILM"
    assert "".join(char if over else "-" for char, over in zip(text, covered)) == "A-good-film"
    assert found.covered("other") == ("", [])
