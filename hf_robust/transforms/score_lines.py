"""Lines of sports pages, whose form tells what the names in them are: rows of tables, results, scorecards, rankings."""

import re
from collections.abc import Iterator, Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.gazetteer import nation_of
from hf_robust.language.english.name_origins import (
    family_names,
    given_names,
    language_of_family,
    language_of_given,
    name_pool,
)
from hf_robust.language.english.nations import all_nations, peoples
from hf_robust.language.english.organization_groups import group_members
from hf_robust.language.english.places import is_doubtful, place_names
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.capital_words import lower_words
from hf_robust.transforms.names_apart import PARTICLES
from hf_robust.transforms.person_signs import is_rare

_STANDING = re.compile(r"\s*((?:\d\. )?[A-Z][\w.'’-]+(?: [A-Z(][\w.'’-]*){0,3})(?: \d{1,3}){6,9}\s*\Z")
# "Everton 2 ( Quilis 17 ," with who shot the goals
_GOALS = re.compile(r"\s*((?:[A-Z][\w'’-]+ ){0,2}[A-Z][\w'’-]+) \d{1,2} \( (?:[A-Z][\w.'’-]* ?)+ \d{1,2}")
_CLUB = r"([A-Z][\w.'’-]+(?: [A-Z][\w.'’-]*){0,2})"
# "Everton 2 Quilis 1", "Everton v Quilis", "Quilis win 5-1 on aggregate ."
_RESULTS = (
    re.compile(rf"\s*{_CLUB} \d{{1,2}} {_CLUB} \d{{1,2}}(?: \( .*)?\s*\Z"),
    re.compile(rf"\s*{_CLUB} v {_CLUB}\s*\Z"),
    re.compile(r"\s*([A-Z]{4,}(?: [A-Z]+)?) AT ([A-Z]{4,}(?: [A-Z]+)?)\s*\Z"),
    re.compile(rf"\s*{_CLUB} (?:win|won) \d{{1,2}}-\d{{1,2}} on (?:aggregate|penalties) ?\.?\s*\Z"),
)
_GROUPS = (
    "football clubs",
    "football clubs in full",
    "city clubs",
    "rovers",
    "spanish clubs",
    "italian clubs",
    "german clubs",
    "scottish clubs",
    "dutch clubs",
)
_BRITISH = 4  # of them are groups of English clubs
_PLAYER = r"((?:[A-Z]\. ){0,2}(?:[A-Z][\w'’-]+ ){0,2}[A-Z][\w'’-]+)"
# how somebody got out, and what somebody reached
_PLAYERS = (
    re.compile(rf"\s*{_PLAYER} (?:c {_PLAYER} |st {_PLAYER} |lbw |c and )?b {_PLAYER} \d{{1,3}}\s*\Z"),
    re.compile(rf"\s*{_PLAYER} (?:not out|run out|retired hurt|absent hurt) \d{{1,3}}\s*\Z"),
    re.compile(rf"\s*\d{{1,2}}\. {_PLAYER} \d[\d,]*(?:[:.]\d\d?[.:]\d{{2,3}})?\s*\Z"),
    re.compile(rf"\s*(?:[+-]\d{{1,2}}|\d{{1,2}}|-|\+) {_PLAYER} through \d{{1,2}}\s*\Z"),
)


def standing_swaps(doc: Doc, rng: RowRandom) -> Iterator[Edit]:
    """The clubs of a row of a table or of a result become others: "Everton 16 6 6 4 25 20 24", "Everton 2 Quilis 1".

    Both clubs of a match come from one league.

    Args:
        doc: The text.
        rng: The draws of the row.
    """
    found = _STANDING.match(doc.text) or _GOALS.match(doc.text)
    if found is not None and not _is_city(found[1]) and not found[1].isupper():
        yield from _renamed(doc, found, rng)
        return
    if doc.text[:1].isspace() or not doc.text[:1].isupper():
        return
    match = next((found for pattern in _RESULTS if (found := pattern.match(doc.text))), None)
    if match is None or not all(_may_be_club(name) for name in match.groups()):
        return
    if any(name.isupper() and len(name) > _ACRONYM for name in match.groups()):
        yield from _renamed_teams(doc, match, rng)
    elif " v " not in match[0] or any(name.lower() in nation_of() or _own(name) for name in match.groups()):
        yield from _renamed(doc, match, rng)  # not "Roe v Wade"


_ACRONYM = 3  # letters of the initials of a club: "GAK"


def _may_be_club(name: str) -> bool:
    """Whether a name in a result is no country and no person."""
    low = name.lower()
    first = low.split()[0]
    if place_names().get(low, low) in all_nations() or first in peoples() or first in ("the", "a"):
        return False
    return not (" " in name and first in given_names())


