"""Base of the changes of single letters in any language."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.text_columns import TextColumn
from hf_robust.transforms.base import GENERAL_TASKS, Effect, preserves
from hf_robust.transforms.word_changes import Spot, Spots, WordChange, changed_word


class AnyLanguage:
    """Mixin of those that apply to every language without a definition of its own; name it before the other base."""

    languages: ClassVar[tuple[str, ...]] = ("*",)
    not_languages: ClassVar[tuple[str, ...]] = ("zh",)  # a Chinese character is no letter

    def edits_columns(self, column: TextColumn, draws: Draws) -> EditColumns | None:
        """None: the texts of a column do not say in which language they are."""
        return None


@dataclass(frozen=True, kw_only=True)
class LetterChange(AnyLanguage, WordChange):
    """Base of those that change a letter of a word by the word and the language of the text.

    A letter is what a reader takes for one: a grapheme cluster, with its marks.
    """

    script_only = True
    level = "character"
    linguistics = "morphology"
    effects: ClassVar[Mapping[str, Effect]] = preserves(*GENERAL_TASKS)

    @abstractmethod
    def spots_in(self, word: str, code: str) -> Spots:
        """Where a word may change, as :meth:`spots` gives it.

        Args:
            code: Code of the language of the text.
        """

    def spots(self, word: str) -> Spots:
        return self.spots_in(word, "")

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        return changed_word(doc.text[start:end], _known_spots(self, doc.text[start:end], doc.language.code), rng)

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        """All that a word may become, in random order."""
        word = doc.text[start:end]
        spots = dict.fromkeys(_flat(_known_spots(self, word, doc.language.code)))
        forms = [word[: spot.start] + new + word[spot.end :] for spot in spots for new in spot.choices]
        return (Edit(start, end, forms[number]) for number in rng.order(len(forms)))


def _flat(spots: Spots) -> list[Spot]:
    """The spots of all kinds of change."""
    return [one for spot in spots for one in ([spot] if isinstance(spot, Spot) else _flat(spot))]


@lru_cache(1 << 14)
def _known_spots(transformation: LetterChange, word: str, code: str) -> Spots:
    return transformation.spots_in(word, code)
