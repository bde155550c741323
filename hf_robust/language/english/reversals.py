"""What judges a thing, turned round: the opposite word where one is known, else a negation that comes or goes."""

from collections.abc import Iterator, Sequence
from functools import cache

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.denials import BE, DO
from hf_robust.language.english.verbs import children, plain, reinflected, subject_of, verb_forms
from hf_robust.language.lexicons import lexicon

SIDES = ("positive", "negative")
OTHER = {"positive": "negative", "negative": "positive"}
NEGATORS = frozenset({"not", "n't", "never", "no", "hardly", "nt"})
_KINDS = {"ADJ": "adjectives", "VERB": "verbs", "ADV": "adverbs", "NOUN": "nouns"}
_DEGREES = frozenset(
    "very really so extremely absolutely truly incredibly totally highly definitely strongly thoroughly especially "
    "particularly super just simply amazingly wonderfully always pretty quite".split()
)
_SOFT = frozenset({"very", "too", "pretty", "quite", "so", "more", "most", "fairly", "rather"})
_WITH_NOT = frozenset("that too even all exactly particularly quite so very really".split())
_ONLY_NEGATED = frozenset("any anything anyone anywhere at either yet nor ever much many until but".split())
_DOES = {"does": "VBZ", "do": "VBP", "did": "VBD"}
_FULL = {"ca": "can", "wo": "will", "sha": "shall"}
_LINKING = frozenset("be look seem feel taste smell sound become remain stay".split())
_MODAL = frozenset("would could should might may if unless wish hope hopefully".split())
_BACK = 4


@cache
def _table(side: str, kind: str) -> dict[str, Sequence[str]]:
    return dict(lexicon("polar_words")["reversals"][side][kind])


@cache
def _extremes() -> frozenset[str]:
    return frozenset(lexicon("polar_words")["extremes"])


def side_of(token: Token) -> str | None:
    """On which side of the table a word stands by itself; None where it is in neither.

    Example:
        >>> side_of(Doc.tagged("great/ADJ/JJ").tokens[0]), side_of(Doc.tagged("table/NOUN/NN").tokens[0])
        ('positive', None)
    """
    found = [side for side in SIDES if _entry(token, side) is not None]
    return found[0] if len(found) == 1 else None


def _entry(token: Token, side: str) -> tuple[str, Sequence[str]] | None:
    """The kind of word and the opposites of a token on one side."""
    word, lemma = plain(token), token.lemma.lower()
    kind = _KINDS.get(token.pos)
    if token.tag in ("JJ", "JJR", "JJS", "VBN", "VBG", "RB", "RBR", "RBS") or kind == "adjectives":
        found = _table(side, "adjectives").get(word)
        if found and (token.pos != "ADV" or word in ("better", "worse", "best", "worst")):
            return "adjectives", found
    if kind == "adjectives":
        found = _table(side, "adjectives").get(lemma)
        return ("graded", found) if found and token.tag in ("JJR", "JJS") else None
    if kind is None:
        return None
    found = _table(side, kind).get(word if kind == "adverbs" else lemma)
    return (kind, found) if found else None


def negator_of(tokens: Sequence[Token], place: int) -> int | None:
    """The word that negates another, in the same clause; None where there is none.

    Args:
        tokens: The text.
        place: Number of the word that is judged with.
    """
    heads = [place]
    token = tokens[place]
    if token.dep in ("xcomp", "advmod", "amod", "obj", "obl", "acomp") and token.head >= 0:
        above = tokens[token.head]
        if token.dep != "amod" or any(tokens[n].dep == "cop" for n in children(tokens, token.head)):
            if above.pos in ("VERB", "AUX", "ADJ", "NOUN"):
                heads.append(token.head)
    for head in heads:
        for n in children(tokens, head):
            if plain(tokens[n]) in NEGATORS and n < max(place, head) and plain(tokens[n]) != "no":
                return n
    for at in range(place - 1, max(-1, place - _BACK), -1):
        word = plain(tokens[at])
        if word in NEGATORS and tokens[at].sent == token.sent:
            return at
        if tokens[at].tag not in ("RB", "DT", "JJ", "PDT") and word not in ("be", "been"):
            break
    return None


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
    return with_negation(doc, place)


