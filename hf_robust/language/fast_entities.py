"""Entities of spaCy pipelines chosen for all tokens of a batch at once, in place of one state after the other.

Outside an entity the scores of spaCy's moves depend on the token alone, so one product gives them for every token. The
moves inside of entities follow in a few rounds, each for all entities that are still open.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hf_robust.language.fast_encoder import blocks

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from thinc.api import Model

_FEATURES = 3  # of a state: the next token, the first one of the open entity, the one before the next


def use_fast_entities(nlp: "Language") -> None:
    """Make the transition-based entity recognizers of a pipeline faster. The entities stay the same.

    Args:
        nlp: The pipeline, which is not to be trained afterwards.
    """
    from spacy.pipeline.ner import EntityRecognizer

    for place, (name, pipe) in enumerate(nlp._components):
        if type(pipe) is EntityRecognizer and pipe.cfg["beam_width"] == 1 and not pipe.cfg["learn_tokens"]:
            nlp._components[place] = name, _entity_class()(nlp.vocab, pipe.model, name, pipe.moves)


class _Found(list):
    """The entities of each document: start, end and label."""


@cache
def _entity_class() -> type:
    from spacy.pipeline import TrainablePipe
    from spacy.pipeline.ner import EntityRecognizer
    from spacy.tokens import Span

    class FastEntityRecognizer(EntityRecognizer):
        """spaCy's entity recognizer that scores all tokens at once; documents with marks of others go to spaCy's."""

        def pipe(self, docs: "Iterable[Doc]", *, batch_size: int = 256) -> "Iterator[Doc]":
            """Documents with their entities; not in parts by length, as the lengths do not matter here."""
            return TrainablePipe.pipe(self, docs, batch_size=batch_size)

        def predict(self, docs: "Sequence[Doc]") -> Any:
            """Return the entities of each document."""
            docs = list(docs)
            moves = _Moves.of(self)
            texts = _Texts.of(docs)
            if moves is None or texts is None:
                return super().predict(docs)
            return _Found(_entities(self.model, moves, texts, docs))

        def set_annotations(self, docs: "Sequence[Doc]", found: Any) -> None:
            """Write the entities into the documents."""
            if not isinstance(found, _Found):
                super().set_annotations(docs, found)
                return
            for doc, spans in zip(docs, found):
                doc.set_ents([Span(doc, *span) for span in spans], default="outside")

    return FastEntityRecognizer


class _Moves(NamedTuple):
    """The moves of a recognizer: the columns of their scores, by label."""

    labels: list[str]
    begin: np.ndarray
    inside: np.ndarray
    last: np.ndarray
    single: np.ndarray
    outside: int

    @classmethod
    def of(cls, pipe: Any) -> "_Moves | None":
        """The moves; None where the model is not of the form that is read here."""
        layers = pipe.model.layers
        if len(layers) != 3 or pipe.model.attrs.get("unseen_classes") or not pipe.model.attrs.get("has_upper"):
            return None
        if layers[1].get_dim("nF") != _FEATURES or layers[1].get_dim("nP") < 2:
            return None
        number = {pipe.moves.get_class_name(at): at for at in range(pipe.moves.n_moves)}
        labels = [name[2:] for name in number if name.startswith("B-")]
        columns = [[number.get(f"{sign}-{label}", -1) for label in labels] for sign in "BILU"]
        if not labels or min(map(min, columns)) < 0 or len(number) != 4 * len(labels) + 2:
            return None
        begin, inside, last, single = map(np.array, columns)
        return cls(labels, begin, inside, last, single, number["O"])


class _Texts(NamedTuple):
    """The tokens of a batch, one after the other; the final one of a sentence is marked where sentences are known."""

    bounds: np.ndarray
    space: np.ndarray
    final: np.ndarray

    @classmethod
    def of(cls, docs: "Sequence[Doc]") -> "_Texts | None":
        """The tokens; None where there are none, or where entities are marked already."""
        bounds = np.cumsum([0, *map(len, docs)])
        if not bounds[-1]:
            return None
        table = np.concatenate([doc.to_array(["IS_SPACE", "ENT_IOB", "SENT_START"]) for doc in docs])
        if table[:, 1].any():
            return None
        final = np.append(table[1:, 2] == 1, True)
        final[bounds[1:][np.diff(bounds) > 0] - 1] = True
        return cls(bounds, table[:, 0] == 1, final)


def _entities(model: "Model", moves: _Moves, texts: _Texts, docs: "Sequence[Doc]") -> list[list[tuple[int, int, str]]]:
    vectors = model.layers[0].predict(docs)
    scores = _Scores(model)
    rated = scores.outside(vectors)
    possible = [*moves.begin, *moves.single, moves.outside]
    rated[:, np.setdiff1d(np.arange(rated.shape[1]), possible)] = -np.inf
    rated[np.ix_(texts.final, moves.begin)] = -np.inf  # an entity that begins needs another token
    rated[np.ix_(texts.space, possible[:-1])] = -np.inf
    chosen = rated.argmax(axis=1)
    kinds = {int(move): (kind, True) for kind, move in enumerate(moves.single)}
    kinds |= {int(move): (kind, False) for kind, move in enumerate(moves.begin)}
    starts = np.flatnonzero(np.isin(chosen, list(kinds)))
    found = [(int(start), *kinds[int(chosen[start])]) for start in starts]
    ends = _ends(vectors, scores, moves, texts.final, [(start, kind) for start, kind, single in found if not single])
    return _by_document(found, ends, moves.labels, texts.bounds)


def _ends(
    vectors: np.ndarray, scores: "_Scores", moves: _Moves, final: np.ndarray, begun: list[tuple[int, int]]
) -> dict[int, int]:
    """The token after each entity of several tokens; all that are open move on together."""
    starts, kinds = (np.array(column, np.int64) for column in zip(*begun)) if begun else (np.array([], np.int64),) * 2
    tokens = starts + 1
    ends: dict[int, int] = {}
    while len(starts):
        rated = scores.within(vectors, tokens, starts)
        rows = np.arange(len(starts))
        goes_on = (rated[rows, moves.inside[kinds]] >= rated[rows, moves.last[kinds]]) & ~final[tokens]
        ends |= dict(zip(starts[~goes_on].tolist(), (tokens[~goes_on] + 1).tolist()))
        starts, kinds, tokens = starts[goes_on], kinds[goes_on], tokens[goes_on] + 1
    return ends


def _by_document(
    found: list[tuple[int, int, bool]], ends: dict[int, int], labels: list[str], bounds: np.ndarray
) -> list[list[tuple[int, int, str]]]:
    """The entities of each document; what seems to begin within another one does not count."""
    spans, free = [], 0
    for start, kind, single in found:
        if start >= free:
            free = start + 1 if single else ends[start]
            spans.append((start, free, labels[kind]))
    places = np.searchsorted([start for start, *_ in spans], bounds)
    own = pairwise(places.tolist())
    return [
        [(start - first, end - first, label) for start, end, label in spans[begin:stop]]
        for first, (begin, stop) in zip(bounds.tolist(), own)
    ]


class _Scores:
    """The scores of all moves, from the vectors of tokens.

    Args:
        model: The model of the recognizer.
    """

    def __init__(self, model: "Model"):
        _, lower, upper = model.layers
        weights, self._gemm = lower.get_param("W"), model.ops.gemm
        self._shape = lower.get_dim("nP"), lower.get_dim("nO")
        # pieces one after the other: their maximum is then taken over whole rows
        by_piece = [np.ascontiguousarray(own.swapaxes(0, 1).reshape(-1, own.shape[-1])) for own in weights]
        self._next, self._all = by_piece[0], np.concatenate(by_piece, axis=1)
        absent = lower.get_param("pad")[0].swapaxes(1, 2).reshape(_FEATURES, -1)
        self._bias = lower.get_param("b").T.reshape(-1)
        self._bias_outside = absent[1] + absent[2] + self._bias
        self._upper, self._shift = upper.get_param("W"), upper.get_param("b")

    def outside(self, vectors: np.ndarray) -> np.ndarray:
        """Scores for each token where no entity is open."""
        found = np.empty((len(vectors), len(self._shift)), np.float32)
        for block in blocks(len(vectors)):  # arrays of a block stay in the cache
            found[block] = self._of(self._gemm(vectors[block], self._next, trans2=True) + self._bias_outside)
        return found

    def within(self, vectors: np.ndarray, tokens: np.ndarray, starts: np.ndarray) -> np.ndarray:
        """Scores for tokens in open entities that begin at others."""
        states = np.concatenate([vectors[tokens], vectors[starts], vectors[tokens - 1]], axis=1)
        return self._of(self._gemm(states, self._all, trans2=True) + self._bias)

    def _of(self, hidden: np.ndarray) -> np.ndarray:
        pieces = hidden.reshape(len(hidden), *self._shape).swapaxes(0, 1)
        best = reduce(np.maximum, pieces)
        return self._gemm(best, self._upper, trans2=True) + self._shift
