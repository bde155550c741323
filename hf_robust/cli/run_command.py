"""``hf-robust run``: evaluate a model on a suite, or all that a configuration asks for."""

from pathlib import Path
from typing import Any

import click

from hf_robust.cli.config_options import ABOUT_MODELS, ABOUT_SCORES, configured
from hf_robust.cli.language_model_options import language_model_options, more_prompts_options
from hf_robust.cli.options import (
    REPORT,
    bias_option,
    choice_option,
    draw_options,
    filter_option,
    folder_option,
    gate_options,
    label_map_option,
    max_errors_option,
    metric_option,
    model_option,
    model_param_option,
    model_revision_option,
    prediction_options,
    refuse_all_but,
    refuse_without,
    run_data_options,
    shard_option,
    slice_option,
    suite_options,
    train_option,
    trust_options,
    verdict_options,
)
from hf_robust.cli.outcome import format_option
from hf_robust.cli.sharded_commands import ShardedCommand, check_shard, merged
from hf_robust.configured.configuration import Configuration
from hf_robust.core.errors import UsageError

_WITH_SUITE = (
    *("config_file", "suite_source", "revision", "predictions", "transformations", "slices", "dry_run"),
    *ABOUT_MODELS,
    *ABOUT_SCORES,
    *("shard", "sums"),
)
_WITH_SUMS = (
    *("shard", "sums", "suite_source", "revision", "model", "model_revision", "label_map", "model_params"),
    *("transformations", "metric", "min_confidence", "unrated", "batch_size", "device", "precision", "cache_dir"),
    *("max_errors", "out"),
)


@click.command("run", cls=ShardedCommand)
@click.option(
    "--config",
    "config_file",
    metavar="FILE",
    help="YAML configuration file. hf-robust init creates one, and each run saves one in its output folder. "
    "Command-line options override it.",
)
@model_option
@click.option(
    "--predictions",
    metavar="FILE",
    help="File with the predictions of a model that runs elsewhere: CSV, JSON Lines or Parquet. It replaces --model "
    "and needs --suite (hf-robust inputs writes the rows to predict).",
)
@suite_options
@model_revision_option
@label_map_option
@model_param_option
@language_model_options
@more_prompts_options
@train_option
@run_data_options
@choice_option
@bias_option
@draw_options
@slice_option
@click.option("--weakest", is_flag=True, help="Search for the slices on which the model is weakest.")
@metric_option
@filter_option
@trust_options
@prediction_options
@max_errors_option
@format_option
@click.option(
    "--save-answers",
    is_flag=True,
    help="Save the answer of the model to each row as answers.jsonl in the folder of the report.",
)
@folder_option(REPORT, "Folder of the report.")
@gate_options("a score on perturbed rows")
@verdict_options("drop")
@click.option(
    "--summary",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help='Append a Markdown summary of the run to this file, for example to "$GITHUB_STEP_SUMMARY".',
)
@click.option(
    "--baseline",
    "baseline_report",
    type=click.Path(path_type=Path),
    metavar="REPORT",
    help="Compare with the report of an earlier run (folder or report.json). Exit with code 1 if a score is "
    "significantly lower.",
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Print the number of requests to a model behind an API, their tokens and their cost. Nothing is sent.",
)
@click.option(
    "--push-results",
    is_flag=True,
    help="After the run, open a pull request on the Hub that adds the results to the model card.",
)
@shard_option
@click.option(
    "--sums",
    is_flag=True,
    help="With --shard and --suite: keep counts and sums in place of predictions, for more rows than one process can "
    "score (hf-robust docs distributed).",
)
@click.option("--no-pr", is_flag=True, help="With --push-results: commit directly instead of opening a pull request.")
def run_command(config_file: str | None, **options: Any) -> None:
    """Evaluate a model on original and perturbed rows, and write a report.

    Without arguments, evaluate the bundled sentiment classifier on the bundled demo reviews. This works offline.

    If no model is given, the default model of the task is used: the bundled sentiment classifier or a baseline.
    Translation and text generation have no default model.

    Command-line options override the file given by --config. The file overrides the defaults.

    With "accelerate launch hf-robust run ..." each process predicts its share on a device of its own, and the first
    process writes the report.
    """
    from hf_robust.cli.launched_run import Launched, merge_launched, shards_beside
    from hf_robust.cli.printed_run import carry_out, print_requests
    from hf_robust.cli.run_shard import run_shard_of

    if options["suite_source"] is not None:
        refuse_all_but(_WITH_SUITE, "--suite")
    _name_predictions(options)
    dry_run, shard, sums = (options.pop(name) for name in ("dry_run", "shard", "sums"))
    refuse_without({"sums": shard is not None and options["suite_source"] is not None}, "--shard and --suite")
    if sums:
        refuse_all_but(_WITH_SUMS, "--sums")
    else:
        check_shard(shard, options["cache_dir"])
    launched = None if dry_run or shard is not None or merged() is not None else Launched.here()
    if launched is not None:
        check_shard(str(launched.shard), options["cache_dir"])
        options["device"] = options["device"] or launched.device_name()
    configuration = configured(config_file, options)
    out = Path(configuration.out or options["out"])
    if dry_run:
        print_requests(configuration)
    elif launched is not None:
        run_shard_of(str(launched.shard), configuration, shards_beside(out), config_file)
        if launched.is_main:
            merge_launched(click.get_current_context(), out)
    elif shard is None:
        carry_out(configuration, out, config_file)
    elif sums:
        _keep_sums(shard, configuration, Path(options["out"]))
    else:
        run_shard_of(shard, configuration, Path(options["out"]), config_file)


def _keep_sums(shard: str, configuration: Configuration, out: Path) -> None:
    """Run the model on one shard of the suite, and keep counts and sums."""
    from hf_robust.cli.printed_run import Printer
    from hf_robust.cli.progress import bar
    from hf_robust.configured.config_run import Work
    from hf_robust.distributed.run_shards import run_shard
    from hf_robust.distributed.shard_plan import Shard

    which, (choice, *_) = Shard.read(shard), configuration.models
    work = Work.prepared(configuration, None, Printer())
    predictor, suite = work.model_and_suite(choice)
    limits = configuration.thresholds
    with bar("predict") as progress:
        made = run_shard(
            predictor,
            suite,
            shard=which,
            out=out,
            metric=configuration.metric,
            min_confidence=limits.min_confidence,
            unrated=limits.unrated,
            max_errors=configuration.max_errors,
            cache_dir=configuration.cache_dir,
            progress=progress,
            model_facts={"model": choice.called, "label_map": dict(choice.label_map), "params": dict(choice.params)},
        )
    click.echo(f"shard {which} {'->' if made else 'is there already:'} {out}")


def _name_predictions(options: dict[str, Any]) -> None:
    """Take a file of predictions as the model.

    Raises:
        UsageError: There is no suite, a model is named too, or the file is of another kind.
    """
    from hf_robust.adapters.stored_predictions import is_prediction_file

    file = options.pop("predictions")
    if file is None:
        return
    if options["suite_source"] is None:
        raise UsageError("--predictions goes with --suite; add that, or leave --predictions out")
    if options["model"] is not None:
        raise UsageError("--predictions stands in place of --model; leave one of them out")
    if not is_prediction_file(file):
        raise UsageError(f"--predictions takes a CSV, JSON Lines or Parquet file, found {file!r}")
    options["model"] = file
