"""The probability of any label, from models, pipelines, functions and from predictions alone."""

import numpy as np
import pytest
import torch
from tiny_models import CLASSIFICATION, PAIRS, classifier, sentence, tokenizer
from transformers import pipeline

from hf_robust.adapters import Prediction, as_predictor
from hf_robust.adapters.huggingface.batching import even_batches
from hf_robust.adapters.probabilities import score_rows, takes_dtype
from hf_robust.core.errors import UsageError

ROWS = [{"text": sentence(number, 1 + number % 23)} for number in range(40)]


def made(**options):
    return as_predictor(classifier(), CLASSIFICATION, tokenizer=tokenizer(), **options)


def test_they_agree_with_the_predictions():
    predictor = made()
    found, predicted = predictor.probabilities(ROWS), predictor.predict(ROWS)
    assert found.sum(axis=1) == pytest.approx(np.ones(len(ROWS)))
    assert [predictor.labels[best] for best in found.argmax(axis=1)] == [p.value for p in predicted]
    assert found.max(axis=1) == pytest.approx([p.score for p in predicted], abs=1e-5)
    assert len({p.value for p in predicted}) > 1
    assert predictor.probabilities([]).shape == (0, 3)


@pytest.mark.parametrize("dtype", [None, "bfloat16"])
def test_a_row_is_the_same_in_any_company(dtype):
    predictor = made(batch_size=8)
    near = 1e-6 if dtype is None else 1e-3
    together = predictor.probabilities(ROWS, dtype=dtype)
    alone = [predictor.probabilities([row], dtype=dtype)[0] for row in ROWS]
    assert together == pytest.approx(np.array(alone), abs=near)
    assert predictor.probabilities(ROWS[::-1], dtype=dtype)[::-1] == pytest.approx(together, abs=near)


def test_another_type_leaves_the_model_as_it_is():
    predictor = made()
    before = {name: weight.clone() for name, weight in predictor.model.state_dict().items()}
    exact, rough = predictor.probabilities(ROWS), predictor.probabilities(ROWS, dtype="bfloat16")
    assert not np.array_equal(exact, rough) and np.abs(exact - rough).mean() < 0.02
    after = predictor.model.state_dict()
    for name, weight in before.items():
        assert weight.dtype == after[name].dtype and torch.equal(weight, after[name])
    assert predictor.probabilities(ROWS) == pytest.approx(exact, abs=1e-9)


def test_a_pair():
    predictor = as_predictor(
        classifier(("entailment", "neutral", "contradiction")), PAIRS, tokenizer=tokenizer(declares_types=True)
    )
    rows = [{"premise": sentence(n, 5), "hypothesis": sentence(n + 3, 4)} for n in range(9)]
    expected = [prediction.score for prediction in predictor.predict(rows)]
    assert predictor.probabilities(rows).max(axis=1) == pytest.approx(expected, abs=1e-5)


def test_a_pipeline_gives_all_its_scores():
    model = classifier()
    ready = as_predictor(pipeline("text-classification", model=model, tokenizer=tokenizer()), CLASSIFICATION)
    assert ready.probabilities(ROWS) == pytest.approx(made().probabilities(ROWS), abs=1e-4)
    assert not takes_dtype(ready) and takes_dtype(made())


def test_labels_that_are_renamed():
    inner = as_predictor(classifier(("LABEL_A", "LABEL_B", "LABEL_C")), PAIRS_FREE, tokenizer=tokenizer())
    mapping = {"LABEL_A": "pos", "LABEL_B": "neg", "LABEL_C": "neu"}
    outer = as_predictor(inner, CLASSIFICATION, label_map=mapping)
    scores, own = score_rows(outer, ROWS, CLASSIFICATION), inner.probabilities(ROWS)
    for column, label in enumerate(("pos", "neg", "neu")):
        assert scores.of(label, slice(None)) == pytest.approx(own[:, column])


class Given:
    """A predictor without probabilities."""

    name, kind, revision = "given", "function", None

    def __init__(self, found, labels):
        self.found, self.labels = found, labels

    def predict(self, rows):
        return self.found


def test_predictions_alone():
    rows = [{"text": "longest"}, {"text": "long"}, {"text": "b"}]
    found = [Prediction("pos", 0.8), Prediction("neg"), Prediction("neu", 0.4)]
    scores = score_rows(Given(found, ("neg", "neu", "pos")), rows)
    assert [scores.best(place) for place in range(3)] == ["pos", "neg", "neu"]
    assert scores.of("pos", slice(None)) == pytest.approx([0.8, 0.0, 0.3])
    assert score_rows(Given(found, None), rows).of("pos", slice(0, 3)) == pytest.approx([0.8, 0.0, 0.6])


def test_equal_rows_are_asked_once_and_long_ones_first():
    asked = []

    def function(texts):
        asked.extend(texts)
        return np.array([[0.2, 0.3, 0.5]] * len(texts))

    rows = [{"text": text} for text in ("bb", "a", "bb", "ccc")]
    scores = score_rows(as_predictor(function, CLASSIFICATION), rows)
    assert asked == ["ccc", "bb", "a"]
    assert scores.best(2) == "pos" and scores.of("neu", slice(0, 4)) == pytest.approx([0.3] * 4)
    assert score_rows(as_predictor(function, CLASSIFICATION), []).of("pos", slice(None)).tolist() == []


def test_a_text_without_a_number_has_even_odds():
    class Odd(Given):
        def probabilities(self, rows):
            return np.array([[np.nan, np.nan], [0.9, 0.1]])

    scores = score_rows(Odd(None, ("a", "b")), [{"text": "xx"}, {"text": "y"}])
    assert scores.of("a", slice(None)).tolist() == [0.5, 0.9]


def test_another_number_of_results_than_rows():
    class Short(Given):
        def probabilities(self, rows):
            return np.ones((1, 2))

    for predictor in (Short(None, ("a", "b")), Given([Prediction("a")], ("a", "b"))):
        with pytest.raises(UsageError, match="given returned .* for 2 rows"):
            score_rows(predictor, [{"text": "x"}, {"text": "y"}])


def test_a_function_must_answer_alike_at_each_call():
    answers = iter([np.array([[0.2, 0.3, 0.5]]), ["pos"]])
    predictor = as_predictor(lambda texts: next(answers), CLASSIFICATION, batch_size=1)
    with pytest.raises(UsageError, match="an array at one call and something else at another"):
        predictor.probabilities([{"text": "a"}, {"text": "b"}])


def test_shapes_hang_on_the_length_alone():
    lengths = [3, 40, 4, 9, 41, 300, 0]
    shapes = {}
    for width, batch in even_batches(lengths, 4, 256):
        for place in batch:
            shapes.setdefault(place, (width, len(batch)))
    assert shapes == {0: (4, 4), 2: (4, 4), 3: (10, 4), 1: (40, 3), 4: (48, 2), 5: (256, 1), 6: (2, 4)}


PAIRS_FREE = type(CLASSIFICATION)(**{**vars(CLASSIFICATION), "label_names": None})
