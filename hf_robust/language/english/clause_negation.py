"""Negation of a whole clause: "is not ...", "does not ...", or an affirmative clause instead of a negated one."""

from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import (
    AFTER_NOT,
    APPROXIMATORS,
    ASSURANCES,
    BE_TENSED,
    FOCUS_ADVERBS,
    FREQUENCIES,
    FULL_DEGREES,
    PLAINLY,
    PRESENT_MODALS,
    QUANTITIES,
    SOME_PRONOUNS,
    UNIVERSALS,
)
from hf_robust.language.english.denials import DO
from hf_robust.language.english.negation_moves import without_negation
from hf_robust.language.english.sentiment_words import NEGATORS, cased
from hf_robust.language.english.verbs import children, plain, reinflected, subject_of

_BEFORE_NOT = (ASSURANCES - {"truly"}) | PLAINLY | FOCUS_ADVERBS | {"absolutely", "probably"}
_BROAD = UNIVERSALS | QUANTITIES | {"everything", "everyone", "every", "everybody", "nothing", "no", "none", "neither"}
# under a negation these say something else, or are wrong
_POSITIVE_ONLY = (
    (FREQUENCIES - {"regularly"})
    | SOME_PRONOUNS
    | (APPROXIMATORS - {"approximately", "roughly"})
    | frozenset(
        "completely totally fully entirely already even too only both rather sometimes often everywhere far".split()
    )
)
_MEASURES = (APPROXIMATORS - {"approximately", "roughly"}) | {"just", "over", "under", "least", "most"}
# a negation before these does not deny the rest: "not that good"
_MEASURING = AFTER_NOT | {"even", "particularly"}
# modals of a clause that holds
_DENIED_MODALS = (PRESENT_MODALS - {"may"}) | {"would", "'ll"}
_CONTRACTED = {"'ve": " have", "'ll": " will", "'re": " are", "'m": " am", "'s": " is"}


def negated_clause(doc: Doc, head: int) -> list[Edit]:
    """The edits that negate the clause of a predicate, or take its negation away.

    Args:
        doc: The text, with tags, lemmas and trees.
        head: Index of the predicate of the clause.

    Raises:
        NotApplicable: When the result would not be good English, or would not say the opposite.

    Example:
        >>> from hf_robust.core.edits import apply
        >>> doc = Doc.tagged("It/PRON/PRP//nsubj/2 has/VERB/VBZ/have/root/2 ports/NOUN/NNS//obj/2")
        >>> apply(doc.text, negated_clause(doc, 1))
        'It does not have ports'
    """
    tokens = doc.tokens
    below = children(tokens, head)
    negators = [n for n in below if plain(tokens[n]) in NEGATORS - {"no"} and tokens[n].dep != "cc"]
    if negators:
        words = {plain(token) for token in tokens[negators[0] :] if token.sent == tokens[head].sent}
        if len(negators) > 1 or negators[0] > head or not words.isdisjoint(_BROAD | _MEASURING):
            raise NotApplicable("a negation that cannot be taken away")
        return without_negation(doc, negators[0], head)
    _check(tokens, head, below)
    aux = [n for n in below if tokens[n].dep.split(":")[0] in ("cop", "aux") and n < head]
    edits = _after_auxiliary(doc, head, aux) if aux else _with_do(doc, head)
    return sorted([*edits, *_agreeing(doc, head)])


