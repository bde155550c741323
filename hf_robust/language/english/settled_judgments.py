"""Judgments that can turn round with nothing else in the text to hold on to the old ones."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import (
    AMOUNTS,
    COMPARING,
    CONDITIONS,
    CONSEQUENCES,
    CONTRASTS,
    CORRELATIVES,
    COUNTERS,
    HIGH_DEGREES,
    PAST_MODALS,
    PERCEPTIONS,
    PROVIDE,
    QUESTION_WORDS,
    REASONS,
    SINGULAR_POINTERS,
)
from hf_robust.language.english.judging_words import NEGATORS, OTHER, side_of
from hf_robust.language.english.opinions import URGING, Aspect, head_of
from hf_robust.language.english.verbs import children, plain
from hf_robust.language.polarity import common_lexicon

# what gives a reason, supposes or goes on about what was said: it would no longer fit, wherever it stands
_TYING = (
    (QUESTION_WORDS - {"whom"})
    | PAST_MODALS
    | CONSEQUENCES
    | REASONS
    | COUNTERS
    | CONDITIONS
    | frozenset(
        """cause cuz cos due thanks without whether may must 'd whenever make makes made making let lets let's
            instead otherwise never again anyway besides meanwhile finally favorite favourite job""".split()
    )
)
# what compares or counts: it matters in the clause that turns round
_MEASURING = (
    COMPARING
    | CORRELATIVES
    | frozenset(
        """rather even especially particularly including such still already until enough almost nearly unlike
            only nor all everything nothing everyone anything something always overall plus mostly mainly
            actually honestly seriously thing things part parts value way use reason choice too""".split()
    )
)
_DONE = frozenset("order eat visit dine buy purchase go".split())
_CONTRASTS = CONTRASTS - {"despite", "except"}
_MARKS = frozenset("? ( ) : \" `` '' “ ” ... … * [ ] = & / - -- :) ;) ;-) :-)".split())
# they judge in one domain and only tell in another, or have no opposite that fits everywhere
_DEPENDENT = frozenset(
    "unique special extraordinary ordinary average light lightweight heavy small large big huge tiny hard long many "
    "cheap dark bright dim loud warm cold hot dry moist tender tough chewy crispy crisp simple complicated strong weak "
    "tight limited extensive diverse pretty relaxed relaxing fun original smart stupid silly fine greasy oily watery "
    "soggy clear solid fair compatible incompatible worthy adequate consistent inconsistent functional valuable "
    "refreshing handy vivid sleek clunky crappy happy unhappy glad pleased satisfied dissatisfied impressed delighted "
    "disappointed romantic healthy unhealthy timely inspired uninspired elegant generous hearty meager skimpy juicy "
    "savory gross ridiculous outrageous lazy careless stable unstable "
    "creative inventive imaginative innovative remarkable responsive stylish durable convenient".split()
)
_LOVING = frozenset("love hate like dislike enjoy adore loathe despise recommend".split())
_HOLDING = PROVIDE | {"have", "get"}
_LINKING = PERCEPTIONS | {"be"}
_WORKING = frozenset("work run perform function".split())
_CLAUSES = frozenset("root advcl acl acl:relcl ccomp csubj parataxis advcl:relcl".split())
_AMOUNTS = AMOUNTS | SINGULAR_POINTERS | {"way", "kind", "sort"}
_DEGREES = HIGH_DEGREES | {"also", "pretty", "certainly", "definitely"}
_JUDGING = frozenset("ADJ VERB NOUN ADV INTJ PROPN".split())
_PREDICATES = frozenset("ADJ VERB NOUN AUX PRON".split())


def check_settled(doc: Doc, aspects: Sequence[Aspect]) -> None:
    """Refuse a text that says more than the judgments that the data names: it would speak for the old polarity.

    Args:
        doc: The text, with tags, lemmas and trees.
        aspects: Its aspects.

    Raises:
        NotApplicable: With what stands against it.

    Example:
        >>> doc = Doc.tagged("great/ADJ/JJ//amod/2 soup/NOUN/NN//root/0 because/SCONJ/IN//mark/2")
        >>> check_settled(doc, [Aspect("soup", 6, 10, "positive", ((0, 5),))])
        Traceback (most recent call last):
        hf_robust.core.errors.NotApplicable: 'because' ties the judgments to what else is said
    """
    tokens = doc.tokens
    for one in aspects:
        if one.polarity in OTHER and not one.opinions:
            raise NotApplicable(f"no words of opinion are known of '{one.term}'")
        if one.polarity == "conflict":
            raise NotApplicable(f"of '{one.term}' good and bad are said")
    spans = [span for one in aspects if one.polarity in OTHER for span in one.opinions]
    named = [(one.start, one.end) for one in aspects]
    free = [n for n, token in enumerate(tokens) if not _within(token, [*spans, *named])]
    for n, token in enumerate(tokens):
        ties = plain(token) in _TYING or token.text in _MARKS
        if ties and (n in free or "favo" in plain(token)):
            raise NotApplicable(f"'{token.text}' ties the judgments to what else is said")
    for n in free:
        if _urges(tokens, n) or (tokens[n].pos in _JUDGING and _judges(tokens[n])):
            raise NotApplicable(f"'{tokens[n].text}' may judge an aspect as well")
    _check_clauses(doc, spans)


def _within(token: Token, spans: Collection[Offsets]) -> bool:
    return any(token.start < end and start < token.end for start, end in spans)


def _urges(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb is an imperative: "try the soup"."""
    before = tokens[place - 1] if place and tokens[place - 1].sent == tokens[place].sent else None
    if tokens[place].tag != "VB":
        return False
    return before is None or not (before.tag in ("TO", "MD", "RB") or before.lemma.lower() == "do")


