"""Robustness evaluation for the Hugging Face ecosystem: will my NLP model hold up?

Transformations are plain ``datasets.map`` functions, metrics are ``evaluate`` modules, retraining is a
Trainer callback, suites are versioned datasets on the Hub.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# by module: imported at first use, so that `import hf_robust` stays light
_NAMES = {
    "hf_robust.adapters": ("Prediction", "Predictor", "as_predictor"),
    "hf_robust.capability": ("capabilities",),
    "hf_robust.capability.suite": ("CapabilitySuite",),
    "hf_robust.core.doc": ("Doc",),
    "hf_robust.core.edits": ("Edit",),
    "hf_robust.core.errors": ("RobustError",),
    "hf_robust.evaluation.corruption_run": ("corruption_benchmark",),
    "hf_robust.evaluation.dispatch": ("run",),
    "hf_robust.explain.causes": ("RootCause", "root_cause", "root_causes"),
    "hf_robust.explain.importance": ("WordImportance",),
    "hf_robust.language.annotation": ("annotate",),
    "hf_robust.perturb": ("Perturb",),
    "hf_robust.reports": ("CapabilityReport", "CorruptionReport", "Report"),
    "hf_robust.scoring.evaluate_modules": ("load_metric",),
    "hf_robust.suites": ("Suite",),
    "hf_robust.tasks": ("Task", "task"),
    "hf_robust.training": (
        *("AugmentCallback", "AugmentedDataset", "RobustnessCallback"),
        *("as_training_rows", "failure_rates", "split_cases"),
    ),
    "hf_robust.transforms": ("Effect", "Transformation", "register"),
    "hf_robust.transforms.chains": ("combinations",),
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
