"""``hf-robust unchanged``: how many rows transformations change, and why the others stay as they are."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hf_robust.cli.advice import note
from hf_robust.cli.config_options import from_options
from hf_robust.cli.options import choice_option, data_options, nlp_option
from hf_robust.configured.data import chosen_data
from hf_robust.core.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    from hf_robust.perturb.counted_refusals import ReasonCount, RowCounts

_WIDTH = 100  # characters of an example


@click.command("unchanged")
@data_options
@choice_option
@click.option(
    "--param",
    "params",
    multiple=True,
    metavar="NAME.KEY=VALUE",
    help="Set a parameter of a transformation, for example keyboard.rate=0.5. Can be repeated.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed.")
@nlp_option
@click.option("--reason", metavar="TEXT", help="Only reasons that contain this text.")
@click.option(
    "--sample", type=click.IntRange(min=1), default=2, show_default=True, metavar="N", help="Example rows per reason."
)
@click.option(
    "--json",
    "--out",
    "out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Also write the counts, reasons and whole examples to this JSON file.",
)
def unchanged_command(reason: str | None, sample: int, out: Path | None, **given: Any) -> None:
    """Count the rows that transformations change, and the reasons why other rows do not change.

    A reason is of the kind "nothing to change", "rejected" or "same text". Examples are drawn for each reason.
    """
    from hf_robust.cli.progress import quiet_maps
    from hf_robust.core.files import check_folder
    from hf_robust.perturb.counted_refusals import refusals

    if out is not None:
        if out.suffix.lower() != ".json":
            raise UsageError(f"the counts are written to a file ending in .json, found {out.name!r}")
        check_folder(out.parent)
    asked = from_options(given)
    data, task = chosen_data(asked, notify=note)
    with quiet_maps():
        found = refusals(data, task, asked.transformations, examples=sample, seed=asked.seed, nlp=asked.nlp)
    if reason is not None and not any(reason in one.reason for counts in found for one in counts.reasons):
        raise UnknownNameError("reason", reason, {one.reason for counts in found for one in counts.reasons})
    for line in _lines(found, reason):
        click.echo(line)
    if out is not None:
        out.write_text(json.dumps([one.describe() for one in found], indent=1, ensure_ascii=False), encoding="utf-8")
        click.echo(f"{len(found)} transformations -> {out}")


def _lines(found: Sequence["RowCounts"], reason: str | None) -> Iterator[str]:
    for counts in found:
        asked = [one for one in counts.reasons if reason is None or reason in one.reason]
        if reason is not None and not asked:
            continue
        share, eligible = f"{counts.changed / counts.rows:.1%}", counts.eligible
        of_eligible = f", {counts.changed / eligible:.1%} of the {eligible} that could change" if eligible else ""
        yield f"{counts.name}: {counts.changed} of {counts.rows} rows changed ({share}{of_eligible})"
        for one in asked:
            yield from _reason(one)
        yield ""


def _reason(one: "ReasonCount") -> Iterator[str]:
    kinds = {"no_candidate": "nothing to change", "refused": "rejected", "same": "same text"}
    yield f"  {one.rows:6}  {kinds.get(one.kind, one.kind):18} {one.reason}"
    for example in one.examples:
        text = " ".join(example.text.split())
        own = f"  [{example.reason}]" if example.reason != one.reason else ""
        yield f"            {text[:_WIDTH]}{' ...' * (len(text) > _WIDTH)}{own}"
