"""Questions that ask something else: a name, a number or a noun becomes another one of its type."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import FEW, MORE
from hf_robust.language.english.fake_answers import Fake, Wanted, fake_answer
from hf_robust.language.english.name_origins import genders_of_names, surnames
from hf_robust.language.english.nations import nations, peoples
from hf_robust.language.english.near_words import near_nouns, plural
from hf_robust.language.english.places import fits_anywhere, place_names, places
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import antonyms, is_compound
from hf_robust.language.lexicons.wordnet_facts import uses

_ROMAN = re.compile(r"[IVXL]{2,}|[VX]")
_SPORTS = frozenset(
    "team game season league bowl touchdown quarterback coach players player championship playoff points match".split()
)
# these cannot be another without the question being odd
_KEPT = frozenset("god internet bible christmas easter new".split())
# where these stand, a name that the recognizer takes for a person may be that of a place
_OF_PLACES = frozenset("population city town village route road river freeway highway capital settlement".split())
_JOINS = frozenset({"and", "or", "&"})
_ORDINALS = ("second", "third", "fourth")
# these have an antonym and no opposite
_TURNING = (
    FEW
    | MORE
    | frozenset(
        """such many other same own last first right left much less new old all annual original common general
            national public""".split()
    )
)


class Alteration(NamedTuple):
    """What stands instead of some words of a question.

    Args:
        start: The first word.
        end: The word after the last.
        text: What stands there instead.
        hard: Whether another thing is meant for certain: a name, a number, a noun.
    """

    start: int
    end: int
    text: str
    hard: bool


def is_sport(text: str) -> bool:
    """Whether a text, in lower case, is about games.

    Example:
        >>> is_sport("the team lost the game in a bad season"), is_sport("the king lost the war")
        (True, False)
    """
    return len(_SPORTS.intersection(text.split())) > 1


def alterations(doc: Doc, tags: Sequence[str], asked: tuple[int, int], taken: str, rng: RowRandom) -> list[Alteration]:
    """One or two changes after which a question asks something else; none where no rule finds a sure one.

    Args:
        doc: The annotated question.
        tags: Penn tags of its tokens.
        asked: The phrase that asks, by its first token and the one after its last.
        taken: The texts in which no new name may stand, in lower case.
        rng: Draws.

    Example:
        >>> doc = Doc.tagged("Who/PRON/WP won/VERB/VBD in/ADP/IN 1990/NUM/CD ?/PUNCT/.")
        >>> (found,) = alterations(doc, ["WP", "VBD", "IN", "CD", "."], (0, 1), "", RowRandom(b"a"))
        >>> found.hard, len(found.text)
        (True, 4)
    """
    sport = is_sport(taken)
    found = [
        *name_alterations(doc, tags, taken, sport, rng),
        *number_alterations(doc, tags, asked, rng),
        *_ordinals(doc, tags, asked, rng),
    ]
    hard = [one for one in found if not _is_conjunct(doc, one)]
    nouns = list(_nouns(doc, tags, asked, taken, rng))
    soft = list(_adjectives(doc, tags, asked, rng))
    first = rng.choice(hard) if hard else rng.choice(nouns) if nouns else None
    if first is None:
        return []
    others = [one for one in (*nouns, *soft) if one.end < first.start or one.start > first.end]
    # a second one makes sure, and makes the question less alike: none where the first is a name
    second = [rng.choice(others)] if others and first in nouns else []
    same = [one for one in hard if one.start != first.start and _written(doc, one) == _written(doc, first)]
    return sorted([first, *second, *(one._replace(text=first.text) for one in same)])


def _is_conjunct(doc: Doc, one: Alteration) -> bool:
    """Whether words are joined to others by "and": what is said of "Ann and Bob" is also said of Bob alone."""
    words = [token.text.lower() for token in doc.tokens]
    beside = {*words[max(0, one.start - 1) : one.start], *words[one.end : one.end + 1]}
    return not _JOINS.isdisjoint(beside) and "between" not in words[: one.start]


def _written(doc: Doc, one: Alteration) -> str:
    return doc.text[doc.tokens[one.start].start : doc.tokens[one.end - 1].end]


def name_alterations(doc: Doc, tags: Sequence[str], taken: str, sport: bool, rng: RowRandom) -> Iterator[Alteration]:
    """The names of a text, each with another one of its type; names of which no rule tells the type stay out.

    Args:
        doc: The annotated text.
        tags: Penn tags of its tokens.
        taken: The texts in which no new name may stand, in lower case.
        sport: Whether the text is about games.
        rng: Draws.
    """
    place = 0
    while place < len(tags):
        end = place
        while end < len(tags) and (tags[end].startswith("NNP") or (end > place and _is_number_of_name(doc, tags, end))):
            end += 1
        if end > place:
            new = _other_name(doc, tags, place, end, taken, sport, rng)
            if new is not None:
                yield Alteration(place, end, new, True)
        elif doc.tokens[place].text.lower() in peoples() and tags[place].startswith("JJ"):
            new = _other_people(doc.tokens[place].text, taken, rng)
            if new is not None:
                yield Alteration(place, place + 1, new, True)
        place = max(end, place + 1)


def _is_number_of_name(doc: Doc, tags: Sequence[str], place: int) -> bool:
    follows_bowl = doc.tokens[place - 1].text in ("Bowl", "Route", "Apollo", "Highway", "Chapter", "Interstate")
    return (tags[place] == "CD" and follows_bowl) or bool(_ROMAN.fullmatch(doc.tokens[place].text))


def _other_name(
    doc: Doc, tags: Sequence[str], first: int, end: int, taken: str, sport: bool, rng: RowRandom
) -> str | None:
    words = [token.text for token in doc.tokens[first:end]]
    name = doc.text[doc.tokens[first].start : doc.tokens[end - 1].end]
    low, last = name.lower(), words[-1]
    if low in _KEPT or not name[0].isupper() or (len(words) == 1 and name.isupper()):
        return None
    roman = next((word for word in words[1:] if _ROMAN.fullmatch(word)), None)
    if roman is not None:  # there is no "World War XXI"
        return None
    if last.isdecimal() and len(words) > 1:
        return name[: -len(last)] + str(max(2, int(last) + rng.choice((-7, -4, 3, 6, 9))))
    continents = lexicon("fake_answers")["sets"]["continent"]
    if name in continents:
        free = [one for one in continents if one.lower() not in taken]
        return rng.choice(free) if free else None
    known = place_names().get(low)
    if known is not None and not known:
        return None
    if known:
        group, region = places()[known].group, places()[known].region
        near = [one.name for one in places().values() if one.group == group and one.region == region]
        free = [one for one in near if fits_anywhere(places()[one.lower()]) and one.lower() not in taken]
        return rng.choice(free) if free else None
    if low in peoples():
        return _other_people(name, taken, rng)
    start, stop = doc.tokens[first].start, doc.tokens[end - 1].end
    label = next((entity.label for entity in doc.entities if entity.start < stop and start < entity.end), "")
    before = doc.tokens[first - 1].text.lower() if first else ""
    if last.endswith("s") and len(words) == 1 and before == "the" and not name.isupper():
        table = lexicon("fake_answers")
        options = table["nicknames"] if sport else table["peoples"]
        free = [one for one in options if one.lower() not in taken]
        return rng.choice(free) if free else None
    is_given, is_person = words[0].lower() in genders_of_names(), label.startswith("PER")
    listed = (is_given or last.lower() in surnames()) and not label.startswith("ORG")
    is_person = is_person and (listed or _OF_PLACES.isdisjoint(token.text.lower() for token in doc.tokens))
    sure = is_person if len(words) == 1 else listed or (is_person and len(words) == 2 and not _is_noun(last))
    after = doc.tokens[end].text if end < len(doc.tokens) else ""
    joined = (tags[end : end + 1] and tags[end].startswith(("NN", "JJ"))) or after[:1].isupper()
    capital = first > 1 and doc.tokens[first - 1].text[:1].isupper()
    if len(words) == 1 and (capital or (joined and (sure or before != "the")) or (before == "the" and not joined)):
        return None
    if before != "the" and len(words) < 4 and sure and not tags[end - 1].endswith("PS"):
        fake: Fake | None = fake_answer(Wanted(" ".join(words), ("who",), "PERSON", taken=taken), rng)
        return fake.text if fake else None
    if len(words) > 1 and last.isalpha() and not last.isupper() and _is_noun(last):
        return f"{_coined(taken, rng)} {last}"
    if label in ("ORG", "GPE", "LOC", "FAC", "PRODUCT") and len(words) == 1 and not last.endswith("s"):
        return _coined(taken, rng)
    return None


def _is_noun(word: str) -> bool:
    return uses(word.lower(), "n") > 0 and word.lower() not in place_names() and word.lower() not in surnames()


def _coined(taken: str, rng: RowRandom) -> str:
    return rng.choice([name for name in lexicon("fake_answers")["coined"] if name.lower() not in taken])


def _other_people(word: str, taken: str, rng: RowRandom) -> str | None:
    nation, form = peoples()[word.lower()]
    region = nations()[nation].region
    near = [
        getattr(other, form)
        for low, other in nations().items()
        if low != nation and other.is_plain and other.region == region
    ]
    free = [one for one in near if one.lower() not in taken]
    return rng.choice(free) if free else None


def number_alterations(doc: Doc, tags: Sequence[str], asked: tuple[int, int], rng: RowRandom) -> Iterator[Alteration]:
    """The numbers of a text outside the phrase that asks, each with another one of its shape.

    Args:
        doc: The annotated text.
        tags: Penn tags of its tokens.
        asked: The phrase that asks, by its first token and the one after its last.
        rng: Draws.
    """
    for place, token in enumerate(doc.tokens):
        glued = doc.text[token.end : token.end + 1] in ("-", "–", "/") or doc.text[token.start - 1 : token.start] in (
            "-", "–", "/", "$",
        )  # fmt: skip
        named = place > 0 and tags[place - 1].startswith("NNP")
        if (
            tags[place] != "CD"
            or glued
            or named
            or token.text.lower() in ("one", "two")
            or asked[0] <= place < asked[1]
        ):
            continue
        fake = fake_answer(Wanted(token.text, ("how", "many"), tags=("CD",)), rng)
        if fake is not None and fake.text.lower() != token.text.lower():
            yield Alteration(place, place + 1, fake.text, True)


def _ordinals(doc: Doc, tags: Sequence[str], asked: tuple[int, int], rng: RowRandom) -> Iterator[Alteration]:
    for place, token in enumerate(doc.tokens):
        free = not asked[0] <= place < asked[1] and doc.text[token.end : token.end + 1] == " "
        if token.text in _ORDINALS and free and tags[place + 1 : place + 2] in (["NN"], ["NNP"]):
            yield Alteration(place, place + 1, rng.choice([one for one in _ORDINALS if one != token.text]), True)


def _nouns(doc: Doc, tags: Sequence[str], asked: tuple[int, int], taken: str, rng: RowRandom) -> Iterator[Alteration]:
    for place, token in enumerate(doc.tokens):
        near = near_nouns().get(token.lemma.lower() if tags[place] == "NNS" else token.text.lower())
        joined = doc.text[token.end : token.end + 1] in ("-", "/") or doc.text[token.start - 1 : token.start] in (
            "-",
            "/",
        )
        if tags[place] not in ("NN", "NNS") or not near or joined or not token.text.islower():
            continue
        # half a compound does not mean what it means alone
        if tags[place + 1 : place + 2] and tags[place + 1].startswith(("NN", "CD", "VBG")):
            continue
        if asked[0] <= place < asked[1] and "of" not in doc.text[: token.start].lower().split()[asked[0] :]:
            continue
        before = doc.tokens[place - 1].text.lower() if place else ""
        if is_compound(before, token.text):
            continue
        options = [
            one for one in near if (one[0] in "aeiou") == (token.text[0] in "aeiou") or before not in ("a", "an")
        ]
        if options:
            new = rng.choice(options)
            yield Alteration(place, place + 1, plural(new) if tags[place] == "NNS" else new, True)


def _adjectives(doc: Doc, tags: Sequence[str], asked: tuple[int, int], rng: RowRandom) -> Iterator[Alteration]:
    for place, token in enumerate(doc.tokens):
        if tags[place] != "JJ" or not token.text.islower() or token.text in _TURNING or asked[0] <= place < asked[1]:
            continue
        joined = doc.text[token.end : token.end + 1] == "-" or doc.text[token.start - 1 : token.start] == "-"
        opposite = [] if joined else list(antonyms(token.text))
        before = doc.tokens[place - 1].text.lower() if place else ""
        if opposite and before not in ("a", "an"):
            yield Alteration(place, place + 1, rng.choice(opposite), False)
