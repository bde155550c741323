"""Whether another film could be named in a text: films of one kind and time, and what a text tells of one film."""

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from hf_robust.language.famous_names import Famous, FamousMention
from hf_robust.language.famous_people import ENGLISH
from hf_robust.language.lexicons import lexicon

_FILM = re.compile(r"an? (\d{4}) (.+?)(?: directed by .*)?\Z")
_YEARS = 15  # between two films that a text could compare with the same film
_NEAR = 120  # characters beside a title that tell of the film
_LONG = 4  # letters of a part of a title by which readers know the film
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_IN_FILM = re.compile(
    r"\b(?:in|from|of|by|between|original)\s(?:the\s)?(?:(?:movie|film|character|line)s?\s)?\W*\Z", re.IGNORECASE
)
_AFTER_NAME = re.compile(r"[A-Z][\w.'-]*\s*\([^()]*\Z")  # "shot by Laslo Kovacs (Easy Rider"
_TITLE_WITH = re.compile(
    r"(?:[A-Z][\w'’.-]*|[\"”’'])[,)]?\s(?:with|starring|stars|featuring)\s(?:[A-Z][^.;!?]{0,80})?\Z", re.DOTALL
)
# a title or a list of titles behind a person, or what one person alone has done
_OF_PERSON = re.compile(
    r"[^.!?]{0,60}\sin\s(?:the\s)?(?:[\"“‘'(]|[A-Z])|\s\w+\s[\"“]|\s?\([A-Z\"“‘']|['’]s?\s[\"“‘]|"
    r"[^.!?]{0,80}\b(?:nominat\w+|(?:won|received|earned) (?:an?|the|his|her)|"
    r"who (?:also |later )?(?:made|directed|wrote))\b"
)
# what few people are, or whom another one is like
_BEFORE_ONE = re.compile(
    r"\b(?:late|legends?|king|queen|master|icon|guru|auteur|la|likes of|man's|impression of"
    r"|(?:imitat|imperson|wann?a)\S+|would-be"
    r"|(?:is|was|are|acts?|actors?|directors?|looks?|people|sounds?|stars?) like)\s\Z",
    re.IGNORECASE,
)
_AFTER_ONE = re.compile(r"[\s-](?:moves|style|type|impersonat\w+|impression|imitation|lookalike|wannabe|clone)\b")
# parts that readers know of one person
_PARTS = {
    "Adam West": "batman",
    "Arnold Schwarzenegger": "terminator conan",
    "Bela Lugosi": "dracula",
    "Boris Karloff": "frankenstein mummy",
    "Bruce Lee": "kung dragon",
    "Christopher Lee": "dracula",
    "Christopher Reeve": "superman",
    "Clint Eastwood": "harry",
    "Harrison Ford": "indiana solo",
    "Johnny Weissmuller": "tarzan",
    "Judy Garland": "oz",
    "Peter Falk": "columbo colombo",
    "Peter Sellers": "clouseau",
    "Robert Englund": "freddy krueger",
    "Sean Connery": "bond",
    "Roger Moore": "bond",
    "Sylvester Stallone": "rocky rambo",
    "William Shatner": "kirk",
}


class _Kind(NamedTuple):
    """The year of a film, what it is, and whether it is from an English-speaking country."""

    year: int
    genre: str
    english: bool


@lru_cache(maxsize=4096)
def _kind(film: Famous) -> _Kind | None:
    found = _FILM.match(film.summaries[0])
    if found is None:
        return None
    words = found.group(2).split()
    nations = [word.lower() for word in words if word[:1].isupper()]
    genre = " ".join(word for word in words if not word[:1].isupper())
    return _Kind(int(found.group(1)), genre, not nations or not ENGLISH.isdisjoint(nations))


def are_alike_films(film: Famous, other: Famous) -> bool:
    """Whether two films are of one kind, one time and one part of the world, as far as their descriptions tell.

    Example:
        >>> tootsie, speed, big = (Famous(name, f"a {about} directed by Tom Law", "film") for name, about in
        ...     (("Tootsie", "1982 American comedy"), ("Speed", "1994 American action film"), ("Big", "1988 comedy")))
        >>> are_alike_films(tootsie, big), are_alike_films(tootsie, speed)
        (True, False)
    """
    one, two = _kind(film), _kind(other)
    if one is None or two is None:
        return one is two
    return one[1:] == two[1:] and abs(one.year - two.year) <= _YEARS


def is_told_of(text: str, film: FamousMention) -> bool:
    """Whether a text tells more of a film than its title: its year, a part or a person of it, words of the title.

    Example:
        >>> film = Famous("Easy Rider", "a 1969 American drama", "film")
        >>> is_told_of("It is shot by Laslo Kovacs (Easy Rider).", FamousMention(28, 38, film))
        True
    """
    start, stop, entry = film
    before = text[max(0, start - _NEAR) : start]
    near = before + text[stop : stop + _NEAR]
    if not before.strip("\"“‘' ") or _YEAR.search(near) or _IN_FILM.search(before) or _AFTER_NAME.search(before):
        return True
    rest = set(re.findall(r"\w+", (text[:start] + text[stop:]).lower()))
    telling = {part.lower() for part in re.findall(r"\w+", entry.name) if len(part) >= _LONG}
    return not (telling - lexicon("stop_words")).isdisjoint(rest)


def is_cast(text: str, person: FamousMention, mentions: Iterable[FamousMention], words: Collection[str]) -> bool:
    """Whether a text names a film or a part of a person, or what one alone has done: "Iron Eagle with Louis Gossett".

    Args:
        text: The text.
        person: The person in it.
        mentions: All names of the text.
        words: All words of the text, in lower case.

    Example:
        >>> ann = FamousMention(14, 21, Famous("Ann Lee", "an actress", "person"))
        >>> is_cast("See Jaws with Ann Lee.", ann, [ann], {"see", "jaws", "with", "ann", "lee"})
        True
    """
    before = text[max(0, person.start - _NEAR) : person.start]
    made = any(one.entry.kind == "film" and f"by {person.entry.name}" in one.entry.summary for one in mentions)
    played = not set(_PARTS.get(person.entry.name, "").split()).isdisjoint(words)
    told = _TITLE_WITH.search(before) or _BEFORE_ONE.search(before) or _OF_PERSON.match(text, person.end)
    told = told or _AFTER_ONE.match(text, person.end)
    return made or played or told is not None


def has_its_director(text: str, film: Famous) -> bool:
    """Whether a text also names the director of a film, also by the surname alone.

    Example:
        >>> film = Famous("Easy Rider", "a 1969 American drama directed by Dennis Hopper", "film")
        >>> has_its_director("I am a fan of Dennis Hopper, and Easy Rider is fine.", film)
        True
    """
    found = re.search(r"directed by ([^|]+)", film.summary)
    return found is not None and any(
        re.search(rf"\b{re.escape(name.split()[-1])}\b", text) for name in re.split(r",? and |, ", found[1])
    )
