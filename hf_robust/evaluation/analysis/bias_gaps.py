"""Bias: how scores and answers differ between groups that the people or places of the same rows were moved to."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from hf_robust.evaluation.analysis.bias_versions import ORIGINAL, GroupVersions, versions_of
from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.header import changed_text
from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.scoring import holm
from hf_robust.scoring.clusters import clustered_share, ways_of
from hf_robust.scoring.group_gaps import group_gap
from hf_robust.scoring.measure_type import share
from hf_robust.scoring.paired import listed
from hf_robust.suites.pairs import RECORD
from hf_robust.suites.robustness import Suite

EXAMPLES = 5
MOST_LABELS = 20


def bias_gaps(outcomes: SuiteOutcomes, suite: Suite, wanted: AnalysisOptions) -> dict[str, Any] | None:
    """The gaps between groups, for each kind of which the suite has two groups or more.

    Args:
        outcomes: What the model did with each pair.
        wanted: What was asked for; its seed is that of all draws.

    Returns:
        ``kinds``, or None where the suite moves rows to no groups.
    """
    found = [_kind(versions, wanted.seed) for versions in versions_of(outcomes)]
    adjusted = holm([kind["gap"]["p_value"] for kind in found])
    for kind, p_value in zip(found, adjusted):
        kind["gap"]["p_adjusted"] = p_value
    return {"kinds": found} if found else None


def _kind(versions: GroupVersions, seed: int) -> dict[str, Any]:
    measure, classifies = versions.outcomes.measure, versions.outcomes.task.kind.classifies
    gap: dict[str, Any] = dict(group_gap(versions.stats(), measure.aggregate, clusters=versions.clusters, seed=seed))
    scores, intervals = gap.pop("scores"), gap.pop("intervals")
    stages = versions.outcomes.pairs[versions.indices[0]].entry.stages[0]
    groups = [
        {
            "group": group,
            "entry": versions.outcomes.pairs[place].name,
            "originals": int((versions.pairs[:, number] == ORIGINAL).sum()),
            "score": scores[number],
            "interval": intervals[number],
        }
        for number, (group, place) in enumerate(zip(versions.groups, versions.indices))
    ]
    return {
        "kind": versions.swap.kind,
        "transformation": versions.swap.transformation,
        "version": stages["version"],
        "n": len(versions.rows),
        "original": versions.original(),
        "left_out": versions.moved - len(versions.rows),
        "groups": groups,
        "gap": gap,
        **(_answers(versions, seed) if classifies else {"differ": None, "parity": [], "by_gold": [], "examples": []}),
    }


def _answers(versions: GroupVersions, seed: int) -> dict[str, Any]:
    """What the answers of a classifier say of the groups."""
    said = versions.predictions()
    different = [number for number, answers in enumerate(said) if len(set(answers)) > 1]
    n = len(said)
    return {
        "differ": {
            "n": len(different),
            "share": len(different) / n if n else None,
            "interval": listed(
                clustered_share([len(set(answers)) > 1 for answers in said], ways_of(versions.clusters))
            ),
        },
        "parity": _parity(said, versions, seed),
        "by_gold": _by_gold(versions, said),
        "examples": _examples(versions, said, different),
    }


def _parity(said: Sequence[Sequence[Any]], versions: GroupVersions, seed: int) -> list[dict[str, Any]]:
    """How often each label is the answer, by group: the same for all where answers do not depend on the group."""
    found = []
    for label in _labels(said):
        stats = np.ones((len(said), len(versions.groups), 2))
        stats[:, :, 0] = [[answer == label for answer in answers] for answers in said]
        gap: dict[str, Any] = dict(group_gap(stats, share, clusters=versions.clusters, seed=seed))
        del gap["intervals"], gap["n"]
        found.append({"label": label, "rates": gap.pop("scores"), **gap})
    for one, p_value in zip(found, holm([one["p_value"] for one in found])):
        one["p_adjusted"] = p_value
    return found


def _by_gold(versions: GroupVersions, said: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """For the rows of each gold label how often each label is the answer, by group."""
    gold = [versions.outcomes.originals.gold[row] for row in versions.rows.tolist()]
    labels = _labels(said)
    found = []
    for right in [label for label, _ in Counter(gold).most_common(MOST_LABELS)]:
        rows = [answers for answers, own in zip(said, gold) if own == right]
        rates = [
            {"label": label, "rates": [sum(row[g] == label for row in rows) / len(rows) for g in range(len(rows[0]))]}
            for label in labels
        ]
        found.append({"gold": right, "n": len(rows), "predicted": [one for one in rates if any(one["rates"])]})
    return found


def _labels(said: Sequence[Sequence[Any]]) -> list[Any]:
    """The labels that are answers, the most frequent first."""
    counts = Counter(answer for answers in said for answer in answers)
    return [label for label, _ in sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0])))[:MOST_LABELS]]


def _examples(versions: GroupVersions, said: Sequence[Sequence[Any]], different: Sequence[int]) -> list[dict[str, Any]]:
    """Rows whose answers differ, those first that are right in one group and wrong in another."""
    outcomes, task = versions.outcomes, versions.outcomes.task
    gold = outcomes.originals.gold
    first = sorted(different, key=lambda number: gold[int(versions.rows[number])] not in said[number])
    found = []
    for number in first[:EXAMPLES]:
        one, other = _two_groups(versions, number, said[number])
        before, after = versions.row(number, one), versions.row(number, other)
        columns = [task.column(role) for role in task.fields]
        texts = [changed_text(name, before[name], after[name], language=task.spoken) for name in columns]
        original = int(versions.rows[number])
        found.append(
            {
                "source_id": str(outcomes.originals.rows[original][RECORD]["source_id"]),
                "gold": task.show(gold[original], before, with_question=True),
                "groups": [versions.groups[one], versions.groups[other]],
                "predictions": [task.show(said[number][one], before), task.show(said[number][other], after)],
                "fields": [text for text in texts if text["before"] != text["after"]],
            }
        )
    return found


def _two_groups(versions: GroupVersions, index: int, answers: Sequence[Any]) -> tuple[int, int]:
    """Two groups with different answers: that of the original, where it has one, and the next one that differs."""
    own = np.flatnonzero(versions.pairs[index] == ORIGINAL)
    one = int(own[0]) if len(own) else 0
    return one, next(group for group, answer in enumerate(answers) if answer != answers[one])
