"""Rows of different lengths through a BERT-like encoder on a processor, one after another and without padding."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple, Self

import torch
from torch.nn.functional import scaled_dot_product_attention

from hf_robust.core.linear_layers import LEAST_ROWS, quick_linear

BATCH_TOKENS = 512
"""Tokens of a batch: more of them take as long a token, measured with 6 layers of 384 units on an AMD EPYC."""
_LEAST_TOKENS = 8  # a linear layer of one to three vectors adds up in another order
_TOKENS_PER_ROW = 32
_OFFSET_TYPES = ("roberta", "xlm-roberta", "camembert")  # positions are counted from behind that of the padding
_TYPES = ("bert", "distilbert", *_OFFSET_TYPES)


class _Layer(NamedTuple):
    """The parts of one layer of an encoder.

    Args:
        projections: Modules that compute queries, keys and values.
        finish: Computes the output of the layer from that of the attention and the input of the layer.
    """

    projections: tuple[Any, Any, Any]
    finish: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


class PackedEncoder:
    """Runs an encoder over rows without padding. The output of a row does not depend on the other rows, bit for bit.

    All linear layers compute the tokens of all rows at once; attention computes rows of equal length together. Of the
    last layer, only what the head reads is computed.

    Args:
        model: A model of a type that :meth:`of` accepts.

    Example:
        >>> from transformers import BertConfig, BertForSequenceClassification
        >>> sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 8}
        >>> model = BertForSequenceClassification(BertConfig(vocab_size=9, **sizes)).eval()
        >>> rows = {"input_ids": [[1, 2, 3], [4, 5]]}
        >>> with torch.inference_mode():
        ...     found = {place: logits for places, table in PackedEncoder(model).logits(rows, 2)
        ...              for place, logits in zip(places, table)}
        ...     torch.allclose(found[1], model(torch.tensor([[4, 5]])).logits[0], atol=1e-6)
        True
    """

    def __init__(self, model: Any):
        self._model = model
        self._base = base = model.base_model
        self._type = model.config.model_type
        self._heads = model.config.num_attention_heads
        distilled = self._type == "distilbert"
        self._blocks = base.transformer.layer if distilled else base.encoder.layer
        self._layers = [(_distilbert_layer if distilled else _bert_layer)(block) for block in self._blocks]

    @classmethod
    def of(cls, model: Any) -> Self | None:
        """The encoder of a model; None where the model must be called as a whole.

        It must be a BERT, RoBERTa, XLM-RoBERTa, CamemBERT or DistilBERT of ``transformers``, bare or with a head for
        whole texts, in float32 on a processor, and nothing may have been hooked into what is not called here.
        """
        config = getattr(model, "config", None)
        if getattr(config, "model_type", None) not in _TYPES or getattr(config, "is_decoder", False):
            return None
        if str(model.device) != "cpu" or model.dtype != torch.float32 or getattr(config, "chunk_size_feed_forward", 0):
            return None
        if not _is_stock(model) or not type(model).__name__.endswith(("ForSequenceClassification", "Model")):
            return None
        found = cls(model)
        outer = [found._base, found._base.transformer if found._type == "distilbert" else found._base.encoder]
        inner = [part for block in found._blocks for part in (block, block.attention)]
        inner += [block.attention.self for block in found._blocks if found._type != "distilbert"]
        return found if all(map(_is_stock, [*outer, *inner])) else None

    def logits(self, encoded: Mapping[str, Sequence[Sequence[int]]], rows: int) -> Iterator[tuple[list[int], Any]]:
        """The outputs of the head for whole texts: (indices of the rows, logits); an index may come twice.

        Rows without a token are left out.

        Args:
            encoded: ``input_ids`` of each row, and its ``token_type_ids`` where the model has several.
            rows: Rows of a batch of 32 tokens each; a batch never has more than 512 tokens, unless its only row does.
        """
        for batch, lengths in _batches(encoded["input_ids"], rows):
            starts = list(accumulate(lengths[:-1], initial=0))
            read = [*range(len(batch)), *[0] * (LEAST_ROWS - len(batch))]
            with quick_linear("cpu"):
                found = self._head(self._states(encoded, batch, lengths, [starts[place] for place in read]))
            yield [batch[place] for place in read], found

    def pooled(
        self, encoded: Mapping[str, Sequence[Sequence[int]]], rows: int, first: bool = False
    ) -> Iterator[tuple[list[int], torch.Tensor]]:
        """The mean of the last hidden states of each row: (indices of the rows, means); an index may come twice.

        Args:
            encoded: As for :meth:`logits`.
            rows: As for :meth:`logits`.
            first: The hidden state of the first token in place of the mean.
        """
        for batch, lengths in _batches(encoded["input_ids"], rows):
            with quick_linear("cpu"):
                states = self._states(encoded, batch, lengths).split(lengths)
            yield batch, torch.stack([one[0] if first else one.mean(0) for one in states])

    def _states(
        self,
        encoded: Mapping[str, Sequence[Sequence[int]]],
        batch: Sequence[int],
        lengths: Sequence[int],
        read: Sequence[int] | None = None,
    ) -> torch.Tensor:
        """The last hidden states of the tokens of a batch, of shape (tokens, units); only of those that are read."""
        states = self._embedded(encoded, batch, lengths)
        groups = [(count, length) for length, count in Counter(lengths).items()]
        for number, (projections, finish) in enumerate(self._layers, start=1):
            seen = self._attention(tuple(project(states) for project in projections), groups)
            if number == len(self._layers) and read is not None:
                seen, states = seen[read], states[read]
            states = finish(seen, states)
        return states

    def _embedded(
        self, encoded: Mapping[str, Sequence[Sequence[int]]], batch: Sequence[int], lengths: Sequence[int]
    ) -> torch.Tensor:
        columns = {
            name: torch.tensor([[*chain.from_iterable(encoded[name][place] for place in batch)]])
            for name in ("input_ids", "token_type_ids")
            if name in encoded
        }
        if self._type != "distilbert" and "token_type_ids" not in columns:
            columns["token_type_ids"] = torch.zeros_like(columns["input_ids"])
        first = self._base.embeddings.padding_idx + 1 if self._type in _OFFSET_TYPES else 0
        positions = torch.tensor([[*chain.from_iterable(range(first, first + length) for length in lengths)]])
        return self._base.embeddings(**columns, position_ids=positions)[0]

    def _attention(self, projected: tuple[torch.Tensor, ...], groups: Sequence[tuple[int, int]]) -> torch.Tensor:
        seen = torch.empty_like(projected[0])
        start = 0
        for count, length in groups:
            end = start + count * length
            parts = (x[start:end].view(count, length, self._heads, -1).transpose(1, 2) for x in projected)
            seen[start:end] = scaled_dot_product_attention(*parts).transpose(1, 2).reshape(end - start, -1)
            start = end
        return seen

    def _head(self, states: torch.Tensor) -> torch.Tensor:
        if self._type == "bert":
            return self._model.classifier(self._base.pooler(states[:, None]))
        if self._type == "distilbert":
            return self._model.classifier(self._model.pre_classifier(states).relu())
        return self._model.classifier(states[:, None])


def _bert_layer(block: Any) -> _Layer:
    own, output = block.attention.self, block.attention.output

    def finish(seen: torch.Tensor, states: torch.Tensor) -> torch.Tensor:
        attended = output(seen, states)
        return block.output(block.intermediate(attended), attended)

    return _Layer((own.query, own.key, own.value), finish)


def _distilbert_layer(block: Any) -> _Layer:
    own = block.attention

    def finish(seen: torch.Tensor, states: torch.Tensor) -> torch.Tensor:
        attended = block.sa_layer_norm(own.out_lin(seen) + states)
        return block.output_layer_norm(block.ffn(attended) + attended)

    return _Layer((own.q_lin, own.k_lin, own.v_lin), finish)


def _is_stock(module: Any) -> bool:
    """Whether a module is of transformers' own class, and nothing was hooked into its forward pass."""
    hooked = module._forward_hooks or module._forward_pre_hooks or "forward" in vars(module)
    return type(module).__module__.startswith("transformers.models.") and not hooked


def _batches(ids: Sequence[Sequence[int]], rows: int) -> Iterator[tuple[list[int], list[int]]]:
    """Indices of rows and their lengths, short rows first, in batches that hold as many tokens as they may."""
    most = min(BATCH_TOKENS, rows * _TOKENS_PER_ROW)
    batches: list[list[int]] = []
    tokens = 0
    for place in sorted((place for place, own in enumerate(ids) if own), key=lambda place: len(ids[place])):
        tokens += len(ids[place])
        if tokens > most or not batches:
            batches.append([])
            tokens = len(ids[place])
        batches[-1].append(place)
    for batch in batches:
        batch = batch[:1] * (_LEAST_TOKENS - sum(len(ids[place]) for place in batch)) + batch
        yield batch, [len(ids[place]) for place in batch]
