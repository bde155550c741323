"""``hf-robust merge``: the result of work that was done in shards."""

from pathlib import Path

import click

from hf_robust.cli.outcome import finish, format_option


@click.command("merge")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option(
    "--out", "--output", type=click.Path(path_type=Path), help="Folder of the result. Default: a folder in FOLDER."
)
@format_option
def merge_command(folder: Path, out: Path | None, formats: tuple[str, ...]) -> None:
    """Merge the shards in FOLDER, which commands with --shard wrote.

    A suite is written to FOLDER/suite, the report of a run to FOLDER/report. Shards that are missing, damaged or of
    another plan are named, and nothing is written.
    """
    from hf_robust.core.files import check_folder
    from hf_robust.distributed.merging import merge_shards
    from hf_robust.distributed.shard_folder import ShardFolder
    from hf_robust.distributed.suite_shards import KIND as SUITE
    from hf_robust.suites.card import counted

    kind = "suite" if ShardFolder(folder).plan().kind == SUITE else "report"
    place = folder / kind if out is None else out
    check_folder(place)
    merged = merge_shards(folder)
    if kind == "suite":
        merged.save(place)
        click.echo(f"suite with {counted(len(merged), 'transformation')} -> {place}")
    else:
        finish(merged, place, formats)
