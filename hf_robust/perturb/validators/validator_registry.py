"""The registry of validators, by name."""

from hf_robust.core.registry import Registry

validators: Registry = Registry("validator", "hf_robust.perturb.validators", "hf_robust.validators")
