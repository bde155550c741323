"""Verbs: their forms, and whom they agree with."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    DISTRIBUTIVES,
    INDEFINITE_PRONOUNS,
    MANY,
    PERCENT,
    PLURAL_POINTERS,
    QUANTITIES,
)

ADVERBS = frozenset({"RB", "RBR", "RBS"})
_PLURAL_TAGS = frozenset({"NNS", "NNPS"})
_SINGULAR_TAGS = frozenset({"NN", "NNP", "VBG"})
_PERSONAL = {"i": "I", "he": "he", "she": "he", "it": "he", "we": "they", "you": "they", "they": "they"}
_SINGULAR = (
    INDEFINITE_PRONOUNS
    | DISTRIBUTIVES
    | frozenset("this that either neither one another much nobody nothing what whoever whatever there's".split())
)
_PLURAL = MANY | PLURAL_POINTERS | frozenset("few both others ones ye people police y'all ya".split())
_RELATIVE = frozenset({"who", "which", "that"})
# "a lot of films are": the noun after "of" decides
_TRANSPARENT = (
    QUANTITIES
    | PERCENT
    | frozenset(
        """lot lots number majority couple bunch rest half part plenty handful any none range variety series
            kind sort type pair""".split()
    )
)
_ONE = frozenset({"states", "nations", "netherlands", "philippines"})  # names of one thing that look like many


@lru_cache(maxsize=65536)
def verb_forms(lemma: str, tag: str) -> tuple[str, ...]:
    """All forms of a verb for a Penn tag, the usual one first; none when the verb is not known.

    Example:
        >>> verb_forms("go", "VBD"), verb_forms("go", "VBP")
        (('went',), ('go',))
    """
    if tag in ("VB", "VBP"):
        return (lemma,)
    from hf_robust.language.english.lemminflect_forms import getInflection

    forms = getInflection(lemma, tag, inflect_oov=False)
    # "fit" and "broadcast" before "fitted" and "broadcasted"
    return (lemma, *forms) if lemma in forms else forms


@lru_cache(maxsize=65536)
def reinflected(word: str, tag: str, new: str) -> str | None:
    """A verb in lower case, in the form for another tag; None when no verb has it as a form for its tag.

    Example:
        >>> reinflected("went", "VBD", "VBZ"), reinflected("put", "VBD", "VBP"), reinflected("blue", "VBD", "VBP")
        ('goes', 'put', None)
    """
    if not word.isalpha():
        return None
    from hf_robust.language.english.lemminflect_forms import getLemma

    lemma = next((found for found in getLemma(word, "VERB") if word in verb_forms(found, tag)), None)
    forms = verb_forms(lemma, new) if lemma else ()
    return word if word in forms else next(iter(forms), None)


@lru_cache(maxsize=65536)
def _plain(text: str) -> str:
    return text.lower().replace("’", "'")


def plain(token: Token) -> str:
    """The token in lower case with the straight apostrophe."""
    return _plain(token.text)


def token_number(doc: Doc, start: int, end: int) -> int:
    """The number, from 1, of a token of a token list."""
    return max(1, bisect_right(doc.bounds or (), start, key=itemgetter(0)))


def is_first(tokens: Sequence[Token], place: int) -> bool:
    """Whether a token begins its sentence, or what a colon, a bracket or a quotation mark opens."""
    before = tokens[place - 1] if place else None
    return before is None or before.sent != tokens[place].sent or before.tag in (".", ":", "``", "-LRB-")


def is_name(tokens: Sequence[Token], place: int) -> bool:
    """Whether a capital in the midst of a sentence shows a title or a name: "Catch Me If You Can"."""
    word = tokens[place].text
    return word[:1].isupper() and word != word.upper() and not is_first(tokens, place)


def is_whole(doc: Doc, token: Token) -> bool:
    """Whether a token is a word of its own: no part of "would-be", and in a token list a whole token."""
    text = doc.text
    if text[token.end : token.end + 1] == "-" or (token.start and text[token.start - 1] == "-"):
        return False
    return is_alone(doc, token.start, token.end)


def is_alone(doc: Doc, start: int, end: int) -> bool:
    """Whether characters of a text are a token of its list, with or without marks around: "house" of "house.".

    Args:
        doc: The text; if it is no list of tokens, all are.
        start: The first character.
        end: The character after the last one.
    """
    if doc.bounds is None:
        return True
    first, last = doc.bounds[token_number(doc, start, end) - 1]
    return last >= end and not any(map(str.isalnum, doc.text[first:start] + doc.text[end:last]))


class _Read(NamedTuple):
    """What is known of a text: the tokens that hang on each token of its sentences, and the head of each clause."""

    tokens: Sequence[Token]
    below: dict[int, dict[int, list[int]]]
    clauses: dict[int, int]


_READ_LAST = [_Read((), {}, {})]


def _read(tokens: Sequence[Token]) -> _Read:
    """What is known of a text. Only the text read last is kept: rules ask for one word of it after the other."""
    read = _READ_LAST[0]
    if read.tokens is not tokens or isinstance(tokens, list):  # a list may change between two calls
        read = _READ_LAST[0] = _Read(tokens, {}, {})
    return read


def known_clauses(tokens: Sequence[Token]) -> dict[int, int]:
    """The heads of the clauses that were looked for in a text, by the words in them; to be added to."""
    return _read(tokens).clauses


def children(tokens: Sequence[Token], head: int) -> list[int]:
    """The tokens that hang on one: they stand in its sentence, so a long text costs no more than its sentences."""
    return list(_sentence_children(tokens, head).get(head, ()))


def _sentence_children(tokens: Sequence[Token], head: int) -> dict[int, list[int]]:
    """The tokens that hang on each token of a sentence."""
    known = _read(tokens).below
    found = known.get(head)
    if found is None:
        first = last = head
        sentence = tokens[head].sent
        while first and tokens[first - 1].sent == sentence:
            first -= 1
        while last + 1 < len(tokens) and tokens[last + 1].sent == sentence:
            last += 1
        found = {}
        for place in range(first, last + 1):
            above = tokens[place].head
            if above != place:
                found.setdefault(above, []).append(place)
        known.update(dict.fromkeys(range(first, last + 1), found))
    return found


def content(tokens: Sequence[Token], place: int) -> int:
    """The predicate that an auxiliary or copula belongs to; any other token itself."""
    token = tokens[place]
    return token.head if token.dep.split(":")[0] in ("aux", "cop") and token.head >= 0 else place


def subject_of(tokens: Sequence[Token], verb: int) -> int | None:
    """The subject of a finite verb; a coordinated verb takes its head's.

    A personal pronoun right before the verb is it whatever the parse says.
    """
    before = verb - 1
    while before >= 0 and tokens[before].tag in ADVERBS:
        before -= 1
    is_pronoun = before >= 0 and tokens[before].tag == "PRP" and plain(tokens[before]) in _PERSONAL
    if is_pronoun and (plain(tokens[before]) not in ("it", "you") or tokens[before].dep.startswith(("nsubj", "expl"))):
        return before
    predicate = content(tokens, verb)
    for _ in range(4):
        below = children(tokens, predicate)
        found = [n for n in below if tokens[n].dep.startswith(("nsubj", "csubj"))]
        if found:
            return max((n for n in found if n < verb), default=found[0])
        if tokens[predicate].dep != "conj" or tokens[predicate].head < 0:
            return None
        predicate = tokens[predicate].head
    return None


def agreement(tokens: Sequence[Token], verb: int) -> str | None:
    """The pronoun that the verb agrees with: ``I``, ``he`` or ``they``; None when the subject cannot be told.

    Example:
        >>> agreement(Doc.tagged("We/PRON/PRP really/ADV/RB liked/VERB/VBD/like").tokens, 2)
        'they'
    """
    subject = subject_of(tokens, verb)
    return None if subject is None else _number(tokens, subject)


def noun_agreement(tokens: Sequence[Token], place: int) -> str | None:
    """The pronoun that a noun with what hangs on it agrees like: ``he`` or ``they``; None when it cannot be told.

    Args:
        tokens: The tokens, parsed.
        place: The noun.

    Example:
        >>> noun_agreement(Doc.tagged("The/DET/DT dogs/NOUN/NNS/dog").tokens, 1)
        'they'
    """
    return _number(tokens, place)


def _number(tokens: Sequence[Token], place: int, depth: int = 0) -> str | None:
    token, word = tokens[place], plain(tokens[place])
    below = children(tokens, place)
    joined = [n for n in below if tokens[n].dep == "conj" and tokens[n].tag != "CD"]  # "Rashid, 46, was"
    if joined and not token.tag.startswith("V"):
        words = {plain(tokens[n]) for c in joined for n in children(tokens, c) if tokens[n].dep == "cc"}
        if words & {"and", "&"}:
            return "they"
        return _number(tokens, joined[-1], depth + 1) if words == {"or"} and depth < 4 else None
    if any(
        tokens[n].dep == "cc" and n < place and plain(tokens[n]) in ("and", "&") and not is_first(tokens, n)
        for n in below
    ):
        return "they"
    if token.dep.startswith("csubj"):
        return "he"
    if token.tag in ("WDT", "WP") or (word == "that" and token.tag != "DT"):
        return _relative(tokens, place, depth)
    if word in _PERSONAL:
        return _PERSONAL[word]
    if word in _TRANSPARENT:
        inner = next((n for n in below if tokens[n].dep.startswith("nmod")), None)
        if inner is not None and depth < 4:
            return _number(tokens, inner, depth + 1)
        return "they" if token.tag in _PLURAL_TAGS else None
    if word in _SINGULAR or word in _PLURAL:
        return "he" if word in _SINGULAR else "they"
    if token.tag == "CD":
        return "he" if word == "one" else "they"
    if token.tag in ("NNP", "NNPS") and word.endswith("s"):
        return "he" if word in _ONE else _of_names(tokens, place)
    return "they" if token.tag in _PLURAL_TAGS else "he" if token.tag in _SINGULAR_TAGS else None


def _of_names(tokens: Sequence[Token], place: int) -> str | None:
    """ "The Normans" are many and "Thomas" is one, whatever the tag; "the Congress" cannot be told."""
    word, article = plain(tokens[place]), any(plain(tokens[n]) == "the" for n in children(tokens, place))
    if tokens[place].tag == "NNPS":
        return "they"
    return None if article and not word.endswith(("ss", "us", "is")) else "he"


def _relative(tokens: Sequence[Token], place: int, depth: int) -> str | None:
    """A relative pronoun agrees as its antecedent does; "what" and "who" that ask are singular."""
    word = plain(tokens[place])
    if word not in _RELATIVE:
        return "he" if word == "what" else None
    predicate = tokens[place].head
    if predicate >= 0 and tokens[predicate].dep == "acl:relcl" and depth < 4:
        antecedent = tokens[predicate].head
        return _number(tokens, antecedent, depth + 1) if antecedent < place else None
    return "he" if word == "who" and is_first(tokens, place) else None
