import random
import subprocess
import sys
import warnings

import numpy as np
import pytest

from hf_robust.core.errors import LabelError, MissingExtra, UnknownNameError, UsageError
from hf_robust.scoring import (
    ACCURACY,
    MEASURES,
    SEQEVAL_F1,
    SQUAD_EXACT_MATCH,
    SQUAD_F1,
    TOKEN_ACCURACY,
    measure_for,
    measure_named,
)
from hf_robust.tasks import TASKS

TAGS = ["O", "O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "E-ORG", "S-LOC", "I-MISC"]


def _random_tags(rng: random.Random) -> tuple[list[list[str]], list[list[str]]]:
    lengths = [rng.randrange(0, 12) for _ in range(rng.randrange(1, 8))]
    gold = [[rng.choice(TAGS) for _ in range(length)] for length in lengths]
    # Copy most tags, so that true positives are common.
    predicted = [[tag if rng.random() < 0.7 else rng.choice(TAGS) for tag in row] for row in gold]
    return predicted, gold


def test_entity_f1_equals_seqeval_on_random_tags():
    from seqeval.metrics import f1_score

    rng, partial = random.Random(17), 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(200):
            predicted, gold = _random_tags(rng)
            expected = f1_score(gold, predicted)
            assert SEQEVAL_F1.score(predicted, gold) == expected
            partial += 0 < expected < 1
    assert partial > 100


def test_entity_f1_sums_rows_and_does_not_average_them():
    stats = SEQEVAL_F1.row_stats([["B-A", "B-A", "B-A"], ["O"]], [["B-A", "B-A", "O"], ["B-B"]])
    assert stats.tolist() == [[2, 3, 2], [0, 0, 1]]
    assert SEQEVAL_F1.aggregate(stats.sum(axis=0)) == pytest.approx(2 / 3)
    assert SEQEVAL_F1.row_score(stats).tolist() == pytest.approx([0.8, 0.0])


def test_entities_of_bmes_tags_are_those_of_bioes():
    gold, predicted = ["B-A", "M-A", "E-A", "S-A", "S-B"], ["B-A", "M-A", "M-A", "E-A", "S-B"]
    assert SEQEVAL_F1.row_stats([predicted], [gold]).tolist() == [[1, 2, 3]]
    bioes = [[tag.replace("M-", "I-") for tag in tags] for tags in (predicted, gold)]
    assert SEQEVAL_F1.row_stats([bioes[0]], [bioes[1]]).tolist() == [[1, 2, 3]]


def test_rows_without_entities_or_tokens_have_nothing_wrong():
    assert SEQEVAL_F1.row_score(SEQEVAL_F1.row_stats([["O"], []], [["O"], []])).tolist() == [1.0, 1.0]
    assert SEQEVAL_F1.score([["O"]], [["O"]]) == 0.0
    assert TOKEN_ACCURACY.row_score(TOKEN_ACCURACY.row_stats([[]], [[]])).tolist() == [1.0]


@pytest.mark.parametrize(
    ("predicted", "gold", "f1", "exact"),
    [
        ("Paris", ["Paris"], 1.0, 1.0),
        ("the  PARIS.", ["Paris"], 1.0, 1.0),
        ("in Paris", ["Paris"], 2 / 3, 0.0),
        ("in Paris", ["London", "in Paris, France"], 0.8, 0.0),
        ("a b b", ["b b c"], 0.8, 0.0),
        ("it's", ["its"], 1.0, 1.0),
        ("another day", ["other day"], 0.5, 0.0),
        ("", [], 1.0, 1.0),
        ("Paris", [], 0.0, 0.0),
        ("", ["Paris"], 0.0, 0.0),
        ("the", ["an"], 1.0, 1.0),
        ("Paris", ["the", "Paris"], 1.0, 1.0),
        ("naïve café", ["Naïve Café"], 1.0, 1.0),
    ],
)
def test_squad_scores_match_expectations_worked_out_by_hand(predicted, gold, f1, exact):
    reference = [{"text": gold, "answer_start": [0] * len(gold)}]
    assert SQUAD_F1.score([predicted], reference) == pytest.approx(f1)
    assert SQUAD_EXACT_MATCH.score([predicted], reference) == exact


def test_answers_may_also_be_lists_or_single_strings():
    assert SQUAD_F1.row_stats(["x", "y"], [["x", "z"], "y"]).tolist() == [[1, 1], [1, 1]]


@pytest.mark.parametrize("convert", [list, tuple, np.array])
@pytest.mark.parametrize(("labels", "gold"), [(["a", "b", "a"], ["a", "a", "a"]), ([1, 0, 1], [1, 1, 1])])
def test_accuracy_takes_any_column_of_names_or_numbers(convert, labels, gold):
    assert ACCURACY.score(convert(labels), convert(gold)) == pytest.approx(2 / 3)


def test_accuracy_takes_tensors_and_dataset_columns():
    import torch
    from datasets import Dataset

    column = Dataset.from_dict({"label": [1, 0]})["label"]
    assert ACCURACY.score(torch.tensor([1, 1]), column) == 0.5


def test_a_missing_prediction_is_wrong_and_a_missing_gold_label_an_error():
    assert ACCURACY.score([None, "a"], ["a", "a"]) == 0.5
    with pytest.raises(UsageError, match="references holds None"):
        ACCURACY.score(["a"], [None])


def test_names_against_numbers_is_an_error_and_not_a_zero():
    with pytest.raises(LabelError, match="predictions hold str labels, references hold int labels"):
        ACCURACY.score(["1", "0"], [1, 0])


@pytest.mark.parametrize(
    ("value", "hint"),
    [(0.7, "argmax"), (["O"], "token_accuracy"), ({"text": ["x"]}, "squad_f1"), (float("nan"), "argmax")],
)
def test_accuracy_says_which_measure_fits_other_values(value, hint):
    with pytest.raises(UsageError, match=hint):
        ACCURACY.score([value], ["a"])


@pytest.mark.parametrize("measure", MEASURES.values(), ids=list(MEASURES))
def test_columns_of_different_length_are_refused_with_both_counts(measure):
    with pytest.raises(UsageError, match="predictions has 2 rows, references has 1"):
        measure.row_stats([["O"], ["O"]], [["O"]])


@pytest.mark.parametrize("measure", MEASURES.values(), ids=list(MEASURES))
def test_no_rows_give_an_empty_table_of_statistics(measure):
    stats = measure.row_stats([], [])
    assert stats.ndim == 2 and len(stats) == 0 and stats.shape[1] >= 2
    assert stats.dtype == np.float64
    assert measure.row_score(stats).shape == (0,)
    assert np.isnan(measure.score([], [])) or (not measure.binary and measure.score([], []) == 0)


@pytest.mark.parametrize("measure", [TOKEN_ACCURACY, SEQEVAL_F1])
def test_tag_lists_must_have_one_tag_a_token(measure):
    with pytest.raises(UsageError, match="row 1: 1 predicted tags for 2 gold tags"):
        measure.row_stats([["O"], ["O"]], [["O"], ["O", "O"]])
    with pytest.raises(UsageError, match="measure='accuracy'"):
        measure.row_stats(["O"], ["O"])


@pytest.mark.parametrize("tag", [3, ""])
def test_entities_need_tag_names(tag):
    with pytest.raises(LabelError, match="int2str"):
        SEQEVAL_F1.row_stats([[tag]], [["O"]])


def test_answers_must_be_strings():
    with pytest.raises(UsageError, match="predictions row 0: expected an answer string"):
        SQUAD_F1.row_stats([3], [["3"]])
    with pytest.raises(UsageError, match="references row 0"):
        SQUAD_F1.row_stats(["3"], [{"answers": ["3"]}])


def test_missing_seqeval_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "seqeval.metrics.sequence_labeling", None)
    with pytest.raises(MissingExtra, match=r"hf-robust\[metrics\]"):
        SEQEVAL_F1.row_stats([["O"]], [["O"]])


