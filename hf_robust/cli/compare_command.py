"""``hf-robust compare``: models side by side on one suite, or the reports of runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hf_robust.adapters.kinds.api_endpoint import PREFIX as ENDPOINT
from hf_robust.adapters.kinds.chat import PREFIX as CHAT
from hf_robust.cli.advice import note
from hf_robust.cli.checked_model import check_model
from hf_robust.cli.config_options import from_options
from hf_robust.cli.grouped_help import GroupedCommand
from hf_robust.cli.language_model_options import PARAMETERS, language_model_options
from hf_robust.cli.option_values import pairs
from hf_robust.cli.options import (
    bias_option,
    choice_option,
    command_line,
    data_options,
    draw_options,
    folder_option,
    max_errors_option,
    metric_option,
    model_param_option,
    note_unused_pipeline,
    prediction_options,
    refuse_all_but,
    refuse_without,
    slice_option,
    suite_options,
    train_option,
    verdict_options,
)
from hf_robust.cli.outcome import check_paths, exit_below, finish, format_option
from hf_robust.cli.stopped_run import saying_how_to_go_on
from hf_robust.cli.suite_command import build_suite
from hf_robust.configured.chosen_model import labeled_task, predictor_for, reads_pipeline
from hf_robust.configured.chosen_suite import check_slices, entries_of
from hf_robust.configured.config_choices import ModelChoice, named_model
from hf_robust.configured.configuration import Configuration
from hf_robust.configured.data import chosen_data
from hf_robust.configured.report_gates import check_gate, gated
from hf_robust.core.errors import UsageError

if TYPE_CHECKING:
    from hf_robust.adapters import Predictor
    from hf_robust.suites.robustness import Suite
    from hf_robust.tasks.base import Task

_WITH_SUITE = (
    *("suite_source", "revision", "models", "label_map", "batch_size", "device", "precision", "train", "model_params"),
    *PARAMETERS,
    *("slices", "metric", "max_errors", "cache_dir", "out", "formats", "baseline", "fail_on_regression"),
)


@click.command("compare", cls=GroupedCommand)
@click.argument("reports", nargs=-1, metavar="[REPORT_DIR]...", type=click.Path(path_type=Path))
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="ID[@REV]|DIR|NAME",
    help="A model to compare: Hub id (with @REVISION), folder, spaCy pipeline or baseline. 'default' is the default "
    "model of the task. Can be repeated.",
)
@suite_options
@click.option(
    "--label-map",
    multiple=True,
    metavar="[MODEL:]LABEL=DATA",
    help="Map a label of all models, or of one, to a label of the dataset. Can be repeated.",
)
@model_param_option
@language_model_options
@train_option
@data_options
@choice_option
@bias_option
@draw_options
@slice_option
@metric_option
@prediction_options
@max_errors_option
@click.option(
    "--baseline", metavar="MODEL", help="The reference model of the row-by-row comparison. Default: the first model."
)
@format_option
@folder_option("comparison", "Folder of the report.")
@verdict_options("drop")
@click.option(
    "--fail-on-regression",
    is_flag=True,
    help="Exit with code 1 if a model is significantly worse than the reference model (--baseline, or the first one).",
)
def compare_command(reports: tuple[Path, ...], models: tuple[str, ...], out: Path, **options: Any) -> None:
    """Compare models on the same suite, or compare existing reports.

    From two to ten models. Reports hold scores and no rows: of them only scores are compared.
    """
    from hf_robust.cli.progress import bars
    from hf_robust.evaluation.compare_run import compare
    from hf_robust.evaluation.held_out import train_on_originals

    check_paths(out, options, "comparison")
    if reports:
        _compare_reports(reports, models, out, options["formats"])
        return
    if options["suite_source"] is not None:
        refuse_all_but(_WITH_SUITE, "--suite")
    asked = from_options(options, leave=("label_map", "suite_source", "revision"))
    choices = _choices(models, options, asked)
    _check_models(choices, options, asked)
    predictors, suite, data = _created(choices, options, asked)
    for predictor in predictors.values():
        train_on_originals(predictor, suite, data)
    known = [f"{name} / {entry}" for name in predictors for entry in ("originals", *suite.entries)]
    check_gate(options["gate"], options["strict"], known, ["drop"])
    held = options["fail_on_regression"] or options["gate"]
    baseline = options["baseline"] or (models[0] if held else None)
    slices = list(asked.slices) if options["suite_source"] is not None else None
    with saying_how_to_go_on(choices.values(), options["cache_dir"]), bars() as progress:
        report = compare(
            predictors,
            suite,
            baseline=baseline,
            slices=slices or None,
            metric=asked.metric,
            max_errors=options["max_errors"],
            cache_dir=options["cache_dir"],
            seed=options["seed"],
            progress=progress,
            command=command_line(),
        )
    report, blocked = gated(report, options["gate"], options["strict"])
    finish(report, out, options["formats"])
    exit_below([*(report.regressions() if options["fail_on_regression"] else ()), *blocked], {"": report})


def _compare_reports(reports: Sequence[Path], models: Sequence[str], out: Path, formats: Sequence[str]) -> None:
    from hf_robust.reports import ComparisonReport, Report

    if models:
        raise UsageError("compare takes folders of reports or models with --model; leave one of them out")
    refuse_all_but(("reports", "out", "formats"), "saved reports, which hold no rows")
    loaded = [Report.load(path) for path in reports]
    report = ComparisonReport.of_reports(loaded, command=command_line())
    finish(report, out, formats)


def _check_models(choices: Mapping[str, ModelChoice], options: Mapping[str, Any], asked: Configuration) -> None:
    """Refuse what is no model, before the dataset is read."""
    from hf_robust.evaluation.several_models import naming

    if options["baseline"] is not None and options["baseline"] not in choices:
        raise UsageError(f"--baseline names {options['baseline']!r}; the models are {', '.join(choices)}")
    refuse_without({"revision": options["suite_source"] is not None}, "--suite")
    for model, choice in choices.items():
        with naming(model):
            check_model(choice, asked)


def _created(
    choices: Mapping[str, ModelChoice], options: Mapping[str, Any], asked: Configuration
) -> "tuple[dict[str, Predictor], Suite, Any]":
    """The models, the suite, and the rows that it was made from where they are at hand."""
    from hf_robust.evaluation.prepared_run import with_labels
    from hf_robust.suites.robustness import Suite

    if options["suite_source"] is not None:
        suite = Suite.load(options["suite_source"], options["revision"])
        return _predictors(choices, with_labels(suite), asked), suite, None
    data, task = chosen_data(asked, notify=note)
    check_slices(data, task, asked.slices)
    predictors = _predictors(choices, labeled_task(data, task), asked)
    read = any(reads_pipeline(choice.model, task) for choice in choices.values())
    note_unused_pipeline(entries_of(asked, task), asked.nlp, read or bool(asked.slices))
    return predictors, build_suite(data, task, asked), data


def _predictors(choices: Mapping[str, ModelChoice], task: "Task", asked: Configuration) -> "dict[str, Predictor]":
    from hf_robust.evaluation.several_models import naming

    found = {}
    for model, choice in choices.items():
        with naming(model):
            found[model] = predictor_for(choice, task, asked, notify=note)
    return found


def _choices(models: Sequence[str], options: Mapping[str, Any], asked: Configuration) -> dict[str, ModelChoice]:
    """The models by what was typed for them."""
    from hf_robust.reports.comparison_report import MOST

    if not 2 <= len(models) <= MOST:
        raise UsageError(f"compare takes from 2 to {MOST} models, found {len(models)}; name each with --model")
    if len(set(models)) < len(models):
        twice = next(model for model in models if models.count(model) > 1)
        raise UsageError(f"--model names {twice!r} twice")
    return {model: _choice(model, models, options, asked.models[0]) for model in models}


def _choice(model: str, models: Sequence[str], options: Mapping[str, Any], base: ModelChoice) -> ModelChoice:
    """A model with its revision and the labels that are its own."""
    whole = Path(model).exists() or model.startswith((CHAT, ENDPOINT))  # their names may hold the sign
    name, sign, revision = (model, "", "") if whole else model.partition("@")
    own = []
    for text in options["label_map"]:
        owner = next((one for one in models if text.startswith(f"{one}:")), None)
        if owner in (None, model):
            own.append(text if owner is None else text.removeprefix(f"{owner}:"))
    label_map = pairs(own, "--label-map")
    return replace(base, model=named_model(name), revision=revision if sign else None, label_map=label_map)
