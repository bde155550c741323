"""Places of a relation become other places, so that what a sentence says of where they lie stays true."""

from collections.abc import Mapping, Sequence
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import DIRECTIONS
from hf_robust.language.english.name_origins import genders_of_names, surnames
from hf_robust.language.english.nations import nation_of_city, nations, peoples
from hf_robust.language.english.places import fits_anywhere, is_doubtful, places
from hf_robust.language.famous_mentions import NAMED_WORKS
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.task_specific.relation_mentions import RelationMention, occurrences

# cities whose state or province has the same name
STATES_OR_CITIES = frozenset({"Washington", "New York", "Sao Paulo", "São Paulo", "Rio de Janeiro", "Quebec"})
_LONGEST_TOWN = 2  # words
SINGULAR = frozenset("biggest capital capitals largest longest oldest smallest southernmost northernmost".split())
_PARTS = DIRECTIONS | {"the", "central"}
_WIDER = frozenset("bank battle bay city coast gulf republic state treaty university valley".split())
NAMESAKES = NAMED_WORKS | {"band", "group", "musical", "ship", "single"}
"""What is called like a place, before its name."""
_RARE_STATES = "Maine|Montana|Nebraska|North Dakota|South Dakota|Utah|Vermont|West Virginia|Wyoming".split("|")


def place_edits(doc: Doc, mention: RelationMention, kind: str, rng: RowRandom) -> list[Edit]:
    """The edits that make one place another: a city one of its country, a state or country another one.

    Args:
        mention: The place.
        kind: As for ``swap-entity``.
        rng: The draws.

    Raises:
        NotApplicable: When it is not known, or something else in the sentence is tied to it.
    """
    name = mention.text(doc)
    if is_doubtful(name.lower()) or name in STATES_OR_CITIES:
        raise NotApplicable(f"the {mention.role} is often something else")
    if mention.first and doc.tokens[mention.first - 1].text.lower() in NAMESAKES:
        raise NotApplicable(f"the {mention.role} is called like a place")
    if _is_apposed(doc, mention):
        raise NotApplicable(f"another name next to the {mention.role} gives its location")
    _check_apart(doc, mention)
    if any(token.text.lower() in SINGULAR for token in doc.tokens):
        raise NotApplicable("the sentence states something that is true only for this place")
    if name in _states():
        _check_ties(doc, [mention], _state_words(name))
        return _everywhere(doc, mention, rng.choice(_other_states(doc, name, kind)))
    if name.lower() in nation_of_city():
        nation = nation_of_city()[name.lower()][0]
        return _everywhere(doc, mention, rng.choice(_other_cities(doc, name, nation, kind)))
    if name.lower() in nations():
        _check_ties(doc, [mention], _nation_words(name.lower()))
        return _everywhere(doc, mention, rng.choice(_other_countries(doc, name.lower(), kind)))
    raise NotApplicable(f"the {mention.role} is not a known place")


def places_edits(doc: Doc, subject: RelationMention, other: RelationMention, kind: str, rng: RowRandom) -> list[Edit]:
    """The edits where both mentions are places: a city, and the country or state in which it lies.

    Args:
        kind: As for ``swap-entity``.
        rng: The draws.

    Raises:
        NotApplicable: When they are not such a pair.
    """
    for city, area in ((subject, other), (other, subject)):
        town, around = city.text(doc), area.text(doc)
        beside = city.last + 1 == area.first and doc.tokens[city.last].text == ","
        if around in _states() and beside and town not in _states() and city.last - city.first <= _LONGEST_TOWN:
            words = _state_words(around)
            new = rng.choice(_other_states(doc, around, kind))
            pool = lexicon("name_kinds")["states"][_states()[new]]["cities"]
        elif nation_of_city().get(town.lower(), ("",))[0] == around.lower():
            words = _nation_words(around.lower())
            new = rng.choice(_other_countries(doc, around.lower(), kind))
            pool = _plain(doc, nations()[new.lower()].cities)
        else:
            continue
        if not pool:
            break
        if any(token.text.lower() in SINGULAR for token in doc.tokens):
            raise NotApplicable("the sentence states something that is true only for this place")
        for mention in (subject, other):
            _check_apart(doc, mention)
        _check_ties(doc, [subject, other], words)
        return _everywhere(doc, area, new) + _everywhere(doc, city, rng.choice(pool))
    raise NotApplicable("subject and object are not a known city and its country or state")


def _everywhere(doc: Doc, mention: RelationMention, new: str) -> list[Edit]:
    """The edits of all places where a name stands."""
    words = [token.text for token in mention.tokens(doc)]
    new = new.upper() if len(words[0]) > 2 and all(word.isupper() and word.isalpha() for word in words) else new
    edits = [Edit(mention.start(doc), mention.end(doc), new)]
    for at in occurrences(doc, words, mention):
        again = RelationMention(mention.role, at, at + len(words), mention.kind)
        _check_apart(doc, again)
        if _is_apposed(doc, again):
            raise NotApplicable(f"the {mention.role} occurs again, next to another place inside it")
        edits.append(Edit(again.start(doc), again.end(doc), new))
    covered = {token for edit in edits for token in range(doc.token_at(edit.start), doc.token_at(edit.end))}
    named = [word.lower() for word in words if word[:1].isupper() and len(word) > 3]
    for number, token in enumerate(doc.tokens):
        if number not in covered and any(word in token.text.lower() for word in named):
            raise NotApplicable(f"part of the {mention.role} occurs in another word")
    return edits


