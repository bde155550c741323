"""Finding listed phrases in a text, word by word: cost follows the text, not the list."""

from collections.abc import Iterable, Iterator

from hf_robust.core.doc import Doc

_INSIDE_WORD = frozenset("'’-_")


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

    @staticmethod
    def _cuts(text: str, start: int, stop: int) -> bool:
        """Whether the phrase is only a part of a longer word."""
        before, after, second = text[start - 1 : start], text[stop : stop + 1], text[stop + 1 : stop + 2]
        return before in _INSIDE_WORD or after.isalnum() or (after in _INSIDE_WORD and second.isalnum())
