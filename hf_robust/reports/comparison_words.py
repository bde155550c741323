"""What a comparison of models says in words."""

from collections.abc import Iterator
from statistics import fmean

from hf_robust.reports.evidence import LEAST_ROWS, left_out_words, which_decides
from hf_robust.reports.records.comparison_records import ComparisonRecord, ModelChange, ModelPair, Rank
from hf_robust.reports.wording import (
    MEAN_OF_TRANSFORMATIONS,
    ON_ORIGINALS,
    bounds,
    clipped_apart,
    count,
    interval,
    listed,
    metric_word,
    p_value,
    percent,
    points,
    required,
    significant,
)

_NAMED = 5  # transformations that a sentence names
_TOLD = 4  # models whose changes stand at the top
_NOT_TESTED = "This lead is not tested: saved reports contain no rows."
BY = {
    "perturbed": MEAN_OF_TRANSFORMATIONS,
    "original": ON_ORIGINALS,
    "worst": "lowest score of the original and perturbed versions of each row",
}


def model_name(record: ComparisonRecord, index: int, size: int = 40) -> str:
    """The name of a model, not longer than that, and different from the names of the others."""
    return clipped_apart([model.name for model in record.models], size)[index]


def rank_by(record: ComparisonRecord, by: str) -> Rank | None:
    """The order of the models by one score; None where it is not known."""
    return next((one for one in record.ranks if one.by == by), None)


def model_order(record: ComparisonRecord) -> tuple[int, ...]:
    """The models as all tables list them: the highest mean of the transformations first."""
    rank = rank_by(record, "perturbed")
    return rank.order if rank else tuple(range(len(record.models)))


def mean_drop(record: ComparisonRecord, index: int) -> float | None:
    """The mean of the drops of a model over the transformations that its mean score counts; None where one is unknown.

    Each drop compares the same rows, so a model whose predictions never change has a mean drop of 0.
    """
    results = record.models[index].results
    drops = [one.drop for one, of in zip(results, record.transformations, strict=True) if of.in_mean and of.n]
    known = [drop for drop in drops if drop is not None]
    return fmean(known) if known and len(known) == len(drops) else None


def regressions_in(record: ComparisonRecord) -> Iterator[tuple[ModelPair, ModelChange]]:
    """Where a model is worse than the baseline by more than chance explains: the comparison, and its result."""
    for change in record.changes:
        for result in change.results:
            if significant(result) and required(result.difference) < 0:
                yield change, result


def regression_words(record: ComparisonRecord, change: ModelPair, result: ModelChange) -> str:
    """One such place."""
    where = ON_ORIGINALS if result.name == "originals" else f"under {result.name}"
    return (
        f"{model_name(record, change.after)} is worse than {model_name(record, change.before)} {where}: "
        f"{metric_word(record)} {points(result.before)} → {points(result.after)} on {count(result.n, 'row')} "
        f"({count(result.broken)} broke, {count(result.mended)} fixed, p {p_words(result.p_adjusted)})"
    )


def p_words(value: float | None) -> str:
    """A p-value behind its letter."""
    text = p_value(value)
    return text if text.startswith("<") else f"= {text}"


def verdict(record: ComparisonRecord) -> str:
    """Which model has the highest score after the changes, and by how much.

    That is not the smallest drop: a model that is wrong before and after a change loses nothing.
    """
    rank = rank_by(record, "perturbed") or rank_by(record, "original")
    if rank is None:
        return "No transformation changed a row, so there is nothing to compare."
    best, second = (model_name(record, place) for place in rank.order[:2])
    where = ON_ORIGINALS if rank.by == "original" else "after the changes"
    drop = mean_drop(record, rank.order[0]) if rank.by == "perturbed" else None
    fall = "" if drop is None else f"; mean drop {points(drop)}"
    what = f"{metric_word(record)} {points(rank.scores[rank.order[0]])} ({BY[rank.by]}{fall})"
    if points(rank.difference) == points(0.0):
        return f"{best} and {second} have the same score {where}: {what}."
    lead = f"{points(rank.difference)} points more than {second}"
    if not _tested(rank):
        return f"{best} has the highest score {where}: {what}, {lead}. {_NOT_TESTED}"
    rows = record.suite.rows
    if significant(rank) and rows >= LEAST_ROWS:
        return f"{best} has the highest score {where}: {what}, {lead}."
    why = "which is not significant" if rows >= LEAST_ROWS else f"on {count(rows, 'row')} only"
    return f"No model scores significantly higher than the others {where}: {best} has {what}, {lead}, {why}."


