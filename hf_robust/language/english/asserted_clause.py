"""The main clause that a short text asserts: its subject, its verb and what is said, found by tags alone."""

from collections.abc import Sequence
from typing import NamedTuple

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    ADVERSATIVES,
    AMOUNTS,
    BE,
    BE_CONTRACTED,
    CONDITIONS,
    DO_TENSED,
    EVERY_PRONOUNS,
    FEW,
    HAVE,
    HEDGES,
    INDEFINITE_ARTICLES,
    LESS,
    MANY,
    MORE,
    NEGATIONS,
    POINTERS,
    POSSESSIVES,
    QUANTITIES,
    QUESTION_WORDS,
    REASONS,
    SOME_PRONOUNS,
    SUBJECT_PRONOUNS,
    THOUGH,
    TIMES_OF_CLAUSES,
    UNIVERSALS,
)
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.verbs import ADVERBS, plain

_BARE = frozenset({"NN", "NNS", "JJ", "VBG"})
_NAMES = frozenset({"NNP", "NNPS"})
# a text with one of these argues or asks, or says only what may be; a condition may follow what is said
_UNSURE = (
    ADVERSATIVES
    | HEDGES
    | REASONS
    | THOUGH
    | frozenset("? ; : may might could likely unlikely despite either only so".split())
)
_POSSIBLE = frozenset({"may", "might", "could"})
_OPENING = QUESTION_WORDS | CONDITIONS | {"after", "before", "while"}
_SHORT = BE_CONTRACTED | {"'ve", "'d", "ve"}
_TIMED = TIMES_OF_CLAUSES | CONDITIONS | {"as"}  # these open a clause before the main one
_PHRASES = frozenset({"WDT", "WP", "WP$", "WRB", "IN", "TO"})  # tags with which a phrase or a clause begins
_INDEFINITE = INDEFINITE_ARTICLES | {"another", "one"}
_COUNTED = SOME_PRONOUNS | QUANTITIES | MANY | FEW | MORE | LESS | AMOUNTS | {"enough", "lots", "plenty"}


class Assertion(NamedTuple):
    """The main clause of a text, by the numbers of its tokens.

    Args:
        first: First token of the subject.
        finite: The finite verb.
        main: The verb that says what is done; the finite one if there is no other.
        definite: Whether the subject is certain people or things, or all of a kind.
        one: Whether the subject is a single one of which the text does not say which.
        denied: Whether a negation stands before the verb or right behind it.
        modal: Whether it says what can be done.
    """

    first: int
    finite: int
    main: int
    definite: bool
    one: bool
    denied: bool
    modal: bool


def asserted_clause(tokens: Sequence[Token], possible: bool = False) -> Assertion | None:
    """The main clause of a text; None where it asserts nothing for sure, or gives reasons and contrasts as well.

    Args:
        tokens: The tokens of the text.
        possible: Whether a text that says what may, might or could be has a main clause as well.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("the/DET/DT idea/NOUN/NN was/AUX/VBD/be approved/VERB/VBN/approve")
        >>> found = asserted_clause(doc.tokens)
        >>> found.finite, found.main, found.definite
        (2, 3, True)
    """
    low = [plain(token) for token in tokens]
    if not (_UNSURE - _POSSIBLE if possible else _UNSURE).isdisjoint(low):
        return None
    finite = next((n for n, token in enumerate(tokens) if token.tag in FINITE), None)
    if not finite or any(word in _OPENING or (word == "that" and n) for n, word in enumerate(low[:finite])):
        return None
    main = _main_verb(tokens, low, finite)
    first = _first_of_subject(tokens, low, finite)
    if first is None or (main + 1 == len(tokens) and low[main] in BE):
        return None
    head = tokens[first]
    definite = low[first] not in _COUNTED and (
        head.tag == "PRP"
        or head.tag in _NAMES | _BARE
        or low[first] in POINTERS | POSSESSIVES | UNIVERSALS | EVERY_PRONOUNS | {"the", "that"}
    )
    denied = any(word in NEGATIONS - {"without"} for word in low[: main + 2])
    return Assertion(first, finite, main, definite, low[first] in _INDEFINITE, denied, low[finite] in ("can", "ca"))


def main_clause(tokens: Sequence[Token], possible: bool = True) -> Assertion | None:
    """The main clause of a text, also behind a phrase or a clause of time or condition."""
    found = asserted_clause(tokens, possible=possible)
    if found is not None or (tokens[0].tag not in _PHRASES and plain(tokens[0]) not in _TIMED):
        return found
    opens = plain(tokens[0]) in _TIMED
    for start in range(len(tokens) - 1, 0, -1):
        if tokens[start - 1].text == ",":
            if not opens:
                return None
        elif not _begins_clause(tokens, start, opens):
            continue
        rest = asserted_clause(tokens[start:], possible=possible)
        if rest is not None:
            return rest._replace(first=rest.first + start, finite=rest.finite + start, main=rest.main + start)
    return None


def _begins_clause(tokens: Sequence[Token], start: int, opens: bool) -> bool:
    """Whether a pronoun behind a phrase or a clause begins the main clause: "in the past they sang"."""
    pronoun = plain(tokens[start]) in SUBJECT_PRONOUNS - {"it"} and tokens[start].tag == "PRP"
    if not pronoun or start + 1 >= len(tokens) or tokens[start + 1].tag not in FINITE:
        return False
    if tokens[start - 1].tag not in ("NN", "NNS", "NNP", "CD", "DT", "RP", "RB") or tokens[start - 1].text == "that":
        return opens is False and tokens[start - 1].tag == "DT"
    verbs = sum(token.tag in FINITE for token in tokens[:start])
    return verbs == opens


def _main_verb(tokens: Sequence[Token], low: Sequence[str], finite: int) -> int:
    """The last verb of a group: "has never been approved"."""
    main = finite
    for place in range(finite + 1, len(tokens)):
        tag = tokens[place].tag
        if tag in ADVERBS or low[place] == "n't":
            continue
        if low[place] == "ve" and low[main] == "'":
            main = place
            continue
        follows = tag in ("VB", "VBN", "VBG") and (low[main] in BE | HAVE | DO_TENSED or tokens[main].tag == "MD")
        if not follows and not (low[main] in _SHORT and tag in ("VBN", "VBG")):
            return main
        main = place
    return main


def _first_of_subject(tokens: Sequence[Token], low: Sequence[str], finite: int) -> int | None:
    """Where the subject begins, behind a phrase with a comma; None where no subject stands before the verb."""
    first = max((n + 1 for n in range(finite) if low[n] == ","), default=0)
    if first and tokens[0].tag not in ("IN", "RB", "UH"):
        first = 0  # "Kom Ombo, a temple, is": the comma is inside the subject
    while first < finite and tokens[first].tag in ("RB", "UH", "CC", "``", "''"):
        first += 1
    return first if first < finite and tokens[first].tag != "IN" else None
