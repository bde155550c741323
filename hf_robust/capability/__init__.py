"""Linguistic capabilities: tests that are searched for in labelled data, transformed, and grown by a grammar.

Source: S2LCT: Specification- and Syntax-based Automated Testing Linguistic Capabilities of NLP Models.
"""

from hf_robust.capability.gold_labels import Labeller, Range
from hf_robust.capability.spec import Accepted, Capability, Specification, Template, Transform, capabilities, names

__all__ = [
    "Accepted",
    "Capability",
    "Labeller",
    "Range",
    "Specification",
    "Template",
    "Transform",
    "capabilities",
    "names",
]
