"""Placeholders in braces that may hold other braces: format fields, shell variables and ICU messages."""

import re

from hf_robust.core.edits import Offsets

_FIELD = r"[\w.$-]++(?>(?:\[[^\[\]{}\n]{0,60}\][\w.]*+)*)"
_ICU = "plural|select|selectordinal|number|date|time|choice|spellout|ordinal|duration"
# how each kind begins, and the most characters that it may have: longer texts in braces are prose
_OPENINGS = {
    "icu": (rf"\{{\s*[\w.-]+\s*,\s*(?:{_ICU})\s*[,}}]", 5000),
    "variable": (r"[$#@%]\{", 200),
    "field": (rf"\{{{_FIELD}(?:(?:![a-z])?:(?=[^\s}}])|(?<=\])(?:![a-z])?(?=\}}))|\{{:(?=[<>=^+#?.,\d%{{])", 100),
    "tag": (r"\{[#/:@^$>&?+*;~](?=[^\W\d])|\{(?:[^\W\d][\w.]*)(?=[?/*+]\})", 100),
}
_OPENING = re.compile("|".join(f"(?P<{name}>{pattern})" for name, (pattern, _) in _OPENINGS.items()))
_BRACE = re.compile("[{}]")


def nested_placeholders(text: str) -> list[Offsets]:
    """Where placeholders with nested braces, or with a format specification, stand in a text. They may overlap.

    Example:
        >>> text = "On {date:%d %B}, {n, plural, one {# item} other {# items}} of {sic"
        >>> [text[start:end] for start, end in nested_placeholders(text)]
        ['{date:%d %B}', '{n, plural, one {# item} other {# items}}']
    """
    openings = list(_OPENING.finditer(text))
    if not openings:
        return []
    closings = _closings(text)
    spans = []
    for opening in openings:
        start = opening.start()
        end = closings.get(text.index("{", start), -1)
        kind = opening.lastgroup or ""
        if 0 <= end - start <= _OPENINGS[kind][1] and (kind == "icu" or "\n" not in text[start:end]):
            spans.append((start, end))
    return spans


def _closings(text: str) -> dict[int, int]:
    """By place of each opening brace that is closed: where the text in braces ends."""
    opened: list[int] = []
    closings = {}
    for brace in _BRACE.finditer(text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened:
            closings[opened.pop()] = brace.end()
    return closings
