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
_TOKENS = frozenset({str, type(None)})


class Token(NamedTuple):
    """One token of the annotation. Layers that were not requested are empty.

    Args:
        start: First character in the text.
        end: Character after the last one.
        text: Text of the token.
        pos: Universal part-of-speech tag, for example ``"NOUN"``.
        tag: Penn Treebank tag, for example ``"NNS"``.
        dep: Dependency relation.
        head: Index of the head token. The root is its own head.
        sent: Index of the sentence.
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
    """Characters ``start:end`` with a label, such as an entity, an answer or an aspect."""

    start: int
    end: int
    label: str = ""


class Annotation(NamedTuple):
    """Tokens and entities of a text."""

    tokens: Sequence[Token]
    entities: tuple[Span, ...] = ()

    @classmethod
    def of_column(cls, row: Mapping[str, Any]) -> "Annotation":
        """Parse one value of the column that ``annotate`` writes: a mapping of lists."""
        size = len(row["start"])
        layers = (row[name] or [default] * size for name, default in _LAYERS)
        tokens = tuple(map(_NEW_TOKEN, zip(row["start"], row["end"], row["token"], *layers)))
        return cls(tokens, tuple(map(Span, row["ent_start"], row["ent_end"], row["ent_label"])))


# ``Token._make`` is three times as slow, and annotated texts have many tokens
_NEW_TOKEN = partial(tuple.__new__, Token)
_LAYERS = (("pos", ""), ("tag", ""), ("lemma", ""), ("dep", ""), ("head", -1), ("sent", 0))


class Neighbors(NamedTuple):
    """The next rows: their lists of tokens, and their tags as in the column."""

    tokens: tuple[tuple[str, ...], ...]
    tags: tuple[tuple, ...]


class Doc:
    """An immutable text with its annotation, as a transformation receives it.

    Args:
        text: The text. For a list of tokens, the tokens joined according to the language.
        bounds: Offsets of the tokens, if the column contains lists of tokens.
        annotation: Tokens and entities, or a value of the annotation column. A value is parsed on first use.
        protected: Character spans that must not be changed.
        marks: Gold spans with their labels: entities of a tagging task, answers, aspects.
        protect: Text that the user protects: words, phrases, patterns and kinds of text.
        carried: Spans that were protected before an earlier stage of a chain edited the text.
        neighbors: The next rows, for transformations that join rows.
        importance: Offsets of the words, sorted by descending importance, if there is an importance column.
        language: Language of the text. It determines the word boundaries.

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
        """Offsets of the words. A word contains at least one letter or digit."""
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
        """Offsets of the words that may be changed."""
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
        """Spans that the user protects and fixed terms of the language, without the gold spans: sorted and disjoint."""
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
        """Spans that must not be changed: gold spans and all spans of :attr:`kept`, sorted and disjoint."""
        try:
            return self._guarded
        except AttributeError:
            spans = merged_spans([*self.protected, *self.kept]) if self.protected else self.kept
            object.__setattr__(self, "_guarded", spans)
            return spans

    def is_free(self, start: int, end: int) -> bool:
        """Return whether the characters may be changed, which means that they overlap no protected span.

        Args:
            start: First character.
            end: Character after the last one.
        """
        return not overlaps(self.guarded, start, end)

    def is_kept(self, start: int, end: int) -> bool:
        """Return whether the characters overlap a span of :attr:`kept`. Gold spans do not count.

        Args:
            start: First character.
            end: Character after the last one.
        """
        return overlaps(self.kept, start, end)

    @property
    def tokens(self) -> Sequence[Token]:
        """Tokens of the annotation.

        Raises:
            UsageError: If the text is not annotated, because the transformation does not declare the layers in
                ``needs``.
        """
        found = self._annotation
        return found.tokens if isinstance(found, Annotation) else self._read().tokens

    @property
    def entities(self) -> tuple[Span, ...]:
        """Entities of the annotation, with the labels of spaCy (PERSON, ORG, GPE, ...)."""
        return self._read().entities

    def token_at(self, start: int) -> int:
        """Return the index of the first token that starts at a character or after it.

        Args:
            start: The character.

        Example:
            >>> Doc.tagged("a fine film").token_at(2)
            1
        """
        return bisect_left(self.tokens, start, key=_START)

    def project(self, edits: Sequence[Edit]) -> Projection:
        """Return the list of tokens after edits, with the origin of each new token.

        The Doc must be built from a list of tokens.

        Args:
            edits: Sorted edits of the text.

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
        """Return the text with its words and annotation, but with other protected spans and without marks.

        Args:
            spans: Character spans that must not be changed.

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
        """Return a Doc for a value of a text column.

        The value is a text, a list of tokens, or a list of sentences that are lists of tokens.

        Args:
            language: Language of the value.
            **layers: Passed to :class:`Doc`.

        Raises:
            NotApplicable: If there is no text, or if a token is empty.

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
        if not all(tokens):
            raise NotApplicable("a token is empty")
        text = language.join(tokens)
        if not text or text.isspace():
            raise NotApplicable("blank text" if text else "empty text")
        return cls(text, bounds=token_bounds(tokens, language.joiner), language=language, **layers)

    @classmethod
    def of_tokens(cls, tokens: Sequence[str], *, language: Language = SPACED, **layers: Any) -> "Doc":
        """Return a Doc for a list of tokens.

        Args:
            language: Language of the tokens.
            **layers: Passed to :class:`Doc`.

        Example:
            >>> Doc.of_tokens(["Oslo", "won"]).bounds
            [(0, 4), (5, 8)]
        """
        return cls(language.join(tokens), bounds=token_bounds(tokens, language.joiner), language=language, **layers)

    @classmethod
    def tagged(cls, text: str, entities: Mapping[str, str] | None = None) -> "Doc":
        """Return a Doc with manual annotation, for tests and examples.

        The format of a token is ``word/POS/TAG/lemma/dep/head``. All parts except the word are optional. Heads count
        from 1, and the root has the head 0.

        Args:
            text: Tokens with their annotation, separated by spaces.
            entities: Label of each entity by its text.

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
    if _TOKENS.issuperset(map(type, value)) or not any(isinstance(part, (list, tuple)) for part in value):
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
    gap = len(joiner)
    for size in map(len, tokens):
        bounds.append((at, at + size))
        at += size + gap
    return bounds
