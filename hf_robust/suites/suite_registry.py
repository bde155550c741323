"""The registry of kinds of suites, by the kind that a manifest states."""

from hf_robust.core.registry import Registry

suite_kinds: Registry = Registry("kind of suite", group="hf_robust.suites", attribute="kind", members="own_suites")
# each kind is imported when a folder of it is read
suite_kinds.register_places(
    {
        "suite": "hf_robust.suites.robustness:Suite",
        "edits": "hf_robust.suites.edits_suite:EditsSuite",
    }
)
