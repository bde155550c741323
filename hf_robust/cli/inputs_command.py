"""``hf-robust inputs``: write what a suite asks a model, for a model that runs elsewhere."""

from pathlib import Path

import click

from hf_robust.core.errors import UsageError

ENDINGS = (".jsonl", ".parquet")


@click.command("inputs")
@click.option("--suite", "suite_source", required=True, metavar="DIR|REPO", help="The suite: a folder or a Hub id.")
@click.option("--revision", help="Tag, branch or commit of --suite, for example v1.0.0.")
@click.option(
    "--out", "--output", type=click.Path(path_type=Path), required=True, help="JSON Lines or Parquet file to write."
)
def inputs_command(suite_source: str, revision: str | None, out: Path) -> None:
    """Write the distinct inputs of a suite to a file.

    Add a column "prediction" (and "score") and evaluate it: hf-robust run --suite SUITE --predictions FILE
    """
    from hf_robust.core.files import check_target, write_rows
    from hf_robust.suites.robustness import Suite

    if out.suffix.lower() not in ENDINGS:
        raise UsageError(f"inputs are written to a file ending in {' or '.join(ENDINGS)}, found {out.name!r}")
    check_target(out)
    rows = Suite.load(suite_source, revision).inputs()
    write_rows(rows, out)
    click.echo(f"{len(rows)} inputs -> {out}")
