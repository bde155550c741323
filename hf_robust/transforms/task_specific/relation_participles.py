"""Clauses below a main clause that hold a mention: they move, or a passive participle becomes an active clause."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    APPROXIMATORS,
    BE_THIRD,
    HAVE_TENSED,
    NEGATIONS,
    POINTERS,
    REASONS,
    RELATIVE_PRONOUNS,
    THIRD_PERSON,
    THOUGH,
    TIMES_OF_CLAUSES,
)
from hf_robust.language.english.verbs import reinflected
from hf_robust.transforms.task_specific.relation_inversions import extent, is_movable, root_of, without_passive
from hf_robust.transforms.task_specific.relation_patterns import Order, Pattern, Roles, Run

_MOST = 16  # words of a participle clause that moves to the front
_WHICH = ("which", "that")
_CAUSING = frozenset({"cause", "create", "trigger"})
_DEFINITE = POINTERS | {"the"}  # what is known has happened already: "the damage caused by the storm is small"
_CONJUNCTIONS = TIMES_OF_CLAUSES | THOUGH | REASONS | {"if"}


def participle_to_front(roles: Roles) -> Order | None:
    """``Zorp is a bridge spanning the Ova .`` becomes ``Spanning the Ova , Zorp is a bridge .``.

    So does ``which spans``, and a clause in commas after the subject.
    """
    tokens = roles.doc.tokens
    root, end = root_of(tokens), len(tokens) - 1
    subject = next((n for n, token in enumerate(tokens) if token.head == root and token.dep == "nsubj"), -1)
    if root < 0 or subject < 0 or end < 1 or tokens[subject].pos not in ("NOUN", "PROPN"):
        return None
    for verb, token in enumerate(tokens):
        if token.dep.split(":")[0] != "acl" or token.head not in (root, subject) or verb <= token.head:
            continue
        start, stop = extent(tokens, verb)
        first = _as_participle(tokens, start, verb)
        if first is None or stop - start > _MOST or not _holds_one(roles, start, stop, subject):
            continue
        phrase: Order = [first, Run(verb + 1, stop)]
        if token.head == root and stop == end and start > root and _is_bare_copula(tokens, root, start, verb):
            close = start - 1 if tokens[start - 1].text == "," else start
            return [*phrase, ",", Run(0, close, small=tokens[0].pos != "PROPN"), Run(end, end + 1)]
        inserted = token.head == subject and tokens[start - 1].text == "," and tokens[stop].text == ","
        if inserted and stop + 1 < end and not any(one.pos == "PUNCT" for one in tokens[: start - 1]):
            named = tokens[subject].pos == "PROPN" and not token.dep.endswith("relcl")
            if named and extent(tokens, subject)[0] == 0 and tokens[stop + 1].tag in ("VBD", "VBZ", "VBP", "MD"):
                run = Run(0, start - 1, small=tokens[0].pos != "PROPN")
                return [*phrase, ",", run, Run(stop + 1, end + 1)]
    return None


def _as_participle(tokens: Sequence[Token], start: int, verb: int) -> str | None:
    """The verb of a clause as a participle that begins a sentence; None where it is no plain one."""
    word, tag = tokens[verb].text, tokens[verb].tag
    behind = tokens[verb + 1] if verb + 1 < len(tokens) else None
    if behind is None or not (word.isalpha() and word.islower()):
        return None
    measured = word in ("located", "situated") and behind.text in APPROXIMATORS
    if start == verb and (tag == "VBG" or (tag == "VBN" and (behind.tag == "IN" or measured))):
        return word.capitalize()
    by_which = start == verb - 1 and tokens[start].text in _WHICH
    if by_which and tag in ("VBZ", "VBP") and any(token.head == verb and token.dep == "obj" for token in tokens):
        found = reinflected(word, tag, "VBG")
        return None if found is None else found.capitalize()
    return None


def _holds_one(roles: Roles, start: int, stop: int, subject: int) -> bool:
    """Whether one mention is in the clause, and the other one is the subject or is classified by the sentence."""
    inside = [start < mention.first and mention.last <= stop for mention in (roles.subject, roles.other)]
    if sorted(inside) != [False, True]:
        return False
    outer = roles.subject if inside[1] else roles.other
    return outer.first <= subject < outer.last or outer.last <= start


def _is_bare_copula(tokens: Sequence[Token], root: int, start: int, verb: int) -> bool:
    """Whether a sentence is only a subject, a form of *be*, and a noun phrase that tells something by itself."""
    placed = tokens[verb].text in ("located", "situated")
    if root == start - 1 and not placed and tokens[root - 1].pos == "DET":
        return False  # "Declaring the independence of Zorp , the text is a document"
    if any(token.pos == "PRON" for token in tokens[root:start]):
        return False  # "the product of the earth with all things in it"
    below = [n for n, token in enumerate(tokens) if token.head == root and n != root and n != verb]
    known = ("nsubj", "cop", "det", "amod", "compound", "nummod", "punct", "nmod")
    copula = [tokens[n].text for n in below if tokens[n].dep == "cop"]
    plain = all(tokens[n].dep.split(":")[0] in known for n in below)
    commas = any(token.pos == "PUNCT" for token in tokens[:root])
    return len(copula) == 1 and copula[0] in BE_THIRD and plain and not commas and tokens[root].tag in ("NN", "NNS")


def relative_active(roles: Roles) -> Order | None:
    """``the fire caused by a storm`` becomes ``the fire that a storm caused``."""
    tokens = roles.doc.tokens
    for verb in range(1, len(tokens) - 2):
        token = tokens[verb]
        if token.tag != "VBN" or tokens[verb + 1].text != "by" or token.dep.split(":")[0] != "acl":
            continue
        if token.head < 0 or without_passive(token.lemma):
            continue
        agent = next((n for n in range(verb + 2, len(tokens)) if tokens[n].head == verb and _by(tokens, n)), -1)
        start = extent(tokens, verb)[0]
        auxiliary = [one.text for one in tokens[start + 1 : verb]]
        by_which = tokens[start].text in _WHICH
        if agent < 0 or not (start == verb or by_which) or tokens[start - 1].pos not in ("NOUN", "PROPN"):
            continue
        first, stop = extent(tokens, agent)
        several = tokens[agent].tag in ("NNS", "NNPS") or any(one.dep == "conj" for one in tokens[first:stop])
        untold = not by_which and not _tells_past(tokens, (start, extent(tokens, verb)[1]))
        if untold and not (token.lemma in _CAUSING and tokens[first + 1].text in _DEFINITE):
            continue
        form = _active_form(token.text, auxiliary if by_which else ["has", "been"] if untold else ["was"], several)
        if form is None or first != verb + 1 or stop >= len(tokens) or extent(tokens, verb)[1] != stop:
            continue
        if tokens[stop].tag in ("VBN", "VBG"):  # "the floods caused by rains brought on by a storm"
            continue
        if tokens[stop].text == "," and tokens[min(stop + 1, len(tokens) - 1)].text in RELATIVE_PRONOUNS:
            continue  # "caused by a train , which runs below": the clause stays beside its noun
        if not is_movable(tokens, (first + 1, stop), agent, True) or not _parted(roles, start, first + 1, stop):
            continue
        small = tokens[first + 1].pos == "PRON"
        return [Run(0, start), "that", Run(first + 1, stop, small=small), form, Run(stop, len(tokens))]
    return None


def clause_moved(roles: Roles) -> Order | None:
    """``Ann left after Bob took the box from the safe .`` becomes ``After Bob took ... the safe , Ann left .``."""
    tokens = roles.doc.tokens
    root, end = root_of(tokens), len(tokens) - 1
    clauses = [n for n, token in enumerate(tokens) if token.head == root and token.dep.split(":")[0] == "advcl"]
    others = [token.dep.split(":")[0] for token in tokens if token.head == root]
    words = {token.text.lower() for token in tokens}
    if root < 0 or len(clauses) != 1 or not {"conj", "ccomp", "parataxis"}.isdisjoint(others):
        return None
    if not words.isdisjoint(THIRD_PERSON | NEGATIONS | {"n't"}):  # what they refer to would come after them
        return None
    start, stop = extent(tokens, clauses[0])
    inner = tokens[start].text.lower()
    if inner not in _CONJUNCTIONS or not any(
        start < mention.first and mention.last <= stop for mention in (roles.subject, roles.other)
    ):
        return None
    if start == 0:
        comma = stop - 1 if tokens[stop - 1].text == "," else stop
        if comma >= end or tokens[comma].text != "," or comma > root:
            return None
        small = tokens[0].pos != "PROPN"
        return [Run(comma + 1, end, large=True), Run(0, comma, small=small), Run(end, end + 1)]
    if start <= root or stop != end or any(token.text == "," for token in tokens[:root]):
        return None  # a phrase stands in front already
    close = start - 1 if tokens[start - 1].text == "," else start
    small = tokens[0].pos != "PROPN" and tokens[0].text != "I"
    return [Run(start, end, large=True), ",", Run(0, close, small=small), Run(end, end + 1)]


def _active_form(word: str, auxiliary: Sequence[str], several: bool) -> str | None:
    match tuple(auxiliary):
        case ("was",) | ("were",):
            return reinflected(word, "VBN", "VBD")
        case ("is",) | ("are",):
            return reinflected(word, "VBN", "VBP" if several else "VBZ")
        case ("has" | "have", "been"):
            return f"{'have' if several else 'has'} {word}"
        case ("had", "been"):
            return f"had {word}"
    return None


def _tells_past(tokens: Sequence[Token], clause: tuple[int, int]) -> bool:
    """Whether a sentence is about the past, so that a participle without a tense is too.

    "The threat caused by a spell is small" says what holds always.
    """
    outside = [token for place, token in enumerate(tokens) if not clause[0] <= place < clause[1]]
    return any(token.tag == "VBD" or token.text.lower() in HAVE_TENSED for token in outside)


def _parted(roles: Roles, start: int, first: int, stop: int) -> bool:
    """Whether one mention is in the agent and the other one right before the clause."""
    tokens = roles.doc.tokens
    for one, other in roles.pairs():
        if one.last == start and first <= other.first and other.last <= stop and tokens[one.last - 1].pos == "NOUN":
            return True
    return False


def _by(tokens: Sequence[Token], noun: int) -> bool:
    return any(token.text == "by" and token.head == noun for token in tokens)


TO_FRONT: Sequence[Pattern] = (participle_to_front, clause_moved)
RELATIVE: Sequence[Pattern] = (relative_active,)
