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
    INDEFINITE_ARTICLES,
    LINKING_VERBS,
    MANY,
    MIDDLE_DEGREES,
    MORE,
    NEAR_NEGATIONS,
    NEGATIVE_WORDS,
    PAST_MODALS,
    SEVERAL,
    SHORT_DEGREES,
    WISHES,
)
from hf_robust.language.english.negation_moves import with_negation, without_negation
from hf_robust.language.english.sentiment_words import (
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
from hf_robust.language.english.verbs import children, is_first, plain, verb_forms
from hf_robust.language.polarity import polarity as polarity_of

_SOFT = MIDDLE_DEGREES | SHORT_DEGREES | MORE
_MODAL = PAST_MODALS | CONDITIONS | WISHES | {"may"}
_RAISED = MIDDLE_DEGREES | {"very", "really"}  # "extremely" says more than these
_AMOUNTS = AMOUNTS | {"all", "too"}
_SEVERAL = MANY | SEVERAL | {"some", "countless", "lots", "few"}
_HAVING = frozenset("have experience encounter find notice see get cause create face".split())
_WORKING = frozenset("work run perform function operate play handle fit cook boot load hold type".split())
_BEFORE_DENIED = INDEFINITE_ARTICLES | {"several", "some"}
_LOUD = {"loved": "hated", "love": "hate", "liked": "disliked", "like": "dislike", "enjoyed": "disliked"}
_SLANG = {"stinks": "rocks", "sucks": "rocks", "rocks": "sucks"}
_FIXED = (("best", "buy"), ("best", "western"), ("special", "order"), ("good", "use"))
# in their usual senses, or faint praise, which "extremely" does not go with
_NOT_GRADED = frozenset("complimentary free full ok okay fine alright decent acceptable adequate edible".split())
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
    if len(inside) == 2 and plain(tokens[inside[0]]) == "too":
        inside = inside[1:]
    negators = [n for n in inside if plain(tokens[n]) in NEGATORS]
    if negators:
        polar = [n for n in inside if n > negators[0] and side_of(tokens[n]) == OTHER[polarity]]
        if not polar:  # "is not very loud": the negation alone says that this is bad
            polar = [
                n for n in inside if n > negators[0] and tokens[n].pos in ("ADJ", "VERB") and not side_of(tokens[n])
            ]
        if len(negators) == len(polar) == 1:
            return without_negation(doc, negators[0], polar[0])
        raise NotApplicable("a negated opinion that could not be affirmed")
    urged = _urged(doc, inside, polarity, rng)
    if urged is not None:
        return urged
    edits = _of_phrase(doc, inside, polarity, rng) or _as_listed(doc, inside[0], polarity, rng)
    if edits is not None:
        return edits
    if len(inside) > 1:
        raise NotApplicable(f"no opposite of '{doc.text[start:end]}'")
    place = inside[0]
    side, negator = side_of(tokens[place]), negator_of(tokens, place)
    if side is None and negator is None and entry_of(tokens[place], polarity) is not None:
        side = polarity  # a word that is on both sides of the table
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
    listed = opposites_of(polarity, "adjectives")
    phrase = " ".join(plain(tokens[n]) for n in inside)
    found = listed.get(phrase) or listed.get(doc.text[tokens[inside[0]].start : tokens[inside[-1]].end].lower())
    if found:
        _check_plain(tokens, inside[0], negator_of(tokens, inside[0]))
        first, last = tokens[inside[0]], tokens[inside[-1]]
        return [Edit(first.start, last.end, cased(first, rng.choice(found)))]
    polar = [n for n in inside if side_of(tokens[n]) is not None]
    others = [n for n in inside if n not in polar]
    plainly = all(tokens[n].pos in ("ADV", "VERB", "NOUN", "DET", "AUX", "ADP") for n in others)
    plainly = plainly or all(tokens[n].pos in ("ADJ", "CCONJ", "PUNCT") for n in others)
    if any(tokens[n].pos == "ADJ" and tokens[n].head in polar and tokens[tokens[n].head].pos == "NOUN" for n in polar):
        raise NotApplicable(f"no opposite of '{phrase}' as a whole")  # not "atrocious disappointments"
    if polar and plainly and {side_of(tokens[n]) for n in polar} == {polarity}:
        return [
            edit
            for n in polar
            for edit in _opposite_at(doc, n, polarity, negator_of(tokens, n), rng.fork(n) if len(polar) > 1 else rng)
        ]
    return None


def _urged(doc: Doc, inside: Sequence[int], polarity: str, rng: RowRandom) -> list[Edit] | None:
    """ "Try the soup" becomes "Skip the soup"; None where the words do not urge or warn."""
    tokens = doc.tokens
    token = tokens[inside[0]]
    urging = {"positive": ("try",), "negative": ("skip", "avoid")}[polarity]
    first = is_first(tokens, inside[0]) or plain(tokens[inside[0] - 1]) in ("please", "and", ",", "definitely")
    if len(inside) > 1 or plain(token) not in urging or not first or token.tag not in ("VB", "VBP", "NNP", "NN"):
        return None
    return [
        Edit(token.start, token.end, cased(token, rng.choice(("skip", "avoid")) if polarity == "positive" else "try"))
    ]


def _as_listed(doc: Doc, place: int, polarity: str, rng: RowRandom) -> list[Edit] | None:
    """The antonym of a word that the tagger did not take for an adjective or a verb: "I LOVED it"."""
    tokens = doc.tokens
    token, word = tokens[place], plain(tokens[place])
    if side_of(token) is not None or negator_of(tokens, place) is not None:
        return None
    if word == "like" and polarity == "positive" and token.pos in ("ADP", "SCONJ"):
        return [Edit(token.start, token.end, cased(token, "dislike"))]
    verb = _LOUD.get(word) if token.text.isupper() else _SLANG.get(word) if token.pos == "NOUN" else None
    found = opposites_of(polarity, "adjectives").get(word) if token.tag[:2] in ("JJ", "NN", "RB", "VB") else None
    if verb is not None and (polarity == "positive") == (verb != "rocks"):
        return [Edit(token.start, token.end, cased(token, verb))]
    if not found:
        return None
    _check_plain(tokens, place, None)
    return [Edit(token.start, token.end, cased(token, rng.choice(found)))]


def _without_bit(doc: Doc, place: int, opposites: Sequence[str], rng: RowRandom) -> list[Edit] | None:
    """ "Is a bit slow" becomes "is fast"."""
    tokens, first = doc.tokens, place - 2
    if first < 1 or plain(tokens[first]) != "a" or tokens[first - 1].lemma.lower() not in LINKING_VERBS:
        return None
    token = tokens[place]
    return [Edit(tokens[first].start, token.start, ""), Edit(token.start, token.end, rng.choice(opposites))]


def _without_too(doc: Doc, place: int) -> list[Edit] | None:
    """ "Is too salty" becomes "is not too salty"."""
    tokens, first = doc.tokens, place - 1
    if first < 1 or plain(tokens[first]) not in ("too", "to"):
        return None
    while plain(tokens[first - 1]) in ("way", "far", "just", "much", "all"):
        first -= 1
    verb = tokens[first - 1]
    if verb.lemma.lower() != "be" or plain(verb) in ("be", "been", "being"):
        return None
    after = tokens[place + 1 : place + 2]
    if after and plain(after[0]) in ("and", "to", "for", "of"):
        return None
    return [Edit(tokens[first].start, tokens[place].start, "not too ")]


def _check_plain(tokens: Sequence[Token], place: int, negator: int | None) -> None:
    """Refuse what is negated or wished for, or stands in a phrase: it does not say what its words say."""
    near = [plain(tokens[n]) for n in range(max(0, place - 5), place) if tokens[n].sent == tokens[place].sent]
    if negator is not None or not _DENYING.isdisjoint(near[-4:]) or is_under_negation(tokens, place):
        raise NotApplicable("an opinion that is negated against its polarity")
    if not _MODAL.isdisjoint(near) and "recommend" not in plain(tokens[place]):
        raise NotApplicable("an opinion that is only wished for or supposed")
    after = [plain(tokens[n]) for n in range(place + 1, min(len(tokens), place + 5))]
    if (
        near[-1:] in (["almost"], ["nearly"], ["as"], ["way"], ["of"], ["to"])
        or (near[-1:] == ["only"] and tokens[place].pos != "NOUN")
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
    less = _without_too(doc, place) if polarity == "negative" else None
    if less is not None:
        return less
    if tokens[place - 1 : place] and plain(tokens[place - 1]) in ("too", "least", "less", "enough"):
        raise NotApplicable("an opinion that is compared or measured")
    from hf_robust.language.english.lemminflect_forms import getInflection

    following = tokens[place + 1 : place + 2]
    if following and (plain(token), plain(following[0])) in _FIXED:
        raise NotApplicable(f"'{token.text}' is part of a name")
    kind, opposites = entry
    as_said = opposites_of(polarity, "adjectives").get(plain(token))
    if (
        kind == "adverbs"
        and as_said
        and place
        and tokens[place - 1].lemma.lower() in LINKING_VERBS | DEGREES_OF_JUDGMENTS
    ):
        kind, opposites = "adjectives", as_said  # "delivery is fast"
    if kind == "verbs" and any(tokens[n].dep == "cop" for n in children(tokens, place)):
        raise NotApplicable(f"no opposite of '{token.text}'")
    if kind == "verbs":
        return [_opposite_verb(doc, place, rng.choice(opposites))]
    if kind == "graded":
        return [Edit(token.start, token.end, cased(token, _graded(token, opposites)))]
    before = plain(tokens[place - 1]) if place else ""
    if before == "crystal":
        raise NotApplicable(f"'{token.text}' is part of a set phrase")
    if before == "the" and plain(token) == "perfect":
        return [Edit(token.start, token.end, cased(token, "wrong"))]  # "the perfect size"
    bit = _without_bit(doc, place, opposites, rng) if polarity == "negative" and before in ("bit", "little") else None
    if bit is not None:
        return bit
    definite = place > 1 and tokens[place - 2].tag in ("DT", "PRP$", "POS")
    if before == "most" and not (definite and plain(tokens[place - 2]) not in INDEFINITE_ARTICLES):
        raise NotApplicable(f"no opposite of '{token.text}' with 'most' for 'very'")
    if before in ("more", "most") and polarity == "positive" and kind == "adjectives":
        return [Edit(tokens[place - 1].start, tokens[place - 1].end, "less" if before == "more" else "least")]
    fitting = [word for word in opposites if before not in _SOFT or word not in extremes()]
    if before in FULL_DEGREES:
        fitting = [word for word in opposites if word in extremes()] or list(opposites)
    if before in ("more", "most"):
        fitting = [word for word in fitting if not getInflection(word, "JJR", inflect_oov=False)]
    if not fitting and before in ("so", "very", "quite", "pretty"):
        fitting = list(opposites)
    if not fitting:
        raise NotApplicable(f"no opposite of '{token.text}' with '{before}'")
    if kind == "nouns":
        denied = _denied_noun(doc, place, polarity)
        if denied is not None:
            return denied
    if before in ("very", "among", "of", "two", "three", "next", "second"):
        fitting = [word for word in fitting if " " not in word] or fitting  # "the very best"
    new = rng.choice(fitting)
    if kind == "adjectives" and _is_flat(tokens, place):
        if before == "just":
            raise NotApplicable(f"no opposite of '{token.text}' with '{before}'")  # "runs just fine"
        new = "well" if polarity == "negative" else "badly"
    if plain(token) in ("better", "worse") and before == "the":
        new = {"better": "worst", "worse": "best"}[plain(token)]  # "one of the better places"
    if kind == "nouns" and token.tag == "NNS":
        new += "s"
    return [Edit(token.start, token.end, cased(token, new))]


def _denied_noun(doc: Doc, place: int, polarity: str) -> list[Edit] | None:
    """ "Had a problem" becomes "had no problem", "is an issue" "is not an issue"; None where the antonym serves.

    Raises:
        NotApplicable: When neither can be said.
    """
    tokens, token = doc.tokens, doc.tokens[place]
    below = children(tokens, place)
    if polarity == "positive" or (token.dep.split(":")[0] in ("nsubj", "root") and not below):
        return None
    cop = [n for n in below if tokens[n].dep == "cop"]
    det = [n for n in below if tokens[n].dep == "det" or tokens[n].tag in ("CD", "PDT")]
    amounts = [n for n in below if plain(tokens[n]) in _SEVERAL]
    if cop and det and plain(tokens[det[0]]) in ("a", "an") and det[0] == cop[0] + 1:
        return [Edit(tokens[cop[0]].end, tokens[cop[0]].end, " not")]
    after = tokens[place + 1 : place + 2]
    if det and plain(tokens[det[0]]) in ("a", "an") and after and plain(after[0]) in ("with", "in"):
        return [Edit(tokens[det[0]].start, tokens[det[0]].end, "no")]  # "there is a problem with it"
    is_object = token.dep == "obj" and tokens[token.head].lemma.lower() in _HAVING
    if not is_object and plain(tokens[token.head]) not in ("there",) and token.dep != "nsubj":
        return None
    if is_object:
        if tokens[token.head].tag == "VBG" and tokens[token.head].dep == "xcomp":
            raise NotApplicable(f"no opposite of '{token.text}'")  # "started having issues"
        if det and plain(tokens[det[0]]) not in _BEFORE_DENIED:
            raise NotApplicable(f"no opposite of '{token.text}'")
        first = min([*det, *amounts, *(n for n in below if tokens[n].dep in ("amod", "compound") and n < place), place])
        end = tokens[max([*det, *amounts])].end if det or amounts else tokens[first].start
        if det or amounts:
            return [Edit(tokens[first].start, end, "no")]
        return [Edit(tokens[first].start, tokens[first].start, "no ")]
    return None


def _is_flat(tokens: Sequence[Token], place: int) -> bool:
    """Whether an adjective stands for an adverb: "it works great"."""
    token = tokens[place]
    above = tokens[token.head]
    return (
        token.dep in ("advmod", "xcomp", "acomp")
        and above.pos == "VERB"
        and place > token.head
        and above.lemma.lower() in _WORKING
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
    if opposite == "work" and doc.tokens[place + 1 : place + 2] and plain(doc.tokens[place + 1]) == "to":
        return Edit(token.start, token.end, cased(token, verb_forms("manage", token.tag)[0]))  # "fails to load"
    form = forms[0] if opposite != "have" or token.tag != "VBZ" else "has"
    return Edit(token.start, token.end, cased(token, form))


# --- more of it


def exaggerated(doc: Doc, start: int, end: int, polarity: str, rng: RowRandom) -> list[Edit]:
    """The edit that says a judgment more strongly, with an adverb of degree; none where that cannot be said.

    Args:
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
    raised = before is not None and before.tag == "RB" and plain(before) in _RAISED and token.tag in ("JJ", "VBN")
    if before is not None and not raised and (before.tag[:2] == "RB" or plain(before) in _AMOUNTS | {"of"}):
        return []
    after = tokens[inside[-1] + 1 : inside[-1] + 2]
    if after and plain(after[0]) in ("enough", "than"):
        return []
    if side_of(token) != polarity or negator_of(tokens, place) is not None or is_under_negation(tokens, place):
        return []
    joined = before is not None and (before.text in ("-", "/") or doc.text[token.start - 1 : token.start] == "-")
    if joined or token.text[:1].isupper() or any(tokens[n].text == "-" for n in inside):
        return []
    if raised and before is not None and place == inside[-1]:
        return [
            Edit(before.start, before.end, cased(before, "absolutely" if plain(token) in extremes() else "extremely"))
        ]
    last = inside[-1]
    alone = not after or after[0].pos not in ("ADJ", "ADP")  # not "great big", "full of"
    alone = alone and [t.pos for t in tokens[last + 1 : last + 3]] != ["NOUN", "NOUN"]
    if token.tag == "JJ" and alone and plain(token) not in _NOT_GRADED:
        adverbs = ("absolutely", "truly") if plain(token) in extremes() else ("very", "extremely", "really")
    elif token.pos == "VERB" and token.tag in ("VBP", "VBD", "VBZ") and token.dep in ("root", "ROOT", "conj"):
        adverbs = ("really", "truly")
    else:
        return []
    return [Edit(token.start, token.start, f"{rng.choice(adverbs)} ")]
