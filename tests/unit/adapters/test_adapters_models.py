import numpy as np
import pytest
import torch
from tiny_models import (
    CLASSIFICATION,
    PAIRS,
    SPAN,
    TAGGING,
    TAGS,
    VOCABULARY,
    answerer,
    classifier,
    count_calls,
    sentence,
    tagger,
    tokenizer,
)

import hf_robust as hr
from hf_robust.adapters import Prediction, QuestionAnswerer, TextClassifier, TokenTagger
from hf_robust.core.errors import LabelError, UsageError

TEXTS = [{"text": sentence(n, 1 + (n * 5) % 17)} for n in range(45)]
TOKENS = [{"tokens": sentence(n, 1 + (n * 5) % 17).split()} for n in range(45)]
ASKED = [{"context": sentence(n, 5 + (n * 5) % 17), "question": sentence(n + 50, 2 + n % 4)} for n in range(45)]


def ids_of(text: str) -> list[int]:
    return tokenizer()(text, add_special_tokens=False)["input_ids"]


def beginning(text: str, pieces: int) -> str:
    """The text up to the end of its first sub-words."""
    offsets = tokenizer()(text, add_special_tokens=False, return_offsets_mapping=True)["offset_mapping"]
    return text[: offsets[pieces - 1][1]]


def close(found, expected):
    assert [p.value for p in found] == [p.value for p in expected]
    assert [p.score for p in found] == pytest.approx([p.score for p in expected], abs=1e-5)


def test_labels_are_those_of_the_bare_model():
    model, words = classifier(), tokenizer()
    found = TextClassifier(model, words, CLASSIFICATION, batch_size=8).predict(TEXTS)
    for row, prediction in zip(TEXTS, found):
        with torch.no_grad():
            scores = model(**words(row["text"], return_tensors="pt")).logits.softmax(-1)[0]
        assert prediction.value == CLASSIFICATION.label_names[int(scores.argmax())]
        assert prediction.score == pytest.approx(float(scores.max()), abs=1e-5)
    assert len({p.value for p in found}) > 1


@pytest.mark.parametrize(
    ("adapter", "make", "task", "rows", "side"),
    [
        (TextClassifier, classifier, CLASSIFICATION, TEXTS, "right"),  # BERT reads the first place: no left
        (TokenTagger, tagger, TAGGING, TOKENS, "right"),
        (TokenTagger, tagger, TAGGING, TOKENS, "left"),
        (QuestionAnswerer, answerer, SPAN, ASKED, "right"),
        (QuestionAnswerer, answerer, SPAN, ASKED, "left"),
    ],
)
def test_batches_and_single_rows_agree(adapter, make, task, rows, side):
    model = make()
    if side == "left":  # absolute positions would count the padding
        model.bert.embeddings.position_embeddings.weight.data.zero_()
    predictor = adapter(model, tokenizer(padding_side=side), task, batch_size=16)
    close(predictor.predict(rows), [predictor.predict([row])[0] for row in rows])


def test_one_forward_pass_a_batch():
    model = classifier()
    calls = count_calls(model)
    TextClassifier(model, tokenizer(), CLASSIFICATION, batch_size=16).predict(TEXTS)
    assert calls == [16, 16, 13]


PAIR = [{"premise": "the cats sat", "hypothesis": "a dog"}]


def inputs_of(make, rows, declares):
    """The names of what an adapter gives its model."""
    adapter, seen = make(tokenizer(declares_types=declares)), []
    adapter.model.register_forward_pre_hook(lambda module, args, kwargs: seen.append(kwargs), with_kwargs=True)
    adapter.predict(rows)
    return seen[0]


ADAPTERS = {
    "classifier": (lambda words: TextClassifier(classifier(PAIRS.label_names), words, PAIRS), PAIR),
    "tagger": (lambda words: TokenTagger(tagger(), words, TAGGING), [{"tokens": ["the", "cats", "sat"]}]),
    "answerer": (
        lambda words: QuestionAnswerer(answerer(), words, SPAN),
        [{"context": "the cats", "question": "a dog"}],
    ),
}


@pytest.mark.parametrize("name", ADAPTERS)
@pytest.mark.parametrize("declares", [False, True])
def test_a_model_gets_the_token_types_that_its_tokenizer_declares(name, declares):
    found = inputs_of(*ADAPTERS[name], declares)
    assert ("token_type_ids" in found) == declares


def test_the_two_texts_of_a_pair_have_their_types():
    found = inputs_of(*ADAPTERS["classifier"], True)
    assert found["token_type_ids"].tolist() == [[0, 0, 0, 0, 0, 0, 1, 1, 1]]


