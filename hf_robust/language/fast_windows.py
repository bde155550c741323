"""The encoder of a spaCy pipeline from documents to vectors: what follows from a word alone is kept for the next batch.

The first layer adds what each of three neighbors contributes, which depends on the word alone, so it needs no product
of matrices for words that are known. Rows between texts are computed only where a later layer reads them.
"""

from collections.abc import Sequence
from itertools import count, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.language.fast_encoder import MAXOUT, Maxout, blocks, no_training

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.vocab import Vocab
    from thinc.api import Model

_NEIGHBORS = 3  # the word before, the word, the word after
_KNOWN_WORDS = 8192  # of 3.8 KB each in the bundled pipeline
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
    layers = [Maxout.of(step) for step in _steps(encoder)]
    words = _KnownWords(embedding, layers[0])
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
        rows = _encoded(different.places, words.of(different), _Layout(sizes, len(layers)), layers)
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


class _KnownWords:
    """Vectors of words, and what they contribute to the first layer; those of the first words that come are kept.

    Args:
        embedding: The layer that makes vectors of words.
        first: The layer after it.
    """

    def __init__(self, embedding: "Model", first: Maxout):
        self._embedding, self._first = embedding, first
        self._kept: Any = None  # an array, made with the first words
        self._rows: dict[bytes, int] = {}
        self._free = count()  # a row is handed out once, also to threads that run at the same time

    def of(self, words: Words) -> np.ndarray:
        """A row for each word: its vector, and what it gives as the word after, the word itself and the word before."""
        keys = words.keys()
        rows = np.array([self._rows.get(key, -1) for key in keys], np.int64)
        new = np.flatnonzero(rows < 0)
        if not len(new):
            known: np.ndarray = self._kept[rows]
            return known
        computed = self._computed(words.some(new))
        if self._kept is None:  # the system gives memory to the rows in use alone
            self._kept = np.empty((_KNOWN_WORDS, computed.shape[1]), np.float32)
        found: np.ndarray = self._kept[rows]
        found[new] = computed
        if len(self._rows) < _KNOWN_WORDS:
            self._keep([keys[row] for row in new.tolist()], computed)
        return found

    def _computed(self, words: Words) -> np.ndarray:
        (vectors,), _ = self._embedding([words], False)
        vectors = vectors[words.places]
        return np.concatenate([vectors, self._first.contributions(vectors, _NEIGHBORS)], axis=1)

    def _keep(self, keys: list[bytes], found: np.ndarray) -> None:
        handed_out = (row for _, row in zip(keys, self._free))
        rows = [row for row in handed_out if row < _KNOWN_WORDS]
        self._kept[rows] = found[: len(rows)]
        self._rows.update(zip(keys, rows))  # after the values: another thread may read them at once


class _Layout:
    """Where tokens stand among the empty rows that separate texts.

    Args:
        sizes: Number of tokens of each text.
        gap: Number of rows between texts.
    """

    def __init__(self, sizes: Sequence[int], gap: int):
        lengths = np.array(sizes)
        texts = np.repeat(np.arange(len(lengths)), lengths)
        self.tokens = np.arange(len(texts)) + gap * (texts + 1)
        self.count = len(texts) + gap * (len(lengths) + 1)
        rows = np.arange(self.count)
        after = np.searchsorted(self.tokens, rows)
        before = rows - np.where(after > 0, self.tokens[after - 1], -self.count)
        following = np.append(self.tokens, 2 * self.count)[after] - rows
        self._distance = np.minimum(before, following)
        self._distance[self.tokens] = 0

    def near(self, distance: int) -> np.ndarray:
        """Rows at most so far away from a token."""
        return np.flatnonzero(self._distance <= distance)


def _encoded(places: np.ndarray, words: np.ndarray, layout: _Layout, layers: Sequence[Maxout]) -> np.ndarray:
    """The vectors of all tokens."""
    width = layers[0].width
    rows = np.zeros((layout.count, width), np.float32)
    rows[layout.tokens] = words[places, :width]
    near = layout.near(len(layers) - 1)
    added = np.append(words[:, width:], np.zeros((1, words.shape[1] - width), np.float32), axis=0)  # no word: nothing
    present = np.full(layout.count, len(words))
    present[layout.tokens] = places
    chosen = np.stack([_NEIGHBORS * present[near - 1 + place] + place for place in range(_NEIGHBORS)], axis=1)
    table = added.reshape(_NEIGHBORS * len(added), -1)
    for block in blocks(len(near)):
        rows[near[block]] += layers[0].of_contributions(table, chosen[block])
    for later, layer in zip(range(len(layers) - 2, -1, -1), layers[1:]):
        near, joined, rows = layout.near(later), _windows(rows), np.empty_like(rows)
        for block in blocks(len(near)):
            inputs = joined[near[block] - 1]
            rows[near[block]] = layer(inputs) + inputs[:, width : 2 * width]
    return rows[layout.tokens]


def _windows(rows: np.ndarray) -> np.ndarray:
    """Each row but the first and the last one, joined with its neighbors."""
    size, width = rows.shape
    shape = size - _NEIGHBORS + 1, _NEIGHBORS * width
    return np.lib.stride_tricks.as_strided(rows, shape, rows.strides, writeable=False)
