"""Tasks: every error names what was expected, what was found and the argument that fixes it."""

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value

import hf_robust as hr
from hf_robust.core.errors import ColumnError, EmptyDataError, LabelError, UnknownNameError, UsageError
from hf_robust.tasks import TASKS
from hf_robust.tasks.labels import label_name
from hf_robust.tasks.unused_ids import unused_id


@pytest.mark.parametrize("name", TASKS)
def test_every_task_is_whole(name):
    task = hr.task(name)
    assert set(task.columns) == {*task.text_roles, *task.kind.labels, *task.kind.spans}
    assert task.kind.measure and task.kind.wanted and task.kind.optional <= set(task.columns)
    assert set(task.input_roles) | set(task.kind.scored_roles) <= set(task.columns)
    assert task.label_role in task.columns and set(task.fields) <= set(task.text_roles)
    assert task.kind.hub_category and task.kind.named_role in task.columns
    assert task.kind.tags_role in (None, *task.columns)


def test_absent_columns():
    data = Dataset.from_dict({"sentence": ["a"], "y": [0]})
    with pytest.raises(ColumnError) as caught:
        hr.task("sentiment-classification").bind(data)
    message = str(caught.value)
    assert "text (text), label (label)" in message and "found: sentence, y" in message
    assert "hr.task('sentiment-classification', text='sentence', label='y')" in message


def test_a_column_in_other_letter_case_is_suggested():
    data = Dataset.from_dict({"Title": ["x"], "Review Text": ["a"], "label": [0]})
    with pytest.raises(ColumnError, match="text='Review Text'"):
        hr.task("sentiment-classification", text="review text").bind(data)


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


QA_TEXTS = {"context": ["a"], "question": ["b"]}


@pytest.mark.parametrize(
    ("name", "rows", "words"),
    [
        ("extractive-qa", {**QA_TEXTS, "answers": ["a"]}, "'answers' must hold answers with 'text'.*found.*string"),
        ("extractive-qa", {**QA_TEXTS, "answers": [{"text": ["a"]}]}, "answer_start"),
        ("extractive-qa", {**QA_TEXTS, "answers": [["a"]]}, "answer_start"),
        ("named-entity-recognition", {"tokens": [["a"]], "ner_tags": ["O"]}, "'ner_tags' must hold a list.*string"),
        ("part-of-speech", {"tokens": [["a"]], "pos_tags": [[0.5]]}, "'pos_tags' must hold a list.*float64"),
        ("parsing", {"tokens": [["a"]], "heads": [0], "deprels": [["root"]]}, "'heads' must hold a list"),
        ("aspect-based-sentiment-analysis", {"text": ["a"], "aspects": ["a"]}, "'aspects' must hold a list"),
        ("text-classification", {"text": ["a"], "label": [[0, 1]]}, "'label' must hold one label.*List"),
        ("text-classification", {"text": ["a"], "label": [{"x": 1}]}, "'label' must hold one label"),
        ("text-classification", {"text": ["a", "b"], "label": [1.0, 0.25]}, "whole number; found 0.25 .1 of 2"),
    ],
)
def test_labels_of_another_shape(name, rows, words):
    with pytest.raises(ColumnError, match=words):
        hr.task(name).bind(Dataset.from_dict(rows))


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("extractive-qa", {**QA_TEXTS, "answers": [{"text": ["a"], "answer_start": [0]}]}),
        ("extractive-qa", {**QA_TEXTS, "answers": [[{"text": "a", "answer_start": 0}]]}),
        ("part-of-speech", {"tokens": [["a"]], "pos_tags": [["DET"]]}),
        ("parsing", {"tokens": [["a"]], "heads": [[0]], "deprels": [["root"]]}),
        ("aspect-based-sentiment-analysis", {"text": ["a"], "aspects": [[{"term": "a", "start": 0, "end": 1}]]}),
        ("aspect-based-sentiment-analysis", {"text": ["a"], "aspects": [[]]}),
        ("text-classification", {"text": ["a", "b"], "label": [1.0, None]}),
        ("text-classification", {"text": ["a"], "label": [True]}),
    ],
)
def test_labels_of_every_shape_that_is_read(name, rows):
    assert hr.task(name).bind(Dataset.from_dict(rows)).name == name


