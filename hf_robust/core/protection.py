"""What of a text must not change: words, phrases, patterns and named kinds of text that the user protects."""

import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Any

import numpy as np

from hf_robust.core.edits import Edit, Offsets, apply, remap_spans
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.protected_kinds import DEFAULT_KINDS, ENTITIES, KINDS, RULES_VERSION, spans_of
from hf_robust.core.text import HAN
from hf_robust.core.text_columns import TextColumn, byte_mask, is_digit, is_letter

PATTERN = "re:"
_END = itemgetter(1)
_EXPECTED = (
    "protect takes a list of words, phrases, re.compile(...) patterns or their text 're:PATTERN', and names of kinds "
    f"({', '.join(KINDS)})"
)
_FLAGS = {re.IGNORECASE: "i", re.MULTILINE: "m", re.DOTALL: "s", re.VERBOSE: "x", re.ASCII: "a"}
_LETTER = re.compile(rf"[^\W{HAN}]")
# every match of a default kind holds one of these, or a sign between others as in "a.com", "ftp://", "$VAR" and "%s"
_SIGNS = byte_mask("@#<&`[{_")


@dataclass(frozen=True)
class Protection:
    """What is protected, the same for every transformation.

    Args:
        entries: Words and phrases in lower case, ``"re:PATTERN"`` and names of kinds, as :func:`protection` sorts them.
        defaults: Whether URLs, e-mail addresses, markup and placeholders are protected as well.

    Example:
        >>> rules = Protection(("new york",), defaults=True)
        >>> text = "New York: <b>see</b> www.ny.gov"
        >>> [text[start:end] for start, end in rules.spans(text)]
        ['New York', '<b>', '</b>', 'www.ny.gov']
    """

    entries: tuple[str, ...] = ()
    defaults: bool = False

    def __bool__(self) -> bool:
        return self.defaults or bool(self.entries)

    @property
    def stamp(self) -> str:
        """All that it says as one text, for what must know whether it is the same."""
        return json.dumps([RULES_VERSION, self.defaults, *self.entries])

    def __reduce__(self) -> tuple[Any, ...]:
        # fingerprints are made of this: without the version an upgrade would serve rows of the cache
        return _restored, (self.entries, self.defaults, RULES_VERSION)

    @property
    def wants_entities(self) -> bool:
        """Whether named entities are protected, which annotation finds."""
        return ENTITIES in self.entries

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Names of the kinds that a pattern finds."""
        return tuple(
            k for k in KINDS if k != ENTITIES and (k in self.entries or (self.defaults and k in DEFAULT_KINDS))
        )

    @cached_property
    def _patterns(self) -> list[re.Pattern[str]]:
        words = [entry for entry in self.entries if entry not in KINDS and not entry.startswith(PATTERN)]
        patterns = [re.compile(entry[len(PATTERN) :]) for entry in self.entries if entry.startswith(PATTERN)]
        single = [word for word in words if " " not in word]
        # phrases may overlap, so each has a pattern of its own
        phrases = [_words_pattern([word]) for word in words if " " in word]
        return [*([_words_pattern(single)] if single else []), *phrases, *patterns]

    def spans(self, text: str) -> list[Offsets]:
        """Where protected text stands, sorted; stretches that overlap are one.

        Args:
            text: The text; tokens as they are joined.
        """
        found = [match.span() for pattern in self._patterns for match in pattern.finditer(text)]
        for kind in self.kinds:
            found += spans_of(kind, text)
        return merged_spans(found) if found else found

    @cached_property
    def _always(self) -> bool:
        """Whether a kind is protected whose text may hold no sign of the default kinds."""
        return any(kind not in DEFAULT_KINDS for kind in self.kinds)

    def rows(self, column: TextColumn) -> np.ndarray:
        """Which rows of a column may hold protected text; the others hold none for certain."""
        if self._patterns or self._always:
            return np.ones(column.size, bool)
        if not self.kinds:
            return np.zeros(column.size, bool)
        data = column.data
        signs = _SIGNS[data]
        if len(data) > 2:
            inside = is_letter(data) | is_digit(data)
            middle, before, after = data[1:-1], inside[:-2], data[2:]
            # the byte behind a full stop may be of the next row
            signs[1:-1] |= (middle == ord(".")) & before & is_letter(after) & ~column.borders[2:-1]
            signs[1:-1] |= (middle == ord(":")) & before & ((after == ord("/")) | is_letter(after))
            signs[1:-1] |= (middle == ord("$")) & (is_letter(after) | (after == ord("(")))
            signs[1:-1] |= (middle == ord("%")) & (is_letter(after) | ~is_digit(data[:-2]))
            signs[0] |= data[0] == ord("%") or data[0] == ord("$")
        found = np.zeros(column.size, bool)
        found[np.searchsorted(column.offsets, np.flatnonzero(signs), "right") - 1] = True
        return found

    def guards(self, column: TextColumn) -> "tuple[np.ndarray, np.ndarray, np.ndarray]":
        """Where protected text stands in a column: first byte of each stretch, the byte after its last, and its row."""
        start: list[int] = []
        end: list[int] = []
        row: list[int] = []
        rows = np.flatnonzero(self.rows(column))
        if len(rows):
            texts = column.texts.take(rows).tolist()
            for number, base, content in zip(rows.tolist(), column.offsets[rows].tolist(), texts):
                text = content.decode("utf-8", "replace")
                spans = self.spans(text)
                if spans and not text.isascii():
                    spans = [(len(text[:a].encode()), len(text[:b].encode())) for a, b in spans]
                for first, last in spans:
                    start.append(base + first)
                    end.append(base + last)
                    row.append(number)
        return np.array(start, np.int64), np.array(end, np.int64), np.array(row, np.int64)

    def unmatched(self, texts: Iterable[str], left: Iterable[str] | None = None) -> list[str]:
        """The entries that stand in none of some texts; ``entities`` are not looked for.

        Args:
            left: The entries that are looked for; None: all.
        """
        asked = [entry for entry in (self.entries if left is None else left) if entry != ENTITIES]
        rules = {entry: Protection((entry,)) for entry in asked}
        for text in texts:
            if not rules:
                break
            for entry in [entry for entry, rule in rules.items() if rule.spans(text)]:
                del rules[entry]
        return list(rules)


Protected = Protection | Sequence[str | re.Pattern[str]]
"""What a user may give for ``protect``."""
NOTHING = Protection()
"""Nothing is protected."""


def protection(protect: Protected = (), defaults: bool = True) -> Protection:
    """Check what a user protects.

    Args:
        protect: A list of words, phrases, compiled patterns, ``"re:PATTERN"`` texts and names of kinds.
        defaults: Whether URLs, e-mail addresses, markup and placeholders are protected as well.

    Raises:
        UsageError: When something else is given, an entry is empty, or a pattern is invalid.

    Example:
        >>> protection(["Paris", re.compile("[A-Z]{2,}"), "urls"]).entries
        ('paris', 're:[A-Z]{2,}', 'urls')
    """
    if isinstance(protect, Protection):
        return protect
    if not isinstance(defaults, bool):
        raise UsageError(f"protect_defaults must be True or False, found {defaults!r}")
    if isinstance(protect, (str, re.Pattern)):
        raise UsageError(f"protect must be a list of words, found {protect!r}; use protect=[{protect!r}]. {_EXPECTED}")
    if isinstance(protect, (bytes, dict)) or not isinstance(protect, Iterable):
        raise UsageError(f"protect must be a list of words, found {protect!r}. {_EXPECTED}")
    return Protection(tuple(sorted({_entry(entry) for entry in protect})), defaults)


def _entry(entry: Any) -> str:
    """An entry as it is kept and recorded."""
    if isinstance(entry, re.Pattern):
        return _pattern_entry(entry)
    if not isinstance(entry, str):
        raise UsageError(f"protect must be a list of words, found {entry!r} in it. {_EXPECTED}")
    if not entry.strip() or entry == PATTERN:
        raise UsageError(f"protect holds an empty entry, {entry!r}; leave it out. {_EXPECTED}")
    if entry.startswith(PATTERN):
        return PATTERN + _checked(entry[len(PATTERN) :])
    return " ".join(entry.lower().split())


def _pattern_entry(pattern: re.Pattern) -> str:
    if not isinstance(pattern.pattern, str):
        raise UsageError(f"protect has a pattern of bytes, {pattern.pattern!r}; use re.compile('...') with a text")
    flags = "".join(letter for flag, letter in _FLAGS.items() if pattern.flags & flag)
    return PATTERN + _checked(f"(?{flags}){pattern.pattern}" if flags else pattern.pattern)


def _checked(pattern: str) -> str:
    """A pattern that can be compiled."""
    try:
        re.compile(pattern)
    except re.error as error:
        raise UsageError(
            f"protect has the pattern {pattern!r}, which is invalid: {error}; use re.escape(...) for plain text, or "
            "correct it"
        ) from error
    return pattern


def _words_pattern(words: Sequence[str]) -> re.Pattern[str]:
    """All words, the longest first; a letter or digit must not go on at either side."""
    return re.compile("|".join(map(_word_pattern, sorted(words, key=len, reverse=True))), re.IGNORECASE)


def _word_pattern(word: str) -> str:
    body = re.sub("['’]", "['’]", r"\s+".join(map(re.escape, word.split())))
    before = rf"(?<![^\W{HAN}])" if _LETTER.match(word[0]) else ""
    after = rf"(?![^\W{HAN}])" if _LETTER.match(word[-1]) else ""
    return f"{before}{body}{after}"


def merged_spans(spans: Iterable[Offsets]) -> list[Offsets]:
    """Spans in order, those that overlap as one.

    Example:
        >>> merged_spans([(4, 6), (0, 5), (6, 8), (3, 3)])
        [(0, 6), (6, 8)]
    """
    merged: list[Offsets] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif start < end:
            merged.append((start, end))
    return merged


def overlaps(spans: Sequence[Offsets], start: int, end: int) -> bool:
    """Whether characters, or a place between two, lie in one of some spans.

    Args:
        spans: The spans, sorted and apart.
        start: First character.
        end: Character after the last.

    Example:
        >>> overlaps([(2, 5)], 4, 9), overlaps([(2, 5)], 5, 9), overlaps([(2, 5)], 3, 3), overlaps([(2, 5)], 2, 2)
        (True, False, True, False)
    """
    if not spans:
        return False
    place = bisect_right(spans, start, key=_END)
    return place < len(spans) and spans[place][0] < end


def _restored(entries: tuple[str, ...], defaults: bool, version: str) -> Protection:
    # no cached function itself: `datasets` would hash its code each time, and not its name
    return _known(entries, defaults)


@lru_cache(64)
def _known(entries: tuple[str, ...], defaults: bool) -> Protection:
    return Protection(entries, defaults)


def recorded_protection(rules: Protection) -> dict[str, Any]:
    """What the manifest of a suite says of protected text."""
    return {
        "protect": list(rules.entries),
        "protect_defaults": rules.defaults,
        "protection_rules": RULES_VERSION if rules else None,
    }


def spared(
    text: str, edits: Sequence[Edit], spans: Sequence[Offsets], *, together: bool, rearranges: bool
) -> Sequence[Edit]:
    """The edits that leave protected text as it is.

    Args:
        text: The text before the edits.
        edits: The edits, sorted and apart.
        spans: Where protected text stands, sorted and apart.
        together: Whether the edits cannot be made one without the other.
        rearranges: Whether protected text may move, as a sentence that changes its place takes it along.

    Raises:
        NotApplicable: When no edit is left, or one of those that belong together is not.
    """
    left = [edit for edit in edits if keeps(text, edit, spans)] if spans else edits
    if len(left) == len(edits) or (rearranges and keeps_all(text, apply(text, edits), spans)):
        return edits
    if together or rearranges or not left:
        raise NotApplicable("it would change protected text")
    return left


def carried_over(text: str, after: str, spans: Sequence[Offsets], edits: Sequence[Edit]) -> list[Offsets]:
    """Where protected text lies after edits that keep it.

    Args:
        text: The text before the edits.
        after: The text after them.
        spans: Where protected text stands in ``text``.
        edits: The edits, sorted and apart.

    Example:
        >>> carried_over("so a.com", "very a.com", [(3, 8)], [Edit(0, 2, "very")])
        [(5, 10)]
    """
    found = []
    for (start, end), moved in zip(spans, remap_spans(spans, edits)):
        if moved is None or after[slice(*moved)] != text[start:end]:
            place = after.find(text[start:end])
            moved = (place, place + end - start) if place >= 0 else None
        if moved is not None:
            found.append(moved)
    return found


def keeps(text: str, edit: Sequence, spans: Sequence[Offsets]) -> bool:
    """Whether an edit leaves protected text as it is: it touches none, or writes again all that it covers.

    Args:
        text: The text before the edit.
        edit: The edit: its start, its end and the new text.
        spans: Where protected text stands, sorted and apart.

    Example:
        >>> spans = [(4, 9)]
        >>> [keeps("see a.com now", edit, spans) for edit in (Edit(0, 3, "at"), Edit(5, 6, ""), Edit(0, 9, "a.com"))]
        [True, False, True]
    """
    start, end, new = edit[0], edit[1], edit[2]
    at = 0
    for first, last in spans:
        if last <= start:
            continue
        if first >= end:
            break
        if first < start or last > end:  # it cuts the span
            return False
        found = new.find(text[first:last], at)
        if found < 0:
            return False
        at = found + last - first
    return True


def keeps_all(text: str, after: str, spans: Sequence[Offsets]) -> bool:
    """Whether a new text holds all protected text as often as the old one, in any order.

    Args:
        text: The text before.
        after: The text after.
        spans: Where protected text stands in ``text``.

    Example:
        >>> keeps_all("b.com is down", "Down is b.com", [(0, 5)]), keeps_all("b.com is down", "B.com", [(0, 5)])
        (True, False)
    """
    counts = Counter(text[start:end] for start, end in spans)
    return all(after.count(piece) >= count for piece, count in counts.items())