@pytest.mark.parametrize(
    ("task", "name"),
    [
        ("text-classification", "accuracy"),
        ("natural-language-inference", "accuracy"),
        ("named-entity-recognition", "seqeval_f1"),
        ("part-of-speech", "token_accuracy"),
        ("extractive-qa", "squad_f1"),
    ],
)
def test_each_task_has_its_measure(task, name):
    assert measure_for(task) is MEASURES[name]


def test_every_task_with_a_measure_names_one_that_there_is():
    for kind in TASKS.values():
        if kind.measure is None:
            with pytest.raises(UnknownNameError, match="task to score"):
                measure_for(kind.name)
        else:
            assert measure_for(kind.name).name == kind.measure
            assert not kind.classifies or kind.measure in ("accuracy", "relation_f1")


def test_unknown_tasks_and_measures_are_named():
    with pytest.raises(UnknownNameError, match="named-entity-recognition"):
        measure_for("named-entity")
    with pytest.raises(UnknownNameError, match="did you mean accuracy"):
        measure_named("acuracy")
    assert measure_named(SQUAD_F1) is SQUAD_F1


def test_importing_scoring_loads_no_heavy_library():
    heavy = ["torch", "transformers", "datasets", "evaluate", "seqeval", "spacy", "nltk"]
    code = "import sys, hf_robust.scoring, hf_robust.scoring.evaluate_modules\n"
    code += f"print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_bilou_is_scored_as_bioes():
    gold, wrong = [["U-LOC", "U-LOC", "O"]], [["B-LOC", "L-LOC", "O"]]
    assert SEQEVAL_F1.score(gold, gold) == 1.0
    assert SEQEVAL_F1.score(wrong, gold) == 0.0
    assert SEQEVAL_F1.score([["B-PER", "I-PER", "L-PER"]], [["B-PER", "I-PER", "E-PER"]]) == 1.0
