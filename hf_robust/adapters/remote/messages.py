"""A request for JSON and what became of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal

from hf_robust.adapters.remote.secrets import check_no_literal_keys
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted

_FORMAT = 1  # part of each key; raised when keys are made in another way


@dataclass(frozen=True)
class JsonRequest:
    """JSON that is sent to a URL.

    Args:
        url: Where; may hold ``${env:NAME}``.
        body: The JSON: model, messages and parameters. It is sent as it is, without placeholders. None for no body.
        headers: By name; ``${env:NAME}`` is replaced when the request is sent, so that no key is kept here.
        repeat: Number of the repeat, from 0. Each repeat is asked and stored apart.
        method: The HTTP method.

    Raises:
        UsageError: The URL is not of ``http`` or ``https``, a key is written out, or the body is not JSON.

    Example:
        >>> request = JsonRequest("http://127.0.0.1:8000/v1/chat/completions", {"model": "m", "messages": []})
        >>> request.key == JsonRequest(request.url, {"messages": [], "model": "m"}).key, len(request.key)
        (True, 16)
    """

    url: str
    body: Mapping[str, Any] | list[Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    repeat: int = 0
    method: str = "POST"

    def __post_init__(self) -> None:
        if not self.url.startswith(("http://", "https://")):
            raise UsageError(f"a URL must begin with http:// or https://, found {quoted(self.url)}")
        check_no_literal_keys(self.url, self.headers)
        _ = self.content  # what is no JSON is refused before anything is sent

    @cached_property
    def content(self) -> bytes:
        """The bytes to send."""
        if self.body is None:
            return b""
        try:
            return json.dumps(self.body, allow_nan=False).encode("ascii")
        except (TypeError, ValueError) as error:
            raise UsageError(f"the body of a request must be JSON: {error}; found {quoted(self.body)}") from error

    @cached_property
    def key(self) -> bytes:
        """What the answer is stored under: made from URL, body, repeat and method, and not from headers."""
        method = [] if self.method == "POST" else [self.method]
        parts = json.dumps([_FORMAT, self.url, self.body, self.repeat, *method], sort_keys=True)
        return blake2b(parts.encode("ascii"), digest_size=16).digest()

    @property
    def model(self) -> str:
        """The model that the body names; empty without one."""
        return str(self.body.get("model", "")) if isinstance(self.body, Mapping) else ""


@dataclass(frozen=True)
class ServerAnswer:
    """What became of a request.

    Args:
        status: ``ok``, or ``error`` when no usable answer came.
        body: The JSON of the answer; of an error what the server said, if that was JSON.
        reason: Why there is no answer; empty for ``ok``.
        http_status: The last status code; None when the server did not reply or the answer was stored before.
        tries: How often the request was sent; 0 when the answer was stored before.

    Example:
        >>> ServerAnswer("ok", {"choices": []}, tries=1).stored
        False
    """

    status: Literal["ok", "error"]
    body: Any = None
    reason: str = ""
    http_status: int | None = None
    tries: int = 0

    @property
    def stored(self) -> bool:
        """Whether it was read from the store."""
        return self.status == "ok" and not self.tries
