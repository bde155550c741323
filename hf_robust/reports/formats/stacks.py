"""What notebooks show of suites: for each entry a bar of its rows by what they are, and texts beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from hf_robust.reports.formats.html import environment, markup
from hf_robust.reports.view import Examples
from hf_robust.reports.wording import count

MOST = 30  # entries that are shown
COLORS = ("#4c82d9", "#b07a10", "#17907f", "#a05cc7", "#d14b86")  # light and dark notebooks show them alike
_HEIGHT = 22
_PALE = "fill: currentColor; fill-opacity: 0.14"


@dataclass(frozen=True)
class Stack:
    """The rows of one entry.

    Args:
        name: The entry.
        parts: How many rows there are of each kind; those called ``""`` are drawn pale and have no name.
        cells: What stands to the right, by the head of its column.
    """

    name: str
    parts: Mapping[str, int]
    cells: Mapping[str, object]


def render_stacks(title: str, stacks: Sequence[Stack], examples: Examples | None = None) -> str:
    """A table with a bar in each row, all on one scale; whatever it holds is escaped.

    Args:
        title: What is shown.
        stacks: The entries.
        examples: Shown below the table.

    Example:
        >>> page = render_stacks("two rows", [Stack("keyboard", {"changed": 1, "": 1}, {"pairs": 1})])
        >>> page.count("<rect"), 'aria-label="keyboard: 1 of 2 changed"' in page  # the key, and two parts
        (3, True)
    """
    names = list(dict.fromkeys(name for stack in stacks for name in stack.parts if name))
    styles = {name: f"fill: {COLORS[place % len(COLORS)]}" for place, name in enumerate(names)}
    whole = max([sum(stack.parts.values()) for stack in stacks], default=0)
    shown = stacks[:MOST]
    return (
        environment()
        .get_template("notebook_stacks.html.j2")
        .render(
            title=title,
            keys=[(markup(_key(styles[name])), name) for name in names],
            heads=list(dict.fromkeys(head for stack in shown for head in stack.cells)),
            rows=[(stack, markup(_bar(stack, styles, whole))) for stack in shown],
            more=len(stacks) - len(shown),
            examples=examples,
        )
    )


def _key(style: str) -> str:
    return f'<svg width="14" height="12"><rect x="1" y="1" width="11" height="10" rx="2" style="{style}"/></svg>'


def _bar(stack: Stack, styles: Mapping[str, str], whole: int) -> str:
    """The parts side by side, in percent of the widest entry."""
    rects, start = [], 0
    for name, size in stack.parts.items():
        x, width = (f"{100 * value / max(whole, 1):.2f}%" for value in (start, size))
        rects.append(f'<rect x="{x}" y="4" width="{width}" height="14" style="{styles.get(name, _PALE)}"/>')
        start += size
    says = ", ".join(_said(name, size, stack) for name, size in stack.parts.items() if name)
    return (
        f'<svg width="100%" height="{_HEIGHT}" role="img" aria-label="{escape(f"{stack.name}: {says}")}" '
        f'style="display: block">{"".join(rects)}</svg>'
    )


def _said(name: str, size: int, stack: Stack) -> str:
    of = f" of {count(sum(stack.parts.values()))}" if "" in stack.parts else ""
    return f"{count(size)}{of} {name}"
