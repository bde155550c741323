"""Wrong answers of the right type: another person, place, date, number of the same shape, phrase of the same kind."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import (
    CALENDAR_UNITS,
    COMMON_RELATIVES,
    JOINERS,
    KIND_NOUNS,
    LONG_UNITS,
    NAME_LINKS,
    NAME_NOUNS,
    PLACE_PARTS_OF_NAMES,
    PORTIONS,
    SCALES,
    SEASONS,
    TEAM_SPORTS,
    WHEN_WHERE,
)
from hf_robust.language.english.fake_numbers import names_month, other_numbers, spelled_values
from hf_robust.language.english.name_origins import genders_of_names, names_of
from hf_robust.language.english.nations import nations, peoples
from hf_robust.language.english.near_words import near_nouns, plural
from hf_robust.language.english.places import fits_anywhere, place_names, places
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.language.lexicons.wordnet_facts import uses

_ROMAN = re.compile(r"[IVXL]{2,}|[VX]")
_SCALES = SCALES | JOINERS | {"to"}
NO_ARTICLE = frozenset("county street avenue park college town city castle hall school island road".split())
# such a name has no article, or is one of many: "the Ashford football" is none
_MASS = TEAM_SPORTS | frozenset(
    """soccer cricket rugby tennis music art science history law math physics chemistry biology medicine
        literature philosophy poetry news food software hardware money""".split()
)
_SHARES = PORTIONS | {"percentage"}
_PREPOSITION = re.compile(
    r"(in|on|at|by|for|from|through|as|with|until|during|between|around|about|of|to|after|before|within|since)\s+", re.I
)
_DETERMINER = re.compile(r"(the|a|an|his|her|its|their)\s+", re.IGNORECASE)
_FORMULA = frozenset("°×=⊆{}()[]/½¼¾")
_WORDS = re.compile(r"[^\W\d_]+")
_PLACES = frozenset(
    "country nation city town village continent state province county region area place location colony island "
    "territory capital kingdom".split()
)
# what these ask for has no name of its own
_SMALL = NAME_LINKS | PLACE_PARTS_OF_NAMES | {"du", "for", "in"}  # words of names in lower case
_ASKING_NAMES = (WHEN_WHERE - {"while"}) | (COMMON_RELATIVES - {"which"})
_DATED = LONG_UNITS | {"years", "date"}
_NO_NAMES = SEASONS | {"second", "early"}  # what begins a time with an article
_UNNAMED = (
    KIND_NOUNS
    | (CALENDAR_UNITS - {"week", "weekend"})
    | NAME_NOUNS
    | frozenset(
        """form style percentage amount years part portion role scale direction attribute number evidence time
            date color score age size language word reason way position rank strain strains disease diseases
            group groups weather feature""".split()
    )
)
_LONGEST = 8  # words of an answer


class Wanted(NamedTuple):
    """What a wrong answer must be like.

    Args:
        gold: The right answer; empty where there is none.
        asked: The words of the phrase that asks.
        label: What kind of entity the right answer is; empty where it is none.
        tags: Penn tags of the right answer's words.
        head: Lemma of its main noun.
        taken: The texts in which the wrong answer must not stand, in lower case.
        sport: Whether the text is about games.
        person: Whether the question asks for the name of a person.
    """

    gold: str
    asked: tuple[str, ...]
    label: str = ""
    tags: tuple[str, ...] = ()
    head: str = ""
    taken: str = ""
    sport: bool = False
    person: bool = False


class Fake(NamedTuple):
    """A wrong answer.

    Args:
        kind: ``number``, ``date``, ``person``, ``place``, ``name``, ``member`` (of a set), ``phrase`` or ``reason``.
        preposition: With which the right answer begins.
        many: Whether its verb is in the plural.
    """

    text: str
    kind: str
    preposition: str = ""
    many: bool = False


def fake_answer(wanted: Wanted, rng: RowRandom) -> Fake | None:
    """A wrong answer of the type of the right one; None where no rule tells the type.

    Example:
        >>> from hf_robust.core.randomness import RowRandom
        >>> fake_answer(Wanted("12 May 1705", ("when",)), RowRandom(b"a")).kind
        'date'
        >>> fake_answer(Wanted("break their vows", ("what",), tags=("VB", "PRP$", "NNS")), RowRandom(b"a")) is None
        True
    """
    asked = [word.lower() for word in wanted.asked]
    if not wanted.gold:
        return _untyped(wanted, asked, rng)
    if asked[0] == "why":
        return _drawn(lexicon("fake_answers")["reasons"], "reason", wanted, rng)
    if asked == ["how"]:
        return None
    gold = wanted.gold.strip().rstrip(".,;:")
    if len(gold.split()) > _LONGEST or not _FORMULA.isdisjoint(gold) or '"' in gold:
        return None
    found = _PREPOSITION.match(gold)
    before = found.group(1).lower() if found else ""
    core = gold[found.end() :] if found else gold
    if (wanted.tags[:1] or ("NN",))[0] in ("VB", "VBD", "VBZ", "VBP", "MD", "RB", "WRB", "IN") and not found:
        return None
    if not core:
        return None
    fake = _numeric(core, asked, wanted, rng) or _listed(core, wanted, rng)
    if fake is None and (asked[:1] == ["how"] or "year" in asked or asked[0] == "when"):
        return None
    fake = fake or _named(core, asked, wanted, rng) or _phrase(core, asked, wanted, rng)
    return None if fake is None else fake._replace(preposition=before)


def _untyped(wanted: Wanted, asked: Sequence[str], rng: RowRandom) -> Fake | None:
    """A wrong answer where there is no right one: the question alone tells its type."""
    table = lexicon("fake_answers")
    if asked[0] in ("who", "whom", "whose"):
        return _person(2, "", wanted, rng)
    if asked[0] == "when" or "year" in asked:
        return Fake(str(1500 + rng.randrange(480)), "date")
    if asked[0] == "where":
        return _drawn(table["cities"], "place", wanted, rng)
    if asked[:2] == ["how", "many"]:
        return Fake(str(11 + rng.randrange(80)), "number")
    if asked[0] == "why":
        return _drawn(table["reasons"], "reason", wanted, rng)
    nouns = set(asked)
    if nouns & {"country", "nation"}:
        return _drawn([nation.name for nation in nations().values() if nation.is_plain], "place", wanted, rng)
    if nouns & {"city", "town"}:
        return _drawn(table["cities"], "place", wanted, rng)
    if asked[0] in ("what", "which") and len(asked) > 1 and noun_kind(asked[-1]) == "person":
        return _person(2, "", wanted, rng)
    if asked[0] in ("what", "which") and len(asked) > 1 and _can_be_named(asked):
        return _coined_thing(asked, wanted, rng)
    return None


def _drawn(options: Sequence[str], kind: str, wanted: Wanted, rng: RowRandom) -> Fake | None:
    free = [one for one in options if one.lower() not in wanted.taken]
    return Fake(rng.choice(free), kind) if free else None


# --- numbers and dates


def _numeric(core: str, asked: Sequence[str], wanted: Wanted, rng: RowRandom) -> Fake | None:
    dated = asked[0] == "when" or not _DATED.isdisjoint(asked)
    named = wanted.label.startswith(("PER", "ORG", "GPE"))
    for _ in range(6):
        new = (
            str(rng.randint(18, 60)) if asked[-1:] == ["old"] and core.isdecimal() else other_numbers(core, named, rng)
        )
        if new is None:
            return None
        if new != core and new.lower() not in wanted.taken:
            return Fake(new, "date" if dated or names_month(core) else "number")
    return None


# --- members of sets, names


def _listed(core: str, wanted: Wanted, rng: RowRandom) -> Fake | None:
    """Another member of a small set: a color, a direction, a language, a people."""
    low = core.lower()
    for table in lexicon("fake_answers")["sets"].values():
        if low in [member.lower() for member in table]:
            same = [member for member in table if low not in member.lower() and member.lower() not in low]
            return _drawn(same, "member" if core.islower() else "name", wanted, rng)
    known = place_names().get(low)
    if known:
        group = places()[known].group
        free = [place.name for place in places().values() if place.group == group and fits_anywhere(place)]
        return _drawn(free, "place", wanted, rng)
    if low in peoples():
        nation, form = peoples()[low]
        others = [getattr(other, form) for name, other in nations().items() if name != nation and other.is_plain]
        return _drawn(others, "name", wanted, rng)
    return None


def _named(core: str, asked: Sequence[str], wanted: Wanted, rng: RowRandom) -> Fake | None:
    """Another name, where the right answer is one."""
    table = lexicon("fake_answers")
    words = core.split()
    if not all(word[:1].isupper() or word.lower() in _SMALL or word[:1].isdecimal() for word in words):
        return None
    if wanted.tags and not any(tag.startswith(("NNP", "FW")) for tag in wanted.tags):
        return None
    roman = next((word for word in words[1:] if _ROMAN.fullmatch(word)), None)
    if roman is not None and "of" not in words and asked[0] != "who":
        return None  # there is no "World War XXI"
    asks_person = wanted.person or asked[0] in ("who", "whom", "whose") or noun_kind(asked[-1]) == "person"
    asks_team = wanted.sport and (asked[0] == "who" or bool({"team", "franchise"} & set(asked)))
    if asks_team and words[-1].endswith("s") and words[0].lower() not in genders_of_names():
        cities = [city for city in table["team_cities"] if city.lower() not in wanted.taken]
        start = f"the {rng.choice(cities)} " if cities and len(words) > 1 else "the "
        found = _drawn(table["nicknames"], "name", wanted, rng)
        return None if found is None else found._replace(text=start + found.text, many=True)
    if asks_person and words[-1].endswith("s") and not wanted.label.startswith("PER"):
        found = _drawn(table["peoples"], "name", wanted, rng)
        return None if found is None else found._replace(text="the " + found.text, many=True)
    is_given = words[0].lower() in genders_of_names() and not uses(words[-1].lower(), "n")
    if (asks_person or is_given) and len(words) < 6 and "University" not in words:
        return _person(len(words), words[0], wanted, rng)
    if words[0] in ("University", "Bishop", "Duke", "Count", "King", "Archbishop") and len(words) == 3:
        return _drawn([f"{words[0]} of {city}" for city in table["cities"]], "name", wanted, rng)
    if _PLACES.intersection(asked) or (asked[0] == "where" and len(words) == 1):
        return _drawn(table["coined"] if len(words) == 1 else table["cities"], "place", wanted, rng)
    if "of" in words[1:] and uses(words[0].lower(), "n"):
        return _drawn([f"{words[0]} of {name}" for name in table["coined"]], "name", wanted, rng)
    if (
        len(words) > 1
        and words[-1].isalpha()
        and uses(words[-1].lower(), "n")
        and words[-1].lower() not in place_names()
    ):
        start = "" if words[-1].lower() in NO_ARTICLE | _MASS or asked[0] == "how" else "the "
        return _drawn([f"{start}{name} {words[-1]}" for name in table["coined"]], "name", wanted, rng)
    if len(asked) > 1 and _can_be_named(asked):
        return _coined_thing(asked, wanted, rng)
    return _drawn(table["coined"], "name", wanted, rng) if core.isalpha() and asked[0] != "where" else None


def _person(size: int, first: str, wanted: Wanted, rng: RowRandom) -> Fake | None:
    gender = genders_of_names().get(first.lower(), "male")
    origin = "english" if "english" in lexicon("origins") else next(iter(lexicon("origins")))
    free = [name for name in names_of(origin, "surnames") if name.lower() not in wanted.taken]
    given = [
        name
        for name in names_of(origin, gender if gender in ("male", "female") else "male")
        if name.lower() not in wanted.taken
    ]
    if not free or not given:
        return None
    surname = rng.choice(free)
    return Fake(surname if size == 1 else f"{rng.choice(given)} {surname}", "person")


def _can_be_named(asked: Sequence[str]) -> bool:
    nouns = asked[1 : asked.index("of")] if "of" in asked else asked[1:]
    plain = bool(nouns) and all(word.isalpha() for word in nouns) and not _UNNAMED.intersection(asked)
    named = plain and all(uses(word, "n") > uses(word, "a") for word in nouns)
    return named and not {"other", "two", "one", "previous"} & set(nouns) and len(nouns) < 4


def _coined_thing(asked: Sequence[str], wanted: Wanted, rng: RowRandom) -> Fake | None:
    """A thing of the kind that is asked for with a name of its own: "the Harwood satellite"."""
    kind = " ".join(wanted.asked[1:])  # with what follows "of": that may be what makes the answer wrong
    return _drawn([f"the {name} {kind}" for name in lexicon("fake_answers")["coined"]], "name", wanted, rng)


# --- common phrases


def _phrase(core: str, asked: Sequence[str], wanted: Wanted, rng: RowRandom) -> Fake | None:
    if asked[0] in _ASKING_NAMES or not wanted.tags or any(c.isdecimal() for c in core):
        return None
    if len(asked) > 1 and asked[0] in ("what", "which") and _can_be_named(asked):
        return _coined_thing(asked, wanted, rng)
    nouns = [tag for tag in wanted.tags if tag.startswith("NN")]
    odd = any(tag in ("VBZ", "VBP", "VBD", "MD", "TO", "CC", "NNP") for tag in wanted.tags)
    if not nouns or not wanted.head or odd or core[:1].isupper():
        return None
    if any(word in asked for word in ("kind", "kinds", "type", "types", "form", "style", "sort")):
        return None
    return _near_phrase(core, wanted, rng) or _kind_phrase(core, nouns, wanted, rng)


def _near_phrase(core: str, wanted: Wanted, rng: RowRandom) -> Fake | None:
    """The right answer with another noun: "the national anthem", "the national ballad"."""
    near = near_nouns().get(wanted.head.lower())
    *before, last = core.split()
    if not near or len(before) > 3 or last.lower() not in (wanted.head.lower(), plural(wanted.head.lower())):
        return None
    many = last.lower() != wanted.head.lower()
    options = [" ".join((*before, plural(word) if many else word)) for word in near]
    found = _drawn(options, "phrase", wanted, rng)
    return None if found is None else found._replace(many=many)


def _kind_phrase(core: str, nouns: Sequence[str], wanted: Wanted, rng: RowRandom) -> Fake | None:
    """A phrase for a thing of the same kind; of what is no thing there is none that would fit."""
    kind = lexicon("fake_answers")["phrases"].get(noun_kind(wanted.head.lower()))
    if kind is None:
        return None
    many = nouns[-1] == "NNS"
    determiner = _DETERMINER.match(core)
    lead = determiner.group(1).lower() if determiner else ""
    if lead in ("a", "an"):
        return _drawn([_with_a(phrase) for phrase in kind["count"]], "phrase", wanted, rng)
    options = kind["plural" if many else "count" if lead else "mass"]
    found = _drawn([f"the {phrase}" if lead else phrase for phrase in options], "phrase", wanted, rng)
    return None if found is None else found._replace(many=many)


def _with_a(phrase: str) -> str:
    return f"{'an' if phrase[0] in 'aeiou' else 'a'} {phrase}"


# --- in its place


def in_the_gap(fake: Fake, asked: Sequence[str], adverb: bool) -> str | None:
    """A wrong answer as it is written in the gap of a statement; None where it does not fit what is asked.

    Args:
        fake: The answer.
        asked: The phrase that asks, as it is to be read now.
        adverb: Whether the gap is an adverbial.

    Example:
        >>> in_the_gap(Fake("12", "number"), ["How", "many", "points"], False)
        '12 points'
        >>> in_the_gap(Fake("1534", "date"), ["When"], True), in_the_gap(Fake("Ana Ruiz", "person"), ["Who"], False)
        ('in 1534', 'Ana Ruiz')
    """
    low = [word.lower() for word in asked]
    text = fake.text
    if low[0] == "of":
        return None
    if low[0] == "how":
        return _of_how(fake, low, asked)
    if low[0] == "when" or (adverb and {"year", "decade", "century"} & set(low)):
        text = f"the {text}" if _needs_article(text) else text
        before = fake.preposition or ("on" if _is_day(text) else "in")
        return f"{before} {text}"
    if low[0] == "where" and adverb:
        return f"{fake.preposition or ('in' if fake.kind == 'place' else 'at')} {text}"
    if low[0] in ("where", "why"):
        return text if adverb else None
    if low[0] == "whose":
        return f"{text}'s {' '.join(asked[1:])}" if len(low) > 1 else None
    if adverb:
        if low[1:2] == ["how"]:
            return f"{low[0]} {text}" if low[2:] == ["long"] else None
        return f"{low[0]} {text}"
    if low[0] in ("what", "which") and _SHARES.intersection(low[1:2]) and "of" in low and fake.kind == "number":
        return f"{text} {' '.join(asked[low.index('of') :])}"
    titled = (
        low[0] in ("what", "which") and 1 < len(low) < 6 and fake.kind == "person" and noun_kind(low[-1]) == "person"
    )
    if titled and not {"other", "of", "one"} & set(low):
        return f"the {' '.join(asked[1:])} {text}"
    return text


def _needs_article(text: str) -> bool:
    first = text.split()[0].lower()
    return bool(re.fullmatch(r"\d+0s", text)) or first in _NO_NAMES


def _is_day(text: str) -> bool:
    return names_month(text) and bool(re.search(r"\b\d{1,2}\b", text))


def _of_how(fake: Fake, low: Sequence[str], asked: Sequence[str]) -> str | None:
    text = fake.text
    if low == ["how"]:
        return None
    if low[1] in ("many", "much"):
        units = list(asked[2:])
        if not units:
            return text
        if low[1] == "much" and (low[2:] != ["time"] or text.replace(":", "").isdecimal()):
            return text if low[2:] in (["time"], ["money"]) else None
        own = set(_WORDS.findall(text.lower())) - _SCALES - set(spelled_values())
        if own:  # "1.5 gigatons" has its unit
            rest = units[low[2:].index("of") :] if "of" in low[2:] else []
            return " ".join((text, *rest))
        return text if low[2:] == ["time"] else f"{text} {' '.join(units)}"
    if low == ["how", "old"]:
        return f"{text} years old" if text.isdecimal() else None
    if low == ["how", "long"]:
        return f"{fake.preposition or 'for'} {text}"
    return None
