"""Dependency trees of spaCy pipelines: each move of the parser made for all texts of a batch at once.

spaCy's parser makes the moves of one text after the other, with a product of matrices in between. Here the states of
all texts are arrays, and a move is a few operations on them. The moves are those of the arc-eager system.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hf_robust.language.doc_batches import doc_batches
from hf_robust.language.fast_encoder import sums_of_rows
from hf_robust.language.fast_tags import by_document

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from thinc.api import Model

_FEATURES = 8  # of a state: two words of the buffer, three of the stack, and children of their first ones
_TOKENS = 8000  # of texts that are parsed together: 4 KB each in the bundled pipeline
_LEAST_TEXTS = 100  # that are still open in a move, on average: spaCy's own parser takes as long for 64 texts
_KINDS = "SDLRB"  # the first letters of moves: shift, reduce, left arc, right arc, break
_SHIFT, _REDUCE, _LEFT, _RIGHT, _BREAK = range(len(_KINDS))
_WITHIN_WORDS = "subtok"  # arcs within words have rules of their own


def use_fast_trees(nlp: "Language") -> None:
    """Make the transition-based parsers of a pipeline faster. The trees stay the same.

    Args:
        nlp: The pipeline, which is not to be trained afterwards.
    """
    from spacy.pipeline.dep_parser import DependencyParser

    for place, (name, pipe) in enumerate(nlp._components):
        if type(pipe) is DependencyParser and pipe.cfg["beam_width"] == 1 and not pipe.cfg["learn_tokens"]:
            nlp._components[place] = name, _parser_class()(nlp.vocab, pipe.model, name, pipe.moves)


@cache
def _parser_class() -> type:
    from spacy.pipeline import TrainablePipe
    from spacy.pipeline.dep_parser import DependencyParser

    class FastDependencyParser(DependencyParser):
        """spaCy's parser that makes one move for all texts at once; marked documents and few texts go to spaCy's."""

        def pipe(self, docs: "Iterable[Doc]", *, batch_size: int = 256) -> "Iterator[Doc]":
            """Documents with their trees."""
            return TrainablePipe.pipe(self, docs, batch_size=batch_size)

        def predict(self, docs: "Sequence[Doc]") -> Any:
            """Return the tree of each document."""
            docs = list(docs)
            moves = _Moves.of(self)
            if moves is None or not any(map(len, docs)) or any(map(_is_marked, docs)):
                return super().predict(docs)
            scores = _Scores(self.model)
            order = sorted(range(len(docs)), key=lambda place: len(docs[place]))
            trees: list[Any] = []
            for part in doc_batches((docs[place] for place in order), _TOKENS):
                worth = sum(map(len, part)) >= _LEAST_TEXTS * len(part[-1])
                trees += _parsed(part, moves, scores) if worth else super().predict(part)
            return [tree for _, tree in sorted(zip(order, trees), key=lambda one: one[0])]

        def set_annotations(self, docs: "Sequence[Doc]", trees: Any) -> None:
            """Write the trees into the documents."""
            for doc, tree in zip(docs, trees):
                if not isinstance(tree, np.ndarray):
                    super().set_annotations([doc], [tree])
                    continue
                doc.from_array(["HEAD", "DEP"], tree)
                for finish in self.postprocesses:
                    finish(doc)

    return FastDependencyParser


def _is_marked(doc: "Doc") -> bool:
    """Whether somebody has set arcs or sentences that the parser has to keep. Each text begins a sentence."""
    return bool(doc.to_array(["DEP", "HEAD", "SENT_START"])[1:].any())


class _Moves(NamedTuple):
    """The moves of a parser: the kind of each, the label of its arc, and which are possible where some kinds are."""

    kinds: np.ndarray
    labels: np.ndarray
    root: int
    barred: np.ndarray

    @classmethod
    def of(cls, pipe: Any) -> "_Moves | None":
        """The moves; None where the model or the moves are not of the form that is read here."""
        model = pipe.model
        if len(model.layers) != 3 or model.attrs.get("unseen_classes") or not model.attrs.get("has_upper"):
            return None
        if model.layers[1].get_dim("nF") != _FEATURES or model.layers[1].get_dim("nP") < 2:
            return None
        names = [pipe.moves.get_class_name(at) for at in range(pipe.moves.n_moves)]
        labels = [name[2:] for name in names]
        if not {name[0] for name in names} <= {*_KINDS} or _WITHIN_WORDS in labels:
            return None
        kinds = np.array([_KINDS.index(name[0]) for name in names])
        possible = np.arange(1 << len(_KINDS))[:, None] >> kinds & 1
        strings = pipe.vocab.strings
        hashes = np.array([strings.add(label) for label in labels], np.uint64)
        return cls(kinds, hashes, strings.add("ROOT"), np.where(possible, 0, -np.inf).astype(np.float32))


class _Scores:
    """The scores of all moves in states that are given by their words.

    Args:
        model: The model of the parser.
    """

    def __init__(self, model: "Model"):
        vectors, lower, upper = model.layers
        self._vectors, self._gemm = vectors, model.ops.gemm
        self._pieces, self._width, inputs = lower.get_dim("nP"), lower.get_dim("nO"), lower.get_dim("nI")
        # pieces one after the other: their maximum is then taken over whole rows
        self._weights = np.ascontiguousarray(lower.get_param("W").swapaxes(1, 2).reshape(-1, inputs))
        self._absent = lower.get_param("pad")[0].swapaxes(1, 2).reshape(_FEATURES, -1)
        self._bias = lower.get_param("b").T.reshape(-1)
        self._upper, self._shift = upper.get_param("W"), upper.get_param("b")

    def table(self, docs: "Sequence[Doc]") -> np.ndarray:
        """What each word adds to a state, a row for each feature that it can be; no word has the last rows."""
        vectors = self._vectors.predict(docs)
        found = np.empty(((len(vectors) + 1) * _FEATURES, self._pieces * self._width), np.float32)
        rows = found[:-_FEATURES].reshape(len(vectors), -1)
        self._gemm(vectors, self._weights, trans2=True, out=rows)
        found[-_FEATURES:] = self._absent
        return found

    def of(self, table: np.ndarray, words: np.ndarray) -> np.ndarray:
        """Scores of all moves, for the words of each state."""
        hidden = sums_of_rows(table, words * _FEATURES + np.arange(_FEATURES)).numpy() + self._bias
        best = hidden.reshape(len(hidden), self._pieces, self._width).max(axis=1)
        return self._gemm(best, self._upper, trans2=True) + self._shift


class _States:
    """The states of several texts. Words are numbered through all texts; one more number stands for none.

    A stack, and what was put back on a buffer, is a chain: its first word, and below each word the next one.

    Args:
        sizes: Number of words of each text.
    """

    def __init__(self, sizes: Sequence[int]):
        bounds = np.cumsum([0, *sizes])
        self.none = none = int(bounds[-1])
        self.heads, self.moves = np.full(none + 1, -1), np.zeros(none + 1, np.int64)
        self._below, self._left, self._right, self._earlier = (np.full(none + 1, none) for _ in range(4))
        self._shifted, self._starts = np.zeros(none + 1, bool), np.zeros(none + 1, bool)
        some = np.flatnonzero(sizes)
        self._next, self._end = bounds[some], bounds[some + 1]  # what was never shifted
        self._top, self._back = np.full((2, len(some)), none)  # of the stack, and of what was put back
        self._depth, self._count = np.zeros((2, len(some)), np.int64)

    def __len__(self) -> int:
        return len(self._top)

    def look(self) -> tuple[np.ndarray, np.ndarray]:
        """The words of each state that are read for scores, and as bits which kinds of moves are possible."""
        none, top, back = self.none, self._top, self._back
        fresh = np.where(self._next < self._end, self._next, none)
        later = np.where(self._next + 1 < self._end, self._next + 1, none)
        first = np.where(self._count > 0, back, fresh)
        second = np.where(self._count > 1, self._below[back], np.where(self._count > 0, fresh, later))
        third = self._below[top]
        words = [first, second, top, third, self._below[third], self._left[first], self._left[top], self._right[top]]
        self._first, self._second = first, second
        stacked, left, several = self._depth > 0, first != none, second != none
        within = stacked & left & ~self._starts[first]
        shift = ~stacked | (within & several & ~self._shifted[first])
        breaks = several & (second == first + 1) & ~self._starts[second]
        possible = shift << _SHIFT | stacked << _REDUCE | within << _LEFT | within << _RIGHT | breaks << _BREAK
        return np.stack(words, axis=1), possible

    def move(self, chosen: np.ndarray, kinds: np.ndarray) -> None:
        """Make a move in each state; states that are final are left out afterwards.

        Args:
            chosen: Number of the move.
            kinds: Its kind.
        """
        first, top = self._first, self._top
        self._starts[self._second[kinds == _BREAK]] = True
        left = np.flatnonzero(kinds == _LEFT)
        child, head = top[left], first[left]
        had = self.heads[child] >= 0  # by the last right arc of that head, which goes
        self._right[self.heads[child[had]]] = self._earlier[child[had]]
        self.heads[child], self.moves[child], self._left[head] = head, chosen[left], child
        self._shifted[head] = False
        right = np.flatnonzero(kinds == _RIGHT)
        head, child = top[right], first[right]
        self._earlier[child], self._right[head] = self._right[head], child
        self.heads[child], self.moves[child] = head, chosen[right]
        reduced = kinds == _REDUCE
        putting_back = np.flatnonzero(reduced & (self.heads[top] < 0) & (self._depth > 1))
        popped = np.flatnonzero(reduced | (kinds == _LEFT))
        pushed = np.flatnonzero((kinds == _SHIFT) | (kinds == _RIGHT))
        self._pop(popped, putting_back)
        self._push(pushed)
        going_on = (self._depth > 0) | (self._next < self._end) | (self._count > 0)
        if not going_on.all():
            for name in ("_next", "_end", "_top", "_back", "_depth", "_count"):
                setattr(self, name, getattr(self, name)[going_on])

    def _pop(self, states: np.ndarray, putting_back: np.ndarray) -> None:
        words = self._top[putting_back]
        self._top[states] = self._below[self._top[states]]
        self._depth[states] -= 1
        self._shifted[words] = True
        self._below[words], self._back[putting_back] = self._back[putting_back], words
        self._count[putting_back] += 1

    def _push(self, states: np.ndarray) -> None:
        words = self._first[states]
        again = self._count[states] > 0
        old, new = states[again], states[~again]
        self._back[old] = self._below[self._back[old]]
        self._count[old] -= 1
        self._next[new] += 1
        self._below[words], self._top[states] = self._top[states], words
        self._depth[states] += 1


def _parsed(docs: "Sequence[Doc]", moves: _Moves, scores: _Scores) -> list[np.ndarray]:
    """For each document the head and the label of each token, as ``Doc.from_array`` reads them."""
    sizes = [len(doc) for doc in docs]
    states = _States(sizes)
    table = scores.table(docs)
    while len(states):
        words, possible = states.look()
        rated = scores.of(table, words)
        rated += moves.barred[possible]
        chosen = rated.argmax(axis=1)
        states.move(chosen, moves.kinds[chosen])
    places = np.arange(states.none)
    heads = states.heads[:-1]
    away = np.where(heads < 0, 0, heads - places).astype(np.int64).astype(np.uint64)
    labels = np.where(heads < 0, np.uint64(moves.root), moves.labels[states.moves[:-1]])
    tree = np.stack([away, labels], axis=1)
    return by_document(tree, docs)
