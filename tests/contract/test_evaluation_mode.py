"""Whatever scores texts with a torch model does so in evaluation mode, and gives the model back as it was."""

import ast

import numpy as np
import pytest
import torch
from datasets import Dataset
from package_sources import ROOT, parsed
from tiny_models import (
    CLASSIFICATION,
    PAIRS,
    SPAN,
    TAGGING,
    VOCABULARY,
    answerer,
    classifier,
    config,
    sentence,
    tagger,
    tokenizer,
    translator,
)
from transformers import BertForMaskedLM, BertModel, GPT2Config, GPT2LMHeadModel, pipeline

import hf_robust as hr
from hf_robust.adapters.huggingface.gradients import differentiable, gradient_times_input
from hf_robust.attacks.services.encoder import Encoder
from hf_robust.attacks.services.victim import Victim
from hf_robust.attacks.services.word_gradients import Gradients
from hf_robust.attacks.states import Unit
from hf_robust.core.evaluation_mode import evaluating
from hf_robust.language import likelihood, models, translation
from hf_robust.language.gate import window_states
from hf_robust.scoring.neurons import activation_bounds

TEXTS = [sentence(n, 6) for n in range(3)]
ROWS = {
    "text": [{"text": text} for text in TEXTS],
    "pair": [{"premise": text, "hypothesis": "the cat sat"} for text in TEXTS],
    "tokens": [{"tokens": text.split()} for text in TEXTS],
    "span": [{"context": text, "question": "who left"} for text in TEXTS],
}
DROPOUT = 0.4


def in_training(model):
    """A model as a trainer leaves it, with one part that its user has frozen."""
    for module in model.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = DROPOUT
    model.train()
    next(iter(model.children())).training = False
    return model


def modes(model):
    return [module.training for module in model.modules()]


def predictions(task, rows, model, **how):
    return lambda: [
        (one.value, one.score) for one in hr.as_predictor(model, task, tokenizer=tokenizer(), **how).predict(rows)
    ]


def piped(kind, task, rows, model):
    ready = pipeline(kind, model=model, tokenizer=tokenizer(), device="cpu")
    in_training(model)
    return lambda: [(one.value, one.score) for one in hr.as_predictor(ready, task).predict(rows)]


def causal():
    shape = {"vocab_size": len(VOCABULARY), "n_embd": 16, "n_layer": 1, "n_head": 2, "n_positions": 64}
    return GPT2LMHeadModel(GPT2Config(**shape, bos_token_id=2, eos_token_id=3))


def word_gradients(model):
    victim = Victim(hr.as_predictor(model, CLASSIFICATION, tokenizer=tokenizer()), CLASSIFICATION)
    asked = [((text,), "pos", [Unit("text", 0, 3)]) for text in TEXTS]
    gradients = Gradients(victim)
    return lambda: gradients.answer(gradients.buckets(asked)[0], asked)


def input_gradients(model):
    found = differentiable(hr.as_predictor(model, CLASSIFICATION, tokenizer=tokenizer()), CLASSIFICATION)
    return lambda: [one.weights for one in gradient_times_input(found, ROWS["text"], "text")]


def attacked(model):
    rows = Dataset.from_dict({"text": TEXTS, "label": ["pos", "neg", "neu"]})
    return lambda: [
        (one.status, one.queries)
        for one in hr.attack(model, rows, "deepwordbug", CLASSIFICATION, budget=8, tokenizer=tokenizer()).results
    ]


def translated(model):
    return predictions(hr.task("translation"), [{"source": text} for text in TEXTS], model, max_new_tokens=6)


def summarized(model):
    return predictions(hr.task("summarization"), [{"text": text} for text in TEXTS], model, max_new_tokens=6)


