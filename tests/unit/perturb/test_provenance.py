"""The record of what was done to a row."""

import json

from datasets import Dataset

import hf_robust as hr
from hf_robust.perturb.provenance import edit_type, features, original_column, record_type
from hf_robust.transforms import transformation_registry

TASK = hr.task("text-classification")


def test_record_says_everything():
    data = Dataset.from_dict({"text": ["It is good and it is new."], "label": [0]})
    (record,) = data.map(hr.Perturb({"name": "contraction", "mode": "contract"}, TASK, seed=9), batched=True)["robust"]
    assert record["transformation"] == "contraction" and record["seed"] == 9 and record["variant"] == 0
    assert json.loads(record["params"]) == {"mode": "contract"}
    assert (record["status"], record["effect"], record["reason"]) == ("changed", "preserves", "")
    assert record["edits"] == [
        {"stage": 0, "field": "text", "start": 0, "end": 5, "before": "It is", "after": "It's"},
        {"stage": 0, "field": "text", "start": 15, "end": 20, "before": "it is", "after": "it's"},
    ]


def test_a_row_of_a_suite_starts_anew():
    data = Dataset.from_dict({"text": ["It is good."], "label": [0]})
    original = hr.Suite.build(data, TASK, ["contraction"])["contraction"].original
    (record,) = original.map(hr.Perturb("contraction", TASK), batched=True)["robust"]
    version = transformation_registry.transformations.get("contraction").version
    assert (record["transformation"], record["version"], record["effect"]) == ("contraction", version, "preserves")
    assert [e["stage"] for e in record["edits"]] == [0]


def test_rows_with_and_without_a_history_do_not_depend_on_each_other():
    data = Dataset.from_dict({"text": ["It is good.", "Fine film."], "label": [0, 1]})
    first = data.map(hr.Perturb("contraction", TASK, keep="all"), batched=True)
    perturb = hr.Perturb("typos", TASK)
    together = first.map(perturb, batched=True)["robust"][:]
    alone = first.map(perturb, batched=True, batch_size=1)["robust"][:]
    assert together == alone and {r["transformation"] for r in alone} == {"contraction+typos"}


def test_effects_that_disagree_are_unknown():
    from hf_robust.perturb.provenance import _joined_effect

    assert _joined_effect("preserves", "changes") == "changes" == _joined_effect("changes", "preserves")
    assert _joined_effect("raises", "lowers") == "unknown" and _joined_effect(None, "preserves") == "preserves"


def test_types():
    assert features().arrow_schema.field("robust").type == record_type()
    column = original_column(["a", "b"])
    assert column.type == record_type() and column.field("status").to_pylist() == ["original"] * 2
    assert column.field("edits").to_pylist() == [[], []] and edit_type().num_fields == 6


def values(record):
    for value in record.values() if isinstance(record, dict) else record:
        yield from values(value) if isinstance(value, (dict, list)) else (value,)


def test_no_value_is_none():
    """The default collation of a torch ``DataLoader`` takes no None."""
    data = Dataset.from_dict({"text": ["It is good.", "Good.", ""], "label": [0, 1, 0]})
    mapped = data.map(hr.Perturb("contraction", TASK, keep="all"), batched=True)
    entry = hr.Suite.build(data, TASK, ["contraction"])["contraction"]
    for rows in (mapped, entry.original, entry.perturbed, hr.Perturb("contraction", TASK)(data[:])):
        assert rows["robust"][:] and None not in values(rows["robust"][:])


def test_a_data_loader_takes_the_rows():
    from torch.utils.data import DataLoader

    data = Dataset.from_dict({"text": ["It is good.", "It is fine and it is new."], "label": [0, 1]})
    noisy = data.map(hr.Perturb("contraction", TASK), batched=True)
    assert [batch["robust"]["reason"] for batch in DataLoader(noisy, batch_size=1)] == [[""], [""]]
    chosen = noisy.with_format("torch", columns=["text", "label"])  # lists of edits differ in length
    (batch,) = DataLoader(chosen, batch_size=2)
    assert batch["text"] == ["It's good.", "It's fine and it's new."] and batch["label"].tolist() == [0, 1]
