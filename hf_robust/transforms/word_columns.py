"""A transformation on a whole batch: words are drawn for all rows at once, and each is changed as in a single text."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise
from types import MappingProxyType

import numpy as np

from hf_robust.core.column_edits import Chosen, EditColumns, WordEdits
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets, check, in_order
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.reasons import NoEdits
from hf_robust.core.text_columns import Strings, TextColumn, WordColumns, ranges
from hf_robust.core.token_lists import Tokens
from hf_robust.core.word_tables import WordTable
from hf_robust.language.lexicons import lexicon

Change = Callable[[Chosen], WordEdits]


class ColumnDocs:
    """The texts of a column as a transformation sees them."""

    def __init__(self, column: TextColumn):
        self._column = column
        self._docs: dict[int, Doc] = {}

    def __getitem__(self, row: int) -> Doc:
        if row not in self._docs:
            bounds = self._bounds[row] if self._bounds is not None else None
            doc = self._docs[row] = _ColumnDoc(
                self._texts[row].decode(), bounds=bounds, protected=self._guards.get(row, ())
            )
            object.__setattr__(doc, "_place", (self, row))
        return self._docs[row]

    def words(self, row: int) -> list[Offsets] | None:
        """The words of a text as the column has them; None where it is not in ASCII."""
        return self._words[row] if self._in_ascii[row] else None

    @cached_property
    def _texts(self) -> list[bytes]:
        return self._column.texts.tolist()

    @cached_property
    def _in_ascii(self) -> list[bool]:
        return self._column.in_ascii.tolist()

    @cached_property
    def _words(self) -> list[list[Offsets]]:
        return self._by_row(self._column.words)

    @cached_property
    def _bounds(self) -> list[list[Offsets]] | None:
        return None if self._column.tokens is None else self._by_row(self._column.tokens)

    def _by_row(self, parts: WordColumns | Tokens) -> list[list[Offsets]]:
        """Where parts of the texts lie in each text."""
        column = self._column
        first = column.characters(column.offsets)[parts.row]
        offsets = list(zip(*((column.characters(side) - first).tolist() for side in (parts.start, parts.end))))
        return [offsets[begin:end] for begin, end in pairwise(parts.first.tolist())]

    @cached_property
    def _guards(self) -> dict[int, list[Offsets]]:
        column, found = self._column, dict[int, list[Offsets]]()
        if column.guards is not None:
            row = np.searchsorted(column.offsets, column.guards[0], "right") - 1
            first = column.characters(column.offsets)[row]
            places = ((column.characters(side) - first).tolist() for side in column.guards)
            for number, *guard in sorted(zip(row.tolist(), *places)):
                found.setdefault(number, []).append((guard[0], guard[1]))
        return found


class _ColumnDoc(Doc):
    """A text of a column, which knows its words."""

    __slots__ = ("_place",)
    _place: tuple[ColumnDocs, int]

    def _found_words(self) -> list[Offsets]:
        docs, row = self._place
        words = docs.words(row)
        return super()._found_words() if words is None else words


def edits_of_texts(
    edits_of: Callable[[Doc, RowRandom], Iterable[Edit]],
    why_unchanged: Callable[[Doc], str],
    column: TextColumn,
    draws: Draws,
    idle: np.ndarray | None = None,
) -> EditColumns:
    """The edits of each text that has a word. Texts with a guarded stretch are left, to be taken by themselves.

    Args:
        edits_of: The edits of one text, from its draws.
        why_unchanged: Why a text has none, where its edits do not say it.
        draws: The draws of each row.
        idle: Rows that have no edits for certain, for the reason that an empty text has; None where none is known.
    """
    docs, keys, left = ColumnDocs(column), draws.keys.tolist(), np.zeros(column.size, bool)
    read = np.diff(column.words.first) > 0 if column.tokens is None else column.legible
    asked = read if idle is None else read & ~idle
    if column.guards is not None and column.tokens is None:
        left[np.searchsorted(column.offsets, column.guards[0], "right") - 1] = True
        asked = asked & ~left
    rows: list[int] = []
    found: list[Edit] = []
    told: dict[int, str] = {}
    faults: dict[int, Exception] = {}
    if idle is not None:
        told = dict.fromkeys(np.flatnonzero(idle).tolist(), why_unchanged(Doc("")))
    for row in np.flatnonzero(asked).tolist():
        doc = docs[row]
        try:
            answer = edits_of(doc, RowRandom(keys[row]))
            if isinstance(answer, NoEdits):
                told[row] = answer.reason
                continue
            edits = list(answer)
            check(edits, len(doc.text))
        except NotApplicable:
            left[row] = True  # the row path records the reason
            continue
        except Exception as error:  # a transformation of a user may raise anything
            left[row], faults[row] = True, error  # the row path must raise it too
            continue
        rows += [row] * len(edits)
        found += edits
    why = reasons_of_texts(why_unchanged, docs, told)
    return _columns(column, np.array(rows, np.int64), found, left)._replace(read=read, why=why, faults=faults)


def reasons_of_texts(
    why_unchanged: Callable[[Doc], str], docs: ColumnDocs, told: Mapping[int, str] = MappingProxyType({})
) -> Callable[[int], str]:
    """Why a row has no edits, by its number.

    Args:
        why_unchanged: The reason of a text.
        told: The reasons of rows that are known already.
    """
    return lambda row: told[row] if row in told else why_unchanged(docs[row])


def _columns(column: TextColumn, row: np.ndarray, edits: Sequence[Edit], left: np.ndarray) -> EditColumns:
    """Edits of single texts, whose places are counted in characters of the text."""
    first = column.characters(column.offsets)[row]
    start, end = (column.bytes(first + np.array([edit[side] for edit in edits], np.int64)) for side in (0, 1))
    new = Strings.of(edit[2].encode("utf-8", "surrogatepass") for edit in edits)
    return EditColumns.whole(row, start, end, new, left)


def change_words(
    column: TextColumn, draws: Draws, words: WordColumns, change: Change, rate: float, count: int | None
) -> EditColumns:
    """Change some of the words of each row, as ``WordTransformation.edits`` does row by row.

    Args:
        draws: The stream of each row.
        words: The words that may be drawn.
        change: What becomes of chosen words.
        rate: Share of these words.
        count: Exact number of words instead; rows with fewer are left.
    """
    sizes = np.diff(words.first)
    number = np.arange(len(words.start)) - words.first[words.row]
    wanted = np.full(column.size, count) if count else np.maximum(1, (rate * sizes + 0.5).astype(np.int64))
    wanted[sizes < wanted] = 0
    order = _random_order(words, draws.take(words.row).bits(number))
    found = _first_that_fit(column, words, order, wanted, number, draws, change)
    left = np.zeros(column.size, bool)
    if count:
        left = np.bincount(found.row, minlength=column.size) < count
        found = found.keep(~left[found.row])
    return found._replace(left=left)


def word_by_word(edit_at: Callable[[Doc, int, int, RowRandom], Edit | None], docs: ColumnDocs) -> Change:
    """What becomes of chosen words where each is changed in its text.

    Args:
        edit_at: The edit of one word of a text.
    """

    def changed(chosen: Chosen) -> WordEdits:
        column, rows = chosen.column, chosen.row.tolist()
        first = column.characters(column.offsets)[chosen.row]
        places = ((column.characters(place) - first).tolist() for place in (chosen.start, chosen.end))
        doc, last, found = None, -1, []
        for row, start, end, key in zip(rows, *places, chosen.draws.keys.tolist()):
            if doc is None or row != last:
                doc, last = docs[row], row
            found.append(edit_at(doc, start, end, RowRandom(key)))
        edits = _columns(column, chosen.row, [edit or Edit(0, 0, "") for edit in found], np.empty(0, bool))
        return WordEdits(np.array([edit is not None for edit in found], bool), *edits[1:6])

    return changed


def finished_columns(
    column: TextColumn,
    edits: EditColumns,
    docs: ColumnDocs,
    finished: Callable[[Doc, list[Edit]], Sequence[Edit]],
    told: dict[int, str],
) -> EditColumns:
    """The edits after what is done with those of a text together.

    Args:
        edits: The edits of single words.
        finished: What becomes of the edits of one text.
        told: Gets the reasons of rows of which no edit is left, where they are said.
    """
    first = column.characters(column.offsets)[edits.row]
    places = ((column.characters(place) - first).tolist() for place in (edits.start, edits.end))
    by_row: dict[int, list[Edit]] = {}
    for row, start, end, new in zip(edits.row.tolist(), *places, edits.new.tolist()):
        by_row.setdefault(row, []).append(Edit(start, end, new.decode()))
    rows: list[int] = []
    found: list[Edit] = []
    left = edits.left.copy()
    for row, own in by_row.items():
        try:
            new_edits = finished(docs[row], in_order(own))
        except NotApplicable:
            left[row] = True
            continue
        if isinstance(new_edits, NoEdits):
            told[row] = new_edits.reason
        rows += [row] * len(new_edits)
        found += new_edits
    return _columns(column, np.array(rows, np.int64), found, left)


def usable_columns(
    column: TextColumn,
    eligible: np.ndarray,
    docs: ColumnDocs,
    usable: Callable[[Doc, Sequence[Offsets]], Sequence[Offsets]],
) -> np.ndarray:
    """Which of the words that may be drawn are usable in their text.

    Args:
        eligible: Which of the words of the column may be drawn.
        usable: Which of some words of one text are usable.
    """
    words = column.words
    places = np.flatnonzero(eligible)
    row = words.row[places]
    rows, begin = np.unique(row, return_index=True)
    first = column.characters(column.offsets)[row]
    sides = ((column.characters(side[places]) - first).tolist() for side in (words.start, words.end))
    offsets, ends = list(zip(*sides)), [*begin.tolist(), len(places)]
    kept = np.zeros(len(places), bool)
    for number, known in enumerate(rows.tolist()):
        own = offsets[ends[number] : ends[number + 1]]
        fitting = usable(docs[known], own)
        if len(fitting) == len(own):
            kept[ends[number] : ends[number + 1]] = True
        elif fitting:
            some = set(fitting)
            kept[ends[number] : ends[number + 1]] = [word in some for word in own]
    found = np.zeros(len(eligible), bool)
    found[places[kept]] = True
    return found


def _random_order(words: WordColumns, drawn: np.ndarray) -> np.ndarray:
    """Numbers of the words, row by row, in the order of their draws. In one row no two draws are the same."""
    order = np.argsort(drawn)
    rows = words.row[order]
    small = len(words.first) <= 1 << 15  # the sort of 16 bits takes time that grows with the words alone
    return order[np.argsort(rows.astype(np.int16) if small else rows, kind="stable")]


def _first_that_fit(
    column: TextColumn,
    words: WordColumns,
    order: np.ndarray,
    wanted: np.ndarray,
    number: np.ndarray,
    draws: Draws,
    change: Change,
) -> EditColumns:
    """The first ``wanted`` words of each row, in ``order``, that can be changed: where one cannot, another is tried."""
    sizes, missing = np.diff(words.first), wanted.copy()
    tried = np.zeros(column.size, np.int64)
    rounds: list[tuple[np.ndarray, Chosen, WordEdits]] = []
    while (takes := np.minimum(missing, sizes - tried)).any():
        rows = np.flatnonzero(takes)
        picked = np.sort(order[ranges(words.first[rows] + tried[rows], takes[rows])])
        tried += takes
        row = words.row[picked]
        chosen = Chosen(column, words.start[picked], words.end[picked], row, draws.take(row).fork(number[picked]))
        edits = change(chosen)
        rounds.append((picked, chosen, edits))
        missing -= np.bincount(row[edits.fits], minlength=column.size)
    return _in_order(rounds, column.size)


def _in_order(rounds: list[tuple[np.ndarray, Chosen, WordEdits]], rows: int) -> EditColumns:
    """The edits that fit, in the order of the texts."""
    left = np.zeros(rows, bool)
    if not rounds:
        none = np.empty(0, np.int64)
        return EditColumns(none, none, none, none, none, Strings.of([]), left)
    picked = np.concatenate([places for places, _, _ in rounds])
    fits = np.concatenate([edits.fits for _, _, edits in rounds])
    kept = np.flatnonzero(fits)
    kept = kept[np.argsort(picked[kept])]

    row = np.concatenate([chosen.row for _, chosen, _ in rounds])[kept]
    start, end, at, until = (np.concatenate([edits[part] for _, _, edits in rounds])[kept] for part in range(1, 5))
    new = Strings.concatenated([edits.new for _, _, edits in rounds])
    return EditColumns(row, start, end, at, until, new.take(kept), left)


@cache
def word_table(name: str) -> WordTable:
    """The words of a lexicon, to look words of a column up in."""
    return WordTable(lexicon(name))
