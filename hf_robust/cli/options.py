"""Options that several commands share, and how their values are read."""

import shlex
import sys
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from hf_robust.adapters.request_failures import MAX_ERRORS
from hf_robust.cli.advice import note
from hf_robust.configured.chosen_suite import UNUSED_PIPELINE, pipeline_is_unused
from hf_robust.configured.config_choices import named_model
from hf_robust.core.errors import UsageError
from hf_robust.core.protected_kinds import KINDS
from hf_robust.core.registry import language_code
from hf_robust.tasks import TASKS
from hf_robust.tasks.kind import task_name
from hf_robust.tasks.layouts.table_files import QUOTES
from hf_robust.tasks.offset_units import OTHER_SPELLINGS, UNITS

FAILED = 1  # a score below --fail-under or fallen since --baseline, or `doctor --strict` misses something
WRONG = 2  # wrong usage, missing file or resource, Hub out of reach, too many failed requests
STOPPED = 130  # Ctrl-C during an attack; what a shell reports for it
DIFFERENT = 3  # a prebuilt suite, or its source, is not what was measured before
REPORT = "report"  # folder of a run that names none
DEMO_SOURCE = "demo reviews of hf_robust"


class Stopped(KeyboardInterrupt):
    """Ctrl-C, after the command has printed what is kept. No part of a run catches it."""


class UnitChoice(click.Choice):
    """Choice of a unit of character offsets, also in another spelling: ``utf16``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The unit with its usual name."""
        return super().convert(OTHER_SPELLINGS.get(value, value), param, ctx)


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
    return None if value is None else language_code(value)


def one_list(context: click.Context, option: click.Parameter, value: tuple[str, ...]) -> str | None:
    """Callback of an option that may be typed several times or take a list: one list separated by commas."""
    return ",".join(value) if value else None


