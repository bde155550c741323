"""Clauses beside the main one whose negation the rest of a text does not notice: relative clauses and conditions."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from hf_robust.core.doc import Token
from hf_robust.language.english.clause_pieces import LINKS, Piece, below, is_cut, judges, made
from hf_robust.language.english.clauses import SUBJECTS
from hf_robust.language.english.closed_classes import CONSEQUENCES, REASONS, THOUGH, WHEN_WHERE
from hf_robust.language.english.negation_signs import NEGATIVE as _NEGATIVE
from hf_robust.language.english.tense_signs import FINITE, QUOTES
from hf_robust.language.english.verbs import children, plain, reinflected

_DECIDING = frozenset("decide choose vote agree promise vow pledge opt resolve".split())
_ASKING = frozenset("urge ask tell order advise instruct persuade convince beg request".split())
# words with which the reach of "not" would be unclear
_WITH_ACT = frozenset(
    "remember try and or some already too also either both so because if unless instead rather than".split()
)
_LINKS = CONSEQUENCES | REASONS | THOUGH | WHEN_WHERE | {"instead", "after"}
_RELATIVE = frozenset({"who", "which", "that"})
_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM"})
_SHORT = 3  # tokens of a clause: "who lives here"
_MARKS = '.,;:!?"()'
_STEM = 5  # letters that the forms of a word share: "produce", "production"
_BEFORE_NOUN = ("det", "amod", "compound", "nummod", "nmod:poss")


def side_clauses(tokens: Sequence[Token]) -> Iterator[Piece]:
    """Clauses that can be negated alone: relative clauses, and conditions of a question; the last ones first.

    The words of such a clause stand nowhere else in the text, so nothing repeats, explains or presupposes it.

    Args:
        tokens: The tokens of a text, with tags and trees.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> noun = "He/PRON/PRP//nsubj/4 is/AUX/VBZ/be/cop/4 a/DET/DT//det/4 painter/NOUN/NN//root/0"
        >>> doc = Doc.tagged(f"{noun} who/PRON/WP//nsubj/6 lives/VERB/VBZ/live/acl:relcl/4 here/ADV/RB//advmod/6")
        >>> [[token.text for token in piece.tokens] for piece in side_clauses(doc.tokens)]
        [['a', 'painter', 'lives', 'here']]
    """
    if judges(tokens):
        return
    for top in reversed(range(len(tokens))):
        if tokens[top].dep == "acl:relcl":
            yield from _relative(tokens, top)
    yield from _facts(tokens)


def _facts(tokens: Sequence[Token]) -> Iterator[Piece]:
    """Later sentences that tell where, when or by whom: "not" reaches that alone, and the rest of the text holds."""
    tops = [n for n, token in enumerate(tokens) if token.head == n]
    for place in reversed(range(1, len(tops))):
        root = tops[place]
        inside = [n for n, token in enumerate(tokens) if token.sent == tokens[root].sent]
        if is_cut(tokens, inside[0]) or tokens[inside[-1]].text[-1] != "." or not _is_whole(tokens, inside):
            continue
        held = children(tokens, root)
        told = root == tops[-1] or any(n > root and tokens[n].dep.split(":")[0] == "obl" for n in held)
        subject = [m for n in held if tokens[n].dep.startswith(SUBJECTS) for m in below(tokens, n)]
        if told and subject and subject[-1] < root and plain(tokens[inside[0]]) not in LINKS:
            after = [n for n in inside if n > subject[-1]]
            if _stands_alone(tokens, after, subject):
                yield from made(tokens, root, inside)


def wanted_act(tokens: Sequence[Token]) -> int | None:
    """The "to" of what somebody decides, plans or is asked to do, where "not" may stand before it; None without one.

    Args:
        tokens: The tokens of a text, with tags, lemmas and trees.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> plan = "He/PRON/PRP//nsubj/2 chose/VERB/VBD/choose/root/0 to/PART/TO//mark/4 stay/VERB/VB/stay/xcomp/2"
        >>> wanted_act(Doc.tagged(plan).tokens)
        2
    """
    for place in reversed(range(2, len(tokens) - 1)):
        if tokens[place].tag == "TO" and tokens[place].text == "to" and tokens[place + 1].tag == "VB":
            verb = tokens[place + 1].head
            act = below(tokens, place + 1)
            if (
                0 <= verb < place
                and tokens[place].head == place + 1
                and _wants(tokens, verb, place)
                and _WITH_ACT.isdisjoint(plain(tokens[n]) for n in act)
                and _leads(tokens, verb)
                and not _opens_with_aim(tokens, verb)
                and act[-1] - act[0] + 1 == len(act)
                and not any(tokens[n].text in QUOTES or tokens[n].text[-1] in ".!?;:," for n in act[:-1])
                and _NEGATIVE.isdisjoint(plain(token) for token in tokens if token.sent == tokens[place].sent)
                and _stands_alone(tokens, act, [])
            ):
                return place
    return None


def _opens_with_aim(tokens: Sequence[Token], verb: int) -> bool:
    """Whether an aim stands before what is decided, which the act serves: "To settle it, he agreed to pay"."""
    return any(
        one.tag == "TO" and one.sent == tokens[verb].sent and other.tag == "VB"
        for one, other in pairwise(tokens[:verb])
    )


def _leads(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a verb is the main one, or that of what the main one reports, and nothing follows from what it says."""
    above = tokens[verb]
    if above.dep == "ccomp" and 0 <= above.head < len(tokens):
        above = tokens[above.head]
    links = (plain(token).strip("\"'“") for token in tokens)
    return above.dep.lower() == "root" and _LINKS.isdisjoint(links)


