"""Scores of texts and of pairs: columns, ranges, and values that are none."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import ColumnError, LabelError, UsageError
from hf_robust.tasks import SIMILARITY_SCORING, TEXT_REGRESSION
from hf_robust.tasks.task_ids import task_of


def rows(scores):
    return Dataset.from_dict({"text": [f"text {number}" for number in range(len(scores))], "score": scores})


@pytest.mark.parametrize("scores", [[1.5, -1.0, 3.0], [1, -1, 3], ["1.5", "-1", "3e0"]])
def test_numbers_are_read_and_their_range_is_known(scores):
    data = rows(scores)
    task = hr.task(TEXT_REGRESSION).bind(data)
    task.check_labels(data)
    assert task.references(data) == [float(one) for one in scores]
    assert tuple(task.score_range) == (-1.0, 3.0)
    task.bind(rows([7.0]))  # other rows may lie outside of a range that was only seen


def test_a_pair_of_texts_is_its_own_task():
    task = hr.task("regression", sentence1="a", sentence2="b")
    assert task.name == SIMILARITY_SCORING == hr.task("sts").name
    assert task.columns == {"sentence1": "a", "sentence2": "b", "score": "score"}
    assert task_of(Dataset.from_dict({"sentence1": ["a"], "sentence2": ["b"], "score": [1.0]})).name == task.name
    assert task_of(rows([1.0])).name == TEXT_REGRESSION


@pytest.mark.parametrize(
    ("scores", "options", "error", "said"),
    [
        ([[1.0]], {}, ColumnError, "must hold a number a row"),
        (["good"], {}, LabelError, "row 0 of column 'score' holds 'good', which is no number"),
        (["1.0", ""], {}, LabelError, "row 1 of column 'score' holds '', which is no number"),
        ([1.0, float("inf")], {}, LabelError, "row 1 of column 'score' holds inf"),
        ([1.0, 5.5], {"score_range": (0, 5)}, LabelError, "row 1 .* has the score 5.5, outside of the range 0 to 5"),
        ([1.0, float("nan"), None], {}, UsageError, "2 of 3 rows have no gold label"),
    ],
)
def test_values_that_are_no_scores_are_refused_before_any_work(scores, options, error, said):
    task = hr.task(TEXT_REGRESSION, **options)
    with pytest.raises(error, match=said):
        hr.run(lambda texts: [0.0] * len(texts), rows(scores), task=task, transformations=["keyboard"])


def test_minus_one_is_a_score_and_nan_is_none():
    assert hr.task(TEXT_REGRESSION).labeled(rows([-1.0, float("nan"), None]))["score"][:] == [-1.0]


@pytest.mark.parametrize("wrong", [(5, 0), (1, 1), (1,), "05", (0, "5")])
def test_a_range_is_the_lowest_and_the_highest_score(wrong):
    with pytest.raises(UsageError, match="score_range must be"):
        hr.task(TEXT_REGRESSION, score_range=wrong)
    with pytest.raises(UsageError, match="not for sentiment-classification"):
        hr.task("sentiment-classification", score_range=(0, 1))
