"""Clauses whose subject and object hold the two mentions of a relation: they become passive or are inverted."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    BE_THIRD,
    COMMON_PREPOSITIONS,
    HAVE_TENSED,
    INDEFINITE_ARTICLES,
    LOCATIVES,
    POSSESSIVES,
    SIDES,
    SPOTS,
    STATIVE_VERBS,
    THIRD_REFLEXIVES,
)
from hf_robust.language.english.verbs import reinflected
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.task_specific.relation_patterns import Order, Pattern, Roles, Run, is_short_state
from hf_robust.transforms.task_specific.relation_voice import SCOPE, SITES, is_small
from hf_robust.transforms.task_specific.schema_voice import ACTIVE_ONLY

_MOST = 12  # words of a noun phrase that moves
_OF_AGENTS = COMMON_PREPOSITIONS - {"about", "by", "for"}
_FINITE = ("VBD", "VBZ", "VBP")
# verbs without a usual passive
_NO_PASSIVE = (STATIVE_VERBS - {"need"}) | frozenset(
    """be begin bring come comprise consist do enter face give go have include involve keep let lie live possess reach
    remain
    seem show stay take tell walk win""".split()
)
_NO_PASSIVE |= ACTIVE_ONLY
_HOLDING = frozenset({"contain", "include"})  # what is said of a thing has "in" in the passive
# participles that say where something is or can be read: only before these, prose puts them first
_STATES = frozenset(
    """attached based buried carved concealed contained depicted described displayed documented embedded enclosed
    engraved exhibited found hidden housed included inscribed installed kept listed located locked lodged
    mentioned mounted nestled painted parked pictured planted portrayed printed recorded reflected seated seen set
    shown situated stacked stored tucked written""".split()
)
_STAYS = (LOCATIVES | SIDES | {"among", "behind", "within"}) - {"from", "to"}
_SCOPE = SCOPE | THIRD_REFLEXIVES | {"each", "every"}
_KNOWN = (
    "nsubj",
    "obj",
    "obl",
    "punct",
    "advmod",
    "cc",
    "conj",
    "aux",
    "cop",
    "case",
    "det",
    "nmod",
    "amod",
    "compound",
)


def passive(roles: Roles) -> Order | None:
    """``The storm caused the fire .`` becomes ``The fire was caused by the storm .``, in any clause of a sentence."""
    tokens = roles.doc.tokens
    for verb in _verbs(tokens):
        lemma = tokens[verb].lemma
        found = _passive_of(roles, verb) if lemma in _HOLDING or not without_passive(lemma) else None
        if found is not None:
            return found
    return None


def _passive_of(roles: Roles, verb: int) -> Order | None:
    tokens = roles.doc.tokens
    parts = _parts(tokens, verb)
    if not {"nsubj", "obj"} <= parts.keys() or set(parts) - {
        "nsubj",
        "obj",
        "obl",
        "punct",
        "mark",
        "cc",
        "aux",
        "advcl",
    }:
        return None
    if "advcl" in parts and tokens[extent(tokens, parts["advcl"])[0]].text.lower() != "to":
        return None
    first, last = extent(tokens, parts["nsubj"]), extent(tokens, parts["obj"])
    auxiliary = tokens[first[1]] if first[1] == verb - 1 else None
    form = _passive_form(tokens, verb, auxiliary, _is_plural(tokens, parts["obj"]))
    if form is None or first[1] != (verb if auxiliary is None else verb - 1) or last[0] != verb + 1:
        return None
    if not is_movable(tokens, first, parts["nsubj"]) or not is_movable(tokens, last, parts["obj"]):
        return None
    if not _holds(roles, first, last) or last[1] >= len(tokens) or not _opens_clause(tokens, first[0]):
        return None
    behind = tokens[last[1] : last[1] + 2]
    if behind[0].text == "," and behind[-1].pos in ("ADJ", "DET", "NOUN", "PROPN"):
        return None  # a list: "books , a phone and notepads"
    holding = tokens[verb].lemma in _HOLDING
    if holding and (tokens[parts["nsubj"]].tag != "NN" or noun_kind(tokens[parts["nsubj"]].lemma.lower()) == "person"):
        return None
    return _exchanged(tokens, first, last, [form, "in" if holding else "by"])


def _passive_form(tokens: Sequence[Token], verb: int, auxiliary: Token | None, several: bool) -> str | None:
    tag = tokens[verb].tag
    past = reinflected(tokens[verb].text, tag, "VBN")
    if past is None:
        return None
    if auxiliary is not None:
        if auxiliary.tag == "MD" and tag == "VB":
            return f"{auxiliary.text} be {past}"
        if auxiliary.text in HAVE_TENSED and tag == "VBN":
            have = "had" if auxiliary.text == "had" else "have" if several else "has"
            return f"{have} been {past}"
        return None
    if tag not in _FINITE:
        return None
    be = ("were" if several else "was") if tag == "VBD" else ("are" if several else "is")
    return f"{be} {past}"


def active_clause(roles: Roles) -> Order | None:
    """``... that the fire was caused by a storm in May .`` becomes ``... that a storm caused the fire in May .``."""
    tokens = roles.doc.tokens
    for verb in _verbs(tokens):
        if tokens[verb].tag != "VBN" or verb + 2 >= len(tokens) or tokens[verb + 1].text != "by":
            continue
        parts = _parts(tokens, verb)
        agent = next(
            (n for n, token in enumerate(tokens) if token.head == verb and n > verb + 1 and _has_by(tokens, n)), -1
        )
        be = tokens[verb - 1].text
        if "nsubj" not in parts or agent < 0 or be not in ("was", "were") or "aux" not in parts:
            continue
        if set(parts) - {"nsubj", "obl", "punct", "mark", "cc", "aux"}:
            continue
        first, last = extent(tokens, parts["nsubj"]), extent(tokens, agent)
        form = reinflected(tokens[verb].text, "VBN", "VBD")
        if first[1] != verb - 1 or last[0] != verb + 1 or form is None or last[1] >= len(tokens):
            continue
        if tokens[last[1]].text in _OF_AGENTS or tokens[agent].lemma in SITES:
            continue  # "by a leak in a tanker": the phrase belongs to the agent
        last = (last[0] + 1, last[1])
        holds = _holds(roles, first, last) and _opens_clause(tokens, first[0])
        if holds and is_movable(tokens, first, parts["nsubj"]) and is_movable(tokens, last, agent, True):
            return _exchanged(tokens, first, last, [form])
    return None


def _has_by(tokens: Sequence[Token], noun: int) -> bool:
    return any(token.text == "by" and token.head == noun for token in tokens)


def _exchanged(tokens: Sequence[Token], first: tuple[int, int], last: tuple[int, int], verb: Order) -> Order:
    opened: Order = [Run(0, first[0])] if first[0] else []
    small = not first[0] and tokens[0].pos != "PROPN"
    moved: Order = [Run(*last, large=not first[0]), *verb, Run(*first, small=small)]
    return [*opened, *moved, Run(last[1], len(tokens))]


def _verbs(tokens: Sequence[Token]) -> list[int]:
    """Predicates of the main clause and of whole clauses beside it."""
    clauses = ("ROOT", "root", "ccomp", "conj", "advcl", "parataxis")
    return [n for n, token in enumerate(tokens) if token.pos == "VERB" and token.dep.split(":")[0] in clauses]


def _parts(tokens: Sequence[Token], verb: int) -> dict[str, int]:
    """The dependents of a verb by relation; empty where it has several subjects or objects."""
    below = [(token.dep.split(":")[0], n) for n, token in enumerate(tokens) if token.head == verb and n != verb]
    deps = [dep for dep, _ in below]
    return dict(below) if deps.count("nsubj") == 1 and deps.count("obj") < 2 and deps.count("aux") < 2 else {}


def _opens_clause(tokens: Sequence[Token], place: int) -> bool:
    """Whether a clause can begin at a place."""
    if not place:
        return True
    before = tokens[place - 1]
    return before.text == "," or before.tag == "CC" or before.dep == "mark"


def inverted(roles: Roles) -> Order | None:
    """``The key was kept in the box .`` becomes ``Kept in the box was the key .``.

    The participle says where something is. "Postponed to a later date was the meeting" is not usual.
    """
    tokens = roles.doc.tokens
    root, end = root_of(tokens), len(tokens) - 1
    below = [place for place, token in enumerate(tokens) if token.head == root and place != root]
    deps = {tokens[place].dep.split(":")[0]: place for place in below}
    subject, be = deps.get("nsubj", -1), deps.get("cop", deps.get("aux", -1))
    if subject < 0 or be < 0 or tokens[be].text not in BE_THIRD:
        return None
    if any(
        tokens[place].dep.split(":")[0]
        not in ("nsubj", "cop", "aux", "case", "obl", "punct", "det", "amod", "nmod", "compound")
        for place in below
    ):
        return None
    first = extent(tokens, subject)
    owned = first[0] == 0 and tokens[0].text.lower() in POSSESSIVES  # what it refers to is in no phrase that follows
    if first[0] or first[1] != be or not is_movable(tokens, (1, be) if owned else first, subject):
        return None
    if tokens[root].tag == "VBN":
        if be != root - 1 or tokens[root].text not in _STATES or tokens[root + 1].text not in _STAYS:
            return None
        if sum(tokens[place].dep.startswith("obl") for place in below) != 1:
            return None
    elif tokens[be + 1].text not in SPOTS | {"inside", "under", "behind"} or "case" not in deps:
        return None
    if not _holds(roles, first, (be + 1, end)) or end - be > _MOST + 1:
        return None
    if tokens[0].text in ("This", "These"):
        return None  # what was told before does not come last
    if is_short_state(tokens[end - 1].text):
        return None  # "Amherst , Mass": its full stop would stand inside the sentence
    small = tokens[0].pos != "PROPN"
    closed: Order = [","] if any(token.text == "," for token in tokens[be + 1 : end]) else []
    return [Run(be + 1, end, large=True), *closed, Run(be, be + 1), Run(*first, small=small), Run(end, end + 1)]


def classified(roles: Roles) -> Order | None:
    """``Zorp is a Hindi film , directed by Ann .`` becomes ``A Hindi film , Zorp is directed by Ann .``."""
    tokens = roles.doc.tokens
    root, end = root_of(tokens), len(tokens) - 1
    verb = next((n for n in range(root + 1, end) if tokens[n].tag == "VBN" and tokens[n].head == root), -1)
    be = next((n for n in range(1, max(root, 1)) if tokens[n].head == root and tokens[n].dep == "cop"), -1)
    if verb < 0 or be < 0 or tokens[be].text not in BE_THIRD or tokens[be + 1].text not in INDEFINITE_ARTICLES:
        return None
    close = verb - 1 if tokens[verb - 1].text == "," else verb
    if close != root + 1 or tokens[verb + 1].tag != "IN" or not _holds(roles, (0, be), (be + 1, close)):
        return None
    if any(token.pos == "PUNCT" for token in tokens[:close]) or tokens[0].pos == "PRON" or close - be > _MOST:
        return None
    small = tokens[0].pos != "PROPN"
    moved: Order = [Run(be + 1, close, large=True), ",", Run(0, be, small=small), Run(be, be + 1)]
    return [*moved, Run(verb, end + 1)]


def equated(roles: Roles) -> Order | None:
    """``Ann is the head of Zorp .`` becomes ``The head of Zorp is Ann .``."""
    tokens = roles.doc.tokens
    root, end = root_of(tokens), len(tokens) - 1
    below = [place for place, token in enumerate(tokens) if token.head == root and place != root]
    deps = {tokens[place].dep.split(":")[0]: place for place in below}
    subject, be = deps.get("nsubj", -1), deps.get("cop", -1)
    if subject < 0 or be < 0 or tokens[be].text not in BE_THIRD:
        return None
    one_of = [token.text for token in tokens[be + 1 : be + 4]] == ["one", "of", "the"]
    if not one_of and tokens[be + 1].text != "the":
        return None
    first = extent(tokens, subject)
    definite = one_of or any(token.tag == "JJS" or token.text == "most" for token in tokens[be + 2 : root])
    definite = definite or tokens[subject].pos == "PROPN" or tokens[0].text.lower() in POSSESSIVES | {"the", "this"}
    clausal = any(dep in ("advcl", "conj", "acl", "parataxis", "ccomp", "advmod") for dep in deps)
    small = is_small(tokens)
    if first[0] or first[1] != be or clausal or not definite or small is None:
        return None
    if tokens[root].tag != "NN" and not one_of:
        return None
    if not is_movable(tokens, first, subject) or not _holds(roles, first, (be + 1, end)) or end - be > _MOST + 2:
        return None
    closed: Order = [","] if any(token.text == "," for token in tokens[be + 1 : end]) else []
    return [Run(be + 1, end, large=True), *closed, Run(be, be + 1), Run(*first, small=small), Run(end, end + 1)]


def without_passive(lemma: str) -> bool:
    """Whether a verb has no usual passive."""
    return lemma in _NO_PASSIVE


def root_of(tokens: Sequence[Token]) -> int:
    """The number of the predicate of a sentence; -1 without one."""
    return next((place for place, token in enumerate(tokens) if token.dep == "ROOT"), -1)


def extent(tokens: Sequence[Token], head: int) -> tuple[int, int]:
    """The first and the end of what hangs on a token; an empty range where that is no run of tokens."""
    inside = {head}
    grown = True
    while grown:
        more = {place for place, token in enumerate(tokens) if token.head in inside} - inside
        inside |= more
        grown = bool(more)
    first, end = min(inside), max(inside) + 1
    return (first, end) if end - first == len(inside) else (head, head)


def is_movable(tokens: Sequence[Token], extent: tuple[int, int], head: int, clause: bool = False) -> bool:
    """Whether a noun phrase is short, has no comma and nothing in it refers to or negates something outside."""
    inside = tokens[extent[0] : extent[1]]
    words = {token.text.lower() for token in inside}
    clausal = any(token.dep.startswith(("acl", "advcl", "ccomp", "parataxis")) for token in inside)
    marks = any(token.pos == "PUNCT" for token in inside)
    plain = words.isdisjoint(_SCOPE) and words.isdisjoint(POSSESSIVES) and (clause or not clausal) and not marks
    return bool(inside) and len(inside) <= _MOST and tokens[head].pos in ("NOUN", "PROPN") and plain


def _is_plural(tokens: Sequence[Token], head: int) -> bool:
    below = [place for place, token in enumerate(tokens) if token.head == head]
    if any(tokens[place].dep.startswith("conj") for place in below):
        return True
    article = next((place for place in below if tokens[place].text.lower() in ("a", "an")), head)
    # "a happy five weeks" is one, "a key and two lamps" are several
    single = article < head and all(token.pos != "CCONJ" for token in tokens[article:head])
    return not single and tokens[head].tag in ("NNS", "NNPS")


def _holds(roles: Roles, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether one mention is in each of two parts."""
    inside = [
        [low <= mention.first and mention.last <= high for low, high in (first, second)]
        for mention in (roles.subject, roles.other)
    ]
    return sorted(inside) == [[False, True], [True, False]]


CLAUSAL: Sequence[Pattern] = (inverted, classified, equated)
VOICE: Sequence[Pattern] = (active_clause, passive)