_dataset_option = click.option(
    "--dataset", metavar="ID|FILE", help="Hub id, or a CSV, TSV, JSON Lines, JSON, Parquet or CoNLL-U file."
)
dataset_config_option = click.option(
    "--dataset-config", "--config", "config", help="Configuration of the dataset on the Hub."
)
language_option = click.option(
    "--language",
    metavar="CODE",
    callback=known_language,
    help="Language code of the texts, for example de. Default: en.",
)
rows_options = together(
    click.option(
        "--limit",
        type=click.IntRange(min=1),
        metavar="N",
        help="Use a random sample of N rows, stratified by class. It depends on --seed.",
    ),
    click.option("--first", type=click.IntRange(min=1), metavar="N", help="Use the first N rows."),
)
_column_options = together(
    click.option("--split", help="Split of the dataset."),
    click.option("--dataset-revision", help="Tag, branch or commit of the dataset on the Hub."),
    click.option(
        "--task", "task_name", metavar="TASK", callback=named_task, help=f"One of: {', '.join(TASKS)}, or an alias."
    ),
    click.option("--text-column", help="Column of the text (premise, first sentence, tokens, context)."),
    click.option("--pair-column", help="Column of the second text (hypothesis, second sentence, question)."),
    click.option("--label-column", help="Column of the gold label, tags or answers."),
    click.option(
        "--column",
        "columns",
        multiple=True,
        metavar="ROLE=COLUMN",
        help="Column for any other input or label of the task, by its role (hf-robust docs tasks). Can be repeated.",
    ),
    click.option(
        "--fields",
        metavar="ROLES",
        help="Inputs to perturb, by role, separated by commas: question, or premise,hypothesis.",
    ),
    language_option,
    click.option("--id-column", help="Column with a stable id of each row."),
    click.option("--label-names", help="Names of the integer labels or tags, in order, separated by commas."),
    click.option(
        "--scheme",
        help="Tagging scheme, if it cannot be inferred from the tags: IO, BIO, BIOES, BMES, ... For several labels per "
        "row: lists or one-hot.",
    ),
    click.option("--score-range", metavar="LOW,HIGH", help="Lowest and highest score, for scores as labels."),
    click.option(
        "--offsets", type=UnitChoice(UNITS), help="Unit of the character offsets in the data. Default: code-points."
    ),
    click.option(
        "--quotes",
        type=click.Choice(QUOTES),
        help="Whether double quotes in a CSV or TSV file enclose a cell (default for .csv) or are literal characters "
        "(default for .tsv).",
    ),
    click.option("--drop-unlabeled", "--drop-unlabelled", is_flag=True, help="Drop rows without a gold label."),
    rows_options,
)
data_options = together(_dataset_option, dataset_config_option, _column_options)
run_data_options = together(  # there, --config is the file for a whole run
    _dataset_option,
    click.option("--dataset-config", "config", help="Configuration of the dataset on the Hub."),
    _column_options,
)
choice_option = click.option(
    "-t",
    "--transformations",
    multiple=True,
    callback=one_list,
    metavar="LIST",
    help="Transformations, separated by commas; can be repeated. typos+twitter applies typos, then twitter. "
    "keyboard@rate=0.1/0.4 runs keyboard once with each rate. Default: all that apply to the task.",
)
bias_option = click.option(
    "--bias",
    is_flag=False,
    flag_value="",
    metavar="[KINDS]",
    help="Bias test: create one version of each text per gender (names, pronouns) and per region (places), and compare "
    "the scores. KINDS: gender, region or both (default).",
)
metric_option = click.option(
    "--metric",
    metavar="NAME",
    help="Score with this metric instead of that of the task: a measure such as chrf, or an evaluate metric by its "
    "name or folder, with the key of its result where it has several (rouge:rougeL).",
)
slice_option = click.option(
    "--slice",
    "slices",
    multiple=True,
    metavar="NAMES|NAME.KEY=VALUE",
    help="Subpopulations to report separately, separated by commas; can be repeated. NAME.KEY=VALUE sets a parameter, "
    'for example length.quantiles=3 or column.column=genre. "all" selects those that need no annotation, model '
    "or parameter of yours (hf-robust list --slices).",
)
filter_option = click.option(
    "--filter",
    "filters",
    multiple=True,
    metavar="VALIDATOR=SCORE",
    help="Drop perturbed rows whose score by this measure of similarity is below SCORE: a number from 0 to 1, lenient "
    "or strict. Example: similarity=0.95 (hf-robust docs validators). Can be repeated.",
)
protect_option = together(
    click.option(
        "--protect",
        multiple=True,
        metavar="TEXT|re:PATTERN|KIND",
        help="Text that no transformation changes: a word or phrase, a pattern (re:[A-Z]+-[0-9]+), or one of "
        f"{', '.join(KINDS)}. Can be repeated.",
    ),
    click.option(
        "--protect-defaults/--no-protect-defaults",
        default=True,
        show_default=True,
        help="Protect URLs, e-mail addresses, markup and placeholders from changes.",
    ),
)
nlp_option = click.option("--nlp", metavar="NAME|DIR", help="spaCy pipeline that annotates the texts.")
draw_options = together(
    click.option(
        "--param",
        "params",
        multiple=True,
        metavar="NAME.KEY=VALUE",
        help="Set a parameter of a transformation, for example keyboard.rate=0.5. Can be repeated.",
    ),
    click.option("--seed", type=int, default=0, show_default=True, help="Random seed."),
    click.option(
        "--variants",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        help="Maximum number of perturbed versions per row and transformation.",
    ),
    protect_option,
    nlp_option,
    click.option("--num-proc", type=click.IntRange(min=1), help="Number of processes that perturb rows."),
)
model_option = click.option(
    "--model",
    metavar="ID|DIR|NAME",
    callback=lambda context, option, value: named_model(value),
    help="Hub id or folder, a spaCy pipeline, or the name of a baseline (hf-robust docs adapters); chat:NAME for a "
    "chat model behind an API and causal:NAME for a local language model (hf-robust docs llm); endpoint:FILE for "
    'an HTTP API (hf-robust docs endpoints). If omitted or set to "default": the default model of the task (hf-robust '
    "doctor).",
)
model_param_option = click.option(
    "--model-param",
    "model_params",
    multiple=True,
    metavar="NAME=VALUE",
    help="Additional parameter of the model adapter, for example num_beams=4, prefix=..., target_language=... "
    "(hf-robust docs adapters). Can be repeated.",
)
train_option = click.option(
    "--train",
    metavar="FILE",
    help="Rows to train a baseline on. Default: the "
    "evaluated rows, by cross-fitting (the model that predicts a row is trained on other rows).",
)
suite_options = together(
    click.option("--suite", "suite_source", metavar="DIR|REPO", help="An existing suite: a folder or a Hub id."),
    click.option("--revision", help="Tag, branch or commit of --suite, for example v1.0.0."),
)
model_revision_option = click.option("--model-revision", help="Tag, branch or commit of --model.")
label_map_option = click.option(
    "--label-map",
    multiple=True,
    metavar="MODEL=DATA",
    help="Map a label of the model to a label of the dataset. Can be repeated.",
)
prediction_options = together(
    click.option(
        "--batch-size", type=click.IntRange(min=1), default=32, show_default=True, help="Number of rows per batch."
    ),
    click.option("--device", help="Device: cpu, cuda, ... Default: a GPU if available."),
    click.option(
        "--precision",
        type=click.Choice(["float32", "bfloat16", "auto"]),
        help="bfloat16 needs hardware support; auto uses bfloat16 if it is much faster. The report shows how much the "
        "predictions differ from float32.",
    ),
    click.option(
        "--cache-dir", type=click.Path(path_type=Path), help="Cache predictions in this folder for later runs."
    ),
)

