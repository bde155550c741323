"""Short clauses of general knowledge about well-known people, organizations and places, with their trees."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from hf_robust.language.english.closed_classes import BE_THIRD
from hf_robust.language.lexicons import lexicon

FACT_TYPES = ("person", "organisation", "place")
_BE = BE_THIRD | {"been"}
_HAVE = frozenset(("has", "have"))
_PLURAL_NAMES = frozenset(("Games", "Philippines", "States"))
_UPOS = {"DT": "DET", "IN": "ADP", "RB": "ADV", "JJ": "ADJ", "NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN"}
_UPOS |= {
    "NNPS": "PROPN",
    "CD": "NUM",
    "VBN": "VERB",
    "VBZ": "VERB",
    "VBD": "VERB",
    "VBP": "VERB",
    "WP": "PRON",
    "WDT": "PRON",
}
_INSIDE = {"DT": "det", "JJ": "amod", "CD": "nummod", "NN": "compound", "NNS": "compound", "NNP": "compound"}


class RelativeClause(NamedTuple):
    """A relative clause with its dependency tree (Universal Dependencies).

    Args:
        words: Its words, the relative pronoun first; no commas.
        upos: Universal part of speech of each.
        xpos: Penn tag of each.
        deprels: Relation of each; that of the predicate is ``acl:relcl``.
        heads: Number of each word's head in the clause, from 0; -1 for the predicate, which hangs on the noun.
    """

    words: tuple[str, ...]
    upos: tuple[str, ...]
    xpos: tuple[str, ...]
    deprels: tuple[str, ...]
    heads: tuple[int, ...]


def facts_about(name: str, kind: str) -> tuple[str, ...]:
    """What is known of somebody or something that has this very name; each begins with its verb.

    Args:
        name: The full name as it is written.
        kind: ``person``, ``organisation`` or ``place``.

    Example:
        >>> facts_about("Frida Kahlo", "person"), facts_about("Nobody", "person")
        (('was a painter',), ())
    """
    return _by_name(kind).get(name, ())


def safe_clauses(kind: str) -> tuple[str, ...]:
    """What can be said of anything that a text speaks of: it says nothing of the world.

    Args:
        kind: ``person``, ``organisation``, ``place`` or ``thing``.

    Example:
        >>> safe_clauses("place")[0]
        'was mentioned earlier'
    """
    return lexicon("facts")["generic"][kind]


_PLURALS = {"was": "were", "is": "are", "has": "have"}


def of_several(clause: str) -> str:
    """A clause of :func:`safe_clauses` with a plural subject.

    Example:
        >>> of_several("has been mentioned before")
        'have been mentioned before'
    """
    verb, _, rest = clause.partition(" ")
    return f"{_PLURALS[verb]} {rest}"


def relative_clause(clause: str, kind: str) -> RelativeClause:
    """A fact as a relative clause with its tree.

    Args:
        clause: As :func:`facts_about` and :func:`safe_clauses` give it.
        kind: What it is said of; decides between *who* and *which*.

    Example:
        >>> found = relative_clause("is the capital of France", "place")
        >>> " ".join(found.words), found.heads
        ('which is the capital of France', (3, 3, 3, -1, 5, 3))
    """
    person = kind == "person"
    words = ("who" if person else "which", *clause.split())
    xpos = ("WP" if person else "WDT", *(_tag(word) for word in words[1:]))
    first, predicate = _predicate(words, xpos)
    deprels, heads = [""] * len(words), [predicate] * len(words)
    deprels[predicate], heads[predicate] = "acl:relcl", -1
    passive = xpos[predicate] == "VBN" and words[first - 1] in _BE
    deprels[0] = "nsubj:pass" if passive else "nsubj"
    for place in range(1, first):
        deprels[place] = "aux" if xpos[predicate] == "VBN" else "cop"
    if passive:
        deprels[first - 1] = "aux:pass"
    upos = [_UPOS[tag] for tag in xpos]
    for place in range(1, first):
        upos[place] = "AUX"
    _hang_rest(xpos, words, first, predicate, deprels, heads)
    return RelativeClause(words, tuple(upos), xpos, tuple(deprels), tuple(heads))


def _predicate(words: Sequence[str], xpos: Sequence[str]) -> tuple[int, int]:
    """The first word behind the auxiliaries and the copula, and the predicate."""
    first = 1
    while first < len(words) - 1 and (words[first] in _BE or (words[first] in _HAVE and xpos[first + 1] == "VBN")):
        first += 1
    if first == 1 or xpos[first] == "VBN":
        return first, first
    place = first
    while place + 1 < len(words) and xpos[place + 1] != "IN" and xpos[place] not in ("NNS",):
        place += 1
    return first, place


def _hang_rest(
    xpos: Sequence[str],
    words: Sequence[str],
    first: int,
    predicate: int,
    deprels: list[str],
    heads: list[int],
) -> None:
    """Noun phrases, prepositional phrases and adverbs.

    A phrase with *of* belongs to the noun before it, others to the predicate.
    """
    case, noun = -1, predicate if xpos[predicate] in _NOUNS else -1
    place = first
    while place < len(words):
        if place == predicate:
            place += 1
            continue
        end = place
        if xpos[place] == "IN":
            case = place
        elif xpos[place] == "RB":
            deprels[place] = "advmod"
        else:
            while end + 1 < len(words) and xpos[end + 1] not in ("IN", "RB"):
                end += 1
            if place < predicate <= end:
                end = predicate
            for inside in range(place, end):
                deprels[inside], heads[inside] = _INSIDE.get(xpos[inside], "compound"), end
            if end != predicate:
                of_noun = case >= 0 and noun >= 0 and (words[case] == "of" or noun == predicate)
                deprels[end] = "obj" if case < 0 else "nmod" if of_noun else "obl"
                heads[end] = noun if of_noun else predicate
                if case >= 0:
                    deprels[case], heads[case] = "case", end
                case, noun = -1, end
        place = end + 1


_NOUNS = frozenset(("NN", "NNS", "NNP", "NNPS"))


def _tag(word: str) -> str:
    if word in _tags():
        return _tags()[word]
    if word[0].isdigit():
        return "CD"
    return "NNPS" if word in _PLURAL_NAMES else "NNP"


@cache
def _tags() -> Mapping[str, str]:
    return {word: tag for tag, words in lexicon("facts")["words"].items() for word in words.split()}


@cache
def _by_name(kind: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for clause, names in lexicon("facts")["facts"][kind].items():
        for entry in names.split("; "):
            name, _, filler = entry.partition("=")
            found.setdefault(name, []).append(clause.replace("{0}", filler))
    return {name: tuple(clauses) for name, clauses in found.items()}
