"""Reads files that describe an API, and checks that their parts fit together."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from hf_robust.adapters.remote.body_templates import names_in, names_within
from hf_robust.adapters.remote.endpoint_sections import EndpointFile, ResponsePaths
from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.adapters.remote.secrets import check_no_literal_keys, check_query
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.quoted import named
from hf_robust.core.sections import checked, read_section
from hf_robust.core.yaml_nodes import Node, compose, hint
from hf_robust.tasks.kind import TASKS, TaskKind
from hf_robust.tasks.question_answering import ExtractiveQA
from hf_robust.tasks.tagging import Tagging

FOLDER = Path(__file__).parent.parent / "endpoints"
SUFFIXES = (".yaml", ".yml")
BATCH, NUMBER, TEXT, TOKENS, LABEL_OPTIONS = "batch", "n", "text", "tokens", "label_options"
_LISTS = (BATCH, TOKENS, LABEL_OPTIONS)


class AnswerKeys(NamedTuple):
    """The keys of ``response`` for a kind of task.

    Args:
        needed: Groups of keys; one of each group must be there.
        other: Further keys.
    """

    needed: tuple[tuple[str, ...], ...]
    other: tuple[str, ...] = ()

    @property
    def known(self) -> tuple[str, ...]:
        """All of them."""
        return (*(name for group in self.needed for name in group), *self.other)


_FRAME = ("items", "id", "errors", "error_id", "error")
_SPAN_KEYS = ("start", "end", "length")
_SPANS = AnswerKeys((("spans", "token_scores"),), (*_SPAN_KEYS, "type", "text", "score", "where"))
_LABEL = AnswerKeys((("label", "score"),))
_ANSWER = AnswerKeys((("answer", "start"),), ("end", "length", "score"))
_TEXT = AnswerKeys((("text",),), ("score",))


def answer_keys(kind: TaskKind) -> AnswerKeys | None:
    """Return the keys of ``response`` for a kind of task; None when an API cannot serve it.

    Args:
        kind: The kind of task.

    Example:
        >>> answer_keys(TASKS["sentiment-classification"]).known, answer_keys(TASKS["parsing"])
        (('label', 'score'), None)
    """
    if isinstance(kind, Tagging):
        return _SPANS
    if kind.classifies and not kind.spans:
        return _LABEL
    if isinstance(kind, ExtractiveQA):
        return _ANSWER
    return _TEXT if "text" in kind.value_keys else None


def served_tasks() -> tuple[str, ...]:
    """Return the ids of the tasks that an API can serve."""
    return tuple(kind.name for kind in TASKS.values() if answer_keys(kind) is not None)


def presets() -> tuple[str, ...]:
    """Return the names of the files that come with the package.

    Example:
        >>> "vllm-classify" in presets()
        True
    """
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


def endpoint_path(source: str | Path) -> Path:
    """Return the path of a file, or of the preset of that name.

    Args:
        source: The path of a YAML file, or the name of a preset.

    Raises:
        UnknownNameError: It is neither.
    """
    path = Path(source).expanduser()
    if path.suffix in SUFFIXES or path.is_file():
        return path
    if str(source) in presets():
        return FOLDER / f"{source}.yaml"
    raise UnknownNameError("preset of endpoints (files end in .yaml)", str(source), presets())


def read_endpoint(path: Path) -> EndpointFile:
    """Read a file that describes an API.

    Args:
        path: The YAML file.

    Raises:
        SpecError: The file is missing or has a mistake. The message names the line and the nearest key.

    Example:
        >>> file = read_endpoint(endpoint_path("vllm-classify"))
        >>> file.task, file.batch, file.response.label
        ('text-classification', 32, JsonPath('label'))
    """
    root = compose(path, "task, url, body, response")
    found = read_section(EndpointFile, root)
    nodes = root.items()
    found = _with_each(found, nodes)
    _check_url(found, nodes)
    _check_batch(found, nodes)
    _check_names(found, nodes)
    _check_response(found, nodes)
    return replace(found, source=path.stem)


def placeholders(file: EndpointFile) -> tuple[str, ...]:
    """Return the names that the value of a row replaces."""
    kind = TASKS[file.task]
    alone = (TEXT,) if len(kind.input_roles) == 1 else ()
    options = (LABEL_OPTIONS,) if answer_keys(kind) is _LABEL else ()
    return tuple(dict.fromkeys((*kind.input_roles, *alone, NUMBER, *options)))


def _with_each(file: EndpointFile, nodes: Mapping[str, Node]) -> EndpointFile:
    """The file with ``each`` taken out of the body."""
    inner = file.body.get("each") if isinstance(file.body, Mapping) else None
    if inner is None or BATCH not in names_in({name: part for name, part in file.body.items() if name != "each"}):
        return file
    if file.each is not None:
        nodes["each"].fail("each stands in body as well; expected it once")
    rest = {name: part for name, part in file.body.items() if name != "each"}
    return replace(file, body=rest, each=inner)


def _check_url(file: EndpointFile, nodes: Mapping[str, Node]) -> None:
    checked(nodes["url"], lambda: check_no_literal_keys(file.url, {}))
    checked(nodes["url"], lambda: check_query(file.url))
    if "headers" in nodes:
        for name, value in file.headers.items():
            checked(nodes["headers"].items()[name], partial(check_no_literal_keys, "", {name: value}))
    if not file.url.startswith("{{"):
        checked(nodes["url"], lambda: JsonRequest(file.url))
    if file.method == "GET" and "body" in nodes:
        nodes["body"].fail("a GET request has no body; write {{text}} in the URL, or choose another method")
    if file.method != "GET" and file.body is None:
        nodes["url"].fail(f"the key 'body' is missing; a {file.method} request sends JSON")


def _check_names(file: EndpointFile, nodes: Mapping[str, Node]) -> None:
    row_names = placeholders(file)
    if "values" in nodes:
        for name in file.values:
            if name in (*row_names, BATCH):
                nodes["values"].items()[name].fail(f"{name!r} has a meaning already; choose another name")
    known = {*row_names, *file.values}
    row_part = file.each if file.each is not None else file.body
    for place, part, names in (
        ("url", file.url, known if file.method == "GET" else set(file.values)),
        ("headers", file.headers, set(file.values)),
        ("tokenizer", file.tokenizer, set(file.values)),
        ("values", file.values, set(file.values)),
        ("body", file.body, {*known, BATCH}),
        ("each", file.each, known),
    ):
        node = nodes[place] if place in nodes else nodes["body"] if "body" in nodes else nodes["url"]
        for name in names_in(part):
            if name not in names:
                node.fail(f"unknown name {{{{{name}}}}} in {place}{hint(name, names)}")
        for name in names_within(part):
            if name in _LISTS:
                kind = "an object" if name == LABEL_OPTIONS else "a list"
                alone = f"{{{{{name}}}}}"
                node.fail(f"{alone} is {kind}; expected it alone, as '{alone}', found it in a longer text")
    _check_inputs(file, nodes, row_part if file.method != "GET" else file.url)


def _check_inputs(file: EndpointFile, nodes: Mapping[str, Node], part: Any) -> None:
    """Refuse a file that does not send the inputs of a row."""
    kind, used = TASKS[file.task], set(names_in(part))
    short = BATCH in names_in(file.body) and file.each is None
    if short and len(kind.input_roles) > 1:
        nodes["body"].fail(f"{{{{batch}}}} needs each: JSON with {_in_braces(kind.input_roles)} for one row")
    for role in () if short else kind.input_roles:
        names = {role, TEXT} if len(kind.input_roles) == 1 else {role}
        if not names & used:
            node = nodes.get("each") or nodes.get("body") or nodes["url"]
            node.fail(f"expected {_in_braces(sorted(names), ' or ')}, found {_in_braces(sorted(used)) or 'no name'}")


def _check_batch(file: EndpointFile, nodes: Mapping[str, Node]) -> None:
    has_batch = BATCH in names_in(file.body)
    if file.batch > 1 and not has_batch:
        nodes["batch"].fail("expected {{batch}} in body, because batch is more than 1")
    if file.each is not None and not has_batch:
        (nodes.get("each") or nodes["body"]).fail("expected {{batch}} in body, because each says what it holds")
    if has_batch and file.response.items is None:
        nodes["response"].fail("the key 'items' is missing: the path to the answers of a batch, one per row")


def _check_response(file: EndpointFile, nodes: Mapping[str, Node]) -> None:
    kind, node = TASKS[file.task], nodes["response"]
    keys = answer_keys(kind)
    if keys is None:
        nodes["task"].fail(f"an API cannot serve {kind.name}; expected one of: {', '.join(served_tasks())}")
    given = node.items()
    for name, part in given.items():
        if name not in (*keys.known, *_FRAME):
            part.fail(f"{name!r} has no meaning for {kind.name}{hint(name, (*keys.known, *_FRAME))}")
    for group in keys.needed:
        if not any(name in given for name in group):
            node.fail(f"the key {' or '.join(map(repr, group))} is missing for {kind.name}")
    _check_parts(file, file.response, node)


def _check_parts(file: EndpointFile, response: ResponsePaths, node: Node) -> None:
    """Refuse keys that mean nothing without others."""
    given = response.stated_paths()
    for name, other in (("id", "items"), ("errors", "items"), ("error_id", "errors"), ("error", "errors")):
        if name in given and other not in given:
            node.items()[name].fail(f"{name} needs {other}")
    if "errors" in given and "error_id" not in given:
        node.fail("the key 'error_id' is missing: the path to the number of the row that failed")
    if "spans" in given and not ({"start", "type"} <= given.keys() and given.keys() & {"end", "length", "text"}):
        node.fail("spans need start, type, and one of end, length and text")
    if "start" in given and "spans" not in given and "answer" not in given and not given.keys() & {"end", "length"}:
        node.fail("start needs end or length")
    if "token_scores" in given and file.tokenizer is None:
        node.items()["token_scores"].fail("token_scores need `tokenizer`: the tokenizer of the model")
    if "score" in given and not given.keys() & {"label", "spans", "answer", "start", "text"} and not file.classes:
        node.items()["score"].fail("score without label needs `classes`: the names of the scores, in their order")


def _in_braces(names: Collection[str] | Sequence[str], joiner: str = ", ") -> str:
    return joiner.join(f"{{{{{name}}}}}" for name in names)


def check_task(file: EndpointFile, task: str, source: str) -> None:
    """Refuse a file that is for another task.

    Classification files serve all classification tasks with the same inputs.

    Args:
        task: The id of the task.
        source: The file as the user named it.

    Raises:
        UsageError: The file is for another task.
    """
    own, asked = TASKS[file.task], TASKS[task]
    alike = own.classifies and asked.classifies and own.input_roles == asked.input_roles
    if own.name != asked.name and not alike:
        raise UsageError(
            f"{source} is for {own.name}, expected a file for {asked.name} (inputs: {named(asked.input_roles)})"
        )
