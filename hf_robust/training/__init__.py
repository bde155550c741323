"""Callbacks for the user's own ``transformers.Trainer``: train on augmented rows or test cases, watch robustness.

Nothing here subclasses the Trainer; both callbacks work in a stock one.
"""

from hf_robust.training.augment_callback import AugmentCallback
from hf_robust.training.augmented_dataset import AugmentedDataset
from hf_robust.training.retraining import as_training_rows, failure_rates, split_cases
from hf_robust.training.robustness_callback import RobustnessCallback

__all__ = [
    "AugmentCallback",
    "AugmentedDataset",
    "RobustnessCallback",
    "as_training_rows",
    "failure_rates",
    "split_cases",
]
