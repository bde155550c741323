"""``hf-robust show``: all about one transformation or subpopulation."""

import click

from hf_robust.cli.options import language_option


@click.command("show")
@click.argument("name")
@language_option
def show_command(name: str, language: str | None) -> None:
    """Show a transformation (description, parameters, effect per task) or a subpopulation."""
    from hf_robust.cli.catalog import describe
    from hf_robust.core import registry
    from hf_robust.slices.slice_listing import describe_subpopulation

    if name in registry.subpopulations:
        click.echo(describe_subpopulation(registry.subpopulations.get(name)))
        return
    known = registry.transformations.languages_of(name)
    click.echo(describe(registry.transformations.get(name, language)))
    if language is None and len(known) > 1:
        click.echo(f"\nThere is one for {' and one for '.join(known)}; --language says which is shown.")
