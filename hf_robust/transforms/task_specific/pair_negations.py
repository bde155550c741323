"""The main clause of an entailed hypothesis is denied with "not", if the premise tells it in nearly the same words."""

from collections.abc import Iterator, Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.language.english.asserted_clause import Assertion, main_clause
from hf_robust.language.english.closed_classes import (
    AFTER_NOT,
    AMOUNTS,
    APPROXIMATORS,
    ASSURANCES,
    BE_TENSED,
    CONDITIONS,
    CONSEQUENCES,
    DO_TENSED,
    EXTENTS,
    FEMININE,
    FEW,
    FIRST_PLURAL,
    FIRST_SINGULAR,
    FOCUS_ADVERBS,
    FREQUENCIES,
    GROUPS,
    HAVE_TENSED,
    HEDGES,
    JOINERS,
    LINKING_VERBS,
    MANY,
    MASCULINE,
    MIDDLE_DEGREES,
    MODALS,
    MODALS_CONTRACTED,
    MOST_TIMES,
    NEAR_NEGATIONS,
    NEGATED_AMOUNTS,
    NEGATIONS,
    NEUTER,
    NOT,
    OTHERS,
    PLAINLY,
    PRIMARY_VERBS,
    QUANTITIES,
    SECOND_PERSON,
    SELDOM,
    SHORT_DEGREES,
    SINGULAR_POINTERS,
    SOME_WORDS,
    STRONG_DEGREES,
    SUBJECT_PRONOUNS,
    THIRD_PLURAL,
    TIMES_OF_CLAUSES,
    UNIVERSALS,
)
from hf_robust.language.english.denials import DO
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.verbs import ADVERBS, reinflected
from hf_robust.language.lexicons.wordnet import ABSTRACT, noun_kind
from hf_robust.transforms.task_specific.pair_existence import ALSO, is_sole_denial
from hf_robust.transforms.task_specific.pair_reference import (
    has_bare_plural,
    has_plain_agent,
    names_amount,
    tells_of_another,
    tells_past,
)
from hf_robust.transforms.task_specific.pair_scenes import ANYBODY
from hf_robust.transforms.task_specific.pair_told import has_word, said_words
from hf_robust.transforms.task_specific.pair_view import PairWords, Swap

PARTIAL = frozenset(
    "sometimes occasionally plenty until due thanks slightly somewhat apparently reportedly increasingly".split()
)
"""Words beside which a denial leaves open what it denies, or denies another thing."""
# a denial beside one of these says something else, or leaves open what it denies
_POLAR = (
    (ALSO | SOME_WORDS | MANY | FOCUS_ADVERBS | FREQUENCIES | MOST_TIMES | SELDOM | MIDDLE_DEGREES | CONSEQUENCES)
    | (PLAINLY | ASSURANCES | EXTENTS)
    | (FEW - {"few"})
    | PARTIAL
    | AMOUNTS
    | {"both", "almost", "lots"}
)
_SHARED = frozenset({"together", "once", "better"})  # beside these a denial is sure only if the premise has them too
_DEGREES = SHORT_DEGREES | STRONG_DEGREES | {"highly", "much"}
_THIRD_PERSON = MASCULINE | FEMININE | NEUTER | THIRD_PLURAL
_PERSONS = (FIRST_SINGULAR, FIRST_PLURAL, SECOND_PERSON, MASCULINE, FEMININE, NEUTER, THIRD_PLURAL)
# a part of a sentence with one of these may say only what might be
_MAY_BE = frozenset({"may", "might", "could"})
_HEDGED = _MAY_BE | HEDGES | {"suppose", "imagine"}
_SUPPOSING = CONDITIONS | {"whether"}
_BREAKS = frozenset({",", ";", ":", "--", "–", "—"})
_OPENERS = TIMES_OF_CLAUSES | CONDITIONS | {"as"}  # of a clause before the main one
_LINKS = frozenset({"WDT", "WP", "WP$", "WRB", "IN"})  # before a clause of its own
_BARE = frozenset({"NN", "NNS", "JJ"})
# words with which a premise denies
_DENYING = NEGATIONS | NEAR_NEGATIONS | SELDOM | FEW | frozenset("fail lack refuse decline".split())
# with one of these "not" denies a part alone, or belongs to a phrase
_LIMITED = (
    AFTER_NOT | NEGATED_AMOUNTS | QUANTITIES | UNIVERSALS | {"help", "enough", "always", "long", "bit", "whatsoever"}
)
_FULL = {"ca": "can", "wo": "will", "sha": "shall"}
_WRONG = frozenset({("NNS", "VBZ"), ("NN", "VBP"), ("PRP$", "VBZ"), ("PRP$", "VBD"), ("PRP$", "VBP")})
_OF = frozenset({"of", "for", "about"})
# kinds of nouns that a paraphrase adds: "over a decade", "an indication of correctness"
_LOOSE = (ABSTRACT - {"cognition", "communication", "possession"}) | {"time", ""}
# verbs that need a preposition, so that what stands behind it is their object
_WITH_PREPOSITION = frozenset("depend rely result lead consist belong refer relate deal focus base concentrate".split())
_SHORT = frozenset({"m", "re", "s"})  # of "be", where the apostrophe is a token of its own
_RELATIVES = _LINKS - {"IN"}
_DASHES = frozenset({"-", "--", "–", "—"})
# of so many words that say something the premise may lack one; of two only if it has all of the subject and enough
_THIRD, _HALF = 3, 2
_ENOUGH = 3
_MANY = 5  # of so many words one noun may be another word for what the premise tells


