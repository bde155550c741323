"""``hf-robust audit``: people label a sample of a capability suite, which says how sure its right answers are."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hf_robust.core.errors import UsageError

if TYPE_CHECKING:
    from hf_robust.capability.audit import Audited

_FILE = click.argument("file", type=click.Path(path_type=Path))


@click.group("audit")
def audit_group() -> None:
    """Have people check the labels of a capability suite: draw a sample, rate it, count agreement."""


@audit_group.command("draw")
@click.option("--suite", "source", metavar="DIR|REPO", required=True, help="The suite, here or on the Hub.")
@click.option("--revision", help="Tag, branch or commit of --suite.")
@click.option(
    "--per-capability",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Cases of each: half seeds, half expansions.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the draw.")
@click.option("--out", type=click.Path(path_type=Path), default="audit.csv", show_default=True, help="File to write.")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def draw_command(source: str, revision: str | None, per_capability: int, seed: int, out: Path, force: bool) -> None:
    """Draw cases into a CSV file; fill in its columns label and relevancy, or use `audit serve`."""
    from hf_robust.capability import audit as kit
    from hf_robust.capability.suite import CapabilitySuite
    from hf_robust.core.files import check_folder

    check_folder(out.parent)
    if out.exists() and not force:
        raise UsageError(f"{out} is there already and may hold ratings; name another file with --out, or say --force")
    cases = kit.draw(CapabilitySuite.load(source, revision), per_capability, seed)
    kit.write(cases, out)
    many = len({case.capability for case in cases})
    click.echo(f"{len(cases)} cases of {many} capabilities -> {out}\nrate them with: hf-robust audit serve {out}")


@audit_group.command("serve")
@_FILE
@click.option("--port", type=click.IntRange(0, 65535), default=8010, show_default=True, help="0: any that is free.")
def serve_command(file: Path, port: int) -> None:
    """Show the cases of FILE in a browser on this machine, one at a time; each answer is written at once."""
    from hf_robust.capability.audit_page import server

    with server(file, port) as own:
        click.echo(f"{own.rating.done} of {len(own.rating.cases)} done; open {own.address} (stop with Ctrl-C)")
        try:
            own.serve_forever()
        except KeyboardInterrupt:
            click.echo(f"{own.rating.done} of {len(own.rating.cases)} done; count with: hf-robust audit score {file}")


@audit_group.command("score")
@_FILE
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--apply",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write the oracle confidences into this suite, as a new version.",
)
@click.option("--version", help="That version; default: the next minor one.")
@click.option("--out", type=click.Path(path_type=Path), help="Write that version here, not into DIR.")
def score_command(file: Path, as_json: bool, folder: Path | None, version: str | None, out: Path | None) -> None:
    """Count agreement in FILE: label consistency (the oracle confidence) and relevancy, capability by capability."""
    from hf_robust.capability import audit as kit
    from hf_robust.capability.suite import CapabilitySuite

    if folder is None and (version or out):
        raise UsageError("--version and --out go with --apply")
    cases = kit.read(file)
    found = kit.score(cases)
    click.echo(json.dumps([_described(one) for one in found], indent=1) if as_json else table(found))
    if folder is not None:
        suite = kit.apply(CapabilitySuite.load(folder), cases, version)
        suite.save(out or folder)
        click.echo(f"oracle confidences -> {out or folder}, version {suite.info['version']}", err=as_json)


def _described(one: "Audited") -> dict[str, Any]:
    return {
        "capability": one.id,
        "oracle_confidence": one.oracle_confidence,
        **one.whole,
        "seeds": dict(one.seeds),
        "expanded": dict(one.expanded),
        "open": one.open,
    }


def table(found: "Sequence[Audited]") -> str:
    """What people say, as a table."""
    names = f"{'cases':>5} {'agree':>6} {'95% interval':>14} {'seeds':>6} {'grown':>6} {'relevancy':>9}"
    head = f"{'capability':16} {names}"
    lines = [head, "-" * len(head)]
    for one in found:
        ends = one.whole["interval"]
        between = f"{ends[0]:.2f} to {ends[1]:.2f}" if ends and None not in ends else "-"
        numbers = (one.oracle_confidence, one.seeds["label_consistency"], one.expanded["label_consistency"])
        agree, seeds, grown = (f"{number:.2f}" if number is not None else "-" for number in numbers)
        relevancy = "-" if one.whole["relevancy"] is None else f"{one.whole['relevancy']:.2f}"
        still = f"  {one.open} without a label" if one.open else ""
        lines.append(
            f"{one.id:16} {one.whole['n']:5} {agree:>6} {between:>14} {seeds:>6} {grown:>6} {relevancy:>9}{still}"
        )
    return "\n".join([*lines, "agree: label consistency, which is the oracle confidence. grown: expansions."])
