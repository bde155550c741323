"""Brackets, quotes and end marks added or removed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.text_columns import IS_SPACE, Strings, TextColumn, byte_mask
from hf_robust.core.wide_characters import FIRST_WIDE
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import GENERAL_TASKS, Transformation, preserves, register

_MARKS = ".!?,;:…"
_IS_MARK = byte_mask(_MARKS)
_PENN = {"(": "-LRB-", "[": "-LRB-", "{": "-LRB-", ")": "-RRB-", "]": "-RRB-", "}": "-RRB-"}
_OPENING = dict.fromkeys(("“", "‘", "«"), "``")
_CLOSING = dict.fromkeys(("”", "’", "»"), "''")


@register
@dataclass(frozen=True, kw_only=True)
class Punctuation(Transformation):
    """Brackets or quotes round the text and another end mark, or no final punctuation.

    Args:
        mode: ``add`` or ``remove``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "AddPunc" and "RmvPunc".

    Example:
        >>> Punctuation(mode="remove").preview("It works, mostly...")
        'It works, mostly'
    """

    mode: str = "add"

    name = "punctuation"
    version = "2"
    level = "sentence"
    linguistics = "morphology"
    seed_name = "AddPunc, RmvPunc"
    effects = preserves(*GENERAL_TASKS)

    def __post_init__(self) -> None:
        self._require_choice("mode", ("add", "remove"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = doc.text
        tail = self._tail(doc)
        if self.mode == "remove":
            return [Edit(tail, len(text), "")] if tail < len(text) else []
        opening, closing = rng.choice(lexicon("quotes")["pairs"])
        old = text[tail:].strip()
        mark = rng.choice([m for m in lexicon("quotes")["end_marks"] if m != old])
        if doc.bounds is None:
            return [Edit(0, 0, opening), Edit(tail, len(text), closing + mark)]
        removed = [Edit(tail, len(text), "")] if tail < len(text) else []
        return [
            Edit(0, 0, f"{opening} ", _tags((opening,), opening=True)),
            *removed,
            Edit(len(text), len(text), f" {closing} {mark}", _tags((closing, mark))),
        ]

    def edits_columns(self, column: TextColumn, draws: Draws) -> EditColumns | None:
        if not column.plain:
            return None
        start, end = column.offsets[:-1], column.offsets[1:]
        tail, first, last, read = _tails(column)
        row, left = np.arange(column.size), np.zeros(column.size, bool)
        if self.mode == "remove":
            cut = tail < end
            edits = EditColumns.whole(row[cut], tail[cut], end[cut], Strings.empty(int(cut.sum())), left)
            return edits._replace(read=read)
        pairs, marks = lexicon("quotes")["pairs"], lexicon("quotes")["end_marks"]
        opening, closing = (Strings.of(pair[side].encode() for pair in pairs) for side in (0, 1))
        pair = draws.randrange(len(pairs))
        old = _numbers(column, first, last, marks)
        # the mark that stands there is passed over
        mark = draws.randrange(len(marks) - (old >= 0), 1)
        mark = mark + ((old >= 0) & (mark >= old))
        ends = Strings.of(mark.encode() for mark in marks).take(mark)
        new = Strings.joined([opening.take(pair), closing.take(pair), ends], column.size)
        # two edits a row: what stands before the text, and what replaces its end
        offsets = np.zeros(2 * column.size + 1, np.int64)
        offsets[2::2] = new.offsets[1:]
        offsets[1::2] = new.offsets[:-1] + opening.lengths[pair]
        begins, stops = np.stack([start, tail], axis=1).reshape(-1), np.stack([start, end], axis=1).reshape(-1)
        edits = EditColumns.whole(np.repeat(row, 2), begins, stops, Strings(new.data, offsets), left)
        return edits._replace(read=read)

    def _tail(self, doc: Doc) -> int:
        """Where the final punctuation begins, with the space before it; a text that is nothing else keeps it."""
        text = doc.text
        tail = end = len(text)
        # not a regular expression: on a long run of marks it would take time without end
        while tail and (text[tail - 1] in _MARKS or text[tail - 1].isspace()):
            tail -= 1
        if tail == 0 or not text[tail:].strip() or not doc.is_free(tail, end):
            return end
        if doc.bounds is not None and not any(start - 1 == tail for start, _ in doc.bounds):
            return end  # an abbreviation's full stop is part of its token
        return tail


def _tails(column: TextColumn) -> tuple[np.ndarray, ...]:
    """Where the final punctuation of each text begins, its first mark, and what is after its last; its end for none.

    And the rows of which that is true: those with a word, where what stands before the punctuation is in ASCII.
    """
    end, is_mark = column.offsets[1:], _IS_MARK[column.data]
    solid = np.flatnonzero(~(is_mark | IS_SPACE[column.data]))
    number = np.searchsorted(solid, end) - 1
    tail = np.where(number >= 0, solid[np.maximum(number, 0)] + 1 if len(solid) else 0, 0)
    read = (np.diff(column.words.first) > 0) & (np.append(column.data, np.uint8(0))[tail - 1] < FIRST_WIDE)
    tail = np.maximum(tail, column.offsets[:-1])
    marks = np.flatnonzero(is_mark)
    begin, stop = np.searchsorted(marks, tail), np.searchsorted(marks, end)
    marks = np.append(marks, 0)
    found = stop > begin
    first, last = np.where(found, marks[begin], end), np.where(found, marks[stop - 1] + 1, end)
    return np.where(found & (tail > column.offsets[:-1]), tail, end), first, last, read


def _numbers(column: TextColumn, start: np.ndarray, end: np.ndarray, texts: Sequence[str]) -> np.ndarray:
    """The number of the text that stands at each place; -1 where none does."""
    found = np.full(len(start), -1)
    padded = np.append(column.data, np.zeros(8, np.uint8))
    for number, text in enumerate(texts):
        code = text.encode()
        same = end - start == len(code)
        for place, byte in enumerate(code):
            same &= padded[start + place] == byte
        found[same] = number
    return found


def _tags(marks: tuple[str, ...], opening: bool = False) -> dict[str, list[str]]:
    penn = []
    for mark in marks:
        quote = (_OPENING if opening else _CLOSING).get(mark) or ("``" if opening else "''")
        end = "." if mark[0] in ".!?" else ":"
        is_end = mark[0] in ".!?;…"
        penn.append(_PENN.get(mark) or (end if is_end else "SYM" if mark == "*" else quote))
    return {"upos": ["PUNCT"] * len(marks), "xpos": penn, "deprel": ["punct"] * len(marks)}
