"""The summary of a configuration that was carried out, in Markdown: what came of each part, and where its report is."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hf_robust.cli.config_choices import ModelChoice


@dataclass(frozen=True)
class Outcome:
    """What came of one part.

    Args:
        model: The model.
        label: What the part is called.
        folder: Where its report lies.
        report: The report; None where it failed.
        below: What is below a threshold.
        error: Why it failed; empty where it did not.
        junit: Its checks as JUnit XML, where that was asked for.
    """

    model: ModelChoice
    label: str
    folder: Path
    report: Any = None
    below: Sequence[str] = ()
    error: str = ""
    junit: bytes = b""


def numbered(labels: Sequence[str]) -> list[str]:
    """Labels of which no two are the same.

    Example:
        >>> numbered(["attack pwws", "attack bae", "attack pwws"])
        ['attack pwws', 'attack bae', 'attack pwws 2']
    """
    places = [labels[: place + 1].count(label) for place, label in enumerate(labels)]
    return [label if place == 1 else f"{label} {place}" for label, place in zip(labels, places)]


def summary(outcomes: Sequence[Outcome], out: Path) -> str:
    """The summary as Markdown.

    Args:
        outcomes: What came of each part.
        out: The folder that links begin at.
    """
    lines = ["# What was run", "", "| part | result | report |", "| --- | --- | --- |"]
    lines += [f"| {_cell(one.label)} | {_cell(_result(one))} | {_link(one, out)} |" for one in outcomes]
    below = [failure for one in outcomes for failure in one.below]
    if below:
        lines += ["", "## Below a threshold", "", *(f"- {_cell(failure)}" for failure in below)]
    return "\n".join([*lines, ""])


def _result(outcome: Outcome) -> str:
    return f"failed: {outcome.error}" if outcome.error else outcome.report.verdict


def _link(outcome: Outcome, out: Path) -> str:
    if outcome.report is None:
        return ""
    page = (outcome.folder / outcome.report.page_name).relative_to(out).as_posix()
    return f"[{page}]({page})"


def _cell(text: str) -> str:
    """A text in a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")
