"""Near copies of source words: what edits show of a text though they do not quote it."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache
from typing import NamedTuple

from hf_robust.core.edits import Offsets, apply
from hf_robust.core.languages import Language
from hf_robust.language.lexicons import lexicon
from hf_robust.perturb.replay import ReplayStep, moved_origins

WORDS = 5
"""So many consecutive words are a piece of the source."""
NEAR = 0.5
"""Ratio of `difflib.SequenceMatcher` from which a text is a near copy of a word."""
_WORD = re.compile(r"\w+")
_UNSEEN = ("M", "C")  # Unicode categories: combining marks; controls, also those that no one sees
_TURNING = ("RLO", "RLE", "RLI")  # Unicode's bidirectional classes of controls that turn the direction
_NONE: frozenset[int] = frozenset()


def word_offsets(text: str, language: Language | None = None) -> list[Offsets]:
    """Offsets of the words of a text: what stands between spaces and signs, else the words of the language.

    Example:
        >>> word_offsets("It's new.")
        [(0, 2), (3, 4), (5, 8)]
    """
    if language is None or language.spaced:
        return [match.span() for match in _WORD.finditer(text)]
    return language.words(text, None)


def folded(text: str) -> str:
    """A text without case, marks, invisible characters, and with ASCII letters for those that look like them.

    Example:
        >>> folded("\u0421af\u00e9\u200b")
        'cafe'
    """
    if text.isascii():
        return text.casefold()
    plain = unicodedata.normalize("NFKD", text).translate(_look_alikes()).casefold()
    return "".join(char for char in plain if unicodedata.category(char)[0] not in _UNSEEN or char.isspace())


@cache
def _look_alikes() -> dict[int, str]:
    """The ASCII character that another one looks like."""
    found: dict[int, str] = {}
    for letter, others in lexicon("homoglyphs").items():
        for other in others:
            if len(other) == 1 and not other.isascii():
                found.setdefault(ord(other), letter)
    return found


def shown_words(steps: Sequence[ReplayStep], language: Language | None = None) -> tuple[str, frozenset[int]]:
    """The words of a text of which edits of it write near copies.

    An edit is held against each word that it touches, and against all that stands there between spaces (*Bob's*, which
    is two words): with its whole new text, and with each part of it. What an edit inserts is held against
    the words on both sides. A later stage edits what an earlier one made of a word.

    Args:
        steps: All edits of one text.

    Returns:
        The text before the edits, and the numbers of its words that are shown.

    Example:
        >>> from hf_robust.core.edits import Edit
        >>> shown_words([ReplayStep("text", "A good old film", [Edit(2, 6, "g00d"), Edit(7, 10, "new")])])
        ('A good old film', frozenset({1}))
    """
    first = text = steps[0].before
    units = _units(first, language)
    origins: list[frozenset[int] | None] = [None] * len(first)
    for number, unit in enumerate(units):
        for place in range(unit.start, unit.end):
            origins[place] = (origins[place] or _NONE) | {number}
    shown = set[int]()
    for step in steps:
        origins = moved_origins(origins, text, step.before)
        written = dict[int, list[str]]()
        parts, at = list[frozenset[int] | None](), 0
        for edit in step.edits:
            touched = _touched(step.before, origins, edit.start, edit.end)
            pieces = _pieces(edit.text, language)
            shown.update(number for number in touched - shown if _is_shown(units[number].said, pieces))
            for number in touched:
                written.setdefault(number, []).append(edit.text)
            parts += [*origins[at : edit.start], *[touched] * len(edit.text)]
            at = edit.end
        spread = {number: "".join(texts) for number, texts in written.items() if len(texts) > 1 and number not in shown}
        shown.update(n for n, said in spread.items() if _is_shown(units[n].said, _pieces(said, language)))
        origins, text = [*parts, *origins[at:]], apply(step.before, step.edits)
    return first, _NONE.union(*(units[number].words for number in shown))


class _Unit(NamedTuple):
    """What edits are held against: a word, or all that stands between spaces where that is more than one."""

    start: int
    end: int
    said: str
    words: frozenset[int]


def _units(text: str, language: Language | None) -> list[_Unit]:
    """The words of a text, and what hyphens and apostrophes make of them: who reads *Bob'z* reads both words."""
    offsets = word_offsets(text, language)
    units = [_Unit(start, end, _solid(text[start:end]), frozenset((n,))) for n, (start, end) in enumerate(offsets)]
    if language is not None and not language.spaced:
        return units
    first = 0
    for match in re.finditer(r"\S+", text):
        last = first
        while last < len(offsets) and offsets[last][1] <= match.end():
            last += 1
        if last - first > 1:
            units.append(_Unit(*match.span(), _solid(match[0]), frozenset(range(first, last))))
        first = last
    return units


def _touched(text: str, origins: Sequence[frozenset[int] | None], start: int, end: int) -> frozenset[int]:
    """The words that an edit replaces, and of an insertion those beside it."""
    if start == end:
        while start > 0 and text[start - 1].isspace():
            start -= 1
        while end < len(text) and text[end].isspace():
            end += 1
        start, end = max(start - 1, 0), end + 1
    return _NONE.union(*{origin for origin in origins[start:end] if origin})


def _solid(text: str) -> str:
    """The letters and digits of a folded text."""
    return "".join(_WORD.findall(folded(text)))


@lru_cache(1 << 14)
def _pieces(text: str, language: Language | None) -> tuple[str, ...]:
    """A new text as one, then its parts: between spaces, and its words."""
    whole = _solid(text)
    if not whole:
        return ()
    said = folded(text)
    parts = [*map(_solid, said.split()), *(_solid(said[start:end]) for start, end in word_offsets(said, language))]
    if any(unicodedata.bidirectional(char) in _TURNING for char in text):  # what is shown is read from its end
        parts += [part[::-1] for part in (whole, *parts)]
    return (whole, *sorted({part for part in parts if part and part != whole}))


