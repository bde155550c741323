"""Names that a text and its translation share letter by letter, and other names of their kind."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from hf_robust.core.edits import Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import (
    ANY_SOME_NO,
    DEMONSTRATIVES,
    INDEFINITE_ARTICLES,
    MONTHS,
    POSSESSIVES,
    WEEKDAYS,
)
from hf_robust.language.english.name_origins import genders_of_names, names_of, origins, surnames
from hf_robust.language.english.nations import nation_of_city, nations, peoples
from hf_robust.language.english.places import place_names
from hf_robust.language.english.wordforms import is_fixed, tags_of
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kind

PERSON, PLACE, ORGANIZATION = "person", "place", "organisation"
_WORD = re.compile(r"[^\W\d_]+")
_BEFORE, _BEHIND = re.compile(r"(?<![^\W_])([^\W_]+)[ -]\Z"), re.compile(r"[ -]([^\W_]+)")
_DATES = MONTHS | WEEKDAYS
_LEAST = 3  # letters: shorter words are abbreviations or equal by chance
# cities of these nations are mostly written alike in other languages with the same letters
_ALIKE = frozenset({"united states", "canada", "australia", "new zealand"})
# states that are written alike in many languages
_STATES = frozenset(
    "alabama alaska arizona arkansas colorado idaho illinois indiana iowa kansas kentucky maine maryland michigan "
    "minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon tennessee texas utah vermont "
    "wisconsin wyoming".split()
)
_EXONYMS = frozenset({"new york", "philadelphia", "new orleans", "quebec", "quebec city", "montreal", "washington"})
_ONSETS = tuple("b d f g k l m n p r s t v z".split())
_VOWELS = tuple("a e i o u".split())
_CODAS = ("", "", "n", "r", "l", "s")
_DETERMINERS = (POSSESSIVES | INDEFINITE_ARTICLES | DEMONSTRATIVES | ANY_SOME_NO | {"the", "one"}) - {"that"}
# words of computing that many languages have borrowed; a dictionary need not have them
_BORROWED = frozenset(
    """app apps blog blogs bluetooth browser cookie cookies email emails ethernet firmware hashtag internet intranet
        laptop laptops mac macs meme memes modem notebook offline online pc pcs podcast podcasts router routers selfie
        selfies smartphone smartphones smartwatch software spam tablet tablets web website wifi wlan""".split()
)
_LISTED = re.compile(r"([^\W\d_]+),? (?:and|or|&) \Z|([^\W\d_]+), \Z")
_OPENS = frozenset('.!?:"“”„«(')


class SharedName(NamedTuple):
    """A word of both texts that is a name.

    Args:
        first: Where it stands in the first text.
        second: Where it stands in the second one, as often.
    """

    text: str
    first: Sequence[Offsets]
    second: Sequence[Offsets]


def shared_names(first: str, second: str) -> list[SharedName]:
    """The words with a capital that two texts have equally often, letter by letter.

    A word at the beginning of a sentence counts where no dictionary has it. What a translation gives in brackets beside
    its own form of it stays out, and so does what stands like a common noun: "a Frisbee".

    Example:
        >>> [found.text for found in shared_names("A Lassie hat.", "Ein Hut von Lassie.")]
        ['Lassie']
    """
    here, there = _words(first), _words(second)
    found = []
    for word, spans in here.items():
        others = there.get(word, ())
        if len(word) < _LEAST or not word[0].isupper() or len(spans) != len(others):
            continue
        if (word.isupper() and len(word) <= _LEAST) or word.lower() in _DATES:
            continue  # "TV", "USB"
        if word.lower() in _BORROWED or word.lower() in peoples() or noun_kind(word.lower()) == "animal":
            continue  # "the App", "Asian", "a Boston Terrier"
        if first.count(word) != len(spans) or second.count(word) != len(others):
            continue  # part of another word, too
        if any(_is_in_brackets(second, span) or not _is_free(second, span) for span in others):
            continue
        if any(_is_thing(first, span) for span in spans):
            continue
        if all(_is_name(first, span) and _is_free(first, span) for span in spans):
            found.append(SharedName(word, spans, others))
    while True:  # what stands beside a name that stays is part of it: "Costa Rican" and "Costa Rica"
        starts = {start for name in found for start, _ in name.first}
        whole = [name for name in found if all(_beside(first, span) <= starts for span in name.first)]
        if len(whole) == len(found):
            return found
        found = whole


def _beside(text: str, span: Offsets) -> set[int]:
    """Where words with a capital begin right before and behind a word; a sentence may begin with any."""
    start, end = span
    found = set()
    before = _BEFORE.search(text, 0, start)
    if before is not None and (before[1][:1].isupper() or before[1].isdigit()):
        place = before.start(1)
        if before[1].isdigit() or (text[:place].strip() and text[:place].rstrip()[-1] not in _OPENS):
            found.add(place)
    behind = _BEHIND.match(text, end)
    if behind is not None and behind[1][:1].isupper():
        found.add(behind.start(1))
    return found


def other_names(names: Sequence[SharedName], first: str, rng: RowRandom) -> Iterator[tuple[SharedName, str]]:
    """For shared names another name of the same kind, as far as lists say the kind.

    A given name becomes one of the same gender and language, and the surname after it another one; a city one of the
    same country; the first word of an organization, before what says its kind, a made-up one.

    Args:
        first: The text they stand in.
        rng: The draws.
    """
    taken = {word.lower() for word in _WORD.findall(first)}
    after_given: str | None = None
    for number, name in enumerate(names):
        pool, after_given = _pool(name, first, after_given, names[number - 1] if number else None)
        left = [other for other in pool if other.lower() not in taken]
        if left:
            new = rng.fork(number).choice(left)
            taken.add(new.lower())
            yield name, new


def pronounceable(old: str, rng: RowRandom) -> str:
    """A made-up word that can be pronounced, about as long as another one, in its capitals, and no word of English.

    It begins with a vowel where the other one does, so that an article before it fits.

    Example:
        >>> new = pronounceable("Anna", RowRandom(b"a"))
        >>> new[0] in "AEIOU", new.isalpha(), new == "Anna"
        (True, True, False)
    """
    while True:
        word = rng.choice(_VOWELS) if old[0].lower() in _VOWELS else ""
        while len(word) < max(_LEAST + 1, len(old) - 1):
            word += rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_CODAS)
        if not tags_of(word) and not is_fixed(word):
            return word.upper() if len(old) > 1 and old.isupper() else word.capitalize()


def _pool(
    name: SharedName, first: str, after_given: str | None, before: SharedName | None
) -> tuple[Sequence[str], str | None]:
    """The names that a name may become, and the language of the person where it is a given name."""
    low = name.text.lower()
    start, end = name.first[0]
    adjacent = before is not None and before.first[0][1] + 1 == start
    alone = not _beside(first, name.first[0])
    if after_given is not None and adjacent:
        return (names_of(after_given, "surnames"), None) if low in surnames() else ((), None)
    gender = genders_of_names().get(low)
    following = _WORD.match(first, end + 1) if first[end : end + 1] == " " else None
    if gender in ("female", "male") and not _is_other(low) and not adjacent:
        origin = origins(gender).get(low)
        named = following is not None and following[0][:1].isupper()
        if origin is not None and (not named or (following and following[0].lower() in surnames())):
            return names_of(origin, gender), origin
    if following is not None and following[0] in lexicon("organizations")["kinds"]:
        return _coined(), None
    if low in _STATES:
        return (tuple(map(str.capitalize, sorted(_STATES))) if alone else (), None)
    return (_cities(low), None) if low in nation_of_city() and not gender and alone else ((), None)


def is_made_for_names(word: str) -> bool:
    """Whether a word is a name and nothing else: no word of the dictionary, and no abbreviation.

    Example:
        >>> is_made_for_names("Jenga"), is_made_for_names("Apple"), is_made_for_names("USB")
        (True, False, False)
    """
    return not word.isupper() and not tags_of(word.lower()) and not is_fixed(word.lower())


def can_be_coined(name: SharedName, first: str) -> bool:
    """Whether a name can become an invented word: no other word, no state and no name of a place or part of one.

    Args:
        first: The text it stands in.

    Example:
        >>> name = SharedName("York", [(4, 8)], [(4, 8)])
        >>> can_be_coined(name, "New York"), can_be_coined(name, "Old York")
        (False, True)
    """
    if not is_made_for_names(name.text) or name.text.lower() in _STATES:
        return False
    if name.text.lower() in place_names() or name.text.lower() in nation_of_city():
        return False
    for start, end in name.first:
        before, behind = _BEFORE.search(first, 0, start), _BEHIND.match(first, end)
        pairs = (before and f"{before[1]} {name.text}", behind and f"{name.text} {behind[1]}")
        if any(pair and pair.lower() in place_names() for pair in pairs):
            return False
    return True


def _is_other(low: str) -> bool:
    """Whether a given name is also a word, a city or a surname."""
    return bool(tags_of(low)) or low in nation_of_city() or low in surnames()


@cache
def _cities(low: str) -> Sequence[str]:
    """Other cities of one word of the country of a city, where they are written alike in many languages."""
    nation = nation_of_city()[low][0]
    if nation not in _ALIKE or low in _EXONYMS:
        return ()
    cities = (city for city in nations()[nation].cities if city.isalpha() and city.lower() not in _EXONYMS)
    return tuple(city for city in cities if not genders_of_names().get(city.lower()))


@cache
def _coined() -> Sequence[str]:
    return tuple(name for name in lexicon("entities")["ORG"] if name.isalpha())


def _words(text: str) -> dict[str, list[Offsets]]:
    found: dict[str, list[Offsets]] = {}
    for match in _WORD.finditer(text):
        for start, end in _latin(text, *match.span()):
            found.setdefault(text[start:end], []).append((start, end))
    return found


def _latin(text: str, start: int, end: int) -> Iterator[Offsets]:
    """The parts of a run of letters that are of the Latin alphabet: "用Paypal付款" has one."""
    at = start
    while at < end:
        stop = at
        while stop < end and text[stop] < "\u0250":
            stop += 1
        if stop > at:
            yield at, stop
        at = max(stop, at + 1)


def _is_free(text: str, span: Offsets) -> bool:
    """Whether a word is no part of an address, a tag or a code."""
    around = text[span[0] - 1 : span[0]], text[span[1] : span[1] + 1]
    return not any(mark and (mark in "@#_/&" or mark.isdigit()) for mark in around)


def _is_in_brackets(text: str, span: Offsets) -> bool:
    opens = max(text.rfind("(", 0, span[0]), text.rfind("（", 0, span[0]))
    closes = max(text.rfind(")", 0, span[0]), text.rfind("）", 0, span[0]))
    return opens > closes


def _is_thing(text: str, span: Offsets) -> bool:
    """Whether a word stands like a common noun: behind an article or an adjective, with no noun behind it.

    So stand trade names that have become words: "a green Frisbee", "on top of a Hummer".
    """
    listed = _LISTED.search(text, 0, span[0])
    partner = (listed[1] or listed[2]) if listed is not None else ""
    if partner[:1].isupper() and "NNS" in tags_of(partner.lower()):
        return True  # "Rings, Pendants and Mangalsutra"
    before, behind = _BEFORE.search(text, 0, span[0]), _BEHIND.match(text, span[1])
    if before is None or not before[1].islower() or (behind is not None and _is_noun(behind[1])):
        return False
    return before[1] in _DETERMINERS or "JJ" in tags_of(before[1])


def _is_noun(word: str) -> bool:
    """Whether a word may be a noun or stand before one: the "Jenga" blocks, a "Lassie" looking dog."""
    return word[:1].isupper() or (bool(tags_of(word) & {"NN", "NNS", "VBG"}) and word not in lexicon("stop_words"))


def _is_name(text: str, span: Offsets) -> bool:
    """Whether a word with a capital is no common one that begins a sentence."""
    before = text[: span[0]].rstrip()
    if before and before[-1] not in _OPENS:
        return True
    low = text[span[0] : span[1]].lower()
    return not tags_of(low) and low not in lexicon("stop_words")
