r"""Word importance by LIME beside the ``lime`` package: time, and whether the same words come out.

    pip install --no-deps --target LIME lime
    IMPORTANCE_DATA=DATA LIME_PATH=LIME python -m pytest tests/benchmarks/test_importance_speed.py -s \
        -p no:cacheprovider --override-ini addopts=

``LIME_PATH`` names the folder with the package where it is not installed beside this one; it needs scikit-learn and
scipy. ``IMPORTANCE_DATA`` names a folder with ``sst/test.jsonl`` (column ``sentence``); the demo reviews serve
without it. ``IMPORTANCE_ROWS`` says how many sentences are taken (40). Times are those of the process, on one
thread; other work on the machine slows bfloat16 more than float32. ``lime`` explains one text at a time and calls the
model as its users do: texts as they come, 64 a batch, filled up to the longest. Both see the embedded sentiment
classifier.
"""

import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import hf_robust as hr
from hf_robust.core.word_bounds import find_words
from hf_robust.explain.importance import WordImportance

TASK = hr.task("sentiment-classification")
ROWS = int(os.environ.get("IMPORTANCE_ROWS", "40"))
BLOCK = 40
TOP = 5


@pytest.fixture(scope="module")
def explainer():
    """The package's class, found in LIME_PATH or among what is installed."""
    sys.path += [folder for folder in [os.environ.get("LIME_PATH")] if folder]
    module = pytest.importorskip("lime.lime_text", reason="lime is not installed; see the top of this file")
    return module.LimeTextExplainer


@pytest.fixture(scope="module")
def sentences() -> list[str]:
    folder = os.environ.get("IMPORTANCE_DATA")
    if folder:
        lines = (Path(folder) / "sst" / "test.jsonl").read_text(encoding="utf-8").splitlines()
        texts = [json.loads(line)["sentence"] for line in lines]
    else:
        from hf_robust.language.embedded.demo import demo_reviews

        texts = [s.strip() for review in demo_reviews()["text"] for s in review.split(". ") if len(s) > 30]
    chosen = np.random.default_rng(5).permutation(len(texts))[:ROWS]
    return [texts[place] for place in chosen]


@pytest.fixture(scope="module")
def model():
    import torch

    from hf_robust.language.embedded.sentiment_model import load_sentiment_model

    torch.set_num_threads(1)
    return load_sentiment_model()


def users_function(model, tokenizer):
    """What one writes to hand a model to ``lime``."""
    import torch

    def probabilities(texts):
        found = []
        for start in range(0, len(texts), 64):
            encoded = tokenizer(texts[start : start + 64], padding=True, truncation=True, return_tensors="pt")
            with torch.no_grad():
                found.append(model(**encoded).logits.softmax(-1).numpy())
        return np.concatenate(found)

    return probabilities


def quick_function(model, tokenizer):
    """The same numbers sooner, for the comparison of rankings."""
    predictor = hr.as_predictor(model, TASK, tokenizer=tokenizer, batch_size=64)

    def probabilities(texts):
        distinct = list(dict.fromkeys(texts))
        found = dict(zip(distinct, predictor.probabilities([{"text": text} for text in distinct])))
        return np.array([found[text] for text in texts])

    return probabilities


def lime_top(explanation, label: int, text: str, top: int = TOP) -> list[str]:
    """Our words that hold the package's tokens, in its order; each once."""
    words = find_words(text)
    mapper = explanation.domain_mapper.indexed_string
    found: list[str] = []
    for feature, _ in explanation.local_exp[label]:
        at = int(mapper.string_position(feature)[0])
        word = next((text[start:end] for start, end in words if start <= at < end), None)
        if word is not None and word not in found:
            found.append(word)
    return found[:top]


def our_top(text: str, ranking: dict, top: int = TOP) -> list[str]:
    return list(dict.fromkeys(text[s:e] for s, e in zip(ranking["start"], ranking["end"])))[:top]


def overlap(first: list[list[str]], second: list[list[str]]) -> float:
    return float(np.mean([len({*a} & {*b}) / max(1, min(len(a), len(b))) for a, b in zip(first, second)]))


@dataclass(frozen=True)
class Spent:
    """CPU seconds for some sentences.

    Args:
        floor: Of the forward passes for our distinct inputs alone.
    """

    lime: float
    ours: float
    floor: float
    inputs: int
    precision: str


def measured(explainer, sentences, model, precision) -> Spent:
    """LIME by the package and by ours, by turns, so that a busy machine slows both."""
    function = users_function(*model)
    ours = WordImportance(model[0], TASK, tokenizer=model[1], precision=precision)
    theirs = explainer(random_state=0)
    function(sentences[:8]), ours({"text": sentences[:1]})
    predictor, asked = ours.source.predictor(), []
    answer = predictor.probabilities
    predictor.probabilities = lambda rows, **how: asked.extend(rows) or answer(rows, **how)
    lime = mine = least = 0.0
    done = 0
    for start in range(0, len(sentences), BLOCK):
        block = sentences[start : start + BLOCK]
        began = time.process_time()
        for text in block:
            theirs.explain_instance(text, function, labels=[0, 1], num_features=15, num_samples=750)
        between = time.process_time()
        ours({"text": block})
        lime, mine = lime + between - began, mine + time.process_time() - between
        encoded = predictor.encode_rows(asked[done:])
        done = len(asked)
        began = time.process_time()
        for _ in predictor.forward(encoded, even=True, dtype=ours.dtype):
            pass
        least += time.process_time() - began
    return Spent(lime, mine, least, len(asked), ours.precision)


@pytest.mark.parametrize("precision", ["auto", "float32"])
def test_speed(explainer, sentences, model, precision):
    found = measured(explainer, sentences, model, precision)
    ratio = found.lime / found.ours
    print(
        f"\n{len(sentences)} sentences, 750 samples, {found.precision}: lime {found.lime / len(sentences):.2f} s, ours "
        f"{found.ours / len(sentences):.2f} s a sentence: {ratio:.1f} times; bare passes {found.floor / found.ours:.0%}"
    )
    assert ratio > (4.0 if found.precision == "bfloat16" else 1.5)


def test_the_same_words_come_out(explainer, sentences, model):
    function = quick_function(*model)
    long = [text for text in sentences if len({text[s:e] for s, e in find_words(text)}) > TOP]
    labels = [int(row.argmax()) for row in function(long)]
    tops = []
    for seed in (1, 2):
        theirs = explainer(random_state=seed)
        options = {"num_features": 15, "num_samples": 2000}
        found = [theirs.explain_instance(t, function, labels=[y], **options) for t, y in zip(long, labels)]
        tops.append([lime_top(explanation, y, t) for explanation, y, t in zip(found, labels, long)])
    ceiling = overlap(*tops)
    print(f"\n{len(long)} sentences, 2,000 samples: lime with another seed {ceiling:.3f}")
    for precision in ("float32", "auto"):
        ours = WordImportance(model[0], TASK, tokenizer=model[1], num_samples=2000, precision=precision)
        ranked = ours({"text": long})["text__importance"]
        mine = [our_top(text, ranking) for text, ranking in zip(long, ranked)]
        found = np.mean([overlap(mine, top) for top in tops])
        first = np.mean([a[0] == b[0] for top in tops for a, b in zip(mine, top)])
        print(f"ours in {ours.precision}: top {TOP} {found:.3f}, the first word {first:.3f}")
        assert found >= 0.8
