"""Keys of APIs: they are read from environment variables, sent, and never written."""

import base64
import json
import logging
import os
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, quote, quote_plus, urlsplit

from hf_robust.core.errors import UsageError

HIDDEN = "[hidden]"
"""What stands in place of a key."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_REFERENCE = re.compile(r"\$\{env:([^}]*)\}")
_SECRET_HEADER = re.compile(
    r"authorization|cookie|secret|password|(?:^|[-_])(?:api)?[-_]?(?:key|token)$", re.IGNORECASE
)
_SHORTEST = 6  # local servers take placeholders such as EMPTY or none, which are words of many answers
_MOST_SENT = 64  # a signature is for one request, and each has its own
_LOGGERS = (
    *("httpx", "httpx2", "huggingface_hub.utils._http"),
    *(
        f"{library}.{part}"
        for library in ("httpcore", "httpcore2")
        for part in ("connection", "http11", "http2", "proxy", "socks")
    ),
)  # a filter of a logger does not apply to the loggers below it


class Secrets:
    """The environment variables whose values are sent, and a filter for everything that is written.

    Its ``repr`` and its pickle have the names of the variables and no value.

    Args:
        names: Names of environment variables. :meth:`fill` adds the names that it reads.

    Raises:
        UsageError: A name is not the name of a variable. The message does not show it, because it may be a key.

    Example:
        >>> os.environ["DEMO_KEY"] = "sk-0123456789"
        >>> secrets = Secrets()
        >>> secrets.fill("Bearer ${env:DEMO_KEY}")
        'Bearer sk-0123456789'
        >>> secrets.hide("401: wrong key sk-0123456789")
        '401: wrong key [hidden]'
        >>> secrets
        Secrets(['DEMO_KEY'])
    """

    def __init__(self, names: Iterable[str] = ()):
        self._names: set[str] = set()
        self._sent: deque[str] = deque(maxlen=_MOST_SENT)
        for name in names:
            self._names.add(checked_name(name))

    def __repr__(self) -> str:
        return f"Secrets({sorted(self._names)})"

    def __getstate__(self) -> dict[str, Any]:
        return {"_names": self._names, "_sent": deque(maxlen=_MOST_SENT)}

    def remember(self, headers: Mapping[str, str]) -> None:
        """Hide the values of headers that carry a key, where they come from no environment variable.

        Args:
            headers: Header by name, as a request sends them.

        Example:
            >>> secrets = Secrets()
            >>> secrets.remember({"Authorization": "Signature abcdef", "X-Date": "20260101"})
            >>> secrets.hide("Signature abcdef of 20260101")
            '[hidden] of 20260101'
        """
        for name, value in headers.items():
            if _SECRET_HEADER.search(name) and value not in self._sent:
                self._sent.append(value)

    def fill(self, template: str) -> str:
        """Replace each ``${env:NAME}`` by the value of the variable.

        Raises:
            UsageError: A variable is not set, or its value cannot stand in a header.
        """
        return _REFERENCE.sub(lambda found: self._value(found[1]), template)

    def fill_url(self, template: str) -> str:
        """:meth:`fill` for a URL, in which the values are percent-encoded.

        Example:
            >>> os.environ["DEMO_KEY"] = "a/b&c=d"
            >>> Secrets().fill_url("https://example.com/v1?key=${env:DEMO_KEY}")
            'https://example.com/v1?key=a%2Fb%26c%3Dd'
        """
        return _REFERENCE.sub(lambda found: quote(self._value(found[1]), safe=""), template)

    def _value(self, reference: str) -> str:
        name = checked_name(reference)
        value = os.environ.get(name, "").strip()
        if not value:
            raise UsageError(f"the environment variable {name} is not set; run: export {name}=...")
        if not (value.isascii() and value.isprintable()):
            raise UsageError(f"the value of the environment variable {name} must consist of printable ASCII characters")
        self._names.add(name)
        return value

    def hide(self, text: str) -> str:
        """The text with ``[hidden]`` in place of each value, also where it is escaped for JSON, a URL or base64.

        Values of fewer than 6 characters stay: servers without keys take placeholders such as ``EMPTY``.
        """
        for value in (*self._sent, *(os.environ.get(name, "").strip() for name in self._names)):
            for form in _forms(value):
                if form in text:
                    text = text.replace(form, HIDDEN)
        return text

    def hide_in(self, value: Any) -> Any:
        """A JSON value with :meth:`hide` applied to all that it holds, keys of objects included.

        Example:
            >>> os.environ["DEMO_KEY"] = "sk-0123456789"
            >>> Secrets(["DEMO_KEY"]).hide_in({"said": ["your key is sk-0123456789"], "n": 1})
            {'said': ['your key is [hidden]'], 'n': 1}
        """
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, Mapping):
            return {self.hide(key): self.hide_in(part) for key, part in value.items()}
        if isinstance(value, list):
            return [self.hide_in(part) for part in value]
        said = json.dumps(value)
        hidden = self.hide(said)
        return value if hidden == said else hidden

    @contextmanager
    def hidden_in_logs(self) -> Iterator[None]:
        """Filter what the HTTP client logs while the block runs."""
        loggers = [logging.getLogger(name) for name in _LOGGERS]
        for logger in loggers:
            logger.addFilter(self._hide_in_record)
        try:
            yield
        finally:
            for logger in loggers:
                logger.removeFilter(self._hide_in_record)

    def _hide_in_record(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = self.hide(record.getMessage()), ()
        if record.exc_info:
            record.exc_text = self.hide(logging.Formatter().formatException(record.exc_info))
            record.exc_info = None
        return True


@lru_cache(maxsize=64)
def _forms(value: str) -> tuple[str, ...]:
    """A value as it may stand in a text, the longest form first."""
    if len(value) < _SHORTEST:
        return ()
    encoded = base64.b64encode(value.encode("utf-8", "surrogateescape")).decode("ascii")
    escaped = (json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1], repr(value)[1:-1])
    forms = {value, quote(value, safe="", errors="replace"), quote_plus(value, errors="replace"), encoded, *escaped}
    return tuple(sorted(forms, key=len, reverse=True))


def checked_name(name: Any) -> str:
    """The name of an environment variable.

    Raises:
        UsageError: It is something else. The message does not show it, because it may be a key.

    Example:
        >>> checked_name("MY_KEY")
        'MY_KEY'
        >>> checked_name("sk-0123456789")
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.UsageError: expected the name of an environment variable, such as MY_KEY, found 13 \
characters that are no such name; if they are a key, run: export MY_KEY=... and give the name MY_KEY
    """
    if isinstance(name, str) and _NAME.fullmatch(name):
        return name
    found = f"{len(name)} characters that are no such name" if isinstance(name, str) else type(name).__name__
    raise UsageError(
        f"expected the name of an environment variable, such as MY_KEY, found {found}; "
        "if they are a key, run: export MY_KEY=... and give the name MY_KEY"
    )


def variables(template: str) -> list[str]:
    """Return the names of the environment variables in a text.

    Args:
        template: A text with ``${env:NAME}``.

    Example:
        >>> variables("Bearer ${env:MY_KEY}")
        ['MY_KEY']
    """
    return _REFERENCE.findall(template)


def key_header(api_key_env: str | None) -> dict[str, str]:
    """The header that carries a key, with a placeholder for its value.

    Args:
        api_key_env: Name of the environment variable with the key; None for a server without keys.

    Raises:
        UsageError: It is no name of a variable.

    Example:
        >>> key_header("MY_KEY"), key_header(None)
        ({'Authorization': 'Bearer ${env:MY_KEY}'}, {})
    """
    return {} if api_key_env is None else {"Authorization": f"Bearer ${{env:{checked_name(api_key_env)}}}"}


def check_query(url: str) -> None:
    """Refuse a key that is written out in the query of a URL.

    Args:
        url: May hold placeholders.

    Raises:
        UsageError: A key is written out. The message names the parameter and not its value.

    Example:
        >>> check_query("https://example.com/v1?key=${env:MY_KEY}&text={{text}}")
    """
    for name, value in parse_qsl(urlsplit(url).query):
        if _SECRET_HEADER.search(name) and not _REFERENCE.search(value) and "{{" not in value:
            raise UsageError(
                f"the parameter {name} of the URL must read its key from an environment variable: "
                f"run export MY_KEY=... and write {name}=${{env:MY_KEY}}"
            )


def check_no_literal_keys(url: str, headers: Mapping[str, str]) -> None:
    """Refuse a key that is written out where ``${env:NAME}`` belongs.

    Args:
        url: May hold placeholders, but no user and password.
        headers: By name; headers such as ``Authorization`` must have a placeholder.

    Raises:
        UsageError: A key is written out. The message names the header and not its value.

    Example:
        >>> check_no_literal_keys("https://example.com", {"Authorization": "Bearer ${env:MY_KEY}"})
    """
    if "@" in _REFERENCE.sub("", urlsplit(url).netloc):
        raise UsageError("the URL must not hold a user and password; send them in a header: ${env:NAME} in its value")
    for name, value in headers.items():
        if _SECRET_HEADER.search(name) and not _REFERENCE.search(value):
            raise UsageError(
                f"the header {name} must read its key from an environment variable: "
                f"run export MY_KEY=... and write {name}: ${{env:MY_KEY}}"
            )
