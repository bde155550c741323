"""Noun phrases with both mentions of a relation, in which the two change order: *of* becomes a possessive, and back."""

from collections.abc import Sequence
from typing import NamedTuple

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import DEMONSTRATIVES, JOINERS, POSSESSIVES, RELATIVE_PRONOUNS
from hf_robust.language.english.nations import nations, peoples
from hf_robust.language.english.places import takes_article
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.task_specific.relation_mentions import RelationMention
from hf_robust.transforms.task_specific.relation_patterns import (
    OF_PLACES,
    Order,
    Pattern,
    Roles,
    Run,
    is_office,
    is_short_state,
)

_MOST = 6  # words of a noun phrase that gets a possessive
_MARKS = ("'s", "’s", "'", "’")
_MODIFIERS = frozenset(("DET", "ADJ", "NUM", "NOUN", "PROPN", "PRON"))
_NOUNS = ("NOUN", "PROPN")
_OPENERS = ("VBD", "VBZ", "VBP", "IN", "VBG", "VB")  # tags of what stands before a noun phrase
_QUOTES = frozenset(('"', "``", "''", "“", "”"))
# "the group of students": what the second noun counts belongs to the first one
_COUNTED = frozenset(("group", "quantity", "shape"))
_OF_NAMES = OF_PLACES | {"from"}
_WIDE = frozenset(("America", "Europe", "Africa", "Asia", "Soviet"))
_DEFINITE = POSSESSIVES | DEMONSTRATIVES | {"the"}
_MOST_BEFORE = 4  # words of each part around a possessive mark
_GOES_ON = frozenset(("of", "-", "/", "–", "&", *_MARKS))


class _Phrase(NamedTuple):
    """A noun phrase that ends with a mention.

    Args:
        first: Number of its first token, an article or adjective before the mention.
        last: Number of the token after its last.
    """

    first: int
    last: int


def _is_short_state(tokens: Sequence[Token], mention: RelationMention) -> bool:
    """Whether a mention is an abbreviation, which takes no possessive: "Mass.", with or without its full stop."""
    text = "".join(token.text for token in tokens[mention.first : mention.last])
    return text.endswith(".") or is_short_state(text)


def of_to_possessive(roles: Roles) -> Order | None:
    """``the blade of the knife`` becomes ``the knife 's blade``; ``Ann of Zorp`` becomes ``Zorp 's Ann``."""
    tokens = roles.doc.tokens
    for one, other in roles.pairs():
        place = one.last
        if place >= len(tokens) or tokens[place].text not in _OF_NAMES:
            continue
        owner, owned = _phrase(tokens, other), _with_title(tokens, _phrase(tokens, one))
        if other.first == owner.first and tokens[other.last - 1].pos == "NOUN":
            continue  # "the scourge of mosquitoes"
        if owner.first != place + 1 or owner.last - owner.first > _MOST or not _ends_there(tokens, one, other):
            continue
        if not _can_own(tokens, one, other, tokens[place].text, owned) or _is_last_of_list(tokens, owned.first):
            continue
        if any(token.tag == "POS" or token.text.endswith("'s") for token in tokens[owned.first : one.last]):
            continue  # "the world's best folder of planes"
        has_article = tokens[owned.first].text.lower() == "the"
        start = owned.first
        rest = Run(start + 1 if has_article else start, one.last)
        return _placed(tokens, start, [Run(owner.first, owner.last), _possessive(tokens[owner.last - 1])], rest, other)
    return None


def _is_last_of_list(tokens: Sequence[Token], first: int) -> bool:
    """Whether a phrase without an article ends a list, all of which may belong to the owner: "Ron and Russ of Zorp"."""
    return bool(first) and tokens[first - 1].text.lower() in JOINERS | {"&", ","} and tokens[first].pos != "DET"


def _can_own(tokens: Sequence[Token], one: RelationMention, other: RelationMention, word: str, owned: _Phrase) -> bool:
    head, owner = tokens[one.last - 1], tokens[other.last - 1]
    if _is_short_state(tokens, other):
        return False
    if head.pos == "PROPN" and owner.pos == "PROPN":
        titled = _is_title(tokens[owned.first])
        plain = owned.first == one.first or titled or tokens[owned.first].text.lower() == "the"
        before = tokens[owned.first - 1] if owned.first else None
        apart = before is None or (before.pos not in _NOUNS and before.text not in _MARKS and before.text != ",")
        inside = (
            one.kind == "place" and " ".join(token.text for token in tokens[one.first : one.last]).lower() in nations()
        )
        if one.kind == "organisation" and " ".join(token.text for token in tokens[other.first : other.last]) in _WIDE:
            return False  # the place belongs to the name
        if word != "of" and owned.first < one.first and one.last == one.first + 1 and not titled:
            return False  # "flows into the Zorp in Oslo": a river or a sea
        employed = one.kind == "person" and other.kind == "organisation" and word == "at"
        # the gold relation says that an organization is in the place behind it, whatever the parser takes it for
        attached = (
            tokens[other.last - 1].head < 0
            or word == "of"
            or one.kind != "person"
            or any(token.head in range(one.first, one.last) for token in tokens[other.first : other.last])
        )
        return plain and apart and attached and not inside and (word == "of" or other.kind == "place" or employed)
    return (
        word == "of"
        and head.pos == "NOUN"
        and owner.pos in _NOUNS
        and tokens[owned.first].text.lower() == "the"
        and noun_kind(head.text.lower()) not in _COUNTED
        and head.text.lower() not in ("majority", "minority")
        and tokens[one.last].head in range(_phrase(tokens, other).first, other.last)
    )


