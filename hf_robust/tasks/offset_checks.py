"""Refuses datasets whose character offsets are counted in another unit than code points, or are shifted."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hf_robust.core.errors import LabelError, NotApplicable
from hf_robust.tasks.columns import pieces_of
from hf_robust.tasks.offset_fit import RowSpans, constant_shift, nearly_all, rows_that_fit
from hf_robust.tasks.offset_units import CODE_POINTS, UNITS, check_units, row_spans

if TYPE_CHECKING:
    from datasets import Dataset

_FIRST = 50  # rows in which a shift of all offsets shows
_MOST = 1000  # rows that tell which unit fits


def check_offsets(dataset: "Dataset", offsets: Mapping[str, str], task: str) -> None:
    """Refuse a dataset with offsets that fit their text only in another unit, or are all shifted by the same number.

    Args:
        offsets: The column of the text by column of offsets.
        task: The task's id, for the message.

    Raises:
        LabelError: With a row, its three readings, and what to type: a unit only where nearly all first rows fit it.
    """
    import pyarrow.compute as pc

    columns = [column for column in offsets if column in dataset.column_names]
    if not columns:
        return
    text = offsets[columns[0]]
    if str(getattr(dataset.features[text], "dtype", "")) not in ("string", "large_string"):
        return
    _check_shift(list(islice(_spans(dataset, text, columns), _FIRST)))
    before, fit = 0, None
    for batch in pieces_of(dataset, [text, *columns]):
        texts = batch.arrow(text)
        assert texts is not None
        other = pc.invert(pc.string_is_ascii(texts)).fill_null(False).to_numpy()
        for number in other.nonzero()[0].tolist():
            row = {name: batch.arrow(name)[number].as_py() for name in (text, *columns)}  # type: ignore[index]
            spans = list(row_spans(row, columns))
            try:
                check_units(row[text], spans, "")
            except NotApplicable as error:
                fit = fit or _Fit.of(dataset, text, columns)
                # one row that says the texts of its spans is left out with its reason where it is changed
                if fit.unit or any(span.said is None for span in spans):
                    raise LabelError(f"row {before + number}: {error}{fit.advice(task)}") from None
        before += len(texts)


class _Fit(NamedTuple):
    """How the first rows fit their texts.

    Args:
        rows: The number of rows.
        by_unit: The number of rows that fit, by unit.
        unit: The unit that nearly all rows fit, and more rows than code points; None where there is none.
    """

    rows: int
    by_unit: Mapping[str, int]
    unit: str | None

    @classmethod
    def of(cls, dataset: "Dataset", text: str, columns: Sequence[str]) -> "_Fit":
        """The fit of the first rows that have offsets."""
        rows = list(islice(_spans(dataset, text, columns), _MOST))
        by_unit = rows_that_fit(rows)
        fitting = (one for one in UNITS if nearly_all(by_unit[one], rows) and by_unit[one] > by_unit[CODE_POINTS])
        return cls(len(rows), by_unit, next(fitting, None))

    def advice(self, task: str) -> str:
        """What to do about a row that does not fit in code points."""
        if self.unit:
            return f"Use dataset = hr.with_layout(dataset, {task!r}, offsets={self.unit!r})"
        counts = ", ".join(f"{number} as {unit}" for unit, number in self.by_unit.items())
        return f"No unit fits all of the first {self.rows} rows ({counts}): correct the offsets, or remove this row"


def _spans(dataset: "Dataset", text: str, columns: Sequence[str]) -> Iterator[RowSpans]:
    """The rows that state spans."""
    for batch in pieces_of(dataset, [text, *columns]):
        values = [batch.arrow(name) for name in (text, *columns)]
        for number in range(len(values[0] or ())):
            row = {name: value[number].as_py() for name, value in zip((text, *columns), values)}  # type: ignore[index]
            try:
                spans = list(row_spans(row, columns)) if row[text] is not None else []
            except (TypeError, ValueError):  # a row with values of other types is judged by its own checks
                continue
            if spans:
                yield RowSpans(row[text], spans)


def _check_shift(rows: Sequence[RowSpans]) -> None:
    """Refuse rows of which nearly all fit with one shift, and not in another unit."""
    if not (found := constant_shift(rows)):
        return
    if any(nearly_all(number, rows) for number in rows_that_fit(rows).values()):
        return  # another unit explains it
    shift, number = found
    way = f"{abs(shift)} character{'s' * (abs(shift) > 1)} too {'large' if shift > 0 else 'small'}"
    verb = f"Subtract {shift} from" if shift > 0 else f"Add {-shift} to"
    raise LabelError(f"the offsets are {way} in {number} of the first {len(rows)} rows. {verb} each offset")
