"""Details that may be said of anyone or anything of a type: they add nothing to what a text is about."""

from collections.abc import Mapping, Sequence
from functools import cache

from hf_robust.language.english.noun_sisters import sisters
from hf_robust.language.english.verbs import reinflected
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import CONCRETE, noun_kinds
from hf_robust.language.lexicons.wordnet_types import types_of

_BE = {("VBZ", False): "is", ("VBZ", True): "are", ("VBD", False): "was", ("VBD", True): "were"}
# kinds of nouns in WordNet whose details have another name
_BY_KIND = {"person": "someone", "event": "act", "cognition": "thought"}
# nouns above others in WordNet
_SOLID = frozenset("instrumentality furnishing container furniture clothing vehicle structure tool".split())
_IMMATERIAL = frozenset("medium system way drug medicine implement weapon".split())
_MADE = frozenset("cloth covering fabric garment material product".split())
_WORKS = frozenset("book document message publication report speech story".split())
_PLANS = frozenset("idea plan proposal theory".split())
_INSTITUTIONS = frozenset("company institution organization".split())
_CONCRETE = (CONCRETE - {"animal"}) | {"possession", "substance"}
_ABSTRACT = frozenset({"act", "event", "state"}) | {"cognition", "communication", "feeling"}
_UNCLEAR = frozenset(("heron", "human", "soul", "spirit"))  # persons or not
_SUFFERERS = frozenset("casualty unfortunate victim".split())


def details(kind: str, tag: str = "VBZ", several: bool = False) -> tuple[str, ...]:
    """Clauses without their subject that fit anything of a type.

    Args:
        kind: A key of ``details`` in the table of facts: ``person``, ``town``, ``artifact``.
        tag: ``VBZ`` for the present, ``VBD`` for the past.
        several: Whether the subject is a plural.

    Example:
        >>> details("person")[0], details("artifact", "VBD", several=True)[0]
        ('has many friends', 'were rather old')
    """
    found = []
    for clause in lexicon("facts")["details"].get(kind, ()):
        verb, _, rest = clause.partition(" ")
        new = _BE[tag, several] if verb == "is" else verb
        if verb != "is" and (several or tag != "VBZ"):
            new = reinflected(verb, "VBZ", "VBP" if tag == "VBZ" else tag) or verb
        found.append(f"{new} {rest}")
    return tuple(found)


def kind_of_noun(noun: str) -> str:
    """The type of details that fit a common noun; empty where none is sure to fit.

    Args:
        noun: The noun in lower case, in the singular.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> kind_of_noun("box"), kind_of_noun("student"), kind_of_noun("minute")
        ('artifact', 'someone', '')
    """
    kinds = noun_kinds(noun)
    senses = noun in _UNCLEAR or noun in lexicon("noun_sisters")["ambiguous"].split()
    if not kinds or senses or (len(kinds) > 1 and "person" in kinds):
        return ""
    if kinds[0] == "person" and any("person" not in noun_kinds(other) for other in sisters(noun, "NN")):
        return ""  # "transmitter"
    above = frozenset((noun, *types_of(noun)))
    if kinds[0] == "artifact":
        solid = above & _SOLID and not above & _IMMATERIAL
        return "artifact" if solid else "product" if above & _MADE else ""
    wanted = {"communication": _WORKS, "cognition": _PLANS, "group": _INSTITUTIONS}.get(kinds[0])
    if (wanted is not None and not above & wanted) or above & _SUFFERERS:
        return ""
    kind = "organisation" if kinds[0] == "group" else _BY_KIND.get(kinds[0], kinds[0])
    return kind if kind in lexicon("facts")["details"] else ""


def broad_kind_of_noun(noun: str) -> str:
    """``concrete`` or ``abstract`` for a noun of things; empty for persons, animals, times and others.

    Args:
        noun: The noun in lower case, in the singular.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> broad_kind_of_noun("box"), broad_kind_of_noun("pain"), broad_kind_of_noun("minute")
        ('concrete', 'abstract', '')
    """
    kinds = noun_kinds(noun)
    if len(kinds) != 1 or noun in lexicon("noun_sisters")["ambiguous"].split():
        return ""
    return "concrete" if kinds[0] in _CONCRETE else "abstract" if kinds[0] in _ABSTRACT else ""


def kind_of_place(name: str) -> str:
    """The type of details that fit a place: by the word that says what it is.

    Example:
        >>> kind_of_place("Zorp River"), kind_of_place("Lake Zorp"), kind_of_place("Zorp")
        ('water', 'water', 'place')
    """
    words = name.split()
    return next((_features()[word] for word in (words[-1], words[0]) if word in _features()), "place")


@cache
def _features() -> Mapping[str, str]:
    table: dict[str, Sequence[str]] = {
        "water": "Bay Canal Creek Gulf Harbor Harbour Lake Ocean Reservoir River Sea Strait".split(),
        "land": """Alps Canyon Desert Forest Hill Hills Island Islands Isle Mount Mountain Mountains Park Peninsula
            Range Ridge Valley Woods""".split(),
        "built": "Abbey Airport Arena Bridge Castle Cathedral Church Palace Stadium Station Tower Tunnel".split(),
    }
    return {word: kind for kind, words in table.items() for word in words}
