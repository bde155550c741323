"""Noise in a text: random characters, symbols, spaces, emoji and look-alike characters."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import ANSWERING_ADDITIONS, GENERAL_TASKS, WordTransformation, preserves, register
from hf_robust.transforms.candidate_order import interleaved
from hf_robust.transforms.insertion_places import has_room_before, room_after
from hf_robust.transforms.letters import alphabet_like, gaps, is_marked, letter_places, other_letters
from hf_robust.transforms.word_changes import Spot, Spots, WordChange

SYMBOLS = "!#$%&*+=?@^|~"


@register
@dataclass(frozen=True, kw_only=True)
class RandomCharacter(WordChange):
    """Replace one letter of a word with a random letter.

    Source: Desai et al. 2020, "Benchmarking Popular Classification Models' Robustness to Random and Targeted
        Corruptions", section 3.1.2, Table 2, "Random Characters".

    Example:
        >>> RandomCharacter(count=1).preview("a big problem", seed=104)
        'a big problex'
    """

    name = "random-character"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Random Characters"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def spots(self, word: str) -> Spots:
        places = letter_places(word)
        return [Spot(place, place + 1, other_letters(word[place])) for place in places] if len(places) >= 2 else ()

    def listed(self, word: str, spot: Spot) -> Sequence[str]:
        return alphabet_like(word[spot.start])


@register
@dataclass(frozen=True, kw_only=True)
class SpecialSymbol(WordChange):
    """Replace one letter of a word with a symbol.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Special Symbols".

    Example:
        >>> SpecialSymbol(count=1).preview("a big problem", seed=172)
        'a big prob*em'
    """

    name = "special-symbol"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Special Symbols"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def spots(self, word: str) -> Spots:
        places = letter_places(word)
        return [Spot(place, place + 1, SYMBOLS) for place in places] if len(places) >= 2 else ()


@register
@dataclass(frozen=True, kw_only=True)
class Whitespace(WordChange):
    """Insert a space inside a word.

    In a token list, the word becomes two tokens with the same tag. The second token of an entity gets the tag for
    continuation. In a tree, the second token depends on the first as ``goeswith``.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Whitespaces".

    Example:
        >>> Whitespace(count=1).preview("the wedding", seed=9)
        'the we dding'
    """

    name = "whitespace"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Whitespaces"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True
    keeps_tokens: ClassVar[bool] = False

    def spots(self, word: str) -> Spots:
        return [Spot(place, place, (" ",)) for place in gaps(word)]


@register
@dataclass(frozen=True, kw_only=True)
class Emoji(WordTransformation):
    """Insert an emoji or emoticon at the end of a sentence, or after any word.

    The emojis express little opinion, so that an additional one does not change the label.

    Args:
        where: ``sentence`` (after the last word of a sentence and its punctuation, where people put them) or ``word``
            (after any word, as in the paper).

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Emojis".

    Example:
        >>> Emoji().preview("I am very happy. It works!", seed=4)
        'I am very happy. :-P It works!'
        >>> Emoji(where="word", count=1).preview("I am very happy today.", seed=66)
        'I am very happy :-D today.'
    """

    where: str = "sentence"

    name = "emoji"
    version = "3"
    level = "word"
    linguistics = "pragmatics"
    seed_name = "Emojis"
    script_only = True
    choice = "words at which an emoji can be inserted"
    effects = preserves(*GENERAL_TASKS, without=ANSWERING_ADDITIONS)
    stays_inside: ClassVar[bool] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_choice("where", ("sentence", "word"))

    def usable(self, doc: Doc, words: Sequence[Offsets]) -> Sequence[Offsets]:
        if self.where == "sentence":
            return [word for word in words if _ends_sentence(doc.text, *word)]
        passed = lexicon("stop_words")
        return [(start, end) for start, end in words if doc.text[start:end].lower() not in passed]

    def why_unchanged(self, doc: Doc) -> str:
        if self.where == "sentence" and doc.words and not self.usable(doc, doc.words):
            return "no sentence of the text ends where an emoji can stand"
        return super().why_unchanged(doc)

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        signs = _signs()
        sign = signs[rng.randrange(2)]  # as often an emoticon as an emoji
        return next(_with_signs(doc, start, end, [sign[rng.randrange(len(sign))]]), None)

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        kinds = enumerate(_signs())
        return _with_signs(doc, start, end, interleaved(rng.fork(number).permuted(signs) for number, signs in kinds))


# the mark after the last word of a sentence, and the start of the next sentence
_SENTENCE_END = re.compile(r"\s?(?:[.!?…。！？।॥؟۔።]+[\"'”’)\]]*(?=\s+[^\W\d_]|\s*\Z)|\s*\Z)")
_ABBREVIATION = 3  # letters of "Mr.", "Dr.", "Inc." at most, which are no end of a sentence


def _ends_sentence(text: str, start: int, end: int) -> bool:
    match = _SENTENCE_END.match(text, end)
    if match is None:
        return False
    short = text[start].isupper() and end - start <= _ABBREVIATION and text[end : end + 1] == "."
    return not short or match.end() == len(text.rstrip())


def _with_signs(doc: Doc, start: int, end: int, signs: Iterable[str]) -> Iterator[Edit]:
    """Each sign after a word and the marks that close it, else before it; none where they have no room."""
    tags = {"upos": ["SYM"], "xpos": ["NFP"], "deprel": ["discourse"]} if doc.bounds is not None else None
    at = room_after(doc.text, end)
    if at >= end and doc.is_free(end, at):
        yield from (Edit(at, at, " " + sign, tags) for sign in signs)
    elif has_room_before(doc.text, start):
        yield from (Edit(start, start, sign + " ", tags) for sign in signs)


@cache
def _signs() -> tuple[tuple[str, ...], ...]:
    return lexicon("emoji_signs")["emoji"], lexicon("emoji_signs")["emoticons"]


@register
@dataclass(frozen=True, kw_only=True)
class Homoglyph(WordChange):
    """Replace one letter or digit of a word with a character of the same shape.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Homoglyphs"; shapes of Unicode Technical Standard 39.

    Example:
        >>> Homoglyph(count=1).preview("WOW!", seed=4)
        'W0W!'
    """

    name = "homoglyph"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Homoglyphs"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def spots(self, word: str) -> Spots:
        alike = lexicon("homoglyphs")
        places = [place for place, char in enumerate(word) if char in alike and not is_marked(word, place)]
        return [Spot(place, place + 1, alike[word[place]]) for place in places]
