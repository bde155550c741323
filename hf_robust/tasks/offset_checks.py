"""Refuses datasets whose character offsets are counted in another unit than code points."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hf_robust.core.errors import LabelError, NotApplicable
from hf_robust.tasks.columns import pieces_of
from hf_robust.tasks.offset_units import check_units, row_spans

if TYPE_CHECKING:
    from datasets import Dataset


def check_offsets(dataset: "Dataset", offsets: Mapping[str, str], task: str) -> None:
    """Refuse a dataset with offsets that fit their text only in UTF-16 units or UTF-8 bytes.

    Args:
        offsets: The column of the text by column of offsets.
        task: The task's id, for the message.

    Raises:
        LabelError: With the row, the three readings and what to type.
    """
    import pyarrow.compute as pc

    columns = [column for column in offsets if column in dataset.column_names]
    if not columns:
        return
    text = offsets[columns[0]]
    if str(getattr(dataset.features[text], "dtype", "")) not in ("string", "large_string"):
        return
    advice = f"Use dataset = hr.with_layout(dataset, {task!r}, offsets={{unit!r}})"
    before = 0
    for batch in pieces_of(dataset, [text, *columns]):
        texts = batch.arrow(text)
        assert texts is not None
        other = pc.invert(pc.string_is_ascii(texts)).fill_null(False).to_numpy()
        for number in other.nonzero()[0].tolist():
            row = {name: batch.arrow(name)[number].as_py() for name in (text, *columns)}  # type: ignore[index]
            try:
                check_units(row[text], row_spans(row, columns), advice)
            except NotApplicable as error:
                raise LabelError(f"row {before + number}: {error}") from None
        before += len(texts)
