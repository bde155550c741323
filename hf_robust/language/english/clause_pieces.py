"""Parts of a text that can be read as a sentence of their own: one clause without the clauses around it."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from hf_robust.core.doc import Token
from hf_robust.language.english.clauses import SUBJECTS, finite_verb
from hf_robust.language.english.closed_classes import (
    CONSEQUENCES,
    CORRELATIVES,
    HOWEVER,
    SINGULAR_POINTERS,
    SPEAKERS,
    TIMES_OF_CLAUSES,
    WEEKDAYS,
)
from hf_robust.language.english.tense_signs import FINITE, QUOTES
from hf_robust.language.english.verbs import children, plain, reinflected
from hf_robust.language.lexicons import lexicon

REPORTS = frozenset("say report announce add state write".split())
# clauses of time and condition hold beside a negated main clause as well; those of contrast and reason need not
_FRONTED = (TIMES_OF_CLAUSES - {"until", "while"}) | {"as", "if", "whenever"}
_KNOWN = frozenset({"the", "its", "their", "his", "her", "our", "my"}) | SINGULAR_POINTERS
_ENDS = frozenset({".", "!"})
_STOPS = frozenset(".!?:;\"'”")
LINKS = CONSEQUENCES | HOWEVER | frozenset("but and or so then instead yet now still finally as".split())
_SPEAKERS = SPEAKERS | {"my", "our"}
_CONTENT = ("NOUN", "VERB", "ADJ")
_DATES = WEEKDAYS | {"on", "that", "yesterday"}  # between the verb of saying and what is said
_LEAD = 2  # tokens from the verb of saying to what is said: "that" may stand between
_HEADLINE = 7  # words of the shortest headlines; "to", "and" and "in" may be small
_SHARED = 1  # content words that a sentence may share with those before it: "the album"


class Piece(NamedTuple):
    """One clause.

    Args:
        tokens: Its tokens; their heads are numbers within the clause, and their offsets those of the text.
        root: Number of its predicate.
        verb: Number of its finite verb.
    """

    tokens: Sequence[Token]
    root: int
    verb: int


def pieces(tokens: Sequence[Token]) -> Iterator[Piece]:
    """The main and reported clauses that can be read alone, in the order in which they are to be tried.

    They are: a reported clause ("it is late" in "It is late, police said"), a main clause without a clause of time
    before it and without relative clauses, the last of several coordinated clauses, and the last sentence.

    Args:
        tokens: The tokens of a text, with tags and trees.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> said = "he/PRON/PRP//nsubj/6 said/VERB/VBD/say/root/0"
        >>> doc = Doc.tagged(f"It/PRON/PRP//nsubj/3 is/AUX/VBZ/be/cop/3 late/ADJ/JJ//ccomp/6 ,/,/,//punct/6 {said}")
        >>> [[token.text for token in piece.tokens] for piece in pieces(doc.tokens)]
        [['It', 'is', 'late']]
    """
    roots = [n for n, token in enumerate(tokens) if token.head == n]
    spoken = [n for n in roots if any(token.tag in FINITE for token in tokens if token.sent == tokens[n].sent)]
    if not spoken:
        return
    headed = opens_with_headline(tokens)
    root = spoken[-1]
    sentence = [n for n, token in enumerate(tokens) if token.sent == tokens[root].sent]
    if is_cut(tokens, sentence[0]):
        return
    if headed:
        if len(spoken) > 1 and _adds_news(tokens, sentence, 0):
            yield from made(tokens, root, sentence)
        return
    reported = _reported(tokens, root, sentence)
    if reported is not None:
        yield from made(tokens, *reported)
        root, sentence = reported
    else:
        yield from _said_after(tokens, root, sentence)
    kept = _without_clauses(tokens, root, sentence)
    if len(spoken) == 1 and len(kept) < len(sentence):
        yield from made(tokens, root, kept)
    yield from _last_joined(tokens, root, kept)
    if len(spoken) > 1 and _adds_news(tokens, kept):
        yield from made(tokens, root, kept)


def is_cut(tokens: Sequence[Token], first: int) -> bool:
    """Whether a sentence seems to begin within another one: without a mark before it, or after an initial ("U.S.").

    Args:
        tokens: The tokens of the text.
        first: Number of the first token of the sentence.
    """
    if not first:
        return False
    initial = first > 1 and tokens[first - 1].text == "." and len(tokens[first - 2].text) == 1
    return tokens[first - 1].text[-1] not in _STOPS or (initial and tokens[first - 2].text.isupper())


def opens_with_headline(tokens: Sequence[Token]) -> bool:
    """Whether a text begins with words in capitals, as a headline does, and goes on below it.

    Args:
        tokens: The tokens of the text.
    """
    words = [token for token in tokens[: 2 * _HEADLINE] if token.text[:1].isalpha()][:_HEADLINE]
    if any(token.tag in FINITE and token.text.islower() for token in words):
        return False
    return sum(token.text[0].isupper() for token in words) >= _HEADLINE - 3


def made(tokens: Sequence[Token], root: int, chosen: Sequence[int], subject: int | None = None) -> Iterator[Piece]:
    """Chosen tokens as a piece, where they have a finite verb.

    Args:
        tokens: The tokens of the text.
        root: Number of the predicate.
        chosen: Numbers of the tokens, ascending.
        subject: Number of the noun that becomes the subject; without it, the clause has its own.
    """
    number = {old: new for new, old in enumerate(chosen)}
    top = number.get(root)
    if top is None:
        return
    cut = [tokens[n]._replace(head=number.get(tokens[n].head, top), sent=0) for n in chosen]
    cut[top] = cut[top]._replace(head=top, dep="ROOT")
    if subject is not None:
        cut[number[subject]] = cut[number[subject]]._replace(head=top, dep="nsubj")
    verb = finite_verb(cut, top)
    if verb is not None and (not verb or plain(cut[verb - 1]) not in ("the", "a")):  # "the won slid"
        yield Piece(tuple(cut), top, verb)


def below(tokens: Sequence[Token], top: int) -> list[int]:
    """The numbers of a token and of all that hang below it, ascending.

    Args:
        tokens: The tokens of the text.
        top: Number of the token.
    """
    found, new = {top}, [top]
    while new:
        new = [n for place in new for n in children(tokens, place) if n not in found]
        found |= set(new)
    return sorted(found)


def _reported(tokens: Sequence[Token], root: int, sentence: Sequence[int]) -> tuple[int, list[int]] | None:
    """What somebody said, before a comma and who said it: "It is late" of "It is late, a witness said on Friday"."""
    tells = next((n for n in reversed(sentence) if tokens[n].tag in FINITE), sentence[0])
    if not _reports(tokens[tells]) or any(tokens[n].text == "," for n in sentence if n > tells):
        return None
    teller = next((n for n in reversed(sentence) if n < tells and tokens[n].text in (",", *QUOTES)), sentence[0])
    between = [tokens[n].pos for n in range(teller + 1, tells)]
    inside = [n for n in sentence if n < teller or (n == teller and tokens[n].text == ",")]
    if not {"NOUN", "PROPN", "PRON"} & set(between) or {"VERB", "SCONJ", "CCONJ"} & set(between):
        return None
    commas = 0
    while inside and (tokens[inside[-1]].text in QUOTES or tokens[inside[-1]].text == ","):
        commas += tokens[inside.pop()].text == ","
    while inside and tokens[inside[0]].text in QUOTES:
        inside.pop(0)
    if not commas or any(tokens[n].text in QUOTES for n in inside):
        return None
    tops = [n for n in inside if tokens[n].head not in inside or tokens[n].head == n]
    said = next((n for n in tops if any(tokens[m].dep.startswith(SUBJECTS) for m in children(tokens, n))), None)
    return None if said is None else (said, inside)


def _reports(token: Token) -> bool:
    """Whether a finite verb says what somebody said; its lemma may be missing."""
    return reinflected(plain(token), token.tag, "VB") in REPORTS


def _said_after(tokens: Sequence[Token], root: int, sentence: Sequence[int]) -> Iterator[Piece]:
    """What somebody said, after who said it: "it was late" of "A witness said it was late"."""
    tells = next((n for n in sentence if tokens[n].tag in FINITE), root)
    if tells != root or not _reports(tokens[root]) or any(tokens[n].text in QUOTES for n in sentence):
        return
    said = next((n for n in children(tokens, root) if tokens[n].dep == "ccomp" and n > root), None)
    if said is None:
        return
    inside = [n for n in below(tokens, said) if tokens[n].dep != "mark" or tokens[n].head != said]
    rest = [n for n in sentence if n > inside[-1] and tokens[n].pos != "PUNCT"]
    rest += [n for n in inside if tokens[n].text == ","]
    timed = all(plain(token) in _DATES for token in tokens[root + 1 : inside[0]])
    if not rest and inside == list(range(inside[0], inside[-1] + 1)) and (timed or inside[0] - root <= _LEAD):
        yield from made(tokens, said, inside)


def _without_clauses(tokens: Sequence[Token], root: int, sentence: Sequence[int]) -> list[int]:
    """The tokens of a main clause without a clause of time in front of it and without relative clauses."""
    kept = list(sentence)
    for n in (m for m in children(tokens, root) if m in sentence):
        inside = below(tokens, n)
        after = inside[-1] + 1 if tokens[inside[-1]].text != "," else inside[-1]
        opens = inside[0] == sentence[0] and plain(tokens[inside[0]]) in _FRONTED and tokens[n].dep == "advcl"
        if opens and after < root and tokens[after].text == "," and after in kept:
            kept = [m for m in kept if m > after]
    for n in kept.copy():
        token = tokens[n]
        if token.dep == "acl:relcl" and n in kept and _is_known(tokens, token.head, root):
            inside = below(tokens, n)
            around = {m for m in (inside[0] - 1, inside[-1] + 1) if m < len(tokens) and tokens[m].text == ","}
            # "where" tells of the same place, and what follows a comma may belong to the main clause
            apart = plain(tokens[inside[0]]) != "where" and not any(tokens[m].text[-1] in ",.?!" for m in inside[1:-1])
            if apart and root not in inside and inside == list(range(inside[0], inside[-1] + 1)):
                kept = [m for m in kept if m not in inside and m not in around]
    return kept


def _is_known(tokens: Sequence[Token], noun: int, root: int) -> bool:
    """Whether a noun stands for something that there is, whatever a negation says: a name, "the" one, or a subject."""
    below = children(tokens, noun)
    if tokens[noun].pos == "PROPN" or any(plain(tokens[n]) in _KNOWN for n in below if n < noun):
        return True
    return tokens[noun].dep.startswith(SUBJECTS) and noun < root


def _last_joined(tokens: Sequence[Token], root: int, kept: Sequence[int]) -> Iterator[Piece]:
    """The last of the clauses that "and" joins; one without a subject of its own takes the first one's."""
    joined = [n for n in children(tokens, root) if tokens[n].dep == "conj" and n in kept]
    if not joined or judges(tokens) or any(plain(tokens[n]) in CORRELATIVES for n in kept):
        return
    last = joined[-1]
    inside = [n for n in below(tokens, last) if n in kept]
    words = [n for n in inside if tokens[n].dep == "cc" and tokens[n].head == last and n < last]
    # after "but" the clause is set against the one before, and what "then" or "so" brings follows from it
    if len(words) != 1 or plain(tokens[words[0]]) != "and" or inside[0] != words[0] or words[0] < root:
        return
    if plain(tokens[inside[1]]) in LINKS or not any(tokens[n].tag in FINITE for n in kept if n < words[0]):
        return
    own = inside[1:]
    if own != list(range(own[0], own[-1] + 1)) or not any(tokens[n].tag in FINITE for n in own):
        return
    rest = [n for n in kept if n > own[-1]]
    if any(tokens[n].pos != "PUNCT" for n in rest):
        return
    subject: list[int] = []
    if not any(tokens[n].dep.startswith(SUBJECTS) for n in children(tokens, last)):
        if tokens[root].tag not in FINITE and not any(tokens[n].dep == "cop" for n in children(tokens, root)):
            return  # "has ditched and revelled"
        if words[0] == root + 1:
            return  # "lives and works in Oslo": what follows belongs to both
        if any(tokens[n].tag[:1] == "W" for n in range(root, last)):
            return  # "heard of a king who fought and had a sword": it may belong to the relative clause
        subject = [n for m in children(tokens, root) if tokens[m].dep.startswith(SUBJECTS) for n in below(tokens, m)]
        if not subject or subject[-1] > root or any(tokens[n].tag in FINITE for n in subject):
            return
    yield from made(tokens, last, [*subject, *own, *rest])


def _adds_news(tokens: Sequence[Token], kept: Sequence[int], most: int = _SHARED) -> bool:
    """Whether a last sentence speaks of other things than the sentences before it, so that it contradicts none."""
    words = {plain(tokens[n]) for n in kept if tokens[n].pos in _CONTENT}
    before = {plain(token) for token in tokens[: kept[0]] if token.pos in _CONTENT}
    ends = tokens[kept[0] - 1].text[-1] in _ENDS and tokens[kept[-1]].text[-1] == "."
    return ends and len(words & before) <= most and plain(tokens[kept[0]]) not in LINKS and not judges(tokens)


def judges(tokens: Sequence[Token]) -> bool:
    """Whether a text says what somebody thinks of something: each clause leans on the others.

    Args:
        tokens: The tokens of the text.
    """
    return any(token.text in ("!", "?") or plain(token) in _SPEAKERS | _judgments() for token in tokens)


@cache
def _judgments() -> frozenset[str]:
    return frozenset(lexicon("antonyms")["clashes"]["PRAISE"])
