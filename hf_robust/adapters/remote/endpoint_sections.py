"""The keys of a file that describes an API: its URL, what is sent, and where the answers are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from hf_robust.adapters.remote.json_paths import JsonPath
from hf_robust.adapters.remote.rate_limit import RequestLimits
from hf_robust.core.sections import (
    checked,
    flag,
    key,
    lists_by_name,
    maybe,
    number,
    one_of,
    read_section,
    several,
    text,
    texts_by_name,
    whole,
)
from hf_robust.core.yaml_nodes import Key, Node
from hf_robust.tasks.kind import task_name
from hf_robust.tasks.offset_units import CODE_POINTS, read_unit

METHODS = ("POST", "PUT", "PATCH", "GET")
_LIMITS = {
    "concurrency": Key("whole number", "requests at the same time", read=whole(1)),
    "per_minute": Key("number", "requests per minute", read=number),
    "tokens_per_minute": Key("number", "tokens per minute", read=number),
    "timeout": Key("number", "seconds for one request", read=number),
}


def _path(node: Node) -> JsonPath:
    found: JsonPath = checked(node, lambda: JsonPath(text(node)))
    return found


def _task(node: Node) -> str:
    found: str = checked(node, lambda: task_name(text(node)))
    return found


def _limits(node: Node) -> RequestLimits:
    given = node.read(_LIMITS)
    found: RequestLimits = checked(node, lambda: RequestLimits(**given))
    return found


def _by_name(read: Callable[[Node], Any]) -> Callable[[Node], dict[str, Any]]:
    return lambda node: {name: read(part) for name, part in node.items().items()}


def _where(node: Node) -> dict[JsonPath, tuple[str, ...]]:
    parts = node.items()
    return {checked(parts[name], partial(JsonPath, name)): values for name, values in lists_by_name(node).items()}


@dataclass(frozen=True, kw_only=True)
class ResponsePaths:
    """Where the answers are in the JSON that the API returns."""

    items: JsonPath | None = key(_path, "path", "the answers of a batch, one per row, for example documents[*]")
    id: JsonPath | None = key(
        _path, "path in an item", "the number of the row in the request, from 0; without it, the order tells"
    )
    errors: JsonPath | None = key(_path, "path", "rows of a batch that failed")
    error_id: JsonPath | None = key(_path, "path in an error", "the number of the row")
    error: JsonPath | None = key(_path, "path in an error", "the message")
    label: JsonPath | None = key(_path, "path in an item", "classification: the label, or all labels ([*].label)")
    score: JsonPath | None = key(
        _path, "path in an item or span", "probability; with several labels one per label, or of all `classes`"
    )
    spans: JsonPath | None = key(_path, "path in an item", "tagging: the entities, for example entities[*]")
    start: JsonPath | None = key(_path, "path in a span or item", "offset of the first character")
    end: JsonPath | None = key(_path, "path in a span or item", "offset after the last character")
    length: JsonPath | None = key(_path, "path in a span or item", "length, in place of end")
    type: JsonPath | None = key(_path, "path in a span", "type of the entity, with or without B- and I-")
    text: JsonPath | None = key(
        _path, "path in a span or item", "tagging: the text of a span, which the offsets must fit; else the text"
    )
    where: Mapping[JsonPath, tuple[str, ...]] = key(
        _where, "mapping", "path in a span -> values; other spans are not read", {}
    )
    token_scores: JsonPath | None = key(
        _path, "path in an item", "tagging: for each token of `tokenizer`, the scores of all `classes`"
    )
    answer: JsonPath | None = key(_path, "path in an item", "question answering: the answer; null for none")

    def stated_paths(self) -> dict[str, JsonPath]:
        """Return the paths that the file gives, by key."""
        return {name: value for name, value in vars(self).items() if isinstance(value, JsonPath)}


@dataclass(frozen=True, kw_only=True)
class EndpointFile:
    """A description of an API. :func:`hf_robust.adapters.remote.endpoint_file.read_endpoint` reads one."""

    task: str = key(_task, "task", "the task by its id", "", needed=True)
    about: str = key(text, "text", "what the API is", "")
    url: str = key(text, "URL", "address; may hold ${env:NAME} and, for GET, {{text}}", "", needed=True)
    method: str = key(one_of(METHODS, "method"), "HTTP method", "POST, PUT, PATCH or GET", "POST")
    headers: Mapping[str, str] = key(texts_by_name, "mapping", "headers; write keys as ${env:NAME}", {})
    body: Any = key(Node.plain, "JSON", "what is sent, with {{text}}, {{batch}} and other names")
    each: Any = key(Node.plain, "JSON", "what stands in {{batch}} for each row; may also stand in body")
    batch: int = key(whole(1), "whole number", "maximum number of rows per request", 1)
    response: ResponsePaths = key(
        lambda node: read_section(ResponsePaths, node), "mapping", "paths to the answers", None, needed=True
    )
    offsets: str = key(read_unit, "code-points, utf-16 or utf-8", "unit of the offsets", CODE_POINTS)
    labels: Mapping[str, str | None] = key(
        _by_name(maybe(text)), "mapping", "label or type of the API -> of the dataset; null for none", {}
    )
    classes: tuple[str, ...] = key(several(text), "a list", "names of the scores, in their order", ())
    only: tuple[str, ...] = key(
        several(text), "a list", "types that are scored; other types are removed from gold and predictions", ()
    )
    tokenizer: str | None = key(text, "Hub id or folder", "tokenizer of the model, for token_scores")
    signed: bool = key(flag, "true or false", "whether requests need a signature: hr.Endpoint(..., sign=...)", False)
    values: Mapping[str, str | None] = key(
        _by_name(maybe(text)), "mapping", "further names for {{name}} with their text; null: the user must give it", {}
    )
    limits: RequestLimits = key(_limits, "mapping", f"limits of the server: {', '.join(_LIMITS)}", RequestLimits())
    source: str = field(default="")
