"""A column of texts with its annotation: words are chosen on arrays, and objects are made of chosen words alone."""

from bisect import bisect_left
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, overload

import numpy as np

from hf_robust.core.doc import Annotation, Doc, Span, Token
from hf_robust.core.edits import Offsets
from hf_robust.core.text_columns import TextColumn, Words, is_digit, is_letter
from hf_robust.core.wide_characters import FIRST_WIDE
from hf_robust.language.annotation_column import AnnotationArrays

_NUMBERS = ("start", "end", "head", "sent")
_STRINGS = ("pos", "tag", "lemma", "dep")


class AnnotatedTexts:
    """Texts of a batch and what annotation says of them.

    Args:
        column: The texts.
        arrays: Their annotation.

    Attributes:
        tokens: The tokens of all rows.
        sound: Rows that are read here; those beyond ASCII, and those with tokens that are not in order, are not.
        facts: What a transformation has found out about tokens, by their numbers.
        refused: Rows in which an edit was refused.
        asked: Of how many words of each row a model was asked.
    """

    def __init__(self, column: TextColumn, arrays: AnnotationArrays):
        self.column = column
        self.arrays = arrays
        self.tokens = arrays.tokens
        start, end, row, _ = self.tokens
        self.sound = column.readable.copy()
        self.sound[row[1:][start[1:] < end[:-1]]] = False
        self.facts: dict[int, Any] = {}
        self.refused = np.zeros(column.size, bool)
        self.asked = np.zeros(column.size, np.int64)
        self._last: tuple[int, Any] = (-1, None)

    @cached_property
    def _docs(self) -> "_Docs":
        return _Docs(self.column, self.tokens, self.arrays)

    def among(self, layer: str, values: Collection[str]) -> np.ndarray:
        """Which tokens have one of some values in a layer.

        Args:
            layer: Such as ``tag``.
            values: The values.
        """
        codes, known = self.arrays.layer(layer)
        return np.array([value in values for value in known], bool)[codes]

    def follows(self, mask: np.ndarray) -> np.ndarray:
        """Which tokens stand in a text right after one of some tokens.

        Args:
            mask: These tokens.
        """
        found = np.zeros(len(mask), bool)
        found[1:] = mask[:-1]
        found[self.tokens.first[:-1][np.diff(self.tokens.first) > 0]] = False
        return found

    def listed(self, tables: Mapping[str, Container[str]]) -> np.ndarray:
        """Which tokens have their lemma, in lower case, in the table of their part of speech.

        Args:
            tables: Lemmas by part of speech.
        """
        codes, lemmas = self.arrays.layer("lemma")
        listed = np.zeros(len(codes), bool)
        for pos, table in tables.items():
            places = np.flatnonzero(self.among("pos", (pos,)))
            asked = np.zeros(len(lemmas), bool)
            asked[codes[places]] = True
            asked[asked] = [lemmas[code].lower() in table for code in np.flatnonzero(asked).tolist()]
            listed[places] = asked[codes[places]]
        return listed

    def with_entities(self, labels: Collection[str]) -> np.ndarray:
        """Which rows have an entity of these kinds.

        Args:
            labels: Such as ``PERSON``.
        """
        codes, known = self.arrays.layer("ent_label")
        found = np.flatnonzero(np.array([label in labels for label in known], bool)[codes])
        rows = np.zeros(self.column.size, bool)
        rows[np.searchsorted(self.arrays.entity_first, found, "right") - 1] = True
        return rows

    def holding(self, char: str) -> np.ndarray:
        """Which tokens have an ASCII character inside.

        Args:
            char: The character.
        """
        places = np.flatnonzero(self.column.data == ord(char))
        return np.searchsorted(places, self.tokens.start) < np.searchsorted(places, self.tokens.end)

    def with_tokens(self, mask: np.ndarray) -> np.ndarray:
        """Which rows have one of some tokens.

        Args:
            mask: These tokens.
        """
        rows = np.zeros(self.column.size, bool)
        rows[self.tokens.row[mask]] = True
        return rows

    def strings(self, layer: str, numbers: np.ndarray) -> list[str]:
        """What a layer says of some tokens.

        Args:
            layer: Its name; ``token`` are the tokens themselves.
            numbers: Numbers of tokens; of -1 it is an empty string.
        """
        if layer == "token":
            content = self._docs.content
            starts, ends = (np.where(numbers < 0, 0, edge[numbers]).tolist() for edge in self.tokens[:2])
            return [content[start:end] for start, end in zip(starts, ends)]
        codes, values = self.arrays.layer(layer)
        known = [*values, ""]
        return [known[code] for code in np.where(numbers < 0, len(values), codes[numbers]).tolist()]

    def spans(self, numbers: np.ndarray) -> tuple[list[int], list[int], list[int]]:
        """Row of some tokens, and their first character and the one after the last in its text.

        Args:
            numbers: Numbers of tokens.
        """
        rows = self.tokens.row[numbers]
        starts, ends = (edge[numbers] - self.column.offsets[rows] for edge in self.tokens[:2])
        return rows.tolist(), starts.tolist(), ends.tolist()

    @cached_property
    def only_letters(self) -> np.ndarray:
        """Which tokens have nothing but letters."""
        letters = np.concatenate([[0], np.cumsum(is_letter(self.column.data))])
        start, end, *_ = self.tokens
        return letters[end] - letters[start] == end - start

    @cached_property
    def whole(self) -> np.ndarray:
        """Which tokens are whole tokens of a token list; all of a text."""
        tokens = self.column.tokens
        if tokens is None or not len(tokens.start):
            return np.ones(len(self.tokens.start), bool)
        places = np.minimum(np.searchsorted(tokens.start, self.tokens.start), len(tokens.start) - 1)
        return (tokens.start[places] == self.tokens.start) & (tokens.end[places] == self.tokens.end)

    @cached_property
    def cut(self) -> np.ndarray:
        """Which tokens are only a piece of a word with signs or several hyphens in it, as the C of C# is."""
        words, data = self.column.words, self.column.data
        if not len(words.start):
            return np.zeros(len(self.tokens.start), bool)
        plain = is_letter(data) | is_digit(data) | (data == ord("'")) | (data == ord("-")) | (data >= FIRST_WIDE)
        signs = np.concatenate([[0], np.cumsum(~plain)])
        place = np.maximum(np.searchsorted(words.start, self.tokens.start, "right") - 1, 0)
        start, end = words.start[place], words.end[place]
        inside = (start <= self.tokens.start) & (self.tokens.start < end)
        whole = (start == self.tokens.start) & (end == self.tokens.end)
        hyphens = np.concatenate([[0], np.cumsum(data == ord("-"))])
        return inside & ~whole & ((signs[end] > signs[start]) | (hyphens[end] - hyphens[start] > 1))

    def doc(self, row: int) -> Doc:
        """The text of a row; its tokens are made when they are asked for.

        Only the last one is kept: objects that stay make the garbage collector look through all there are.
        """
        if self._last[0] != row:
            self._last = row, self._docs.doc(row)
        return self._last[1]