def negation_swaps(doc: Doc, mine: PairWords, yours: PairWords) -> Iterator[Swap]:
    """The way to deny the main clause of a hypothesis with "not".

    Args:
        doc: The hypothesis.
        mine: Its words.
        yours: The words of the premise.
    """
    clause = main_clause(doc.tokens)
    if clause is None or doc.tokens[-1].sent != doc.tokens[0].sent:
        return
    low = mine.low
    if _is_polar(mine, yours) or not UNIVERSALS.isdisjoint(low[: clause.finite]):
        return
    if not (_DEGREES & {*low}) <= {*yours.low} or not _names_same(mine, yours, clause):
        return
    if not _is_told(mine, yours, clause) or is_supposed(mine, yours, low[clause.finite] in _MAY_BE):
        return
    edit = _affirmed(mine, yours, clause) if clause.denied else _negated(mine, yours, clause)
    if edit is not None and doc.is_free(edit.start, edit.end):
        yield Swap((edit,), True)


def _is_polar(mine: PairWords, yours: PairWords) -> bool:
    """Whether "not" beside some word of a hypothesis says something else than that it is not so."""
    tags = [*(token.tag for token in mine.tokens[1:]), ""]
    for place, (low, after) in enumerate(zip(mine.low, tags)):
        if low in _POLAR:
            degree = low == "too" and after in ("JJ", "RB")
            opens = place == 0 and low in CONSEQUENCES | {"again"} and mine.low[1] == ","
            if not (degree or opens):
                return True
        elif low in _SHARED and low not in yours.low:
            return True
    return False


def _is_somebody(mine: PairWords, clause: Assertion) -> bool:
    """Whether the subject is a common noun of people or animals."""
    last = mine.tokens[clause.finite - 1]
    lemma = mine.lemmas[clause.finite - 1]
    return last.tag in ("NN", "NNS") and (lemma in ANYBODY | GROUPS or noun_kind(lemma) in ("person", "animal"))


def _names_same(mine: PairWords, yours: PairWords, clause: Assertion) -> bool:
    """Whether the premise speaks of the persons that the pronouns of a hypothesis mean, and of nobody beside them."""
    noun = next((n for n, token in enumerate(mine.tokens) if token.tag[:2] == "NN"), len(mine.tokens))
    for place, (word, token) in enumerate(zip(mine.low, mine.tokens)):
        if token.tag != "PRP" or (place > noun and word in _THIRD_PERSON) or _is_empty(mine, place, clause):
            continue  # the hypothesis itself says who is meant
        if not any(word in one and not one.isdisjoint(yours.low) for one in _PERSONS):
            return False
    if clause.first + 1 == clause.finite and mine.tokens[clause.first].tag == "DT":
        return mine.low[clause.first] in yours.low
    return True


def _is_empty(mine: PairWords, place: int, clause: Assertion) -> bool:
    """Whether "it" means nothing: "it is thought that ...", "it is hard to ..."."""
    if mine.low[place] != "it" or place != clause.first or mine.low[clause.finite] not in BE_TENSED:
        return False
    return mine.tokens[clause.finite + 1].tag in ("JJ", "VBN") and not {"that", "to"}.isdisjoint(mine.low[place:])


