"""Models as predictors: Hub ids, folders, transformers pipelines and models, and plain functions.

The classes over transformers load with the first access to their name; nothing here imports torch before.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.base import Prediction, Predictor, unique_inputs
from hf_robust.adapters.cache import PredictionCache
from hf_robust.adapters.function import FunctionPredictor
from hf_robust.adapters.labels import match_labels
from hf_robust.adapters.resolve import as_predictor
from hf_robust.adapters.runner import Runner, Stats, predict_all

if TYPE_CHECKING:
    from hf_robust.adapters.answerer import QuestionAnswerer
    from hf_robust.adapters.classifier import TextClassifier
    from hf_robust.adapters.pipeline import pipeline_predictor
    from hf_robust.adapters.tagger import TokenTagger

__all__ = [
    "FunctionPredictor",
    "Prediction",
    "PredictionCache",
    "Predictor",
    "QuestionAnswerer",
    "Runner",
    "Stats",
    "TextClassifier",
    "TokenTagger",
    "as_predictor",
    "match_labels",
    "pipeline_predictor",
    "predict_all",
    "unique_inputs",
]

_LAZY = {
    "QuestionAnswerer": "answerer",
    "TextClassifier": "classifier",
    "TokenTagger": "tagger",
    "pipeline_predictor": "pipeline",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
