"""Editing the text of a model card: results go into its front matter and a section; all else stays byte for byte.

``huggingface_hub.metadata_update`` writes the whole front matter anew, which loses its comments and quotes.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

import yaml

from hf_robust.core.errors import HubError

# front matter as the Hub's client finds it
_FRONT = re.compile(r"\A(\s*---(?:\r\n|\r|\n))(.*?)((?:\r\n|\r|\n)---[ \t]*(?:\r\n|\n|\Z))", re.DOTALL)
_BREAK = re.compile(r"\r\n|\r|\n")
_INDEX = "model-index"


def with_results(card: str, model: str, results: Sequence[dict], replaces: Callable[[dict], bool]) -> str:
    """A card whose ``model-index`` has results.

    Args:
        card: The text of the card; may be empty.
        model: The model's name, for a card whose index has none.
        results: Entries of the index.
        replaces: Whether an entry that stands there makes way for them.

    Raises:
        HubError: The front matter is no YAML, or its index is none.
    """
    end = _line_end(card)
    found = _FRONT.match(card)
    if found is None:
        index = _dumped([_model(None, model, results, replaces)], end)
        return f"---{end}{index}{end}---{end}{end if card else ''}{card}"
    old, before, after = _index(found[2], len(_BREAK.findall(found[1])))
    first, others = (old[0], old[1:]) if old else (None, [])
    gap = end if before and not before.endswith(("\n", "\r")) else ""
    index = _dumped([_model(first, model, results, replaces), *others], end)
    return f"{found[1]}{before}{gap}{index}{end if after else ''}{after}{card[found.end(2) :]}"


def _model(old: dict | None, model: str, results: Sequence[dict], replaces: Callable[[dict], bool]) -> dict:
    kept = [one for one in (old or {}).get("results") or [] if not replaces(one)]
    return {**(old or {"name": model}), "results": [*kept, *results]}


def _is_index(value: Any) -> bool:
    return value is None or (
        isinstance(value, list)
        and all(
            isinstance(one, dict)
            and isinstance(one.get("results") or [], list)
            and all(isinstance(result, dict) for result in one.get("results") or [])
            for one in value
        )
    )


def _index(front: str, above: int) -> tuple[list[dict] | None, str, str]:
    """The index of a front matter, what stands before it and what stands behind it."""
    try:
        node, values = yaml.compose(front, Loader=yaml.SafeLoader), yaml.safe_load(front)
    except (yaml.YAMLError, ValueError) as error:  # ValueError: a date that is none
        mark = getattr(error, "problem_mark", None)
        where = f" in line {mark.line + 1 + above}" if mark else ""
        said = " ".join(str(getattr(error, "problem", None) or error).split())
        raise HubError(
            f"the front matter of the card is not valid YAML{where} ({said}); mend it, then push again"
        ) from error
    if node is None:
        return None, front, ""
    if not isinstance(node, yaml.MappingNode) or node.flow_style:
        raise HubError("the front matter of the card has to be lines of `name: value`; mend it, then push again")
    for key, value in node.value:
        if key.value == _INDEX:
            if not _is_index(values[_INDEX]):
                raise HubError(f"the {_INDEX} of the card is no list of models with results; mend it, then push again")
            rest = _BREAK.split(front[_end(value) :], maxsplit=1)
            return values[_INDEX], front[: key.start_mark.index], rest[1] if len(rest) > 1 else ""
    return None, front, ""


def with_tag(card: str, tag: str) -> str:
    """A card that has a tag, by which the Hub finds it.

    Args:
        card: A card whose front matter is one, as :func:`with_results` leaves it.
        tag: A plain word.

    Example:
        >>> print(with_tag("---\\ntags: [nlp]  # mine\\n---\\n# A model", "robust"))
        ---
        tags: [nlp, robust]  # mine
        ---
        # A model
    """
    found = _FRONT.match(card)
    if found is None:
        return card
    front, end = found[2], _line_end(card)
    node = yaml.compose(front, Loader=yaml.SafeLoader)
    values = {key.value: (key, value) for key, value in node.value} if isinstance(node, yaml.MappingNode) else {}
    if "tags" not in values:
        gap = "" if front.endswith(("\n", "\r")) else end
        new = f"{front}{gap}tags:{end}- {tag}"
    else:
        new = _tagged(front, values["tags"][1], tag, end)
    return f"{card[: found.start(2)]}{new}{card[found.end(2) :]}"


def _tagged(front: str, tags: yaml.Node, tag: str, end: str) -> str:
    """A front matter with a tag more; as it is where its tags are no list of words, or have it."""
    if not isinstance(tags, yaml.SequenceNode) or any(getattr(one, "value", None) == tag for one in tags.value):
        return front
    if tags.flow_style:
        place = tags.value[-1].end_mark.index if tags.value else tags.start_mark.index + 1
        return f"{front[:place]}{', ' if tags.value else ''}{tag}{front[place:]}"
    place = tags.start_mark.index  # of the first dash
    return f"{front[:place]}- {tag}{end}{' ' * tags.start_mark.column}{front[place:]}"


def _end(node: yaml.Node) -> int:
    """Where the last thing of a value ends; the mark of a block itself stands before what follows it."""
    if isinstance(node, yaml.MappingNode) and not node.flow_style and node.value:
        return max(_end(part) for pair in node.value for part in pair)
    if isinstance(node, yaml.SequenceNode) and not node.flow_style and node.value:
        return max(map(_end, node.value))
    return node.end_mark.index


def _dumped(index: list[dict], end: str) -> str:
    """The lines of an index, without a line end after the last one."""
    text = yaml.safe_dump({_INDEX: index}, sort_keys=False, allow_unicode=True, width=10_000)
    return text.rstrip("\n").replace("\n", end)


def with_section(card: str, key: str, section: str) -> str:
    """A card with a section between two markers, in place of the one that stands there with the same key.

    Args:
        card: The text of the card.
        key: What the markers name.
        section: The section in Markdown.

    Raises:
        HubError: One of the markers is missing.
    """
    end = _line_end(card)
    name = re.sub(r"[^\w./+-]|-(?=-)", "_", key)
    first, last = (f"<!-- hf_robust: {which} of {name} -->" for which in ("begin", "end"))
    text = section.strip().replace("<!--", "<!\u200b--")  # nothing in it is a marker
    block = f"{first}\n{text}\n{last}".replace("\n", end)
    start, stop = card.find(first), card.find(last)
    if (start < 0) != (stop < 0) or stop < start:
        raise HubError(f"the card has one of the two lines {first} and {last} only, or in the wrong order; mend it")
    if start >= 0:
        return card[:start] + block + card[stop + len(last) :]
    gap = "" if not card else end if card.endswith(("\n", "\r")) else end + end
    return f"{card}{gap}{block}{end}"


def _line_end(card: str) -> str:
    """How the lines of a card end."""
    found = re.search(r"\r?\n", card)
    return found[0] if found else "\n"
