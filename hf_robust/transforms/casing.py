"""Upper and lower case."""

from collections.abc import Iterator
from dataclasses import dataclass

from hf_robust.doc import Doc
from hf_robust.edits import Edit, apply
from hf_robust.randomness import RowRandom
from hf_robust.tasks import TASKS
from hf_robust.transforms import register
from hf_robust.transforms.base import Transformation, preserves


@register
@dataclass(frozen=True, kw_only=True)
class WordCase(Transformation):
    """The whole text in upper, lower, title or random case.

    Spans follow: an answer or entity changes its case with the text.

    Args:
        case: ``upper``, ``lower``, ``title`` (each word) or ``random`` (each letter).

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "WordCase".

    Example:
        >>> WordCase(case="title").preview("it's a nice film")
        "It's A Nice Film"
    """

    case: str = "upper"

    name = "word-case"
    level = "sentence"
    linguistics = "morphology"
    seed_name = "WordCase"
    effects = preserves(*TASKS)
    edits_protected = True

    def __post_init__(self) -> None:
        self._require_choice("case", ("upper", "lower", "title", "random"))

    def edits(self, doc: Doc, rng: RowRandom) -> Iterator[Edit]:
        if doc.bounds is None and not doc.marks and not doc.protect:
            # nothing points into the text: one edit says it all
            yield Edit(0, len(doc.text), self._whole(doc, rng))
            return
        for start, end in doc.words:
            word = doc.text[start:end]
            if doc.protect and word.lower() in doc.protect:
                continue
            new = self._cased(word, rng)
            if new != word:
                yield Edit(start, end, new)

    def _whole(self, doc: Doc, rng: RowRandom) -> str:
        if self.case in ("upper", "lower"):
            return self._cased(doc.text, rng)
        return apply(doc.text, [Edit(start, end, self._cased(doc.text[start:end], rng)) for start, end in doc.words])

    def _cased(self, word: str, rng: RowRandom) -> str:
        if self.case == "upper":
            return word.upper()
        if self.case == "lower":
            return word.lower()
        if self.case == "title":
            return word[:1].upper() + word[1:].lower()
        return "".join(c.upper() if rng.random() < 0.5 else c.lower() for c in word)
