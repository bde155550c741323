"""A statement that judges an aspect, denied as a whole: "I wish I could say that ..., but sadly that is not true"."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.aspect_turns import Turned
from hf_robust.language.english.clause_parts import clause_of
from hf_robust.language.english.closed_classes import (
    ADDITIONS,
    ADVERSATIVES,
    CONDITIONS,
    CONSEQUENCES,
    CONTRASTS,
    FIRST_PERSON,
    HEDGES,
    HOWEVER,
    INSTEAD,
    JOINERS,
    LUCK_ADVERBS,
    NEGATIONS,
    NEITHER_NOR,
    OPINIONS,
    PAST_MODALS,
    THOUGHTS,
    WISHES,
)
from hf_robust.language.english.opinion_contexts import WISHING_VERBS
from hf_robust.language.english.opinion_words import said_at
from hf_robust.language.english.opinions import Aspect, head_of
from hf_robust.language.english.sentiment_words import OTHER, side_of
from hf_robust.language.english.verbs import children, plain
from hf_robust.language.english.wordforms import tags_of

_NEGATED = NEGATIONS | {"nt"}
# a statement with one of these holds in part, under a condition, or against another one
_MIXED = CONTRASTS | HOWEVER | INSTEAD | WISHES | HEDGES | LUCK_ADVERBS | NEITHER_NOR
_MIXED = _MIXED | frozenset("unlike compared besides fact supposed unless please".split())
# a sentence can begin with these, and a clause behind "that" cannot
_OPENING = ADDITIONS | CONSEQUENCES | HOWEVER | LUCK_ADVERBS | ADVERSATIVES
_OPENING = _OPENING | frozenset("yes well oh plus so then anyway anyways ok okay wow and or please".split())
_WISHED = PAST_MODALS - {"would", "could"}
_MARKS = frozenset(",()'’\"$-%&/+*#“”")
_CAPITALS = 0.5  # of the words in capitals: the new words have them, too
_HELD = THOUGHTS | OPINIONS | {"tell", "claim"}  # who denies that somebody says so does not deny it
_TENSED = frozenset({"VBZ", "VBD", "VBP", "MD"})
# clauses that are said to be so, as the one above them
_MAIN = frozenset({"conj", "xcomp", "parataxis", "ccomp", "acl", "acl:relcl"})
_LONGEST = 14  # words of a statement that a prefix alone denies: in a longer one the reader loses it

_BEFORE = {
    "positive": (
        "Sadly, it is not true that",
        "Unfortunately, I cannot say that",
        "It is a pity that I cannot say that",
        "I am sorry to report that it is not true that",
    ),
    "negative": (
        "Luckily, it is not true that",
        "Fortunately, I cannot say that",
        "I am happy that I cannot say that",
        "I am glad to report that it is not true that",
    ),
}
_WRITTEN = {
    "positive": ("I wish I could write", "I was hoping to write"),
    "negative": ("I was afraid that I would have to write", "I expected to write"),
}
_URGED = {
    "positive": ("I see no reason to", "I would advise nobody to", "There is no reason to"),
    "negative": ("I see no reason to", "There is no reason to"),
}
_AFTER_LINK = {"positive": "sadly it is not true that", "negative": "luckily it is not true that"}
_AROUND = {
    "positive": ("I wish I could say that", "I was hoping to write that", "I would love to tell you that"),
    "negative": ("I was afraid that I would have to write that", "I expected to complain that"),
}
_HEARD = {"positive": ("I had been told that",), "negative": ("I had been warned that",)}
_DENIED = {
    "positive": (", but sadly that is not true", ", but unfortunately that is not the case"),
    "negative": (", but luckily that is not true", ", but fortunately that is not the case"),
}
_ALL_DENIED = {
    "positive": (", but sadly none of that is true", ", but unfortunately not a word of that is true"),
    "negative": (", but luckily none of that is true", ", but fortunately not a word of that is true"),
}


class _Stretch(NamedTuple):
    """A part of a sentence that can stand alone.

    Args:
        head: Index of its predicate.
        first: Index of its first word, without the conjunction before it.
        last: Index of its last word.
        begin: Index of the word with which the sentence begins, if it begins with the part; else -1.
        ends: Whether the sentence ends with it.
    """

    head: int
    first: int
    last: int
    begin: int
    ends: bool

    @property
    def opens(self) -> bool:
        """Whether the sentence begins with it."""
        return self.begin >= 0


def denied_statement(
    doc: Doc, aspects: Sequence[Aspect], target: int, rng: RowRandom, kept: int | None = None
) -> Turned:
    """Deny the statement that judges an aspect, with the feeling that goes with the denial.

    The words of the statement stay. A clause that is joined to others is denied alone if that is possible, else the
    sentence. All aspects in it are reversed.

    Args:
        doc: The text, with tags, lemmas and trees.
        aspects: All aspects.
        target: Index of the aspect.
        rng: Chooses the words of the denial.
        kept: Index of an aspect that keeps its polarity.

    Raises:
        NotApplicable: When the aspect is not judged by what its clause states, or other judgments stand in it.

    Example:
        >>> from hf_robust.core.edits import apply
        >>> screen = "The/DET/DT//det/2 screen/NOUN/NN//nsubj/3 died/VERB/VBD//root/3 twice/ADV/RB//advmod/3"
        >>> doc = Doc.tagged(f"{screen} ./PUNCT/.//punct/3")
        >>> found = denied_statement(doc, [Aspect("screen", 4, 10, "negative", ())], 0, RowRandom(1))
        >>> apply(doc.text, found.edits)
        'I had been warned that the screen died twice, but fortunately that is not the case .'
    """
    own, tokens = aspects[target], doc.tokens
    head = head_of(tokens, own.start, own.end)
    if head is None or own.polarity not in OTHER:
        raise NotApplicable(f"'{own.term}' has no head")
    reason: NotApplicable | None = None
    for stretch in _stretches(tokens, head):
        try:
            together = _together(doc, aspects, target, stretch, kept)
            _check(doc, stretch, [aspects[n] for n in together])
            _check_rest(doc, aspects, together, stretch)
            _check_part(doc, aspects, together, stretch)
            edits = _edits(doc, stretch, own.polarity, rng)
        except NotApplicable as why:
            reason = reason or why
            continue
        return Turned(edits, together, {span for n in together for span in aspects[n].opinions})
    raise reason or NotApplicable("no statement that could be denied")


def _stretches(tokens: Sequence[Token], head: int) -> Iterator[_Stretch]:
    """The smallest statement with a word, and its sentence."""
    inside = [n for n, token in enumerate(tokens) if token.sent == tokens[head].sent]
    words = [n for n in inside if tokens[n].text[:1].isalnum()]
    root = next((n for n in inside if tokens[n].head in (n, -1)), None)
    if root is None or not words:
        return
    starts = {words[0]: root}
    for n in inside:
        if tokens[n].dep in ("conj", "parataxis") and clause_of(tokens, n) == n and _subject(tokens, n) is not None:
            first = min(_below(tokens, n))
            if tokens[first].pos == "CCONJ" or (first and tokens[first - 1].text in (",", ";", "-", "--")):
                starts[first] = n
    order = sorted(starts)
    if len(order) > 1:
        at = max(first for first in order if first <= head) if order[0] <= head else order[0]
        following = [first for first in order if first > at]
        last = max(n for n in words if not following or n < following[0])
        opens = at == words[0]
        first = _after_opening(tokens, at, last) if opens else at + (tokens[at].pos == "CCONJ")
        yield _Stretch(starts[at], first, last, at if opens else -1, not following)
    yield _Stretch(root, _after_opening(tokens, words[0], words[-1]), words[-1], words[0], True)


def _after_opening(tokens: Sequence[Token], first: int, last: int) -> int:
    """The first word behind "And", "Also," and the like."""
    while first < last and (plain(tokens[first]) in _OPENING or tokens[first].text == ","):
        first += 1
    return first


def _below(tokens: Sequence[Token], place: int) -> set[int]:
    found, left = {place}, [place]
    while left:
        left = [n for above in left for n in children(tokens, above) if n not in found]
        found.update(left)
    return {n for n in found if tokens[n].text[:1].isalnum()}


def _subject(tokens: Sequence[Token], place: int) -> int | None:
    below = [n for n in children(tokens, place) if tokens[n].dep.startswith(("nsubj", "expl")) and n < place]
    return next((n for n in below if tokens[n].tag not in ("WP", "WDT", "WRB")), None)


def _together(doc: Doc, aspects: Sequence[Aspect], target: int, stretch: _Stretch, kept: int | None) -> list[int]:
    """The aspects that a statement judges."""
    span = _span(doc, stretch)
    found = []
    for number, one in enumerate(aspects):
        within = _is_within((one.start, one.end), span)
        told = [_is_within(opinion, span) for opinion in one.opinions]
        if one.polarity not in OTHER:
            judged = one.polarity == "conflict" or _is_described(doc, one)
            if judged and (within or any(told)):
                raise NotApplicable("the words that judge the target judge another aspect as well")
            continue
        if (within or any(told)) and not (within and all(told)):
            raise NotApplicable("the words that judge the target may judge another aspect as well")
        if within and (number == kept or one.polarity != aspects[target].polarity):
            raise NotApplicable("the words that judge the target judge another aspect as well")
        if within:
            found.append(number)
        elif not one.opinions and not _is_judged_apart(doc, one, span):
            raise NotApplicable("the words that judge the target may judge another aspect as well")
    return found


def _is_described(doc: Doc, one: Aspect) -> bool:
    """Whether an adjective describes an aspect without polarity, as in "mediocre food"."""
    head = head_of(doc.tokens, one.start, one.end)
    return head is not None and any(
        doc.tokens[n].dep == "amod" and not one.start <= doc.tokens[n].start < one.end
        for n in children(doc.tokens, head)
    )


def _is_judged_apart(doc: Doc, one: Aspect, span: Offsets) -> bool:
    """Whether the clause of an aspect holds a judgment of its polarity outside a span."""
    head = head_of(doc.tokens, one.start, one.end)
    if head is None:
        return False
    clause = clause_of(doc.tokens, head)
    return any(
        clause_of(doc.tokens, n) == clause
        and not _is_within((token.start, token.end), span)
        and said_at(doc.tokens, n) == one.polarity
        for n, token in enumerate(doc.tokens)
    )


def _span(doc: Doc, stretch: _Stretch) -> Offsets:
    return doc.tokens[stretch.first].start, doc.tokens[stretch.last].end


def _is_within(one: Offsets, span: Offsets) -> bool:
    return span[0] <= one[0] and one[1] <= span[1]


def _check(doc: Doc, stretch: _Stretch, aspects: Sequence[Aspect]) -> None:
    """Refuse what is no statement, does not hold as a whole, or takes the judgment for granted."""
    tokens = doc.tokens
    inside = range(stretch.first, stretch.last + 1)
    sentence = [token for token in tokens if token.sent == tokens[stretch.head].sent]
    if any(token.text in ("?", "...", "…", "..") for token in sentence):
        raise NotApplicable("the sentence of the target is no statement")
    before = tokens[stretch.begin - 1].text if stretch.begin > 0 else "."
    if before[-1] not in ".!?:" or tokens[stretch.head].lemma.lower() in WISHING_VERBS:
        raise NotApplicable("the sentence of the target is no statement")
    below = [n for n in children(tokens, stretch.head) if n < stretch.head]
    finite = any(tokens[n].tag in _TENSED for n in (stretch.head, *below))
    states = _subject(tokens, stretch.head) is not None and finite
    opening = tokens[stretch.first]
    if plain(opening) == "no" and not tokens[opening.head].dep.startswith("nsubj"):
        raise NotApplicable("the sentence of the target is no statement")  # "no luck, they closed"
    asks = opening.tag in ("WP", "WDT", "UH") or (opening.tag[:2] == "VB" and not _urges(tokens, stretch))
    if asks or not (states or _urges(tokens, stretch) or _is_fragment(tokens, stretch)):
        raise NotApplicable("the sentence of the target is no statement")
    blocked = next((n for n in inside if plain(tokens[n]) in _MIXED or _restricts(tokens, n)), None)
    if blocked is None and plain(opening) in CONDITIONS:
        blocked = stretch.first
    if blocked is None:
        blocked = next((n for n in below if plain(tokens[n]) in _WISHED), None)
    if blocked is not None:
        raise NotApplicable(f"'{tokens[blocked].text}' ties the judgment to what else is said")
    marks = [tokens[n].text for n in inside if not tokens[n].text.isspace() and not tokens[n].text[:1].isalnum()]
    quotes = sum(mark in ('"', "''", "``", "“", "”") for mark in marks)
    if any(mark[0] not in _MARKS for mark in marks) or marks.count("(") != marks.count(")") or quotes % 2:
        raise NotApplicable("the sentence of the target is no statement")
    polarity = aspects[0].polarity
    named = [span for one in aspects for span in ((one.start, one.end), *one.opinions)]
    for n in inside:
        if tokens[n].dep.startswith(("ccomp", "csubj")) and tokens[tokens[n].head].pos in ("ADJ", "NOUN"):
            raise NotApplicable("a clause tells what the judgment is about")
        if _is_urging(tokens, n) or (tokens[n].dep == "ccomp" and tokens[tokens[n].head].lemma.lower() in _HELD):
            raise NotApplicable("the sentence of the target is no statement")
        taken = any(tokens[n].start < end and start < tokens[n].end for start, end in named)
        judges = tokens[n].pos == "ADJ" or (tokens[n].pos in ("VERB", "NOUN") and side_of(tokens[n]) is not None)
        if judges and not taken and said_at(tokens, n) == OTHER[polarity]:
            raise NotApplicable("the words that judge the target may judge another aspect as well")
        if _urges(tokens, stretch) and n != stretch.head and said_at(tokens, n) == polarity:
            raise NotApplicable(f"'{tokens[n].text}' may judge the target as well")
    for one in aspects:
        heads = [head_of(tokens, start, end) for start, end in one.opinions or ((one.start, one.end),)]
        if any(head is not None and said_at(tokens, head) == OTHER[polarity] for head in heads):
            raise NotApplicable(f"what is said of '{one.term}' does not say {polarity} by itself")
        for head in heads:
            if head is None or not _is_stated(tokens, head, stretch, alone=not one.opinions):
                raise NotApplicable("the judgment is a part of another one")


def _urges(tokens: Sequence[Token], stretch: _Stretch) -> bool:
    """Whether a sentence begins with an imperative and has no other clause: "Have the iced tea"."""
    head = tokens[stretch.head]
    alone = not any(clause_of(tokens, n) == n and n != stretch.head for n in range(stretch.first, stretch.last + 1))
    verb = head.pos == "VERB" and head.tag in ("VB", "VBP")
    return stretch.head == stretch.first and verb and stretch.ends and alone


def _is_fragment(tokens: Sequence[Token], stretch: _Stretch) -> bool:
    """Whether a sentence is a phrase without a verb that could be an imperative: "right size for a bag"."""
    inside = range(stretch.first, stretch.last + 1)
    noun = tokens[stretch.head].pos in ("NOUN", "PROPN", "ADJ") and stretch.first < stretch.last
    finite = any(tokens[n].tag in _TENSED or tokens[n].tag == "VB" or plain(tokens[n]) in ("no", "not") for n in inside)
    quoted = any(not tokens[n].text[:1].isalnum() and tokens[n].text[:1] in "\"“”'`" for n in inside)
    return stretch.opens and stretch.ends and noun and not finite and not quoted


def _restricts(tokens: Sequence[Token], place: int) -> bool:
    """Whether "only" leaves one thing out of a judgment: "the only drawback"."""
    return plain(tokens[place]) == "only" and (tokens[place].tag != "RB" or place == 0)


def _is_urging(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb is an imperative: "definitely try the bass"."""
    token = tokens[place]
    below = children(tokens, place)
    helped = any(tokens[n].dep.startswith(("nsubj", "aux", "mark", "cop")) for n in below)
    return token.tag == "VB" and token.dep in ("conj", "parataxis", "ccomp") and not helped


