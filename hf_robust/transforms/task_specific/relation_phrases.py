"""Phrases of place and time that move between the front and the end of a sentence."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import GOALS, LOCATIVES, SPOTS
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.task_specific.relation_patterns import Order, Roles, Run


def phrase_to_end(roles: Roles) -> Order | None:
    """``In Oslo , X met Z .`` becomes ``X met Z in Oslo .``"""
    tokens = roles.doc.tokens
    comma = next((place for place, token in enumerate(tokens) if token.text == ","), 0)
    if not _is_adverbial(tokens, 0, comma) or any(token.text == "," for token in tokens[comma + 1 :]):
        return None
    if not _is_one_clause(tokens) or not _is_split(roles, 0, comma) or tokens[comma + 1].dep.startswith("mark"):
        return None
    last = tokens[-2]
    if last.tag == "IN" or last.pos in ("VERB", "PART") or _has_phrase(tokens, comma + 1):
        return None
    rest = Run(comma + 1, len(tokens) - 1, large=True)
    return [rest, Run(0, comma, small=tokens[0].pos != "PROPN"), Run(len(tokens) - 1, len(tokens))]


def phrase_to_front(roles: Roles) -> Order | None:
    """``X met Z in Oslo .`` becomes ``In Oslo , X met Z .``"""
    tokens = roles.doc.tokens
    end = len(tokens) - 1
    root = next((place for place, token in enumerate(tokens) if token.dep == "ROOT"), -1)
    if (
        root < 0
        or tokens[root].pos != "VERB"
        or any(token.text == "," for token in tokens)
        or (tokens[0].pos == "PROPN" and tags_of(tokens[0].text.lower()))  # "Strong winds": it may lose its capital
        or not _is_one_clause(tokens, moves_complement=True)
    ):
        return None
    has_object = any(token.dep == "obj" and token.head == root for token in tokens)
    starts = [place for place in range(root + 1, end) if _is_adverbial(tokens, place, end)]
    for start in starts:
        beside = any(mention.last == start for mention in (roles.subject, roles.other))  # it may belong to the mention
        told = noun_kind(tokens[start - 1].lemma.lower()) in ("act", "cognition")  # "inquiry via"
        beside = beside and (told or not (has_object and tokens[start].text in _OF_VERBS))
        if tokens[start].text in _WAYS or tokens[root].lemma in ("involve", "engage"):
            continue  # "is passed on to another consumer": the phrase does not stand far from its verb
        complement = tokens[root].lemma in LOCATIVE_VERBS and not (has_object and tokens[start].text in _COMPLEMENTS)
        if _is_split(roles, start, end) and start > root + 1 and not beside and not complement:
            small = tokens[0].pos != "PROPN" and tokens[0].text != "I"
            return [Run(start, end, large=True), ",", Run(0, start, small=small), Run(end, end + 1)]
    return None


def _is_adverbial(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether a phrase of place or time of the main verb is these tokens."""
    if end - start < 2 or tokens[start].text.lower() not in _PREPOSITIONS:
        return False
    heads = [place for place in range(start, end) if not start <= tokens[place].head < end]
    if len(heads) != 1 or tokens[start].dep != "case" or tokens[start].head != heads[0]:
        return False
    head = tokens[heads[0]]
    return head.dep.startswith("obl") and head.head >= 0 and tokens[head.head].dep == "ROOT"


def _is_one_clause(tokens: Sequence[Token], moves_complement: bool = False) -> bool:
    """Whether a sentence is one clause with its subject first and a full verb that is no verb of motion or being."""
    finite = [token for token in tokens if token.tag in ("VBD", "VBZ", "VBP", "MD")]
    subjects = [token for token in tokens if token.dep.startswith("nsubj")]
    clauses = ("conj", "ccomp", "advcl", "acl", "parataxis", "xcomp", "csubj", "expl", "cop")
    plain = not any(token.dep.split(":")[0] in clauses and not _is_noun_of_list(tokens, token) for token in tokens)
    root = next((token for token in tokens if token.dep == "ROOT"), None)
    return (
        len(finite) == 1
        and len(subjects) == 1
        and plain
        and root is not None
        and (moves_complement or root.lemma not in LOCATIVE_VERBS)
    )


def _is_noun_of_list(tokens: Sequence[Token], token: Token) -> bool:
    """Whether a word is a further noun of a list: "between Oslo and Bergen"."""
    return token.dep == "conj" and token.pos in _NOUNS and tokens[token.head].pos in _NOUNS


_NOUNS = ("NOUN", "PROPN", "NUM")
_WAYS = GOALS | {"to", "from"}
_OF_VERBS = frozenset({"via", "during", "throughout"})  # with an object before them, they belong to the verb
_PREPOSITIONS = SPOTS | LOCATIVES | frozenset("via on during into onto under behind throughout after before".split())
_COMPLEMENTS = frozenset({"in", "on"})
LOCATIVE_VERBS = frozenset(
    "be lie live stand sit put place go come arrive contain store result consist believe participate engage specialize "
    "involve base situate locate insert fall end lay rest work serve culminate succeed focus depend hang remain "
    "stay".split()
)


def _has_phrase(tokens: Sequence[Token], start: int) -> bool:
    """Whether another prepositional phrase stands last, which the moved one would join."""
    return any(token.tag == "IN" for token in tokens[start:-1])


def _is_split(roles: Roles, start: int, end: int) -> bool:
    """Whether one mention is in the phrase and the other outside."""
    inside = [start <= mention.first and mention.last <= end for mention in (roles.subject, roles.other)]
    apart = [mention.last <= start or mention.first >= end for mention in (roles.subject, roles.other)]
    return (inside[0] and apart[1]) or (inside[1] and apart[0])
