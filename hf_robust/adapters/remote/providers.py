"""Hugging Face Inference Providers and Endpoints: requests that the client of ``huggingface_hub`` sends."""

import asyncio
import inspect
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.remote.exchange import Exchange, Reply
from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.adapters.remote.retries import Failure
from hf_robust.adapters.remote.transport import Transport
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import named, quoted

if TYPE_CHECKING:
    from huggingface_hub import AsyncInferenceClient

_ROOT = "https://huggingface.co/inference"
CHAT, CLASSIFICATION, TAGGING = "chat/completions", "text-classification", "token-classification"
"""Routes: the last part of the URL of a request. The client of ``huggingface_hub`` finds the URL of the provider."""


def provider_url(provider: str, route: str = "") -> str:
    """Return the URL under which the answers of a provider are stored.

    Args:
        provider: Its name, or ``auto``.
        route: What is asked for.

    Example:
        >>> provider_url("auto", "chat/completions")
        'https://huggingface.co/inference/auto/chat/completions'
    """
    return "/".join(filter(None, [_ROOT, provider, route]))


class ProviderTransport(Transport):
    """Sends requests by the client of ``huggingface_hub``, with the limits, retries and stored answers of a transport.

    Args:
        provider: Name of the provider, or ``auto`` for the first that serves the model.
        api_key_env: Name of the environment variable with the key; None for the token of ``huggingface_hub``.
        client: Makes the client; for tests.
        **options: Those of a :class:`Transport`.
    """

    def __init__(
        self,
        provider: str = "auto",
        api_key_env: str | None = None,
        client: "Callable[..., AsyncInferenceClient] | None" = None,
        **options: Any,
    ):
        super().__init__(**options)
        self.provider, self._api_key_env, self._client = provider, api_key_env, client

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Exchange]:
        """A client for one run."""
        from huggingface_hub import AsyncInferenceClient

        make = self._client or AsyncInferenceClient
        given: dict[str, Any] = {"provider": self.provider, "token": self.token(), "timeout": self.limits.timeout}
        async with make(**given) as client:
            yield ProviderExchange(client, self.secrets, self.limits, self.clock, self.fault)

    def token(self) -> str:
        """Return the key, which is hidden from now on in everything that is written.

        Raises:
            UsageError: There is none.
        """
        from huggingface_hub import get_token

        if self._api_key_env is not None:
            return self.secrets.fill(f"${{env:{self._api_key_env}}}")
        token = get_token()
        if not token:
            raise UsageError(
                f"the provider {self.provider} needs a token; run: export HF_TOKEN=... (or: hf auth login), or name "
                "the variable of a key with `api_key_env`"
            )
        self.secrets.remember({"Authorization": token})
        return str(token)

    def check(self) -> None:
        """Refuse what would fail at each request.

        Raises:
            UsageError: The Hub is not to be asked, there is no such provider, or there is no token.
        """
        from huggingface_hub import constants
        from huggingface_hub.inference._providers import PROVIDERS

        if self.provider != "auto" and self.provider not in PROVIDERS:
            raise UsageError(f"unknown provider {quoted(self.provider)}; expected auto, {named(sorted(PROVIDERS))}")
        if constants.HF_HUB_OFFLINE:
            raise UsageError(
                f"HF_HUB_OFFLINE is set, so the provider {self.provider} cannot be asked; run: unset HF_HUB_OFFLINE, "
                "or name a server with `base_url`"
            )
        self.token()

    def need(self) -> None:
        """The client of ``huggingface_hub`` is always installed."""


class ProviderExchange(Exchange):
    """Sends requests by a client of ``huggingface_hub``, each once."""

    async def once(self, request: JsonRequest) -> Reply | Failure:
        """Send a request."""
        from huggingface_hub import InferenceTimeoutError
        from huggingface_hub.errors import HfHubHTTPError

        ask = self._call(request)
        if ask is None:
            return Failure(f"providers do not answer {request.url.removeprefix(_ROOT)}", again=False, http_status=404)
        try:
            async with asyncio.timeout(self._timeout):
                found = await ask
        except (TimeoutError, InferenceTimeoutError):
            return Failure(f"no answer within {self._timeout:g} seconds", again=True, unclear=True)
        except HfHubHTTPError as error:
            return self._judge(error.response)
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            return Failure(self._said("the answer is no complete JSON", error), again=True, unclear=True)
        except (ValueError, TypeError, AttributeError) as error:  # the provider does not serve the task or the model
            raise UsageError(self._said("the request cannot be sent", error)) from None
        except OSError as error:
            return Failure(self._said("the connection failed", error), again=True, unclear=True)
        except Exception as error:
            if not _is_network(error):
                raise
            return Failure(self._said("the connection failed", error), again=True, unclear=True)
        return self.judged(json.loads(json.dumps(found)), 200)

    def _call(self, request: JsonRequest) -> Any:
        """The awaitable call of the client; None for a route that it does not have."""
        client: Any = self._client
        body: Any = dict(json.loads(request.content))
        if request.url.endswith(CHAT):
            known = inspect.signature(client.chat_completion).parameters
            given = {name: body.pop(name) for name in list(body) if name in known}
            return client.chat_completion(**given, extra_body=body or None)
        for route, ask in ((CLASSIFICATION, client.text_classification), (TAGGING, client.token_classification)):
            if request.url.endswith(route):
                return ask(body["inputs"], model=body["model"], **body["parameters"])
        return None


def _is_network(error: Exception) -> bool:
    """Whether an error is one of the HTTP client, which is another library in other versions of ``huggingface_hub``."""
    return type(error).__module__.partition(".")[0] in ("httpx", "httpx2", "httpcore", "httpcore2", "aiohttp")
