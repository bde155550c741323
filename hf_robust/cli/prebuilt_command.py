"""``hf-robust prebuilt``: recipes of ready-made suites: list, show, build, check, apply, push, collect."""

import click

from hf_robust.cli.options import DIFFERENT
from hf_robust.cli.prebuilt_build_command import build_prebuilt_command, push_prebuilt_command
from hf_robust.cli.prebuilt_use_command import apply_command, collection_command


@click.group("prebuilt")
def prebuilt_group() -> None:
    """Build prebuilt suites of known datasets from reproducible recipes."""


@prebuilt_group.command("list")
@click.option("--task", "task_name", help="Only those for a task.")
def list_prebuilt_command(task_name: str | None) -> None:
    """List the recipes with task, publishing terms, source and recorded counts."""
    from hf_robust.prebuilt import load_recipe, recipe_names
    from hf_robust.prebuilt.recipe_listing import table_of
    from hf_robust.tasks.kind import task_name as task_id

    wanted = None if task_name is None else task_id(task_name)
    found = [recipe for recipe in map(load_recipe, recipe_names()) if wanted in (None, recipe.task)]
    click.echo(table_of(found) if found else f"no recipe is for {wanted}")


@prebuilt_group.command("show")
@click.argument("name", metavar="NAME|FILE")
@click.option("--yaml", "raw", is_flag=True, help="The file as it is.")
def show_prebuilt_command(name: str, raw: bool) -> None:
    """Show a recipe: source, license, suites, and the recorded counts and hashes."""
    from hf_robust.prebuilt import load_recipe
    from hf_robust.prebuilt.recipe_listing import described

    recipe = load_recipe(name)
    click.echo(recipe.text().rstrip() if raw else described(recipe))


@prebuilt_group.command("check")
@click.argument("names", nargs=-1, metavar="[NAME|FILE]...")
@click.option("--data", metavar="DIR", help="Also build those whose file is in this folder, and compare.")
@click.option("--online", is_flag=True, help="Also ask the Hub for each source: is it there, under that license?")
def check_command(names: tuple[str, ...], data: str | None, online: bool) -> None:
    """Check whether recipes are valid and up to date. Default: all recipes.

    Exits with 3 where one is not.
    """
    from hf_robust.cli.progress import quiet_maps
    from hf_robust.core.errors import DataFileError, MismatchError
    from hf_robust.prebuilt import load_recipe, recipe_names
    from hf_robust.prebuilt.build_recipe import build_recipe
    from hf_robust.prebuilt.recipe_check import stale, unreachable_sources
    from hf_robust.prebuilt.user_copies import has_file

    found = []
    for name in names or recipe_names():
        recipe = load_recipe(name)
        wrong = stale(recipe) + (list(unreachable_sources(recipe)) if online else [])
        said = "ok"
        if data is not None and not wrong and has_file(recipe, data):
            try:
                with quiet_maps():
                    built = build_recipe(recipe, data)
                said = f"ok, built in {built.seconds:.0f} s"
            except (MismatchError, DataFileError) as error:
                wrong = [str(error)]
        elif all(source.expect is None for source in recipe.sources):
            said = "ok, not measured yet"
        click.echo(f"{recipe.name:28} {said if not wrong else 'WRONG'}")
        for line in wrong:
            click.echo(f"  {line}", err=True)
        found += wrong
    if found:
        raise click.exceptions.Exit(DIFFERENT)


for command in (build_prebuilt_command, push_prebuilt_command, apply_command, collection_command):
    prebuilt_group.add_command(command)