def _is_stated(tokens: Sequence[Token], place: int, stretch: _Stretch, alone: bool) -> bool:
    """Whether a word belongs to what a statement says of its subject, and not to a clause that is taken for granted."""
    for _ in range(len(tokens)):
        if place == stretch.head:
            return True
        token = tokens[place]
        if token.dep.startswith(("nsubj", "csubj")) and not alone:
            return False
        if clause_of(tokens, place) == place and token.dep not in _MAIN:
            return False
        if token.head in (place, -1):
            return False
        place = token.head
    return False


def _check_rest(doc: Doc, aspects: Sequence[Aspect], together: Collection[int], stretch: _Stretch) -> None:
    """Refuse a text that still says the old judgment elsewhere, or draws a conclusion from it."""
    tokens = doc.tokens
    polarity = aspects[next(iter(together))].polarity
    others = [one for n, one in enumerate(aspects) if n not in together]
    heads = {head_of(tokens, one.start, one.end) for one in others}
    taken = [span for one in others for span in ((one.start, one.end), *one.opinions)]
    for n, token in enumerate(tokens):
        if stretch.first <= n <= stretch.last:
            continue
        if n == stretch.last + 1 and plain(token) in ("so", "then", *CONSEQUENCES):
            raise NotApplicable(f"'{token.text}' ties the judgment to what else is said")
        if any(token.start < end and start < token.end for start, end in taken) or token.head in heads:
            continue
        if said_at(tokens, n) == polarity:
            raise NotApplicable(f"'{token.text}' may judge the target as well")


