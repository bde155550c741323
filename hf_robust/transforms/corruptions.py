"""Corruptions of "Benchmarking ... Random and Targeted Corruptions": spelling errors, the families, clean texts.

Stop words are never chosen. The paper gives numbers of words only; the share of 0.2 is that of ``keyboard``.
"""

import html
import re
import unicodedata
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.lexicons import homophones
from hf_robust.tasks import HATE_SPEECH, SENTIMENT, TEXT_CLASSIFICATION
from hf_robust.transforms import register
from hf_robust.transforms.base import GENERAL_TASKS, UNPARSED_TASKS, WordTransformation, match_case, preserves
from hf_robust.transforms.characters import Keyboard
from hf_robust.transforms.noise import (
    Emoji,
    Homoglyph,
    RandomCharacter,
    SpecialSymbol,
    StopWord,
    Whitespace,
    letter_places,
)

# the transformation of each of the paper's corruption methods; deleting words is its control
FAMILIES: Mapping[str, str] = MappingProxyType(
    {
        "spelling": "spelling-errors",
        "noise": "text-noise",
        "synonyms": "synonym-random",
        "delete": "delete-word",
    }
)


@register
@dataclass(frozen=True, kw_only=True)
class MissingCharacter(WordTransformation):
    """One letter of a word is left out.

    Args:
        rate: Share of the words that are no stop words (0.2 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``.

    Source: Desai et al. 2020, "Benchmarking Popular Classification Models' Robustness to Random and Targeted
        Corruptions", section 3.1.1, Table 1, "Missing Characters".

    Example:
        >>> MissingCharacter(count=1).preview("a big problem")
        'a big prblem'
    """

    name = "missing-character"
    level = "character"
    linguistics = "morphology"
    seed_name = "Missing Characters"
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = letter_places(word)
        if len(places) < 3:  # of two letters one would be left, of "90s" another number
            return None
        place = places[rng.randrange(len(places))]
        return word[:place] + word[place + 1 :]


@register
@dataclass(frozen=True, kw_only=True)
class AdjacentSwap(WordTransformation):
    """Two different letters of a word that stand side by side change places; capitals stay where they are.

    Args:
        rate: Share of the words that are no stop words (0.2 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Adjacent Character Swap".

    Example:
        >>> AdjacentSwap(count=1).preview("most likely")
        'most liekly'
    """

    name = "adjacent-swap"
    level = "character"
    linguistics = "morphology"
    seed_name = "Adjacent Character Swap"
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = letter_places(word)
        if len(places) < 2:
            return None
        place = places[rng.randrange(len(places) - 1)]
        if type(places) is not range or word[place].lower() == word[place + 1].lower():
            known = set(places)
            pairs = [p for p in places if p + 1 in known and word[p].lower() != word[p + 1].lower()]
            if not pairs:
                return None
            place = pairs[rng.randrange(len(pairs))]
        left, right = word[place], word[place + 1]
        if left.isupper() and right.islower() and right.isascii() and left.isascii():
            left, right = left.lower(), right.upper()
        return word[:place] + right + left + word[place + 2 :]


@register
@dataclass(frozen=True, kw_only=True)
class RepeatedCharacter(WordTransformation):
    """One letter of a word is doubled.

    Args:
        rate: Share of the words that are no stop words (0.2 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Character Repetition".

    Example:
        >>> RepeatedCharacter(count=1).preview("a big problem", seed=7)
        'a big pproblem'
    """

    name = "repeated-character"
    level = "character"
    linguistics = "morphology"
    seed_name = "Character Repetition"
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = letter_places(word)
        if not places:
            return None
        place = places[rng.randrange(len(places))]
        letter = word[place]
        if letter.isascii() and not word.isupper():
            letter = letter.lower()
        return word[: place + 1] + letter + word[place + 1 :]


@register
@dataclass(frozen=True, kw_only=True)
class Homophone(WordTransformation):
    """A word becomes another one that sounds the same; ``a`` and ``an`` before it follow.

    Args:
        rate: Share of the words that have one and are no stop words (0.2 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Homophones"; CMU pronouncing dictionary.

    Example:
        >>> Homophone(count=1).preview("He had to brake at night.", seed=1)
        'He had to break at night.'
    """

    name = "homophone"
    level = "word"
    linguistics = "morphology"
    seed_name = "Homophones"
    resources = ("cmudict", "wordnet")
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        known, text = homophones.index(), doc.text
        return [word for word in super().eligible(doc) if text[word[0] : word[1]].lower() in known]

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        same = homophones.homophones(word.lower())
        return match_case(word, rng.choice(same)) if same else None

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        return with_articles(doc, super().edits(doc, rng))


