"""Reads the YAML files that specify linguistic capabilities, the ready ones by name."""

import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from hf_robust.capability.confidence import read_confidence
from hf_robust.capability.gold_labels import Range, read_range
from hf_robust.capability.schema import (
    CAPABILITY_KEYS,
    SENTENCE_TEMPLATE_KEYS,
    SPECIFICATION_KEYS,
    TRANSFORM_KEYS,
)
from hf_robust.capability.spec import (
    PUBLISHED,
    SINGLE,
    Accepted,
    Capability,
    SentenceTemplate,
    Specification,
    Transform,
)
from hf_robust.capability.templates.patterns import Pattern, parse
from hf_robust.core.errors import HubError, UnknownNameError, UsageError
from hf_robust.core.hub_client import HUB_CLIENT
from hf_robust.core.sections import lists_by_name, string
from hf_robust.core.yaml_nodes import Node, compose, hint
from hf_robust.slices.read_rules import RuleContext, read_rule
from hf_robust.slices.rules import Rule
from hf_robust.tasks import TASKS

FOLDER = Path(__file__).resolve().parent / "specs"
HUB_FILE = "capabilities.yaml"
_SAME = "same"
_MOST_TEXTS = 10_000


def specification_names(published: bool = False) -> tuple[str, ...]:
    """Names of the specifications in the package.

    Args:
        published: Only those that a paper has, as it has them.

    Example:
        >>> specification_names()
        ('hate-speech-detection', 'natural-language-inference', 'sentiment-classification')
        >>> specification_names(published=True)
        ('hate-speech-detection', 'sentiment-classification')
    """
    folder = FOLDER / PUBLISHED if published else FOLDER
    return tuple(sorted(path.stem for path in folder.glob("*-*.yaml")))


def capabilities(source: str | Path, revision: str | None = None) -> Specification:
    """Load a specification of capability tests.

    Args:
        source: Name of a specification in the package (:func:`specification_names`), a file, a folder with
            ``capabilities.yaml``, or a dataset ``"user/name"`` on the Hub that contains this file.
        revision: Branch, tag or commit on the Hub. For a specification in the package, ``"published"`` loads the
            version of the paper with the published numbers of seeds. None loads a refined version, whose descriptions
            name each change and its reason.

    Raises:
        SpecError: If the file is not valid. The message contains the position and what is expected.
        UnknownNameError: If the source is neither a specification nor a file.
        UsageError: If the source is a task whose predictions are neither labels nor texts.
        HubError: If the Hub cannot be reached, or if it has no such file.

    Example:
        >>> list(capabilities("natural-language-inference"))[:3]
        ['NLI1', 'NLI2', 'NLI3']
        >>> len(capabilities("sentiment-classification", "published"))
        12
    """
    path = Path(source)
    if str(source) in specification_names():
        return _of_package(str(source), revision)
    if path.is_dir():
        return read_file(path / HUB_FILE)
    if path.is_file() or path.suffix in (".yaml", ".yml"):
        return read_file(path)
    if str(source).count("/") == 1:
        return read_file(_from_hub(str(source), revision) / HUB_FILE)
    if str(source) in TASKS and not TASKS[str(source)].value_is_text:
        raise UsageError(
            f"there are no capability tests for {source}: a test states one label or answer a text, and predictions "
            f"are other values there. Specifications: {', '.join(specification_names())}"
        )
    raise UnknownNameError("specification", str(source), specification_names())


def _of_package(name: str, edition: str | None) -> Specification:
    if edition is None:
        return _packaged(FOLDER / f"{name}.yaml")
    if edition != PUBLISHED:
        raise UnknownNameError(f"edition of {name}", edition, [PUBLISHED])
    if name not in specification_names(published=True):
        raise UnknownNameError("published specification", name, specification_names(published=True))
    return _packaged(FOLDER / PUBLISHED / f"{name}.yaml")


@cache
def _packaged(path: Path) -> Specification:
    """Read a file of the package once a process: parsing takes a tenth of a second."""
    return read_file(path)


