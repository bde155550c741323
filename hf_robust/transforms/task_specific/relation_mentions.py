"""The two mentions of a relation: where they stand, what they are, and which words of the sentence tie them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import GENDERED, MORE_TITLES_OF_WOMEN, TITLES_OF_MEN, TITLES_OF_WOMEN
from hf_robust.language.english.name_origins import genders_of_names
from hf_robust.language.english.nations import nation_of_city, nations
from hf_robust.language.english.noun_sisters import sisters
from hf_robust.language.famous_mentions import NAMED_WORKS
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.entity_spans import KINDS
from hf_robust.transforms.row_changes import TaskRow
from hf_robust.transforms.task_specific.relation_signs import gender_by_signs, is_person_by_signs, is_place_by_relation

ROLES = ("subject", "object")
_TYPES = {
    "person": ("PER", "PERSON", "PEOP", "PEOPLE"),
    "organisation": ("ORG", "ORGANIZATION", "ORGANISATION"),
    "place": ("LOC", "LOCATION", "GPE", "PLACE", "CITY", "COUNTRY", "STATE", "STATE_OR_PROVINCE"),
    "age": ("AGE", "NUMBER", "NUM"),
    "date": ("DATE",),
}
_BY_LABEL = {label: kind for kind, labels in _TYPES.items() for label in labels}


class RelationMention(NamedTuple):
    """Subject or object of a relation.

    Args:
        role: ``subject`` or ``object``.
        first: Number of its first token of the annotation.
        last: Number of the token after its last.
        kind: ``person``, ``organisation``, ``place``, ``age``, ``date``, or nothing where it is not known.
    """

    role: str
    first: int
    last: int
    kind: str

    def tokens(self, doc: Doc) -> Sequence[Token]:
        """Its tokens."""
        return doc.tokens[self.first : self.last]

    def text(self, doc: Doc) -> str:
        """Its words, joined by single spaces."""
        return " ".join(token.text for token in self.tokens(doc))

    def start(self, doc: Doc) -> int:
        """Its first character."""
        return doc.tokens[self.first].start

    def end(self, doc: Doc) -> int:
        """The character after its last."""
        return doc.tokens[self.last - 1].end


def mentions_of(row: TaskRow) -> tuple[RelationMention, RelationMention]:
    """Subject and object of a row.

    Raises:
        NotApplicable: When they overlap, or begin or end inside a token.
    """
    doc = row.docs["tokens"]
    by_role = {mark.label: mark for mark in doc.marks}
    if not all(role in by_role for role in ROLES):
        raise NotApplicable("subject or object is absent")
    found = []
    for role in ROLES:
        mark = by_role[role]
        first, last = doc.token_at(mark.start), doc.token_at(mark.end)
        tokens = doc.tokens[first:last]
        if not tokens or tokens[0].start != mark.start or tokens[-1].end != mark.end:
            raise NotApplicable(f"the {role} begins or ends inside a word")
        found.append(RelationMention(role, first, last, _kind(row, role, mark.start, mark.end)))
    subject, other = found
    if subject.first < other.last and other.first < subject.last:
        raise NotApplicable("subject and object overlap")
    return subject, other


def relation_words(row: TaskRow) -> frozenset[str]:
    """The words of the relation's name, in lower case: ``per:city_of_birth`` has *per*, *city*, *of* and *birth*."""
    name = "".join(character if character.isalpha() else " " for character in str(row.gold["relation"]))
    split = "".join(f" {one}" if one.isupper() and not name[:at].endswith(one) else one for at, one in enumerate(name))
    return frozenset([*name.lower().split(), *split.lower().split()])


def gender_of(row: TaskRow, mention: RelationMention, core: Sequence[Token]) -> str | None:
    """The gender of a person by given name, title, relation or a noun before the name.

    Args:
        row: The row.
        mention: The person.
        core: The tokens of the name without titles.

    Returns:
        The gender: empty where nothing tells it, None where the signs are at odds.
    """
    doc = row.docs["tokens"]
    signs = set()
    known = genders_of_names().get(core[0].text.lower())
    if len(core) > 1 or known:
        signs |= {known} & {"female", "male"}
    before = doc.tokens[max(0, mention.first - 1) : doc.tokens.index(core[0])]
    for token in before:
        signs |= {_TITLES.get(token.text.lower().rstrip("."), "")} - {""}
    signs |= {gender_by_signs(doc.tokens, mention.first, mention.role, str(row.gold["relation"]))} - {""}
    behind = doc.tokens.index(core[-1]) + 1
    if len(core) > 1 and behind < len(doc.tokens) and _NUMBERED.match(doc.tokens[behind].text):
        signs.add("male")
    return None if len(signs) > 1 else next(iter(signs), "")


