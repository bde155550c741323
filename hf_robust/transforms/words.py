"""Word level: misspellings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms import register
from hf_robust.transforms.base import GENERAL_TASKS, WordTransformation, match_case, preserves


@register
@dataclass(frozen=True, kw_only=True)
class Misspelling(WordTransformation):
    """A word becomes a misspelling of it that people really make.

    Args:
        rate: Share of the words that have one (0.3 unless ``count`` is given).
        count: Exact number of words.
        choose: ``random`` or ``important``: by the importance column.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SpellingError".

    Example:
        >>> Misspelling().preview("Definitely the best restaurant", seed=2)
        'Definitly the best restaurant'
    """

    name = "misspelling"
    level = "word"
    linguistics = "morphology"
    seed_name = "SpellingError"
    effects = preserves(*GENERAL_TASKS)
    default_rate: ClassVar[float] = 0.3

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        known = lexicon("misspellings")
        text = doc.text
        low = text.lower()
        if len(low) != len(text):  # a few letters change their length in lower case
            return [word for word in doc.free_words if text[word[0] : word[1]].lower() in known]
        return [word for word in doc.free_words if low[word[0] : word[1]] in known]

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        return match_case(word, rng.choice(lexicon("misspellings")[word.lower()]))