def _is_shown(word: str, pieces: Sequence[str]) -> bool:
    """Whether one of the pieces is a near copy, or the word stands in the first of them.

    Of a single character any other one may be a copy: a letter is misread as each that looks like it.
    """
    if not word or not pieces:
        return False
    if len(word) == 1 and any(len(piece) == 1 for piece in pieces):
        return True
    return (len(word) > 1 and word in pieces[0]) or any(_near(word, piece) for piece in pieces)


@lru_cache(1 << 16)
def _near(word: str, piece: str) -> bool:
    """Whether a piece is a near copy of a word."""
    if word == piece:
        return True
    if 2 * min(len(word), len(piece)) < NEAR * (len(word) + len(piece)):
        return False
    return SequenceMatcher(None, piece, word, autojunk=False).ratio() >= NEAR


def runs_of(indices: Collection[int]) -> list[range]:
    """Consecutive numbers, run by run.

    Example:
        >>> runs_of({4, 1, 2})
        [range(1, 3), range(4, 5)]
    """
    runs: list[range] = []
    for index in sorted(indices):
        if runs and runs[-1].stop == index:
            runs[-1] = range(runs[-1].start, index + 1)
        else:
            runs.append(range(index, index + 1))
    return runs


class Overlay:
    """The words of source texts that all edits of them show together.

    Equal texts are one, in whatever row or column they stand. Shown are also the words of a text that stand in another
    text of its row, two and more in a row, where that one shows them; and a word of a single letter between shown
    ones, whose length the offsets give away.

    Args:
        language: The language of the texts.
        size: So many consecutive words must not be shown.

    Example:
        >>> overlay = Overlay(size=2)
        >>> [overlay.take([("A good film", {word})]) for word in (0, 1, 2)]
        [True, False, True]
    """

    def __init__(self, language: Language | None = None, size: int = WORDS):
        self.language = language
        self.size = size
        self.shown: dict[str, Collection[int]] = {}
        self._words: dict[str, list[str]] = {}
        self._beside: dict[str, dict[str, dict[int, int]]] = {}

    @property
    def share(self) -> float:
        """Of the words of all rows, the share of which near copies are shown."""
        return sum(map(len, self.shown.values())) / max(sum(map(len, self._words.values())), 1)

    def seen_of(self, steps: Iterable[ReplayStep], texts: Collection[str] = ()) -> list[tuple[str, frozenset[int]]]:
        """What the edits of one row show: texts, and numbers of their words.

        Args:
            steps: All edits of the row.
            texts: All texts of the row.
        """
        self._meet(texts)
        columns: dict[str, list[ReplayStep]] = {}
        for step in steps:
            columns.setdefault(step.column, []).append(step)
        seen = (shown_words(made, self.language) for made in columns.values())
        return [(text, numbers) for text, numbers in seen if numbers]

    def add(self, seen: Iterable[tuple[str, Collection[int]]]) -> None:
        """Add what the edits of a row show."""
        for text, numbers in seen:
            self.shown[text] = {*self.shown.get(text, ()), *numbers}

    def take(self, seen: Sequence[tuple[str, Collection[int]]]) -> bool:
        """Add what the edits of a row show, unless too many words in a row would be shown then.

        Returns:
            Whether it was added.
        """
        before = {text: self.shown[text] for text, _ in seen if text in self.shown}
        self.add(seen)
        if not any(self._runs(text) for text in self._with_others(text for text, _ in seen)):
            return True
        for text, _ in seen:
            self.shown.pop(text, None)
        self.shown |= before
        return False

    def pieces(self) -> list[str]:
        """Words of the source that are shown and must not be."""
        return [
            " ".join(self._words_of(text)[run.start : run.stop])
            for text in self._with_others(self.shown)
            for run in self._runs(text)
        ]

    def _meet(self, texts: Collection[str]) -> None:
        """Note which words the texts of a row share."""
        for text in texts:
            known = self._beside.setdefault(text, {})
            for other in texts:
                if other != text and other not in known:
                    words = [[word.casefold() for word in self._words_of(one)] for one in (other, text)]
                    blocks = SequenceMatcher(None, words[0], words[1], autojunk=False).get_matching_blocks()
                    known[other] = {b.a + n: b.b + n for b in blocks if b.size > 1 for n in range(b.size)}

    def _words_of(self, text: str) -> list[str]:
        """The words of a text."""
        if text not in self._words:
            self._words[text] = [text[start:end] for start, end in word_offsets(text, self.language)]
        return self._words[text]

    def _with_others(self, texts: Iterable[str]) -> dict[str, None]:
        """The texts, and those that stand in a row with one of them."""
        return dict.fromkeys(one for text in texts for one in (text, *self._beside.get(text, ())))

    def _runs(self, text: str) -> list[range]:
        """Words in a row that are shown and must not be."""
        numbers = set(self.shown.get(text, ()))
        for other, places in self._beside.get(text, {}).items():
            numbers.update(places[number] for number in self.shown.get(other, ()) if number in places)
        if self.language is None or self.language.spaced:
            words = self._words_of(text)
            gaps = [n for n, word in enumerate(words) if len(word) == 1 and n not in numbers]
            ends = {-1, len(words)}
            numbers.update(n for n in gaps if {n - 1, n + 1} <= numbers | ends)
        return [run for run in runs_of(numbers) if len(run) >= self.size]
