"""Translation: the target is a text and the gold label."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import ColumnError, UsageError

ROWS = {"source": ["The door is not open.", "A red car."], "target": ["Die Tür ist nicht offen.", "Ein rotes Auto."]}


def test_the_source_alone_is_edited_and_given():
    data = Dataset.from_dict(ROWS)
    task = hr.task("mt").bind(data)
    assert task.fields == ("source",) and task.text_roles == ("source", "target") and task.label_role == "target"
    assert task.inputs(data) == [{"source": text} for text in ROWS["source"]]
    assert task.references(data) == ROWS["target"]
    out = data.map(hr.Perturb("contraction", task), batched=True)
    assert out[0]["source"] == "The door isn't open." and out[0]["target"] == ROWS["target"][0]
    assert hr.as_predictor(lambda texts: ROWS["target"], task).predict(task.inputs(data))[1].value == "Ein rotes Auto."
    with pytest.raises(UsageError, match="the translation, a string"):
        hr.as_predictor(lambda texts: [["Ein", "Auto"]] * 2, task).predict(task.inputs(data))


def test_both_columns_must_hold_text():
    task = hr.task("machine-translation")
    with pytest.raises(ColumnError, match="'target' must hold text"):
        task.bind(Dataset.from_dict({**ROWS, "target": [["Die"], ["Ein"]]}))
    with pytest.raises(ColumnError, match="absent: target"):
        task.bind(Dataset.from_dict({"source": ["a"]}), labels=False)
    with pytest.raises(UsageError, match="1 of 2 rows have no gold label"):
        task.check_labels(Dataset.from_dict({**ROWS, "target": ["Die Tür.", None]}))
