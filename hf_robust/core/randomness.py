"""Randomness that belongs to the row: a draw is a hash of the seed, of what draws, of the row and of a counter.

A draw never depends on the row's place. So the same row gives the same output under any order, batch size, number of
processes, shard or stream, and the global random state is neither read nor written.

There is one definition, and two forms of it that agree bit for bit: :class:`RowRandom` draws for one row,
:class:`Draws` for many rows at once. The generator is SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable
pseudorandom number generators"): draw ``j`` of a stream with key ``s`` is ``mix(s + (j + 1) * GOLDEN)``, modulo 2^64.
"""

from collections.abc import Iterator, Mapping, MutableSequence, Sequence
from hashlib import blake2b
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15  # step of the draws of a stream
FORK = 0xD1B54A32D192ED03  # step of its child streams
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_SCALE = 2.0**-53
_FEW = 16  # up to so many draws Python is faster than NumPy
_HEX = frozenset("0123456789abcdef")
_KEY_DIGITS = 16


def mix(value: int) -> int:
    """The finalizer of SplitMix64: a permutation of the integers below 2^64 in which each bit depends on all.

    Example:
        >>> mix(1) != mix(2) and mix(0) == 0
        True
    """
    value = ((value ^ (value >> 30)) * _FIRST) & MASK
    value = ((value ^ (value >> 27)) * _SECOND) & MASK
    return value ^ (value >> 31)


def mix_all(values: np.ndarray) -> np.ndarray:
    """:func:`mix` of each value of an array of ``uint64``.

    Example:
        >>> int(mix_all(np.array([7], np.uint64))[0]) == mix(7)
        True
    """
    values = (values ^ (values >> np.uint64(30))) * np.uint64(_FIRST)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(_SECOND)
    return values ^ (values >> np.uint64(31))


def _key(content: bytes) -> int:
    return int.from_bytes(blake2b(content, digest_size=8).digest(), "big")


