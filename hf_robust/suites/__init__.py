"""Suites: perturbed rows paired with their originals, in folders and on the Hub."""

from hf_robust.suites.robustness import Suite

__all__ = ["Suite"]
