"""Attack a dataset: the function, and what it returns: a report, rows and a suite of adversarial examples."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.baselines.baseline_table import advised_options
from hf_robust.attacks.attack_record import examples, rows_of, summary, work
from hf_robust.attacks.attack_rows import Attack, result_columns
from hf_robust.attacks.begun_attack import begin_attack
from hf_robust.attacks.engine import AttackEngine
from hf_robust.attacks.journal import Journal
from hf_robust.attacks.missing_answers import UNFINISHED
from hf_robust.attacks.results import ERROR, FAILED, SKIPPED, SUCCESSFUL, AttackResult
from hf_robust.core.checks import whole_number
from hf_robust.core.errors import EmptyDataError, UsageError
from hf_robust.core.mapping import Columns
from hf_robust.core.protection import recorded_protection
from hf_robust.evaluation.guards import LEAST_ROWS, PACKAGED, class_warnings, counted_labels, skill_warnings
from hf_robust.evaluation.header import creation_facts, describe_model, with_embedded
from hf_robust.evaluation.repeated_inputs import input_keys, repeat_warnings, repeated
from hf_robust.evaluation.separated_labels import separation_warnings
from hf_robust.evaluation.truncated_pairs import attacked_warnings
from hf_robust.perturb.provenance import original_column, record_type
from hf_robust.reports.answers_view import status_counts
from hf_robust.reports.attack_report import AttackReport
from hf_robust.reports.run_warnings import run_warning
from hf_robust.reports.wording import count
from hf_robust.suites.pairs import RECORD, SuiteEntry
from hf_robust.suites.robustness import Suite
from hf_robust.tasks.base import Task
from hf_robust.tasks.gold_kinds import RecastTask
from hf_robust.tasks.nested_entities import NestedEntities
from hf_robust.transforms.base import Effect

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.adapters import Predictor

Progress = Callable[[int, int, int, int], None]
"""Called with rows done, rows in all, successes and queries so far."""


@dataclass(frozen=True, repr=False)
class AttackRun(AttackReport):
    """What an attack of a dataset came to: a report, the rows that were found, and a suite of them.

    Args:
        dataset: The rows that were attacked.
        task: The bound task.
        results: One result a row.
    """

    dataset: "Dataset" = field(repr=False)
    task: Task
    attack: Attack
    results: Sequence[AttackResult] = field(repr=False)

    @property
    def rows(self) -> "Dataset":
        """The rows of all results, with the columns ``robust`` and ``attack``; what did not succeed is as it was."""
        from datasets import Dataset, DatasetInfo, Features
        from datasets.table import InMemoryTable

        new = result_columns(self.attack, self.dataset, self.task, self.results)
        kept = self.dataset.select([result.index for result in self.results])
        table = Columns(kept.with_format("arrow")[:]).take(range(len(kept)), new)
        assert not isinstance(table, dict)
        table = table.replace_schema_metadata(None)
        features = Features({**Features.from_arrow_schema(table.schema), **kept.features})
        return Dataset(InMemoryTable(table.cast(features.arrow_schema)), info=DatasetInfo(features=features))

    def suite(self, name: str | None = None, effect: str | None = None) -> Suite:
        """The successes as a suite: saved, pushed and run on other models as any other.

        The model that was attacked predicts each of the rows wrongly by construction (its F1 or correlation need not be
        0); on another model the score tells how far the examples transfer. No person has checked the labels:
        ``hf-robust audit draw`` begins that.

        Args:
            name: Name of the suite.
            effect: ``"preserves"`` where you have made sure that the labels hold, though no constraint stood for it.

        Raises:
            EmptyDataError: When no attack succeeded.
            UsageError: When nothing stands for the labels.
        """
        return _suite_of(self, name, effect)


def attack(
    model: Any,
    rows: "Dataset",
    recipe: "str | Attack",
    task: Task | str,
    *,
    budget: int | None = None,
    max_queries: int | None = None,
    seed: int = 0,
    cache: str | Path | None = None,
    journal: str | Path | None = None,
    progress: Progress | None = None,
    source: str | None = None,
    split: str | None = None,
    command: str | None = None,
    **options: Any,
) -> AttackRun:
    """Attack a model: search, for each correctly predicted row, for an edited row that the model predicts wrongly.

    Many rows are attacked at once, so models receive full batches. The result of a row does not depend on this. An
    input that was already predicted, in this process or (with ``cache``) in another one, costs nothing. With
    ``journal``, an interrupted run continues with the unfinished rows.

    Args:
        model: Any model that :func:`hf_robust.run` accepts. None is the bundled sentiment classifier.
        rows: Labeled rows.
        recipe: Name of a published attack, or an :class:`Attack` with your own parts.
        task: The task with the columns, or its id.
        budget: Maximum number of queries per row. None uses the limit of the recipe; most recipes have none.
        max_queries: Maximum number of inputs that the whole attack sends to the model. None sets no limit. Unfinished
            rows get the status ``error``, and a later run with the same journal continues with them.
        seed: Random seed.
        cache: Folder that stores the predictions of the model.
        journal: File with one line per finished row. It is created if it does not exist, and read if it does.
        progress: Function that is called with the number of finished rows, of all rows, of successes and of queries.
        source: Name of the dataset, for the record.
        split: Name of the split, for the record.
        command: The command line, for the record.
        **options: Passed to :class:`Attack`.

    Raises:
        UnknownNameError: If the recipe does not exist.
        UsageError: If parts, task and model do not fit together, or if the journal belongs to another run.
        LabelError: If the labels of the model and of the data do not match.
        EmptyDataError: If the dataset has no rows.
        DataFileError: If the journal or the cache cannot be written. Finished rows are kept.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> rows = Dataset.from_dict({"text": ["A good film", "A dull film"], "label": ["pos", "neg"]})
        >>> def model(texts):
        ...     return [{"label": "pos", "score": 0.9} if "good" in text else "neg" for text in texts]
        >>> found = hr.attack(model, rows, "deepwordbug", "sentiment-classification", budget=50)
        >>> found.record["summary"]["success_rate"], found.results[1].status
        (0.5, 'failed')
    """
    began = perf_counter()
    if max_queries is not None:
        whole_number(max_queries, "max_queries", 1)
    begun = begin_attack(model, rows, recipe, task, budget, seed, cache, source, split, options)
    chosen, plain, bound = begun.attack, begun.rows, begun.task
    begun.engine.victim.limit = max_queries
    predictor = begun.engine.victim.predictor
    results = _attacked(begun.engine, plain, journal, begun.header() if journal is not None else None, progress)
    clusters = input_keys(bound, plain)
    record = {
        "model": describe_model(predictor),
        "data": {"task": bound.name, "rows": len(plain), **begun.origin},
        "attack": {**chosen.describe(), **({} if max_queries is None else {"max_queries": max_queries})},
        "summary": summary(results, chosen.budget, repeated(clusters)),
        "examples": examples(plain, bound, results),
        "results": rows_of(bound, results),
        "work": work(begun.engine.loads),
        "resources": with_embedded(begun.resources, [predictor]),
        "warnings": [
            *repeat_warnings(bound, plain, clusters),
            *_warnings(results, predictor, bound),
            *_answer_warnings(results),
            *_untouched_entities(results, bound, chosen.inside),
            *separation_warnings(bound, plain),
            *attacked_warnings(predictor, bound.inputs(plain)),
        ],
        **creation_facts(began, command),
    }
    return AttackRun(record, plain, bound, chosen, results)


def attack_range(
    model: Any,
    rows: "Dataset",
    recipe: "str | Attack",
    task: Task | str,
    *,
    places: range,
    journal: str | Path,
    budget: int | None = None,
    seed: int = 0,
    cache: str | Path | None = None,
    progress: Progress | None = None,
    source: str | None = None,
    split: str | None = None,
    **options: Any,
) -> None:
    """Attack a range of the rows of a dataset. :func:`attack` of all rows reads the results from the journal.

    Args:
        model: As for :func:`attack`.
        rows: All rows.
        recipe: As for :func:`attack`.
        task: As for :func:`attack`.
        places: The rows that are attacked.
        journal: File with one line a finished row.
        budget: As for :func:`attack`.
        seed: Random seed.
        cache: As for :func:`attack`.
        progress: Called with rows done, rows in all, successes and queries so far.
        source: As for :func:`attack`.
        split: As for :func:`attack`.
        **options: Passed on to :class:`Attack`.

    Raises:
        RobustError: As for :func:`attack`.
    """
    begun = begin_attack(model, rows, recipe, task, budget, seed, cache, source, split, options)
    _attacked(begun.engine, begun.rows, journal, begun.header(), progress, places)


def _warnings(results: Sequence[AttackResult], predictor: "Predictor", task: Task) -> list[dict[str, str]]:
    """What limits the meaning of an attack: one class of rows, a model without skill, or one without probabilities."""
    asked = [one for one in results if one.gold is not None and one.before is not None]
    labels = counted_labels([one.gold for one in asked], [one.before for one in asked], task.kind.positions)
    if labels is None:
        return []
    right = sum(one.gold == one.before for one in asked) / len(asked)
    skill = skill_warnings(labels, right, "Accuracy", predictor.kind in PACKAGED, takes=advised_options(predictor.name))
    return [*class_warnings(labels), *skill, *_label_warnings(asked)]


def _label_warnings(asked: Sequence[AttackResult]) -> list[dict[str, str]]:
    """A warning where the model gives labels alone: most searches follow the probability of the label."""
    if len(asked) < LEAST_ROWS or any(one.before_score not in (None, 1.0) for one in asked):
        return []
    message = (
        "The model returns labels without probabilities, so the attack cannot see which edit lowers the probability of "
        "the label. With probabilities, it may find more successful edits."
    )
    return [run_warning("no-probabilities", message)]


def _answer_warnings(results: Sequence[AttackResult]) -> list[dict[str, str]]:
    """That rows were not attacked to their end, or that successes are missing answers."""
    found = []
    unfinished = Counter(result.reason.removeprefix(UNFINISHED) for result in results if is_unfinished(result))
    if unfinished:
        reason = unfinished.most_common(1)[0][0]
        message = (
            f"{count(unfinished.total(), 'row')} of {count(len(results))} could not be attacked to the end, most often "
            f"because {reason}. Run the attack again with the same journal to go on with them."
        )
        found.append(run_warning("unfinished-rows", message))
    silent = Counter(result.answer for result in results if result.status == SUCCESSFUL and result.answer)
    if silent:
        successes = sum(result.status == SUCCESSFUL for result in results)
        message = (
            f"In {count(silent.total())} of {count(successes, 'success', 'successes')} the model gives no answer after "
            f"the edits instead of a wrong one ({status_counts(silent.most_common())})."
        )
        found.append(run_warning("answers-lost", message))
    return found


def _untouched_entities(results: Sequence[AttackResult], task: Task, inside: bool) -> list[dict[str, str]]:
    """That no attack succeeded, where the words of gold entities are not edited."""
    of_entities = task.kind.has_scheme or isinstance(task.kind, NestedEntities)
    statuses = {result.status for result in results}
    if inside or not of_entities or FAILED not in statuses or SUCCESSFUL in statuses:
        return []
    message = (
        "No attack succeeded. Attacks do not edit the words of gold entities, so they cannot change the predictions of "
        "a model that reads only these words. To edit only these words, use inside=True (--inside)."
    )
    return [run_warning("entities-not-edited", message)]


def is_unfinished(result: AttackResult) -> bool:
    """Whether a row was not attacked to its end, so that a later run goes on with it.

    Args:
        result: What became of the row.

    Example:
        >>> is_unfinished(AttackResult(0, "a", "failed"))
        False
    """
    return result.status == ERROR and result.reason.startswith(UNFINISHED)


def _attacked(
    engine: AttackEngine,
    dataset: "Dataset",
    journal: str | Path | None,
    header: Mapping[str, Any] | None,
    progress: Progress | None,
    places: range | None = None,
) -> list[AttackResult]:
    """The results of all rows, or of some places, those of the journal among them."""
    places = range(len(dataset)) if places is None else places
    told = _Told(progress, len(places))
    if journal is None or header is None:
        return engine.run(dataset, each=told)
    with Journal(journal, header, rows=len(dataset)) as kept:
        for result in kept.finished.values():
            told(result)

        def each(result: AttackResult) -> None:
            if not is_unfinished(result):
                kept.add(result)
            told(result)

        others = {place for place in range(len(dataset)) if place not in places}
        fresh = engine.run(dataset, done={*kept.finished, *others}, each=each)
    return sorted([*kept.finished.values(), *fresh], key=lambda result: result.index)


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


def _suite_of(run: AttackRun, name: str | None, effect: str | None) -> Suite:
    """The successes of a run as a suite with one entry.

    Raises:
        EmptyDataError: When no attack succeeded.
        UsageError: When nothing stands for the labels, or they are none that a suite is scored against.
    """
    attack, task = run.attack, run.task
    if isinstance(task, RecastTask):
        raise UsageError(
            f"a suite of {task.name} is scored against one label a row, and the goal {attack.parts.goal} reads other "
            "gold values; save what was found: run.rows"
        )
    if effect not in (None, str(Effect.PRESERVES)):
        raise UsageError(f"effect must be 'preserves' or None, found {effect!r}")
    stands = effect or str(attack.effect)
    if stands != Effect.PRESERVES:
        raise UsageError(
            f"nothing in the attack {attack.name!r} ({attack.like}) stands for the gold labels of its examples, so "
            "they cannot be scored against them; read them, and say suite(effect='preserves') where the labels hold"
        )
    kept = [result for result in run.results if result.status == SUCCESSFUL]
    if not kept:
        raise EmptyDataError(f"none of the {len(run.results)} attacks succeeded, so there is no suite")
    original, perturbed = _pairs(run, kept, stands)
    statuses = Counter(result.status for result in run.results)
    reasons = Counter(result.reason for result in run.results if result.reason)
    recorded = attack.record(attack.predictor(task))
    described = attack.describe()
    model = run.record["model"]
    entry = SuiteEntry(
        name=f"attack-{attack.name}",
        stages=(
            {
                "name": recorded["transformation"],
                "version": recorded["version"],
                "params": {**described, "model": model["name"], "revision": model["revision"]},
            },
        ),
        level="word",
        linguistics="model",
        effect=stands,
        summary=described["summary"] or f"An attack by {described['moves']}.",
        total=len(run.results),
        unchanged=statuses[FAILED],
        not_applicable=statuses[SKIPPED] + statuses[ERROR],
        reasons=dict(reasons.most_common()),
        original=original,
        perturbed=perturbed,
    )
    data = run.record["data"]
    default = f"{(data['dataset'] or 'rows').rsplit('/', 1)[-1]}-{attack.name}"
    info = {
        "name": name or default,
        "version": None,
        **{key: data[key] for key in data if key not in ("task", "rows")},
        "seed": attack.seed,
        **recorded_protection(attack.protect),
        "nlp": attack.nlp,
        "rows": len(run.results),
        "labels": task.labels_in(run.dataset),
        "skipped": [],
        "resources": run.record["resources"],
        "attacked": {"name": model["name"], "revision": model["revision"]},
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    return Suite(task, {entry.name: entry}, info)


def _pairs(run: AttackRun, kept: list, effect: str) -> "tuple[Dataset, Dataset]":
    """The rows that were attacked successfully, before and after, with their records."""
    from datasets import Features

    source = run.dataset.remove_columns([name for name in run.dataset.column_names if name == RECORD])
    features = Features({**source.features, RECORD: Features.from_arrow_schema(_schema())[RECORD]})
    rows = source.select([result.index for result in kept])
    new = result_columns(run.attack, run.dataset, run.task, kept, effect)
    before = {**rows.to_dict(), RECORD: original_column([result.row_id for result in kept]).to_pylist()}
    after = {**rows.to_dict(), **{name: values for name, values in new.items() if name not in (RECORD, "attack")}}
    after[RECORD] = new[RECORD].to_pylist()
    make = type(rows).from_dict
    return make(before, features=features), make(after, features=features)


def _schema() -> Any:
    import pyarrow as pa

    return pa.schema([(RECORD, record_type())])
