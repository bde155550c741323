"""The kind of suite of this room, imported when a folder of it is read."""

from hf_robust.suites.suite_registry import suite_kinds

suite_kinds.register_places({"capabilities": "hf_robust.capability.suite:CapabilitySuite"})
