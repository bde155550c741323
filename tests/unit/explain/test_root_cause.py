"""Root causes: minimal masks that keep a wrong prediction, weights side by side, and how they are drawn."""

import json
import re
from html import unescape
from html.parser import HTMLParser
from itertools import combinations

import numpy as np
import pytest

import hf_robust as hr
from hf_robust.adapters import Prediction, as_predictor
from hf_robust.core.errors import ColumnError, LabelError, UnknownNameError, UsageError
from hf_robust.explain.attribution import attribute
from hf_robust.explain.causes import RootCause, root_cause, root_causes
from hf_robust.explain.tokens import ExplainedTokens

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])
NLI = hr.task("natural-language-inference", label_names=["yes", "no", "maybe"])
WEIGHTS = {"good": 2.0, "even": 1.5, "yes": 1.0, "dull": -2.0, "boring": -3.0, "not": -0.5}


class Scored:
    """Probabilities by weights of words; counts how it is asked."""

    name, kind, revision, labels = "scored", "function", None, ("neg", "pos")

    def __init__(self, bias=-1.0):
        self.bias, self.calls, self.rows = bias, 0, 0

    def probabilities(self, rows):
        self.calls, self.rows = self.calls + 1, self.rows + len(rows)
        odds = [self.bias + sum(WEIGHTS.get(word, 0) for word in re.findall(r"\w+", row["text"])) for row in rows]
        positive = 1 / (1 + np.exp(-np.array(odds)))
        return np.stack([1 - positive, positive], axis=1)

    def predict(self, rows):
        found = self.probabilities(rows)
        return [Prediction(self.labels[row.argmax()], row.max()) for row in found]


def words(texts):
    """No scores: positive with two words of three."""
    return ["pos" if sum(word in text for word in ("even", "good", "yes")) >= 2 else "neg" for text in texts]


@pytest.mark.parametrize("method", ["leave-one-out", "lime"])
def test_tokens_are_kept_in_order_until_the_threshold(method):
    row = {"text": "It was even good, maybe yes."}
    found = root_cause(Scored(), row, TASK, accepted="neg", method=method)
    assert (found.label, found.kept, found.case.template) == ("pos", ["good"], "… good …")
    assert found.case.reached and found.case.kept_probability == pytest.approx(1 / (1 + np.exp(-1)), abs=1e-6)
    strict = root_cause(Scored(), row, TASK, accepted="neg", method=method, threshold=0.95)
    assert (strict.kept, strict.case.kept_probability >= 0.95) == (["even", "good", "yes"], True)
    by_size = sorted(strict.case.tokens, key=lambda token: -token.weight)
    assert [token.text for token in by_size[:3]] == ["good", "even", "yes"]


def test_no_token_of_the_mask_can_go():
    class Odd(Scored):
        """On the whole text "x" counts most, for it outweighs "e"; without "e" nobody needs it."""

        def probabilities(self, rows):
            said = [set(row["text"].split()) for row in rows]
            positive = [0.3 if not {"a", "b"} <= s else 0.95 if "x" in s else 0.1 if "e" in s else 0.8 for s in said]
            return np.array([[1 - value, value] for value in positive])

    found = root_cause(Odd(), {"text": "x d a b e"}, TASK, accepted=["neg"])
    weights = {token.text: token.weight for token in found.case.tokens}
    assert max(weights, key=weights.get) == "x" and found.kept == ["a", "b"]
    assert found.case.kept_probability == 0.8
    for fewer in (part for size in range(2) for part in combinations(found.kept, size)):
        assert Odd().predict([{"text": " ".join(fewer)}])[0].value == "neg"


def test_a_model_without_scores_serves():
    found = root_cause(words, {"text": "was it even good? no, yes!"}, TASK, accepted="neg")
    assert len(found.kept) == 2 and set(found.kept) <= {"even", "good", "yes"}
    assert (found.case.probability, found.case.kept_probability, found.case.blank_probability) == (1, 1, 0)


def test_a_prediction_that_is_right_is_refused_and_left_out_of_many():
    with pytest.raises(UsageError, match="not wrong.*among the accepted labels \\(neg\\)"):
        root_cause(words, {"text": "dull"}, TASK, accepted="neg")
    rows = [{"text": "dull"}, {"text": "even good"}, {"text": ""}, {"text": "  "}]
    found = root_causes(words, rows, TASK, accepted=["neg", ["neg"], "neg", ("pos", "neg")])
    assert [cause and cause.kept for cause in found] == [None, ["even", "good"], None, None]


