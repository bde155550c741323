"""``hf-robust doctor``: which lexicons and models are installed, what is better, and which baselines there are."""

import json
from collections.abc import Iterator
from dataclasses import asdict

import click

from hf_robust.cli.options import FAILED, known_language


def _models(language: str | None = None) -> Iterator[str]:
    """For each task the model that serves where none is named, and the others that can be named."""
    from hf_robust.adapters.baselines.baseline_table import baselines_of, default_models
    from hf_robust.tasks import TASKS

    for task, row, missing in default_models(language):
        if row is None:
            yield f"  {task}: no default model; use --model"
            continue
        lacking = f"; not installed, run: {missing}" if missing else ""
        trained = ", trained" if row.trained else ""
        yield f"  {task}: {row.name} ({row.summary}{trained}){lacking}"
        for other in baselines_of(task, language or TASKS[task].language):
            if other is not row:
                yield f"    or --model {other.name} ({other.summary})"


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--strict", is_flag=True, help="Exit with 1 if a purpose of English, or of --language, has no installed resource."
)
@click.option("--language", metavar="CODE", callback=known_language, help="Only resources for this language: en or zh.")
def doctor_command(as_json: bool, strict: bool, language: str | None) -> None:
    """Show which models and lexicons are installed, which better ones exist, and how to install them.

    Nothing is loaded or downloaded. A missing resource is an error only with --strict.
    """
    from hf_robust.language.doctor import findings, missing, spoken, text

    found = findings() if language is None else spoken(findings(), language)
    if as_json:
        click.echo(json.dumps([asdict(item) for item in found], indent=1))
    else:
        click.echo("\n".join([text(found), "", "Default models:", *_models(language)]))
        if language is None:
            click.echo("\n".join(["", "Default models for Chinese texts (--language zh):", *_models("zh")]))
    if strict and missing(spoken(found, language or "en")):
        raise click.exceptions.Exit(FAILED)
