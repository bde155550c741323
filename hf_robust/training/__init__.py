"""Callbacks for the user's own ``transformers.Trainer``: train on augmented rows or test cases, watch robustness.

Nothing here subclasses the Trainer; both callbacks work in a stock one.
"""

from hf_robust.training.callbacks import AugmentCallback
from hf_robust.training.cases import as_training_rows, failure_rates, split_cases
from hf_robust.training.dataset import AugmentedDataset
from hf_robust.training.robustness import RobustnessCallback

__all__ = [
    "AugmentCallback",
    "AugmentedDataset",
    "RobustnessCallback",
    "as_training_rows",
    "failure_rates",
    "split_cases",
]
