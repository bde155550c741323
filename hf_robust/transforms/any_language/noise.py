"""Noise in a text of any script: random letters, symbols, spaces, emoji and look-alike characters."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Offsets
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms import noise
from hf_robust.transforms.any_language.letter_changes import AnyLanguage, LetterChange
from hf_robust.transforms.any_language.letter_units import adjacent_units, letter_units, replacements
from hf_robust.transforms.base import register
from hf_robust.transforms.word_changes import Spot, Spots

# the last letter of a word with a dot that ends no sentence: "z. B. Bier", "bzw. mehr"
_SHORTENED = re.compile(r"(?:(?<![^\W\d_])[^\W\d_]\.|[^\W\d_]\.\s+(?=[a-zà-öø-ÿа-яё]))\s*(?=\S)")


@register
@dataclass(frozen=True, kw_only=True)
class RandomCharacter(LetterChange):
    """Replace one letter of a word with a random letter of the language.

    Source: Desai et al. 2020, "Benchmarking Popular Classification Models' Robustness to Random and Targeted
        Corruptions", section 3.1.2, Table 2, "Random Characters".

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", language="ko")
        >>> hr.Perturb("random-character", task, seed=1, count=1)("정말 재미있는 영화")
        '정말 재미있는 잉화'
    """

    name = "random-character"
    version = "any.1"
    seed_name = "Random Characters"
    choice = "words of two letters or more"

    def spots_in(self, word: str, code: str) -> Spots:
        units = letter_units(word)
        made = [Spot(unit.start, unit.end, replacements(unit.text, code)) for unit in units if len(units) >= 2]
        return [spot for spot in made if spot.choices]


@register
@dataclass(frozen=True, kw_only=True)
class SpecialSymbol(LetterChange):
    """Replace one letter of a word with a symbol.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Special Symbols".

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", language="fr")
        >>> hr.Perturb("special-symbol", task, seed=1, count=1)("Un très bon film")
        '*n très bon film'
    """

    name = "special-symbol"
    version = "any.1"
    seed_name = "Special Symbols"
    choice = "words of two letters or more"

    def spots_in(self, word: str, code: str) -> Spots:
        units = letter_units(word)
        return [Spot(unit.start, unit.end, noise.SYMBOLS) for unit in units] if len(units) >= 2 else ()


@register
@dataclass(frozen=True, kw_only=True)
class Whitespace(LetterChange):
    """Insert a space inside a word.

    In a token list, the word becomes two tokens with the same tag. The second token of an entity gets the tag for
    continuation. In a tree, the second token depends on the first as ``goeswith``.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Whitespaces".

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", language="hi")
        >>> hr.Perturb("whitespace", task, seed=1, count=1)("बहुत अच्छी फिल्म")
        'बहुत अ च्छी फिल्म'
    """

    name = "whitespace"
    version = "any.1"
    seed_name = "Whitespaces"
    choice = "words of two letters or more"
    keeps_tokens: ClassVar[bool] = False

    def spots_in(self, word: str, code: str) -> Spots:
        return [Spot(right.start, right.start, (" ",)) for _, right in adjacent_units(word)]


@register
@dataclass(frozen=True, kw_only=True)
class Homoglyph(LetterChange):
    """Replace one letter or digit of a word with a character of the same shape in another script.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Homoglyphs"; shapes of Unicode Technical Standard 39.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", language="ru")
        >>> ascii(hr.Perturb("homoglyph", task, seed=1, count=1)("хороший"))
        "'\\\\u0445\\\\u043ep\\\\u043e\\\\u0448\\\\u0438\\\\u0439'"
    """

    name = "homoglyph"
    version = "any.1"
    seed_name = "Homoglyphs"
    choice = "words with a letter shaped like one of another script"

    def spots_in(self, word: str, code: str) -> Spots:
        alike = _alike()
        units = letter_units(word)
        return [Spot(unit.start, unit.end, alike[unit.text]) for unit in units if unit.text in alike]


@cache
def _alike() -> Mapping[str, tuple[str, ...]]:
    """Characters of one shape: of a Latin one the others, and of each other the Latin one."""
    table: Mapping[str, Sequence[str]] = lexicon("homoglyphs")
    found: dict[str, dict[str, None]] = {latin: dict.fromkeys(others) for latin, others in table.items()}
    for latin, others in table.items():
        for other in others:
            found.setdefault(other, {})[latin] = None
    return {character: tuple(others) for character, others in found.items()}


@register
@dataclass(frozen=True, kw_only=True)
class Emoji(AnyLanguage, noise.Emoji):
    """Insert an emoji or emoticon at the end of a sentence, or after any word.

    The emojis express little opinion, so that an additional one does not change the label.

    Args:
        where: ``sentence`` (after the last word of a sentence and its punctuation, where people put them) or ``word``
            (after any word, as in the paper).

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Emojis".

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", language="pl")
        >>> hr.Perturb("emoji", task, seed=4)("Bardzo dobry film. Polecam!")
        'Bardzo dobry film. B-) Polecam!'
    """

    version = "any.2"

    def usable(self, doc: Doc, words: Sequence[Offsets]) -> Sequence[Offsets]:
        if self.where == "word":
            return words
        return [word for word in super().usable(doc, words) if not _SHORTENED.match(doc.text, word[1] - 1)]
