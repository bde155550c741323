"""Embeddings of texts, in batches of fixed widths."""

from collections.abc import Sequence

import numpy as np

from hf_robust.adapters.huggingface.batching import even_rows, even_width
from hf_robust.core.linear_layers import LEAST_ROWS, quick_linear
from hf_robust.core.text import replace_surrogates
from hf_robust.language.models import SentenceEncoder

_ROWS = 16  # more of them take as long a row
_PIECES = 256
_FINE = 64  # as of the attacked model


class Encoder:
    """Answers the embedding of a text: a float32 array of length one.

    Args:
        model: As for :class:`hf_robust.language.models.SentenceEncoder`.
    """

    def __init__(self, model: str | None = None):
        self._encoder = SentenceEncoder(model)
        self._tokenizer = self._encoder._parts()[1]

    def buckets(self, requests: Sequence[str]) -> list[int]:
        """The width of the batch that each text goes into; long texts are read in windows of the full width."""
        texts = [replace_surrogates(text) for text in requests]
        ids = self._tokenizer(texts, truncation=True, max_length=_PIECES, verbose=False)["input_ids"]
        return [even_width(len(one), _PIECES, fine=_FINE) for one in ids]

    def capacity(self, bucket: int) -> int:
        """Rows of a full batch."""
        return even_rows(bucket, _ROWS)

    def answer(self, bucket: int, requests: Sequence[str]) -> list[np.ndarray]:
        """The embeddings."""
        with quick_linear("cpu"):  # where all models of `language` are
            texts = [replace_surrogates(text) for text in requests]
            rows = min(self.capacity(bucket), max(LEAST_ROWS, len(texts)))
            found = self._encoder.encode(texts, rows, bucket)
        return list(found.round(6))
