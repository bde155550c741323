"""The section ``Args`` of docstrings: read, and written anew with what a class inherits."""

import re
from collections.abc import Mapping
from inspect import cleandoc
from textwrap import fill

_WIDTH = 110
_SECTION = re.compile(r"^Args:\n((?:(?: {4}.*)?\n)*)", re.MULTILINE)
_ENTRY = re.compile(r"^ {4}(\w+): ((?:.*\n)(?: {8}.*\n)*)", re.MULTILINE)
_LATER = re.compile(r"^(?:Returns|Raises|Source|Example)\b.*:", re.MULTILINE)


def parameters(doc: str | None) -> dict[str, str]:
    """What a docstring says of each parameter.

    Example:
        >>> parameters('''A slip.
        ...
        ...     Args:
        ...         rate: Share of the words;
        ...             at least one.
        ...     ''')
        {'rate': 'Share of the words; at least one.'}
    """
    section = _SECTION.search(cleandoc(doc or "") + "\n")
    entries = _ENTRY.findall(section[1]) if section else []
    return {name: " ".join(text.split()) for name, text in entries}


def with_parameters(doc: str, inherited: Mapping[str, str]) -> str:
    """The docstring with more parameters, before those that it has; without the indentation of the code.

    Args:
        doc: The docstring.
        inherited: What is said of each; one that the docstring has is left out.

    Example:
        >>> print(with_parameters("A slip.\\n\\nSource: A paper.", {"rate": "Share of the words."}))
        A slip.
        <BLANKLINE>
        Args:
            rate: Share of the words.
        <BLANKLINE>
        Source: A paper.
    """
    doc = cleandoc(doc)
    own = parameters(doc)
    lines = "".join(_entry(name, text) for name, text in inherited.items() if name not in own)
    if not lines:
        return doc
    if own:
        return doc.replace("Args:\n", f"Args:\n{lines}", 1)
    later = _LATER.search(doc)
    place = later.start() if later else len(doc)
    before = doc[:place].rstrip()
    return f"{before}\n\nArgs:\n{lines}" + (f"\n{doc[place:]}" if later else "")


def _entry(name: str, text: str) -> str:
    return fill(f"{name}: {text}", _WIDTH, initial_indent="    ", subsequent_indent="        ") + "\n"
