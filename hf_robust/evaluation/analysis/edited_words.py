"""Which words were edited in each pair of a suite, and what became of them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hf_robust.core.doc import plain_text
from hf_robust.core.languages import SPACED, Language
from hf_robust.suites.pairs import RECORD, SuiteEntry
from hf_robust.suites.rows import fields_of, pieces_of

if TYPE_CHECKING:
    from datasets import Dataset

MOST_WORDS = 3  # of an edit, before or after; longer ones are no words
MOST_EDITS = 5  # of a row; of more it is not known which one mattered
_RAW = 3 * MOST_EDITS  # edits of letters, of which several may be in one word
_IN_WORD = re.compile(r"[\w'’-]*")
_WORD_END = re.compile(r"[\w'’-]*\Z")

Edited = tuple[str, str]  # a word in lower case, empty where one was put in, and what it became


class _Edit(NamedTuple):
    stage: int
    field: str
    start: int
    end: int
    after: str


def edited_words(
    entry: SuiteEntry, chosen: np.ndarray, language: Language = SPACED
) -> Iterator[tuple[int, list[Edited]]]:
    """For each pair the words that were edited; not for pairs with too many or too long edits.

    Args:
        entry: The pairs.
        chosen: Whether each pair is looked at.
        language: The language of the texts.
    """
    start = 0
    columns = [name for name in entry.original.column_names if _holds_text(entry.original, name)]
    texts = pieces_of(entry.original, *columns)
    for (edits,), table in zip(fields_of(entry.perturbed, RECORD, "edits"), texts, strict=True):
        rows = _few(edits, chosen[start : start + len(edits)])
        by_name = {name: table.column(name).take(rows).to_pylist() for name in columns}
        found_in = _rows(edits, rows) if len(rows) else iter(())
        for number, (row, found) in enumerate(zip(rows.tolist(), found_in, strict=True)):
            words = _words({name: by_name[name][number] for name in columns}, found, language)
            if words and len(words) <= MOST_EDITS:
                yield start + row, words
        start += len(edits)


def _holds_text(dataset: "Dataset", name: str) -> bool:
    """Whether a column holds texts or lists of them."""
    kind = dataset.data.schema.field(name).type
    while pa.types.is_list(kind) or pa.types.is_large_list(kind):
        kind = kind.value_type
    return pa.types.is_string(kind) or pa.types.is_large_string(kind)


def _few(edits: pa.ChunkedArray, chosen: np.ndarray) -> np.ndarray:
    """The rows that are looked at and have some edits, but not many."""
    sizes = pc.fill_null(pc.list_value_length(edits), 0).to_numpy()
    return np.flatnonzero(chosen & (sizes > 0) & (sizes <= _RAW))


def _rows(edits: pa.ChunkedArray, rows: np.ndarray) -> Iterator[list[_Edit]]:
    """The edits of some rows; field by field, as a mapping for each edit would take many times as long."""
    taken = edits.take(pa.array(rows))
    flat = taken.combine_chunks() if isinstance(taken, pa.ChunkedArray) else taken
    values = flat.flatten()
    columns = [values.field(name).to_pylist() for name in _Edit._fields]
    every = list(map(_Edit._make, zip(*columns, strict=True)))
    ends = np.cumsum(pc.list_value_length(flat).to_numpy(zero_copy_only=False))
    for first, last in zip([0, *ends[:-1].tolist()], ends.tolist()):
        yield every[first:last]


def _words(texts: dict[str, Any], edits: Iterable[_Edit], language: Language) -> list[Edited]:
    """The words that the edits of one row touch, in all texts and stages; none where an edit is a long one."""
    found: list[Edited] = []
    for name, own in groupby(
        sorted(edits, key=lambda edit: (edit.field, edit.stage, edit.start)), lambda one: one.field
    ):
        text = texts.get(name)
        if text is None:
            return []
        text = plain_text(text, language)
        for _, stage in groupby(own, lambda one: one.stage):
            steps = list(stage)
            words = _in_stage(text, steps)
            if words is None:
                return []
            found += words
            text = _applied(text, steps)
    return found


def _in_stage(text: str, edits: Sequence[_Edit]) -> list[Edited] | None:
    """The words that edits of one stage touch; those of one word count as one. None where one is too long."""
    found, at = [], 0
    while at < len(edits):
        first = edits[at].start - len(_before(text, edits[at].start))
        parts, last = [text[first : edits[at].start]], edits[at].start
        while True:
            parts += [text[last : edits[at].start], edits[at].after]
            last = edits[at].end
            rest = _following(text, last)
            at += 1
            if at == len(edits) or edits[at].start > last + len(rest):
                break
        before, after = text[first : last + len(rest)].strip(), ("".join(parts) + rest).strip()
        if max(len(before.split()), len(after.split())) > MOST_WORDS:
            return None
        if before or after:
            found.append(_lowered(before, after))
    return found


def _before(text: str, start: int) -> str:
    """The part of a word that ends at a place."""
    found = _WORD_END.search(text, max(0, start - 40), start)
    return found.group() if found else ""


def _following(text: str, end: int) -> str:
    """The part of a word that begins at a place."""
    found = _IN_WORD.match(text, end, end + 40)
    return found.group() if found else ""


def _lowered(before: str, after: str) -> Edited:
    """In lower case, but where nothing else is changed."""
    lower = before.lower(), after.lower()
    return lower if lower[0] != lower[1] else (lower[0], after)


def _applied(text: str, edits: Sequence[_Edit]) -> str:
    """The text that the next stage receives."""
    parts, at = [], 0
    for edit in edits:
        parts += [text[at : edit.start], edit.after]
        at = edit.end
    return "".join([*parts, text[at:]])
