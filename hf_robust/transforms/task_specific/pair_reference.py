"""Whether what a hypothesis says may hold of another thing, person or time than that of the premise."""

from hf_robust.language.english.asserted_clause import Assertion
from hf_robust.language.english.closed_classes import (
    DEMONSTRATIVES,
    INDEFINITE_ARTICLES,
    MANY,
    NEXT_AND_LAST,
    NUMBER_WORDS,
    PLACE_PREPOSITIONS,
    POSSESSIVES,
    QUANTITIES,
    SEVERAL,
    UNIVERSALS,
)
from hf_robust.language.english.single_subjects import CLOTHES
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.task_specific.pair_view import PairWords

EVENTS = frozenset(
    "abolish adopt annex appoint assassinate bear begin build bury capture complete compose conquer construct create "
    "crown declare defeat demolish destroy die discover erect establish execute found inaugurate introduce invent "
    "issue kill launch marry murder open publish release sign start write".split()
)
"""What happens once to the same thing, so that another time excludes the time told."""
_CLOTHES = CLOTHES | frozenset(
    "bandanna belt blazer boot clothes clothing gear glove headband headscarf jean jeans jersey mask overalls "
    "pajamas pants raincoat sandal shoe short shorts sneaker sock sunglasses sweatshirt tee tights top trousers".split()
)
_WORN = frozenset({"wear", "ride", "drive", "don"})
_DRESSED = frozenset({"in", "with"})
_INSIDE = frozenset({"JJ", "JJR", "JJS", "RB", "VBN", "VBG", "CD", "NN", "NNS", "HYPH"})
_DEFINITE = DEMONSTRATIVES | POSSESSIVES | {"the"}
_LIVING = frozenset({"person", "animal", "group"})
_OF_TIMES = NEXT_AND_LAST | {"first", "final", "initial", "full"}
_PLURALS = frozenset({"NNS", "NNPS"})
# an amount that a denial does not reach: who was not seen by two of them may have been seen by others
_AMOUNTS = MANY | QUANTITIES | SEVERAL | frozenset("certain different half enough plenty".split())


def may_be_another(words: PairWords, place: int) -> bool:
    """Whether an adjective stands in a phrase beside which another one can hold: "near a red house".

    It cannot be another one that is the subject, the complement of "be", or what somebody wears or rides.

    Args:
        words: The words of the hypothesis.
        place: The number of the adjective.
    """
    start = place
    while start and words.tokens[start - 1].tag in _INSIDE and words.lemmas[start - 1] != "be":
        if words.tokens[start - 1].tag == "VBG" and words.lemmas[start - 1] in _WORN:
            break
        start -= 1
    determiner = words.low[start - 1] if start else ""
    definite = determiner in _DEFINITE | UNIVERSALS
    before = start - 1
    if definite or determiner in INDEFINITE_ARTICLES:
        before -= 1
    if before < 0:
        return False  # the subject
    if words.lemmas[before] == "be" or words.lemmas[before] in _WORN:
        return False
    noun = words.lemmas[words.head(place + 1)] if place + 1 < len(words.low) else ""
    if noun_kind(noun) == "time" and words.low[place] in _OF_TIMES:
        return True  # beside the last two quarters there are the first two
    if (noun in _CLOTHES and words.low[before] in _DRESSED) or noun_kind(noun) == "time":
        return False  # "in a red coat", "on a sunny day"
    beside = words.tokens[before].tag in ("IN", "TO", "RB") and words.low[before] not in PLACE_PREPOSITIONS
    return not definite or beside


def may_be_elsewhere(words: PairWords, after: int) -> bool:
    """Whether things of the same kind may be on the other side, of another one: "a tree is near", "near a wall".

    Args:
        words: The words of the hypothesis.
        after: The number of the word behind the preposition.
    """
    if words.low[after : after + 1] and words.low[after] in INDEFINITE_ARTICLES:
        return True
    if words.low[0] in _DEFINITE or words.tokens[0].tag in ("PRP", "NNP"):
        return False
    noun = next((n for n, token in enumerate(words.tokens) if token.tag in ("NN", "NNS")), None)
    return noun is not None and noun_kind(words.lemmas[words.head(noun)]) not in _LIVING


def tells_of_another(mine: PairWords, yours: PairWords, place: int) -> bool:
    """Whether the premise says an adjective of another noun: "derives from the old custom", "is an old word"."""
    low = mine.low[place]
    if low not in yours.low or (place and mine.tokens[place - 1].tag == "HYPH"):
        return False
    nouns = {mine.lemmas[n] for n, token in enumerate(mine.tokens) if token.tag[:2] == "NN"}
    there = yours.low.index(low)
    after = [yours.lemmas[n] for n in (there + 1, there + 2) if yours.tokens[n : n + 1] and _is_noun(yours, n)]
    return _is_noun(yours, there + 1) and nouns.isdisjoint(after)


def _is_noun(words: PairWords, place: int) -> bool:
    return place < len(words.tokens) and words.tokens[place].tag[:2] == "NN"


def has_bare_plural(words: PairWords, clause: Assertion) -> bool:
    """Whether the subject is several of a kind, of which others may do the opposite: "critics say"."""
    tokens = words.tokens
    place = clause.first
    while place < clause.finite and tokens[place].tag in ("JJ", "VBN", "VBG", "NN"):
        place += 1
    return place < clause.finite and tokens[place].tag == "NNS"


def has_plain_agent(words: PairWords, place: int) -> bool:
    """Whether those who do what a passive tells are some of many: "enjoyed by people"."""
    low, tokens = words.low, words.tokens
    if tokens[place].tag != "VBN" or "by" not in low[place:]:
        return False
    agent = low.index("by", place) + 1
    if agent >= len(low):
        return False
    return tokens[agent].tag in ("CD", "NNS") or low[agent] in _AMOUNTS | INDEFINITE_ARTICLES


def names_amount(words: PairWords, clause: Assertion) -> bool:
    """Whether a clause has an amount that its denial may not reach: "two of them", "certain conditions"."""
    low, tokens = words.low, words.tokens
    for place in range(clause.first, len(tokens)):
        if low[place] in _AMOUNTS:
            return True
        number = tokens[place].tag == "CD" or low[place] in NUMBER_WORDS - {"one"}
        if not number or not place or low[place - 1] in _DEFINITE:
            continue
        after = tokens[place + 1 : place + 3]
        if low[place + 1 : place + 2] == ["of"] or any(token.tag in _PLURALS for token in after):
            return True
    return False


def happens_once(words: PairWords) -> bool:
    """Whether the main verb of a text tells what happens once, in the past: "was built", not "was ruled"."""
    tokens = words.tokens
    finite = next((n for n, token in enumerate(tokens) if token.tag in FINITE), None)
    if finite is None or tokens[finite].tag != "VBD":
        return False
    main = finite
    if words.lemmas[finite] == "be":
        main = next((n for n in range(finite + 1, min(finite + 3, len(tokens))) if tokens[n].tag == "VBN"), finite)
    return words.lemmas[main] in EVENTS


def tells_past(words: PairWords) -> bool:
    """Whether a text tells only what was: it may be impossible now."""
    return {token.tag for token in words.tokens} & (FINITE | {"VB"}) == {"VBD"}
