"""Warnings of a run: facts that limit the meaning of its scores, each with a code and a sentence."""

from hf_robust.reports.records.shared_records import Header

# codes of warnings with which a small drop is no evidence of robustness
NO_EVIDENCE = frozenset(
    {
        "answers-lost",
        "answers-never-change",
        "constant-after-change",
        "constant-predictions",
        "few-answers",
        "labels-mixed-up",
        "no-skill",
        "not-above-majority",
        "one-class",
        "one-position",
    }
)


def run_warning(code: str, message: str) -> dict[str, str]:
    """One entry of ``record["warnings"]``.

    Args:
        code: Lower-case words joined by hyphens; programs compare it.
        message: One plain sentence; reports show it in the headline.

    Example:
        >>> run_warning("one-class", "95% of the rows have the label 'positive'.")
        {'code': 'one-class', 'message': "95% of the rows have the label 'positive'."}
    """
    return {"code": code, "message": message}


def warnings_of(record: Header) -> tuple[tuple[str, str], ...]:
    """Code and message of each warning of a record; equal entries are shown once.

    Args:
        record: A valid record of any kind.
    """
    return tuple(dict.fromkeys((one.code, one.message) for one in record.warnings))