def _from_hub(repo: str, revision: str | None) -> Path:
    """A folder with the specification and the word lists beside it."""
    from huggingface_hub import snapshot_download

    try:
        return Path(
            snapshot_download(
                repo,
                repo_type="dataset",
                revision=revision,
                allow_patterns=["*.yaml", "*.yml", "*.txt", "*.csv"],
                **HUB_CLIENT,
            )
        )
    except Exception as error:  # each kind of failure is of another library
        asked_for = f"{repo} at {revision}" if revision else repo
        reason = " ".join(str(error).split())[:200]
        raise HubError(
            f"{asked_for} is neither a file here nor a dataset on the Hub that could be read "
            f"({type(error).__name__}: {reason})"
        ) from error


def read_file(path: Path) -> Specification:
    """Read and check a file; see :func:`capabilities`.

    Args:
        path: The file. Its word lists are beside it; those of the package's published files in the folder above.

    Raises:
        SpecError: A mistake in it.
    """
    top = compose(path).read(SPECIFICATION_KEYS)
    task, version = top["task"], top["version"]
    labels, aliases = _labels(top["labels"])
    lexicons = _lexicons(top.get("lexicons"), FOLDER if path.resolve().parent == FOLDER / PUBLISHED else path.parent)
    context = RuleContext(TASKS[task].texts, labels, lexicons)
    closed = top.get("spaces") == "closed"
    capabilities_by_id: dict[str, tuple[Capability, int | None]] = {}
    for node in top["capabilities"].parts():
        capability = _capability(node, context, closed, version)
        if capability.id in capabilities_by_id:
            node.items()["id"].fail(
                f"the id {capability.id!r} is there twice; the first is in line {capabilities_by_id[capability.id][1]}"
            )
        capabilities_by_id[capability.id] = (capability, node.line)
    if not capabilities_by_id:
        top["capabilities"].fail("expected at least one capability, found an empty list")
    return Specification(
        task=task,
        version=version,
        labels=labels,
        aliases=aliases,
        scores=_scores(top.get("scores"), labels),
        capabilities=tuple(capability for capability, _ in capabilities_by_id.values()),
        lexicons=lexicons,
        source=top.get("source", ""),
        file=str(path),
    )


def _labels(node: Node) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """A list of names, or a mapping from a name to other names of the same."""
    if not node.is_map:
        names = node.texts()
        aliases = {}
    else:
        parts = node.items()
        names = tuple(parts)
        aliases = {name: tuple(other.value(str).lower() for other in part.parts()) for name, part in parts.items()}
    if len(set(names)) < max(2, len(names)):
        node.fail(f"expected at least two different labels, found {', '.join(names) or 'none'}")
    return names, aliases


def _scores(node: Node | None, labels: tuple[str, ...]) -> dict[str, Range]:
    if node is None:
        return {}
    ranges = {}
    for name, part in node.keys(labels, noun="label").items():
        given = [p.value(float) for p in part.parts()] if part.is_list else part.value(str)
        try:
            ranges[name] = read_range(given)
        except ValueError as error:
            part.fail(str(error))
    return ranges


def _lexicons(node: Node | None, folder: Path) -> dict[str, Path | None]:
    if node is None:
        return {}
    files: dict[str, Path | None] = {}
    for name, part in node.items().items():
        files[name] = None
        if part.is_null:
            continue
        files[name] = path = folder / part.value(str)
        if Path(part.value(str)).name != part.value(str) or not path.is_file():
            part.fail(f"there is no {part.value(str)!r} in {folder}; expected a word list beside this file, or null")
    return files


