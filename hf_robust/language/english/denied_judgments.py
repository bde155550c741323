"""Which statements a denial may reach as a whole: judgments, but not what the writer did, and no advice."""

from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.clause_parts import clause_of
from hf_robust.language.english.closed_classes import (
    ADDITIONS,
    FIRST_PERSON,
    NEGATIONS,
    OPINIONS,
    PERCEPTIONS,
    THOUGHTS,
)
from hf_robust.language.english.denial_frames import Stretch
from hf_robust.language.english.opinion_words import said_at
from hf_robust.language.english.opinions import Aspect, head_of
from hf_robust.language.english.verbs import children, plain

_LONGEST = 25  # words of a statement: in a longer one the reader loses what is denied
_QUOTES = frozenset({'"', "''", "``", "“", "”"})
_VIEWS = THOUGHTS | OPINIONS
_BARE = NEGATIONS | {"nt", "more", "less"}  # these say nothing by themselves
_STATED = frozenset({"root", "conj", "parataxis", "advcl", "ccomp"})
# these add a judgment to another one, or point back to what the reader has been told
_ADDED = ADDITIONS - {"too"} | frozenset("even another again still other mention suffice first second turns".split())
# the tagger often reads these as nouns where they open a sentence
_VERBS_FIRST = frozenset("adjust avoid ask bring buy check do go keep order save skip stay take tell try".split())
_BREAKS = frozenset({"(", ")", ":", ";", "-", "--", "–"})
_STATES = PERCEPTIONS | frozenset("be have lack need come run work stay".split())


def check_judgment(doc: Doc, aspects: Sequence[Aspect], stretch: Stretch) -> None:
    """Refuse a statement that does not judge the aspects, or tells more than a judgment.

    Args:
        doc: The text, with tags, lemmas and trees.
        aspects: The aspects that the statement judges, of one polarity.
        stretch: The statement.

    Raises:
        NotApplicable: When it tells what the writer did, gives advice, cites, or joins a fact to the judgment.

    Example:
        >>> doc = Doc.tagged("I/PRON/PRP//nsubj/2 bought/VERB/VBD/buy/root/2 good/ADJ/JJ//amod/4 tea/NOUN/NN//obj/2")
        >>> try:
        ...     check_judgment(doc, [Aspect("tea", 14, 17, "positive", ((9, 13),))], Stretch(1, 0, 3, 0, True))
        ... except NotApplicable as reason:
        ...     print(reason)
        'bought' tells what somebody did, which is no judgment
    """
    tokens, side = doc.tokens, aspects[0].polarity
    inside = range(stretch.first, stretch.last + 1)
    opening = tokens[stretch.first]
    if opening.pos == "AUX" or plain(opening) == "never":
        raise NotApplicable("the sentence of the target is no statement")  # "Is that the prices are fair"
    if plain(opening) in _VERBS_FIRST:
        raise NotApplicable("the sentence of the target gives advice")
    if any(tokens[n].text in _QUOTES for n in inside):
        raise NotApplicable("the sentence of the target holds words in quotation marks")
    if sum(tokens[n].text[:1].isalnum() for n in inside) > _LONGEST:
        raise NotApplicable("the sentence of the target is too long to be denied")
    added = next((tokens[n] for n in inside if plain(tokens[n]) in _ADDED or tokens[n].text in _BREAKS), None)
    if added is not None:
        raise NotApplicable(f"'{added.text}' ties the judgment to what else is said")
    head = tokens[stretch.head]
    subject = any(tokens[n].dep.startswith(("nsubj", "csubj", "expl")) for n in children(tokens, stretch.head))
    if head.pos == "VERB" and head.tag in ("VBD", "VBZ") and not subject:
        raise NotApplicable(f"'{head.text}' has no subject")  # "Wasted me hours"
    judging = {n for n in inside if said_at(tokens, n) == side}
    for one in aspects:
        told = _opinions(doc, one, side)
        if not told and (one.opinions or not any(_is_tied(doc, one, n) for n in judging)):
            raise NotApplicable(f"no word judges '{one.term}'")
    opinions = judging | {n for one in aspects for n in _opinions(doc, one, side)}
    for n in inside:
        if clause_of(tokens, n) != n:
            continue
        if n not in judging and _advises(tokens, n):
            raise NotApplicable(f"'{tokens[n].text}' gives advice")
        stated = n == stretch.head or tokens[n].dep.lower() in _STATED
        told_at = n not in judging or plain(tokens[n]) in ("able", "replace")
        if stated and told_at and _tells(tokens, n):
            raise NotApplicable(f"'{tokens[n].text}' tells what somebody did, which is no judgment")
        main = n == stretch.head or tokens[n].dep in ("conj", "parataxis")
        if main and not any(_main_clause(tokens, m, stretch) == n for m in opinions):
            raise NotApplicable(f"'{tokens[n].text}' joins a fact to the judgment")


