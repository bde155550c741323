"""Ways to get the answer of a chat model: which requests a row needs, and what the replies mean."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, fsum
from typing import Any, ClassVar

from hf_robust.adapters.language_models.answers import Answer, AnswerFormat, read_answer
from hf_robust.adapters.language_models.message_text import as_text
from hf_robust.adapters.language_models.model_options import AnswerMode
from hf_robust.adapters.language_models.prompts import Message
from hf_robust.adapters.remote.chat import (
    ChatAnswer,
    ChoicesBy,
    Parameters,
    Server,
    chat_request,
    completion_request,
)
from hf_robust.adapters.remote.messages import JsonRequest

_HALF = 0.5  # share of the probability of the first token above which it is most likely a label
_FEW_LABELS = 3  # for more labels, the server is asked for more alternatives
_SPACE_SIGNS = " \t\n\u2581\u0120\u010a\"'`*([{"  # what tokenizers show for spaces, and what may stand before a word


@dataclass(frozen=True)
class AnswerWay(ABC):
    """A way to get an answer.

    Args:
        server: Where the API is.
        parameters: How the model answers.
        expected: The format of the answers.
        words: Word by label, as the prompt shows them; empty for tasks without labels.
        joiner: What stands between two words in the language of the task.
    """

    mode: ClassVar[AnswerMode]

    server: Server
    parameters: Parameters
    expected: AnswerFormat
    words: Mapping[str, str]
    joiner: str = " "

    @abstractmethod
    def requests(self, messages: Sequence[Message]) -> list[JsonRequest]:
        """Return the requests for the answer to one row.

        Args:
            messages: Of the row.
        """

    @abstractmethod
    def read(self, replies: Sequence[ChatAnswer], row: Mapping[str, Any]) -> Answer:
        """Return what the replies to the requests of a row mean.

        Args:
            replies: One a request.
            row: The inputs by role.
        """


@dataclass(frozen=True)
class Generate(AnswerWay):
    """The text of the model is read."""

    mode: ClassVar[AnswerMode] = "generate"

    def requests(self, messages: Sequence[Message]) -> list[JsonRequest]:
        """Return the request for the text."""
        return [chat_request(self.server, messages, self.parameters)]

    def read(self, replies: Sequence[ChatAnswer], row: Mapping[str, Any]) -> Answer:
        """Return the meaning of the text; what the server states as a refusal is one when there is no text."""
        (reply,) = replies
        if reply.refusal and not reply.text.strip():
            return replace(read_answer("", self.expected, row, "refusal"), text=reply.refusal)
        return read_answer(reply.text, self.expected, row, reply.finish_reason)


@dataclass(frozen=True)
class Constrained(Generate):
    """The server permits nothing but the words of the labels."""

    mode = "constrained"
    choices_by: ChoicesBy = "structured_outputs"

    def requests(self, messages: Sequence[Message]) -> list[JsonRequest]:
        """Return the request for one of the words."""
        choices = tuple(self.words.values())
        parameters = replace(self.parameters, choices=choices, choices_by=self.choices_by)
        return [chat_request(self.server, messages, parameters)]


@dataclass(frozen=True)
class FirstToken(Generate):
    """The probabilities of the first tokens of the label words decide.

    When the labels hold less than half of the probability of the first token, the text is read as by :class:`Generate`.
    """

    mode = "first-token"

    @property
    def alternatives(self) -> int:
        """How many alternatives of the first token the server is asked for."""
        return 5 if len(self.words) <= _FEW_LABELS else 20

    def requests(self, messages: Sequence[Message]) -> list[JsonRequest]:
        """Return the request for the text and the alternatives of its first token."""
        return [chat_request(self.server, messages, replace(self.parameters, top_logprobs=self.alternatives))]

    def read(self, replies: Sequence[ChatAnswer], row: Mapping[str, Any]) -> Answer:
        """Return the label whose first token is the most probable, with the probabilities of all labels."""
        (reply,) = replies
        found = first_token_scores(reply.logprobs[0].top if reply.logprobs else {}, self.words)
        mass = fsum(found.values())
        if mass < _HALF:
            return super().read(replies, row)
        scores = {label: value / mass for label, value in found.items()}
        return Answer(reply.text, reply.finish_reason, "ok", max(scores, key=scores.__getitem__), scores=scores)


@dataclass(frozen=True)
class Choice(AnswerWay):
    """The log-probability of each label word behind the prompt decides; one request a label.

    The messages are sent as one text, without the chat template of the model.
    """

    mode = "choice"

    def requests(self, messages: Sequence[Message]) -> list[JsonRequest]:
        """Return one request a label: the prompt with its word behind it."""
        prompt = as_text(messages, self.joiner)
        parameters = replace(self.parameters, max_tokens=1, top_logprobs=1)
        return [
            completion_request(self.server, f"{prompt}{self.joiner}{word}", parameters, echo=True)
            for word in self.words.values()
        ]

    def read(self, replies: Sequence[ChatAnswer], row: Mapping[str, Any]) -> Answer:
        """Return the label whose word is the most probable, with the probabilities of all labels."""
        sums: dict[str, float] = {}
        for (label, word), reply in zip(self.words.items(), replies, strict=True):
            found = word_logprob(reply, f"{self.joiner}{word}")
            if found is None:
                return Answer.failed(f"the server returned no log-probabilities that spell {word!r}")
            sums[label] = found
        best = max(sums.values())
        total = fsum(exp(value - best) for value in sums.values())
        scores = {label: exp(value - best) / total for label, value in sums.items()}
        chosen = max(scores, key=scores.__getitem__)
        return Answer(self.words[chosen], None, "ok", chosen, scores=scores)


def word_logprob(reply: ChatAnswer, word: str) -> float | None:
    """Return the log-probability of the word at the end of an echoed prompt; None when the tokens do not spell it.

    Args:
        reply: With the log-probabilities of the prompt and of the tokens behind it.
        word: The end of the prompt.

    Example:
        >>> from hf_robust.adapters.remote.chat import TokenLogprob
        >>> from hf_robust.adapters.remote.costs import TokenCounts
        >>> tokens = [TokenLogprob(token, -1.0) for token in ("Label", ":", " pos", "itive", " and")]
        >>> word_logprob(ChatAnswer("", logprobs=tuple(tokens), tokens=TokenCounts(4, 1)), " positive")
        -2.0
    """
    generated = reply.tokens.output if reply.tokens else 0
    total, spelled = 0.0, ""
    for token in reversed(reply.logprobs[: len(reply.logprobs) - generated]):
        if token.logprob is None:
            return None
        total += token.logprob
        spelled = token.token.replace("\u2581", " ").replace("\u0120", " ") + spelled
        if len(spelled.strip()) >= len(word.strip()):
            return total if spelled.strip() == word.strip() else None
    return None


def first_token_scores(top: Mapping[str, float], words: Mapping[str, str]) -> dict[str, float]:
    """Return the probability of each label, summed over the alternatives of a first token that begin its word alone.

    Args:
        top: Log-probability by token.
        words: Word by label.

    Example:
        >>> words = {"pos": "positive", "neg": "negative"}
        >>> found = first_token_scores({"Pos": -0.5, " positive": -1.5, "negative": -3.0, "I": -4.0}, words)
        >>> {label: round(value, 3) for label, value in found.items()}
        {'pos': 0.83, 'neg': 0.05}
    """
    sums = dict.fromkeys(words, 0.0)
    for token, logprob in top.items():
        begun = [label for label, word in words.items() if _begins(token, word)]
        if len(begun) == 1:
            sums[begun[0]] += exp(logprob)
    return sums


def _begins(token: str, word: str) -> bool:
    said, whole = token.strip(_SPACE_SIGNS).casefold(), word.strip().casefold()
    if not said:
        return False
    return whole.startswith(said) or (said.startswith(whole) and not said[len(whole)].isalnum())


def first_words_fault(words: Mapping[str, str]) -> str:
    """Return why first tokens cannot tell labels apart; empty when they can.

    Example:
        >>> first_words_fault({"2": "very good", "1": "very bad"})
        "the label words 'very good' and 'very bad' begin with the same token"
        >>> first_words_fault({"pos": "positive", "neg": "negative"})
        ''
    """
    first: dict[str, str] = {}
    for word in words.values():
        start = re.split(r"[\s_\-/]+", word.strip().casefold())[0]
        for other, whole in first.items():
            if start.startswith(other) or other.startswith(start):
                return f"the label words {whole!r} and {word!r} begin with the same token"
        first[start] = word
    return ""
