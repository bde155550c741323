"""Texts without HTML and punctuation, as benchmarks of corruptions prepare them."""

import html
import re
import unicodedata

# neither can run longer than the text: what they repeat stops at what they begin with
_TAG = re.compile(r"<(?:[/!?]\s*)?([A-Za-z][A-Za-z0-9]*|--)[^<>]*>")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_IN_WORD = re.compile(r"(?<=[^\W_])['’](?=[^\W_])|(?<=[0-9]),(?=[0-9])")
_GAP = "\x1f"  # counts as a space
_GAPS = re.compile(_GAP + "+")
_DELIMITERS = ".!?…"
# tags of these may stand inside a word, those of the others end it; what else is in angle brackets is no HTML
_INLINE = frozenset("a abbr b big em font i mark s small span strike strong sub sup tt u".split())
_BLOCK = frozenset(
    "-- article aside audio blockquote body br button caption center code col dd div dl doctype dt embed figure footer "
    "form h1 h2 h3 h4 h5 h6 head header hr html iframe img input label li link main meta nav object ol option p param "
    "pre script section select source style svg table tbody td textarea tfoot th thead title tr ul video".split()
)


class _Cleaner(dict):
    """What each character becomes; filled as characters come."""

    def __missing__(self, code: int) -> int | str:
        char = chr(code)
        kind = unicodedata.category(char)  # controls are quotes of old Windows texts, or nothing
        mark = kind[0] == "P" or kind == "Cc" or (code < 128 and not char.isalnum())
        self[code] = _GAP if mark and not char.isspace() and char not in _DELIMITERS else code
        return self[code]


_CLEANER = _Cleaner()


def _without_tag(match: re.Match[str]) -> str:
    name = match.group(1).lower()
    return "" if name in _INLINE else " " if name in _BLOCK else match.group()


def cleaned(text: str, lower: bool = False) -> str:
    """A text as the paper prepares it: no HTML tags, no punctuation but sentence delimiters, single spaces.

    An apostrophe inside a word and a comma inside a number go without a trace, other marks leave a space. Character
    references are read (``&amp;`` is a mark, not the word *amp*); what they spell is never taken for a tag.

    Args:
        lower: Whether to put it in lower case, as the paper does.

    Source: Desai et al. 2020, section 4.1.

    Example:
        >>> cleaned('<p>Well-made, isn&#39;t it?<br/>"Yes", for $1,000.</p>')
        'Well made isnt it? Yes for 1000.'
    """
    if "<" in text:
        text = _TAG.sub(_without_tag, text)
    if "&" in text:
        text = _ENTITY.sub(lambda entity: html.unescape(entity.group()), text)
    text = _GAPS.sub(_GAP, _IN_WORD.sub("", text).translate(_CLEANER))
    for delimiter in _DELIMITERS:
        text = text.replace(_GAP + delimiter, delimiter)
    text = " ".join(text.split())
    return text.lower() if lower else text
