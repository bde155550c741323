"""Chinese rows by hand for the contract and the golden files: ``tests/task_rows/zh/<task>.jsonl``, values by role."""

import json
from functools import cache
from pathlib import Path

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.doc import flat_tokens
from hf_robust.core.edits import Edit, apply
from hf_robust.core.registry import spoken_language
from hf_robust.language import resources
from hf_robust.tasks import NER, POS, TASKS
from hf_robust.tasks.chunk_tags import to_bio
from hf_robust.transforms.chains import annotated_for
from hf_robust.transforms.transformation_registry import transformations

FOLDER = Path(__file__).with_name("task_rows") / "zh"
WRITTEN = {path.stem for path in FOLDER.glob("*.jsonl")}
NAMES = [name for name in transformations.names("zh") if "*" not in transformations.get(name, "zh").languages]
PAIRS = [(name, task) for name in NAMES for task in transformations.get(name, "zh").effects if task in WRITTEN]


def available(name):
    """The class of a name; the test is skipped where a resource is missing."""
    cls = transformations.get(name, "zh")
    try:
        resources.require(cls.resources, name, "zh")
    except LookupError as error:
        pytest.skip(str(error))
    return cls


def task_of(name):
    return hr.task(name, language="zh")


@cache
def rows_of(task):
    return [json.loads(line) for line in (FOLDER / f"{task}.jsonl").read_text(encoding="utf-8").splitlines()]


@cache
def annotated_rows(name, task):
    """The rows of a task with all that a transformation reads of them."""
    data = Dataset.from_list(rows_of(task))
    return annotated_for(data, task_of(task).bind(data), [[transformations.get(name, "zh")()]])


def perturbed(name, task, data=None, **options):
    """What becomes of the rows, as a list."""
    data = annotated_rows(name, task) if data is None else data
    bound = task_of(task).bind(data)
    return data.map(hr.Perturb(name, bound, **options), batched=True, batch_size=7).to_list()


def joined(value):
    return value if isinstance(value, str) else spoken_language("zh").join(flat_tokens(value))


def check_edits(task, before, row):
    """What no edit touches is byte for byte as it was, and a row counts as changed when it is."""
    record = row["robust"]
    fields = tuple(dict.fromkeys((*TASKS[task].edited, *(edit["field"] for edit in record["edits"]))))
    differs = any(row[field] != before[field] for field in fields)
    assert differs == (record["status"] == "changed") == bool(record["edits"]), record
    for field in fields:
        text = joined(before[field])
        edits = [Edit(e["start"], e["end"], e["after"]) for e in record["edits"] if e["field"] == field]
        assert all(text[e["start"] : e["end"]] == e["before"] for e in record["edits"] if e["field"] == field)
        assert apply(text, edits) == joined(row[field])


def check_labels(task, row):
    """Answers equal their text, tags are legal and as many as the tokens, words are not empty."""
    if task == "extractive-qa":
        for text, start in zip(row["answers"]["text"], row["answers"]["answer_start"], strict=True):
            assert row["context"][start : start + len(text)] == text
    elif task in (NER, POS):
        tags = row["ner_tags" if task == NER else "pos_tags"]
        assert len(tags) == len(row["tokens"]) and all(row["tokens"])
        assert task == POS or to_bio(tags) == tags, "a chunk that begins with I-"
    elif task == "aspect-based-sentiment-analysis":
        assert all(row["text"][one["start"] : one["end"]] == one["term"] for one in row["aspects"])
    elif task == "word-segmentation":
        assert all(row["words"])
