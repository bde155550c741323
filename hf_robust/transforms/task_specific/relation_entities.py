"""Subject and object of a relation become others of their type."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, in_order
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.closed_classes import (
    COURTESY_OF_MEN,
    COURTESY_OF_WOMEN,
    NEAR_KIN,
    PARTS_OF_NAMES,
    THIRD_PERSON,
    TITLES_OF_MEN,
    TITLES_OF_WOMEN,
)
from hf_robust.language.english.facts import facts_about
from hf_robust.language.english.name_origins import genders_of_names, names_of, origins
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import RELATION
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.entity_spans import TITLES
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow
from hf_robust.transforms.task_specific.relation_mentions import (
    RelationMention,
    gender_of,
    mentions_of,
    tells_gender,
)
from hf_robust.transforms.task_specific.relation_names import feature_edits, is_feature, organization_edits, town_edits
from hf_robust.transforms.task_specific.relation_places import place_edits, places_edits
from hf_robust.transforms.task_specific.relation_signs import is_of_family
from hf_robust.transforms.task_specific.relation_things import thing_edits
from hf_robust.transforms.task_specific.relation_titles import number_edits, title_edits

KINDS = ("low-frequency", "same-type", "multi-type")
_NAME = re.compile(r"[A-ZÀ-Þ][^\W\d_]*(?:['’\-][^\W\d_]+)*\.?\Z")
_PARTICLES = PARTS_OF_NAMES | {"der"}
_SUFFIX = re.compile(r"([IVX]+|Jr\.?|Sr\.?|Junior|Senior)\Z")
_RANKS = TITLES | frozenset("adm. capt. chairman col. dr first gen. lt. maj. pope pvt. secretary sgt. vice".split())
_ROYAL = (
    (TITLES_OF_WOMEN - COURTESY_OF_WOMEN - {"sister"})
    | (TITLES_OF_MEN - COURTESY_OF_MEN - {"brother", "duke", "father"})
    | {"emperor", "empress", "saint"}
)
_TITLED = frozenset((",", "(", "of"))  # what stands behind these in a mention is a title or a place
_ROMAN = re.compile(r"[A-Z][a-z]{3,}us\Z")  # "Aurelius"
_AGE = re.compile(r"(\d{1,3})((?:-year-olds?)?)\Z")
_SENTENCE_ENDS = frozenset(".!?")
_QUOTES = frozenset("\"'“”‘’`") | {"``", "''"}
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
    another name. An age stays an age. A common noun becomes one of the same type, if one is listed: a box becomes a
    crate. A name does not change if something else in the sentence depends on it.

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
    version = "8"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapEnt"
    choice = "mentions that can be replaced"
    needs = frozenset({"ent", "pos"})
    effects = preserves(RELATION)

    def __post_init__(self) -> None:
        self._require_choice("kind", KINDS)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        doc, mentions = row.docs["tokens"], mentions_of(row)
        kinds = {mention.kind for mention in mentions}
        edits = self._of_two_places(doc, mentions, rng) if kinds == {"place"} else self._one_by_one(row, mentions, rng)
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
                    edits += _person_edits(row, mention, self.kind, names, draws)
                elif mention.kind in _SWAPS:
                    edits += _SWAPS[mention.kind](row.docs["tokens"], mention, self.kind, draws)
                else:
                    edits += _untyped_edits(row, mention, self.kind, draws, taken)
            except NotApplicable as reason:
                reasons.append(str(reason))
        if not edits:
            raise NotApplicable(reasons[0])
        return _outermost(edits)


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
        return _first_of((number_edits, title_edits, feature_edits), doc, mention, rng)


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


def _person_edits(
    row: TaskRow, mention: RelationMention, kind: str, names: dict[str, str], rng: RowRandom
) -> list[Edit]:
    doc = row.docs["tokens"]
    if not _is_told(doc, *mentions_of(row)):
        raise NotApplicable(
            "nothing in the sentences ties subject and object, so the relation may hold for this person only"
        )
    core = _core_of_person(doc, mention)
    words = [token.text for token in core]
    single = len(core) == 1
    if not single and words[0] == words[-1]:
        raise NotApplicable(f"given name and surname of the {mention.role} are one")
    of_family = is_of_family(str(row.gold["relation"]))
    is_given = single and _is_given(doc, core, of_family)
    if not single and of_family and _are_given(words):
        raise NotApplicable(f"the {mention.role} has two given names and no surname")
    if len({token.text for token in doc.tokens if _ROMAN.match(token.text)}) > 1:
        raise NotApplicable("the sentence has several Roman names")
    gender = gender_of(row, mention, core)
    if gender is None:
        raise NotApplicable("title and given name are of two genders")
    needs_gender = (not single or is_given) and (tells_gender(doc) or of_family)
    keeps_given = not gender and not single
    if not gender and needs_gender and single:
        raise NotApplicable(f"the gender of the {mention.role} cannot be told")
    gender = gender or rng.choice(("female", "male"))
    given, surname = _new_name(words, gender, kind, {token.text for token in doc.tokens} | set(names.values()), rng)
    given = words[0] if keeps_given else given
    parts = {words[0]: given if is_given or not single else surname}
    if not single:
        parts[words[-1]] = surname
    for part, new in parts.items():
        names.setdefault(part, new)
    whole = names[words[0]] if single else f"{names[words[0]]} {names[words[-1]]}"
    edits = [Edit(core[0].start, core[-1].end, whole)]
    return edits + _elsewhere(doc, mention, words, parts, names, whole)


def _is_given(doc: Doc, core: Sequence[Token], of_family: bool) -> bool:
    """Whether a name of one word is a given name: "Bona of Savoy", "Charles II", "Princess Mabel", "her son Orro"."""
    name, place = core[0].text.lower(), doc.tokens.index(core[0])
    before = doc.tokens[place - 1].text.lower() if place else ""
    after = doc.tokens[place + 1].text if place + 1 < len(doc.tokens) else ""
    if before in _ROYAL or after == "of" or _SUFFIX.match(after):
        return True
    listed = name in genders_of_names() and name not in origins("surnames")
    return listed or (of_family and (before not in _RANKS or before in NEAR_KIN))


def _is_told(doc: Doc, one: RelationMention, other: RelationMention) -> bool:
    """Whether two mentions stand in one sentence, or the later sentence goes on about the first one.

    The end of a bracket that begins before the first mention separates them as the end of a sentence does.
    """
    first, second = sorted((one, other), key=lambda mention: mention.first)
    depth, start = 0, first.last
    for place in range(first.last, second.first):
        token = doc.tokens[place]
        depth += token.text.startswith("(") - (token.text == ")")
        initial = len(doc.tokens[place - 1].text) == 1
        if (token.text in _SENTENCE_ENDS and not initial) or depth < 0:
            start, depth = place + 1, 0
    if start == first.last:
        return True
    again = {token.text for token in first.tokens(doc)} | THIRD_PERSON
    return any(token.text in again or token.text.lower() in again for token in doc.tokens[start:])


def _are_given(words: Sequence[str]) -> bool:
    """Whether a name of two words has two given names of one gender and no surname: "Mary Frances"."""
    sides = {genders_of_names().get(word.lower()) for word in (words[0], words[-1])}
    return (
        len(words) == 2
        and len(sides) == 1
        and sides <= {"female", "male"}
        and words[-1].lower() not in origins("surnames")
    )


def _core_of_person(doc: Doc, mention: RelationMention) -> Sequence:
    """The tokens of a name without titles before it and what follows it."""
    tokens = list(mention.tokens(doc))
    ranks = [number for number, token in enumerate(tokens[:-1]) if _is_rank(tokens, number)]
    tokens = tokens[ranks[-1] + 1 :] if ranks else tokens
    tokens = tokens[: next((at for at, token in enumerate(tokens) if at and token.text in _TITLED), None)]
    while len(tokens) > 1 and _SUFFIX.match(tokens[-1].text):
        tokens.pop()
    for number, token in enumerate(tokens):
        word = token.text
        inner = 0 < number < len(tokens) - 1
        initial = len(word) == 2 and word[1] == "."
        shouted = len(word) > 2 and word.isupper()
        named = _NAME.match(word) and not shouted and (not word.endswith(".") or (initial and number < len(tokens) - 1))
        if not (named or (inner and word in _PARTICLES)) or (initial and not number and len(tokens) < 2):
            raise NotApplicable(f"the {mention.role} is not a plain name of a person")
    after = doc.tokens[mention.last] if mention.last < len(doc.tokens) else None
    before = doc.tokens[mention.first - 1] if mention.first else None
    inside = doc.tokens[mention.last + 1].text if mention.last + 1 < len(doc.tokens) else ""
    if after is not None and after.text == "(" and inside in _QUOTES:
        raise NotApplicable(f"the {mention.role} has a short form in brackets")
    if after is not None and (after.text in ("-", "&", "/") or (after.pos == "PROPN" and after.text[:1].isupper())):
        raise NotApplicable(f"the {mention.role} is part of a longer name")
    joined = before is not None and before.text in ("-", "&", "/")
    if before is not None and after is not None and before.text in _QUOTES and after.text in _QUOTES:
        raise NotApplicable(f"the {mention.role} stands in quotation marks like a title")
    if before is not None and (joined or _is_other_name(before.text, before.pos, mention.first)):
        raise NotApplicable(f"the {mention.role} is part of a longer name")
    return tokens


def _is_rank(tokens: Sequence[Token], number: int) -> bool:
    """Whether a word is a title; behind a given name, it is a surname: "Martin Luther King Jr"."""
    given = number > 0 and tokens[number - 1].text.lower() in genders_of_names()
    return tokens[number].text.lower() in _RANKS and not given


def _is_other_name(word: str, pos: str, place: int) -> bool:
    lone = word.lower() in _RANKS or word.rstrip(".") != word or place == 1
    return pos == "PROPN" and word[:1].isupper() and not lone and word.lower() in genders_of_names()


def _elsewhere(
    doc: Doc,
    mention: RelationMention,
    words: Sequence[str],
    parts: dict[str, str],
    names: dict[str, str],
    whole: str,
) -> list[Edit]:
    """The edits where a person is named again, in full or by a part of the name."""
    tokens, found, number = doc.tokens, list[Edit](), 0
    while number < len(tokens):
        word = tokens[number].text
        if mention.first <= number < mention.last:
            number += 1
        elif [token.text for token in tokens[number : number + len(words)]] == list(words) and len(words) > 1:
            found.append(Edit(tokens[number].start, tokens[number + len(words) - 1].end, whole))
            number += len(words)
        elif word in parts:
            if len(words) == 1 and number and tokens[number - 1].text == "of":  # "King Ova of Orra"
                raise NotApplicable("the name stands again as that of a place")
            beside = [tokens[place] for place in (number - 1, number + 1) if 0 <= place < len(tokens)]
            named = (token for token in beside if token.pos == "PROPN" and token.text[:1].isupper())
            if len(words) > 1 and word == words[-1] and _has_given_before(tokens, number):
                pass  # a relative: both get the new surname
            elif any(token.text.lower() not in _RANKS for token in named):
                if not _shares(names, [token.text for token in beside]):
                    raise NotApplicable("part of the name stands in another name")
            elif len(words) > 1 and word == words[0] and word.lower() not in genders_of_names():
                raise NotApplicable("it cannot be told which part of the name stands again")
            found.append(Edit(tokens[number].start, tokens[number].end, names[word]))
            number += 1
        elif any(len(part) > 3 and part in word for part in parts):
            raise NotApplicable("part of the name stands in another word")
        else:
            number += 1
    return found


def _has_given_before(tokens: Sequence[Token], number: int) -> bool:
    """Whether another given name stands before a surname, and no further name behind it."""
    before, after = tokens[number - 1 : number] if number else (), tokens[number + 1 : number + 2]
    given = bool(before) and before[0].pos == "PROPN" and before[0].text[:1].isupper()
    return given and not any(token.text[:1].isupper() or token.text in ("-", "&", "'s") for token in after)


def _shares(names: dict[str, str], beside: Sequence[str]) -> bool:
    """Whether what stands beside a part of a name is a part of the other mention's name."""
    return any(word in names for word in beside)


def _new_name(words: Sequence[str], gender: str, kind: str, taken: set[str], rng: RowRandom) -> tuple[str, str]:
    """A given name and a surname."""
    if kind == "multi-type":
        table = lexicon("name_kinds")["many_types"]
        pools = table[gender], table["surnames"]
    else:
        given, surname = words[0].lower(), words[-1].lower()
        known = origins(gender).get(given) or origins("surnames").get(surname) or "english"
        if kind == "low-frequency":
            known = rng.choice([origin for origin in lexicon("origins") if origin not in (known, "english")])
        pools = names_of(known, gender), names_of(known, "surnames")
    first, last = (rng.choice([name for name in pool if name not in taken]) for pool in pools)
    if first == last:
        last = rng.choice([name for name in pools[1] if name not in taken and name != first])
    return first, last


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
