"""Brackets or quotes put round a text, or its final marks taken away."""

from dataclasses import dataclass
from functools import cache

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
_SPACES = "".join(map(chr, np.flatnonzero(IS_SPACE)))
_PENN = {"(": "-LRB-", "[": "-LRB-", ")": "-RRB-", "]": "-RRB-", "*": "SYM"}


@register
@dataclass(frozen=True, kw_only=True)
class Punctuation(Transformation):
    """Enclose the text in brackets or quotes, or remove its final punctuation mark. Question marks are kept.

    The brackets or quotes do not occur in the text.

    Args:
        mode: ``add`` or ``remove``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "AddPunc" and "RmvPunc".

    Example:
        >>> Punctuation(mode="remove").preview("It works, mostly...")
        'It works, mostly'
    """

    mode: str = "add"

    name = "punctuation"
    version = "3"
    level = "sentence"
    linguistics = "morphology"
    seed_name = "AddPunc, RmvPunc"
    script_only = True
    effects = preserves(*GENERAL_TASKS)

    def __post_init__(self) -> None:
        self._require_choice("mode", ("add", "remove"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = doc.text
        if self.mode == "remove":
            tail = self._tail(doc)
            return [Edit(tail, len(text), "")] if tail < len(text) else []
        # curly ones are not looked for among other characters beyond ASCII
        pairs = [
            pair
            for pair in lexicon("quotes")["pairs"]
            if not any(mark in text for mark in pair) and (pair[0].isascii() or text.isascii())
        ]
        if not pairs or not text.strip(_SPACES):
            return []
        opening, closing = rng.choice(pairs)
        start, end = len(text) - len(text.lstrip(_SPACES)), len(text.rstrip(_SPACES))
        if doc.bounds is None:
            return [Edit(start, start, opening), Edit(end, end, closing)]
        return [
            Edit(start, start, f"{opening} ", _tags(opening, "``")),
            Edit(end, end, f" {closing}", _tags(closing, "''")),
        ]

    def edits_columns(self, column: TextColumn, draws: Draws) -> EditColumns | None:
        if not column.plain:
            return None
        if self.mode == "remove":
            return _removed(column)
        pairs = lexicon("quotes")["pairs"]
        fits = _fitting(column)
        rows = np.flatnonzero(fits.any(axis=1) & (np.diff(column.words.first) > 0))
        ordinal = np.cumsum(fits[rows], axis=1)
        pair = np.argmax(ordinal == draws.take(rows).randrange(ordinal[:, -1])[:, None] + 1, axis=1)
        solid = np.flatnonzero(~IS_SPACE[column.data])
        start = solid[np.searchsorted(solid, column.offsets[rows])]
        end = solid[np.searchsorted(solid, column.offsets[rows + 1]) - 1] + 1
        at = np.stack([start, end], axis=1).reshape(-1)
        sides = Strings.of(mark.encode() for pair in pairs for mark in pair)
        new = sides.take(np.stack([2 * pair, 2 * pair + 1], axis=1).reshape(-1))
        edits = EditColumns.whole(np.repeat(rows, 2), at, at, new, np.zeros(column.size, bool))
        return edits._replace(read=np.diff(column.words.first) > 0)

    def _tail(self, doc: Doc) -> int:
        """Where the final punctuation begins, with the space before it; a text that is nothing else keeps it."""
        text = doc.text
        tail = end = len(text)
        # not a regular expression: on a long run of marks it would take time without end
        while tail and (text[tail - 1] in _MARKS or text[tail - 1].isspace()):
            tail -= 1
        if tail == 0 or not text[tail:].strip() or "?" in text[tail:] or not doc.is_free(tail, end):
            return end
        if doc.bounds is not None and not any(start - 1 == tail for start, _ in doc.bounds):
            return end  # an abbreviation's full stop is part of its token
        return tail


def _removed(column: TextColumn) -> EditColumns:
    """The final marks of each row taken away."""
    end, is_mark = column.offsets[1:], _IS_MARK[column.data]
    solid = np.flatnonzero(~(is_mark | IS_SPACE[column.data]))
    number = np.searchsorted(solid, end) - 1
    tail = np.where(number >= 0, solid[np.maximum(number, 0)] + 1 if len(solid) else 0, 0)
    # rows with a word, where what stands before the marks is in ASCII
    read = (np.diff(column.words.first) > 0) & (np.append(column.data, np.uint8(0))[tail - 1] < FIRST_WIDE)
    marks, questions = np.flatnonzero(is_mark), np.flatnonzero(column.data == ord("?"))
    counts = [np.searchsorted(places, end) - np.searchsorted(places, tail) for places in (marks, questions)]
    cut = np.flatnonzero((tail > column.offsets[:-1]) & (counts[0] > 0) & (counts[1] == 0))
    edits = EditColumns.whole(cut, tail[cut], end[cut], Strings.empty(len(cut)), np.zeros(column.size, bool))
    return edits._replace(read=read)


def _fitting(column: TextColumn) -> np.ndarray:
    """Which pairs of marks each row has none of; shape (rows, pairs)."""
    bits = _bits()[column.data]
    places = np.flatnonzero(bits)
    found = np.zeros(column.size, np.uint8)
    np.bitwise_or.at(found, np.searchsorted(column.offsets, places, "right") - 1, bits[places])
    return (found[:, None] >> np.arange(len(lexicon("quotes")["pairs"])) & 1) == 0


@cache
def _bits() -> np.ndarray:
    """For each byte a bit for each pair that it excludes: a byte beyond ASCII excludes those that are it, too."""
    bits = np.zeros(256, np.uint8)
    for number, pair in enumerate(lexicon("quotes")["pairs"]):
        for mark in pair:
            bits[ord(mark) if mark.isascii() else slice(FIRST_WIDE, None)] |= 1 << number
    return bits


def _tags(mark: str, quote: str) -> dict[str, list[str]]:
    return {"upos": ["PUNCT"], "xpos": [_PENN.get(mark, quote)], "deprel": ["punct"]}
