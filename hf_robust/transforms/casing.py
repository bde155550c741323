"""Texts in upper, lower, title or random case."""

from collections.abc import Iterator
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, apply
from hf_robust.core.randomness import RowRandom
from hf_robust.transforms.base import GENERAL_TASKS, Transformation, preserves, register

_ENDINGS = ("s", "t", "re", "ve", "ll", "d", "m", "em")
_CLITICS = frozenset([*_ENDINGS, *(f"{sign}{end}" for sign in "'’" for end in _ENDINGS), "n't", "n’t"])


@register
@dataclass(frozen=True, kw_only=True)
class WordCase(Transformation):
    """Change the whole text to upper, lower, title or random case.

    Spans follow the text: an answer or entity changes its case too.

    Args:
        case: ``upper``, ``lower``, ``title`` (each word; capitals inside a word stay) or ``random`` (each letter).

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "WordCase".

    Example:
        >>> WordCase(case="title").preview("it's a nice film")
        "It's A Nice Film"
    """

    case: str = "upper"

    name = "word-case"
    version = "3"
    level = "sentence"
    linguistics = "morphology"
    seed_name = "WordCase"
    choice = "letters whose case can be changed"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    edits_protected = True
    keeps_tokens = True

    def __post_init__(self) -> None:
        self._require_choice("case", ("upper", "lower", "title", "random"))

    def edits(self, doc: Doc, rng: RowRandom) -> Iterator[Edit]:
        coins = _coins(rng)
        if doc.bounds is None and not doc.marks and not doc.kept:
            # nothing points into the text: one edit says it all
            yield Edit(0, len(doc.text), self._whole(doc, coins))
            return
        for start, end in doc.words:
            word = doc.text[start:end]
            if doc.kept and doc.is_kept(start, end):
                continue
            new = self._cased(doc, start, end, coins)
            if new != word:
                yield Edit(start, end, new)

    def _whole(self, doc: Doc, coins: Iterator[int]) -> str:
        if self.case in ("upper", "lower"):
            return doc.text.upper() if self.case == "upper" else doc.text.lower()
        return apply(doc.text, [Edit(*word, self._cased(doc, *word, coins)) for word in doc.words])

    def _cased(self, doc: Doc, start: int, end: int, coins: Iterator[int]) -> str:
        word = doc.text[start:end]
        if self.case == "upper":
            return word.upper()
        if self.case == "lower":
            return word.lower()
        if self.case == "title":
            return _titled(word, doc.text, start)
        return "".join(c.upper() if heads else c.lower() for c, heads in zip(word, coins))


def _coins(rng: RowRandom) -> Iterator[int]:
    """Fair coins: the bits of one draw after the other, the lowest first."""
    while True:
        drawn = rng.bits()
        for place in range(64):
            yield drawn >> place & 1


def _titled(word: str, text: str, start: int) -> str:
    low = word.lower()
    # the second half of "it 's" and "does n't" is no word of its own
    if low in _CLITICS and (low[0] in "'’n" or text[start - 1 : start] in ("'", "’")):
        return low
    return word[:1].upper() + (low[1:] if text.isupper() else word[1:])
