"""``hf-robust push``: publish a suite on the Hub."""

from pathlib import Path

import click


@click.command("push")
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("repo")
@click.option("--version", required=True, help="Version of the release, for example 1.0.0.")
@click.option("--private", is_flag=True, help="Make the repository private when it is created.")
@click.option("--license", help="License of the source data, as the Hub spells it, for example cc-by-4.0.")
def push_command(folder: Path, repo: str, version: str, private: bool, license: str | None) -> None:
    """Publish the suite in FOLDER as the data set REPO (user/name) on the Hub, and tag the release."""
    from hf_robust.suites import BaseSuite

    commit = BaseSuite.load(folder).push_to_hub(repo, version, private=private, license=license)
    click.echo(f"{repo} v{version.removeprefix('v')} -> {commit}")
