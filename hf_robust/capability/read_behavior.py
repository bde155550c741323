"""Reads the YAML files of tests that templates make (CheckList's kinds), the ready ones by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hf_robust.capability.behavior_suites import (
    ANSWER,
    VARIANT,
    Behavior,
    BehaviorTest,
    CaseTemplate,
    ExpectedBehavior,
    Variant,
)
from hf_robust.capability.schema import (
    BEHAVIOR_KEYS,
    EXPECT_KEYS,
    MASK_KEYS,
    SHARED_KEYS,
    TEST_GROUP_KEYS,
    TEST_KEYS,
    TEXT_KEYS,
    VARIANT_DETAIL_KEYS,
    VARIANT_KEYS,
)
from hf_robust.capability.templates.slots import SlotPool, word_list
from hf_robust.capability.templates.template import Template
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.registry import spoken_language
from hf_robust.core.sections import string, values_by_name
from hf_robust.core.yaml_nodes import Key, Node, compose, hint
from hf_robust.tasks import TASKS
from hf_robust.transforms.transformation_registry import transformations

FOLDER = Path(__file__).parent / "specs" / "behavior"


@dataclass(frozen=True)
class _Context:
    roles: tuple[str, ...]
    labels: tuple[str, ...]
    slots: Mapping[str, Any]
    answers: bool
    language: str


def behaviors() -> tuple[str, ...]:
    """Names of the suites in the package.

    Example:
        >>> behaviors()
        ('paraphrase', 'reading', 'sentiment', 'sentiment_zh')
    """
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


def behavior(source: str | Path) -> Behavior:
    """Load a suite of behavioral tests.

    Args:
        source: Name of a suite in the package (:func:`behaviors`), or a file.

    Raises:
        SpecError: If the file is not valid. The message contains the position and what is expected.
        UnknownNameError: If the source is neither a suite nor a file.

    Example:
        >>> suite = behavior("reading")
        >>> suite.task, len(suite) >= 20
        ('extractive-qa', True)
    """
    path = Path(source)
    if str(source) in behaviors():
        return _packaged(FOLDER / f"{source}.yaml")
    if path.is_file() or path.suffix in (".yaml", ".yml"):
        return read_behavior(path)
    raise UnknownNameError("suite of behavior", str(source), behaviors())


@cache
def _packaged(path: Path) -> Behavior:
    """Read a file of the package once a process: parsing takes long."""
    return read_behavior(path)


def read_behavior(path: Path) -> Behavior:
    """Read and check a file; see :func:`behavior`.

    Raises:
        SpecError: A mistake in it.
    """
    root = compose(path)
    top = root.read(BEHAVIOR_KEYS)
    task = top["task"]
    kind = TASKS[task]
    if not kind.value_is_text or kind.open_ended:
        root.items()["task"].fail("expected a task of classification, or extractive-qa")
    if kind.classifies and "labels" not in top:
        root.fail("the key 'labels' is missing; expected the names of the labels")
    labels, language = top.get("labels", ()), top.get("language", "en")
    context = _Context(kind.texts, labels, _slots(top.get("slots"), {}), not kind.classifies, language)
    tests: dict[str, BehaviorTest] = {}
    seen: dict[str, int | None] = {}
    for node in top["capabilities"].parts():
        parts = node.read(TEST_GROUP_KEYS, "key of a capability")
        id = parts["id"]
        if id in seen or "." in id:
            node.items()["id"].fail(f"the id {id!r} is there twice or holds a dot; expected one of its own")
        seen[id] = node.line
        for part in Node(parts["tests"].yaml, node.file, f"capabilities.{id}.tests").parts():
            test = _test(part, id, parts["name"], context)
            if test.id in tests:
                part.items()["id"].fail(f"the id {test.id!r} is there twice")
            tests[test.id] = test
    if not tests:
        top["capabilities"].fail("expected at least one test, found none")
    source = top.get("source", "")
    return Behavior(path.stem, task, top["version"], labels, source, tests, str(path), language)


def _slots(node: Node | None, shared: Mapping[str, Any]) -> dict[str, Any]:
    """Fillers by slot: a text, a list of texts or mappings, or ``{words: first names}``."""
    fillers = dict(shared)
    for name, part in (node.items() if node is not None else {}).items():
        fillers[name] = _fillers(part)
    return fillers


def _fillers(node: Node) -> "list[Any] | SlotPool":
    if node.is_map:
        parts = node.keys(("words",), ("words",), "key of a slot")
        try:
            # long, and plain: made once for all templates
            return SlotPool(node.key, word_list(parts["words"].value(str)))
        except UsageError as error:
            parts["words"].fail(str(error))
    if not node.is_list:
        return [node.value(str)]
    fillers: list[Any] = []
    for part in node.parts():
        if part.is_list:
            inner: Any = _fillers(part)
            fillers += inner  # perhaps an alias to another list
        elif part.is_map:
            fillers.append({key: value.value(str) for key, value in part.items().items()})
        else:
            fillers.append(part.value(str))
    if not fillers:
        node.fail("expected at least one filler, found an empty list")
    return fillers


def _test(node: Node, capability: str, capability_name: str, context: _Context) -> BehaviorTest:
    short_id = string(node.keys(TEST_KEYS, noun="key of a test")["id"])
    named = Node(node.yaml, node.file, f"{node.key.rpartition('.')[0]}.{short_id}")  # the id says more than the place
    parts = named.read(TEST_KEYS, "key of a test")
    type = parts["type"]
    shared = {name: parts[name] for name in SHARED_KEYS if name in parts}
    listed = list(parts["templates"].parts())
    if not listed:
        parts["templates"].fail("expected at least one template, found an empty list")
    templates = tuple(_template(part, shared, type, context) for part in listed)
    needs = parts["needs_labels"].among(context.labels, "label") if "needs_labels" in parts else _needed(templates)
    sure, description = parts.get("oracle_confidence"), parts.get("description", "")
    name = parts.get("name", short_id.replace("-", " "))
    id = f"{capability}.{short_id}"
    return BehaviorTest(id, capability_name, type, name, description, templates, frozenset(needs), sure)


def _needed(templates: tuple[CaseTemplate, ...]) -> set[str]:
    """Labels that alone are right, or that must go up or down."""
    single = {one.accepted[0] for one in templates if len(one.accepted) == 1}
    return single | {one.expected.label for one in templates if one.expected and one.expected.label}


def _template(node: Node, shared: Mapping[str, Node], type: str, context: _Context) -> CaseTemplate:
    written = node.keys((*TEXT_KEYS, *context.roles, *SHARED_KEYS), noun="key of a template") if node.is_map else {}
    parts = {**shared, **written}
    slots = _slots(shared.get("slots"), context.slots)
    slots = _slots(written.get("slots"), slots)
    texts = _texts(node, written, context)
    accepted: tuple[str, ...] = ()
    variant = expected = None
    if type == "MFT":
        _refuse(parts, ("variant", "expect"), "INV or DIR")
        if context.answers:
            answers = _wanted(node, parts, "answers", "answers, which may hold slots").texts()
            texts |= {f"{ANSWER}{place}": text for place, text in enumerate(answers, start=1)}
        else:
            accepted = _wanted(node, parts, "accepted", "a label or a list of them").among(context.labels, "label")
    else:
        _refuse(parts, ("accepted", "answers"), "MFT")
        variant, more = _variant(_wanted(node, parts, "variant", "how the text is changed"), texts, context)
        texts |= more
        expected = _expected(parts.get("expect"), type, node, context)
    try:
        template = Template(texts, **slots)
    except UsageError as error:
        node.fail(str(error))
    if variant is not None and variant.kind == "slot" and variant.slot not in template.slots:
        parts["variant"].fail(f"unknown slot {variant.slot!r}{hint(variant.slot, template.slots)}")
    return CaseTemplate(template, accepted, variant, expected, _masks(parts.get("masks")))


def _refuse(parts: Mapping[str, Node], names: tuple[str, ...], type: str) -> None:
    for name in names:
        if name in parts:
            parts[name].fail(f"{name!r} belongs to a test of type {type}")


def _wanted(node: Node, parts: Mapping[str, Node], name: str, expected: str) -> Node:
    if name not in parts:
        node.fail(f"the key {name!r} is missing, here and in the test; expected {expected}")
    return parts[name]


def _texts(node: Node, written: Mapping[str, Node], context: _Context) -> dict[str, str]:
    """The texts by role: one text; or ``text``, ``texts`` or the roles as keys."""
    roles = context.roles
    if not node.is_map:
        if len(roles) > 1:
            node.fail(f"the task has several texts; expected a mapping with {', '.join(roles)}")
        return {roles[0]: node.value(str)}
    if "texts" in written:
        written = written["texts"].keys(roles, roles, "role")
    elif "text" in written and len(roles) == 1:
        written = {roles[0]: written["text"]}
    for role in roles:
        if role not in written:
            node.fail(f"the text {role!r} is missing; expected {', '.join(roles)}")
    return {role: written[role].value(str) for role in roles}


def _variant(node: Node, texts: Mapping[str, str], context: _Context) -> tuple[Variant, dict[str, str]]:
    """The variant, and the texts that it adds to the template."""
    roles = dict.fromkeys(context.roles, Key("text", "another text in this role", read=string))
    parts = node.read({**roles, **VARIANT_KEYS, **VARIANT_DETAIL_KEYS}, "key of a variant")
    direct = [role for role in context.roles if role in parts]
    kinds = [name for name in parts if name in VARIANT_KEYS] + direct[:1]
    if len(set(kinds)) != 1:
        node.fail(f"expected exactly one of {', '.join(VARIANT_KEYS)}")
    kind = kinds[0]
    if "params" in parts and kind != "transformation":
        parts["params"].fail("'params' belong to a transformation")
    role = parts["role"].among(context.roles, "role")[0] if "role" in parts else context.roles[0]
    if kind == "slot":
        return Variant("slot", slot=parts["slot"]), {}
    if kind == "transformation":
        return Variant("transformation", transformation=_transformation(parts, context.language), role=role), {}
    joiner = spoken_language(context.language).joiner
    if kind == "append":
        new = {role: joiner.join([texts[role], parts["append"]])}
    elif kind == "prepend":
        new = {role: joiner.join([parts["prepend"], texts[role]])}
    elif kind == "text":
        new = {role: parts["text"]}
    else:
        given = parts["texts"].read(roles, "role") if kind == "texts" else parts
        new = {role: given[role] for role in context.roles if role in given}
    return Variant("texts"), {f"{VARIANT}{role}": text for role, text in new.items()}


def _transformation(parts: Mapping[str, Node], language: str) -> Any:
    import hf_robust.transforms  # noqa: F401, registers ours

    name = parts["transformation"].value(str)
    try:
        kind = transformations.get(name, language)
    except UsageError as error:
        parts["transformation"].fail(str(error))
    params = values_by_name(parts["params"]) if "params" in parts else {}
    try:
        return kind(**params)
    except (TypeError, UsageError) as error:
        parts.get("params", parts["transformation"]).fail(str(error))


def _expected(node: Node | None, type: str, owner: Node, context: _Context) -> ExpectedBehavior:
    if node is None:
        if type == "DIR":
            owner.fail("the key 'expect' is missing; expected {up: label} or {down: label}, and a tolerance")
        return ExpectedBehavior("same")
    if not node.is_map:
        return ExpectedBehavior(node.among(("same",), "expectation")[0])
    parts = node.read(EXPECT_KEYS, "key of an expectation")
    kinds = [name for name in parts if name != "tolerance"]
    allowed = ("same",) if type == "INV" else ("up", "down")
    if len(kinds) != 1 or kinds[0] not in allowed:
        node.fail(f"expected exactly one of {', '.join(allowed)} for {type}, found {', '.join(kinds) or 'none'}")
    kind = kinds[0]
    label = None if kind == "same" else parts[kind].among(context.labels, "label")[0]
    return ExpectedBehavior(kind, label, parts.get("tolerance"))


def _masks(node: Node | None) -> dict[str, Any]:
    return {} if node is None else node.read(MASK_KEYS, "key of masks")
