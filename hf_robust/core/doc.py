"""What a transformation reads: an immutable text with its words, annotation and gold spans."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple

from hf_robust.core.edits import Edit, Offsets, Projection, project_tokens
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.languages import SPACED, Language
from hf_robust.core.protection import NOTHING, Protection, merged_spans, overlaps
from hf_robust.core.word_bounds import find_words, whole_words

_START = itemgetter(0)


class Token(NamedTuple):
    """One token of the annotation; layers that were not asked for are empty.

    Args:
        start: First character in the text.
        end: Character after the last.
        text: The token itself.
        pos: Universal part of speech, for example ``"NOUN"``.
        tag: Penn tag, for example ``"NNS"``.
        lemma: Dictionary form.
        dep: Dependency relation.
        head: Number of the head token; the root is its own head.
        sent: Number of the sentence.
    """

    start: int
    end: int
    text: str
    pos: str = ""
    tag: str = ""
    lemma: str = ""
    dep: str = ""
    head: int = -1
    sent: int = 0


class Span(NamedTuple):
    """Characters ``start:end`` with a label: an entity, an answer, an aspect."""

    start: int
    end: int
    label: str = ""


class Annotation(NamedTuple):
    """Tokens and entities of one text."""

    tokens: Sequence[Token]
    entities: tuple[Span, ...] = ()

    @classmethod
    def of_column(cls, row: Mapping[str, Any]) -> "Annotation":
        """Read one value of the column that ``annotate`` writes: a mapping of lists."""
        size = len(row["start"])
        layers = (row[name] or [default] * size for name, default in _LAYERS)
        tokens = tuple(map(_NEW_TOKEN, zip(row["start"], row["end"], row["token"], *layers)))
        return cls(tokens, tuple(map(Span, row["ent_start"], row["ent_end"], row["ent_label"])))


# ``Token._make`` is three times as slow, and annotated texts have many tokens
_NEW_TOKEN = partial(tuple.__new__, Token)
_LAYERS = (("pos", ""), ("tag", ""), ("lemma", ""), ("dep", ""), ("head", -1), ("sent", 0))


class Neighbors(NamedTuple):
    """The rows that follow this one: their token lists, and their tags as they stand in the column."""

    tokens: tuple[tuple[str, ...], ...]
    tags: tuple[tuple, ...]


class Doc:
    """A text as a transformation sees it. Nothing on it can be changed.

    Args:
        text: The text; for a token list its tokens joined, as the language joins them.
        bounds: Offsets of the tokens when the column is a token list.
        annotation: Tokens and entities, or a value of the annotation column, read when it is first used.
        protected: Character spans that must not be touched.
        marks: Gold spans with their labels (entities of a tagging task, answers, aspects).
        protect: What the user protects: words, phrases, patterns and kinds of text.
        carried: Spans that were protected before an earlier stage of a chain edited the text.
        neighbors: The rows that follow, for transformations that join rows.
        importance: Offsets of the words, the most important first, where an importance column was computed.
        language: The language of the text; it says where its words lie.

    Example:
        >>> doc = Doc("A fine film", protected=[(7, 11)])
        >>> [doc.text[start:end] for start, end in doc.free_words]
        ['A', 'fine']
    """

    __slots__ = (
        *("_annotation", "_free", "_guarded", "_kept", "_words"),
        *("bounds", "carried", "importance", "language", "marks", "neighbors", "protect", "protected", "text"),
    )
    text: str
    bounds: Sequence[Offsets] | None
    protected: Sequence[Offsets]
    marks: Sequence[Span]
    protect: Protection
    carried: Sequence[Offsets]
    neighbors: Neighbors | None
    importance: Sequence[Offsets] | None
    language: Language
    _annotation: Annotation | Mapping[str, Any] | None
    _words: list[Offsets]
    _free: list[Offsets]
    _guarded: list[Offsets]
    _kept: list[Offsets]

    def __init__(
        self,
        text: str,
        *,
        bounds: Sequence[Offsets] | None = None,
        annotation: Annotation | Mapping[str, Any] | None = None,
        protected: Sequence[Offsets] = (),
        marks: Sequence[Span] = (),
        protect: Protection = NOTHING,
        carried: Sequence[Offsets] = (),
        neighbors: Neighbors | None = None,
        importance: Sequence[Offsets] | None = None,
        language: Language = SPACED,
    ):
        fix = object.__setattr__
        fix(self, "text", text)
        fix(self, "bounds", bounds)
        fix(self, "_annotation", annotation)
        fix(self, "protected", protected)
        fix(self, "marks", marks)
        fix(self, "protect", protect)
        fix(self, "carried", carried)
        fix(self, "neighbors", neighbors)
        fix(self, "importance", importance)
        fix(self, "language", language)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Doc cannot be changed: {name}")

    def __repr__(self) -> str:
        return f"Doc({self.text!r})"

    @property
    def words(self) -> list[Offsets]:
        """Offsets of the words: what has at least one letter or digit."""
        try:
            return self._words
        except AttributeError:
            words = self._found_words()
            object.__setattr__(self, "_words", words)
            return words

    def _found_words(self) -> list[Offsets]:
        if self.language.spaced or self._annotation is None:
            return self.language.words(self.text, self.bounds)
        # one row, one segmentation: transformations that read tags and those that do not see the same words
        return whole_words(self.text, find_words(self.text, [(token.start, token.end) for token in self.tokens]))

    @property
    def free_words(self) -> list[Offsets]:
        """The words that may be touched."""
        if not self.guarded:
            return self.words
        try:
            return self._free
        except AttributeError:
            free = [word for word in self.words if self.is_free(*word)]
            object.__setattr__(self, "_free", free)
            return free

    @property
    def kept(self) -> list[Offsets]:
        """What the user protects and the fixed terms of the language, but not the gold spans: sorted, and apart."""
        try:
            return self._kept
        except AttributeError:
            spans = [*self.carried, *self.language.fixed_terms(self.text)]
            if self.protect:
                spans += self.protect.spans(self.text)
            if self.protect.wants_entities:
                found = self.entities if self._annotation is not None else ()
                spans += [(span.start, span.end) for span in (*self.marks, *found)]
            object.__setattr__(self, "_kept", merged_spans(spans) if spans else spans)
            return self._kept

    @property
    def guarded(self) -> list[Offsets]:
        """What must not be touched, gold spans and all of :attr:`kept`: sorted, and apart from each other."""
        try:
            return self._guarded
        except AttributeError:
            spans = merged_spans([*self.protected, *self.kept]) if self.protected else self.kept
            object.__setattr__(self, "_guarded", spans)
            return spans

    def is_free(self, start: int, end: int) -> bool:
        """Whether the characters may be touched: no protected span is among them."""
        return not overlaps(self.guarded, start, end)

    def is_kept(self, start: int, end: int) -> bool:
        """Whether the user protects some of these characters, gold spans aside.

        Args:
            start: First character.
            end: Character after the last.
        """
        return overlaps(self.kept, start, end)

    @property
    def tokens(self) -> Sequence[Token]:
        """The annotation's tokens.

        Raises:
            UsageError: When the transformation reads them without declaring ``needs``.
        """
        found = self._annotation
        return found.tokens if isinstance(found, Annotation) else self._read().tokens

    @property
    def entities(self) -> tuple[Span, ...]:
        """Entities that the annotation found; labels as spaCy's (PERSON, ORG, GPE, ...)."""
        return self._read().entities

    def token_at(self, start: int) -> int:
        """Number of the first token that begins at this character or after it.

        Args:
            start: The character.

        Example:
            >>> Doc.tagged("a fine film").token_at(2)
            1
        """
        return bisect_left(self.tokens, start, key=_START)

    def project(self, edits: Sequence[Edit]) -> Projection:
        """The token list after edits, and where each new token comes from; for a text over a token list.

        Args:
            edits: Sorted edits on the text.

        Example:
            >>> Doc.of_tokens(["I", "can't"]).project([Edit(2, 7, "can not")]).tokens
            ['I', 'can', 'not']
        """
        bounds = self.bounds or ()
        if self.language.spaced:
            return project_tokens(self.text, bounds, edits)
        split, always = self.language.splitter([self.text[start:end] for start, end in bounds])
        return project_tokens(self.text, bounds, edits, split, always)

    def protecting(self, spans: Sequence[Offsets]) -> "Doc":
        """The same text, with its words and annotation, where other spans must not be touched; it has no marks.

        Args:
            spans: The spans.

        Example:
            >>> doc = Doc("A fine film").protecting([(7, 11)])
            >>> [doc.text[start:end] for start, end in doc.free_words]
            ['A', 'fine']
        """
        return Doc(
            self.text,
            bounds=self.bounds,
            annotation=self._annotation,
            protected=spans,
            protect=self.protect,
            carried=self.carried,
            language=self.language,
        )

    def _read(self) -> Annotation:
        found = self._annotation
        if found is None:
            raise UsageError("this text is not annotated; declare the layers in the transformation's `needs`")
        if not isinstance(found, Annotation):
            found = Annotation.of_column(found)
            object.__setattr__(self, "_annotation", found)
        return found

    @classmethod
    def of_value(cls, value: Any, *, language: Language = SPACED, **layers: Any) -> "Doc":
        """A Doc over a value of a text column: a text, a list of tokens, or a list of sentences that are such.

        Args:
            value: The value.
            language: Its language.
            **layers: All else that a Doc holds.

        Raises:
            NotApplicable: When there is no text, or a token is empty.

        Example:
            >>> Doc.of_value([["He", "ran", "."], ["Oslo", "won", "."]]).text
            'He ran . Oslo won .'
        """
        if value is None or not len(value):
            raise NotApplicable("empty text")
        if isinstance(value, str):
            if value.isspace():
                raise NotApplicable("blank text")
            return cls(value, language=language, **layers)
        tokens = flat_tokens(value)
        if any(token is None or not token for token in tokens):
            raise NotApplicable("a token is empty")
        text = language.join(tokens)
        if not text or text.isspace():
            raise NotApplicable("blank text" if text else "empty text")
        return cls(text, bounds=token_bounds(tokens, language.joiner), language=language, **layers)

    @classmethod
    def of_tokens(cls, tokens: Sequence[str], *, language: Language = SPACED, **layers: Any) -> "Doc":
        """A Doc over a token list.

        Example:
            >>> Doc.of_tokens(["Oslo", "won"]).bounds
            [(0, 4), (5, 8)]
        """
        return cls(language.join(tokens), bounds=token_bounds(tokens, language.joiner), language=language, **layers)

    @classmethod
    def tagged(cls, text: str, entities: Mapping[str, str] | None = None) -> "Doc":
        """A Doc annotated by hand, for tests and examples: ``word/POS/TAG/lemma/dep/head``, all but the word optional.

        Heads count from 1; the root has 0.

        Args:
            text: Tokens with their annotation, separated by spaces.
            entities: Label by the entity's text.

        Example:
            >>> Doc.tagged("Dogs/NOUN/NNS/dog bark/VERB").tokens[0].lemma
            'dog'
        """
        parts = [(token.split("/") + [""] * 5)[:6] for token in text.split()]
        plain = " ".join(part[0] for part in parts)
        tokens = tuple(
            Token(start, end, word, pos, tag, lemma or word.lower(), dep, (int(head) or n) - 1 if head else -1)
            for n, ((word, pos, tag, lemma, dep, head), (start, end)) in enumerate(
                zip(parts, token_bounds([part[0] for part in parts])), start=1
            )
        )
        places = ((plain.index(name), name, label) for name, label in (entities or {}).items())
        spans = (Span(start, start + len(name), label) for start, name, label in places)
        return cls(plain, annotation=Annotation(tokens, tuple(spans)))


