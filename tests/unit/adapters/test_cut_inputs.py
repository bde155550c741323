"""Inputs above the limit of a model: each kind of model says which were cut and what it saw of them."""

import sys
from pathlib import Path

import pytest
from test_task_adapters import ASPECTS, MARKS, RELATION, RELATIONS, TRANSLATION, WINOGRAD, pronoun_row
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
from transformers import BertForMaskedLM, GPT2Config, GPT2LMHeadModel, pipeline

import hf_robust as hr
from hf_robust.adapters import CachedPredictor, PredictionCache
from hf_robust.adapters.prediction_columns import RowSource
from hf_robust.adapters.truncation import limit_of, may_reach, seen_by

sys.path.insert(0, str(Path(__file__).parents[2]))

SUMMARIES = hr.task("summarization")
LONG, OTHER = sentence(1, 90), sentence(1, 90) + " bob left"
SHORT = sentence(2, 8)


def causal():
    shape = {"vocab_size": len(VOCABULARY), "n_embd": 16, "n_layer": 1, "n_head": 2, "n_positions": 64}
    return GPT2LMHeadModel(GPT2Config(**shape, bos_token_id=2, eos_token_id=3)).eval()


def relation(text):
    return {"tokens": text.split(), "subject": [0, 0], "object": [3, 3]}


def aspects(text):
    return {"text": text, "aspects": [{"term": "cat", "start": 0, "end": 0}, {"term": "dog", "start": 0, "end": 0}]}


def pronoun(text):
    # the front of a text is what a causal model loses, both ends are what a masked one loses
    return pronoun_row(f"{text} it was good", "it", "the cat", "the mat")


def masked_pronoun(text):
    return pronoun_row(f"it the cat sat and it was good {text}", "it", "the cat", "the mat")


def text(one):
    return {"text": one}


KINDS = {
    "classifier": (lambda: (classifier(), CLASSIFICATION, {}), text),
    "pairs": (
        lambda: (classifier(tuple(PAIRS.label_names)), PAIRS, {}),
        lambda one: {"premise": one, "hypothesis": "a cat"},
    ),
    "relation": (lambda: (classifier(RELATIONS), RELATION, {"marks": MARKS}), relation),
    "aspects": (lambda: (classifier(("negative", "positive")), ASPECTS, {}), aspects),
    "questions": (lambda: (answerer(), SPAN, {}), lambda one: {"context": "the cat sat", "question": one}),
    "translation": (lambda: (translator(), TRANSLATION, {"prefix": "the film : "}), lambda one: {"source": one}),
    "summarization": (lambda: (translator(), SUMMARIES, {"prefix": "the film : "}), text),
    "masked": (lambda: (BertForMaskedLM(config(("a", "b"))).eval(), WINOGRAD, {}), masked_pronoun),
}
IN_WINDOWS = {
    "tagger": (lambda: (tagger(), TAGGING, {}), lambda one: {"tokens": one.split()}),
    "contexts": (lambda: (answerer(), SPAN, {}), lambda one: {"context": one, "question": "who left"}),
}


def predictor(kind):
    model, task, options = {**KINDS, **IN_WINDOWS}[kind][0]()
    return hr.as_predictor(model, task, tokenizer=tokenizer(), **options)


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_cut_is_said_and_equal_inputs_are_known(kind):
    model, row = predictor(kind), KINDS[kind][1]
    short, long, other, third = model.seen([row(one) for one in (SHORT, LONG, OTHER, "bob " + LONG)])
    assert short is None and long.cut and other.cut and third.cut
    assert long.key == other.key != third.key and long.whole != other.whole
    said = model.predict([row(one) for one in (LONG, OTHER)])
    assert said[0] == said[1] and limit_of(model) == 64


def test_a_causal_model_loses_the_front():
    model = hr.as_predictor(causal(), WINOGRAD, tokenizer=tokenizer(padding_side="right"))
    short, long, other = model.seen([pronoun(one) for one in (SHORT, LONG, "bob left " + LONG)])
    assert short is None and long.cut and long.key == other.key


@pytest.mark.parametrize("kind", IN_WINDOWS)
def test_what_runs_in_windows_is_never_cut(kind):
    model, row = predictor(kind), IN_WINDOWS[kind][1]
    assert model.seen([row(one) for one in (SHORT, LONG, OTHER)]) == [None] * 3


