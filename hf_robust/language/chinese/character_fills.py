"""What a masked language model of characters would write in a word's place: whole words, all characters at once."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hf_robust.core.edits import Offsets
from hf_robust.core.text import replace_surrogates
from hf_robust.language.chinese.dictionary import is_candidate, rows
from hf_robust.language.fill_mask import REACH, Suggestion, fixed_batches, mask_logits, window_size
from hf_robust.language.models import masked_lm

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import PreTrainedTokenizerBase

__all__ = ["character_fills"]

LONGEST = 4
"""Characters of the longest word that is looked for."""


def character_fills(
    texts: Sequence[str], places: Sequence[Offsets], top_k: int = 20, model: str | None = None
) -> list[list[Suggestion]]:
    """The likeliest words of as many characters in given places, each asked for alone.

    All characters of a word are masked at once; a word of the dictionary is as likely as the product of its characters.

    Args:
        texts: Texts in simplified characters, one a place; texts may repeat.
        places: Offsets of the words.
        top_k: How many words a place.
        model: As for :func:`hf_robust.language.models.masked_lm`.

    Returns:
        For each place its words, the likeliest first, each with its share among all words of the dictionary of this
        length; nothing for words of more than four characters. The word that stood there may be among them.

    Raises:
        MissingResource: There is no such model.
    """
    loaded, tokenizer = masked_lm(model, "zh")
    window = window_size(loaded, tokenizer)
    masked = [_masked(text, place, tokenizer, window) for text, place in zip(texts, places)]
    rows = [(number, mask) for number, one in enumerate(masked) for mask in range(one.first, one.first + one.size)]
    encoded = [(masked[number].ids, mask) for number, mask in rows]
    shares: dict[tuple[int, int], Tensor] = {}
    for batch, tensors, masks in fixed_batches(encoded, tokenizer.pad_token_id or 0):
        for at, logits in zip(batch, mask_logits(loaded, tensors, masks)):
            shares[rows[at]] = logits.log_softmax(-1)
    return [
        _words(tokenizer, one.size).best([shares[number, one.first + place] for place in range(one.size)], top_k)
        if 0 < one.size <= LONGEST
        else []
        for number, one in enumerate(masked)
    ]


class _Masked(NamedTuple):
    """Word pieces of a window, and which of them are masks."""

    ids: list[int]
    first: int
    size: int


def _masked(text: str, place: Offsets, tokenizer: "PreTrainedTokenizerBase", window: int) -> _Masked:
    """A window round a word, with a mask for each of its characters."""
    start, end = place
    size = end - start if end - start <= LONGEST else 0
    parts = [replace_surrogates(text[max(0, start - REACH) : start]), replace_surrogates(text[end : end + REACH])]
    left, right = tokenizer(parts, add_special_tokens=False, verbose=False)["input_ids"]
    mask = tokenizer.mask_token_id
    alone = tokenizer(tokenizer.mask_token)["input_ids"]
    before, after = alone[: alone.index(mask)], alone[alone.index(mask) + 1 :]
    room = window - len(before) - len(after)
    first = max(0, min(len(left) - (room - size) // 2, len(left) + size + len(right) - room))
    first = min(first, len(left))
    ids = [*left, *[mask] * size, *right][first : first + room]
    return _Masked([*before, *ids, *after], len(before) + len(left) - first, size)


class _Words:
    """The words of the dictionary that have a number of characters, each a piece of a tokenizer."""

    def __init__(self, words: Sequence[str], pieces: Sequence[Sequence[int]]):
        import torch

        self._words = words
        self._pieces = torch.tensor(pieces, dtype=torch.long)

    def best(self, shares: "Sequence[Tensor]", most: int) -> list[Suggestion]:
        """The likeliest of them.

        Args:
            shares: Logarithms of the shares of all pieces, one tensor a character.
            most: How many.
        """
        if not self._words:
            return []
        total = sum(
            (share[self._pieces[:, place]] for place, share in enumerate(shares)), start=shares[0].new_zeros(())
        )
        found = total.softmax(-1).topk(min(most, len(self._words)))
        return [Suggestion(self._words[at], share) for at, share in zip(found.indices.tolist(), found.values.tolist())]


@cache
def _words(tokenizer: "PreTrainedTokenizerBase", size: int) -> _Words:
    known = tokenizer.get_vocab()
    words = [
        word
        for word in sorted(rows())
        if len(word) == size and all(character in known for character in word) and is_candidate(word)
    ]
    return _Words(words, [[known[character] for character in word] for word in words])
