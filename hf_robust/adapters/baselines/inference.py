"""Natural-language inference by how well the words of two texts agree, with weights trained on SNLI."""

import json
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.adapters.base import texts_of
from hf_robust.adapters.baselines.cross_fitting import Rows
from hf_robust.adapters.baselines.linear_features import EncoderBaseline
from hf_robust.adapters.identity import settings_hash
from hf_robust.adapters.label_matching import match_labels, match_name
from hf_robust.core.errors import LabelError
from hf_robust.language.embedded import INFERENCE_WEIGHTS
from hf_robust.language.linear_model import ScaledModel
from hf_robust.language.resource_rows import EMBEDDED
from hf_robust.language.word_alignment import INFERENCE_DECAY, INFERENCE_LABELS, alignments
from hf_robust.tasks import Task

if TYPE_CHECKING:
    import torch

SNLI = "trained on 1,866 pairs of SNLI"


class Inference(EncoderBaseline):
    """Logistic regression over how well the words of two texts agree.

    It comes trained on SNLI where the texts are English and the labels are those of inference. Rows to train on, where
    they are given, replace SNLI. With other labels, another language or another encoder it must be trained.

    Source: the soft alignment of words is that of Parikh et al. (2016), "A decomposable attention model for natural
    language inference", section 3.1, over the states of a sentence encoder.
    """

    version = "1"
    decay = INFERENCE_DECAY
    model_type = ScaledModel

    def __init__(self, task: Task, name: str, **options: Any):
        super().__init__(task, name, **options)
        names = _names(task.label_names) if task.language == "en" and self._encoder.name == EMBEDDED else None
        if names is not None:
            model = _Known.restored(_weights())
            model.group([names[label] for label in model.labels])
            self._models = [model]
            self.labels = tuple(model.labels)
            self.name = f"{name} ({SNLI})"
            self._training_hash = settings_hash(_weights())

    def features(self, rows: Rows) -> tuple[np.ndarray, list[int]]:
        """One example a row; each different pair goes through the encoder once."""
        pairs = [(first, second) for first, second in (texts_of(row, self.roles) for row in rows)]
        known = self._known.known(pairs)
        missing = {*pairs} - known.keys()
        fresh: dict[Hashable, Any] = dict(alignments(self._encoder, self.task.spoken, missing, self.batch_size).items())
        self._known.keep(fresh)
        numbers = [known[pair] if pair in known else fresh[pair] for pair in pairs]
        return np.array(numbers, np.float32), [1] * len(rows)


def _names(labels: Sequence[str] | None) -> Mapping[str, str] | None:
    """What the data calls each label; None where its labels are others.

    Example:
        >>> _names(("ENTAILMENT", "not_entailment"))["neutral"], _names(("good", "bad"))
        ('not_entailment', None)
    """
    if labels is None:
        return {label: label for label in INFERENCE_LABELS}
    follows, other = (match_name(name, labels) for name in ("entailment", "not entailment"))
    if follows and other:
        return {label: follows if label == "entailment" else other for label in INFERENCE_LABELS}
    if follows is None:
        return None
    try:
        return match_labels(INFERENCE_LABELS, labels)
    except LabelError:
        return None


@cache
def _weights() -> dict[str, Any]:
    return json.loads(INFERENCE_WEIGHTS.read_text(encoding="utf-8"))["model"]


class _Known(ScaledModel):
    """A trained model some of whose labels are one to the data."""

    def group(self, names: Sequence[str]) -> None:
        """Rename the labels; those of one name become one, with the sum of their probabilities."""
        import torch

        self.labels = list(dict.fromkeys(names))
        self._share = torch.tensor([[float(name == label) for label in self.labels] for name in names])

    def _said(self, scores: "torch.Tensor") -> list[tuple[Any, float | None]]:
        best = (scores.softmax(-1) @ self._share).max(-1)
        return [(self.labels[n], score) for n, score in zip(best.indices.tolist(), best.values.tolist())]