def test_a_labeled_row_says_itself_what_is_right():
    assert root_cause(words, {"text": "even good", "label": 0}, TASK).accepted == ("neg",)
    with pytest.raises(UsageError, match="not wrong"):
        root_cause(words, {"text": "dull", "label": 0}, TASK)


def test_a_text_without_tokens_keeps_its_prediction_with_none():
    (found,) = root_causes(lambda texts: ["pos"] * len(texts), [{"text": " "}], TASK, accepted=["neg"])
    assert (found.kept, found.case.tokens, found.case.reached, found.pairs) == ([], (), True, [])
    assert "0 of 0 tokens" in found.text() and found.html()
    rows, always = [{"text": ""}, {"text": "x"}], lambda texts: ["pos"] * len(texts)
    lime = root_causes(always, rows, TASK, accepted=["neg"] * 2, method="lime")
    assert [cause.kept for cause in lime] == [[], ["x"]]


def test_one_token_stays_although_none_is_needed():
    found = root_cause(Scored(bias=3.0), {"text": "not good at all"}, TASK, accepted="neg")
    assert found.kept == ["good"] and found.case.blank_probability > 0.9
    assert "without any token 0.95" in found.text()


def test_a_threshold_that_nothing_reaches_keeps_all_and_says_so():
    found = root_cause(Scored(), {"text": "good enough"}, TASK, accepted="neg", threshold=0.99)
    assert (found.kept, found.case.reached) == (["good", "enough"], False)
    assert "no set of tokens that was tried reaches 0.99" in found.text()


def test_the_other_text_stands_beside_it_with_weights_for_the_same_label():
    case = {"text": "maybe but even good yes"}
    seed = {"text": "maybe but dull yes", "case": {"kind": "seed"}}
    found = root_cause(Scored(), case, TASK, accepted="neg", other=seed)
    assert (found.other.label, found.other_name) == ("neg", "seed")
    seen = {token.text: token.weight for token in found.other.tokens}
    assert seen["dull"] < 0 < seen["yes"]  # for "pos", which the seed is not
    assert found.other.kept == ["dull"]
    names = [tuple(side and side.text for side in pair) for pair in _shown(found)]
    assert names == [("maybe", "maybe"), ("but", "but"), ("dull", None), (None, "even"), (None, "good"), ("yes", "yes")]


def _shown(found):
    return [
        (None if a is None else found.other.tokens[a], None if b is None else found.case.tokens[b])
        for a, b in found.pairs
    ]


def test_many_rows_share_calls_of_the_model():
    rows = [{"text": f"even good and yes, number {number}"} for number in range(30)]
    model, alone = Scored(), Scored()
    many = root_causes(model, rows, TASK, accepted=["neg"] * 30, threshold=0.8)
    assert many[3] == root_cause(alone, rows[3], TASK, accepted="neg", threshold=0.8)
    assert model.calls <= alone.calls + 2
    assert model.rows < 30 * 40


def test_test_cases_bring_their_accepted_labels_and_columns_may_have_other_names():
    row = {"text": "even good", "case": {"accepted": ["negative", "neutral"], "kind": "expanded"}}
    assert root_cause(Scored(), row, TASK).accepted == ("neg", "neutral")
    task = hr.task("sentiment-classification", text="sentence", label_names=["neg", "pos"])
    assert root_cause(Scored(), {"sentence": ["so", "good", "!"]}, task, accepted="neg").kept == ["good"]
    assert root_cause(Scored(), row, task).kept == ["good"]


def test_tokens_of_several_texts_are_weighed_together():
    def model(rows):
        return ["no" if "not" in row["hypothesis"] and "dog" in row["premise"] else "yes" for row in rows]

    row = {"premise": "A dog runs.", "hypothesis": "It does not rest"}
    found = root_cause(model, row, NLI, accepted="maybe")
    assert [(token.role, token.text) for token in found.case.tokens if token.kept] == [
        ("premise", "dog"),
        ("hypothesis", "not"),
    ]
    only = root_cause(model, row, NLI, accepted="maybe", field="hypothesis")
    assert only.kept == ["not"] and {token.role for token in only.case.tokens} == {"hypothesis"}


