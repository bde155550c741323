"""What a report says of the transformations of a chain: a chain changes a row if at least one of them does."""

from collections.abc import Sequence

from hf_robust.reports.records.robustness_records import TransformationResult
from hf_robust.reports.wording import count


def step_words(names: Sequence[str], rows: Sequence[int]) -> str:
    """How many rows each transformation of a chain changed.

    Example:
        >>> step_words(["typos", "twitter"], [1200, 128])
        'typos changed 1,200, twitter changed 128'
    """
    return ", ".join(f"{name} changed {count(number)}" for name, number in zip(names, rows, strict=True))


def chain_words(result: TransformationResult) -> str:
    """How many rows each transformation of a chain changed; empty for a single transformation."""
    return step_words([stage.name for stage in result.stages], result.rows_by_step) if result.rows_by_step else ""


def chain_sentences(result: TransformationResult) -> tuple[str, ...]:
    """The same as a sentence; none for a single transformation."""
    steps = chain_words(result)
    return (f"A chain changes a row if at least one of its transformations does: {steps}.",) if steps else ()