def _is_apposed(doc: Doc, mention: RelationMention) -> bool:
    """Whether a comma and another name stand beside it: *Richland, Wash.*"""
    tokens, first, last = doc.tokens, mention.first, mention.last
    after = last + 1 < len(tokens) and tokens[last].text == "," and tokens[last + 1].pos == "PROPN"
    before = first > 1 and tokens[first - 1].text == "," and tokens[first - 2].pos == "PROPN"
    return after or before


def _check_apart(doc: Doc, mention: RelationMention) -> None:
    """Refuse a place that is part of a longer name, or has an article."""
    tokens = doc.tokens
    before = tokens[mention.first - 1] if mention.first else None
    after = tokens[mention.last] if mention.last < len(tokens) else None
    for token in (before, after):
        named = token is not None and token.pos == "PROPN" and token.text[:1].isupper()
        if named or (token is not None and token.text in ("-", "–", "&", "/", "and")):
            raise NotApplicable(f"the {mention.role} is part of a longer name")
    wider = doc.tokens[mention.first - 2].text.lower() if mention.first > 1 else ""
    if before is not None and before.text == "of" and wider in _WIDER:
        raise NotApplicable(f"the {mention.role} is part of a longer name")
    if before is not None and before.text.lower() in _PARTS:
        raise NotApplicable(f"the {mention.role} has a word before it that belongs to the name")


def _check_ties(doc: Doc, mentions: Sequence[RelationMention], words: frozenset[str]) -> None:
    """Refuse a sentence in which something else belongs to the same country or state."""
    inside = {number for mention in mentions for number in range(mention.first, mention.last)}
    rest = [token.text.lower() for number, token in enumerate(doc.tokens) if number not in inside]
    text = f" {' '.join(rest)} "
    own = {mention.text(doc).lower() for mention in mentions}
    if any(f" {word} " in text for word in words - own):
        raise NotApplicable("something else in the sentence belongs to the same country or state")


def _nation_words(low: str) -> frozenset[str]:
    nation = nations()[low]
    found = {nation.adjective.lower(), nation.people.lower(), *(city.lower() for city in nation.cities)}
    return frozenset(found - {""}) | {word for word, (other, _) in peoples().items() if other == low}


def _state_words(name: str) -> frozenset[str]:
    full = _states()[name]
    row = lexicon("name_kinds")["states"][full]
    return frozenset({full.lower(), row["short"].lower(), *(city.lower() for city in row["cities"])})


@cache
def _states() -> Mapping[str, str]:
    """The full name of a state by its full and its short name."""
    table = lexicon("name_kinds")["states"]
    return {name: full for full, row in table.items() for name in (full, row["short"])}


def _other_states(doc: Doc, name: str, kind: str) -> list[str]:
    """Other states, as short as the one that stands there."""
    table = lexicon("name_kinds")["states"]
    short = name != _states()[name]
    full = lexicon("name_kinds")["many_types"]["states"] if kind == "multi-type" else list(table)
    if kind == "low-frequency":
        full = [state for state in _RARE_STATES if state in table]
    forms = [table[state]["short"] if short else state for state in full if state != _states()[name]]
    return _needed([form for form in forms if form not in doc.text])


def _other_cities(doc: Doc, name: str, nation: str, kind: str) -> list[str]:
    cities = nations()[nation].cities
    half = max(1, len(cities) // 2)
    if kind == "multi-type":
        cities = [city for city in cities if city.lower() in genders_of_names() or city.lower() in surnames()]
    else:
        cities = cities[half:] if kind == "low-frequency" else cities[:half]
    return _needed([city for city in _plain(doc, cities) if city != name])


def _other_countries(doc: Doc, low: str, kind: str) -> list[str]:
    region = nations()[low].region
    listed = [nation.name for nation in nations().values()]
    half = len(listed) // 2
    if kind == "multi-type":
        pool = list(lexicon("name_kinds")["many_types"]["countries"])
    else:
        part = listed[half:] if kind == "low-frequency" else listed[:half]
        pool = [name for name in part if nations()[name.lower()].region == region]
    return _needed([name for name in _plain(doc, pool) if name.lower() != low])


def _plain(doc: Doc, names: Sequence[str]) -> list[str]:
    """Names that can stand anywhere and do not stand in the text."""
    return [name for name in names if name not in doc.text and _fits(name)]


def _fits(name: str) -> bool:
    return name.lower() not in places() or fits_anywhere(places()[name.lower()])


def _needed(pool: list[str]) -> list[str]:
    if not pool:
        raise NotApplicable("there is no other place of this type")
    return pool
