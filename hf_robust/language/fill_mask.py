"""What a masked language model would put in a word's place: whole words, for many words at once."""

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from math import log
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

from hf_robust.core.edits import Offsets
from hf_robust.core.evaluation_mode import evaluating
from hf_robust.core.linear_layers import LEAST_ROWS, quick_linear
from hf_robust.core.recent import Recent
from hf_robust.core.text import replace_surrogates
from hf_robust.language.embedded.masked_lm_model import NEVER
from hf_robust.language.models import masked_lm, whole_words, word_sign

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

WINDOW = 128
"""Word pieces that the model sees round a word; more of them cost more than they tell."""
# few lengths: for each new shape of its input the processor's kernels are made anew
_LENGTHS = (16, 24, 32, 48, 64, 96, WINDOW)
REACH = 6 * WINDOW
"""Characters that are cut up, on either side of the word."""
BATCH = 16
"""Places that go through the model at once."""
_KEPT = 20_000  # answers that are remembered
_KEPT_FITS = 200_000
_CHARACTERS = 16  # that a word piece may have on average
_LOCK = RLock()


class Suggestion(NamedTuple):
    """A word that may stand in the place.

    Args:
        word: In lower case.
        probability: Its share among all whole words that the model knows.
    """

    word: str
    probability: float


def suggestions(
    texts: Sequence[str], places: Sequence[Offsets], top_k: int = 20, model: str | None = None
) -> list[list[Suggestion]]:
    """The likeliest words in given places, each asked for alone: nothing else in its text is masked.

    Args:
        texts: A text a place; texts may repeat.
        places: Offsets of the word that is masked.
        top_k: How many words a place.
        model: As for :func:`hf_robust.language.models.masked_lm`.

    Returns:
        For each place its words, the likeliest first; the word that stood there may be among them.

    Raises:
        MissingResource: There is no such model.
        UsageError: It is no masked language model.

    Example:
        >>> (found,) = suggestions(["The movie was boring."], [(4, 9)], 5)
        >>> len(found), found[0].probability > found[4].probability > 0
        (5, True)
    """
    loaded, tokenizer = masked_lm(model)
    inputs = [_Input.of(text, place, tokenizer) for text, place in zip(texts, places)]
    known = _remembered(tokenizer, top_k)
    asked = list(dict.fromkeys(one for one in inputs if one not in known))
    found = known | dict(zip(asked, _asked(asked, top_k, loaded, tokenizer)))
    if len(known) + len(asked) > _KEPT:
        known.clear()
    known |= {one: found[one] for one in asked[:_KEPT]}
    return [found[one] for one in inputs]


def place_fits(
    texts: Sequence[str],
    places: Sequence[Offsets],
    words: Sequence[Sequence[str]],
    pieces: int,
    model: str | None = None,
) -> list[list[float]]:
    """How likely given words are in given places: natural logarithms of their shares among all whole words.

    Args:
        texts: A text a place; texts may repeat.
        places: Offsets of the word that is masked, or of a gap.
        words: The words that are asked for in each place, in any case.
        pieces: Word pieces that the model sees on either side.
        model: As for :func:`hf_robust.language.models.masked_lm`.

    Returns:
        For each place a number a word. One that the model does not have whole gets what a blind draw from its pieces
        would give; no other gets less.

    Raises:
        MissingResource: There is no such model.

    Example:
        >>> ((movie, door),) = place_fits(["The movie was boring."], [(4, 9)], [["movie", "door"]], 6)
        >>> movie > door
        True
    """
    loaded, tokenizer = masked_lm(model)
    known, least = _vocabulary(tokenizer), -log(len(tokenizer))
    inputs = [_Input.of(text, place, tokenizer, pieces * _CHARACTERS) for text, place in zip(texts, places)]
    keys = [[(pieces, model, one, word.lower()) for word in asked] for one, asked in zip(inputs, words)]
    found = _FITS.known(key for own in keys for key in own)
    missing = [number for number, own in enumerate(keys) if any(key not in found for key in own)]
    encoded = _encoded([inputs[number] for number in missing], tokenizer, _window_of(pieces, tokenizer))
    fresh: dict[Hashable, float] = {}
    for numbers, batch, masks in fixed_batches(encoded, tokenizer.pad_token_id or 0):
        asked = [missing[number] for number in numbers]
        for number, shares in zip(asked, known.scores(mask_logits(loaded, batch, masks), [inputs[n] for n in asked])):
            for key in keys[number]:
                at = known.place.get(key[-1])
                fresh[key] = least if at is None else max(least, round(log(max(shares[at].item(), 1e-30)), 4))
    _FITS.keep(fresh)
    found |= fresh
    return [[found[key] for key in own] for own in keys]


