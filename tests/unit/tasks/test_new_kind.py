"""A kind of task that nobody has heard of, written in one class: everything runs on it without another line."""

from dataclasses import dataclass
from typing import ClassVar

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.edits import Edit
from hf_robust.core.errors import ColumnError, NotApplicable, UsageError
from hf_robust.tasks import TASKS, TaskKind
from hf_robust.tasks.columns import holds_labels, inner_feature
from hf_robust.tasks.label_mover import moved_marks
from hf_robust.tasks.labels import label_name
from hf_robust.transforms.base import Transformation, preserves
from hf_robust.transforms.transformation_registry import transformations


class Relations(TaskKind):
    """Which relation holds between two spans of a text."""

    hub_category = "text-classification"
    classifies = True
    wanted = "the name of a relation"
    value_keys = ("relation",)
    label_matcher = "hf_robust.adapters.label_matching:LabelMatcher"

    def expected(self, role, feature):
        if role in self.spans:
            return None if inner_feature(feature) is not None else "the two ends of a span"
        return None if holds_labels(feature) else "one relation a row"

    def references(self, values, task):
        return [label_name(value, task.label_names) for value in values]

    def read_value(self, given, row, name, wrong):
        found = name(given)
        if found is None:
            raise wrong(f"{given!r:.80}")
        return found

    def labels_of(self, values):
        return values

    def label_mover(self, task):
        return SpanMover(task)


class SpanMover:
    role = "text"

    def __init__(self, task):
        self.columns = tuple(task.column(role) for role in task.kind.spans)

    def marks(self, row):
        from hf_robust.core.doc import Span

        if any(not 0 <= row[column][0] < row[column][1] for column in self.columns):
            raise NotApplicable("a span is empty")
        return [Span(*row[column], column) for column in self.columns]

    def move(self, row, doc, edits, after):
        return {column: list(span) for column, span in zip(self.columns, moved_marks(doc, edits, "a span"))}


@dataclass(frozen=True, kw_only=True)
class Hedge(Transformation):
    """Begins the text with a hedge.

    Example:
        >>> Hedge().preview("Anna left.")
        'Indeed, Anna left.'
    """

    name: ClassVar[str] = "hedge"
    level = "sentence"
    linguistics = "pragmatics"
    effects = preserves("span-relations")

    def edits(self, doc, rng):
        return [Edit(0, 0, "Indeed, ")]


@pytest.fixture(autouse=True)
def relations(registered):
    kind = Relations(
        "span-relations",
        ("text",),
        ("relation",),
        spans=("subject", "object"),
        aliases=("sr",),
        measure="accuracy",
    )
    TASKS.register(kind)
    registered(Hedge)
    yield kind
    TASKS._entries.pop(kind.name)


ROWS = {
    "text": ["Anna works for Acme.", "Bob lives in Oslo."],
    "subject": [[0, 4], [0, 3]],
    "object": [[15, 19], [13, 17]],
    "relation": ["employer", "home"],
}


def model(rows):
    """Reads the word before the object."""
    return ["employer" if row["text"][: row["object"][0]].endswith("for ") else "home" for row in rows]


def test_it_is_built_run_saved_and_shown(tmp_path):
    data, task = Dataset.from_dict(ROWS), hr.task("sr")
    assert task.name == "span-relations" and transformations.get("hedge") is Hedge
    suite = hr.Suite.build(data, task)
    assert list(suite) == ["hedge"] and len(suite["hedge"]) == 2
    row = suite["hedge"].perturbed[0]
    assert row["text"] == "Indeed, Anna works for Acme." and row["text"][slice(*row["object"])] == "Acme"
    suite = hr.Suite.load(suite.save(tmp_path / "suite"))
    assert "span-relations" in (tmp_path / "suite" / "README.md").read_text()
    result = hr.run(model, suite).results[0]
    assert (result["original"], result["perturbed"]) == (1.0, 1.0)
    unmoved = hr.run(lambda rows: ["employer" if row["object"][0] == 15 else "home" for row in rows], suite)
    assert unmoved.results[0]["perturbed"] == 0.5 and "employer" in str(unmoved.results[0]["examples"])


def test_its_columns_are_checked():
    task = hr.task("span-relations")
    with pytest.raises(ColumnError, match="absent: subject, object"):
        task.bind(Dataset.from_dict({"text": ["a"], "relation": ["b"]}))
    with pytest.raises(ColumnError, match="'object' must hold the two ends of a span"):
        task.bind(Dataset.from_dict({**ROWS, "object": [15, 13]}))
    with pytest.raises(ColumnError, match="absent: subject, object"):
        task.bind(Dataset.from_dict({"text": ["a"]}), labels=False)
    assert task.required(labels=False) == ["text", "subject", "object"]


def test_models_that_nothing_reads_are_refused():
    task = hr.task("span-relations", label_names=["employer", "home"])
    with pytest.raises(UsageError, match="no adapter for models of span-relations.*Pass a function, or an object"):
        hr.as_predictor("me/model", task)
