"""Several labels a row: how they are written, and which rows are refused."""

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value

import hf_robust as hr
from hf_robust.core.errors import ColumnError, LabelError, UsageError
from hf_robust.tasks import MULTI_LABEL, TASKS
from hf_robust.tasks.label_cells import with_label_lists
from hf_robust.tasks.task_ids import task_of

NAMES = ["art", "money", "sport"]
SETS = [["art", "sport"], [], ["money"]]


def rows(labels, feature=None):
    features = Features({"text": Value("string"), "labels": feature}) if feature is not None else None
    texts = [f"text {number}" for number in range(len(labels))]
    return Dataset.from_dict({"text": texts, "labels": labels}, features=features)


@pytest.mark.parametrize(
    ("labels", "feature", "names"),
    [
        ([[0, 2], [], [1]], List(ClassLabel(names=NAMES)), None),
        (SETS, List(Value("string")), None),
        ([[0, 2], [], [1]], List(Value("int32")), NAMES),
        ([[1, 0, 1], [0, 0, 0], [0, 1, 0]], List(Value("int8")), NAMES),
        ([[1, 0, 1], [0, 0, 0], [0, 1, 0]], List(Value("int8"), length=3), NAMES),
        ([[True, False, True], [False] * 3, [False, True, False]], List(Value("bool")), NAMES),
        ([[1.0, 0.0, 1.0], [0.0] * 3, [0.0, 1.0, 0.0]], List(Value("float32")), NAMES),
    ],
    ids=["class labels", "names", "numbers", "one-hot", "fixed length", "booleans", "floats"],
)
def test_all_ways_to_write_labels_say_the_same(labels, feature, names):
    data = rows(labels, feature)
    task = hr.task("multi-label", label_names=names).bind(data)
    assert task.references(data) == SETS
    task.check_labels(data)


def test_vectors_without_names_have_the_numbers_of_their_places():
    data = rows([[1, 0, 1], [0, 0, 0]])
    task = hr.task(MULTI_LABEL).bind(data)
    assert task.label_names == ("0", "1", "2") and task.scheme == "one-hot"
    assert task.references(data) == [["0", "2"], []]


def test_the_user_says_how_labels_are_written_where_values_do_not_tell():
    data = rows([[0, 1], [1, 0]])
    assert hr.task(MULTI_LABEL).bind(data).references(data) == [["0", "1"], ["0", "1"]]
    assert hr.task(MULTI_LABEL, scheme="one-hot").bind(data).references(data) == [["1"], ["0"]]
    with pytest.raises(UsageError, match="'lists' or 'one-hot'"):
        hr.task(MULTI_LABEL, scheme="BIO")


@pytest.mark.parametrize(
    ("labels", "options", "error", "said"),
    [
        (["joy", "anger"], {}, ColumnError, "must hold a list of labels a row"),
        ([3, 4], {}, ColumnError, "must hold a list of labels a row"),
        ([["joy"], ["hate"]], {"label_names": ["joy"]}, LabelError, "'hate'"),
        ([[0, 7]], {"label_names": NAMES}, LabelError, "1 of 2 labels in column 'labels' are not known, for example 7"),
        ([["joy", None]], {}, LabelError, "row 0 of column 'labels' has None among its labels"),
        ([[True, False], [True]], {}, LabelError, "row 1 of column 'labels' has 1 numbers"),
        ([[True, False]], {"label_names": NAMES}, LabelError, "have 2 numbers, one a label, and the task has 3 names"),
        ([[1, 0, 0], [1, 1, 0]], {"label_names": ["a"]}, LabelError, "have 3 numbers, one a label, and the task has 1"),
        ([[1, 0, 0], [1]], {}, LabelError, "row 1 of column 'labels' has 1 numbers"),
        ([[], []], {"label_names": NAMES}, LabelError, "no row has a label in column 'labels'"),
        ([[0, 0, 0], [0, 0, 0]], {}, LabelError, "no row has a label in column 'labels'"),
        ([[0.5, 1.0]], {}, LabelError, "row 0 of column 'labels' has 0.5 among its numbers"),
        ([[0.0, float("nan")]], {}, LabelError, "among its numbers"),
        ([["joy"], None], {}, UsageError, "1 of 2 rows have no gold label"),
    ],
)
def test_labels_that_do_not_fit_are_refused_before_any_work(labels, options, error, said):
    data = rows(labels)
    with pytest.raises(error, match=said):
        hr.run(
            lambda texts: [[]] * len(texts), data, task=hr.task(MULTI_LABEL, **options), transformations=["keyboard"]
        )