def _is_city(name: str) -> bool:
    return name.lower() in place_names() and not is_doubtful(name.lower())


def _own(name: str) -> Sequence[str]:
    """The clubs of the league of a club; none where it is not listed."""
    groups = ([one.name for one in group_members(kind)] for kind in _GROUPS)
    return next((names for names in groups if name in names), [])


def _renamed(doc: Doc, found: re.Match[str], rng: RowRandom) -> Iterator[Edit]:
    """The clubs of a line become others of one league, where it has enough of them."""
    olds = found.groups()
    own = next((names for old in olds if (names := _own(old))), None)
    british = any(nation_of().get(old.lower()) == "united kingdom" for old in olds)
    groups = _GROUPS[:_BRITISH] if british else _GROUPS
    leagues = [own] if own else [[one.name for one in group_members(kind)] for kind in groups]
    pools = [_pools(doc, olds, names) for names in rng.permuted(leagues)]
    pools.append(_pools(doc, olds, [one.name for kind in _GROUPS for one in group_members(kind)]))
    fitting = next((each for each in pools if all(len(names) >= len(olds) for names in each)), None)
    if fitting is None or not all(doc.is_free(*found.span(1 + at)) for at in range(len(olds))):
        return
    taken: set[str] = set()
    for at, names in enumerate(fitting):
        new = rng.choice([name for name in names if name not in taken])
        taken.add(new)
        yield Edit(*found.span(1 + at), new)


def _pools(doc: Doc, olds: Sequence[str], names: Sequence[str]) -> list[list[str]]:
    """By old name the names that may stand there; of as many words where the tokens of the text are fixed."""
    fits = sorted(name for name in names if name not in doc.text and not any(old in name for old in olds))
    return [[name for name in fits if doc.bounds is None or name.count(" ") == old.count(" ")] for old in olds]


def _renamed_teams(doc: Doc, found: re.Match[str], rng: RowRandom) -> Iterator[Edit]:
    """American teams, which a line calls by their cities; that of the team at home is in capitals."""
    cities = sorted({one.place for one in group_members("baseball")})
    cities = [city for city in cities if city.lower() not in doc.text.lower()]
    if not all(_is_american(name) for name in found.groups()):
        return
    for at, old in enumerate(found.groups(), 1):
        fits = [city for city in cities if doc.bounds is None or city.count(" ") == old.count(" ")]
        if not fits or not doc.is_free(*found.span(at)):
            return
        new = rng.choice(fits)
        cities.remove(new)
        yield Edit(*found.span(at), new.upper() if old.isupper() else new)


def _is_american(name: str) -> bool:
    sports = lexicon("organization_groups")["teams"]
    return any(one.place.lower() == name.lower() for sport in sports for one in group_members(sport))


def player_swaps(doc: Doc, rng: RowRandom) -> Iterator[Edit]:
    """The players of a scorecard or a ranking get other names: "A. Quilis c Zorp b Redbank 12", "3. Quilis 176".

    Args:
        doc: The text.
        rng: The draws of the row.
    """
    found = next((found for pattern in _PLAYERS if (found := pattern.match(doc.text))), None)
    if found is None:
        return
    spans = [found.span(at) for at, name in enumerate(found.groups(), 1) if name is not None]
    names = [doc.text[start:end] for start, end in spans]
    if not all(doc.is_free(*span) for span in spans) or not all(_may_be_player(name) for name in names):
        return
    taken, new = set(lower_words(doc)), dict[str, str]()
    for (start, _), name in zip(spans, names, strict=True):
        words = name.split()
        language = language_of_family(words[-1].lower()) or language_of_given(words[0].lower())
        at = start
        for number, word in enumerate(words):
            if not word.endswith("."):
                gender = given_names().get(word.lower(), "male")
                kind = "surnames" if number + 1 == len(words) else "female" if gender == "female" else "male"
                if word not in new:
                    pool = [one for one in name_pool(language, kind) if one.lower() not in taken]
                    new[word] = rng.choice(pool)
                    taken.add(new[word].lower())
                yield Edit(at, at + len(word), new[word])
            at += len(word) + 1


def _may_be_player(name: str) -> bool:
    """Whether a name in a score is no place and no common word, and has no particle: "Van Quilis"."""
    words = [word.lower() for word in name.split() if not word.endswith(".")]
    if any(word in PARTICLES or word in place_names() or word in nation_of() or word in peoples() for word in words):
        return False
    last = words[-1].rpartition("-")[2]
    return name.lower() not in place_names() and (words[-1] in family_names() or is_rare(last))