def _judges(token: Token) -> bool:
    if token.pos == "ADV" and plain(token) in _DEGREES:
        return False
    if side_of(token) is not None or any(token.lemma.lower() in words for words in URGING.values()):
        return True
    return token.pos != "PROPN" and common_lexicon().label(plain(token), token.tag) != "neutral"


def _check_clauses(doc: Doc, spans: Sequence[Offsets]) -> None:
    """Refuse a clause without judgment: what it tells may be a reason for another one, or what came of it."""
    tokens = doc.tokens
    judged = {_clause_of(tokens, doc.token_at(start)) for start, _ in spans}
    for n, token in enumerate(tokens):
        told = n in judged or _tells(tokens, n)
        if _is_clause(tokens, n) and token.pos in _PREDICATES and not told:
            raise NotApplicable(f"'{token.text}' begins a clause without a judgment")


def _tells(tokens: Sequence[Token], place: int) -> bool:
    """Whether a clause only tells what somebody did: "I ordered the soup and it was good"."""
    token = tokens[place]
    if token.tag != "VBD" or token.lemma.lower() not in _DONE or token.dep.lower() not in ("root", "conj"):
        return False
    return not any(tokens[n].dep in ("advmod", "xcomp", "advcl", "ccomp", "mark") for n in children(tokens, place))


def _is_clause(tokens: Sequence[Token], place: int) -> bool:
    token = tokens[place]
    if token.dep in _CLAUSES or token.head in (place, -1):
        return True
    if token.dep != "conj":
        return False
    return token.pos in ("VERB", "AUX") or any(
        tokens[n].dep.startswith(("nsubj", "cop")) for n in children(tokens, place)
    )


def _clause_of(tokens: Sequence[Token], place: int) -> int:
    for _ in range(len(tokens)):
        if _is_clause(tokens, place):
            break
        place = tokens[place].head
    return place


def check_frames(doc: Doc, one: Aspect) -> None:
    """Refuse an aspect of which its words of opinion are not said in a plain way that reads well turned round.

    Plain are: "the soup is good", "tastes good", "good soup" by itself or after "has", "I love the soup" and
    "the screen works well".

    Args:
        doc: The text.
        one: The aspect.

    Raises:
        NotApplicable: When one of its words is of another kind.
    """
    tokens = doc.tokens
    top = head_of(tokens, one.start, one.end)
    if top is None:
        raise NotApplicable(f"'{one.term}' has no head")
    heads = [top]
    while tokens[top].dep == "conj" and tokens[tokens[top].head].pos in ("NOUN", "PROPN") and _is_bare(tokens, top):
        top = tokens[top].head
        heads.append(top)
    for start, end in one.opinions:
        place = _word_of(tokens, start, end)
        word = plain(tokens[place])
        if word in _DEPENDENT or tokens[place].lemma.lower() in _DEPENDENT:
            raise NotApplicable(f"what '{word}' says depends on the thing")
        compared = tokens[place].tag in ("JJR", "JJS", "RBR", "RBS") and word not in ("best", "worst")
        if compared or "favo" in word:
            raise NotApplicable("an opinion that is compared or measured")
        if not _is_plain(tokens, place, heads):
            raise NotApplicable(f"'{word}' does not judge '{one.term}' in a plain way")
        _check_around(tokens, place)
        _check_measured(tokens, place, one)


def _check_measured(tokens: Sequence[Token], place: int, one: Aspect) -> None:
    clause = _clause_of(tokens, place)
    for n, token in enumerate(tokens):
        if plain(token) in _MEASURING and _clause_of(tokens, n) == clause and not _within(token, [one[1:3]]):
            raise NotApplicable(f"'{token.text}' measures or compares what is said of '{one.term}'")


def _is_bare(tokens: Sequence[Token], place: int) -> bool:
    return not any(tokens[n].dep.startswith(("nsubj", "cop")) for n in children(tokens, place))


def _word_of(tokens: Sequence[Token], start: int, end: int) -> int:
    """The token of a piece of text that judges."""
    inside = [n for n, token in enumerate(tokens) if token.start < end and start < token.end]
    judging = [n for n in inside if side_of(tokens[n]) is not None or tokens[n].lemma.lower() in _LOVING]
    if len(inside) == 2 and len(judging) < 2 and tokens[inside[0]].pos == "ADV" and tokens[inside[1]].tag == "VBN":
        return inside[1]  # "reasonably priced"
    if len(judging) != 1:
        raise NotApplicable("words of opinion of which not just one judges")
    rest = [n for n in inside if n != judging[0]]
    if not all(tokens[n].pos in ("ADV", "PART", "AUX", "DET") or tokens[n].lemma in _LINKING for n in rest):
        raise NotApplicable("words of opinion of which not just one judges")
    return judging[0]