max_errors_option = click.option(
    "--max-errors",
    type=click.FloatRange(0, 1),
    default=MAX_ERRORS,
    show_default=True,
    help="Largest share of the inputs (0 to 1) that may have no answer because requests to a remote model failed. "
    "Above it there is no score, and the exit code is 2.",
)
trust_options = together(
    click.option(
        "--min-confidence",
        "--min-oracle-confidence",
        type=click.FloatRange(0, 1),
        help="Exclude transformations for which raters confirmed less than this share of the labels (0 to 1).",
    ),
    click.option(
        "--unrated",
        type=click.Choice(["keep", "skip"]),
        default="keep",
        show_default=True,
        help="Keep or skip transformations without ratings. The report names those that are kept.",
    ),
)


shard_option = click.option(
    "--shard",
    metavar="NUMBER/COUNT",
    help="Do one shard of the work, for example 3/100, and write it to the folder --out. When all shards are there, "
    "hf-robust merge makes the result (hf-robust docs distributed).",
)


def folder_option(default: str | None, help_text: str) -> Decorator:
    """``--out`` of a command that writes a folder."""
    # click takes a default of None as a value, and then asks for none
    needed: dict[str, Any] = {"required": True} if default is None else {"default": default, "show_default": True}
    return click.option("--out", "--output", type=click.Path(path_type=Path), help=help_text, **needed)


def gate_options(scored: str) -> Decorator:
    """What fails a job in CI: the lowest score that passes, and a place for JUnit XML."""
    return together(
        click.option(
            "--fail-under",
            multiple=True,
            metavar="SCORE|NAME=SCORE",
            help=f"Exit with code 1 if {scored} is below SCORE (0 to 1). NAME=0.8 sets the threshold of one result. "
            "Can be repeated.",
        ),
        click.option("--junit", type=click.Path(path_type=Path), help="Write the results as JUnit XML to this file."),
    )


def verdict_options(quantity: str) -> Decorator:
    """Conditions of a gate, and whether values without a decision fail too.

    Args:
        quantity: What the gate judges: ``drop``, ``success`` or ``failure``.
    """
    return together(
        click.option(
            "--gate",
            multiple=True,
            metavar="CONDITION",
            callback=lambda context, option, value: checked_gate(value),
            help=f"Judge each {quantity} as PASS, WARN, BLOCK or INCONCLUSIVE, for example '{quantity}<=3' (points). "
            "Exit with code 1 if one is blocked: significantly above its limit. NAME<=5 sets the limit of one result. "
            "Several conditions are separated by commas; can be repeated.",
        ),
        click.option("--strict", is_flag=True, help="With --gate: exit with code 1 unless all results pass."),
    )


def checked_gate(conditions: tuple[str, ...]) -> tuple[str, ...]:
    """Conditions of a gate, checked.

    Raises:
        UsageError: One has another form.
    """
    if conditions:
        from hf_robust.reports.gates import ReportGate

        ReportGate.of(conditions)
    return conditions


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


COMMAND_LINE = "hf_robust.command_line"


def command_line() -> str:
    """What was typed, for the record; of a merge of shards the command of the shards."""
    context = click.get_current_context(silent=True)
    if context is not None and COMMAND_LINE in context.meta:
        return str(context.meta[COMMAND_LINE])
    return shlex.join(["hf-robust", *sys.argv[1:]])  # also where `python -m hf_robust` was typed
