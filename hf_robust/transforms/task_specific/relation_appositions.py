"""Noun phrases that tell what a named person or work is: they change their place with the name."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    ARTICLES,
    INDEFINITE_ARTICLES,
    POSSESSIVES,
    RANKS,
    RELATIVE_PRONOUNS,
)
from hf_robust.transforms.task_specific.relation_mentions import RelationMention
from hf_robust.transforms.task_specific.relation_patterns import Order, Pattern, Roles, Run, is_office

_MOST = 6  # words of a name without quotation marks
_LONGEST = 8  # words before the noun of an apposition
_HOLDERS = frozenset({"champion", "contender", "challenger", "titleholder", "candidate", "nominee"})
_WORKS = frozenset("film movie series album song novel book drama comedy thriller sitcom musical remake serial".split())
_BEFORE_NOUN = ("ADJ", "NUM", "NOUN", "PROPN")
_BRACKET = 18  # tokens of a bracket with dates
_YEAR = re.compile(r"(?:1\d|20)\d\d(?:\D|\Z)")
_QUOTES = frozenset(('"', "``", "''", "“", "”"))
_OPENERS = ("VBD", "VBZ", "VBP", "IN", "TO", "WRB", "VBG", "VBN", "VB")  # tags of what stands before a noun phrase
_FINITE = ("VBD", "VBZ", "VBP", "MD")
_PARTICIPLES = ("VBG", "VBN")
_ENDS = (".", ",", ";", ")")


def name_before_noun(roles: Roles) -> Order | None:
    """``the Hindi film Zorp ...`` becomes ``Zorp , the Hindi film , ...``, and so ``the Zorp champion Ann ...``."""
    tokens = roles.doc.tokens
    for one, other in roles.pairs():
        name, end = _with_quotes(tokens, other)
        if name > 1 and tokens[name - 1].text[-1:] == "." and is_office(tokens[name - 1].text[:-1]):
            name -= 1  # "Lt. Ann"
        if not name or one.last > name or end >= len(tokens) or not _is_kind(tokens[name - 1]):
            continue
        unquoted = tokens[name].text not in _QUOTES
        if unquoted and (tokens[other.first].pos != "PROPN" or other.last - other.first > _MOST):
            continue
        start, ranked = name - 1, tokens[name - 1].text.lower() in RANKS
        while start and not (ranked and tokens[start - 1].pos == "NUM") and _is_inside(tokens, start - 1):
            start -= 1
        article = start > 0 and tokens[start - 1].text.lower() in ARTICLES | POSSESSIVES
        first = start - 1 if article else start
        if not start <= one.first < other.first or not _opens(tokens, first) or not _goes_on(tokens, end):
            continue
        opened: Order = [Run(0, first)] if first else []
        phrase: Order = [Run(first, name, small=not (first or ranked) and tokens[0].pos != "PROPN")]
        if not article:
            phrase = [_article(tokens[first].text, ranked), *phrase]
        closed: Order = [] if tokens[end].text in _ENDS or tokens[end].tag in _PARTICIPLES else [","]
        return [*opened, Run(name, end), ",", *phrase, *closed, Run(end, len(tokens))]
    return None


def name_behind_noun(roles: Roles) -> Order | None:
    """``saw " Zorp " , a Hindi film .`` becomes ``saw the Hindi film " Zorp " .``."""
    tokens = roles.doc.tokens
    for one, other in roles.pairs():
        name, end = _with_quotes(tokens, other)
        if name == other.first or end + 2 >= len(tokens) or tokens[end - 1].text == ")" or one.first < end:
            continue
        if tokens[end].text != "," or tokens[end + 1].text.lower() not in INDEFINITE_ARTICLES:
            continue
        last = end + 2
        while last < len(tokens) and _is_inside(tokens, last) and last - end < _LONGEST:
            last += 1
        if one.last >= last or last >= len(tokens) or tokens[last - 1].text.lower() not in _WORKS:
            continue
        after = tokens[last]
        closed = after.text == "," and tokens[last + 1 : last + 2] != [] and tokens[last + 1].tag in _FINITE
        if not _opens(tokens, name) or not (closed or after.text == "." or after.tag in _PARTICIPLES):
            continue
        opened: Order = [Run(0, name), "the"] if name else ["The"]
        return [*opened, Run(end + 2, last), Run(name, end), Run(last + 1 if closed else last, len(tokens))]
    return None


def apposition_to_front(roles: Roles) -> Order | None:
    """``Ann , the head of Zorp , left .`` becomes ``The head of Zorp , Ann , left .``."""
    tokens = roles.doc.tokens
    for one, other in roles.pairs():
        comma = one.last
        if comma + 2 >= len(tokens) or tokens[comma].text != "," or tokens[one.last - 1].pos != "PROPN":
            continue
        first = comma + 1
        end = next((n for n in range(first, len(tokens)) if tokens[n].text in (",", ".")), len(tokens))
        if not first <= other.first < other.last <= end < len(tokens) or not _is_description(tokens, first, end):
            continue
        kin = tokens[first].tag == "NN" and tokens[first + 1].text == "of"  # "mother of Ann"
        if tokens[first].text.lower() not in _DETERMINERS and tokens[other.last].tag != "POS" and not kin:
            continue
        start = one.first
        if not _stands_free(tokens, start) or not _closes(tokens, end):
            continue
        opened: Order = [Run(0, start)] if start else []
        article: Order = [] if not kin else ["the" if start else "The"]
        phrase = Run(first, end, large=not start and not kin)
        return [*opened, *article, phrase, ",", Run(start, comma), Run(end, len(tokens))]
    return None


def apposition_behind(roles: Roles) -> Order | None:
    """``A former Zorp reporter , Ann left .`` becomes ``Ann , a former Zorp reporter , left .``."""
    tokens = roles.doc.tokens
    for one, other in roles.pairs():
        comma, end = one.first - 1, one.last
        if other.last > comma or tokens[comma].text != "," or end >= len(tokens) or tokens[end - 1].pos != "PROPN":
            continue
        start = other.first
        while start and tokens[start].text.lower() not in _DETERMINERS and tokens[start].pos not in ("PUNCT", "VERB"):
            start -= 1
        inner = tokens[start + 1 : comma]
        if one.kind == "place" or any(token.pos == "CCONJ" or token.text.lower() in POSSESSIVES for token in inner):
            continue  # "Salida , Colorado", "the son of Ann and his wife , Eva"
        after = tokens[end]
        closed = after.text == "." or _closes(tokens, end) or (after.tag in _FINITE and not start)
        free = _stands_free(tokens, start) and tokens[start].text.lower() in _DETERMINERS
        if not closed or not free or not _is_description(tokens, start, comma) or tokens[comma - 1].pos == "ADV":
            continue
        opened: Order = [Run(0, start)] if start else []
        moved: Order = [Run(one.first, end, large=not start), ",", Run(start, comma, small=not start)]
        return [*opened, *moved, *([","] if after.tag in _FINITE else []), Run(end, len(tokens))]
    return None


def coordinated(roles: Roles) -> Order | None:
    """``the actors Ann and Bob left .`` becomes ``the actors Bob and Ann left .``."""
    tokens = roles.doc.tokens
    for one, other in roles.pairs():
        first, last = one.last, other.last
        quoted = tokens[first].text in _QUOTES if first < len(tokens) else False
        start, stop = (one.first - 1, first + 1) if quoted else (one.first, first)
        begin, end = stop + 1, last
        if quoted and end < len(tokens) and tokens[end].text in _QUOTES:
            begin, end = begin, end + 1
        if stop >= len(tokens) or end >= len(tokens) or tokens[stop].text != "and" or other.first != begin + quoted:
            continue
        names = [*tokens[one.first : one.last], *tokens[other.first : other.last]]
        if any(token.pos not in ("PROPN", "ADP", "DET") and not quoted for token in names) or start < 1:
            continue
        before, after = tokens[start - 1], tokens[end]
        free = before.text == "," or before.tag in (*_OPENERS, "NNS") or before.text in ("actors", "with", "both")
        if not free or not (after.text == "." or (after.tag in (*_FINITE, "IN", "TO") and after.text != "of")):
            continue
        if any(token.text == "respectively" or token.pos == "NUM" for token in (*names, *tokens[end:])):
            continue
        return [Run(0, start), Run(begin, end), "and", Run(start, stop), Run(end, len(tokens))]
    return None


_DETERMINERS = ARTICLES | {"one"}


def _is_description(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether tokens between two marks can be a noun phrase, and nothing in them points to the name before."""
    inside = tokens[first:end]
    clausal = any(token.tag in _FINITE or token.text.lower() in RELATIVE_PRONOUNS for token in inside)
    marked = any(token.pos == "PUNCT" or token.text.endswith("self") for token in inside)
    shortened = "." in inside[-1].text if inside else True
    return (
        not clausal
        and not marked
        and not shortened
        and any(token.pos == "NOUN" or token.text == "one" for token in inside)
    )


