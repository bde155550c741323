"""Trains the baseline of natural-language inference, measures it, and writes its weights with their card."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import NamedTuple

import numpy as np

from hf_robust.core.files import replaced_folder
from hf_robust.core.registry import spoken_language
from hf_robust.language.embedded import INFERENCE_WEIGHTS
from hf_robust.language.embedded.build.treebanks import read_jsonl
from hf_robust.language.linear_model import ScaledModel
from hf_robust.language.models import SentenceEncoder
from hf_robust.language.resource_rows import EMBEDDED
from hf_robust.language.word_alignment import INFERENCE_DECAY, INFERENCE_LABELS, alignments

TRAINED = "snli_cad_original_train_dev"
MEASURED = {"snli": "snli_test_sample", "mnli": "mnli_matched_sample"}
HANS = "hans_a"
FOLDS = 5


class _Pairs(NamedTuple):
    """The features of pairs, and their labels."""

    features: np.ndarray
    labels: list[str]

    def chosen(self, mask: np.ndarray) -> "_Pairs":
        """Those of a mask."""
        return _Pairs(self.features[mask], [label for label, own in zip(self.labels, mask) if own])

    def fitted(self) -> ScaledModel:
        """A model of these."""
        return ScaledModel(self.features, self.labels, INFERENCE_DECAY)


def accuracy(model: ScaledModel, pairs: _Pairs) -> float:
    """Share of right labels; where the data has no entailment but "non-entailment", the other two are that."""
    said = [label for label, _ in model.predict(pairs.features)]
    if not set(pairs.labels) <= set(INFERENCE_LABELS):
        said = [label if label == "entailment" else "non-entailment" for label in said]
    return _share(said, pairs.labels)


def _share(said: Sequence[str], gold: Sequence[str]) -> float:
    return sum(one == other for one, other in zip(said, gold, strict=True)) / len(gold)


def crossed(pairs: _Pairs) -> float:
    """Accuracy where each fifth is said by a model of the others."""
    part = np.arange(len(pairs.labels)) % FOLDS
    shares = [
        accuracy(pairs.chosen(part != n).fitted(), pairs.chosen(part == n)) * sum(part == n) for n in range(FOLDS)
    ]
    return sum(shares) / len(pairs.labels)


def build(data: Path, out: Path) -> dict:
    """Train, measure and write the weights with their card to ``out``.

    Args:
        data: Folder with ``nli/``: pairs of SNLI's training and development parts, and what is only measured.
        out: Folder to write.

    Returns:
        The figures on the card.

    Raises:
        DataFileError: A data file is missing.
    """
    encoder = SentenceEncoder(EMBEDDED)

    def read(name: str) -> _Pairs:
        rows = read_jsonl(data / "nli" / f"{name}.jsonl")
        pairs = [(row["premise"], row["hypothesis"]) for row in rows]
        found = alignments(encoder, spoken_language("en"), pairs)
        return _Pairs(np.array([found[pair] for pair in pairs], np.float32), [row["label"] for row in rows])

    trained = read(TRAINED)
    model = trained.fitted()
    figures: dict = {"pairs": len(trained.labels), "numbers": trained.features.shape[1], "folds": crossed(trained)}
    for name, file in MEASURED.items():
        pairs = read(file)
        figures |= {
            name: accuracy(model, pairs),
            f"{name}_rows": len(pairs.labels),
            f"{name}_most": Counter(pairs.labels).most_common(1)[0][1] / len(pairs.labels),
            f"{name}_folds": crossed(pairs),
        }
    pairs = read(HANS)
    figures |= {"hans": accuracy(model, pairs), "hans_rows": len(pairs.labels)}
    _write(model, figures, out)
    return figures


def _write(model: ScaledModel, figures: dict, out: Path) -> None:
    figures = {name: round(n, 4) for name, n in figures.items()}
    description = {"name": "robust-inference", "version": "1.0.0", "license": "CC-BY-SA-4.0", "figures": figures}
    card = Template(Path(__file__).with_name("card_inference.md").read_text(encoding="utf-8"))
    shown = {name: f"{n:,}" if isinstance(n, int) else f"{100 * n:.1f}" for name, n in figures.items()}
    with replaced_folder(out) as folder:
        stored = json.dumps({**description, "model": model.stored()}, indent=1) + "\n"
        (folder / INFERENCE_WEIGHTS.name).write_text(stored, encoding="utf-8", newline="\n")
        (folder / "README.md").write_text(card.substitute(shown), encoding="utf-8", newline="\n")
