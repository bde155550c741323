"""``hf-robust prebuilt build`` and ``push``: make the suites of a recipe, and publish what its license allows."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hf_robust.cli.options import Decorator, together
from hf_robust.cli.push_command import said_pushed
from hf_robust.configured.config_choices import named_model

if TYPE_CHECKING:
    from hf_robust.prebuilt.build_recipe import Built
    from hf_robust.prebuilt.recipe import SuiteRecipe

_making: Decorator = together(
    click.option(
        "--data",
        metavar="FILE|DIR",
        help="Your copy of the source data: a file or a folder. Default: download from the Hub.",
    ),
    click.option(
        "--baseline",
        "models",
        multiple=True,
        metavar="ID|DIR|NAME",
        help="Run this model on the suites and add its scores to the cards. 'default' is the default model of the "
        "task. Can be repeated.",
    ),
)
_publishing: Decorator = together(
    click.option("--version", help="Version of the release, for example 1.0.0."),
    click.option("--private", is_flag=True, help="Create the repositories as private."),
)


@click.command("build")
@click.argument("name", metavar="NAME|FILE")
@_making
@click.option("--out", type=click.Path(path_type=Path), help="Folder to write the suites to. Default: prebuilt.")
@click.option("--record", is_flag=True, help="Write the counts and hashes into the recipe as the expected values.")
@click.option("--push", "owner", metavar="ORG", help="Publish the suites as datasets of this user or organization.")
@_publishing
def build_prebuilt_command(
    name: str,
    data: str | None,
    models: tuple[str, ...],
    out: Path | None,
    record: bool,
    owner: str | None,
    version: str | None,
    private: bool,
) -> None:
    """Build the suites of a recipe and compare them with the recorded counts and hashes.

    If the source, an entry or a hash differs, the command exits with 3 and writes nothing. The message names the
    difference.
    """
    from hf_robust.core.files import check_folder
    from hf_robust.prebuilt import load_recipe

    out = out or Path("prebuilt")
    recipe = load_recipe(name)
    _check_push(recipe, owner, version)
    check_folder(out)
    _check_free(recipe, out)
    built = build_and_measure(recipe, data, models, check=not record)
    for folder in built.save(out):
        may = "may" if folder.name in built.publishable else "must not"
        click.echo(f"{folder.name} -> {folder} ({may} be published)")
    if record:
        built.recorded.write()
        click.echo(f"recorded in {recipe.file}")
    elif built.source.expect is None:
        click.echo(
            "nothing was measured before, so nothing was compared; --record keeps these counts and hashes", err=True
        )
    if owner is not None:
        _push(built, owner, str(version), private)


@click.command("push")
@click.argument("name", metavar="NAME|FILE")
@click.argument("owner", metavar="ORG")
@_making
@_publishing
def push_prebuilt_command(
    name: str, owner: str, data: str | None, models: tuple[str, ...], version: str | None, private: bool
) -> None:
    """Build and check the suites of a recipe, and publish what the license allows as datasets of ORG."""
    from hf_robust.prebuilt import load_recipe

    recipe = load_recipe(name)
    _check_push(recipe, owner, version)
    _push(build_and_measure(recipe, data, models), owner, str(version), private)


def build_and_measure(recipe: "SuiteRecipe", data: str | None, models: tuple[str, ...], check: bool = True) -> "Built":
    """Build a recipe, say what came out, and run models on it.

    Args:
        data: A copy of the source.
        models: Names of models.
        check: Whether it must be what was measured before.
    """
    from hf_robust.cli.progress import current, quiet_maps
    from hf_robust.prebuilt.build_recipe import build_recipe
    from hf_robust.suites.card import with_rows

    with quiet_maps(), current(recipe.name) as step:
        built = build_recipe(recipe, data, check=check, progress=step)
    told = set()
    for name, suite in built.suites.items():
        sizes = [len(entry) for entry in suite.entries.values()]
        click.echo(f"{name:36} {with_rows(suite.noun, sizes)}, {sum(sizes):,} rows  {suite.content_hash}")
        for skipped in suite.info["skipped"]:
            if skipped["name"] not in told:
                click.echo(f"  without {skipped['name']}: {skipped['reason']}", err=True)
            told.add(skipped["name"])
    click.echo(f"built in {built.seconds:.0f} s from {built.measured.rows:,} rows of {built.source.says}")
    for note in built.notes:
        click.echo(f"note: the rows are those that were measured, though {note}", err=True)
    for model in models:
        with quiet_maps(), current("baseline"):
            built = built.with_baseline(named_model(model))
    return built


def _check_push(recipe: "SuiteRecipe", owner: str | None, version: str | None) -> None:
    """Refuse what could not be published, before any work starts."""
    from huggingface_hub import get_token

    from hf_robust.core.errors import HubError, UsageError
    from hf_robust.suites.hub import release_number

    if owner is None:
        if version is not None:
            raise UsageError("--version is that of a release; name who publishes it with --push ORG")
        return
    if version is None:
        raise UsageError("a release needs its --version, for example 1.0.0")
    if "/" in owner:
        raise UsageError(f"name a user or an organization, found {owner!r}; the dataset is called after the recipe")
    if recipe.licence.publish == "none":
        raise UsageError(
            f"{recipe.name}: the terms of the source allow no publishing ({recipe.licence.terms or 'none known'})"
        )
    release_number(f"{owner}/{recipe.name}", version)
    if not get_token():
        raise HubError(f"publishing for {owner} needs a token that may write; run: hf auth login, or set HF_TOKEN")


def _check_free(recipe: "SuiteRecipe", out: Path) -> None:
    """Refuse folders that hold something else, before any work starts."""
    from hf_robust.suites.folder import check_replaceable

    for ending, kind in (("robust", "suite"), ("capabilities", "capabilities"), ("edits", "edits")):
        check_replaceable(out / f"{recipe.name}-{ending}", kind)


def _push(built: "Built", owner: str, version: str, private: bool) -> None:
    from hf_robust.suites.releases import check_unreleased

    releases = {f"{owner}/{name}": suite for name, suite in built.publishable.items()}
    for repo in releases:
        check_unreleased(repo, version)  # of all, before the first is published
    for repo, suite in releases.items():
        commit = suite.push_to_hub(repo, version, private=private)
        said_pushed(suite, repo, version, commit)