def _stands_free(tokens: Sequence[Token], start: int) -> bool:
    """Whether no word before a name belongs to it."""
    before = tokens[start - 1] if start else None
    return before is None or (before.tag in _OPENERS and before.tag != "VBN")


def _closes(tokens: Sequence[Token], end: int) -> bool:
    """Whether a clause ends, or goes on with its verb behind a comma."""
    after = tokens[end + 1] if end + 1 < len(tokens) else None
    return tokens[end].text == "." or (tokens[end].text == "," and after is not None and after.tag in _FINITE)


def _with_quotes(tokens: Sequence[Token], mention: RelationMention) -> tuple[int, int]:
    """Where a name begins and ends, with the quotation marks around it and a year in brackets behind it."""
    first, end = mention.first, mention.last
    if first and end < len(tokens) and tokens[first - 1].text in _QUOTES and tokens[end].text in _QUOTES:
        first, end = first - 1, end + 1
    return first, _behind_dates(tokens, end)


def _behind_dates(tokens: Sequence[Token], end: int) -> int:
    """Where a bracket with dates behind a name ends: "( 1902 – 1980 )", "( born 4 May 1943 in Oslo )"."""
    if end >= len(tokens) or tokens[end].text != "(":
        return end
    close = next((place for place in range(end, min(len(tokens), end + _BRACKET)) if tokens[place].text == ")"), end)
    dated = any(_YEAR.match(token.text) for token in tokens[end + 1 : close])
    return close + 1 if dated else end