def _is_told(mine: PairWords, yours: PairWords, clause: Assertion) -> bool:
    """Whether the premise has most of the words of a hypothesis, those of its subject above all, and tells them."""
    said = said_words(mine)
    missing = [n for n, word, kind in said if not has_word(yours.all, word, kind)]
    if any(n > clause.finite and mine.tokens[n].tag[:2] != "VB" for n in missing) and not lacks_noun(mine, missing):
        return False  # the denial may be true of what only the hypothesis tells: "is not on a giant hill"
    lacks = len(missing)
    if not said or lacks > len(said) // _HALF:
        return False
    is_near = len(said) - lacks >= _ENOUGH and all(n >= clause.finite for n in missing)
    return lacks <= len(said) // _THIRD or is_near


def lacks_noun(mine: PairWords, missing: Sequence[int]) -> bool:
    """Whether a premise lacks, beside verbs, one noun, which may be another word for a thing that the premise tells."""
    other = [n for n in missing if mine.tokens[n].tag[:2] != "VB"]
    if [mine.lemmas[n] for n in other] == ["way"]:
        return True  # "is a way to thank them"
    if len(other) != 1 or mine.tokens[other[0]].tag not in ("NN", "NNS") or len(said_words(mine)) < _MANY:
        return False
    before = next((n for n in range(other[0], 0, -1) if mine.tokens[n].tag in ("IN", "TO") or _is_verb(mine, n)), 0)
    needed = mine.lemmas[before - 1] in _WITH_PREPOSITION
    if mine.tokens[before].tag in ("IN", "TO") and mine.low[before] not in _OF and not needed:
        return False  # who is near the water need not be near a pond
    numbers = any(token.tag == "CD" for token in mine.tokens)
    return not numbers and noun_kind(mine.lemmas[other[0]]) not in _LOOSE


def _is_verb(mine: PairWords, place: int) -> bool:
    return mine.tokens[place].tag[:2] == "VB"


def is_supposed(mine: PairWords, yours: PairWords, possible: bool) -> bool:
    """Whether the part of the premise that tells a hypothesis asks it, or says it under a condition or as possible.

    Args:
        mine: The words of the hypothesis.
        yours: The words of the premise.
        possible: Whether the hypothesis says only what is possible.
    """
    parts: list[tuple[int, set[str]]] = [(0, set())]
    conditional = set()
    for n, (token, low, lemma) in enumerate(zip(yours.tokens, yours.low, yours.lemmas)):
        if low in _BREAKS or token.sent != parts[-1][0]:
            parts.append((token.sent, set()))
        parts[-1][1].update((low, lemma))
        if low == "?" or (low in _SUPPOSING and yours.low[n - 1 : n] not in (["even"], ["as"])):
            conditional.add(token.sent)
    said = said_words(mine)
    sentence, told = max(parts, key=lambda part: sum(has_word(part[1], word, kind) for _, word, kind in said))
    return sentence in conditional or not (possible or _HEDGED.isdisjoint(told))


def _affirmed(mine: PairWords, yours: PairWords, clause: Assertion) -> Edit | None:
    """The edit that takes "not" out of a clause; None where the premise denies nothing or "not" does not deny all."""
    tokens, low, at = mine.tokens, mine.low, clause.finite
    where = at + 1
    if low[at] in ("may", "might") or not clause.definite:
        return None
    if low[at] == "ca" and mine.lemmas[clause.main - 1] == "be":
        return None  # what must not be missed can be missed
    if where >= len(tokens) or low[where] not in NOT or not is_sole_denial(mine) or _goes_on(mine, clause):
        return None
    lacks = any(word.endswith("less") and len(word) > len("unless") for word in yours.low)  # "shirtless"
    if (_DENYING.isdisjoint(yours.all) and not lacks) or not _LIMITED.isdisjoint(low[where:]):
        return None
    if low[at] in DO_TENSED:
        if clause.main != where + 1:
            return None
        tag = next(tag for tag, do in DO.items() if do == low[at])
        form = reinflected(low[clause.main], "VB", tag)
        return Edit(tokens[at].start, tokens[clause.main].end, form) if form else None
    full = _FULL.get(low[at])
    if full is None and low[at] not in BE_TENSED | HAVE_TENSED | MODALS:
        return None
    return Edit(tokens[at].start, tokens[where].end, full or tokens[at].text)


