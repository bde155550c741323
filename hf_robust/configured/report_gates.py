"""Gates of a run: checked before any work starts, and applied to each report."""

from collections.abc import Collection
from typing import Any


def gated(report: Any, conditions: Collection[str], strict: bool = False) -> tuple[Any, list[str]]:
    """A report with the verdicts of a gate, and a message for each value that fails it.

    Args:
        report: A report of any kind.
        conditions: The conditions; those that concern other reports are left out.
        strict: Whether values that do not pass fail too.

    Raises:
        UnknownNameError: No value has a name of the conditions.
    """
    if not conditions:
        return report, []
    from hf_robust.reports.gates import ReportGate, gate_messages

    part = ReportGate.of(conditions).part(report.gate_values(report.typed_record))
    if part is None:
        return report, []
    found = report.with_gate({name: 100 * limit for name, limit in part.limits.items()})
    return found, [f"gate: {message}" for message in gate_messages(found.typed_record.gate, strict)]


def check_gate(conditions: Collection[str], strict: bool, known: Collection[str], quantities: Collection[str]) -> None:
    """Refuse a gate that judges nothing, before any work starts.

    Args:
        strict: Whether values that do not pass fail.
        known: Names of values.
        quantities: The quantities that are measured.

    Raises:
        UsageError: A quantity is not measured, or there is nothing to be strict about.
        UnknownNameError: No value has a name.
    """
    from hf_robust.core.errors import UsageError
    from hf_robust.reports.gates import ReportGate

    if strict and not conditions:
        raise UsageError("strict goes with a gate; name one (--gate 'drop<=3', thresholds.gate), or leave strict out")
    if conditions:
        ReportGate.of(conditions).check_names(known, quantities)