def _of_phrase(doc: Doc, inside: Sequence[int], polarity: str, rng: RowRandom) -> list[Edit] | None:
    """The opposite of several words, or of the one among them that judges."""
    tokens = doc.tokens
    if len(inside) == 1:
        return None
    phrase = " ".join(plain(tokens[n]) for n in inside)
    found = _table(polarity, "adjectives").get(phrase)
    if found:
        _check_plain(tokens, inside[0], negator_of(tokens, inside[0]))
        first, last = tokens[inside[0]], tokens[inside[-1]]
        return [Edit(first.start, last.end, _cased(first, rng.choice(found)))]
    polar = [n for n in inside if side_of(tokens[n]) is not None]
    others = [n for n in inside if n not in polar]
    plainly = all(tokens[n].pos in ("ADV", "VERB", "NOUN", "DET", "AUX", "ADP") for n in others)
    if len(polar) == 1 and plainly and side_of(tokens[polar[0]]) == polarity:
        return _opposite_at(doc, polar[0], polarity, negator_of(tokens, polar[0]), rng)
    return None


def _check_plain(tokens: Sequence[Token], place: int, negator: int | None) -> None:
    """Refuse what is negated or wished for: it does not say what its words say."""
    near = {plain(tokens[n]) for n in range(max(0, place - 5), place) if tokens[n].sent == tokens[place].sent}
    if negator is not None:
        raise NotApplicable("an opinion that is negated against its polarity")
    if not near.isdisjoint(_MODAL) and "recommend" not in plain(tokens[place]):
        raise NotApplicable("an opinion that is only wished for or supposed")


def _opposite_at(doc: Doc, place: int, polarity: str, negator: int | None, rng: RowRandom) -> list[Edit]:
    tokens = doc.tokens
    token = tokens[place]
    entry = _entry(token, polarity)
    if entry is None:
        raise NotApplicable(f"no opposite of '{token.text}'")
    _check_plain(tokens, place, negator)
    if tokens[place - 1 : place] and plain(tokens[place - 1]) in ("too", "least", "less", "enough"):
        raise NotApplicable("an opinion that is compared or measured")
    kind, opposites = entry
    if kind == "verbs":
        return [_opposite_verb(doc, place, rng.choice(opposites))]
    if kind == "graded":
        return [Edit(token.start, token.end, _cased(token, _graded(token, opposites)))]
    before = plain(tokens[place - 1]) if place else ""
    fitting = [word for word in opposites if before not in _SOFT or word not in _extremes()]
    if not fitting and before in ("so", "very", "quite", "pretty"):
        fitting = list(opposites)
    if not fitting:
        raise NotApplicable(f"no opposite of '{token.text}' with '{before}'")
    new = rng.choice(fitting)
    if kind == "nouns" and token.tag == "NNS":
        new += "s"
    return [Edit(token.start, token.end, _cased(token, new))]


def _graded(token: Token, opposites: Sequence[str]) -> str:
    """ "Freshest" becomes "least fresh" where the opposite has no degree of its own."""
    from lemminflect import getInflection

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
    return Edit(token.start, token.end, _cased(token, form))


def _cased(token: Token, new: str) -> str:
    if len(token.text) > 1 and token.text.isupper():
        return new.upper()
    return new[:1].upper() + new[1:] if token.text[:1].isupper() else new


# --- a negation goes


