"""Suites: perturbed rows paired with their originals, in folders and on the Hub."""

from hf_robust.suites.base import BaseEntry, BaseSuite
from hf_robust.suites.edits_suite import EditsSuite
from hf_robust.suites.pairs import SuiteEntry
from hf_robust.suites.robustness import Suite

__all__ = ["BaseEntry", "BaseSuite", "EditsSuite", "Suite", "SuiteEntry"]
