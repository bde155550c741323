"""Batches of near-equal length or of fixed shapes, padding without a loop over rows, and windows over long inputs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

FINE_WIDTHS = 32  # longer rows are filled up to a multiple of 8
_EVEN_TOKENS_PER_ROW = 32  # small enough that filling up the last batch of each width costs little
_TOKENS_PER_ROW = 256  # a batch may hold batch_size rows of this length; longer rows make smaller batches


class Window(NamedTuple):
    """A stretch of one long input that goes through the model at once.

    Args:
        row: Index of the input.
        start: First position of its content in the input.
        end: Position after the last.
        own_start: From here on the window decides, where windows overlap.
        own_end: Up to here.
    """

    row: int
    start: int
    end: int
    own_start: int
    own_end: int


def length_batches(lengths: Sequence[int], batch_size: int) -> Iterator[list[int]]:
    """Indices in batches, longest first: little padding, and memory shows its limit at once.

    Args:
        lengths: Tokens of each input.
        batch_size: Most rows in a batch; long rows make smaller ones.

    Example:
        >>> list(length_batches([3, 9, 5], 2))
        [[1, 2], [0]]
        >>> list(length_batches([1000, 1000, 4], 4))
        [[0], [1], [2]]
    """
    order = np.argsort(-np.asarray(lengths, dtype=np.int64), kind="stable").tolist()
    budget = batch_size * _TOKENS_PER_ROW
    start = 0
    while start < len(order):
        rows = min(batch_size, max(1, budget // max(1, lengths[order[start]])))
        yield order[start : start + rows]
        start += rows


def even_batches(
    lengths: Sequence[int],
    batch_size: int,
    limit: int | None = None,
    *,
    step: int = 2,
    fine: int = FINE_WIDTHS,
    least: int | None = None,
) -> Iterator[tuple[int, list[int]]]:
    """Widths and indices of batches whose width depends on the length alone; the last of a width is filled up.

    Kernels may add up in another order where a shape differs, which shows in bfloat16. With these batches the output
    for an input does not depend on the other inputs.

    Args:
        lengths: Tokens of each input.
        batch_size: Rows in a batch; long rows make smaller ones.
        limit: The most tokens that the model takes.
        step: Short rows are filled up to a multiple of it.
        fine: Tokens of the longest short row; more of them pay where there are enough rows to fill so many widths.
        least: Rows of the smallest batch, :data:`hf_robust.core.linear_layers.LEAST_ROWS` on a processor. None: all
            batches of a width have the same number of rows.

    Example:
        >>> list(even_batches([3, 9, 4, 3], 2))
        [(10, [1, 1]), (4, [0, 2]), (4, [3, 3])]
        >>> list(even_batches([3, 3, 3], 8, least=2)), list(even_batches([3], 8, least=2))
        ([(4, [0, 1, 2])], [(4, [0, 0])])
    """
    widths: dict[int, list[int]] = {}
    for place, length in enumerate(lengths):
        widths.setdefault(even_width(length, limit, step=step, fine=fine), []).append(place)
    for width in sorted(widths, reverse=True):
        places = widths[width]
        rows = even_rows(width, batch_size)
        for start in range(0, len(places), rows):
            batch = places[start : start + rows]
            yield width, batch + batch[:1] * (min(rows, least or rows) - len(batch))


def even_width(length: int, limit: int | None = None, *, step: int = 2, fine: int = FINE_WIDTHS) -> int:
    """The width of the batch of fixed shape that an input goes into; see :func:`even_batches`.

    Args:
        length: Tokens of the input.
        limit: The most tokens that the model takes.
        step: Short rows are filled up to a multiple of it.
        fine: Tokens of the longest short row; more of them pay where there are enough rows to fill so many widths.

    Example:
        >>> even_width(3), even_width(33), even_width(33, 36), even_width(33, fine=64)
        (4, 40, 36, 34)
    """
    multiple = step if length <= fine else 8
    width = max(1, -(-length // multiple)) * multiple
    return width if limit is None else min(width, limit)


def even_rows(width: int, batch_size: int) -> int:
    """How many rows a batch of fixed shape has.

    Args:
        width: Tokens of each row.
        batch_size: The most rows.

    Example:
        >>> even_rows(20, 32), even_rows(64, 32)
        (32, 16)
    """
    return min(batch_size, max(1, batch_size * _EVEN_TOKENS_PER_ROW // max(1, width)))


def pad(rows: Sequence[Sequence[int]], value: int, side: str, width: int = 1) -> np.ndarray:
    """Rows of numbers as one array, filled up to the longest.

    Args:
        rows: Lists of token ids, masks or types.
        value: What to fill with.
        side: ``right`` or ``left``.
        width: Positions of the array at least.

    Returns:
        An int64 array of shape (rows, longest row).

    Example:
        >>> pad([[1, 2, 3], [4]], 0, "right").tolist(), pad([[1, 2, 3], [4]], 0, "left").tolist()
        ([[1, 2, 3], [4, 0, 0]], [[1, 2, 3], [0, 0, 4]])
    """
    lengths = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    places = np.arange(lengths.max(initial=width))
    if side == "left":
        places = places[::-1]
    padded = np.full((len(rows), len(places)), value, dtype=np.int64)
    padded[places < lengths[:, None]] = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=lengths.sum())
    return padded


class Waiting:
    """Which inputs still wait for some of the windows that they were cut into.

    Args:
        rows: How many inputs there are.
        windows: For each window its input.

    Example:
        >>> waiting = Waiting(3, [0, 2, 2])
        >>> waiting.ready, waiting.done([2, 0]), waiting.done([2])
        ([1], [0], [2])
    """

    def __init__(self, rows: int, windows: Iterable[int]):
        self._left = Counter(windows)
        self.ready = [row for row in range(rows) if row not in self._left]

    def done(self, windows: Iterable[int]) -> list[int]:
        """The inputs that have all of their windows after these."""
        found = Counter(windows)
        self._left.subtract(found)
        return sorted(row for row in found if not self._left[row])


def windows(row: int, start: int, end: int, room: int, stride: int) -> Iterator[Window]:
    """Windows over the content of an input; each position is owned by the window where it stands deepest.

    Args:
        row: Index of the input, copied to the windows.
        start: First position of the content.
        end: Position after the content.
        room: Positions a window may hold.
        stride: Positions that neighbors share; less than ``room``.

    Example:
        >>> [(w.start, w.end, w.own_start, w.own_end) for w in windows(0, 1, 11, 6, 2)]
        [(1, 7, 1, 6), (5, 11, 6, 11)]
    """
    step = room - stride
    starts = [start]
    while starts[-1] + room < end:
        starts.append(starts[-1] + step)
    owned = start
    for place, begin in enumerate(starts):
        last = place + 1 == len(starts)
        stop = end if last else begin + room
        own_end = end if last else (starts[place + 1] + stop + 1) // 2
        yield Window(row, begin, stop, owned, own_end)
        owned = own_end
