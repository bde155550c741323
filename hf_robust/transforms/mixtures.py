"""Mixtures of errors: each word gets one of several kinds, drawn at random."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.transforms.base import (
    ANSWERING_ADDITIONS,
    GENERAL_TASKS,
    UNPARSED_TASKS,
    WordTransformation,
    preserves,
    register,
)
from hf_robust.transforms.candidate_order import interleaved
from hf_robust.transforms.characters import AdjacentSwap, Keyboard, MissingCharacter, RepeatedCharacter
from hf_robust.transforms.noise import Emoji, Homoglyph, RandomCharacter, SpecialSymbol, Whitespace
from hf_robust.transforms.words import Homophone, StopWord


class _Mixture(WordTransformation):
    """Each word gets one random member; where that cannot change the word, another one."""

    @classmethod
    @abstractmethod
    def members(cls) -> tuple[WordTransformation, ...]:
        """The members, one of which is drawn for each word."""

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        members = self.members()
        for number in rng.order(len(members)):
            edit = members[number].edit_at(doc, start, end, rng.fork(number))
            if edit is not None:
                return edit
        return None

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        """What any of the members makes of the word, one of each in turn."""
        members = self.members()
        order = rng.order(len(members))
        return interleaved(members[number].options(doc, start, end, rng.fork(number)) for number in order)


_SPELLING = (MissingCharacter(), Keyboard(), AdjacentSwap(), RepeatedCharacter(), Homophone())
_NOISE = (RandomCharacter(), SpecialSymbol(), StopWord(), Whitespace(), Emoji(), Homoglyph())


@register
@dataclass(frozen=True, kw_only=True)
class SpellingErrors(_Mixture):
    """Apply a random type of spelling error to each selected word, as in the benchmark of Desai et al. (2020).

    The errors are ``missing-character``, ``keyboard``, ``adjacent-swap``, ``repeated-character`` and ``homophone``.

    Source: Desai et al. 2020, section 3.1.1, Table 1.

    Example:
        >>> SpellingErrors(count=2).preview("It was a great problem for the whole day", seed=95)
        'It was a great problem for the hole dya'
    """

    name = "spelling-errors"
    version = "4"
    level = "character"
    linguistics = "morphology"
    seed_name = "Spelling Errors"
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    @classmethod
    def members(cls) -> tuple[WordTransformation, ...]:
        return _SPELLING


@register
@dataclass(frozen=True, kw_only=True)
class TextNoise(_Mixture):
    """Apply a random type of noise of the corruption benchmark (Desai et al. 2020) to each selected word.

    The types are ``random-character``, ``special-symbol``, ``stop-word``, ``whitespace``, ``emoji`` and ``homoglyph``.

    Source: Desai et al. 2020, section 3.1.2, Table 2.

    Example:
        >>> TextNoise(count=2).preview("It was a great problem at night", seed=18)
        'It was a great probl em at night :|'
    """

    name = "text-noise"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Text Noise"
    effects = preserves(*UNPARSED_TASKS, without=ANSWERING_ADDITIONS)
    skips_stop_words: ClassVar[bool] = True
    stays_inside: ClassVar[bool] = False

    @classmethod
    def members(cls) -> tuple[WordTransformation, ...]:
        return _NOISE
