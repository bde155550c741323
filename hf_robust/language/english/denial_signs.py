"""Where an opinion cannot be denied in other words: what is negated, compared, asked, counted or joined to others."""

import itertools
from collections.abc import Sequence
from itertools import pairwise

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    ANY_SOME_NO,
    AS_THAN,
    BE_TENSED,
    CONDITIONS,
    CORRELATIVES,
    HERE,
    HIGH_DEGREES,
    INDEFINITE_PRONOUNS,
    MANY,
    MIDDLE_DEGREES,
    MODAL_STUMPS,
    MODALS,
    NEGATIVE_PRONOUNS,
    UNIVERSALS,
)
from hf_robust.language.english.negation_signs import NEGATIVE
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.verbs import children, plain, subject_of
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kind

# adverbs of degree that go when the opposite is denied; those of HIGH leave "at all" behind
HIGH = HIGH_DEGREES | frozenset(
    """utterly completely thoroughly remarkably genuinely highly deeply wildly immensely terribly awfully
        hugely exceptionally downright positively extraordinarily uniformly endlessly consistently undeniably
        surprisingly enormously equally plain unbelievably outrageously insanely ridiculously""".split()
)
_OPEN = CONDITIONS | {"whether", "hopefully"}
_NEAR = (
    (MODALS - {"shall"})
    | MODAL_STUMPS
    | CORRELATIVES
    | HERE
    | AS_THAN
    | frozenset("'d too enough only even how let".split())
)
_QUANTIFIED = (
    (INDEFINITE_PRONOUNS - {"anybody", "somebody"})
    | UNIVERSALS
    | NEGATIVE_PRONOUNS
    | MANY
    | ANY_SOME_NO
    | {"most", "few", "neither", "either", "half"}
)
# these reach far: "I can't think of any part that was good"
_NOBODY = NEGATIVE_PRONOUNS | {"none", "cannot", "ca", "can't"}
_NEW_CLAUSE = frozenset({*FINITE, "WDT", "WP", "WRB", "."})
_TAILS = frozenset({"though", "overall"})  # of a clause
_ENDS = frozenset({"(", ":", ".", "!", ";", ",", ")", "-", "--", "...", "/", '"', "''", "”"})
_PARTING = frozenset({",", ";", "-", "--", "..."})
_OPENING = ("PRP", "PRP$", "DT", "EX")
_APART = frozenset({";", ".", "!", "...", "--"})
_PARTS_PLAYED = frozenset({"DT", "PRP$", "NNP"})
_FAR, _NEGATED, _CLOSE = 12, 7, 3  # tokens that are read: before a word, before it for negations, and next to it


def word_at(tokens: Sequence[Token], place: int) -> str:
    """A word in lower case; empty outside the text."""
    return plain(tokens[place]) if 0 <= place < len(tokens) else ""


