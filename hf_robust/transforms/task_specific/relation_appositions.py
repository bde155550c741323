"""Noun phrases that tell what a named person or work is: they change their place with the name."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import ARTICLES, INDEFINITE_ARTICLES, POSSESSIVES
from hf_robust.transforms.task_specific.relation_mentions import RelationMention
from hf_robust.transforms.task_specific.relation_patterns import Order, Pattern, Roles, Run, is_office

_MOST = 6  # words of a name without quotation marks
_LONGEST = 8  # words before the noun of an apposition
_HOLDERS = frozenset({"champion", "contender", "challenger", "titleholder", "candidate", "nominee"})
_WORKS = frozenset("film movie series album song novel book drama comedy thriller sitcom musical remake serial".split())
_BEFORE_NOUN = ("ADJ", "NUM", "NOUN", "PROPN")
_QUOTES = frozenset(('"', "``", "''", "“", "”"))
_OPENERS = ("VBD", "VBZ", "VBP", "IN", "VBG", "VBN", "VB")  # tags of what stands before a noun phrase
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
        start = name - 1
        while start and _is_inside(tokens, start - 1):
            start -= 1
        article = start > 0 and tokens[start - 1].text.lower() in ARTICLES | POSSESSIVES
        first = start - 1 if article else start
        if not start <= one.first < other.first or not _opens(tokens, first) or not _goes_on(tokens, end):
            continue
        opened: Order = [Run(0, first)] if first else []
        phrase: Order = [Run(first, name, small=not first and tokens[0].pos != "PROPN")]
        if not article:
            phrase = ["a" if tokens[first].text.lower() == "former" else "the", *phrase]
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


def _with_quotes(tokens: Sequence[Token], mention: RelationMention) -> tuple[int, int]:
    """Where a name begins and ends, with the quotation marks around it and a year in brackets behind it."""
    first, end = mention.first, mention.last
    if first and end < len(tokens) and tokens[first - 1].text in _QUOTES and tokens[end].text in _QUOTES:
        first, end = first - 1, end + 1
    texts = [token.text for token in tokens[end : end + 3]]
    if len(texts) == 3 and texts[0] == "(" and texts[1].isdigit() and texts[2] == ")":
        end += 3
    return first, end


def _is_kind(noun: Token) -> bool:
    """Whether a word is a common noun, or one that stands with a capital: "Champion"."""
    return noun.tag == "NN" or (noun.tag == "NNP" and noun.text.lower() in _HOLDERS | _WORKS)


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
        listed = following[:1] != [] and following[0].pos in ("NOUN", "PROPN", "CCONJ", "NUM", "DET")
        return following != [] and (not listed or (following[0].pos == "CCONJ" and verb))
    return after.text in _ENDS or after.tag in (*_FINITE, *_PARTICIPLES) or (after.tag == "IN" and after.text != "of")


APPOSITIONS: Sequence[Pattern] = (name_before_noun, name_behind_noun)
