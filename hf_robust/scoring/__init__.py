"""Scoring: pure functions on arrays. Per-row statistics first, then an aggregate with an interval.

Nothing here loads a model, a data set or a metric library at import; only numpy.

Example:
    >>> from hf_robust.scoring import robustness_gap
    >>> robustness_gap(["pos", "neg"], ["pos", "pos"], ["pos", "neg"])["drop"]
    0.5
"""

from hf_robust.scoring.inputs import as_list, check_lengths
from hf_robust.scoring.measures import (
    ACCURACY,
    MEASURES,
    SEQEVAL_F1,
    SQUAD_EXACT_MATCH,
    SQUAD_F1,
    TOKEN_ACCURACY,
    Measure,
    measure_for,
    measure_named,
)
from hf_robust.scoring.module_inputs import CheckedInputs, grouped_features, paired_features
from hf_robust.scoring.robustness import (
    AttackSuccess,
    Consistency,
    Gap,
    TagConsistency,
    attack_success_rate,
    prediction_consistency,
    robustness_gap,
)
from hf_robust.scoring.statistics import (
    Interval,
    bootstrap,
    holm,
    mcnemar,
    paired_bootstrap,
    paired_permutation_p,
    wilson,
)
from hf_robust.scoring.worst_case import WorstCase, WorstCaseById, worst_case, worst_case_by_id

__all__ = [
    "ACCURACY",
    "MEASURES",
    "SEQEVAL_F1",
    "SQUAD_EXACT_MATCH",
    "SQUAD_F1",
    "TOKEN_ACCURACY",
    "AttackSuccess",
    "CheckedInputs",
    "Consistency",
    "Gap",
    "Interval",
    "Measure",
    "TagConsistency",
    "WorstCase",
    "WorstCaseById",
    "as_list",
    "attack_success_rate",
    "bootstrap",
    "check_lengths",
    "grouped_features",
    "holm",
    "mcnemar",
    "measure_for",
    "measure_named",
    "paired_bootstrap",
    "paired_features",
    "paired_permutation_p",
    "prediction_consistency",
    "robustness_gap",
    "wilson",
    "worst_case",
    "worst_case_by_id",
]
