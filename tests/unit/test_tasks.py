"""Tasks: every error names what was expected, what was found and the argument that fixes it."""

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value

import hf_robust as hr
from hf_robust.errors import ColumnError, EmptyDataError, LabelError, UnknownNameError, UsageError
from hf_robust.tasks import TASKS


@pytest.mark.parametrize("name", TASKS)
def test_every_task_is_whole(name):
    task = hr.task(name)
    assert set(task.columns) == set(task.text_roles) | set(task.spec.labels)
    assert task.label_role in task.columns and set(task.fields) <= set(task.text_roles)
    assert task.kind in {"classification", "tagging", "parsing", "span", "aspects"}
    if task.kind in ("tagging", "parsing"):
        assert task.tags_role in task.columns


def test_absent_columns():
    data = Dataset.from_dict({"sentence": ["a"], "y": [0]})
    with pytest.raises(ColumnError) as caught:
        hr.task("sentiment-classification").bind(data)
    message = str(caught.value)
    assert "text (text), label (label)" in message and "found: sentence, y" in message
    assert "hr.task('sentiment-classification', text='sentence', label='y')" in message


def test_several_candidates_are_not_guessed():
    data = Dataset.from_dict({"a": ["x"], "b": ["y"], "label": [0]})
    with pytest.raises(ColumnError, match="premise='<column>', hypothesis='<column>'"):
        hr.task("natural-language-inference").bind(data)


def test_absent_id_column():
    data = Dataset.from_dict({"text": ["x"], "label": [0]})
    with pytest.raises(ColumnError, match="absent: key"):
        hr.task("text-classification", id="key").bind(data)


def test_wrong_shape():
    data = Dataset.from_dict({"text": [3], "label": [0]})
    with pytest.raises(ColumnError, match="must hold text or a list of tokens.*found.*int64.*text='...'"):
        hr.task("text-classification").bind(data)
    data = Dataset.from_dict({"tokens": ["a b"], "ner_tags": [["O"]]})
    with pytest.raises(ColumnError, match="must hold a list of tokens"):
        hr.task("named-entity-recognition").bind(data)


def test_empty_data():
    with pytest.raises(EmptyDataError, match="no rows"):
        hr.task("text-classification").bind(Dataset.from_dict({"text": [], "label": []}))


def test_numbers_without_names():
    data = Dataset.from_dict({"tokens": [["a"]], "ner_tags": [[0]]})
    with pytest.raises(LabelError, match=r"label_names=\['O', ...\]"):
        hr.task("named-entity-recognition").bind(data)
    assert hr.task("named-entity-recognition", label_names=["O"]).bind(data).label_names == ("O",)


def test_names_come_from_the_data():
    features = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    data = Dataset.from_dict({"text": ["a"], "label": [1]}, features=features)
    assert hr.task("text-classification").bind(data).label_names == ("neg", "pos")
    assert hr.task("text-classification").bind(features).label_names == ("neg", "pos")
    features = Features({"tokens": List(Value("string")), "ner_tags": List(ClassLabel(names=["O", "B-X"]))})
    assert hr.task("named-entity-recognition").bind(features).label_names == ("O", "B-X")
    plain = Dataset.from_dict({"text": ["a"], "label": ["good"]})
    assert hr.task("text-classification").bind(plain).label_names is None


def test_labels_may_be_absent_where_nothing_moves():
    data = Dataset.from_dict({"text": ["a"]})
    assert hr.task("text-classification").bind(data, labels=False)
    with pytest.raises(ColumnError, match="label"):
        hr.task("text-classification").bind(data)
    data = Dataset.from_dict({"context": ["a"], "question": ["b"]})
    with pytest.raises(ColumnError, match="answers"):
        hr.task("extractive-qa").bind(data, labels=False)


def test_wrong_names():
    with pytest.raises(UnknownNameError, match="did you mean sentiment-classification"):
        hr.task("sentiment-clasification")
    with pytest.raises(UsageError, match="no role 'sentence'; its roles are text, label"):
        hr.task("text-classification", sentence="x")
    with pytest.raises(UsageError, match="cannot perturb 'label'"):
        hr.task("text-classification", fields="label")


def test_a_task_cannot_be_changed_and_is_hashable():
    task = hr.task("text-classification", text="review")
    assert hash(task) == hash(hr.task("text-classification", text="review")) and task.column("text") == "review"
    with pytest.raises(AttributeError):
        task.name = "x"
