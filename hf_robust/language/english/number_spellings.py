"""Numbers in words that are written in digits, and back: "three games", "3 games", "64%", "64 percent"."""

import re
from functools import cache

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.language.english.closed_classes import JOINERS, PLURAL_POINTERS
from hf_robust.language.lexicons import lexicon

_HIGHEST = 12  # of the numbers that are usual in words and in digits
# a number behind these has no noun of its own, or is one of several
_KEPT_AFTER = JOINERS | PLURAL_POINTERS | {"first", "last", "no.", "number", "of", "the", "to"}
_PERCENT = re.compile(r"(?<![\w.,–-])(\d+(?:\.\d+)?)(%| percent| per cent)(?![\w-])")
_DOLLARS = re.compile(r"(?<!\w)(?<!US)\$(\d+(?:\.\d+)?) (million|billion|trillion)(?![\w-])")
_CENTURY = re.compile(r"(?<!\w)(\d{1,2})(?:st|nd|rd|th)(?= (?:century|centuries)\b)")

_JOINED_CENTURY = re.compile(r"(?:st|nd|rd|th|century)(?:,| and| or| to| through|–|-) ?(?:early |late |mid-?)?$")


@cache
def _words() -> dict[str, str]:
    """Number words with their digits, and digits with their words."""
    units = lexicon("number_words")["units"][2 : _HIGHEST + 1]
    pairs = [(word, str(value)) for value, word in enumerate(units, 2)]
    return dict(pairs) | {digits: word for word, digits in pairs}


@cache
def _ordinals() -> dict[int, str]:
    table = lexicon("number_words")
    ordinals = table["ordinal_units"]
    return {value: word for value, word in enumerate(ordinals) if value} | {20: "twentieth", 21: "twenty-first"}


def spelling_edits(doc: Doc, first: int, end: int) -> list[Edit]:
    """The numbers of a range of tokens in their other spelling.

    Args:
        doc: A text with parts of speech and tags.
        first: The first token.
        end: The token after the last.

    Example:
        >>> from hf_robust.core.edits import apply
        >>> doc = Doc.tagged("Won/VERB three/NUM/CD games/NOUN/NNS in/ADP/IN the/DET/DT 19th/ADJ/JJ century/NOUN/NN")
        >>> apply(doc.text, spelling_edits(doc, 0, 7))
        'Won 3 games in the nineteenth century'
    """
    tokens, found = doc.tokens, list[Edit]()
    for place in range(first, end):
        token = tokens[place]
        new = _words().get(token.text.lower())
        after = tokens[place + 1] if place + 1 < end else None
        before = tokens[place - 1].text.lower() if place > first else ""
        if new is None or after is None or after.tag != "NNS" or not after.text.islower() or _is_joined(doc, token):
            continue
        if before in _KEPT_AFTER or doc.bounds is not None:
            continue
        # a sentence does not begin with digits
        if place == first and not token.text.isdecimal():
            continue
        if place == first:
            new = new.capitalize()
        if doc.is_free(token.start, token.end):
            found.append(Edit(token.start, token.end, new))
    start, stop = tokens[first].start, tokens[end - 1].end
    found += [one for one in _patterns(doc.text, start, stop) if doc.bounds is None and doc.is_free(*one[:2])]
    return sorted(found)


def _is_joined(doc: Doc, token: Token) -> bool:
    start, end = token.start, token.end
    return not {*doc.text[max(0, start - 1) : start], *doc.text[end : end + 1]}.isdisjoint("-–/$%.,:")


def _patterns(text: str, start: int, stop: int) -> list[Edit]:
    found = []
    for match in _PERCENT.finditer(text, start, stop):
        found.append(Edit(*match.span(), match[1] + (" percent" if match[2] == "%" else "%")))
    for match in _DOLLARS.finditer(text, start, stop):
        found.append(Edit(*match.span(), f"{match[1]} {match[2]} dollars"))
    for match in _CENTURY.finditer(text, start, stop):
        word = _ordinals().get(int(match[1]))
        if word is not None and not _JOINED_CENTURY.search(text, max(start, match.start() - 12), match.start()):
            found.append(Edit(*match.span(), word))
    return found
