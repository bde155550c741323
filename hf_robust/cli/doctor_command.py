"""``hf-robust doctor``: which lexicons and models are installed, and what would be better."""

import json
from dataclasses import asdict

import click

from hf_robust.cli.options import FAILED


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--strict", is_flag=True, help="Exit with 1 when nothing serves a purpose.")
def doctor_command(as_json: bool, strict: bool) -> None:
    """Show which resource serves which purpose, what would be better, and what to type for it.

    Nothing is loaded or downloaded. What is missing is no error, unless --strict says so.
    """
    from hf_robust.language.doctor import findings, missing, text

    found = findings()
    click.echo(json.dumps([asdict(item) for item in found], indent=1) if as_json else text(found))
    if strict and missing(found):
        raise click.exceptions.Exit(FAILED)
