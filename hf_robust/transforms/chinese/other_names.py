"""Whether a Chinese text has a second name for an entity: 美国 and 中美, 哈佛大学 and 哈佛, 邓小平 and 小平."""

import re

from hf_robust.core.doc import Doc
from hf_robust.language.chinese.places import place_of
from hf_robust.language.chinese.script import to_simplified
from hf_robust.transforms.chinese.name_replacements import type_of

_COUNTRY = re.compile("国\\Z")
# short forms of countries, and what stands beside one
_SHORT = "中美英法德俄日韩朝印越泰澳加意苏欧"
_BEFORE, _BEHIND = "驻访赴抵旅留援对来华台", "方军元籍裔"
_LEAST = 2  # characters that two names of one thing have in common


def has_other_name(doc: Doc, kind: str, name: str) -> bool:
    """Whether another name in a text may be that of the same thing; then a new one of only this name would part them.

    Args:
        doc: A text with its gold spans.
        kind: ``person``, ``place`` or ``organisation``.
        name: A name in it, in simplified characters.

    Example:
        >>> from hf_robust.core.doc import Span
        >>> doc = Doc("美国驻华大使和中美关系", marks=[Span(0, 2, "LOC"), Span(3, 4, "LOC"), Span(7, 8, "LOC")])
        >>> has_other_name(doc, "place", "美国"), has_other_name(Doc("美国"), "place", "美国")
        (True, False)
    """
    text = to_simplified(doc.text)
    others = {(text[start:end], type_of(label)) for start, end, label in doc.marks if text[start:end] != name}
    if kind == "person":  # 邓小平 and 小平
        return any(its_kind == kind and (name in other or other in name) for other, its_kind in others)
    if kind == "organisation" and any(
        "place" in its_kind and len(other) >= _LEAST and other in name for other, its_kind in others
    ):
        return True  # 江苏省公安厅 and 江苏省
    named = [other for other, its_kind in others if its_kind == kind or (kind == "place" and "person" not in its_kind)]
    return any(_may_be_one(name, other) for other in named) or (
        kind == "place" and _is_country(name) and _has_short_form(text.replace(name, "\n"), name[0])
    )


def _may_be_one(name: str, other: str) -> bool:
    """Whether two names begin alike, or one is a short form of the other: 洛市 and 洛杉矶市."""
    name, other = ("".join(filter(str.isalnum, one)) for one in (name, other))  # in other quotation marks
    short, long = sorted((name, other), key=len)
    left = iter(long)
    least = 1 if _is_country(name) else _LEAST
    return name[:least] == other[:least] or all(sign in left for sign in short)


def _is_country(name: str) -> bool:
    place = place_of(name)
    return (place is not None and place.kind == "country") or _COUNTRY.search(name) is not None


def _has_short_form(text: str, short: str) -> bool:
    beside = f"(?:[{_BEFORE}{_SHORT}]{short}(?!国)|{short}[{_BEHIND}{_SHORT}])"
    return re.search(beside, text) is not None
