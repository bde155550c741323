"""Scores of questions with an answer apart from those of questions without one, as the record of a run has them."""

from typing import Any

from hf_robust.reports.view import Cell, Column, Room, Row, Table
from hf_robust.reports.wording import MISSING, count, points

_PARTS = ("has_answer", "no_answer")
CAPTION = (
    "Points out of 100, original → perturbed. An unanswerable question counts as correct if the model predicts the "
    "empty answer."
)


def question_tables(record: dict[str, Any]) -> tuple[Table, ...]:
    """A table with a row for each transformation; none where every question has an answer.

    Args:
        record: A valid record of a suite.
    """
    results = [one for one in record["results"] if one.get("unanswerable") and one["n"]]
    if not results:
        return ()
    columns = (
        Column("Transformation", number=False),
        Column("Answerable, F1", short="answerable F1"),
        Column("Answerable rows", short="n"),
        Column("Unanswerable, F1", short="unanswerable F1"),
        Column("Unanswerable rows", short="n"),
        Column("Answerable, exact match", room=Room.PAGE),
        Column("Unanswerable, exact match", room=Room.PAGE),
    )
    title = "Questions with and without an answer"
    return (Table(columns, tuple(map(_row, results)), title=title, caption=CAPTION, sortable=True),)


def _row(result: dict[str, Any]) -> Row:
    without = result["unanswerable"][0]
    rows = {"has_answer": result["n"] - without, "no_answer": without}
    f1 = [[_pair(result, f"{part}_f1", rows[part]), Cell(count(rows[part]), rows[part])] for part in _PARTS]
    exact = [_pair(result, f"{part}_exact_match", rows[part]) for part in _PARTS]
    return Row((Cell(result["name"], result["name"]), *f1[0], *f1[1], *exact))


def _pair(result: dict[str, Any], name: str, rows: int) -> Cell:
    before, after = result["secondary"].get(name) or (None, None)
    if before is None or after is None or not rows:
        return Cell(MISSING)
    return Cell(f"{points(before)} → {points(after)}", after)