def test_a_model_with_one_type_gets_none():
    model, seen = classifier(PAIRS.label_names, type_vocab_size=1), []
    model.register_forward_pre_hook(lambda module, args, kwargs: seen.append(kwargs), with_kwargs=True)
    TextClassifier(model, tokenizer(declares_types=True), PAIRS).predict(PAIR)
    assert "token_type_ids" not in seen[0]


def test_long_texts_are_cut_at_the_limit():
    model, words = classifier(positions=16), tokenizer()
    long = sentence(1, 100)
    adapter = TextClassifier(model, words, CLASSIFICATION)
    assert adapter.max_length == 16
    head = beginning(long, 14)
    close(adapter.predict([{"text": long}]), adapter.predict([{"text": head}]))
    assert TextClassifier(model, words, CLASSIFICATION, max_length=5).max_length == 5
    assert TextClassifier(model, tokenizer(model_max_length=9), CLASSIFICATION).max_length == 9


def test_odd_texts_do_not_stop_anything():
    odd = ["", " ", "\ud800", "\x00", "\u200b", "שלום", "🙂" * 90, "e\u0301", None]
    found = TextClassifier(classifier(), tokenizer(), CLASSIFICATION).predict([{"text": t} for t in odd])
    assert all(p.value in CLASSIFICATION.label_names for p in found)
    found = TokenTagger(tagger(), tokenizer(), TAGGING).predict([{"tokens": [t] * 3} for t in odd])
    assert all(len(p.value) == 3 for p in found)
    rows = [{"context": t, "question": s} for t in odd for s in odd]
    found = QuestionAnswerer(answerer(), tokenizer(), SPAN).predict(rows)
    assert all(p.value in (row["context"] or "") for p, row in zip(found, rows))


def test_nothing_to_predict():
    assert TextClassifier(classifier(), tokenizer(), CLASSIFICATION).predict([]) == []
    assert TokenTagger(tagger(), tokenizer(), TAGGING).predict([]) == []
    assert QuestionAnswerer(answerer(), tokenizer(), SPAN).predict([]) == []


def test_modes_of_the_modules_are_left_as_they_were():
    model = classifier()
    model.train()
    model.bert.encoder.layer[0].eval()
    modes = [module.training for module in model.modules()]
    adapter = TextClassifier(model, tokenizer(), CLASSIFICATION)
    assert adapter.predict(TEXTS) == adapter.predict(TEXTS)  # no dropout
    assert [module.training for module in model.modules()] == modes


@pytest.mark.parametrize(
    ("labels", "options", "message"),
    [
        (("score",), {}, "regression head with 1 output"),
        (("a", "b", "c"), {"problem_type": "multi_label_classification"}, "multi-label head with 3 output"),
        (("a", "b"), {"problem_type": "regression"}, "regression head with 2 output"),
    ],
)
def test_other_heads_are_refused(labels, options, message):
    with pytest.raises(UsageError, match=message):
        TextClassifier(classifier(labels, **options), tokenizer(), CLASSIFICATION)


@pytest.mark.parametrize("options", [{"max_length": 65}, {"max_length": 0}, {"batch_size": 0}, {"max_length": "8"}])
def test_numbers_out_of_range_are_refused(options):
    with pytest.raises(UsageError, match=next(iter(options))):
        TextClassifier(classifier(), tokenizer(), CLASSIFICATION, **options)


@pytest.mark.parametrize("stride", [-1, 33, 1.5])
def test_stride_out_of_range_is_refused(stride):
    with pytest.raises(UsageError, match="stride"):
        TokenTagger(tagger(), tokenizer(), TAGGING, stride=stride)
    with pytest.raises(UsageError, match="stride"):
        QuestionAnswerer(answerer(), tokenizer(), SPAN, stride=stride)


def test_a_tokenizer_that_cannot_pad_is_refused_for_batches():
    words = tokenizer()
    words.pad_token = None
    with pytest.raises(UsageError, match="no padding token.*batch_size=1"):
        TextClassifier(classifier(), words, CLASSIFICATION)
    alone = TextClassifier(classifier(), words, CLASSIFICATION, batch_size=1)
    close(alone.predict(TEXTS), TextClassifier(classifier(), tokenizer(), CLASSIFICATION).predict(TEXTS))