class RowRandom:
    """Random draws from a key: a small part of :class:`random.Random`'s interface.

    Args:
        key: Bytes that say which row and what for, or the key of the stream itself, below 2^64.

    Example:
        >>> first, again = RowRandom(b"row 1"), RowRandom(b"row 1")
        >>> first.randrange(1000) == again.randrange(1000)
        True
    """

    __slots__ = ("_state", "key")

    def __init__(self, key: bytes | int):
        self.key = self._state = key if isinstance(key, int) else _key(key)

    def bits(self) -> int:
        """The next draw: an integer below 2^64."""
        # `mix` written out: a call more for each draw would be felt
        self._state = value = (self._state + GOLDEN) & MASK
        value = ((value ^ (value >> 30)) * _FIRST) & MASK
        value = ((value ^ (value >> 27)) * _SECOND) & MASK
        return value ^ (value >> 31)

    def fork(self, index: int) -> "RowRandom":
        """A stream of its own for a part of the row; what was drawn before does not change it.

        Args:
            index: Which one, from 0.
        """
        return RowRandom(mix((self.key + (index + 1) * FORK) & MASK))

    def random(self) -> float:
        """A float in [0, 1)."""
        return (self.bits() >> 11) * _SCALE

    def randrange(self, stop: int) -> int:
        """An integer in [0, stop).

        Raises:
            ValueError: When ``stop`` is below 1.
        """
        if stop < 1:
            raise ValueError(f"randrange needs a stop of at least 1, found {stop}")
        if stop > 1 << 32:
            return self.bits() * stop >> 64
        return (self.bits() >> 32) * stop >> 32

    def randint(self, low: int, high: int) -> int:
        """An integer in [low, high], both ends included."""
        return low + self.randrange(high - low + 1)

    def choice(self, items: Sequence[T]) -> T:
        """One item of a non-empty sequence."""
        if not items:
            raise IndexError("cannot choose from an empty sequence")
        return items[self.randrange(len(items))]

    def weighted_order(self, weights: Sequence[float]) -> Iterator[int]:
        """Numbers of the weights in random order, each the likelier to come next the heavier it is.

        Example:
            >>> sorted(RowRandom(1).weighted_order([3.0, 1.0, 2.0]))
            [0, 1, 2]
        """
        left = list(range(len(weights)))
        while left:
            at, place = self.random() * sum(weights[number] for number in left), 0
            while place < len(left) - 1 and (at := at - weights[left[place]]) >= 0:
                place += 1
            yield left.pop(place)

    def order(self, size: int) -> list[int]:
        """The numbers below ``size`` in random order: sorted by the next ``size`` draws, one a number."""
        if size > _FEW:
            steps = np.arange(1, size + 1, dtype=np.uint64) * np.uint64(GOLDEN)
            drawn = mix_all(steps + np.uint64(self._state))
            self._state = (self._state + size * GOLDEN) & MASK
            return np.argsort(drawn).tolist()
        draws, state = [], self._state
        for _ in range(size):  # `bits` written out
            state = value = (state + GOLDEN) & MASK
            value = ((value ^ (value >> 30)) * _FIRST) & MASK
            value = ((value ^ (value >> 27)) * _SECOND) & MASK
            draws.append(value ^ (value >> 31))
        self._state = state
        return sorted(range(size), key=draws.__getitem__)

    def permuted(self, items: Sequence[T]) -> Iterator[T]:
        """The items in random order, drawn one at a time: cost follows what is taken, not the length."""
        moved: dict[int, int] = {}
        size = len(items)
        for place in range(size):
            drawn = place + self.randrange(size - place)
            yield items[moved.get(drawn, drawn)]
            moved[drawn] = moved.get(place, place)

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """``count`` different items, in random order.

        Raises:
            ValueError: When there are fewer items than that.
        """
        if count > len(items):
            raise ValueError(f"cannot sample {count} of {len(items)} items")
        order = self.permuted(items)
        return [next(order) for _ in range(count)]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle a list in place."""
        items[:] = list(self.permuted(list(items)))


class Draws:
    """The draws of many streams at once, bit for bit those of :class:`RowRandom`.

    Nothing is counted here: each method is told which draw of its streams is meant.

    Args:
        keys: Key of each stream, ``uint64`` of shape (streams,).

    Example:
        >>> keys = np.array([5, 6], np.uint64)
        >>> Draws(keys).randrange(1000).tolist() == [RowRandom(5).randrange(1000), RowRandom(6).randrange(1000)]
        True
    """

    __slots__ = ("keys",)

    def __init__(self, keys: np.ndarray):
        self.keys = keys

    def __len__(self) -> int:
        return len(self.keys)

    def take(self, indices: np.ndarray) -> "Draws":
        """Some of the streams, also one of them several times.

        Args:
            indices: Numbers of the streams, or a mask of them.
        """
        return Draws(self.keys[indices])

    def fork(self, index: int | np.ndarray) -> "Draws":
        """The child stream of each.

        Args:
            index: Which one, from 0: the same of all, or one of each.
        """
        return Draws(mix_all(self.keys + _steps(index, FORK)))

    def bits(self, draw: int | np.ndarray = 0) -> np.ndarray:
        """One draw of each stream: ``uint64`` of shape (streams,).

        Args:
            draw: Its number, from 0: the same in all streams, or one for each.
        """
        return mix_all(self.keys + _steps(draw, GOLDEN))

    def random(self, draw: int | np.ndarray = 0) -> np.ndarray:
        """A float in [0, 1) from each stream; see :meth:`bits`."""
        return (self.bits(draw) >> np.uint64(11)) * _SCALE

    def randrange(self, stop: int | np.ndarray, draw: int | np.ndarray = 0) -> np.ndarray:
        """An integer in [0, stop) from each stream, ``int64``; see :meth:`bits`.

        Args:
            stop: 2^32 at most: the same for all streams, or one for each; of a stream with 0 it is 0.
            draw: Number of the draw.
        """
        drawn = (self.bits(draw) >> np.uint64(32)) * np.asarray(stop).astype(np.uint64)
        return (drawn >> np.uint64(32)).astype(np.int64)


def _steps(index: int | np.ndarray, step: int) -> np.ndarray | np.uint64:
    if isinstance(index, np.ndarray):
        return (index.astype(np.uint64) + np.uint64(1)) * np.uint64(step)
    return np.uint64((index + 1) * step & MASK)


class RandomSource:
    """Makes the streams of rows for one seed, transformation, field and variant.

    Args:
        seed: The user's seed.
        signature: What draws: name, version and parameters of the transformation.
        field: The column that is edited.
        variant: Which of several outputs of the row, from 0.

    Example:
        >>> source = RandomSource(7, "keyboard@1", "text")
        >>> source.row("a").random() == source.row("a").random() != source.row("b").random()
        True
    """

    __slots__ = ("_key",)

    def __init__(self, seed: int, signature: str, field: str, variant: int = 0):
        self._key = _key(f"{seed}|{signature}|{field}|{variant}|".encode())

    def row(self, row_id: str) -> RowRandom:
        """The generator of one row."""
        return RowRandom(mix(self._key ^ row_key(row_id)))

    def rows(self, keys: np.ndarray) -> Draws:
        """The generators of many rows.

        Args:
            keys: :func:`row_key` of each row, ``uint64``.
        """
        return Draws(mix_all(keys ^ np.uint64(self._key)))


def row_rng(seed: int, signature: str, row_id: str, field: str, variant: int = 0) -> RowRandom:
    """The generator of one row, in one call; see :class:`RandomSource`.

    Example:
        >>> row_rng(7, "typos@1", "r1", "text").choice("abc") in "abc"
        True
    """
    return RandomSource(seed, signature, field, variant).row(row_id)


def row_id(texts: Sequence[str]) -> str:
    """A stable id of a row without an id column: a hash of its texts, never its index.

    Args:
        texts: The row's texts, in the task's order.

    Returns:
        16 hexadecimal digits.

    Example:
        >>> row_id(["a film"]) == row_id(["a film"]) != row_id(["a movie"])
        True
    """
    content = texts[0] if len(texts) == 1 else "\x1f".join(texts)
    return blake2b(content.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def row_ids(columns: Sequence[Sequence[Any]]) -> list[str]:
    """The ids of rows without an id column.

    Args:
        columns: The text columns: texts, lists of tokens, lists of sentences that are such, or None; and positions in
            them.

    Example:
        >>> row_ids([["a film"], [None]]) == [row_id(["a film", ""])]
        True
    """
    if len(columns) == 1 and all(type(text) is str for text in columns[0]):
        return [row_id((text,)) for text in columns[0]]
    return [row_id([as_id(value) for value in row]) for row in zip(*columns)]


def as_id(value: Any) -> str:
    """A value as it enters the id of its row.

    Example:
        >>> as_id("a film"), as_id({"start": 1, "end": 2}).split("\x1e"), as_id(None)
        ('a film', ['end=2', 'start=1'], '')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return "\x1e".join(f"{name}={as_id(value[name])}" for name in sorted(value))
    if not isinstance(value, Sequence):
        return str(value)
    try:
        return "\x1e".join(value)
    except TypeError:  # not only texts
        return "\x1e".join(map(as_id, value))


def row_key(row_id: str) -> int:
    """The 64 bits of a row's id that its draws depend on: the number that a hash says, the hash of any other id.

    Example:
        >>> row_key("000000000000000a"), row_key("review 10") == row_key("review 11")
        (10, False)
    """
    if len(row_id) == _KEY_DIGITS and _HEX.issuperset(row_id):
        return int(row_id, 16)
    return _key(row_id.encode("utf-8", "surrogatepass"))
