"""Mixtures of errors: each word gets one of several kinds, drawn at random."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.lexicons import homophones
from hf_robust.transforms.base import GENERAL_TASKS, UNPARSED_TASKS, WordTransformation, preserves, register
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
        for member in rng.permuted(self.members()):
            edit = member.edit_at(doc, start, end, rng)
            if edit is not None:
                return edit
        return None


_SPELLING = (MissingCharacter(), Keyboard(), AdjacentSwap(), RepeatedCharacter(), Homophone())
_NOISE = (RandomCharacter(), SpecialSymbol(), StopWord(), Whitespace(), Emoji(), Homoglyph())


@register
@dataclass(frozen=True, kw_only=True)
class SpellingErrors(_Mixture):
    """Each chosen word gets one of the paper's spelling errors, drawn at random.

    These are ``missing-character``, ``keyboard``, ``adjacent-swap``, ``repeated-character`` and ``homophone``.

    Source: Desai et al. 2020, section 3.1.1, Table 1.

    Example:
        >>> SpellingErrors(count=2).preview("It was a great problem at night", seed=11)
        'It was a graet problem at knight'
    """

    name = "spelling-errors"
    level = "character"
    linguistics = "morphology"
    seed_name = "Spelling Errors"
    resources = ("cmudict", "wordnet")
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    @classmethod
    def members(cls) -> tuple[WordTransformation, ...]:
        return _SPELLING

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        repaired: list[Edit] = []
        for edit in super().edits(doc, rng):
            other_word = edit.text.lower() in homophones.homophones(doc.text[edit.start : edit.end].lower())
            repaired += with_articles(doc, [edit]) if other_word else [edit]
        return repaired


@register
@dataclass(frozen=True, kw_only=True)
class TextNoise(_Mixture):
    """Each chosen word gets one of the paper's kinds of noise, drawn at random.

    These are ``random-character``, ``special-symbol``, ``stop-word``, ``whitespace``, ``emoji`` and ``homoglyph``.

    Source: Desai et al. 2020, section 3.1.2, Table 2.

    Example:
        >>> TextNoise(count=2).preview("It was a great problem at night", seed=13)
        'It was a great proble~ at n|ght'
    """

    name = "text-noise"
    level = "character"
    linguistics = "morphology"
    seed_name = "Text Noise"
    effects = preserves(*UNPARSED_TASKS)
    skips_stop_words: ClassVar[bool] = True

    @classmethod
    def members(cls) -> tuple[WordTransformation, ...]:
        return _NOISE
