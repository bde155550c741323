"""Suites and reports of strangers with hostile values anywhere: an error of this package, or a right load."""

import json
import random
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value
from edits_samples import SENTIMENT, films
from hostile_values import mutated
from report_samples import sample_attack, sample_capabilities, sample_corruptions, sample_record

import hf_robust as hr
from hf_robust.core.errors import RobustError
from hf_robust.reports.any_report import load_report
from hf_robust.suites.manifest import sealed

RUNS = 30  # of each kind
MOST_BYTES = 50 * 2**20


def tagged() -> Dataset:
    features = Features({"tokens": List(Value("string")), "ner_tags": List(ClassLabel(names=["O", "B-LOC", "I-LOC"]))})
    rows = {
        "tokens": [["He", "left", "New", "York", "."], ["Oslo", "is", "far"]],
        "ner_tags": [[0, 0, 1, 2, 0], [1, 0, 0]],
    }
    return Dataset.from_dict(rows, features=features)


@pytest.fixture(scope="module")
def suites() -> dict[str, tuple[Any, Dataset]]:
    plain = hr.Suite.build(films(), SENTIMENT, ["word-case", {"name": "keyboard", "count": 1}])
    tags = hr.Suite.build(tagged(), hr.task("ner"), ["swap-entity-longer", {"name": "keyboard", "count": 1}])
    return {
        "plain": (plain, films()),
        "edits": (hr.EditsSuite.of(plain), films()),
        "tagged-edits": (hr.EditsSuite.of(tags), tagged()),
    }


def survived(read: Callable[[], object]) -> str | None:
    """What is raw about an outcome: an error of another package, or much memory; None where nothing is."""
    tracemalloc.start()
    try:
        read()
    except RobustError:
        pass
    except Exception as error:  # what a user would see as a traceback
        return repr(error)[:300]
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return f"{peak / 2**20:.0f} MB" if peak > MOST_BYTES else None


def use(folder: Path, rows: Dataset) -> None:
    """Load a suite, show it, and apply the edits."""
    loaded = hr.suites.BaseSuite.load(folder)
    assert str(loaded) and loaded._repr_html_()
    if isinstance(loaded, hr.EditsSuite):
        loaded.apply(rows)


def save_and_use(suite: Any, folder: Path, rows: Dataset) -> None:
    use(suite.save(folder), rows)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["plain", "edits", "tagged-edits"])
def test_hostile_manifests(suites, tmp_path, kind):
    suite, rows = suites[kind]
    folder = suite.save(tmp_path / "suite")
    manifest = json.loads((folder / "suite.json").read_text())
    raw = {}
    for seed in range(RUNS):
        changed = sealed(mutated(manifest, random.Random(seed)))
        (folder / "suite.json").write_text(json.dumps(changed))
        if found := survived(lambda: use(folder, rows)):
            raw[seed] = found
    assert raw == {}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["edits", "tagged-edits"])
def test_hostile_rows(suites, tmp_path, kind):
    suite, rows = suites[kind]
    raw = {}
    for seed in range(RUNS):
        rng = random.Random(seed)
        changed = with_hostile_rows(suite, rng)
        if changed is not None and (found := survived(partial(save_and_use, changed, tmp_path / "suite", rows))):
            raw[seed] = found
    assert raw == {}


def with_hostile_rows(suite: Any, rng: random.Random) -> Any:
    """The suite with hostile values in the rows of one entry; None where Arrow cannot hold them."""
    name = rng.choice(list(suite))
    entry = suite[name]
    records = [{**row, "labels": json.loads(row["labels"] or "null")} for row in entry.edits]
    records = mutated(records, rng)
    try:
        for row in records:
            row["labels"] = json.dumps(row["labels"]) if row["labels"] is not None else ""
        keep = rng.random() < 0.7
        edits = Dataset.from_list(records, features=entry.edits.features if keep else None)
    except Exception:
        return None
    return replace(suite, entries={**suite.entries, name: replace(entry, edits=edits)})


@pytest.mark.parametrize(
    ("sample", "name"),
    [
        (sample_record, "report.json"),
        (sample_capabilities, "capabilities.json"),
        (sample_attack, "attack.json"),
        (sample_corruptions, "corruptions.json"),
    ],
)
def test_hostile_reports(tmp_path, sample, name):
    raw = {}
    record = json.loads(json.dumps(sample()))
    for seed in range(RUNS):
        (tmp_path / name).write_text(json.dumps(mutated(record, random.Random(seed))))
        if found := survived(lambda: str(load_report(tmp_path))):
            raw[seed] = found
    assert raw == {}


HUGE = [
    {"ner_tags": {"list": [{"kept": [0, 5]}] * 20_000}},
    {"ner_tags": {"list": [{"kept": [0, 10**9]}] * 20_000}},
    {"ner_tags": {"list": [{"at": [0, {"same": True}]}] * 50_000}},
    {"ner_tags": {"list": [{"kept": [3, 5]}, {"kept": [0, 3]}]}},
    {"ner_tags": {"list": [{"kept": [-5, 5]}]}},
    {"ner_tags": {"list": [{"text": ["tokens", 0, 12]}] * 20_000}},
    {"tokens": {"list": [{"kept": [0, 5]}] * 20_000}},
    {"tokens": {"list": [10**9]}},
    {"other": {"same": True}},
    {f"column {n}": {"text": ["tokens", 0, 12]} for n in range(5000)},
]


@pytest.mark.parametrize("labels", HUGE, ids=range(len(HUGE)))
def test_labels_that_repeat_what_a_row_holds_are_refused(suites, tmp_path, labels):
    suite, rows = suites["tagged-edits"]
    name, entry = next((name, entry) for name, entry in suite.entries.items() if len(entry))
    edits = entry.edits.map(lambda row: {"labels": json.dumps(labels)})
    folder = replace(suite, entries={**suite.entries, name: replace(entry, edits=edits)}).save(tmp_path / "suite")
    with pytest.raises(RobustError, match="do not fit your data"):
        hr.EditsSuite.load(folder).apply(rows)


@pytest.mark.parametrize("kind", ["Image", "Audio", "Video", "Pdf", "Nifti", "Array2D", "Path"])
def test_source_columns_of_files_are_refused_before_anything_is_opened(suites, tmp_path, kind):
    suite, _ = suites["edits"]
    columns = {**suite.info["source_columns"], "text": {"_type": "List", "feature": {"_type": kind}}}
    folder = suite.save(tmp_path / "suite")
    manifest = json.loads((folder / "suite.json").read_text())
    manifest["info"]["source_columns"] = columns
    (folder / "suite.json").write_text(json.dumps(sealed(manifest)))
    for path in folder.rglob("*.parquet"):
        path.unlink()
    with pytest.raises(RobustError, match=f"source_columns.text.*{kind}"):
        hr.EditsSuite.load(folder)
    with pytest.raises(RobustError, match=f"source_columns.text.*{kind}"):
        suite.with_facts(source_columns=columns).apply(films())
