"""``hf-robust capabilities run``: evaluate a model on a suite of capability tests."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hf_robust.cli.capabilities_build_command import searched_suite
from hf_robust.cli.checked_model import check_model
from hf_robust.cli.config_options import from_options
from hf_robust.cli.options import (
    command_line,
    folder_option,
    gate_options,
    label_map_option,
    max_errors_option,
    model_option,
    model_revision_option,
    prediction_options,
    refuse_without,
    shard_option,
    suite_options,
    trust_options,
    verdict_options,
)
from hf_robust.cli.outcome import check_paths, finish_judged, format_option
from hf_robust.cli.sharded_commands import ShardedCommand, cache_of, check_hash, check_shard, write_shard
from hf_robust.configured.chosen_model import predictor_options
from hf_robust.configured.configuration import Configuration
from hf_robust.configured.report_gates import check_gate
from hf_robust.configured.report_paths import check_thresholds

if TYPE_CHECKING:
    from hf_robust.distributed.shard_plan import Shard


@click.command("run", cls=ShardedCommand)
@model_option
@suite_options
@model_revision_option
@label_map_option
@trust_options
@click.option("--explain", is_flag=True, help="Also compute the root cause of each capability's worst example.")
@click.option(
    "--diversity",
    is_flag=True,
    help="Also compute Self-BLEU and grammar production coverage of samples of 50, 100 and 200 cases.",
)
@click.option(
    "--seeds-per-capability",
    type=click.IntRange(min=1),
    metavar="N",
    help="Sample at most N seeds per capability, with their expansions.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed of that sample.")
@prediction_options
@max_errors_option
@format_option
@folder_option("report", "Folder of the report.")
@gate_options("the share of a capability's cases that pass")
@verdict_options("failure")
@shard_option
def run_capabilities_command(
    model: str | None, suite_source: str | None, revision: str | None, out: Path, shard: str | None, **typed: Any
) -> None:
    """Evaluate a model on capability tests.

    Without arguments, test the bundled classifier with the bundled sentences. This works offline."""
    from hf_robust.capability.read_spec import capabilities
    from hf_robust.capability.suite import CapabilitySuite
    from hf_robust.cli.progress import bar
    from hf_robust.evaluation.capability_run import SIZES, adapted, predict_part_of_capabilities, run_capabilities
    from hf_robust.tasks import SENTIMENT, task

    refuse_without({"revision": suite_source is not None}, "--suite")
    refuse_without(
        {"seed": suite_source is None or typed["seeds_per_capability"] is not None}, "--seeds-per-capability"
    )
    check_shard(shard, typed["cache_dir"])
    if shard is None:
        check_paths(out, typed, "capabilities")
    asked = from_options({**typed, "model": model}, leave=("suite_source", "revision"))
    check_model(asked.models[0], asked)
    options, fail_under = predictor_options(asked.models[0]), asked.thresholds.fail_under
    if suite_source is not None:
        suite = CapabilitySuite.load(suite_source, revision)
        check_thresholds(fail_under, suite.entries)
        predictor, _ = adapted(model, suite.task, options=options)
        if typed["seeds_per_capability"]:
            suite = suite.sample(typed["seeds_per_capability"], typed["seed"])
    else:
        specification = capabilities(SENTIMENT)
        check_thresholds(fail_under, specification)
        predictor, _ = adapted(model, task(SENTIMENT, label_names=list(specification.labels)), options=options)
        suite = searched_suite(specification, Configuration(seed=asked.seed), typed["seeds_per_capability"])
    known = [name for one in suite.entries.values() for name in (one.id, one.name)]
    check_gate(typed["gate"], typed["strict"], known, ["failure"])
    common = {name: typed[name] for name in ("min_confidence", "unrated", "max_errors")}
    if shard is not None:

        def fill(folder: Path, which: "Shard") -> None:
            with bar("predict") as progress:
                predict_part_of_capabilities(
                    predictor, suite, which.number - 1, which.of, folder=folder, progress=progress, **common
                )

        write_shard(shard, out, suite.content_hash, 0, fill)
        return
    check_hash(lambda: suite.content_hash)
    with bar("predict") as progress:
        report = run_capabilities(
            predictor,
            suite,
            explain=typed["explain"],
            diversity=SIZES if typed["diversity"] else (),
            cache_dir=cache_of(typed["cache_dir"]),
            progress=progress,
            command=command_line(),
            **common,
        )
    finish_judged(report, out, typed)
