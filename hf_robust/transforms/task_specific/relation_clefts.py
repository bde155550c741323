"""A phrase with one mention that a sentence singles out: "It was in Oslo that Anna met Bob"."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    DEMONSTRATIVES,
    GOALS,
    HAVE_TENSED,
    HERE,
    INDEFINITE_ARTICLES,
    LOCATIVES,
    NEGATIVE_WORDS,
    NEUTER,
    POSSESSIVES,
    RELATIVE_PRONOUNS,
    STATIVE_VERBS,
)
from hf_robust.language.lexicons.wordnet import CONCRETE, noun_kind
from hf_robust.transforms.task_specific.relation_inversions import extent
from hf_robust.transforms.task_specific.relation_patterns import Order, Pattern, Roles, Run
from hf_robust.transforms.task_specific.relation_phrases import LOCATIVE_VERBS
from hf_robust.transforms.task_specific.relation_voice import is_small

_MOST = 10  # words of a phrase that is singled out
_PREPOSITIONS = LOCATIVES | frozenset("into with during against under throughout for over via".split())
_GOALS = GOALS | {"to"}
_DEFINITE = POSSESSIVES | DEMONSTRATIVES | {"the"}
# subjects that would stand twice in the sentence, or that ask or relate
_NO_SUBJECTS = NEUTER | RELATIVE_PRONOUNS | HERE | DEMONSTRATIVES | {"what"}
_BACK = frozenset({"its", "own", "any"})  # what these refer to, or depend on, would come after them
_PAST = frozenset({"was", "were", "did", "had"})
_PRESENT = frozenset({"is", "are", "does", "do"}) | (HAVE_TENSED - {"had"})
_NOT_SINGLED = STATIVE_VERBS | frozenset(
    "be become have take make get give go come do let keep put seem remain".split()
)
_PLACED = CONCRETE | {"location", "person", "substance"}  # kinds of nouns that something can come to
# with *into*, these verbs say what becomes of a thing: "cut into pieces"
_MAKING = frozenset(
    """blow break build burst change convert cut develop divide evolve fashion form grow make merge run shape split
    transform translate turn""".split()
)
# with *into*, these are part of the verb: "come into force"
_FIXED = frozenset(
    """account action being bloom contact context detail doubt effect existence fashion focus force gear line office
    operation place play position possession power practice print production question reverse service shape sight use
    view""".split()
)
_BELOW_ROOT = ("conj", "ccomp", "xcomp", "advcl", "parataxis", "expl", "csubj", "cop", "iobj", "dislocated")


def cleft(roles: Roles) -> Order | None:
    """``X met Z in Oslo .`` becomes ``It was in Oslo that X met Z .``, and ``X founded Z .`` ``It was Z that ...``.

    A phrase with a comma may stand before the subject, and stays there.
    """
    tokens = roles.doc.tokens
    root = next((place for place, token in enumerate(tokens) if token.dep == "ROOT"), -1)
    if root < 1 or tokens[root].pos != "VERB":
        return None
    below = [place for place, token in enumerate(tokens) if token.head == root and place != root]
    subject = next((place for place in below if tokens[place].dep.startswith("nsubj")), -1)
    be = _be(tokens, root, below)
    if be is None or not 0 <= subject < root or any(tokens[n].dep.split(":")[0] in _BELOW_ROOT for n in below):
        return None
    opening = extent(tokens, subject)[0]
    commas = [place for place, token in enumerate(tokens) if token.text == ","]
    if tokens[subject].text.lower() in _NO_SUBJECTS or commas != ([opening - 1] if opening else []):
        return None
    if opening and (tokens[0].tag == "VBG" or not _is_adverbial(tokens, root, opening - 1)):
        return None
    if not opening and tokens[0].pos != "PROPN" and "'" in tokens[0].text:  # "China's trade", as one token
        return None
    small = False if opening else is_small(tokens) and tokens[0].text != "I"
    if small is None:
        return None
    for place in below:
        first, end = extent(tokens, place)
        if place > root and _is_singled(tokens, root, place, first, end) and _is_split(roles, first, end):
            before, after = Run(opening, first, small=small), Run(end, len(tokens))
            head: Order = [Run(0, opening), "it"] if opening else ["It"]
            return [*head, be, Run(first, end), "that", before, after]
    return None


def _is_adverbial(tokens: Sequence[Token], root: int, comma: int) -> bool:
    """Whether the words before a comma are one phrase of the main verb: "In May", "Later that year"."""
    heads = [token for token in tokens[:comma] if not 0 <= token.head < comma]
    if comma == 1 and tokens[0].text.endswith("ly"):
        return False  # "Accidentally": it says how it is done
    return len(heads) == 1 and heads[0].head == root and heads[0].dep.split(":")[0] in ("obl", "advmod")


def _be(tokens: Sequence[Token], root: int, below: Sequence[int]) -> str | None:
    """The form of *be* in the tense of a sentence; None where a modal or a negation makes it unclear."""
    auxiliaries = [tokens[n].text.lower() for n in below if tokens[n].dep.startswith("aux")]
    if any(tokens[n].text.lower() in NEGATIVE_WORDS for n in below):
        return None
    if auxiliaries:
        past = auxiliaries[0] in _PAST
        return "was" if past else "is" if auxiliaries[0] in _PRESENT else None
    return {"VBD": "was", "VBZ": "is", "VBP": "is"}.get(tokens[root].tag)


def _is_singled(tokens: Sequence[Token], root: int, place: int, first: int, end: int) -> bool:
    """Whether a phrase of the main verb can be singled out."""
    inside = range(first, end)
    if (
        tokens[end - 1].pos == "ADV"
        or first <= root
        or end - first > _MOST
        or any(tokens[n].text in _BACK for n in inside)
    ):
        return False
    verbal = [tokens[n] for n in inside if tokens[n].pos in ("VERB", "AUX", "PUNCT", "SCONJ")]
    if any(token.dep != "amod" for token in verbal):
        return False
    if tokens[place].pos not in ("NOUN", "PROPN") or any(tokens[n].dep == "nummod" for n in inside):
        return False
    follows = tokens[end] if end < len(tokens) else None
    late = follows is not None and (follows.text == "now" or follows.text.endswith("ly"))
    closing = late and end == len(tokens) - 2  # "into the port now ."
    if follows is None or not (follows.pos in ("PUNCT", "ADP") or closing) or follows.text in ("as", "to"):
        return False  # more than a phrase, or a part of a longer one
    if verbal and follows.pos == "ADP":
        return False  # "into developing countries in Asia"
    if any(token.pos in ("CCONJ", "SCONJ") or token.tag == "WRB" for token in tokens[end:]):
        return False  # "uses its tail for swimming and its fins for steering", "into a box where they stayed"
    if any(token.pos == "ADP" for token in tokens[root + 1 : first]):
        return False  # "refers to the arrival of settlers from the north", "came up with"
    if tokens[place].dep.startswith("obl"):
        opening, second = tokens[first], tokens[first + 1]
        if opening.dep != "case" or opening.head != place or opening.text not in _PREPOSITIONS:
            return False
        if opening.text in ("in", "on") and tokens[root].lemma in LOCATIVE_VERBS:
            return False  # "resulted in"
        light = tokens[root].lemma.lower() in _NOT_SINGLED and opening.text not in _GOALS
        if light and tokens[first - 1].pos in ("NOUN", "PROPN"):
            return False  # "had a shot at the title"
        concrete = noun_kind(tokens[place].lemma.lower()) in _PLACED and tokens[root].lemma.lower() not in _MAKING
        described = opening.text == "into" and place - first > 2
        if opening.text in _GOALS and second.text in INDEFINITE_ARTICLES and not (concrete or described):
            return False  # "fell into a sleep"
        several = tokens[place].tag == "NNS" and (opening.text not in _GOALS or concrete)
        if any(tokens[n].pos == "ADP" and tokens[n].text != "of" for n in range(first + 1, end)):
            return False  # two phrases: "into another country for cheap labor"
        if opening.text == "in" and second.text in INDEFINITE_ARTICLES and noun_kind(tokens[place].lemma) == "time":
            return False  # "starts in an hour"
        making = tokens[root].lemma.lower() in _MAKING
        making |= tokens[root].lemma.lower() == "go"
        making |= any(token.dep == "obj" and token.head == root for token in tokens)  # "threw people into panic"
        state = opening.text == "into" and not making and tokens[place].lemma.lower() not in _FIXED
        return second.pos in ("DET", "PROPN") or second.text.lower() in POSSESSIVES or several or state
    known = tokens[first].text.lower() in _DEFINITE or tokens[first].pos == "PROPN"
    whole = all(tokens[n].pos != "ADP" or tokens[n].text == "of" for n in inside)
    return tokens[place].dep == "obj" and known and whole and tokens[root].lemma.lower() not in _NOT_SINGLED


def _is_split(roles: Roles, first: int, end: int) -> bool:
    """Whether one mention is in a phrase and the other before it."""
    return any(first <= one.first and one.last <= end and other.last <= first for one, other in roles.pairs())


CLEFT: tuple[Pattern, ...] = (cleft,)