@pytest.mark.parametrize(
    ("text", "kept", "expected"),
    [
        ("and/or, maybe.", {0, 2}, "and or"),
        ("It's  fine, no?", {0, 1}, "It's  fine"),
        (" a b c ", {0, 2}, "a c"),
        ("a b c", {2}, "c"),
        ("a, b", {0, 1}, "a,"),
        ("a b", set(), ""),
        (" a b ", {0, 1}, " a b "),
    ],
)
def test_tokens_that_stay_are_spaced_as_before_and_never_glued(text, kept, expected):
    assert ExplainedTokens.of({"text": text}, TASK).only(kept) == {"text": expected}


def test_a_model_that_lacks_a_label_of_the_task_is_explained_all_the_same():
    task = hr.task("sentiment-classification", label_names=["neg", "neutral", "pos"])
    found = root_cause(Scored(), {"text": "so good"}, task, accepted=["neg", "neutral"])
    assert (found.label, found.kept, found.accepted) == ("pos", ["good"], ("neg", "neutral"))
    with pytest.raises(LabelError, match="'neg', 'pos'"):
        root_cause(Scored(), {"text": "so good"}, hr.task("sentiment-classification", label_names=["a", "b"]))


def test_masks_stand_in_place_and_empty_ones_leave_out():
    seen = []

    def model(texts):
        seen.extend(texts)
        return ["pos" if "good" in text else "neg" for text in texts]

    found = root_cause(model, {"text": "so good, no?"}, TASK, accepted="neg", mask="[M]")
    assert found.mask == "[M]" and "[M] good[M] [M][M]" in seen and "[M] [M][M] [M][M]" in seen
    seen.clear()
    for mask in ("", None):  # a function has no mask token
        assert root_cause(model, {"text": "so good, no?"}, TASK, accepted="neg", mask=mask).mask == ""
    assert "" in seen and not any("[M]" in text for text in seen)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"method": "shap"}, UnknownNameError, "unknown attribution method 'shap'"),
        ({"threshold": 0}, UsageError, "threshold is a probability"),
        ({"threshold": True}, UsageError, "threshold is a probability"),
        ({"mask": 3}, UsageError, "mask must be a text"),
        ({"field": "premise"}, UsageError, "has no text 'premise'"),
        ({"accepted": None}, UsageError, "name the labels that are right"),
        ({"accepted": []}, UsageError, "name the labels that are right"),
        ({"accepted": "bad-label"}, LabelError, "none of the accepted labels bad-label; it has neg, pos"),
        ({"method": "gradient"}, UsageError, "needs a torch model"),
    ],
)
def test_mistakes_are_named(options, error, message):
    with pytest.raises(error, match=message):
        root_cause(Scored(), {"text": "good"}, TASK, **{"accepted": "neg", **options})


def test_mistakes_of_rows_and_tasks_are_named():
    with pytest.raises(ColumnError, match="expects 'text' in a row; found sentence"):
        root_cause(Scored(), {"sentence": "good"}, TASK, accepted="neg")
    with pytest.raises(UsageError, match="use a classification task"):
        root_cause(Scored(), {"tokens": ["a"]}, hr.task("part-of-speech"), accepted="neg")
    with pytest.raises(UsageError, match="one entry a row, 2 in all"):
        root_causes(Scored(), [{"text": "a"}, {"text": "b"}], TASK, accepted=["neg"])
    with pytest.raises(UsageError, match="must hold a text, found int"):
        root_cause(Scored(), {"text": 3}, TASK, accepted="neg")
    assert root_causes(Scored(), [], TASK) == []


def test_to_dict_is_json_and_comes_back():
    found = root_cause(Scored(), {"text": "even good"}, TASK, accepted="neg", other={"text": "dull"})
    record = json.loads(json.dumps(found.to_dict()))
    assert RootCause.from_dict(record) == found
    assert (record["pairs"], record["case"]["tokens"][1]["kept"]) == ([[0, None], [None, 0], [None, 1]], True)
    alone = root_cause(Scored(), {"text": "even good"}, TASK, accepted="neg")
    assert RootCause.from_dict(alone.to_dict()) == alone and alone.pairs == [(None, 0), (None, 1)]


class Balanced(HTMLParser):
    """Tags in their order; fails where they do not close."""

    def __init__(self, page):
        super().__init__()
        self.open, self.said = [], []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.open += [] if tag in ("br", "line", "rect") else [tag]

    def handle_endtag(self, tag):
        if tag not in ("line", "rect"):
            assert self.open.pop() == tag

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_data(self, data):
        self.said.append(data)