def without_negation(doc: Doc, negator: int, place: int) -> list[Edit]:
    """The edits that take a negation away, with the auxiliary that it brought along.

    Args:
        doc: The text.
        negator: Number of the negative word.
        place: Number of the word that it negates.

    Raises:
        NotApplicable: When what is left would not be good English.
    """
    tokens = doc.tokens
    token, word = tokens[negator], plain(tokens[negator])
    after = [plain(tokens[n]) for n in range(negator + 1, min(len(tokens), place + 7))]
    if not _ONLY_NEGATED.isdisjoint(after[:8]) or after[:1] == ["only"] or word in ("hardly", "nt"):
        raise NotApplicable("a negation that cannot be taken away")
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
        edits.insert(0, Edit(tokens[aux].start, tokens[aux].end, _cased(tokens[aux], full)))
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
        doc: The text.
        place: Number of the word.

    Raises:
        NotApplicable: When a negation there would not be good English, or would reach more than the word.
    """
    tokens = doc.tokens
    token = tokens[place]
    if token.tag in ("JJR", "JJS", "RBR", "RBS") or _is_joined(tokens, place):
        raise NotApplicable(f"no opposite of '{token.text}'")
    if token.pos == "VERB" and token.tag in (*DO, "VB"):
        return _not_verb(doc, place)
    head = place
    if token.dep in ("xcomp", "acomp") and tokens[token.head].lemma.lower() in _LINKING:
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
    while at >= 0 and plain(tokens[at]) in _DEGREES and tokens[at].tag == "RB":
        if plain(tokens[at]) not in ("very", "really", "always"):
            edits.insert(0, Edit(tokens[at].start, tokens[at + 1].start, ""))
        at -= 1
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
    if plain(first) not in BE and first.tag not in ("MD", "VBZ", "VBP", "VBD"):
        raise NotApplicable("no verb that a negation could follow")
    return [Edit(first.end, first.end, " not")]


def _is_broad(tokens: Sequence[Token], head: int) -> bool:
    """Whether the subject counts: "everything was amazing"."""
    for n in children(tokens, head):
        if tokens[n].dep.startswith(("nsubj", "csubj")):
            words = {plain(tokens[m]) for m in (n, *children(tokens, n))}
            return not words.isdisjoint(("all", "every", "everything", "everyone", "each", "both", "most", "some"))
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


# --- more of it


def exaggerated(doc: Doc, start: int, end: int, rng: RowRandom) -> list[Edit]:
    """The edit that says a judgment more strongly, with an adverb of degree; none where that cannot be said.

    Args:
        doc: The text.
        start: Where the words of judgment begin.
        end: Where they end.
        rng: Chooses the adverb.
    """
    tokens = doc.tokens
    inside = [n for n in range(len(tokens)) if tokens[n].start < end and start < tokens[n].end]
    if not inside or tokens[inside[0]].start != start:
        return []
    place = inside[0]
    token = tokens[place]
    before = tokens[place - 1] if place else None
    if (before is not None and before.tag[:2] == "RB") or negator_of(tokens, place) is not None:
        return []
    joined = before is not None and (before.text in ("-", "/") or doc.text[token.start - 1 : token.start] == "-")
    if joined or token.text[:1].isupper() or any(tokens[n].text == "-" for n in inside):
        return []
    if token.tag == "JJ" and (side_of(token) is not None or token.dep not in ("amod", "compound")):
        adverbs = ("absolutely", "truly") if plain(token) in _extremes() else ("very", "extremely", "really")
    elif token.pos == "VERB" and token.tag in ("VBP", "VBD", "VBZ") and side_of(token) is not None:
        adverbs = ("really", "truly")
    else:
        return []
    return [Edit(token.start, token.start, f"{rng.choice(adverbs)} ")]


def polar_words(tokens: Sequence[Token], places: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The words of the table among some tokens, each with what it says where it stands, negated or not.

    Args:
        tokens: The text.
        places: Numbers of the tokens.
    """
    for n in places:
        side = side_of(tokens[n])
        if side is not None:
            yield n, OTHER[side] if negator_of(tokens, n) is not None else side
