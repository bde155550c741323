"""Opposites of what somebody does and how often: "agreed to sell", "began in 1975", "usually", "the most popular"."""

from collections.abc import Sequence
from functools import cache

from hf_robust.core.doc import Token
from hf_robust.language.english.clause_pieces import opens_with_headline
from hf_robust.language.english.closed_classes import (
    ARTICLES,
    AS_IF,
    CONDITIONS,
    CONSEQUENCES,
    CONTRASTS,
    FREQUENCIES,
    JOINERS,
    LESS,
    MIDDLE_DEGREES,
    MONTHS,
    MORE,
    NEGATIONS,
    POSSESSIVES,
    QUESTION_WORDS,
    REASONS,
    RESTRICTIONS,
    SELDOM,
    SHORT_DEGREES,
)
from hf_robust.language.english.inflection import inflected
from hf_robust.language.english.opposed_times import is_year
from hf_robust.language.english.single_clauses import is_single_clause
from hf_robust.language.english.verbs import plain
from hf_robust.language.lexicons import lexicon


def _both_ways(pairs: dict[str, str]) -> dict[str, str]:
    return pairs | {other: one for one, other in pairs.items()}


_WITH_TO = _both_ways({"agree": "refuse", "fail": "manage"}) | {"decline": "agree"}
_DATED = _both_ways({"begin": "end", "open": "close"})
_WITH_OBJECT = _both_ways({"approve": "reject"})
_CONTESTS = frozenset("title championship belt election match final race".split())
_WON = _both_ways({"win": "lose"})
_OFTEN = dict.fromkeys(FREQUENCIES - {"always", "regularly"}, "rarely") | dict.fromkeys(SELDOM, "often")
_SPEEDS = {"quickly": "slowly", "slowly": "quickly", "rapidly": "slowly"}
_GRADED = {"most": "least", "least": "most", "more": "less"}
_MANNERS = _OFTEN | _SPEEDS
_PARTS = frozenset({"VERB", "ADV", "ADJ"})
_VERBS = _WITH_TO.keys() | _DATED.keys() | _WITH_OBJECT.keys() | _WON.keys()
_ADVERBS = _GRADED.keys() | _MANNERS.keys()
# words that set an act against another, give its reason or result, or tell that it went one way
_ARGUED = (
    CONTRASTS
    | CONSEQUENCES
    | REASONS
    | NEGATIONS
    | AS_IF
    | CONDITIONS
    | RESTRICTIONS
    | {"instead"}
    | frozenset(
        """so by after also even still too until already when why depending
        deal agreement hope hopes hoped hopeful want wants wanted urge urged need needs expect expected plan plans
        planned""".split()
    )
)
_GRADES = SHORT_DEGREES | MORE | LESS | JOINERS | (MIDDLE_DEGREES - {"rather"}) | {"also", "as"} | {"how", "not"}
_SIGNS = ".,;:!?\"'()"
_NEAR = 5  # tokens after "won" in which the contest stands
_STEM = 4  # letters that the forms of a verb share


def opposed_act(tokens: Sequence[Token], place: int, asks: bool) -> str | None:
    """What a verb, an adverb of frequency or speed, or "most" becomes where it stands; None where it stays.

    A statement keeps them where it argues, judges or says the same of the act in other words.

    Args:
        tokens: The tokens of a text, with tags and lemmas.
        place: Number of the word.
        asks: Whether the text is one question.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("She/PRON agreed/VERB/VBD/agree to/PART/TO sell/VERB/VB/sell it/PRON")
        >>> opposed_act(doc.tokens, 1, False)
        'refused'
    """
    token = tokens[place]
    if token.pos not in _PARTS:
        return None
    word = plain(token)
    if token.pos == "VERB":
        if token.lemma.lower() not in _VERBS:
            return None
    elif word not in _ADVERBS:
        return None
    if not token.text.isalpha() or (token.text[:1].isupper() and place):
        return None
    if word in _GRADED:
        return _GRADED[word] if asks and _is_graded(tokens, place) else None
    if asks or (word in _MANNERS and not is_single_clause(tokens)):
        return None
    if word in _MANNERS:
        return _MANNERS[word] if _tells_manner(tokens, place) and _is_alone(tokens, place) else None
    new = _opposed_verb(tokens, place)
    fits = new is not None and _is_alone(tokens, place, new) and not opens_with_headline(tokens)
    return inflected(new, token.tag, "VERB") if new is not None and fits else None


