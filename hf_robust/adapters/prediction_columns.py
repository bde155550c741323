"""Predictions for millions of rows: read some rows at a time, kept as arrays, each different input predicted once."""

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hf_robust.adapters.base import STATUSES, Input, Prediction, Row, input_of
from hf_robust.adapters.truncation import SeenInput
from hf_robust.core.deprecated_names import deprecated_arguments
from hf_robust.core.numbering import Numbering
from hf_robust.core.randomness import row_key

PIECE = 10_000  # rows that are Python objects at a time
WINDOW = 65_536  # inputs that are sorted by length together


@dataclass(frozen=True)
class RowSource:
    """Rows that can be read again.

    Args:
        size: How many there are.
        read: Gives those from a first place up to a last one, keyed by role.
    """

    size: int
    read: Callable[[int, int], Sequence[Row]]

    @deprecated_arguments("0.4.0", places="indices")
    def pieces(self, roles: Sequence[str], indices: np.ndarray | None = None) -> Iterator[list[Input]]:
        """The inputs that the rows hold, some at a time.

        Args:
            roles: The roles that the model is given.
            indices: Rising places of the rows that are asked for; None: all.
        """
        for start in range(0, self.size, PIECE):
            stop = min(start + PIECE, self.size)
            if indices is None:
                yield [input_of(row, roles) for row in self.read(start, stop)]
                continue
            low, high = np.searchsorted(indices, (start, stop))
            if low < high:
                rows = self.read(start, stop)
                yield [input_of(rows[index - start], roles) for index in indices[low:high].tolist()]


class PredictionColumn(Sequence[Prediction]):
    """Predictions of many rows: each different value once, and an integer and a score a row.

    Args:
        values: The different values.
        codes: Which of them is each row's.
        scores: The score of each row; nan for none.
        cut: Which rows were cut at the model's limit.
        seen: What the model saw of rows that reach its limit (hashes of inputs); else 0.
        whole: The same rows without the cut; else 0.
        inputs: Number of the input of each row; equal inputs have one number. None where it is not known.
        statuses: Index of each row's status in ``STATUSES``; all ``ok`` when None.
        unaligned: Number of entities of each row that are not in its tokens.

    Example:
        >>> column = PredictionColumn(["neg", "pos"], np.array([1, 0, 1]), np.array([0.9, np.nan, 0.7]))
        >>> column[0], column[1].score, column.values_of_rows()
        (Prediction(value='pos', score=0.9), None, ['pos', 'neg', 'pos'])
    """

    def __init__(
        self,
        values: Sequence[Any],
        codes: np.ndarray,
        scores: np.ndarray,
        cut: np.ndarray | None = None,
        seen: np.ndarray | None = None,
        whole: np.ndarray | None = None,
        inputs: np.ndarray | None = None,
        statuses: np.ndarray | None = None,
        unaligned: np.ndarray | None = None,
    ):
        self._values, self._codes, self.scores = values, codes, scores
        self.cut = np.zeros(len(codes), np.bool_) if cut is None else cut
        self.seen = np.zeros(len(codes), np.uint64) if seen is None else seen
        self.whole = np.zeros(len(codes), np.uint64) if whole is None else whole
        self.inputs = inputs
        self.statuses = np.zeros(len(codes), np.uint8) if statuses is None else statuses
        self.unaligned = np.zeros(len(codes), np.uint32) if unaligned is None else unaligned

    def __len__(self) -> int:
        return len(self._codes)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self.take(index)
        score = float(self.scores[index])
        status = STATUSES[self.statuses[index]]
        value = self._values[self._codes[index]]
        return Prediction(value, None if np.isnan(score) else score, status, int(self.unaligned[index]))

    @property
    def answered(self) -> np.ndarray:
        """Whether each row has an answer: its status is ``ok``."""
        return self.statuses == STATUSES.index("ok")

    @property
    def failed(self) -> np.ndarray:
        """Whether each row has no score, because its request failed: its status is ``error``."""
        return self.statuses == STATUSES.index("error")

    def values_of_rows(self) -> list[Any]:
        """The value of each row; equal ones are one object."""
        return [self._values[code] for code in self._codes.tolist()]

    def take(self, index: np.ndarray | slice) -> "PredictionColumn":
        """The predictions at some places."""
        inputs = None if self.inputs is None else self.inputs[index]
        sides = self.cut[index], self.seen[index], self.whole[index]
        answers = self.statuses[index], self.unaligned[index]
        return PredictionColumn(self._values, self._codes[index], self.scores[index], *sides, inputs, *answers)

    @classmethod
    def joined(cls, columns: Sequence["PredictionColumn"]) -> "PredictionColumn":
        """The predictions of several columns, one after the other; without what is known of their inputs.

        Args:
            columns: Predictions.

        Example:
            >>> one = PredictionColumn(["neg", "pos"], np.array([1, 0]), np.array([0.9, np.nan]))
            >>> PredictionColumn.joined([one, one]).values_of_rows()
            ['pos', 'neg', 'pos', 'neg']
        """
        values = [value for one in columns for value in one.values_of_rows()]
        scores, statuses, unaligned = (
            np.concatenate([getattr(one, name) for one in columns] or [np.empty(0)])
            for name in ("scores", "statuses", "unaligned")
        )
        codes = np.arange(len(values), dtype=np.int32)
        return cls(values, codes, scores, statuses=statuses.astype(np.uint8), unaligned=unaligned.astype(np.uint32))

    def same_after_cut(self, other: "PredictionColumn") -> np.ndarray:
        """Rows that are the same input as their partner only because one of both was cut."""
        same = (self.seen == other.seen) & (self.seen != 0)
        return (self.cut | other.cut) & same & (self.whole != other.whole)


