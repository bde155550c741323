"""``hf-robust perturb``: the rows of a dataset after one transformation, in a file or at a glance."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hf_robust.cli.advice import note
from hf_robust.cli.config_options import from_options
from hf_robust.cli.option_values import entries
from hf_robust.cli.options import data_options, draw_options, note_unused_pipeline, nothing_changed, refuse_without
from hf_robust.configured.data import chosen_data
from hf_robust.core.errors import UsageError

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task

SHOWN = 3  # rows on the terminal
TRIED = 50  # rows that are perturbed to find so many
_WIDTH = 100  # characters of a text that are shown, from a little before the first change


@click.command("perturb")
@click.argument("transformation")
@data_options
@draw_options
@click.option(
    "--keep", type=click.Choice(["changed", "all"]), default="changed", show_default=True, help="Which rows to write."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="File to write: .jsonl, .parquet or .csv. In CSV, texts that start like a spreadsheet formula are prefixed "
    "with an apostrophe. Without --out, a few rows are printed before and after.",
)
def perturb_command(transformation: str, out: Path | None, keep: str, **typed: Any) -> None:
    """Perturb a dataset with one transformation or a chain (a+b).

    With --out, write the rows to a file. Without it, print a few examples. If --dataset is omitted, the bundled demo
    reviews are used.
    """
    from hf_robust.cli.progress import quiet_maps
    from hf_robust.core.files import check_folder, check_target, write_rows
    from hf_robust.core.protection import protection
    from hf_robust.perturb.perturbation import Perturb
    from hf_robust.perturb.unmatched import warn_unmatched
    from hf_robust.transforms.chains import annotated_for

    chosen = entries(transformation, typed["params"]) or []
    if len(chosen) != 1:
        raise UsageError("perturb takes one transformation or chain (a+b); `suite` takes many")
    refuse_without({"keep": out is not None}, "--out")
    if out is not None:
        check_target(out)
        check_folder(out.parent)
    data, task = chosen_data(from_options(typed, leave=("params",)), notify=note)
    task = task.bind(data, labels=False)
    options = {name: typed[name] for name in ("seed", "variants", "nlp")}
    options["protect"] = protection(typed["protect"], typed["protect_defaults"])
    function = Perturb(chosen[0], task, keep=keep if out is not None else "all", **options)
    note_unused_pipeline(chosen, typed["nlp"])
    warn_unmatched(function.plan.protect, data, task)
    source = data if out is not None else data.select(range(min(TRIED, len(data))))
    with quiet_maps():
        annotated = annotated_for(source, task, [function.stages], typed["nlp"])
        rows = annotated.map(function, batched=True, num_proc=typed["num_proc"], desc=function.name)
    if out is None:
        for line in _glance(source, rows, task):
            click.echo(line)
        return
    if not len(rows):
        raise UsageError(
            f"none of the {len(data)} rows could be changed, so nothing was written; leave --out out for why"
        )
    write_rows(rows, out)
    click.echo(f"{len(rows)} rows from {len(data)} -> {out}")


def _glance(originals: "Dataset", rows: "Dataset", task: "Task") -> Iterator[str]:
    """The first rows that changed, each before and after."""
    records = rows["robust"][:]
    changed = [place for place, record in enumerate(records) if record["status"] == "changed"]
    if not changed:
        raise nothing_changed(len(originals), Counter(record["reason"] for record in records if record["reason"]))
    # a row that is kept has a variant 0, whatever became of it
    starts = [place for place, record in enumerate(records) if record["variant"] == 0]
    sources = dict(zip(starts, originals))
    origin: Mapping[str, Any] = {}
    shown = 0
    for place, after in enumerate(islice(rows, changed[min(SHOWN, len(changed)) - 1] + 1)):
        origin = sources.get(place, origin)
        if records[place]["status"] == "changed":
            shown += 1
            yield from _compared(shown, origin, after, task)
    yield f"{len(changed)} of {len(rows)} rows changed; write them with --out rows.jsonl"


def _compared(index: int, before: Mapping[str, Any], after: Mapping[str, Any], task: "Task") -> Iterator[str]:
    from hf_robust.core.doc import plain_text

    for role in task.fields:
        column = task.column(role)
        old, new = plain_text(before[column], task.spoken), plain_text(after[column], task.spoken)
        if old != new:
            start = next((n for n, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
            yield f"{index}  {column}"
            yield f"   - {_window(old, start)}"
            yield f"   + {_window(new, start)}"


def _window(text: str, start: int) -> str:
    """A part of a text on one line, the first change well inside."""
    begin = 0 if len(text) <= _WIDTH else max(0, start - _WIDTH // 3)
    part = " ".join(text[begin : begin + _WIDTH].split())
    return f"{'... ' * (begin > 0)}{part}{' ...' * (begin + _WIDTH < len(text))}"
