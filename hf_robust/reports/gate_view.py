"""The verdicts of a gate as parts of a view: the headline, a table and a section."""

from dataclasses import replace

from hf_robust.reports.gates import (
    BLOCK,
    INCONCLUSIVE,
    PASS,
    VERDICTS,
    WARN,
    deciding_p,
    gate_heading,
    gate_sentence,
    rows_to_decide_words,
)
from hf_robust.reports.records.gate_records import GateRecord, GateResult
from hf_robust.reports.view import Cell, Column, Outcome, Room, Row, Section, Step, Table, View
from hf_robust.reports.wording import MISSING, clip, count, p_value, percent, points

_TONES = {BLOCK: "loss", WARN: "loss", PASS: "gain"}
_OUTCOMES = {
    BLOCK: "Blocked by the gate",
    WARN: "Above the limit of the gate, not significantly",
    INCONCLUSIVE: "Not decided by the gate",
    PASS: "Passes the gate",
}
INTRO = (
    "BLOCK: significantly above the limit (one-sided test, p < 0.05, Holm-corrected). PASS: significantly below the "
    "limit. WARN: above the limit, but not significantly. INCONCLUSIVE: the rows are too few to tell, or a warning of "
    "the run rules out PASS. p: the one-sided p-value; for a value above its limit it tests whether the value is "
    "significantly above, for any other value whether it is significantly below. 'Detectable': the smallest true value "
    "that the test finds to be above the limit with a power of 80%. 'Rows to decide': the estimated number of rows "
    "needed for BLOCK or PASS with this power, if the rates stay the same."
)


def with_gate(view: View, gate: GateRecord | None, against: str = "") -> View:
    """A view with the verdicts of a gate.

    Args:
        view: The view of a report.
        gate: The verdicts; None leaves the view as it is.
        against: The model that the values are measured from, where there is one.
    """
    if gate is None:
        return view
    table = gate_table(gate)
    return replace(
        view,
        gate=gate,
        verdict=f"{gate_sentence(gate, against)} {view.verdict}",
        outcome=_outcome(view, gate),
        next_steps=_steps(view, gate),
        sections=(Section("Gate", (table,), INTRO), *view.sections),
        brief=(*view.brief, table),
    )


def _outcome(view: View, gate: GateRecord) -> Outcome | None:
    """That of the gate, whose limits are those of the reader; scores that are no evidence stay so."""
    if view.outcome is None or gate.reason:
        return view.outcome
    return Outcome(_OUTCOMES[gate.verdict], _TONES.get(gate.verdict, "doubt"))


def _steps(view: View, gate: GateRecord) -> tuple[Step, ...]:
    """Where the rows are too few for the gate, how many decide; then what the view says, without a second gate."""
    steps = tuple(step for step in view.next_steps if step.purpose != "gate")
    open_ = [one for one in gate.results if one.rows_needed and one.n]
    if view.outcome is None or gate.reason or gate.verdict not in (WARN, INCONCLUSIVE) or not open_:
        return steps
    most = max(open_, key=_times)
    rows = rows_to_decide_words(most.rows_needed or 0)
    needs = f"'{clip(most.name, 60)}' needs {rows} changed rows and has {count(most.n)}"
    if rows.startswith("about"):
        said = f"Use more rows: about {_times(most):.1f} times as many decide on all values of the gate ({needs})."
    else:
        said = f"Set another limit: a value is so close to its limit that more rows hardly decide ({needs})."
    return (Step(said, topic="reports"), *(step for step in steps if step.purpose != "rows"))


def _times(one: GateResult) -> float:
    return (one.rows_needed or 0) / one.n


def gate_table(gate: GateRecord) -> Table:
    """The verdict on each value, the worst first.

    Args:
        gate: The verdicts.
    """
    results = sorted(gate.results, key=lambda one: (VERDICTS.index(one.verdict), -(one.value or 0)))
    return Table(
        title=gate_heading(gate),
        columns=(
            Column("Name", number=False),
            Column("Verdict", number=False),
            Column("Value", hint="drop, success rate or failure rate, in points"),
            Column("Limit"),
            Column("p", hint="p-value of the one-sided test", room=Room.WIDE),
            Column("Rows", room=Room.WIDE),
            Column("Detectable", hint=f"with a power of {percent(gate.power)}", room=Room.WIDE),
            Column("Rows to decide", room=Room.WIDE),
        ),
        rows=tuple(map(_row, results)),
        empty="No value of the report has a limit.",
    )


def _row(one: GateResult) -> Row:
    p = deciding_p(one)
    return Row(
        (
            Cell(one.name),
            Cell(one.verdict, one.verdict, tone=_TONES.get(one.verdict, ""), strong=True),
            Cell(points(one.value), one.value),
            Cell(points(one.limit), one.limit),
            Cell(p_value(p), p),
            Cell(count(one.n), one.n),
            Cell(points(one.detectable), one.detectable),
            Cell(
                rows_to_decide_words(one.rows_needed).removeprefix("about ") if one.rows_needed else MISSING,
                one.rows_needed,
            ),
        )
    )
