"""Details of a clause that presuppose what it says, so that they make no sense when it is negated."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    ARTICLES,
    ASSURANCES,
    CONTRASTS,
    DAY_PARTS,
    EVERY_PRONOUNS,
    HEDGES,
    HOURS_AND_MINUTES,
    MONTHS,
    NEGATIONS,
    NEXT_AND_LAST,
    NUMBER_WORDS,
    PLAINLY,
    POSSESSIVES_THIRD,
    RELATIVE_TIMES,
    SCALES,
    SEQUENCE_ADVERBS,
    THOUGHTS,
    WEEKDAYS,
)
from hf_robust.language.english.opposed_times import is_year
from hf_robust.language.english.tense_signs import FINITE, QUOTES
from hf_robust.language.english.verbs import ADVERBS, plain, reinflected
from hf_robust.language.lexicons import lexicon

_DETAILING = HEDGES | frozenset(
    "especially particularly notably namely mainly chiefly including particular further".split()
)
_CLOCK = frozenset({"a.m", "p.m", "o'clock", "noon", "midnight"})
# what one was in the time before or is from then on: "was then not", "have now not"
_PHASES = (RELATIVE_TIMES | SEQUENCE_ADVERBS | {"then", "ultimately"}) - {"again"}
_PHASE_VERBS = frozenset("begin start continue resume finish die rise fall climb drop increase decrease".split())
_TOLD = THOUGHTS | frozenset("mean expect want require show prove say feel".split())
_SIGNS = ".,;:!?\"'()"
# adverbs between "not" and a participle that tell no manner
_FORMALLY = (HEDGES | ASSURANCES | PLAINLY) | frozenset(
    """officially formally publicly directly immediately actually fully currently usually generally typically reportedly
        allegedly apparently supposedly entirely""".split()
)
_APPOSED = ARTICLES | POSSESSIVES_THIRD | {"all", "among", "with", "where", "one"}
_MOVED = 2  # tokens from "and" to a verb that it joins: "and still show"


def why_detailed(tokens: Sequence[Token], verb: int, asks: bool = False) -> str | None:
    """Why the details of a clause make no sense under a negation; None where they do.

    Details are: an amount, a part of a day, what a colon or "especially" adds, an apposition, a second verb after
    "and", a reported statement, and an adverb that sets a phase or a manner ("was then", "lightly quoted").

    Args:
        tokens: The tokens of the clause, with tags and trees.
        verb: Number of its finite verb.
        asks: Whether it is a question: of questions only those that ask why something happened are refused.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("Sales/NOUN/NNS//nsubj/2 rose/VERB/VBD//root/0 5/NUM/CD//nummod/4 percent/NOUN/NN//obl/2")
        >>> why_detailed(doc.tokens, 1)
        'details of the clause presuppose it'
    """
    after = range(verb + 1, len(tokens))
    words = [_word(tokens, n) for n in range(len(tokens))]
    if words.count("why") and tokens[verb].tag == "VBD":
        return "a question that asks why something happened"
    if asks:
        return None
    told = (
        words[verb + 1 :].count("as") > 1
        or not _DETAILING.isdisjoint(words[verb + 2 :])
        or any(_is_amount(tokens, n) for n in after)
    )
    told = told or not EVERY_PRONOUNS.isdisjoint(words[verb + 1 :]) or _ranks(tokens, verb)
    hours = any(
        one in ("early", "late") and other in DAY_PARTS | WEEKDAYS | {"hours"} for one, other in pairwise(words)
    )
    if told or hours or _is_explained(tokens, verb) or _adds_verb(tokens, verb):
        return "details of the clause presuppose it"
    linked = tokens[verb].dep.split(":")[0] in ("aux", "cop")
    between = words[verb + 1] if linked and verb + 1 < len(words) and tokens[verb + 1].tag in ADVERBS else ""
    manner = between.endswith("ly") and between not in _FORMALLY
    if manner or not _PHASES.isdisjoint((between, words[verb - 1] if verb else "")):
        return "an adverb that a negation does not go with"
    base = reinflected(plain(tokens[verb]), tokens[verb].tag, "VB")
    holds = any(tokens[n].dep == "ccomp" and tokens[n].head == verb for n in after)
    opens = any(mark in token.text for token in tokens[verb + 1 : verb + 4] for mark in QUOTES)
    if base in _PHASE_VERBS or (base not in _TOLD and tokens[verb].dep != "aux" and (holds or opens)):
        return "the verb presupposes or reports what follows"
    return None


def is_told_around(tokens: Sequence[Token], clause: Sequence[Token], affirms: bool) -> bool:
    """Whether the text around a clause tells how somebody feels about it, its condition or hour, or goes on from it.

    Args:
        tokens: The tokens of the text.
        clause: The tokens of the clause.
        affirms: Whether the clause loses its negation.
    """
    inside = {token.start for token in clause}
    last = max((token.sent for token in tokens if token.start in inside), default=0)
    around = {_bare(token) for token in tokens if token.start not in inside}
    words = set(map(_bare, tokens))
    clocks = not _CLOCK.isdisjoint(words) or any(":" in word and word[0].isdigit() for word in words)
    asked = sum(token.text.endswith("?") for token in tokens)
    # what a later sentence tells may follow from the clause: "who drove around. When his wife heard of it"
    goes_on = any(token.tag in FINITE and token.sent > last for token in tokens)
    denied = affirms and not around.isdisjoint(NEGATIONS)  # "it is not allowed and nobody is responsible"
    if denied or (affirms and "if" in around) or clocks or asked > 1 or goes_on or _runs_on(tokens):
        return True
    if asked and any(token.tag in ("JJS", "RBS") for token in tokens if token.start not in inside):
        return True  # "your most important decision, which did not matter"
    return not around.isdisjoint(_feelings() | CONTRASTS)


def _runs_on(tokens: Sequence[Token]) -> bool:
    """Whether a headline runs into the text below it without a mark: "for digital home The new standard"."""
    return any(
        one.pos == "NOUN" and one.text[-1].isalpha() and other.tag in ("DT", "PRP", "JJ") and other.text.istitle()
        for one, other in pairwise(tokens)
    )


def _bare(token: Token) -> str:
    return plain(token).strip(_SIGNS)


def _word(tokens: Sequence[Token], place: int) -> str:
    return _bare(tokens[place]) if 0 <= place < len(tokens) else ""


def _is_amount(tokens: Sequence[Token], place: int) -> bool:
    """Whether a token is a number that measures or counts, and no year, day of a month, ordinal or part of a name."""
    token, word = tokens[place], _word(tokens, place)
    if any(sign in token.text for sign in "$£€%") or word in SCALES:
        return True
    if word in NUMBER_WORDS - {"one"}:
        return _word(tokens, place - 1) not in NEXT_AND_LAST
    before, follows = _word(tokens, place - 1), _word(tokens, place + 1)
    counts = place + 1 < len(tokens) and tokens[place + 1].tag == "NNS"
    year = is_year(token._replace(text=word)) and not (counts and token.text == word)
    if not word[:1].isdigit() or word.endswith(("st", "nd", "rd", "th", "s")) or year:
        return word[:1].isdigit() and follows in HOURS_AND_MINUTES
    named = place > 0 and tokens[place - 1].text[:1].isupper() and tokens[place - 1].pos == "PROPN"
    return not (before in MONTHS or follows in MONTHS or named)


def _ranks(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a clause praises with "one of the best", or counts what somebody did: "for his 23rd save"."""
    words = [_word(tokens, n) for n in range(verb + 1, len(tokens))]
    praised = any(words[n : n + 3] == ["one", "of", "the"] for n in range(len(words)))
    ranked = any(one in POSSESSIVES_THIRD and other[:1].isdigit() for one, other in pairwise(words))
    return ranked or (praised and any(token.tag == "JJS" for token in tokens[verb + 1 :]))


