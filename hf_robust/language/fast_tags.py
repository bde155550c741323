"""The best label of each token by spaCy's taggers, in blocks of tokens: the scores of a batch are its largest array."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.core.wide_products import product

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from thinc.api import Model

_TOKENS = 128  # whose scores of some thousand labels stay in the cache
_WHOLE = 16  # labels: rows of other lengths begin in the middle of a vector of the processor


def use_fast_tags(nlp: "Language") -> None:
    """Make the taggers and morphologizers of a pipeline faster. The tags stay the same.

    Args:
        nlp: The pipeline, which is not to be trained afterwards.
    """
    from spacy.pipeline import Morphologizer, Tagger

    for _, pipe in nlp.pipeline:
        if type(pipe) in (Tagger, Morphologizer) and Labels.known(pipe.model):
            kind: Any = type(pipe)
            pipe.__class__ = _faster(kind)


@cache
def _faster(kind: Any) -> type:
    def predict(self: Any, docs: "Sequence[Doc]") -> Any:
        """Return the best label of each token."""
        docs = list(docs)
        if not any(map(len, docs)):
            return kind.predict(self, docs)
        labels = labels_of(self)
        return by_document(labels.best(labels.vectors(docs)), docs)

    return type(f"Fast{kind.__name__}", (kind,), {"predict": predict})


def labels_of(pipe: Any) -> "Labels":
    """The labels of a tagger, read from its model once.

    Args:
        pipe: The tagger.
    """
    if not hasattr(pipe, "_fast_labels"):
        pipe._fast_labels = Labels(pipe.model)
    labels: Labels = pipe._fast_labels
    return labels


class Labels:
    """The scores of the labels of a tagger.

    Args:
        tagger: The model of a tagger: a layer that gives vectors, and one that scores them.
    """

    def __init__(self, tagger: "Model"):
        import torch

        self._vectors = tagger.layers[0]
        (scores,) = (node for node in tagger.layers[1].walk() if node.has_param("W"))
        weights, bias = scores.get_param("W"), scores.get_param("b")
        more = -len(weights) % _WHOLE  # labels that nothing has
        self._weights = torch.from_numpy(np.pad(weights, ((0, more), (0, 0))))
        self._bias = torch.from_numpy(np.pad(bias, (0, more), constant_values=-np.inf))

    @staticmethod
    def known(tagger: "Model") -> bool:
        """Whether a model is of the form that is read here."""
        return len(tagger.layers) == 2 and tagger.layers[1].name == "with_array(softmax)"

    def vectors(self, docs: "Sequence[Doc]") -> np.ndarray:
        """The vectors of all tokens of a batch."""
        return np.concatenate(self._vectors.predict(docs))

    def scores(self, vectors: np.ndarray) -> np.ndarray:
        """The score of each label, and of some that nothing has, for each vector."""
        import torch

        found: np.ndarray = product(torch.from_numpy(vectors), self._weights, self._bias).numpy()
        return found

    def best(self, vectors: np.ndarray) -> np.ndarray:
        """Number of the label with the highest score, for each vector."""
        parts = (vectors[start : start + _TOKENS] for start in range(0, len(vectors), _TOKENS))
        return np.concatenate([self.scores(part).argmax(axis=1) for part in parts])


def by_document(values: np.ndarray, docs: "Sequence[Doc]") -> list[np.ndarray]:
    """The values of the tokens of each document.

    Args:
        values: A value for each token of the batch.
        docs: The documents.
    """
    return [values[start:end] for start, end in pairwise(np.cumsum([0, *map(len, docs)]).tolist())]
