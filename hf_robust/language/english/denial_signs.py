"""Where an opinion cannot be denied in other words: what is negated, compared, asked, counted or joined to others."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    ANY_SOME_NO,
    AS_THAN,
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
from hf_robust.language.english.verbs import children, plain, subject_of
from hf_robust.language.lexicons.wordnet import noun_kind

# adverbs of degree that go when the opposite is denied; those of HIGH leave "at all" behind
HIGH = HIGH_DEGREES | frozenset(
    """utterly completely thoroughly remarkably genuinely highly deeply wildly immensely terribly awfully
        hugely exceptionally downright positively extraordinarily uniformly endlessly consistently undeniably
        surprisingly enormously equally plain""".split()
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
_ENDS = frozenset({".", "!", ";", ",", ")", "-", "--", "...", "/", '"', "''", "”"})
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
    for at in range(max(0, place - _FAR), min(len(tokens), place + _CLOSE + 1)):
        if tokens[at].sent != sentence or at == place:
            continue
        word, near = plain(tokens[at]), place - at
        if word == "as" and near == -1 and tokens[at + 1 : at + 2] and tokens[at + 1].tag in _PARTS_PLAYED:
            continue  # "was great as the villain"; "as great as" has another before it
        if word in _OPEN or (word in NEGATIVE and near <= _NEGATED) or (word in _NEAR and near <= _CLOSE):
            return True
        if word == "so" and near > 0 and not _is_degree(tokens, at, place):
            return True  # "so bad it is good"
    return _asks(tokens, place)


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


def ends_clause(tokens: Sequence[Token], place: int) -> bool:
    """Whether a clause ends after a word."""
    if place + 1 >= len(tokens) or tokens[place + 1].sent != tokens[place].sent:
        return True
    after = tokens[place + 1]
    if after.text in _ENDS:
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
    return (
        place + 1 < len(tokens) and tokens[place].tag in ("PRP", "PRP$", "DT", "EX") and tokens[place].dep[:5] != "conj"
    )


def is_coordinated(tokens: Sequence[Token], place: int) -> bool:
    """Whether another word of the same kind is joined to one."""
    if tokens[place].dep == "conj":
        below = children(tokens, place)
        if not any(tokens[n].dep in ("cop", "nsubj", "aux") for n in below):
            return True
    return any(tokens[at].dep == "conj" and not _is_clause(tokens, place, at) for at in children(tokens, place))


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
