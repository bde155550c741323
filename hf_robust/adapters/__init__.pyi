"""Public names and the modules that define them; ``__init__.py`` imports each on first use."""

from .base import Prediction as Prediction
from .base import Predictor as Predictor
from .base import unique_inputs as unique_inputs
from .cache import PredictionCache as PredictionCache
from .cached import CachedPredictor as CachedPredictor
from .cached import Stats as Stats
from .cached import predict_all as predict_all
from .function import FunctionPredictor as FunctionPredictor
from .huggingface.answerer import QuestionAnswerer as QuestionAnswerer
from .huggingface.classifier import TextClassifier as TextClassifier
from .huggingface.tagger import TokenTagger as TokenTagger
from .label_matching import match_labels as match_labels
from .pipeline import pipeline_predictor as pipeline_predictor
from .prediction_columns import PredictionColumn as PredictionColumn
from .prediction_columns import RowSource as RowSource
from .resolve import as_predictor as as_predictor
from .tag_matching import match_tags as match_tags
