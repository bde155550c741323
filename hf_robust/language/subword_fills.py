"""What a masked language model would say in place of a word that it sees, sub-word by sub-word."""

from collections.abc import Iterator, Sequence
from functools import cache
from heapq import heappop, heappush
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from hf_robust.core.edits import Offsets
from hf_robust.core.text import replace_surrogates
from hf_robust.language.fill_mask import REACH, Suggestion, batch_length, fixed_batches, mask_logits, window_size
from hf_robust.language.models import masked_lm, whole_words, word_sign

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import PreTrainedTokenizerBase

_CONTINUES = "##"  # what a tokenizer without a sign for words writes before a piece within one


class SubwordLimits(NamedTuple):
    """How many suggestions are looked at.

    Args:
        whole: Words in place of a word that is one piece.
        inner: Pieces in place of each piece of a longer word.
        joined: Words that are put together of such pieces, the likeliest of all that can be.
    """

    whole: int = 48
    inner: int = 8
    joined: int = 48


def subword_fills(
    texts: Sequence[str],
    places: Sequence[Offsets],
    limits: SubwordLimits,
    model: str | None = None,
) -> list[list[Suggestion]]:
    """The likeliest words in place of given ones, which the model sees: nothing is masked.

    In place of a word of several pieces stand as many pieces, each among the likeliest of its position; their joint
    probability is the product of theirs, and the best of them are found without making all.

    Args:
        texts: A text a place; texts may repeat.
        places: Offsets of the words.
        limits: How many suggestions are looked at.
        model: As for :func:`hf_robust.language.models.masked_lm`.

    Returns:
        For each place its words in lower case, the likeliest first; the word that stands there may be among them.

    Raises:
        MissingResource: There is no such model.

    Source: Li et al. (2020), BERT-ATTACK: Adversarial Attack Against BERT Using BERT, section 3.2.

    Example:
        >>> (found,) = subword_fills(["The movie was boring."], [(4, 9)], SubwordLimits(whole=3))
        >>> "film" in [one.word for one in found]
        True
    """
    loaded, tokenizer = masked_lm(model)
    words = [_seen(text, place, tokenizer, window_size(loaded, tokenizer)) for text, place in zip(texts, places)]
    rows = [(number, place) for number, word in enumerate(words) for place in range(word.first, word.end)]
    encoded = [(words[number].ids, place) for number, place in rows]
    guesses: list[list[list[tuple[str, float]]]] = [[[]] * (word.end - word.first) for word in words]
    kinds = _kinds(tokenizer)
    for batch, tensors, masks in fixed_batches(encoded, tokenizer.pad_token_id or 0):
        for at, logits in zip(batch, mask_logits(loaded, tensors, masks)):
            number, place = rows[at]
            word = words[number]
            kind, most = kinds.whole, limits.whole
            if word.end - word.first > 1:
                kind, most = (kinds.begin if place == word.first else kinds.inside), limits.inner
            guesses[number][place - word.first] = kind.best(logits, most)
    return [_joined(own, limits) for own in guesses]


def piece_lengths(texts: Sequence[str], places: Sequence[Offsets], model: str | None = None) -> list[int]:
    """The length of the batch that each word goes into; see :func:`hf_robust.language.fill_mask.batch_lengths`."""
    loaded, tokenizer = masked_lm(model)
    most = window_size(loaded, tokenizer)
    return [batch_length(len(_seen(text, place, tokenizer, most).ids)) for text, place in zip(texts, places)]


class _Seen(NamedTuple):
    """Word pieces of a window, and which of them are the word's."""

    ids: list[int]
    first: int
    end: int


def _seen(text: str, place: Offsets, tokenizer: "PreTrainedTokenizerBase", window: int) -> _Seen:
    """A window round a word. Parts are cut up by themselves, which is the same where they meet at spaces."""
    start, end = place
    space = int(start > 0 and text[start - 1] == " ")  # it belongs to the word where a tokenizer has a sign for words
    parts = text[max(0, start - REACH) : start - space], text[start - space : end], text[end : end + REACH]
    cut = tokenizer([replace_surrogates(part) for part in parts], add_special_tokens=False, verbose=False)["input_ids"]
    left, word, right = cut
    mask = tokenizer.mask_token_id
    alone = tokenizer(tokenizer.mask_token)["input_ids"]
    before, after = alone[: alone.index(mask)], alone[alone.index(mask) + 1 :]
    room = window - len(before) - len(after)
    word = word[:room]
    first = max(0, min(len(left) - (room - len(word)) // 2, len(left) + len(word) + len(right) - room))
    first = min(first, len(left))
    ids = [*left, *word, *right][first : first + room]
    begin = len(before) + len(left) - first
    return _Seen([*before, *ids, *after], begin, begin + len(word))


class _Kind:
    """Some of a tokenizer's pieces, and how each is written in a word."""

    def __init__(self, spelled: dict[int, str]):
        import torch

        self._spelled = list(spelled.values())
        self._columns = torch.tensor(list(spelled), dtype=torch.long)

    def best(self, logits: "Tensor", most: int) -> list[tuple[str, float]]:
        """The likeliest of them, with the logarithms of their shares among them."""
        shares = logits[self._columns].log_softmax(-1)
        found = shares.topk(min(most, len(self._spelled)))
        return [(self._spelled[at], share) for at, share in zip(found.indices.tolist(), found.values.tolist())]


class _Kinds(NamedTuple):
    whole: _Kind
    begin: _Kind
    inside: _Kind


@cache
def _kinds(tokenizer: "PreTrainedTokenizerBase") -> _Kinds:
    """Whole words, pieces that begin a word, and pieces within one."""
    pieces = tokenizer.convert_ids_to_tokens(list(range(len(tokenizer))))
    sign = word_sign(pieces)
    begin: dict[int, str] = {}
    inside: dict[int, str] = {}
    for number, piece in enumerate(pieces):
        starts = piece.startswith(sign) if sign else not piece.startswith(_CONTINUES)
        spelled = piece.removeprefix(sign) if sign else piece.removeprefix(_CONTINUES)
        if spelled.isalpha() and spelled.isascii() and spelled.islower():
            (begin if starts else inside)[number] = spelled
    whole = {number: word for word, number in whole_words(pieces).items()}
    return _Kinds(_Kind(whole), _Kind(begin), _Kind(inside))


def _joined(guesses: Sequence[Sequence[tuple[str, float]]], limits: SubwordLimits) -> list[Suggestion]:
    """The likeliest words of guesses for each position."""
    if not all(guesses):
        return []
    most = limits.whole if len(guesses) == 1 else limits.joined
    found: dict[str, float] = {}
    for places, total in _best_first([[share for _, share in one] for one in guesses]):
        word = "".join(one[place][0] for one, place in zip(guesses, places))
        found.setdefault(word, exp(total))
        if len(found) >= most:
            break
    return [Suggestion(word, probability) for word, probability in found.items()]


def _best_first(shares: Sequence[Sequence[float]]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Choices of one a list, by falling sum; each list falls, too.

    Example:
        >>> [places for places, _ in _best_first([[0.0, -2.0], [-1.0, -2.5]])]
        [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    first = (0,) * len(shares)
    waiting = [(-sum(one[0] for one in shares), first)]
    seen = {first}
    while waiting:
        loss, places = heappop(waiting)
        yield places, -loss
        for number, place in enumerate(places):
            after = (*places[:number], place + 1, *places[number + 1 :])
            if place + 1 < len(shares[number]) and after not in seen:
                seen.add(after)
                heappush(waiting, (loss + shares[number][place] - shares[number][place + 1], after))
