"""``hf-robust suite``: build a suite of perturbed rows and save it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hf_robust.cli.advice import note
from hf_robust.cli.config_options import from_options
from hf_robust.cli.options import (
    choice_option,
    data_options,
    draw_options,
    filter_option,
    folder_option,
    note_unused_pipeline,
    shard_option,
    slice_option,
)
from hf_robust.configured.chosen_suite import build_options, entries_of, suite_of
from hf_robust.configured.configuration import Configuration
from hf_robust.configured.data import chosen_data

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.suites.robustness import Suite
    from hf_robust.tasks.base import Task


@click.command("suite")
@data_options
@choice_option
@draw_options
@slice_option
@folder_option(None, "Folder to write the suite to.")
@click.option("--name", help="Name of the suite.")
@filter_option
@shard_option
def suite_command(out: Path, name: str | None, filters: tuple[str, ...], shard: str | None, **options: Any) -> None:
    """Build a suite of original and perturbed rows, and save it to a folder."""
    from hf_robust.core.files import check_folder
    from hf_robust.suites.card import counted
    from hf_robust.suites.filtering import left_out_in_words, sieves_of
    from hf_robust.suites.folder import check_replaceable

    check_folder(out)
    if shard is not None:
        _build_shard(shard, out, name, from_options({**options, "filters": filters}))
        return
    check_replaceable(out, "suite")
    asked = from_options({**options, "filters": filters})
    least = dict(asked.filters)
    sieves = sieves_of(least) if least else ()  # what is wrong with them is said before any work starts
    data, task = chosen_data(asked, notify=note)
    for sieve in sieves:
        sieve.validator.check_language(task.spoken)
    note_unused_pipeline(asked.transformations, asked.nlp, bool(asked.slices))
    built = build_suite(data, task, asked, name)
    built = built.filter(**least) if least else built
    for entry in built.entries.values():
        left_out = f"; left out: {left_out_in_words(entry.left_out)}" if entry.left_out else ""
        click.echo(f"{entry.name:24} {len(entry):6} of {entry.total} rows{left_out}")
    for skipped in built.info["skipped"]:
        click.echo(f"skipped {skipped['name']}: {skipped['reason']}", err=True)
    for said in built.info.get("slice_notes", ()):
        click.echo(f"slices: {said}", err=True)
    replaced = " (in place of the suite that was there)" if out.exists() and any(out.iterdir()) else ""
    built.save(out)
    click.echo(f"suite with {counted(len(built), 'transformation')} -> {out}{replaced}")


def _build_shard(shard: str, out: Path, name: str | None, asked: Configuration) -> None:
    """Build one shard of the suite.

    Raises:
        UsageError: There is no such shard.
    """
    from hf_robust.cli.progress import current, quiet_maps
    from hf_robust.distributed.shard_plan import Shard
    from hf_robust.distributed.suite_shards import build_suite_shard

    which = Shard.read(shard)
    data, task = chosen_data(asked, notify=note)
    with quiet_maps(), current("perturb") as step:
        made = build_suite_shard(
            data,
            task,
            entries_of(asked, task),
            shard=which,
            out=out,
            name=name,
            progress=step,
            num_proc=asked.num_proc,
            filters=dict(asked.filters),
            **build_options(asked),
        )
    click.echo(f"shard {which} {'->' if made else 'is there already:'} {out}")


def build_suite(data: "Dataset", task: "Task", asked: Configuration, name: str | None = None) -> "Suite":
    """The suite of a configuration, with a line that names the transformation at work.

    Args:
        task: The task with the columns.
        asked: The configuration.
        name: Name of the suite.

    Raises:
        EmptyDataError: When no row could be changed.
    """
    from hf_robust.cli.progress import current, quiet_maps

    with quiet_maps(), current("perturb") as step:
        return suite_of(data, task, asked, name, step)
