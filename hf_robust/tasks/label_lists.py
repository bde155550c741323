"""Columns of lists of labels as arrays."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from hf_robust.core.mapping import Columns

if TYPE_CHECKING:
    import pyarrow as pa


class LabelLists:
    """A column of lists of labels.

    Attributes:
        first: Number of the first label of each row, and the number of all.
    """

    def __init__(self, array: "pa.ChunkedArray"):
        import pyarrow as pa

        self.values = pa.chunked_array([chunk.flatten() for chunk in array.chunks], array.type.value_type)
        sizes = [chunk.value_lengths().fill_null(0).to_numpy(zero_copy_only=False) for chunk in array.chunks]
        self.first = np.concatenate([[0], np.cumsum(np.concatenate([np.empty(0, np.int64), *sizes]), dtype=np.int64)])

    @classmethod
    def of_batch(cls, name: str, batch: Columns) -> "LabelLists | None":
        """A column of a batch; None where it does not lie in Arrow as lists."""
        import pyarrow as pa

        array = batch.arrow(name)
        if array is None or not (pa.types.is_list(array.type) or pa.types.is_large_list(array.type)):
            return None
        return cls(array)

    @property
    def sizes(self) -> np.ndarray:
        """How many labels each row has."""
        return np.diff(self.first)

    def codes(self, names: Sequence[str] | None) -> tuple[np.ndarray, list[str]] | None:
        """The labels as numbers, and what these mean; -1 for those that are absent or have no name.

        Args:
            names: Names of labels that are numbers.

        Returns:
            None where there are no names.
        """
        import pyarrow as pa

        kind = self.values.type
        if pa.types.is_integer(kind) and names:
            codes = self.values.fill_null(-1).to_numpy()
            return np.where((codes >= 0) & (codes < len(names)), codes, -1), list(names)
        if not pa.types.is_string(kind) and not pa.types.is_large_string(kind):
            return None
        coded = self.values.combine_chunks().dictionary_encode()
        return coded.indices.fill_null(-1).to_numpy(), coded.dictionary.to_pylist()
