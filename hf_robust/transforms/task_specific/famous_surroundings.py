"""Whether what stands around a known name would also stand around another name of its kind."""

import re
from collections.abc import Collection

from hf_robust.core.word_bounds import find_words
from hf_robust.language.english.closed_classes import COMPARED_JUDGMENTS, COMPASS, FOCUS_ADVERBS, GET, HERE, WHEN_WHERE
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.famous_dishes import fills_dish
from hf_robust.language.famous_mentions import is_sure, is_tied
from hf_robust.language.famous_names import Famous, FamousMention
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.adverb_places import SENSED

_FAR = 40  # characters beside a name in which the words next to it are looked for, longer than two English words
_EXPLAINS = re.compile(r"\b(?:it|this|that|its|being)\s?(?:['’]?s|is|being)?\s\Z")  # "given that this is Vegas"
_MAINS = frozenset(
    {"fish", "steak", "chop", "meat"}
)  # with another thing on the plate, not inside: "the cod with rice"
# cuts and forms that only some meats come in: "ham chop" would not go on with chorizo
_CUTS = frozenset(
    """chop chops hock hocks shank shanks loin tenderloin rib ribs belly shoulder leg legs thigh thighs breast breasts
        steak steaks link links patty patties roast""".split()
)
_COOKED = frozenset("roasted grilled seared baked braised blackened steamed".split())
HOME_PLACES = frozenset({"us city", "us town", "us state"})  # in one text, one of them tells where another one is
COMMON_FOODS = frozenset({"meat", "seafood", "cured meat", "cheese"})  # foods that need no description
# groups with dishes of several kitchens: another one does not fit a text that names a kitchen
_OF_ALL_KITCHENS = frozenset({"dip", "soup", "dessert", "side"})
_CUISINES = frozenset("mexican italian chinese japanese thai indian greek korean vietnamese french tex-mex".split())
_PARTS_OF_NAMES = COMPASS | frozenset("new old san los saint port fort lake mount little greater town".split())
_FOLLOWING = (
    HERE
    | WHEN_WHERE
    | FOCUS_ADVERBS
    | (SENSED - {"felt", "feels"})
    | frozenset("really always never again even then last because".split())
)
_OF_ANY_SITE = frozenset("review reviews reviewer reviewers rating ratings page profile account".split())
_OF_ANY_PLACE = frozenset(
    """resident residents area areas hotel hotels restaurant restaurants airport weather heat summer summers
        winter trip trips strip favorite favorites vacation visit visits location locations store stores scene
        nightlife locals native natives suburb suburbs apartment apartments skyline traffic license id weekend
        office offices mall malls foodies""".split()
)
_BEFORE_DISHES = (
    (GET - {"gets"})
    | (COMPARED_JUDGMENTS - {"worse"})
    | frozenset(
        """good great bad terrible awful delicious tasty amazing excellent fresh hot cold nice decent favorite love
        loved like liked order ordered ordering eat eating ate tried try had having serve served enjoyed want
        wanted recommend recommended delicious greasy bland perfect awesome fantastic homemade grab grabbed
        soggy dry overpriced mediocre expensive cheap two three another other many more some crispy""".split()
    )
)


def stands_free(text: str, start: int, stop: int) -> bool:
    """Whether no noun follows a name, as in "a Disney film", and no word before belongs to it: "south London"."""
    after = find_words(text[stop : stop + _FAR])[:1]
    before = find_words(text[max(0, start - _FAR) : start])[-2:]
    words = [text[max(0, start - _FAR) : start][a:b].lower() for a, b in before]
    if (words[-1:] and words[-1] in _PARTS_OF_NAMES) or words in (["university", "of"], ["city", "of"], ["bank", "of"]):
        return False
    if not after or text[stop : stop + after[0][0]].strip(" \t\n\"'”’`"):
        return True
    word = text[stop + after[0][0] : stop + after[0][1]].lower()
    return word in lexicon("stop_words") or word in _FOLLOWING or is_only(word, ("VB", "RB", "MD"))


def _is_alone(text: str, start: int, role: str) -> bool:
    """Whether the word before the name of a dish does not belong to it: "lobster ravioli"."""
    piece = text[max(0, start - _FAR) : start]
    found = find_words(piece)[-1:]
    if not found or piece[found[0][1] :].strip():
        return True
    word = piece[found[0][0] : found[0][1]].lower()
    if role in _MAINS and word in _COOKED:
        return True
    return word in lexicon("stop_words") or word in _BEFORE_DISHES or is_only(word, ("JJ", "RB"))


def is_only(word: str, kinds: tuple[str, ...]) -> bool:
    """Whether a word is known, and as no other parts of speech than some."""
    tags = tags_of(word)
    return bool(tags) and all(tag.startswith(kinds) for tag in tags)


