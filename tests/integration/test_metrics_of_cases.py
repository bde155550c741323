"""The `evaluate` modules over test cases, texts and neurons: what they take, what they count, what they refuse."""

import numpy as np
import pytest

from hf_robust.core.errors import MissingExtra, MissingResource, UsageError
from hf_robust.scoring.evaluate_modules import load_metric

ACCEPTED = {"predictions": [1, 1, 0, 1], "references": [[1], [0, 2], [1], [0, 1]]}
SEEDS = {"seed_predictions": [1, 0, 1, 2], "seed_references": [[1], [0, 2], [1], [0, 1]]}
TREES = ["(S (NP (DT Both)) (VP (VBP work)))", "(FRAG (CC Or) (NP (DT both)))", "(S (VP (VB Go)))", "(NP (NN Yes))"]
NEURONS = {"predictions": [[2.0, 0.5], [0.0, 0.5], [0.5, -1.0], [0.1, 0.1]]}
BOUNDS = {"low": [0.0, 0.0], "high": [1.0, 1.0]}


def test_failures_and_what_turned():
    assert load_metric("failure_rate").compute(**ACCEPTED)["n_failed"] == 2
    result = load_metric("pass_to_fail").compute(**ACCEPTED, **SEEDS)
    assert (result["pass_to_fail"], result["n_passed"], result["n"]) == (2, 3, 4)


@pytest.mark.parametrize(
    ("predictions", "references", "failed"),
    [
        (["a", "b"], ["a", ["b", "c"]], 0),
        (["a", "b"], [("b",), "a"], 2),
        (["a"], [{"a", "b"}], 0),
        (np.array([1, 2]), np.array([1, 1]), 1),
        (np.array([1, 2]), [np.array([1, 2]), np.array([3])], 1),
        ([1, 2], np.array([[1, 2], [0, 1]]), 1),
    ],
)
def test_accepted_labels_stand_alone_or_in_collections(predictions, references, failed):
    assert load_metric("failure_rate").compute(predictions=predictions, references=references)["n_failed"] == failed


def test_dataset_columns_of_cases_are_taken():
    from datasets import Dataset

    rows = Dataset.from_dict({"predictions": ["a", "b"], "references": [["a"], ["a", "c"]]})
    columns = {name: rows[name] for name in rows.column_names}
    assert load_metric("failure_rate").compute(**columns)["failure_rate"] == 0.5


def test_a_case_that_accepts_nothing_is_named_and_the_module_stays_usable():
    metric = load_metric("pass_to_fail")
    with pytest.raises(UsageError, match="seed_references row 1 accepts no label"):
        metric.compute(**{**ACCEPTED, **SEEDS, "seed_references": [[1], [], [1], [0]]})
    with pytest.raises(UsageError, match="references row 0 accepts no label"):
        metric.compute(**{**ACCEPTED, **SEEDS, "references": [None, [1], [1], [0]]})
    assert metric.compute(**ACCEPTED, **SEEDS)["n"] == 4


def test_scores_instead_of_labels_of_cases_are_refused():
    for columns in ({"predictions": [0.3], "references": [[1]]}, {"predictions": [1], "references": [[0.5]]}):
        with pytest.raises(UsageError, match="argmax"):
            load_metric("failure_rate").compute(**columns)
    with pytest.raises(UsageError, match="argmax"):
        load_metric("label_consistency").compute(predictions=[0.3], references=[[1]])


@pytest.mark.parametrize("labels", [("pos", "neg"), (1, 0)])
def test_cases_that_nobody_labelled_or_rated_do_not_count(labels):
    one, other = labels
    metric = load_metric("label_consistency")
    columns = {"predictions": [None, one, other, one], "references": [[one], one, [one], [other, one]]}
    result = metric.compute(**columns, relevancy=[None, 5, None, 2])
    assert (result["label_consistency"], result["n"]) == (2 / 3, 3)
    assert (result["relevancy"], result["n_relevancy"]) == (0.625, 2)
    assert metric.compute(**columns)["relevancy"] is None
    nobody = metric.compute(predictions=[None, None], references=[one, one], relevancy=[None, 1])
    assert (nobody["label_consistency"], nobody["n"], nobody["relevancy"]) == (None, 0, 0.0)


