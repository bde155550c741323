"""One try: a request is posted, and the reply is read as an answer or a failure."""

import asyncio
import json
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from hf_robust.adapters.remote.clock import Clock
from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.adapters.remote.rate_limit import RequestLimits
from hf_robust.adapters.remote.retries import RETRIED, Failure, is_unpaid, retry_after
from hf_robust.adapters.remote.secrets import Secrets
from hf_robust.core.errors import UsageError
from hf_robust.core.extras import need
from hf_robust.core.json_text import parse_json
from hf_robust.core.quoted import quoted

if TYPE_CHECKING:
    import httpx

Sign = Callable[[str, str, dict[str, str], bytes], Mapping[str, str]]
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_MOST_SAID = 300  # characters of what a server says about an error


@dataclass(frozen=True)
class Reply:
    """A usable answer.

    Args:
        body: The JSON, without keys.
        text: The same as JSON text in ASCII, to be stored.
        http_status: The status code.
    """

    body: Any
    text: str
    http_status: int


def http_client(limits: RequestLimits) -> "httpx.AsyncClient":
    """A client for one run; a proxy of the environment is not used for this computer.

    Redirects are not followed, so that a key goes only where the user sends it.

    Raises:
        MissingExtra: httpx is not installed.
    """
    need("httpx")
    import httpx

    connections = httpx.Limits(max_connections=limits.concurrency, max_keepalive_connections=limits.concurrency)
    headers = {"Accept": "application/json", "Content-Type": "application/json", "User-Agent": "hf_robust"}
    return httpx.AsyncClient(
        timeout=limits.timeout, limits=connections, mounts=direct_mounts(), headers=headers, verify=certificates()
    )


@cache
def certificates() -> ssl.SSLContext:
    """The certificates that servers are checked with; reading them takes a fifth of a second."""
    import httpx

    return httpx.create_ssl_context()


def direct_mounts() -> dict[str, None]:
    """What keeps a client from asking a proxy of the environment for this computer."""
    return {f"all://{host}": None for host in _LOOPBACK}


def is_loopback(url: str) -> bool:
    """Return whether a URL leads to this computer.

    Example:
        >>> is_loopback("http://127.0.0.1:8000/v1"), is_loopback("https://example.com")
        (True, False)
    """
    return urlsplit(url).netloc.rpartition("@")[2].startswith(_LOOPBACK)


class Exchange:
    """Sends requests, each once.

    Args:
        client: From :func:`http_client`.
        secrets: Fills the placeholders of URL and headers, and filters what comes back.
        limits: Whose time-out holds for a request as a whole.
        clock: For dates in ``Retry-After``.
        fault: Says why an answer of status 200 is not usable; empty when it is.
        sign: Returns the headers to add to a request, for example its signature. It is called before each try with
            the method, the URL, the headers and the bytes of the body.
    """

    def __init__(
        self,
        client: "httpx.AsyncClient",
        secrets: Secrets,
        limits: RequestLimits,
        clock: Clock,
        fault: Callable[[Any], str] | None = None,
        sign: Sign | None = None,
    ):
        self._client, self._secrets, self._timeout, self._clock = client, secrets, limits.timeout, clock
        self._fault, self._sign = fault, sign

    async def once(self, request: JsonRequest) -> Reply | Failure:
        """Send a request."""
        import httpx

        url = self._secrets.fill_url(request.url)
        headers = self._signed(request, url)
        try:
            async with asyncio.timeout(self._timeout):
                response = await self._client.request(request.method, url, content=request.content, headers=headers)
        except (TimeoutError, httpx.TimeoutException) as error:
            unclear = not isinstance(error, (httpx.ConnectTimeout, httpx.PoolTimeout))
            return Failure(f"no answer within {self._timeout:g} seconds", again=True, unclear=unclear)
        except (httpx.NetworkError, httpx.RemoteProtocolError, httpx.ProxyError, httpx.DecodingError) as error:
            unclear = not isinstance(error, (httpx.ConnectError, httpx.ProxyError))
            return Failure(self._said("the connection failed", error), again=True, unclear=unclear)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            return Failure(self._said("the request cannot be sent", error), again=False)
        return self._judge(response)

    def _signed(self, request: JsonRequest, url: str) -> dict[str, str]:
        """The headers of a request, with those that sign it."""
        headers = {name: self._secrets.fill(value) for name, value in request.headers.items()}
        if self._sign is None:
            return headers
        added = self._sign(request.method, url, dict(headers), request.content)
        if not isinstance(added, Mapping) or not all(isinstance(one, str) for pair in added.items() for one in pair):
            raise UsageError(f"sign must return a mapping from header to text, found {type(added).__name__}")
        self._secrets.remember(added)
        return {**headers, **added}

    def _judge(self, response: "httpx.Response") -> Reply | Failure:
        status = response.status_code
        try:
            body = parse_json(response.content)
        except ValueError:  # cut off, no JSON, or not in UTF-8
            if response.is_success:
                said = quoted(self._secrets.hide(response.text))
                return Failure(f"the answer is no complete JSON: {said}", True, status, unclear=True)
            return self._refusal(response, None)
        if not response.is_success:
            return self._refusal(response, self._secrets.hide_in(body))
        return self.judged(body, status)

    def judged(self, body: Any, status: int) -> Reply | Failure:
        """The JSON of an answer as a reply, or as a failure where it is not usable.

        Args:
            body: The JSON.
            status: The status code, which says that the request was answered.
        """
        text = json.dumps(body)
        if self._secrets.hide(text) != text:
            body = self._secrets.hide_in(body)
            text = json.dumps(body)
        if self._fault and (fault := self._fault(body)):
            return Failure(self._secrets.hide(fault), again=True, http_status=status, body=body, unclear=True)
        return Reply(body, text, status)

    def _refusal(self, response: "httpx.Response", body: Any) -> Failure:
        status = response.status_code
        said = error_message(body) or self._secrets.hide(response.text) or response.reason_phrase
        wait = retry_after(response.headers.get("retry-after"), self._clock.date())
        unpaid = is_unpaid(status, body, said)
        again = status in RETRIED and not unpaid
        return Failure(f"HTTP {status}: {quoted(said, _MOST_SAID)}", again, status, wait, body, unpaid=unpaid)

    def _said(self, failure: str, error: Exception) -> str:
        said = self._secrets.hide(str(error))
        return f"{failure} ({type(error).__name__}: {quoted(said, _MOST_SAID)})"


def error_message(body: Any) -> str:
    """What the JSON of an error says; servers put it in ``error.message``, ``error``, ``message`` or ``detail``.

    Example:
        >>> error_message({"error": {"message": "no such model"}}), error_message({"detail": "Not Found"})
        ('no such model', 'Not Found')
    """
    while isinstance(body, Mapping):
        body = next((body[name] for name in ("error", "message", "detail") if body.get(name)), None)
    return body if isinstance(body, str) else json.dumps(body) if body else ""
