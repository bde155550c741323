"""What a model must offer to be tested, and how its inputs are read from a row."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

from hf_robust.core.errors import ColumnError, UsageError
from hf_robust.core.quoted import quoted

_LISTS = frozenset({"speakers"})  # roles that hold lists which are no text
Row = Mapping[str, Any]
Input = tuple[str | tuple[str, ...], ...]
Status = Literal["ok", "refused", "unparsable", "truncated", "filtered", "error"]
STATUSES: tuple[Status, ...] = ("ok", "refused", "unparsable", "truncated", "filtered", "error")


class JsonValue(str):
    """A part of an input that is no text, as JSON: it can be hashed, and read again."""


class Prediction(NamedTuple):
    """The prediction of a model for one row.

    Args:
        value: A label name, one tag per token, the answer text, or another value that the task requires.
        score: Probability of the value. None if the model returns no probability.
        status: ``ok``, or the reason why the answer of a language model has no valid value. ``refused``,
            ``unparsable``, ``truncated`` (token limit) and ``filtered`` (content filter) count as wrong answers.
            ``error`` means that there is no answer, and the row is not scored.
        unaligned: Number of entities in the answer that are not in the tokens of the row. Each counts as a false
            positive.

    Example:
        >>> Prediction("positive", 0.9), Prediction("", status="refused")
        (Prediction(value='positive', score=0.9), Prediction(value='', score=None, status='refused'))
    """

    value: Any
    score: float | None = None
    status: Status = "ok"
    unaligned: int = 0

    def __repr__(self) -> str:
        rest = f", status={self.status!r}" if self.status != "ok" else ""
        rest += f", unaligned={self.unaligned}" if self.unaligned else ""
        return f"Prediction(value={self.value!r}, score={self.score!r}{rest})"


@runtime_checkable
class Predictor(Protocol):
    """Interface of a model.

    The rows are dicts by role: ``{"text": str}``, ``{"premise": str, "hypothesis": str}``, ``{"tokens": list[str]}`` or
    ``{"context": str, "question": str}``.

    Attributes:
        name: Hub id, folder, or name of the function.
        kind: ``hub``, ``folder``, ``model``, ``pipeline``, ``function`` or ``embedded``.
        revision: Commit on the Hub, hash of the files in the folder, or None.
        labels: Names that ``predict`` can return. None if they are not known.
    """

    name: str
    kind: str
    revision: str | None
    labels: tuple[str, ...] | None

    def predict(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """Return one prediction per row, in the order of the rows."""
        ...


def model_inside(predictor: Any, attribute: str) -> Any:
    """Return the first predictor that has an attribute: the given one, or one that it wraps; None when none has it.

    Example:
        >>> model_inside(object(), "max_length") is None
        True
    """
    while not hasattr(predictor, attribute):
        if not hasattr(predictor, "inner"):
            return None
        predictor = predictor.inner
    return predictor


def gives_status(predictor: Any) -> bool:
    """Return whether reports show the share of answers: for language models, and for given predictions with statuses.

    Args:
        predictor: A predictor, which may wrap another.

    Example:
        >>> gives_status(object())
        False
    """
    return bool(getattr(model_inside(predictor, "gives_status"), "gives_status", False))


@runtime_checkable
class BatchPredictor(Predictor, Protocol):
    """A predictor that hands out predictions as they are made, so that they can be kept before all are there."""

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of some rows and their predictions, until each row had its own."""
        ...


def input_of(row: Row, roles: Sequence[str]) -> Input:
    """The hashable input that a row holds.

    ``None`` reads as the empty text; a token list in a text role is joined by blanks. A mapping or a list of numbers,
    such as the positions of a span, is kept as it is.

    Args:
        row: A row keyed by role.
        roles: The roles that the model is given.

    Raises:
        ColumnError: When a role is absent.
        UsageError: When a role holds something other than text or tokens.

    Example:
        >>> input_of({"premise": "A man.", "hypothesis": None}, ("premise", "hypothesis"))
        ('A man.', '')
        >>> input_of({"tokens": ["Anna", "left"]}, ("tokens",))
        (('Anna', 'left'),)
        >>> row_of(input_of({"text": "He left.", "span": [0, 2]}, ("text", "span")), ("text", "span"))
        {'text': 'He left.', 'span': [0, 2]}
    """
    try:
        return tuple(_part(row[role], role) for role in roles)
    except KeyError:
        raise ColumnError(
            f"a row to predict must hold {', '.join(roles)}; found {', '.join(map(str, row)) or 'nothing'}. "
            "Pass rows keyed by role, not by column"
        ) from None


def _part(value: Any, role: str) -> str | tuple[str, ...]:
    # some tasks take a text in place of tokens; what tags tokens refuses it in `tokens_of`
    return _text(value, role) if role != "tokens" or isinstance(value, str) else _tokens(value)


def _text(value: Any, role: str) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if role in _LISTS and isinstance(value, (list, tuple)):
        return JsonValue(json.dumps(value, ensure_ascii=False))
    if isinstance(value, Mapping) or (isinstance(value, (list, tuple)) and not all(map(_is_token, value))):
        return JsonValue(json.dumps(value, ensure_ascii=False, sort_keys=True))
    if isinstance(value, (list, tuple)):
        return " ".join(_tokens(value))
    raise UsageError(f"role {role!r} must hold a string, found {type(value).__name__}: {quoted(value)}")


