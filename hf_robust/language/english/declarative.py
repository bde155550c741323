"""Whether a text is one declarative clause: one that may follow "that"."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.clauses import finite_verb, is_subordinate
from hf_robust.language.english.closed_classes import CONDITIONS, COORDINATORS, INDEFINITE_PRONOUNS, REASONS, THOUGH
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.verbs import agreement, children, plain, reinflected
from hf_robust.language.english.wordforms import tags_of

_LEAST_WORDS = 3  # a subject, a verb and one more word: shorter texts are mostly headings and exclamations
_QUOTES = frozenset("\"“”„«»`'‘’") | {"``", "''"}
_BREAKS = re.compile(r"[.!?…;:()\[\]{}<>#@*]|--|[–—]|\blrb\b|\brrb\b|https?", re.IGNORECASE)
_WHOLE = re.compile(r"(?:[A-Z]\.)+|(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|vs|No)\.|\d[\d.,:]*", re.IGNORECASE)
_NO_OPENING = frozenset({"CCONJ", "SCONJ", "INTJ", "PUNCT", "SYM", "X"})
_OPENERS = (
    COORDINATORS
    | THOUGH
    | REASONS
    | CONDITIONS
    | frozenset(
        """yet so plus still for oh well yes no never not while perhaps like please thus hence instead then
            also too""".split()
    )
)
_LOOSE = frozenset({"parataxis", "discourse", "vocative", "dislocated", "orphan", "list", "reparandum", "goeswith"})
_SUBJECTS = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP", "DT", "EX", "CD"})
_DETERMINERS = frozenset({"DT", "PRP$", "CD", "NNP", "NNPS", "POS", "PDT"})
_NUMBER = {"VBZ": "he", "VBP": "they"}
_ASKS = frozenset({"WP", "WDT", "WP$", "WRB"})


def is_declarative(tokens: Sequence[Token]) -> bool:
    """Whether a text is one declarative sentence with its full stop: a finite verb after its subject, and no more.

    Questions, commands, fragments, several sentences, quotations, lists, and what begins with a conjunction or an
    interjection are none. What is in doubt is none either: taggers take "features a cast" and "gripping drama served
    cold" for clauses, so a subject that could be a verb or has no article does not count.

    Args:
        tokens: The annotated text: tags, and a tree of Universal Dependencies.

    Example:
        >>> from hf_robust.core.doc import Annotation
        >>> from hf_robust.language.annotation import annotate_values
        >>> texts = ["The plot is thin.", "A thin plot.", "Is the plot thin?", "But the plot is thin.", "Watch it."]
        >>> rows = annotate_values(texts, {"pos", "dep"})
        >>> [is_declarative(Annotation.of_column(row).tokens) for row in rows]
        [True, False, False, False, False]
    """
    if not tokens or tokens[-1].text not in (".", "!"):
        return False
    body = list(tokens)
    while body and body[-1].text in (".", "!"):
        body.pop()
    roots = [place for place, token in enumerate(tokens) if token.head == place]
    if len(roots) != 1 or sum(token.pos != "PUNCT" for token in body) < _LEAST_WORDS:
        return False
    if any(token.text in _QUOTES or token.dep in _LOOSE or _breaks(token.text) for token in body):
        return False
    first, *others = tokens
    if first.tag == "NNP" and others[0].tag not in ("NNP", "NNPS") and tags_of(plain(first)):  # "Plotless farce"
        return False
    if tokens[0].pos in _NO_OPENING or plain(tokens[0]) in _OPENERS or tokens[0].tag in _ASKS:
        return False
    return _has_subject(tokens, roots[0])


def _breaks(text: str) -> bool:
    return bool(_BREAKS.search(text)) and not _WHOLE.fullmatch(text)


def _has_subject(tokens: Sequence[Token], root: int) -> bool:
    """Whether the finite verb of the root follows its subject, and little goes before that."""
    verb = finite_verb(tokens, root)
    if verb is None or tokens[verb].tag not in FINITE or is_subordinate(tokens, root, verb):
        return False
    subjects = [place for place in children(tokens, root) if tokens[place].dep.split(":")[0] in ("nsubj", "expl")]
    before = [place for place in subjects if place < verb]
    if len(before) != 1 or not _is_subject(tokens, before[0], verb):
        return False
    if any(token.tag == "WRB" for token in tokens[before[0] : verb]) or _is_participle(tokens, root, verb):
        return False
    start, end = _extent(tokens, before[0])
    commas = sum(token.text == "," for token in tokens[start:verb])
    alone = commas % 2 and not any(token.dep == "conj" for token in tokens[start:end])  # "A gem, captured in ..."
    return start == 0 and not alone


def _is_participle(tokens: Sequence[Token], root: int, verb: int) -> bool:
    """Whether a verb in the past may be a participle: "A slow tale littered with jokes"."""
    following = tokens[verb + 1].tag if verb + 1 < len(tokens) else "."
    named = tokens[0].tag in ("DT", "PRP", "PRP$", "NNP", "NNPS", "EX") and plain(tokens[0]) not in ("a", "an")
    same = verb == root and tokens[verb].tag == "VBD" and following in ("IN", "TO") and not named
    return same and reinflected(plain(tokens[verb]), "VBN", "VBN") is not None


def _is_subject(tokens: Sequence[Token], subject: int, verb: int) -> bool:
    token = tokens[subject]
    if token.tag not in _SUBJECTS or (plain(tokens[verb]) == "like" and token.tag != "PRP"):
        return False
    if token.tag in ("NN", "NNS") and not any(before.tag in _DETERMINERS for before in tokens[:subject]):
        is_verb = reinflected(plain(tokens[0]), "VBZ", "VB") is not None
        if token.tag == "NN" or is_verb:
            return token.tag == "NN" and plain(token) in INDEFINITE_PRONOUNS
    wanted = _NUMBER.get(tokens[verb].tag)
    found = agreement(tokens, verb)
    return wanted is None or found is None or (found == "he") == (wanted == "he")


def _extent(tokens: Sequence[Token], head: int) -> tuple[int, int]:
    """The first token of what hangs on one, and the one after the last."""
    found, waiting = {head}, [head]
    while waiting:
        fresh = [place for place in children(tokens, waiting.pop()) if place not in found]
        found.update(fresh)
        waiting += fresh
    return min(found), max(found) + 1
