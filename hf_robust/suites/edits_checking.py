"""Edits suites read as others read them: the folder holds nothing of the source, and makes the suite again."""

from collections.abc import Iterator
from dataclasses import replace

from hf_robust.core.errors import SuiteError
from hf_robust.core.staging import scratch_folder
from hf_robust.suites.base import BaseSuite
from hf_robust.suites.edits_applying import applied_suite
from hf_robust.suites.edits_making import OWN, PACKAGE_TEXTS
from hf_robust.suites.robustness import Suite
from hf_robust.suites.source_leaks import SourceIndex, find_leaks


def check_created(edits: BaseSuite, suite: Suite, index: SourceIndex) -> None:
    """Check an edits suite as a reader has it: its folder holds nothing of the source, and it can be applied.

    Args:
        edits: The edits suite.
        suite: The suite that it was made of.
        index: The source.

    Raises:
        SuiteError: When one of them does not hold.
    """
    from datasets import concatenate_datasets

    own = SourceIndex(_package_texts(edits), suite.task.spoken)
    originals = [
        entry.original.remove_columns([c for c in entry.original.column_names if c in OWN])
        for entry in suite.entries.values()
    ]
    rows = concatenate_datasets(originals)
    with scratch_folder() as place:
        folder = edits.save(place / "suite")
        leaks_found = find_leaks(folder, index, most=1000, source=(suite.task, rows))
        leaks = [leak for leak in leaks_found if own.first_match(leak.words) is None]
    if leaks:
        raise SuiteError(
            f"the edits suite would hold words of the source in {leaks[0].file} ({leaks[0].location}): "
            f"{leaks[0].words!r}, so it is not made"
        )
    applied_suite(edits.task, edits.entries, edits.info, rows)


def _package_texts(edits: BaseSuite) -> Iterator[str]:
    """What a card and a manifest say that does not come from the source: sentences of this package."""
    bare = {name: replace(entry, reasons={}, stages=()) for name, entry in edits.entries.items()}
    info = {**edits.default_info(), **{key: edits.info.get(key, []) for key in (*PACKAGE_TEXTS, "stayed_out")}}
    info |= {key: edits.info[key] for key in ("applied_hash", "source_rows", "words_shown")} | {"source_columns": {}}
    with scratch_folder() as place:
        folder = replace(edits, entries=bare, info=info).save(place / "suite")
        for name in ("README.md", "suite.json"):
            yield (folder / name).read_text(encoding="utf-8")
    yield from (entry.summary for entry in edits.entries.values())
