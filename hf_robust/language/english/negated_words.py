"""Words that change when a negation comes before them: "some" becomes "any", "already" "yet", and "and" "or"."""

from collections.abc import Mapping, Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import HAVE_TENSED
from hf_robust.language.english.verbs import children, content, plain
from hf_robust.language.lexicons.people import denotes_people

_SOME = {
    "some": "any",
    "something": "anything",
    "someone": "anyone",
    "somebody": "anybody",
    "somewhere": "anywhere",
}
_TOGETHER = frozenset({"together", "simultaneously", "same"})  # "and" stays: "a son and a daughter at the same time"
_OBJECTS = ("obj", "attr", "acomp", "ROOT", "root")
_DEEPER = ("nmod", "obl", "amod", "compound", "appos", "advmod", "nummod", "dep", "dobj")
_BELOW = ("acl:relcl", "advcl", "acl")


def negated_words(tokens: Sequence[Token], verb: int) -> Mapping[int, str]:
    """What words after a verb become when it is negated, by their numbers.

    Args:
        tokens: The tokens of the clause, with tags and trees.
        verb: Number of its finite verb.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("He/PRON/PRP//nsubj/2 has/VERB/VBZ//root/0 some/DET/DT//det/4 money/NOUN/NN//obj/2")
        >>> dict(negated_words(doc.tokens, 1))
        {2: 'any'}
    """
    found = {}
    for place in range(verb + 1, len(tokens)):
        word, token = plain(tokens[place]), tokens[place]
        follows = tokens[place + 1] if place + 1 < len(tokens) else token
        if word in _SOME and not _lies_below(tokens, place):
            if word != "some" or follows.tag[:2] in ("NN", "JJ") or plain(follows) == "of":
                found[place] = _SOME[word]
        elif word == "already" and plain(tokens[verb]) in HAVE_TENSED and place == verb + 1 and follows.tag == "VBN":
            found[place] = "yet"
        elif word == "and" and _joins_objects(tokens, place):
            found[place] = "or"
    return found


def _joins_objects(tokens: Sequence[Token], place: int) -> bool:
    """Whether "and" joins two objects or two predicates."""
    joined = tokens[place].head
    first = tokens[joined].head
    at_once = not _TOGETHER.isdisjoint(plain(token) for token in tokens[joined:])
    if at_once or _lies_below(tokens, place) or _is_one_person(tokens, first, joined):
        return False
    return _joins_words(tokens, place) and tokens[first].dep in _OBJECTS and tokens[joined].pos != "PROPN"


def _is_one_person(tokens: Sequence[Token], first: int, joined: int) -> bool:
    """Whether two nouns mean the same person: "his son and heir", "the founder and owner"."""
    if (
        tokens[first].tag != "NN"
        or tokens[joined].tag != "NN"
        or (joined and tokens[joined - 1].pos in ("DET", "PRON"))
    ):
        return False
    return denotes_people(plain(tokens[first])) and denotes_people(plain(tokens[joined]))


def joins_alone(tokens: Sequence[Token], place: int) -> bool:
    """Whether a conjunction joins words of a phrase whose sense a negation of the clause leaves alone.

    Args:
        tokens: The tokens of the clause.
        place: Number of the conjunction.
    """
    first = tokens[tokens[tokens[place].head].head]
    if not _joins_words(tokens, place):
        return False
    deep = first.dep.split(":")[0] in _DEEPER or tokens[tokens[place].head].pos == "PROPN"
    return deep or (plain(tokens[place]) == "or" and first.dep in _OBJECTS)


def _joins_words(tokens: Sequence[Token], place: int) -> bool:
    joined = tokens[place].head
    first = tokens[joined].head
    below = [tokens[n].dep for n in children(tokens, joined)]
    if tokens[joined].dep != "conj" or any(dep.startswith(("nsubj", "cop", "aux")) for dep in below):
        return False
    return {tokens[joined].pos, tokens[first].pos} in ({"NOUN"}, {"ADJ"}, {"PROPN"}, {"NOUN", "PROPN"})


def _lies_below(tokens: Sequence[Token], place: int) -> bool:
    """Whether a token belongs to a clause below the main one."""
    for _ in range(len(tokens)):
        above = content(tokens, place)
        if tokens[above].dep in _BELOW:
            return True
        if tokens[above].head == above or tokens[above].head < 0:
            return False
        place = tokens[above].head
    return False
