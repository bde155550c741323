"""The baseline of natural-language inference: what it compares, and when it comes trained."""

import numpy as np
import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters.baselines.inference import SNLI, Inference
from hf_robust.adapters.baselines.learned_texts import learned_from
from hf_robust.adapters.resolve import as_predictor
from hf_robust.language.linear_model import ScaledModel
from hf_robust.tasks.labels import Seen

PAIRS = {
    "entailment": {"premise": "A man is playing a guitar on stage.", "hypothesis": "A man is playing a guitar."},
    "contradiction": {"premise": "A man is playing a guitar on stage.", "hypothesis": "The man is asleep in bed."},
    "neutral": {"premise": "A man is playing a guitar.", "hypothesis": "A tall man is playing a guitar for his wife."},
}


def made(*names, **options):
    return as_predictor(None, hr.task("nli", label_names=names or None, **options))


@pytest.mark.parametrize("names", [("entailment", "neutral", "contradiction"), ("Contradiction", "NEUTRAL", "entails")])
def test_it_comes_trained_and_says_the_labels_of_the_data(names):
    model = made(*names)
    assert model.trained and model.name == f"linear-inference-baseline ({SNLI})"
    assert learned_from(model.name, "embedded").startswith("pairs of the training")
    found = [one.value for one in model.predict(list(PAIRS.values()))]
    assert [one.lower()[:6] for one in found] == ["entail", "contra", "neutra"] and set(found) == set(names)


def test_two_labels_have_the_probabilities_of_three():
    model = made("entailment", "not_entailment")
    found = model.predict(list(PAIRS.values()))
    assert [one.value for one in found] == ["entailment", "not_entailment", "not_entailment"]
    assert set(model.labels) == {"entailment", "not_entailment"} and all(one.score > 0.5 for one in found)


def test_labels_that_the_rows_do_not_show_are_said_as_well():
    model = as_predictor(None, hr.task("nli", label_names=None))
    assert set(model.labels) == {"entailment", "neutral", "contradiction"}
    seen = hr.task("nli").with_seen(["contradiction", "entailment"])
    assert isinstance(seen.label_names, Seen) and as_predictor(None, seen).trained


@pytest.mark.parametrize(("names", "options"), [(("good", "bad"), {}), (("0", "1", "2"), {})])
def test_with_other_labels_it_must_be_trained(names, options):
    assert not made(*names, **options).trained


def test_texts_of_another_language_or_encoder_are_learned_from_the_rows(monkeypatch):
    assert not made("entailment", "neutral", "contradiction", language="zh").trained
    from hf_robust.language.embedded.packed import base_encoder_path

    monkeypatch.setenv("HF_ROBUST_ENCODER", str(base_encoder_path()))
    assert not made("entailment", "neutral", "contradiction").trained


def test_rows_to_train_on_replace_what_it_learned():
    rows = [{**row, "label": "yes" if label == "entailment" else "no"} for label, row in PAIRS.items()]
    data = Dataset.from_list([{**row, "premise": f"{row['premise']} {n}"} for n in range(4) for row in rows])
    task = hr.task("nli").bind(data).with_seen(["no", "yes"])
    model = as_predictor(None, task, train=data)
    assert "trained on the 12 rows" in model.name and model.labels == ("no", "yes")


def test_pairs_are_compared_and_empty_texts_are_no_error():
    model = Inference(hr.task("nli"), "pairs")
    rows = [*PAIRS.values(), {"premise": "", "hypothesis": "A man."}, {"premise": "A man.", "hypothesis": " "}]
    numbers, counts = model.features(rows)
    assert numbers.shape == (5, 39) and counts == [1] * 5 and np.isfinite(numbers).all()
    assert np.allclose(model.features(rows[::-1])[0][::-1], numbers)
    same, _ = model.features([{"premise": "Cats sleep.", "hypothesis": "Cats sleep."}])
    assert np.allclose(same[0, [0, 1, 6]], 1, atol=1e-5)


def test_a_scaled_model_is_stored_and_restored():
    numbers = np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 5.0], [4.0, 5.0]], np.float32)
    model = ScaledModel(numbers, ["a", "a", "b", "b"], 0.1)
    again = ScaledModel.restored(model.stored())
    assert again.predict(numbers) == model.predict(numbers)
    assert [label for label, _ in again.predict(numbers)] == ["a", "a", "b", "b"]
