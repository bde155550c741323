"""``hf-robust show``: all about one transformation or subpopulation."""

import click


@click.command("show")
@click.argument("name")
def show_command(name: str) -> None:
    """Show what a transformation does, its parameters and its effect by task; or all about a subpopulation."""
    from hf_robust.cli.catalog import describe
    from hf_robust.core import registry
    from hf_robust.slices.slice_listing import describe_subpopulation

    if name in registry.subpopulations:
        click.echo(describe_subpopulation(registry.subpopulations.get(name)))
        return
    click.echo(describe(registry.transformations.get(name)))