class _Docs:
    """Makes texts with their tokens and entities.

    Args:
        column: The texts.
        tokens: Their tokens.
        arrays: Their annotation.
    """

    def __init__(self, column: TextColumn, tokens: Words, arrays: AnnotationArrays):
        self._column = column
        self.content = column.data.tobytes().decode("latin-1")
        self._offsets = _view(column.offsets)
        self._first = _view(tokens.first)
        self.at = _view(tokens.start)
        self.starts, self.ends, self.heads, self.sents = map(_view, map(arrays.numbers, _NUMBERS))
        layers = [arrays.layer(name) for name in _STRINGS]
        self.codes = [_view(layer.codes) for layer in layers]
        self.values = [layer.values for layer in layers]
        self._has_trees = arrays.has("head")
        self._entities = arrays
        self._entity_first = _view(arrays.entity_first)
        self._guards = _sorted_guards(column)

    def doc(self, row: int) -> Doc:
        """The text of a row."""
        first, last = self._first[row], self._first[row + 1]
        # those that read trees look at most tokens of a sentence
        tokens = self.tokens(first, last) if self._has_trees else _Tokens(self, first, last)
        annotation = Annotation(tokens, self._spans_of(row), self.starts[first:last])
        start, end = self._offsets[row], self._offsets[row + 1]
        bounds, protected = self._bounds(row, start), self._protected(start, end)
        return Doc(self.content[start:end], annotation=annotation, bounds=bounds, protected=protected)

    def tokens(self, first: int, last: int) -> tuple[Token, ...]:
        """Tokens by their numbers, made all at once."""
        part = slice(first, last)
        starts, ends, at, content = self.starts[part], self.ends[part], self.at[part], self.content
        texts = [content[place : place + end - start] for place, start, end in zip(at, starts, ends)]
        layers = [[values[code] for code in codes[part]] for codes, values in zip(self.codes, self.values)]
        return tuple(map(Token, starts, ends, texts, *layers, self.heads[part], self.sents[part]))

    def _spans_of(self, row: int) -> tuple[Span, ...]:
        first, last = self._entity_first[row], self._entity_first[row + 1]
        if first == last:
            return ()
        starts, ends, codes, labels = self._spans
        return tuple(Span(starts[n], ends[n], labels[codes[n]]) for n in range(first, last))

    @cached_property
    def _spans(self) -> tuple[memoryview, memoryview, memoryview, Sequence[str]]:
        codes, labels = self._entities.layer("ent_label")
        numbers = self._entities.numbers
        return _view(numbers("ent_start")), _view(numbers("ent_end")), _view(codes), labels

    def _bounds(self, row: int, start: int) -> Sequence[Offsets] | None:
        tokens = self._column.tokens
        if tokens is None:
            return None
        first, last = tokens.first[row : row + 2].tolist()
        edges = (tokens.start[first:last] - start).tolist(), (tokens.end[first:last] - start).tolist()
        return list(zip(*edges))

    def _protected(self, start: int, end: int) -> Sequence[Offsets]:
        if self._guards is None:
            return ()
        starts, ends = self._guards
        places = range(bisect_left(starts, start), bisect_left(starts, end))
        return [(starts[place] - start, ends[place] - start) for place in places]


