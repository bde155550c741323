"""Words that came beside words that went, and the validators that look at them."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.perturb.changes import Change
from hf_robust.perturb.validators.word_edits import Gate, Meaning, word_edits

TEXT = "This is a good movie."


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a good film", "a fine film", [("good", "fine")]),
        ("a good film", "a good old film", [("", "old")]),
        ("a good old film", "a good film", [("old", "")]),
        ("the end", "the end.", []),
        ("", "new", [("", "new")]),
        ("old", "", [("old", "")]),
    ],
)
def test_words_stand_beside_those_they_replace(before, after, expected):
    edits = list(word_edits(Change(before, after)))
    assert [(edit.old, edit.new) for edit in edits] == expected
    assert all(before[edit.start : edit.end] == edit.old for edit in edits)


def test_known_edits_give_the_same_words():
    change = Change("a good film", "a fine film", [[(2, 6, "fine")]])
    assert list(word_edits(change)) == list(word_edits(change._replace(steps=None)))


@pytest.mark.parametrize(
    ("after", "faults"),
    [("a great film", 0), ("a terrible film", 1), ("not a good film", 1), ("a good films", 0), ("a goood film", 0)],
)
def test_meaning(after, faults):
    assert Meaning().measure([Change("a good film", after)])[0] == (faults, 1 / (1 + faults))


@pytest.mark.parametrize(
    ("before", "after"),
    [("in 1998", "in 1997"), ("an hour", "a minute"), ("I do n't know", "I do know"), ("the film", "the awful film")],
)
def test_numbers_lists_negations_and_judgements_turn_what_is_said(before, after):
    assert Meaning().measure([Change(before, after)])[0].value == 1


def test_the_gate_counts_words_of_all_changes_together():
    changes = [Change(TEXT, TEXT.replace("movie", new)) for new in ("film", "house", "fimm")]
    assert [found.value for found in Gate().measure(changes)] == [0, 1, 1]
    assert [Gate().measure([change])[0] for change in changes] == Gate().measure(changes)


def test_both_serve_on_a_perturbed_column(pipeline, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_SPACY", pipeline)
    task = hr.task("sentiment-classification")
    rows = Dataset.from_dict({"text": [TEXT], "label": [1]}).map(
        hr.Perturb("synonym", task, count=1, gate="strict"), batched=True
    )
    found = rows.map(hr.Validate(["gate", "meaning"], task), batched=True)[0]["validity"]
    assert found["gate"]["score"] == found["meaning"]["score"] == 1.0


@pytest.mark.parametrize("text", ["x" * 100_000, "我们昨晚看了一部电影。", "", "🎬🎬", "un film très bien"])
def test_any_text_is_measured(text):
    for validator in (Gate(), Meaning()):
        (found,) = validator.measure([Change(text, text + " more")])
        assert 0 < found.score <= 1
