"""Which transformations, one after the other, harm a model most: a search on some rows, judged on others."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.adapters import CachedPredictor, PredictionCache
from hf_robust.adapters.baselines.cross_fitting import TrainedBaseline
from hf_robust.adapters.request_failures import MAX_ERRORS, check_max_errors
from hf_robust.adapters.resolve import as_predictor
from hf_robust.core.errors import EmptyDataError, MissingResource, UsageError
from hf_robust.evaluation.header import creation_facts, describe_measure, describe_model, with_embedded
from hf_robust.evaluation.repeated_inputs import input_keys, repeat_warnings, repeated
from hf_robust.evaluation.scored_types import scored_task
from hf_robust.evaluation.truncated_pairs import truncation_warnings
from hf_robust.evaluation.unanswerable import for_questions
from hf_robust.perturb import Perturb
from hf_robust.reports.chain_report import ChainReport
from hf_robust.scoring import Measure, holm, measure_on, paired_permutation_p
from hf_robust.scoring.clusters import numbered, sums_by_cluster
from hf_robust.scoring.drops import drop_interval, summed
from hf_robust.scoring.measure_type import Floats
from hf_robust.scoring.paired import listed
from hf_robust.suites.hub import origin_of
from hf_robust.suites.prepared_build import check_data
from hf_robust.suites.robustness import Suite
from hf_robust.tasks import Task
from hf_robust.tasks.task_ids import as_task
from hf_robust.transforms.base import Effect
from hf_robust.transforms.chains import Entry, applicable, config_name, stages_of

if TYPE_CHECKING:
    from datasets import Dataset

# stages of a chain; chains that grow, and transformations that extend each; chains of the report; rows of the search
DEPTH, BEAM, WIDTH, KEPT, LIMIT = 3, 4, 8, 5, 400
_ROW_COLUMN = "robust_chain_row"
Chain = tuple[int, ...]  # numbers of the transformations, in their order


def worst_chains(
    model: Any,
    dataset: "Dataset",
    task: Task | str,
    transformations: Sequence[Entry] | None = None,
    *,
    depth: int = DEPTH,
    beam: int = BEAM,
    width: int = WIDTH,
    limit: int | None = LIMIT,
    seed: int = 0,
    nlp: str | None = None,
    source: str | None = None,
    split: str | None = None,
    max_errors: float = MAX_ERRORS,
    cache_dir: str | Path | None = None,
    progress: Callable[[str], None] | None = None,
    command: str | None = None,
    **options: Any,
) -> ChainReport:
    """Search for the chains of transformations that lower the score of a model most.

    The search uses one half of the rows. It first measures each transformation alone. Then chains grow by one
    transformation at a time: each of the ``beam`` worst chains is extended by each of the ``width`` worst
    transformations that it does not contain. The five worst chains are then measured on the other half of the rows.
    This half had no influence on their selection, so their scores are not biased by it.

    A score covers all rows of a half. A row that a chain cannot change counts unchanged. Rows with equal inputs are in
    the same half, and count as one source in intervals and p-values.

    Args:
        model: Any model that :func:`hf_robust.run` accepts.
        dataset: Labeled rows.
        task: The task with the columns, or its id.
        transformations: Names, objects or mappings with parameters. Each must keep the label. None selects all that
            apply to the task and keep the label.
        depth: Maximum number of transformations in a chain, 2 or 3.
        beam: Number of chains that are extended.
        width: Number of transformations by which each of them is extended.
        limit: Number of sampled rows, half of them for the search. Rows with equal inputs count as one. None uses all
            rows.
        seed: Random seed.
        nlp: Name or folder of the spaCy pipeline.
        source: Name of the dataset, for the record.
        split: Name of the split, for the record.
        max_errors: Maximum share of the inputs for which requests may fail. If a request fails, an original is left
            out, and a perturbed row counts as unchanged.
        cache_dir: Folder that stores predictions.
        progress: Function that is called with the next step.
        command: The command line, for the record.
        **options: As for :func:`hf_robust.run`.

    Raises:
        UsageError: If a transformation changes the label, if there are fewer than two, or if a number is out of range.
        UnansweredError: If requests failed for more inputs than ``max_errors`` allows.
        EmptyDataError: If there are fewer than four rows with different inputs, or if no chain changes any of them.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> texts = [f"A {how} {what}." for what in ("film", "play", "book", "song") for how in ("fine", "dull")]
        >>> data = Dataset.from_dict({"text": texts, "label": ["pos", "neg"] * 4})
        >>> report = hr.worst_chains(lambda texts: ["pos" if "fine" in text else "neg" for text in texts], data,
        ...                          hr.task("sentiment-classification"), ["word-case", "twitter"], depth=2)
        >>> [chain["name"] for chain in report.chains], report.chains[0]["drop"]
        (['word-case+twitter', 'twitter+word-case'], 0.25)
    """
    task = as_task(task, dataset)
    began = perf_counter()
    _check_limits(depth, beam, width, limit)
    check_max_errors(max_errors)
    check_data(dataset)
    task = _bound(task, dataset)
    entries, skipped = _entries(transformations, task, seed, nlp)
    predictor = as_predictor(model, task, cache_dir=cache_dir, **options)
    task = scored_task(task, [predictor])
    if isinstance(predictor, TrainedBaseline) and not predictor.trained:
        raise UsageError(f"{predictor.name} has to learn from other rows than these; name them with train=")
    cache = PredictionCache(cache_dir) if cache_dir is not None else None
    runner = CachedPredictor(predictor, cache, task=task, max_errors=max_errors)
    clusters = input_keys(task, dataset)
    parts = _halves(clusters, limit, seed)
    first, second = map(dataset.select, parts)
    tell = progress or (lambda _: None)
    searched = _Half(first, task, runner, seed, nlp, tell)
    singles, chains = _grown(searched, entries, depth, beam, width)
    if not chains:
        raise EmptyDataError("no chain of these transformations could change any row; choose others")
    judged = _Half(second, task, runner, seed, nlp, tell)
    measure = judged.measure
    runner.check_errors()
    ranked = _judged(judged, entries, searched, chains, seed)
    used = np.sort(np.concatenate(parts))
    predictions = runner.record()
    return ChainReport(
        {
            "model": describe_model(predictor),
            "data": {"task": task.name, **origin_of(dataset, source, split), "rows": len(dataset)},
            "metric": describe_measure(measure, task),
            "options": {"depth": depth, "beam": beam, "width": width, "limit": limit, "seed": seed},
            "searched": {"rows": len(searched.stats), "score": searched.score(), "chains": len(chains)},
            "judged": {"rows": len(judged.stats), "score": judged.score()},
            "singles": _ranked_singles(entries, singles, searched),
            "chains": ranked,
            "predictions": predictions,
            "warnings": [
                *repeat_warnings(task, dataset.select(used), clusters[used]),
                *truncation_warnings(predictions),
            ],
            "resources": with_embedded([*(searched.resources | judged.resources).values()], [predictor]),
            "skipped": skipped,
            **creation_facts(began, command),
        }
    )


def _check_limits(depth: int, beam: int, width: int, limit: int | None) -> None:
    if depth not in (2, 3):
        raise UsageError(f"depth must be 2 or 3, found {depth!r}: longer chains leave little of a text")
    if beam < 1 or width < 2:
        raise UsageError(f"expected a beam of 1 or more and a width of 2 or more, found {beam!r} and {width!r}")
    if limit is not None and limit < 4:
        raise UsageError(f"limit must be 4 rows or more, found {limit!r}")


def _bound(task: Task, dataset: "Dataset") -> Task:
    """The task with the columns and labels of the rows."""
    task = task.bind(dataset)
    if task.kind.measure is None:
        raise UsageError(f"there is no measure for {task.name}, so no chain can be called worse than another")
    if measure_on(task, dataset).against_original:
        column = task.column(task.label_role)
        raise UsageError(
            f"a search for chains needs gold values; the rows have no column {column!r} (role {task.label_role!r})"
        )
    task.check_labels(dataset)
    return task.with_seen(task.labels_in(dataset))


def _entries(
    asked: Sequence[Entry] | None, task: Task, seed: int, nlp: str | None
) -> tuple[list[Entry], list[dict[str, str]]]:
    """The transformations that keep the label, and those that are left out for want of something."""
    if isinstance(asked, str):
        raise UsageError(f"transformations must be a list of names, objects or mappings, found {asked!r}")
    entries: list[Entry] = []
    skipped = []
    for entry in applicable(task) if asked is None else asked:
        try:
            effect = Perturb(entry, task, seed=seed, nlp=nlp).effect
        except MissingResource as error:
            if asked is not None:
                raise
            skipped.append({"name": str(entry), "reason": str(error)})
            continue
        if effect == Effect.PRESERVES:
            entries.append(stages_of(entry, task.language))
        elif asked is not None:
            raise UsageError(
                f"{config_name(stages_of(entry, task.language))} does not keep the label ({effect}); leave it out"
            )
    names = [config_name(stages_of(entry)) for entry in entries]
    if len(set(names)) < len(names):
        raise UsageError("a transformation is named twice; change a parameter or leave one out")
    if len(entries) < 2:
        raise UsageError(f"a chain takes two transformations that keep the label, found {len(entries)}")
    return entries, skipped


def _halves(clusters: np.ndarray, limit: int | None, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Places of two parts of the rows that share no input."""
    numbers = numbered(clusters)
    rng = np.random.default_rng(seed)
    order = rng.permutation(numbers.max(initial=-1) + 1)[:limit]
    if len(order) < 4:
        raise EmptyDataError(f"the search takes four rows with different inputs or more, found {len(order)}")
    half = len(order) // 2
    return np.flatnonzero(np.isin(numbers, order[:half])), np.flatnonzero(np.isin(numbers, order[half:]))


