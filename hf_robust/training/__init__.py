"""Callbacks for the user's own ``transformers.Trainer``: augmented rows, attacked rows, moved embeddings, robustness.

Callbacks work in a stock Trainer.
"""

from hf_robust.training.adversarial_callback import AdversarialTrainingCallback
from hf_robust.training.adversarial_mixin import AdversarialTrainerMixin
from hf_robust.training.attack_callback import AttackCallback
from hf_robust.training.augment_callback import AugmentCallback
from hf_robust.training.augmented_dataset import AugmentedDataset
from hf_robust.training.embedding_attack import logits_under_fgm
from hf_robust.training.retraining import as_training_rows, failure_rates, split_cases
from hf_robust.training.robustness_callback import RobustnessCallback
from hf_robust.training.training_comparison import before_after

__all__ = [
    "AdversarialTrainerMixin",
    "AdversarialTrainingCallback",
    "AttackCallback",
    "AugmentCallback",
    "AugmentedDataset",
    "RobustnessCallback",
    "as_training_rows",
    "before_after",
    "failure_rates",
    "logits_under_fgm",
    "split_cases",
]
