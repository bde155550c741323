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
def test_it_has_examples_that_the_tests_of_docstrings_run(module):
    found = doctest.DocTestFinder().find(import_module(f"hf_robust.training.{module}"))
    assert any(one.examples for one in found)
