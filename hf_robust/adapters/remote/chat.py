"""Requests to chat models and completion models of an OpenAI-compatible API, and what their answers say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Literal, TypeGuard

from hf_robust.adapters.remote.costs import TokenCounts, used_tokens
from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.adapters.remote.secrets import key_header
from hf_robust.core.checks import is_number, whole_number
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted

Message = Mapping[str, str]
ChoicesBy = Literal["structured_outputs", "response_format"]


@dataclass(frozen=True)
class Server:
    """Where the API is.

    Args:
        base_url: Up to and with ``/v1``.
        api_key_env: Name of the environment variable with the key; None for a server without keys.
        headers: More headers; keys in them are written as ``${env:NAME}``.

    Raises:
        UsageError: ``api_key_env`` is no name of a variable.

    Example:
        >>> Server("http://127.0.0.1:8000/v1/", api_key_env="MY_KEY").url("chat/completions")
        'http://127.0.0.1:8000/v1/chat/completions'
    """

    base_url: str
    api_key_env: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        key_header(self.api_key_env)

    def url(self, path: str) -> str:
        """The URL of a route."""
        return f"{self.base_url.rstrip('/')}/{path}"

    def request(self, path: str, body: Mapping[str, Any], repeat: int) -> JsonRequest:
        """A request to a route."""
        return JsonRequest(self.url(path), body, {**key_header(self.api_key_env), **self.headers}, repeat)


@dataclass(frozen=True)
class Parameters:
    """How a model answers. A parameter that is None is not sent.

    Args:
        model: Name of the model at the server.
        temperature: 0 for the most probable answer.
        seed: For servers that draw from a seed.
        max_tokens: The most tokens of an answer.
        top_logprobs: How many alternatives of each token the server returns with their log-probabilities; 0 for those
            of the answer alone.
        choices: The only answers that are allowed.
        choices_by: How ``choices`` are sent: ``structured_outputs`` (vLLM) or ``response_format`` (a JSON schema with
            an ``enum``, so that the answer is ``{"answer": ...}``).
        response_format: Sent as it is; not together with ``choices``.
        stop: Texts at which an answer ends.
        extra: More parameters, sent as they are. They replace others of the same name; None removes one, as
            ``{"max_tokens": None, "max_completion_tokens": 8}``.

    Raises:
        UsageError: A parameter has a wrong value.

    Example:
        >>> Parameters("m", max_tokens=8, seed=1).body()
        {'model': 'm', 'temperature': 0.0, 'seed': 1, 'max_tokens': 8}
    """

    model: str
    temperature: float | None = 0.0
    seed: int | None = None
    max_tokens: int | None = None
    top_logprobs: int | None = None
    choices: tuple[str, ...] = ()
    choices_by: ChoicesBy = "structured_outputs"
    response_format: Mapping[str, Any] | None = None
    stop: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        whole_number(self.max_tokens, "max_tokens", 1, optional=True)
        whole_number(self.top_logprobs, "top_logprobs", 0, optional=True)
        if self.temperature is not None and not (is_number(self.temperature) and self.temperature >= 0):
            raise UsageError(f"temperature must be 0 or more, or None, found {quoted(self.temperature)}")
        if self.choices_by not in ("structured_outputs", "response_format"):
            raise UsageError(
                f"choices_by must be structured_outputs or response_format, found {quoted(self.choices_by)}"
            )
        if self.choices and self.response_format:
            raise UsageError("choices and response_format exclude each other; give one of them")

    def body(self) -> dict[str, Any]:
        """The parameters of both routes."""
        given = {
            "model": self.model,
            "temperature": self.temperature,
            "seed": self.seed,
            "max_tokens": self.max_tokens,
            "response_format": self.response_format,
            "stop": list(self.stop) or None,
            **self._choices(),
            **self.extra,
        }
        return {name: value for name, value in given.items() if value is not None}

    def _choices(self) -> dict[str, Any]:
        if not self.choices:
            return {}
        if self.choices_by == "structured_outputs":
            return {"structured_outputs": {"choice": list(self.choices)}}
        answer = {"type": "string", "enum": list(self.choices)}
        schema = {"type": "object", "properties": {"answer": answer}, "required": ["answer"]}
        named = {"name": "answer", "strict": True, "schema": {**schema, "additionalProperties": False}}
        return {"response_format": {"type": "json_schema", "json_schema": named}}


def chat_request(server: Server, messages: Sequence[Message], parameters: Parameters, repeat: int = 0) -> JsonRequest:
    """A request to ``chat/completions``.

    Args:
        server: Where the API is.
        messages: Each with ``role`` and ``content``.
        parameters: How the model answers.
        repeat: Number of the repeat, from 0.

    Example:
        >>> server = Server("http://127.0.0.1:8000/v1")
        >>> chat_request(server, [{"role": "user", "content": "Hi"}], Parameters("m", top_logprobs=5)).body
        {'model': 'm', 'temperature': 0.0, 'logprobs': True, 'top_logprobs': 5, \
'messages': [{'role': 'user', 'content': 'Hi'}]}
    """
    asked = {} if parameters.top_logprobs is None else {"logprobs": True, "top_logprobs": parameters.top_logprobs}
    body = {**parameters.body(), **asked, "messages": [dict(message) for message in messages]}
    return server.request("chat/completions", body, repeat)


def completion_request(
    server: Server, prompt: str, parameters: Parameters, echo: bool = False, repeat: int = 0
) -> JsonRequest:
    """A request to ``completions``.

    Args:
        server: Where the API is.
        prompt: The text to continue.
        parameters: How the model answers.
        echo: Whether the prompt comes back before the answer, with its log-probabilities.
        repeat: Number of the repeat, from 0.

    Example:
        >>> completion_request(Server("http://127.0.0.1:8000/v1"), "Once", Parameters("m", top_logprobs=1)).body
        {'model': 'm', 'temperature': 0.0, 'logprobs': 1, 'prompt': 'Once'}
    """
    asked: dict[str, Any] = {} if parameters.top_logprobs is None else {"logprobs": parameters.top_logprobs}
    asked |= {"echo": True} if echo else {}
    return server.request("completions", {**parameters.body(), **asked, "prompt": prompt}, repeat)


@dataclass(frozen=True)
class TokenLogprob:
    """A token and its log-probability.

    Args:
        token: Its text.
        logprob: Natural logarithm of its probability; None for the first token of a prompt.
        top: The most probable tokens at its place with their log-probabilities.
    """

    token: str
    logprob: float | None
    top: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class ChatAnswer:
    """What a model answered.

    Args:
        text: The answer; empty when there is none.
        finish_reason: Why it ended: ``stop``, ``length``, ``content_filter``; None when the server did not say.
        refusal: What the server states as a refusal, in a field of its own.
        reasoning: What the model wrote before its answer, when the server separates it.
        logprobs: Of the tokens; empty when the server returned none.
        tokens: As counted by the server; None when it did not say.
        fingerprint: ``system_fingerprint``: changes when the server changes.
        model: The model that answered, by the server's name.

    Example:
        >>> body = {"choices": [{"message": {"content": "good"}, "finish_reason": "stop"}]}
        >>> answer = read_answer(body)
        >>> answer.text, answer.finish_reason, answer.logprobs
        ('good', 'stop', ())
    """

    text: str
    finish_reason: str | None = None
    refusal: str | None = None
    reasoning: str | None = None
    logprobs: tuple[TokenLogprob, ...] = ()
    tokens: TokenCounts | None = None
    fingerprint: str | None = None
    model: str | None = None


def answer_fault(body: Any) -> str:
    """Why the JSON of an answer is not usable; empty when it is. To be given to a ``Transport``.

    Example:
        >>> answer_fault({"choices": [{"message": {"content": "good"}}]}), answer_fault({"error": "overloaded"})
        ('', "expected an answer with choices, found {'error': 'overloaded'}")
    """
    choices = body.get("choices") if isinstance(body, Mapping) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(first, Mapping) or not ("text" in first or isinstance(first.get("message"), Mapping)):
        return f"expected an answer with choices, found {quoted(body)}"
    return ""


def read_answer(body: Any) -> ChatAnswer:
    """Read the JSON of an answer of ``chat/completions`` or ``completions``.

    Raises:
        UsageError: It has no choices.
    """
    if fault := answer_fault(body):
        raise UsageError(fault)
    choice = body["choices"][0]
    message = choice.get("message") or {"content": choice.get("text")}
    return ChatAnswer(
        text=_content(message.get("content")),
        finish_reason=_text(choice.get("finish_reason")),
        refusal=_text(message.get("refusal")),
        reasoning=_text(message.get("reasoning_content")) or _text(message.get("reasoning")),
        logprobs=_logprobs(choice.get("logprobs")),
        tokens=used_tokens(body),
        fingerprint=_text(body.get("system_fingerprint")),
        model=_text(body.get("model")),
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _content(content: Any) -> str:
    """The text of a message; some servers send a list of parts."""
    if isinstance(content, list):
        parts = (part.get("text") if isinstance(part, Mapping) else part for part in content)
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _logprobs(logprobs: Any) -> tuple[TokenLogprob, ...]:
    """Log-probabilities in the form of either route; empty when a part of them is no number."""
    if not isinstance(logprobs, Mapping):
        return ()
    content = logprobs.get("content")
    if isinstance(content, list):
        rows = [(item.get("token"), item.get("logprob"), item.get("top_logprobs")) for item in _maps(content)]
    else:
        rows = _completion_rows(logprobs)
    read: list[TokenLogprob] = []
    for token, value, top in rows:
        starts_prompt = value is None and not read and content is None  # nothing stands before it
        if not isinstance(token, str) or not (_is_logprob(value) or starts_prompt):
            return ()
        read.append(TokenLogprob(token, value, _pairs(top)))
    return tuple(read)


def _completion_rows(value: Mapping[str, Any]) -> list[tuple[Any, Any, Any]]:
    """Token, log-probability and alternatives by place, from the lists of ``completions``."""
    tokens, values, tops = (value.get(name) for name in ("tokens", "token_logprobs", "top_logprobs"))
    if not isinstance(tokens, list) or not isinstance(values, list) or len(tokens) != len(values):
        return []
    if not isinstance(tops, list) or len(tops) != len(tokens):
        tops = [None] * len(tokens)
    return list(zip(tokens, values, tops))


def _maps(values: list[Any]) -> list[Mapping[str, Any]]:
    return [value if isinstance(value, Mapping) else {} for value in values]


def _pairs(top: Any) -> dict[str, float]:
    """Alternatives of a token, from a mapping (completions) or a list (chat)."""
    if isinstance(top, list):
        pairs = [(one.get("token"), one.get("logprob")) for one in _maps(top)]
    else:
        pairs = list(top.items()) if isinstance(top, Mapping) else []
    return {token: float(value) for token, value in pairs if isinstance(token, str) and _is_logprob(value)}


def _is_logprob(value: Any) -> TypeGuard[float]:
    return is_number(value) and isfinite(value) and value <= 1e-3  # rounding of servers can exceed 0
