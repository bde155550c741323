"""Spans as they stand in a column: of tokens, both ends in it, or of the characters of a text; read, moved, written.

A span is ``[start, end]`` or a struct ``{start, end[, type][, text]}``, and is written back as it came. Over tokens
both ends are in it, from 0, as in SemEval and TACRED. Over a plain string they are characters, the end after the last.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard

from hf_robust.core.doc import Doc, flat_tokens, token_bounds
from hf_robust.core.edits import Edit, Offsets, Projection, remap_spans
from hf_robust.core.errors import NotApplicable
from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import has_type, inner_feature, is_json, text_shape
from hf_robust.tasks.labels import whole

SHAPE = "[start, end] or a struct with 'start' and 'end'"


class Passage(NamedTuple):
    """A text that spans point into.

    Args:
        text: The text; tokens are joined by single spaces.
        bounds: Characters of each token; None for a plain string.
    """

    text: str
    bounds: Sequence[Offsets] | None

    @classmethod
    def of(cls, value: Any, joiner: str = " ") -> "Passage":
        """A value of a text column: a string, tokens, or sentences that are lists of tokens.

        Args:
            joiner: What stands between two tokens in the language of the text.

        Raises:
            NotApplicable: When there is none, or a token is absent.

        Example:
            >>> Passage.of([["He", "ran"], ["Oslo"]])
            Passage(text='He ran Oslo', bounds=[(0, 2), (3, 6), (7, 11)])
        """
        if not value:
            raise NotApplicable("empty text")
        if isinstance(value, str):
            return cls(value, None)
        tokens = flat_tokens(value)
        if not all(tokens):
            raise NotApplicable("a token is empty" if tokens else "empty text")
        return cls(joiner.join(tokens), token_bounds(tokens, joiner))

    @property
    def size(self) -> str:
        """How long it is, in what spans count."""
        return f"{len(self.text)} characters" if self.bounds is None else f"{len(self.bounds)} tokens"

    def characters(self, span: Any, noun: str) -> Offsets:
        """Where a span lies in the text.

        Args:
            span: The span, as it stands in the column.
            noun: What it is, for the reason: ``subject``.

        Raises:
            NotApplicable: When it is no span, lies outside of the text, or has a text that does not stand there.

        Example:
            >>> Passage.of(["New", "York", "won"]).characters([0, 1], "subject")
            (0, 8)
            >>> Passage.of("New York won").characters([0, 3], "subject")
            (0, 3)
        """
        start, end = ends_of(span, noun)
        least, most = (start + 1, len(self.text)) if self.bounds is None else (start, len(self.bounds) - 1)
        if end < least:
            raise NotApplicable(f"the {noun} [{start}, {end}] holds nothing")
        if start < 0 or end > most:
            hint = "; its end is the last token in it" if self.bounds is not None and end == most + 1 else ""
            raise NotApplicable(f"the {noun} [{start}, {end}] lies outside of the {self.size}{hint}")
        found = (start, end) if self.bounds is None else (self.bounds[start][0], self.bounds[end][1])
        said = span.get("text") if _is_struct(span) else None
        there = self.text[found[0] : found[1]]
        if said is not None and said != there and "".join(said.split()) != "".join(there.split()):
            raise NotApplicable(f"the {noun} [{start}, {end}] says {quoted(said)}, but {quoted(there)} stands there")
        return found


def words_of(value: Any, span: Any) -> str:
    """What stands at a span; the span itself where it does not fit.

    Args:
        value: The text, tokens or sentences.
        span: The span, as it stands in the column.

    Example:
        >>> words_of(["New", "York", "won"], [0, 1]), words_of(["New", "York"], [1, 4])
        ('New York', '[1, 4]')
    """
    try:
        passage = Passage.of(value)
        start, end = passage.characters(span, "span")
    except NotApplicable:
        return str(span)
    return passage.text[start:end]


class MovedSpans:
    """Where spans of a text lie after edits.

    Args:
        doc: The text before the edits.
        after: The text after them.

    Attributes:
        projection: The tokens after the edits; None for a plain string.

    Example:
        >>> moved = MovedSpans(Doc.of_tokens(["Anna", "met", "Bob"]), [Edit(5, 8, "ran into")], "Anna ran into Bob")
        >>> moved.value([2, 2], "object"), moved.value({"start": 2, "end": 2, "text": "Bob"}, "object")
        ([3, 3], {'start': 3, 'end': 3, 'text': 'Bob'})
    """

    def __init__(self, doc: Doc, edits: Sequence[Edit], after: str):
        self._edits, self._after, self._join = edits, after, doc.language.join
        self.projection: Projection | None = None
        if doc.bounds is not None:
            self.projection = doc.project(edits)
            self._old = list(range(len(doc.bounds)))
            self._same = self.projection.origins == self._old
            self._first: dict[int, int] = {}
            self._last: dict[int, int] = {}
            for place, origin in enumerate(self.projection.origins):
                if origin is not None:
                    self._first.setdefault(origin, place)
                    self._last[origin] = place

    def value(self, span: Any, noun: str) -> Any:
        """A span after the edits, as it came.

        Args:
            span: The span before them.
            noun: What it is, for the reason: ``subject``.

        Raises:
            NotApplicable: When nothing of it is left, or an edit joins it with what is beside it.
        """
        ends = ends_of(span, noun)
        if self.projection is None:
            (moved,) = remap_spans([ends], self._edits)
            if moved is None:
                raise NotApplicable(f"the {noun} lies across an edit")
            return written(span, moved, self._after[moved[0] : moved[1]])
        start, end = ends if self._same else self._moved(*ends, noun, self.projection)
        return written(span, (start, end), self._join(self.projection.tokens[start : end + 1]))

    def _moved(self, start: int, end: int, noun: str, projection: Projection) -> Offsets:
        for first, last, _ in projection.merged:
            apart = last < start or end < first
            if not apart and not (start <= first and last <= end):
                raise NotApplicable(f"the {noun} lies across an edit")
        kept = [place for place in range(start, end + 1) if place in self._first]
        if not kept:
            raise NotApplicable(f"nothing of the {noun} would be left")
        return self._first[kept[0]], self._last[kept[-1]]


def is_nested(value: Any) -> bool:
    """Whether a value is a list of lists of tokens.

    Example:
        >>> is_nested([["He", "ran"], []]), is_nested(["He", "ran"]), is_nested("He ran")
        (True, False, False)
    """
    return not isinstance(value, str) and any(isinstance(part, (list, tuple)) for part in value)


def ends_of(span: Any, noun: str) -> Offsets:
    """Both numbers of a span, as they stand in the column.

    Raises:
        NotApplicable: When there are no two whole numbers.

    Example:
        >>> ends_of({"start": 3, "end": 4, "type": "PER"}, "subject")
        (3, 4)
    """
    if span is None:
        raise NotApplicable(f"the {noun} is absent")
    ends = [span.get("start"), span.get("end")] if _is_struct(span) else span
    if isinstance(ends, (list, tuple)) and len(ends) == 2:
        start, end = map(whole, ends)
        if start is not None and end is not None:
            return start, end
    raise NotApplicable(f"the {noun} must be {SHAPE}, found {quoted(span)}")


def _is_struct(span: Any) -> TypeGuard[Mapping[str, Any]]:
    """Whether a span is a struct; a list is told apart first, as that is quicker than to ask for a mapping."""
    return not isinstance(span, (list, tuple)) and isinstance(span, Mapping)


def written(span: Any, ends: Offsets, text: str) -> Any:
    """A span at another place, as it came.

    Args:
        span: The span before.
        ends: Its numbers, as the column counts.
        text: What stands there.

    Example:
        >>> written([0, 1], (2, 3), "New York"), written({"start": 0, "end": 1, "type": "LOC"}, (2, 3), "New York")
        ([2, 3], {'start': 2, 'end': 3, 'type': 'LOC'})
    """
    if not isinstance(span, Mapping):
        return list(ends)
    new = {**span, "start": ends[0], "end": ends[1]}
    return {**new, "text": text} if span.get("text") is not None else new


def expected_span(feature: Any) -> str | None:
    """What a column of spans must hold, where it holds something else."""
    inner = inner_feature(feature)
    pair = inner is not None and has_type(inner, ("int", "uint"))
    struct = isinstance(feature, Mapping) and {"start", "end"} <= feature.keys()
    return None if pair or struct or is_json(feature) else f"a span, {SHAPE}"


def expected_text(feature: Any, nested: bool = False) -> str | None:
    """What a column that spans point into must hold, where it holds something else.

    Args:
        feature: The column's feature.
        nested: Whether it may hold sentences, too.
    """
    inner = inner_feature(feature)
    if text_shape(feature) or (nested and inner is not None and text_shape(inner) == "tokens"):
        return None
    return f"{'lists of tokens, ' if nested else ''}a list of tokens, or text"
