"""Scores of sets of labels against scikit-learn."""

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, f1_score
from sklearn.preprocessing import MultiLabelBinarizer

from hf_robust.core.errors import UsageError
from hf_robust.scoring import measure_named
from hf_robust.scoring.label_sets import label_macro_f1, label_set_scores

LABELS = list("abcd")


def drawn(seed, rows=60):
    rng = np.random.default_rng(seed)
    return [[label for label in LABELS if rng.random() < 0.4] for _ in range(rows)]


def binary(sets):
    return MultiLabelBinarizer(classes=LABELS).fit_transform(sets)


@pytest.mark.parametrize("seed", range(3))
def test_the_scores_are_those_of_scikit_learn(seed):
    predicted, gold = drawn(seed), drawn(seed + 100)
    found, columns = label_set_scores(predicted, gold, resamples=200), (binary(gold), binary(predicted))
    assert found["micro_f1"] == pytest.approx(f1_score(*columns, average="micro"))
    assert found["macro_f1"] == pytest.approx(f1_score(*columns, average="macro"))
    assert found["subset_accuracy"] == pytest.approx(accuracy_score(*columns))
    by_label = dict(zip(LABELS, f1_score(*columns, average=None)))
    assert {name: one["f1"] for name, one in found["labels"].items()} == pytest.approx(by_label)
    assert all(one["interval"][0] <= one["f1"] <= one["interval"][1] for one in found["labels"].values())


def test_a_label_that_no_row_has_is_in_no_mean_and_counts_as_a_mistake():
    found = label_set_scores([["a", "x"]], [["a"]])
    assert (found["macro_f1"], found["micro_f1"], found["subset_accuracy"]) == (1.0, pytest.approx(2 / 3), 0.0)


def test_the_columns_of_macro_f1_are_those_of_the_task_whatever_the_rows_hold():
    measure = label_macro_f1(LABELS)
    first, second = measure.row_stats([["a"]], [["a"]]), measure.row_stats([["b"]], [["c"]])
    assert float(measure.aggregate((first + second).sum(axis=0))) == pytest.approx(0.5)


def test_no_rows_have_no_score_and_single_labels_are_refused():
    assert label_set_scores([], []) == {
        **dict.fromkeys(("micro_f1", "macro_f1", "subset_accuracy")),
        "n": 0,
        "labels": {},
    }
    with pytest.raises(UsageError, match="predictions row 0: expected a list of labels, found 'a'"):
        measure_named("label_micro_f1").score(["a"], [["a"]])