def _is_token(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _tokens(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise UsageError(f"role 'tokens' must hold a list of strings, found {type(value).__name__}: {quoted(value)}")
    tokens = tuple("" if token is None else token for token in value)
    wrong = next((token for token in tokens if not isinstance(token, str)), None)
    if wrong is not None:
        raise UsageError(f"tokens must be strings, found {type(wrong).__name__}: {quoted(wrong)}")
    return tokens


def tokens_of(row: Row) -> tuple[str, ...]:
    """The tokens of a row, as :func:`input_of` reads them.

    Raises:
        UsageError: When it holds a text.

    Example:
        >>> tokens_of({"tokens": ["Anna", None]})
        ('Anna', '')
    """
    (tokens,) = input_of(row, ("tokens",))
    return _tokens(tokens)


def texts_of(row: Row, roles: Sequence[str]) -> tuple[str, ...]:
    """The texts of a row, as :func:`input_of` reads them; token lists are joined by blanks.

    Example:
        >>> texts_of({"text": None}, ("text",))
        ('',)
    """
    return tuple(part if isinstance(part, str) else " ".join(part) for part in input_of(row, roles))


def row_of(value: Input, roles: Sequence[str]) -> dict[str, Any]:
    """The row that :func:`input_of` was made from, these roles only."""
    return {role: _model_value(part) for role, part in zip(roles, value)}


def _model_value(part: str | tuple[str, ...]) -> Any:
    if isinstance(part, JsonValue):
        return json.loads(part)
    return list(part) if isinstance(part, tuple) else part


def unique_inputs(rows: Sequence[Row], roles: Sequence[str]) -> tuple[list[Input], list[int]]:
    """Distinct inputs in order of first appearance, and for each row the index of its input.

    Args:
        rows: Rows keyed by role.
        roles: The roles that the model is given.

    Example:
        >>> unique_inputs([{"text": "a"}, {"text": "b"}, {"text": "a"}], ("text",))
        ([('a',), ('b',)], [0, 1, 0])
    """
    places: dict[Input, int] = {}
    index = [places.setdefault(input_of(row, roles), len(places)) for row in rows]
    return list(places), index


class BatchedOutput(ABC):
    """Base of our own predictors: each hands out its predictions batch by batch."""

    @abstractmethod
    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of some rows and their predictions, as they are made."""

    def predict(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """One prediction a row: a label, a list of tags as long as its tokens, or an answer."""
        return in_order(len(rows), self.batches(rows))


def in_order(rows: int, batches: Iterable[tuple[Sequence[int], Sequence[Prediction]]]) -> list[Prediction]:
    """One prediction a row from what a predictor gives batch by batch.

    Args:
        rows: How many rows there are.
        batches: The places of some rows, and their predictions.

    Example:
        >>> in_order(3, [([2], [Prediction("c")]), ([0, 1], [Prediction("a"), Prediction("b")])])[2].value
        'c'
    """
    found = {place: one for places, predictions in batches for place, one in zip(places, predictions, strict=True)}
    return [found[place] for place in range(rows)]


def batches_of(
    predictor: Predictor, rows: list[dict[str, Any]], size: int = 32
) -> Iterator[tuple[list[int], list[Prediction]]]:
    """Predictions as they are made; of a predictor that cannot say so a few rows at a time.

    Args:
        rows: Rows keyed by role.
        size: Rows that a predictor without ``batches`` is asked at once.
    """
    if isinstance(predictor, BatchPredictor):
        yield from predictor.batches(rows)
        return
    for start in range(0, len(rows), size):
        part = rows[start : start + size]
        yield list(range(start, start + len(part))), predictor.predict(part)


def roles_of(predictor: Any, task: Any, row: Row) -> tuple[str, ...]:
    """Roles that a model is given: the task's, else those the predictor was made for, else all keys of the row."""
    if task is not None:
        return tuple(task.input_roles)
    return tuple(getattr(predictor, "roles", None) or row)


def listed_predictions(returned: Any, expected: int, name: str) -> "list[Prediction]":
    """What a predictor returned, as a list with one prediction a row.

    Args:
        returned: What it returned.
        expected: How many rows it was given.

    Raises:
        UsageError: It returned another number of predictions, or something else.

    Example:
        >>> listed_predictions((Prediction("pos"),), 1, "mine")
        [Prediction(value='pos', score=None)]
    """
    if not isinstance(returned, (list, tuple)) or len(returned) != expected:
        count = len(returned) if hasattr(returned, "__len__") else type(returned).__name__
        raise UsageError(
            f"{name}.predict must return a list of {expected} predictions for {expected} rows, found {count}"
        )
    wrong = next((item for item in returned if not isinstance(item, Prediction)), None)
    if wrong is not None:
        raise UsageError(
            f"{name}.predict must return Prediction(value, score) for each row, found "
            f"{type(wrong).__name__}: {quoted(wrong)}"
        )
    return list(returned)


def size(value: Input) -> int:
    """Characters of an input, to sort by."""
    return sum(sum(map(len, part)) + len(part) if isinstance(part, tuple) else len(part) for part in value)
