"""What the contract tests share: the names, ways to run a transformation, and how a record is checked."""

import dataclasses
import json
import re

import pytest
from corpus import SENTENCES, doc
from default_set import MODELS
from row_samples import ROW_NAMES

from hf_robust.core.doc import flat_tokens
from hf_robust.core.edits import Edit, apply
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import row_rng
from hf_robust.language import resources
from hf_robust.tasks import MULTI_LABEL, SIMILARITY_SCORING, TASKS, TEXT_REGRESSION
from hf_robust.transforms.transformation_registry import transformations

ALL_NAMES = transformations.names()
NAMES = [name for name in ALL_NAMES if name not in ROW_NAMES]  # those of one text
# these have nothing to draw with their default parameters; all others must depend on the seed
DETERMINISTIC = {
    "back-translation",
    "negation",
    "tense",
    "contraction",
    "word-case",
    "concat-sentences",
    "swap-gender",
    "swap-region",
}
# Their texts are those of another task that is tried, and no gold value points into a text.
ALIKE = {MULTI_LABEL, TEXT_REGRESSION, SIMILARITY_SCORING}
TRIED = {name: [task for task in transformations.get(name).effects if task not in ALIKE] for name in NAMES}
PAIRS = [(name, task) for name, tasks in TRIED.items() for task in tasks]
# two tasks of each transformation, taken in turn so that each task comes: for what the task has no part in
SOME_PAIRS = [
    (name, task)
    for number, name in enumerate(NAMES)
    for task in dict.fromkeys(TRIED[name][(number + step) % len(TRIED[name])] for step in (0, 7))
]
assert {task for _, task in SOME_PAIRS} == {task for _, task in PAIRS}
GATED = [name for name in NAMES if getattr(transformations.get(name), "gate", False) not in (False, "off")]


def make(name, **params):
    cls = transformations.get(name)
    try:
        resources.require(cls.resources, name)
    except LookupError as error:
        pytest.skip(str(error))
    return cls(**params)


def ungated(name):
    """Parameters that turn the gate off, of what has one: few words pass it, and most tests need many that change."""
    fields = dataclasses.fields(transformations.get(name))
    return {"gate": "off"} if any(field.name == "gate" for field in fields) else {}


def docs():
    return [doc(s, tokens) for s in SENTENCES for tokens in (False, True)]


def edits_of(transformation, document, seed=0):
    """The edits, or the reason why there are none."""
    rng = row_rng(seed, transformation.signature, document.text, "text")
    try:
        return list(transformation.edits(document, rng))
    except NotApplicable as reason:
        return [str(reason)]


def run(transformation, seed=0, documents=None):
    """What :func:`edits_of` gives for each document; models are asked about all of them at once."""
    documents = documents or docs()
    if transformation.name not in MODELS:
        return [edits_of(transformation, document, seed) for document in documents]
    rngs = [row_rng(seed, transformation.signature, document.text, "text") for document in documents]
    found = transformation.edits_batch(documents, rngs)
    return [[str(edits)] if isinstance(edits, NotApplicable) else list(edits) for edits in found]


def assert_replays(task, before, row):
    """The recorded edits are those that were made, and a row counts as changed when it is."""
    record = row["robust"]
    fields = list(TASKS[task].edited)
    differs = any(row[field] != before[field] for field in fields)
    assert differs == (record["status"] == "changed") == bool(record["edits"])
    assert record["source_id"] and json.loads(record["params"]) is not None
    for field in fields:
        text = joined(before[field])
        edits = [Edit(e["start"], e["end"], e["after"]) for e in record["edits"] if e["field"] == field]
        for e in record["edits"]:
            assert e["field"] != field or shown(text[e["start"] : e["end"]]) == e["before"]
        text = shown(text)
        new = joined(row[field])
        if isinstance(row[field], str):
            assert apply(text, edits) == shown(new)
        else:  # a space more or less between tokens is none of theirs
            assert apply(text, edits).split() == shown(new).split()


def joined(value):
    """A text, or tokens (in sentences or not) as a text."""
    return value if isinstance(value, str) else " ".join(flat_tokens(value))


def shown(text):
    """Lone surrogates as the record shows them."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)
