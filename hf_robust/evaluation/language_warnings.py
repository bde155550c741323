"""A warning of texts that are in another language than that of the task."""

from collections.abc import Iterable

from hf_robust.reports.records.robustness_records import TransformationResult
from hf_robust.reports.run_warnings import run_warning

OTHER = "it is in "  # how the reason begins with which a transformation leaves out a text in another language


def language_warnings(results: Iterable[TransformationResult], language: str) -> list[dict[str, str]]:
    """A warning where a transformation left out most rows because of their language.

    Args:
        results: The results of a run.
        language: Code of the language of the task.
    """
    for result in results:
        for reason, rows in result.reasons.items():
            if reason.startswith(OTHER) and 2 * rows > result.total:
                message = (
                    f"{rows} of {result.total} texts seem to be in {reason.removeprefix(OTHER)}, and the language of "
                    f"the task is {language!r}: '{result.name}' left them out. Name the language with "
                    "hr.task(..., language='...')."
                )
                return [run_warning("other-language", message)]
    return []
