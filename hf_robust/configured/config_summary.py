"""The summary of a configuration that was carried out, in Markdown: what came of each part, and where its report is."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.configured.config_choices import ModelChoice
from hf_robust.core.json_values import printable
from hf_robust.evaluation.guards import NO_MODEL, NO_MODEL_UNTRAINED
from hf_robust.reports.formats.markdown_text import code, md
from hf_robust.reports.wording import listed

if TYPE_CHECKING:
    from hf_robust.reports.since_baseline import SinceBaseline


@dataclass(frozen=True)
class RunSummary:
    """What came of one part.

    Args:
        label: What the part is called.
        folder: Where its report lies; None where no files were written.
        report: The report; None where it failed.
        below: What is below a threshold.
        error: Why it failed; empty where it did not.
        junit: Its checks as JUnit XML, where that was asked for.
        on_suite: Whether it is the model on the suite, and no other part.
        since: What changed since the baseline, where one was named.
        falls: What of it is a fall by more than chance explains.
        address: Where its results were pushed to.
        push_error: Why they were not pushed.
    """

    model: ModelChoice
    label: str
    folder: Path | None
    report: Any = None
    below: Sequence[str] = ()
    error: str = ""
    junit: bytes = b""
    on_suite: bool = False
    since: "SinceBaseline | None" = None
    falls: Sequence[str] = ()
    address: str = ""
    push_error: str = ""


def numbered(labels: Sequence[str]) -> list[str]:
    """Labels of which no two are the same.

    Example:
        >>> numbered(["attack pwws", "attack bae", "attack pwws"])
        ['attack pwws', 'attack bae', 'attack pwws 2']
    """
    places = [labels[: place + 1].count(label) for place, label in enumerate(labels)]
    return [label if place == 1 else f"{label} {place}" for label, place in zip(labels, places)]


def summary(outcomes: Sequence[RunSummary], out: Path | None) -> str:
    """The summary as Markdown.

    Args:
        outcomes: What came of each part.
        out: The folder that links begin at; None for the names of folders in place of links.
    """
    notes: dict[str, int] = {}
    lines = ["# What was run", "", "| part | result | report |", "| --- | --- | --- |"]
    lines += [f"| {_cell(one.label)} | {_cell(_result(one, notes))} | {_link(one, out)} |" for one in outcomes]
    warnings = [f"{number}. {_cell(message)}" for message, number in notes.items()]
    return "\n".join([*lines, "", *(["Warnings:", "", *warnings, ""] if warnings else []), *failing(outcomes)])


def failing(outcomes: Sequence[RunSummary]) -> list[str]:
    """What is below a threshold and what fell since the baseline, as lines of Markdown; none where nothing is."""
    lines: list[str] = []
    for heading, messages in (
        ("Below a threshold", [failure for one in outcomes for failure in one.below]),
        ("Fallen since the baseline", [fall for one in outcomes for fall in one.falls]),
        ("Not pushed", [one.push_error for one in outcomes if one.push_error]),
    ):
        lines += [f"## {heading}", "", *(f"- {_cell(message)}" for message in messages), ""] if messages else []
    return lines


def _result(outcome: RunSummary, notes: dict[str, int]) -> str:
    """The headline, with the numbers of its warnings, each of which stands once below the table.

    Args:
        notes: The number of each warning that was met; new ones are added.
    """
    if outcome.error:
        return f"failed: {outcome.error}"
    view = outcome.report.view
    parts = [part for _, message in view.warnings for part in _without_advice(message)]
    numbers = sorted({notes.setdefault(part, len(notes) + 1) for part in parts})
    if not numbers:
        return str(view.headline)
    word = "warning" if len(numbers) == 1 else "warnings"
    return f"{view.headline} ({word} {listed([str(number) for number in numbers])})"


def _without_advice(message: str) -> list[str]:
    """A warning and the advice at its end, which many share."""
    for advice in (NO_MODEL, NO_MODEL_UNTRAINED):
        if message.endswith(advice):
            return [message.removesuffix(advice).rstrip(), advice]
    return [message]


def _link(outcome: RunSummary, out: Path | None) -> str:
    if outcome.report is None or outcome.folder is None:
        return ""
    place = outcome.folder / outcome.report.page_name
    if out is None:
        return code(place.as_posix())
    page = place.relative_to(out).as_posix()
    return f"[{page}]({page})"


def _cell(text: str) -> str:
    """A text in a cell of a table, or on a line."""
    return md(printable(text), _MOST)


_MOST = 2000  # characters