def _negated(mine: PairWords, yours: PairWords, clause: Assertion) -> Edit | None:
    """The edit that puts "not" into a clause; None where its scope or form is not sure."""
    tokens, low, at = mine.tokens, mine.low, clause.finite
    token = tokens[at]
    if not clause.definite or not (NEGATIONS | (_MAY_BE - {low[at]})).isdisjoint(low):
        return None
    if not _DENYING.isdisjoint(yours.low) and not _has_verb(mine, yours, clause.main):
        return None  # who "did not respond" need not have declined
    if names_amount(mine, clause) or has_plain_agent(mine, clause.main) or _are_two(mine, clause):
        return None  # who was not seen by two people may have been seen by others
    if any(tells_of_another(mine, yours, n) for n in range(at, len(tokens)) if tokens[n].tag == "JJ"):
        return None
    if tells_past(yours) if clause.modal else has_bare_plural(mine, clause):
        return None
    if _is_somebody(mine, clause) and (tokens[clause.first].tag in _BARE or not OTHERS.isdisjoint(yours.low)):
        return None  # there may be others of whom it is true
    if tokens[at - 1].tag in ADVERBS or token.text[:1].isupper() or low[at] == "'d":
        return None
    if (
        (low[at + 1] == "to" and (low[at] == "used" or low[at] in BE_TENSED))
        or _is_rough(mine)
        or _goes_on(mine, clause)
    ):
        return None
    if low[at] in MODALS_CONTRACTED:
        return Edit(token.start, token.end, "will not" if tokens[at - 1].end < token.start else " will not")
    if low[at] == "'" and low[at + 1] in _SHORT:
        return Edit(tokens[at + 1].end, tokens[at + 1].end, " not")
    if low[at] in BE_TENSED or token.tag == "MD" or clause.main > at:
        return (
            Edit(token.start, token.end, "cannot")
            if low[at] in ("can", "may", "might")
            else Edit(token.end, token.end, " not")
        )
    if not _agrees(mine, clause):
        return None
    base = reinflected(low[at], token.tag, "VB")
    return Edit(token.start, token.end, f"{DO[token.tag]} not {base}") if base else None


def _are_two(mine: PairWords, clause: Assertion) -> bool:
    """Whether the subject is several that are joined: "and" stands in it, and the verb is not one of a single thing."""
    single = mine.tokens[clause.finite].tag == "VBZ" or mine.low[clause.finite] == "was"
    return "and" in mine.low[clause.first : clause.finite] and not single


def _has_verb(mine: PairWords, yours: PairWords, place: int) -> bool:
    """Whether the premise has a verb of a hypothesis; it needs none of "be" and "have"."""
    lemma = mine.lemmas[place]
    return lemma in PRIMARY_VERBS or has_word(yours.all, lemma, "v")


def _agrees(mine: PairWords, clause: Assertion) -> bool:
    """Whether a verb is that of the subject before it: neither a noun nor the verb of "Ann said" behind a statement."""
    tokens, low, at = mine.tokens, mine.low, clause.finite
    before, verb = tokens[at - 1].tag, tokens[at].tag
    if before[:2] not in ("NN", "PR", "DT", "CD") or (before, verb) in _WRONG:
        return False
    if low[at - 1] in SINGULAR_POINTERS and verb == "VBP":
        return False
    if before == "PRP" and at - 1 > clause.first:
        return False  # "a practice it says is ..."
    if at + 1 < len(tokens) and tokens[at + 1].tag in FINITE:
        return False  # "the money saved will be ..."
    return "," not in low[:at] or any(token.pos != "PUNCT" for token in tokens[at + 1 :])


def _is_rough(mine: PairWords) -> bool:
    """Whether a number is only near the one that is meant: "about 500", "a few"."""
    return " a few " in mine.joined or any(
        word in APPROXIMATORS and after.tag == "CD" for word, after in zip(mine.low, mine.tokens[1:])
    )


def _goes_on(mine: PairWords, clause: Assertion) -> bool:
    """Whether another verb, statement or quality is joined to what is denied, which the denial may not reach."""
    tokens, low = mine.tokens, mine.low
    linked = mine.lemmas[clause.main] in LINKING_VERBS
    for place in range(clause.main + 1, len(tokens) - 1):
        if tokens[place].tag in _RELATIVES:
            return False
        if low[place] in _DASHES and tokens[place - 1].end < tokens[place].start:
            return True
        rest = [token.tag for token in tokens[place + 1 :] if token.tag not in ADVERBS]
        if low[place] in JOINERS:
            if linked and low[place] == "and" and all(token.tag != "IN" for token in tokens[clause.main : place]):
                return True
            end = next((n for n, tag in enumerate(rest) if tag in _LINKS), len(rest))
            if not FINITE.isdisjoint(rest[:end]) or any(tag[:2] == "VB" for tag in rest[:1]):
                return True
        verb = bool(rest) and rest[0] in FINITE | {"VBG"} and low[place + 1] != "according"
        if low[place] == "," and (verb or low[place + 1] in SUBJECT_PRONOUNS):
            return True
    return False
