"""How likely texts are under language models: the mean loss of their word pieces, many texts at once."""

from collections.abc import Sequence
from math import inf, log
from typing import TYPE_CHECKING

from hf_robust.core.evaluation_mode import evaluating
from hf_robust.core.text import replace_surrogates
from hf_robust.language.fill_mask import fixed_batches, mask_logits, window_size
from hf_robust.language.models import causal_lm, masked_lm

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

_CHARACTERS = 16  # that a word piece may have on average: more of a text is not cut up
_TOKENS = 2048  # word pieces of a batch; each costs a score for every piece of the vocabulary
_TEXTS = 128  # texts whose masked copies are held at a time


def masked_losses(texts: Sequence[str], pieces: int = 128, model: str | None = None) -> list[float]:
    """Mean loss of the word pieces of each text, each masked alone and predicted from those round it.

    No piece is held to be less likely than a blind draw from the vocabulary: some models never predict rare pieces.

    Args:
        texts: Any texts.
        pieces: Word pieces from the beginning of each text that count; what is read of it is cut there, too.
        model: As for :func:`hf_robust.language.models.masked_lm`.

    Returns:
        Natural logarithms, above 0; infinite for a text without pieces.

    Raises:
        MissingResource: There is no such model.

    Source: Salazar et al. (2020), Masked Language Model Scoring, section 2.3.

    Example:
        >>> good, odd = masked_losses(["The film was good.", "The was good film."], model="embedded")
        >>> good < odd
        True
    """
    loaded, tokenizer = masked_lm(model)
    losses: list[float] = []
    for start in range(0, len(texts), _TEXTS):
        numbers = _pieces(texts[start : start + _TEXTS], pieces, tokenizer)
        losses += _masked(numbers, loaded, tokenizer)
    return losses


def _pieces(texts: Sequence[str], most: int, tokenizer: "PreTrainedTokenizerBase") -> list[list[int]]:
    cut = [replace_surrogates(text[: _CHARACTERS * most]) for text in texts]
    encoded = tokenizer(cut, add_special_tokens=False, verbose=False)["input_ids"] if cut else []
    return [numbers[:most] for numbers in encoded]


def _masked(
    texts: Sequence[Sequence[int]], model: "PreTrainedModel", tokenizer: "PreTrainedTokenizerBase"
) -> list[float]:
    import torch

    window, mask = window_size(model, tokenizer), tokenizer.mask_token_id
    alone = tokenizer(tokenizer.mask_token)["input_ids"]
    before, after = alone[: alone.index(mask)], alone[alone.index(mask) + 1 :]
    room = window - len(before) - len(after)
    inputs, targets, owners = [], [], []
    for owner, numbers in enumerate(texts):
        for place, piece in enumerate(numbers):
            first = max(0, min(place - room // 2, len(numbers) - room))
            seen = [*numbers[first:place], mask, *numbers[place + 1 : first + room]]
            inputs.append(([*before, *seen, *after], len(before) + place - first))
            targets.append(piece)
            owners.append(owner)
    losses = torch.zeros(len(inputs), dtype=torch.float64)
    for found, batch, masks in fixed_batches(inputs, tokenizer.pad_token_id or 0):
        scores = mask_logits(model, batch, masks)[: len(found)]
        right = torch.tensor([targets[number] for number in found])
        losses[found] = torch.nn.functional.cross_entropy(scores, right, reduction="none").double()
    losses.clamp_(max=log(len(tokenizer)))
    return _means(losses, torch.tensor(owners, dtype=torch.long), len(texts))


def _means(losses: "torch.Tensor", owners: "torch.Tensor", size: int) -> list[float]:
    import torch

    totals = torch.zeros(size, dtype=torch.float64).index_add_(0, owners, losses)
    counts = torch.bincount(owners, minlength=size)
    return [total / count if count else inf for total, count in zip(totals.tolist(), counts.tolist())]


def causal_losses(texts: Sequence[str], pieces: int = 128, model: str | None = None) -> list[float]:
    """Mean loss of the word pieces of each text, each predicted from those before it.

    The first piece is predicted from the sign that begins (or ends) texts; it does not count where the model has none.

    Args:
        texts: Any texts.
        pieces: Word pieces from the beginning of each text that count.
        model: As for :func:`hf_robust.language.models.causal_lm`.

    Returns:
        Natural logarithms, above 0; infinite for a text without pieces that count.

    Raises:
        MissingResource: There is no such model, or none is named.
    """
    import torch

    loaded, tokenizer = causal_lm(model)
    signs = (tokenizer.bos_token_id, tokenizer.eos_token_id, tokenizer.cls_token_id)
    begin = [next(sign for sign in signs if sign is not None)] if any(sign is not None for sign in signs) else []
    limit = min(pieces, getattr(loaded.config, "max_position_embeddings", None) or pieces) - len(begin)
    numbers = [[*begin, *text[:limit]] for text in _pieces(texts, pieces, tokenizer)]
    losses = [inf] * len(texts)
    order = sorted((place for place, ids in enumerate(numbers) if len(ids) > 1), key=lambda place: len(numbers[place]))
    while order:
        rows = max(1, _TOKENS // len(numbers[order[-1]]))
        part, order = order[-rows:], order[:-rows]
        for place, loss in zip(part, _causal([torch.tensor(numbers[place]) for place in part], loaded)):
            losses[place] = loss
    return losses


def _causal(texts: "list[torch.Tensor]", model: "PreTrainedModel") -> list[float]:
    import torch

    ids = torch.nn.utils.rnn.pad_sequence(texts, batch_first=True)
    seen = torch.nn.utils.rnn.pad_sequence([torch.ones_like(text) for text in texts], batch_first=True)
    with evaluating(model), torch.inference_mode():
        logits = model(input_ids=ids.to(model.device), attention_mask=seen.to(model.device)).logits[:, :-1].float()
        losses = torch.nn.functional.cross_entropy(
            logits.transpose(1, 2), ids[:, 1:].to(model.device), reduction="none"
        ).cpu()
    counted = seen[:, 1:]
    return ((losses * counted).sum(1).double() / counted.sum(1)).tolist()
