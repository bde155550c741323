"""Names of persons that seem to make a word with what stands beside them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import entry, is_offensive, is_word
from hf_robust.language.chinese.han_names import is_public
from hf_robust.language.chinese.script import is_han, to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.task_specific.gold_word_changes import Forms, GoldWordChange, word_beside

_LONGEST = 2  # characters of a surname and of a given name


@register
@dataclass(frozen=True, kw_only=True)
class SwapName(GoldWordChange):
    """Give a person a name whose last character forms a word with the next one: 张伟/长/得/高 -> 张生/长/得/高.

    Or give the person a surname that forms a word with the preceding character. If surname and given name are two
    words, they stay two words. A repeated name becomes the same name everywhere. ``rate`` and ``count`` give the number
    of positions that are selected first.

    Source: TextFlint (Wang et al. 2021), section 3.2, "SwapName" of Chinese word segmentation.

    Example:
        >>> import hf_robust as hr
        >>> doc = hr.task("word-segmentation").doc("words", "张伟 长 得 高")
        >>> SwapName().preview(doc, seed=1)
        '张生长得高'
    """

    name = "swap-name"
    version = "zh.1"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapName"
    choice = "names of persons beside which another one seems to make a word"
    effects = preserves(SEGMENTATION)

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        new: dict[_Person | None, Edit] = {}
        for edit in super().edits(doc, rng):
            new.setdefault(_person_at(doc, edit.start, edit.end), edit)
        if not new:
            return ()
        again = ((start, end, new.get(_person_at(doc, start, end))) for start, end in doc.free_words)
        return [edit._replace(start=start, end=end) for start, end, edit in again if edit is not None]

    def forms_at(self, doc: Doc, start: int, end: int) -> Forms:
        name = _name_at(doc, start, end)
        return [] if name is None else [[form] for form in _other_names(doc, start, end, name)]


class _Part(NamedTuple):
    """The part of a name that a gold word is."""

    surname: str
    given: str


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
    before = "" if name.surname else word_beside(doc, start, end, -1)
    after = "" if name.given else word_beside(doc, start, end)
    return _Person(name, before + name.surname + name.given + after)


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


def _other_names(doc: Doc, start: int, end: int, name: _Part) -> Iterator[str]:
    after, before = word_beside(doc, start, end), word_beside(doc, start, end, -1)
    if name.given and all(map(is_han, after)) and after:
        for sign in _ends_before(after):
            new = name.given[:-1] + sign
            if new != name.given and _is_free(new) and not is_offensive(name.surname + new):
                yield name.surname + new
    if name.surname and before and all(map(is_han, before)):
        for surname in _surnames_behind(before):
            new = surname + name.given
            if surname != name.surname and _is_free(new) and not is_offensive(new):
                yield new


def _is_free(name: str) -> bool:
    """Whether a name is no word of two characters or more."""
    return len(name) == 1 or not is_word(name)


@cache
def _ends_before(word: str) -> tuple[str, ...]:
    """Last characters of names that make a word with a word, or with its first character."""
    return tuple(
        sign
        for sign in sorted(_last_characters())
        if is_word(sign + word) or (len(word) > 1 and is_word(sign + word[0]))
    )


@cache
def _surnames_behind(word: str) -> tuple[str, ...]:
    """Surnames that make a word with the one before them, or with its last character."""
    usual = sorted(name for name in _surnames() if len(name) == 1)
    return tuple(name for name in usual if is_word(word + name) or (len(word) > 1 and is_word(word[-1] + name)))


@cache
def _surnames() -> frozenset[str]:
    names = lexicon("person_names", "zh")
    return frozenset((*names["surnames"].split(), *names["compound_surnames"].split()))


@cache
def _given_names() -> frozenset[str]:
    names = lexicon("person_names", "zh")
    return frozenset((*names["female"].split(), *names["male"].split()))


@cache
def _last_characters() -> frozenset[str]:
    """Those that names end in: 平 and not 小."""
    names = lexicon("person_names", "zh")
    return frozenset((*(name[-1] for name in _given_names()), *names["female_characters"], *names["male_characters"]))


@cache
def _given_characters() -> frozenset[str]:
    names = lexicon("person_names", "zh")
    return frozenset("".join((*_given_names(), names["female_characters"], names["male_characters"])))