_NUMBERED = re.compile(r"([IVX]{2,}|Jr\.?|Sr\.?)\Z")  # behind a surname: sons who are named after their fathers
_TITLES = dict.fromkeys(TITLES_OF_MEN | {"emperor", "count", "uncle"}, "male")
_TITLES |= dict.fromkeys(TITLES_OF_WOMEN | MORE_TITLES_OF_WOMEN, "female")
# what has a person's name behind these words is no person
_OTHERS = NAMED_WORKS | frozenset(
    "asteroid battleship boat bridge city comet constellation crater destroyer film frigate galaxy hotel island lake "
    "magazine moon movie mountain painting planet river school ship single star steamer submarine town vessel village "
    "yacht".split()
)


def tells_gender(doc: Doc) -> bool:
    """Whether some word of a text is of one gender."""
    words = {token.text.lower() for token in doc.tokens}
    return not words.isdisjoint(_gendered())


@cache
def _gendered() -> frozenset[str]:
    table = lexicon("genders")
    nouns = {noun for row in table["nouns"] for noun in row}
    return GENDERED | nouns


def occurrences(doc: Doc, words: Sequence[str], apart_from: RelationMention) -> Iterator[int]:
    """Numbers of the tokens where a name stands again.

    Args:
        words: The words of the name.
        apart_from: The mention itself.
    """
    texts = [token.text for token in doc.tokens]
    for at in range(len(texts) - len(words) + 1):
        inside = at < apart_from.last and apart_from.first < at + len(words)
        if not inside and texts[at : at + len(words)] == list(words):
            yield at


def _kind(row: TaskRow, role: str, start: int, end: int) -> str:
    given = row.values.get(f"{role}_type")
    if given is None and isinstance(span := row.values.get(role), Mapping):
        given = span.get("type")
    if isinstance(given, str) and given:
        return _BY_LABEL.get(given.upper().strip(), "")
    doc = row.docs["tokens"]
    kind = _kind_by_annotation(doc, start, end)
    if kind in ("", "organisation"):
        first, last = doc.token_at(start), doc.token_at(end)
        if is_person_by_signs(doc, first, last, role, str(row.gold["relation"])):
            return "person"
        if not kind and is_place_by_relation(doc.tokens[first:last], role, str(row.gold["relation"])):
            return "place"
    return kind


@cache
def name_words() -> frozenset[str]:
    """Last words of names of bridges, rivers and other things that are no persons."""
    return frozenset(lexicon("composed_names")["features"]) - _SURNAMES


# last words of names of places that are surnames as well
_SURNAMES = frozenset("Brook Brooks Castle Church Hall Hill House Lane Park Rose Street Tower Wood Woods".split())


def _kind_by_annotation(doc: Doc, start: int, end: int) -> str:
    labels: set[Any] = {span.label for span in doc.entities if (span.start, span.end) == (start, end)}
    words = doc.text[start:end].split()
    proper = all(token.pos == "PROPN" for token in doc.tokens[doc.token_at(start) : doc.token_at(end)])
    if len(labels) != 1 or not proper:
        return ""
    kind = KINDS.get(labels.pop(), "")
    text = " ".join(words).lower()
    known = text in nations() or text in nation_of_city() or " ".join(words) in lexicon("name_kinds")["states"]
    first = doc.token_at(start)
    of_thing = first > 0 and doc.tokens[first - 1].text.lower() in _OTHERS
    if kind in ("person", "organisation") and len(words) > 1 and words[-1] in name_words():
        return ""
    if first == 0 and len(words) == 1 and kind == "organisation" and sisters(text, "NN"):
        return ""  # the recognizer takes the first word of a sentence for a name: "Apricot jam is sweet."
    if kind == "person" and (of_thing or len(words) < 2 or genders_of_names().get(words[0].lower()) is None):
        return ""
    return "" if kind == "place" and not known else kind