def _article(word: str, ranked: bool) -> str:
    """The article of a phrase that had none: many have a rank, and one may be the champion."""
    indefinite = "an" if word[:1].lower() in "aeio" else "a"
    return indefinite if ranked or word.lower() == "former" else "the"


def _is_kind(noun: Token) -> bool:
    """Whether a word is a common noun, or one that stands with a capital: "Champion"."""
    return noun.tag == "NN" or (noun.tag == "NNP" and noun.text.lower() in _HOLDERS | _WORKS | RANKS)


def _is_inside(tokens: Sequence[Token], place: int) -> bool:
    """Whether a token stands before the noun of a phrase; so does a hyphen, and "reigning" before "champion"."""
    token = tokens[place]
    joined = token.text == "-" and tokens[place + 1].pos in _BEFORE_NOUN
    return joined or token.pos in _BEFORE_NOUN or (token.tag in _PARTICIPLES and token.dep == "amod")


def _opens(tokens: Sequence[Token], place: int) -> bool:
    """Whether a noun phrase begins at a place, and no word before belongs to it: "the retired champion"."""
    before = tokens[place - 1] if place else None
    return before is None or ((before.tag in _OPENERS or before.text == ",") and before.dep not in ("amod", "compound"))


def _goes_on(tokens: Sequence[Token], end: int) -> bool:
    """Whether a clause goes on or ends behind a name, without a list of names."""
    after, following = tokens[end], tokens[end + 1 : end + 3]
    if after.text == ",":
        verb = len(following) > 1 and following[1].tag in _FINITE  # "and went on"
        if following and following[0].text == "(":
            return False
        listed = following[:1] != [] and following[0].pos in ("NOUN", "PROPN", "CCONJ", "NUM", "DET")
        return following != [] and (not listed or (following[0].pos == "CCONJ" and verb))
    return after.text in _ENDS or after.tag in (*_FINITE, *_PARTICIPLES) or (after.tag == "IN" and after.text != "of")


APPOSITIONS: Sequence[Pattern] = (
    name_before_noun,
    name_behind_noun,
    apposition_to_front,
    apposition_behind,
    coordinated,
)
