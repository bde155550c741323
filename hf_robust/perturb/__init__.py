"""Perturbation of data sets: transformations as ``datasets.map`` functions, with a record of every edit."""

from hf_robust.perturb.perturbation import Perturb

__all__ = ["Perturb"]
