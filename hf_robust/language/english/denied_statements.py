"""A statement that judges an aspect, denied as a whole: "I wish I could say that ..., but sadly that is not true"."""

from collections.abc import Collection, Iterator, Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Offsets
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
    HAVE,
    HEDGES,
    HOWEVER,
    INSTEAD,
    JOINERS,
    LUCK_ADVERBS,
    NEITHER_NOR,
    OPINIONS,
    PAST_MODALS,
    THOUGHTS,
    WISHES,
)
from hf_robust.language.english.denial_frames import (
    Stretch,
    can_be_quoted,
    denial,
    is_fragment,
    states,
    subject_of,
    tells_views,
    urges,
)
from hf_robust.language.english.denied_judgments import check_judgment
from hf_robust.language.english.excepted_aspects import excepted, judged_alike
from hf_robust.language.english.opinion_contexts import WISHING_VERBS
from hf_robust.language.english.opinion_words import said_at
from hf_robust.language.english.opinions import Aspect, head_of
from hf_robust.language.english.sentiment_words import OTHER, opposites_of, side_of
from hf_robust.language.english.verbs import children, plain

# a statement with one of these holds in part, under a condition, or against another one
_MIXED = CONTRASTS | HOWEVER | INSTEAD | WISHES | HEDGES | LUCK_ADVERBS | NEITHER_NOR
_MIXED = _MIXED | frozenset("unlike compared besides fact supposed unless please".split())
# a sentence can begin with these, and a clause behind "that" cannot
_OPENING = ADDITIONS | CONSEQUENCES | HOWEVER | LUCK_ADVERBS | ADVERSATIVES
_OPENING = _OPENING | frozenset("yes well oh plus so then anyway anyways ok okay wow and or please".split())
_WISHED = PAST_MODALS - {"would", "could"}
_FOLLOWING = CONSEQUENCES | {"so", "then"}
_ANSWERING = HOWEVER | ADVERSATIVES | ADDITIONS  # of a sentence behind the one that is denied
_MARKS = frozenset(",()'’\"$-%&/+*#“”")
_HELD = THOUGHTS | OPINIONS | {"tell", "claim"}  # who denies that somebody says so does not deny it
# verbs of those who see that they were wrong; nobody wishes to say that
_REGRETS = frozenset({"regret", "realize", "realise", "miss"})
# clauses that are said to be so, as the one above them
_MAIN = frozenset({"conj", "xcomp", "parataxis", "ccomp", "acl", "acl:relcl"})


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
        kept: Index of an aspect that keeps its polarity: if the statement judges it as well, the denial leaves it out.

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
            together, left = _together(doc, aspects, target, stretch, kept)
            cited = _check(doc, stretch, [aspects[n] for n in together])
            _check_rest(doc, aspects, together, stretch)
            _check_part(doc, aspects, together, stretch)
            if left is None and not urges(tokens, stretch):
                check_judgment(doc, [aspects[n] for n in together], stretch)
            edits = denial(doc, stretch, own.polarity, rng, cited, left or "")
        except NotApplicable as why:
            reason = reason or why
            continue
        return Turned(edits, together, stays=stretch.opens and stretch.ends)
    raise reason or NotApplicable("no statement that could be denied")


def _stretches(tokens: Sequence[Token], head: int) -> Iterator[Stretch]:
    """The smallest statement with a word, and its sentence."""
    inside = [n for n, token in enumerate(tokens) if token.sent == tokens[head].sent]
    words = [n for n in inside if tokens[n].text[:1].isalnum()]
    root = next((n for n in inside if tokens[n].head in (n, -1)), None)
    if root is None or not words:
        return
    starts = {words[0]: root}
    for n in inside:
        if tokens[n].dep in ("conj", "parataxis") and clause_of(tokens, n) == n and subject_of(tokens, n) is not None:
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
        yield Stretch(starts[at], first, last, at if opens else -1, not following)
    last = words[-1]
    marks = [token.text for token in tokens[words[0] : last + 2]]
    if marks[-1:] == [")"] and marks.count("(") == marks.count(")"):
        last += 1
    yield Stretch(root, _after_opening(tokens, words[0], last), last, words[0], True)


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


