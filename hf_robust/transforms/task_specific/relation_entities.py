"""Subject and object of a relation become others of their type."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, in_order
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.facts import facts_about
from hf_robust.language.english.nations import all_peoples
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import RELATION
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow
from hf_robust.transforms.task_specific.relation_grades import grade_edits
from hf_robust.transforms.task_specific.relation_mentions import (
    RelationMention,
    mentions_of,
)
from hf_robust.transforms.task_specific.relation_names import (
    feature_edits,
    is_feature,
    is_listed,
    is_water,
    organization_edits,
    town_edits,
)
from hf_robust.transforms.task_specific.relation_people import person_edits
from hf_robust.transforms.task_specific.relation_places import place_edits, places_edits
from hf_robust.transforms.task_specific.relation_things import thing_edits
from hf_robust.transforms.task_specific.relation_titles import letter_edits, number_edits, title_edits
from hf_robust.transforms.task_specific.relation_years import years_edits

KINDS = ("low-frequency", "same-type", "multi-type")
_ONLY = frozenset(
    "Anglican Catholic Christian European Federal International National Orthodox Royal White World".split()
)
_AGE = re.compile(r"(\d{1,3})((?:-year-olds?)?)\Z")
_YEAR = re.compile(r"(1[5-9]|20)\d\d\Z")


@register
@dataclass(frozen=True, kw_only=True)
class SwapEntity(RowTransformation):
    """Replace subject and object with other entities of the same type. The relation does not change.

    The type is in the columns ``subject_type`` and ``object_type``. Without them, it comes from the recognizer, if it
    marks exactly the same words, from the relation (*spouse*, or a property of Wikidata such as ``P26``), or from what
    stands next to the name ("( born 1950 )", "daughter"). A person keeps the gender, and relatives who share a surname
    get the same new one. A title in quotation marks becomes another title, and a road or a star of a catalogue gets
    another number. A city becomes a city of the same country, and a city and
    its country or state change together; a town that is not listed becomes an invented one. A bridge or a river gets
    another name. Two events with years move by the same number of years. An age stays an age. A common noun becomes one
    of the same type, if one is listed that fits in nearly every sentence: a box becomes a carton. Else it becomes the
    word for its type, or a word that is near enough: a wasp becomes an insect, a recession a downturn. Where neither
    name nor thing can change, a weight class, a sport, a voice or a military rank becomes another one. A person gets a
    name of the same language; a place gets an invented name only if it has an English one. A name does not change if
    something else in the sentence depends on it, or if the sentence is about nobles, a myth or old times.

    Args:
        kind: ``low-frequency``: rarer or invented names; ``same-type``: common names; ``multi-type``: names that also
            belong to another type, such as *Jordan*.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapEnt".

    Example:
        >>> row = {
        ...     "tokens": ["Anna", "Smith", "moved", "to", "Lyon", "."],
        ...     "subject": [0, 1], "subject_type": "PERSON", "object": [4, 4], "object_type": "CITY",
        ...     "relation": "per:cities_of_residence",
        ... }
        >>> new = SwapEntity().preview_row(row)
        >>> new["tokens"][2:4], new["subject"], new["object"], new["tokens"][4] != "Lyon"
        (['moved', 'to'], [0, 1], [4, 4], True)
    """

    kind: str = "low-frequency"

    name = "swap-entity"
    version = "10"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapEnt"
    choice = "mentions that can be replaced"
    needs = frozenset({"ent", "lemma", "pos"})
    effects = preserves(RELATION)

    def __post_init__(self) -> None:
        self._require_choice("kind", KINDS)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        doc, mentions = row.docs["tokens"], mentions_of(row)
        kinds = {mention.kind for mention in mentions}
        edits = self._of_two_places(doc, mentions, rng) if kinds == {"place"} else self._one_by_one(row, mentions, rng)
        _check_waters(doc, mentions, edits)
        edits = in_order(with_articles(doc, in_order(edits)))
        if any(before.end > after.start for before, after in pairwise(edits)):
            raise NotApplicable("the same words belong to both mentions")
        return RowChange({"tokens": edits})

    def _of_two_places(self, doc: Doc, mentions: tuple[RelationMention, RelationMention], rng: RowRandom) -> list[Edit]:
        """A listed pair changes together; else the place changes that lies in the other one."""
        try:
            return places_edits(doc, mentions[0], mentions[1], self.kind, rng)
        except NotApplicable:
            if self.kind == "multi-type":
                raise
        reasons: list[str] = []
        for number, mention in enumerate(mentions):
            try:
                return _unlisted_place_edits(doc, mention, rng.fork(number))
            except NotApplicable as reason:
                reasons.append(str(reason))
        raise NotApplicable(reasons[0])

    def _one_by_one(self, row: TaskRow, mentions: Sequence[RelationMention], rng: RowRandom) -> list[Edit]:
        edits: list[Edit] = []
        reasons: list[str] = []
        taken: set[str] = set()  # common nouns that a mention has become
        names: dict[str, str] = {}  # what a part of a person's name becomes, also in the other mention
        for number, mention in enumerate(mentions):
            draws = rng.fork(number)
            try:
                if mention.kind == "person":
                    edits += person_edits(row, mention, self.kind, names, draws)
                elif mention.kind in _SWAPS:
                    edits += _SWAPS[mention.kind](row.docs["tokens"], mention, self.kind, draws)
                else:
                    edits += _untyped_edits(row, mention, self.kind, draws, taken)
            except NotApplicable as reason:
                reasons.append(str(reason))
        return _outermost(edits) if edits else self._of_grades_or_years(row.docs["tokens"], mentions, reasons[0], rng)

    def _of_grades_or_years(
        self, doc: Doc, mentions: Sequence[RelationMention], reason: str, rng: RowRandom
    ) -> list[Edit]:
        """Where no name and no thing changes, a weight class, a voice or a rank does, or the years of two events."""
        draws = rng.fork(len(mentions))
        for mention in mentions if self.kind != "multi-type" else ():
            try:
                return grade_edits(doc, mention, draws)
            except NotApplicable:
                continue
        try:
            return years_edits(doc, mentions, draws)
        except NotApplicable:
            raise NotApplicable(reason) from None


def _check_waters(doc: Doc, mentions: Sequence[RelationMention], edits: Sequence[Edit]) -> None:
    """Refuse to change a listed city where the river or lake on which it lies stays."""
    for water, town in (mentions, mentions[::-1]):
        stays = all(edit.end <= water.start(doc) or water.end(doc) <= edit.start for edit in edits)
        if stays and is_water(water.text(doc)) and is_listed(town.text(doc)):
            raise NotApplicable(f"the {water.role} is a water, and the sentence names a place beside it")


def _outermost(edits: Sequence[Edit]) -> list[Edit]:
    """The edits without those that lie inside another one: the surname in a whole name that the subject shares."""
    found = list(dict.fromkeys(edits))
    return [
        one
        for one in found
        if not any(one != other and other.start <= one.start and one.end <= other.end for other in found)
    ]


def _untyped_edits(row: TaskRow, mention: RelationMention, kind: str, rng: RowRandom, taken: set[str]) -> list[Edit]:
    """A common noun becomes one of its group, and a bridge or a river gets another name."""
    doc = row.docs["tokens"]
    if mention.kind:
        raise NotApplicable(f"the {mention.role} is no name whose type is known")
    try:
        return thing_edits(doc, mention, kind, rng, taken)
    except NotApplicable:
        if kind == "multi-type" or mention.text(doc)[:1].islower():
            raise
        return _first_of((number_edits, letter_edits, title_edits, feature_edits), doc, mention, rng)


def _first_of(
    ways: Sequence[Callable[[Doc, RelationMention, RowRandom], list[Edit]]],
    doc: Doc,
    mention: RelationMention,
    rng: RowRandom,
) -> list[Edit]:
    """The edits of the first way that is possible; the reason of the last one where none is."""
    for way in ways[:-1]:
        try:
            return way(doc, mention, rng)
        except NotApplicable:
            continue
    return ways[-1](doc, mention, rng)


def _organisation_edits(doc: Doc, mention: RelationMention, kind: str, rng: RowRandom) -> list[Edit]:
    """What stands before the word that says the kind becomes another name; other names become invented ones."""
    after = doc.tokens[mention.last] if mention.last < len(doc.tokens) else None
    kinds = lexicon("name_kinds")["kinds"]
    if after is not None and after.pos == "PROPN" and after.text[:1].isupper() and after.text not in kinds:
        raise NotApplicable(f"the {mention.role} is part of a longer name")  # "London Underground Central line"
    try:
        return _named_by_kind(doc, mention, kind, rng)
    except NotApplicable:
        if kind == "multi-type":
            raise
        if is_feature(mention.text(doc)):
            return feature_edits(doc, mention, rng.fork(0))  # "Zorp National Forest"
        return organization_edits(doc, mention, rng.fork(0))


def _named_by_kind(doc: Doc, mention: RelationMention, kind: str, rng: RowRandom) -> list[Edit]:
    """What stands before the word that says the kind becomes another name; so does a name of one word."""
    tokens, table = mention.tokens(doc), lexicon("name_kinds")
    words = [token.text for token in tokens]
    before = doc.tokens[mention.first - 1].text if mention.first else ""
    after = doc.tokens[mention.last] if mention.last < len(doc.tokens) else None
    if after is not None and (after.text in ("-", "&", "/", "of", "at") or (after.text == "(" and len(words) > 1)):
        raise NotApplicable(f"the {mention.role} is part of a longer name")
    if before in ("-", "&", "/") or any(not word[:1].isupper() for word in words):
        raise NotApplicable(f"the {mention.role} is not a plain name of an organization")
    end = len(words)
    while end and words[end - 1] in table["kinds"]:
        end -= 1
    if not end or (end == len(words) and not (end == 1 and _is_company(words[0]) and before.lower() != "the")):
        raise NotApplicable(f"the kind of the {mention.role} cannot be told")
    head, kinds = words[:end], words[end:]
    if not _ONLY.isdisjoint(head) or any(word.lower() in all_peoples() for word in head):
        raise NotApplicable(f"the {mention.role} has a name that only one organization has")  # "Royal Society"
    if before.lower() == "the" and kinds[-1:] in (["University"], ["College"]):
        raise NotApplicable(f"the {mention.role} has an article that belongs to the name")
    pool = table["many_types"]["organisation"] if kind == "multi-type" else _organisation_names(kind, kinds)
    taken = {token.text for token in doc.tokens}
    new = rng.choice([name for name in pool if name not in taken])
    acronym = "".join(word[0] for word in words).upper()
    for number, token in enumerate(doc.tokens):
        inside = mention.first <= number < mention.last
        if not inside and (token.text in head or token.text.replace(".", "") == acronym):
            raise NotApplicable(f"part of the {mention.role} stands elsewhere in the sentence")
    return [Edit(tokens[0].start, tokens[end - 1].end, new.upper() if all(map(str.isupper, head)) else new)]


def _is_company(name: str) -> bool:
    """Whether a name of one word is that of a company which everybody knows."""
    real = lexicon("name_kinds")["real"]["company"]
    return name in real or any(fact.startswith(("makes", "sells")) for fact in facts_about(name, "organisation"))


def _organisation_names(kind: str, kinds: Sequence[str]) -> Sequence[str]:
    if kind == "low-frequency":
        return [name for name in lexicon("entities")["ORG"] if " " not in name]
    real = lexicon("name_kinds")["real"]
    if kinds and kinds[-1] in ("University", "College"):
        return real["University"]
    return [name for name in lexicon("entities")["ORG"] if " " not in name] if kinds else real["company"]


def _place_edits(doc: Doc, mention: RelationMention, kind: str, rng: RowRandom) -> list[Edit]:
    """A listed place becomes another one; a bridge or a river gets another name; other towns become invented ones."""
    try:
        return place_edits(doc, mention, kind, rng)
    except NotApplicable:
        if kind == "multi-type":
            raise
        return _unlisted_place_edits(doc, mention, rng.fork(0))


def _unlisted_place_edits(doc: Doc, mention: RelationMention, rng: RowRandom) -> list[Edit]:
    try:
        return feature_edits(doc, mention, rng)
    except NotApplicable:
        return town_edits(doc, mention, rng)


def _age_edits(doc: Doc, mention: RelationMention, kind: str, rng: RowRandom) -> list[Edit]:
    found = _AGE.match(mention.text(doc))
    if found is None or any(_YEAR.match(token.text) or token.text == "born" for token in doc.tokens):
        raise NotApplicable(f"the {mention.role} is no age in digits, or a year says it too")
    age = int(found.group(1))
    low, high = (3, 17) if age < 18 else (18, 95)
    if not low <= age <= high or any(token.text == found.group(1) for token in _others(doc, mention)):
        raise NotApplicable(f"the {mention.role} is no age of a person, or stands twice")
    new = rng.choice([other for other in range(max(low, age - 9), min(high, age + 9) + 1) if other != age])
    return [Edit(mention.start(doc), mention.end(doc), f"{new}{found.group(2)}")]


def _date_edits(doc: Doc, mention: RelationMention, kind: str, rng: RowRandom) -> list[Edit]:
    years = [token for token in doc.tokens if _YEAR.match(token.text)]
    inside = [token for token in mention.tokens(doc) if _YEAR.match(token.text)]
    if len(years) != 1 or not inside:
        raise NotApplicable(f"the {mention.role} has no year, or another one stands beside it")
    year = int(inside[0].text)
    return [Edit(inside[0].start, inside[0].end, str(year - rng.randint(1, 7)))]


def _others(doc: Doc, mention: RelationMention) -> Sequence:
    return [*doc.tokens[: mention.first], *doc.tokens[mention.last :]]


_SWAPS: dict[str, Callable[[Doc, RelationMention, str, RowRandom], list[Edit]]] = {
    "organisation": _organisation_edits,
    "place": _place_edits,
    "age": _age_edits,
    "date": _date_edits,
}
