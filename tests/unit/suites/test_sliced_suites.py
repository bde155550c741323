"""Suites that keep the slices of their rows: built, saved, loaded, filtered, run, and those without as ever."""

import json

import numpy as np
import pytest
from datasets import Dataset, load_dataset

import hf_robust as hr
from hf_robust.core.errors import SuiteError, UsageError
from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.evaluation.sliced_outcomes import sliced
from hf_robust.suites.row_slices import SLICES, slices_in

TASK = hr.task("sentiment-classification")
TEXTS = [
    "A fine film.",
    "It is not a very good film.",
    "Dull film",
    "A film that nobody of us would like to see again.",
]
DATA = Dataset.from_dict({"text": TEXTS, "label": ["pos", "neg", "neg", "neg"]})
ASKED = ["label", {"name": "length", "quantiles": 2}, {"name": "phrase", "kinds": ["negation", "question"]}]


@pytest.fixture(scope="module")
def suite():
    return hr.Suite.build(DATA, TASK, ["word-case", {"name": "typos", "count": 1}], slices=ASKED)


def test_rows_carry_the_slices_that_the_whole_data_set_gives(suite):
    table = hr.slice_rows(DATA, TASK, ASKED)
    for entry in suite.entries.values():
        for split in entry.rows.values():
            assert list(split[SLICES][:]) == [
                names for text, names in zip(TEXTS, table.lists()) if text in entry.original["text"][:]
            ]
    assert [one["name"] for one in suite.info["slices"]] == list(table.names)
    assert [one["rows"] for one in suite.info["slices"]] == table.sizes.tolist()
    assert suite.info["slice_notes"] == ["phrase: question: no row is in it, so it is left out"]


def test_a_suite_without_slices_is_as_ever(suite):
    plain = hr.Suite.build(DATA, TASK, ["word-case"])
    assert SLICES not in plain["word-case"].perturbed.column_names
    assert not {"slices", "slice_notes"} & plain.info.keys()
    assert plain["word-case"].perturbed["text"][:] == suite["word-case"].perturbed["text"][:]
    again = hr.Suite.build(suite["word-case"].original, TASK, ["word-case"])
    assert again.content_hash == plain.content_hash, "slices of an older suite are not carried along"


def test_a_suite_none_of_whose_slices_are_there_says_so(tmp_path):
    built = hr.Suite.build(DATA, TASK, ["word-case"], slices=[{"name": "phrase", "kinds": ["question"]}])
    built.save(tmp_path / "suite")
    loaded = hr.Suite.load(tmp_path / "suite")
    table = slices_in(loaded.info, loaded["word-case"].original)
    assert table.names == () and table.notes == ("phrase: question: no row is in it, so it is left out",)


def test_saved_loaded_and_filtered(suite, tmp_path):
    suite.save(tmp_path / "suite")
    loaded = hr.Suite.load(tmp_path / "suite")
    assert loaded.content_hash == suite.content_hash and loaded.info["slices"] == suite.info["slices"]
    rows = load_dataset(str(tmp_path / "suite"), "word-case", cache_dir=str(tmp_path / "cache"))
    assert rows["perturbed"][SLICES][:] == suite["word-case"].perturbed[SLICES][:]
    kept = loaded.filter(words_changed=0.5)
    assert kept.info["slices"] == suite.info["slices"] and SLICES in kept["typos-count-1"].original.column_names


def test_the_card_names_the_slices(suite, tmp_path):
    suite.save(tmp_path / "suite")
    card = (tmp_path / "suite" / "README.md").read_text()
    assert "## Slices" in card and "| phrase: negation | Rows with a negation" in card
    assert "phrase: question: no row is in it" in card
    assert "slices = [" in card and "    {'name': 'phrase', 'kinds': ['negation']}," in card


def test_the_card_builds_the_same_suite(suite):
    records = json.loads(json.dumps(suite.info["slices"]))
    again = hr.Suite.build(
        DATA,
        TASK,
        ["word-case", {"name": "typos", "count": 1}],
        slices=[{"name": one["family"], **one["params"]} for one in records],
    )
    assert again.content_hash == suite.content_hash


def test_annotation_that_is_there_is_read(pipeline, monkeypatch):
    data = hr.annotate(DATA, TASK, {"ent"}, nlp=pipeline)
    expected = hr.slice_rows(DATA, TASK, ["entities", "label"], nlp=pipeline)
    monkeypatch.setattr("hf_robust.slices.fitting.annotate", None)
    monkeypatch.setattr("hf_robust.slices.row_view.annotated_values", None)
    found = hr.slice_rows(data, TASK, ["entities", "label"])
    assert found.slices == expected.slices and np.array_equal(found.members, expected.members)


class Seen:
    outcomes: SuiteOutcomes | None = None


@pytest.fixture
def seen(monkeypatch):
    """The outcomes that a run hands to the parts of its analysis."""

    def look(outcomes, suite, wanted):
        Seen.outcomes = outcomes
        return {}

    monkeypatch.setattr("hf_robust.evaluation.robustness_run.analyzed", look)
    return Seen


def always_positive(texts):
    return ["pos"] * len(texts)


def test_a_run_reads_the_slices_of_the_suite(suite, seen):
    hr.run(always_positive, suite)
    found = seen.outcomes
    rows = found.originals.rows["text"][:]
    table = hr.slice_rows(DATA, TASK, ASKED)
    assert found.slices.names == table.names and found.slices.notes == table.notes
    order = [TEXTS.index(text) for text in rows]
    assert np.array_equal(found.slices.members, table.members[order])
    assert np.array_equal(found.members(1), found.slices.members[found.original_of(1)])


def test_a_run_finds_the_slices_that_are_asked_for(suite, seen):
    hr.run(always_positive, suite, slices=["length"])
    assert {one.family for one in seen.outcomes.slices.slices} == {"length"}
    plain = hr.Suite.build(DATA, TASK, ["word-case"])
    hr.run(always_positive, plain)
    assert seen.outcomes.slices is None


def test_wrong_slices_are_refused_before_anything_is_predicted(suite):
    def never(texts):
        raise AssertionError("it was asked")

    for asked, match in ((["lenght"], "did you mean length"), (["overlap"], "does not apply"), ([], "must be a list")):
        with pytest.raises(UsageError, match=match):
            hr.run(never, suite, slices=asked)
    with pytest.raises(UsageError, match="did you mean length"):
        hr.Suite.build(DATA, TASK, ["word-case"], slices=["lenght"])


def test_the_originals_are_joined_once(suite, seen):
    hr.run(always_positive, suite)
    again = sliced(seen.outcomes, suite, AnalysisOptions(slices=("label",)))
    assert again.originals is seen.outcomes.originals and again.slices.names == ("label: neg", "label: pos")


def test_a_suite_that_lost_its_column_is_refused(suite):
    rows = suite["word-case"].original.remove_columns(SLICES)
    with pytest.raises(SuiteError, match="get the suite again"):
        slices_in(suite.info, rows)
    with pytest.raises(SuiteError, match="does not say what its slices are"):
        slices_in({"slices": [{"rows": 3}]}, suite["word-case"].original)
    assert slices_in({}, rows) is None
