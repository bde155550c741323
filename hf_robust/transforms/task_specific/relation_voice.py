"""A passive sentence whose subject and agent hold the two mentions of a relation becomes active."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    BE_THIRD,
    DISTRIBUTIVES,
    HAVE_TENSED,
    NEGATIVE_WORDS,
    NOT,
    POSSESSIVES,
)
from hf_robust.language.english.name_origins import genders_of_names, surnames
from hf_robust.language.english.places import place_names
from hf_robust.language.english.verbs import reinflected
from hf_robust.language.english.wordforms import tags_of
from hf_robust.transforms.task_specific.relation_patterns import Order, Roles, Run

SCOPE = NEGATIVE_WORDS | NOT | DISTRIBUTIVES | frozenset("all any either few or only".split())
_MOST = 12  # words of a noun phrase
_MOST_AGENT = 18  # of one with a clause
_DEPENDENTS = ("nsubj:pass", "aux", "obl", "punct")
SITES = frozenset("coast lake river road sea shore side".split())
"""Behind *by* these say where: "built by the river"."""
_FINITE = ("VBD", "VBZ", "VBP", "MD")
_AUXILIARIES = {1: BE_THIRD, 2: HAVE_TENSED}  # by how many there are


def active(roles: Roles) -> Order | None:
    """``X was made by Y .`` becomes ``Y made X .``; the verb agrees with its new subject.

    A purpose may stand behind the agent: ``X is used by Y to win .`` becomes ``Y uses X to win .``.

    Args:
        roles: The sentence with its mentions.
    """
    tokens = roles.doc.tokens
    verb = next((place for place, token in enumerate(tokens) if token.dep == "ROOT"), 0)
    last = len(tokens) - 1
    if verb < 2 or verb + 2 >= last or tokens[verb].tag != "VBN" or tokens[verb + 1].text != "by":
        return None
    first = verb - 2 if tokens[verb - 1].text == "been" else verb - 1  # of the auxiliaries
    end = _start_of_purpose(tokens, verb)
    if tokens[first].text not in _AUXILIARIES[verb - first] or not _is_plain(tokens, verb, first, end):
        return None
    halves = range(first), range(verb + 2, end)
    heads = [_head(tokens, half, verb, most) for half, most in zip(halves, (_MOST, _MOST_AGENT), strict=True)]
    inside = [
        next((number for number, half in enumerate(halves) if mention.first in half and mention.last - 1 in half), -1)
        for mention in (roles.subject, roles.other)
    ]
    small = is_small(tokens)
    if heads[1] is not None and tokens[heads[1]].lemma in SITES:
        return None
    if heads[0] is None or heads[1] is None or sorted(inside) != [0, 1] or small is None:
        return None
    form = _active_form(tokens, verb, tokens[first].text, heads[1], halves[1])
    if form is None:
        return None
    return [Run(verb + 2, end, large=True), form, Run(0, first, small=small), Run(end, last + 1)]


def _start_of_purpose(tokens: Sequence[Token], verb: int) -> int:
    """Where *to* or *in order to* begins behind an agent, as an adjunct of the verb; else the end mark."""
    for place in range(verb + 3, len(tokens) - 2):
        if tokens[place].text == "to" and tokens[place + 1].tag == "VB":
            start = place - 2 if [token.text for token in tokens[place - 2 : place]] == ["in", "order"] else place
            apart = all(not verb + 2 <= token.head < start for token in tokens[start:-1])
            return start if apart and start > verb + 2 else len(tokens) - 1
    return len(tokens) - 1


def is_small(tokens: Sequence[Token]) -> bool | None:
    """Whether the first word loses its capital behind another word; None where that is not sure."""
    first, low = tokens[0], tokens[0].text.lower()
    if first.pos != "PROPN":
        return True
    if tokens[1].pos == "PROPN" or low in genders_of_names() or low in surnames() or low in place_names():
        return False
    if not tags_of(low) and tokens[1].pos != "NOUN":
        return False  # a name that no list has: "Dasharatha was"
    return True if tags_of(low) & {"NN", "NNS", "JJ"} else None


def _is_plain(tokens: Sequence[Token], verb: int, first: int, end: int) -> bool:
    """Whether a sentence is one passive clause, with at most a purpose behind its agent."""
    words = {token.text.lower() for token in tokens}
    marks = any(token.pos == "PUNCT" for token in tokens[:-1])
    finite = sum(token.tag in _FINITE for token in tokens[first : verb + 1])
    finite += sum(token.tag in _FINITE and token.head == verb for token in tokens[verb + 1 :])
    hanging = [(n, token.dep) for n, token in enumerate(tokens) if token.head == verb and n != verb and n < end]
    hanging += [(len(tokens) - 1, tokens[-1].dep)]
    known = all(dep.startswith(_DEPENDENTS) for _, dep in hanging) and sum(d.startswith("obl") for _, d in hanging) == 1
    own = any(token.text.lower() in POSSESSIVES for token in tokens[verb:])
    return known and finite == 1 and not marks and not own and words.isdisjoint(SCOPE)


def _head(tokens: Sequence[Token], half: range, verb: int, most: int) -> int | None:
    """The noun on which all other words of a noun phrase hang; None where there is no such noun."""
    heads = [place for place in half if tokens[place].head not in half]
    # the preposition before an agent stands outside
    if len(heads) != 1 or tokens[heads[0]].head != verb or not 0 < len(half) <= most:
        return None
    return heads[0] if tokens[heads[0]].pos in ("NOUN", "PROPN") else None


def _active_form(tokens: Sequence[Token], verb: int, aux: str, head: int, half: range) -> str | None:
    if aux in ("was", "were"):
        return reinflected(tokens[verb].text, "VBN", "VBD")
    if aux == "had":
        return f"had {tokens[verb].text}"
    joined = any(tokens[place].dep.startswith("conj") and tokens[place].head == head for place in half)
    several = joined or tokens[head].tag in ("NNS", "NNPS")
    if aux in ("has", "have"):
        return f"{'have' if several else 'has'} {tokens[verb].text}"
    return reinflected(tokens[verb].text, "VBN", "VBP" if several else "VBZ")