def _view(array: np.ndarray) -> memoryview:
    return np.ascontiguousarray(array).data


def _sorted_guards(column: TextColumn) -> tuple[list[int], list[int]] | None:
    if column.guards is None:
        return None
    starts, ends = column.guards
    order = np.argsort(starts, kind="stable")
    return starts[order].tolist(), ends[order].tolist()


class _Tokens(Sequence[Token]):
    """The tokens of one text, each made when it is first asked for."""

    __slots__ = ("_all", "_docs", "_first", "_last", "_made")

    def __init__(self, docs: _Docs, first: int, last: int):
        self._docs, self._first, self._last = docs, first, last
        self._made: dict[int, Token] = {}
        self._all: tuple[Token, ...] | None = None

    def __len__(self) -> int:
        return self._last - self._first

    @overload
    def __getitem__(self, place: int) -> Token: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Token, ...]: ...

    def __getitem__(self, place: int | slice) -> Token | tuple[Token, ...]:
        if self._all is not None:
            return self._all[place]
        if isinstance(place, slice):
            return tuple([self[number] for number in range(len(self))[place]])
        token = self._made.get(place)
        return self._new(place) if token is None else token

    def _new(self, place: int) -> Token:
        number = place + (self._first if place >= 0 else self._last)
        if not self._first <= number < self._last:
            raise IndexError(f"there is no token {place}")
        docs, (pos, tag, lemma, dep) = self._docs, self._docs.codes
        poses, tags, lemmas, deps = docs.values
        start, end, at = docs.starts[number], docs.ends[number], docs.at[number]
        layers = poses[pos[number]], tags[tag[number]], lemmas[lemma[number]], deps[dep[number]]
        text = docs.content[at : at + end - start]
        token = self._made[place] = Token(start, end, text, *layers, docs.heads[number], docs.sents[number])
        return token

    def __iter__(self) -> Iterator[Token]:
        if self._all is None:
            self._all = self._docs.tokens(self._first, self._last)
        return iter(self._all)
