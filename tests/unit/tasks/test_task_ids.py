"""Which task an id and the columns of a dataset stand for."""

import pytest
from datasets import ClassLabel, Dataset, Features, IterableDataset, List, Value

import hf_robust as hr
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.tasks import TASKS
from hf_robust.tasks.task_ids import as_task, task_of

TEXT, LABEL = Value("string"), Value("int64")


def rows(*names, label_names=None):
    """A dataset with columns of these names."""
    features = {name: LABEL if name == "label" else List(TEXT) if name == "tokens" else TEXT for name in names}
    if label_names:
        features["label"] = ClassLabel(names=label_names)
    values = {"label": 0, "tokens": ["A"]}
    return Dataset.from_list([{name: values.get(name, "a") for name in names}], features=Features(features))


@pytest.mark.parametrize("name", TASKS)
def test_every_id_and_alias_is_its_task(name):
    for spelling in (name, *TASKS[name].aliases, name.upper(), name.replace("-", "_")):
        assert as_task(spelling) == hr.task(name)


def test_a_task_stays_as_it_is():
    task = hr.task("ner", tokens="words", language="zh")
    assert as_task(task, rows("tokens", "pos_tags")) is task


@pytest.mark.parametrize(
    ("id", "columns", "expected"),
    [
        ("text-classification", ("text", "label"), "text-classification"),
        ("text-classification", ("sentence", "label"), "text-classification"),
        ("text-classification", ("premise", "hypothesis", "label"), "natural-language-inference"),
        ("text-classification", ("sentence1", "sentence2", "label"), "semantic-similarity-classification"),
        ("text-classification", ("text", "aspects"), "aspect-based-sentiment-analysis"),
        ("token-classification", ("tokens", "ner_tags"), "named-entity-recognition"),
        ("token-classification", ("tokens", "pos_tags"), "part-of-speech"),
        ("token-classification", ("tokens", "pos_tags", "ner_tags"), "named-entity-recognition"),
        ("Token_Classification", ("tokens", "pos_tags", "heads", "deprels"), "parsing"),
        ("token-classification", ("words",), "word-segmentation"),
        ("token-classification", ("words", "tags"), "word-segmentation"),
        ("question-answering", ("context", "question", "answers"), "extractive-qa"),
        ("question-answering", ("passage",), "extractive-qa"),
        ("sentence-similarity", ("sentence1", "sentence2", "label"), "semantic-similarity-classification"),
        ("sentiment-classification", ("premise", "hypothesis", "label"), "sentiment-classification"),
        ("translation", ("source", "target"), "translation"),
    ],
)
def test_the_columns_choose_among_the_tasks_of_a_category(id, columns, expected):
    data = rows(*columns)
    assert as_task(id, data).name == as_task(id, data.features).name == expected
    assert as_task(id, data.to_iterable_dataset()).name == expected


@pytest.mark.parametrize(
    ("id", "expected"), [("token-classification", "named-entity-recognition"), ("text-classification",) * 2]
)
def test_without_columns_a_category_is_its_most_common_task(id, expected):
    stream = IterableDataset.from_generator(lambda: iter([{"tokens": ["A"]}]))
    assert {as_task(id).name, as_task(id, stream).name, as_task(id, object()).name} == {expected}


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("sentiment-clasification", "sentiment-classification"),
        ("token-clasification", "token-classification"),
        ("quesion-answering", "question-answering"),
        ("xyz", None),
        ("", None),
    ],
)
def test_a_wrong_id_names_the_nearest(typed, nearest):
    with pytest.raises(UnknownNameError) as caught:
        as_task(typed)
    message = str(caught.value)
    suggested = message.partition("did you mean ")[2].partition("? Known")[0].split(" or ")
    assert suggested == [""] if nearest is None else nearest in suggested
    assert all(name in message for name in TASKS)


@pytest.mark.parametrize("value", [None, 3, {"name": "ner"}, ["ner"], hr.task])
def test_what_is_no_task_is_refused(value):
    with pytest.raises(UsageError, match="hr.task, or an id such as 'sentiment-classification'"):
        as_task(value)


@pytest.mark.parametrize(
    ("columns", "label_names", "expected"),
    [
        (("text", "label"), None, "text-classification"),
        (("text", "label"), ["World", "Sports"], "text-classification"),
        (("text", "label"), ["neg", "pos"], "sentiment-classification"),
        (("text", "label"), ["Negative", "neutral", "Positive"], "sentiment-classification"),
        (("text", "label"), ["消极", "积极"], "sentiment-classification"),
        (("premise", "hypothesis", "label"), ["entailment", "neutral", "contradiction"], "natural-language-inference"),
        (("sentence1", "sentence2", "label"), ["not_equivalent", "equivalent"], "semantic-similarity-classification"),
        (("tokens", "pos_tags"), None, "part-of-speech"),
        (("context", "question", "answers", "id", "title"), None, "extractive-qa"),
    ],
)
def test_the_task_that_a_data_set_tells(columns, label_names, expected):
    assert task_of(rows(*columns, label_names=label_names)) == hr.task(expected)


@pytest.mark.parametrize(
    ("columns", "label_names", "message"),
    [
        (("sentence", "label"), None, "sentence, label do not tell the task; use task="),
        (("tokens", "pos_tags", "ner_tags"), None, "fit several tasks: named-entity-recognition, part-of-speech"),
        (("sentence1", "sentence2", "label"), ["entailment", "not_entailment"], "do not tell the task"),
    ],
)
def test_a_data_set_that_does_not_tell_its_task_is_refused(columns, label_names, message):
    with pytest.raises(UsageError, match=message):
        task_of(rows(*columns, label_names=label_names))