def test_single_ratings_and_batches_add_up():
    metric = load_metric("label_consistency")
    metric.add(reference=["pos"])
    metric.add(prediction="neg", reference="pos", relevancy=5)
    metric.add_batch(predictions=["pos", None], references=["pos", "neg"])
    result = metric.compute()
    assert (result["label_consistency"], result["n"], result["relevancy"]) == (0.5, 2, 1.0)
    with pytest.raises(UsageError, match="missing input references"):
        metric.add(prediction="pos")
    with pytest.raises(UsageError, match="from 1 to 5"):
        metric.compute(predictions=["pos"], references=["pos"], relevancy=[0])
    with pytest.raises(UsageError, match="differ in length"):
        metric.compute(predictions=["pos"], references=["pos"], relevancy=[1, 2])


def test_self_bleu_of_texts_words_and_samples():
    texts = [f"film number {number} is quite fine" for number in range(30)]
    metric = load_metric("self_bleu")
    whole = metric.compute(predictions=texts)["self_bleu"]
    assert whole == metric.compute(predictions=[text.split() for text in texts])["self_bleu"]
    sample = metric.compute(predictions=texts, size=5, seed=3)
    assert sample == metric.compute(predictions=texts, size=5, seed=3) and 0 < sample["self_bleu"] <= whole
    assert metric.compute(predictions=texts[:1]) == {"self_bleu": None, "n": 1}
    assert metric.compute(predictions=texts, size=1)["self_bleu"] is None
    assert metric.compute(predictions=texts, size=31)["self_bleu"] is None
    with pytest.raises(UsageError, match="size and draws must be at least 1"):
        metric.compute(predictions=texts, size=0)


def test_texts_leave_references_out_and_refuse_one_text():
    metric = load_metric("self_bleu")
    assert metric.compute(predictions=["a b", "a b"], references=["x", "y"], max_n=2)["self_bleu"] == 1.0
    with pytest.raises(UsageError, match="one str; put it in a list"):
        metric.compute(predictions="a b")


def test_coverage_of_trees_words_and_samples():
    metric = load_metric("production_rule_coverage")
    assert metric.compute(predictions=TREES, trees=True) == {"production_rule_coverage": 10, "n": 4}
    assert metric.compute(predictions=TREES, trees=True, size=4)["production_rule_coverage"] == 10
    assert metric.compute(predictions=TREES, trees=True, size=1)["production_rule_coverage"] < 10
    assert metric.compute(predictions=TREES, trees=True, size=5)["production_rule_coverage"] is None
    assert metric.compute(predictions=["", "(S (NP (-NONE- *)))"][1:], trees=True)["production_rule_coverage"] == 0
    with pytest.raises(UsageError, match="row 1 is no bracketed tree.*leave trees=True out"):
        metric.compute(predictions=[TREES[0], "Both work"], trees=True)
    with pytest.raises(UsageError, match="row 0 is no bracketed tree"):
        metric.compute(predictions=[""], trees=True)


def test_texts_are_parsed_once_and_sentence_by_sentence():
    from nltk import Tree

    seen = []

    def flat(words):
        seen.append(tuple(words))
        return Tree("S", [Tree("NN", [word]) for word in words])

    metric = load_metric("production_rule_coverage")
    texts = ["It works. It works.", "It works.", "", "  ", "It works. It works."]
    found = metric.compute(predictions=texts, parser=flat)
    assert found == {"production_rule_coverage": 2, "n": 5}  # TOP -> S, S -> NN NN NN
    assert seen == [("It", "works", ".")]
    assert metric.compute(predictions=[["It", "works"], []], parser=flat)["production_rule_coverage"] == 2


@pytest.mark.slow
def test_texts_go_through_the_embedded_parser():
    metric = load_metric("production_rule_coverage")
    try:
        found = metric.compute(predictions=["Both work.", "The old dog barked."], parser="embedded")
    except (MissingResource, MissingExtra) as absent:
        pytest.skip(str(absent))
    assert 4 <= found["production_rule_coverage"] <= 10


def test_neurons_by_their_extremes_and_wrong_rows():
    metric = load_metric("neuron_coverage")
    whole = metric.compute(**NEURONS, **BOUNDS)
    extremes = np.array(NEURONS["predictions"])
    assert metric.compute(predictions=np.stack([extremes.min(0), extremes.max(0)]), **BOUNDS) == whole
    assert (whole["bound_cov"], whole["upper_corner"], whole["lower_corner"]) == (0.5, 1, 1)
    with pytest.raises(UsageError, match="row 1 has 1 neurons, row 0 has 2"):
        metric.compute(predictions=[[1.0, 2.0], [1.0]], **BOUNDS)
    with pytest.raises(UsageError, match="a list a case"):
        metric.compute(predictions=[1.0, 2.0], **BOUNDS)
    with pytest.raises(UsageError, match="bounds of shape"):
        metric.compute(**NEURONS)
    assert metric.compute(**NEURONS, **BOUNDS) == whole
