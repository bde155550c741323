"""Faster layers for spaCy pipelines on a CPU: the same numbers, up to rounding, in half of the time.

Most of the time of a pipeline goes into products of matrices. BLIS, which thinc takes for them, reaches a third to a
sixth of what torch does, which spaCy has loaded in any case. And what is computed from a word alone is computed for
each place where it stands; here, once a batch. The encoder, the lemmatizer and the
recognizer of entities have modules of their own.
"""

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.core.wide_products import wide_linear
from hf_robust.language.fast_encoder import no_training, use_blocks
from hf_robust.language.fast_entities import use_fast_entities
from hf_robust.language.fast_lemmas import use_fast_lemmas

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.vocab import Vocab
    from thinc.api import Model, NumpyOps

_LEAST_ROWS = 64  # products of few rows take another path, which rounds otherwise
_MIX = np.uint64(0x9E3779B97F4A7C15)  # odd, so no bit is lost


def speed_up(nlp: "Language") -> None:
    """Give the models of a pipeline faster layers, where they are on a CPU and are thinc's own.

    A text gets the same annotation in every batch: the rows of a product do not depend on each other, neither here nor
    in BLIS.

    Args:
        nlp: The pipeline, which is not to be trained afterwards.
    """
    from thinc.api import Model, NumpyOps

    models = [pipe.model for _, pipe in nlp.pipeline if isinstance(getattr(pipe, "model", None), Model)]
    nodes = [node for model in models for node in model.walk()]
    if any(type(node.ops) is not NumpyOps for node in nodes):  # a GPU, or the library of another maker
        return
    ops = _torch_products()
    for node in nodes:
        node.ops = ops
    for node in nodes:
        for place, layer in enumerate(node.layers):
            node.layers[place] = _by_word(layer) if _is_embedding(layer) else use_blocks(layer)
    use_fast_lemmas(nlp)
    use_fast_entities(nlp)


def _torch_products() -> "NumpyOps":
    import torch
    from thinc.api import NumpyOps

    process, linear = os.getpid(), wide_linear()

    class TorchProducts(NumpyOps):
        """NumPy arrays, and products of matrices by torch."""

        def gemm(self, x: Any, y: Any, *, out: Any = None, trans1: bool = False, trans2: bool = False) -> Any:
            """The product of two matrices."""
            nonlocal process
            if process != os.getpid():  # threads do not survive a fork: the first product would wait for them forever
                process = os.getpid()
                torch.set_num_threads(1)
            first, second = torch.from_numpy(x), torch.from_numpy(y)
            first = first.T if trans1 else first
            rows = len(first)
            if rows < _LEAST_ROWS:
                first = torch.nn.functional.pad(first, (0, 0, 0, _LEAST_ROWS - rows))
            if linear is not None and trans2:
                found = linear(first, second, None, "none", [], "")
            else:
                found = torch.mm(first, second.T if trans2 else second)
            found = found.numpy()[:rows]
            if out is None:
                return found
            out[:] = found
            return out

    return TorchProducts()


def _is_embedding(layer: "Model") -> bool:
    """Whether a layer is spaCy's ``MultiHashEmbed``: attributes of tokens in, a vector for each out."""
    first = next((node.name for node in layer.walk(order="dfs_pre") if not node.layers), "")
    return first == "extract_features" and layer.name.endswith(">>ragged2list")


def _by_word(layer: "Model") -> "Model":
    """A layer that asks another one for each different word of a batch, not for each token."""
    from spacy.attrs import IDS
    from thinc.api import Model

    named = next(node.attrs["columns"] for node in layer.walk() if node.name == "extract_features")
    columns = [IDS[name] if isinstance(name, str) else name for name in named]

    def forward(model: "Model", docs: Any, is_train: bool) -> tuple[list, Any]:
        sizes = [len(doc) for doc in docs]
        if is_train or not sum(sizes):
            return model.layers[0](docs, is_train)
        asked = [*columns, getattr(docs[0].vocab.vectors, "attr", IDS["ORTH"])]
        words = _Words(docs[0].vocab, asked, np.concatenate([doc.to_array(asked) for doc in docs]))
        (vectors,), _ = model.layers[0]([words], False)
        return np.split(vectors[words.places], np.cumsum(sizes)[:-1]), no_training

    return Model("different_words", forward, layers=[layer], dims=dict(layer._dims))


class _Words:
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

    def to_array(self, asked: Any) -> np.ndarray:
        """Attributes of the words; one as a vector, several as a table."""
        from spacy.attrs import IDS

        if isinstance(asked, (str, int)):
            return self._table[:, self._columns.index(IDS[asked] if isinstance(asked, str) else asked)]
        return np.stack([self.to_array(one) for one in asked], axis=1)
