"""The style of social media: abbreviations, handles and links."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.text_columns import IS_SPACE, Strings, TextColumn, Words, is_digit, is_shouted
from hf_robust.core.word_tables import Phrases, WordTable
from hf_robust.language.english.phrases import PhraseTable
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import UNPARSED_TASKS, Transformation, preserves, register

_NUMBER_ROOM = 16  # characters in which the word after is looked for
_NUMBER_BEFORE = 3  # and a digit before


@cache
def _phrases(single: bool) -> PhraseTable:
    return PhraseTable(phrase for phrase in lexicon("abbreviations") if not single or " " not in phrase)


@register
@dataclass(frozen=True, kw_only=True)
class Twitter(Transformation):
    """The usual abbreviations anywhere in the text, and an @handle or a link at either end.

    Args:
        mode: ``random``, ``at`` (a handle) or ``url`` (a link, on a domain reserved for examples).

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "TwitterType".

    Example:
        >>> Twitter(mode="url").preview("I love you because you are great", seed=293)
        'https://video.example/b7 ily bc ur gr8'
    """

    mode: str = "random"

    name = "twitter"
    version = "3"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "TwitterType"
    # where an abbreviation, a handle or a link hangs in a tree is a matter of taste
    effects = preserves(*UNPARSED_TASKS)

    def __post_init__(self) -> None:
        self._require_choice("mode", ("random", "at", "url"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = doc.text
        kind = rng.choice(("at", "url"))  # drawn always, so that `mode` does not change the rest
        kind = self.mode if self.mode != "random" else kind
        first = rng.random() < 0.5
        sign, tags = _handle(rng.fork(0)) if kind == "at" else _link(rng.fork(0))
        table = lexicon("abbreviations")
        found: list[Edit] = []
        at = 0
        # in a token list several words cannot become one without losing their tags
        for start, end, phrase in _phrases(doc.bounds is not None).find(doc):
            if start >= at and doc.is_free(start, end):
                short = rng.fork(1 + start).choice(table[phrase])
                if short.isdigit() and _beside_number(text, start, end):
                    continue
                shouted = end - start > 1 and text[start:end].isupper()
                found.append(Edit(start, end, short.upper() if shouted else short))
                at = end
        if first:
            return [Edit(0, 0, sign + " ", tags), *found]
        gap = "" if text[-1:].isspace() else " "
        return [*found, Edit(len(text), len(text), gap + sign, tags)]

    def edits_columns(self, column: TextColumn, draws: Draws) -> EditColumns | None:
        if not column.plain:
            return None
        size, rows = column.size, np.arange(column.size)
        start, end = column.offsets[:-1], column.offsets[1:]
        kind = np.full(size, self.mode == "url") if self.mode != "random" else draws.randrange(2) == 1
        first = draws.random(1) < 0.5
        sign = _signs(draws.fork(0), kind)
        open_end = ~IS_SPACE[np.append(column.data, np.uint8(0))[np.maximum(end - 1, 0)]]
        spaces = Strings.of([b"", b" "])
        sign = Strings.joined(
            [spaces.take((~first & open_end).astype(int)), sign, spaces.take(first.astype(int))], size
        )
        found, new = _abbreviated(column, draws)
        # the sign before the phrases of its row, or behind them
        row = np.concatenate([rows, found.row])
        order = np.lexsort((np.concatenate([np.where(first, 0, 2), np.ones(len(found.row), np.int64)]), row))
        place = np.where(first, start, end)
        begins, stops = np.concatenate([place, found.start])[order], np.concatenate([place, found.end])[order]
        new = Strings.concatenated([sign, new]).take(order)
        return EditColumns.whole(row[order], begins, stops, new, np.zeros(size, bool))


def _abbreviated(column: TextColumn, draws: Draws) -> tuple[Phrases, Strings]:
    """Where phrases stand that are abbreviated, and what they become."""
    found, phrases = _phrases(False).find_columns(column)
    count, begin, forms, is_number = _short_forms(phrases)
    starts = found.start - column.offsets[found.row]
    short = begin[found.number] + draws.take(found.row).fork(starts + 1).randrange(count[found.number])
    taken = ~(is_number[short] & _beside_numbers(column, found))
    # of phrases that overlap the first stays: one after the other, in all rows at once
    ends = np.zeros(column.size, np.int64)
    turn = np.arange(len(found.row)) - np.searchsorted(found.row, np.arange(column.size))[found.row]
    for number in range(int(turn.max(initial=-1)) + 1):
        now = np.flatnonzero(turn == number)
        now = now[taken[now]]
        free = found.start[now] >= ends[found.row[now]]
        taken[now[~free]] = False
        ends[found.row[now[free]]] = found.end[now[free]]
    kept = Phrases(*(array[taken] for array in found))
    text = TextColumn(column.texts.slices(kept.start, kept.end))
    loud = is_shouted(text) & (kept.end - kept.start > 1)
    return kept, forms.take(2 * short[taken] + loud)


@cache
def _short_forms(phrases: Sequence[str]) -> tuple[np.ndarray, np.ndarray, Strings, np.ndarray]:
    """The short forms of phrases as arrays.

    Returns:
        How many each phrase has; the number of its first; all of them, each in small letters and in capitals; which of
        them are digits.
    """
    table = lexicon("abbreviations")
    count = np.array([len(table[phrase]) for phrase in phrases])
    forms = [short for phrase in phrases for short in table[phrase]]
    written = Strings.of(form.encode() for short in forms for form in (short, short.upper()))
    return count, np.cumsum(count) - count, written, np.array([short.isdigit() for short in forms])


@cache
def _units() -> WordTable:
    return WordTable(lexicon("number_words")["units"])


def _beside_numbers(column: TextColumn, found: Phrases) -> np.ndarray:
    """:func:`_beside_number` of each phrase."""
    data = np.append(column.data, np.uint8(0))
    low, high = column.offsets[found.row], column.offsets[found.row + 1]
    before = found.start - 1
    for _ in range(_NUMBER_BEFORE):
        before = before - ((before >= np.maximum(low, found.start - _NUMBER_BEFORE)) & IS_SPACE[data[before]])
    counts = (before >= np.maximum(low, found.start - _NUMBER_BEFORE)) & is_digit(data[before])
    stop = np.minimum(high, found.end + _NUMBER_ROOM)
    space = np.flatnonzero(IS_SPACE[data[:-1]])
    solid = np.append(np.flatnonzero(~IS_SPACE[data[:-1]]), len(column.data))
    start = np.minimum(solid[np.searchsorted(solid, np.minimum(found.end, len(column.data)))], stop)
    end = np.minimum(np.append(space, len(column.data))[np.searchsorted(space, start)], stop)
    counts |= (start < stop) & is_digit(data[start])
    return counts | _units().holds(column, Words(start, np.maximum(end, start), found.row, found.row))


def _signs(draws: Draws, is_link: np.ndarray) -> Strings:
    """A handle or a link for each row."""
    table = lexicon("twitter")
    hosts, parts = (Strings.of(text.encode() for text in table[name]) for name in ("link_hosts", "link_parts"))
    drawn = hosts.take(draws.randrange(hosts.size)), parts.take(draws.randrange(parts.size, 1))
    links = Strings.joined([b"https://", drawn[0], b"/", drawn[1]], len(draws))
    # syllables until the name is long enough; an empty one where it is
    syllables = Strings.of([*(text.encode() for text in table["handle_parts"]), b""])
    lengths, total = syllables.lengths, np.zeros(len(draws), np.int64)
    name: list[np.ndarray] = []
    while (short := total < table["handle_min_length"]).any():
        next_one = draws.randrange(syllables.size - 1, len(name))
        name.append(np.where(short, next_one, syllables.size - 1))
        total += lengths[name[-1]]
    handles = Strings.joined([b"@", *map(syllables.take, name)], len(draws))
    return Strings.concatenated([handles, links]).take(np.arange(len(draws)) + len(draws) * is_link)


def _beside_number(text: str, start: int, end: int) -> bool:
    """ "for 3 hours" would become "4 3 hours"."""
    after = text[end : end + _NUMBER_ROOM].split(maxsplit=1)[:1] or [""]
    counts = after[0][:1].isdigit() or after[0].lower() in lexicon("number_words")["units"]
    return counts or text[max(0, start - _NUMBER_BEFORE) : start].rstrip()[-1:].isdigit()


def _handle(rng: RowRandom) -> tuple[str, dict[str, list[str]]]:
    table = lexicon("twitter")
    name = ""
    while len(name) < table["handle_min_length"]:  # longer than a real account's name may be
        name += rng.choice(table["handle_parts"])
    return "@" + name, _tags(table["tags"]["handle"])


def _link(rng: RowRandom) -> tuple[str, dict[str, list[str]]]:
    table = lexicon("twitter")
    link = f"https://{rng.choice(table['link_hosts'])}/{rng.choice(table['link_parts'])}"
    return link, _tags(table["tags"]["link"])


def _tags(tag: dict[str, str]) -> dict[str, list[str]]:
    return {layer: [value] for layer, value in tag.items()}
