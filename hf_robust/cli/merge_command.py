"""``hf-robust merge``: the result of work that was done in shards."""

from pathlib import Path

import click


@click.command("merge")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option(
    "--out", "--output", type=click.Path(path_type=Path), help="Folder of the result. Default: a folder in FOLDER."
)
def merge_command(folder: Path, out: Path | None) -> None:
    """Merge the shards in FOLDER, which commands with --shard wrote.

    A suite is written to FOLDER/suite. Shards that are missing, damaged or of another plan are named, and nothing is
    written.
    """
    from hf_robust.core.files import check_folder
    from hf_robust.distributed.merging import merge_shards
    from hf_robust.suites.card import counted

    place = folder / "suite" if out is None else out
    check_folder(place)
    suite = merge_shards(folder)
    suite.save(place)
    click.echo(f"suite with {counted(len(suite), 'transformation')} -> {place}")
