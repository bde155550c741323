"""``hr.InferenceModel``: a classifier or tagger of Hugging Face Inference Providers or an Inference Endpoint."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hf_robust.adapters.remote.answer_store import answers_folder
from hf_robust.adapters.remote.endpoint_predictor import EndpointPredictor
from hf_robust.adapters.remote.endpoint_sections import EndpointFile, ResponsePaths
from hf_robust.adapters.remote.json_paths import JsonPath
from hf_robust.adapters.remote.providers import CLASSIFICATION, TAGGING, ProviderTransport, provider_url
from hf_robust.adapters.remote.rate_limit import RequestLimits
from hf_robust.adapters.remote.secrets import key_header
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.tasks.base import Task
from hf_robust.tasks.tagging import Tagging
from hf_robust.tasks.task_ids import as_task

_MOST_LABELS = 100  # of which a classifier is asked for the scores
_LABELS = {"label": "[*].label", "score": "[*].score"}
_SPANS = {"spans": "[*]", "start": "start", "end": "end", "type": "entity_group", "score": "score"}


@dataclass(frozen=True)
class InferenceModel:
    """A classifier or tagger with the API of Hugging Face Inference Providers or of an Inference Endpoint.

    The client of ``huggingface_hub`` sends the requests. Answers are stored when they arrive.

    Args:
        name: Hub id of the model, or URL of an Inference Endpoint.
        provider: Name of the provider, or ``auto`` for the first provider that serves the model.
        api_key_env: Name of the environment variable with the API key. None uses the token of ``huggingface_hub``.
        concurrency: Maximum number of concurrent requests.
        requests_per_minute: Rate limit of the provider. None for no limit.
        timeout: Maximum number of seconds per request.
        store: Whether answers are stored.

    Raises:
        UsageError: If an option is invalid.

    Example:
        >>> InferenceModel("org/classifier").provider
        'auto'
    """

    name: str
    provider: str = "auto"
    api_key_env: str | None = None
    concurrency: int = 8
    requests_per_minute: float | None = None
    timeout: float = 120.0
    store: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise UsageError(f"expected a Hub id or the URL of an Inference Endpoint, found {quoted(self.name)}")
        key_header(self.api_key_env)  # refuses what is no name of a variable
        self._limits()

    def _limits(self) -> RequestLimits:
        return RequestLimits(self.concurrency, self.requests_per_minute, timeout=self.timeout)

    def predictor(
        self,
        task: Task | str,
        label_map: Mapping[str, str] | None = None,
        cache_dir: str | Path | None = None,
        client: Callable[..., Any] | None = None,
    ) -> EndpointPredictor:
        """Return a predictor for this model.

        Args:
            task: The task, bound to the data so that its label names are known, or its id.
            label_map: Label of the data for each label of the model, if the names do not match.
            cache_dir: Folder of the stored answers. None uses the cache folder of the package.
            client: Function that creates the client of ``huggingface_hub``, for tests.

        Raises:
            UsageError: If the task is neither a classification task nor the tagging of entities.
        """

        task = as_task(task)

        def transport(sign: Any = None, **options: Any) -> ProviderTransport:
            return ProviderTransport(self.provider, self.api_key_env, client, **options)

        found = EndpointPredictor(self.described(task), task, label_map=label_map, transport=transport)
        found.kind = "inference"
        if self.store:
            found.keep_answers(cache_dir or answers_folder())
        return found

    def described(self, task: Task | str) -> EndpointFile:
        """Return the requests and answers of the API in the form of an endpoint file.

        Args:
            task: The task, or its id.

        Raises:
            UsageError: If the task is neither a classification task nor the tagging of entities.
        """
        task = as_task(task)
        tags = isinstance(task.kind, Tagging) and task.kind.chunked
        if not tags and not task.kind.classifies:
            raise UsageError(f"an InferenceModel classifies texts or tags entities; {task.name} is neither")
        alone = len(task.input_roles) == 1  # tokens are joined to one text
        texts = ["{{text}}"] if alone else [f"{{{{{role}}}}}" for role in task.text_roles]
        pair = dict(zip(("text", "text_pair"), texts, strict=False))
        parameters = {"aggregation_strategy": "simple"} if tags else {"top_k": _MOST_LABELS}
        paths: dict[str, Any] = {key: JsonPath(path) for key, path in (_SPANS if tags else _LABELS).items()}
        return EndpointFile(
            task=task.name,
            url=provider_url(self.provider, TAGGING if tags else CLASSIFICATION),
            body={"model": self.name, "inputs": texts[0] if len(texts) == 1 else pair, "parameters": parameters},
            response=ResponsePaths(**paths),
            limits=self._limits(),
            source=self.name,
        )

    def check(self) -> None:
        """Check that requests can be sent.

        Raises:
            UsageError: If ``HF_HUB_OFFLINE`` is set, if the provider does not exist, or if there is no token.
        """
        ProviderTransport(self.provider, self.api_key_env).check()