def possessive_to_of(roles: Roles) -> Order | None:
    """``the knife 's blade`` becomes ``the blade of the knife``; ``Zorp 's Ann`` becomes ``Ann of Zorp``."""
    tokens = roles.doc.tokens
    for one, other in roles.pairs():
        if one.last >= len(tokens) or tokens[one.last].text not in _MARKS or other.first <= one.last:
            continue
        owner, head = _phrase(tokens, one), tokens[other.last - 1]
        between = tokens[one.last + 1 : other.last]
        inner = ("ADJ", "ADP", *_NOUNS) if head.pos == "PROPN" else ("ADJ", *_NOUNS)
        if head.pos not in _NOUNS or not all(token.pos in inner for token in between):
            continue
        if len(between) > _MOST or tokens[one.last].tag != "POS" or not _ends_there(tokens, one, other):
            continue
        if owner.first and tokens[owner.first - 1].pos in (*_NOUNS, "ADJ"):
            continue
        start = owner.first
        named = head.pos == "PROPN" and other.kind == "person"
        word = "in" if head.pos == "PROPN" and one.kind == "place" and not named else "of"
        opened: Order = [Run(0, start)] if start else []
        article: Order = [] if named else ["The" if not start else "the"]
        moved: Order = [Run(one.last + 1, other.last, large=not start and named), word, _lowered(tokens, owner)]
        return [*opened, *article, *moved, *_rest(tokens, other.last)]
    return None


def split_possessive_to_of(roles: Roles) -> Order | None:
    """``the composer ' s works`` becomes ``the works of the composer``: the mark and its *s* are two tokens."""
    tokens = roles.doc.tokens
    for one, other in roles.pairs():
        mark, end = one.last, other.last
        if other.first < mark + 2 or tokens[mark].text not in ("'", "’") or tokens[mark + 1].text != "s":
            continue
        start = one.first - 1
        while start > 0 and one.first - start < _MOST_BEFORE and tokens[start].tag in ("JJ", "NN"):
            start -= 1
        if start > 0 and tokens[start - 1].text == "of":
            continue  # "the throttle of the truck ' s engine": two phrases with *of* would follow one another
        between = tokens[mark + 2 : end]
        if start < 0 or tokens[start].text.lower() not in _DEFINITE or tokens[one.last - 1].text[:1].isupper():
            continue
        plain = all(token.pos in ("ADJ", "NOUN") and token.text.isalpha() for token in between)
        if not plain or len(between) > _MOST_BEFORE or noun_kind(between[-1].text.lower()) in ("time", "quantity"):
            continue
        if end < len(tokens) and not _closes_phrase(tokens[end]):
            continue
        opened: Order = [Run(0, start)] if start else []
        moved: Order = ["the" if start else "The", Run(mark + 2, end), "of", Run(start, mark, small=not start)]
        return [*opened, *moved, *_rest(tokens, end)]
    return None


def _closes_phrase(token: Token) -> bool:
    """Whether a token behind a noun is surely no part of its phrase: a finite verb or the end of the sentence."""
    return token.text in (".", "!", "?") or token.tag in ("VBD", "VBZ", "VBP", "MD")


def place_before_comma(roles: Roles) -> Order | None:
    """``in Ghent , Belgium`` becomes ``in Belgium 's Ghent``."""
    tokens = roles.doc.tokens
    for one, other in roles.pairs():
        end = other.last
        if other.first != one.last + 1 or tokens[one.last].text != "," or other.kind != "place":
            continue
        if one.kind not in ("place", "organisation") or end >= len(tokens) or tokens[end].text in _GOES_ON:
            continue
        start = _phrase(tokens, one).first
        before = tokens[start - 1] if start else None
        entry = before is None and tokens[end].text in (";", ".") and end + 1 == len(tokens)
        if not entry and (before is None or before.tag != "IN"):
            continue
        if tokens[one.first].text.isupper() or tokens[start].pos == "ADJ" or _is_short_state(tokens, other):
            continue
        if start < one.first and (one.first - start > 1 or tokens[start].text.lower() != "the"):
            continue
        if tokens[end].text == "," and end + 1 < len(tokens):
            after = tokens[end + 1]
            listed = after.tag in ("VBD", "VBZ", "VBP", "MD") or after.pos in (
                "CCONJ",
                "DET",
                "PROPN",
                "NOUN",
                "ADP",
                "PRON",
                "NUM",
            )
            end += 0 if listed else 1
        run = Run(one.first, one.last)
        opened: Order = [Run(0, start)] if start else []
        return [*opened, Run(other.first, other.last), "'s", run, *_rest(tokens, end)]
    return None


