"""Randomness that belongs to the row.

A draw depends on the seed, on what draws and on the row itself, never on the row's place. So the same
row gives the same output under any order, batch size, number of processes, shard or stream, and the
global random state is neither read nor written.
"""

from collections.abc import Iterator, MutableSequence, Sequence
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_UNPACK = Struct("<8Q").unpack
_SCALE = 2.0**-53


class RowRandom:
    """Random draws from the hash of a key: a small part of :class:`random.Random`'s interface.

    Seeding a Mersenne twister costs more than a whole perturbation; one hash gives eight draws.

    Args:
        key: Bytes that say which row and what for.

    Example:
        >>> first, again = RowRandom(b"row 1"), RowRandom(b"row 1")
        >>> first.randrange(1000) == again.randrange(1000)
        True
    """

    __slots__ = ("_block", "_digest", "_pool")

    def __init__(self, key: bytes):
        self._restart(blake2b(key))

    def _restart(self, hasher: "blake2b") -> None:
        self._digest = hasher.digest()
        self._pool = list(_UNPACK(self._digest))
        self._block = 0

    def _refill(self) -> list[int]:
        self._block += 1
        self._pool = list(_UNPACK(blake2b(self._digest + self._block.to_bytes(4, "little")).digest()))
        return self._pool

    # the pool is read in each method: a call more for each draw would be felt

    def random(self) -> float:
        """A float in [0, 1)."""
        return ((self._pool or self._refill()).pop() >> 11) * _SCALE

    def randrange(self, stop: int) -> int:
        """An integer in [0, stop).

        Raises:
            ValueError: When ``stop`` is below 1.
        """
        if stop < 1:
            raise ValueError(f"randrange needs a stop of at least 1, found {stop}")
        return (self._pool or self._refill()).pop() * stop >> 64

    def randint(self, low: int, high: int) -> int:
        """An integer in [low, high], both ends included."""
        return low + self.randrange(high - low + 1)

    def choice(self, items: Sequence[T]) -> T:
        """One item of a non-empty sequence."""
        if not items:
            raise IndexError("cannot choose from an empty sequence")
        return items[(self._pool or self._refill()).pop() * len(items) >> 64]

    def permuted(self, items: Sequence[T]) -> Iterator[T]:
        """The items in random order, drawn one at a time: cost follows what is taken, not the length."""
        moved: dict[int, int] = {}
        size = len(items)
        for place in range(size):
            drawn = place + ((self._pool or self._refill()).pop() * (size - place) >> 64)
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


class RandomSource:
    """Makes the :class:`RowRandom` of each row for one seed, transformation, field and variant.

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

    __slots__ = ("_hasher",)

    def __init__(self, seed: int, signature: str, field: str, variant: int = 0):
        self._hasher = blake2b(f"{seed}|{signature}|{field}|{variant}|".encode())

    def row(self, row_id: str) -> RowRandom:
        """The generator of one row."""
        hasher = self._hasher.copy()
        hasher.update(row_id.encode("utf-8", "surrogatepass"))
        rng = RowRandom.__new__(RowRandom)
        rng._restart(hasher)
        return rng


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