@dataclass(frozen=True)
class _Tried:
    """What a chain did to the rows of a half: statistics of all rows, and how many it changed."""

    stats: Floats
    changed: int


class _Half:
    """Some rows, and what the model does with them under any chain; each chain is tried once."""

    def __init__(
        self,
        rows: "Dataset",
        task: Task,
        runner: CachedPredictor,
        seed: int,
        nlp: str | None,
        tell: Callable[[str], None],
    ):
        self._row_column = _ROW_COLUMN
        while self._row_column in rows.column_names:  # a column of the user
            self._row_column += "_"
        self._task, self._runner, self._seed, self._nlp, self._tell = task, runner, seed, nlp, tell
        self.measure: Measure = measure_on(task, rows)
        runner.predictor = for_questions(runner.predictor, self.measure)
        self.stats, failed = self._stats(rows)
        if failed.any():
            rows, self.stats = rows.select(np.flatnonzero(~failed)), self.stats[~failed]
        self._rows = rows.with_format(None).add_column(self._row_column, range(len(rows)))
        self.groups = repeated(input_keys(task, rows))
        self.resources: dict[str, Mapping[str, Any]] = {}

    def _stats(self, rows: "Dataset") -> tuple[Floats, np.ndarray]:
        """The statistics of rows, and whether the request for each failed."""
        found = self._runner.predict(self._task.inputs(rows))
        stats = self.measure.row_stats([one.value for one in found], self._task.references(rows))
        unaligned = np.array([one.unaligned for one in found], np.int64)
        failed = np.array([one.status == "error" for one in found], np.bool_)
        return self.measure.with_false_positives(stats, unaligned), failed

    def score(self, tried: _Tried | None = None) -> float:
        """The score of all rows, as they are or under a chain."""
        return float(self.measure.aggregate((tried.stats if tried else self.stats).sum(axis=0)))

    def tried(self, chains: Sequence[Chain], entries: Sequence[Entry]) -> dict[Chain, _Tried]:
        """The outcome of each chain that changes some row."""
        by_name = {_name(chain, entries): chain for chain in chains}
        try:
            suite = Suite.build(
                self._rows,
                self._task,
                [[entries[place] for place in chain] for chain in chains],
                seed=self._seed,
                nlp=self._nlp,
                progress=self._tell,
            )
        except EmptyDataError:
            return {}
        self.resources |= {one["purpose"]: one for one in suite.info["resources"]}
        found = {}
        for name, entry in suite.entries.items():
            if len(entry):
                stats = self.stats.copy()
                changed, failed = self._stats(entry.perturbed)
                stats[np.asarray(entry.original[self._row_column][:])[~failed]] = changed[~failed]
                found[by_name[name]] = _Tried(stats, int((~failed).sum()))
        return found


