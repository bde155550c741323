"""``hf-robust list``: the transformations there are."""

import json

import click


@click.command("list")
@click.option("--task", "task_name", metavar="TASK", help="Only those that apply to this task.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_command(task_name: str | None, as_json: bool) -> None:
    """List the transformations."""
    from hf_robust.cli.catalog import catalogue, text_table
    from hf_robust.tasks.base import task

    rows = catalogue(task(task_name).name if task_name else None)
    click.echo(json.dumps(rows, indent=1) if as_json else text_table(rows))
