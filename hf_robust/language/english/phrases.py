"""Finding listed phrases in a text, word by word: cost follows the text, not the list."""

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_letters, digits

import numpy as np

from hf_robust.core.doc import Doc
from hf_robust.core.text_columns import TextColumn, byte_mask
from hf_robust.core.word_tables import Phrases, PhraseSearch

_INSIDE_WORD = frozenset("'’-_")
_IS_INSIDE, _IS_SOLID = byte_mask("'-_"), byte_mask(ascii_letters + digits)


class PhraseTable:
    """Phrases by their first word.

    Args:
        phrases: Lower-case phrases with single spaces.

    Example:
        >>> table = PhraseTable(["by the way", "you"])
        >>> list(table.find(Doc("You went, by the way.")))
        [(0, 3, 'you'), (10, 20, 'by the way')]
    """

    def __init__(self, phrases: Iterable[str]):
        self._by_first: dict[str, list[str]] = {}
        self._search: PhraseSearch | None = None
        for phrase in sorted(phrases, key=lambda phrase: (-len(phrase), phrase)):
            self._by_first.setdefault(phrase.split(" ")[0], []).append(phrase)

    def find(self, doc: Doc) -> Iterator[tuple[int, int, str]]:
        """Each phrase that stands in the text as whole words, in any case: start, end and the phrase.

        Where several begin at the same word the longest comes first; phrases may overlap.
        """
        text, by_first = doc.text, self._by_first
        low = text.lower()
        if len(low) != len(text):  # a few letters change their length in lower case
            low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
        for start, end in doc.words:
            phrases = by_first.get(low[start:end])
            if phrases is None:
                continue
            for phrase in phrases:
                stop = start + len(phrase)
                if low.startswith(phrase, start) and not self._cuts(low, start, stop):
                    yield start, stop, phrase

    def find_columns(self, column: TextColumn) -> tuple[Phrases, Sequence[str]]:
        """:meth:`find` in all texts of a column: where phrases stand, and the phrases that their numbers mean."""
        if self._search is None:
            self._search = PhraseSearch(self._by_first)
        found = self._search.find(column)
        data, offsets = np.append(column.data, np.zeros(2, np.uint8)), column.offsets
        low, high = offsets[found.row], offsets[found.row + 1]
        before = np.where(found.start > low, data[np.maximum(found.start - 1, 0)], 0)
        after = np.where(found.end < high, data[found.end], 0)
        second = np.where(found.end + 1 < high, data[found.end + 1], 0)
        solid = _IS_INSIDE[after] & (_IS_SOLID[second])
        whole = ~(_IS_INSIDE[before] | _IS_SOLID[after] | solid)
        return Phrases(*(array[whole] for array in found)), self._search.phrases

    @staticmethod
    def _cuts(text: str, start: int, stop: int) -> bool:
        """Whether the phrase is only a part of a longer word."""
        before, after, second = text[start - 1 : start], text[stop : stop + 1], text[stop + 1 : stop + 2]
        return before in _INSIDE_WORD or after.isalnum() or (after in _INSIDE_WORD and second.isalnum())