# a model, and what scores something with it
OF_MODELS = {
    "classifier": (classifier, lambda model: predictions(CLASSIFICATION, ROWS["text"], model)),
    "pairs": (lambda: classifier(PAIRS.label_names), lambda model: predictions(PAIRS, ROWS["pair"], model)),
    "tagger": (tagger, lambda model: predictions(TAGGING, ROWS["tokens"], model)),
    "answerer": (answerer, lambda model: predictions(SPAN, ROWS["span"], model)),
    "translator": (translator, translated),
    "writer": (translator, summarized),
    "pipeline": (classifier, lambda model: piped("text-classification", CLASSIFICATION, ROWS["text"], model)),
    "pipeline of tags": (tagger, lambda model: piped("token-classification", TAGGING, ROWS["tokens"], model)),
    "gradient of inputs": (classifier, input_gradients),
    "gradients of an attack": (classifier, word_gradients),
    "attack": (classifier, attacked),
    "neurons": (
        lambda: torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Dropout(), torch.nn.Linear(4, 3)),
        lambda model: lambda: activation_bounds(model, [{"input": torch.arange(8.0).reshape(2, 4)}]),
    ),
}
# a model that the package loads by name, where it is kept, and what scores something with it
LOADED = {
    "sentence encoder": ("_encoder", BertModel, lambda: models.SentenceEncoder("tiny").encode(TEXTS)),
    "similarity": ("_encoder", BertModel, lambda: models.SentenceEncoder("tiny").similarity(TEXTS, TEXTS[::-1])),
    "encoder of an attack": ("_encoder", BertModel, lambda: [Encoder("tiny").answer(at, TEXTS) for at in (0, 32)]),
    "masked perplexity": ("_masked_lm", BertForMaskedLM, lambda: likelihood.masked_losses(TEXTS, model="tiny")),
    "causal perplexity": ("_causal_lm", causal, lambda: likelihood.causal_losses(TEXTS, model="tiny")),
    "back-translation": ("_translator", translator, lambda: translation.translate(TEXTS, "tiny", max_length=12)),
}


def same(one, other):
    if isinstance(one, (list, tuple)) and not all(isinstance(value, (int, float, str, type(None))) for value in one):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, (np.ndarray, list, tuple)) and not isinstance(one, str):
        return np.array_equal(np.asarray(one, object), np.asarray(other, object))
    return one == other


def check(model, score):
    before = modes(model)
    assert any(before) and not all(before)
    first, second = score(), score()
    assert same(first, second)
    assert modes(model) == before
    with evaluating(model):
        assert not any(modes(model)) and same(score(), first)
    assert modes(model) == before


@pytest.mark.parametrize("name", OF_MODELS)
def test_a_model_of_the_user(name):
    make, scoring = OF_MODELS[name]
    model = make()
    score = scoring(model)
    check(in_training(model), score)


@pytest.mark.parametrize("name", LOADED)
def test_a_model_that_is_loaded_by_name(name, monkeypatch):
    place, make, score = LOADED[name]
    model = in_training(make(config(("a", "b"))) if make in (BertModel, BertForMaskedLM) else make())
    monkeypatch.setattr(
        models, place, lambda *_: (model, tokenizer(), "mean") if place == "_encoder" else (model, tokenizer())
    )
    monkeypatch.setattr(models, "_record", lambda *_: None)
    check(model, score)


def test_the_mode_is_given_back_after_an_error():
    model = in_training(classifier())
    before = modes(model)
    with pytest.raises(RuntimeError, match="stop"), evaluating(model):
        raise RuntimeError("stop")
    assert modes(model) == before


def test_the_states_of_the_gate():
    model, _ = models.masked_lm("embedded")
    spots = [window_states.WindowSpot("The cast is very ", "good", ".")]
    model.train()
    try:
        first, second = (window_states._read(spots)[spots[0]] for _ in range(2))
        assert torch.equal(first.word, second.word) and model.training
    finally:
        model.eval()


# what computes without gradients and runs no model there, with what it does instead
WITHOUT_A_MODEL = {
    "language/linear_model.py": 1,  # products of a matrix
    "attacks/services/word_gradients.py": 1,  # a look-up of embeddings, in a block that evaluates
    "language/embedded/chinese_tagger_model.py": 2,  # functions over the weights of heads
}


def test_all_models_that_score_are_in_evaluation_mode():
    found = {}
    for path, _, tree in parsed(having=["torch."]):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(("training/", "language/embedded/build/")):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.With):
                used = [ast.unparse(item.context_expr) for item in node.items]
                scores = any(one in ("torch.inference_mode()", "torch.no_grad()") for one in used)
                if scores and not any(one.startswith("evaluating(") for one in used):
                    found[name] = found.get(name, 0) + 1
    assert found == WITHOUT_A_MODEL
