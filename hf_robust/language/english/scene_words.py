"""What a text says of a scene and what excludes it: who acts, what they do and use, where they are, colors."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    ADULTS,
    ARTICLES,
    GROUPS,
    JOINERS,
    NOMINATIVES_THIRD,
    POSSESSIVES,
    SIDES,
)
from hf_robust.language.english.contrary_words import colors
from hf_robust.language.english.inflection import inflected
from hf_robust.language.english.verbs import plain, verb_forms
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import CONCRETE, is_compound, noun_kind

_PLACE_PREPOSITIONS = frozenset({"in", "on", "at"})
ANYWHERE = frozenset({"outside", "outdoors", "inside", "indoors"})
_NEAR = ANYWHERE | {"in", "near", "under"} | {"beside", "behind", "by"}
_PATHS = (SIDES - {"beside", "near", "under"}) | frozenset("down up past into toward towards onto".split())
_MOVING = ("walk", "run", "crawl", "jog", "skate", "march")
_OF_ANIMALS = frozenset("run walk sit stand sleep swim jump lie crawl bark fly play eat rest".split())
# what nobody does in a room, or anywhere but in one place
_TIED = frozenset(
    "swim surf ski sail fish climb drive ride cross skate row hike kayak camp look stare gaze point "
    "arrive smile laugh wave aim pay throw jump dive ".split()
)
_LIVING = frozenset({"person", "animal"})
_ACTING_GROUPS = GROUPS | {"couple", "family", "team"}
_OTHER_LIVING = NOMINATIVES_THIRD | ADULTS | {"people", "who", "kids", "children", "somebody", "someone"}
_AGED = frozenset("young little old elderly older younger teenage small middle-aged aged toddler adult asian".split())
_DETERMINERS = ARTICLES | POSSESSIVES
_COUNTED = frozenset({"bus", "chess", "tennis", "circus", "glass"})  # nouns on -s that are no plurals
_THINGS = CONCRETE - {"animal"}
_AT_ANY_PLACE = frozenset({"", ".", ",", "!", "outside", "outdoors"})  # "near the sea" nobody swims
_ENDS = frozenset({".", ",", "!", ""})
_NO_DEEDS = frozenset({"role", "part"})  # objects with which a verb tells no deed of a scene
_OBJECT_TAGS = frozenset({"DT", "JJ", "NN", "NNS", "PRP$", "CD"})


class Excluded(NamedTuple):
    """A word or phrase of a scene, and what excludes it there.

    Args:
        start: First character.
        end: Character after the last.
        same: What says the same in another text, in lower case.
        others: The replacements, each with the words that must not be in the texts.
        kind: ``subject``, ``deed``, ``action``, ``object``, ``setting`` or ``color``.
    """

    start: int
    end: int
    same: frozenset[str]
    others: tuple[tuple[str, frozenset[str]], ...]
    kind: str


def scene_words(doc: Doc) -> Iterator[Excluded]:
    """The words of a text about a scene that others exclude.

    Args:
        doc: The text, with tags and lemmas.

    Example:
        >>> doc = Doc.tagged("A/DET/DT man/NOUN/NN/man walks/VERB/VBZ/walk in/ADP/IN a/DET/DT park/NOUN/NN/park")
        >>> [(doc.text[found.start : found.end], found.others[0][0]) for found in scene_words(doc)]
        [('man', 'woman'), ('walks', 'runs'), ('in a park', 'in a kitchen')]
    """
    tokens = doc.tokens
    for place, token in enumerate(tokens):
        low = plain(token)
        if token.tag in ("NN", "NNS"):
            yield from _subject(tokens, place)
        elif token.tag[:2] == "VB" and token.pos == "VERB":
            yield from _deed(tokens, place)
            yield from _action(tokens, place)
            yield from _object(doc, place)
        elif low in _PLACE_PREPOSITIONS:
            yield from _setting(tokens, place)
        elif low in colors():
            yield from _color(tokens, place)


def _subject(tokens: Sequence[Token], place: int) -> Iterator[Excluded]:
    """The head of the noun phrase at the start."""
    token = tokens[place]
    sets = _table("subjects").get(token.lemma.lower())
    follows = tokens[place + 1].tag if place + 1 < len(tokens) else "."
    described = tokens[1:place]
    if sets is None or place > 4 or follows[:2] in ("NN", "PO", "CC", "HY") or follows == ",":
        return
    if (place and tokens[0].tag not in ("DT", "CD", "JJ")) or any(t.tag not in ("JJ", "CD") for t in described):
        return
    aged = not _AGED.isdisjoint(plain(t) for t in tokens[:place])
    same, others = sets
    found = []
    for words in others:
        if aged and _is_of_other_age(token.lemma.lower(), words[0]):
            continue
        for phrase in (words[0],) if described else _described(words[0]):
            if form := inflected(phrase, token.tag, "NOUN"):
                found.append((form, frozenset({*words, form})))
    if found:
        yield Excluded(token.start, token.end, same, tuple(found), "subject")


def _described(noun: str) -> Sequence[str]:
    """Phrases for a person, who may be told to be young or old."""
    return lexicon("contrary_words")["described"].get(noun, noun).split(", ")


def _is_of_other_age(one: str, other: str) -> bool:
    return (one in ("boy", "girl")) != (other in ("boy", "girl"))


def _deed(tokens: Sequence[Token], place: int) -> Iterator[Excluded]:
    """What somebody does, without an object."""
    token = tokens[place]
    lemma = token.lemma.lower()
    others = _deeds().get(lemma)
    if others is None or token.tag in ("VB", "VBN") or (place and plain(tokens[place - 1]) in JOINERS):
        return
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    follows = plain(after) if after is not None else ""
    path = follows in _PATHS
    if not (follows in _ENDS or follows in _NEAR or (path and lemma in _MOVING)):
        return
    actor = _actor(tokens, place)
    if actor is None:
        return
    found = []
    for other in others:
        if (path and other not in _MOVING) or (actor == "animal" and other.split()[0] not in _OF_ANIMALS):
            continue
        verb, _, rest = other.partition(" ")
        if verb == "swim" and follows not in _AT_ANY_PLACE:
            continue
        form = next(iter(verb_forms(verb, token.tag)), None)
        if form:
            found.append((f"{form} {rest}".strip(), frozenset({verb, form})))
    if found:
        yield Excluded(token.start, token.end, frozenset({lemma, plain(token)}), tuple(found), "deed")


def _action(tokens: Sequence[Token], place: int) -> Iterator[Excluded]:
    """What somebody does with an object that ends the text: nobody does it asleep."""
    token, table = tokens[place], lexicon("contrary_words")
    if token.lemma.lower() not in table["actions"].split(", ") or token.tag in ("VB", "VBN"):
        return
    end = place + 1
    while end < len(tokens) and tokens[end].tag in _OBJECT_TAGS:
        end += 1
    actor = _actor(tokens, place)
    last = tokens[end - 1]
    if (
        actor is None
        or last.tag not in ("NN", "NNS")
        or last.lemma.lower() in _NO_DEEDS
        or (end < len(tokens) and plain(tokens[end]) not in _ENDS | _NEAR)
    ):
        return
    found = []
    for other in table["elsewhere"].split(", "):
        verb, _, rest = other.partition(" ")
        form = next(iter(verb_forms(verb, token.tag)), None)
        if form and (actor == "person" or verb in _OF_ANIMALS):
            found.append((f"{form} {rest}".strip(), frozenset({verb, form, *rest.split()[-1:]})))
    if found:
        yield Excluded(token.start, last.end, frozenset({token.lemma.lower(), plain(token)}), tuple(found), "action")


def _actor(tokens: Sequence[Token], verb: int) -> str | None:
    """Whether a person, a group or an animal acts, by the noun nearest before the verb; None for things."""
    for at in range(verb - 1, -1, -1):
        low = plain(tokens[at])
        if low in _OTHER_LIVING:
            return "person"
        if tokens[at].tag[:2] == "NN":
            lemma = tokens[at].lemma.lower()
            kind = "person" if lemma in _ACTING_GROUPS else noun_kind(lemma)
            return kind if kind in _LIVING else None
    return None


def _object(doc: Doc, place: int) -> Iterator[Excluded]:
    """What is played, eaten, ridden and so on, without an adjective."""
    tokens = doc.tokens
    groups = _objects().get(tokens[place].lemma.lower())
    first = place + 1
    if groups is None or first >= len(tokens):
        return
    article = plain(tokens[first]) if plain(tokens[first]) in _DETERMINERS else ""
    first += bool(article)
    for group in groups:
        for words in group:
            found = next((end for word in words if (end := _end_of(doc, first, word))), None)
            if found is None:
                continue
            others = tuple(
                (other[0], frozenset(other)) for other in group if other is not words and _fits(other[0], article)
            )
            if others:
                yield Excluded(tokens[first].start, found, frozenset(words), others, "object")


def _fits(word: str, article: str) -> bool:
    """Whether a noun can stand behind "a", or behind no article."""
    plural = word.endswith("s") and word not in _COUNTED
    return not (plural and article in ("a", "an"))


def _end_of(doc: Doc, first: int, word: str) -> int | None:
    """Where a word ends that begins at a token, if it is the last of its noun phrase."""
    tokens, size = doc.tokens, len(word.split())
    if [plain(token) for token in tokens[first : first + size]] != word.split():
        return None
    follows = tokens[first + size].tag if first + size < len(tokens) else "."
    return tokens[first + size - 1].end if follows[:2] not in ("NN", "HY", "PO", "CC") else None


def _setting(tokens: Sequence[Token], place: int) -> Iterator[Excluded]:
    """A phrase for where the scene is: "in the park"."""
    words = {token.lemma.lower() for token in tokens}
    if (
        not words.isdisjoint(_TIED)
        or _actor(tokens, place) is None
        or (plain(tokens[0]) in ("it", "the") and place < 2)
    ):
        return
    first = place + 1
    first += first < len(tokens) and plain(tokens[first]) in _DETERMINERS
    if first >= len(tokens) or tokens[first].tag != "NN":
        return
    follows = tokens[first + 1] if first + 1 < len(tokens) else None
    if follows is not None and (follows.tag[:2] in ("NN", "HY", "PO", "CC") or plain(follows) == "of"):
        return
    inside, outside, phrases = _settings()
    lemma = tokens[first].lemma.lower()
    targets = outside if lemma in inside else inside if lemma in outside else ()
    if not targets or (place and tokens[place - 1].tag in ("IN", "RP")):
        return
    others = tuple((phrases[key], frozenset({key})) for key in targets)
    yield Excluded(tokens[place].start, tokens[first].end, frozenset({lemma}), others, "setting")


def _color(tokens: Sequence[Token], place: int) -> Iterator[Excluded]:
    """A color before what has it."""
    head = place + 1
    while head < len(tokens) and tokens[head].tag[:2] == "NN":
        head += 1
    if head == place + 1 or noun_kind(tokens[head - 1].lemma.lower()) not in _THINGS:
        return
    low, before = plain(tokens[place]), plain(tokens[place - 1]) if place else ""
    if before in ("and", "or", "-", "light", "dark", "bright") or is_compound(low, plain(tokens[place + 1])):
        return
    others = tuple((color, frozenset({color})) for color in colors() if color not in (low, "grey"))
    token = tokens[place]
    yield Excluded(token.start, token.end, frozenset({low}), others, "color")


def _read(group: str) -> list[list[str]]:
    return [words.split("|") for words in group.split(", ")]


@cache
def _table(kind: str) -> Mapping[str, tuple[frozenset[str], Sequence[Sequence[str]]]]:
    """For each word of a kind the words for the same, and the other sets of its group."""
    found: dict[str, tuple[frozenset[str], list[list[str]]]] = {}
    for group in lexicon("contrary_words")[kind]:
        sets = _read(group)
        for own in sets:
            for word in own:
                same, others = found.get(word, (frozenset(), []))
                found[word] = (same | {*own}, [*others, *(words for words in sets if words is not own)])
    return found


@cache
def _objects() -> Mapping[str, Sequence[Sequence[Sequence[str]]]]:
    return {verb: [_read(group) for group in groups] for verb, groups in lexicon("contrary_words")["objects"].items()}


@cache
def _deeds() -> Mapping[str, Sequence[str]]:
    return {verb: others.split(", ") for verb, others in lexicon("contrary_words")["deeds"].items()}


@cache
def _settings() -> tuple[Sequence[str], Sequence[str], Mapping[str, str]]:
    """Nouns of rooms, nouns of the open, and the phrase for each."""
    table = lexicon("contrary_words")
    phrases = {word: phrase for words, phrase in table["settings"].items() for word in words.split("|")}
    return table["indoors"].split(", "), table["outdoors"].split(", "), phrases


def room_phrases() -> Sequence[str]:
    """Phrases for being in a room: what excludes "outside"."""
    inside, _, phrases = _settings()
    return [phrases[key] for key in inside]