def can_go(text: str, mention: FamousMention, about: Collection[str]) -> bool:
    """Whether another name of the group reads well where a name stands.

    Args:
        text: The text.
        mention: The name in it.
        about: All words of the text, in lower case.
    """
    if mention.entry.kind in ("person", "film", ""):
        return True
    if mention.entry.kind == "dish" and _next_word(text, mention.end) in _CUTS:
        return False
    if mention.entry.role == "car" and not is_sure(text, mention, about):
        return False  # an actor named Ford
    follows = text[mention.end :].lstrip()[:2] in ("'s", "’s")
    words = set(text.lower().split())
    if mention.entry.kind == "dish" and (not is_sure(text, mention, about) or _is_within(mention.entry, about)):
        return False
    if mention.entry.kind == "place" and _EXPLAINS.search(text[: mention.start]):
        return False
    foreign = mention.entry.role in _OF_ALL_KITCHENS and not _CUISINES.isdisjoint(words)
    filled = mention.entry.role not in _MAINS and text[mention.end : mention.end + _FAR].split()[:1] in (
        ["with"],
        ["("],
    )  # "a burrito with black beans"
    if mention.entry.kind == "dish" and (_is_spread(text, mention.start) or foreign or filled):
        return False
    before = text[: mention.start].split()[-1:]
    if is_tied(mention.entry, words) or (mention.entry.role in COMMON_FOODS and before in (["a"], ["an"])):
        return False
    if mention.entry.kind == "place" and _names_a_part(text, mention.start):
        return False
    free = follows or stands_free(text, mention.start, mention.end) or is_of_place(text, mention)
    free = free or fills_dish(text, mention.end, mention.entry) or _is_kind(text, mention)
    return free and (mention.entry.kind != "dish" or _is_alone(text, mention.start, mention.entry.role))


def _next_word(text: str, stop: int) -> str:
    words = text[stop : stop + _FAR].split(maxsplit=1)[:1]
    return words[0].strip(".,!?;:)").lower() if words else ""


def _names_a_part(text: str, start: int) -> bool:
    """Whether another place stands right before a state or a city: "Avondale, Arizona", "avondale arizona"."""
    words = text[max(0, start - _FAR) : start].split()
    comma = words[-1:] == [","] or (words[-1:] != [] and words[-1].endswith(","))
    word = (words[-2:-1] if words[-1:] == [","] else words[-1:]) or [""]
    last = word[0].strip(",").lower()
    return last[-1:].isalpha() and last not in lexicon("stop_words") and (comma or not tags_of(last))


def _is_spread(text: str, start: int) -> bool:
    """Whether a dish is a part of another one: "cookies covered in ice cream"."""
    return text[max(0, start - _FAR) : start].lower().split()[-1:] in (["in"], ["with"], ["of"])


def is_meant_place(text: str, mention: FamousMention, about: Collection[str]) -> bool:
    """Whether a place is where something is or goes, and no part of another name."""
    central = text[: mention.start].split()[-1:] == ["central"]
    free = central or mention.entry.role == "casino hotel" or is_of_place(text, mention)
    return mention.entry.kind == "place" and (free or is_sure(text, mention, about))


def _is_kind(text: str, mention: FamousMention) -> bool:
    """Whether a cheese or a cured meat stands before what it is or is on: "cheddar cheese", "sausage pizza"."""
    noun = _next_word(text, mention.end)
    return (mention.entry.role == "cheese" and noun == "cheese") or (
        mention.entry.role == "cured meat" and noun in ("pizza", "omelet", "omelette")
    )


def _is_within(dish: Famous, about: Collection[str]) -> bool:
    """Whether another word of a text ends with the name of a dish: "fatburger" beside "burger"."""
    name = dish.name.rstrip("s")
    return any(word.rstrip("s").endswith(name) and word.rstrip("s") != name for word in about)


def is_address(text: str, one: FamousMention, other: FamousMention) -> bool:
    """Whether two names belong together: "San Francisco, California", "Vegas and Henderson", "KFC/Taco Bell"."""
    between = text[one.end : other.start].strip()
    if one.entry.kind != other.entry.kind or one.entry.kind in ("person", "film", ""):
        return False
    if one.entry.kind == "place" and between in ("and", "or", "&"):
        return True
    places = one.entry.kind == "place" and one.entry.role != other.entry.role
    return between == "/" or (places and between in ("", ","))


def is_of_place(text: str, mention: FamousMention) -> bool:
    """Whether a place or a site stands before a noun that any other can have: "a Vegas resident", "Yelp reviews"."""
    nouns = _OF_ANY_PLACE if mention.entry.kind == "place" else _OF_ANY_SITE
    if mention.entry.kind != "place" and mention.entry.role not in ("review site", "travel site"):
        return False
    words = text[mention.end : mention.end + _FAR].split()
    before = text[: mention.start].split()[-1:]
    return (
        words[:1] != []
        and words[0].strip(".,!?;:)").lower() in nouns
        and (before == [] or before[0].lower() not in _PARTS_OF_NAMES)
    )
