"""``hr.ChatModel``: a chat model behind an API, as the user describes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hf_robust.adapters.language_models.model_options import LanguageModelOptions, known_options
from hf_robust.adapters.remote.answer_store import AnswerStore, answers_folder
from hf_robust.adapters.remote.chat import Parameters, Server, answer_fault
from hf_robust.adapters.remote.costs import Budget, Prices
from hf_robust.adapters.remote.providers import ProviderTransport, provider_url
from hf_robust.adapters.remote.rate_limit import RequestLimits
from hf_robust.adapters.remote.secrets import check_no_literal_keys
from hf_robust.adapters.remote.transport import Transport
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted

_ROUTE = "/chat/completions"


@dataclass(frozen=True)
class ChatModel(LanguageModelOptions):
    """A chat model with an OpenAI-compatible API: vLLM, TGI, llama.cpp, or a provider.

    Answers are stored when they arrive, in ``cache_dir`` or in the cache folder of the package. If a run is
    interrupted, the next run sends only the remaining requests.

    Args:
        name: Name of the model on the server.
        base_url: URL of the API, up to and including ``/v1``.
        provider: Provider of Hugging Face Inference Providers, instead of a URL: its name, or ``auto`` for the first
            provider that serves the model.
        api_key_env: Name of the environment variable with the API key. None for a server without keys, and for the
            token of ``huggingface_hub``. The key itself is not stored.
        headers: Additional headers by name. Write a key in a header as ``${env:NAME}``.
        extra: Additional parameters of each request. They replace parameters with the same name. None removes a
            parameter: ``{"max_tokens": None, "max_completion_tokens": 8}``.
        concurrency: Maximum number of concurrent requests.
        requests_per_minute: Rate limit of the server. None for no limit.
        tokens_per_minute: Token limit of the server. None for no limit.
        timeout: Maximum number of seconds per request.
        prices: File with the prices per million tokens, for the cost in the report and for ``max_cost``.
        max_cost: Maximum cost. The run stops before the cost can exceed it.
        store: Whether answers are stored.

    Raises:
        UsageError: If an option is invalid.

    Example:
        >>> model = ChatModel("org/llm", base_url="http://127.0.0.1:8000/v1", api_key_env="MY_KEY", answer="generate")
        >>> model.server().url("chat/completions")
        'http://127.0.0.1:8000/v1/chat/completions'
    """

    name: str
    base_url: str | None = None
    provider: str | None = None
    api_key_env: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict, hash=False)
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    concurrency: int = 8
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    timeout: float = 120.0
    prices: str | Path | Prices | None = field(default=None, hash=False)
    max_cost: float | None = None
    store: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.name, str) or not self.name.strip():
            raise UsageError(f"expected the name of the model at the server, found {quoted(self.name)}")
        for name in ("headers", "extra"):
            if not isinstance(getattr(self, name), Mapping):
                raise UsageError(f"{name} must be a mapping, found {quoted(getattr(self, name))}")
        if self.provider is not None:
            if self.base_url is not None:
                raise UsageError("`base_url` and `provider` exclude each other; leave one of them out")
            if self.headers:
                raise UsageError("headers cannot be sent to a provider; leave them out")
        else:
            self._check_url()
        self.server()
        self.limits()
        self.parameters(None)

    def _check_url(self) -> None:
        if self.base_url is None:
            raise UsageError(
                f"the chat model {self.name!r} needs the URL of its server; name it with `base_url`, for "
                "example http://127.0.0.1:8000/v1, or name a Hugging Face provider with `provider`"
            )
        if not isinstance(self.base_url, str) or not self.base_url.startswith(("http://", "https://")):
            raise UsageError(
                f"`base_url` must begin with http:// or https://, found {quoted(self.base_url)}; for example "
                "http://127.0.0.1:8000/v1"
            )
        without_route = self.base_url.rstrip("/").removesuffix(_ROUTE)
        if without_route != self.base_url.rstrip("/"):
            raise UsageError(f"`base_url` ends before {_ROUTE}; type {without_route}")
        check_no_literal_keys(self.base_url, self.headers)

    @classmethod
    def of(cls, name: str, options: Mapping[str, Any]) -> "ChatModel":
        """Return a model from its name and its options.

        Args:
            name: Name of the model on the server.
            options: Options by name.

        Raises:
            UsageError: If an option does not exist or is invalid, or if there is no URL.
        """
        return cls(name, **known_options(cls, {key: value for key, value in options.items() if key != "name"}))

    def server(self) -> Server:
        """Return the server of the API."""
        if self.provider is not None:
            return Server(provider_url(self.provider))
        assert self.base_url is not None
        return Server(self.base_url, self.api_key_env, self.headers)

    def limits(self) -> RequestLimits:
        """Return the limits of the requests."""
        return RequestLimits(self.concurrency, self.requests_per_minute, self.tokens_per_minute, self.timeout)

    def parameters(self, max_tokens: int | None) -> Parameters:
        """Return the generation parameters of the requests.

        Args:
            max_tokens: Maximum number of tokens of an answer.
        """
        return Parameters(self.name, self.temperature, self.seed, max_tokens, extra=self.extra)

    def transport(self, cache_dir: str | Path | None = None) -> Transport:
        """Return the transport that sends the requests and stores the answers.

        Args:
            cache_dir: Folder of the stored answers. None uses the cache folder of the package.

        Raises:
            SpecError: If the file of prices has a mistake.
            UsageError: If ``max_cost`` is not positive, or if it is set without prices.
            DataFileError: If the folder cannot be written to.
        """
        store = AnswerStore(cache_dir or answers_folder()) if self.store else None
        given: dict[str, Any] = {"store": store, "budget": self.budget()}
        return self.sender(**given)

    def sender(self, **options: Any) -> Transport:
        """Return a transport that sends the requests, with other options.

        Args:
            **options: Passed to :class:`~hf_robust.adapters.remote.transport.Transport`.
        """
        given = {"limits": self.limits(), "fault": answer_fault, **options}
        if self.provider is not None:
            return ProviderTransport(self.provider, self.api_key_env, **given)
        return Transport(**given)

    def budget(self) -> Budget:
        """Return the budget that counts the cost.

        Raises:
            SpecError: If the file of prices has a mistake.
            UsageError: If ``max_cost`` is not positive, or if it is set without prices.
        """
        prices = Prices.read(self.prices) if isinstance(self.prices, (str, Path)) else self.prices
        return Budget(prices, self.max_cost, self.store)
