"""``hr.Endpoint``: a model behind any HTTP API, which a YAML file describes."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from hf_robust.adapters.remote.answer_store import answers_folder
from hf_robust.adapters.remote.body_templates import filled
from hf_robust.adapters.remote.endpoint_file import check_task, endpoint_path, read_endpoint
from hf_robust.adapters.remote.endpoint_predictor import EndpointPredictor
from hf_robust.adapters.remote.endpoint_sections import EndpointFile
from hf_robust.adapters.remote.exchange import Sign, is_loopback
from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.adapters.remote.secrets import Secrets
from hf_robust.core.errors import UsageError
from hf_robust.core.extras import need
from hf_robust.core.quoted import named, quoted
from hf_robust.core.yaml_nodes import hint
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task


class Endpoint:
    """A model with an HTTP API that a YAML file describes.

    ``hf-robust docs endpoints`` documents the file.

    Args:
        file: The YAML file.
        preset: Name of a file of the package, instead of ``file``.
        base_url: Value of ``{{base_url}}``, if the file uses this name.
        sign: Function that returns the headers that sign a request. It is called before each attempt with the method,
            the URL, the headers and the bytes of the body.
        store: Whether answers are stored when they arrive, so that later runs do not send the requests again. The
            folder is the cache folder of the run or, without one, the cache folder of the package. Answers of a server
            on this computer are stored only in the cache folder of the run, because the model of the server may change.
        concurrency: Maximum number of concurrent requests. None uses the value of the file.
        requests_per_minute: Rate limit of the server. None uses the value of the file.
        **values: Texts for other names that the file uses, such as ``model``.

    Raises:
        SpecError: If the file is missing or has a mistake. The message names the line.
        UnknownNameError: If the preset does not exist.
        UsageError: If a value is missing, or if the file does not use its name.

    Example:
        >>> import hf_robust as hr
        >>> hr.Endpoint(preset="vllm-classify", base_url="http://127.0.0.1:8000", model="org/classifier")
        Endpoint('vllm-classify', task='text-classification')
    """

    def __init__(
        self,
        file: str | Path | None = None,
        *,
        preset: str | None = None,
        base_url: str | None = None,
        sign: Sign | None = None,
        store: bool = True,
        concurrency: int | None = None,
        requests_per_minute: float | None = None,
        **values: str,
    ):
        if (file is None) == (preset is None):
            raise UsageError("expected a file or preset=..., found " + ("neither" if file is None else "both"))
        if sign is not None and not callable(sign):
            raise UsageError(f"sign must be a function, found {quoted(sign)}")
        self.source = str(file if file is not None else preset)
        self._sign, self._store = sign, store
        given = {**values, **({} if base_url is None else {"base_url": base_url.rstrip("/")})}
        described = read_endpoint(endpoint_path(self.source))
        limits = described.limits
        if concurrency is not None:
            limits = replace(limits, concurrency=concurrency)
        if requests_per_minute is not None:
            limits = replace(limits, per_minute=requests_per_minute)
        self.file = _with_values(replace(described, limits=limits), given, self.source)

    def __repr__(self) -> str:
        return f"Endpoint({self.source!r}, task={self.file.task!r})"

    def check(self, task: str | None = None) -> None:
        """Check that requests can be sent.

        Args:
            task: Id of the task. None if it is unknown.

        Raises:
            UsageError: If the file is for another task, if the environment variable of a key is not set, or if the
                requests need a signature and ``sign`` is missing.
            MissingExtra: If httpx is not installed.
        """
        need("httpx")
        if task is not None:
            check_task(self.file, task, self.source)
        if self.file.signed and self._sign is None:
            raise UsageError(
                f"requests to {self.source} must be signed; pass hr.Endpoint(..., sign=function) in Python"
            )
        secrets = Secrets()
        for template in (self.file.url, *self.file.headers.values()):
            secrets.fill(template)

    def predictor(
        self, task: Task | str, label_map: Mapping[str, str] | None = None, cache_dir: str | Path | None = None
    ) -> EndpointPredictor:
        """Return a predictor for this model.

        Args:
            task: The task, bound to the data so that its label names are known, or its id.
            label_map: Label of the data for each label of the API, if the names do not match.
            cache_dir: Cache folder of the run.

        Raises:
            UsageError: If the file is for another task, or if the requests cannot be sent.
        """
        task = as_task(task)
        self.check(task.name)
        found = EndpointPredictor(self.file, task, label_map=label_map, sign=self._sign)
        folder = self.answers_folder(cache_dir)
        if folder is not None:
            found.keep_answers(folder)
        return found

    def answers_folder(self, cache_dir: str | Path | None = None) -> Path | None:
        """Return the folder in which answers are stored, or None if answers are not stored.

        Args:
            cache_dir: Cache folder of the run.
        """
        if not self._store:
            return None
        if cache_dir is not None:
            return Path(cache_dir).expanduser()
        return None if is_loopback(self.file.url) else answers_folder()


def _with_values(file: EndpointFile, provided: Mapping[str, str], source: str) -> EndpointFile:
    """The file with the values of its names.

    Raises:
        UsageError: A value is missing, or the file does not have its name.
    """
    for name, value in provided.items():
        if name not in file.values:
            raise UsageError(f"{source} has no value {name!r}{hint(name, file.values)}")
        if not isinstance(value, (str, int, float)):
            raise UsageError(f"the value {name!r} must be a text, found {quoted(value)}")
    values = {**file.values, **{name: str(value) for name, value in provided.items()}}
    values = {name: filled(value, values) for name, value in values.items()}
    missing = [name for name, value in values.items() if value is None]
    if missing:
        options = " ".join(f"--model-param {name}=..." for name in missing)
        raise UsageError(
            f"{source} needs {named(missing)}; pass {', '.join(f'{name}=...' for name in missing)} ({options})"
        )
    url = filled(file.url, values)
    url = url if isinstance(url, str) else file.url
    JsonRequest(url)  # refuses what is no URL
    parts = {name: filled(getattr(file, name), values) for name in ("headers", "body", "each")}
    tokenizer = filled(file.tokenizer, values)
    return replace(file, url=url, tokenizer=tokenizer, values=values, **parts)
