"""Which neurons leave their bounds on some test cases, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedActivations
from hf_robust.scoring import activation_features
from hf_robust.scoring import neuron_coverage

_DESCRIPTION = """
Neuron coverage is the share of a model's neurons that leave, on some cases, the bounds that they keep on the training
data: BoundCov counts both bounds, SActCov the upper one.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: for each case the output of each neuron; or two rows, the lowest and the highest outputs.
    low: lowest output of each neuron on the training data.
    high: highest output of each neuron on the training data.
Returns:
    bound_cov: (upper_corner + lower_corner) / (2 * n_neurons).
    sact_cov: upper_corner / n_neurons.
    upper_corner: neurons above their upper bound on a case. lower_corner: neurons below their lower bound.
    n_neurons: neurons.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("neuron_coverage")
    >>> result = metric.compute(predictions=[[2.0, 0.5], [0.0, 0.5]], low=[0.0, 0.0], high=[1.0, 1.0])
    >>> result["bound_cov"], result["sact_cov"]
    (0.25, 0.5)
"""

_CITATION = """
@inproceedings{ma2018deepgauge,
  title = {DeepGauge: Multi-Granularity Testing Criteria for Deep Learning Systems},
  author = {Ma, Lei and others},
  booktitle = {Proceedings of ASE},
  year = {2018}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class NeuronCoverage(CheckedActivations, evaluate.Metric):
    """Share of neurons beyond the bounds of the training data."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=activation_features(),
        )

    def _compute(self, predictions: list[Any], low: Any = None, high: Any = None) -> dict[str, Any]:
        return dict(neuron_coverage(predictions, [] if low is None else low, [] if high is None else high))
