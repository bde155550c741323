"""Callbacks for the user's own ``transformers.Trainer``: train on augmented or attacked rows, watch robustness.

Callbacks work in a stock Trainer.
"""

from hf_robust.training.attack_callback import AttackCallback
from hf_robust.training.augment_callback import AugmentCallback
from hf_robust.training.augmented_dataset import AugmentedDataset
from hf_robust.training.before_after import before_after
from hf_robust.training.retraining import as_training_rows, failure_rates, split_cases
from hf_robust.training.robustness_callback import RobustnessCallback

__all__ = [
    "AttackCallback",
    "AugmentCallback",
    "AugmentedDataset",
    "RobustnessCallback",
    "as_training_rows",
    "before_after",
    "failure_rates",
    "split_cases",
]
