"""The base of those that change Chinese words one by one, by what stands beside them."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.word_view import WordView, word_view
from hf_robust.transforms.base import WordTransformation


@dataclass(frozen=True, kw_only=True)
class ChineseWords(WordTransformation):
    """Base of those that say for each word of a Chinese text all edits that it allows.

    A subclass defines :meth:`edits_of`. Latin letters and digits are never changed, and neither is a word that is not
    whole: one that is partly protected, or part of a longer word of the dictionary.

    Class attributes:
        takes_parts: Whether words that are part of a longer one are looked at, too.
    """

    version = "zh.1"
    level = "word"
    languages = ("zh",)
    default_rate: ClassVar[float] = 0.1
    keeps_tokens: ClassVar[bool] = False
    takes_parts: ClassVar[bool] = False

    @abstractmethod
    def edits_of(self, view: WordView, number: int) -> Sequence[Edit]:
        """All edits of a word, each by itself; none where it stays.

        Args:
            view: The words of the text.
        """

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        view = word_view(doc)
        return [
            (start, end)
            for number, (start, end) in enumerate(view.places)
            if doc.is_free(start, end)
            and self.edits_of(view, number)
            and (self.takes_parts or not view.is_part(number))
        ]

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        return next(self.options(doc, start, end, rng), None)

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        view = word_view(doc)
        edits = [edit for edit in self.edits_of(view, view.number_at(start)) if doc.is_free(edit.start, edit.end)]
        for number in rng.order(len(edits)):
            yield edits[number]
