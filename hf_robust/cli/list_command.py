"""``hf-robust list``: the transformations there are."""

import json

import click


@click.command("list")
@click.option("--task", "task_name", metavar="TASK", help="Only those that apply to this task.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_command(task_name: str | None, as_json: bool) -> None:
    """List the transformations."""
    from hf_robust.transforms.listing import transformations

    rows = transformations(task_name)
    click.echo(json.dumps(rows, indent=1) if as_json else str(rows))
