"""Words of a whole batch chosen and changed at once, as ``WordTransformation`` does it for one text."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

import numpy as np

from hf_robust.core.column_edits import Chosen, EditColumns, WordEdits, scattered
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, check
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.text_columns import Strings, TextColumn, Words, is_upper, ranges
from hf_robust.core.word_tables import WordTable
from hf_robust.language.lexicons import lexicon

Change = Callable[[Chosen], WordEdits | None]


def change_words(
    column: TextColumn, draws: Draws, words: Words, change: Change, rate: float, count: int | None
) -> EditColumns:
    """Change some of the words of each row, as ``WordTransformation.edits`` does row by row.

    Args:
        column: The texts.
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


def with_wide_words(change: Change, edit_at: Callable[[Doc, int, int, RowRandom], Edit | None]) -> Change:
    """What changes words in ASCII, for words beyond it, too: these are taken one by one.

    Args:
        change: What becomes of words in ASCII.
        edit_at: The edit of one word of a text, of which nothing but the word is read.
    """

    def changed(chosen: Chosen) -> WordEdits | None:
        wide = chosen.column.are_wide(chosen.start, chosen.end)
        if not wide.any():
            return change(chosen)
        plain, others = np.flatnonzero(~wide), np.flatnonzero(wide)
        one, other = change(chosen.take(plain)), _word_by_word(chosen.take(others), edit_at)
        assert one is not None, "whoever asks has looked whether there are any"
        parts = [(plain[one.fits], one.keep(one.fits)), (others[other.fits], other.keep(other.fits))]
        return scattered(parts, chosen.size)

    return changed


def _word_by_word(chosen: Chosen, edit_at: Callable[[Doc, int, int, RowRandom], Edit | None]) -> WordEdits:
    texts = [text.decode() for text in chosen.column.texts.slices(chosen.start, chosen.end).tolist()]
    keys = chosen.draws.keys.tolist()
    found = [edit_at(Doc(text), 0, len(text), RowRandom(key)) for text, key in zip(texts, keys)]
    edits = [edit or Edit(0, 0, "") for edit in found]
    start = chosen.start + np.array([len(text[: edit.start].encode()) for text, edit in zip(texts, edits)], np.int64)
    end = chosen.start + np.array([len(text[: edit.end].encode()) for text, edit in zip(texts, edits)], np.int64)
    fits = np.array([edit is not None for edit in found], bool)
    return WordEdits(fits, start, end, start, end, Strings.of(edit.text.encode() for edit in edits))


def _random_order(words: Words, drawn: np.ndarray) -> np.ndarray:
    """Numbers of the words, row by row, in the order of their draws. In one row no two draws are the same."""
    order = np.argsort(drawn)
    rows = words.row[order]
    small = len(words.first) <= 1 << 15  # the sort of 16 bits takes time that grows with the words alone
    return order[np.argsort(rows.astype(np.int16) if small else rows, kind="stable")]


def _first_that_fit(
    column: TextColumn,
    words: Words,
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
        some = Words(words.start[picked], words.end[picked], words.row[picked], words.first)
        chosen = Chosen(column, some, draws.take(some.row).fork(number[picked]))
        edits = change(chosen)
        assert edits is not None, "whoever asks has looked whether there are any"
        rounds.append((picked, chosen, edits))
        missing -= np.bincount(some.row[edits.fits], minlength=column.size)
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
    data = np.concatenate([edits.new.data for _, _, edits in rounds])
    lengths = np.concatenate([edits.new.lengths for _, _, edits in rounds])
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    return EditColumns(row, start, end, at, until, Strings(data, offsets).take(kept), left)


_FOR_ONE_TEXT = ("wanted", "check_count", "eligible", "order", "edit_at", "replace")


@cache
def is_columnar(cls: type, base: type) -> bool:
    """Whether a class has methods for columns, and no subclass changed only the methods for one text.

    Args:
        cls: A subclass of ``WordTransformation``.
        base: ``WordTransformation`` itself, which has no ``replace_columns`` of its own.
    """

    def holds(methods: Sequence[str], *for_columns: str) -> bool:
        owner = next(parent for parent in cls.__mro__ if not vars(parent).keys().isdisjoint(for_columns))
        return owner is not base and all(getattr(cls, name) is getattr(owner, name) for name in methods)

    return holds(_FOR_ONE_TEXT, "replace_columns") and holds(("edits",), "replace_columns", "edits_columns")


@cache
def stop_words() -> WordTable:
    """The stop words, to look words of a column up in."""
    return WordTable(lexicon("stop_words"))


class WordChoices:
    """A table of words with what each may become, in the case of the word that is replaced.

    Args:
        choices: What each lower-case word may become.
    """

    def __init__(self, choices: Mapping[str, Sequence[str]]):
        self.known = WordTable(choices)
        found = [choices[word] for word in self.known.words]
        self._count = np.array([len(new) for new in found])
        self._first = np.concatenate([[0], np.cumsum(self._count)])
        # each as it stands in the table, in capitals, and with one capital
        forms = (form for new in found for word in new for form in (word, word.upper(), word[:1].upper() + word[1:]))
        self._forms = Strings.of(form.encode() for form in forms)

    def replace(self, chosen: Chosen) -> WordEdits:
        """One choice for each word, as ``match_case`` writes it; words that are not in the table do not fit."""
        number = self.known.find(chosen.column, Words(chosen.start, chosen.end, chosen.row, chosen.row))
        known = np.maximum(number, 0)
        drawn = self._first[known] + chosen.draws.randrange(self._count[known])
        capital = is_upper(chosen.column.data[chosen.start])
        form = np.where(chosen.shouted & (chosen.lengths > 1), 1, np.where(capital, 2, 0))
        return chosen.edits(number >= 0, chosen.start, chosen.end, self._forms.take(3 * drawn + form))


def edits_of_rows(
    edits_of: Callable[[int, Doc, RowRandom], Iterable[Edit]],
    column: TextColumn,
    draws: Draws,
    rows: np.ndarray,
) -> EditColumns:
    """Edits that are found text by text, for the rows in which there may be any.

    Args:
        edits_of: The edits of one row: its number, its text and its draws.
        column: The texts.
        draws: The draws of each row.
        rows: Which rows to ask about; the others have no edits.
    """
    left = np.zeros(column.size, bool)
    ends, keys = column.offsets.tolist(), draws.keys.tolist()
    content = column.data.tobytes().decode("latin-1")
    found: list[tuple[int, int, int, str]] = []
    for row in np.flatnonzero(rows & column.readable).tolist():
        first, doc = ends[row], Doc(content[ends[row] : ends[row + 1]])
        try:
            edits = list(edits_of(row, doc, RowRandom(keys[row])))
            check(edits, len(doc.text))
        except Exception:
            left[row] = True  # the reason, or the fault, is recorded when the row is taken by itself
            continue
        found += [(row, first + start, first + end, new) for start, end, new, _ in edits]
    places = np.array([edit[:3] for edit in found], np.int64).reshape(-1, 3).T
    return EditColumns.whole(places[0], places[1], places[2], Strings.of(edit[3].encode() for edit in found), left)
