"""Transformations for named-entity recognition; tags move with the tokens."""

from collections.abc import Iterator
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.core.word_bounds import find_words
from hf_robust.tasks import NER, NESTED_NER
from hf_robust.transforms.base import Transformation, preserves, register
from hf_robust.transforms.entity_spans import innermost
from hf_robust.transforms.typos import MODES, typo


@register
@dataclass(frozen=True, kw_only=True)
class EntityTypos(Transformation):
    """Make a typo in one word of every entity. The tags do not change.

    If entities are nested, only the inner ones get a typo.

    Args:
        mode: ``random`` or one of ``insert``, ``delete``, ``swap``, ``replace``.
        keep_first: Whether the first letter stays in its position.
        keep_last: Whether the last letter stays in its position.

    Source: TextFlint (Wang et al. 2021), section 3, "EntTypos".

    Example:
        >>> from hf_robust.core.doc import Doc, Span
        >>> EntityTypos(mode="swap").preview(Doc("Norway won", marks=[Span(0, 6, "LOC")]))
        'Nowray won'
    """

    mode: str = "random"
    keep_first: bool = True
    keep_last: bool = False

    name = "entity-typos"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "EntTypos"
    choice = "entities with a word that can be misspelled"
    script_only = True
    effects = preserves(NER, NESTED_NER)
    edits_protected = True

    def __post_init__(self) -> None:
        self._require_choice("mode", MODES)
        for name in ("keep_first", "keep_last"):
            self._require(isinstance(getattr(self, name), bool), name, "True or False")

    def edits(self, doc: Doc, rng: RowRandom) -> Iterator[Edit]:
        if not doc.marks:
            raise NotApplicable("no entity")
        for number, mark in enumerate(innermost(doc.marks)):
            draws = rng.fork(number)
            found = find_words(doc.text[mark.start : mark.end])
            words = [(mark.start + start, mark.start + end) for start, end in found]
            for place in draws.order(len(words)):
                start, end = words[place]
                word = doc.text[start:end]
                new = None if doc.is_kept(start, end) else self._typo(word, draws.fork(place))
                if new is not None:
                    yield Edit(start, end, new)
                    break

    def _typo(self, word: str, rng: RowRandom) -> str | None:
        return typo(word, rng, self.mode, self.keep_first, self.keep_last)


@register
@dataclass(frozen=True, kw_only=True)
class ConcatSentences(Transformation):
    """Join the row with the rows that follow it, including their tags.

    The following rows are read from a column (``annotate`` with ``neighbors``), so the output does not depend on
    batches.

    Args:
        following: Maximum number of following rows that are joined.

    Source: TextFlint (Wang et al. 2021), section 3, "ConcatSent".

    Example:
        >>> from hf_robust.core.doc import Doc, Neighbors
        >>> following = Neighbors((("Oslo", "won", "."),), (("B-LOC", "O", "O"),))
        >>> ConcatSentences().preview(Doc.of_tokens(["He", "ran", "."], neighbors=following))
        'He ran . Oslo won .'
    """

    following: int = 2

    name = "concat-sentences"
    level = "sentence"
    linguistics = "syntax"
    seed_name = "ConcatSent"
    choice = "rows that follow it"
    languages = ("en", "zh")
    needs = frozenset({"neighbors"})
    script_only = True
    effects = preserves(NER)

    def __post_init__(self) -> None:
        self._require(isinstance(self.following, int) and self.following >= 1, "following", "at least 1")

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        if not doc.neighbors or not doc.neighbors.tokens:
            raise NotApplicable("no row follows")
        tokens = [token for row in doc.neighbors.tokens[: self.following] for token in row]
        tags = [tag for row in doc.neighbors.tags[: self.following] for tag in row]
        if len(tokens) != len(tags) or any(len(token.split()) != 1 for token in tokens):
            raise NotApplicable("a row that follows has empty tokens or other than one tag a token")
        size = len(doc.text)
        language = doc.language
        return [Edit(size, size, language.joiner + language.join(tokens), {"gold": tags, "words": tokens})]
