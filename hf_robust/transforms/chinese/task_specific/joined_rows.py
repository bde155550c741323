"""Rows of Chinese named-entity recognition joined with those that follow."""

from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.tasks import NER
from hf_robust.transforms.base import Transformation, preserves, register


@register
@dataclass(frozen=True, kw_only=True)
class ConcatSentences(Transformation):
    """The row joined with the rows that follow it, tags included.

    What follows is a column (``annotate`` with ``neighbors``), so the output does not depend on batches.

    Args:
        following: How many of the next rows are joined on, at most.

    Source: TextFlint (Wang et al. 2021), section 3, "ConcatSent".

    Example:
        >>> from hf_robust.core.doc import Doc, Neighbors
        >>> from hf_robust.language.chinese.room import CHINESE
        >>> following = Neighbors((("杭", "州", "很", "美", "。"),), (("B-LOC", "I-LOC", "O", "O", "O"),))
        >>> doc = Doc.of_tokens(["他", "走", "了", "。"], neighbors=following, language=CHINESE)
        >>> ConcatSentences().preview(doc)
        '他走了。杭州很美。'
    """

    following: int = 2

    name = "concat-sentences"
    version = "zh.1"
    level = "sentence"
    linguistics = "syntax"
    seed_name = "ConcatSent"
    languages = ("zh",)
    needs = frozenset({"neighbors"})
    effects = preserves(NER)

    def __post_init__(self) -> None:
        self._require(isinstance(self.following, int) and self.following >= 1, "following", "at least 1")

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        if not doc.neighbors or not doc.neighbors.tokens:
            raise NotApplicable("no row follows")
        tokens = [token for row in doc.neighbors.tokens[: self.following] for token in row]
        tags = [tag for row in doc.neighbors.tags[: self.following] for tag in row]
        if len(tokens) != len(tags) or not all(token and not token.isspace() for token in tokens):
            raise NotApplicable("a row that follows has empty tokens or other than one tag a token")
        size = len(doc.text)
        return [Edit(size, size, "".join(tokens), {"gold": tags, "words": tokens})]
