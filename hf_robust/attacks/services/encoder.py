"""Embeddings of texts, in batches of fixed widths."""

from collections.abc import Sequence

import numpy as np

from hf_robust.adapters.huggingface.batching import even_rows, even_width
from hf_robust.core.evaluation_mode import evaluating
from hf_robust.core.linear_layers import LEAST_ROWS, quick_linear
from hf_robust.core.text import replace_surrogates
from hf_robust.language.models import SentenceEncoder

_ROWS = 16  # more of them take as long a row
_PIECES = 256
_FINE = 64  # as of the attacked model
_ANY, _PACKED_ROWS = 0, 32


class Encoder:
    """Answers the embedding of a text: a float32 array of length one.

    Args:
        model: As for :class:`hf_robust.language.models.SentenceEncoder`.
    """

    def __init__(self, model: str | None = None):
        from hf_robust.adapters.huggingface.packed_rows import PackedEncoder

        self._encoder = SentenceEncoder(model)
        self._model, self._tokenizer, self._pooling = self._encoder._parts()
        self._packed = PackedEncoder.of(self._model)

    def buckets(self, requests: Sequence[str]) -> list[int]:
        """The width of the batch that each text goes into; texts of any length go together where the model allows it.

        Texts that are longer than the encoder reads, in windows of the full width.
        """
        lengths = [len(ids) for ids in self._ids(requests)]
        packed = self._packed is not None
        return [
            _ANY if packed and 0 < length < _PIECES else even_width(length, _PIECES, fine=_FINE) for length in lengths
        ]

    def _ids(self, requests: Sequence[str]) -> list[list[int]]:
        texts = [replace_surrogates(text) for text in requests]
        found: list[list[int]] = self._tokenizer(texts, truncation=True, max_length=_PIECES, verbose=False)["input_ids"]
        return found

    def capacity(self, bucket: int) -> int:
        """Rows of a full batch."""
        return _PACKED_ROWS if bucket == _ANY else even_rows(bucket, _ROWS)

    def answer(self, bucket: int, requests: Sequence[str]) -> list[np.ndarray]:
        """The embeddings."""
        if bucket == _ANY:
            return list(self._of_packed(self._ids(requests)).round(6))
        with quick_linear("cpu"):  # where all models of `language` are
            texts = [replace_surrogates(text) for text in requests]
            rows = min(self.capacity(bucket), max(LEAST_ROWS, len(texts)))
            found = self._encoder.encode(texts, rows, bucket)
        return list(found.round(6))

    def _of_packed(self, ids: list[list[int]]) -> np.ndarray:
        import torch

        assert self._packed is not None
        found = np.empty((len(ids), self._model.config.hidden_size), np.float32)
        with evaluating(self._model), torch.inference_mode():
            for batch, states in self._packed.pooled({"input_ids": ids}, _PACKED_ROWS, self._pooling == "cls"):
                found[batch] = torch.nn.functional.normalize(states, dim=-1).numpy()
        return found
