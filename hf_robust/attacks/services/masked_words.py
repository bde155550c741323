"""What a masked language model would put in a place, and how likely it finds given words there."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from hf_robust.core.edits import Offsets
from hf_robust.language.fill_mask import BATCH, REACH, Suggestion, batch_lengths, place_fits, suggestions
from hf_robust.language.subword_fills import SubwordLimits, piece_lengths, subword_fills

_FIT_PIECES = 32  # on either side: more than six words have


class MaskedPosition(NamedTuple):
    """A place in a text that is asked about.

    Args:
        text: The text, cut where the model does not look.
        start: First character of the word, or of the gap.
        end: Character after the last.
    """

    text: str
    start: int
    end: int

    @classmethod
    def of(cls, text: str, start: int, end: int) -> "MaskedPosition":
        """The place of ``text[start:end]``, with no more of a long text than the model is shown.

        Example:
            >>> MaskedPosition.of("A fine film", 2, 6)
            MaskedPosition(text='A fine film', start=2, end=6)
        """
        cut = max(0, start - REACH)
        return cls(text[cut : end + REACH], start - cut, end - cut)


def _apart(requests: Sequence[tuple]) -> tuple[list[str], list[Offsets]]:
    return [one[0] for one in requests], [(one[1], one[2]) for one in requests]


class Fill:
    """Answers what may stand in a place: a tuple of suggestions, the likeliest first.

    A request is ``(text, start, end, top_k)``.

    Args:
        model: As for :func:`hf_robust.language.models.masked_lm`; None: ``HF_ROBUST_MASKED_LM``, or the embedded one.

    Example:
        >>> fill = Fill()
        >>> (bucket,) = fill.buckets([("The movie was boring.", 4, 9, 5)])
        >>> (found,) = fill.answer(bucket, [("The movie was boring.", 4, 9, 5)])
        >>> len(found)
        5
    """

    def __init__(self, model: str | None = None):
        self._model = model

    def buckets(self, requests: Sequence[tuple[str, int, int, int]]) -> list[Hashable]:
        """The length of the batch that each place goes into, and how many words are asked for."""
        lengths = batch_lengths(*_apart(requests), model=self._model)
        return [(length, one[3]) for length, one in zip(lengths, requests)]

    def capacity(self, bucket: Hashable) -> int:
        """Places of a full batch."""
        return BATCH

    def answer(self, bucket: tuple[int, int], requests: Sequence[tuple[str, int, int, int]]) -> list[tuple]:
        """The suggestions for each place."""
        return [tuple(found) for found in suggestions(*_apart(requests), bucket[1], self._model)]


class Fit:
    """Answers how likely words are in a place: a tuple of natural logarithms of probabilities, one a word.

    A request is ``(text, start, end, *words)``; all words of a place cost one pass. What stands further away than 32
    word pieces is not looked at; who wants a narrower window cuts the text.

    Args:
        model: As for :class:`Fill`.

    Example:
        >>> fit = Fit()
        >>> request = ("The movie was boring.", 4, 9, "film", "door")
        >>> ((film, door),) = fit.answer(fit.buckets([request])[0], [request])
        >>> film > door
        True
    """

    def __init__(self, model: str | None = None):
        self._model = model

    def buckets(self, requests: Sequence[tuple]) -> list[Hashable]:
        """The length of the batch that each place goes into."""
        return [*batch_lengths(*_apart(requests), _FIT_PIECES, self._model)]

    def capacity(self, bucket: Hashable) -> int:
        """Places of a full batch."""
        return BATCH

    def answer(self, bucket: Hashable, requests: Sequence[tuple]) -> list[tuple[float, ...]]:
        """The logarithms for each place."""
        words = [one[3:] for one in requests]
        return [tuple(found) for found in place_fits(*_apart(requests), words, _FIT_PIECES, self._model)]


class Subwords:
    """Answers what may stand in place of a word that the model sees: a tuple of suggestions, the likeliest first.

    A request is ``(text, start, end, limits)``, with a :class:`hf_robust.language.subword_fills.SubwordLimits`.

    Args:
        model: As for :class:`Fill`.

    Example:
        >>> subwords = Subwords()
        >>> request = ("The movie was boring.", 4, 9, SubwordLimits(3, 3, 3))
        >>> (found,) = subwords.answer(subwords.buckets([request])[0], [request])
        >>> "film" in [one.word for one in found]
        True
    """

    def __init__(self, model: str | None = None):
        self._model = model

    def buckets(self, requests: Sequence[tuple[str, int, int, SubwordLimits]]) -> list[Hashable]:
        """The length of the batch that each word goes into, and the limits."""
        lengths = piece_lengths(*_apart(requests), self._model)
        return [(length, one[3]) for length, one in zip(lengths, requests)]

    def capacity(self, bucket: Hashable) -> int:
        """Words of a full batch; one of several pieces takes a row for each."""
        return BATCH

    def answer(
        self, bucket: tuple[int, SubwordLimits], requests: Sequence[tuple[str, int, int, SubwordLimits]]
    ) -> list[tuple[Suggestion, ...]]:
        """The suggestions for each word."""
        return [tuple(found) for found in subword_fills(*_apart(requests), bucket[1], self._model)]
