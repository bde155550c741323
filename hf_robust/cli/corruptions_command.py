"""``hf-robust corruptions``: accuracy by the number of corrupted words, random ones against those that matter."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hf_robust.cli.advice import note
from hf_robust.cli.checked_model import check_model
from hf_robust.cli.config_options import from_options
from hf_robust.cli.option_values import listed, whole_numbers
from hf_robust.cli.options import (
    DEMO_SOURCE,
    command_line,
    data_options,
    folder_option,
    label_map_option,
    max_errors_option,
    nlp_option,
    note_unused_pipeline,
    prediction_options,
    protect_option,
    refuse_without,
    shard_option,
)
from hf_robust.cli.outcome import check_paths, finish, format_option
from hf_robust.cli.sharded_commands import ShardedCommand, cache_of, check_rows, check_shard, write_shard
from hf_robust.configured.chosen_model import labeled_task, predictor_options
from hf_robust.configured.data import chosen_data
from hf_robust.core.errors import EmptyDataError

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.distributed.shard_plan import Shard
    from hf_robust.reports import CorruptionReport
    from hf_robust.tasks.base import Task

# with no dataset named: what a laptop does in about a minute. Leaving out one word at a time asks the model less than
# LIME does, and ranks all words, so that few rows are lost
DEMO_ROWS, DEMO_METHOD, METHOD = 90, "leave-one-out", "lime"


@click.command("corruptions", cls=ShardedCommand)
@data_options
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="ID|DIR",
    help="Hub id or folder; several models are compared. Default: the bundled sentiment classifier.",
)
@label_map_option
@click.option(
    "--families",
    default="spelling,noise,synonyms,delete",
    show_default=True,
    metavar="LIST",
    help="Types of corruption, or names of transformations with the parameters count and choose.",
)
@click.option("--counts", default="1,3,5,8", show_default=True, metavar="LIST", help="Numbers of words to corrupt.")
@click.option("--choose", default="random,important", show_default=True, metavar="LIST", help="How words are selected.")
@click.option(
    "--method",
    type=click.Choice(["lime", "leave-one-out", "gradient", "random"]),
    help=f"How the importance of words is measured. Default: {METHOD}; {DEMO_METHOD} without data.",
)
@click.option(
    "--num-samples",
    type=click.IntRange(min=1),
    default=750,
    show_default=True,
    help="Number of model queries per row for lime.",
)
@click.option(
    "--num-features", type=click.IntRange(min=1), default=15, show_default=True, help="Number of words that lime ranks."
)
@click.option("--seeds", default="0,1,2", show_default=True, metavar="LIST", help="Seeds of the random selection.")
@click.option(
    "--clean/--no-clean",
    default=False,
    show_default=True,
    help="First remove HTML tags and all punctuation except sentence ends.",
)
@protect_option
@nlp_option
@prediction_options
@max_errors_option
@format_option
@folder_option("corruptions", "Folder of the report.")
@shard_option
def corruptions_command(models: tuple[str, ...], out: Path, shard: str | None, **options: Any) -> None:
    """Corrupt 1, 3, 5 and 8 words of each text, random or most important ones, and plot the accuracy.

    Without arguments, evaluate the bundled classifier on some of the bundled demo reviews. This works offline.
    """
    from hf_robust.cli.progress import bars, quiet_maps
    from hf_robust.distributed.shard_plan import rows_hash
    from hf_robust.evaluation.corruption_grid import FAMILIES
    from hf_robust.evaluation.corruption_run import corruption_benchmark

    demo = options["dataset"] is None
    method = options["method"] or (DEMO_METHOD if demo else METHOD)
    families, choose = listed(options["families"]) or [], listed(options["choose"]) or []
    lime = method == "lime" and "important" in choose
    refuse_without({"num_samples": lime, "num_features": lime}, "--method lime and --choose important")
    refuse_without({"method": "important" in choose}, "--choose important")
    note_unused_pipeline([FAMILIES.get(name, name) for name in families], options["nlp"])
    check_shard(shard, options["cache_dir"])
    if shard is None:
        check_paths(out, options, "corruptions")
    asked = from_options(options)
    for model in models or (None,):
        check_model(replace(asked.models[0], model=model), asked)
    rows = asked.dataset
    if demo and rows.limit is None and rows.first is None:
        asked = replace(asked, dataset=replace(rows, first=DEMO_ROWS))
    data, task = chosen_data(asked, notify=note)
    passed = ("num_samples", "num_features", "clean", "protect", "protect_defaults", "nlp", "max_errors", "split")

    def report_of(rows: "Dataset", task: "Task", cache: Path | None) -> "CorruptionReport":
        with quiet_maps(), bars() as progress:
            return corruption_benchmark(
                rows,
                task,
                list(models) or None,
                families,
                whole_numbers(options["counts"], "--counts"),
                choose,
                seeds=whole_numbers(options["seeds"], "--seeds"),
                method=method,
                source=options["dataset"] or DEMO_SOURCE,
                command=command_line(),
                progress=progress,
                cache_dir=cache,
                **predictor_options(asked.models[0]),
                **{name: options[name] for name in passed},
            )

    if shard is not None:

        def fill(folder: Path, which: "Shard") -> None:
            with suppress(EmptyDataError):  # no row of the shard counts, so nothing is asked for at the merge
                report_of(data.select(which.rows(len(data))), labeled_task(data, task), folder)

        write_shard(shard, out, rows_hash(data), len(data), fill)
        return
    check_rows(data)
    report = report_of(data, task, cache_of(options["cache_dir"]))
    finish(report, out, options["formats"])