_FITS = Recent(_KEPT_FITS)


@cache
def _remembered(tokenizer: "PreTrainedTokenizerBase", top_k: int) -> "dict[_Input, list[Suggestion]]":
    """What was found before: variants of a text and other seeds draw the same words again."""
    return {}


def _asked(
    inputs: "Sequence[_Input]", top_k: int, model: "PreTrainedModel", tokenizer: "PreTrainedTokenizerBase"
) -> list[list[Suggestion]]:
    known = _vocabulary(tokenizer)
    encoded = _encoded(inputs, tokenizer, window_size(model, tokenizer))
    found: list[list[Suggestion]] = [[] for _ in inputs]
    for numbers, batch, masks in fixed_batches(encoded, tokenizer.pad_token_id or 0):
        logits = mask_logits(model, batch, masks)
        for number, scores in zip(numbers, known.scores(logits, [inputs[number] for number in numbers])):
            best = scores.topk(min(top_k, len(known.words)))
            found[number] = [
                Suggestion(known.words[at], share) for at, share in zip(best.indices.tolist(), best.values.tolist())
            ]
    return found


class _Input(NamedTuple):
    text: str  # with the mask in it
    mask: int  # which of the masks it is, where the text has some of its own
    lower: bool  # whether the word is written in lower case
    first: bool  # whether the text begins with it

    @classmethod
    def of(cls, text: str, place: Offsets, tokenizer: "PreTrainedTokenizerBase", reach: int = REACH) -> "_Input":
        start, end = place
        left, right = (
            replace_surrogates(text[max(0, start - reach) : start]),
            replace_surrogates(text[end : end + reach]),
        )
        mask = tokenizer.mask_token
        lower = text[start:end] == text[start:end].lower()
        return cls(left + mask + right, left.count(mask), lower, not left)


def text_fits(
    texts: Sequence[str], places: Sequence[Offsets], words: Sequence[Sequence[str]], model: str | None = None
) -> list[list[float | None]]:
    """How likely given words are in given places, from one pass over each text in which nothing is masked.

    The model sees the word that stands in each place, so the numbers rank words of about its meaning; they are no
    probabilities of the word in its gap, as those of :func:`place_fits`.

    Args:
        texts: A text a place; texts may repeat, and each is read once.
        places: Offsets of the words.
        words: The words that are asked for in each place, in any case.
        model: As for :func:`hf_robust.language.models.masked_lm`.

    Returns:
        For each place a natural logarithm a word; None where the model does not have the word whole, or where the place
        lies behind the pieces that the model reads.

    Raises:
        MissingResource: There is no such model.

    Example:
        >>> ((movie, door),) = text_fits(["The film was boring."], [(4, 8)], [["movie", "door"]])
        >>> movie > door
        True
    """
    loaded, tokenizer = masked_lm(model)
    known, padding = _vocabulary(tokenizer), tokenizer.pad_token_id or 0
    own: dict[str, list[int]] = {}
    for number, text in enumerate(texts):
        own.setdefault(text, []).append(number)
    size = window_size(loaded, tokenizer)
    read = tokenizer(
        [replace_surrogates(text) for text in own], truncation=True, max_length=size, return_offsets_mapping=True
    )
    encoded = [(ids, 0) for ids in read["input_ids"]]
    found: list[list[float | None]] = [[None] * len(asked) for asked in words]
    groups = list(own.values())
    for rows, batch, _ in fixed_batches(encoded, padding):
        spots = [
            (row, piece, number)
            for row, group in enumerate(rows)
            for number in groups[group]
            if (piece := _piece_at(read["offset_mapping"][group], places[number])) is not None
        ]
        if not spots:
            continue
        logits = place_logits(loaded, batch, [spot[:2] for spot in spots])
        inputs = [
            _Input(texts[number], 0, texts[number][slice(*places[number])].islower(), False) for *_, number in spots
        ]
        for (_, _, number), shares in zip(spots, known.scores(logits, inputs)):
            found[number] = [
                None if (at := known.place.get(word.lower())) is None else round(log(max(shares[at].item(), 1e-30)), 4)
                for word in words[number]
            ]
    return found


