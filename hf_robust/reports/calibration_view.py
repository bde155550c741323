"""Calibration before and after each transformation, in a report of a suite."""

from hf_robust.reports.evidence import LEAST_ROWS
from hf_robust.reports.records.robustness_records import Calibration, RobustnessRecord
from hf_robust.reports.view import Cell, Column, Row, Table
from hf_robust.reports.wording import MISSING, count, points

CALIBRATION_TERMS = ("Expected calibration error", "Brier score")


def calibration_tables(record: RobustnessRecord) -> tuple[Table, ...]:
    """A table with a row for each transformation; none where the model gives no probabilities.

    Args:
        record: A valid record of a suite.
    """
    found = [(one.name, one.calibration) for one in record.results if one.calibration is not None]
    if not found:
        return ()
    columns = (
        Column("Transformation", number=False),
        Column("ECE", hint="Expected calibration error"),
        Column("Brier score"),
        Column("Rows", short="n"),
    )
    caption = (
        "Points out of 100, original → perturbed; lower is better. Computed on the rows with probabilities. "
        f"Transformations with fewer than {LEAST_ROWS} such rows are left out."
    )
    rows = tuple(_row(name, one) for name, one in found)
    return (Table(columns, rows, title="Calibration", caption=caption, sortable=True),)


def calibration_terms(record: RobustnessRecord) -> tuple[str, ...]:
    """The terms of the glossary that this table uses.

    Args:
        record: A valid record of a suite.
    """
    return CALIBRATION_TERMS if any(one.calibration is not None for one in record.results) else ()


def _row(name: str, calibration: Calibration) -> Row:
    return Row(
        (Cell(name, name), _pair(calibration.ece), _pair(calibration.brier), Cell(count(calibration.n), calibration.n))
    )


def _pair(values: tuple[float | None, float | None] | None) -> Cell:
    before, after = values or (None, None)
    return Cell(MISSING if after is None else f"{points(before)} → {points(after)}", after)
