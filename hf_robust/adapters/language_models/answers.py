"""Answers of language models: the text, what it means as a prediction, and why it means nothing."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from hf_robust.adapters.base import Prediction, Status
from hf_robust.adapters.language_models.answer_text import without_thinking
from hf_robust.adapters.language_models.refusals import is_refusal

# why servers say that a text ends, besides that it is complete
_FINISHED: Mapping[str, Status] = {
    "length": "truncated",
    "max_tokens": "truncated",
    "model_length": "truncated",
    "content_filter": "filtered",
    "safety": "filtered",
    "refusal": "refused",
}

_SHOWN = 200  # characters of an answer that a report can show
NO_VALUE = "\ufffd"  # the replacement character: it is no label and in no gold answer


class Parsed(NamedTuple):
    """The meaning of an answer.

    Args:
        value: The prediction: a label, tags, a text.
        unaligned: Number of entities that are in the answer and not in the tokens of the row.
    """

    value: Any
    unaligned: int = 0


@dataclass(frozen=True)
class Answer:
    """An answer of a language model to one request.

    Args:
        text: The text as the model returned it.
        finish_reason: Why generation ended, as the server says it; None when it does not.
        status: ``ok`` when the text has a meaning. Otherwise ``refused``, ``truncated`` (the limit of tokens),
            ``filtered`` (a content filter), ``unparsable`` (none of these) or ``error`` (there is no answer).
        value: The prediction; None unless the status is ``ok``.
        unaligned: Number of entities that are in the answer and not in the tokens of the row. Each is a false positive.
        reason: What failed, when the status is ``error``.
        scores: Probability by label, from a model that scores all of them; None for an answer that was generated.

    Example:
        >>> Answer("Positive.", "stop", "ok", "positive").value
        'positive'
    """

    text: str
    finish_reason: str | None = None
    status: Status = "ok"
    value: Any = None
    unaligned: int = 0
    reason: str = ""
    scores: Mapping[str, float] | None = None

    @property
    def beginning(self) -> str:
        """The beginning of the text, as reports show it."""
        return self.text[:_SHOWN].strip()

    @classmethod
    def failed(cls, reason: str) -> "Answer":
        """Return the record of a request that has no answer.

        Args:
            reason: What failed, for example ``"503 after 5 attempts"``.

        Example:
            >>> Answer.failed("time-out").status
            'error'
        """
        return cls("", status="error", reason=reason)


class AnswerFormat(ABC):
    """How the answers of one kind of task are written and read.

    Class attributes:
        free_text: Whether any text is an answer, so that only its first words can be a refusal.
        most_tokens: Tokens that suffice for an answer without reasoning.
    """

    free_text: ClassVar[bool] = False
    most_tokens: ClassVar[int] = 1024

    @abstractmethod
    def parse(self, text: str, row: Mapping[str, Any]) -> Parsed | None:
        """Return the meaning of an answer; None when it has none.

        Args:
            text: The answer, without reasoning blocks.
            row: The inputs by role.
        """

    def parse_loosely(self, text: str, row: Mapping[str, Any]) -> Parsed | None:
        """Return the meaning of a text that is neither an answer of the expected form nor a refusal.

        Args:
            text: The answer, without reasoning blocks.
            row: The inputs by role.
        """
        return None

    @abstractmethod
    def missing(self, row: Mapping[str, Any]) -> Any:
        """Return the value of a prediction when there is no answer: one that is never right.

        Args:
            row: The inputs by role.
        """

    @abstractmethod
    def write(self, gold: Any, row: Mapping[str, Any]) -> str:
        """Return the answer that means a gold value, as examples in a prompt show it.

        Args:
            gold: A value as :meth:`hf_robust.tasks.Task.references` returns it.
            row: The inputs by role.
        """


def read_answer(
    text: str | None,
    expected: AnswerFormat,
    row: Mapping[str, Any] | None = None,
    finish_reason: str | None = None,
) -> Answer:
    """Read the text of a language model as a prediction.

    The text is parsed first. Refusals and the finish reason are considered only when it cannot be parsed, because
    servers return the reason ``length`` for complete answers, too.

    Args:
        text: The generated text; None when the server returned none.
        expected: The format of the answers, see :func:`answer_format`.
        row: The inputs by role.
        finish_reason: Why generation ended, as the server says it.

    Returns:
        The answer with its status and its value.

    Example:
        >>> from hf_robust.adapters.language_models.label_answers import LabelAnswers
        >>> labels = LabelAnswers({"pos": ["positive"], "neg": ["negative"]})
        >>> read_answer("Label: Positive.", labels, finish_reason="length").value
        'pos'
        >>> read_answer("I'm sorry, I cannot help with that.", labels).status
        'refused'
        >>> read_answer("The review begins", labels, finish_reason="length").status
        'truncated'
    """
    given, inputs = text or "", row or {}
    said = without_thinking(given)
    parsed = expected.parse(said, inputs) if said else None
    status: Status = "ok"
    if parsed is None:
        ended = _FINISHED.get((finish_reason or "").casefold())
        if ended in ("filtered", "refused"):
            status = ended
        elif is_refusal(said, at_start=expected.free_text) and not _is_quoted(inputs, expected):
            status = "refused"
        else:
            parsed = expected.parse_loosely(said, inputs) if said else None
            if parsed is None:
                status = ended or "unparsable"
    if parsed is None:
        return Answer(given, finish_reason, status)
    return Answer(given, finish_reason, "ok", parsed.value, parsed.unaligned)


def _is_quoted(row: Mapping[str, Any], expected: AnswerFormat) -> bool:
    """Whether an input reads as a refusal itself: its translation or summary is none."""
    return expected.free_text and any(isinstance(value, str) and is_refusal(value) for value in row.values())


def prediction_of(answer: Answer, expected: AnswerFormat, row: Mapping[str, Any]) -> Prediction:
    """Return the prediction that an answer means; one that counts as wrong when it means nothing.

    Args:
        expected: The format of the answers.
        row: The inputs by role.

    Example:
        >>> from hf_robust.adapters.language_models.label_answers import LabelAnswers
        >>> prediction_of(Answer("Good.", value="pos"), LabelAnswers({"pos": ["good"]}), {})
        Prediction(value='pos', score=None)
    """
    if answer.status != "ok":
        return Prediction(expected.missing(row), None, answer.status)
    score = None if answer.scores is None else answer.scores.get(answer.value)
    return Prediction(answer.value, score, unaligned=answer.unaligned)
