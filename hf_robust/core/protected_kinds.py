"""The kinds of text that can be protected by name, each as a regular expression.

Every pattern is linear in the length of the text: a run of characters is entered at its beginning only.
"""

import re
from functools import cache

from hf_robust.core.nested_placeholders import nested_placeholders
from hf_robust.core.text import HAN

RULES_VERSION = "2"
"""Changes whenever one of the patterns does; it reaches the cache and the manifests of suites."""

DEFAULT_KINDS = ("urls", "emails", "markup", "placeholders")
ENTITIES = "entities"

_WORD = rf"[^\W{HAN}]"  # a letter, digit or underscore, but no Chinese character
_OPEN = rf"(?<!{_WORD})"
_CLOSE = rf"(?!{_WORD})"

_HOST = r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
# endings that are also English words are left out: "the end.It was"
_TOP = "com|org|net|edu|gov|io|ai|app|dev|info|biz|tv|uk|de|fr|es|nl|eu|ru|cn|jp|ca|au|ch"
_CLOSING = "，。！？；：、（）《》〈〉「」『』【】“”‘’…　"
_PATH = rf"[^\s<>\"`{{}}|\\^{HAN}{_CLOSING}]"
_URL = (
    rf"(?<![a-z0-9@+.-])(?:[a-z][a-z0-9+.-]{{1,15}}://{_PATH}+|mailto:{_PATH}+|www\.{_PATH}+"
    rf"|(?:{_HOST}\.)+(?:{_TOP})(?![\w@-])(?!\.\w)(?::\d+)?(?:[/?#]{_PATH}*)?)"
)
_EMAIL = (
    rf"{_OPEN}(?<![.+%-]){_WORD}(?:{_WORD}|[.+%-])*"
    rf"@(?!_){_WORD}(?:{_WORD}|-)*(?:\.(?:{_WORD}|-)+)+"
)
_TAG = (
    r"<!--(?>(?:(?!-->|<!--)[\s\S])*)-->|<!\[CDATA\[(?>(?:(?!\]\]>|<!\[CDATA)[\s\S])*)\]\]>"
    r"|<[/!?]?[A-Za-z](?:(?>(?:[^<>\"']|\"[^\"<]*+\"|'[^'<]*+')*)>|[^<>]*+>)"
)
_CHARACTER = r"&(?:\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
# not from one quotation of the Penn Treebank style to the next: "``Pop Art'' and ``jazz''"
_CODE = r"```[\s\S]*?```|``(?:(?!'')[^`\n])+``(?!`)|(?<!`)`[^`\n]+`(?!`)"
_LINK = r"!?\[[^\[\]\n]*\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ ]+\"[^\"\n]*\")?\)|\[[^\[\]\n]*\])"
_MARKUP = "|".join((_TAG, _CHARACTER, _CODE, _LINK))
_NAME = r"[^\W\d][\w.:-]*"
_CONVERSION = r"[-+#0']*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?(?:hh|ll|[hlLqjzt])?[A-Za-z@]"  # no blank: "5 % of" is prose
_PLACEHOLDER = "|".join(
    (
        r"\[\[\s*[^\W\d](?>(?:(?!\[\[|\]\])[^\n])*)\]\]",  # [[ user.name ]]
        rf"\[{_NAME}(?:[ ][\w.:-]+){{0,2}}\]",  # [NAME], [your name]
        r"\{%(?>(?:(?!\{%|%\})[\s\S])*)%\}|\{\#(?>(?:(?!\{\#|\#\})[\s\S])*)\#\}",  # {% if x %}, {# comment #}
        r"(?<!\{)\{{2,}+(?>(?:[^{}]|\{(?!\{)|\}(?!\}))*)\}{2,}",  # {{ x | upper }}, {{{raw}}}
        r"[$#%@]?\{\{?[\w.:!<>|=, -]{0,60}\}\}?",  # {name}, ${VAR}, {}
        r"<%(?>(?:(?!<%|%>)[\s\S])*)%>|<\?(?>(?:(?!<\?|\?>)[\s\S])*)\?>",  # <%= x %>, <?php ... ?>
        rf"<<{_NAME}>>|</?{_NAME}>|<\|[^<>|\n]{{1,60}}\|>",  # <<NAME>>, <user>, <|end|>
        rf"{_OPEN}(?<!%)%(?:\(\w+\)|<\w+>|\d+\$)?{_CONVERSION}{_CLOSE}",  # %s, %-10s, %(name)d, %1$s, %Y
        r"%%?[A-Z][A-Z0-9_]*%%?|@@[A-Z][A-Z0-9_]*@@",  # %NAME%, @@NAME@@
        rf"{_OPEN}(?<!\$)\$[A-Za-z_]{_WORD}*|\$\([A-Za-z_][\w.]*\)",  # $VAR, $(VAR)
        rf"{_OPEN}_*[^\W_{HAN}]+(?:_+[^\W_{HAN}]+)+_*|{_OPEN}__[^\W_{HAN}]+__{_CLOSE}",  # snake_case, __init__
        rf"{_OPEN}(?<![@/.])@{_WORD}(?:(?:{_WORD}|[.-])*{_WORD})?(?:@{_HOST}(?:\.{_HOST})*)?",  # @handle
        rf"{_OPEN}(?<![&#])\#{_WORD}(?:{_WORD}|-(?={_WORD}))*",  # #tag
    )
)
_DIGITS = r"(?:(?:US|HK|A|C)?[$€£¥₹])?[+-]?\d+(?:[.,:/]\d+)*(?:st|nd|rd|th)?(?:[%‰°])?"
_UNITS = "one|two|three|four|five|six|seven|eight|nine"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_HAN_DIGITS = "零〇一二两兩三四五六七八九十百千万萬亿億"
_NUMBER = (
    rf"{_DIGITS}|[{_HAN_DIGITS}]{{2,}}|[{_HAN_DIGITS}](?=[个個只張张本年月日号號岁歲次块塊元天位名人件条條家点點])"
    rf"|{_OPEN}(?:zero|(?:{_TENS})(?:-(?:{_UNITS}))?|{_TEENS}|{_UNITS}|hundreds?|thousands?|millions?|billions?|dozens?){_CLOSE}"
)
_QUOTE = (
    r"\"[^\"\n]+\"|“[^“”\n]+”|‘[^‘\n]+’(?!\w)|«[^«»\n]+»|「[^「」\n]+」|『[^『』\n]+』"
    rf"|{_OPEN}'(?:[^'\n]|(?<=\w)'(?=\w))+'{_CLOSE}"
)

