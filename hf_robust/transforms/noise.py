"""Noise in a text: random characters, symbols, spaces, emoji and look-alike characters."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np

from hf_robust.core.column_edits import CharTable, Chosen, WordEdits
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.core.text_columns import Strings
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import TRANSLATION
from hf_robust.transforms.base import GENERAL_TASKS, WordTransformation, preserves, register
from hf_robust.transforms.candidate_order import interleaved
from hf_robust.transforms.insertion_places import Surroundings, has_room_before, room_after
from hf_robust.transforms.letters import alphabet_like, gaps, is_marked, letter_places, other_letter, other_letters

SYMBOLS = "!#$%&*+=?@^|~"
_SYMBOL_BYTES = np.frombuffer(SYMBOLS.encode(), np.uint8)


@register
@dataclass(frozen=True, kw_only=True)
class RandomCharacter(WordTransformation):
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
    reads_word_alone: ClassVar[bool] = True
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = letter_places(word)
        if len(places) < 2:
            return None
        place = rng.choice(places)
        return word[:place] + other_letter(word[place], rng) + word[place + 1 :]

    def forms(self, word: str) -> Sequence[str]:
        places = letter_places(word)
        if len(places) < 2:
            return ()
        return [word[:place] + new + word[place + 1 :] for place in places for new in alphabet_like(word[place])]

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        places = chosen.letters
        at = places.pick(chosen.draws.randrange(places.sizes))
        new = other_letters(chosen.column.data[at], chosen.draws, 1)
        return chosen.byte_edits(places.sizes >= 2, at, new)


@register
@dataclass(frozen=True, kw_only=True)
class SpecialSymbol(WordTransformation):
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
    reads_word_alone: ClassVar[bool] = True
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = letter_places(word)
        if len(places) < 2:
            return None
        place = rng.choice(places)
        return word[:place] + SYMBOLS[rng.randrange(len(SYMBOLS))] + word[place + 1 :]

    def forms(self, word: str) -> Sequence[str]:
        places = letter_places(word)
        if len(places) < 2:
            return ()
        return [word[:place] + symbol + word[place + 1 :] for place in places for symbol in SYMBOLS]

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        places = chosen.letters
        at = places.pick(chosen.draws.randrange(places.sizes))
        new = _SYMBOL_BYTES[chosen.draws.randrange(len(SYMBOLS), 1)]
        return chosen.byte_edits(places.sizes >= 2, at, new)


@register
@dataclass(frozen=True, kw_only=True)
class Whitespace(WordTransformation):
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
    reads_word_alone: ClassVar[bool] = True
    skips_stop_words: ClassVar[bool] = True
    keeps_tokens: ClassVar[bool] = False

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = gaps(word)
        if not places:
            return None
        place = rng.choice(places)
        return f"{word[:place]} {word[place:]}"

    def forms(self, word: str) -> Sequence[str]:
        return [f"{word[:place]} {word[place:]}" for place in gaps(word)]

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        places = chosen.gaps
        at = places.pick(chosen.draws.randrange(places.sizes))
        space = np.full((chosen.size, 1), ord(" "), np.uint8)
        return chosen.edits(places.sizes > 0, at, at, Strings.of_rows(space))


@register
@dataclass(frozen=True, kw_only=True)
class Emoji(WordTransformation):
    """Insert an emoji or emoticon after a word and its trailing punctuation.

    The emojis express little opinion, so that an additional one does not change the label.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Emojis".

    Example:
        >>> Emoji(count=1).preview("I am very happy today.", seed=71)
        'I am very happy :-D today.'
    """

    name = "emoji"
    version = "2"
    level = "word"
    linguistics = "pragmatics"
    seed_name = "Emojis"
    script_only = True
    # an emoji of the source stands in a right translation, too
    effects = preserves(*GENERAL_TASKS, without={TRANSLATION})
    skips_stop_words: ClassVar[bool] = True
    stays_inside: ClassVar[bool] = False

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        signs = _signs()
        sign = signs[rng.randrange(2)]  # as often an emoticon as an emoji
        return next(_with_signs(doc, start, end, [sign[rng.randrange(len(sign))]]), None)

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        kinds = enumerate(_signs())
        return _with_signs(doc, start, end, interleaved(rng.fork(number).permuted(signs) for number, signs in kinds))

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        around, draws = Surroundings(chosen), chosen.draws
        sizes = np.array([len(signs) for signs in _signs()])
        kind = draws.randrange(2)
        number = draws.randrange(sizes[kind], 1) + np.where(kind == 1, sizes[0], 0)
        after = around.room_after()
        at = np.where(after >= 0, after, chosen.start)
        new = _inserted_signs().take(2 * number + (after >= 0))
        return WordEdits((after >= 0) | around.room_before(), at, at, at, at, new)


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


@cache
def _inserted_signs() -> Strings:
    """Each sign with its space, behind it and before it."""
    return Strings.of(form.encode() for signs in _signs() for sign in signs for form in (f"{sign} ", f" {sign}"))


@register
@dataclass(frozen=True, kw_only=True)
class Homoglyph(WordTransformation):
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
    reads_word_alone: ClassVar[bool] = True
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        alike = lexicon("homoglyphs")
        word = doc.text[start:end]
        places = _alike_places(word)
        if not places:
            return None
        place = rng.choice(places)
        return word[:place] + rng.choice(alike[word[place]]) + word[place + 1 :]

    def forms(self, word: str) -> Sequence[str]:
        alike = lexicon("homoglyphs")
        return [word[:place] + new + word[place + 1 :] for place in _alike_places(word) for new in alike[word[place]]]

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        alike, draws = _homoglyph_table(), chosen.draws
        places = chosen.places(alike.count[chosen.chars] > 0)
        at = places.pick(draws.randrange(places.sizes))
        char = chosen.column.data[at]
        return chosen.edits(places.sizes > 0, at, at + 1, alike.pick(char, draws.randrange(alike.count[char], 1)))


def _alike_places(word: str) -> list[int]:
    """Places of the characters that have others of their shape."""
    alike = lexicon("homoglyphs")
    places = [place for place, char in enumerate(word) if char in alike]
    return places if word.isascii() else [place for place in places if not is_marked(word, place)]


@cache
def _homoglyph_table() -> CharTable:
    return CharTable(lexicon("homoglyphs"))