def _capability(node: Node, context: RuleContext, closed: bool, version: str) -> Capability:
    id = string(node.keys(CAPABILITY_KEYS)["id"])
    named = Node(node.yaml, node.file, f"capabilities.{id}")  # the id says more than the place
    parts = named.read(CAPABILITY_KEYS)
    searches = _searches(named, parts, context)
    transform = _transform(named, parts, searches, context)
    kind = transform.kind
    given = parts.get("needs_labels")
    needs = frozenset(given.among(context.labels, "label")) if given else _needed(searches, transform)
    sure, audit = read_confidence(parts.get("oracle_confidence"), version)
    return Capability(
        id=id,
        name=parts["name"],
        description=parts.get("description", ""),
        searches=searches,
        transform=transform,
        oracle_confidence=sure,
        audit=audit,
        expand=parts.get("expand", True),
        recheck=parts.get("recheck", kind == "none"),
        needs_labels=needs,
        optional=parts.get("optional", False),
        closed=closed,
    )


def _searches(node: Node, parts: Mapping[str, Node], context: RuleContext) -> dict[str, Rule]:
    if ("search" in parts) == ("searches" in parts):
        node.fail("expected either 'search' (one rule) or 'searches' (rules by name)")
    if "search" in parts:
        return {SINGLE: read_rule(parts["search"], context)}
    rules = {name: read_rule(part, context) for name, part in parts["searches"].items().items()}
    if not rules:
        parts["searches"].fail("expected at least one named rule, found none")
    return rules


def _needed(searches: Mapping[str, Rule], transform: Transform) -> frozenset[str]:
    """Labels that a search asks for alone, or that are the only right one of every template."""
    searched = frozenset().union(*(rule.required() for rule in searches.values()))
    outcomes = [
        set(labels)
        for template in transform.templates
        for labels in ([template.accepted.labels] if template.accepted.labels else template.accepted.by_label.values())
    ]
    only = set.intersection(*outcomes) if outcomes and all(len(labels) == 1 for labels in outcomes) else set()
    return searched | only


def _transform(node: Node, parts: Mapping[str, Node], searches: Mapping[str, Rule], context: RuleContext) -> Transform:
    default = parts.get("accepted")
    given = parts.get("transform")
    if given is None or (not given.is_map and given.value(str) == "none"):
        if len(searches) > 1:
            node.fail("a transformation is needed where several searches are named; expected 'transform'")
        texts = {role: f"{{{role}}}" for role in context.roles}
        places = {role: (next(iter(searches)), role) for role in context.roles}
        patterns = {role: parse(text.replace("}", ":as-is}"), places, []) for role, text in texts.items()}
        accepted = _accepted(default, node, context)
        return Transform("none", (SentenceTemplate("", patterns, {}, {}, accepted),))
    if not given.is_map:
        given.fail(f"unknown transformation {given.value(str)!r}; expected none, templates or negation")
    kinds = given.keys(TRANSFORM_KEYS, noun="transformation")
    if len(kinds) != 1:
        given.fail("expected either 'templates' or 'negation'")
    if "negation" in kinds:
        negations = lists_by_name(kinds["negation"])
        if not negations:
            kinds["negation"].fail("expected verbs with what stands for them, found none")
        search = next(iter(searches))
        patterns = {role: parse(f"{{{role}:negated}}", {role: (search, role)}, []) for role in context.roles}
        if len(searches) > 1 or len(patterns) > 1:
            kinds["negation"].fail("expected one search over one text; write templates with {name:negated} instead")
        template = SentenceTemplate("negation", patterns, {}, negations, _accepted(default, node, context))
        return Transform("negation", (template,))
    return Transform("templates", _templates(kinds["templates"], default, searches, context))


def _templates(
    node: Node, default: Node | None, searches: Mapping[str, Rule], context: RuleContext
) -> tuple[SentenceTemplate, ...]:
    templates: dict[str, SentenceTemplate] = {}
    for place, part in enumerate(node.parts(), start=1):
        template = _template(part, f"{place}", default, searches, context)
        if template.id in templates:
            part.items()["id"].fail(f"the id {template.id!r} is there twice")
        templates[template.id] = template
    if not templates:
        node.fail("expected at least one template, found an empty list")
    return tuple(templates.values())


