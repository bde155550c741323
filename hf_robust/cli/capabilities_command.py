"""``hf-robust capabilities``: build a suite of capability tests from labelled data, and run a model on it."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hf_robust.cli.options import _options
from hf_robust.core.errors import UsageError
from hf_robust.tasks.base import SENTIMENT

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.capability.suite import CapabilitySuite
    from hf_robust.tasks.base import Task

# with no data set named: what a laptop does in about a minute
DEMO_SEEDS = 10
DEMO_NAME = "demo-reviews-capabilities"
_DATA = (
    "split",
    "config",
    "text_column",
    "pair_column",
    "label_column",
    "columns",
    "label_names",
    "id_column",
    "score_ranges",
    "label_map",
)

build_options = _options(
    click.option(
        "--task",
        "task_name",
        default=SENTIMENT,
        show_default=True,
        metavar="TASK",
        help="Which specification of the package to take, without --spec.",
    ),
    click.option(
        "--spec",
        metavar="FILE|REPO",
        help="A specification of yours: a YAML file, or a data set on the Hub that holds one.",
    ),
    click.option(
        "--search-dataset",
        metavar="ID|FILE",
        help="Where sentences are searched: Hub id, or a CSV, TSV, JSON Lines, JSON or Parquet file. Default: "
        f"the embedded reviews, {DEMO_SEEDS} seeds a capability.",
    ),
    click.option("--config", help="Config of the data set on the Hub."),
    click.option("--split", help="Split of the data set."),
    click.option("--text-column", help="Column of the text (premise, first sentence)."),
    click.option("--pair-column", help="Column of the second text (hypothesis, second sentence)."),
    click.option("--label-column", help="Column of the label, or of a score."),
    click.option("--column", "columns", multiple=True, metavar="ROLE=COLUMN", help="Any other column by its role."),
    click.option("--id-column", help="Column with a stable id of each row."),
    click.option("--label-names", help="Names of numeric labels, in order, separated by commas."),
    click.option(
        "--score-ranges",
        metavar="JSON",
        help="Labels of a column of scores, for example "
        '\'{"negative": [0, 0.4], "positive": "(0.6, 1]"}\'. Default: as the specification says.',
    ),
    click.option(
        "--data-label",
        "label_map",
        multiple=True,
        metavar="DATA=SPEC",
        help="A label of the data and what the specification calls it; empty on the right: left out.",
    ),
    click.option("--lexicon", "lexicons", multiple=True, metavar="NAME=FILE", help="A word list that it reads."),
    click.option("--only", metavar="IDS", help="Capabilities to build, separated by commas."),
    click.option("--k", type=click.IntRange(min=1), default=10, show_default=True, help="Masked sentences a seed."),
    click.option(
        "--per-seed", type=click.IntRange(min=1), default=20, show_default=True, help="Most expansions of a seed."
    ),
    click.option(
        "--selection",
        type=click.Choice(["random", "probable"]),
        default="random",
        show_default=True,
        help="How masked sentences are chosen.",
    ),
    click.option("--seeds-per-capability", type=click.IntRange(min=1), metavar="N", help="At most so many seeds each."),
    click.option("--pairs", type=click.IntRange(min=1), help="Partners of each sentence where two are joined."),
    click.option("--expand/--no-expand", default=True, show_default=True, help="Grow the seeds by the grammar."),
    click.option("--seed", type=int, default=0, show_default=True, help="Seed of all draws."),
    click.option("--limit", type=int, help="Search the first so many rows."),
    click.option("--nlp", metavar="NAME|DIR", help="spaCy pipeline for annotation."),
    click.option("--parser", metavar="NAME|DIR", help="Constituency parser: benepar_en3, stanza, embedded."),
    click.option("--masked-lm", metavar="ID|DIR", help="Masked language model."),
    click.option("--num-proc", type=click.IntRange(min=1), help="Processes for the search."),
)


@click.group()
def capabilities() -> None:
    """Test linguistic capabilities: build a suite from labelled data, run a model on it."""


@capabilities.command()
@build_options
@click.option(
    "--out",
    "--output",
    type=click.Path(path_type=Path),
    default="capabilities",
    show_default=True,
    help="Folder to write the suite to.",
)
@click.option("--name", help="Name of the suite.")
@click.option(
    "--behavior",
    "--behaviour",
    "behavior",
    metavar="NAME|FILE",
    help="Instead of searching: tests that templates make; sentiment, paraphrase, reading, or a YAML file.",
)
@click.option("--per-test", type=click.IntRange(min=1), default=100, show_default=True, help="Cases a test of those.")
def build(out: Path, name: str | None, behavior: str | None, per_test: int, **given: Any) -> None:
    """Search labelled data for sentences, make tests of them, and grow these by a grammar.

    Without arguments: sentiment, on the embedded reviews, offline.
    """
    from hf_robust.cli.app import _listed, _refuse_others
    from hf_robust.core.files import check_folder

    check_folder(out)
    if behavior is None:
        suite = _built(given, name)
    else:
        from hf_robust.capability.suite import CapabilitySuite

        _refuse_others("--behavior", {"behavior", "per_test", "out", "name", "seed", "masked_lm", "only"})
        more = {"seed": given["seed"], "masked_lm": given["masked_lm"], "only": _listed(given["only"])}
        suite = CapabilitySuite.of_behavior(behavior, per_test, name=name, **more)
    suite.save(out)
    for entry in suite.entries.values():
        found = ", ".join(f"{count} {search}" for search, count in entry.searched.items())
        nothing = "" if len(entry.seeds) else "  nothing meets the specification"
        counts = f"{len(entry.seeds):8} seeds {len(entry.expanded):8} expansions"
        if behavior is not None:
            found, counts = "", f"{len(entry.seeds):8} cases"
        click.echo(f"{entry.id:16}{counts}{f'  of {found}' if found else ''}{nothing}")
    for skipped in suite.info["skipped"]:
        click.echo(f"skipped {skipped['name']}: {skipped['reason']}", err=True)
    click.echo(f"suite with {len(suite)} capabilities -> {out}")


@capabilities.command()
@click.option("--model", metavar="ID|DIR", help="Hub id or folder. Default: the embedded sentiment classifier.")
@click.option(
    "--suite",
    "suite_source",
    metavar="DIR|REPO",
    help="A suite that was built before, here or on the Hub. Default: one of the embedded reviews.",
)
@click.option("--revision", help="Tag, branch or commit of --suite, for example v1.0.0.")
@click.option("--model-revision", help="Tag, branch or commit of --model.")
@click.option(
    "--label-map", multiple=True, metavar="MODEL=SPEC", help="A label of the model and what the specification calls it."
)
@click.option("--min-oracle-confidence", type=float, help="Leave out cases whose labels are less sure (0 to 1).")
@click.option("--explain", is_flag=True, help="Also the root cause of each capability's worst example.")
@click.option("--diversity", is_flag=True, help="Also Self-BLEU and production coverage of samples of 50, 100, 200.")
@click.option(
    "--seeds-per-capability",
    type=click.IntRange(min=1),
    metavar="N",
    help="Draw at most so many seeds each, with their expansions.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of that draw.")
@click.option("--batch-size", type=int, default=32, show_default=True, help="Rows a batch.")
@click.option("--device", help="cpu, cuda, ... Default: the GPU when there is one.")
@click.option("--cache-dir", type=click.Path(path_type=Path), help="Keep predictions here for the next run.")
@click.option(
    "--out",
    "--output",
    type=click.Path(path_type=Path),
    default="report",
    show_default=True,
    help="Folder of the report.",
)
@click.option(
    "--fail-under", type=float, help="Exit with 1 when less than this share of a capability's cases passes (0 to 1)."
)
@click.option("--junit", type=click.Path(path_type=Path), help="Also write JUnit XML here.")
def run(model: str | None, suite_source: str | None, revision: str | None, out: Path, **given: Any) -> None:
    """Evaluate a model. Without arguments: the embedded classifier on tests of the embedded reviews, offline."""
    from hf_robust.cli.app import FAILED, _bar, _check_model, _pairs, _refuse, _typed
    from hf_robust.core.files import check_folder
    from hf_robust.evaluation.dispatch import run as evaluate
    from hf_robust.reports.junit import check_threshold

    if given["fail_under"] is not None:
        check_threshold(given["fail_under"])
    _refuse(given["model_revision"] if model is None else None, "--model-revision goes with --model")
    _refuse(revision if suite_source is None else None, "--revision goes with --suite")
    check_folder(out)
    if given["junit"]:
        check_folder(given["junit"].parent)
    _check_model(model, given["model_revision"])
    suite = _loaded(suite_source, revision, given["seeds_per_capability"], given["seed"])
    passed = ("batch_size", "device", "min_oracle_confidence", "explain")
    options: dict[str, Any] = {name: given[name] for name in passed}
    options["label_map"] = _pairs(given["label_map"], "--label-map") or None
    if model is not None:
        options["revision"] = given["model_revision"]
    if given["diversity"]:
        from hf_robust.evaluation.capability_run import SIZES

        options["diversity"] = SIZES
    with _bar("predict") as progress:
        report = evaluate(model, suite, cache_dir=given["cache_dir"], progress=progress, command=_typed(), **options)
    report.save(out)
    report.print_table()
    if given["junit"]:
        report.to_junit(given["junit"], given["fail_under"])
    click.echo(f"\nreport -> {out / 'capabilities.html'}, {out / 'capabilities.json'}")
    failures = report.failures(given["fail_under"]) if given["fail_under"] is not None else []
    for failure in failures:
        click.echo(f"FAILED {failure}", err=True)
    if failures:
        sys.exit(FAILED)


def _loaded(source: str | None, revision: str | None, seeds: int | None, seed: int) -> "CapabilitySuite":
    from hf_robust.capability.suite import CapabilitySuite

    if source is not None:
        suite = CapabilitySuite.load(source, revision)
        return suite.sample(seeds, seed) if seeds else suite
    given = build.make_context("build", []).params  # what is built when nothing is said
    return _built({**given, "seeds_per_capability": seeds, "seed": seed}, None)


def _built(given: dict[str, Any], name: str | None) -> "CapabilitySuite":
    from hf_robust.capability import capabilities as read
    from hf_robust.capability.suite import CapabilitySuite
    from hf_robust.cli.app import _counter, _listed, _pairs, _quiet_maps

    specification = read(given["spec"] or given["task_name"])
    demo = given["search_dataset"] is None
    plain = ("seed", "k", "per_seed", "selection", "expand", "pairs", "nlp", "parser", "masked_lm", "num_proc", "split")
    with _quiet_maps(), _counter("capabilities") as step:
        data, task = _demo(given, specification.task) if demo else _data(given, specification.task)
        return CapabilitySuite.build(
            specification,
            data,
            task,
            label=_label(given),
            only=_listed(given["only"]),
            seeds_per_capability=given["seeds_per_capability"] or (DEMO_SEEDS if demo else None),
            lexicons=_pairs(given["lexicons"], "--lexicon") or None,
            name=name or (DEMO_NAME if demo else None),
            source=given["search_dataset"] or "demo reviews of hf_robust",
            progress=step,
            **{option: given[option] for option in plain},
        )


def _demo(given: dict[str, Any], task: str) -> "tuple[Dataset, Task]":
    from hf_robust.language.embedded.demo import demo_reviews
    from hf_robust.tasks.base import task as make_task

    if task != SENTIMENT:
        raise UsageError(f"name the data for {task} with --search-dataset")
    for option in _DATA:
        if given[option]:
            raise UsageError(f"--{option.replace('_', '-')} describes data of yours; name it with --search-dataset")
    data = demo_reviews()
    return data.select(range(min(given["limit"] or len(data), len(data)))), make_task(SENTIMENT, id="id")


def _data(given: dict[str, Any], task: str) -> "tuple[Dataset, Task]":
    from hf_robust.cli.app import _task
    from hf_robust.cli.data import load_data

    source = {name: given[name] for name in ("split", "config", "limit")}
    return load_data(given["search_dataset"], **source), _task({**given, "task_name": task, "fields": None})


def _label(given: dict[str, Any]) -> Any:
    """How labels are read: ranges of scores, other names, or (None) as the data calls them."""
    if given["score_ranges"] and given["label_map"]:
        raise UsageError("--score-ranges is for scores and --data-label for names; leave one of them out")
    if given["score_ranges"]:
        try:
            ranges = json.loads(given["score_ranges"])
        except ValueError as error:
            raise UsageError(f"--score-ranges takes JSON, found {given['score_ranges']!r}: {error}") from None
        if not isinstance(ranges, dict) or not ranges:
            raise UsageError(f"--score-ranges takes a range by label, found {given['score_ranges']!r}")
        return ranges
    found = {}
    for text in given["label_map"]:
        left, sign, right = text.partition("=")
        if not sign or not left:
            raise UsageError(f"--data-label takes DATA=SPEC, found {text!r}")
        found[left] = right or None
    return found or None
