"""The configuration that repeats a run exactly: what was asked for, with the commits and the rows that were found."""

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.configured.config_choices import ModelChoice, SuiteChoice
from hf_robust.configured.config_summary import RunSummary
from hf_robust.configured.configuration import Configuration

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.suites.robustness import Suite

_COMMIT = re.compile(r"[0-9a-f]{40}")


def repeating(
    asked: Configuration, suite: "Suite | None", data: "Dataset | None", outcomes: Sequence[RunSummary]
) -> Configuration:
    """The configuration with what was found.

    Args:
        asked: What was asked for.
        suite: The suite; None where it could not be built.
        data: The rows; None where the suite was there before.
        outcomes: What came of each part: their records say the commits of the models.
    """
    from hf_robust.suites.hub import commit_of

    found = asked
    if suite is not None:
        revision = asked.suite.revision or suite.info.get("commit")
        rows = SuiteChoice(
            source=asked.suite.source, revision=revision, only=asked.suite.only, content_hash=suite.content_hash
        )
        found = replace(found, suite=rows)
    if data is not None and asked.dataset.source is not None and asked.dataset.revision is None:
        found = replace(found, dataset=replace(asked.dataset, revision=commit_of(data)))
    limits = asked.thresholds
    if limits.summary is not None and limits.summary == os.environ.get("GITHUB_STEP_SUMMARY"):
        limits = replace(limits, summary=None)  # a file of that step alone
    models = tuple(_with_commit(one, outcomes) for one in asked.models)
    return replace(found, models=models, thresholds=limits, push_results=None)  # to repeat a run publishes nothing


def _with_commit(model: ModelChoice, outcomes: Sequence[RunSummary]) -> ModelChoice:
    """A model on the Hub with the commit that was run."""
    records = (one.report.record for one in outcomes if one.model == model and one.report is not None)
    commit = next((record["model"]["revision"] for record in records if "model" in record), None)
    if model.model is None or model.revision or Path(model.model).exists() or not _COMMIT.fullmatch(commit or ""):
        return model
    return replace(model, revision=commit)