def title_of_place(roles: Roles) -> Order | None:
    """``Texas Gov. Ann Berg`` becomes ``Gov. Ann Berg of Texas``."""
    tokens = roles.doc.tokens
    for one, other in roles.pairs():
        title = tokens[one.last : other.first]
        if other.kind != "person" or one.kind not in ("place", "organisation") or not 0 < len(title) < 4:
            continue
        name = " ".join(token.text for token in tokens[one.first : one.last])
        if name.lower() in peoples() or name in _WIDE or takes_article(name) or tokens[one.last - 1].pos == "ADJ":
            continue
        titled = all(token.text[:1].isupper() and token.pos in _NOUNS for token in title)
        if not titled or not (is_office(title[-1].text.rstrip(".")) or title[-1].text.endswith(".")):
            continue
        if other.last >= len(tokens) or tokens[other.last].text in _GOES_ON or tokens[other.last].pos in _NOUNS:
            continue
        start = one.first
        article: Order = []
        if start and tokens[start - 1].text.lower() == "the":
            start, article = start - 1, ["the"]
        if start and (tokens[start - 1].pos in (*_NOUNS, "ADJ", "DET") or tokens[start - 1].text == "former"):
            continue
        opened: Order = [Run(0, start)] if start else []
        moved: Order = [Run(one.last, other.last), "of", *article, Run(one.first, one.last)]
        return [*opened, *moved, *_rest(tokens, other.last)]
    return None


def organization_of_place(roles: Roles) -> Order | None:
    """``the Oslo Zorp Network`` becomes ``the Zorp Network of Oslo``."""
    tokens = roles.doc.tokens
    for one, other in roles.pairs():
        if (one.kind, other.kind) != ("place", "organisation") or other.first != one.last:
            continue
        after = tokens[other.last] if other.last < len(tokens) else None
        if after is not None and (after.text in _GOES_ON or after.pos in (*_NOUNS, "ADJ")):
            continue
        name = " ".join(token.text for token in tokens[one.first : one.last])
        before = tokens[one.first - 1] if one.first else None
        apart = before is None or before.pos not in (*_NOUNS, "ADJ", "PUNCT") or before.text[-1:].isdigit()
        if not apart or name in _WIDE or name.lower() in peoples() or takes_article(name):
            continue
        opened: Order = [Run(0, one.first)] if before else []
        return [*opened, Run(*other[1:3]), "of", Run(one.first, one.last), *_rest(tokens, other.last)]
    return None


def _phrase(tokens: Sequence[Token], mention: RelationMention) -> _Phrase:
    first = mention.first
    while first and tokens[first - 1].head in range(first, mention.last) and tokens[first - 1].pos in _MODIFIERS:
        first -= 1
    return _Phrase(first, mention.last)


def _ends_there(tokens: Sequence[Token], one: RelationMention, other: RelationMention) -> bool:
    """Whether nothing behind the second mention belongs to one of the two."""
    last = max(one.last, other.last)
    if last >= len(tokens):
        return True
    after = tokens[last]
    if (
        after.text.lower() in _GOES_ON | {"("}
        or after.pos in _NOUNS
        or after.text.lower() in RELATIVE_PRONOUNS | {"and", "or", "that"}
    ):
        return False
    if after.tag in ("VBG", "VBN") or (
        after.text == "," and tokens[last + 1 :][:1] and tokens[last + 1].pos in ("PROPN", "NUM")
    ):
        return False
    inside = {*range(one.first, one.last), *range(other.first, other.last)}
    return not any(token.head in inside and token.pos != "PUNCT" for token in tokens[last:])


def _is_title(token: Token) -> bool:
    return token.text[:1].isupper() and (
        is_office(token.text.rstrip(".")) or token.text in ("Dr.", "Mr.", "Mrs.", "Ms.")
    )


def _with_title(tokens: Sequence[Token], phrase: _Phrase) -> _Phrase:
    has_title = phrase.first > 0 and tokens[phrase.first].pos == "PROPN" and _is_title(tokens[phrase.first - 1])
    return phrase._replace(first=phrase.first - 1) if has_title else phrase


def _possessive(token: Token) -> str:
    return "'" if token.tag in ("NNS", "NNPS") and token.text.endswith("s") else "'s"


def _lowered(tokens: Sequence[Token], phrase: _Phrase) -> Run:
    return Run(phrase.first, phrase.last, small=not phrase.first and tokens[0].pos != "PROPN")


def _placed(tokens: Sequence[Token], start: int, owner: Order, owned: Run, other: RelationMention) -> Order:
    opened: Order = [Run(0, start)] if start else []
    first = owner[0]
    assert isinstance(first, Run)
    return [*opened, first._replace(large=not start), *owner[1:], owned, *_rest(tokens, other.last)]


def _rest(tokens: Sequence[Token], place: int) -> Order:
    return [Run(place, len(tokens))] if place < len(tokens) else []


NOMINAL: Sequence[Pattern] = (
    place_before_comma,
    title_of_place,
    organization_of_place,
    of_to_possessive,
    possessive_to_of,
    split_possessive_to_of,
)
