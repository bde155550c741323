"""Perturbation of data sets: transformations as ``datasets.map`` functions, with a record of every edit.

And the validators, which say how far a changed text is from its original.
"""

from hf_robust.perturb.changes import Change
from hf_robust.perturb.perturbation import Perturb
from hf_robust.perturb.validation import Validate
from hf_robust.perturb.validators.base import Measured, Validator

__all__ = ["Change", "Measured", "Perturb", "Validate", "Validator"]
