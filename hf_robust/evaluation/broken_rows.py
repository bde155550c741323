"""A warning of rows whose labels do not fit their text: every transformation leaves them out."""

from collections.abc import Iterable

from hf_robust.core.reasons import BROKEN
from hf_robust.reports.records.robustness_records import TransformationResult
from hf_robust.reports.run_warnings import run_warning
from hf_robust.reports.wording import count


def broken_row_warnings(results: Iterable[TransformationResult]) -> list[dict[str, str]]:
    """A warning where rows are broken, with how many and what is wrong with one of them.

    Args:
        results: The results of a run.
    """
    rows, of, why = max((_broken(result) for result in results), default=(0, 0, ""))
    if not rows:
        return []
    verb = "is" if rows == 1 else "are"
    message = (
        f"{rows} of {count(of, 'row')} {verb} broken and left out, because the labels do not fit the text, for "
        f"example: {why}. Correct these rows."
    )
    return [run_warning("broken-rows", message)]


def _broken(result: TransformationResult) -> tuple[int, int, str]:
    """How many rows are broken, of how many, and the reason that most of them have."""
    found = {reason: rows for reason, rows in result.reasons.items() if reason.startswith(BROKEN)}
    most = max(found, key=lambda reason: found[reason], default="")
    return sum(found.values()), result.total, most.removeprefix(BROKEN)
