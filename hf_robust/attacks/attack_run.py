"""Attack a data set: the function, and what it returns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.cache import identity
from hf_robust.attacks.attack_record import examples, rows_of, summary, work
from hf_robust.attacks.attack_rows import Attack, bound_task
from hf_robust.attacks.attack_suite import suite_of
from hf_robust.attacks.attacked_columns import attacked_columns
from hf_robust.attacks.engine import Engine
from hf_robust.attacks.journal import Journal
from hf_robust.attacks.results import SUCCESSFUL, AttackResult
from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import as_id
from hf_robust.evaluation.header import describe_model, made, with_embedded
from hf_robust.evaluation.truncated_pairs import attacked_warnings
from hf_robust.evaluation.unanswerable import for_unanswerable
from hf_robust.language import resources
from hf_robust.reports.attack_report import AttackReport
from hf_robust.scoring import measure_on
from hf_robust.suites.hub import origin_of
from hf_robust.suites.robustness import Suite, check_data
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset

Progress = Callable[[int, int, int, int], None]
"""Called with rows done, rows in all, successes and queries so far."""


@dataclass(frozen=True, repr=False)
class AttackRun(AttackReport):
    """What an attack of a data set came to: a report, the rows that were found, and a suite of them.

    Args:
        record: The record.
        dataset: The rows that were attacked.
        task: The bound task.
        attack: The attack.
        results: One result a row.
    """

    dataset: "Dataset" = field(repr=False)
    task: Task
    attack: Attack
    results: Sequence[AttackResult] = field(repr=False)

    @property
    def rows(self) -> "Dataset":
        """The rows of all results, with the columns ``robust`` and ``attack``; what did not succeed is as it was."""
        from datasets import Dataset

        new = attacked_columns(self.dataset, self.task, self.results, self.attack)
        kept = self.dataset.select([result.place for result in self.results])
        columns = {name: kept[name][:] for name in kept.column_names} | {
            name: values.to_pylist() if hasattr(values, "to_pylist") else values for name, values in new.items()
        }
        return Dataset.from_dict(columns)

    def suite(self, name: str | None = None, effect: str | None = None) -> Suite:
        """The successes as a suite: saved, pushed and run on other models as any other.

        On the model that was attacked its score is 0 by construction; on another one it tells how far the examples
        transfer. No person has checked the labels: ``hf-robust audit draw`` begins that.

        Args:
            name: Name of the suite.
            effect: ``"preserves"`` where you have made sure that the labels hold, though no constraint stood for it.

        Raises:
            EmptyDataError: When no attack succeeded.
            UsageError: When nothing stands for the labels.
        """
        return suite_of(self, name, effect)


def attack(
    model: Any,
    rows: "Dataset",
    recipe: "str | Attack",
    task: Task,
    *,
    budget: int | None = None,
    seed: int = 0,
    cache: str | Path | None = None,
    journal: str | Path | None = None,
    progress: Progress | None = None,
    source: str | None = None,
    split: str | None = None,
    command: str | None = None,
    **options: Any,
) -> AttackRun:
    """Search, for each row that a model has right, for an edited row that it has wrong.

    Many rows are attacked at once and models see full batches; the result of a row does not hang on that. A row that
    was asked before, by this process or (with ``cache``) by another, costs nothing; with ``journal`` a run that was cut
    off goes on where it was.

    Args:
        model: Anything that :func:`hf_robust.run` takes; None is the embedded sentiment classifier.
        rows: Labeled rows.
        recipe: Name of a published attack, or an :class:`Attack` of your own parts.
        task: The task with the columns.
        budget: Queries a row; None: the recipe's, most often any number.
        seed: Seed of all draws.
        cache: Folder where the model's answers are kept.
        journal: File with one line a finished row; made when it is not there, and read when it is.
        progress: Called with rows done, rows in all, successes and queries so far.
        source: Name of the data set, for the record.
        split: Its split, for the record.
        command: What was typed, for the record.
        **options: Passed on to :class:`Attack`.

    Raises:
        UnknownNameError: When there is no such recipe.
        UsageError: When parts, task and model do not fit, or the journal is of another run.
        LabelError: When labels of model and data do not match.
        EmptyDataError: When the data set has no rows.
        DataFileError: When journal or cache cannot be written; what was finished is kept.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> rows = Dataset.from_dict({"text": ["A good film", "A dull film"], "label": ["pos", "neg"]})
        >>> def model(texts):
        ...     return [{"label": "pos", "score": 0.9} if "good" in text else "neg" for text in texts]
        >>> found = hr.attack(model, rows, "deepwordbug", hr.task("sentiment-classification"), budget=50)
        >>> found.record["summary"]["success_rate"], found.results[1].status
        (0.5, 'failed')
    """
    began = perf_counter()
    check_data(rows, task)
    origin = origin_of(rows, source, split)
    if isinstance(recipe, Attack):
        if options or budget is not None:
            raise UsageError("give budget and other options to hr.Attack(...), which you pass as the recipe")
        chosen = recipe.on(task, model)
    else:
        chosen = Attack(recipe, task, model, budget=budget, seed=seed, cache=cache, **options)
    plain = rows.with_format(None)
    bound = bound_task(chosen.task or task, plain)
    engine = chosen.engine(bound)
    if bound.kind.measure is not None:
        engine.victim.predictor = for_unanswerable(engine.victim.predictor, measure_on(bound, plain))
    results = _attacked(engine, plain, chosen, bound, journal, progress)
    predictor = engine.victim.predictor
    layers = bool(engine.plan.needs)
    used = resources.serving(layers, engine.plan.resources, chosen.nlp, bound.language)
    record = {
        "model": describe_model(predictor),
        "data": {"task": bound.name, "rows": len(plain), **origin},
        "attack": chosen.describe(),
        "summary": summary(results, chosen.budget),
        "examples": examples(plain, bound, results),
        "results": rows_of(bound, results),
        "work": work(engine.loads),
        "warnings": attacked_warnings(predictor, bound.inputs(plain)),
        "resources": with_embedded(used, [predictor]),
        **made(began, command),
    }
    return AttackRun(record, plain, bound, chosen, results)


def _attacked(
    engine: Engine,
    dataset: "Dataset",
    chosen: Attack,
    task: Task,
    journal: str | Path | None,
    progress: Progress | None,
) -> list[AttackResult]:
    """The results of all rows, those of the journal among them."""
    told = _Told(progress, len(dataset))
    if journal is None:
        return engine.run(dataset, each=told)
    try:
        model = identity(engine.victim.predictor)
    except UsageError as error:
        raise UsageError(
            f"a journal must know when the model has changed, and nothing tells it of the function "
            f"{engine.victim.predictor.name!r}; say hr.attack(..., cache_key='my-model-v1')"
        ) from error
    header = {
        "attack": f"{chosen.signature}|budget {chosen.budget}|seed {chosen.seed}|{','.join(chosen.protect)}",
        "model": model,
        "data": fingerprint(dataset, task),
    }
    with Journal(journal, header) as kept:
        for result in kept.finished.values():
            told(result)

        def each(result: AttackResult) -> None:
            kept.add(result)
            told(result)

        fresh = engine.run(dataset, done=set(kept.finished), each=each)
    return sorted([*kept.finished.values(), *fresh], key=lambda result: result.place)


class _Told:
    """Tells how far the work is."""

    def __init__(self, progress: Progress | None, total: int):
        self._progress, self._total = progress, total
        self._done = self._successes = self._queries = 0

    def __call__(self, result: AttackResult) -> None:
        self._done += 1
        self._successes += result.status == SUCCESSFUL
        self._queries += result.queries
        if self._progress is not None:
            self._progress(self._done, self._total, self._successes, self._queries)


def fingerprint(dataset: "Dataset", task: Task) -> str:
    """A hash of what an attack reads of rows: texts, positions, labels.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification")
        >>> one, other = (Dataset.from_dict({"text": [text], "label": [1]}) for text in ("A film", "A play"))
        >>> fingerprint(one, task) == fingerprint(one, task) != fingerprint(other, task)
        True
    """
    columns = [task.column(role) for role in task.columns if task.column(role) in dataset.column_names]
    hasher = blake2b(digest_size=16)
    for batch in dataset.select_columns(columns).iter(batch_size=1000):
        for name in columns:
            hasher.update("\x1f".join(map(as_id, batch[name])).encode("utf-8", "surrogatepass"))
    return hasher.hexdigest()
