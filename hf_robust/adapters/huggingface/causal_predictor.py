"""Causal language models as predictors: prompts that fit the model, whatever is done with them."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.huggingface.base import ModelPredictor
from hf_robust.adapters.huggingface.turns import turns_of
from hf_robust.adapters.identity import settings_hash
from hf_robust.adapters.language_models.language_model import LanguageModel
from hf_robust.adapters.language_models.model_options import ResolvedOptions
from hf_robust.adapters.language_models.prompt_inputs import input_texts
from hf_robust.adapters.truncation import SeenInput, key_of, may_reach
from hf_robust.core.errors import UsageError
from hf_robust.core.text import replace_surrogates
from hf_robust.language.resource_rows import UsedResource
from hf_robust.tasks import Task

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase


class CausalPredictor(LanguageModel, ModelPredictor):
    """Base of the predictors over an ``AutoModelForCausalLM``; the subclasses say how answers are obtained.

    Args:
        task: The task, bound to the data so that it knows the label names.
        options: Prompt, examples and limits.
        chat_template: Whether to use the chat template of the tokenizer; None where it has one.
        **how: As for :class:`ModelPredictor`.

    Raises:
        UsageError: The options do not fit the task, or the prompt leaves no room for a text.
    """

    auto_class = "AutoModelForCausalLM"
    head = "LMHeadModel"
    mode: str
    resources: tuple[UsedResource, ...] = ()

    def __init__(
        self,
        model: "PreTrainedModel",
        tokenizer: "PreTrainedTokenizerBase",
        task: Task,
        options: ResolvedOptions,
        *,
        chat_template: bool | None = None,
        **how: Any,
    ):
        ModelPredictor.__init__(self, model, tokenizer, task, **how)
        self.options = options
        self.turns = turns_of(tokenizer, task.spoken.join(["", ""]), chat_template, self.name)
        LanguageModel.__init__(
            self,
            task,
            options.prompt,
            options.shots,
            name=self.name,
            kind=self.kind,
            revision=self.revision,
            prompts=options.prompts,
            pool=options.pool,
        )

    def _check(self) -> None:
        """Check the size of batches; any token can fill them up, because it stands behind a mask."""
        if not isinstance(self.batch_size, int) or self.batch_size < 1:
            raise UsageError(f"batch_size must be a whole number of at least 1, found {self.batch_size!r}")

    @property
    @abstractmethod
    def room(self) -> int:
        """Tokens that are kept free for the answer."""

    @property
    def limit(self) -> int | None:
        """The most tokens of a prompt; None without a limit."""
        return None if self.max_length is None else self.max_length - self.room

    def settings(self) -> dict[str, Any]:
        """Return the settings of the model, the chat template and the way of answering."""
        turns = self.turns
        template = settings_hash(self.tokenizer.chat_template) if turns.templated else None
        return {**ModelPredictor.settings(self), "mode": self.mode, "template": template, "joiner": turns.joiner}

    def fingerprint(self) -> str:
        """Return a hash over prompt, examples and settings, and over what identifies the weights."""
        return settings_hash([LanguageModel.fingerprint(self), ModelPredictor.fingerprint(self)])

    def describe(self) -> dict[str, Any]:
        """Return the prompt and the way of answering."""
        return {**super().describe(), "answer": self.mode}

    def token_ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the token ids of whole texts; a chat template has the special tokens in its text.

        Args:
            texts: Prompts, with or without an answer behind them.
        """
        if not texts:
            return []
        return self.encode(texts, truncation=False, add_special_tokens=not self.turns.templated)["input_ids"]

    def prompt_texts(self, rows: Sequence[Mapping[str, Any]]) -> list[str]:
        """Return the text that asks for the answer of each row, cut at the limit of the model.

        Args:
            rows: Rows keyed by role.

        Raises:
            UsageError: The instruction alone is above the limit.
        """
        texts = self._whole_prompts(rows)
        limit = self.limit
        if limit is None:
            return texts
        return [
            self._cut(row, limit) if self._may_reach(text) and self._count(text) > limit else text
            for row, text in zip(rows, texts)
        ]

    def seen(self, rows: Sequence[Mapping[str, Any]]) -> list[SeenInput | None]:
        """Return what the model sees of rows that reach its limit; None for the others."""
        found: list[SeenInput | None] = [None] * len(rows)
        limit = self.limit
        if limit is None:
            return found
        for place, (row, text) in enumerate(zip(rows, self._whole_prompts(rows))):
            if self._may_reach(text) and (count := self._count(text)) >= limit:
                kept = self._cut(row, limit) if count > limit else text
                found[place] = SeenInput(count > limit, key_of([kept]), key_of([text]))
        return found

    def _whole_prompts(self, rows: Sequence[Mapping[str, Any]]) -> list[str]:
        return [replace_surrogates(self.turns.text(self.messages(dict(row)))) for row in rows]

    def _may_reach(self, text: str) -> bool:
        special = 0 if self.turns.templated else self.tokenizer.num_special_tokens_to_add()
        return may_reach([text], self.limit or 0, special)

    def _count(self, text: str) -> int:
        return len(self.token_ids([text])[0])

    def _cut(self, row: Mapping[str, Any], limit: int) -> str:
        """The prompt of a row without the end of its longest text."""
        texts = input_texts(self.task, row)
        while (count := self._count(text := self._whole_prompts([texts])[0])) > limit:
            role = max(self.task.text_roles, key=lambda name: len(texts.get(name, "")))
            if not texts.get(role):
                raise UsageError(
                    f"the prompt {self.prompt.name} has {count:,} tokens without the texts of a row, and {self.name} "
                    f"takes {limit:,} besides its answer; choose a shorter prompt, fewer examples or a larger "
                    "max_length"
                )
            texts[role] = self._shortened(texts[role], count - limit)
        return text

    def _shortened(self, text: str, tokens: int) -> str:
        """A text without its last tokens."""
        if not getattr(self.tokenizer, "is_fast", False):
            return text[: max(0, len(text) - tokens)]
        offsets = self.encode([text], truncation=False, add_special_tokens=False, return_offsets_mapping=True)
        ends = [end for _, end in offsets["offset_mapping"][0]][: -tokens or None]
        kept = ends[-1] if ends else 0
        return text[: min(kept, len(text) - 1)]


def text_row(task: Task, text: str) -> dict[str, str]:
    """Return a row whose inputs are all the same text.

    Example:
        >>> from hf_robust.tasks import task
        >>> text_row(task("nli"), "N/A")
        {'premise': 'N/A', 'hypothesis': 'N/A'}
    """
    return dict.fromkeys(task.input_roles, text)