def _is_plain(tokens: Sequence[Token], place: int, heads: Sequence[int]) -> bool:
    token, top = tokens[place], heads[-1]
    if token.pos == "VERB" and token.tag[:3] in ("VB", "VBP", "VBD", "VBZ") and token.lemma.lower() in _LOVING:
        return tokens[top].dep == "obj" and tokens[top].head == place
    if token.dep == "amod" or (token.dep == "compound" and token.pos == "ADJ"):
        return token.head in heads and token.head > place and _stands_alone(tokens, top)
    if token.tag == "NN" or token.tag == "NNS":
        return False
    while tokens[place].dep == "conj" and not any(tokens[n].dep.startswith("nsubj") for n in children(tokens, place)):
        place = tokens[place].head
    if tokens[place].dep == "amod":
        return tokens[place].head in heads and _stands_alone(tokens, top)
    if tokens[top].dep not in ("nsubj", "nsubj:pass"):
        return False
    predicate = tokens[top].head
    if predicate == place:
        return True
    lemma = tokens[predicate].lemma.lower()
    return tokens[place].head == predicate and lemma in _LINKING | _WORKING


def _stands_alone(tokens: Sequence[Token], top: int) -> bool:
    """Whether a noun is said by itself, or to be had."""
    token = tokens[top]
    if token.dep == "obj":
        return tokens[token.head].lemma.lower() in _HOLDING
    if token.dep == "appos":  # a list without "and"
        return tokens[token.head].head in (token.head, -1)
    return token.head in (top, -1) or token.dep in ("conj", "parataxis")


def _check_around(tokens: Sequence[Token], place: int) -> None:
    """Refuse degrees that an opposite does not go with: "a bit too good"."""
    before = []
    at = place - 1
    while at >= 0 and tokens[at].tag in ("RB", "RBR", "RBS") and tokens[at].sent == tokens[place].sent:
        if plain(tokens[at]) not in NEGATORS:
            before.append(plain(tokens[at]))
        at -= 1
    measured = at >= 0 and plain(tokens[at]) in _AMOUNTS
    if measured or len(before) > 1 or not _DEGREES.issuperset(before):
        raise NotApplicable("an opinion that is compared or measured")


def contrasts(doc: Doc, after: Mapping[Offsets, str], turned: Collection[Offsets], edits: Sequence[Edit]) -> list[Edit]:
    """The edits that put "but" after a comma between judgments that now differ.

    Args:
        doc: The text.
        after: What each piece of text then says, ``positive`` or ``negative``.
        turned: The pieces that turned round.
        edits: All other edits.

    Raises:
        NotApplicable: When judgments would not be joined as they should be, or by "but" twice.
    """
    spans, new = sorted(after), list[Edit]()
    for sentence in dict.fromkeys(token.sent for token in doc.tokens):
        inside = [s for s in spans if doc.tokens[doc.token_at(s[0])].sent == sentence]
        if not set(turned).isdisjoint(inside):
            new += _of_sentence(doc, sentence, inside, after, edits)
    return new


def _of_sentence(
    doc: Doc, sentence: int, spans: Sequence[Offsets], after: Mapping[Offsets, str], edits: Sequence[Edit]
) -> list[Edit]:
    tokens = [token for token in doc.tokens if token.sent == sentence]
    changed = {edit[:2]: edit.text.lower() for edit in edits}
    words = [(token.start, changed.get((token.start, token.end), plain(token))) for token in tokens]
    joins = [(start, word) for start, word in words if word in _CONTRASTS]
    wanted = [(one[1], other[0]) for one, other in pairwise(spans) if after[one] != after[other]]
    if not wanted and (not joins or (len(joins) == 1 and joins[0] == (tokens[0].start, "but"))):
        return []
    if len(wanted) != 1 or len(joins) > 1:
        raise NotApplicable("the judgments would not be joined as they then should be")
    (first, last), between = wanted[0], [t for t in tokens if wanted[0][0] <= t.start and t.end <= wanted[0][1]]
    if any(plain(token) == "also" or (plain(token) == "too" and _closes(tokens, n)) for n, token in enumerate(tokens)):
        raise NotApplicable("the judgments would not be joined as they then should be")
    if joins:
        start, word = joins[0]
        if first <= start < last or (start == tokens[0].start and word in ("although", "though", "while")):
            return []
        raise NotApplicable("the judgments would not be joined as they then should be")
    commas = [token for token in between if token.text == ","]
    if len(commas) != 1 or any(token.pos in ("CCONJ", "SCONJ") for token in between):
        raise NotApplicable("the judgments would not be joined as they then should be")
    return [Edit(commas[0].end, commas[0].end, " but")]


def _closes(tokens: Sequence[Token], place: int) -> bool:
    """Whether a clause ends with a word: "the tea is good too"."""
    return place + 1 == len(tokens) or tokens[place + 1].pos in ("PUNCT", "CCONJ", "SYM")
