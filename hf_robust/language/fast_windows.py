"""The encoder of a spaCy pipeline from documents to vectors: what follows from a word alone is kept for the next batch.

The first layer adds what each of three neighbors contributes, which depends on the word alone, so it needs no product
of matrices for words that are known. All layers then work on one block of rows, which stays in the cache.
"""

from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hf_robust.core.wide_products import LEAST_ROWS
from hf_robust.language.fast_encoder import MAXOUT, NEIGHBORS, Maxout, MaxoutWindows, no_training

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.vocab import Vocab
    from thinc.api import Model

_KNOWN_WORDS = 8192  # of 3.8 KB each in the bundled pipeline
_BLOCK = 4096  # rows: a quarter of them takes a seventh more time for each
_STEP = f"residual(expand_window>>{MAXOUT})"
_MIX = np.uint64(0x9E3779B97F4A7C15)  # odd, so no bit is lost


def use_windows(layer: "Model") -> "Model | None":
    """Return a faster layer for spaCy's ``Tok2Vec`` of hash embeddings and windows of three words.

    Args:
        layer: Any layer. The faster layer shares its weights as they are now and cannot be trained.

    Returns:
        None if the layer has another form.
    """
    from spacy.attrs import IDS
    from thinc.api import Model

    if len(layer.layers) != 2 or not _is_encoder(layer.layers[1]):
        return None
    embedding, encoder = layer.layers
    if not _is_embedding(embedding):
        return None
    first, *others = _steps(encoder)
    layers = _Layers(Maxout.of(first), [MaxoutWindows.of(step) for step in others])
    words = _KnownWords(embedding, layers.first)
    named = next(node.attrs["columns"] for node in embedding.walk() if node.name == "extract_features")
    columns = [IDS[name] if isinstance(name, str) else name for name in named]

    def forward(model: "Model", docs: "Sequence[Doc]", is_train: bool) -> tuple[list[np.ndarray], Any]:
        sizes = [len(doc) for doc in docs]
        if is_train or not sum(sizes):
            vectors, backward = model.layers[0](docs, is_train)
            found, after = model.layers[1](vectors, is_train)
            return found, lambda gradient: backward(after(gradient))
        asked = [*columns, getattr(docs[0].vocab.vectors, "attr", IDS["ORTH"])]
        different = Words(docs[0].vocab, asked, np.concatenate([doc.to_array(asked) for doc in docs]))
        rows = layers.encoded(sizes, different.places, words.of(different))
        return [rows[start:end] for start, end in pairwise(np.cumsum([0, *sizes]).tolist())], no_training

    return Model("windows", forward, layers=[embedding, encoder], dims=dict(layer._dims))


def _is_embedding(layer: "Model") -> bool:
    """Whether a layer is spaCy's ``MultiHashEmbed``: attributes of tokens in, a vector for each out."""
    first = next((node.name for node in layer.walk(order="dfs_pre") if not node.layers), "")
    return first == "extract_features" and layer.name.endswith(">>ragged2list")


def _is_encoder(layer: "Model") -> bool:
    """Whether a layer is spaCy's ``MaxoutWindowEncoder`` with windows of three words."""
    if not layer.name.startswith("with_array(") or len(layer.layers) != 1:
        return False
    steps = _steps(layer)
    windows = [node.attrs["window_size"] for node in layer.walk() if node.name == "expand_window"]
    known = all(step.name == _STEP for step in steps) and windows == [1] * len(steps)
    return bool(steps) and known and layer.attrs["pad"] == len(steps)


def _steps(encoder: "Model") -> "list[Model]":
    """The layers of an encoder, one for each window; thinc gives a single one no chain around it."""
    (inside,) = encoder.layers
    return [inside] if inside.name == _STEP else inside.layers


class Words:
    """The different words of a batch, in the shape of a spaCy ``Doc`` as far as an embedding reads it.

    Args:
        vocab: Vocabulary of the texts.
        columns: Numbers of the attributes.
        table: Their values, a row for each token of the batch.

    Attributes:
        places: Number of the word that each token is.
    """

    def __init__(self, vocab: "Vocab", columns: list[int], table: np.ndarray):
        mixed = np.zeros(len(table), np.uint64)
        for column in table.T:
            mixed = (mixed ^ column) * _MIX
            mixed ^= mixed >> np.uint64(29)
        _, first, places = np.unique(mixed, return_index=True, return_inverse=True)
        if not np.array_equal(table[first][places], table):  # two words that are mixed into one number
            first = places = np.arange(len(table))
        self.vocab, self.places = vocab, places
        self._columns, self._table = columns, table[first]

    def __len__(self) -> int:
        return len(self._table)

    def keys(self) -> list[bytes]:
        """All attributes of each word as one key."""
        size = self._table.itemsize * self._table.shape[1]
        rows: Any = np.ascontiguousarray(self._table).view(np.dtype((np.void, size))).ravel()
        found: list[bytes] = rows.tolist()
        return found

    def some(self, rows: np.ndarray) -> "Words":
        """Some of the words."""
        return Words(self.vocab, self._columns, self._table[rows])

    def to_array(self, asked: Any) -> np.ndarray:
        """Attributes of the words; one as a vector, several as a table."""
        from spacy.attrs import IDS

        if isinstance(asked, (str, int)):
            return self._table[:, self._columns.index(IDS[asked] if isinstance(asked, str) else asked)]
        return np.stack([self.to_array(one) for one in asked], axis=1)


