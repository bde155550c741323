"""``hf-robust show``: all about one transformation, subpopulation or capability."""

import click

from hf_robust.cli.options import language_option

LANGUAGE_NAMES = {"en": "English", "zh": "Chinese"}
ANY_OTHER = "*"


@click.command("show")
@click.argument("name")
@language_option
def show_command(name: str, language: str | None) -> None:
    """Show a transformation (description, parameters, effect per task), a subpopulation or a capability (LC3)."""
    from hf_robust.cli.catalog import describe
    from hf_robust.slices import subpopulation_registry
    from hf_robust.slices.slice_listing import describe_subpopulation
    from hf_robust.transforms import transformation_registry

    if name in subpopulation_registry.subpopulations:
        click.echo(describe_subpopulation(subpopulation_registry.subpopulations.get(name)))
        if name not in transformation_registry.transformations:
            return
        click.echo("\nThe transformation of the same name:\n")
    if name not in transformation_registry.transformations and (said := _capabilities_called(name)):
        click.echo(said)
        return
    known = transformation_registry.transformations.languages_of(name)
    click.echo(describe(transformation_registry.transformations.get(name, language)))
    if language is None and len(known) > 1:
        own = [f"{LANGUAGE_NAMES.get(code, code)} ({code})" for code in known if code != ANY_OTHER]
        names = " and ".join([*own, *(["other languages (hf-robust docs languages)"] if ANY_OTHER in known else [])])
        click.echo(f"\nThis transformation exists for {names}. Use --language to select the one to show.")


def _capabilities_called(name: str) -> str:
    """The capabilities of that name in the specifications of the package; empty for none."""
    from hf_robust.capability.read_spec import capabilities, specification_names

    specifications = [capabilities(task) for task in specification_names()]
    found = [(one.task, one[name]) for one in specifications if name in one]
    return "\n\n".join(f"{name} ({task}): {one.name}\n{one.description}".rstrip() for task, one in found)
