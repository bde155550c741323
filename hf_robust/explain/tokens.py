"""The words and marks of a text, and the text without some of them."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, NamedTuple

import numpy as np

from hf_robust.core.doc import token_bounds
from hf_robust.core.edits import Offsets
from hf_robust.core.errors import ColumnError, UsageError
from hf_robust.core.languages import Language
from hf_robust.core.quoted import quoted
from hf_robust.tasks.base import Task

_SOLID = re.compile(r"\S+")


class TokenSpan(NamedTuple):
    """Where a token stands.

    Args:
        start: Its first character there.
        end: The character after its last.
    """

    role: str
    start: int
    end: int


@dataclass(frozen=True)
class ExplainedTokens:
    """A row and the tokens that may be left out of it.

    Args:
        row: Its texts by role.
        spans: Its tokens in their order.
        key: What random draws for it depend on beside their seed: the content, not the place in a dataset.
        joiner: What stands between two words where something went: a space, or nothing.
    """

    row: Mapping[str, str]
    spans: tuple[TokenSpan, ...]
    key: str = ""
    joiner: str = " "

    @classmethod
    def of(cls, row: Mapping[str, Any], task: Task, roles: Sequence[str] | None = None) -> "ExplainedTokens":
        """The tokens of a row: words, and what stands between them without blanks; of a token list, its tokens.

        Args:
            row: Texts by column or by role.
            task: The task with the columns.
            roles: Texts whose tokens may be left out; the task's fields when None.

        Raises:
            ColumnError: When a text is absent.
            UsageError: When it is no text.

        Example:
            >>> import hf_robust as hr
            >>> tokens = ExplainedTokens.of({"text": "It's dull, no?"}, hr.task("sentiment-classification"))
            >>> tokens.words()
            ["It's", 'dull', ',', 'no', '?']
        """
        texts: dict[str, str] = {}
        places: list[TokenSpan] = []
        for role in task.text_roles:
            name = task.column(role) if task.column(role) in row else role
            if name not in row:
                raise ColumnError(
                    f"{task.name} expects {task.column(role)!r} in a row; found {', '.join(map(str, row)) or 'nothing'}"
                )
            text, bounds = _read(row[name], role, task.spoken)
            texts[role] = text
            if role in (task.fields if roles is None else roles):
                places += [TokenSpan(role, start, end) for start, end in bounds]
        content = "\x1f".join(f"{role}={text}" for role, text in texts.items())
        return cls(texts, tuple(places), f"contributions|{content}", task.spoken.joiner)

    def words(self) -> list[str]:
        """The tokens as they are written."""
        return [self.row[role][start:end] for role, start, end in self.spans]

    def groups(self, bow: bool) -> list[list[int]]:
        """What is left out together: numbers of tokens, in the order of first appearance.

        Args:
            bow: All occurrences of a word in a text are one group; else each token is its own.

        Example:
            >>> import hf_robust as hr
            >>> tokens = ExplainedTokens.of({"text": "so bad so"}, hr.task("sentiment-classification"))
            >>> tokens.groups(bow=True), tokens.groups(bow=False)
            ([[0, 2], [1]], [[0], [1], [2]])
        """
        if not bow:
            return [[number] for number in range(len(self.spans))]
        groups: dict[tuple[str, str], list[int]] = {}
        for number, (place, word) in enumerate(zip(self.spans, self.words())):
            groups.setdefault((place.role, word), []).append(number)
        return list(groups.values())

    def only(self, kept: Collection[int], mask: str = "") -> dict[str, str]:
        """The row with the kept tokens alone, the joiner where something went between two.

        Args:
            kept: Numbers of the tokens that stay.
            mask: Stands in place of each other token; when empty, they are left out.

        Example:
            >>> import hf_robust as hr
            >>> tokens = ExplainedTokens.of({"text": "and/or, maybe."}, hr.task("sentiment-classification"))
            >>> tokens.only({0, 2, 5}), tokens.only({0, 2, 5}, "[MASK]")
            ({'text': 'and or .'}, {'text': 'and[MASK]or[MASK] [MASK].'})
        """
        row = dict(self.row)
        if len(kept) == len(self.spans):
            return row
        for role, numbers in self._by_role().items():
            row[role] = _joined(self.row[role], [(self.spans[n], n in kept) for n in numbers], mask, self.joiner)
        return row

    def variants(self, kept: np.ndarray) -> Iterator[dict[str, str]]:
        """The row without some tokens, each of which goes with the white space before it.

        Args:
            kept: Array (variants, tokens), whether each token stays.

        Example:
            >>> import hf_robust as hr
            >>> tokens = ExplainedTokens.of({"text": "so bad, so"}, hr.task("sentiment-classification"))
            >>> list(tokens.variants(np.array([[True, False, True, True], [False, True, True, False]])))
            [{'text': 'so, so'}, {'text': 'bad,'}]
        """
        if not self.spans:
            yield from (dict(self.row) for _ in kept)
            return
        texts = {
            role: texts_without(self.row[role], [self.spans[n][1:] for n in numbers], kept[:, numbers])
            for role, numbers in self._by_role().items()
        }
        for variant in zip(*texts.values()):
            yield {**self.row, **dict(zip(texts, variant))}

    def _by_role(self) -> dict[str, list[int]]:
        """Numbers of the tokens of each text."""
        numbers: dict[str, list[int]] = {}
        for number, place in enumerate(self.spans):
            numbers.setdefault(place.role, []).append(number)
        return numbers


def texts_without(text: str, words: Sequence[Offsets], kept: np.ndarray) -> Iterator[str]:
    """The text without the words that are not kept; a word goes with the white space before it.

    Args:
        words: Offsets of its words.
        kept: Array (texts, words).

    Example:
        >>> kept = np.array([[True, False, True], [False, True, False]])
        >>> list(texts_without("so bad, so", [(0, 2), (3, 6), (8, 10)], kept))
        ['so, so', 'bad,']
    """
    parts: list[str] = []
    owner: list[int] = []  # the word that each part goes with; the last column is for what always stays
    at = 0
    for number, (start, end) in enumerate(words):
        between = text[at:start]
        solid = between.rstrip()
        parts += [solid, between[len(solid) :] + text[start:end]]
        owner += [len(words), number]
        at = end
    parts.append(text[at:])
    owner.append(len(words))
    always = np.ones((len(kept), 1), dtype=bool)
    leading = text[:1].isspace()
    for row in np.hstack([kept, always])[:, owner].tolist():
        joined = "".join(compress(parts, row))
        yield joined if leading else joined.lstrip()


def _read(value: Any, role: str, language: Language) -> tuple[str, list[Offsets]]:
    """A text, and the offsets of its tokens."""
    if isinstance(value, (list, tuple)) and all(isinstance(token, str) for token in value):
        bounds = token_bounds(value, language.joiner)
        return language.join(value), [place for place, token in zip(bounds, value) if token.strip()]
    if value is not None and not isinstance(value, str):
        raise UsageError(f"role {role!r} must hold a text, found {type(value).__name__}: {quoted(value)}")
    text = value or ""
    bounds = []
    at = 0
    for start, end in [*language.words(text, None), (len(text), len(text))]:
        bounds += [match.span() for match in _SOLID.finditer(text, at, start)]
        bounds += [(start, end)] if start < end else []
        at = end
    return text, bounds


def _joined(text: str, tokens: Sequence[tuple[TokenSpan, bool]], mask: str, joiner: str) -> str:
    """Tokens that stay and masks; white space as in the text, the joiner where something went between two."""
    parts: list[str] = []
    before: TokenSpan | None = None  # the token before, when it is shown
    at = 0
    for place, stays in tokens:
        if stays or mask:
            gap = text[at : place.start] if before is not None or at == 0 else joiner
            parts += [gap if parts or gap.strip() else "", text[place.start : place.end] if stays else mask]
        before = place if stays or mask else None
        at = place.end
    return "".join(parts)