def _check_part(doc: Doc, aspects: Sequence[Aspect], together: Collection[int], stretch: _Stretch) -> None:
    """Refuse a part of a sentence where no other judgment stands beside it, or where the denial would reach that."""
    if stretch.opens and stretch.ends:
        return
    tokens, own = doc.tokens, aspects[next(iter(together))]
    beside = [
        one
        for n, one in enumerate(aspects)
        if n not in together
        and one.polarity in OTHER
        and tokens[doc.token_at(one.start)].sent == tokens[stretch.head].sent
    ]
    after = next((n for n in range(stretch.last + 1, len(tokens)) if tokens[n].text != ","), None)
    linked = after is not None and plain(tokens[after]) in JOINERS  # becomes "but", where the denial ends
    later = {plain(token) for token in tokens[stretch.last + 1 :] if token.sent == tokens[stretch.head].sent}
    if stretch.opens:
        apart = linked and later.isdisjoint(ADVERSATIVES) and all(one.polarity == own.polarity for one in beside)
    else:
        before = tokens[stretch.first - 1]
        apart = stretch.ends and (before.pos == "CCONJ" or before.text in (";", "-", "--", "–"))
    if not beside or not apart:
        raise NotApplicable("a denial would reach what is joined to the statement")


def _edits(doc: Doc, stretch: _Stretch, polarity: str, rng: RowRandom) -> list[Edit]:
    tokens = doc.tokens
    inside = range(stretch.first, stretch.last + 1)
    words = {plain(tokens[n]) for n in inside}
    clauses = [n for n in inside if n != stretch.head and clause_of(tokens, n) == n]
    simple = not clauses and words.isdisjoint(_NEGATED) and len(inside) <= _LONGEST
    if _urges(tokens, stretch):
        return _prefixed(doc, stretch, rng.choice(_URGED[polarity]))
    if stretch.opens and stretch.ends:
        if simple and not _is_fragment(tokens, stretch) and rng.random() < 0.5:
            return _prefixed(doc, stretch, rng.choice(_BEFORE[polarity]))
        fragment = _is_fragment(tokens, stretch)
        prefixes = _WRITTEN[polarity] if fragment else _AROUND[polarity]
        if not fragment and words.isdisjoint(FIRST_PERSON):
            prefixes += _HEARD[polarity]
        joined = any(tokens[n].dep in ("conj", "parataxis") for n in clauses)
        suffix = rng.fork(1).choice((_ALL_DENIED if joined else _DENIED)[polarity])
        suffix = suffix.upper() if _is_loud(doc, stretch) else suffix
        closing = [token for token in tokens[stretch.last + 1 :] if token.sent == tokens[stretch.head].sent]
        rest = doc.text[closing[-1].end :] if closing else doc.text[tokens[stretch.last].end :].lstrip(" ")
        if "".join(token.text for token in closing).strip(" .!;\xa0") or rest[:1].strip():
            raise NotApplicable("the sentence of the target is no statement")
        end = tokens[stretch.last].end
        if fragment:
            first = tokens[stretch.first]
            opening = f'{rng.choice(prefixes)} "{first.text[:1]}'
            return [Edit(tokens[stretch.begin].start, first.start + 1, opening), Edit(end, end, f'"{suffix}')]
        return [*_prefixed(doc, stretch, rng.choice(prefixes)), Edit(end, end, suffix)]
    if not simple:
        raise NotApplicable("a denial would reach what is joined to the statement")
    if stretch.opens:
        end = tokens[stretch.last].end
        comma = [] if doc.text[end : end + 1] == "," else [Edit(end, end, ",")]
        return [*_prefixed(doc, stretch, _BEFORE[polarity][0]), *comma]
    return _prefixed(doc, stretch, _AFTER_LINK[polarity])