def test_the_drawing_shows_both_texts_and_escapes_them():
    case = {"text": "<script>alert(1)</script> even good & yes"}
    found = root_cause(Scored(), case, TASK, accepted="neg", other={"text": "<b>dull</b>\x1b[31m \ud800 yes"})
    page = found.html()
    assert page == found._repr_html_() and "<script" not in page and "<b>dull" not in page
    assert "\x1b" not in page and "http" not in page.lower().replace("&", "")
    said = " ".join("".join(Balanced(page).said).split())
    assert "case: pos" in said and "is wrong; expected: neg" in said and "other: neg" in said
    assert "alert" in said and "&" in said
    page.encode("utf-8")
    assert page.count("<tr>") == len(found.pairs) + 1
    kept = re.findall(r"font-weight: 700; border-bottom[^>]*><bdi>(.*?)</bdi>", page)
    assert list(map(unescape, kept)) == [*found.kept, *found.other.kept]


def test_weights_of_lime_and_erasure_agree_in_sign_and_are_repeatable():
    subjects = [ExplainedTokens.of({"text": text}, TASK) for text in ("even good but boring", "not good", "")]
    labels = [["pos", "neg"], ["neg"], ["pos"]]
    erased = attribute(Scored(), TASK, subjects, labels=labels)
    sampled = attribute(Scored(), TASK, subjects, "lime", labels, seed=3)
    again = attribute(Scored(), TASK, subjects, "lime", labels, seed=3)
    for first, second, third in zip(erased, sampled, again, strict=True):
        assert first.keys() == second.keys()
        for label in first:
            large = np.abs(first[label]) > 0.02
            assert (np.sign(first[label]) == np.sign(second[label]))[large].all()
            assert (second[label] == third[label]).all()
    assert np.allclose(erased[0]["pos"], -erased[0]["neg"])
    assert sampled[2]["pos"].shape == (0,)


def test_gradient_and_the_models_own_mask_token():
    torch = pytest.importorskip("torch")
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    texts = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"a good dull film not even so".split()]
    tokens = BertTokenizerFast(vocab={word: place for place, word in enumerate(texts)})
    generator = torch.Generator().manual_seed(0)
    labels = ["neg", "pos", "neutral"]
    names = {"id2label": dict(enumerate(labels)), "label2id": {label: place for place, label in enumerate(labels)}}
    shape = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    config = BertConfig(vocab_size=len(texts), **shape, **names)
    model = BertForSequenceClassification(config).eval()
    with torch.no_grad():
        for weight in model.parameters():
            weight.copy_(torch.randn(weight.shape, generator=generator) * 0.3)
    task = hr.task("sentiment-classification", label_names=labels)
    predictor = as_predictor(model, task, tokenizer=tokens)
    row = {"text": "not even so good a film"}
    said = predictor.predict([row])[0].value
    wrong = [label for label in task.label_names if label != said]
    other, how = {"text": "dull film"}, {"method": "gradient", "threshold": 0.34, "mask": None}
    found = root_cause(predictor, row, task, accepted=wrong, other=other, **how)
    assert (found.mask, found.label) == ("[MASK]", said)
    assert all(np.isfinite(token.weight) for token in (*found.case.tokens, *found.other.tokens))
    subject = ExplainedTokens.of(row, task)
    (weights,) = attribute(predictor, task, [subject], "gradient", [task.label_names])
    assert not np.allclose(weights["neg"], weights["pos"])
    above, below = (_odds(model, tokens, row["text"], "good", scale) for scale in (1.01, 0.99))
    assert weights["pos"][3] == pytest.approx((above - below) / 0.02, rel=0.05, abs=1e-3)


def _odds(model, tokens, text, word, scale):
    """Log-odds of label 1 when the embedding of a word is scaled: its slope at 1 is gradient x input."""
    import torch

    encoded = tokens(text, return_tensors="pt")
    with torch.no_grad():
        inputs = model.get_input_embeddings()(encoded["input_ids"])
        inputs[encoded["input_ids"] == tokens.convert_tokens_to_ids(word)] *= scale
        logits = model(inputs_embeds=inputs, attention_mask=encoded["attention_mask"]).logits[0].double()
    return float(logits[1] - torch.logsumexp(logits[[0, 2]], 0))