def predictable_words(model: str | None = None) -> frozenset[str]:
    """The words that a masked language model can predict whole, in lower case.

    These are the words that are one piece of its tokenizer; of the embedded model, those among them that it has an
    output row for.

    Args:
        model: As for :func:`hf_robust.language.models.masked_lm`.

    Raises:
        MissingResource: There is no such model.

    Example:
        >>> "movie" in predictable_words(), "moviegoers" in predictable_words()
        (True, False)
    """
    return _predictable_words(*masked_lm(model))


@cache
def _predictable_words(model: "PreTrainedModel", tokenizer: "PreTrainedTokenizerBase") -> frozenset[str]:
    known = _vocabulary(tokenizer)
    bias = getattr(model.get_output_embeddings(), "bias", None)
    if bias is None:
        return frozenset(known.words)
    return frozenset(word for word, most in zip(known.words, known.highest(bias.float().cpu())) if most > NEVER)


def _piece_at(offsets: Sequence[Offsets], place: Offsets) -> int | None:
    """The piece with which a word begins."""
    return next((number for number, (start, end) in enumerate(offsets) if start == place[0] and end > start), None)


def batch_lengths(
    texts: Sequence[str], places: Sequence[Offsets], pieces: int | None = None, model: str | None = None
) -> list[int]:
    """The length of the batch that each place goes into; those of one length fill batches together.

    Args:
        texts: A text a place.
        places: Offsets of the words that are masked.
        pieces: As for :func:`place_fits`; None: as for :func:`suggestions`.
        model: As for both.

    Example:
        >>> batch_lengths(["The movie was boring."] * 2, [(4, 9), (14, 20)])
        [16, 16]
    """
    loaded, tokenizer = masked_lm(model)
    window, reach = window_size(loaded, tokenizer), REACH
    if pieces is not None:
        window, reach = _window_of(pieces, tokenizer), pieces * _CHARACTERS
    inputs = [_Input.of(text, place, tokenizer, reach) for text, place in zip(texts, places)]
    return [batch_length(len(ids)) for ids, _ in _encoded(inputs, tokenizer, window)]


def batch_length(pieces: int) -> int:
    """The length of the batch that an input of some pieces goes into, special ones counted.

    Example:
        >>> batch_length(17), batch_length(24), batch_length(200)
        (24, 24, 200)
    """
    return next((length for length in _LENGTHS if pieces <= length), pieces)


def _window_of(pieces: int, tokenizer: "PreTrainedTokenizerBase") -> int:
    return 2 * pieces + len(tokenizer(tokenizer.mask_token)["input_ids"])