def _template(
    node: Node, position: str, default: Node | None, searches: Mapping[str, Rule], context: RuleContext
) -> SentenceTemplate:
    parts = node.read(SENTENCE_TEMPLATE_KEYS, "key of a template")
    slots = lists_by_name(parts["slots"]) if "slots" in parts else {}
    negations = parts.get("negations", {})
    patterns = _patterns(node, parts, slots, searches, context)
    used = [name for pattern in patterns.values() for name in pattern.slots]
    for name in slots:
        if name not in used:
            parts["slots"].items()[name].fail(f"the slot {name!r} is in no text of the template")
    searched = [part for pattern in patterns.values() for part in pattern.search_fields]
    if any(part.mode == "negated" for part in searched) and not negations:
        node.fail("{...:negated} needs 'negations': verbs with what stands for them")
    if not searched:
        known = ", ".join(sorted(_search_fields(searches, context)))
        node.fail(f"no searched text is used; expected one of {known} in braces")
    texts = math.prod(len(slots[name]) for name in set(used)) * max([1, *map(len, negations.values())])
    if texts > _MOST_TEXTS:
        node.fail(
            f"expected at most {_MOST_TEXTS:,} texts of a sentence, found {texts:,} by all alternatives multiplied"
        )
    joined = len({part.search for part in searched})
    if joined > 2:
        node.fail(f"a template joins at most two searched rows, found {joined}")
    return SentenceTemplate(
        id=parts.get("id", position),
        texts=patterns,
        slots=slots,
        negations=negations,
        accepted=_accepted(parts.get("accepted", default), node, context),
        pairs=_pairs(parts.get("pairs"), joined),
        oracle_confidence=parts.get("oracle_confidence"),
    )


def _search_fields(searches: Mapping[str, Rule], context: RuleContext) -> dict[str, tuple[str, str]]:
    """Search and role by what may stand in braces: ``search.role``, and the shorter names that are clear."""
    fields = {f"{search}.{role}": (search, role) for search in searches for role in context.roles}
    if len(context.roles) == 1:
        fields |= {search: (search, context.roles[0]) for search in searches}
    if len(searches) == 1:
        fields |= {role: (next(iter(searches)), role) for role in context.roles}
    return fields


def _patterns(
    node: Node, parts: Mapping[str, Node], slots: Mapping, searches: Mapping[str, Rule], context: RuleContext
) -> dict[str, Pattern]:
    if ("text" in parts) == ("texts" in parts):
        node.fail("expected either 'text' (of a task with one text) or 'texts' (by role)")
    if "text" in parts and len(context.roles) > 1:
        parts["text"].fail(f"the task has several texts; expected 'texts' with {', '.join(context.roles)}")
    written = parts["texts"].keys(context.roles, context.roles, "role") if "texts" in parts else {}
    written = written or {context.roles[0]: parts["text"]}
    places = _search_fields(searches, context)
    patterns = {}
    for role, part in written.items():
        try:
            patterns[role] = parse(part.value(str), places, list(slots))
        except KeyError as error:
            part.fail(f"unknown slot {{{error.args[0]}}}{hint(error.args[0], {*places, *slots})}")
        except ValueError as error:
            part.fail(str(error))
    return patterns


def _accepted(node: Node | None, owner: Node, context: RuleContext) -> Accepted:
    """Labels; ``same`` for that of the sentence found; or labels by its label."""
    if node is None:
        owner.fail("no label is accepted; expected 'accepted' with a label, a list of them, a mapping, or 'same'")
    if node.is_map:
        parts = node.keys(context.labels, noun="label")
        return Accepted(by_label={name: part.among(context.labels, "label") for name, part in parts.items()})
    if not node.is_list and node.value(str) == _SAME and _SAME not in context.labels:
        return Accepted(by_label={name: (name,) for name in context.labels})
    return Accepted(labels=node.among(context.labels, "label"))


def _pairs(node: Node | None, joined: int) -> int | None:
    if node is None:
        return 1 if joined == 2 else None
    if joined != 2:
        node.fail("pairs belong to a template that joins two searched rows")
    if node.value(int) < 1:
        node.fail(f"expected a whole number of at least 1, found {node.kind}")
    return node.value(int)
