"""The best label of each token by spaCy's taggers, in blocks of tokens: the scores of a batch are its largest array."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from thinc.api import Model

_TOKENS = 128  # whose scores of some thousand labels stay in the cache


def use_fast_tags(nlp: "Language") -> None:
    """Make the taggers and morphologizers of a pipeline faster. The tags stay the same.

    Args:
        nlp: The pipeline.
    """
    from spacy.pipeline import Morphologizer, Tagger

    for _, pipe in nlp.pipeline:
        if type(pipe) in (Tagger, Morphologizer):
            kind: Any = type(pipe)
            pipe.__class__ = _faster(kind)


@cache
def _faster(kind: Any) -> type:
    def predict(self: Any, docs: "Sequence[Doc]") -> Any:
        """Return the best label of each token."""
        docs = list(docs)
        if not any(map(len, docs)):
            return kind.predict(self, docs)
        return by_document(best_labels(self.model, token_vectors(self.model, docs)), docs)

    return type(f"Fast{kind.__name__}", (kind,), {"predict": predict})


def token_vectors(tagger: "Model", docs: "Sequence[Doc]") -> np.ndarray:
    """The vectors of all tokens of a batch.

    Args:
        tagger: The model of a tagger: a layer that gives vectors, and one that scores them.
        docs: The documents.
    """
    return np.concatenate(tagger.layers[0].predict(docs))


def best_labels(tagger: "Model", vectors: np.ndarray) -> np.ndarray:
    """Number of the label with the highest score, for each vector.

    Args:
        tagger: The model of a tagger.
        vectors: One a row.
    """
    parts = (vectors[start : start + _TOKENS] for start in range(0, len(vectors), _TOKENS))
    return np.concatenate([tagger.layers[1].predict(part).argmax(axis=1) for part in parts])


def by_document(values: np.ndarray, docs: "Sequence[Doc]") -> list[np.ndarray]:
    """The values of the tokens of each document.

    Args:
        values: A value for each token of the batch.
        docs: The documents.
    """
    return [values[start:end] for start, end in pairwise(np.cumsum([0, *map(len, docs)]).tolist())]
