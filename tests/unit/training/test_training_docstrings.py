import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    "module",
    [
        *("adversarial_callback", "adversarial_losses", "adversarial_mixin", "augment_callback", "augmented_dataset"),
        *("draw", "embedding_attack", "embedding_perturbation", "momentum_weights", "retraining"),
        "robustness_callback",
    ],
)
def test_examples_run(module):
    result = doctest.testmod(import_module(f"hf_robust.training.{module}"))
    assert result.failed == 0 and result.attempted > 0
