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
from hf_robust.adapters.remote.rate_limit import Limits
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
    """A classifier or tagger behind the API of Hugging Face Inference Providers or of an Inference Endpoint.

    Requests are sent by the client of ``huggingface_hub``. Answers are stored as they arrive.

    Args:
        name: Hub id of the model, or the URL of an Inference Endpoint.
        provider: Name of the provider, or ``auto`` for the first that serves the model.
        api_key_env: Name of the environment variable that holds the key; None for the token of ``huggingface_hub``.
        concurrency: Requests that are on their way at once.
        requests_per_minute: Limit of the provider; None for no limit.
        timeout: Seconds that a request may take.
        store: Whether answers are stored.

    Raises:
        UsageError: An option has a wrong value.

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

    def _limits(self) -> Limits:
        return Limits(self.concurrency, self.requests_per_minute, timeout=self.timeout)

    def predictor(
        self,
        task: Task | str,
        label_map: Mapping[str, str] | None = None,
        cache_dir: str | Path | None = None,
        client: Callable[..., Any] | None = None,
    ) -> EndpointPredictor:
        """Return the model as a predictor.

        Args:
            task: The task, bound to the data so that it knows the label names; or its id.
            label_map: Label of the model to the data's, where the names do not match by themselves.
            cache_dir: Folder of the stored answers; that of the package when None.
            client: Makes the client of ``huggingface_hub``; for tests.

        Raises:
            UsageError: The task is neither a classification nor the tagging of entities.
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
        """Return the requests and answers of the API as an endpoint file has them.

        Args:
            task: The task, or its id.

        Raises:
            UsageError: The task is neither a classification nor the tagging of entities.
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
        """Refuse what would fail at each request.

        Raises:
            UsageError: The Hub is not to be asked, there is no such provider, or there is no token.
        """
        ProviderTransport(self.provider, self.api_key_env).check()
