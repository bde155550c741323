"""Links of a pronoun to two names (GAP), and how scores differ between genders and between stereotypes (WinoBias)."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, TypedDict

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.scoring.clusters import sums_by_cluster
from hf_robust.scoring.inputs import as_list, check_lengths
from hf_robust.scoring.measure_type import Floats, Measure, micro_f1, paired_rows, row_share, share, table
from hf_robust.scoring.mention_clusters import same_clusters
from hf_robust.scoring.statistics import bootstrap

_GENDERS = {
    **dict.fromkeys(("masculine", "male", "m", "he", "him", "his", "himself"), "masculine"),
    **dict.fromkeys(("feminine", "female", "f", "she", "her", "hers", "herself"), "feminine"),
}
_SIDES = ("a", "b")


class Links(TypedDict):
    """Scores of a pronoun's links; see :func:`gap_scores`."""

    gap_f1: float | None
    accuracy: float | None
    masculine_f1: float | None
    feminine_f1: float | None
    bias: float | None
    n: int


class StereotypeGap(TypedDict):
    """Scores by stereotype; see :func:`stereotype_gap`."""

    pro: float | None
    anti: float | None
    gap: float | None
    pro_interval: list[float]
    anti_interval: list[float]
    n_pro: int
    n_anti: int


def gap_scores(predictions: Sequence[Any], references: Sequence[Any], genders: Sequence[str] | None = None) -> Links:
    """F1 of whether a pronoun goes with the first name, and whether with the second; by gender of the pronoun.

    Args:
        predictions: ``{"a": bool, "b": bool}``, or the clusters of the text: a name is linked where one cluster holds
            it and the pronoun.
        references: ``{"a": bool, "b": bool}``, with the places ``pronoun``, ``a_span`` and ``b_span`` (each
            ``[start, end]``) where predictions are clusters.
        genders: The pronoun of each row, or its gender (``"masculine"``, ``"feminine"``).

    Returns:
        ``gap_f1`` over all links, ``accuracy`` over both decisions of each row, ``masculine_f1``, ``feminine_f1``,
        ``bias`` (feminine over masculine F1, 1 is fair) and ``n``; None where there is no row to count.

    Raises:
        UsageError: Columns of different length, or a value of another shape.

    Source: Webster et al. 2018, "Mind the GAP: A Balanced Corpus of Gendered Ambiguous Pronouns", section 4.

    Example:
        >>> gold = [{"a": True, "b": False}, {"a": False, "b": True}]
        >>> scores = gap_scores([{"a": True, "b": False}, {"a": True, "b": False}], gold, ["his", "her"])
        >>> scores["gap_f1"], scores["accuracy"], scores["masculine_f1"], scores["feminine_f1"]
        (0.5, 0.5, 1.0, 0.0)
    """
    stats = link_stats(predictions, references)
    sides = _genders(genders, len(stats))
    masculine, feminine = (_f1_of(stats[[one == side for one in sides]]) for side in ("masculine", "feminine"))
    sums = stats.sum(axis=0)
    return Links(
        gap_f1=_f1_of(stats),
        accuracy=float(sums[3] / sums[4]) if len(stats) else None,
        masculine_f1=masculine,
        feminine_f1=feminine,
        bias=feminine / masculine if masculine and feminine is not None else None,
        n=len(stats),
    )


def link_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    """Of each row: links found rightly, found, there to find; decisions that are right, and both.

    Example:
        >>> link_stats([{"a": True, "b": True}], [{"a": True, "b": False}]).tolist()
        [[1.0, 2.0, 1.0, 1.0, 2.0]]
    """
    rows = []
    for row, (predicted, expected) in enumerate(paired_rows(predictions, references)):
        gold = _decisions(expected, "references", row)
        if isinstance(predicted, Mapping):
            found = _decisions(predicted, "predictions", row)
        else:
            found = _linked(predicted, expected, row)
        both = sum(one and other for one, other in zip(found, gold))
        rows.append((both, sum(found), sum(gold), sum(one == other for one, other in zip(found, gold)), 2))
    return table(rows, 5)


