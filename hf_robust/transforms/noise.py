"""Noise: characters, words and signs that a text picks up."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms import register
from hf_robust.transforms.base import GENERAL_TASKS, UNPARSED_TASKS, WordTransformation, preserves
from hf_robust.transforms.characters import _marked, _other_letter

SYMBOLS = "!#$%&*+=?@^|~"
# stop words that come with one pair of tags wherever they stand
STOP_WORDS = {
    "the": ("DET", "DT"),
    "is": ("AUX", "VBZ"),
    "are": ("AUX", "VBP"),
    "was": ("AUX", "VBD"),
    "be": ("AUX", "VB"),
    "at": ("ADP", "IN"),
    "by": ("ADP", "IN"),
    "of": ("ADP", "IN"),
    "in": ("ADP", "IN"),
    "on": ("ADP", "IN"),
    "with": ("ADP", "IN"),
    "from": ("ADP", "IN"),
    "for": ("ADP", "IN"),
    "and": ("CCONJ", "CC"),
    "or": ("CCONJ", "CC"),
    "which": ("PRON", "WDT"),
    "it": ("PRON", "PRP"),
}
_USUAL = tuple(STOP_WORDS)
_MOST_MARKS = 8
_OPENING, _CLOSING = "([{\"'“‘«", ')]}"”»,.;:!?…'


def letter_places(word: str) -> Sequence[int]:
    """Places of the letters of a word; a letter with a combining mark stays as it is.

    Example:
        >>> list(letter_places("e\u0301t-1a"))
        [2, 5]
    """
    if word.isascii() and word.isalpha():
        return range(len(word))
    return [place for place, char in enumerate(word) if char.isalpha() and not _marked(word, place)]


def gaps(word: str) -> Sequence[int]:
    """Places between two letters of a word.

    Example:
        >>> list(gaps("don't"))
        [1, 2]
    """
    if word.isascii() and word.isalpha():
        return range(1, len(word))
    return [place for place in range(1, len(word)) if word[place - 1].isalpha() and word[place].isalpha()]


def _drawn(places: Sequence[int], rng: RowRandom) -> int:
    return places[rng.randrange(len(places))]


def opens_sentence(text: str, start: int) -> bool:
    """Whether a word is the first of the text or of a sentence in it.

    Example:
        >>> [opens_sentence("Yes. No way", place) for place in (0, 5, 8)]
        [True, True, False]
    """
    before = text[max(0, start - 4) : start].rstrip(" \"'“‘([")
    return not before or before[-1] in ".!?:…\n"


def _room_before(text: str, start: int) -> bool:
    if text[start - 1 : start] in _OPENING:  # also at the start, where it is empty
        start -= 1
    return start <= 0 or text[start - 1].isspace()


def _room_after(text: str, end: int) -> int:
    """Where a word may follow: past the marks that close this one, never before a clitic; -1 inside an address."""
    at = end
    while text[at : at + 1] in _CLOSING and at < min(len(text), end + _MOST_MARKS):  # "Mr.", "well," and "(good)."
        at += 1
    if at == len(text):
        return at
    if not text[at].isspace():
        return -1
    clitic = text[at + 1 : at + 4].replace("’", "'")
    return -1 if clitic.startswith("n't") or (clitic[:1] == "'" and clitic[1:2].isalpha()) else at


@register
@dataclass(frozen=True, kw_only=True)
class RandomCharacter(WordTransformation):
    """One letter of a word becomes any other letter.

    Args:
        rate: Share of the words that are no stop words (0.2 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``.

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
        place = _drawn(places, rng)
        return word[:place] + _other_letter(word[place], rng) + word[place + 1 :]


@register
@dataclass(frozen=True, kw_only=True)
class SpecialSymbol(WordTransformation):
    """One letter of a word becomes a symbol.

    Args:
        rate: Share of the words that are no stop words (0.2 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``.

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
        place = _drawn(places, rng)
        return word[:place] + SYMBOLS[rng.randrange(len(SYMBOLS))] + word[place + 1 :]


@register
@dataclass(frozen=True, kw_only=True)
class StopWord(WordTransformation):
    """A stop word appears before a word, or after it where it begins a sentence.

    In a token list it gets the tags of its own: it belongs to no entity.

    Args:
        rate: Share of the words that are no stop words themselves (0.2 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Stop Words".

    Example:
        >>> StopWord(count=1).preview("He fought fiercely.", seed=24)
        'He is fought fiercely.'
    """

    name = "stop-word"
    level = "word"
    linguistics = "syntax"
    seed_name = "Stop Words"
    effects = preserves(*UNPARSED_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        text = doc.text
        around = text[max(0, start - 12) : end + 12]
        near = around.lower().split()
        new = next((word for word in rng.permuted(_USUAL) if word not in near), None)  # "the the" is another slip
        if new is None:
            return None
        before, after = _room_before(text, start), _room_after(text, end) == end
        if after and (not before or opens_sentence(text, start)):
            at, inserted = end, " " + new
        elif before:
            at, inserted = start, new + " "
        else:
            return None
        if around.isupper() and len(around) > end - start:
            inserted = inserted.upper()
        upos, xpos = STOP_WORDS[new]
        return Edit(at, at, inserted, {"upos": [upos], "xpos": [xpos]} if doc.bounds is not None else None)


@register
@dataclass(frozen=True, kw_only=True)
class Whitespace(WordTransformation):
    """A space appears inside a word.

    In a token list the word becomes two tokens: both have its tag, of an entity the second continues it, and in
    a tree it hangs on the first as ``goeswith``.

    Args:
        rate: Share of the words that are no stop words (0.2 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``.

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
        place = _drawn(places, rng)
        return f"{word[:place]} {word[place:]}"


@register
@dataclass(frozen=True, kw_only=True)
class Emoji(WordTransformation):
    """An emoji or emoticon appears after a word and the marks that close it.

    The signs say little of an opinion, so that one more or less changes no label.

    Args:
        rate: Share of the words that are no stop words (0.2 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``.

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
        at = _room_after(text, end)
        if at >= end and doc.is_free(end, at):
            return Edit(at, at, " " + new, tags)
        if _room_before(text, start):
            return Edit(start, start, new + " ", tags)
        return None


@cache
def _signs() -> tuple[tuple[str, ...], ...]:
    return lexicon("emoji_signs")["emoji"], lexicon("emoji_signs")["emoticons"]


@register
@dataclass(frozen=True, kw_only=True)
class Homoglyph(WordTransformation):
    """One letter or digit of a word becomes a character of the same shape.

    Args:
        rate: Share of the words that are no stop words (0.2 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``.

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
            places = [place for place in places if not _marked(word, place)]
        if not places:
            return None
        place = _drawn(places, rng)
        return word[:place] + rng.choice(alike[word[place]]) + word[place + 1 :]
