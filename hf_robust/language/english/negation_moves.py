"""A negation that comes to a word, or goes from it, with the auxiliaries that it needs."""

from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import (
    ADVERSATIVES,
    AFTER_NOT,
    ANY_WORDS,
    BE_TENSED,
    DEGREES_OF_JUDGMENTS,
    EITHER_OR,
    LINKING_VERBS,
    NEGATED_AMOUNTS,
    SHORT_DEGREES,
    UNIVERSALS,
)
from hf_robust.language.english.denials import DO
from hf_robust.language.english.sentiment_words import NEGATORS, cased
from hf_robust.language.english.verbs import children, plain, reinflected, subject_of

_WITH_NOT = SHORT_DEGREES | (AFTER_NOT - {"just", "necessarily", "only"}) | {"all", "even", "particularly", "really"}
_BROAD = UNIVERSALS | {"everything", "everyone", "most", "some"}
_ONLY_NEGATED = (ANY_WORDS - {"anybody"}) | NEGATED_AMOUNTS | ADVERSATIVES | EITHER_OR | {"at", "until"}
_DOES = {"does": "VBZ", "do": "VBP", "did": "VBD"}
_FULL = {"ca": "can", "wo": "will", "sha": "shall"}
_NEGATED_VERBS = frozenset("recommend suggest try work satisfy deserve help care order visit".split())
_PREFIXES = ("un", "in", "im", "dis", "ir", "non")


# --- a negation goes


def without_negation(doc: Doc, negator: int, place: int) -> list[Edit]:
    """The edits that take a negation away, with the auxiliary that it brought along.

    Args:
        negator: Number of the negative word.
        place: Number of the word that it negates.

    Raises:
        NotApplicable: When what is left would not be good English.
    """
    tokens = doc.tokens
    token, word = tokens[negator], plain(tokens[negator])
    after = [plain(t) for t in tokens[negator + 1 :] if t.sent == token.sent]
    if not _ONLY_NEGATED.isdisjoint(after[: place - negator + 12]) or after[:1] == ["only"] or word in ("hardly", "nt"):
        raise NotApplicable("a negation that cannot be taken away")
    if any(plain(tokens[n]) in ("that", "too", "all") for n in range(negator + 2, place)):
        raise NotApplicable("a negation that cannot be taken away")  # "does not sound that great"
    last = negator
    while last + 1 < place and plain(tokens[last + 1]) in _WITH_NOT:
        last += 1
    if word == "no":
        return _without_no(doc, negator)
    if word == "never":
        return [Edit(token.start, tokens[last + 1].start, "")] if token.text.islower() else _refuse()
    aux = negator - 1
    if aux < 0:
        raise NotApplicable("a negation that cannot be taken away")
    if plain(tokens[aux]) in _DOES:
        return _without_do(doc, aux, last, place)
    edits = [Edit(tokens[aux].end, tokens[last].end, "")]
    full = _FULL.get(plain(tokens[aux]))
    if full is not None:
        edits.insert(0, Edit(tokens[aux].start, tokens[aux].end, cased(tokens[aux], full)))
    if tokens[aux].pos not in ("AUX", "VERB"):
        raise NotApplicable("a negation that cannot be taken away")
    return edits


def _refuse() -> list[Edit]:
    raise NotApplicable("a negation that cannot be taken away")


def _without_no(doc: Doc, negator: int) -> list[Edit]:
    tokens = doc.tokens
    following = tokens[negator + 1] if negator + 1 < len(tokens) else tokens[negator]
    if following.tag != "NNS" or not tokens[negator].text.islower():
        return _refuse()
    return [Edit(tokens[negator].start, following.start, "")]


def _without_do(doc: Doc, aux: int, last: int, place: int) -> list[Edit]:
    """ "Does not taste good" becomes "tastes good"."""
    tokens = doc.tokens
    verb = next((n for n in range(last + 1, min(len(tokens), place + 1)) if tokens[n].tag in ("VB", "VBP")), None)
    if verb is None or any(tokens[n].tag not in ("RB",) for n in range(last + 1, verb)):
        return _refuse()
    form = reinflected(plain(tokens[verb]), "VB", _DOES[plain(tokens[aux])])
    if form is None or not tokens[aux].text.islower():
        return _refuse()
    return [Edit(tokens[aux].start, tokens[last + 1].start, ""), Edit(tokens[verb].start, tokens[verb].end, form)]


# --- a negation comes