def _main_clause(tokens: Sequence[Token], place: int, stretch: Stretch) -> int:
    """The joined clause, or the whole statement, to which a word belongs."""
    clause = clause_of(tokens, place)
    for _ in range(len(tokens)):
        if clause == stretch.head or tokens[clause].dep in ("conj", "parataxis") or tokens[clause].head in (clause, -1):
            break
        clause = clause_of(tokens, tokens[clause].head)
    return clause


def _opinions(doc: Doc, one: Aspect, side: str) -> list[int]:
    """The words that judge an aspect, without those that say nothing by themselves, such as "not"."""
    tokens = doc.tokens
    found = [n for n, t in enumerate(tokens) if any(t.start < end and start < t.end for start, end in one.opinions)]
    words = [n for n in found if plain(tokens[n]) not in _BARE]
    return [n for n in words if tokens[n].pos in ("ADJ", "NOUN", "VERB") or said_at(tokens, n) == side]


def _is_tied(doc: Doc, one: Aspect, place: int) -> bool:
    """Whether a word is the predicate of an aspect, its verb, or describes it."""
    tokens, head = doc.tokens, head_of(doc.tokens, one.start, one.end)
    if head is None:
        return False
    clause = clause_of(tokens, head)
    inside = one.start < tokens[place].end and tokens[place].start < one.end
    return not inside and (place == clause or tokens[place].head in (head, clause) or tokens[head].head == place)


def _tells(tokens: Sequence[Token], place: int) -> bool:
    """Whether a clause tells what somebody did: not "I think", "it works well", "they are rude"."""
    token, below = tokens[place], children(tokens, place)
    subjects = [plain(tokens[n]) for n in below if tokens[n].dep.startswith(("nsubj", "csubj", "expl"))]
    if not FIRST_PERSON.isdisjoint(subjects):
        return token.tag not in ("VB", "VBP") or token.lemma.lower() not in _VIEWS
    if token.pos not in ("VERB", "AUX"):
        return False
    if not subjects and token.dep.lower() == "root":
        return True  # "Went there on Sunday": a review leaves out the subject
    modal = any(tokens[n].tag == "MD" for n in below)
    return modal or (token.tag in ("VBD", "VBN") and token.lemma.lower() not in _STATES)


def _advises(tokens: Sequence[Token], place: int) -> bool:
    """Whether a clause has a verb without a subject, as "Do yourself a favor", or says what should be done."""
    below = children(tokens, place)
    if any(plain(tokens[n]) in ("should", "must", "let") for n in (place, *below)):
        return True
    if any(plain(tokens[n]) == "do" and tokens[n].tag != "VBD" for n in below) and not any(
        tokens[n].dep.startswith("nsubj") for n in below
    ):
        return True  # "Do not buy anything from them"
    helped = any(tokens[n].dep.startswith(("nsubj", "csubj", "expl", "aux", "mark")) for n in below)
    return tokens[place].tag == "VB" and not helped and tokens[place].dep.lower() in ("root", "conj", "parataxis")