def _together(
    doc: Doc, aspects: Sequence[Aspect], target: int, stretch: Stretch, kept: int | None
) -> tuple[list[int], str | None]:
    """The aspects that a statement judges, and the one that a denial leaves out, if it is one of them."""
    span = _span(doc, stretch)
    found = []
    for number, one in enumerate(aspects):
        within = _is_within((one.start, one.end), span)
        told = [_is_within(opinion, span) for opinion in one.opinions]
        if one.polarity not in OTHER:
            # "Such praise fits only ..." judges all other things; where nothing is to complain about, some may be
            # neither good nor bad
            praised = aspects[target].polarity == "positive"
            listed = within and kept is not None and (praised or _is_joined(doc, one, [aspects[target], aspects[kept]]))
            judged = one.polarity == "conflict" or listed or _is_described(doc, one)
            if judged and (within or any(told)):
                raise NotApplicable("the words that judge the target judge another aspect as well")
            continue
        if (within or any(told)) and not (within and all(told)):
            raise NotApplicable("the words that judge the target may judge another aspect as well")
        if within and one.polarity != aspects[target].polarity:
            raise NotApplicable("the words that judge the target judge another aspect as well")
        if within:
            found.append(number)
        elif not one.opinions and not _is_judged_apart(doc, one, span):
            raise NotApplicable("the words that judge the target may judge another aspect as well")
    if kept not in found:
        return found, None
    found.remove(kept)
    left = excepted(doc, aspects, kept, found) if stretch.opens and stretch.ends else None
    inside = range(stretch.first, stretch.last + 1)
    if left is None or not judged_alike(doc, aspects, [kept, *found], inside):
        raise NotApplicable("the words that judge the target judge another aspect as well")
    return found, left


def _is_joined(doc: Doc, one: Aspect, others: Sequence[Aspect]) -> bool:
    """Whether an aspect is one of a list with others, or takes the same part in the sentence."""
    tokens, head = doc.tokens, head_of(doc.tokens, one.start, one.end)
    heads = [head_of(tokens, other.start, other.end) for other in others]
    if head is None or None in heads or tokens[head].dep in ("conj", "list", "appos"):
        return True
    roles = {(tokens[n].head, tokens[n].dep) for n in heads if n is not None}
    joined = any(tokens[n].dep == "conj" for n in children(tokens, head))
    return joined or tokens[head].dep.startswith("nsubj") or (tokens[head].head, tokens[head].dep) in roles


def _is_described(doc: Doc, one: Aspect) -> bool:
    """Whether an adjective describes an aspect without polarity, as in "mediocre food" and "the food was mediocre"."""
    tokens, head = doc.tokens, head_of(doc.tokens, one.start, one.end)
    if head is None:
        return False
    predicate = tokens[head].dep.startswith("nsubj") and tokens[tokens[head].head].pos == "ADJ"
    below = [n for n in children(tokens, head) if tokens[n].dep == "amod"]
    return predicate or any(not one.start <= tokens[n].start < one.end for n in below)


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


def _span(doc: Doc, stretch: Stretch) -> Offsets:
    return doc.tokens[stretch.first].start, doc.tokens[stretch.last].end


def _is_within(one: Offsets, span: Offsets) -> bool:
    return span[0] <= one[0] and one[1] <= span[1]


