"""``hf-robust corruptions``: the options of the corruption benchmark, and its small default that needs no network."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from hf_robust.cli.options import data_options
from hf_robust.core.errors import UsageError

# with no data set named: what a laptop does in about a minute. Leaving out one word at a time asks the model less than
# LIME does, and ranks all words, so that few rows are lost
DEMO_ROWS, DEMO_METHOD, METHOD = 90, "leave-one-out", "lime"


@click.command()
@data_options
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="ID|DIR",
    help="Hub id or folder; several are compared. Default: the embedded sentiment classifier.",
)
@click.option(
    "--label-map", multiple=True, metavar="MODEL=DATA", help="A label of the model and what the data calls it."
)
@click.option(
    "--families",
    default="spelling,noise,synonyms,delete",
    show_default=True,
    metavar="LIST",
    help="Families of corruptions, or names of transformations that take count and choose.",
)
@click.option("--counts", default="1,3,5,8", show_default=True, metavar="LIST", help="Numbers of words to corrupt.")
@click.option("--choose", default="random,important", show_default=True, metavar="LIST", help="How words are chosen.")
@click.option(
    "--method",
    help="How importance is measured: lime, leave-one-out, gradient or random. Default: "
    f"{METHOD}; {DEMO_METHOD} without data.",
)
@click.option("--num-samples", type=int, default=750, show_default=True, help="Queries a row for lime.")
@click.option("--num-features", type=int, default=15, show_default=True, help="Length of lime's ranking.")
@click.option("--seeds", default="0,1,2", show_default=True, metavar="LIST", help="Seeds of the random strategy.")
@click.option(
    "--clean/--no-clean",
    default=False,
    show_default=True,
    help="Remove HTML tags and punctuation other than sentence ends first.",
)
@click.option("--protect", multiple=True, metavar="WORD", help="A word that is never touched.")
@click.option("--nlp", metavar="NAME|DIR", help="spaCy pipeline for annotation.")
@click.option("--batch-size", type=int, default=32, show_default=True, help="Rows a batch.")
@click.option("--device", help="cpu, cuda, ... Default: the GPU when there is one.")
@click.option("--cache-dir", type=click.Path(path_type=Path), help="Keep predictions here for the next run.")
@click.option(
    "--out",
    "--output",
    type=click.Path(path_type=Path),
    default="corruptions",
    show_default=True,
    help="Folder of the report.",
)
def corruptions(models: tuple[str, ...], out: Path, **given: Any) -> None:
    """Corrupt 1, 3, 5, 8 words of each text, at random or those that matter to the model, and plot the accuracy.

    Without arguments: the embedded classifier on some of the embedded reviews, offline.
    """
    from hf_robust.cli.app import _check_model, _data, _pairs, _quiet_maps, _typed
    from hf_robust.core.files import check_folder
    from hf_robust.evaluation.corruption_run import corruption_benchmark

    check_folder(out)
    for model in models or (None,):
        _check_model(model, None)
    demo = given["dataset"] is None
    given["limit"] = given["limit"] or (DEMO_ROWS if demo else None)
    data, task = _data(given)
    plain = ("num_samples", "num_features", "clean", "protect", "nlp", "cache_dir", "split", "batch_size", "device")
    with _quiet_maps(), _bars() as progress:
        report = corruption_benchmark(
            data,
            task,
            list(models) or None,
            _listed(given["families"]),
            _numbers(given["counts"], "--counts"),
            _listed(given["choose"]),
            seeds=_numbers(given["seeds"], "--seeds"),
            method=given["method"] or (DEMO_METHOD if demo else METHOD),
            source=given["dataset"] or "demo reviews of hf_robust",
            command=_typed(),
            progress=progress,
            label_map=_pairs(given["label_map"], "--label-map") or None,
            **{name: given[name] for name in plain},
        )
    report.save(out)
    report.print_table()
    click.echo(f"\nreport -> {out / 'corruptions.html'}, {out / 'corruptions.json'}")


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _numbers(text: str, option: str) -> list[int]:
    try:
        return [int(part) for part in _listed(text)]
    except ValueError:
        raise UsageError(f"{option} takes whole numbers separated by commas, found {text!r}") from None


@contextmanager
def _bars() -> Iterator[Any]:
    """A bar for each part of the work, on stderr, gone when it is done."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as shown:
        bars: dict[str, Any] = {}

        def tell(what: str, done: int, total: int) -> None:
            if what not in bars:
                bars[what] = shown.add_task(what)
            shown.update(bars[what], completed=done, total=total)

        yield tell
