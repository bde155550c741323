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
    refuse_without,
    shard_option,
    slice_option,
)
from hf_robust.configured.chosen_suite import build_options, entries_of, suite_of
from hf_robust.configured.configuration import Configuration
from hf_robust.configured.data import chosen_data
from hf_robust.core.errors import UsageError

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.suites.robustness import Suite
    from hf_robust.tasks.base import Task


_PLACED = ("workers", "shards", "address")  # options that go with --engine


@click.command("suite")
@data_options
@choice_option
@draw_options
@slice_option
@folder_option(None, "Folder to write the suite to.")
@click.option("--name", help="Name of the suite.")
@filter_option
@shard_option
@click.option(
    "--engine",
    metavar="NAME",
    help="Build the suite in shards with this engine: local for processes of this machine, ray for a Ray cluster "
    "(hf-robust docs distributed).",
)
@click.option("--workers", type=click.IntRange(min=1), help="With --engine: number of processes.")
@click.option("--shards", type=click.IntRange(min=1), help="With --engine: number of shards. Default: 4 per worker.")
@click.option("--address", help="With --engine ray: address of the cluster, for example auto. Default: start one.")
def suite_command(out: Path, name: str | None, filters: tuple[str, ...], shard: str | None, **options: Any) -> None:
    """Build a suite of original and perturbed rows, and save it to a folder."""
    from hf_robust.core.files import check_folder
    from hf_robust.core.staging import scratch_folder
    from hf_robust.distributed.remote_folder import Store, address_of
    from hf_robust.suites.card import counted
    from hf_robust.suites.filtering import left_out_in_words, sieves_of
    from hf_robust.suites.folder import check_replaceable
    from hf_robust.suites.manifest import FILE

    placed = {key: options.pop(key) for key in ("engine", *_PLACED)}
    refuse_without(dict.fromkeys(_PLACED, placed["engine"] is not None), "--engine")
    refuse_without({"engine": shard is None}, "a whole suite, not with --shard")
    stored = address_of(out)
    if stored is None:
        check_folder(out)
    elif shard is None and placed["engine"] is None:
        raise UsageError(
            f"{stored}: --out names a store only with --shard or --engine; push a suite with hf-robust push"
        )
    if shard is not None:
        _build_shard(shard, out, name, from_options({**options, "filters": filters}))
        return
    if stored is None:
        check_replaceable(out, "suite")
    asked = from_options({**options, "filters": filters})
    least = dict(asked.filters)
    sieves = sieves_of(least) if least else ()  # what is wrong with them is said before any work starts
    data, task = chosen_data(asked, notify=note)
    for sieve in sieves:
        sieve.validator.check_language(task.spoken)
    note_unused_pipeline(asked.transformations, asked.nlp, bool(asked.slices))
    built = (
        build_suite(data, task, asked, name)
        if placed["engine"] is None
        else _in_shards(data, task, asked, name, out, placed)
    )
    built = built.filter(**least) if least else built
    for entry in built.entries.values():
        left_out = f"; left out: {left_out_in_words(entry.left_out)}" if entry.left_out else ""
        click.echo(f"{entry.name:24} {len(entry):6} of {entry.total} rows{left_out}")
    for skipped in built.info["skipped"]:
        click.echo(f"skipped {skipped['name']}: {skipped['reason']}", err=True)
    for said in built.info.get("slice_notes", ()):
        click.echo(f"slices: {said}", err=True)
    if stored is not None:
        with scratch_folder() as folder:
            built.save(folder / out.name)
            Store(stored).put_folder(folder / out.name, "", FILE)
        click.echo(f"suite with {counted(len(built), 'transformation')} -> {stored}")
        return
    replaced = " (in place of the suite that was there)" if out.exists() and any(out.iterdir()) else ""
    built.save(out)
    click.echo(f"suite with {counted(len(built), 'transformation')} -> {out}{replaced}")


def _in_shards(
    data: "Dataset", task: "Task", asked: Configuration, name: str | None, out: Path, placed: dict[str, Any]
) -> "Suite":
    """Build the suite with an engine. The shards lie beside it until it is there, so the same command goes on."""
    from hf_robust.cli.launched_run import shards_beside
    from hf_robust.distributed.remote_folder import remove_shards
    from hf_robust.suites.engines import engines
    from hf_robust.suites.robustness import Suite

    engines.get(placed["engine"])  # an unknown name is said first
    shards = shards_beside(out)
    options = {**build_options(asked), **placed, "num_proc": asked.num_proc, "out": shards}
    suite = Suite.build(data, task, entries_of(asked, task), name=name, **options)
    remove_shards(shards)
    return suite


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
