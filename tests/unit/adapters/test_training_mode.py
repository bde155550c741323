"""A model that was just trained is scored without dropout, and is left as it was."""

import pytest
from test_cut_inputs import IN_WINDOWS, KINDS, LONG, SHORT
from tiny_models import CLASSIFICATION, PAIRS, TAGGING, classifier, tagger, tokenizer
from transformers import pipeline

import hf_robust as hr

ROWS = {kind: row for kind, (_, row) in {**KINDS, **IN_WINDOWS}.items()}


def training(model):
    """In training mode, but for one part that the user froze."""
    model.train()
    frozen = next(model.children())
    frozen.eval()
    return model, [part.training for part in model.modules()]


@pytest.mark.parametrize("kind", ROWS)
def test_model_objects(kind):
    model, task, options = {**KINDS, **IN_WINDOWS}[kind][0]()
    model, modes = training(model)
    predictor = hr.as_predictor(model, task, tokenizer=tokenizer(), **options)
    rows = [ROWS[kind](text) for text in (SHORT, LONG)]
    said = [predictor.predict(rows) for _ in range(3)]
    assert said[0] == said[1] == said[2]
    assert [part.training for part in model.modules()] == modes and any(modes)
    model.eval()
    assert predictor.predict(rows) == said[0]


@pytest.mark.parametrize("task", ["text-classification", "pairs", "token-classification"])
def test_pipelines(task):
    if task == "token-classification":
        pipe = pipeline(task, model=tagger(), tokenizer=tokenizer())
        bound, rows = TAGGING, [{"tokens": SHORT.split()}]
    else:
        bound = PAIRS if task == "pairs" else CLASSIFICATION
        rows = [{"premise": SHORT, "hypothesis": "a cat"}] if task == "pairs" else [{"text": SHORT}]
        pipe = pipeline("text-classification", model=classifier(tuple(bound.label_names)), tokenizer=tokenizer(True))
    predictor = hr.as_predictor(pipe, bound)
    expected = predictor.predict(rows)
    _, modes = training(pipe.model)
    assert [predictor.predict(rows) for _ in range(3)] == [expected] * 3
    if task != "token-classification":
        first = predictor.probabilities(rows)
        assert (first == predictor.probabilities(rows)).all()
    assert [part.training for part in pipe.model.modules()] == modes and any(modes)
