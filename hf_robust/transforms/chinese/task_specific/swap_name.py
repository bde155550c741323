"""Names of persons that become rare names, which seem to make a word with what stands beside them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.composed_names import composed, foreign_parts, name_part
from hf_robust.language.chinese.dictionary import entry, is_word
from hf_robust.language.chinese.person_names import is_public, is_transliterated
from hf_robust.language.chinese.places import place_of
from hf_robust.language.chinese.script import is_han, to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.task_specific.gold_word_changes import GoldWordChange, word_beside

_LONGEST = 2  # characters of a surname and of a given name
_LONGEST_FOREIGN = 6  # a longer word is a place or several names
_SHORTEST_FOREIGN = 3  # a shorter one looks like a Chinese name
_FOREIGN_TAGS = ("nr", "nrt", "nrfg")


@register
@dataclass(frozen=True, kw_only=True)
class SwapName(GoldWordChange):
    """Replace the name of a person with a rare name that runs into its neighbors: 张伟/说 -> 亓翀学/说.

    The new surname is rare, and the new given name has two characters: a rare one and, where there is one, a character
    that forms a word with the next word (学说). The surname forms a word with the preceding word if one does. A name
    from abroad becomes another one, written by its sound. If surname and given name are two words, they stay two words.
    A repeated name becomes the same name everywhere. ``rate`` and ``count`` give the number of positions that are
    selected first.

    Source: TextFlint (Wang et al. 2021), section 3.2, "SwapName" of Chinese word segmentation.

    Example:
        >>> import hf_robust as hr
        >>> doc = hr.task("word-segmentation").doc("words", "张伟 说 他 高")
        >>> SwapName().preview(doc, seed=1)
        '郁锴明说他高'
    """

    name = "swap-name"
    version = "zh.2"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapName"
    choice = "names of persons"
    effects = preserves(SEGMENTATION)

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        new: dict[_Person | None, Edit] = {}
        for edit in super().edits(doc, rng):
            new.setdefault(_person_at(doc, edit.start, edit.end), edit)
        if not new:
            return ()
        again = ((start, end, new.get(_person_at(doc, start, end))) for start, end in doc.free_words)
        return [edit._replace(start=start, end=end) for start, end, edit in again if edit is not None]

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        return [word for word in doc.free_words if _name_at(doc, *word) is not None]

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        return next(self.options(doc, start, end, rng), None)

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        name = _name_at(doc, start, end)
        if name is not None:
            old = to_simplified(doc.text[start:end])
            new = (one for one in composed(_parts(doc, start, end, name), rng) if one != old)
            yield from (self._edit(doc, start, end, (one,)) for one in new)


class _Part(NamedTuple):
    """The part of a name that a gold word is; a name from abroad is not cut."""

    surname: str
    given: str
    foreign: str = ""


class _Person(NamedTuple):
    """A part of a name, and the whole name."""

    part: _Part
    whole: str


def _name_at(doc: Doc, start: int, end: int) -> _Part | None:
    """The name, or the surname or given name, that a gold word is; None for another word."""
    word = to_simplified(doc.text[start:end])
    if not all(map(is_han, word)):
        return None
    after, before = word_beside(doc, start, end), word_beside(doc, start, end, -1)
    if any(map(is_public, (word, before + word, word + after))):
        return None
    if _is_foreign(word):
        return _Part("", "", word)
    whole = _cut_name(word)
    if whole is not None and _is_known_as_name(word):
        return whole
    if word in _surnames() and _is_given(after) and not _is_given_word(word, after):
        return _Part(word, "")
    if before in _surnames() and _is_given(word) and not _is_given_word(before, word):
        return _Part("", word)
    return None


def _person_at(doc: Doc, start: int, end: int) -> _Person | None:
    """Whose name a gold word is or belongs to, and which part of it; None for another word."""
    name = _name_at(doc, start, end)
    if name is None:
        return None
    before = word_beside(doc, start, end, -1) if name.given and not name.surname else ""
    after = word_beside(doc, start, end) if name.surname and not name.given else ""
    return _Person(name, before + "".join(name) + after)


def _is_foreign(word: str) -> bool:
    """Whether a word is the name of a person from abroad."""
    if not is_transliterated(word) or len(word) > _LONGEST_FOREIGN or place_of(word) is not None:
        return False
    found = entry(word)
    return found is None or found.tag in _FOREIGN_TAGS


def _cut_name(word: str) -> _Part | None:
    for size in (2, 1):
        if word[:size] in _surnames() and 1 <= len(word) - size <= _LONGEST:
            return _Part(word[:size], word[size:])
    return None


def _is_known_as_name(word: str) -> bool:
    """Whether a word of a surname and more is a name: one of the dictionary, or of characters of names and no word."""
    found = entry(word)
    if found is not None and (found.tag != "nr" or len(word) < 3):
        return False
    if len(word) < 3 and word[1:] not in _given_names():
        return False
    given = word[2:] if word[:2] in _surnames() else word[1:]
    return all(sign in _given_characters() for sign in given)


def _is_given(word: str) -> bool:
    """Whether a gold word behind a surname may be a given name: of its characters, and no usual word."""
    if not 0 < len(word) <= _LONGEST or not all(map(is_han, word)):
        return False
    found = entry(word)
    if found is None:
        return len(word) > 1 or word in _given_characters()
    return word in _given_names() or (found.tag == "nr" and all(sign in _given_characters() for sign in word))


def _is_given_word(surname: str, given: str) -> bool:
    """Whether two words that look like a name are two words: 高/原, 万/里."""
    if len(given) > 1:
        return False
    found = entry(surname + given)
    return found is not None and found.tag != "nr"


def _parts(doc: Doc, start: int, end: int, name: _Part) -> list[Sequence[str]]:
    """What may stand in each place of the new name, or of the part of it that a gold word is."""
    after, before = word_beside(doc, start, end), word_beside(doc, start, end, -1)
    if name.foreign:
        *first, last = foreign_parts(max(len(name.foreign), _SHORTEST_FOREIGN))
        return [*first, _crossing(tuple(last), after) or last]
    surnames = [_surnames_behind(before) or name_part("surnames")] if name.surname else []
    given = [name_part("given"), _crossing(_last_characters(), after) or name_part("given")] if name.given else []
    return [*surnames, *given]


@cache
def _crossing(signs: tuple[str, ...], after: str) -> tuple[str, ...]:
    """The characters that make a word with the next word, or else with its first character."""
    if not after or not all(map(is_han, after)):
        return ()
    whole = tuple(sign for sign in signs if is_word(sign + after))
    return whole or tuple(sign for sign in signs if is_word(sign + after[0]))


@cache
def _surnames_behind(word: str) -> tuple[str, ...]:
    """Surnames that make a word with the one before them."""
    return tuple(sorted(name for name in _surnames() if word and len(name) == 1 and is_word(word + name)))


@cache
def _surnames() -> frozenset[str]:
    names = lexicon("person_names", "zh")
    return frozenset((*names["surnames"].split(), *names["compound_surnames"].split()))


@cache
def _given_names() -> frozenset[str]:
    names = lexicon("person_names", "zh")
    return frozenset((*names["female"].split(), *names["male"].split()))


@cache
def _last_characters() -> tuple[str, ...]:
    """Those that names end in: 平 and not 小."""
    names = lexicon("person_names", "zh")
    ends = (*(name[-1] for name in _given_names()), *names["female_characters"], *names["male_characters"])
    return tuple(sorted(set(ends)))


@cache
def _given_characters() -> frozenset[str]:
    names = lexicon("person_names", "zh")
    return frozenset("".join((*_given_names(), names["female_characters"], names["male_characters"])))
