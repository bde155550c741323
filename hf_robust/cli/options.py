"""Options that several commands share, and how their values are read."""

import os
import sys
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from hf_robust.cli.advice import note
from hf_robust.configured.chosen_suite import UNUSED_PIPELINE, pipeline_is_unused
from hf_robust.configured.config_choices import named_model
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.protected_kinds import KINDS
from hf_robust.core.registry import language_code, languages
from hf_robust.tasks import TASKS
from hf_robust.tasks.kind import task_name
from hf_robust.tasks.layouts.table_files import QUOTES
from hf_robust.tasks.offset_units import UNITS

FAILED = 1  # a score below --fail-under or fallen since --baseline, or `doctor --strict` misses something
WRONG = 2  # wrong usage, missing file or resource, Hub out of reach
STOPPED = 130  # Ctrl-C during an attack; what a shell reports for it
DIFFERENT = 3  # a prebuilt suite, or its source, is not what was measured before
REPORT = "report"  # folder of a run that names none
DEMO_SOURCE = "demo reviews of hf_robust"


class Stopped(KeyboardInterrupt):
    """Ctrl-C, after the command has printed what is kept. No part of a run catches it."""


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def together(*decorators: Decorator) -> Decorator:
    """Several options as one decorator, shown in this order by ``--help``."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return add


def named_task(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Callback of an option that takes a task: its id, also where a short name was typed."""
    return None if value is None else task_name(value)


