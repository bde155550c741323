"""What the transformations of Chinese words share: which words may change, and how a word of a table is written."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.numerals import NUMERALS
from hf_robust.language.chinese.script import as_written, is_han, is_traditional, to_simplified
from hf_robust.tasks import HATE_SPEECH, NER, NLI, POS, QA, SENTIMENT, SIMILARITY, TEXT_CLASSIFICATION
from hf_robust.transforms.base import WordTransformation

CHINESE_TASKS = (TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH, NLI, SIMILARITY, NER, QA, POS)
"""Tasks that have Chinese transformations; word segmentation has its own."""

Choices = Sequence[tuple[str, float]]
"""What a word may become, each with its weight in the draw."""

_written_in_full = lru_cache(maxsize=1)(is_traditional)


def whole_tokens(doc: Doc, start: int, end: int) -> bool:
    """Whether characters are whole tokens, where the text is a token list.

    Example:
        >>> from hf_robust.language.chinese.room import CHINESE
        >>> doc = Doc.of_tokens(["两张", "票"], language=CHINESE)
        >>> whole_tokens(doc, 0, 2), whole_tokens(doc, 0, 1)
        (True, False)
    """
    if doc.bounds is None:
        return True
    return any(first == start for first, _ in doc.bounds) and any(last == end for _, last in doc.bounds)


def crosses_mark(doc: Doc, start: int, end: int) -> bool:
    """Whether a gold span begins or ends inside these characters: such a word is none of the annotator's.

    Example:
        >>> from hf_robust.core.doc import Span
        >>> doc = Doc("北京大学生", marks=[Span(0, 4, "ORG")])
        >>> crosses_mark(doc, 2, 5), crosses_mark(doc, 0, 2)
        (True, False)
    """
    return any(start < first < end or start < last < end for first, last, _ in doc.marks)


@dataclass(frozen=True, kw_only=True)
class HanWords(WordTransformation):
    """Base of those that change words of Chinese characters; Latin letters, digits and numerals stay as they are.

    Class attributes:
        least: Fewest characters of a word that is changed.
    """

    languages = ("zh",)
    least: ClassVar[int] = 1

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        text = doc.text
        return [
            (start, end)
            for start, end in doc.free_words
            if end - start >= self.least
            and all(map(is_han, text[start:end]))
            and self.may_change(to_simplified(text[start:end]))
            and not (doc.marks and crosses_mark(doc, start, end))
        ]

    def may_change(self, word: str) -> bool:
        """Whether a word may be drawn.

        Args:
            word: Its simplified characters.
        """
        return not is_numeral(word)


def is_numeral(word: str) -> bool:
    """Whether a word is nothing but a number in characters.

    Example:
        >>> is_numeral("三百"), is_numeral("三个")
        (True, False)
    """
    return all(sign in NUMERALS for sign in word)


@dataclass(frozen=True, kw_only=True)
class WeightedWords(HanWords):
    """Base of those that put another word of the dictionary in the place of one, the likelier the heavier it is."""

    @abstractmethod
    def choices(self, word: str) -> Choices:
        """What a word may become.

        Args:
            word: Its simplified characters.
        """

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        choices = self.choices(to_simplified(doc.text[start:end]))
        if not choices:
            return None
        number = next(rng.weighted_order([weight for _, weight in choices]))
        return written_as(choices[number][0], doc.text)

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        choices = self.choices(to_simplified(doc.text[start:end]))
        for number in rng.weighted_order([weight for _, weight in choices]):
            yield Edit(start, end, written_as(choices[number][0], doc.text))


def written_as(word: str, text: str) -> str:
    """A word of the tables in the script of a text.

    Example:
        >>> written_as("检察", "請檢查一下"), written_as("检察", "请检查一下")
        ('檢察', '检察')
    """
    return as_written([word], text)[0] if _written_in_full(text) else word
