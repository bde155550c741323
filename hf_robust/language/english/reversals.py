"""What judges a thing, turned round: the opposite word where one is known, else a negation that comes or goes."""

from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import (
    AMOUNTS,
    CONDITIONS,
    DEGREES_OF_JUDGMENTS,
    FULL_DEGREES,
    LINKING_VERBS,
    MIDDLE_DEGREES,
    MORE,
    NEAR_NEGATIONS,
    NEGATIVE_WORDS,
    PAST_MODALS,
    SHORT_DEGREES,
)
from hf_robust.language.english.judging_words import (
    NEGATORS,
    OTHER,
    cased,
    entry_of,
    extremes,
    is_under_negation,
    negator_of,
    opposites_of,
    side_of,
)
from hf_robust.language.english.negation_moves import with_negation, without_negation
from hf_robust.language.english.verbs import plain, verb_forms
from hf_robust.language.polarity import polarity as polarity_of

_SOFT = MIDDLE_DEGREES | SHORT_DEGREES | MORE
_MODAL = PAST_MODALS | CONDITIONS | {"may", "wish", "hope", "hopefully"}
_AMOUNTS = AMOUNTS | {"all", "too"}
_DENYING = NEGATIVE_WORDS | NEAR_NEGATIONS | {"without", "lacks", "lacked", "lacking"}


def reversed_opinion(doc: Doc, start: int, end: int, polarity: str, rng: RowRandom) -> list[Edit]:
    """The edits that turn round what a piece of text says of something.

    Args:
        doc: The text, with tags, lemmas and trees.
        start: Where the words of judgment begin.
        end: Where they end.
        polarity: What they say, ``positive`` or ``negative``.
        rng: Chooses among several opposites.

    Raises:
        NotApplicable: When that cannot be said in good English.

    Example:
        >>> from hf_robust.core.edits import apply
        >>> doc = Doc.tagged("The/DET/DT//det/2 soup/NOUN/NN//nsubj/4 was/AUX/VBD/be/cop/4 fresh/ADJ/JJ//root/0")
        >>> apply(doc.text, reversed_opinion(doc, 13, 18, "positive", RowRandom(1)))
        'The soup was stale'
    """
    tokens = doc.tokens
    inside = [n for n in range(len(tokens)) if tokens[n].start < end and start < tokens[n].end]
    while inside and not tokens[inside[-1]].text[:1].isalnum():
        inside.pop()
    if not inside or tokens[inside[0]].start < start or tokens[inside[-1]].end > end:
        raise NotApplicable("the words of an opinion are not whole words")
    negators = [n for n in inside if plain(tokens[n]) in NEGATORS]
    if negators:
        polar = [n for n in inside if n > negators[0] and side_of(tokens[n]) == OTHER[polarity]]
        if len(negators) == len(polar) == 1:
            return without_negation(doc, negators[0], polar[0])
        raise NotApplicable("a negated opinion that could not be affirmed")
    edits = _of_phrase(doc, inside, polarity, rng)
    if edits is not None:
        return edits
    if len(inside) > 1:
        raise NotApplicable(f"no opposite of '{doc.text[start:end]}'")
    place = inside[0]
    side, negator = side_of(tokens[place]), negator_of(tokens, place)
    if side == OTHER[polarity]:
        if negator is None:
            raise NotApplicable(f"'{tokens[place].text}' does not say {polarity} by itself")
        return without_negation(doc, negator, place)
    if side is None and negator is not None:
        return without_negation(doc, negator, place)
    if side == polarity:
        return _opposite_at(doc, place, polarity, negator, rng)
    if polarity_of(plain(tokens[place]), tokens[place].tag) != polarity:
        raise NotApplicable(f"'{tokens[place].text}' does not say {polarity} by itself")
    _check_plain(tokens, place, None)
    return with_negation(doc, place)


def _of_phrase(doc: Doc, inside: Sequence[int], polarity: str, rng: RowRandom) -> list[Edit] | None:
    """The opposite of several words, or of the one among them that judges."""
    tokens = doc.tokens
    if len(inside) == 1:
        return None
    phrase = " ".join(plain(tokens[n]) for n in inside)
    found = opposites_of(polarity, "adjectives").get(phrase)
    if found:
        _check_plain(tokens, inside[0], negator_of(tokens, inside[0]))
        first, last = tokens[inside[0]], tokens[inside[-1]]
        return [Edit(first.start, last.end, cased(first, rng.choice(found)))]
    polar = [n for n in inside if side_of(tokens[n]) is not None]
    others = [n for n in inside if n not in polar]
    plainly = all(tokens[n].pos in ("ADV", "VERB", "NOUN", "DET", "AUX", "ADP") for n in others)
    if len(polar) == 1 and plainly and side_of(tokens[polar[0]]) == polarity:
        return _opposite_at(doc, polar[0], polarity, negator_of(tokens, polar[0]), rng)
    return None


def _check_plain(tokens: Sequence[Token], place: int, negator: int | None) -> None:
    """Refuse what is negated or wished for, or stands in a phrase: it does not say what its words say."""
    near = [plain(tokens[n]) for n in range(max(0, place - 5), place) if tokens[n].sent == tokens[place].sent]
    if negator is not None or not _DENYING.isdisjoint(near[-4:]) or is_under_negation(tokens, place):
        raise NotApplicable("an opinion that is negated against its polarity")
    if not _MODAL.isdisjoint(near) and "recommend" not in plain(tokens[place]):
        raise NotApplicable("an opinion that is only wished for or supposed")
    after = [plain(tokens[n]) for n in range(place + 1, min(len(tokens), place + 5))]
    earlier = {plain(t) for t in tokens[:place] if t.sent == tokens[place].sent}
    if (
        near[-1:] in (["as"], ["way"], ["of"], ["only"], ["to"])
        or "if" in earlier
        or ("so" in near[-2:] and "that" in after)
        or after[:1] == ["than"]
    ):
        raise NotApplicable("an opinion that is compared or measured")


