"""The signature of a report: one line that says what was measured, to quote in a paper beside a number."""

import re
from collections.abc import Iterable, Mapping

NONE = "none"
"""Stands for what the record does not hold."""


def signature_line(version: str, parts: Mapping[str, object]) -> str:
    """Join the parts of a signature; white space and signs with a meaning of their own in a value become ``_``.

    Args:
        version: The version of hf_robust that made the report.
        parts: Values by name; None becomes ``none``.

    Example:
        >>> signature_line("0.3.0", {"suite": "me/sst2-robust@v1.0.0", "seed": 0, "worst": None})
        'hf_robust|v:0.3.0|suite:me/sst2-robust@v1.0.0|seed:0|worst:none'
    """
    values = {"v": version, **parts}
    return "|".join(["hf_robust", *(f"{name}:{_value(value)}" for name, value in values.items())])


def suite_part(name: str | None, version: str | None, content_hash: str) -> str:
    """A suite with its version; the first digits of its content hash where it has no version.

    Args:
        name: Its repository, or its name.

    Example:
        >>> suite_part("me/sst2-robust", "1.0.0", "c3a8b3d7456f"), suite_part("sst2", None, "c3a8b3d7456f")
        ('me/sst2-robust@v1.0.0', 'sst2@c3a8b3d7')
    """
    return f"{name or NONE}@{f'v{version}' if version else content_hash[:8]}"


def data_part(dataset: str | None, config: str | None, split: str | None) -> str | None:
    """A dataset with its configuration and split; None where the rows are of no known dataset.

    Example:
        >>> data_part("nyu-mll/glue", "sst2", "validation")
        'nyu-mll/glue/sst2/validation'
    """
    return "/".join(filter(None, [dataset, config, split])) if dataset else None


def scores_part(scores: Iterable[float | None]) -> str:
    """Scores in points out of 100, one for each model in the order of the report.

    Example:
        >>> scores_part([0.503]), scores_part([0.503, None])
        ('50.3', '50.3,none')
    """
    return ",".join(NONE if score is None else f"{100 * score + 0.0:.1f}" for score in scores) or NONE


def lowest(scores: Iterable[float | None]) -> float | None:
    """The lowest score that is known."""
    return min((score for score in scores if score is not None), default=None)


def _value(value: object) -> str:
    return NONE if value is None else re.sub(r"[^\w./@+,:-]+", "_", str(value).strip())
