"""Summarization and text generation: the answer is a text, and text generation may have no references."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import ColumnError, UsageError
from hf_robust.scoring import measure_on
from hf_robust.tasks.task_ids import task_of

TEXTS = ["The door is not open.", "A red car stands in the yard."]
SUMMARIES = ["Door closed.", "Red car in the yard."]


@pytest.mark.parametrize(("name", "label"), [("summarization", "summary"), ("text-generation", "reference")])
def test_the_text_is_edited_and_the_gold_text_stays(name, label):
    data = Dataset.from_dict({"text": TEXTS, label: SUMMARIES})
    task = hr.task(name).bind(data)
    assert task.fields == task.text_roles == ("text",) and task.label_role == label
    assert task.inputs(data) == [{"text": text} for text in TEXTS] and task.references(data) == SUMMARIES
    out = data.map(hr.Perturb("contraction", task), batched=True)
    assert out[0]["text"] == "The door isn't open." and out[label][:] == SUMMARIES[:1]
    model = hr.as_predictor(lambda texts: SUMMARIES[: len(texts)], task)
    assert [one.value for one in model.predict(task.inputs(data))] == SUMMARIES
    with pytest.raises(UsageError, match="a string"):
        hr.as_predictor(lambda texts: [["Door"]] * 2, task).predict(task.inputs(data))
    assert task_of(data).name == name


def test_a_list_of_tokens_becomes_a_text_for_the_model():
    data = Dataset.from_dict({"text": [["A", "red", "car"]], "summary": [["A car.", "Something red."]]})
    task = hr.task("summarization").bind(data)
    assert task.inputs(data) == [{"text": "A red car"}] and task.references(data) == [["A car.", "Something red."]]
    assert task.show(["A car.", "Something red."]) == "A car. | Something red."
    zh = hr.task("summarization", language="zh")
    assert zh.inputs(Dataset.from_dict({"text": [["今天", "下雨"]], "summary": ["雨"]})) == [{"text": "今天下雨"}]


def test_a_summary_is_needed_and_a_reference_is_not():
    alone = Dataset.from_dict({"text": TEXTS})
    with pytest.raises(ColumnError, match="absent: summary"):
        hr.task("summarization").bind(alone)
    task = hr.task("text-generation").bind(alone)
    task.check_labels(alone)
    assert task.references(alone) == [None, None] and task.labels_in(alone) is None and task.labeled(alone) is alone
    assert measure_on(task, alone).name == "answer_similarity"
    with pytest.raises(UsageError, match="do not tell the task"):
        task_of(alone)


def test_references_are_there_for_all_rows_or_for_none():
    some = Dataset.from_dict({"text": TEXTS, "reference": ["Closed.", None]})
    task = hr.task("text-generation").bind(some)
    assert measure_on(task, some).name == "rouge_l" and len(task.labeled(some)) == 1
    with pytest.raises(UsageError, match="1 of 2 rows have no gold label in column 'reference'"):
        task.check_labels(some)
    with pytest.raises(ColumnError, match="'reference' must hold text or a list of texts"):
        hr.task("text-generation").bind(Dataset.from_dict({"text": ["a"], "reference": [3]}))


@pytest.mark.parametrize(
    ("name", "row", "expected"),
    [
        ("summarization", {"document": "A. B.", "summary": "A"}, {"text": "A. B.", "summary": "A"}),
        ("summarization", {"id": "1", "dialogue": "A", "summary": "B"}, {"id": "1", "text": "A", "summary": "B"}),
        ("summarization", {"article": "A", "highlights": "B"}, {"text": "A", "summary": "B"}),
        ("summarization", {"正文": "今天下雨。", "摘要": "雨"}, {"text": "今天下雨。", "summary": "雨"}),
        ("text-generation", {"prompt": "A", "completion": "B"}, {"text": "A", "reference": "B"}),
        ("text-generation", {"prompt": "A", "reference": "B"}, {"text": "A", "reference": "B"}),
        ("text-generation", {"prompt": "A"}, {"text": "A"}),
        ("text-generation", {"question": "A", "answer": "B", "n": "1"}, {"n": "1", "text": "A", "reference": "B"}),
        ("text-generation", {"instruction": "A", "output": "B"}, {"text": "A", "reference": "B"}),
        ("text-generation", {"指令": "写诗。", "输入": "", "输出": "春"}, {"text": "写诗。", "reference": "春"}),
        ("text-generation", {"问题": "谁？", "回答": "我"}, {"text": "谁？", "reference": "我"}),
    ],
)
def test_common_columns_are_read(name, row, expected):
    assert hr.with_layout(Dataset.from_list([row]), name)[:] == {column: [value] for column, value in expected.items()}


def test_an_instruction_takes_its_input_and_leaves_a_joined_text_out():
    row = {"instruction": "Name it.", "input": "A dog.", "output": "dog", "text": "### Instruction: Name it. ..."}
    found = hr.with_layout(Dataset.from_list([row, {**row, "input": None}]), "text-generation")
    assert found[:] == {"text": ["Name it.\n\nA dog.", "Name it."], "reference": ["dog", "dog"]}
    own = Dataset.from_list([{"text": "A", "reference": "B", "prompt": "C"}])
    assert hr.with_layout(own, "text-generation") is own
