"""Causal language models that choose the label whose word is the most probable behind the prompt."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from hf_robust.adapters.huggingface.answer_tokens import AnswerTokens, split_answers
from hf_robust.adapters.huggingface.causal_predictor import CausalPredictor, text_row
from hf_robust.adapters.huggingface.token_scores import token_scores
from hf_robust.adapters.language_models.answer_formats import answer_names
from hf_robust.adapters.language_models.answers import Answer
from hf_robust.adapters.language_models.calibration import CONTENT_FREE, calibrated, label_bias, softmax
from hf_robust.adapters.language_models.model_options import ResolvedOptions
from hf_robust.adapters.language_models.prompts import Prompt
from hf_robust.adapters.language_models.shots import Shot
from hf_robust.core.errors import UsageError
from hf_robust.tasks import Task


class CausalChoice(CausalPredictor):
    """Compares the log-likelihoods of the label words behind the prompt.

    The log-likelihood of a word is the sum over its tokens. Where the tokens of a word begin those of another word,
    the end of the answer counts as a token too, so that the shorter word is not always the more probable one.

    Args:
        task: A task whose answers are labels, bound to the data.
        options: Prompt, examples and limits.
        first: Whether the first token of each word counts alone.
        normalize: Whether the log-likelihood of a word is divided by its number of tokens.
        calibrate: Whether the preference of the model for a label on inputs without content is removed.
        **how: As for :class:`CausalPredictor`.

    Raises:
        UsageError: The model cannot tell two words apart.
    """

    labels: tuple[str, ...]

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        task: Task,
        options: ResolvedOptions,
        *,
        first: bool = False,
        normalize: bool = False,
        calibrate: bool = False,
        **how: Any,
    ):
        self.mode = "first-token" if first else "choice"
        self.normalize, self.calibrate = normalize, calibrate
        super().__init__(model, tokenizer, task, options, **how)

    def _ask_with(self, prompt: Prompt, shots: tuple[Shot, ...]) -> None:
        super()._ask_with(prompt, shots)
        self.labels = answer_names(self.task)
        words = prompt.label_words(self.task)
        self._words = tuple(words[label] for label in self.labels)
        self._end = ""
        self._biases: dict[str | None, np.ndarray] = {}
        self._room = 0
        self._check_words()

    @property
    def room(self) -> int:
        """The tokens of the longest word."""
        return self._room

    def settings(self) -> dict[str, Any]:
        """Return the settings of the base, and how the scores are computed."""
        return {**super().settings(), "normalize": self.normalize, "calibrate": self.calibrate, "end": self._end}

    def describe(self) -> dict[str, Any]:
        """Return the prompt, the way of answering, and how the scores are computed."""
        return {**super().describe(), "normalized": self.normalize, "calibrated": self.calibrate}

    def answers(
        self, rows: list[dict[str, Any]], repeats: Sequence[int] = ()
    ) -> Iterator[tuple[list[int], list[Answer]]]:
        """Yield the indices of some rows and the label of each, with the probabilities of all labels."""
        for places, logs in self._log_scores(rows):
            yield places, [self._answer(probabilities) for probabilities in softmax(logs)]

    def probabilities(self, rows: list[dict[str, Any]], *, dtype: str | None = None) -> np.ndarray:
        """Return the probability of each label, in the order of ``labels``, for each row.

        Args:
            rows: Rows keyed by role.
            dtype: Name of the torch type to compute in, for example ``bfloat16``; that of the predictor when None.
        """
        found = np.empty((len(rows), len(self.labels)))
        for places, logs in self._log_scores(rows, dtype):
            found[places] = softmax(logs)
        return found

    def _answer(self, probabilities: np.ndarray) -> Answer:
        best = int(probabilities.argmax())
        scores = dict(zip(self.labels, probabilities.tolist()))
        return Answer(self._words[best], None, "ok", self.labels[best], scores=scores)

    def _log_scores(
        self, rows: Sequence[Mapping[str, Any]], dtype: str | None = None
    ) -> Iterator[tuple[list[int], np.ndarray]]:
        """Indices of some rows, and the log-score of each label of them."""
        if not rows:
            return
        bias = self._bias(dtype) if self.calibrate else np.zeros(len(self.labels))
        for places, logs in self._likelihoods(rows, dtype):
            yield places, calibrated(logs, bias)

    def _bias(self, dtype: str | None) -> np.ndarray:
        """The preference for each label on inputs without content; computed once for each type."""
        key = dtype or self.precision
        if key not in self._biases:
            rows = [text_row(self.task, text) for text in CONTENT_FREE]
            logs = np.empty((len(rows), len(self.labels)))
            for places, found in self._likelihoods(rows, dtype):
                logs[places] = found
            self._biases[key] = label_bias(logs)
        return self._biases[key]

    def _likelihoods(
        self, rows: Sequence[Mapping[str, Any]], dtype: str | None
    ) -> Iterator[tuple[list[int], np.ndarray]]:
        """Indices of some rows, and the log-likelihood of each word behind their prompts."""
        asked = self.tokens(rows)
        for places, scores in token_scores(self, asked, dtype):
            yield places, np.array([[self._reduced(own) for own in row] for row in scores])

    def _reduced(self, scores: np.ndarray) -> float:
        return float(scores.mean() if self.normalize else scores.sum())

    def tokens(self, rows: Sequence[Mapping[str, Any]]) -> list[AnswerTokens]:
        """Return the token ids of the prompt of each row, and of each word behind it.

        Args:
            rows: Rows keyed by role.
        """
        prompts = self.prompt_texts(rows)
        ends = [f"{self.turns.joiner}{word}{self._end}" for word in self._words]
        ids = self.token_ids([prompt + end for prompt in prompts for end in ("", *ends)])
        size = 1 + len(ends)
        found = [split_answers(ids[start], ids[start + 1 : start + size]) for start in range(0, len(ids), size)]
        return [one.first() for one in found] if self.mode == "first-token" else found

    def _check_words(self) -> None:
        """Check that the tokens tell the words apart; set the end mark and the room."""
        (found,) = self.tokens([text_row(self.task, "a")])
        if self.mode != "first-token" and found.has_prefixes():
            self._end = self.turns.end or self.tokenizer.eos_token or ""
            (found,) = self.tokens([text_row(self.task, "a")])
        self._room = max(map(len, found.answers)) + 1  # a word may be split otherwise behind another text
        seen: dict[tuple[int, ...], str] = {}
        for word, ids in zip(self._words, found.answers):
            other = seen.setdefault(tuple(ids), word)
            if other != word:
                of = "first token" if self.mode == "first-token" else "tokens"
                instead = "answer='choice', or " if self.mode == "first-token" else ""
                raise UsageError(
                    f"the label words {other!r} and {word!r} have the same {of} in the tokenizer of {self.name}; use "
                    f"{instead}label_map={{word: label, ...}} with other words"
                )
