"""Names that the rest of a text ties to what it tells: a rank, an exchange, a war, another place or product."""

import re
from functools import cache

from hf_robust.language.english.nations import nation_of_city, peoples
from hf_robust.language.english.places import place_names
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.task_specific.pair_view import PairWords

# "12th-largest", "second-biggest", "the world's richest country"
_RANK = re.compile(r"\d(?:st|nd|rd|th)\b|\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\b")
_RANKS = frozenset("capital leading mainland most-populous no number only rank ranked top".split())
_JUDGED = frozenset({"best", "worst", "most", "least"})
_CONFLICT = frozenset(
    """air-strike airstrike allege ambush army attack battle bloodshed bomb bombing border casualty ceasefire
        chemical civilian coalition combat coup declassify dictator disarmament embargo genocide
        guerrilla helicopter hostage insurgent invade invasion jet kill laden march militant military
        militia missile navy nuclear occupation occupy peacekeeper prisoner qaeda raid rebel refugee
        regime sanction settler shell siege soldier strike tank terror terrorism terrorist treaty troop
        truce uprising war warplane weapon""".split()
)
# events, organizations and offices of certain places
_OF_PLACES = frozenset(
    """agenda atomic available bridge chancellor cia columbia congress council cricket currency dossier dynasty
        earthquake election emperor eu euro fbi flood franc francs games hurricane iaea indus king leader
        monarchy nato nra olympics parliament penalty premier president prince queen revolution senate
        storm tsunami typhoon volcano yen yen- yuan""".split()
)
_MARKETS = frozenset("at&t chipset dow exchange index longhorn nasdaq nyse processor shipment".split())
# what a company or site is known for, by the lower-case name: the others do not make it
_MAKES = frozenset(
    """android app bing browser chip chromebook cloud console cpu ebook edge excel explorer galaxy gmail ipad
        iphone ipod itunes kindle linux mac macbook maps music office operating outlook pc pentium pixel
        playstation prime processor search server software song store walkman windows word xbox xp""".split()
)
_ELECTED = frozenset(
    "elect elected election inauguration presidency president presidential vote white win winning".split()
)
_INNER_CAPITAL = re.compile(r"[a-z][A-Z]")
_CAPITALS = frozenset({"NNP", "NNPS"})


def is_tied_name(words: PairWords, place: int, size: int, old: str) -> bool:
    """Whether another fact of a text is true of a name and not of the names that could replace it.

    Args:
        words: The words of the text.
        place: Number of the first word of the name.
        size: How many words it has.
        old: The name.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("Sony/PROPN/NNP/Sony rose/VERB/VBD/rise on/ADP/IN Nasdaq/PROPN/NNP/Nasdaq")
        >>> is_tied_name(PairWords(doc), 0, 1, "Sony")
        True
    """
    rest = {*words.low[:place], *words.low[place + size :], *words.lemmas[:place], *words.lemmas[place + size :]}
    if old in _names_of("politicians"):
        return not _ELECTED.isdisjoint(rest)
    if old in _names_of("companies"):
        return not (_MARKETS | _MAKES).isdisjoint(rest) or _is_ranked(words, rest) or _has_other(words, old)
    if not _is_place(old.lower()):
        return False
    if words.low[place - 1 : place] == ["("] or rest >= {"september", "11"}:
        return True  # "$29.32 (U.S.)"
    follows = words.tokens[place + size].pos if place + size < len(words.tokens) else ""
    if follows == "NOUN" and [token.tag for token in words.tokens[place + size + 1 :][:1]] == ["NNP"]:
        return True  # "Ukrainian president Leonid Kuchma"
    if old == "American" and follows not in ("NOUN", "ADJ"):
        return True  # the airline
    if not (_CONFLICT | _OF_PLACES).isdisjoint(rest) or _is_ranked(words, rest):
        return True
    return _has_other_place(words, place, size)


def _is_ranked(words: PairWords, rest: set[str]) -> bool:
    """Whether a text tells a rank: "the 12th-largest partner", "the richest country"."""
    extreme = any(token.tag == "JJS" and low not in _JUDGED for token, low in zip(words.tokens, words.low))
    return extreme or not _RANKS.isdisjoint(rest) or _RANK.search(words.joined) is not None


def _has_other(words: PairWords, old: str) -> bool:
    """Whether a text names another company or product, of whatever kind: "PeopleSoft" by its capitals."""
    return any(
        token.text != old and (token.text in _products() or _INNER_CAPITAL.search(token.text) is not None)
        for token in words.tokens
    )


def _has_other_place(words: PairWords, place: int, size: int) -> bool:
    """Whether a text names another place or people."""
    low, tokens = words.low, words.tokens
    for at, token in enumerate(tokens):
        if place <= at < place + size or not token.text[:1].isupper():
            continue
        if token.tag not in (*_CAPITALS, "JJ"):
            continue
        pair = " ".join(low[at : at + 2]) if at + 1 != place else low[at]
        if _is_place(low[at]) or _is_place(pair):
            return True
    return False


def _is_place(low: str) -> bool:
    return low in place_names() or low in nation_of_city() or low in peoples()


@cache
def _names_of(kind: str) -> frozenset[str]:
    first = {"companies": ("Google", "Intel", "Samsung"), "politicians": ("Trump|Donald Trump",)}[kind]
    groups = [group for group in lexicon("contrary_words")["names"] if group.split(", ")[0] in first]
    return frozenset(form for group in groups for word in group.split(", ") for form in word.split("|"))


@cache
def _products() -> frozenset[str]:
    """Names of companies and products."""
    first = ("Google", "Intel", "Samsung", "iPhone", "MacBook|Macbook", "Android", "Quora", "Facebook", "Gmail")
    groups = [group for group in lexicon("contrary_words")["names"] if group.split(", ")[0] in first]
    named = frozenset(form for group in groups for word in group.split(", ") for form in word.split("|"))
    return named | frozenset("Xbox PlayStation IBM HP Hewlett-Packard Gateway AOL Yahoo Linux Netscape Sun".split())