def _name(chain: Chain, entries: Sequence[Entry]) -> str:
    return config_name(stages_of([entries[place] for place in chain]))


def _grown(
    half: _Half, entries: Sequence[Entry], depth: int, beam: int, width: int
) -> tuple[dict[Chain, _Tried], dict[Chain, _Tried]]:
    """All transformations alone, and all chains that were tried."""
    singles = half.tried([(place,) for place in range(len(entries))], entries)
    by = sorted(singles, key=lambda chain: half.score(singles[chain]))
    following, front = [chain[0] for chain in by[:width]], by[:beam]
    chains: dict[Chain, _Tried] = {}
    for _ in range(depth - 1):
        longer = [(*chain, place) for chain in front for place in following if place not in chain]
        grown = half.tried(longer, entries) if longer else {}
        chains |= grown
        front = sorted(grown, key=lambda chain: half.score(grown[chain]))[:beam]
    return singles, chains


def _ranked_singles(entries: Sequence[Entry], singles: Mapping[Chain, _Tried], half: _Half) -> list[dict[str, Any]]:
    found = [
        {"name": _name(chain, entries), "n": one.changed, "score": half.score(one)} for chain, one in singles.items()
    ]
    return sorted(found, key=lambda single: single["score"])


def _judged(
    half: _Half, entries: Sequence[Entry], searched: _Half, chains: Mapping[Chain, _Tried], seed: int
) -> list[dict[str, Any]]:
    """The worst chains of the search, measured on the other rows beside their members."""
    chosen = sorted(chains, key=lambda chain: searched.score(chains[chain]))[:KEPT]
    members = sorted({(place,) for chain in chosen for place in chain})
    tried = half.tried([*chosen, *members], entries)
    untouched = _Tried(half.stats, 0)
    results = []
    for chain in chosen:
        parts: dict[Chain, _Tried] = {(place,): tried.get((place,), untouched) for place in chain}
        one = _result(half, tried.get(chain, untouched), parts, entries, seed)
        results.append({"name": _name(chain, entries), "searched": searched.score(chains[chain]), **one})
    for result, adjusted in zip(results, holm([result["p_value"] for result in results])):
        result["p_adjusted"] = adjusted
    return sorted(results, key=lambda result: result["score"])


def _result(
    half: _Half, chain: _Tried, parts: Mapping[Chain, _Tried], entries: Sequence[Entry], seed: int
) -> dict[str, Any]:
    """One chain: what it costs, and whether that is more than its worst member costs, on the same rows."""
    aggregate = half.measure.aggregate
    worst = min(parts, key=lambda part: half.score(parts[part]))
    drops = {part: half.score() - half.score(one) for part, one in parts.items()}
    score = half.score(chain)
    before, after = summed(half.stats, chain.stats, half.groups)
    milder = sums_by_cluster(parts[worst].stats, half.groups)
    return {
        "stages": [_name(part, entries) for part in parts],
        "n": chain.changed,
        "score": score,
        "drop": half.score() - score,
        "interval": listed(drop_interval(before, after, aggregate, seed=seed)),
        "drops": list(drops.values()),
        "worst": _name(worst, entries),
        "beyond": half.score(parts[worst]) - score,
        "beyond_interval": listed(drop_interval(milder, after, aggregate, seed=seed)),
        "p_value": paired_permutation_p(milder, after, aggregate, seed=seed),
    }
