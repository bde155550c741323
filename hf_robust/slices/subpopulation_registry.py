"""The registry of subpopulations, by name."""

from hf_robust.core.registry import Registry

subpopulations: Registry = Registry("subpopulation", "hf_robust.slices", "hf_robust.subpopulations")