def with_negation(doc: Doc, place: int) -> list[Edit]:
    """The edits that negate a word where it stands.

    Args:
        place: Number of the word.

    Raises:
        NotApplicable: When a negation there would not be good English, or would reach more than the word.
    """
    tokens = doc.tokens
    token = tokens[place]
    if token.tag in ("JJR", "JJS", "RBR", "RBS") or _is_joined(tokens, place):
        raise NotApplicable(f"no opposite of '{token.text}'")
    if token.pos == "VERB" and token.tag in (*DO, "VB") and token.lemma.lower() in _NEGATED_VERBS:
        return _not_verb(doc, place)
    if token.tag != "JJ" or plain(token).startswith(_PREFIXES):
        raise NotApplicable(f"no opposite of '{token.text}'")
    head = place
    if token.dep in ("xcomp", "acomp") and tokens[token.head].lemma.lower() in LINKING_VERBS:
        return [*_no_degrees(doc, place), *_not_verb(doc, token.head)]
    if token.dep == "amod" and token.head > place:
        head = token.head
        det = [plain(tokens[n]) for n in children(tokens, head) if tokens[n].dep == "det"]
        if det not in (["a"], ["an"]) or any(tokens[n].dep == "amod" and n != place for n in children(tokens, head)):
            raise NotApplicable(f"no opposite of '{token.text}'")
    elif token.pos not in ("ADJ", "VERB") or token.dep in ("amod", "advmod", "nmod", "obl"):
        raise NotApplicable(f"no opposite of '{token.text}'")
    return [*_not_after(doc, head), *_no_degrees(doc, place)]


def _is_joined(tokens: Sequence[Token], place: int) -> bool:
    if tokens[place].dep == "conj":
        return not any(tokens[n].dep in ("cop", "nsubj") for n in children(tokens, place))
    below = [n for n in children(tokens, place) if tokens[n].dep == "conj"]
    return any(not any(tokens[m].dep.startswith("nsubj") for m in children(tokens, n)) for n in below)


def _no_degrees(doc: Doc, place: int) -> list[Edit]:
    """Adverbs of degree that a negation does not go with are taken out: "absolutely amazing"."""
    tokens, at = doc.tokens, place - 1
    edits: list[Edit] = []
    while at >= 0 and plain(tokens[at]) in DEGREES_OF_JUDGMENTS and tokens[at].tag == "RB":
        if plain(tokens[at]) not in ("very", "really", "always"):
            edits.insert(0, Edit(tokens[at].start, tokens[at + 1].start, ""))
        at -= 1
    if at >= 0 and tokens[at].tag in ("RB", "RBR", "RBS") and plain(tokens[at]) not in NEGATORS:
        raise NotApplicable("an adverb that a negation does not go with")
    return edits


def _not_after(doc: Doc, head: int) -> list[Edit]:
    """ "Not" behind the first auxiliary of a predicate."""
    tokens = doc.tokens
    below = children(tokens, head)
    aux = [n for n in below if tokens[n].dep.split(":")[0] in ("cop", "aux") and n < head]
    if not aux or any(plain(tokens[n]) in NEGATORS for n in below) or _is_broad(tokens, head):
        raise NotApplicable("no verb that a negation could follow")
    first = tokens[aux[0]]
    if first.tag == "TO" or plain(first) in ("be", "been", "being") or tokens[aux[0] + 1].tag == "PRP":
        raise NotApplicable("no verb that a negation could follow")
    if any(tokens[n].tag[:1] == "W" for n in range(aux[0] + 1, head)):
        raise NotApplicable("no verb that a negation could follow")
    if plain(first) not in BE_TENSED and first.tag not in ("MD", "VBZ", "VBP", "VBD"):
        raise NotApplicable("no verb that a negation could follow")
    return [Edit(first.end, first.end, " not")]


def _is_broad(tokens: Sequence[Token], head: int) -> bool:
    """Whether the subject counts: "everything was amazing"."""
    for n in children(tokens, head):
        if tokens[n].dep.startswith(("nsubj", "csubj")):
            words = {plain(tokens[m]) for m in (n, *children(tokens, n))}
            return not words.isdisjoint(_BROAD)
    return False


def _not_verb(doc: Doc, verb: int) -> list[Edit]:
    """ "Recommend" becomes "do not recommend", "Try it" "Do not try it"."""
    tokens = doc.tokens
    token = tokens[verb]
    below = children(tokens, verb)
    aux = [n for n in below if tokens[n].dep.split(":")[0] == "aux" and n < verb]
    if any(plain(tokens[n]) in NEGATORS for n in below) or _is_broad(tokens, verb):
        raise NotApplicable("a verb that cannot be negated")
    degrees = _no_degrees(doc, verb)
    if aux:
        first = tokens[aux[0]]
        if first.tag not in ("MD", "VBZ", "VBP", "VBD") or tokens[aux[0] + 1].tag == "PRP":
            raise NotApplicable("a verb that cannot be negated")
        return [Edit(first.end, first.end, " not"), *degrees]
    subject = subject_of(tokens, verb)
    if subject is None and token.tag in ("VB", "VBP") and not any(t.sent == token.sent for t in tokens[:verb]):
        return [
            Edit(
                token.start,
                token.end,
                f"Do not {plain(token)}" if token.text[:1].isupper() else f"do not {plain(token)}",
            )
        ]
    base = reinflected(plain(token), token.tag, "VB")
    if token.tag not in DO or base is None or subject is None or subject > verb:
        raise NotApplicable("a verb that cannot be negated")
    return [*degrees, Edit(token.start, token.end, f"{DO[token.tag]} not {base}")]