def known_language(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Callback of an option that takes a language, by its code."""
    if value is None:
        return None
    if language_code(value) not in languages:
        raise UnknownNameError("language", value, languages)
    return language_code(value)


def one_list(context: click.Context, option: click.Parameter, value: tuple[str, ...]) -> str | None:
    """Callback of an option that may be typed several times or take a list: one list separated by commas."""
    return ",".join(value) if value else None


_dataset_option = click.option(
    "--dataset", metavar="ID|FILE", help="Hub id, or a CSV, TSV, JSON Lines, JSON, Parquet or CoNLL-U file."
)
dataset_config_option = click.option(
    "--dataset-config", "--config", "config", help="Config of the data set on the Hub."
)
language_option = click.option(
    "--language", metavar="CODE", callback=known_language, help="Language of the texts: en (the default), zh, ..."
)
rows_options = together(
    click.option(
        "--limit",
        type=click.IntRange(min=1),
        help="Use a sample of so many rows: drawn by the seed, classes in their shares.",
    ),
    click.option("--first", type=click.IntRange(min=1), help="Use the first so many rows."),
)
_column_options = together(
    click.option("--split", help="Split of the data set."),
    click.option("--dataset-revision", help="Tag, branch or commit of the data set on the Hub."),
    click.option(
        "--task", "task_name", metavar="TASK", callback=named_task, help=f"One of: {', '.join(TASKS)}, or a short name."
    ),
    click.option("--text-column", help="Column of the text (premise, first sentence, tokens, context)."),
    click.option("--pair-column", help="Column of the second text (hypothesis, second sentence, question)."),
    click.option("--label-column", help="Column of the gold label, tags or answers."),
    click.option("--column", "columns", multiple=True, metavar="ROLE=COLUMN", help="Any other column by its role."),
    click.option("--fields", metavar="ROLES", help="Roles to perturb, separated by commas; for example question."),
    language_option,
    click.option("--id-column", help="Column with a stable id of each row."),
    click.option("--label-names", help="Names of numeric labels or tags, in order, separated by commas."),
    click.option("--scheme", help="Scheme of entity tags, where the tags do not tell it: IO, BIO, BIOES, BMES, ..."),
    click.option(
        "--offsets", type=click.Choice(UNITS), help="In what the data counts character offsets. Default: code points."
    ),
    click.option(
        "--quotes",
        type=click.Choice(QUOTES),
        help="What double quotes do in a table: enclose a cell (default of .csv), or are literal characters (.tsv).",
    ),
    click.option("--drop-unlabeled", "--drop-unlabelled", is_flag=True, help="Leave out rows without a gold label."),
    rows_options,
)
data_options = together(_dataset_option, dataset_config_option, _column_options)
run_data_options = together(  # there, --config is the file for a whole run
    _dataset_option,
    click.option("--dataset-config", "config", help="Config of the data set on the Hub."),
    _column_options,
)
choice_option = click.option(
    "-t",
    "--transformations",
    multiple=True,
    callback=one_list,
    metavar="LIST",
    help="Names separated by commas, or typed several times; a+b is a chain, a@rate=0.1/0.4 takes several "
    "values. Default: all that apply.",
)
bias_option = click.option(
    "--bias",
    is_flag=False,
    flag_value="",
    metavar="[KINDS]",
    help="Move people to each gender and places to each region, and compare the groups; KINDS of gender,region.",
)
slice_option = click.option(
    "--slice",
    "slices",
    multiple=True,
    metavar="NAMES|NAME.KEY=VALUE",
    help="Subpopulations to score by themselves, names separated by commas or typed several times; and parameters: "
    "length.quantiles=3, column.column=genre. all for those that cost little (hf-robust list --slices).",
)
filter_option = click.option(
    "--filter",
    "filters",
    multiple=True,
    metavar="VALIDATOR=SCORE",
    help="Leave out pairs that score lower (0 to 1, lenient or strict); for example similarity=0.95.",
)
protect_option = together(
    click.option(
        "--protect",
        multiple=True,
        metavar="TEXT|re:PATTERN|KIND",
        help="What never changes: a word or phrase, a pattern (re:[A-Z]+-[0-9]+), or a kind of text: "
        f"{', '.join(KINDS)}. May be typed several times.",
    ),
    click.option(
        "--protect-defaults/--no-protect-defaults",
        default=True,
        show_default=True,
        help="Whether URLs, e-mail addresses, markup and placeholders never change either.",
    ),
)
nlp_option = click.option("--nlp", metavar="NAME|DIR", help="spaCy pipeline for annotation.")
draw_options = together(
    click.option("--param", "params", multiple=True, metavar="NAME.KEY=VALUE", help="For example keyboard.rate=0.5."),
    click.option("--seed", type=int, default=0, show_default=True, help="Seed of all draws."),
    click.option(
        "--variants", type=click.IntRange(min=1), default=1, show_default=True, help="Up to so many outputs a row."
    ),
    protect_option,
    nlp_option,
    click.option("--num-proc", type=click.IntRange(min=1), help="Processes for perturbing."),
)
model_option = click.option(
    "--model",
    metavar="ID|DIR|NAME",
    callback=lambda context, option, value: named_model(value),
    help="Hub id or folder, a spaCy pipeline, or a baseline by name (hf-robust docs adapters lists them). Without it, "
    "and for default: what comes with the package for the task (hf-robust doctor).",
)
model_param_option = click.option(
    "--model-param",
    "model_params",
    multiple=True,
    metavar="NAME=VALUE",
    help="What the adapter of the task takes besides: num_beams=4, prefix=..., target_language=..., marks=...",
)
train_option = click.option(
    "--train", metavar="FILE", help="Rows to train a baseline on. Default: those that are scored, by cross-fitting."
)
suite_options = together(
    click.option(
        "--suite", "suite_source", metavar="DIR|REPO", help="A suite that was built before, here or on the Hub."
    ),
    click.option("--revision", help="Tag, branch or commit of --suite, for example v1.0.0."),
)
model_revision_option = click.option("--model-revision", help="Tag, branch or commit of --model.")
label_map_option = click.option(
    "--label-map", multiple=True, metavar="MODEL=DATA", help="A label of the model and what the data calls it."
)
prediction_options = together(
    click.option("--batch-size", type=click.IntRange(min=1), default=32, show_default=True, help="Rows a batch."),
    click.option("--device", help="cpu, cuda, ... Default: the GPU when there is one."),
    click.option(
        "--precision",
        type=click.Choice(["float32", "bfloat16", "auto"]),
        help="bfloat16 needs a processor or GPU that has it; auto is bfloat16 where much is gained. The report says "
        "how far it is off.",
    ),
    click.option("--cache-dir", type=click.Path(path_type=Path), help="Keep predictions here for the next run."),
)

trust_options = together(
    click.option(
        "--min-confidence",
        "--min-oracle-confidence",
        type=click.FloatRange(0, 1),
        help="Leave out tests of whose labels raters found a smaller share right (0 to 1).",
    ),
    click.option(
        "--unrated",
        type=click.Choice(["keep", "skip"]),
        default="keep",
        show_default=True,
        help="What becomes of tests that nobody rated; those that are kept are named.",
    ),
)


def folder_option(default: str | None, what: str) -> Decorator:
    """``--out`` of a command that writes a folder."""
    kind = click.Path(path_type=Path)
    return click.option(
        "--out", "--output", type=kind, default=default, required=default is None, show_default=True, help=what
    )


def gate_options(what: str) -> Decorator:
    """What fails a job in CI: the lowest score that passes, and a place for JUnit XML."""
    return together(
        click.option(
            "--fail-under",
            multiple=True,
            metavar="SCORE|NAME=SCORE",
            help=f"Exit with 1 when {what} is below this (0 to 1); NAME=0.8 holds for one of them.",
        ),
        click.option("--junit", type=click.Path(path_type=Path), help="Also write JUnit XML here."),
    )


def typed() -> dict[str, str]:
    """The options that the user typed, by parameter, as ``--help`` spells them."""
    context = click.get_current_context()
    return {
        option.name: next((name for name in option.opts if name.startswith("--")), option.opts[-1])
        for option in context.command.params
        if option.name and context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE
    }


def refuse_all_but(allowed: Collection[str], reason: str) -> None:
    """Refuse options that would be passed over in silence: all that were typed but these."""
    for name, option in typed().items():
        if name not in allowed:
            raise UsageError(f"{option} has no meaning with {reason}; leave one of them out")


def refuse_without(needed: Mapping[str, bool], reason: str) -> None:
    """Refuse options that were typed where what they belong to is absent.

    Args:
        needed: For each parameter whether it has a meaning here.
        reason: What it goes with.
    """
    for name, option in typed().items():
        if not needed.get(name, True):
            raise UsageError(f"{option} goes with {reason}; add that, or leave {option} out")


def note_unused_pipeline(chosen: Collection[Any] | None, nlp: str | None, model_reads: bool = False) -> None:
    """Say so when a spaCy pipeline was named that nothing will ask.

    Args:
        chosen: Entries of transformations; None for all that apply.
        nlp: The pipeline.
        model_reads: Whether the model that is run, or a subpopulation, may stand on the pipeline.
    """
    if pipeline_is_unused(chosen, nlp, model_reads):
        note(UNUSED_PIPELINE)


def nothing_changed(rows: int, reasons: Mapping[str, int]) -> UsageError:
    """That there is nothing to write or show, with the reason that stands most often."""
    most = max(reasons, key=reasons.__getitem__, default="they hold nothing that it changes")
    return UsageError(f"none of the {rows} rows could be changed, so nothing was written; most often: {most}")


def command_line() -> str:
    """What was typed, for the record."""
    return " ".join([os.path.basename(sys.argv[0]) or "hf-robust", *sys.argv[1:]])
