"""Translation by sequence-to-sequence models: the likeliest text in another language, without any draw."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hf_robust.adapters.base import Prediction, texts_of
from hf_robust.adapters.huggingface.base import ModelPredictor
from hf_robust.adapters.huggingface.threads import fitting_threads
from hf_robust.core.checks import whole_number
from hf_robust.core.errors import UsageError
from hf_robust.core.evaluation_mode import evaluating
from hf_robust.tasks import Task


class TranslationModel(ModelPredictor):
    """Predictor over an ``AutoModelForSeq2SeqLM``.

    Texts go through in batches of similar length. The search is a beam search without draws, so a text is translated
    alike at every run.

    Args:
        task: A task with the role ``source``.
        prefix: What is written before each text, for models that are told what to do: ``"translate English to
            German: "``.
        source_language: The tokenizer's code of the language of the texts, for models of many languages: ``eng_Latn``.
        target_language: The tokenizer's code of the language to write.
        num_beams: Beams of the search; 1 takes the likeliest word each time.
        max_new_tokens: Most word pieces of a translation; as the model's own settings say when None, else twice those
            of the longest text of a batch and 16 more.
        **options: As for :class:`ModelPredictor`.

    Raises:
        UsageError: When a number is out of range, or the tokenizer does not know a language.
    """

    auto_class = "AutoModelForSeq2SeqLM"
    head = "ForConditionalGeneration"

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        task: Task,
        *,
        prefix: str = "",
        source_language: str | None = None,
        target_language: str | None = None,
        num_beams: int = 4,
        max_new_tokens: int | None = None,
        **options: Any,
    ):
        super().__init__(model, tokenizer, task, **options)
        whole_number(num_beams, "num_beams", 1)
        if max_new_tokens is not None:
            whole_number(max_new_tokens, "max_new_tokens", 1)
        self.prefix, self.num_beams, self.max_new_tokens = prefix, num_beams, max_new_tokens
        self._languages = source_language, target_language
        if source_language is not None:
            if not hasattr(tokenizer, "src_lang"):
                raise UsageError(f"the tokenizer of {self.name} has no source language; leave source_language out")
            tokenizer.src_lang = source_language
        self._begin = None if target_language is None else _language(tokenizer, target_language, self.name)

    @classmethod
    def check_config(cls, config: Any, task: Task, label_map: Mapping[str, str] | None) -> None:
        """Refuse a model that is no sequence-to-sequence model, before its weights are read.

        Raises:
            UsageError: When it is none.
        """
        if not getattr(config, "is_encoder_decoder", False):
            raise UsageError(
                "translation needs a sequence-to-sequence model, such as Helsinki-NLP/opus-mt-en-de; found one of "
                f"type {config.model_type!r}"
            )

    def settings(self) -> dict[str, Any]:
        """As in the base, with all that the search depends on."""
        own = {"prefix": self.prefix, "languages": self._languages, "beams": self.num_beams, "new": self.max_new_tokens}
        return {**super().settings(), **own}

    def texts_given(self, rows: Sequence[Mapping[str, Any]]) -> list[list[tuple[str, ...]]]:
        """The text of each row behind the prefix."""
        return [[(self.prefix + texts_of(row, ("source",))[0],)] for row in rows]

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of some rows, and a translation for each; a text without words stays as it is."""
        import torch

        given = [own[0][0] for own in self.texts_given(rows)]
        texts = [text.removeprefix(self.prefix) for text in given]
        empty = [place for place, text in enumerate(texts) if not text.strip()]
        if empty:
            yield empty, [Prediction(texts[place]) for place in empty]
        filled = [place for place, text in enumerate(texts) if text.strip()]
        if not filled:
            return
        cut = {"truncation": True, "max_length": self.max_length} if self.max_length else {"truncation": False}
        encoded = self.encode([given[place] for place in filled], **cut)
        begin = {} if self._begin is None else {"forced_bos_token_id": self._begin}
        with evaluating(self.model), torch.inference_mode(), fitting_threads(str(self.model.device)):
            for batch, tensors in self.tensors(encoded):
                longest = tensors["input_ids"].shape[1]
                limit = getattr(self.model.config, "max_position_embeddings", None) or 512
                room = self.max_new_tokens or min(2 * longest + 16, max(1, limit - 1))
                written = self.model.generate(
                    **tensors, num_beams=self.num_beams, do_sample=False, max_new_tokens=room, max_length=None, **begin
                )
                said = self.tokenizer.batch_decode(written, skip_special_tokens=True)
                yield [filled[place] for place in batch], [Prediction(text.strip()) for text in said]


def _language(tokenizer: Any, code: str, name: str) -> int:
    known = getattr(tokenizer, "lang_code_to_id", None) or {}
    number = known.get(code) if code in known else tokenizer.convert_tokens_to_ids(code)
    if number is None or number == tokenizer.unk_token_id:
        raise UsageError(f"the tokenizer of {name} does not know the language {code!r}")
    return number