def _encoded(
    inputs: Sequence[_Input], tokenizer: "PreTrainedTokenizerBase", window: int
) -> list[tuple[list[int], int]]:
    """Word pieces of each input, and the place of its mask; long ones are cut to a window round it."""
    mask = tokenizer.mask_token_id
    alone = tokenizer(tokenizer.mask_token)["input_ids"]
    before, after = alone[: alone.index(mask)], alone[alone.index(mask) + 1 :]
    room = window - len(before) - len(after)
    encoded = []
    texts = [one.text for one in inputs]
    pieces = tokenizer(texts, add_special_tokens=False, verbose=False)["input_ids"] if texts else []
    for one, ids in zip(inputs, pieces):
        at = [place for place, piece in enumerate(ids) if piece == mask][one.mask]
        start = max(0, min(at - room // 2, len(ids) - room))
        encoded.append(([*before, *ids[start : start + room], *after], at - start + len(before)))
    return encoded


def fixed_batches(
    encoded: Sequence[tuple[list[int], int]], padding: int
) -> "Iterator[tuple[list[int], dict[str, Tensor], Tensor]]":
    """Numbers of the inputs, their tensors and the places of their masks.

    The numbers of a text do not depend on the other texts: all batches of a length have the same width, and
    :data:`hf_robust.core.linear_layers.LEAST_ROWS` rows or more.

    Args:
        encoded: Word pieces of each input, and the place of its mask.
        padding: Number of the piece that fills up.
    """
    import torch

    by_length: dict[int, list[int]] = {}
    for number, (ids, _) in enumerate(encoded):
        by_length.setdefault(batch_length(len(ids)), []).append(number)
    for length, numbers in sorted(by_length.items()):
        for start in range(0, len(numbers), BATCH):
            part = numbers[start : start + BATCH]
            rows = max(LEAST_ROWS, len(part))
            ids = torch.full((rows, length), padding)
            seen = torch.zeros((rows, length), dtype=torch.long)
            seen[:, 0] = 1  # rows that fill the batch up look at something too
            masks = torch.zeros(rows, dtype=torch.long)
            for row, number in enumerate(part):
                pieces, mask = encoded[number]
                ids[row, : len(pieces)], seen[row, : len(pieces)], masks[row] = torch.tensor(pieces), 1, mask
            yield part, {"input_ids": ids, "attention_mask": seen}, masks


def window_size(model: "PreTrainedModel", tokenizer: "PreTrainedTokenizerBase") -> int:
    """How many word pieces, special ones among them, the model is given at once."""
    # some count positions from the padding's number on
    most = getattr(model.config, "max_position_embeddings", WINDOW) - (tokenizer.pad_token_id or 0) - 1
    return max(8, min(WINDOW, most, tokenizer.model_max_length))


def mask_logits(model: "PreTrainedModel", batch: "dict[str, Tensor]", masks: "Tensor") -> "Tensor":
    """Scores of all pieces in the masked places.

    Args:
        model: The masked language model.
        batch: What it is given.
        masks: The masked place of each row.
    """
    return place_logits(model, batch, list(enumerate(masks.tolist())))


def place_logits(model: "PreTrainedModel", batch: "dict[str, Tensor]", places: "Sequence[tuple[int, int]]") -> "Tensor":
    """Scores of all pieces in some places.

    Args:
        model: The masked language model.
        batch: What it is given.
        places: The row of each place in the batch, and the number of the piece.
    """
    import torch

    rows, pieces = (torch.tensor(numbers) for numbers in zip(*places))
    with evaluating(model), torch.inference_mode(), quick_linear(str(model.device)), _only(model, rows, pieces):
        logits = model(**{name: tensor.to(model.device) for name, tensor in batch.items()}).logits.float().cpu()
    return logits[:, 0] if logits.shape[1] == 1 else logits[rows, pieces]


@contextmanager
def _only(model: "PreTrainedModel", rows: "Tensor", pieces: "Tensor") -> Iterator[None]:
    """The prediction head sees the given places alone: for all places it costs as much as the whole encoder."""

    def keep(_: Any, __: Any, output: Any) -> Any:
        states = output.last_hidden_state
        output.last_hidden_state = states[rows.to(states.device), pieces.to(states.device)][:, None]
        return output

    body = model.base_model
    if body is model:
        yield
        return
    with _LOCK:  # the model is shared by all threads
        handle = body.register_forward_hook(keep)
        try:
            yield
        finally:
            handle.remove()


class _Vocabulary:
    """The whole words of a tokenizer, and the pieces that stand for each: as written in a text, and as its first word.

    Args:
        tokens: The tokenizer's pieces, by number.
    """

    def __init__(self, tokens: Sequence[str]):
        import torch

        number = {token: place for place, token in enumerate(tokens)}
        self._sign = word_sign(tokens)
        known = whole_words(tokens)
        self.words = list(known)
        self.place = {word: number for number, word in enumerate(self.words)}
        columns = []
        for sign in (self._sign, ""):
            for spelled in (str.lower, str.capitalize):
                pieces = (number.get(sign + spelled(word), known[word]) for word in self.words)
                columns.append(list(pieces))
        self._columns = torch.tensor(columns)

    def highest(self, values: "Tensor") -> list[float]:
        """The highest value among the pieces of each word."""
        return values[self._columns].amax(0).tolist()

    def scores(self, logits: "Tensor", inputs: Sequence[_Input]) -> "Iterator[Tensor]":
        """Probabilities of the words, place by place."""
        for row, one in zip(logits, inputs):
            kinds = [0] if one.lower else [0, 1]
            if one.first and self._sign:
                kinds += [2 + kind for kind in kinds]
            yield row[self._columns[kinds]].amax(0).softmax(-1)


@cache
def _vocabulary(tokenizer: "PreTrainedTokenizerBase") -> _Vocabulary:
    return _Vocabulary(tokenizer.convert_ids_to_tokens(list(range(len(tokenizer)))))
