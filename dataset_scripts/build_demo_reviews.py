"""Build the suite of the demo reviews, and publish it if asked.

python dataset_scripts/build_demo_reviews.py --out suite/ [--push USER/NAME --version 1.0.0]
"""

from pathlib import Path

import click

import hf_robust as hr

LICENSE = "apache-2.0"


@click.command()
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the suite.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of all draws.")
@click.option("--push", "repo", metavar="USER/NAME", help="Data set repository to publish to.")
@click.option("--version", help="Version of the release, for example 1.0.0; needed with --push.")
def main(out: Path, seed: int, repo: str | None, version: str | None) -> None:
    """Build the suite of the demo reviews with all transformations that apply."""
    if (repo is None) != (version is None):
        raise click.UsageError("--push and --version go together")
    task = hr.task("sentiment-classification", id="id")
    names = {"name": "demo-reviews-robust", "source": "demo reviews of hf_robust"}
    suite = hr.Suite.build(hr.demo_reviews(), task, seed=seed, **names)
    suite.save(out)
    click.echo(f"{len(suite)} transformations -> {out}")
    if repo is not None:
        click.echo(f"{repo} v{version} -> {suite.push_to_hub(repo, version, license=LICENSE)}")


if __name__ == "__main__":
    main()
