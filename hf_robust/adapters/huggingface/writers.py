"""Texts that transformers models write: summaries and answers to prompts, without random draws."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hf_robust.adapters.base import Prediction, texts_of
from hf_robust.adapters.huggingface.base import ModelPredictor
from hf_robust.adapters.huggingface.threads import fitting_threads
from hf_robust.core.checks import whole_number
from hf_robust.core.errors import UsageError
from hf_robust.core.evaluation_mode import evaluating
from hf_robust.tasks import Task
from hf_robust.tasks.generating import SUMMARIZATION

if TYPE_CHECKING:
    from transformers import BatchEncoding

_MOST_TOKENS = 128  # of an answer, where the user does not say so: about a hundred words


class WritingModel(ModelPredictor):
    """Base of the adapters over models that write a text about one text.

    Texts go through in batches of similar length. Nothing is drawn, so the same text gets the same answer in each run.

    Args:
        task: A task whose model is given one text.
        prefix: What is written before each text, for models that are told what to do: ``"summarize: "``.
        suffix: What is written after each text: ``"\\nTL;DR:"``. Long texts are then cut at their beginning.
        num_beams: Beams of the search; 1 takes the most probable token each time.
        max_new_tokens: The most tokens of an answer; 128 when None.
        **options: As for :class:`ModelPredictor`.

    Raises:
        UsageError: A number is out of range.
    """

    auto_class = "AutoModelForSeq2SeqLM"
    head = "ForConditionalGeneration"
    needs: ClassVar[str] = "sequence-to-sequence model or a language model"

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        task: Task,
        *,
        prefix: str = "",
        suffix: str = "",
        num_beams: int = 1,
        max_new_tokens: int | None = None,
        **options: Any,
    ):
        super().__init__(model, tokenizer, task, **options)
        whole_number(num_beams, "num_beams", 1)
        whole_number(max_new_tokens, "max_new_tokens", 1, optional=True)
        self.prefix, self.suffix = prefix, suffix
        self.num_beams, self.max_new_tokens = num_beams, max_new_tokens

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
        own = {"prefix": self.prefix, "beams": self.num_beams, "new": self.max_new_tokens}
        return {**super().settings(), **own, **({"suffix": self.suffix} if self.suffix else {})}

    def texts_given(self, rows: Sequence[Mapping[str, Any]]) -> list[list[tuple[str, ...]]]:
        """The text of each row between prefix and suffix."""
        return [[(self.prefix + text + self.suffix,)] for text in self._texts(rows)]

    def encode(self, first: Sequence[Any], second: Sequence[str] | None = None, **options: Any) -> "BatchEncoding":
        """As in the base; a text that is too long loses its beginning where the suffix must stay."""
        side = self.tokenizer.truncation_side
        self.tokenizer.truncation_side = "left" if self.keeps_end else side
        try:
            return super().encode(first, second, **options)
        finally:
            self.tokenizer.truncation_side = side

    @property
    def keeps_end(self) -> bool:
        """Whether a text that is too long loses its beginning."""
        return bool(self.suffix)

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
                width = tensors["input_ids"].shape[1]
                written = self.model.generate(
                    **tensors,
                    num_beams=self.num_beams,
                    do_sample=False,
                    max_new_tokens=self.room(width),
                    max_length=None,
                    **self.generation_options(),
                )
                said = self.tokenizer.batch_decode(self.answers_in(written, width), skip_special_tokens=True)
                yield [filled[place] for place in batch], [Prediction(text.strip()) for text in said]

    def answer_to_blank(self, text: str) -> str:
        """Return the answer to a text without words.

        Args:
            text: The text.
        """
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

    def answers_in(self, written: Any, width: int) -> Any:
        """Return the tokens of the answers among all that ``generate`` returned.

        Args:
            written: Token ids, one row per text.
            width: Tokens of each text, with padding.
        """
        return written


class TextWriter(WritingModel):
    """Predictor over an ``AutoModelForSeq2SeqLM``; a model with a decoder alone is served by :class:`CausalWriter`."""

    @classmethod
    def fitting(cls, architectures: Sequence[str]) -> "type[WritingModel]":
        """The adapter for an encoder with a decoder, or for a decoder alone."""
        alone = any(name.endswith(("ForCausalLM", "LMHeadModel")) for name in architectures)
        return CausalWriter if alone else cls


class CausalWriter(TextWriter):
    """Predictor over an ``AutoModelForCausalLM``, which continues each text; the continuation is the answer.

    The model is given the text between prefix and suffix, without a chat template. A text that is too long loses its
    beginning, unless there is a prefix alone.

    Raises:
        UsageError: A summary is asked for without words that ask for it, or ``max_new_tokens`` leaves no room for a
            text.
    """

    auto_class = "AutoModelForCausalLM"
    head = "LMHeadModel"
    padding_side: ClassVar[str | None] = "left"

    def __init__(self, model: Any, tokenizer: Any, task: Task, *, batch_size: int = 32, **options: Any):
        # without a padding token, texts go through one by one
        alone = "pad_token" not in tokenizer.special_tokens_map
        super().__init__(model, tokenizer, task, batch_size=1 if alone else batch_size, **options)
        if task.name == SUMMARIZATION and not (self.prefix or self.suffix):
            raise UsageError(
                f"{self.name} continues a text, so words must ask it for a summary; say prefix='Summarize: ', or "
                r"suffix='\nTL;DR:'"
            )
        limit = self.max_length
        if limit is not None:
            self._room = self.max_new_tokens or min(_MOST_TOKENS, limit // 2)
            if self._room >= limit:
                raise UsageError(
                    f"max_new_tokens must be below {limit}, the limit of {self.name} for a text and its continuation; "
                    f"found {self._room}"
                )
            self.max_length = limit - self._room
        else:
            self._room = self.max_new_tokens or _MOST_TOKENS

    @classmethod
    def check_config(cls, config: Any, task: Task, label_map: Mapping[str, str] | None) -> None:
        """Nothing: its class tells that it continues texts."""

    @property
    def keeps_end(self) -> bool:
        """Unless the prefix alone asks for the answer."""
        return bool(self.suffix) or not self.prefix

    def room(self, longest: int) -> int:
        """The same for all batches: longer texts were cut."""
        return self._room

    def generation_options(self) -> dict[str, Any]:
        """The padding token, which a model without one takes from the end of a text."""
        known = self.tokenizer.pad_token_id
        end = self.model.generation_config.eos_token_id
        end = end[0] if isinstance(end, list) else end
        return {"pad_token_id": next((one for one in (known, end) if one is not None), 0)}

    def answers_in(self, written: Any, width: int) -> Any:
        """What stands behind the text."""
        return written[:, width:]