def _is_explained(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a colon, a dash or an apposition tells more of what the clause says: "two sons: Ann and Bo"."""
    for place in range(verb + 1, len(tokens) - 1):
        text, follows = tokens[place].text, _word(tokens, place + 1)
        if tokens[place].pos == "PROPN" and follows in ARTICLES:
            return True
        if tokens[place + 1].tag in ("WDT", "WP") and any(
            token.tag == "VBD" for token in tokens[place + 2 : place + 4]
        ):
            return True  # "a burst which overturned the lead"
        if text[-1] in ":;" or text in ("--", "-", "–"):
            return True
        if text[-1] == "," and (follows in _APPOSED or follows.isdigit()):
            return True
    return False


def _adds_verb(tokens: Sequence[Token], verb: int) -> bool:
    """Whether "and" joins another verb or another day to what is negated: "not issued and show"."""
    for place in range(verb + 1, len(tokens) - 1):
        if plain(tokens[place]) != "and":
            continue
        if _word(tokens, place + 1) in WEEKDAYS | MONTHS:
            return True
        at = place + 1
        while at < len(tokens) - 1 and tokens[at].tag in ADVERBS and at - place < _MOVED:
            at += 1
        same = tokens[at].head == verb and tokens[at].tag == tokens[verb].tag  # takes the form of the negated verb
        joined = not same and (tokens[at].pos in ("VERB", "AUX") or tokens[at].tag in FINITE | {"VB"})
        if joined and tokens[at].dep != "amod" and tokens[place + 1].text[:1].islower():
            return True
    return False


@cache
def _feelings() -> frozenset[str]:
    """Participles that tell how somebody feels: "frustrated"."""
    table = lexicon("polar_words")["reversals"]
    words = {word for side in ("positive", "negative") for word in table[side]["adjectives"]}
    return frozenset(word for word in words if word.endswith("ed")) | {"angry", "happy", "upset"}
