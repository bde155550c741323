"""Warnings of a run: facts that limit the meaning of its scores, each with a code and a sentence."""

from collections.abc import Iterable, Mapping

from hf_robust.reports.records.shared_records import Header

CONSTANT_PREDICTIONS = "constant-predictions"
MIXED_UP = "labels-mixed-up"
# codes of warnings after which no drop means anything
VOID = frozenset({CONSTANT_PREDICTIONS, "not-above-majority", "no-skill", "answers-by-position"})
# codes of warnings with which a small drop is no evidence of robustness
NO_EVIDENCE = frozenset(
    {
        "answers-lost",
        "answers-never-change",
        "constant-after-change",
        CONSTANT_PREDICTIONS,
        "few-answers",
        MIXED_UP,
        "no-skill",
        "not-above-majority",
        "one-class",
        "one-position",
    }
)
# codes of warnings about the rows, which hold for every model
OF_ROWS = frozenset(
    {
        "broken-rows",
        "one-class",
        "one-position",
        "unknown-label",
        "label-follows-types",
        "label-follows-length",
        "order-not-in-the-rows",
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


def named_warnings(name: str, warnings: Iterable[Mapping[str, str]]) -> list[dict[str, str]]:
    """Warnings of one of several models: those about the model name it; those about the rows stay as they are.

    Args:
        name: What the model is called.
        warnings: Of a run.
    """
    return [
        dict(one) if one["code"] in OF_ROWS else run_warning(one["code"], f"{name}: {one['message']}")
        for one in warnings
    ]


def distinct_warnings(warnings: Iterable[Mapping[str, str]]) -> list[dict[str, str]]:
    """Each warning once: those about the rows are the same for every model.

    Args:
        warnings: Of all models.
    """
    return list({(one["code"], one["message"]): dict(one) for one in warnings}.values())


def warnings_of(record: Header) -> tuple[tuple[str, str], ...]:
    """Code and message of each warning of a record; equal entries are shown once.

    Args:
        record: A valid record of any kind.
    """
    return tuple(dict.fromkeys((one.code, one.message) for one in record.warnings))
