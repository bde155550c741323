"""``hf-robust capabilities build``: a suite of capability tests, searched for in labeled data or made of templates."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hf_robust.cli.advice import note
from hf_robust.cli.config_options import with_options
from hf_robust.cli.option_values import listed, pairs
from hf_robust.cli.options import (
    dataset_config_option,
    folder_option,
    named_task,
    protect_option,
    refuse_all_but,
    refuse_without,
    rows_options,
    together,
    typed,
)
from hf_robust.configured import capability_search
from hf_robust.configured.capability_search import DEMO_SEEDS
from hf_robust.configured.configuration import Configuration
from hf_robust.configured.data import check_named
from hf_robust.core.errors import UsageError
from hf_robust.tasks import SENTIMENT

if TYPE_CHECKING:
    from hf_robust.capability.spec import Specification
    from hf_robust.capability.suite import CapabilitySuite

_DATASET = "--search-dataset"
_GROWING = ("k", "per_seed", "selection", "words", "parser", "masked_lm")

build_options = together(
    click.option(
        "--task",
        "task_name",
        default=SENTIMENT,
        show_default=True,
        metavar="TASK",
        callback=named_task,
        help="Task whose built-in specification is used, if --spec is not given.",
    ),
    click.option(
        "--spec",
        metavar="FILE|REPO|published",
        help="Your own specification: a YAML file, or a dataset on the Hub that contains one. published: the "
        "specification of the paper, without the refinements of this package.",
    ),
    click.option(
        "--search-dataset",
        metavar="ID|FILE",
        help="Dataset to search for sentences: Hub id, or a CSV, TSV, JSON Lines, JSON or Parquet file. Default: "
        f"the bundled sentences, with {DEMO_SEEDS} seeds per capability.",
    ),
    dataset_config_option,
    click.option("--split", help="Split of the dataset."),
    click.option("--dataset-revision", help="Tag, branch or commit of the dataset on the Hub."),
    click.option("--text-column", help="Column of the text (premise, first sentence)."),
    click.option("--pair-column", help="Column of the second text (hypothesis, second sentence)."),
    click.option("--label-column", help="Column of the label, or of a score."),
    click.option(
        "--column",
        "columns",
        multiple=True,
        metavar="ROLE=COLUMN",
        help="Column for any other input or label, by its role.",
    ),
    click.option("--id-column", help="Column with a stable id of each row."),
    click.option("--label-names", help="Names of the integer labels, in order, separated by commas."),
    click.option(
        "--score-ranges",
        metavar="JSON",
        help="Ranges that turn a column of scores into labels, for example "
        '\'{"negative": [0, 0.4], "positive": "(0.6, 1]"}\'. Default: the ranges in the specification.',
    ),
    click.option(
        "--data-label",
        "label_map",
        multiple=True,
        metavar="DATA=SPEC",
        help="Map a label of the data to a label of the specification. An empty right side drops the rows. Can be "
        "repeated.",
    ),
    click.option(
        "--lexicon",
        "lexicons",
        multiple=True,
        metavar="NAME=FILE",
        help="File for a word list of the specification. Can be repeated.",
    ),
    click.option(
        "--second-opinion",
        metavar="ID|DIR|embedded",
        help="Classifier that must agree with the labels of the data. Do not use a model that is tested later.",
    ),
    click.option("--only", metavar="IDS", help="Capabilities to build, separated by commas."),
    click.option(
        "--k", type=click.IntRange(min=1), default=10, show_default=True, help="Number of masked sentences per seed."
    ),
    click.option(
        "--per-seed",
        type=click.IntRange(min=1),
        default=20,
        show_default=True,
        help="Maximum number of expansions per seed.",
    ),
    click.option(
        "--selection",
        type=click.Choice(["random", "probable"]),
        default="random",
        show_default=True,
        help="How the masked sentences are selected.",
    ),
    click.option(
        "--words",
        type=click.Choice(["light", "any"]),
        help="Which words are inserted: light (words without sentiment) or any. Default: light; any for published.",
    ),
    click.option(
        "--seeds-per-capability",
        type=click.IntRange(min=1),
        metavar="N",
        help="Maximum number of seeds per capability.",
    ),
    click.option(
        "--pairs",
        type=click.IntRange(min=1),
        help="Number of partners per sentence, for capabilities that join two sentences.",
    ),
    click.option("--expand/--no-expand", default=True, show_default=True, help="Expand the seeds with the grammar."),
    click.option("--seed", type=int, default=0, show_default=True, help="Random seed."),
    protect_option,
    rows_options,
    click.option("--nlp", metavar="NAME|DIR", help="spaCy pipeline that annotates the texts."),
    click.option(
        "--parser", metavar="NAME|DIR", help="Constituency parser: benepar_en3, stanza or embedded (bundled)."
    ),
    click.option("--masked-lm", metavar="ID|DIR", help="Masked language model."),
    click.option("--num-proc", type=click.IntRange(min=1), help="Number of processes of the search."),
)


@click.command("build")
@build_options
@folder_option("capabilities", "Folder to write the suite to.")
@click.option("--name", help="Name of the suite.")
@click.option(
    "--behavior",
    "--behaviour",
    "behavior",
    metavar="NAME|FILE",
    help="Generate tests from templates instead of searching: sentiment, paraphrase, reading, or a YAML file.",
)
@click.option(
    "--per-test", type=click.IntRange(min=1), default=100, show_default=True, help="Number of cases per template test."
)
def build_command(out: Path, name: str | None, behavior: str | None, per_test: int, **options: Any) -> None:
    """Build a capability suite: search labeled data for seed sentences and expand them with a grammar.

    Without arguments, build the sentiment tests from the bundled sentences. This works offline.
    """
    from hf_robust.core.files import check_folder
    from hf_robust.suites.folder import check_replaceable

    check_folder(out)
    check_replaceable(out, "capabilities")
    if behavior is None:
        refuse_without({"per_test": False}, "--behavior")
        suite = _suite_of_options(options, name)
    else:
        suite = _templated_suite(behavior, per_test, options, name)
    for entry in suite.entries.values():
        found = ", ".join(f"{count} {search}" for search, count in entry.searched.items())
        nothing = "" if len(entry.seeds) else "  nothing meets the specification"
        counts = f"{len(entry.seeds):8} seeds {len(entry.expanded):8} expansions"
        if behavior is not None:
            found, counts = "", f"{len(entry.seeds):8} cases"
        click.echo(f"{entry.id:16}{counts}{f'  of {found}' if found else ''}{nothing}")
    for skipped in suite.info["skipped"]:
        click.echo(f"skipped {skipped['name']}: {skipped['reason']}", err=True)
    if not any(len(entry.seeds) for entry in suite.entries.values()):
        raise UsageError("no sentence of the data meets the specification, so nothing was written; name more data")
    suite.save(out)
    click.echo(f"suite with {len(suite)} capabilities -> {out}")


def _templated_suite(behavior: str, per_test: int, options: Mapping[str, Any], name: str | None) -> "CapabilitySuite":
    from hf_robust.capability.suite import CapabilitySuite

    refuse_all_but({"behavior", "per_test", "out", "name", "seed", "masked_lm", "only"}, "--behavior")
    more = {"seed": options["seed"], "masked_lm": options["masked_lm"], "only": listed(options["only"])}
    return CapabilitySuite.of_behavior(behavior, per_test, name=name, **more)


def _suite_of_options(options: Mapping[str, Any], name: str | None) -> "CapabilitySuite":
    """The suite of a specification, searched for in the dataset that was named or in the bundled sentences."""
    from hf_robust.capability.read_spec import capabilities
    from hf_robust.capability.spec import PUBLISHED

    refuse_without(dict.fromkeys(_GROWING, options["expand"]), "--expand")
    label = _label(options)
    published = options["spec"] == PUBLISHED
    specification = (
        capabilities(options["task_name"], PUBLISHED)
        if published
        else capabilities(options["spec"] or options["task_name"])
    )
    names = {"search_dataset": "dataset"}
    own = ("label_map", "task_name")  # which are of the specification here
    named = [names.get(name, name) for name in typed() if name in options and name not in own]
    found = {**options, "dataset": options["search_dataset"], "task_name": specification.task}
    asked = with_options(Configuration(task=specification.task), found, named, _DATASET)
    check_named(asked, _DATASET)
    if options["search_dataset"] is None and label is not None:
        shown = "--score-ranges" if options["score_ranges"] else "--data-label"
        raise UsageError(f"{shown} describes data of yours; name it with {_DATASET}")
    return searched_suite(
        specification,
        asked,
        options["seeds_per_capability"],
        source_key=_DATASET,
        label=label,
        only=listed(options["only"]),
        lexicons=pairs(options["lexicons"], "--lexicon") or None,
        name=name,
        **{option: options[option] for option in (*_GROWING, "expand", "pairs", "second_opinion")},
    )


def searched_suite(
    specification: "Specification", asked: Configuration, seeds_per_capability: int | None, **options: Any
) -> "CapabilitySuite":
    """The suite of a specification, with a line that names the capability at work.

    Args:
        asked: The configuration, whose dataset is searched.
        seeds_per_capability: Most seeds of a capability.
        options: Further options of :func:`hf_robust.configured.capability_search.searched_suite`.
    """
    from hf_robust.cli.progress import current, quiet_maps

    with quiet_maps(), current("capabilities") as step:
        return capability_search.searched_suite(
            specification, asked, seeds_per_capability, progress=step, notify=note, **options
        )


def _label(options: Mapping[str, Any]) -> Any:
    """How labels are read: ranges of scores, other names, or (None) as the data calls them."""
    if options["score_ranges"] and options["label_map"]:
        raise UsageError("--score-ranges is for scores and --data-label for names; leave one of them out")
    if options["score_ranges"]:
        try:
            ranges = json.loads(options["score_ranges"])
        except ValueError as error:
            raise UsageError(f"--score-ranges takes JSON, found {options['score_ranges']!r}: {error}") from None
        if not isinstance(ranges, dict) or not ranges:
            raise UsageError(f"--score-ranges takes a range by label, found {options['score_ranges']!r}")
        return ranges
    ranges_found: dict[str, str | None] = {}
    for text in options["label_map"]:
        left, sign, right = text.partition("=")
        if not sign or not left:
            raise UsageError(f"--data-label takes DATA=SPEC, found {text!r}")
        ranges_found[left] = right or None
    return ranges_found or None
