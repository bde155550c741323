"""What the transformations of word segmentation share: they change whole gold words, and read those beside them."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.script import to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import WordTransformation
from hf_robust.transforms.chinese.words import written_as

Forms = Sequence[Sequence[str]]
"""What a word may become: for each choice the words that it is made of, simplified."""


def word_beside(doc: Doc, start: int, end: int, step: int = 1) -> str:
    """The gold word beside one, marks included, simplified; empty at the edge of the text.

    Args:
        start: First character of the word.
        end: Character after its last.
        step: 1 for the next word, -1 for the one before, and so on.

    Example:
        >>> from hf_robust.tasks import task
        >>> doc = task("word-segmentation").doc("words", "他 来 了 。")
        >>> word_beside(doc, 1, 2), word_beside(doc, 1, 2, -1), word_beside(doc, 1, 2, 3)
        ('了', '他', '')
    """
    words = doc.words if doc.bounds is None else doc.bounds
    place = bisect_left(words, (start, end)) + step
    return to_simplified(doc.text[slice(*words[place])]) if 0 <= place < len(words) else ""


def clause_before(doc: Doc, start: int, end: int) -> list[str]:
    """The gold words before one, simplified, as far back as the last mark.

    Args:
        start: First character of the word.
        end: Character after its last.

    Example:
        >>> from hf_robust.tasks import task
        >>> clause_before(task("word-segmentation").doc("words", "是 ， 他 昨天 来 了"), 5, 6)
        ['他', '昨天']
    """
    places = doc.words if doc.bounds is None else doc.bounds
    words, begins = clauses_of(doc)
    place = bisect_left(places, (start, end))
    return words[begins[place] : place]


@lru_cache(maxsize=16)
def clauses_of(doc: Doc) -> tuple[list[str], list[int]]:
    """The gold words of a text, simplified, and for each number of words before where their last clause begins.

    Example:
        >>> from hf_robust.tasks import task
        >>> clauses_of(task("word-segmentation").doc("words", "来 ， 我 去"))
        (['来', '，', '我', '去'], [0, 0, 2, 2, 2])
    """
    places = doc.words if doc.bounds is None else doc.bounds
    words = [to_simplified(doc.text[first:last]) for first, last in places]
    begins = [0]
    for number, word in enumerate(words, 1):
        begins.append(number if word in surrounding("clause_marks") else begins[-1])
    return words, begins


@cache
def surrounding(kind: str) -> frozenset[str]:
    """Words beside which another may not, or may, take a shape.

    Args:
        kind: Key of the table ``word_surroundings``.

    Example:
        >>> "很" in surrounding("degree_or_denied"), "后" in surrounding("after_done")
        (True, True)
    """
    return frozenset(lexicon("word_surroundings", "zh")[kind].split())


@dataclass(frozen=True, kw_only=True)
class GoldWordChange(WordTransformation):
    """Base of those that put other words in the place of a gold word.

    All places of a text are changed unless ``rate`` or ``count`` is given: a text has few of them.

    A subclass defines :meth:`forms_at`.
    """

    languages = ("zh",)
    default_rate: ClassVar[float] = 1.0
    keeps_tokens: ClassVar[bool] = False
    same_everywhere: ClassVar[bool] = False  # whether a word that comes again becomes the same as before

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        found = super().edits(doc, rng)
        if not self.same_everywhere:
            return found
        new: dict[str, Edit] = {}
        return [
            new.setdefault(doc.text[edit.start : edit.end], edit)._replace(start=edit.start, end=edit.end)
            for edit in found
        ]

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        return [word for word in doc.free_words if self.forms_at(doc, *word)]

    def forms_at(self, doc: Doc, start: int, end: int) -> Forms:
        """What the gold word ``doc.text[start:end]`` may become.

        Args:
            start: First character of the word.
            end: Character after its last.
        """
        return []

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        forms = self.forms_at(doc, start, end)
        return self._edit(doc, start, end, rng.choice(forms)) if forms else None

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        return (self._edit(doc, start, end, form) for form in rng.permuted(self.forms_at(doc, start, end)))

    def _edit(self, doc: Doc, start: int, end: int, form: Sequence[str]) -> Edit:
        words = [written_as(word, doc.text) for word in form]
        return Edit(start, end, "".join(words), {"words": words})
