"""Which classes of this room serve the models and labels of each kind of task."""

from typing import Any

from hf_robust.core.lazy import load_object
from hf_robust.tasks.aspects import AspectSentiment
from hf_robust.tasks.classification import Classification
from hf_robust.tasks.generating import Generation
from hf_robust.tasks.kind import TaskKind
from hf_robust.tasks.label_sets import LabelSets
from hf_robust.tasks.nested_entities import NestedEntities
from hf_robust.tasks.question_answering import ExtractiveQA
from hf_robust.tasks.relations import RelationExtraction
from hf_robust.tasks.scores import Scores
from hf_robust.tasks.segmentation import WordSegmentation
from hf_robust.tasks.tagging import Tagging
from hf_robust.tasks.translating import Translation
from hf_robust.tasks.winograd import WinogradSchema

# by attribute of TaskKind and class; each is imported when it is used
_LOCATIONS: dict[str, dict[type, str]] = {
    "adapter": {
        AspectSentiment: "hf_robust.adapters.huggingface.aspect_model:AspectClassifier",
        Classification: "hf_robust.adapters.huggingface.classifier:TextClassifier",
        ExtractiveQA: "hf_robust.adapters.huggingface.answerer:QuestionAnswerer",
        Generation: "hf_robust.adapters.huggingface.writers:TextWriter",
        LabelSets: "hf_robust.adapters.huggingface.number_heads:LabelSetModel",
        NestedEntities: "hf_robust.adapters.huggingface.span_taggers:SpanTagger",
        RelationExtraction: "hf_robust.adapters.huggingface.relation_model:RelationClassifier",
        Scores: "hf_robust.adapters.huggingface.number_heads:ScoreModel",
        Tagging: "hf_robust.adapters.huggingface.tagger:TokenTagger",
        Translation: "hf_robust.adapters.huggingface.translators:TranslationModel",
        WinogradSchema: "hf_robust.adapters.huggingface.pronouns:PronounModel",
        WordSegmentation: "hf_robust.adapters.huggingface.character_tagger:CharacterTagger",
    },
    "pipeline_adapter": {
        Classification: "hf_robust.adapters.pipeline:TextClassificationPredictor",
        LabelSets: "hf_robust.adapters.pipeline:LabelSetPredictor",
        NestedEntities: "hf_robust.adapters.huggingface.span_taggers:SpanPipeline",
        Scores: "hf_robust.adapters.pipeline:ScorePredictor",
        Tagging: "hf_robust.adapters.pipeline:TokenClassificationPredictor",
    },
    "label_matcher": {
        Classification: "hf_robust.adapters.label_matching:LabelMatcher",
        LabelSets: "hf_robust.adapters.label_matching:LabelMatcher",
        NestedEntities: "hf_robust.adapters.label_matching:LabelMatcher",
        RelationExtraction: "hf_robust.adapters.label_matching:LabelMatcher",
        Tagging: "hf_robust.adapters.tag_matching:TagMatcher",
    },
}


def adapter(kind: TaskKind) -> Any:
    """The class that adapts transformers models to a kind of task; None where there is none."""
    return _loaded(kind, "adapter")


def pipeline_adapter(kind: TaskKind) -> Any:
    """The class that adapts transformers pipelines to a kind of task; None where there is none."""
    return _loaded(kind, "pipeline_adapter")


def label_matcher(kind: TaskKind) -> Any:
    """The class that matches the labels of a model with those of the data; None where predictions have no labels."""
    return _loaded(kind, "label_matcher")


def has_adapter(kind: TaskKind) -> bool:
    """Whether there is an adapter over transformers models, without importing it."""
    return _location(kind, "adapter") is not None


def _loaded(kind: TaskKind, attribute: str) -> Any:
    place = _location(kind, attribute)
    return None if place is None else load_object(place)


def _location(kind: TaskKind, attribute: str) -> str | None:
    """``"module:Class"`` from the nearest class of a kind that states one, or that the table above lists."""
    for cls in type(kind).__mro__:
        if attribute in vars(cls):
            return vars(cls)[attribute]
        if cls in _LOCATIONS[attribute]:
            return _LOCATIONS[attribute][cls]
    return None