def test_an_input_that_just_fits_has_the_key_of_a_longer_one_that_is_cut_to_it():
    model = predictor("classifier")
    words = ["cat"] * 62  # with two special tokens this is the limit
    fits, cut, below = model.seen([text(" ".join(one)) for one in (words, [*words, "dog"], words[1:])])
    assert not fits.cut and cut.cut and fits.key == cut.key and below is None


@pytest.mark.parametrize("own", [{}, {"truncation": True}, {"truncation": True, "max_length": 16}])
def test_pipelines_say_what_they_cut(own):
    pipe = pipeline("text-classification", model=classifier(), tokenizer=tokenizer(True, model_max_length=64), **own)
    model = hr.as_predictor(pipe, CLASSIFICATION)
    limit = own.get("max_length", 64)
    assert limit_of(model) == limit
    middle, long, other = model.seen([text(one) for one in (sentence(3, 30), LONG, OTHER)])
    assert long.cut and long.key == other.key and (middle is not None) == (limit == 16)
    tags = hr.as_predictor(pipeline("token-classification", model=tagger(), tokenizer=tokenizer()), TAGGING)
    assert seen_by(tags, [{"tokens": LONG.split()}]) == [None]


def test_renamed_and_embedded_predictors_say_it_too():
    inner = hr.as_predictor(classifier(("a", "b", "c")), hr.task("text-classification"), tokenizer=tokenizer())
    renamed = hr.as_predictor(inner, CLASSIFICATION, label_map={"a": "neg", "b": "neu", "c": "pos"})
    assert type(renamed).__name__ == "RelabeledPredictor"
    assert [one is not None for one in seen_by(renamed, [text(SHORT), text(LONG)])] == [False, True]
    labels = hr.task("sentiment-classification", label_names=["negative", "neutral", "positive"])
    from hf_robust.adapters.embedded import embedded_predictor

    embedded = embedded_predictor(labels)
    assert type(embedded).__name__ == "NeutralBand"
    film = "a film that I liked " * 400
    short, long, other = seen_by(embedded, [text(one) for one in ("a film", film, film + "not at all")])
    assert short is None and long.cut and long.key == other.key and limit_of(embedded)


@pytest.mark.parametrize("texts", [["ﷺ" * 8], ["x" * 63], ["cat " * 61]])
def test_an_input_is_never_thought_short_that_is_long(texts):
    found = len(tokenizer()(*texts)["input_ids"])
    assert may_reach(texts, 64, 2) or found < 64


def test_counts_are_the_same_with_predictions_of_the_cache(tmp_path):
    rows = [text(one) for one in (SHORT, LONG, OTHER, LONG)]
    source = RowSource(4, lambda start, stop: rows[start:stop])
    records, columns = [], []
    for _ in range(2):
        runner = CachedPredictor(predictor("classifier"), PredictionCache(tmp_path))
        (column,) = runner.predict_columns([source])
        columns.append(column)
        records.append(runner.record())
    assert [one["cached"] for one in records] == [0, 3]
    assert [one["truncated"] for one in records] == [2, 2] and records[0]["limit"] == 64
    for column in columns:
        assert column.cut.tolist() == [False, True, True, True]
        assert column.take([1]).same_after_cut(column.take([2])).tolist() == [True]
        assert column.take([0]).same_after_cut(column.take([0])).tolist() == [False]
        assert column.take([1]).same_after_cut(column.take([3])).tolist() == [False]
    listed = CachedPredictor(predictor("classifier"))
    listed.predict(rows)
    assert listed.record()["truncated"] == 2


@pytest.mark.parametrize("kind", KINDS)
def test_inputs_that_are_the_same_without_the_cut_too(kind):
    model, row = predictor(kind), KINDS[kind][1]
    first, upper, other = model.seen([row(one) for one in (LONG, LONG.upper().replace("CAT", "cat"), OTHER)])
    if first.key == upper.key:  # where the model does not see the case
        assert first.whole == upper.whole != other.whole
    again = model.seen([row(LONG)])[0]
    assert again == first


def test_another_case_is_no_cut_for_a_model_without_case():
    model = predictor("classifier")
    first, upper = model.seen([text(one) for one in (LONG, LONG.upper())])
    assert first.cut and first == upper
    rows = [text(one) for one in (LONG, LONG.upper(), OTHER, OTHER.upper())]
    runner = CachedPredictor(model)
    (column,) = runner.predict_columns([RowSource(4, lambda start, stop: rows[start:stop])])
    assert column.take([0, 0, 0]).same_after_cut(column.take([1, 2, 3])).tolist() == [False, True, True]