def test_labels_are_called_as_in_the_data():
    model = classifier(("NEUTRAL", "POSITIVE", "NEGATIVE"))
    named = TextClassifier(model, tokenizer(), CLASSIFICATION)
    assert named.labels == ("neu", "pos", "neg")
    swapped = {"NEUTRAL": "pos", "POSITIVE": "neu"}
    other = TextClassifier(model, tokenizer(), CLASSIFICATION, label_map=swapped)
    turned = {"neu": "pos", "pos": "neu", "neg": "neg"}
    assert [turned[p.value] for p in named.predict(TEXTS)] == [p.value for p in other.predict(TEXTS)]
    with pytest.raises(LabelError):
        TextClassifier(classifier(("a", "b")), tokenizer(), CLASSIFICATION)


def first_pieces(tokens: list[str]) -> list[int]:
    """Place of each token's first sub-word among the sub-words."""
    counts = [len(ids_of(token)) for token in tokens]
    return np.cumsum([0, *counts[:-1]]).tolist()


def probabilities(model, ids: list[int]) -> np.ndarray:
    ids = [VOCABULARY["[CLS]"], *ids, VOCABULARY["[SEP]"]]
    with torch.no_grad():
        return model(input_ids=torch.tensor([ids])).logits.softmax(-1)[0, 1:-1].numpy()


def test_a_tag_is_that_of_the_first_sub_word():
    model = tagger()
    for row, found in zip(TOKENS, TokenTagger(model, tokenizer(), TAGGING).predict(TOKENS)):
        scores = probabilities(model, ids_of(" ".join(row["tokens"])))[first_pieces(row["tokens"])]
        assert found.value == [TAGS[label] for label in scores.argmax(1)]
        assert found.score == pytest.approx(scores.max(1).mean(), abs=1e-5)


@pytest.mark.parametrize(("max_length", "stride"), [(12, 4), (12, 0), (17, 5), (64, None)])
def test_long_inputs_are_tagged_in_windows(max_length, stride):
    model = tagger()
    rows = [{"tokens": sentence(n, words).split()} for n, words in enumerate([3, 90, 41, 200])]
    adapter = TokenTagger(model, tokenizer(), TAGGING, max_length=max_length, stride=stride)
    room, stride = max_length - 2, adapter.stride
    for row, found in zip(rows, adapter.predict(rows)):
        ids = ids_of(" ".join(row["tokens"]))
        starts = [0]
        while starts[-1] + room < len(ids):
            starts.append(starts[-1] + room - stride)
        views = [(start, probabilities(model, ids[start : start + room])) for start in starts]
        for place, tag in zip(first_pieces(row["tokens"]), found.value, strict=True):
            inside = [(s, p) for s, p in views if s <= place < s + len(p)]
            # the window in which the sub-word stands deepest; the ends of the text are no borders
            depths = [
                min(place - s if s else 10**6, s + len(p) - 1 - place if s + len(p) < len(ids) else 10**6)
                for s, p in inside
            ]
            start, scores = inside[int(np.argmax(depths))]
            assert tag == TAGS[int(scores[place - start].argmax())]


def test_tokens_without_sub_words_are_outside():
    rows = [
        {"tokens": ["cat", "\x00", "dogs", ""]},
        {"tokens": []},
        {"tokens": ["", "\x00"]},
        {"tokens": ["cat", "dogs"]},
    ]
    found = [p.value for p in TokenTagger(tagger(), tokenizer(), TAGGING).predict(rows)]
    assert found[0] == [found[3][0], "O", found[3][1], "O"]
    assert found[1:3] == [[], ["O", "O"]]


def test_types_without_prefix_become_groups():
    model = tagger(("O", "PER", "LOC"))
    bare = TokenTagger(model, tokenizer(), _tagging(None)).predict(TOKENS)
    named = TokenTagger(model, tokenizer(), TAGGING).predict(TOKENS)
    for row, tags in zip(bare, named):
        before = "O"
        for kind, tag in zip(row.value, tags.value):
            assert tag == ("O" if kind == "O" else f"{'I' if kind == before else 'B'}-{kind}")
            before = kind


def _tagging(names):
    return hr.task("ner", label_names=names)


def test_a_slow_tokenizer_is_refused_for_tags():
    class Slow:
        is_fast = False
        model_max_length = 64
        model_input_names = ()
        special_tokens_map = {"pad_token": "[PAD]"}

    with pytest.raises(UsageError, match="gives no offsets"):
        TokenTagger(tagger(), Slow(), TAGGING)