def lede(record: ComparisonRecord) -> str:
    """How sure that is, and what changed from one model to another."""
    said: list[str] = []
    rank = rank_by(record, "perturbed")
    if rank:
        said += filter(None, [mean_words(record), _sure(record, rank)])
    said += [_change_words(record, change) for change in record.changes[:1]]
    said += [_change_in_brief(record, change) for change in record.changes[1:_TOLD]]
    if len(record.changes) > _TOLD:
        said.append(f"{count(len(record.changes) - _TOLD, 'more model')} in the tables below.")
    return " ".join(said)


def mean_words(record: ComparisonRecord) -> str:
    """How many transformations the mean over them leaves out; empty if it counts all."""
    return left_out_words(sum(not one.in_mean for one in record.transformations))


def rank_words(record: ComparisonRecord) -> tuple[str, ...]:
    """The orders, each with how sure its first place is."""
    said = []
    for rank in record.ranks:
        order = ", ".join(f"{model_name(record, place)} ({points(rank.scores[place])})" for place in rank.order)
        said.append(f"{BY[rank.by].capitalize()}: {order}. {_sure(record, rank)}".rstrip())
    return tuple(said)


def _tested(rank: Rank) -> bool:
    """Whether a lead was tested: saved reports contain no rows to test it on."""
    return rank.p_value is not None


def _sure(record: ComparisonRecord, rank: Rank) -> str:
    """How sure a lead is; empty where it was not tested."""
    if not _tested(rank):
        return ""
    judged = "is" if significant(rank) else "is not"
    first, second = (model_name(record, place) for place in rank.order[:2])
    within = f"{interval(rank.interval)} with 95% confidence, " if bounds(rank.interval) else ""
    lead = (
        f"The lead of {first} over {second} is {points(rank.difference)} points ({within}"
        f"p {p_words(rank.p_adjusted)}), which {judged} statistically significant."
    )
    return " ".join(filter(None, [lead, which_decides((rank.interval, rank.p_adjusted))]))


def _surely(change: ModelPair) -> tuple[list[str], list[str]]:
    """Where the second model is worse, and where it is better, by more than chance explains and on rows enough."""
    sure = [result for result in change.results if significant(result) and result.n >= LEAST_ROWS]
    worse = [result.name for result in sure if required(result.difference) < 0]
    return worse, [result.name for result in sure if required(result.difference) > 0]


def _change_in_brief(record: ComparisonRecord, change: ModelPair) -> str:
    before, after = (model_name(record, place) for place in (change.before, change.after))
    worse, better = _surely(change)
    found = f"significantly worse under {_few(worse)}" if worse else "not significantly worse in any test"
    gain = f", significantly better under {_few(better)}" if better else ""
    return f"{after} compared with {before}: {found}{gain}."


def _change_words(record: ComparisonRecord, change: ModelPair) -> str:
    before, after = (model_name(record, place) for place in (change.before, change.after))
    originals = change.results[0]
    worse, better = _surely(change)
    said = [
        f"From {before} to {after}, {count(originals.broken)} of {count(originals.n, 'original')} broke and "
        f"{count(originals.mended)} were fixed; {percent(originals.churn)} of the predictions changed."
    ]
    nowhere = f"{after} is not significantly worse than {before} in any test."
    said.append(f"Significantly worse: {_few(worse)}." if worse else nowhere)
    if better:
        said.append(f"Significantly better: {_few(better)}.")
    return " ".join(said)


def change_sentences(record: ComparisonRecord, change: ModelPair) -> tuple[str, ...]:
    """What changed from one model to another."""
    return (_change_words(record, change),)


def _few(names: list[str]) -> str:
    if len(names) <= _NAMED:
        return listed(names)
    return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"
