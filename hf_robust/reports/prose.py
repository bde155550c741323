"""Prose with inline Markdown, as docstrings and specifications hold it: HTML on pages, plain text elsewhere."""

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt

_RULES = ["backticks", "emphasis", "escape", "link"]
_MARKS = {"em_open": 1, "strong_open": 1, "em_close": -1, "strong_close": -1}


class Prose(str):
    """A text whose inline Markdown is markup and not text.

    As a string it is plain: words that the markup sets apart stand in quotes, and the address of a link follows in
    brackets. Templates get HTML, in which all else is escaped; no link can be followed, since a page may show the
    prose of a stranger.

    Args:
        source: Text with code, emphasis and links in Markdown.

    Example:
        >>> said = Prose("People write *their* for `there`; 2 * 3 < 7 stays.")
        >>> print(said)
        People write "their" for "there"; 2 * 3 < 7 stays.
        >>> said.__html__()
        'People write <em>their</em> for <code>there</code>; 2 * 3 &lt; 7 stays.'
        >>> print(Prose("See [the paper](https://example.org/a_b)."))
        See the paper (https://example.org/a_b).
    """

    _html: str

    def __new__(cls, source: str) -> "Prose":
        reader = _reader()
        tokens = reader.parseInline(source)[0].children or []
        made = super().__new__(cls, _plain(tokens))
        made._html = reader.renderer.render(tokens, reader.options, {})
        return made

    def __html__(self) -> str:
        return self._html


@cache
def _reader() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    reader = MarkdownIt("zero", {"html": False}).enable(_RULES)
    reader.add_render_rule("link_open", lambda *_: "")
    reader.add_render_rule("link_close", _address)
    return reader


def _address(self: Any, tokens: "Sequence[Any]", index: int, options: Any, env: Any) -> str:
    from html import escape

    return escape(_target(tokens, index))


def _target(tokens: "Sequence[Any]", index: int) -> str:
    """The address of the link that ends at a place, in brackets; nothing where it leads nowhere."""
    opened = next(token for token in reversed(tokens[:index]) if token.type == "link_open")
    address = opened.attrGet("href")
    return f" ({address})" if address else ""


def _plain(tokens: "Sequence[Any]") -> str:
    words, depth = [], 0
    for place, token in enumerate(tokens):
        before, depth = depth, depth + _MARKS.get(token.type, 0)
        if (before == 0) != (depth == 0):
            words.append('"')
        elif token.type == "link_close":
            words.append(_target(tokens, place))
        elif token.type == "code_inline" and not depth:
            words.append(f'"{token.content}"')
        elif token.type == "softbreak":
            words.append("\n")
        else:
            words.append(token.content)
    return "".join(words)