def _check(tokens: Sequence[Token], head: int, below: Sequence[int]) -> None:
    subjects = [n for n in below if tokens[n].dep.startswith(("nsubj", "csubj"))]
    for n in subjects:
        words = {plain(tokens[m]) for m in (n, *children(tokens, n))}
        if not words.isdisjoint(_BROAD) or tokens[n].dep.startswith("csubj") or tokens[n].tag in ("WP", "WDT"):
            raise NotApplicable("a subject that a negation would reach")
    inside = {plain(tokens[n]) for n in below} | {plain(tokens[m]) for n in below for m in children(tokens, n)}
    found = sorted(inside & (_POSITIVE_ONLY | {"no", "nothing", "not", "all", "so", "as", "than"}))
    if found:
        raise NotApplicable(f"'{found[0]}' does not go with a negation")
    rest = [n for n in range(head + 1, len(tokens)) if tokens[n].sent == tokens[head].sent and tokens[n].pos == "NUM"]
    if any(plain(tokens[n - 1]) in _MEASURES for n in rest):
        raise NotApplicable("a measured number does not go with a negation")  # "lasts just over five hours"
    joined = [n for n in below if tokens[n].dep == "conj" and tokens[n].pos != "NOUN"]
    bare = [n for n in joined if not any(tokens[m].dep.startswith("nsubj") for m in children(tokens, n))]
    if bare and not all(tokens[n].pos == tokens[head].pos == "ADJ" for n in bare):
        raise NotApplicable("a negation would reach what is joined to the predicate")


def _after_auxiliary(doc: Doc, head: int, aux: Sequence[int]) -> list[Edit]:
    tokens = doc.tokens
    first = tokens[aux[0]]
    tensed = plain(first) in BE_TENSED or first.tag in ("MD", "VBZ", "VBP", "VBD")
    if not tensed or first.tag == "TO" or (aux[0] + 1 < head and tokens[aux[0] + 1].tag in ("PRP", "EX")):
        raise NotApplicable("no verb that a negation could follow")
    if first.tag == "MD" and plain(first) not in _DENIED_MODALS:
        raise NotApplicable("an opinion that is only wished for or supposed")
    if aux[0] == 0 or tokens[aux[0] - 1].sent != first.sent or tokens[aux[0] - 1].tag in ("WRB", "CC", ","):
        raise NotApplicable("no verb that a negation could follow")
    if plain(first) == "ca":
        raise NotApplicable("no verb that a negation could follow")
    place = aux[0]
    while place + 1 < head and plain(tokens[place + 1]) in _BEFORE_NOT:
        place += 1
    degrees = [n for n in range(place + 1, head) if tokens[n].dep == "advmod" and plain(tokens[n]) in _STRONG]
    taken = [Edit(tokens[n].start, tokens[n + 1].start, "") for n in degrees]
    short = plain(first)
    if short in _CONTRACTED and short != "'s":
        return [Edit(first.start, tokens[place].end, f"{_CONTRACTED[short]} not"), *taken] if place == aux[0] else []
    return [Edit(tokens[place].end, tokens[place].end, " not"), *taken]


_STRONG = FULL_DEGREES | frozenset("extremely amazingly highly super exceptionally so".split())


def _with_do(doc: Doc, head: int) -> list[Edit]:
    tokens = doc.tokens
    token = tokens[head]
    subject = subject_of(tokens, head)
    base = reinflected(plain(token), token.tag, "VB")
    if token.tag not in DO or base is None or subject is None or subject > head:
        raise NotApplicable("a verb that cannot be negated")
    if plain(token) in BE_TENSED:  # "be" without a predicate of its own: "there is a problem"
        return [Edit(token.end, token.end, " not")]
    return [Edit(token.start, token.end, cased(token, f"{DO[token.tag]} not {base}"))]


def _agreeing(doc: Doc, head: int) -> list[Edit]:
    """ "Some" becomes "any", and "and" becomes "or" between adjectives."""
    tokens, edits = doc.tokens, list[Edit]()
    for n in children(tokens, head):
        if tokens[n].dep == "conj" and tokens[n].pos == "ADJ" and not has_own_subject(tokens, n):
            joins = [m for m in children(tokens, n) if tokens[m].dep == "cc" and plain(tokens[m]) in ("and", "&")]
            edits += [Edit(tokens[m].start, tokens[m].end, "or") for m in joins]
        if n > head:
            edits += [
                Edit(tokens[m].start, tokens[m].end, "any")
                for m in children(tokens, n)
                if plain(tokens[m]) == "some" and tokens[m].dep == "det"
            ]
    return edits


def has_own_subject(tokens: Sequence[Token], place: int) -> bool:
    """Whether a subject depends on a word."""
    return any(tokens[n].dep.startswith("nsubj") for n in children(tokens, place))
