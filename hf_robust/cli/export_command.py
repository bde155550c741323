"""``hf-robust export``: write a suite as a task of another evaluation harness."""

from pathlib import Path

import click

from hf_robust.cli.protected_files import is_forced


@click.command("export")
@click.argument("harness", metavar="HARNESS")
@click.argument("suite", metavar="SUITE")
@click.option("--revision", help="Tag, branch or commit of SUITE on the Hub, for example v1.0.0.")
@click.option(
    "--out",
    "--output",
    "folder",
    type=click.Path(path_type=Path),
    required=True,
    help="Folder of the task, or FILE.py for inspect. Files of an earlier export are replaced.",
)
@click.option("--name", help="Name of the task. Default: the name of the suite.")
@click.option("--prompts", metavar="FILE", help="Prompt file (YAML), whose default is used. Default: that of the task.")
@click.option(
    "--generate",
    is_flag=True,
    help="For lm-eval: let the model write the label. Default: lm-eval compares the log-likelihoods of the labels.",
)
def export_command(
    harness: str, suite: str, revision: str | None, folder: Path, name: str | None, prompts: str | None, generate: bool
) -> None:
    """Write SUITE (a folder or a Hub id) as a task of another evaluation harness: lm-eval or inspect.

    Run the printed command, then read its logs with: hf-robust import HARNESS LOG
    """
    from hf_robust.harnesses.exporting import export_suite
    from hf_robust.suites.robustness import Suite

    local = Path(suite).exists()
    source = str(Path(suite).resolve()) if local else f"{suite}@{revision}" if revision else suite
    command = export_suite(
        Suite.load(suite, revision),
        harness,
        folder,
        prompt=prompts,
        name=name,
        generate=generate,
        source=source,
        overwrite=is_forced(),
    )
    click.echo(f"{harness} task -> {folder}\nrun: {command}")
