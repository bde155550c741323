"""Token classification models and pipelines for nested entities: they find entities that do not overlap."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.huggingface.tagger import TokenTagger
from hf_robust.adapters.pipeline import TokenClassificationPredictor
from hf_robust.adapters.tags_as_spans import TagsAsSpans, tag_task
from hf_robust.tasks import Task

if TYPE_CHECKING:
    from transformers import Pipeline


class SpanTagger(TagsAsSpans, TokenTagger):
    """Predictor over an ``AutoModelForTokenClassification``; the groups of its tags are the entities.

    A text is cut into words and punctuation marks before it is tagged.

    Args:
        tokenizer: Its tokenizer, a fast one.
        task: A task of nested entities.
        label_map: Type of the model to the data's, where the names do not match by themselves.
        **options: As for :class:`TokenTagger`.
    """

    def __init__(
        self, model: Any, tokenizer: Any, task: Task, *, label_map: Mapping[str, str] | None = None, **options: Any
    ):
        super().__init__(model, tokenizer, tag_task(task), label_map=label_map, **options)
        self._tags, self.labels = self.labels, None
        self._serve(task)

    @classmethod
    def check_config(cls, config: Any, task: Task, label_map: Mapping[str, str] | None) -> None:
        """Check a configuration before the weights are read."""
        super().check_config(config, tag_task(task), label_map)

    def settings(self) -> dict[str, Any]:
        """As in the base, with the tags."""
        return {**super().settings(), "tags": self._tags}


class SpanPipeline(TagsAsSpans, TokenClassificationPredictor):
    """A ``token-classification`` pipeline; the groups of its tags are the entities.

    A text is cut into words and punctuation marks before it is tagged.
    """

    def __init__(self, pipeline: "Pipeline", task: Task, **options: Any):
        super().__init__(pipeline, tag_task(task), **options)
        self.labels = None
        self._serve(task)
