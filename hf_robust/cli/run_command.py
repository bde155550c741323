"""``hf-robust run``: evaluate a model on a suite."""

from pathlib import Path
from typing import Any

import click

from hf_robust.cli.chosen_model import check_model, labeled_task, predictor_for, reads_pipeline
from hf_robust.cli.data import chosen_data
from hf_robust.cli.options import (
    asked_slices,
    bias_option,
    choice_option,
    command_line,
    data_options,
    draw_options,
    entries,
    folder_option,
    gate_options,
    label_map_option,
    model_option,
    model_param_option,
    model_revision_option,
    note_unused_pipeline,
    prediction_options,
    refuse_all_but,
    refuse_without,
    slice_option,
    suite_options,
    train_option,
    trust_options,
)
from hf_robust.cli.outcome import check_names, check_places, finish, gate
from hf_robust.cli.suite_command import build_suite, suite_names, with_bias

_WITH_SUITE = (
    *(
        "suite_source",
        "revision",
        "model",
        "model_revision",
        "label_map",
        "batch_size",
        "device",
        "precision",
        "train",
        "model_params",
    ),
    *("slices", "cache_dir", "out", "fail_under", "junit", "min_confidence", "unrated"),
)


@click.command("run")
@model_option
@suite_options
@model_revision_option
@label_map_option
@model_param_option
@train_option
@data_options
@choice_option
@bias_option
@draw_options
@slice_option
@trust_options
@prediction_options
@folder_option("report", "Folder of the report.")
@gate_options("a perturbed score")
def run_command(model: str | None, suite_source: str | None, revision: str | None, out: Path, **given: Any) -> None:
    """Evaluate a model. Without arguments: the embedded classifier on the embedded reviews, offline.

    For each task but translation there is a model where none is named: the sentiment classifier, or a baseline.
    """
    from hf_robust.cli.progress import bar
    from hf_robust.evaluation.dispatch import run
    from hf_robust.evaluation.held_out import train_on_originals
    from hf_robust.evaluation.robustness_run import with_labels
    from hf_robust.suites.robustness import Suite

    refuse_without({"revision": suite_source is not None}, "--suite")
    check_places(out, given)
    slices = asked_slices(given["slices"]) if suite_source is not None else None
    if suite_source is None or model is not None:
        check_model(model, given)
    if suite_source is not None:
        refuse_all_but(_WITH_SUITE, "--suite")
        suite = Suite.load(suite_source, revision)
        check_names(suite.entries, given)
        predictor = predictor_for(model, with_labels(suite), given)
    else:
        chosen = entries(given["transformations"], given["params"])
        data, task = chosen_data(given)
        chosen = with_bias(chosen, task, given["bias"])
        check_names(suite_names(chosen, task), given)
        predictor = predictor_for(model, labeled_task(data, task), given)
        note_unused_pipeline(chosen, given["nlp"], reads_pipeline(model, task) or bool(given["slices"]))
        suite = build_suite(data, task, chosen, given)
        train_on_originals(predictor, suite, data)
    with bar("predict") as progress:
        asked = {name: given[name] for name in ("min_confidence", "unrated", "cache_dir")}
        report = run(predictor, suite, slices=slices, progress=progress, command=command_line(), **asked)
    finish(report, out, ("report.html", "report.json"))
    gate(report, given)
