"""The registry of transformations, by name and language."""

from hf_robust.core.registry import SpokenRegistry

transformations: SpokenRegistry = SpokenRegistry("transformation", "hf_robust.transforms", "hf_robust.transformations")
