"""Forms of sentences in which the phrase that carries a relation can stand elsewhere."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import DOTTED_TITLES, STATE_OFFICES, TIES
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.task_specific.relation_mentions import RelationMention

OF_PLACES = frozenset(("at", "in", "of"))  # before a place or an organization
_OF_EMPLOYERS = TIES | {"at", "in"}
_OFFICES = STATE_OFFICES | frozenset(
    """actor actress administrator adviser advisor agent aide ambassador analyst anchor announcer archivist
        artist assistant attorney auditor banker biologist captain cashier chairman chairwoman chairperson
        chemist chief clerk coach columnist commander commissioner consultant coordinator correspondent counsel
        counselor curator dean delegate deputy designer detective diplomat director doctor economist editor
        employee engineer executive expert founder geologist geophysicist governor guard head historian
        inspector instructor investigator journalist judge lawyer leader lecturer librarian lieutenant lobbyist
        manager mayor meteorologist negotiator officer official operator organizer owner partner pathologist
        photographer physician physicist pilot planner premier producer professor programmer prosecutor
        psychiatrist psychologist publisher ranger receptionist reporter representative researcher scholar
        scientist secretary seismologist sergeant sociologist specialist spokesman spokesperson spokeswoman
        superintendent supervisor surgeon teacher technician trainer treasurer trustee veterinarian writer
        zoologist""".split()
)

_LONGEST_OFFICE = 6  # words before an organization
_MONTHS = frozenset("January February March April May June July August September October November December".split())


class Run(NamedTuple):
    """Tokens that follow one another, as they stand in the old text.

    Args:
        first: Number of the first.
        end: Number of the token after the last.
        small: Whether the first word loses its capital.
        large: Whether the first word gets one.
    """

    first: int
    end: int
    small: bool = False
    large: bool = False


Piece = Run | str
Order = list[Piece]


class Roles(NamedTuple):
    """A sentence with its two mentions."""

    doc: Doc
    subject: RelationMention
    other: RelationMention

    def pairs(self) -> Iterator[tuple[RelationMention, RelationMention]]:
        """Both mentions, in both orders."""
        yield self.subject, self.other
        yield self.other, self.subject


Pattern = Callable[[Roles], Order | None]


def _age_to_front(roles: Roles) -> Order | None:
    """``X , 45 , ...`` at the beginning."""
    for person, age in roles.pairs():
        if person.first == 0 and _is_age(roles.doc, age) and _between_commas(roles.doc, age, person.last):
            return ["Aged", Run(age.first, age.last), ",", Run(0, person.last), *_rest(roles.doc, age.last + 1)]
    return None


def _age_from_front(roles: Roles) -> Order | None:
    """``Aged 45 , X ...`` at the beginning."""
    tokens = roles.doc.tokens
    for person, age in roles.pairs():
        fronted = tokens[0].text == "Aged" and age.first == 1 and _is_age(roles.doc, age) and age.last < len(tokens)
        if fronted and tokens[age.last].text == "," and person.first == age.last + 1 and person.last < len(tokens) - 1:
            return [Run(*person[1:3]), ",", "aged", Run(age.first, age.last), ",", *_rest(roles.doc, person.last)]
    return None


def _is_age(doc: Doc, mention: RelationMention) -> bool:
    return mention.text(doc).isdigit() and len(mention.text(doc)) < 4


def _between_commas(doc: Doc, phrase: RelationMention, after: int) -> bool:
    tokens = doc.tokens
    closes = phrase.last < len(tokens) and tokens[phrase.last].text == ","
    return closes and tokens[after].text == "," and phrase.first == after + 1


# --- birth


def _birth_to_front(roles: Roles) -> Order | None:
    """``X ( born ... ) ...`` or ``X , born ... , ...`` at the beginning; the phrase may stand with *who was*."""
    tokens = roles.doc.tokens
    for person, other in roles.pairs():
        if person.first or not _is_named(tokens[: person.last]) or person.last + 2 >= len(tokens):
            continue
        opener = tokens[person.last].text
        born = person.last + 1
        if opener == "," and [token.text for token in tokens[born : born + 2]] == ["who", "was"]:
            born += 2
        if opener == "(" and tokens[born].text in (",", ";"):  # what was left out stood before
            born += 1
        closer = {",": ",", "(": ")", "(;": ")"}.get(opener)
        if closer is None or tokens[born].text != "born":
            continue
        end = _closing(tokens, born, closer)
        if end is None or not _follows_predicate(tokens, end + 1):
            continue
        word = _preposition(tokens[born + 1])
        if word and any(tokens[n].text == "," and tokens[n + 1].pos == "PROPN" for n in range(born, end - 1)):
            continue  # "born 1962, Arlington": the place would need a preposition as well
        if word is None or not (born <= other.first < end or other.first > end):
            continue
        phrase: Order = ["Born", word, Run(born + 1, end)] if word else [Run(born, end, large=True)]
        return [*phrase, ",", Run(0, person.last), *_rest(roles.doc, end + 1)]
    return None


def _preposition(token: Token) -> str | None:
    """What is missing between *born* and a date; nothing before a preposition, None where it is no date."""
    if token.pos == "ADP":
        return ""
    if token.text.isdigit():
        return "in" if len(token.text) == 4 else "on"
    return "on" if token.text in _MONTHS else None


def _birth_from_front(roles: Roles) -> Order | None:
    """``Born ... , X ...`` at the beginning."""
    tokens = roles.doc.tokens
    for person, other in roles.pairs():
        before = person.first - 1
        if tokens[0].text != "Born" or before < 2 or tokens[before].text != "," or other.first > before:
            continue
        if _is_named(tokens[person.first : person.last]) and _follows_predicate(tokens, person.last):
            phrase = Run(0, before, small=True)
            return [Run(*person[1:3]), ",", phrase, ",", *_rest(roles.doc, person.last)]
    return None


def is_short_state(word: str) -> bool:
    """Whether a word is the short form of a state, which a full stop follows: "Ala"."""
    return f"{word.rstrip('.')}." in {row["short"] for row in lexicon("name_kinds")["states"].values()}


def _closing(tokens: Sequence[Token], born: int, closer: str) -> int | None:
    """Where a phrase that begins with *born* ends: of dates and places alone, with their commas."""
    place = born + 1
    while place < len(tokens):
        token = tokens[place]
        if token.text == closer and (closer == ")" or not _goes_on(tokens, place)):
            return place
        if token.pos not in ("ADP", "PROPN", "NUM", "DET") and token.text != ",":
            return None
        place += 1
    return None


def _goes_on(tokens: Sequence[Token], comma: int) -> bool:
    """Whether a comma stands inside of a date or between a town and its country."""
    following = tokens[comma + 1 : comma + 3]
    inner = len(following) == 2 and following[0].pos in ("NUM", "PROPN", "ADP")
    return inner and (following[1].text == "," or following[1].pos in ("PROPN", "NUM"))


def _follows_predicate(tokens: Sequence[Token], place: int) -> bool:
    """Whether a finite verb, or the auxiliary before one, stands here."""
    return place < len(tokens) and tokens[place].tag in ("VBD", "VBZ", "VBP", "MD") and tokens[place].text != ","


# --- employee


def _apposition(roles: Roles) -> Order | None:
    """``X , a lawyer for Zorp , ...`` becomes ``A lawyer for Zorp , X , ...``."""
    tokens = roles.doc.tokens
    for person, other in roles.pairs():
        comma = person.last
        if not _is_named(tokens[person.first : person.last]) or comma >= len(tokens) or tokens[comma].text != ",":
            continue
        end = _end_of_place(tokens, other.last)
        office = tokens[comma + 1 : other.first]
        if not office or end >= len(tokens) or tokens[end].text not in (",", ".") or not _is_free(tokens, person.first):
            continue
        bare = _office(office)
        if bare is None or any(token.text == "," for token in office) or _goes_on(tokens, end):
            continue
        if tokens[end].text == "," and not _follows_predicate(tokens, end + 1):
            continue
        front = person.first == 0
        article = "" if bare else ("The" if front else "the")
        phrase = Run(comma + 1, end, large=front and not article, small=False)
        moved: Order = [phrase, ",", Run(*person[1:3])]
        opened: Order = [Run(0, person.first)] if person.first else []
        return [*opened, *([article] if article else []), *moved, *_rest(roles.doc, end)]
    return None


def _end_of_place(tokens: Sequence[Token], place: int) -> int:
    """Where the phrase of an organization ends: *for Zorp near Oslo*, *for the Zorp research group*."""
    while place < len(tokens) and tokens[place].pos == "NOUN":
        place += 1
    if place < len(tokens) and tokens[place].text in OF_PLACES:
        end = place + 1
        while end < len(tokens) and tokens[end].pos in ("DET", "PROPN") and end - place < _LONGEST_OFFICE:
            end += 1
        return end if end > place + 1 else place
    return place


def _apposition_back(roles: Roles) -> Order | None:
    """``A lawyer for Zorp , X , ...`` becomes ``X , a lawyer for Zorp , ...``."""
    tokens = roles.doc.tokens
    for person, other in roles.pairs():
        end = person.last
        if person.first != other.last + 1 or tokens[other.last].text != "," or end >= len(tokens):
            continue
        if tokens[end].text not in (",", "."):
            continue
        start = next((place for place in range(other.first - 1, -1, -1) if tokens[place].pos == "DET" and place), 0)
        start = start if other.first - start <= _LONGEST_OFFICE else 0
        for first in dict.fromkeys((0, start)):
            words = tokens[first : other.first]
            if not words or len(words) > _LONGEST_OFFICE or not _office(words) or not _is_free(tokens, first):
                continue
            if not _is_named(tokens[person.first : end]) or _goes_on(tokens, end):
                continue
            if tokens[end].text == "," and not _follows_predicate(tokens, end + 1):
                continue
            opened: Order = [Run(0, first)] if first else []
            phrase = Run(first, other.last, small=not first)
            return [*opened, Run(*person[1:3]), ",", phrase, *_rest(roles.doc, end)]
    return None


def _possessive(roles: Roles) -> Order | None:
    """``Zorp 's chief lawyer , X , ...`` becomes ``X , Zorp 's chief lawyer , ...``, and the other way round."""
    tokens = roles.doc.tokens
    for person, other in roles.pairs():
        forward = other.first < person.first
        start = other.first if forward else person.first
        comma = person.first - 1 if forward else person.last
        end = person.last if forward else _end_of_office(tokens, other.last)
        if not forward and other.first != person.last + 1:
            continue
        office = tokens[other.last : comma if forward else end]
        if (
            comma >= len(tokens)
            or tokens[comma].text != ","
            or end >= len(tokens)
            or tokens[end].text not in (",", ".")
        ):
            continue
        if len(office) < 2 or office[0].text not in ("'s", "’s") or office[-1].text.lower() not in _OFFICES:
            continue
        if any(token.pos not in ("NOUN", "ADJ", "PROPN") for token in office[1:]) or not _is_free(tokens, start):
            continue
        if not _is_named(tokens[person.first : person.last]) or _goes_on(tokens, end):
            continue
        if tokens[end].text == "," and not _follows_predicate(tokens, end + 1):
            continue
        opened: Order = [Run(0, start)] if start else []
        return [*opened, Run(comma + 1, end), ",", Run(start, comma), *_rest(roles.doc, end)]
    return None


def _end_of_office(tokens: Sequence[Token], place: int) -> int:
    while place < len(tokens) and tokens[place].pos in ("PART", "NOUN", "ADJ", "PROPN"):
        place += 1
    return place


def _office(words: Sequence[Token]) -> bool | None:
    """Whether the words before an organization name an office: True with an article, False without, None if not."""
    last = words[-1]
    if last.text.lower() == "the":
        words = words[:-1]
    if len(words) < 2 or words[-1].text.lower() not in _OF_EMPLOYERS:
        return None
    article = words[0].text.lower() in ("a", "an", "the")
    names = words[1:-1] if article else words[:-1]
    of = next((n for n, token in enumerate(names) if token.text == "of"), len(names))
    if len(names) - of > 1 and all(token.pos == "NOUN" for token in names[of + 1 :]):
        names = names[:of]  # "chief of waste disposal for"
    plain = all(token.pos in ("NOUN", "ADJ") for token in names)
    if not names or not plain or names[-1].text.lower() not in _OFFICES or len(names) > 3:
        return None
    return article


def _is_free(tokens: Sequence[Token], place: int) -> bool:
    """Whether a name begins here that no word before it belongs to."""
    if not place:
        return True
    before = tokens[place - 1]
    return before.tag in ("VBD", "VBZ", "IN") and before.text.lower() not in ("of",)


def _title_behind(roles: Roles) -> Order | None:
    """``Zorp lawyer X ...`` becomes ``X , the Zorp lawyer , ...``."""
    tokens = roles.doc.tokens
    for person, other in roles.pairs():
        office = tokens[other.last : person.first]
        if not 0 < len(office) <= 3 or office[-1].text.lower() not in _OFFICES:
            continue
        if any(token.pos not in ("NOUN", "ADJ", "PROPN") for token in office) or not _is_named(
            tokens[person.first : person.last]
        ):
            continue
        first = other.first
        if first and tokens[first - 1].text.lower() in ("former", "then"):
            first -= 1
        article = first > 0 and tokens[first - 1].text.lower() == "the"
        start = first - 1 if article else first
        if not _is_free(tokens, start) or person.last >= len(tokens):
            continue
        after = tokens[person.last]
        if not (_follows_predicate(tokens, person.last) or after.text == "."):
            continue
        opened: Order = [Run(0, start)] if start else []
        small = first == 0 and tokens[0].pos != "PROPN"
        phrase: Order = [Run(*person[1:3]), ",", "the", Run(first, person.first, small=small)]
        closed: Order = [","] if after.text != "." else []
        return [*opened, *phrase, *closed, *_rest(roles.doc, person.last)]
    return None


def _is_named(tokens: Sequence[Token]) -> bool:
    return bool(tokens) and all(token.pos == "PROPN" or token.text[:1].isupper() for token in tokens)


def _rest(doc: Doc, place: int) -> Order:
    return [Run(place, len(doc.tokens))] if place < len(doc.tokens) else []


def is_office(word: str) -> bool:
    """Whether a word is an office or a title of an office, whole or short.

    Example:
        >>> is_office("Gov"), is_office("Mayor"), is_office("table")
        (True, True, False)
    """
    return word.lower() in _OFFICES or word.lower() in _SHORT_OFFICES


_SHORT_OFFICES = {title.rstrip(".") for title in DOTTED_TITLES} | set("atty gov judge lt pres sen sheriff".split())


AGE: Sequence[Pattern] = (_age_to_front, _age_from_front)
BIRTH: Sequence[Pattern] = (_birth_to_front, _birth_from_front)
EMPLOYEE: Sequence[Pattern] = (_apposition, _apposition_back, _possessive, _title_behind)
