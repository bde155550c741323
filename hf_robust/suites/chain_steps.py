"""What each transformation of a chain did: a chain counts a row as changed as soon as one of them changes it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hf_robust.suites.rows import fields_of

if TYPE_CHECKING:
    from datasets import Dataset


def rows_by_step(stages: Sequence[Mapping[str, Any]], perturbed: "Dataset", column: str) -> tuple[int, ...] | None:
    """The number of perturbed rows that each transformation of a chain changed; None for a single transformation.

    Args:
        stages: The transformations of the chain.
        perturbed: Its perturbed rows.
        column: The column with their edits.
    """
    if len(stages) < 2:
        return None
    found = np.zeros(len(stages), np.int64)
    for (edits,) in fields_of(perturbed, column, "edits"):
        rows = pc.list_parent_indices(edits).to_numpy()
        steps = pc.struct_field(pc.list_flatten(edits), "stage").cast(pa.int64()).to_numpy()
        for number in range(len(stages)):
            found[number] += len(np.unique(rows[steps == number]))
    return tuple(found.tolist())
