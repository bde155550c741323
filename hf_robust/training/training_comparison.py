"""What a training changed: clean rows, suites, and attacks that it saw and did not see."""

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.adapters import CachedPredictor
from hf_robust.adapters.resolve import as_predictor
from hf_robust.attacks.attack_record import summary
from hf_robust.attacks.attack_rows import Attack
from hf_robust.attacks.attack_run import attack
from hf_robust.attacks.engine import bound_task
from hf_robust.attacks.results import AttackResult
from hf_robust.core.errors import UsageError
from hf_robust.evaluation.header import creation_facts, describe_measure, describe_model, with_embedded
from hf_robust.evaluation.repeated_inputs import input_keys, repeated
from hf_robust.evaluation.robustness_run import evaluate_suite
from hf_robust.evaluation.unanswerable import for_questions
from hf_robust.language import resources
from hf_robust.reports.compared_records import record_part
from hf_robust.reports.training_report import TrainingReport
from hf_robust.scoring import measure_on
from hf_robust.scoring.clusters import effective_sizes
from hf_robust.scoring.macro_f1 import macro_f1
from hf_robust.scoring.paired import listed
from hf_robust.scoring.statistics import wilson_of_share
from hf_robust.suites.hub import origin_of
from hf_robust.suites.prepared_build import check_data
from hf_robust.suites.robustness import Suite
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.adapters import Predictor

MOST = 10  # models


def before_after(
    models: Mapping[str, Any],
    rows: "Dataset",
    task: Task | str,
    attacks: Sequence["str | Attack"] = ("a2t",),
    held_out: Sequence["str | Attack"] = ("pwws",),
    *,
    suite: Suite | None = None,
    budget: int | None = 500,
    seed: int = 0,
    seconds: Mapping[str, float] | None = None,
    source: str | None = None,
    split: str | None = None,
    command: str | None = None,
    **options: Any,
) -> TrainingReport:
    """Compare models before and after training.

    Attacks are compared on the rows that all models predict correctly, because a weaker model has fewer correct
    predictions to lose.

    Args:
        models: The models by name, the first one before the training; each any model that :func:`hf_robust.run`
            accepts.
        rows: Labeled rows on which no model was trained.
        task: The task with the columns, or its id.
        attacks: Attack recipes that were used in training.
        held_out: Attack recipes that were not used in training.
        suite: Suite on which the models are also evaluated.
        budget: Maximum number of queries per row, for recipes given by name.
        seed: Random seed.
        seconds: Duration of the training of each model, by its name.
        source: Name of the dataset, for the record.
        split: Name of the split, for the record.
        command: The command line, for the record.
        **options: Passed to :func:`hf_robust.adapters.as_predictor` for each model.

    Raises:
        UsageError: If there are fewer than two models or more than ten, or if one does not fit the task.
        UnknownNameError: If a recipe does not exist.

    Source: the measures of adversarial training in Yoo and Qi (2021), Towards Improving Adversarial Training of NLP
        Models, section 4.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> rows = Dataset.from_dict({"text": ["A good film", "A dull film"], "label": ["pos", "neg"]})
        >>> weak = lambda texts: ["pos" if "good" in text else "neg" for text in texts]
        >>> firm = lambda texts: ["neg" if "dull" in text else "pos" for text in texts]
        >>> report = hr.before_after({"weak": weak, "firm": firm}, rows, "sentiment-classification",
        ...                          ["deepwordbug"], [])
        >>> [model["attacks"][0]["success_rate"] for model in report.record["models"]]
        [0.5, 0.5]
    """
    task = as_task(task, rows)
    began = perf_counter()
    check_data(rows)
    if "transformations" in options:
        raise UsageError(
            "before_after takes a suite in place of transformations: "
            f"suite=hr.Suite.build(rows, {task.name!r}, {options['transformations']!r})"
        )
    if not 2 <= len(models) <= MOST:
        raise UsageError(f"before_after compares from 2 to {MOST} models, found {len(models)}")
    plain = rows.with_format(None)
    bound = bound_task(task, plain)
    predictors = {name: as_predictor(model, bound, **options) for name, model in models.items()}
    recipes = [(one, False) for one in attacks] + [(one, True) for one in held_out]
    described = {name: _measured(predictor, plain, bound, suite) for name, predictor in predictors.items()}
    attacked: list[dict[str, Any]] = []
    used: dict[str, Any] = {}
    for recipe, unseen in recipes:
        how: dict[str, Any] = {} if isinstance(recipe, Attack) else {"budget": budget, "seed": seed}
        runs = {name: attack(model, plain, recipe, task, **how) for name, model in predictors.items()}
        clusters = repeated(input_keys(bound, plain))
        first = next(iter(runs.values()))
        places = _right_everywhere([run.results for run in runs.values()])
        facts = first.record["attack"]
        attacked.append(
            {**{key: facts[key] for key in ("recipe", "version", "budget")}, "held_out": unseen, "rows": len(places)}
        )
        for name, run in runs.items():
            described[name]["attacks"].append(_success(facts["recipe"], run.results, places, clusters))
        used |= {repr(one): one for one in first.record["resources"]}
    record = {
        "data": {"task": bound.name, "rows": len(plain), **origin_of(rows, source, split)},
        "metric": describe_measure(measure_on(bound, plain), bound),
        "suite": None if suite is None else _of_suite(suite),
        "attacks": attacked,
        "models": [
            {**describe_model(predictors[name]), "name": name, **facts, "seconds": (seconds or {}).get(name)}
            for name, facts in described.items()
        ],
        "resources": with_embedded(list(used.values()) or resources.serving(False, (), None), predictors.values()),
        **creation_facts(began, command),
    }
    return TrainingReport(record)


