"""Texts that sequence-to-sequence models write, such as summaries, without random draws."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from hf_robust.adapters.base import Prediction, texts_of
from hf_robust.adapters.huggingface.base import ModelPredictor
from hf_robust.adapters.huggingface.threads import fitting_threads
from hf_robust.core.checks import whole_number
from hf_robust.core.errors import UsageError
from hf_robust.core.evaluation_mode import evaluating
from hf_robust.tasks import Task

_MOST_TOKENS = 128  # of an answer, where the user does not say so: about a hundred words


class TextWriter(ModelPredictor):
    """Predictor over an ``AutoModelForSeq2SeqLM``, which is given one text and writes another.

    Texts go through in batches of similar length. Nothing is drawn, so the same text gets the same answer in each run.

    Args:
        task: A task whose model is given one text.
        prefix: What is written before each text, for models that are told what to do: ``"summarize: "``.
        num_beams: Beams of the search; 1 takes the most probable token each time.
        max_new_tokens: The most tokens of an answer; 128 when None.
        **options: As for :class:`ModelPredictor`.

    Raises:
        UsageError: A number is out of range.
    """

    auto_class = "AutoModelForSeq2SeqLM"
    head = "ForConditionalGeneration"
    needs: ClassVar[str] = "sequence-to-sequence model or a causal language model"

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        task: Task,
        *,
        prefix: str = "",
        num_beams: int = 1,
        max_new_tokens: int | None = None,
        **options: Any,
    ):
        super().__init__(model, tokenizer, task, **options)
        whole_number(num_beams, "num_beams", 1)
        whole_number(max_new_tokens, "max_new_tokens", 1, optional=True)
        self.prefix, self.num_beams, self.max_new_tokens = prefix, num_beams, max_new_tokens

    @classmethod
    def check_config(cls, config: Any, task: Task, label_map: Mapping[str, str] | None) -> None:
        """Refuse a model that is no sequence-to-sequence model, before its weights are read.

        Raises:
            UsageError: It is none.
        """
        if not getattr(config, "is_encoder_decoder", False):
            raise UsageError(f"{task.name} needs a {cls.needs}; found one of type {config.model_type!r}")

    def settings(self) -> dict[str, Any]:
        """As in the base, with all that the search depends on."""
        return {**super().settings(), "prefix": self.prefix, "beams": self.num_beams, "new": self.max_new_tokens}

    def texts_given(self, rows: Sequence[Mapping[str, Any]]) -> list[list[tuple[str, ...]]]:
        """The text of each row behind the prefix."""
        return [[(self.prefix + text,)] for text in self._texts(rows)]

    def _texts(self, rows: Sequence[Mapping[str, Any]]) -> list[str]:
        return [texts_of(row, self.roles)[0] for row in rows]

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The indices of some rows, and an answer for each; a text without words is not given to the model."""
        import torch

        texts = self._texts(rows)
        blank = [place for place, text in enumerate(texts) if not text.strip()]
        if blank:
            yield blank, [Prediction(self.answer_to_blank(texts[place])) for place in blank]
        filled = [place for place, text in enumerate(texts) if text.strip()]
        if not filled:
            return
        cut = {"truncation": True, "max_length": self.max_length} if self.max_length else {"truncation": False}
        given = [own[0][0] for own in self.texts_given([rows[place] for place in filled])]
        encoded = self.encode(given, **cut)
        with evaluating(self.model), torch.inference_mode(), fitting_threads(str(self.model.device)):
            for batch, tensors in self.tensors(encoded):
                written = self.model.generate(
                    **tensors,
                    num_beams=self.num_beams,
                    do_sample=False,
                    max_new_tokens=self.room(tensors["input_ids"].shape[1]),
                    max_length=None,
                    **self.generation_options(),
                )
                said = self.tokenizer.batch_decode(written, skip_special_tokens=True)
                yield [filled[place] for place in batch], [Prediction(text.strip()) for text in said]

    def answer_to_blank(self, text: str) -> str:
        """Return the answer to a text without words."""
        return ""

    def room(self, longest: int) -> int:
        """Return the most tokens of the answers to a batch.

        Args:
            longest: Tokens of the longest text of the batch.
        """
        limit = getattr(self.model.config, "max_position_embeddings", None)
        most = self.max_new_tokens or _MOST_TOKENS
        return most if limit is None else max(1, min(most, limit - 1))

    def generation_options(self) -> dict[str, Any]:
        """Return further options of ``generate``."""
        return {}