def test_lists_of_a_fixed_length():
    data = Dataset.from_dict({"tokens": [["a", "b"]], "ner_tags": [["O", "O"]]})
    task = hr.task("named-entity-recognition")
    for column in data.column_names:
        fixed = data.cast_column(column, List(Value("string"), length=2))
        with pytest.raises(ColumnError, match=f"cast_column.'{column}', datasets.List"):
            task.bind(fixed)
        assert task.bind(fixed.cast_column(column, List(fixed.features[column].feature)))


def test_label_name():
    assert [label_name(v, ("neg", "pos")) for v in (0, 1.0, True, "pos")] == ["neg", "pos", "pos", "pos"]
    assert [label_name(v, None) for v in (3, 2.0, False, "x")] == ["3", "2", "0", "x"]
    for value in (2, -1, 0.5, float("nan"), None, [1], {"a": 1}, "good"):
        with pytest.raises(LabelError):
            label_name(value, ("neg", "pos"))


@pytest.mark.parametrize("names", ["negative,positive", [0, 1]])
def test_names_of_labels_are_a_list_of_names(names):
    with pytest.raises(UsageError, match="label_names must be a list of names"):
        hr.task("text-classification", label_names=names)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("ner", "named-entity-recognition"),
        ("NER", "named-entity-recognition"),
        ("qa", "extractive-qa"),
        ("question_answering", "extractive-qa"),
        ("nli", "natural-language-inference"),
        ("sentiment", "sentiment-classification"),
        ("Sentiment Analysis", "sentiment-classification"),
        ("pos", "part-of-speech"),
        ("absa", "aspect-based-sentiment-analysis"),
        ("dependency-parsing", "parsing"),
    ],
)
def test_short_names(typed, name):
    assert hr.task(typed) == hr.task(name)


def test_no_short_name_stands_for_two_tasks():
    names = [alias for kind in TASKS.values() for alias in (kind.name, *kind.aliases)]
    assert len(names) == len(set(names)) and all(name == name.casefold() for name in names)


def test_one_column_is_not_taken_for_two_roles():
    with pytest.raises(
        UsageError, match="premise and hypothesis are both read from the column 'text'.*hypothesis='...'"
    ):
        hr.task("nli", premise="text", hypothesis="text")
    with pytest.raises(UsageError, match="tokens and ner_tags are both read from the column 'tokens'"):
        hr.task("ner", ner_tags="tokens")
    assert hr.task("nli", premise="hypothesis", hypothesis="premise")


def test_a_column_that_names_the_rows_is_suggested():
    rows = {"text": ["A film.", "A film."], "label": ["a", "b"]}
    task = hr.task("text-classification")
    for name, ids, expected in (
        ("idx", [0, 1], "idx"),
        ("ID", ["a", "b"], "ID"),
        ("id", [0, 0], None),
        ("n", [0, 1], None),
    ):
        assert unused_id(task, Dataset.from_dict({**rows, name: ids})) == expected
    assert unused_id(task, Dataset.from_dict({**rows, "id": [[1], [2]]})) is None
    assert unused_id(hr.task("text-classification", id="id"), Dataset.from_dict({**rows, "id": [0, 1]})) is None
    different = {"text": ["A film.", "Two films."], "label": ["a", "b"], "id": [0, 1]}
    assert unused_id(task, Dataset.from_dict(different)) is None
    pairs = Dataset.from_dict({"premise": ["a", "a"], "hypothesis": ["b", "c"], "label": [0, 1], "id": [0, 1]})
    assert unused_id(hr.task("natural-language-inference"), pairs) is None
    with pytest.warns(UserWarning, match=r"'idx' could name the rows.*id='idx'\)$"):
        hr.Suite.build(Dataset.from_dict({**rows, "idx": [0, 1]}), task, ["word-case"])


def test_chunks_are_shown_with_their_words():
    row = {"tokens": ["Ann", "Lee", "left", "Oslo", "Rome"]}
    ner = hr.task("named-entity-recognition")
    assert ner.show(["B-PER", "I-PER", "O", "S-LOC", "U-LOC"], row) == "Ann Lee (PER), Oslo (LOC), Rome (LOC)"
    assert ner.show(["O"] * 5, row) == "(none)"
    assert ner.show(["O", "B-PER"], row) == "O B-PER" and ner.show(["O", "B-PER"]) == "O B-PER"
    assert hr.task("part-of-speech").show(["NOUN"] * 5, row) == "NOUN NOUN NOUN NOUN NOUN"