_PATTERNS = {
    "urls": _URL,
    "emails": _EMAIL,
    "markup": _MARKUP,
    "placeholders": _PLACEHOLDER,
    "numbers": _NUMBER,
    "quotes": _QUOTE,
}
KINDS = (*_PATTERNS, ENTITIES)
"""What can be protected by name; entities are found by annotation and gold spans, all others by a pattern."""

# a cheap sign that a text may hold the kind: most texts have none, and their patterns need not run. Each begins with a
# set of characters, as the search passes over all others quickly.
_SIGNS = {
    "urls": r"[:.](?:(?<=:)//|(?<=mailto:)|(?<=w\.)|(?<=[A-Za-z0-9]\.)[A-Za-z])",
    "emails": "@",
    "markup": r"[<&`\[]",
    "placeholders": r"[\[{<_@#$%](?:(?<=[\[{<_@#])|(?<=\$)[A-Za-z(]|(?<=%)(?:(?<!\d%)|[A-Za-z]))",
}
_PUNCTUATION = ".,;:!?'\""


@cache
def pattern_of(kind: str) -> re.Pattern[str]:
    """The pattern of a kind.

    Args:
        kind: One of :data:`KINDS`, but not ``entities``.

    Example:
        >>> pattern_of("emails").findall("Write to jo@example.org, or to al.b@c.de.")
        ['jo@example.org', 'al.b@c.de']
    """
    return re.compile(_PATTERNS[kind], re.IGNORECASE if kind in ("urls", "numbers") else 0)


@cache
def _sign_of(kind: str) -> re.Pattern[str]:
    return re.compile(_SIGNS[kind], re.IGNORECASE)


def spans_of(kind: str, text: str) -> list[tuple[int, int]]:
    """Where a kind stands in a text, sorted; placeholders may lie in one another.

    Args:
        kind: One of :data:`KINDS`, but not ``entities``.

    Example:
        >>> spans_of("urls", "(see https://example.org/a_(b)).")
        [(5, 30)]
    """
    if kind in _SIGNS and _sign_of(kind).search(text) is None:
        return []
    spans = [match.span() for match in pattern_of(kind).finditer(text)]
    if kind == "urls":
        return [(start, _url_end(text, start, end)) for start, end in spans]
    if kind == "placeholders" and "{" in text:
        return sorted([*spans, *nested_placeholders(text)])
    return spans


def _url_end(text: str, start: int, end: int) -> int:
    """Where a URL ends without the punctuation of the sentence around it."""
    surplus = {
        close: text.count(close, start, end) - text.count(opening, start, end) for opening, close in ("()", "[]")
    }
    while end > start:
        last = text[end - 1]
        if surplus.get(last, 0) > 0:
            surplus[last] -= 1
        elif last not in _PUNCTUATION:
            break
        end -= 1
    return end
