"""``hf-robust show``: all about one transformation."""

import click


@click.command("show")
@click.argument("name")
def show_command(name: str) -> None:
    """Show what a transformation does, its parameters and its effect by task."""
    from hf_robust.cli.catalog import describe
    from hf_robust.core import registry

    click.echo(describe(registry.transformations.get(name)))
