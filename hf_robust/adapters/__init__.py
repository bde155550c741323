"""Models as predictors: Hub ids, folders, transformers pipelines and models, and plain functions.

Each name is imported when it is first used: nothing here imports torch before.
"""

from hf_robust.core.lazy import lazy_names

_HOMES = {
    "hf_robust.adapters.base": ("Prediction", "Predictor", "unique_inputs"),
    "hf_robust.adapters.cache": ("PredictionCache",),
    "hf_robust.adapters.cached": ("CachedPredictor", "Stats", "predict_all"),
    "hf_robust.adapters.function": ("FunctionPredictor",),
    "hf_robust.adapters.huggingface.answerer": ("QuestionAnswerer",),
    "hf_robust.adapters.huggingface.classifier": ("TextClassifier",),
    "hf_robust.adapters.huggingface.tagger": ("TokenTagger",),
    "hf_robust.adapters.label_matching": ("match_labels",),
    "hf_robust.adapters.pipeline": ("pipeline_predictor",),
    "hf_robust.adapters.prediction_columns": ("PredictionColumn", "RowSource"),
    "hf_robust.adapters.resolve": ("as_predictor",),
    "hf_robust.adapters.tag_matching": ("match_tags",),
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _HOMES)