def _prefixed(doc: Doc, stretch: _Stretch, prefix: str) -> list[Edit]:
    """The words before a statement, and its first letter in lower case."""
    first = doc.tokens[stretch.first]
    letter = doc.text[first.start]
    begin = doc.tokens[stretch.begin] if stretch.opens else first
    if stretch.opens and begin.text[:1].islower() and not prefix.startswith("I "):
        prefix = prefix[:1].lower() + prefix[1:]
    if begin is first and first.text[:1] != letter:  # a word in lower case that opens a shorter text
        return [Edit(first.start, first.start + 1, f"{prefix} {letter}")]
    edits = [Edit(begin.start, first.start, f"{prefix} ")]
    if _is_loud(doc, stretch):
        return [Edit(begin.start, first.start, f"{prefix.upper()} ")]
    fixed = first.pos == "PROPN" or plain(first) == "i" or first.text[1:2].isupper()
    if fixed and letter.isupper() and tags_of(plain(first)) and plain(first) != "i" and first.text[1:2].islower():
        raise NotApplicable(f"'{first.text}' may be a name or not")
    if letter.isupper() and not fixed:
        edits.append(Edit(first.start, first.start + 1, letter.lower()))
    return edits


def _is_loud(doc: Doc, stretch: _Stretch) -> bool:
    """Whether most words of a statement are in capitals."""
    words = [token.text for token in doc.tokens[stretch.first : stretch.last + 1] if token.text[:1].isalpha()]
    return sum(word.isupper() and len(word) > 1 for word in words) > _CAPITALS * len(words)
