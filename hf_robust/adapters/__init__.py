"""Models as predictors: Hub ids, folders, transformers pipelines and models, and plain functions.

The classes over transformers load with the first access to their name; nothing here imports torch before.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.base import Prediction, Predictor, unique_inputs
from hf_robust.adapters.cache import PredictionCache
from hf_robust.adapters.cached import CachedPredictor, Stats, predict_all
from hf_robust.adapters.function import FunctionPredictor
from hf_robust.adapters.label_matching import match_labels
from hf_robust.adapters.resolve import as_predictor
from hf_robust.adapters.tag_matching import match_tags

if TYPE_CHECKING:
    from hf_robust.adapters.huggingface.answerer import QuestionAnswerer
    from hf_robust.adapters.huggingface.classifier import TextClassifier
    from hf_robust.adapters.huggingface.tagger import TokenTagger
    from hf_robust.adapters.pipeline import pipeline_predictor

__all__ = [
    "CachedPredictor",
    "FunctionPredictor",
    "Prediction",
    "PredictionCache",
    "Predictor",
    "QuestionAnswerer",
    "Stats",
    "TextClassifier",
    "TokenTagger",
    "as_predictor",
    "match_labels",
    "match_tags",
    "pipeline_predictor",
    "predict_all",
    "unique_inputs",
]

_LAZY = {
    "QuestionAnswerer": "huggingface.answerer",
    "TextClassifier": "huggingface.classifier",
    "TokenTagger": "huggingface.tagger",
    "pipeline_predictor": "pipeline",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