def stereotype_gap(
    predictions: Sequence[Any],
    references: Sequence[Any],
    stereotypes: Sequence[str],
    measure: Measure,
    *,
    stats: Floats | None = None,
    clusters: Sequence[Hashable] | None = None,
    resamples: int = 2000,
    confidence: float = 0.95,
    seed: int = 0,
) -> StereotypeGap:
    """How much better a model is where gender fits the stereotype than where it goes against it.

    Args:
        predictions: Predictions, one a row.
        references: Gold values.
        stereotypes: ``"pro"`` or ``"anti"`` for each row, as in WinoBias.
        measure: What is compared, for example the CoNLL score.
        stats: Statistics of the rows, where they are known; see `Measure.row_stats`.
        clusters: The cluster of each row: rows of a cluster, such as those with equal inputs, are drawn together. None:
            each row is a cluster of its own.
        resamples: Resamples of the bootstrap over rows.
        confidence: Coverage of the intervals.
        seed: Seed of the bootstrap.

    Returns:
        ``pro``, ``anti``, ``gap`` (pro - anti, 0 is fair), the interval of each side, ``n_pro`` and ``n_anti``. None
        where a side has no rows.

    Raises:
        UsageError: Columns of different length, or another word than ``pro`` and ``anti``.

    Source: Zhao et al. 2018, "Gender Bias in Coreference Resolution: Evaluation and Debiasing Methods", section 4.

    Example:
        >>> from hf_robust.scoring import ACCURACY
        >>> found = stereotype_gap([1, 0, 1, 0], [1, 0, 0, 0], ["pro", "pro", "anti", "anti"], ACCURACY)
        >>> found["pro"], found["anti"], found["gap"]
        (1.0, 0.5, 0.5)
    """
    if stats is None:
        stats = measure.row_stats(predictions, references)
    sides = [str(side).casefold() for side in as_list(stereotypes)]
    check_lengths(predictions=predictions, stats=stats, stereotypes=sides)
    if wrong := next((side for side in sides if side not in ("pro", "anti")), None):
        raise UsageError(f"stereotypes must be 'pro' or 'anti', found {quoted(wrong)}")
    rows = {side: [place for place, one in enumerate(sides) if one == side] for side in ("pro", "anti")}
    parts = {side: stats[places] for side, places in rows.items()}
    scores = {side: float(measure.aggregate(part.sum(axis=0))) if len(part) else None for side, part in parts.items()}
    intervals = {
        side: list(bootstrap(_drawn(part, rows[side], clusters), measure.aggregate, resamples, confidence, seed))
        if len(part)
        else []
        for side, part in parts.items()
    }
    pro, anti = scores["pro"], scores["anti"]
    return StereotypeGap(
        pro=pro,
        anti=anti,
        gap=None if pro is None or anti is None else pro - anti,
        pro_interval=intervals["pro"],
        anti_interval=intervals["anti"],
        n_pro=len(parts["pro"]),
        n_anti=len(parts["anti"]),
    )


def _drawn(stats: Floats, rows: Sequence[int], clusters: Sequence[Hashable] | None) -> Floats:
    return sums_by_cluster(stats, None if clusters is None else [clusters[place] for place in rows])


def _decisions(value: Any, column: str, row: int) -> list[bool]:
    if not isinstance(value, Mapping) or any(value.get(side) is None for side in _SIDES):
        raise UsageError(f"{column} row {row}: expected {{'a': True or False, 'b': ...}}, found {quoted(value)}")
    return [bool(value[side]) for side in _SIDES]


def _linked(clusters: Any, reference: Mapping[str, Any], row: int) -> list[bool]:
    """Which of the two names stand in a cluster with the pronoun."""
    places = [reference.get(name) for name in ("pronoun", "a_span", "b_span")]
    if any(place is None for place in places):
        raise UsageError(
            f"references row {row}: predictions are clusters, so the places of 'pronoun', 'a_span' and 'b_span' "
            "are needed, each [start, end]"
        )
    pronoun, *names = ((int(place[0]), int(place[1])) for place in places if place is not None)
    together = next((cluster for cluster in same_clusters(clusters) if pronoun in cluster), frozenset())
    return [name in together for name in names]


def _genders(genders: Sequence[str] | None, rows: int) -> list[str | None]:
    if genders is None:
        return [None] * rows
    given = [str(gender).strip().casefold() for gender in as_list(genders)]
    check_lengths(predictions=range(rows), genders=given)
    return [_GENDERS.get(gender) for gender in given]


def _f1_of(stats: Floats) -> float | None:
    return float(micro_f1(stats.sum(axis=0))) if len(stats) else None


def _same_links(value: Any) -> Any:
    return tuple(_decisions(value, "predictions", 0)) if isinstance(value, Mapping) else same_clusters(value)


def _accuracy_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    return link_stats(predictions, references)[:, 3:]


LINK_ACCURACY = Measure(
    "link_accuracy", "Link accuracy (GAP)", _accuracy_stats, share, row_share, normalize=_same_links
)
GAP_F1 = Measure(
    "gap_f1",
    "Link F1 (GAP)",
    link_stats,
    micro_f1,
    lambda stats: row_share(stats[:, 3:]),
    normalize=_same_links,
    secondary=(LINK_ACCURACY,),
)
