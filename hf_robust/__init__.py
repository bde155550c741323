"""Robustness evaluation for the Hugging Face ecosystem: will my NLP model hold up?

Transformations are plain ``datasets.map`` functions, metrics are ``evaluate`` modules, retraining is a
Trainer callback, suites are versioned datasets on the Hub.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

__version__ = "0.1.0"

# by module: imported at first use, so that `import hf_robust` stays light
_NAMES = {
    "hf_robust.annotate": ("annotate",),
    "hf_robust.adapters": ("Prediction", "Predictor", "as_predictor"),
    "hf_robust.corruption_benchmark": ("corruption_benchmark",),
    "hf_robust.capabilities": ("capabilities",),
    "hf_robust.capability_suites": ("CapabilitySuite",),
    "hf_robust.edits": ("Edit",),
    "hf_robust.doc": ("Doc",),
    "hf_robust.errors": ("RobustError",),
    "hf_robust.importance": ("WordImportance",),
    "hf_robust.metrics": ("load_metric",),
    "hf_robust.perturb": ("Perturb",),
    "hf_robust.reports": ("CapabilityReport", "CorruptionReport", "Report"),
    "hf_robust.root_cause": ("RootCause", "root_cause", "root_causes"),
    "hf_robust.run": ("run",),
    "hf_robust.suites": ("Suite",),
    "hf_robust.tasks": ("Task", "task"),
    "hf_robust.training": (
        *("AugmentCallback", "AugmentedDataset", "RobustnessCallback"),
        *("as_training_rows", "failure_rates", "split_cases"),
    ),
    "hf_robust.transforms.chains": ("combinations",),
    "hf_robust.transforms": ("Effect", "Transformation", "register"),
}
_HOME = {name: module for module, names in _NAMES.items() for name in names}

__all__ = sorted([*_HOME, "__version__"])


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'hf_robust' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


class _Package(ModuleType):
    """``hf_robust.run`` and ``hf_robust.annotate`` are modules and functions: here the function shows."""

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, ModuleType) and name in _HOME:
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
