"""Measures from which probability on the sentiment classifier, which has no label for it, is taken to be neutral."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hf_robust.language.embedded.build.treebanks import read_jsonl
from hf_robust.language.embedded.demo import demo_sentences

if TYPE_CHECKING:
    from transformers import BertForSequenceClassification, PreTrainedTokenizerBase

_LOW, _HIGH = 0.4, 0.6  # a score of SST above the first and up to the second is neutral
_THRESHOLDS = np.arange(0.5, 1.0, 0.005)


def neutral_figures(model: "BertForSequenceClassification", tokenizer: "PreTrainedTokenizerBase", data: Path) -> dict:
    """Choose the threshold on the development part of SST and measure it on the test part.

    Args:
        model: The classifier.
        data: Folder with ``sst/dev.jsonl`` and ``sst/test.jsonl``: sentences with a score from 0 to 1.

    Returns:
        ``below`` (the threshold), for each part macro F1 of the three labels with it and without it, and precision and
        recall of neutral, and the share of the demo sentences that is right.
    """
    parts = {}
    for name in ("dev", "test"):
        rows = read_jsonl(data / "sst" / f"{name}.jsonl")
        labels = [0 if row["score"] <= _LOW else 1 if row["score"] <= _HIGH else 2 for row in rows]
        parts[name] = positive_probabilities(model, tokenizer, [row["sentence"] for row in rows]), np.array(labels)
    dev, labels = parts["dev"]
    below = max(_THRESHOLDS, key=lambda threshold: macro_f1(labels, judged(dev, threshold)))
    sentences = demo_sentences()
    demo = judged(positive_probabilities(model, tokenizer, sentences["text"][:]), below)
    share = float((demo == np.array(sentences["label"][:])).mean())
    figures: dict = {"below": round(float(below), 3), "demo_sentences": round(share, 3)}
    for name, (positive, gold) in parts.items():
        guesses = judged(positive, below)
        right = ((guesses == 1) & (gold == 1)).sum()
        figures[name] = {
            "macro_f1": round(macro_f1(gold, guesses), 3),
            "macro_f1_two_labels": round(macro_f1(gold, judged(positive, 0.5)), 3),
            "neutral_precision": round(float(right / (guesses == 1).sum()), 3),
            "neutral_recall": round(float(right / (gold == 1).sum()), 3),
        }
    return figures


def shown(figures: dict) -> dict[str, str]:
    """The figures as the card of the model has them."""
    values = {"below": f"{figures['below']:.2f}", "demo3": f"{100 * figures['demo_sentences']:.1f}"}
    for part in ("dev", "test"):
        for short, name in (("f1", "macro_f1"), ("two", "macro_f1_two_labels")):
            values[f"{part}_{short}"] = f"{100 * figures[part][name]:.1f}"
        for short in ("precision", "recall"):
            values[f"{part}_{short[0]}"] = f"{100 * figures[part][f'neutral_{short}']:.1f}"
    return values


def positive_probabilities(
    model: "BertForSequenceClassification", tokenizer: "PreTrainedTokenizerBase", texts: Sequence[str]
) -> np.ndarray:
    """The probability of the label positive for each text."""
    import torch

    model.eval()
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    found = np.zeros(len(texts))
    with torch.inference_mode():
        for start in range(0, len(texts), 64):
            places = order[start : start + 64]
            batch = tokenizer([texts[n] for n in places], padding=True, truncation=True, return_tensors="pt")
            found[places] = model(**batch).logits.softmax(-1)[:, 1].numpy()
    return found


def judged(positive: np.ndarray, below: float) -> np.ndarray:
    """0 negative, 1 neutral, 2 positive: neutral where the likelier label has less than the threshold."""
    return np.where(np.maximum(positive, 1 - positive) < below, 1, np.where(positive > 0.5, 2, 0))


def macro_f1(gold: np.ndarray, guesses: np.ndarray) -> float:
    """Mean F1 of the three labels."""
    right = [((gold == label) & (guesses == label)).sum() for label in range(3)]
    said = [(gold == label).sum() + (guesses == label).sum() for label in range(3)]
    return float(np.mean([2 * a / max(b, 1) for a, b in zip(right, said, strict=True)]))
