"""``hf-robust merge``: the result of work that was done in shards."""

from pathlib import Path

import click

from hf_robust.cli.outcome import finish, format_option
from hf_robust.cli.sharded_commands import Merged, run_merged
from hf_robust.core.errors import UsageError


@click.command("merge")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option(
    "--out", "--output", type=click.Path(path_type=Path), help="Folder of the result. Default: a folder in FOLDER."
)
@format_option
@click.pass_context
def merge_command(context: click.Context, folder: Path, out: Path | None, formats: tuple[str, ...]) -> None:
    """Merge the shards in FOLDER, which commands with --shard wrote.

    A suite is written to FOLDER/suite, a report to FOLDER/report. Shards that are missing, damaged or of another plan
    are named, and nothing is written. The merge of shards that asked a model runs their command again in the same
    folder, with the predictions of the shards.
    """
    from hf_robust.core.files import check_folder
    from hf_robust.core.staging import scratch_folder
    from hf_robust.distributed.answer_shards import KIND as ANSWERS
    from hf_robust.distributed.answer_shards import join_answers
    from hf_robust.distributed.merging import merge_shards
    from hf_robust.distributed.remote_folder import address_of, shard_folder
    from hf_robust.distributed.suite_shards import KIND as SUITE
    from hf_robust.distributed.suite_shards import merged_suite
    from hf_robust.suites.card import counted

    shards = shard_folder(folder)
    plan = shards.plan()
    kind = "suite" if plan.kind == SUITE else "report"
    if out is None and address_of(folder) is not None:
        raise UsageError(f"name a folder of this machine for the {kind}: --out {kind}")
    place = folder / kind if out is None else out
    check_folder(place)
    if plan.kind == ANSWERS:
        with scratch_folder() as cache:
            join_answers(shards, plan, cache)
            suite = merged_suite(shards, plan) if "entries" in plan.asked else None
            run_merged(context, Merged(plan, cache, suite), place, formats)
        return
    merged = merge_shards(folder)
    if kind == "suite":
        merged.save(place)
        click.echo(f"suite with {counted(len(merged), 'transformation')} -> {place}")
    else:
        finish(merged, place, formats)
