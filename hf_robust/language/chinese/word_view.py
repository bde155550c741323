"""The words of a Chinese text in simplified characters, with what stands beside them."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import itemgetter

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Offsets
from hf_robust.language.chinese.dictionary import rows, universal_tags_of
from hf_robust.language.chinese.script import is_traditional, to_simplified, to_traditional

__all__ = ["WordView", "word_view"]

_BOUNDARY = re.compile(r"[^\w·%％\-]+|_+")

_LOOSE = frozenset("很 太 最 更 较 是 就 都 也 这 那 一 的 了 和 与 及 并 已".split())
"""What stays apart although the dictionary has it joined to what it stands beside: 很大, 就是."""


class WordView:
    """The words of a text by their numbers; everything that is asked or answered is in simplified characters.

    Words are beside each other where nothing stands between them: marks and spaces part them.

    Example:
        >>> from hf_robust.language.chinese.definition import CHINESE
        >>> view = WordView(Doc.of_tokens(["菜", "很", "貴", "，", "走"], language=CHINESE))
        >>> view.word(2), view.before(2), view.after(2), view.clause(1)
        ('贵', '很', '', (0, 3))
    """

    def __init__(self, doc: Doc):
        self.doc = doc
        self.places: Sequence[Offsets] = doc.words
        self.text = to_simplified(doc.text)

    @cached_property
    def traditional(self) -> bool:
        """Whether the text is in traditional characters."""
        return is_traditional(self.doc.text)

    @cached_property
    def _clauses(self) -> list[Offsets]:
        found, at = [], 0
        for mark in _BOUNDARY.finditer(self.text):
            found.append((at, mark.start()))
            at = mark.end()
        return [*found, (at, len(self.text))]

    def __len__(self) -> int:
        return len(self.places)

    def number_at(self, start: int) -> int:
        """The number of the word that begins at a character."""
        return bisect_left(self.places, (start, 0))

    def word(self, number: int) -> str:
        """A word; empty before the first and after the last."""
        if not 0 <= number < len(self.places):
            return ""
        start, end = self.places[number]
        return self.text[start:end]

    def before(self, number: int, step: int = 1) -> str:
        """The word so many places before one, in the same clause; empty where there is none."""
        return self.word(number - step) if self._touch(number - step, number) else ""

    def after(self, number: int, step: int = 1) -> str:
        """The word so many places after one, in the same clause; empty where there is none."""
        return self.word(number + step) if self._touch(number, number + step) else ""

    def following(self, number: int) -> Iterator[str]:
        """The words after one in the same clause.

        Example:
            >>> from hf_robust.language.chinese.definition import CHINESE
            >>> list(WordView(Doc.of_tokens(["他", "买", "书", "，", "走"], language=CHINESE)).following(0))
            ['买', '书']
        """
        for last in range(number + 1, len(self.places)):
            if not self._touch(last - 1, last):
                return
            yield self.word(last)

    def _touch(self, first: int, last: int) -> bool:
        if first < 0 or last >= len(self.places):
            return False
        if last - first == 1:
            return self.places[first][1] == self.places[last][0]
        return all(self.places[n][1] == self.places[n + 1][0] for n in range(first, last))

    def tags(self, number: int) -> tuple[str, ...]:
        """The universal parts of speech that a word may have, the most usual first."""
        return universal_tags_of(self.word(number))

    def is_part(self, number: int) -> bool:
        """Whether the dictionary knows a longer word that reaches from a word into what stands beside it.

        Such a word is hardly one by itself, or part of a fixed phrase: to change it tears the longer one apart.

        Example:
            >>> from hf_robust.language.chinese.definition import CHINESE
            >>> view = WordView(Doc.of_tokens(["联合", "国", "真", "大方"], language=CHINESE))
            >>> [view.is_part(number) for number in range(len(view))]
            [True, True, False, False]
        """
        places, text, known = self.places, self.text, rows()
        start, end = places[number]
        word = text[start:end]
        if number and places[number - 1][1] == start:
            before = text[places[number - 1][0] : start]
            before = "" if before in _LOOSE else before
        else:
            before = ""
        if before and (before + word in known or before[-1] + word in known):
            return True
        after = text[end : places[number + 1][1]] if number + 1 < len(places) and places[number + 1][0] == end else ""
        if not after or after in _LOOSE:
            return False
        return word + after in known or word + after[0] in known or (before != "" and before + word + after in known)

    def clause(self, number: int) -> Offsets:
        """Where the clause of a word lies: between marks or spaces."""
        return self._clauses[bisect_left(self._clauses, self.places[number][1], key=itemgetter(1))]

    def ahead(self, number: int) -> str:
        """The clause of a word up to it."""
        return self.text[self.clause(number)[0] : self.places[number][0]]

    def behind(self, number: int) -> str:
        """The clause of a word from its end on."""
        return self.text[self.places[number][1] : self.clause(number)[1]]

    def mark_after(self, number: int) -> str:
        """The character that ends the clause of a word; empty at the end of the text."""
        end = self.clause(number)[1]
        return self.text[end : end + 1]

    @cached_property
    def _of_words(self) -> bool:
        bounds = self.doc.bounds
        tokens = [self.doc.text[start:end] for start, end in bounds or ()]
        return bounds is not None and not self.doc.language.by_character(tokens)

    def labels(self, new: str, upos: str, xpos: str) -> Mapping[str, Sequence[str]] | None:
        """The labels of a word that comes in: a token of its own in a list of words, else nothing.

        Args:
            new: The word as it is written.
            upos: Its universal part of speech.
            xpos: Its tag in the Chinese treebanks.
        """
        return {"words": [new], "upos": [upos], "xpos": [xpos]} if self._of_words else None

    def written(self, new: str) -> str:
        """New words in the characters of the text."""
        return to_traditional(new) if self.traditional else new


@lru_cache(maxsize=16)
def word_view(doc: Doc) -> WordView:
    """The words of a text, read once for the methods that are called one after the other."""
    return WordView(doc)
