"""The summary of a job in CI: what was run, what failed and each report in brief, appended to a file in Markdown."""

from collections.abc import Sequence
from pathlib import Path

from hf_robust.configured.config_summary import RunSummary, failing, summary
from hf_robust.configured.protected_outputs import check_outputs
from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.files import check_folder
from hf_robust.core.json_values import printable
from hf_robust.reports.formats.markdown import LIMIT, grid, short
from hf_robust.reports.formats.markdown_text import code, md
from hf_robust.reports.since_baseline import SinceBaseline
from hf_robust.reports.wording import p_value, points

MOST = 1_000_000  # bytes of the file; GitHub takes 1 MiB a step
_LEAST = 2_000  # characters of a report that is worth showing


def check_summary(file: Path, overwrite: bool = False) -> None:
    """Refuse a file that nothing can be appended to, before any work starts.

    Raises:
        UsageError: No file is named.
        DataFileError: It is a folder, or may not be written to.
    """
    if not file.name:
        raise UsageError(
            "`thresholds.summary` names no file; where it is a variable, as $GITHUB_STEP_SUMMARY, that is empty here"
        )
    if file.is_dir():
        raise DataFileError(f"cannot write to {file}: it is a folder; name a file with `thresholds.summary`")
    check_folder(file.parent)
    check_outputs({"summary": file}, (), overwrite=overwrite)
    if file.exists():
        try:
            file.open("ab").close()
        except OSError as error:
            raise DataFileError(f"cannot append to {file}: {error.strerror or error}") from error


def append_summary(file: Path, outcomes: Sequence[RunSummary]) -> bool:
    """Append what came of all parts, as much as there is room for.

    Args:
        file: The file; it is made where there is none.
        outcomes: What came of each part.

    Returns:
        Whether there was room for it.

    Raises:
        DataFileError: It cannot be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("ab") as stream:
            content = job_summary(outcomes, MOST - stream.tell())
            stream.write(content)
    except OSError as error:
        raise DataFileError(f"cannot append to {file}: {error.strerror or error}") from error
    return bool(content)


def job_summary(outcomes: Sequence[RunSummary], most: int = MOST) -> bytes:
    """The summary: a table of the parts, what failed, what changed since the baseline, then each report in brief.

    Args:
        outcomes: What came of each part.
        most: It has no more bytes; the reports share what the rest leaves, and say where they are whole.
    """
    reports = [one for one in outcomes if one.report is not None]
    several = len(outcomes) > 1 or len(reports) < len(outcomes)
    lines = [summary(outcomes, None)] if several else failing(outcomes)
    lines += [_since_words(one.label if several else "", one.since) for one in reports if one.since is not None]
    lines += [f"Results of {md(str(one.model.model))}: {one.address}\n" for one in reports if one.address]
    head = _cut(printable("\n".join(lines).strip()), most - 1)
    parts = [head] if head else []
    left = most - len(head) - 1
    for place, one in enumerate(reports):
        part = _report(one, left // (len(reports) - place) - 2)
        left -= len(part) + 2
        parts += [part] if part else []
    return b"\n\n".join(parts) + b"\n" if parts else b""


def _report(outcome: RunSummary, most: int) -> bytes:
    """A report in no more bytes; where there is no room, its name."""
    limit = min(LIMIT, most)
    page = None if outcome.folder is None else (outcome.folder / outcome.report.page_name).as_posix()
    rest = "" if page is None else f"All numbers, and how it was made: {code(page, 200)}."
    while limit >= _LEAST:
        content: bytes = short(outcome.report.view, rest, limit).strip().encode()
        if len(content) <= most:
            return content
        limit //= 2
    see = "" if outcome.folder is None else f": see {code(outcome.folder.as_posix(), 200)}"
    said = f"_No room for {md(outcome.label, 100)}{see}._".encode()
    return said if len(said) <= most else b""


def _cut(text: str, most: int) -> bytes:
    """A text in no more bytes, cut at the end of a line."""
    content = text.encode()
    return content if len(content) <= most else content[: max(most, 0)].rpartition(b"\n")[0]


def _since_words(label: str, since: SinceBaseline) -> str:
    """What changed since the baseline: a table, and how it was compared."""
    rows = [
        [
            f"**{md(one.name)}** \\*" if one.fell else md(one.name),
            points(one.before),
            points(one.after),
            points(one.after - one.before),
            p_value(one.p_adjusted),
            md(one.test),
        ]
        for one in since.changes
    ]
    notes = [*since.notes, *(f"not compared: {name} ({reason})" for name, reason in since.left_out)]
    heads = ["", "Baseline", "Now", "Change", "p", "Test"]
    return "\n".join(
        [
            f"## Since the baseline{f': {md(label)}' if label else ''}",
            "",
            f"**{md(since.verdict)}**",
            "",
            grid(heads, rows, [False, True, True, True, True, False]),
            "",
            *(f"- {md(note)}" for note in notes),
            "",
        ]
    )
