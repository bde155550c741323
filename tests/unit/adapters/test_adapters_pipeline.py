import pytest
from tiny_models import (
    CLASSIFICATION,
    PAIRS,
    SPAN,
    TAGGING,
    TAGS,
    classifier,
    count_calls,
    sentence,
    tagger,
    tokenizer,
)
from transformers import pipeline

import hf_robust as hr
from hf_robust.adapters import Prediction, TextClassifier, TokenTagger, as_predictor
from hf_robust.adapters.tag_matching import begin_groups
from hf_robust.core.errors import LabelError, UsageError

TEXTS = [{"text": sentence(n, 1 + (n * 5) % 17)} for n in range(30)]
TOKENS = [{"tokens": sentence(n, 1 + (n * 5) % 17).split()} for n in range(30)]
POS = hr.task("part-of-speech", label_names=("NOUN", "VERB"))


def texts(model=None, **options):
    return pipeline("text-classification", model=model or classifier(), tokenizer=tokenizer(True), **options)


def tokens(model=None, **options):
    return pipeline("token-classification", model=model or tagger(), tokenizer=tokenizer(), **options)


def same(found, expected):
    assert [p.value for p in found] == [p.value for p in expected]
    assert [p.score for p in found] == pytest.approx([p.score for p in expected], abs=1e-5)


def test_texts_get_the_labels_of_the_direct_adapter():
    predictor = as_predictor(texts(), CLASSIFICATION)
    assert (predictor.kind, predictor.name, predictor.labels) == (
        "pipeline",
        "BertForSequenceClassification",
        ("neg", "neu", "pos"),
    )
    same(predictor.predict(TEXTS), TextClassifier(classifier(), tokenizer(True), CLASSIFICATION).predict(TEXTS))


def test_pairs_get_the_labels_of_the_direct_adapter():
    model = classifier(PAIRS.label_names)
    rows = [{"premise": sentence(n, 4), "hypothesis": sentence(n + 3, 6)} for n in range(20)]
    same(
        as_predictor(texts(model), PAIRS).predict(rows),
        TextClassifier(model, tokenizer(True), PAIRS).predict(rows),
    )


def test_long_texts_are_cut_as_by_the_direct_adapter():
    rows = [{"text": sentence(1, 200)}]
    same(
        as_predictor(texts(), CLASSIFICATION).predict(rows),
        TextClassifier(classifier(), tokenizer(True), CLASSIFICATION).predict(rows),
    )


def test_what_the_user_configured_holds():
    expected = [p.value for p in as_predictor(texts(), CLASSIFICATION).predict(TEXTS)]
    for options in ({"top_k": None}, {"top_k": 2}, {"function_to_apply": "none"}):
        found = as_predictor(texts(**options), CLASSIFICATION).predict(TEXTS)
        assert [p.value for p in found] == expected
    assert max(p.score for p in found) > 1.0  # logits, as asked
    cut = as_predictor(texts(truncation=True, max_length=4), CLASSIFICATION).predict(TEXTS)
    direct = TextClassifier(classifier(), tokenizer(True), CLASSIFICATION, max_length=4).predict(TEXTS)
    same(cut, direct)


def test_batches_are_formed():
    model = classifier()
    calls = count_calls(model)
    as_predictor(texts(model), CLASSIFICATION, batch_size=8).predict(TEXTS)
    assert calls == [8, 8, 8, 6]
    calls.clear()
    as_predictor(texts(model, batch_size=15), CLASSIFICATION, batch_size=8).predict(TEXTS)
    assert calls == [15, 15]


def test_tokens_get_the_tags_of_the_direct_adapter():
    direct = [p.value for p in TokenTagger(tagger(), tokenizer(), TAGGING).predict(TOKENS)]
    assert len({tag for tags in direct for tag in tags}) == len(TAGS)
    assert [p.value for p in as_predictor(tokens(), TAGGING).predict(TOKENS)] == direct
    grouped = as_predictor(tokens(aggregation_strategy="first"), TAGGING).predict(TOKENS)
    assert [p.value for p in grouped] == [begin_groups(tags) for tags in direct]


