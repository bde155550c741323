"""Scoring: pure functions on arrays. Per-row statistics first, then an aggregate with an interval.

The package imports only numpy. It loads no model, dataset or metric library at import.

<!-- python: scoring -->
```python
from hf_robust.scoring import robustness_gap

print(robustness_gap(["pos", "neg"], ["pos", "pos"], ["pos", "neg"])["drop"])
```

## Metrics

Each metric is an `evaluate` module with a card in the folder `metrics/` of the repository. In a checkout, use
`evaluate.load("metrics/robustness_gap")`. After installation, use:

<!-- python: metric -->
```python
import hf_robust as hr

gap = hr.load_metric("robustness_gap")
print(gap.compute(original_predictions=[1, 0, 1, 1], predictions=[1, 0, 0, 1], references=[1, 0, 1, 0])["drop"])
```

<!-- table: metrics -->

Entity F1 needs the extra `metrics` (seqeval, sacrebleu).

## Measures of a run

A run scores with the measure of its task. `hr.run(model, suite, metric=...)` and `--metric NAME` take another one of
this table, an `evaluate` metric or a function (`hf-robust docs evaluation`).

<!-- table: measures -->

ROUGE is computed without stemming. In Chinese and Japanese text each sign counts as a word.
"""

from hf_robust.scoring.answer_measures import SQUAD_EXACT_MATCH, SQUAD_F1, SQUAD_V2_F1
from hf_robust.scoring.answer_repeats import (
    BeyondNoise,
    RepeatedAnswers,
    beyond_noise,
    pairwise_flips,
    pass_all,
    repeated_answers,
)
from hf_robust.scoring.aspect_scores import ASPECT_ACCURACY
from hf_robust.scoring.calibration import (
    brier_score,
    confidence_brier,
    expected_calibration_error,
)
from hf_robust.scoring.case_scores import (
    FailureRate,
    LabelConsistency,
    PassToFail,
    failure_rate,
    failures,
    label_consistency,
    pass_to_fail,
)
from hf_robust.scoring.diversity import SelfBleu, of_samples, production_rule_coverage, self_bleu
from hf_robust.scoring.evaluate_modules import TablePage
from hf_robust.scoring.inputs import as_list, check_lengths
from hf_robust.scoring.label_sets import LABEL_MICRO_F1, LabelSetScores, label_set_scores
from hf_robust.scoring.measure_type import Measure
from hf_robust.scoring.measures import (
    ACCURACY,
    MEASURES,
    RELATION_F1,
    SEQEVAL_F1,
    TOKEN_ACCURACY,
    measure_for,
    measure_named,
    measure_on,
)
from hf_robust.scoring.mention_clusters import CONLL_F1, Coreference, coreference_scores
from hf_robust.scoring.module_inputs import (
    CheckedActivations,
    CheckedCases,
    CheckedInputs,
    CheckedRatings,
    CheckedScores,
    CheckedTexts,
    activation_features,
    case_features,
    cluster_features,
    grouped_features,
    label_features,
    label_set_features,
    link_features,
    paired_features,
    rating_features,
    score_features,
    sense_features,
    span_features,
    text_features,
    tree_features,
)
from hf_robust.scoring.nested_spans import SPAN_F1, SpanScores, span_scores
from hf_robust.scoring.neurons import NeuronCoverage, activation_bounds, neuron_coverage
from hf_robust.scoring.paired import (
    AttackSuccess,
    Consistency,
    Gap,
    TagConsistency,
    attack_success_rate,
    prediction_consistency,
    robustness_gap,
)
from hf_robust.scoring.prompt_estimates import PromptEstimates, balanced_cells, estimate_prompts
from hf_robust.scoring.pronoun_links import GAP_F1, Links, StereotypeGap, gap_scores, stereotype_gap
from hf_robust.scoring.relation_labels import Relations, relation_scores
from hf_robust.scoring.score_measures import PEARSON, ScoreShift, score_shift
from hf_robust.scoring.sense_keys import SENSE_ACCURACY, Senses, sense_scores
from hf_robust.scoring.statistics import (
    Interval,
    bootstrap,
    holm,
    mcnemar,
    paired_bootstrap,
    paired_permutation_p,
    wilson,
)
from hf_robust.scoring.translation_scores import BLEU
from hf_robust.scoring.tree_scores import LAS, Attachment, dependency_scores
from hf_robust.scoring.variance_parts import VarianceShares, variance_shares
from hf_robust.scoring.word_spans import WORD_F1, WordScores, oov_recall, segmentation_scores
from hf_robust.scoring.worst_cases import WorstCase, WorstCaseById, random_flips, worst_case, worst_case_by_id

__all__ = [
    "ACCURACY",
    "ASPECT_ACCURACY",
    "BLEU",
    "CONLL_F1",
    "GAP_F1",
    "LABEL_MICRO_F1",
    "LAS",
    "MEASURES",
    "PEARSON",
    "RELATION_F1",
    "SENSE_ACCURACY",
    "SEQEVAL_F1",
    "SPAN_F1",
    "SQUAD_EXACT_MATCH",
    "SQUAD_F1",
    "SQUAD_V2_F1",
    "TOKEN_ACCURACY",
    "WORD_F1",
    "Attachment",
    "AttackSuccess",
    "BeyondNoise",
    "CheckedActivations",
    "CheckedCases",
    "CheckedInputs",
    "CheckedRatings",
    "CheckedScores",
    "CheckedTexts",
    "Consistency",
    "Coreference",
    "FailureRate",
    "Gap",
    "Interval",
    "LabelConsistency",
    "LabelSetScores",
    "Links",
    "Measure",
    "NeuronCoverage",
    "PassToFail",
    "PromptEstimates",
    "Relations",
    "RepeatedAnswers",
    "ScoreShift",
    "SelfBleu",
    "Senses",
    "SpanScores",
    "StereotypeGap",
    "TablePage",
    "TagConsistency",
    "VarianceShares",
    "WordScores",
    "WorstCase",
    "WorstCaseById",
    "activation_bounds",
    "activation_features",
    "as_list",
    "attack_success_rate",
    "balanced_cells",
    "beyond_noise",
    "bootstrap",
    "brier_score",
    "case_features",
    "check_lengths",
    "cluster_features",
    "confidence_brier",
    "coreference_scores",
    "dependency_scores",
    "estimate_prompts",
    "expected_calibration_error",
    "failure_rate",
    "failures",
    "gap_scores",
    "grouped_features",
    "holm",
    "label_consistency",
    "label_features",
    "label_set_features",
    "label_set_scores",
    "link_features",
    "mcnemar",
    "measure_for",
    "measure_named",
    "measure_on",
    "neuron_coverage",
    "of_samples",
    "oov_recall",
    "paired_bootstrap",
    "paired_features",
    "paired_permutation_p",
    "pairwise_flips",
    "pass_all",
    "pass_to_fail",
    "prediction_consistency",
    "production_rule_coverage",
    "random_flips",
    "rating_features",
    "relation_scores",
    "repeated_answers",
    "robustness_gap",
    "score_features",
    "score_shift",
    "segmentation_scores",
    "self_bleu",
    "sense_features",
    "sense_scores",
    "span_features",
    "span_scores",
    "stereotype_gap",
    "text_features",
    "tree_features",
    "variance_shares",
    "wilson",
    "worst_case",
    "worst_case_by_id",
]
