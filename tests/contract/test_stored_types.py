"""Texts and lists are read and written in every Arrow type that ``datasets`` knows, for every task."""

import json
from functools import cache

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from datasets import Dataset
from row_samples import FOLDER, ROW_PAIRS

import hf_robust as hr
from hf_robust.tasks import TASKS
from hf_robust.tasks.layouts.load_rows import load_data
from hf_robust.transforms.transformation_registry import transformations

TYPES = {
    "large_string": (pa.large_string(), pa.list_),
    "dictionary": (pa.dictionary(pa.int32(), pa.string()), pa.list_),
    "large_list of string_view": (pa.string_view(), pa.large_list),
}


ROWS = {
    "multi-label-classification": [
        {"text": "The team won the match.", "labels": ["sport"]},
        {"text": "The bank pays the team.", "labels": ["money", "sport"]},
        {"text": "It rains in the town.", "labels": []},
    ],
    "text-regression": [{"text": "A fine hotel.", "score": 5.0}, {"text": "A dirty room.", "score": 1.5}],
    "semantic-similarity-scoring": [
        {"sentence1": "A man plays a guitar.", "sentence2": "A man is playing.", "score": 4.2},
        {"sentence1": "A dog runs.", "sentence2": "A plane lands.", "score": 0.0},
    ],
}
READ_OTHER_ROWS = ("concat-documents", "insert-sentences", "replace-sentences")


def stored(kind: pa.DataType, text: pa.DataType, lists) -> pa.DataType:
    """A type with its texts and lists stored in another way."""
    if pa.types.is_string(kind):
        return text
    if pa.types.is_list(kind):
        return lists(stored(kind.value_type, text, lists))
    if pa.types.is_struct(kind):
        return pa.struct([field.with_type(stored(field.type, text, lists)) for field in kind])
    return kind


def stored_rows(rows: list[dict], name: str) -> Dataset:
    table = pa.Table.from_pylist(rows)
    schema = pa.schema([field.with_type(stored(field.type, *TYPES[name])) for field in table.schema])
    return Dataset(table.cast(schema))


@cache
def rows_of_task(name: str) -> tuple[dict, ...]:
    if name in ROWS:
        return tuple(ROWS[name])
    file = FOLDER / f"{name}.jsonl"
    if file.is_file():
        return tuple(json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip())[:4]
    file = FOLDER / "zh" / f"{name}.jsonl"
    if not file.is_file():
        return ()
    return tuple(json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip())[:4]


def is_chinese(name: str) -> bool:
    return name not in ROWS and not (FOLDER / f"{name}.jsonl").is_file()


def task_of(name: str):
    return hr.task(name, language="zh" if is_chinese(name) else "en")


def chosen(name: str) -> list[str]:
    """Some transformations of a task: by letters, and of a whole row."""
    if name == "word-segmentation":
        return ["long-number"]
    whole = [one for one, task in ROW_PAIRS if task == name and one not in READ_OTHER_ROWS]
    whole = [one for one in whole if "masked-lm" not in transformations.get(one).resources]  # types are no matter of it
    whole.sort(key=lambda one: len(transformations.get(one).resources))
    return ["keyboard", *(() if is_chinese(name) else whole[:1])]


@cache
def plain(name: str):
    """What comes of rows that are stored as ``datasets`` stores them by itself."""
    data = Dataset.from_list(list(rows_of_task(name)))
    task = task_of(name).bind(data)
    return {one: mapped(data, one, task) for one in chosen(name)}, hr.Suite.build(data, task_of(name), chosen(name)[:1])


def mapped(data, name, task):
    return data.map(hr.Perturb(name, task, seed=1), batched=True, load_from_cache_file=False).to_list()


@pytest.mark.parametrize("stored_as", TYPES)
@pytest.mark.parametrize("name", [name for name in TASKS if rows_of_task(name)])
def test_all_that_is_made_of_rows_is_the_same_however_they_are_stored(tmp_path, name, stored_as):
    data, (rows, suite) = stored_rows(list(rows_of_task(name)), stored_as), plain(name)
    task = task_of(name).bind(data)
    for one, expected in rows.items():
        assert mapped(data, one, task) == expected, one
    built = hr.Suite.build(data, task_of(name), chosen(name)[:1])
    assert built.content_hash == suite.content_hash
    loaded = hr.Suite.load(built.save(tmp_path / "suite"))
    assert loaded.content_hash == suite.content_hash
    assert len(loaded.inputs()) == len(suite.inputs())


def test_runs_and_attacks_are_the_same_however_rows_are_stored(tmp_path):
    def model(texts):
        return ["pos" if "good" in text or "fine" in text else "neg" for text in texts]

    def found(data, place):
        suite = hr.Suite.build(data, task, ["word-case"])
        run = hr.attack(model, data, "deepwordbug", task, seed=1)
        run.suite().save(place)
        return hr.run(model, suite).record["results"], run.rows.to_list(), hr.Suite.load(place).content_hash

    texts = ["A good film.", "A fine film with a good plot.", "A dull film.", "A bad plot."]
    rows = [{"text": text, "label": label} for text, label in zip(texts, ("pos", "pos", "neg", "neg"))]
    task = hr.task("text-classification")
    expected = found(Dataset.from_list(rows), tmp_path / "plain")
    for name in TYPES:
        assert found(stored_rows(rows, name), tmp_path / name) == expected, name


@pytest.mark.parametrize("lists", [pa.list_view, pa.large_list_view, pa.large_list, pa.list_])
@pytest.mark.parametrize("text", [pa.string(), pa.string_view(), pa.large_string()])
def test_files_are_read_whatever_types_they_name(tmp_path, lists, text):
    tokens, tags = [["Anna", "saw", "Paris"], ["No", "one"]], [["B-PER", "O", "B-LOC"], ["O", "O"]]
    table = pa.table({"tokens": pa.array(tokens, lists(text)), "ner_tags": pa.array(tags, lists(text))})
    pq.write_table(table, tmp_path / "rows.parquet")
    data = load_data(str(tmp_path / "rows.parquet"))
    task = hr.task("named-entity-recognition").bind(data)
    assert data["tokens"][:] == tokens and task.scheme == "BIO"
