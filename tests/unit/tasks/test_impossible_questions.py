"""Flat rows of SQuAD 2: a question that is marked as impossible has no answer, whatever stands beside the mark."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import LabelError

TEXT = "Ann lives in Rome with a cat. The cat is old."
ANSWERS = {
    "struct of lists": lambda text: {"text": [text], "answer_start": [TEXT.index(text)]},
    "list of structs": lambda text: [{"text": text, "answer_start": TEXT.index(text)}],
    "a text": lambda text: text,
}
EMPTY = {"struct of lists": {"text": [], "answer_start": []}, "list of structs": [], "a text": ""}


def rows(shape: str, column: str, plausible: bool, none: object = True) -> Dataset:
    """Two questions, of which the second is impossible; its answer only seems right."""
    second = ANSWERS[shape]("old") if plausible else EMPTY[shape]
    questions = [("Where does Ann live?", ANSWERS[shape]("Rome"), False), ("How old is Ann?", second, none)]
    made = [{"context": TEXT, "question": q, column: answers, "is_impossible": mark} for q, answers, mark in questions]
    return Dataset.from_list(made)


CASES = [
    (shape, column) for shape in ANSWERS for column in ("answers", "answer") if (shape, column) != ("a text", "answers")
]


@pytest.mark.parametrize("plausible", [True, False])
@pytest.mark.parametrize(("shape", "column"), CASES)
def test_an_impossible_question_is_bound_without_an_answer(shape, column, plausible):
    data = hr.with_layout(rows(shape, column, plausible), "extractive-qa")
    task = hr.task("extractive-qa").bind(data)
    assert data["answers"][:] == [ANSWERS["struct of lists"]("Rome"), EMPTY["struct of lists"]]
    assert task.kind.measure_on(data, task) == "squad_v2_f1"
    changed = data.map(hr.Perturb("keyboard", task, keep="all"), batched=True)
    assert [bool(answers["text"]) for answers in changed["answers"]] == [True, False]
    assert hr.with_layout(data, "extractive-qa").features == data.features


@pytest.mark.parametrize("column", ["answers", "answer"])
@pytest.mark.parametrize("mark", [True, 1])
def test_rows_with_plausible_answers_are_not_bound_as_answerable(column, mark):
    data = rows("struct of lists", column, True, mark) if mark is True else marked_by_numbers(column)
    with pytest.raises(LabelError, match=r"row 1 has is_impossible.*with_layout"):
        hr.task("extractive-qa", answers=column).bind(data)


def marked_by_numbers(column):
    return rows("struct of lists", column, True).map(lambda row: {"is_impossible": int(row["is_impossible"])})


def test_rows_whose_marks_and_answers_agree_are_bound_as_they_are():
    data = rows("struct of lists", "answers", False)
    assert hr.task("extractive-qa").bind(data).name == "extractive-qa"


def test_an_answer_without_a_place_that_stands_twice_is_refused():
    data = Dataset.from_list([{"context": TEXT, "question": "What is old?", "answer": "cat"}])
    with pytest.raises(LabelError, match=r"row 0.*'cat' stands 2 times.*answer_start"):
        hr.with_layout(data, "extractive-qa")
    placed = data.add_column("answer_start", [TEXT.rindex("cat")])
    assert hr.with_layout(placed, "extractive-qa")["answers"][0] == {"text": ["cat"], "answer_start": [34]}