def _wants(tokens: Sequence[Token], verb: int, place: int) -> bool:
    """Whether a verb tells what somebody decides, right before "to", or what somebody else is asked to do."""
    lemma = reinflected(plain(tokens[verb]), tokens[verb].tag, "VB")  # the lemmas may be missing
    if place == verb + 1:
        asked = lemma in _ASKING and any(tokens[n].dep == "aux:pass" for n in children(tokens, verb))
        return lemma in _DECIDING or asked
    return lemma in _ASKING and any(tokens[n].dep in ("obj", "iobj") for n in children(tokens, verb))


def _relative(tokens: Sequence[Token], top: int) -> Iterator[Piece]:
    """A relative clause with the noun that it belongs to as its subject."""
    noun = tokens[top].head
    clause = [n for n in below(tokens, top) if tokens[n].text not in (",", ".")]
    first = clause[0]
    led = plain(tokens[first]) in _RELATIVE and tokens[first].head == top and tokens[first].dep.startswith(SUBJECTS)
    # what goes on behind the clause rests on it: "the accident, which happened at noon, was caused by ice"
    follows = tokens[clause[-1] + 1 :]
    led = led and not any(one.sent == tokens[top].sent and one.pos != "PUNCT" for one in follows)
    if not led or noun >= first or not _is_whole(tokens, clause) or not _adds(tokens, noun, first):
        return
    own = [n for n in children(tokens, noun) if n < noun and tokens[n].dep in _BEFORE_NOUN]
    if _stands_alone(tokens, clause[1:], [*own, noun]):
        yield from made(tokens, top, [*own, noun, *clause[1:]], noun)


def _adds(tokens: Sequence[Token], noun: int, first: int) -> bool:
    """Whether a relative clause tells more of a thing, and not which one is meant: "a singer who", "Oslo, which"."""
    held = children(tokens, noun)
    is_cleft = any(plain(tokens[n]) == "it" for n in held)  # "it was Oslo that won"
    return tokens[first - 1].text == "," or (not is_cleft and any(tokens[n].dep == "cop" for n in held))


def _is_whole(tokens: Sequence[Token], clause: Sequence[int]) -> bool:
    """Whether the tokens of a clause follow each other, with one finite verb, no quotation and no mark between them."""
    if len(clause) < _SHORT or clause[-1] - clause[0] + 1 != len(clause):
        return False
    if any(tokens[n].text in QUOTES or tokens[n].text[-1] in ".!?;:," for n in clause[:-1]):
        return False
    return sum(tokens[n].tag in FINITE for n in clause) == 1 and all(plain(tokens[n]) != "last" for n in clause)


def _stands_alone(tokens: Sequence[Token], clause: Sequence[int], subject: Sequence[int]) -> bool:
    """Whether no word of a clause stands anywhere else in the text."""
    words = _stems(tokens, clause)
    rest = set(range(len(tokens))).difference(clause, subject)
    return words.isdisjoint(_stems(tokens, sorted(rest)))


def _stems(tokens: Sequence[Token], places: Sequence[int]) -> set[str]:
    return {plain(tokens[n]).strip(_MARKS)[:_STEM] for n in places if tokens[n].pos in _CONTENT}