def _opposite_at(doc: Doc, place: int, polarity: str, negator: int | None, rng: RowRandom) -> list[Edit]:
    tokens = doc.tokens
    token = tokens[place]
    entry = entry_of(token, polarity)
    if entry is None:
        raise NotApplicable(f"no opposite of '{token.text}'")
    _check_plain(tokens, place, negator)
    if tokens[place - 1 : place] and plain(tokens[place - 1]) in ("too", "least", "less", "enough"):
        raise NotApplicable("an opinion that is compared or measured")
    from hf_robust.language.english.lemminflect_forms import getInflection

    kind, opposites = entry
    as_said = opposites_of(polarity, "adjectives").get(plain(token))
    if (
        kind == "adverbs"
        and as_said
        and place
        and tokens[place - 1].lemma.lower() in LINKING_VERBS | DEGREES_OF_JUDGMENTS
    ):
        kind, opposites = "adjectives", as_said  # "delivery is fast"
    if kind == "verbs":
        return [_opposite_verb(doc, place, rng.choice(opposites))]
    if kind == "graded":
        return [Edit(token.start, token.end, cased(token, _graded(token, opposites)))]
    before = plain(tokens[place - 1]) if place else ""
    fitting = [word for word in opposites if before not in _SOFT or word not in extremes()]
    if before in FULL_DEGREES:
        fitting = [word for word in opposites if word in extremes()]
    if before in ("more", "most"):
        fitting = [word for word in fitting if not getInflection(word, "JJR", inflect_oov=False)]
    if not fitting and before in ("so", "very", "quite", "pretty"):
        fitting = list(opposites)
    if not fitting:
        raise NotApplicable(f"no opposite of '{token.text}' with '{before}'")
    new = rng.choice(fitting)
    if kind == "adjectives" and _is_flat(tokens, place):
        new = "well" if polarity == "negative" else "badly"
    if plain(token) in ("better", "worse") and before == "the":
        new = {"better": "worst", "worse": "best"}[plain(token)]  # "one of the better places"
    if kind == "nouns" and token.tag == "NNS":
        new += "s"
    return [Edit(token.start, token.end, cased(token, new))]


def _is_flat(tokens: Sequence[Token], place: int) -> bool:
    """Whether an adjective stands for an adverb: "it works great"."""
    token = tokens[place]
    above = tokens[token.head]
    return (
        token.dep in ("advmod", "xcomp", "acomp")
        and above.pos == "VERB"
        and place > token.head
        and above.lemma.lower() not in LINKING_VERBS
    )


def _graded(token: Token, opposites: Sequence[str]) -> str:
    """ "Freshest" becomes "least fresh" where the opposite has no degree of its own."""
    from hf_robust.language.english.lemminflect_forms import getInflection

    for opposite in opposites:
        forms = getInflection(opposite, token.tag, inflect_oov=False)
        if forms and " " not in opposite:
            return forms[0]
    return f"{'less' if token.tag == 'JJR' else 'least'} {token.lemma.lower()}"


def _opposite_verb(doc: Doc, place: int, opposite: str) -> Edit:
    token = doc.tokens[place]
    forms = verb_forms(opposite, token.tag) if token.tag else ()
    if not forms:
        raise NotApplicable(f"no form of '{opposite}' for '{token.text}'")
    form = forms[0] if opposite != "have" or token.tag != "VBZ" else "has"
    return Edit(token.start, token.end, cased(token, form))


# --- more of it


def exaggerated(doc: Doc, start: int, end: int, polarity: str, rng: RowRandom) -> list[Edit]:
    """The edit that says a judgment more strongly, with an adverb of degree; none where that cannot be said.

    Args:
        doc: The text.
        start: Where the words of judgment begin.
        end: Where they end.
        polarity: What they say, ``positive`` or ``negative``.
        rng: Chooses the adverb.
    """
    tokens = doc.tokens
    inside = [n for n in range(len(tokens)) if tokens[n].start < end and start < tokens[n].end]
    if not inside or tokens[inside[0]].start != start:
        return []
    place = inside[0]
    token = tokens[place]
    before = tokens[place - 1] if place else None
    if before is not None and (before.tag[:2] == "RB" or plain(before) in _AMOUNTS):
        return []
    after = tokens[inside[-1] + 1 : inside[-1] + 2]
    if after and plain(after[0]) in ("enough", "than"):
        return []
    if side_of(token) != polarity or negator_of(tokens, place) is not None or is_under_negation(tokens, place):
        return []
    joined = before is not None and (before.text in ("-", "/") or doc.text[token.start - 1 : token.start] == "-")
    if joined or token.text[:1].isupper() or any(tokens[n].text == "-" for n in inside):
        return []
    if token.tag == "JJ":
        adverbs = ("absolutely", "truly") if plain(token) in extremes() else ("very", "extremely", "really")
    elif token.pos == "VERB" and token.tag in ("VBP", "VBD", "VBZ"):
        adverbs = ("really", "truly")
    else:
        return []
    return [Edit(token.start, token.start, f"{rng.choice(adverbs)} ")]
