"""The base of all ``datasets.map`` functions: batches of every kind, versions, missing columns."""

import pickle
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from datasets import ClassLabel, Dataset, Features, Value
from datasets.fingerprint import Hasher

import hf_robust as hr
from hf_robust.core.errors import ColumnError, UsageError
from hf_robust.core.mapping import Columns, MapFunction, is_helper
from hf_robust.perturb.provenance import record_type


class Count(MapFunction):
    """Letters and words of a text."""

    def __init__(self, text="text"):
        self.text = text
        self._cache = {}

    @property
    def columns_in(self):
        return (self.text,)

    @property
    def columns_out(self):
        return ("size", "words")

    @property
    def hint(self):
        return "Say Count('<column>')"

    def stamp(self):
        return (LIST_VERSION,)

    def types(self):
        return {"size": pa.int32(), "words": pa.list_(pa.string())}

    def process(self, batch):
        self._cache.update(dict.fromkeys(batch[self.text]))
        return {"size": [len(t) for t in batch[self.text]], "words": [t.split() for t in batch[self.text]]}


class Twice(Count):
    """Each row with a text twice, others not at all."""

    keeps_rows = False

    def process(self, batch):
        places = [place for place, text in enumerate(batch[self.text]) if text for _ in range(2)]
        return batch.take(places, {"size": [len(batch[self.text][p]) for p in places]}, drop=["text__ann"])


LIST_VERSION = "3"
ROWS = {"text": ["a b", "", "c"], "label": [1, 0, 1], "text__ann": [{"x": 1}, None, {"x": 2}]}
FEATURES = Features(
    {"text": Value("string"), "label": ClassLabel(names=["no", "yes"]), "text__ann": {"x": Value("int32")}}
)


def data():
    return Dataset.from_dict(ROWS, features=FEATURES)


@pytest.mark.parametrize("kind", [None, "numpy", "torch", "arrow", "pandas"])
def test_every_format_of_a_dataset(kind):
    added = data().with_format(kind).map(Count(), batched=True, batch_size=2).with_format(None)
    assert added["size"][:] == [3, 0, 1] and added["words"][:] == [["a", "b"], [], ["c"]]
    assert added["text"][:] == ROWS["text"] and added["label"][:] == ROWS["label"]
    assert added.column_names[:3] == ["text", "label", "text__ann"]
    twice = data().with_format(kind).map(Twice(), batched=True, batch_size=2).with_format(None)
    assert twice["text"][:] == ["a b", "a b", "c", "c"] and twice["size"][:] == [3, 3, 1, 1]
    if kind is None:
        assert {name: added.features[name] for name in FEATURES} == FEATURES
        assert twice.features["label"] == FEATURES["label"] and "text__ann" not in twice.column_names


@pytest.mark.parametrize("kind", [None, "numpy", "arrow"])
def test_a_stream(kind):
    stream = data().remove_columns("text__ann").with_format(kind).to_iterable_dataset()
    sizes = [row["size"] for row in stream.map(Count(), batched=True, batch_size=2)]
    assert [int(size[0].as_py() if kind == "arrow" else size) for size in sizes] == [3, 0, 1]


def test_tables_and_frames_come_back_as_such():
    table = data().with_format("arrow")[:]
    assert Count()(table).column("size").to_pylist() == [3, 0, 1] and Count()(table).num_columns == 5
    assert Twice()(table).column_names == ["text", "label", "size"]
    frame = pd.DataFrame({"text": ROWS["text"], "label": ROWS["label"]})
    assert list(Count()(frame).columns) == ["text", "label", "size", "words"]
    assert Twice()(frame)["text"].tolist() == ["a b", "a b", "c", "c"]
    plain = {"text": np.array(ROWS["text"], dtype=object), "label": np.array(ROWS["label"])}
    assert Twice()(plain) == {"text": ["a b", "a b", "c", "c"], "label": [1, 1, 1, 1], "size": [3, 3, 1, 1]}


def test_missing_columns_are_named_with_what_to_type():
    with pytest.raises(ColumnError, match=r"Count expects the columns text; found: body\. Say Count\('<column>'\)"):
        Count()({"body": ["a"]})
    assert Count("body")({"body": ["a"]})["size"] == [1]


@pytest.mark.parametrize("row", [{"text": "a"}, {"text": np.array("a")}, {"text": 3}, {"text": None}])
def test_a_row_is_no_batch(row):
    with pytest.raises(UsageError, match="works on batches.*batched=True"):
        Count()(row)


def test_map_without_batched_says_so():
    with pytest.raises(UsageError, match="batched=True"):
        data().map(Count())


@pytest.mark.parametrize("batch", [5, "text", ["a"], None])
def test_what_has_no_columns(batch):
    with pytest.raises(UsageError, match="a batch of columns"):
        Count()(batch)


def test_the_fingerprint_follows_version_and_stamp_and_nothing_made_on_the_way(monkeypatch):
    function = Count()
    before = Hasher.hash(function)
    function({"text": ["a"]})
    assert Hasher.hash(function) == before == Hasher.hash(pickle.loads(pickle.dumps(function)))
    assert Hasher.hash(Count("other")) != before
    monkeypatch.setattr(sys.modules[__name__], "LIST_VERSION", "4")
    assert Hasher.hash(function) != before
    monkeypatch.setattr(sys.modules[__name__], "LIST_VERSION", "3")
    monkeypatch.setattr(Count, "version", "2")
    assert Hasher.hash(function) != before


class Unread:
    """A column that must not be turned into Python objects."""

    def __len__(self):
        return 2

    def __getitem__(self, place):
        return f"row {place}"

    def tolist(self):
        raise AssertionError("this column was read")


def test_columns_that_nobody_reads_stay_as_they_are():
    batch = {"text": ["It is a film.", "Good."], "label": [0, 1], "note": Unread(), "text__ann": Unread()}
    made = hr.Perturb("contraction", hr.task("text-classification"))(batch)
    assert made["note"] == ["row 0"] and made["text__ann"] == [None] and made["text"] == ["It's a film."]


def test_an_annotation_that_nobody_reads_stays_in_arrow(monkeypatch):
    from datasets.formatting.formatting import LazyBatch

    read = []
    monkeypatch.setattr(LazyBatch, "format", lambda self, key: read.append(key) or self.pa_table[key].to_pylist())
    task = hr.task("text-classification")
    annotated = hr.annotate(Dataset.from_dict({"text": ["It is a film."], "label": [0]}), task, {"pos"})
    read.clear()
    annotated.map(hr.Perturb("contraction", task), batched=True)
    annotated.map(hr.Perturb("synonym", task, keep="all"), batched=True)
    assert set(read) <= {"text"}


def test_take_keeps_types():
    table = Columns(data().with_format("arrow")[:]).take(
        [2, 0], {"text": ["x", "y"], "robust": pa.nulls(2, record_type())}
    )
    assert table.column_names == ["text", "label", "text__ann", "robust"]
    assert table.to_pydict()["label"] == [1, 1] and table.schema.field("robust").type == record_type()


def test_helpers_are_those_of_the_texts():
    names = ["text__ann", "tokens__next", "text__importance", "user__ann", "text", "annotation"]
    assert [name for name in names if is_helper(name, ["text", "tokens"])] == names[:3]
    assert not is_helper("text__ann", ["text", "text__ann"])