def _of_suite(suite: Suite) -> dict[str, Any]:
    return {"name": suite.info["name"], "version": suite.info["version"], "content_hash": suite.content_hash}


def _measured(predictor: "Predictor", rows: "Dataset", task: Task, suite: Suite | None) -> dict[str, Any]:
    """The scores of a model on clean rows and on a suite."""
    measure = measure_on(task, rows)
    runner = CachedPredictor(for_questions(predictor, measure), task=task)
    said = [prediction.value for prediction in runner.predict(task.inputs(rows))]
    gold = task.references(rows)
    stats = measure.row_stats(said, gold)
    clean = float(measure.aggregate(stats.sum(axis=0)))
    worth = effective_sizes(
        measure.row_score(stats), np.ones((len(gold), 1), np.bool_), repeated(input_keys(task, rows))
    )
    found: dict[str, Any] = {
        "clean": clean,
        "interval": listed(wilson_of_share(clean, float(worth[0]))),
        "macro_f1": macro_f1(said, gold) if task.kind.classifies else None,
        "suite": [],
        "worst_case": None,
        "attacks": [],
    }
    if suite is not None:
        scored = evaluate_suite(runner, suite)
        found["suite"] = [record_part(result, ("name", "n", "original", "perturbed")) for result in scored.results]
        found["worst_case"] = scored.worst_case.worst if scored.worst_case else None
    return found


def _right_everywhere(runs: Sequence[Sequence[AttackResult]]) -> set[int]:
    """The rows that every model had right, so that they were attacked."""
    attacked = [{one.index for one in results if one.status not in ("skipped", "error")} for results in runs]
    return set.intersection(*attacked)


def _success(
    recipe: str, results: Sequence[AttackResult], indices: set[int], clusters: np.ndarray | None
) -> dict[str, Any]:
    common = summary([result for result in results if result.index in indices], clusters=clusters)
    return {
        "recipe": recipe,
        "success_rate": common["success_rate"],
        "interval": common["interval"],
        "queries": common["queries"]["median"],
        "accuracy": summary(results)["accuracy_under_attack"],
    }