class _WordRows(NamedTuple):
    """What an encoder reads of words; the first row stands for no word, and is empty."""

    vectors: np.ndarray
    added: np.ndarray  # to the first layer: as the word after, as the word itself and as the word before
    rows: np.ndarray  # of each word


class _KnownWords:
    """Vectors of words, and what they contribute to the first layer; those of the first words that come are kept.

    Args:
        embedding: The layer that makes vectors of words.
        first: The layer after it.
    """

    def __init__(self, embedding: "Model", first: Maxout):
        self._embedding, self._first = embedding, first
        self._kept: Any = None  # arrays of vectors and of contributions, made with the first words
        self._rows: dict[bytes, int] = {}
        self._free = count(1)  # a row is handed out once, also to threads that run at the same time

    def of(self, words: Words) -> _WordRows:
        """A row for each word."""
        keys = words.keys()
        rows = np.array([self._rows.get(key, 0) for key in keys], np.int64)
        new = np.flatnonzero(rows == 0)
        if len(new):
            computed = self._computed(words.some(new))
            if self._kept is None:  # the system gives memory to the rows in use alone
                self._kept = [np.zeros((1 + _KNOWN_WORDS, array.shape[1]), np.float32) for array in computed]
            rows[new] = self._keep([keys[row] for row in new.tolist()], computed)
            if not rows.all():
                vectors, added = (array[np.append(0, rows)] for array in self._kept)
                vectors[new + 1], added[new + 1] = computed
                return _WordRows(vectors, added, np.arange(1, len(rows) + 1))
        vectors, added = self._kept
        return _WordRows(vectors, added, rows)

    def _computed(self, words: Words) -> tuple[np.ndarray, np.ndarray]:
        (vectors,), _ = self._embedding([words], False)
        vectors = vectors[words.places]
        return vectors, self._first.contributions(vectors, NEIGHBORS)

    def _keep(self, keys: list[bytes], computed: Sequence[np.ndarray]) -> np.ndarray:
        """The rows that words get; 0 for those for which no room is left."""
        found = np.zeros(len(keys), np.int64)
        if len(self._rows) < _KNOWN_WORDS:
            handed_out = [row for _, row in zip(keys, self._free) if row <= _KNOWN_WORDS]
            found[: len(handed_out)] = handed_out
            for array, values in zip(self._kept, computed):
                array[handed_out] = values[: len(handed_out)]
            self._rows.update(zip(keys, handed_out))  # after the values: another thread may read them at once
        return found


class _Layers:
    """The layers of an encoder, over rows of words.

    Empty rows stand between texts, as many as there are layers: texts do not reach each other. Each text begins at an
    even row, so its numbers do not depend on the texts around it.

    Args:
        first: The layer that adds contributions of words.
        others: The layers after it. Each gives one row less than it gets at both ends.
    """

    def __init__(self, first: Maxout, others: Sequence[MaxoutWindows]):
        self.first = first
        self._others = others

    def encoded(self, sizes: Sequence[int], places: np.ndarray, words: _WordRows) -> np.ndarray:
        """The vectors of all tokens.

        Args:
            sizes: Number of tokens of each text.
            places: Number of the word that each token is.
            words: The words.
        """
        lost = len(self._others)
        tokens = self._token_rows(np.array(sizes))
        blocks = list(_blocks(int(tokens[-1]) + 1))
        present = np.zeros(blocks[-1].stop + 2 * (lost + 1), np.int64)
        present[tokens + lost + 1] = words.rows[places]
        found = np.empty((len(tokens), self.first.width), np.float32)
        for block in blocks:
            rows = self._block(present[block.start : block.stop + 2 * (lost + 1)], words)
            begin, end = np.searchsorted(tokens, [block.start, block.stop])
            pair, half = np.divmod(tokens[begin:end] - block.start, 2)
            found[begin:end] = rows[half, pair]
        return found

    def _block(self, present: np.ndarray, words: _WordRows) -> np.ndarray:
        import torch

        neighbors = np.lib.stride_tricks.sliding_window_view(present, NEIGHBORS)
        halves = NEIGHBORS * np.concatenate([neighbors[::2], neighbors[1::2]]) + np.arange(NEIGHBORS)
        rows = self.first.of_contributions(words.added.reshape(-1, words.added.shape[1] // NEIGHBORS), halves)
        rows += torch.from_numpy(words.vectors[np.concatenate([present[1:-1:2], present[2:-1:2]])])
        rows = rows.view(2, -1, self.first.width)
        for layer in self._others:
            changed = layer.windows(rows)
            changed[0] += rows[1, :-1]
            changed[1] += rows[0, 1:]
            rows = changed
        found: np.ndarray = rows.numpy()
        return found

    def _token_rows(self, sizes: np.ndarray) -> np.ndarray:
        """The row of each token."""
        gap = len(self._others) + 1
        taken = (sizes + gap + 1) // 2 * 2
        starts, before = np.cumsum(taken) - taken, np.cumsum(sizes) - sizes
        return np.arange(sizes.sum()) + np.repeat(starts - before, sizes)


def _blocks(rows: int) -> Iterator[range]:
    """Blocks of rows, in order, each of an even number. The last one may have more rows than there are."""
    starts = range(0, rows, _BLOCK)
    return (range(start, start + min(_BLOCK, max(2 * LEAST_ROWS, (rows - start + 1) // 2 * 2))) for start in starts)
