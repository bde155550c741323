"""A word that two texts share becomes another word of its kind, so that the texts say different things."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.closed_classes import (
    AS_THAN,
    BE_TENSED,
    BEFORE_AFTER,
    COMPARED_JUDGMENTS,
    COMPASS,
    CONCESSIVES,
    CONDITIONS,
    DIRECTIONS,
    EXTREME_LEVELS,
    GENDERED,
    GOALS,
    HAVE_TENSED,
    INDEFINITE_ARTICLES,
    JOINERS,
    MONTHS,
    NEAR_KIN,
    NUMBER_WORDS,
    OBJECT_PRONOUNS,
    PARTICLES,
    PLACE_PREPOSITIONS,
    POSSESSIVES,
    REASONS,
    STRONG_DEGREES,
    TIMES_OF_CLAUSES,
    TWO_TO_FIVE,
    VERSUS,
    WHEN_WHERE,
)
from hf_robust.language.english.contrary_words import Contrary, contrary_words
from hf_robust.language.english.nations import nation_of_city, peoples
from hf_robust.language.english.places import place_names
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import CONCRETE, noun_kind
from hf_robust.transforms.base import match_case
from hf_robust.transforms.gendered_words import gender_of
from hf_robust.transforms.task_specific.pair_assertions import is_fixed
from hf_robust.transforms.task_specific.pair_held_words import AMERICA, is_kept
from hf_robust.transforms.task_specific.pair_name_ties import is_tied_name
from hf_robust.transforms.task_specific.pair_reference import happens_once, has_plain_agent
from hf_robust.transforms.task_specific.pair_view import PairWords, Swap

# behind one of these stands no main clause
_CLAUSES = (
    WHEN_WHERE
    | CONDITIONS
    | AS_THAN
    | REASONS
    | CONCESSIVES
    | {"that", "who", "which"}
    | {"whom", "whose", "to"}
    | {"how", "why", "if"}
    | {"before", "after"}
)

_PAIRED = JOINERS | {"&", "/", "and/or"}
_STEM = 4  # letters that a name shares with its adjective: "India" and "Indian"
_UNITS = frozenset({"day", "week", "month"}) | {"year", "decade"}
_STAFF = OBJECT_PRONOUNS | frozenset(
    "assistant coach contractor developer employee engineer lawyer manager people staff teacher worker".split()
)
_OBJECTS = dict.fromkeys(
    ("gain", "lose"), frozenset("weight fat muscle money confidence interest power trust".split())
) | {
    "earn": frozenset({"money", "cash", "income"}),
    "spend": frozenset({"money", "cash"}),
    "ask": frozenset({"question"}),
    "block": frozenset("account caller contact friend number site user website".split()),
    **dict.fromkeys(("fire", "hire"), _STAFF),
    "answer": frozenset({"question"}),
    "follow": frozenset("advice guideline instruction law order procedure protocol recipe rule".split()),
}
_CONTINENTS = frozenset("Africa Antarctica Asia Europe".split()) | {"South America"}
_SERIES = JOINERS | {"&", "/", "-", "to"} | {"through", "until", ","}
TRENDS = frozenset(
    "rise fall increase decrease grow shrink gain lose raise lower rise decline drop loss profit climb jump slump soar "
    "plunge slip slide advance improve worsen strengthen weaken victory defeat win beat up down higher lower".split()
)
"""Words of which each tells again what the others tell."""
_FALLING = (PARTICLES - {"away", "up"}) | PLACE_PREPOSITIONS | GOALS | {"from", "over", "to"}
_CONTESTS = frozenset("game match election race war battle vote case title cup round seat lawsuit appeal bet".split())
_RANKS = (COMPARED_JUDGMENTS - {"better", "worse"}) | {"former", "current"} | {"first", "last"}
_MOST_UNITS = 5  # "up to 10 decades" says nothing that can be meant
_MOVING = frozenset("rise jump climb surge soar fall drop slip decline tumble plunge".split())
_LINKED = {
    "earn": "from",
    "send": "to",
    "delete": "from",
    "agree": "to",
    "receive": "from",
    "remove": "from",
    "sell": "to",
    "buy": "from",
}  # prepositions that their opposites do not have
_NAME_PARTS = frozenset({"-", "al", "el"})
_PARTS_OF_AREAS = frozenset({"central", "northeast", "northwest"}) | {"southeast", "southwest"}
_FAR = 3  # words before a vehicle in which its preposition stands: "in a white van"
_LISTED = 5  # tokens of a list that are looked at
# a word, and words beside which it has no other of its kind
_BOUND = (
    (
        frozenset({"hospital"}),
        frozenset("discharge admit treat patient doctor nurse surgery medical injure ill".split()),
    ),
    (frozenset({"support"}), frozenset("server software windows version app device android file format user".split())),
    (
        frozenset({"murder", "homicide"}),
        frozenset("body dead death die fatal funeral kill killer killing shoot slay stab victim".split()),
    ),
    (
        frozenset({"student", "pupil", "teacher", "tutor"}),
        frozenset("admission certify degree exam graduate grade loan semester teach visa".split()),
    ),
    (
        frozenset({"legal", "illegal", "legally", "illegally"}),
        frozenset(
            "action challenge court fee law "
            "accuse arrest charge crime felony fraud guilty investigate investigation probe scrutiny".split()
        ),
    ),
    (
        frozenset("Muslim Muslims Islam".split()),
        frozenset("guerrilla militant jihad islamic islamist mosque laden qaeda taliban mecca arab koran".split()),
    ),
    (frozenset({"governor"}), frozenset("bill law lawmaker legislature sign state veto".split())),
    (frozenset({"confirm"}), frozenset({"identity", "test", "diagnosis", "dna"})),
    (frozenset({"public", "private"}), frozenset({"initial", "offering", "ipo"})),
    (frozenset({"after", "before"}), frozenset({"death"})),
    (frozenset({"best", "good", "well"}), frozenset({"need", "want"})),
    (
        frozenset({"India", "Indian", "Indians"}),
        frozenset(
            """caste reservation rupee rupees rs rs. banning note notes modi hindi bollywood demonetization
                demonetisation upsc lakh""".split()
        ),
    ),
    (frozenset({"Windows"}), frozenset({"microsoft", "error"})),
    (frozenset({"Android"}), frozenset({"google"})),
    (frozenset({"iOS", "iPhone", "iPad", "MacBook", "Macbook"}), frozenset({"apple"})),
    (frozenset({"firefighter"}), frozenset("fire wildfire blaze burn flame".split())),
    (
        frozenset({"America", "US", "U.S.", "USA", "American"}),
        frozenset("senator congress senate electoral fbi federal".split()),
    ),
)
_OF_LANGUAGES = frozenset("language speak fluent fluently translate accent vocabulary grammar learn pronounce".split())
_PARTIES = frozenset("Republican Republicans GOP Democrat Democrats Democratic".split())
_OF_PARTY = re.compile(r" [dr] ?- ?[a-z]")
_MONTHS = frozenset(month[:3] for month in MONTHS)
_FAMILY = NEAR_KIN | frozenset("aunt uncle cousin nephew niece widow widower marry marriage birth unborn".split())
_RIDDEN = ("bike", "bicycle", "motorcycle", "scooter", "horse", "pony")
_WITH_ARTICLE = frozenset("US USA U.S. UK Philippines".split()) | {"United States", "United Kingdom"}


def contrary_swaps(
    doc: Doc, mine: PairWords, yours: PairWords, is_bound: Callable[[int, int, str], bool]
) -> Iterator[Swap]:
    """The ways to replace a word by another of its kind. The new text says something else, but need not contradict.

    Args:
        doc: The text that changes.
        mine: Its words.
        yours: The words of the other text, which must have the word or a word for the same.
        is_bound: Whether an opposite makes no sense at a token, for a number of tokens and a dictionary form.
    """
    for found in contrary_words(doc):
        old = doc.text[found.start : found.end]
        if not _is_shared(found, yours) or _times(found, mine) != 1:
            continue
        place = doc.token_at(found.start)
        if found.opposite and is_bound(place, len(old.split()), mine.lemmas[place]):
            continue
        if is_kept(mine, place, len(old.split()), old if old[:1].isupper() and place else mine.lemmas[place]):
            continue
        if _is_tied(mine, place, old, found.opposite) or _is_in_series(mine, place, len(old.split()), found):
            continue
        for new in _fitting(mine, place, old, found.others):
            if mine.has(new.lower()) or yours.has(new.lower()) or _has_form(mine, new):
                continue
            yield Swap(tuple(with_articles(doc, [_named(doc, found, place, _cased(old, new))])), False)


def _is_tied(words: PairWords, place: int, old: str, opposite: bool) -> bool:
    """Whether the rest of a text holds on to a word: half of a pair, a name with its adjective, a unit."""
    low, lemma = words.low, words.lemmas[place]
    size = len(old.split())
    beside = {*low[max(0, place - 1) : place], *low[place + size : place + size + 1]}
    if not opposite and not old[:1].isupper() and not beside.isdisjoint(_PAIRED):
        return True  # "mac and cheese"
    if old[:1].isupper():
        if is_tied_name(words, place, size, old):
            return True
        if any(old in bound and not beside_it.isdisjoint(words.all) for bound, beside_it in _BOUND):
            return True
        if old in _PARTIES and (_OF_PARTY.search(words.joined) or sum(t.text in _PARTIES for t in words.tokens) > 1):
            return True  # "Ron Wilson, D-Houston, joined Republicans"
        if old in _languages() and any(_is_place(token.text) for token in words.tokens):
            return True  # the language of a country
        after = words.tokens[place + size : place + size + 2]
        if [token.tag for token in after] in (["POS", "NNP"], ["POS", "NNPS"]):
            return True  # "Sweden's Karolinska Institute"
        if low[place + size : place + size + 2] in ([",", "a"], [",", "an"]) and not _is_place(old):
            return True  # "Linux, a small competitor"
        if _opens_list(words, place + size) or _is_told_by_place(words, place, size, old):
            return True
        if place and low[place - 1] in _NAME_PARTS | VERSUS:
            return True  # "Ansar al - Islam"
        if place and low[place - 1] in COMPASS | DIRECTIONS | _PARTS_OF_AREAS:
            return True  # "south Asia": a part that another area need not have
        rest = [token.text for n, token in enumerate(words.tokens) if not place <= n < place + size]
        follows = words.tokens[place + size].pos if place + size < len(low) else ""
        if old in _WITH_ARTICLE and follows in ("ADJ", "NOUN", "PROPN", "CCONJ"):
            return True  # "the No. 2 U.S. soft drink maker", "U.S. and Turkish officials"
        if low[place].rstrip(".") in MONTHS and low[place - 1 : place] == ["the"] and follows != "NUM":
            return True  # "the March on Washington"
        return len(old) >= _STEM and any(word[:_STEM] == old[:_STEM] for word in rest)  # "the Indian Ocean", "India"
    if moves_thing(words, place, size):
        return True
    if lemma == "today" and not _is_past(words):
        return True  # "we meet yesterday"
    behind = [token.pos for token in words.tokens[place + size : place + size + 2]]
    if words.tokens[place].tag[:2] == "VB" and behind in (["PRON", "DET"], ["PRON", "NUM"], ["PRON", "ADP"]):
        return True  # "it earns him a million"
    if lemma in ("learn", "study") and not _has_object(words, place):
        return True  # "teach faster"
    gender = gender_of(lemma)
    if gender is not None and any(gender_of(word) == gender for word in GENDERED.intersection(low)):
        return True  # "the girl left her home"
    if lemma in _FAMILY and (len(_FAMILY.intersection(words.lemmas)) > 1 or not _is_owned(words, place)):
        return True  # "the father of her son", "another brother"
    if lemma in _UNITS and (len(_UNITS.intersection(words.lemmas)) > 1 or _is_large(low[place - 1] if place else "")):
        return True
    if lemma in ("child", "kid", "adult") and (low[max(0, place - 1)] in POSSESSIVES or "'s" in beside):
        return True  # "your adults", "children's"
    if lemma in NEAR_KIN and place and words.tokens[place - 1].pos == "ADJ":
        return True  # "their unborn son"
    if lemma in ("improve", "enhance") and ("?" in low or behind[:1] in ([], ["ADP"], ["PUNCT"], ["ADV"])):
        return True  # "how can I ruin it": nobody asks
    if is_held(words, lemma):
        return True
    if old.lower() == "for free" and behind[:1] in (["NOUN"], ["ADJ"], ["PROPN"]):
        return True  # "call for free elections"
    if old in DIRECTIONS and not COMPASS.isdisjoint(words.all):
        return True  # "the northern city and three in the south"
    if "than" in old and low[place + size : place + size + 1] in (["one"], ["1"]):
        return True  # "less than one person"
    linked = _LINKED.get(lemma)
    if linked is not None and linked in low:
        return True  # "removed from", "sold to"
    if lemma in ("difference", "similarity") and "between" not in low:
        return True
    objects = _OBJECTS.get(lemma)
    return objects is not None and objects.isdisjoint(words.lemmas[place + 1 : place + 4])


def is_held(words: PairWords, lemma: str) -> bool:
    """Whether another word of a text needs a word as it is: a visa for students, an investigation of illegal trade."""
    return any(lemma in bound and not beside_it.isdisjoint(words.all) for bound, beside_it in _BOUND)


def _is_past(words: PairWords) -> bool:
    """Whether all finite verbs of a text are in the past, so that "yesterday" can stand in it."""
    tags = {token.tag for token in words.tokens}
    return "VBD" in tags and tags.isdisjoint({"VBZ", "VBP", "MD"})


def _has_object(words: PairWords, place: int) -> bool:
    """Whether a noun phrase follows a verb at once."""
    after = [token.pos for token in words.tokens[place + 1 : place + 3]]
    return after[:1] != [] and (after[0] in ("DET", "NOUN", "PROPN") or after in (["ADJ", "NOUN"], ["ADJ", "PROPN"]))


def _is_owned(words: PairWords, place: int) -> bool:
    """Whether it is told right before a noun whose relative somebody is."""
    return place > 0 and words.tokens[place - 1].tag in ("PRP$", "POS")


def _is_in_series(words: PairWords, place: int, size: int, found: Contrary) -> bool:
    """Whether a word is told together with another of its kind: "August or September", "from May to July"."""
    kind = {other.lower() for other in found.others}
    before, after = words.low[max(0, place - 2) : place], words.low[place + size : place + size + 2]
    return (after[:1] != [] and after[0] in _SERIES and not kind.isdisjoint(after[1:])) or (
        before[1:] != [] and before[1] in _SERIES and before[0] in kind
    )


def _is_large(word: str) -> bool:
    """Whether a word is a number above five."""
    number = word.replace(",", "").replace("-", "").rstrip("dhnrst")  # "his 30th year"
    return int(number) > _MOST_UNITS if number.isdecimal() else word in NUMBER_WORDS - TWO_TO_FIVE - {"one"}


def _is_told_by_place(words: PairWords, place: int, size: int, old: str) -> bool:
    """Whether another place of a text lies in a country or continent, so that no other one fits: "Lagos", "Nigeria"."""
    rest = [token.text.lower() for n, token in enumerate(words.tokens) if not place <= n < place + size]
    if old in _CONTINENTS:
        return any(word in place_names() or word in peoples() for word in rest)
    nation = place_names().get(old.lower(), old).lower()
    return any(nation_of_city().get(word, ("",))[0] == nation for word in rest)


def _is_place(name: str) -> bool:
    return name[:1].isupper() and (name.lower() in place_names() or name.lower() in nation_of_city())


def _opens_list(words: PairWords, after: int) -> bool:
    """Whether a name is one of a list that shares its last word: "Los Angeles, Orange and San Diego counties"."""
    rest = words.low[after : after + _LISTED]
    return rest[:1] == [","] and not _PAIRED.isdisjoint(rest) and words.tokens[after + 1].text[:1].isupper()


def moves_thing(words: PairWords, place: int, size: int) -> bool:
    """Whether a verb of movement has an object, so that "rise" is not its opposite: "drop a bomb"."""
    after = words.tokens[place + size].pos if place + size < len(words.tokens) else ""
    moving = words.lemmas[place] in _MOVING or words.low[place].startswith(tuple(_MOVING))  # some lemmas are wrong
    return moving and after in ("DET", "NOUN", "ADJ", "PRON")


def has_outcome(words: PairWords, place: int) -> bool:
    """Whether a text says behind a word what comes of it: ", leading to", ", killing ten"."""
    tokens = words.tokens
    return any(words.low[n - 1] == "," and tokens[n].tag == "VBG" for n in range(place + 2, len(tokens)))


def _has_form(words: PairWords, new: str) -> bool:
    """Whether a text has a longer form of a name: "Democratic", where "Democrat" would stand."""
    return new[:1].isupper() and any(low.startswith(new.lower()) for low in words.low)


def _fitting(words: PairWords, place: int, old: str, others: Iterable[str]) -> list[str]:
    """The replacements that fit the rest of a text."""
    if not _OF_LANGUAGES.isdisjoint(words.lemmas):
        return [new for new in others if not old[:1].isupper() or new in _languages()]
    if old[:1].isupper() and not AMERICA.isdisjoint(words.low):
        others = [new for new in others if new not in ("American", "USA", "the USA")]
    if words.low[place].rstrip(".")[:3] in _MONTHS and old[:1].isupper():
        return [new for new in others if _has_day(new, words, place + 1)]
    if "ride" in words.lemmas:
        return [new for new in others if not _is_vehicle(old) or _is_ridden(new)]
    if not PLACE_PREPOSITIONS.isdisjoint(words.low[max(0, place - _FAR) : place]):  # "in a van", "on a horse"
        return [new for new in others if not _is_vehicle(old) or _is_ridden(new) == _is_ridden(old)]
    return list(others)


def _has_day(month: str, words: PairWords, after: int) -> bool:
    """Whether a month has the day that a text names after it."""
    day = words.low[after] if after < len(words.low) else ""
    length = 29 if month[:3] == "Feb" else 30 if month[:3] in ("Apr", "Jun", "Sep", "Nov") else 31
    return not day.isdecimal() or len(day) > 2 or int(day) <= length


def _is_vehicle(word: str) -> bool:
    return any(word.startswith(one) for one in (*_RIDDEN, "car", "bus", "truck", "van", "tractor", "train"))


def _is_ridden(word: str) -> bool:
    return word.startswith(_RIDDEN)


@cache
def _languages() -> frozenset[str]:
    groups = lexicon("contrary_words")["names"]
    own = [group for group in groups if group.startswith(("English,", "Hindi,"))]
    return frozenset(form for group in own for word in group.split(", ") for form in word.split("|"))


def _named(doc: Doc, found: Contrary, place: int, new: str) -> Edit:
    """The edit of a word, with "the" before a name that needs it and without it before any other."""
    old = doc.text[found.start : found.end]
    before = doc.tokens[place - 1] if place else None
    has = before is not None and before.text.lower() == "the"
    if before is not None and has and old in _WITH_ARTICLE and new not in _WITH_ARTICLE:
        return Edit(before.start, found.end, new)
    if not has and new in _WITH_ARTICLE and old not in _WITH_ARTICLE:
        return Edit(found.start, found.end, f"the {new}")
    return Edit(found.start, found.end, new)


def exclusive_swaps(doc: Doc, mine: PairWords, yours: PairWords) -> Iterator[Swap]:
    """The ways to replace what the main clause of a hypothesis asserts by its opposite.

    Args:
        doc: The hypothesis.
        mine: Its words.
        yours: The words of the premise.
    """
    for found in contrary_words(doc, exclusive=True):
        place = doc.token_at(found.start)
        if not _is_shared(found, yours) or _times(found, mine) != 1 or not _is_asserted(mine, place):
            continue
        if is_held(mine, mine.lemmas[place]) or (mine.lemmas[place] == "fail" and mine.low[place + 1 :][:1] == ["to"]):
            continue  # "supports Windows", "succeeds to show"
        if mine.tokens[place].tag[:2] == "VB" and (is_held_by_rest(mine, place) or has_plain_agent(mine, place)):
            continue
        old = doc.text[found.start : found.end]
        for new in found.others:
            if mine.lemmas[place] == "lose" and new[:2] in ("wi", "wo") and _CONTESTS.isdisjoint(mine.lemmas):
                continue  # "lost ten pounds"
            if new.startswith("enjoy") and mine.low[place + 1 : place + 2][:1] in (["him"], ["her"], ["them"]):
                continue
            if not (mine.has(new) or yours.has(new)):
                yield Swap(tuple(with_articles(doc, [Edit(found.start, found.end, match_case(old, new))])), True)


def _is_asserted(words: PairWords, place: int) -> bool:
    """Whether a verb is that of the main clause, a noun the predicate, or an adjective said of a certain thing."""
    tokens = words.tokens
    if not _CLAUSES.isdisjoint(words.low[1:place]) or is_fixed(tokens, place):
        return False
    before = words.low[place - 1] if place else ""
    if words.low[0] in TIMES_OF_CLAUSES and "," in words.low[place:]:
        return False  # "after he fell, ..."
    if tokens[place].tag[:2] == "VB":
        if not _PAIRED.isdisjoint({*words.low[place + 1 : place + 2], before}):
            return False  # "condemn and denounce"
        bare = tokens[place].tag in ("VB", "VBG", "VBN")
        return not bare or not (BE_TENSED | HAVE_TENSED).isdisjoint(words.low[max(0, place - 2) : place])
    if place + 1 < len(tokens) and tokens[place].tag[:2] == tokens[place + 1].tag[:2] == "NN":
        return before == "the"  # "the west side"
    predicate = place - 1
    while predicate > 0 and words.low[predicate] in INDEFINITE_ARTICLES | STRONG_DEGREES:
        predicate -= 1
    if tokens[place].tag[:2] == "NN" and before == "the":
        predicate -= 1
    elif before == "the":
        return not is_restrictive(words, place)
    return predicate >= 0 and words.lemmas[predicate] == "be"


def is_aside(words: PairWords, place: int, key: str) -> bool:
    """Whether the opposite of a word would stand in a clause of time that comes first, or in a fixed phrase."""
    low, tokens = words.low, words.tokens
    if (key == "include" and low[place] == "including") or (key == "tie" and low[place + 1 : place + 2] == ["to"]):
        return True  # "of people, including 12 Americans", "observances tied to the March"
    if (key == "protect" and not {"against", "from"}.isdisjoint(low[place:])) or (
        key == "behind" and low[place - 1] == "left"
    ):
        return True  # "protects against rain", "left behind their companions"
    if key in BEFORE_AFTER and not happens_once(words):
        return True
    if key in ("failure", "fail") and low[place + 1 : place + 2] == ["to"]:
        return True
    verb = tokens[place].tag[:2] == "VB"
    if verb and not (TIMES_OF_CLAUSES - {"while", "as"}).isdisjoint(low[1:place]):
        return True  # "felt big when you opened the door": it may be so at other times too
    return verb and low[0] in TIMES_OF_CLAUSES and "," in low[place:]


def is_held_by_rest(words: PairWords, place: int) -> bool:
    """Whether what stands behind a verb makes no sense with its opposite: an outcome, a trend, "falls off"."""
    low, lemma = words.low, words.lemmas[place]
    trend = lemma in TRENDS and not (TRENDS | EXTREME_LEVELS).isdisjoint(words.all - {low[place], lemma})
    after = low[place + 1] if place + 1 < len(low) else ""
    falls = lemma == "fall" and after in _FALLING and all(token.tag != "CD" for token in words.tokens)
    shields = lemma == "protect" and not {"against", "from"}.isdisjoint(low[place:])
    shoots = lemma == "fire" and _STAFF.isdisjoint(words.all)
    tags = [token.tag for token in words.tokens]
    linked = (lemma in ("agree", "lose") and after == "to") or (lemma == "help" and "VB" in tags[place + 1 : place + 3])
    had = lemma == "enjoy" and tags[place] in ("VBD", "VBN")  # "enjoyed a rally"
    joined = any(one == "CC" and two == tags[place] for one, two in zip(tags[place:], tags[place + 1 :]))
    return trend or falls or shields or shoots or linked or had or joined or has_outcome(words, place)


def is_restrictive(words: PairWords, place: int) -> bool:
    """Whether an adjective tells which of several is meant, of which others may do the same: "the new system has"."""
    tokens = words.tokens
    finite = next((n for n, token in enumerate(tokens) if token.tag in FINITE), 0)
    noun = next((n for n in range(place + 1, finite) if tokens[n].tag in ("NN", "NNS")), None)
    if place > finite or noun is None:
        return False
    kind = noun_kind(words.lemmas[words.head(noun)])
    if tokens[place].tag == "JJS" or words.low[place] in (_RANKS if kind == "person" else _RANKS | {"new", "old"}):
        return True
    return kind not in CONCRETE | {"person"}


def _cased(old: str, new: str) -> str:
    """A name keeps its own capitals; any other word gets those of the word that it replaces."""
    return new if new != new.lower() else match_case(old, new)


def _is_shared(found: Contrary, yours: PairWords) -> bool:
    return any(yours.has(word) for word in found.same)


def _times(found: Contrary, words: PairWords) -> int:
    """How often a text has a word or a word for the same."""
    return sum(words.joined.count(f" {word} ") for word in found.same)
