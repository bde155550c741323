"""Robustness evaluation for the Hugging Face ecosystem: will my NLP model hold up?

Transformations are plain ``datasets.map`` functions, metrics are ``evaluate`` modules, retraining is a
Trainer callback, suites are versioned datasets on the Hub.
"""

from hf_robust.core.lazy import lazy_names

__version__ = "0.1.0"

# imported when they are first used, so that `import hf_robust` stays light
_HOMES = {
    "hf_robust.adapters": ("Prediction", "Predictor", "as_predictor"),
    "hf_robust.attacks": ("Attack", "attack", "from_textattack_csv"),
    "hf_robust.capability": ("capabilities",),
    "hf_robust.capability.suite": ("CapabilitySuite",),
    "hf_robust.capability.templates.template": ("Template",),
    "hf_robust.core.doc": ("Doc",),
    "hf_robust.core.edits": ("Edit",),
    "hf_robust.core.errors": ("NotApplicable", "RobustError"),
    "hf_robust.evaluation.compare_run": ("compare",),
    "hf_robust.evaluation.chain_search": ("worst_chains",),
    "hf_robust.evaluation.corruption_run": ("corruption_benchmark",),
    "hf_robust.evaluation.dispatch": ("run",),
    "hf_robust.explain.causes": ("RootCause", "root_cause", "root_causes"),
    "hf_robust.explain.importance": ("WordImportance",),
    "hf_robust.language.annotation": ("annotate",),
    "hf_robust.language.aspect_clauses": ("mine_aspect_clauses",),
    "hf_robust.language.embedded.demo": ("demo_reviews", "demo_sentences"),
    "hf_robust.perturb": ("Perturb", "Validate"),
    "hf_robust.reports": (
        "AttackReport",
        "CapabilityReport",
        "ComparisonReport",
        "ChainReport",
        "CorruptionReport",
        "Report",
        "TrainingReport",
    ),
    "hf_robust.scoring.evaluate_modules": ("load_metric",),
    "hf_robust.slices.fitting": ("slice_rows",),
    "hf_robust.slices.slice_functions": ("InSlice", "SliceColumns"),
    "hf_robust.slices.slice_listing": ("subpopulations",),
    "hf_robust.slices.slice_table": ("SliceInfo", "SliceTable"),
    "hf_robust.slices.subpopulation": ("Subpopulation",),
    "hf_robust.suites": ("EditsSuite", "Suite"),
    "hf_robust.suites.bias_swaps": ("bias_suite",),
    "hf_robust.tasks": ("Task", "task"),
    "hf_robust.tasks.layouts": ("with_layout",),
    "hf_robust.tasks.row_sampling": ("sample_rows",),
    "hf_robust.training": (
        *("AdversarialTrainerMixin", "AdversarialTrainingCallback", "AttackCallback", "AugmentCallback"),
        *("AugmentedDataset", "RobustnessCallback", "as_training_rows", "before_after", "failure_rates"),
        *("logits_under_fgm", "split_cases"),
    ),
    "hf_robust.transforms": ("Effect", "Transformation", "register"),
    "hf_robust.transforms.chains": ("combinations", "degrees"),
    "hf_robust.transforms.listing": ("transformations",),
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _HOMES, "__version__")