@pytest.mark.parametrize("strategy", ["simple", "first", "average", "max"])
def test_groups_become_tags_at_their_offsets(strategy):
    pipe = tokens(aggregation_strategy=strategy)
    for row, found in zip(TOKENS, as_predictor(pipe, TAGGING).predict(TOKENS)):
        text, at = " ".join(row["tokens"]), 0
        groups = pipe(text)
        for place, (token, tag) in enumerate(zip(row["tokens"], found.value, strict=True)):
            over = [g for g in groups if g["start"] <= at < g["end"]]
            assert tag[2:] == (over[0]["entity_group"] if over else "")
            before = at - len(row["tokens"][place - 1]) - 1
            if over:
                begins = place == 0 or not over[0]["start"] <= before
                assert tag[0] == ("B" if begins else "I")
            at += len(token) + 1


def test_entities_are_read_at_the_start_of_each_token():
    class Fake:
        """Stands in for the pipeline's call; everything else is the real one's."""

        def __init__(self, real, entities):
            self.real, self.entities = real, entities

        def __getattr__(self, name):
            return getattr(self.real, name)

        def __call__(self, inputs, **options):
            return [self.entities for _ in inputs]

    entities = [
        {"entity_group": "PER", "score": 0.5, "start": 0, "end": 8},
        {"entity_group": "PER", "score": 0.7, "start": 9, "end": 12},
        {"entity_group": "LOC", "score": 0.9, "start": 18, "end": 23},
    ]
    predictor = as_predictor(tokens(aggregation_strategy="simple"), TAGGING)
    predictor.pipeline = Fake(predictor.pipeline, entities)
    found = predictor.predict([{"tokens": ["Anna", "Lee", "Bob", "in", "", "xParis"]}])[0]
    assert found.value == ["B-PER", "I-PER", "B-PER", "O", "O", "O"]
    assert found.score == pytest.approx((0.5 + 0.5 + 0.7) / 3)


def test_bare_types_stay_bare_or_become_groups():
    model = tagger(("NOUN", "VERB"))
    direct = TokenTagger(model, tokenizer(), POS).predict(TOKENS)
    for options in ({}, {"aggregation_strategy": "first"}):
        found = as_predictor(tokens(model, **options), POS).predict(TOKENS)
        assert [p.value for p in found] == [p.value for p in direct]
    model = tagger(("O", "PER", "LOC"))
    direct = TokenTagger(model, tokenizer(), TAGGING).predict(TOKENS)
    for options in ({}, {"aggregation_strategy": "first"}):
        found = as_predictor(tokens(model, **options), TAGGING).predict(TOKENS)
        assert [p.value for p in found] == [p.value for p in direct]


def test_long_token_lists_are_split_between_tokens():
    words = sentence(3, 150).split()
    found = as_predictor(tokens(), TAGGING).predict([{"tokens": words}, {"tokens": []}, {"tokens": ["", " "]}])
    assert [len(p.value) for p in found] == [150, 0, 2]
    head = as_predictor(tokens(), TAGGING)._pieces(words)
    first = next(head)
    assert sum(map(len, [first, *head])) == 150
    expected = TokenTagger(tagger(), tokenizer(), TAGGING).predict([{"tokens": first}])[0].value
    assert found[0].value[: len(first)] == expected
    assert found[1] == Prediction([], None)


@pytest.mark.parametrize(("task", "make"), [(SPAN, texts), (TAGGING, texts), (CLASSIFICATION, tokens), (SPAN, tokens)])
def test_a_pipeline_for_something_else_is_refused(task, make):
    with pytest.raises(UsageError, match="cannot serve.*text-classification, token-classification"):
        as_predictor(make(), task)


def test_an_unknown_pipeline_is_refused():
    from tiny_models import config
    from transformers import BertForMaskedLM

    pipe = pipeline("fill-mask", model=BertForMaskedLM(config(("a", "b"))), tokenizer=tokenizer())
    with pytest.raises(UsageError, match="a fill-mask pipeline cannot serve sentiment-classification"):
        as_predictor(pipe, CLASSIFICATION)


def test_labels_are_matched_before_anything_runs():
    model = classifier(("joy", "anger"))
    calls = count_calls(model)
    with pytest.raises(LabelError, match="label_map="):
        as_predictor(texts(model), CLASSIFICATION)
    assert calls == []


def test_what_is_configured_enters_the_fingerprint():
    prints = {
        as_predictor(texts(**options), CLASSIFICATION).fingerprint()
        for options in ({}, {"top_k": 2}, {"truncation": True})
    }
    assert len(prints) == 3
    assert as_predictor(texts(), CLASSIFICATION).fingerprint() in prints
