"""Dense numbers for keys of 64 bits: what joins millions of rows without a Python object a row."""

import numpy as np


class Numbering:
    """Numbers keys from 0 in the order in which they first come.

    Example:
        >>> numbering = Numbering()
        >>> numbers, first = numbering.add(np.array([9, 4, 9], np.uint64))
        >>> numbers.tolist(), first.tolist()
        ([0, 1, 0], [0, 1])
        >>> numbers, first = numbering.add(np.array([5, 4], np.uint64))
        >>> numbers.tolist(), first.tolist(), len(numbering)
        ([2, 1], [0], 3)
    """

    def __init__(self) -> None:
        self._keys = np.empty(0, np.uint64)  # in order
        self._known_numbers = np.empty(0, np.int32)

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The number of each key, and the places where new ones come first.

        Args:
            keys: Array of ``uint64``. Many at once cost little more than few: all that are known are moved.
        """
        different, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        at = np.searchsorted(self._keys, different)
        known = np.zeros(len(different), dtype=bool)
        inside = at < len(self._keys)
        known[inside] = self._keys[at[inside]] == different[inside]
        numbers = np.empty(len(different), np.int32)
        numbers[known] = self._known_numbers[at[known]]
        new = np.flatnonzero(~known)
        came = new[np.argsort(first[new])]
        numbers[came] = len(self) + np.arange(len(came), dtype=np.int32)
        self._keys = np.insert(self._keys, at[new], different[new])
        self._known_numbers = np.insert(self._known_numbers, at[new], numbers[new])
        return numbers[inverse], first[came]