def best_span(model, question: str, context: str, limit: int, stride: int, longest: int):
    """The answer by trying all spans of all windows: (sum of logits, text, probability)."""
    words = tokenizer()
    asked, inside = ids_of(question), words(context, add_special_tokens=False, return_offsets_mapping=True)
    ids, offsets = inside["input_ids"], inside["offset_mapping"]
    room = limit - 3 - len(asked)
    start, found = 0, []
    while True:
        part = ids[start : start + room]
        cls, sep = VOCABULARY["[CLS]"], VOCABULARY["[SEP]"]
        full = torch.tensor([[cls, *asked, sep, *part, sep]])
        with torch.no_grad():
            output = model(input_ids=full)
        first = output.start_logits[0, len(asked) + 2 : -1]
        last = output.end_logits[0, len(asked) + 2 : -1]
        for i in range(len(part)):
            for j in range(i, min(i + longest, len(part))):
                score = float(first.softmax(0)[i] * last.softmax(0)[j])
                text = context[offsets[start + i][0] : offsets[start + j][1]]
                found.append((float(first[i] + last[j]), text, score))
        if start + room >= len(ids):
            return max(found, key=lambda item: item[0])
        start += room - stride


@pytest.mark.parametrize(("limit", "stride", "longest"), [(64, 16, 30), (20, 5, 30), (20, 0, 3), (24, 4, 1)])
def test_answers_are_the_best_spans_of_all_windows(limit, stride, longest):
    model = answerer()
    rows = [{"context": sentence(n, w), "question": sentence(n + 9, 2)} for n, w in enumerate([1, 8, 40, 75, 33])]
    adapter = QuestionAnswerer(
        model, tokenizer(), SPAN, max_length=limit, stride=stride, max_answer=longest, batch_size=3, no_answer=False
    )
    for row, found in zip(rows, adapter.predict(rows)):
        _, text, score = best_span(model, row["question"], row["context"], limit, stride, longest)
        assert found.value == text
        assert found.score == pytest.approx(score, abs=1e-5)


def test_answers_stand_at_their_offsets():
    adapter = QuestionAnswerer(answerer(), tokenizer(), SPAN, max_length=24, no_answer=False)
    contexts = ["  " + sentence(n, 60).replace(" ", "  ") + " \n" for n in range(12)]
    rows = [{"context": context, "question": "who left"} for context in contexts]
    for row, place, found in zip(rows, adapter.locate(rows), adapter.predict(rows)):
        assert row["context"][place.start : place.end] == found.value == found.value.strip() != ""
        assert found.score == place.score


def test_an_empty_context_has_no_answer():
    rows = [{"context": "", "question": "who"}, {"context": "cat", "question": ""}]
    found = QuestionAnswerer(answerer(), tokenizer(), SPAN, no_answer=False).predict(rows)
    assert found[0] == Prediction("", None)
    assert found[1].value == "cat"


def test_a_long_question_leaves_room_for_the_context():
    model, seen = answerer(), []
    model.register_forward_pre_hook(lambda module, args, kwargs: seen.append(kwargs), with_kwargs=True)
    adapter = QuestionAnswerer(model, tokenizer(), SPAN, max_length=32, no_answer=False)
    question, context = sentence(1, 200), sentence(2, 30)
    found = adapter.predict([{"context": context, "question": question}])[0]
    assert found.value and found.value in context
    assert seen[0]["input_ids"].shape[1] <= 32
    close([found], adapter.predict([{"context": context, "question": beginning(question, 13)}]))
    with pytest.raises(UsageError, match="at least 16"):
        QuestionAnswerer(model, tokenizer(), SPAN, max_length=10)


@pytest.mark.parametrize("kind", ["tagger", "answerer", "classifier"])
def test_batches_hand_out_each_row_once_and_before_all_are_done(kind):
    words = sentence(0, 120)
    if kind == "tagger":
        adapter = TokenTagger(tagger(), tokenizer(), TAGGING, max_length=24, batch_size=2)
        rows = [{"tokens": sentence(n, 3 + 20 * (n % 3)).split()} for n in range(12)] + [{"tokens": []}]
    elif kind == "answerer":
        adapter = QuestionAnswerer(answerer(), tokenizer(), SPAN, max_length=24, batch_size=2)
        rows = [{"context": words[: 40 * (n % 3)], "question": sentence(n, 3)} for n in range(12)]
    else:
        adapter = TextClassifier(classifier(), tokenizer(), CLASSIFICATION, batch_size=2)
        rows = [{"text": sentence(n, 3 + n % 5)} for n in range(12)]
    batches = [(places, found) for places, found in adapter.batches(rows)]
    assert sorted(place for places, _ in batches for place in places) == list(range(len(rows)))
    assert len(batches) > 2 and all(len(places) == len(found) for places, found in batches)
    by_place = {place: one for places, found in batches for place, one in zip(places, found)}
    assert [by_place[place] for place in range(len(rows))] == adapter.predict(rows)
