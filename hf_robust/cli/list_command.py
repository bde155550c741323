"""``hf-robust list``: the transformations and subpopulations there are."""

import json

import click

from hf_robust.cli.options import language_option


@click.command("list")
@click.option("--task", "task_name", metavar="TASK", help="Only those that apply to this task.")
@language_option
@click.option("--slices", is_flag=True, help="List only the subpopulations (for --slice of run and suite).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_command(task_name: str | None, language: str | None, slices: bool, as_json: bool) -> None:
    """List the transformations and the subpopulations (slices). With --json, only one of the two lists."""
    from hf_robust.slices.slice_listing import subpopulations
    from hf_robust.transforms.listing import transformations

    if as_json:
        click.echo(
            json.dumps(
                subpopulations(task_name, language) if slices else transformations(task_name, language), indent=1
            )
        )
        return
    if not slices:
        click.echo(f"{transformations(task_name, language)}\n\nSubpopulations, for --slice of run and suite:\n")
    click.echo(str(subpopulations(task_name, language)))
