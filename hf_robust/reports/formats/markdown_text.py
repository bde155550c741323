"""Texts for GitHub's Markdown: whatever a view holds is shown as it is; nothing in it pings, links or formats."""

import re

from hf_robust.reports.wording import clip

_BREAK = "\u200b"  # of no width: the text looks the same and is no mention, reference or address any more
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_SIGNS = re.compile(r"[\\`*_{}\[\]|~$^]")
# @name, #123, GH-123, http://, www., :smile:, user@commit
_LINKS = re.compile(r"@(?=\w)|#(?=\w)|\bGH-(?=\d)|\b[A-Za-z][A-Za-z+.-]*:(?=//)|\bwww\.|:(?=[\w+-]+:)")
_OPENINGS = re.compile(r"^(\d{0,9})([-+=#.)])(?=[\s#=-]|$)")  # a list, a heading, a line
# controls that turn the direction of all that follows
_BIDI = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], "\ufffd")


def md(text: str, most: int = 600) -> str:
    r"""A text in Markdown, on one line; it may stand in a table.

    Args:
        most: Characters; a longer one is cut.

    Example:
        >>> print(md("a|b <i> *c*"))
        a\|b &lt;i&gt; \*c\*
        >>> md("@me #12")
        '@\u200bme #\u200b12'
    """
    words = _LINKS.sub(lambda found: found[0] + _BREAK, clip(" ".join(text.split()), most).translate(_BIDI))
    words = _SIGNS.sub(r"\\\g<0>", re.sub("[&>]|<(?![= ])", lambda found: _ENTITIES[found[0]], words))
    return _OPENINGS.sub(r"\1\\\2", words)


def code(text: str, most: int = 300) -> str:
    r"""A text as code, on one line; it may stand in a table.

    Example:
        >>> print(code("a|b `c`"))
        `a\|b 'c'`
    """
    shown = clip(" ".join(text.split()), most).replace("`", "'").replace("|", r"\|")
    return f"`{shown}`" if shown else ""
