"""``hf-robust prebuilt apply`` and ``collection``: use suites that hold edits alone, and put all suites on one page."""

from pathlib import Path

import click

_DESCRIPTION = "Suites that show whether an NLP model holds up, made by hf_robust."


@click.command("apply")
@click.argument("suite", metavar="FOLDER|ORG/NAME")
@click.option("--data", required=True, metavar="FILE|DIR|ID", help="Your copy of the source data of the suite.")
@click.option("--revision", help="Version of the suite on the Hub, for example v1.0.0.")
@click.option("--split", help="Split of your data.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder to write the complete suite to.")
def apply_command(suite: str, data: str, revision: str | None, split: str | None, out: Path) -> None:
    """Rebuild a complete suite from published edits and your copy of the data.

    The order of your rows does not matter. If rows are missing or the result differs from the published suite, the
    command exits with 3 and writes nothing.
    """
    from hf_robust.cli.progress import current, quiet_maps
    from hf_robust.core.errors import SuiteError
    from hf_robust.core.files import check_folder
    from hf_robust.prebuilt.applied_rows import rows_of_user
    from hf_robust.suites import suite_registry
    from hf_robust.suites.base import BaseSuite
    from hf_robust.suites.card import with_rows
    from hf_robust.suites.folder import check_replaceable

    check_folder(out)
    check_replaceable(out, "suite")
    loaded = BaseSuite.load(suite, revision)
    if loaded.kind != "edits":
        group = "" if loaded.kind == "suite" else f"{loaded.kind} "
        raise SuiteError(
            f"{suite} is a {loaded.label}, which holds its texts; run a model on it: "
            f"hf-robust {group}run --suite {suite}"
        )
    with quiet_maps(), current("apply") as step:
        whole = suite_registry.suite_kinds.get("edits").apply(loaded, rows_of_user(loaded, data, split), progress=step)
    replaced = " (in place of the suite that was there)" if out.exists() and any(out.iterdir()) else ""
    whole.save(out)
    sizes = [len(entry) for entry in whole.entries.values()]
    click.echo(f"{with_rows(whole.noun, sizes)}, {sum(sizes):,} rows -> {out}{replaced}")
    click.echo(f"content hash {whole.content_hash}, as published")


@click.command("collection")
@click.argument("owner", metavar="ORG")
@click.option("--title", default="Robustness suites", show_default=True, help="Title of the collection.")
@click.option("--private", is_flag=True, help="Create the collection as private.")
def collection_command(owner: str, title: str, private: bool) -> None:
    """Add all prebuilt suites that ORG has on the Hub to one collection. Create the collection if needed."""
    from hf_robust.core.errors import HubError
    from hf_robust.prebuilt import recipe_names
    from hf_robust.suites.card import counted
    from hf_robust.suites.collection import add_to_collection
    from hf_robust.suites.releases import suites_of

    there = suites_of(owner)
    wanted = [f"{owner}/{name}-{kind}" for name in recipe_names() for kind in ("robust", "capabilities", "edits")]
    repos = [repo for repo in wanted if repo in there]
    if not repos:
        raise HubError(f"{owner} has no prebuilt suite on the Hub; hf-robust prebuilt push NAME {owner} makes one")
    address = add_to_collection(owner, title, repos, private=private, description=_DESCRIPTION)
    click.echo(f"{counted(len(repos), 'suite')} -> {address}")
