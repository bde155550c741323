"""Words that are told by their annotation, chosen for a whole batch; what each becomes is asked word by word."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hf_robust.core.column_edits import Chosen, EditColumns, WordEdits
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.text_columns import Strings, Words
from hf_robust.language.annotated_texts import AnnotatedTexts
from hf_robust.transforms.base import WordTransformation
from hf_robust.transforms.word_columns import change_words, edits_of_rows, is_columnar

EditsAt = Callable[[AnnotatedTexts, np.ndarray, Draws], Iterable[Edit | None]]


@dataclass(frozen=True, kw_only=True)
class AnnotatedWordTransformation(WordTransformation):
    """Base of those that tell by annotation which words they may change.

    Beside the methods for one text a subclass defines :meth:`eligible_tokens`.
    """

    @abstractmethod
    def eligible_tokens(self, texts: AnnotatedTexts) -> np.ndarray:
        """Which of ``texts.tokens`` may be drawn: :meth:`eligible` for a whole batch.

        Tokens that must not be touched need not be left out. A subclass that changes the methods for one text and not
        this one is run row by row.
        """

    def edits_at(self, texts: AnnotatedTexts, tokens: np.ndarray, draws: Draws) -> Iterable[Edit | None]:
        """What :meth:`edit_at` makes of chosen tokens, in their order.

        Args:
            texts: The texts.
            tokens: Numbers of the tokens.
            draws: The draws of each.
        """
        for row, start, end, key in zip(*texts.spans(tokens), draws.keys.tolist()):
            yield self.edit_at(texts.doc(row), start, end, RowRandom(key))

    def edits_annotated(self, texts: AnnotatedTexts, draws: Draws) -> EditColumns | None:
        fits = self.keeps_tokens or texts.column.tokens is None
        if self.choose != "random" or not fits or not is_columnar(type(self), WordTransformation, "eligible_tokens"):
            return None
        rate = self.rate or self.default_rate
        return change_tokens(texts, draws, self.eligible_tokens(texts), self.edits_at, rate, self.count)


def change_tokens(
    texts: AnnotatedTexts, draws: Draws, eligible: np.ndarray, edits_at: EditsAt, rate: float, count: int | None
) -> EditColumns:
    """Change some of the words of each row, as ``WordTransformation.edits`` does row by row.

    Args:
        texts: The texts.
        draws: The stream of each row.
        eligible: Which of their tokens may be drawn.
        edits_at: The edits of chosen tokens, by their numbers.
        rate: Share of the eligible words.
        count: Exact number of words instead; rows with fewer are left.
    """
    tokens = free_tokens(texts, eligible)
    words = _words(texts, tokens)

    def change(chosen: Chosen) -> WordEdits:
        numbers = tokens[np.searchsorted(words.start, chosen.start)]
        try:
            found = list(edits_at(texts, numbers, chosen.draws))
        except Exception:
            texts.sound[chosen.row] = False  # whose it is, is recorded when the rows are taken by themselves
            found = [None] * chosen.size
        tagged = [edit is not None and edit.tags is not None for edit in found]
        texts.sound[chosen.row[tagged]] = False  # what moves labels in columns does not read tags
        return _word_edits(chosen, found, texts.column.offsets[chosen.row])

    edits = change_words(texts.column, draws, words, change, rate, count)
    return without_unsound(texts, edits)


def free_tokens(texts: AnnotatedTexts, mask: np.ndarray) -> np.ndarray:
    """Numbers of those tokens that may be touched, of rows that can be read.

    Args:
        texts: The texts.
        mask: Which tokens.
    """
    places = np.flatnonzero(mask & texts.sound[texts.tokens.row])
    return places[texts.column.are_free(texts.tokens.start[places], texts.tokens.end[places])]


def tokens_with(texts: AnnotatedTexts, may: np.ndarray, fact: Callable[[Doc, int], Any]) -> np.ndarray:
    """Which tokens a rule says something of; what it says is kept in ``texts.facts``.

    Args:
        texts: The texts.
        may: Tokens that it is asked for, by what they are in themselves.
        fact: The rule, of a text and the number of a token in it; None where it says nothing.
    """
    mask = np.zeros(len(may), bool)
    places = free_tokens(texts, may)
    rows = texts.tokens.row[places]
    inside = (places - texts.tokens.first[rows]).tolist()
    for number, row, place in zip(places.tolist(), rows.tolist(), inside):
        try:
            found = fact(texts.doc(row), place)
        except Exception:
            texts.sound[row] = False  # the fault is recorded when the row is taken by itself
            continue
        if found is not None:
            texts.facts[number] = found
    mask[list(texts.facts)] = True
    return mask


def edits_of_annotated(
    edits_of: Callable[[Doc, RowRandom], Iterable[Edit]], texts: AnnotatedTexts, draws: Draws, rows: np.ndarray
) -> EditColumns:
    """Edits that are found text by text, for the rows in which there may be any.

    Args:
        edits_of: The edits of one text.
        texts: The texts.
        draws: The draws of each row.
        rows: Which rows to ask about; the others have no edits.
    """

    def free(row: int, doc: Doc, rng: RowRandom) -> list[Edit]:
        edits = list(edits_of(doc, rng))
        if any(edit.tags is not None for edit in edits):
            texts.sound[row] = False  # what moves labels in columns does not read tags
        return [edit for edit in edits if not doc.protected or doc.is_free(edit.start, edit.end)]

    edits = edits_of_rows(free, texts.column, draws, rows & texts.sound, texts.doc)
    return without_unsound(texts, edits)


def without_unsound(texts: AnnotatedTexts, edits: EditColumns) -> EditColumns:
    """The edits of rows that can be read; the others are left."""
    left = edits.left | ~texts.sound
    return edits.keep(~left[edits.row])._replace(left=left)


def _words(texts: AnnotatedTexts, places: np.ndarray) -> Words:
    return texts.tokens.take(places, texts.column.size)


def _word_edits(chosen: Chosen, edits: Sequence[Edit | None], offsets: np.ndarray) -> WordEdits:
    """The edits of chosen words; their offsets are those in the row, which begins at ``offsets``."""
    start = offsets + np.array([0 if edit is None else edit.start for edit in edits], np.int64)
    end = offsets + np.array([0 if edit is None else edit.end for edit in edits], np.int64)
    new = Strings.of(b"" if edit is None else edit.text.encode() for edit in edits)
    return WordEdits(np.array([edit is not None for edit in edits], bool), start, end, start, end, new)
