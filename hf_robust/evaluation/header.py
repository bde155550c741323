"""What the records of all evaluations say alike: how they were made, with which model and metric, and changed texts."""

import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter
from typing import Any

import hf_robust
from hf_robust.adapters import Prediction, Predictor
from hf_robust.adapters.embedded import embedded_resource
from hf_robust.adapters.language_models.language_model import LanguageModel
from hf_robust.core.doc import plain_text
from hf_robust.core.languages import SPACED, Language
from hf_robust.core.text_diff import Change, diff, diff_of_edits
from hf_robust.language.resource_rows import UsedResource
from hf_robust.scoring import Measure
from hf_robust.tasks import Task

PACKAGES = ("datasets", "transformers", "torch", "spacy", "evaluate", "numpy")


def creation_facts(began: float, command: str | None) -> dict[str, Any]:
    """When, by which version, with what and how long: keys of every record.

    Args:
        began: What ``time.perf_counter()`` said at the start.
        command: What was typed.
    """
    return {
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "hf_robust_version": hf_robust.__version__,
        "command": command,
        "seconds": round(perf_counter() - began, 3),
        "environment": {"python": platform.python_version(), "platform": platform.platform(), "packages": _packages()},
    }


def _packages() -> dict[str, str]:
    """Versions of the libraries that a result depends on."""
    versions = {name: _version(name) for name in PACKAGES}
    return {name: found for name, found in versions.items() if found is not None}


@cache
def _version(name: str) -> str | None:
    """Version of a library; None where it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def describe_model(predictor: Predictor) -> dict[str, Any]:
    """What a record says of a model."""
    labels = predictor.labels
    return {
        "name": predictor.name,
        "kind": predictor.kind,
        "revision": predictor.revision,
        "labels": list(labels) if labels is not None else None,
        **({"language_model": predictor.describe()} if isinstance(predictor, LanguageModel) else {}),
    }


def describe_suite(suite: Any, names: Iterable[str]) -> dict[str, Any]:
    """What a record says of a suite.

    Args:
        names: Which parts of its ``info`` the record has.
    """
    described = {name: suite.info.get(name) for name in names}
    return {**described, "content_hash": suite.content_hash, "task": suite.task.name}


def describe_measure(measure: Measure, task: Task) -> dict[str, Any]:
    """What a record says of a measure; ``chance`` is what guesses among the labels score, where that is known."""
    labels = task.label_names or ()
    chance = 1 / len(labels) if measure.name == "accuracy" and len(labels) > 1 else None
    return {"name": measure.name, "label": measure.label, "chance": chance}


def with_embedded(resources: Iterable[Mapping[str, Any]], predictors: Iterable[Predictor]) -> list[Mapping[str, Any]]:
    """The resources that were used, and those that models of the package are made of."""
    made_of = [asdict(one) for model in predictors for one in _resources_of(model)]
    return [*resources, *(one for one in made_of if one not in resources)]


def _resources_of(predictor: Predictor) -> Iterable[UsedResource]:
    """The resources of a package that a predictor is made of."""
    embedded = (embedded_resource(predictor.name),) if predictor.kind == "embedded" else ()
    return getattr(predictor, "resources", embedded)


def changed_text(
    name: str,
    before: Any,
    after: Any,
    steps: Sequence[Sequence[Change]] | None = None,
    language: Language = SPACED,
) -> dict[str, Any]:
    """A text of an example before and after a change.

    Args:
        name: What the text is called.
        before: The text, or its tokens.
        after: The same after the change.
        steps: The edits that were made, step by step, where they are known; see
            :func:`hf_robust.core.text_diff.diff_of_edits`.
    """
    old, new = plain_text(before, language), plain_text(after, language)
    segments = diff(old, new) if steps is None else diff_of_edits(old, new, steps)
    return {"field": name, "before": old, "after": new, "diff": [list(segment) for segment in segments]}


def shown_prediction(task: Task, prediction: Prediction, row: Mapping[str, Any]) -> str:
    """A prediction as readers see it: its value, or the status of a missing answer in parentheses.

    Args:
        row: The row that it is for, by column.
    """
    return task.show(prediction.value, row) if prediction.status == "ok" else f"({prediction.status})"


def changed_role(
    task: Task, role: str, before: Any, after: Any, steps: Sequence[Sequence[Change]] | None = None
) -> dict[str, Any]:
    """A text of a task before and after a change, called as its column; tokens joined as the language joins them.

    Args:
        role: The role of the text.
        before: The text, or its tokens.
        after: The same after the change.
        steps: The edits that were made, step by step, where they are known.
    """
    old, new = (task.kind.shown_text(role, value) for value in (before, after))
    if old is not None and new is not None:  # with marks that the offsets of the edits do not count
        return changed_text(task.column(role), old, new)
    return changed_text(task.column(role), before, after, steps, task.spoken)