def _key(value: Any) -> Hashable:
    """What two equal predictions have in common: text as it is, lists and structs as JSON."""
    if isinstance(value, (str, int, float)) or value is None:
        return value
    flat = isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value)
    return tuple(value) if flat else json.dumps(value, sort_keys=True)


class DistinctInputs:
    """The different inputs of several sources, known by hashes of 64 bits, and what is predicted of them.

    Args:
        sources: Rows.
        roles: The roles that the model is given.

    Example:
        >>> rows = [{"text": "a"}, {"text": "b"}, {"text": "a"}]
        >>> inputs = DistinctInputs([RowSource(3, lambda start, stop: rows[start:stop])], ("text",))
        >>> list(inputs.windows())
        [[('a',), ('b',)]]
        >>> inputs.keep(0, {("a",): Prediction("A"), ("b",): Prediction("B")}, {("a",): 0, ("b",): 1})
        >>> [found.value for found in next(inputs.columns())]
        ['A', 'B', 'A']
    """

    def __init__(self, sources: Sequence[RowSource], roles: Sequence[str]):
        self._sources, self._roles = sources, roles
        self._index: list[np.ndarray] = []
        self._firsts: list[np.ndarray] = []
        numbering = Numbering()
        for source in sources:
            keys = (row_key(repr(value)) for piece in source.pieces(roles) for value in piece)
            numbers, first = numbering.add(np.fromiter(keys, np.uint64, source.size))
            self._index.append(numbers)
            self._firsts.append(first.astype(np.int32))
        self._codes = np.zeros(len(numbering), np.int32)
        self._scores = np.full(len(numbering), np.nan)
        self._cut = np.zeros(len(numbering), np.bool_)
        self._seen = np.zeros(len(numbering), np.uint64)
        self._whole = np.zeros(len(numbering), np.uint64)
        self._statuses = np.zeros(len(numbering), np.uint8)
        self._unaligned = np.zeros(len(numbering), np.uint32)
        self._values: list[Any] = []
        self._code_of: dict[Any, int] = {}

    def __len__(self) -> int:
        return len(self._codes)

    def windows(self) -> Iterator[list[Input]]:
        """The different inputs in the order of their numbers; once."""
        window: list[Input] = []
        for source, first in zip(self._sources, self._firsts, strict=True):
            for piece in source.pieces(self._roles, first):
                window += piece
                while len(window) >= WINDOW:
                    yield window[:WINDOW]
                    window = window[WINDOW:]
        self._firsts = []
        if window:
            yield window

    def keep(self, start: int, predictions: Mapping[Input, Prediction], indices: Mapping[Input, int]) -> None:
        """Keep predictions.

        Args:
            start: Number of the first input of a window.
            predictions: Predictions by input.
            indices: The place of each input in the window.
        """
        rows = [start + indices[value] for value in predictions]
        self._codes[rows] = self._coded(prediction.value for prediction in predictions.values())
        self._scores[rows] = [
            np.nan if prediction.score is None else prediction.score for prediction in predictions.values()
        ]
        self._statuses[rows] = [STATUSES.index(prediction.status) for prediction in predictions.values()]
        self._unaligned[rows] = [prediction.unaligned for prediction in predictions.values()]

    def keep_seen(self, start: int, seen: Sequence[SeenInput | None]) -> None:
        """Keep what a model saw of inputs.

        Args:
            start: Number of the first of them.
            seen: One an input.
        """
        for number, one in enumerate(seen, start):
            if one is not None:
                self._cut[number], self._seen[number], self._whole[number] = one

    def columns(self) -> Iterator[PredictionColumn]:
        """The predictions of each source, one after the other; once."""
        numbers = np.arange(len(self), dtype=np.int32)
        sides = self._cut, self._seen, self._whole
        answers = self._statuses, self._unaligned
        every = PredictionColumn(self._values, self._codes, self._scores, *sides, numbers, *answers)
        while self._index:
            yield every.take(self._index.pop(0))

    def _coded(self, values: Iterable[Any]) -> list[int]:
        codes = []
        for value in values:
            code = self._code_of.setdefault(_key(value), len(self._values))
            if code == len(self._values):
                self._values.append(value)
            codes.append(code)
        return codes
