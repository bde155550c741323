"""Entries of a suite as they stand in a YAML file: a name, a name with parameters, or a chain."""

from typing import Any

from hf_robust.core.sections import checked, text
from hf_robust.core.yaml_nodes import Node
from hf_robust.transforms.chains import stages_of

ALL = "all"


def read_entries(node: Node) -> tuple[Any, ...] | None:
    """Entries of a suite.

    Args:
        node: The word ``all``, or a list of names, mappings with parameters and lists (chains).

    Returns:
        None for all that apply.

    Raises:
        SpecError: One is none of these; the message says the line.
    """
    if not node.is_list and not node.is_map and node.value(str) == ALL:
        return None
    found = tuple(read_entry(part) for part in (node.parts() if node.is_list else [node]))
    return found or node.fail(f"expected names of transformations, or {ALL}; found an empty list")


def read_entry(node: Node) -> Any:
    """A name, a mapping with parameters, or the parts of a chain, as a list or joined by plus signs."""
    if node.is_list:
        return tuple(read_entry(part) for part in node.parts()) or node.fail(
            "expected the parts of a chain, found none"
        )
    if not node.is_map:
        names = tuple(name.strip() for name in text(node).split("+"))
        checked(node, lambda: stages_of(list(names), None))
        return names if len(names) > 1 else names[0]
    found = node.plain()
    checked(node.items().get("name", node), lambda: stages_of(found, None))
    return found if set(found) != {"name"} else found["name"]
