"""Causal language models whose text is read as the answer."""

from collections.abc import Iterator, Sequence
from typing import Any

from hf_robust.adapters.huggingface.causal_predictor import CausalPredictor
from hf_robust.adapters.language_models.answers import Answer, read_answer
from hf_robust.adapters.language_models.model_options import ResolvedOptions
from hf_robust.core.errors import UsageError
from hf_robust.tasks import Task

_TURN_END = "\n\n"  # between the turns of a plain text
_SMALLEST_PROMPT = 16  # tokens


class CausalGeneration(CausalPredictor):
    """Decodes greedily, and reads the text.

    Args:
        task: The task, bound to the data.
        options: Prompt, examples and limits.
        **how: As for :class:`CausalPredictor`.

    Raises:
        UsageError: The answers leave no room for a prompt.
    """

    mode = "generate"

    def __init__(self, model: Any, tokenizer: Any, task: Task, options: ResolvedOptions, **how: Any):
        super().__init__(model, tokenizer, task, options, **how)
        if self.limit is not None and self.limit < _SMALLEST_PROMPT:
            raise UsageError(
                f"max_tokens={self.room} leaves no room for a prompt: {self.name} takes {self.max_length} tokens of "
                "prompt and answer together; use a smaller max_tokens"
            )
        self._ends = self._end_ids()

    @property
    def room(self) -> int:
        """The most tokens of an answer."""
        return self.options.max_tokens

    def settings(self) -> dict[str, Any]:
        """Return the settings of the base, and the most tokens of an answer."""
        return {**super().settings(), "max_tokens": self.options.max_tokens}

    def describe(self) -> dict[str, Any]:
        """Return the prompt, the way of answering and the most tokens of an answer."""
        return {**super().describe(), "max_tokens": self.options.max_tokens}

    def answers(
        self, rows: list[dict[str, Any]], repeats: Sequence[int] = ()
    ) -> Iterator[tuple[list[int], list[Answer]]]:
        """Yield the indices of some rows and what the texts for them mean."""
        if not rows:
            return
        ids = self.token_ids([self._opened(prompt) for prompt in self.prompt_texts(rows)])
        if not self.turns.templated and self.tokenizer.eos_token_id is not None:
            # a tokenizer that ends each text would have the model go on behind the end
            ids = [one[:-1] if len(one) > 1 and one[-1] == self.tokenizer.eos_token_id else one for one in ids]
        encoded = {"input_ids": ids, "attention_mask": [[1] * len(one) for one in ids]}
        with self.computing(method="generate") as generate:
            for places, tensors in self.tensors(encoded, side="left"):
                written = generate(**tensors, **self._how())[:, tensors["input_ids"].shape[1] :].tolist()
                yield places, [self._read(own, rows[place]) for place, own in zip(places, written, strict=True)]

    def _opened(self, prompt: str) -> str:
        """A prompt with what stands between it and an answer, where that is more than spaces.

        Most tokenizers join a space with the word behind it, so the model writes the space itself.
        """
        return prompt + self.turns.joiner if self.turns.joiner.strip() else prompt

    def _read(self, ids: list[int], row: dict[str, Any]) -> Answer:
        stop = next((place for place, token in enumerate(ids) if token in self._ends), None)
        text = self.tokenizer.decode(ids[:stop], skip_special_tokens=True)
        ended = stop is not None
        if not self.turns.templated:
            turn, mark, _ = text.lstrip().partition(_TURN_END)
            text, ended = turn, ended or bool(mark)
        return read_answer(text, self.expected, row, "stop" if ended else "length")

    def _how(self) -> dict[str, Any]:
        """The options of ``generate``; what a model prefers for random draws is left out."""
        pad = self.tokenizer.pad_token_id if "pad_token" in self.tokenizer.special_tokens_map else None
        ends = self._ends or None
        return {
            "do_sample": False,
            "num_beams": 1,
            "max_new_tokens": self.options.max_tokens,
            "max_length": None,
            "temperature": None,
            "top_p": None,
            "top_k": None,
            "eos_token_id": ends,
            "pad_token_id": pad if pad is not None else (ends[0] if ends else 0),
        }

    def _end_ids(self) -> list[int]:
        """The tokens that end an answer: those of the model, of the tokenizer and of the chat template."""
        own = getattr(self.model.generation_config, "eos_token_id", None)
        found = [*(own if isinstance(own, list) else [own]), self.tokenizer.eos_token_id]
        if self.turns.end.strip():
            first = self.encode([self.turns.end.lstrip()], truncation=False, add_special_tokens=False)["input_ids"][0]
            found += [token for token in first[:1] if token in self.tokenizer.all_special_ids]
        return sorted({token for token in found if token is not None})
