"""Translation by sequence-to-sequence models: the likeliest text in another language, without any draw."""

from typing import Any

from hf_robust.adapters.huggingface.writers import TextWriter
from hf_robust.core.errors import UsageError
from hf_robust.tasks import Task


class TranslationModel(TextWriter):
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

    needs = "sequence-to-sequence model, such as Helsinki-NLP/opus-mt-en-de"

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
        search: dict[str, Any] = {"num_beams": num_beams, "max_new_tokens": max_new_tokens}
        super().__init__(model, tokenizer, task, prefix=prefix, **search, **options)
        self._languages = source_language, target_language
        if source_language is not None:
            if not hasattr(tokenizer, "src_lang"):
                raise UsageError(f"the tokenizer of {self.name} has no source language; leave source_language out")
            tokenizer.src_lang = source_language
        self._begin = None if target_language is None else _language(tokenizer, target_language, self.name)

    def settings(self) -> dict[str, Any]:
        """As in the base, with the languages."""
        return {**super().settings(), "languages": self._languages}

    def answer_to_blank(self, text: str) -> str:
        """The text itself."""
        return text

    def room(self, longest: int) -> int:
        """As asked for, else twice the tokens of the longest text and 16 more."""
        limit = getattr(self.model.config, "max_position_embeddings", None) or 512
        return self.max_new_tokens or min(2 * longest + 16, max(1, limit - 1))

    def generation_options(self) -> dict[str, Any]:
        """The token that begins a text in the target language."""
        return {} if self._begin is None else {"forced_bos_token_id": self._begin}


def _language(tokenizer: Any, code: str, name: str) -> int:
    known = getattr(tokenizer, "lang_code_to_id", None) or {}
    number = known.get(code) if code in known else tokenizer.convert_tokens_to_ids(code)
    if number is None or number == tokenizer.unk_token_id:
        raise UsageError(f"the tokenizer of {name} does not know the language {code!r}")
    return number
