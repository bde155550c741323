"""Capability tests: searched for in labeled data, grown by a grammar, or made of templates.

Source: S2LCT: Specification- and Syntax-based Automated Testing Linguistic Capabilities of NLP Models. Ribeiro, Wu,
Guestrin and Singh 2020, Beyond Accuracy: Behavioral Testing of NLP Models with CheckList.
"""

from hf_robust.core.lazy import lazy_names

_HOMES = {
    "hf_robust.capability.behavior_suites": ("Behavior", "BehaviorTest"),
    "hf_robust.capability.expansion.expand": ("Expand",),
    "hf_robust.capability.gold_labels": ("LabelReader", "Range"),
    "hf_robust.capability.read_behavior": ("behavior", "behaviors"),
    "hf_robust.capability.read_spec": ("capabilities", "specification_names"),
    "hf_robust.capability.search": ("Finds", "Search"),
    "hf_robust.capability.seeds": ("Seeds", "build_seeds"),
    "hf_robust.capability.spec": ("Accepted", "Capability", "SentenceTemplate", "Specification", "Transform"),
    "hf_robust.capability.suite": ("CapabilityEntry", "CapabilitySuite"),
    "hf_robust.capability.templates.fill_rows": ("FillRows",),
    "hf_robust.capability.templates.slots": ("word_list",),
    "hf_robust.capability.templates.template": ("Template",),
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _HOMES)
