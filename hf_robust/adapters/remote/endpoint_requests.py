"""Requests to an API for many rows, and the answer to each row in what comes back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, NamedTuple

from hf_robust.adapters.remote.body_templates import filled, filled_url, names_in
from hf_robust.adapters.remote.endpoint_file import BATCH, LABEL_OPTIONS, NUMBER, TEXT
from hf_robust.adapters.remote.endpoint_sections import EndpointFile
from hf_robust.adapters.remote.json_paths import JsonPath, PathError
from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.core.quoted import quoted
from hf_robust.core.text import replace_surrogates
from hf_robust.tasks.base import Task

_FORMAT = 1  # part of each key; raised when keys are made in another way


class RowAnswer(NamedTuple):
    """The answer to one row.

    Args:
        value: Its JSON; None when it is absent.
        reason: Why it is absent; empty when it is there.
    """

    value: Any
    reason: str = ""


@dataclass(frozen=True)
class RowBatch:
    """A request and the rows that it asks for.

    Args:
        rows: Indices of the rows.
        keys: What the answer to each row is stored under.
    """

    request: JsonRequest
    rows: tuple[int, ...]
    keys: tuple[bytes, ...]


class RowRequests:
    """Makes requests of rows.

    Args:
        file: The description of the API, without names that the user has to give.

    Example:
        >>> from dataclasses import replace
        >>> from hf_robust.adapters.remote.endpoint_file import endpoint_path, read_endpoint
        >>> from hf_robust.tasks import task
        >>> file = read_endpoint(endpoint_path("vllm-classify"))
        >>> file = replace(file, url="http://127.0.0.1:8000/classify", body={"input": "{{batch}}"})
        >>> requests = RowRequests(file, task("text-classification"))
        >>> [(one.request.body, one.rows) for one in requests.batches([{"text": "Good."}, {"text": "Bad."}])]
        [({'input': ['Good.', 'Bad.']}, (0, 1))]
    """

    def __init__(self, file: EndpointFile, task: Task):
        self.file = file
        self._task = task
        self._batched = BATCH in names_in(file.body)
        asks_for_labels = LABEL_OPTIONS in names_in([file.body, file.each])
        self._fixed = {LABEL_OPTIONS: _label_options(file, task)} if asks_for_labels else {}

    def key(self, row: Mapping[str, Any], repeat: int = 0) -> bytes:
        """Return what the answer to a row is stored under. It does not depend on the other rows of a request.

        Args:
            row: The inputs by role.
            repeat: Number of the repeat, from 0.
        """
        file, values = self.file, self._values(row, 0)
        sent = [filled(part, values) for part in (file.body, file.each)]
        parts = [_FORMAT, file.url, file.method, dict(file.headers), sent, values, repeat]
        return blake2b(json.dumps(parts, sort_keys=True).encode("ascii"), digest_size=16).digest()

    def batches(self, rows: Sequence[Mapping[str, Any]], repeat: int = 0) -> list[RowBatch]:
        """Return the requests for rows, each for at most as many rows as the file says.

        Args:
            rows: The inputs by role.
            repeat: Number of the repeat, from 0.
        """
        size = self.file.batch if self._batched else 1
        starts = range(0, len(rows), size)
        return [self._batch(rows[start : start + size], start, repeat) for start in starts]

    def items(self, body: Any, count: int) -> list[RowAnswer]:
        """Return the answer to each row of a request.

        Args:
            body: The JSON that the API returned.
            count: Number of rows in the request.
        """
        paths = self.file.response
        if paths.items is None:
            return [RowAnswer(body)]
        try:
            found = [one.value for one in paths.items.find(body)]
            failed = self._failed(body)
            if paths.id is not None:
                return self._by_id(paths.id, found, failed, count)
        except PathError as error:
            return [RowAnswer(None, str(error))] * count
        if len(found) != count:
            return [RowAnswer(None, f"expected {count} answers at {paths.items.text}, found {len(found)}")] * count
        return [RowAnswer(value) for value in found]

    def _batch(self, rows: Sequence[Mapping[str, Any]], start: int, repeat: int) -> RowBatch:
        file = self.file
        parts = [self._values(row, number) for number, row in enumerate(rows)]
        if self._batched:
            each = f"{{{{{TEXT}}}}}" if file.each is None else file.each
            values: dict[str, Any] = {BATCH: [filled(each, part) for part in parts]}
        else:
            (values,) = parts
        url = filled_url(file.url, values if file.method == "GET" else {})
        body = None if file.method == "GET" else filled(file.body, values)
        request = JsonRequest(url, body, file.headers, repeat, file.method)
        return RowBatch(request, tuple(range(start, start + len(rows))), tuple(self.key(row, repeat) for row in rows))

    def _values(self, row: Mapping[str, Any], index: int) -> dict[str, Any]:
        """The value of each name that a row replaces."""
        values: dict[str, Any] = {NUMBER: str(index), **self._fixed}
        for role in self._task.input_roles:
            values[role] = _clean(row[role])
        if len(self._task.input_roles) == 1:
            (value,) = (values[role] for role in self._task.input_roles)
            values[TEXT] = self._task.spoken.join(value) if isinstance(value, list) else value
        return values

    def _failed(self, body: Any) -> dict[str, str]:
        """The reason by number of each row that the API reports as failed."""
        paths = self.file.response
        if paths.errors is None or paths.error_id is None:
            return {}
        return {
            str(paths.error_id.get(*item)): "" if paths.error is None else quoted(paths.error.get(*item))
            for item in paths.errors.find(body)
        }

    @staticmethod
    def _by_id(path: JsonPath, answers: Sequence[Any], failed: Mapping[str, str], count: int) -> list[RowAnswer]:
        by_id = {str(path.get(value)): value for value in answers}
        items = []
        for row_id in map(str, range(count)):
            if row_id in by_id:
                items.append(RowAnswer(by_id[row_id]))
            elif row_id in failed:
                items.append(RowAnswer(None, f"the API reports an error for this row: {failed[row_id]}"))
            else:
                ids = ", ".join(list(by_id)[:5]) or "none"
                items.append(RowAnswer(None, f"expected an answer with the id {row_id}, found the ids {ids}"))
        return items


def _label_options(file: EndpointFile, task: Task) -> dict[str, None]:
    """The labels of the task by the names that the API has for them, in the form of options without a description."""
    names = {label: name for name, label in file.labels.items() if label is not None}
    return {names.get(label, label): None for label in task.label_names or ()}


def _clean(value: Any) -> Any:
    """A text or tokens without surrogates, which are no valid JSON for many servers."""
    if isinstance(value, (list, tuple)):
        return [replace_surrogates(part or "") for part in value]
    return replace_surrogates(value) if isinstance(value, str) else "" if value is None else value