def is_said_twice(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word stands in its sentence again: "as lame films go, this is lame"."""
    word, sentence = plain(tokens[place]), tokens[place].sent
    return any(plain(token) == word and token.sent == sentence and n != place for n, token in enumerate(tokens))


def is_spoilt(tokens: Sequence[Token], place: int) -> bool:
    """Whether something near is negated, compared, asked or only supposed."""
    sentence = tokens[place].sent
    for at in range(max(0, place - _FAR, _start_of_clause(tokens, place)), _end_of_reach(tokens, place)):
        if tokens[at].sent != sentence or at == place:
            continue
        word, near = plain(tokens[at]), place - at
        if word == "as" and near == -1 and tokens[at + 1 : at + 2] and tokens[at + 1].tag in _PARTS_PLAYED:
            continue  # "was great as the villain"; "as great as" has another before it
        if word in HERE and near > 1 and tokens[at - 1].pos == "NOUN" and plain(tokens[at + 1]) in BE_TENSED:
            continue  # "the pizzas here are good"
        if word == "so" and near > 1 and tokens[at + 1].tag in _OPENING:
            continue  # "so the food was good"
        negated = word in NEGATIVE and near <= (_FAR if word in _NOBODY else _NEGATED)
        if word in _OPEN or negated or (word in _NEAR and near <= _CLOSE):
            return True
        if word == "so" and near > 0 and not _is_degree(tokens, at, place):
            return True  # "so bad it is good"
    return _asks(tokens, place)


def _start_of_clause(tokens: Sequence[Token], place: int) -> int:
    """Where the clause of a predicate begins with its subject behind a comma or "but"; 0 where that is not sure."""
    subject = subject_of(tokens, place)
    if subject is None or subject > place or tokens[subject].tag in ("WP", "WDT"):
        return 0
    first = min(n for n in (subject, *children(tokens, subject)) if n <= subject)
    mark = first - 1
    if mark > 0 and word_at(tokens, mark) in ("and", "so") and tokens[mark - 1].text in _PARTING:
        mark -= 1
    if mark > 0 and tokens[mark].text in _PARTING:
        before = [token for token in tokens[:mark] if token.sent == tokens[place].sent]
        return 0 if any(plain(token) == "so" for token in before) else first  # "so bad, it is good"
    return first if mark > 0 and word_at(tokens, mark) == "but" else 0


def _end_of_reach(tokens: Sequence[Token], place: int) -> int:
    """The token after the last one behind a word that may spoil it: another clause does not."""
    last = min(len(tokens), place + _CLOSE + 1)
    for at in range(place + 1, last - 1):
        joins = tokens[at].text in _PARTING or word_at(tokens, at) in ("and", "but")
        if joins and tokens[at + 1].tag in _OPENING:
            return at
    return last


def _is_degree(tokens: Sequence[Token], at: int, place: int) -> bool:
    """Whether "so" and what follows it stand right before a word that ends its sentence."""
    between = all(word_at(tokens, n) in HIGH | MIDDLE_DEGREES for n in range(at, place))
    return between and (place + 1 >= len(tokens) or tokens[place + 1].text in (".", "!"))


def _asks(tokens: Sequence[Token], place: int) -> bool:
    for at in range(place + 1, len(tokens)):
        if tokens[at].sent != tokens[place].sent:
            return False
        if tokens[at].text == "?":
            return True
    return False


def is_exclaimed(tokens: Sequence[Token], place: int, opposite: str | None) -> bool:
    """Whether an exclamation ends with a word whose denied opposite is too weak for it: "That's clear!", "Solid!".

    "Not bad!" is said so, and praise is denied with a mark as well as without: "Not polite at all!".
    """
    after = [token.text for token in tokens[place + 1 : place + 3]]
    if not after or after[0][:1] != "!":
        return False
    if opposite == "bad":
        return after[0] != "!" or after[1:] == ["!"]
    return opposite not in lexicon("polar_words")["reversals"]["positive"]["adjectives"]


def ends_clause(tokens: Sequence[Token], place: int) -> bool:
    """Whether a clause ends after a word."""
    if place + 1 >= len(tokens) or tokens[place + 1].sent != tokens[place].sent:
        return True
    after = tokens[place + 1]
    if after.text in _ENDS or set(after.text) == {"."} or plain(after) in _TAILS:
        return word_at(tokens, place + 2) != "yet" and not _goes_on(tokens, place + 2)
    return plain(after) in ("and", "but") and _opens_clause(tokens, place + 2)


def _goes_on(tokens: Sequence[Token], place: int) -> bool:
    """Whether what follows a comma is one more adjective: "good, honest fun"."""
    follows = tokens[place] if place < len(tokens) else None
    if follows is None or tokens[place - 1].text != ",":
        return False
    opens = follows.pos == "ADV" and place + 1 < len(tokens) and tokens[place + 1].tag == "PRP"  # ", so I left"
    return follows.pos in ("ADJ", "ADV") and not opens


def _opens_clause(tokens: Sequence[Token], place: int) -> bool:
    if place + 1 >= len(tokens):
        return False
    token = tokens[place]
    inner = token.dep in ("compound", "amod") and tokens[token.head].dep.startswith("nsubj")
    return (token.tag in _OPENING and token.dep[:5] != "conj") or token.dep.startswith("nsubj") or inner


def is_coordinated(tokens: Sequence[Token], place: int) -> bool:
    """Whether another word of the same kind is joined to one."""
    if tokens[place].dep == "conj":
        below = children(tokens, place)
        if not any(tokens[n].dep in ("cop", "nsubj", "aux") for n in below):
            return True
    return any(tokens[at].dep == "conj" and not _is_clause(tokens, place, at) for at in children(tokens, place))


def goes_on_apart(tokens: Sequence[Token], place: int) -> bool:
    """Whether a comma parts a predicate from what is joined to it: "was good, but took long"; not "was good, clean"."""
    if tokens[place].dep == "conj" or word_at(tokens, place + 1) != ",":
        return False
    follows = word_at(tokens, place + 2)
    after = tokens[place + 3 : place + 4]
    return follows == "but" or (follows == "and" and after != () and after[0].pos not in ("ADJ", "ADV", "VERB"))


def _is_clause(tokens: Sequence[Token], place: int, joined: int) -> bool:
    """Whether what is joined to a word is a clause: "it is good and I like it", "is good, but does not last"."""
    deps = [tokens[n].dep for n in children(tokens, joined)]
    return any(dep.startswith("nsubj") for dep in deps) or (tokens[place + 1].text == "," and "aux" in deps)


def is_quantified(tokens: Sequence[Token], predicate: int, acts: bool = False) -> bool:
    """Whether the subject says how many: "everything is good"; or is a clause, unless it is an act after the word."""
    for at in children(tokens, predicate):
        if tokens[at].dep.startswith("csubj") and not (acts and at > predicate):
            return True
        if tokens[at].dep.startswith("nsubj"):
            below = (at, *children(tokens, at))
            if any(word_at(tokens, n) in _QUANTIFIED or word_at(tokens, n) in ("what", "who") for n in below):
                return True
    return False


def follows_all(tokens: Sequence[Token], place: int) -> bool:
    """Whether "all" or "every" stands near before a predicate: "all the jokes are funny"."""
    near = tokens[max(0, place - _NEGATED) : place]
    return any(token.sent == tokens[place].sent and plain(token) in UNIVERSALS for token in near)


def has_host(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a subject stands before a form of "be": not "how good is"."""
    if not verb or tokens[verb - 1].sent != tokens[verb].sent or tokens[verb - 1].tag in ("WRB", "WP", "CC"):
        return False
    subject = subject_of(tokens, verb) if tokens[verb - 1].tag == "," else verb - 1
    return subject is not None and subject < verb  # "the acting, above all, was good"


def is_followed(tokens: Sequence[Token], place: int) -> bool:
    """Whether a clause or an infinitive hangs on an adjective: "good that", "easy to"; none does after a semicolon."""
    return any(
        tokens[n].dep in ("ccomp", "xcomp", "advcl", "csubj", "advcl:relcl")
        and n > place
        and tokens[place + 1].text not in _APART
        for n in children(tokens, place)
    )


def is_counted_subject(tokens: Sequence[Token], subject: int) -> bool:
    """Whether a subject has words that a negation would reach as well."""
    return any(word_at(tokens, n) in _QUANTIFIED for n in (subject, *children(tokens, subject)))


def is_told_what(tokens: Sequence[Token], subject: int) -> bool:
    """Whether a subject follows a word of asking: "I know what I like"."""
    first = min((subject, *children(tokens, subject)))
    return (
        first > 0 and tokens[first - 1].tag in ("WP", "WDT", "WRB") and tokens[first - 1].sent == tokens[subject].sent
    )


def is_person(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word stands for a person, and not for the part that somebody plays: "Tom Hanks in this film"."""
    if tokens[place].tag == "PRP" and plain(tokens[place]) not in ("it", "them"):
        return True
    if noun_kind(tokens[place].lemma.lower()) != "person":
        return False
    last = place
    while last + 1 < len(tokens) and tokens[last + 1].pos == "PROPN":
        last += 1
    return tokens[place].pos != "PROPN" or word_at(tokens, last + 1) not in ("in", "as")


def opens_act(tokens: Sequence[Token], place: int) -> bool:
    """Whether an infinitive belongs to the object of a verb: "I love my food to come hot"."""
    near = tokens[place + 1 : place + 9]
    object_ = list(itertools.takewhile(lambda token: token.tag not in _NEW_CLAUSE, near))
    return any(plain(one) == "to" and other.tag == "VB" for one, other in pairwise(object_))
