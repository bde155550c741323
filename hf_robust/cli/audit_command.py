"""``hf-robust audit``: raters see a sample of what suites hold, which says how far the suites can be trusted."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from hf_robust.core.errors import UsageError
from hf_robust.reports.audit_words import PEOPLE, RATED_BY

_FOLDER = click.argument("folder", type=click.Path(path_type=Path))
_RULE = click.option(
    "--rule",
    type=click.Choice(["all", "mean"]),
    default="all",
    show_default=True,
    help="How to combine raters: all (yes only if all say yes) or mean (the share that says yes).",
)
_BY = click.option("--by", type=click.Choice(RATED_BY), help="Who rated. Default: the value given to audit draw.")


@click.group("audit")
def audit_group() -> None:
    """Audit the labels of suites: draw a sample, collect ratings, summarize them and store the result."""


@audit_group.command("draw")
@click.option(
    "--suite",
    "sources",
    metavar="DIR|REPO",
    multiple=True,
    required=True,
    help="A suite: a folder, or a Hub id with an optional revision (REPO@v1.0.0). Can be repeated.",
)
@click.option(
    "--per-transformation",
    type=click.IntRange(min=1),
    default=50,
    show_default=True,
    help="Number of perturbed texts per transformation.",
)
@click.option(
    "--per-capability",
    type=click.IntRange(min=1),
    default=16,
    show_default=True,
    help="Number of cases per capability, half seeds and half expansions.",
)
@click.option("--rater", "raters", multiple=True, help="Name of a rater. Can be repeated. Default: a and b.")
@click.option(
    "--by",
    type=click.Choice(RATED_BY),
    default=PEOPLE,
    show_default=True,
    help="Who will rate. Records, cards and reports show it.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed of the sample.")
@click.option("--out", type=click.Path(path_type=Path), default="audit", show_default=True, help="Output folder.")
@click.option("--force", is_flag=True, help="Write to the folder even if it already contains a sample.")
def draw_command(sources: tuple[str, ...], raters: tuple[str, ...], out: Path, force: bool, **options: Any) -> None:
    """Draw a mixed sample from all suites. Write a CSV file for each rater, and a key that the raters do not see."""
    from hf_robust.audit.rating_files import KEY_FILE, write_sample
    from hf_robust.audit.sample import draw
    from hf_robust.core.files import check_folder

    check_folder(out)
    if (out / KEY_FILE).exists() and not force:
        raise UsageError(
            f"{out} holds a sample already, maybe with ratings; name another folder with --out, or --force"
        )
    key, items = draw([_suite(source) for source in sources], **options)
    names = raters or ("a", "b")
    write_sample(out, key, items, names)
    click.echo(f"{len(items)} items of {len(key.rated)} transformations and capabilities -> {out}")
    for name in names:
        click.echo(f"rater {name}: hf-robust audit serve {out / name}.csv   (or fill in the file; see guide.md)")
    click.echo(f"then: hf-robust audit score {out}")


def _suite(source: str) -> Any:
    from hf_robust.suites.base import BaseSuite

    if Path(source).exists():
        return BaseSuite.load(source)
    repo, _, revision = source.partition("@")
    return BaseSuite.load(repo, revision or None)


@audit_group.command("serve")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8010, show_default=True, help="Port; 0 selects a free port."
)
def serve_command(file: Path, port: int) -> None:
    """Show the items of a rater's FILE one by one in a local browser. Each answer is saved immediately."""
    from hf_robust.audit.audit_page import server

    with server(file, port) as own:
        click.echo(f"{own.rating.done} of {len(own.rating.items)} done; open {own.address} (stop with Ctrl-C)")
        try:
            own.serve_forever()
        except KeyboardInterrupt:
            done = f"{own.rating.done} of {len(own.rating.items)} done"
            click.echo(f"{done}; when all raters are: hf-robust audit score {file.parent}")


@audit_group.command("score")
@_FOLDER
@_RULE
@_BY
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--markdown", is_flag=True, help="Print the table in Markdown.")
def score_command(folder: Path, rule: str, by: str | None, as_json: bool, markdown: bool) -> None:
    """Merge the ratings in FOLDER. Print the results per transformation and capability, and the raters' agreement."""
    from hf_robust.audit.verdicts import described, judge, table

    outcome = judge(*_sample(folder, by), rule)
    click.echo(json.dumps(described(outcome), indent=1) if as_json else table(outcome, markdown))


@audit_group.command("apply")
@_FOLDER
@_RULE
@_BY
@click.option(
    "--suite", "suite_folder", type=click.Path(path_type=Path), metavar="DIR", help="Store the ratings in this suite."
)
@click.option(
    "--spec",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Store the ratings in this capability specification.",
)
@click.option(
    "--transformations",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Store the ratings in this table of transformations.",
)
@click.option("--version", help="New version of the suite. Default: the next minor version.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the suite to this folder instead of DIR.")
@click.option("--date", metavar="YYYY-MM-DD", help="Date of the ratings. Default: today.")
def apply_command(
    folder: Path,
    rule: str,
    by: str | None,
    suite_folder: Path | None,
    spec: Path | None,
    transformations: Path | None,
    version: str | None,
    out: Path | None,
    date: str | None,
) -> None:
    """Store the ratings in FOLDER in a suite, a specification or a table, from which runs and reports read them."""
    from hf_robust.audit.verdicts import as_record, judge, table_records
    from hf_robust.capability.confidence import write_confidence
    from hf_robust.suites.audited import with_audit
    from hf_robust.suites.base import BaseSuite
    from hf_robust.transforms.audited_versions import write_audits

    if suite_folder is None and spec is None and transformations is None:
        raise UsageError("say where it shall be written: --suite DIR, --spec FILE or --transformations FILE")
    if suite_folder is None and (version or out):
        raise UsageError("--version and --out go with --suite")
    key, ratings = _sample(folder, by)
    outcome = judge(key, ratings, rule)
    day = _day(date)
    if suite_folder is not None:
        suite = with_audit(BaseSuite.load(suite_folder), key, outcome, day, version)
        suite.save(out or suite_folder)
        click.echo(f"ratings -> {out or suite_folder}, version {suite.info['version']}")
    if spec is not None:
        of_spec = spec.stem
        records = {
            one.rated.name: as_record(one, outcome, day)
            for one in outcome.verdicts
            if one.m is not None and one.rated.details.get("specification") == of_spec
        }
        click.echo(f"oracle confidence of {', '.join(write_confidence(spec, records))} -> {spec}")
    if transformations is not None:
        found = table_records(outcome, day)
        if not found:
            raise UsageError("the raters judged no transformation by itself")
        write_audits(transformations, found)
        click.echo(f"ratings of {', '.join(one['name'] for one in found)} -> {transformations}")


def _sample(folder: Path, by: str | None) -> tuple[Any, Any]:
    """The key and the ratings; who rated as it is said now, where it is."""
    from hf_robust.audit.rating_files import read_sample

    key, ratings = read_sample(folder)
    return (replace(key, by=by) if by else key), ratings


def _day(date: str | None) -> str:
    from datetime import UTC, datetime
    from datetime import date as calendar

    try:
        return calendar.fromisoformat(date).isoformat() if date else datetime.now(UTC).date().isoformat()
    except ValueError:
        raise UsageError(f"--date takes YYYY-MM-DD, found {date!r}") from None
