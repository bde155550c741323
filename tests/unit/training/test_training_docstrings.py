import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    "module", ["augment_callback", "augmented_dataset", "draw", "retraining", "robustness_callback"]
)
def test_examples_run(module):
    result = doctest.testmod(import_module(f"hf_robust.training.{module}"))
    assert result.failed == 0 and result.attempted > 0