def test_rows_without_a_list_are_left_out_on_request():
    data = rows([["joy"], None])
    assert len(hr.task(MULTI_LABEL).labeled(data)) == 1


def test_the_columns_tell_the_task():
    assert task_of(rows(SETS)).name == MULTI_LABEL


def test_the_threshold_lies_between_0_and_1_and_is_for_several_labels():
    assert hr.task(MULTI_LABEL, threshold=0.3).threshold == 0.3
    for wrong in (0, 1, "0.5"):
        with pytest.raises(UsageError, match="threshold must lie between 0 and 1"):
            hr.task(MULTI_LABEL, threshold=wrong)
    with pytest.raises(UsageError, match="not for sentiment-classification"):
        hr.task("sentiment-classification", threshold=0.5)


def test_a_set_is_shown_with_its_labels():
    assert TASKS[MULTI_LABEL].show(["art", "sport"]) == "art, sport" and TASKS[MULTI_LABEL].show([]) == "(no label)"


@pytest.mark.parametrize("separator", [";", "|", ","])
def test_cells_of_a_table_are_split_at_their_separator(separator):
    data = rows([separator.join(labels) for labels in SETS])
    assert with_label_lists(data, "labels")["labels"][:] == SETS
    with pytest.raises(ColumnError, match="no cell of column 'labels' has several labels"):
        with_label_lists(data.select([1, 2]), "labels")


def columns_of(labels=SETS):
    ones = {name: [int(name in row) for row in labels] for name in NAMES}
    return Dataset.from_dict({"text": [f"text {number}" for number in range(len(labels))], **ones})


@pytest.mark.parametrize("say", [{"labels": NAMES}, {"label_names": NAMES}], ids=["columns", "names"])
def test_each_label_may_have_a_column_of_its_own(say):
    data = columns_of()
    task = hr.task(MULTI_LABEL, **say).bind(data)
    assert task.references(data) == SETS and task.label_names == tuple(NAMES)
    assert task.columns["labels.art"] == "art" and task.labels_in(data) == NAMES


def test_columns_of_labels_may_be_called_otherwise():
    data = columns_of()
    task = hr.task(MULTI_LABEL, labels=NAMES, label_names=["Art", "Money", "Sport"]).bind(data)
    assert task.references(data)[0] == ["Art", "Sport"]


@pytest.mark.parametrize(
    ("say", "values", "error", "said"),
    [
        ({}, None, ColumnError, "where each label has a column .1 or 0., use labels="),
        ({"labels": ["art", "music"]}, None, ColumnError, "absent: music"),
        ({"labels": NAMES}, [1, 0, 2], LabelError, "row 2 of column 'art' has 2; expected 1"),
        ({"labels": NAMES}, [1, None, -1], UsageError, "2 of 3 rows have no gold label in column 'art'"),
        ({"labels": NAMES}, ["yes", "no", "no"], ColumnError, "must hold 1 .the label holds. or 0"),
        ({"labels": NAMES, "label_names": ["a"]}, None, UsageError, "one name of a label each"),
        ({"text": ["text", "more"]}, None, UsageError, "text must name one column"),
    ],
)
def test_columns_of_labels_that_do_not_fit_are_refused(say, values, error, said):
    data = columns_of()
    data = data if values is None else data.remove_columns("art").add_column("art", values)
    with pytest.raises(error, match=said):
        hr.Suite.build(data, hr.task(MULTI_LABEL, **say), ["word-case"])
