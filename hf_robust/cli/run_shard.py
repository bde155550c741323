"""One shard of ``hf-robust run``: a part of the suite that is named, or a range of rows with the suite made of them."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.baselines.cross_fitting import TrainedBaseline
from hf_robust.cli.printed_run import Printer
from hf_robust.cli.progress import bar
from hf_robust.cli.sharded_commands import write_shard
from hf_robust.configured.chosen_suite import build_options, entries_of
from hf_robust.configured.config_run import Work
from hf_robust.configured.configuration import Configuration
from hf_robust.core.errors import EmptyDataError, UsageError
from hf_robust.distributed.suite_shards import plan_of_suite, write_entries
from hf_robust.evaluation.held_out import train_on_originals
from hf_robust.evaluation.predicted_part import predict_part_of_suite
from hf_robust.suites.prepared_build import prepared
from hf_robust.suites.robustness import Suite

if TYPE_CHECKING:
    from hf_robust.distributed.shard_plan import Shard


def run_shard_of(shard: str, configuration: Configuration, out: Path, config_file: str | None) -> None:
    """Run the model on one shard, and keep its predictions.

    Args:
        shard: Which of how many.
        configuration: What is run.
        out: Folder of the shards.
        config_file: The file of the configuration, if there is one; its content is part of the plan.

    Raises:
        UsageError: There is no such shard, or more than one model on one suite is asked for.
    """
    if len(configuration.models) > 1 or configuration.capabilities or configuration.attacks:
        raise UsageError(
            "--shard is for one model on one suite; use --shard of hf-robust attack and hf-robust capabilities run"
        )
    if configuration.prompts.plan(configuration.seed).asks_more:
        raise UsageError("--shard asks with one prompt, once; leave out --prompts, --perturb-prompt and --repeats")
    work = Work.prepared(configuration, None, Printer())
    said = {"configuration": Path(config_file).read_text(encoding="utf-8")} if config_file else {}
    if work.data is None:
        _shard_of_suite(shard, work, out, said)
    else:
        _shard_of_data(shard, work, out, said)


def _shard_of_suite(shard: str, work: Work, out: Path, said: Mapping[str, Any]) -> None:
    """Predict the inputs of a suite that fall into the shard by their hash."""
    assert work.suite is not None
    suite = work.suite

    def fill(folder: Path, which: "Shard") -> None:
        predictor, _ = _in_folder(work, folder).model_and_suite(work.configuration.models[0])
        _predict(predictor, suite, work, folder, which.number - 1, which.of)

    write_shard(shard, out, suite.content_hash, 0, fill, said)


def _shard_of_data(shard: str, work: Work, out: Path, said: Mapping[str, Any]) -> None:
    """Build the suite of a range of rows, and predict its inputs."""
    asked, data = work.configuration, work.data
    assert data is not None
    build = prepared(data, work.task, entries_of(asked, work.task), **build_options(asked))
    plan = plan_of_suite(build, 1, dict(asked.filters))

    def fill(folder: Path, which: "Shard") -> dict[str, Any]:
        with work.listener.current("perturb") as step:
            entries, _ = build.pairs(which.rows(len(data)), asked.num_proc, step)
        record = write_entries(folder, entries)
        suite = Suite(build.task, entries, dict(plan.facts))
        try:
            suite = suite.filter(**dict(asked.filters)) if asked.filters else suite
        except EmptyDataError:
            return record
        predictor = _in_folder(work, folder).predictor(asked.models[0])
        learns = isinstance(predictor, TrainedBaseline) and not predictor.trained  # from all rows, so at the merge
        if any(map(len, suite.entries.values())) and not learns:
            train_on_originals(predictor, suite, data)
            _predict(predictor, suite, work, folder)
        return record

    write_shard(shard, out, plan.data, len(data), fill, {**plan.asked, **said}, plan.facts)


def _in_folder(work: Work, folder: Path) -> Work:
    """The work with its answers in a folder."""
    work.listener.cache_dir = str(folder)
    return work


def _predict(predictor: Any, suite: Suite, work: Work, folder: Path, part: int = 0, of: int = 1) -> None:
    limits = work.configuration.thresholds
    with bar("predict") as progress:
        predict_part_of_suite(
            *(predictor, suite, part, of),
            folder=folder,
            min_confidence=limits.min_confidence,
            unrated=limits.unrated,
            metric=work.configuration.metric,
            max_errors=work.configuration.max_errors,
            progress=progress,
        )