def flat_tokens(value: Sequence[Any]) -> Sequence[str]:
    """The tokens of a list of tokens, or of a list of sentences that are lists of tokens.

    Example:
        >>> flat_tokens([["He", "ran"], ["Oslo"]]), flat_tokens(["He", "ran"])
        (['He', 'ran', 'Oslo'], ['He', 'ran'])
    """
    if not any(isinstance(part, (list, tuple)) for part in value):
        return value
    return [token for sentence in value for token in sentence or ()]


def plain_text(value: Any, language: Language = SPACED) -> str:
    """A text, or the text that tokens (in sentences or not) make; empty for None.

    Args:
        value: A value of a text column.
        language: Its language, which says how tokens join.

    Example:
        >>> plain_text("A film."), plain_text(["A", "film"]), plain_text(None)
        ('A film.', 'A film', '')
    """
    if value is None or isinstance(value, str):
        return value or ""
    return language.join([token or "" for token in flat_tokens(value)])


def token_bounds(tokens: Iterable[str], joiner: str = " ") -> list[Offsets]:
    """Offsets of tokens in the text they make when joined by single spaces, or by nothing."""
    bounds = []
    at = 0
    for token in tokens:
        bounds.append((at, at + len(token)))
        at += len(token) + len(joiner)
    return bounds