@register
@dataclass(frozen=True, kw_only=True)
class DeleteWord(WordTransformation):
    """A word goes, with its space: the control of a benchmark, in which words that matter must be missed.

    Args:
        rate: Share of the words that are no stop words (0.2 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``.

    Source: Desai et al. 2020, section 4.3.

    Example:
        >>> DeleteWord(count=1).preview("He fought fiercely.")
        'He fought.'
    """

    name = "delete-word"
    level = "word"
    linguistics = "syntax"
    seed_name = "Deletion"
    effects = preserves(TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH)
    skips_stop_words: ClassVar[bool] = True
    control: ClassVar[bool] = True

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        found = list(super().edits(doc, rng))
        if found and len(found) == len(doc.words):
            raise NotApplicable("no word would be left")
        return _without_leading_space(doc.text, found)

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        text = doc.text
        if start and text[start - 1] == " ":
            return Edit(start - 1, end, "")
        return Edit(start, end + (text[end : end + 1] == " "), "")


def _without_leading_space(text: str, edits: list[Edit]) -> list[Edit]:
    """Where the first words go, the space that came after them goes too."""
    at = 0
    for place, edit in enumerate(edits):
        if edit.start != at:
            break
        at = edit.end
        apart = place + 1 == len(edits) or edits[place + 1].start != at
        if apart and text[at : at + 1] == " ":
            edits[place] = edit._replace(end=at + 1)
            break
    return edits


class _Family(WordTransformation):
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
class SpellingErrors(_Family):
    """Each chosen word gets one of the paper's spelling errors, drawn at random.

    These are ``missing-character``, ``keyboard``, ``adjacent-swap``, ``repeated-character`` and ``homophone``.

    Args:
        rate: Share of the words that are no stop words (0.2 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``.

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
class TextNoise(_Family):
    """Each chosen word gets one of the paper's kinds of noise, drawn at random.

    These are ``random-character``, ``special-symbol``, ``stop-word``, ``whitespace``, ``emoji`` and ``homoglyph``.

    Args:
        rate: Share of the words that are no stop words (0.2 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``.

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


# neither can run longer than the text: what they repeat stops at what they begin with
_TAG = re.compile(r"<(?:[/!?]\s*)?([A-Za-z][A-Za-z0-9]*|--)[^<>]*>")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_IN_WORD = re.compile(r"(?<=[^\W_])['’](?=[^\W_])|(?<=[0-9]),(?=[0-9])")
_GAP = "\x1f"  # counts as a space
_GAPS = re.compile(_GAP + "+")
_DELIMITERS = ".!?…"
# tags of these may stand inside a word, those of the others end it; what else is in angle brackets is no HTML
_INLINE = frozenset("a abbr b big em font i mark s small span strike strong sub sup tt u".split())
_BLOCK = frozenset(
    "-- article aside audio blockquote body br button caption center code col dd div dl doctype dt embed figure footer "
    "form h1 h2 h3 h4 h5 h6 head header hr html iframe img input label li link main meta nav object ol option p param "
    "pre script section select source style svg table tbody td textarea tfoot th thead title tr ul video".split()
)


class _Cleaner(dict):
    """What each character becomes; filled as characters come."""

    def __missing__(self, code: int) -> int | str:
        char = chr(code)
        kind = unicodedata.category(char)  # controls are quotes of old Windows texts, or nothing
        mark = kind[0] == "P" or kind == "Cc" or (code < 128 and not char.isalnum())
        self[code] = _GAP if mark and not char.isspace() and char not in _DELIMITERS else code
        return self[code]


_CLEANER = _Cleaner()


def _without_tag(found: re.Match[str]) -> str:
    name = found.group(1).lower()
    return "" if name in _INLINE else " " if name in _BLOCK else found.group()


def cleaned(text: str, lower: bool = False) -> str:
    """A text as the paper prepares it: no HTML tags, no punctuation but sentence delimiters, single spaces.

    An apostrophe inside a word and a comma inside a number go without a trace, other marks leave a space. Character
    references are read (``&amp;`` is a mark, not the word *amp*); what they spell is never taken for a tag.

    Args:
        text: A text.
        lower: Whether to put it in lower case, as the paper does.

    Source: Desai et al. 2020, section 4.1.

    Example:
        >>> cleaned('<p>Well-made, isn&#39;t it?<br/>"Yes", for $1,000.</p>')
        'Well made isnt it? Yes for 1000.'
    """
    if "<" in text:
        text = _TAG.sub(_without_tag, text)
    if "&" in text:
        text = _ENTITY.sub(lambda entity: html.unescape(entity.group()), text)
    text = _GAPS.sub(_GAP, _IN_WORD.sub("", text).translate(_CLEANER))
    for delimiter in _DELIMITERS:
        text = text.replace(_GAP + delimiter, delimiter)
    text = " ".join(text.split())
    return text.lower() if lower else text