def _check(doc: Doc, stretch: Stretch, aspects: Sequence[Aspect]) -> bool:
    """Refuse what does not hold as a whole, or takes the judgment for granted.

    Returns:
        Whether the words can only be cited, as they are no statement.
    """
    tokens = doc.tokens
    inside = range(stretch.first, stretch.last + 1)
    sentence = [token for token in tokens if token.sent == tokens[stretch.head].sent]
    if any(token.text == "?" for token in sentence) or any(tokens[n].text in ("...", "…", "..") for n in inside):
        raise NotApplicable("the sentence of the target is no statement")
    before = tokens[stretch.begin - 1].text if stretch.begin > 0 else "."
    if before[-1] not in ".!?:" or tokens[stretch.head].lemma.lower() in WISHING_VERBS:
        raise NotApplicable("the sentence of the target is no statement")
    below = [n for n in children(tokens, stretch.head) if n < stretch.head]
    opening = tokens[stretch.first]
    if plain(opening) == "no" and not tokens[opening.head].dep.startswith("nsubj"):
        raise NotApplicable("the sentence of the target is no statement")  # "no luck, they closed"
    asks = opening.tag == "WRB" and (plain(opening) == "how" or clause_of(tokens, stretch.first) == stretch.head)
    if asks or opening.tag in ("WP", "WDT", "UH"):
        raise NotApplicable("the sentence of the target is no statement")
    commands = opening.tag[:2] == "VB" and opening.tag != "VBG" and not urges(tokens, stretch)
    whole = states(tokens, stretch) or urges(tokens, stretch) or is_fragment(tokens, stretch)
    cited = commands or not whole or tells_views(tokens, stretch, _HELD)
    if cited and not can_be_quoted(tokens, stretch):
        raise NotApplicable("the sentence of the target is no statement")
    blocked = next((n for n in inside if plain(tokens[n]) in _MIXED or _restricts(tokens, n)), None)
    if blocked is None and plain(opening) in CONDITIONS:
        blocked = stretch.first
    if blocked is None:
        blocked = next((n for n in below if plain(tokens[n]) in _WISHED), None)
    if blocked is None:
        blocked = next(
            (n for n in inside if _is_unreal(tokens, n) or _REGRETS.intersection((_lemma(tokens, n),))), None
        )
    if blocked is not None:
        raise NotApplicable(f"'{tokens[blocked].text}' ties the judgment to what else is said")
    marks = [tokens[n].text for n in inside if not tokens[n].text.isspace() and not tokens[n].text[:1].isalnum()]
    quotes = sum(mark in ('"', "''", "``", "“", "”") for mark in marks)
    if (
        any(mark[0] not in _MARKS and not (cited and mark in ":;") for mark in marks)
        or marks.count("(") != marks.count(")")
        or quotes % 2
    ):
        raise NotApplicable("the sentence of the target is no statement")
    polarity = aspects[0].polarity
    named = [span for one in aspects for span in ((one.start, one.end), *one.opinions)]
    urging = urges(tokens, stretch)
    for n in inside:
        taken = any(tokens[n].start < end and start < tokens[n].end for start, end in named)
        judges = tokens[n].pos == "ADJ" or (tokens[n].pos in ("VERB", "NOUN") and side_of(tokens[n]) is not None)
        against = judges and said_at(tokens, n) == OTHER[polarity]
        # a capital at the head of a text may have hidden from the tagger that a word judges
        against = against or (n == stretch.first and plain(tokens[n]) in opposites_of(OTHER[polarity], "adjectives"))
        if against and not taken:
            raise NotApplicable("the words that judge the target may judge another aspect as well")
        if urging and n != stretch.head and said_at(tokens, n) == polarity:
            raise NotApplicable(f"'{tokens[n].text}' may judge the target as well")
    for one in aspects:
        named_at = head_of(tokens, one.start, one.end)
        measured = one.term[:1].isdigit() and named_at is not None and tokens[named_at].dep == "compound"
        if measured or (named_at is not None and tokens[named_at].dep in ("amod", "nummod", "advmod")):
            raise NotApplicable(f"'{one.term}' describes another thing")  # "an over-sized, 18-inch laptop"
        heads = [head_of(tokens, start, end) for start, end in one.opinions or ((one.start, one.end),)]
        if any(head is not None and said_at(tokens, head) == OTHER[polarity] for head in heads):
            raise NotApplicable(f"what is said of '{one.term}' does not say {polarity} by itself")
        for head in heads:
            if head is None or not _is_stated(tokens, head, stretch, alone=not one.opinions):
                raise NotApplicable("the judgment is a part of another one")
    return cited


def _lemma(tokens: Sequence[Token], place: int) -> str:
    return tokens[place].lemma.lower()


def _is_unreal(tokens: Sequence[Token], place: int) -> bool:
    """Whether a modal opens what did not happen: "would have been better spent"."""
    return plain(tokens[place]) in PAST_MODALS and any(plain(token) in HAVE for token in tokens[place + 1 : place + 3])


def _restricts(tokens: Sequence[Token], place: int) -> bool:
    """Whether "only" leaves one thing out of a judgment: "the only drawback"."""
    return plain(tokens[place]) == "only" and (tokens[place].tag != "RB" or place == 0)


def _is_stated(tokens: Sequence[Token], place: int, stretch: Stretch, alone: bool) -> bool:
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


def _check_rest(doc: Doc, aspects: Sequence[Aspect], together: Collection[int], stretch: Stretch) -> None:
    """Refuse a text that still says the old judgment elsewhere, or draws a conclusion from it."""
    tokens = doc.tokens
    polarity = aspects[next(iter(together))].polarity
    others = [one for n, one in enumerate(aspects) if n not in together]
    heads = {head_of(tokens, one.start, one.end) for one in others}
    taken = [span for one in others for span in ((one.start, one.end), *one.opinions)]
    for n, token in enumerate(tokens):
        if stretch.first <= n <= stretch.last:
            continue
        opens = n and tokens[n - 1].sent == tokens[stretch.head].sent != token.sent
        if (opens and plain(token) in _ANSWERING) or (n == stretch.last + 1 and plain(token) in _FOLLOWING):
            raise NotApplicable(f"'{token.text}' ties the judgment to what else is said")
        if any(token.start < end and start < token.end for start, end in taken) or token.head in heads:
            continue
        if said_at(tokens, n) == polarity:
            raise NotApplicable(f"'{token.text}' may judge the target as well")


def _check_part(doc: Doc, aspects: Sequence[Aspect], together: Collection[int], stretch: Stretch) -> None:
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
