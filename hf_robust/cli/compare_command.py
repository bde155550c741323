"""``hf-robust compare``: models side by side on one suite, or the reports of runs."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hf_robust.cli.advice import note
from hf_robust.cli.checked_model import check_model
from hf_robust.cli.options import (
    FAILED,
    bias_option,
    choice_option,
    command_line,
    data_options,
    draw_options,
    folder_option,
    model_param_option,
    note_unused_pipeline,
    prediction_options,
    refuse_all_but,
    refuse_without,
    slice_option,
    suite_options,
    train_option,
)
from hf_robust.cli.outcome import check_places, finish, format_option
from hf_robust.cli.suite_command import build_suite
from hf_robust.configured.chosen_model import labeled_task, predictor_for, reads_pipeline
from hf_robust.configured.chosen_suite import check_slices, with_bias
from hf_robust.configured.data import chosen_data
from hf_robust.configured.option_values import asked_slices, entries, named_model
from hf_robust.core.errors import UsageError

if TYPE_CHECKING:
    from hf_robust.adapters import Predictor
    from hf_robust.suites.robustness import Suite
    from hf_robust.tasks.base import Task

_WITH_SUITE = (
    *("suite_source", "revision", "models", "label_map", "batch_size", "device", "precision", "train", "model_params"),
    *("slices", "cache_dir", "out", "formats", "baseline", "fail_on_regression"),
)


@click.command("compare")
@click.argument("reports", nargs=-1, metavar="[REPORT_DIR]...", type=click.Path(path_type=Path))
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="ID[@REV]|DIR|NAME",
    help="One of the models: Hub id, at a tag, branch or commit; folder, spaCy pipeline or baseline. 'default' is what "
    "comes with the package for the task.",
)
@suite_options
@click.option(
    "--label-map",
    multiple=True,
    metavar="[MODEL:]LABEL=DATA",
    help="A label of the models, or of one of them, and what the data calls it.",
)
@model_param_option
@train_option
@data_options
@choice_option
@bias_option
@draw_options
@slice_option
@prediction_options
@click.option(
    "--baseline", metavar="MODEL", help="The model that the others are compared with row by row; of two the first one."
)
@format_option
@folder_option("comparison", "Folder of the report.")
@click.option(
    "--fail-on-regression",
    is_flag=True,
    help="Exit with 1 when a model is worse than the baseline (the first one) by more than chance explains.",
)
def compare_command(reports: tuple[Path, ...], models: tuple[str, ...], out: Path, **given: Any) -> None:
    """Compare models on the same suite, or the reports in several folders.

    From two to ten models. Reports hold scores and no rows: of them only scores are compared.
    """
    from hf_robust.cli.progress import bars
    from hf_robust.evaluation.compare_run import compare
    from hf_robust.evaluation.held_out import train_on_originals

    check_places(out, given, "comparison")
    if reports:
        _compare_reports(reports, models, out, given["formats"])
        return
    _check_models(models, given)
    predictors, suite, data = _made(models, given)
    for predictor in predictors.values():
        train_on_originals(predictor, suite, data)
    baseline = given["baseline"] or (models[0] if given["fail_on_regression"] else None)
    slices = asked_slices(given["slices"]) if given["suite_source"] is not None else None
    with bars() as progress:
        report = compare(
            predictors,
            suite,
            baseline=baseline,
            slices=slices,
            cache_dir=given["cache_dir"],
            seed=given["seed"],
            progress=progress,
            command=command_line(),
        )
    finish(report, out, given["formats"])
    if given["fail_on_regression"] and (found := report.regressions()):
        for message in found:
            click.echo(f"FAILED {message}", err=True)
        raise click.exceptions.Exit(FAILED)


def _compare_reports(reports: Sequence[Path], models: Sequence[str], out: Path, formats: Sequence[str]) -> None:
    from hf_robust.reports import ComparisonReport, Report

    if models:
        raise UsageError("compare takes folders of reports or models with --model; leave one of them out")
    refuse_all_but(("reports", "out", "formats"), "saved reports, which hold no rows")
    loaded = [Report.load(path) for path in reports]
    report = ComparisonReport.of_reports(loaded, command=command_line())
    finish(report, out, formats)


def _check_models(models: Sequence[str], given: Mapping[str, Any]) -> None:
    """Refuse what is no model, before the data set is read."""
    from hf_robust.evaluation.several_models import naming
    from hf_robust.reports.comparison_report import MOST

    if not 2 <= len(models) <= MOST:
        raise UsageError(f"compare takes from 2 to {MOST} models, found {len(models)}; name each with --model")
    if len(set(models)) < len(models):
        twice = next(model for model in models if models.count(model) > 1)
        raise UsageError(f"--model names {twice!r} twice")
    if given["baseline"] is not None and given["baseline"] not in models:
        raise UsageError(f"--baseline names {given['baseline']!r}; the models are {', '.join(models)}")
    refuse_without({"revision": given["suite_source"] is not None}, "--suite")
    for model in models:
        with naming(model):
            check_model(*_of_one(model, models, given))


def _made(models: Sequence[str], given: Mapping[str, Any]) -> "tuple[dict[str, Predictor], Suite, Any]":
    """The models, the suite, and the rows that it was made from where they are at hand."""
    from hf_robust.evaluation.robustness_run import with_labels
    from hf_robust.suites.robustness import Suite

    if given["suite_source"] is not None:
        refuse_all_but(_WITH_SUITE, "--suite")
        suite = Suite.load(given["suite_source"], given["revision"])
        return _predictors(models, with_labels(suite), given), suite, None
    chosen = entries(given["transformations"], given["params"])
    data, task = chosen_data(given, notify=note)
    chosen = with_bias(chosen, task, given["bias"])
    check_slices(data, task, given["slices"])
    predictors = _predictors(models, labeled_task(data, task), given)
    read = any(reads_pipeline(_of_one(model, models, given)[0], task) for model in models)
    note_unused_pipeline(chosen, given["nlp"], read or bool(given["slices"]))
    return predictors, build_suite(data, task, chosen, given), data


def _predictors(models: Sequence[str], task: "Task", given: Mapping[str, Any]) -> "dict[str, Predictor]":
    from hf_robust.evaluation.several_models import naming

    found = {}
    for model in models:
        with naming(model):
            name, options = _of_one(model, models, given)
            found[model] = predictor_for(name, task, options, notify=note)
    return found


def _of_one(model: str, models: Sequence[str], given: Mapping[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """What a model is called where it is loaded, and the options that are its own."""
    name, sign, revision = (model, "", "") if Path(model).exists() else model.partition("@")
    own = []
    for text in given["label_map"]:
        owner = next((one for one in models if text.startswith(f"{one}:")), None)
        if owner in (None, model):
            own.append(text if owner is None else text.removeprefix(f"{owner}:"))
    options = {**given, "label_map": tuple(own), "model_revision": revision if sign else None}
    return named_model(name), options