def _opposed_verb(tokens: Sequence[Token], place: int) -> str | None:
    """The opposite of a verb in the frame in which it stands."""
    lemma, after = tokens[place].lemma.lower(), _word(tokens, place + 1)
    if tokens[place].tag not in ("VBD", "VBZ", "VBP", "VBN", "VB"):
        return None
    if after == "to" and _tag(tokens, place + 2) == "VB":
        return _WITH_TO.get(lemma) if is_single_clause(tokens) else None
    if lemma in _DATED and tokens[place].tag == "VBD" and after in ("in", "on"):
        return _DATED[lemma] if _is_only_date(tokens, place + 2) else None
    if after not in ARTICLES | POSSESSIVES:
        return None
    if lemma in _WON and tokens[place].tag in ("VBD", "VBZ"):
        near = range(place + 2, min(place + _NEAR, len(tokens)))
        return _WON[lemma] if any(tokens[n].lemma.lower().strip(_SIGNS) in _CONTESTS for n in near) else None
    return _WITH_OBJECT.get(lemma)


def _is_only_date(tokens: Sequence[Token], place: int) -> bool:
    """Whether a year or a month stands at a place, and no other year in the text."""
    year = [n for n, token in enumerate(tokens) if is_year(token._replace(text=token.text.strip(_SIGNS)))]
    named = _word(tokens, place) in MONTHS or place in year
    return named and len(year) <= 1


def _is_alone(tokens: Sequence[Token], place: int, new: str = "") -> bool:
    """Whether nothing else of a text speaks of the act, argues from it or judges."""
    stems = {tokens[place].lemma.lower()[:_STEM], new[:_STEM]}
    for at, token in enumerate(tokens):
        if at == place:
            continue
        word = _word(tokens, at)
        if word in _praise() or word in _MANNERS or (word[:_STEM] in stems and len(word) >= _STEM):
            return False
        if token.sent == tokens[place].sent and (word in _ARGUED or word.endswith("n't")):
            return False
        if word in ("time", "times"):
            return False  # "often disappeared from time to time"
        if any(letter.isdigit() for letter in word) and "-" in word:
            return False  # a score
        if token.text[-1:] == "?":
            return False  # the question rests on what is told: "I often feel alone. What should I do?"
    return True


def _tells_manner(tokens: Sequence[Token], place: int) -> bool:
    """Whether an adverb stands beside a verb, ungraded: "is usually boarded", "rose quickly"."""
    before, after = _word(tokens, place - 1), _word(tokens, place + 1)
    if not {before, after}.isdisjoint(_GRADES | QUESTION_WORDS) or tokens[place].text[-1:] in ",;":
        return False
    if any(plain(one) == "than" and one.sent == tokens[place].sent for one in tokens[:place]):
        return False  # "more closely than has usually been done"
    return (_tag(tokens, place + 1)[:1] == "V" and _tag(tokens, place + 1) != "VBG") or (
        plain(tokens[place]) in _SPEEDS and _tag(tokens, place - 1)[:1] == "V" and tokens[place - 1].pos == "VERB"
    )


def _is_graded(tokens: Sequence[Token], place: int) -> bool:
    """Whether "most" grades an adjective of a question: "the most popular songs"; "more" only after "is"."""
    words = {_word(tokens, n) for n in range(len(tokens)) if n != place}
    if _tag(tokens, place + 1) != "JJ" or _word(tokens, place + 1) == "possible":
        return False
    if not words.isdisjoint(_GRADED.keys() | {"less", "or", "but"}):
        return False
    if plain(tokens[place]) == "more":
        return tokens[place - 1].pos == "AUX" and "than" in words
    return _word(tokens, place - 1) == "the" or tokens[place - 1].pos == "AUX"


def _word(tokens: Sequence[Token], place: int) -> str:
    return plain(tokens[place]).strip(_SIGNS) if 0 <= place < len(tokens) else ""


def _tag(tokens: Sequence[Token], place: int) -> str:
    return tokens[place].tag if 0 <= place < len(tokens) else ""


@cache
def _praise() -> frozenset[str]:
    return frozenset(lexicon("antonyms")["clashes"]["PRAISE"])
