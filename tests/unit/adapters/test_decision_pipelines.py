"""Decision pipelines and text generation pipelines of transformers as models."""

import pytest
import tiny_language_model as tiny
from transformers import pipeline

import hf_robust as hr
from hf_robust.adapters.huggingface.decision_model import DecisionPredictor
from hf_robust.core.errors import UsageError

pytest.importorskip("transformers.decision", reason="this version has no decision pipelines")
ROWS = [{"text": text} for text in tiny.reviews(12)["text"]]


@pytest.fixture(scope="module")
def decide(tiny_language_model):
    """The letters that the pipeline asks for are no words of the model, so it is told two that are."""
    from transformers.decision import DecisionConfig

    config = DecisionConfig(labels={"choice": ["negative", "positive"]})
    return pipeline("decision", model=str(tiny_language_model), decision_config=config, device="cpu")


def test_scores_are_those_of_the_pipeline(decide):
    model = hr.as_predictor(decide, tiny.sentiment())
    assert isinstance(model, DecisionPredictor) and model.labels == tiny.LABELS
    found = model.predict(ROWS)
    asked = [decide(model.request(row))["label"] for row in ROWS]
    assert [one.value for one in found] == [answer["choice"] for answer in asked]
    assert [one.score for one in found] == [max(answer["probabilities"].values()) for answer in asked]


def test_the_request_holds_the_parts_of_the_prompt(decide):
    model = hr.as_predictor(decide, tiny.sentiment(), label_map={"good": "positive", "bad": "negative"})
    request = model.request({"text": "I like {labels}."})
    question = request["questions"]["label"]
    assert list(question["criteria"]) == ["bad", "good"] and question["type"] == "choice"
    assert "I like {labels}." in request["state"] and "bad, good" in question["instructions"]


def test_a_run(decide):
    suite = hr.Suite.build(tiny.reviews(6), tiny.sentiment(), ["word-case"])
    record = hr.run(decide, suite).record
    assert record["model"]["kind"] == "pipeline" and record["model"]["language_model"]["answer"] == "first-token"


def test_tasks_without_labels_and_prompts_with_examples_are_refused(decide):
    with pytest.raises(UsageError, match="a decision pipeline chooses a label"):
        hr.as_predictor(decide, "translation")
    model = hr.as_predictor(decide, tiny.sentiment(), examples=tiny.training_reviews().select(range(8)))
    with pytest.raises(UsageError, match="takes no examples"):
        model.with_prompt(next(prompt for prompt in model.prompts.variants() if prompt.shots))


def test_the_model_of_a_text_generation_pipeline_is_a_causal_model(tiny_language_model):
    found = hr.as_predictor(
        pipeline("text-generation", model=str(tiny_language_model), device="cpu"), tiny.sentiment(), answer="choice"
    )
    assert found.mode == "choice"
    gold = [tiny.LABELS[number] for number in tiny.reviews(12)["label"]]
    assert [one.value for one in found.predict(ROWS)] == gold


def test_options_of_language_models_are_refused_for_other_pipelines():
    from tiny_models import CLASSIFICATION, classifier, tokenizer

    plain = pipeline("text-classification", model=classifier(), tokenizer=tokenizer(), device="cpu")
    with pytest.raises(UsageError, match="answer cannot be given with a text-classification pipeline"):
        hr.as_predictor(plain, CLASSIFICATION, answer="choice")
