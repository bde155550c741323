"""Noise in a text: random characters, symbols, spaces, emoji and look-alike characters."""

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import GENERAL_TASKS, WordTransformation, preserves, register
from hf_robust.transforms.insertion_places import has_room_before, room_after
from hf_robust.transforms.letters import gaps, is_marked, letter_places, other_letter

SYMBOLS = "!#$%&*+=?@^|~"


@register
@dataclass(frozen=True, kw_only=True)
class RandomCharacter(WordTransformation):
    """One letter of a word becomes any other letter.

    Source: Desai et al. 2020, "Benchmarking Popular Classification Models' Robustness to Random and Targeted
        Corruptions", section 3.1.2, Table 2, "Random Characters".

    Example:
        >>> RandomCharacter(count=1).preview("a big problem", seed=265)
        'a big problex'
    """

    name = "random-character"
    level = "character"
    linguistics = "morphology"
    seed_name = "Random Characters"
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = letter_places(word)
        if len(places) < 2:
            return None
        place = rng.choice(places)
        return word[:place] + other_letter(word[place], rng) + word[place + 1 :]


@register
@dataclass(frozen=True, kw_only=True)
class SpecialSymbol(WordTransformation):
    """One letter of a word becomes a symbol.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Special Symbols".

    Example:
        >>> SpecialSymbol(count=1).preview("a big problem", seed=615)
        'a big prob*em'
    """

    name = "special-symbol"
    level = "character"
    linguistics = "morphology"
    seed_name = "Special Symbols"
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = letter_places(word)
        if len(places) < 2:
            return None
        place = rng.choice(places)
        return word[:place] + SYMBOLS[rng.randrange(len(SYMBOLS))] + word[place + 1 :]


@register
@dataclass(frozen=True, kw_only=True)
class Whitespace(WordTransformation):
    """A space appears inside a word.

    In a token list the word becomes two tokens: both have its tag, of an entity the second continues it, and in
    a tree it hangs on the first as ``goeswith``.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Whitespaces".

    Example:
        >>> Whitespace(count=1).preview("the wedding")
        'the we dding'
    """

    name = "whitespace"
    level = "character"
    linguistics = "morphology"
    seed_name = "Whitespaces"
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = gaps(word)
        if not places:
            return None
        place = rng.choice(places)
        return f"{word[:place]} {word[place:]}"


@register
@dataclass(frozen=True, kw_only=True)
class Emoji(WordTransformation):
    """An emoji or emoticon appears after a word and the marks that close it.

    The signs say little of an opinion, so that one more or less changes no label.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Emojis".

    Example:
        >>> Emoji(count=1).preview("I am very happy today.", seed=3)
        'I am very happy :-D today.'
    """

    name = "emoji"
    level = "word"
    linguistics = "pragmatics"
    seed_name = "Emojis"
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        signs = _signs()
        sign = signs[rng.randrange(2)]  # as often an emoticon as an emoji
        new = sign[rng.randrange(len(sign))]
        tags = {"upos": ["SYM"], "xpos": ["NFP"], "deprel": ["discourse"]} if doc.bounds is not None else None
        text = doc.text
        at = room_after(text, end)
        if at >= end and doc.is_free(end, at):
            return Edit(at, at, " " + new, tags)
        if has_room_before(text, start):
            return Edit(start, start, new + " ", tags)
        return None


@cache
def _signs() -> tuple[tuple[str, ...], ...]:
    return lexicon("emoji_signs")["emoji"], lexicon("emoji_signs")["emoticons"]


@register
@dataclass(frozen=True, kw_only=True)
class Homoglyph(WordTransformation):
    """One letter or digit of a word becomes a character of the same shape.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Homoglyphs"; shapes of Unicode Technical Standard 39.

    Example:
        >>> Homoglyph(count=1).preview("WOW!", seed=4)
        'W0W!'
    """

    name = "homoglyph"
    level = "character"
    linguistics = "morphology"
    seed_name = "Homoglyphs"
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        alike = lexicon("homoglyphs")
        word = doc.text[start:end]
        places = [place for place, char in enumerate(word) if char in alike]
        if not word.isascii():
            places = [place for place in places if not is_marked(word, place)]
        if not places:
            return None
        place = rng.choice(places)
        return word[:place] + rng.choice(alike[word[place]]) + word[place + 1 :]
