"""``hf-robust push``: publish a suite on the Hub."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from hf_robust.suites import BaseSuite


@click.command("push")
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("repo")
@click.option("--version", required=True, help="Version of the release, for example 1.0.0.")
@click.option("--private", is_flag=True, help="Create the repository as private.")
@click.option("--license", help="License of the source data, as the Hub spells it, for example cc-by-4.0.")
@click.option(
    "--permitted", is_flag=True, help="Confirm that you may publish the suite although its recipe does not allow it."
)
def push_command(folder: Path, repo: str, version: str, private: bool, license: str | None, permitted: bool) -> None:
    """Publish the suite in FOLDER as the dataset REPO (user/name) on the Hub, and tag the release."""
    from hf_robust.suites import BaseSuite
    from hf_robust.suites.publishing_terms import check_publishable

    suite = BaseSuite.load(folder)
    check_publishable(suite, permitted, folder)
    commit = suite.push_to_hub(repo, version, private=private, license=license, permitted=permitted)
    said_pushed(suite, repo, version, commit)


def said_pushed(suite: "BaseSuite", repo: str, version: str, commit: str) -> None:
    """Print where a suite was published, and why it has no ``eval.yaml``.

    Args:
        repo: Its repository.
    """
    click.echo(f"{repo} v{version.removeprefix('v')} -> {commit}")
    if reason := suite.benchmark().reason:
        click.echo(f"no eval.yaml: {reason}")
