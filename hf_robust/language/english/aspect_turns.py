"""Everything that a text says for the polarity of an aspect, turned round: its words of opinion, or its predicate."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.clause_negation import has_own_subject, negated_clause
from hf_robust.language.english.clause_parts import clause_of
from hf_robust.language.english.closed_classes import CONSEQUENCES, COUNTERS, LUCK_ADVERBS, PAST_MODALS, REASONS, WISHES
from hf_robust.language.english.judgment_ties import check_ties
from hf_robust.language.english.opinion_contexts import check_context
from hf_robust.language.english.opinion_words import is_judging, said_at
from hf_robust.language.english.opinions import Aspect, Turn, head_of, overlapping
from hf_robust.language.english.reversals import reversed_opinion
from hf_robust.language.english.sentiment_words import NEGATORS, OTHER, side_of
from hf_robust.language.english.standing_judgments import ATTITUDES, check_standing, is_half_denied
from hf_robust.language.english.verbs import children, plain
from hf_robust.language.lexicons import lexicon

# a reason or a supposition holds on to the old judgment, wherever it stands in the sentence
_TYING = REASONS | CONSEQUENCES | COUNTERS | frozenset("cause cuz cos due thanks unless whether unlike until".split())
_SUPPOSED = (PAST_MODALS - {"would"}) | WISHES | {"must", "may", "if", "supposed", "instead"}
# all words that may tie a judgment to what else is said, or suppose it
_TELLING = _TYING | _SUPPOSED | frozenset("never again so neither nor only but other aside apart".split())
# what these say depends on the thing, so that they need not speak for the target
_VARYING = frozenset(
    """quick fast slow quicker faster slower small large big huge tiny hard long short high low light heavy simple
        complicated special cheap expensive hot cold warm dry new old dark bright different early late young full free
        fresh like largest biggest smallest higher
        lower longer shorter smaller larger bigger better well sure portable extensive limited professional
        comfortable""".split()
)
_WORKING = frozenset("work load run start boot connect recognize open charge turn respond fit play install".split())
_ONLY = frozenset({"issue", "problem", "complaint", "thing", "drawback", "downside"})
_NOT_SUPPOSED = frozenset({"recommend", "suggest", "say"})


class Turned(NamedTuple):
    """What turns round with an aspect.

    Args:
        edits: The edits, sorted, without repairs of conjunctions.
        aspects: Indices of the aspects whose polarity turns round.
        stays: Whether the words between the edits still say what they said, and what joins them is right as it is.
    """

    edits: list[Edit]
    aspects: list[int]
    stays: bool = False


def turned(doc: Doc, aspects: Sequence[Aspect], target: int, rng: RowRandom, kept: int | None = None) -> Turned:
    """Turn round all that a text says for the polarity of an aspect.

    The words of opinion become their antonyms, or a negation is added or removed. If no word of opinion is known, the
    predicate of the clause of the aspect is negated. Words outside the clauses of other aspects that agree with the
    old polarity turn round as well.

    Args:
        doc: The text, with tags, lemmas and trees.
        aspects: All aspects.
        target: Index of the aspect.
        rng: Chooses among antonyms.
        kept: Index of an aspect that keeps its polarity: words outside the clause of the target stay.

    Raises:
        NotApplicable: With what stands against it.
    """
    own = aspects[target]
    tokens, head = doc.tokens, head_of(doc.tokens, own.start, own.end)
    if head is None:
        raise NotApplicable(f"'{own.term}' has no head")
    _check_sentence(tokens, head, own)
    others = _others(doc, aspects, own)
    edits = _of_words(doc, own, rng) if own.opinions else _of_predicate(doc, own, head)
    together = _judged_together(doc, aspects, target, head)
    loose = _loose(doc, aspects, own, others, edits) if kept is None else ()
    for place in loose:
        edits = _joined(edits, _of_loose(doc, place, own.polarity, rng.fork(place)))
    _check_clauses(doc, head, edits, others)
    check_context(doc, own.polarity, head, edits)
    turn = Turn(doc, aspects, target, together, sorted(edits))
    check_ties(turn)
    check_standing(turn)
    if is_half_denied(turn):
        raise NotApplicable("the edits would deny what another one judges")
    return Turned(list(turn.edits), together)


def _check_sentence(tokens: Sequence[Token], head: int, own: Aspect) -> None:
    if any(token.text == "?" and token.sent == tokens[head].sent for token in tokens):
        raise NotApplicable("the sentence of the target is a question")
    clause = clause_of(tokens, head)
    judged = {clause, *(clause_of(tokens, n) for n in _places(tokens, own.opinions))}
    for n, token in enumerate(tokens):
        word = plain(token)
        if word not in _TELLING or token.sent != tokens[head].sent or (token.start < own.end and own.start < token.end):
            continue
        over = clause_of(tokens, n)
        near = judged & {over, clause_of(tokens, tokens[over].head) if tokens[over].head >= 0 else over}
        ties = word in _TYING or _is_other_than(tokens, n)
        ties = ties or (word in ("never", "again") and not _places_within(token, own.opinions))
        ties = ties or (word in ("so", "neither", "nor") and _lemma(tokens, n + 1) in ("be", "do"))
        ties = ties or (word == "only" and own.polarity == "negative" and _lemma(tokens, n + 1) in _ONLY)
        ties = ties or (word == "but" and own.polarity == "positive" and _lemma(tokens, n + 1) == "not")
        if near and ties:
            raise NotApplicable(f"'{token.text}' ties the judgment to what else is said")
        supposed = word in _SUPPOSED and (token.tag == "MD" or word not in ("may", "must"))
        if supposed and (over in judged or (word == "if" and {"would", "could"} & _words(tokens, judged))):
            raise NotApplicable("an opinion that is only wished for or supposed")
    would = [n for n in children(tokens, clause) if plain(tokens[n]) in ("would", "'d", "d")]
    denied = any(plain(tokens[n]) in NEGATORS for n in children(tokens, clause))
    if would and denied and tokens[clause].lemma.lower() in _WORKING and own.polarity == "negative":
        return  # "it would not load"
    if would and tokens[clause].lemma.lower() not in _NOT_SUPPOSED:
        raise NotApplicable("an opinion that is only wished for or supposed")


def _words(tokens: Sequence[Token], clauses: Collection[int]) -> set[str]:
    return {plain(tokens[n]) for clause in clauses for n in children(tokens, clause)}


def _places(tokens: Sequence[Token], spans: Iterable[Offsets]) -> list[int]:
    return sorted({n for span in spans for n in overlapping(tokens, *span)})


def _lemma(tokens: Sequence[Token], place: int) -> str:
    return tokens[place].lemma.lower() if place < len(tokens) else ""


def _places_within(token: Token, spans: Iterable[Offsets]) -> bool:
    return any(start <= token.start < end for start, end in spans)


def _is_other_than(tokens: Sequence[Token], place: int) -> bool:
    words = [plain(token) for token in tokens[place : place + 2]]
    return words in (["other", "than"], ["aside", "from"], ["apart", "from"])


def _others(doc: Doc, aspects: Sequence[Aspect], own: Aspect) -> set[int]:
    """Heads of the clauses of the other aspects."""
    found = set()
    for one in aspects:
        head = head_of(doc.tokens, one.start, one.end)
        if one is not own and head is not None:
            found.add(clause_of(doc.tokens, head))
    return found


def _of_words(doc: Doc, own: Aspect, rng: RowRandom) -> list[Edit]:
    """The edits of the words of opinion: antonyms, or one negation for all of them in a clause."""
    tokens, edits, negated = doc.tokens, list[Edit](), set[int]()
    pieces: list[tuple[int, list[Edit]]] = []
    refused: NotApplicable | None = None
    attitude = any(tokens[n].lemma.lower() in ATTITUDES for n in _places(tokens, own.opinions))
    for number, (start, end) in enumerate(own.opinions):
        if attitude and plain(tokens[doc.token_at(start)]) in _VARYING:
            continue  # "I love the big screen"
        try:
            found, clause = _of_span(doc, start, end, own.polarity, rng.fork(number))
        except NotApplicable as why:
            inside = _places(tokens, [(start, end)])
            if any(is_judging(tokens, n) or plain(tokens[n]) in LUCK_ADVERBS | NEGATORS for n in inside):
                raise
            refused = why  # a word that only tells something, beside words that judge
            continue
        place = clause_of(tokens, doc.token_at(start))
        if clause is not None:
            negated.add(clause)
        pieces.append((place, found))
    if refused is not None and not pieces:
        raise refused
    for place, found in pieces:
        if place not in negated:
            edits = _joined(edits, found)
    for clause in sorted(negated):
        edits = _joined(edits, negated_clause(doc, clause))
    if not edits:
        raise NotApplicable(f"no opposite of what is said of '{own.term}'")
    return edits


def _of_span(doc: Doc, start: int, end: int, polarity: str, rng: RowRandom) -> tuple[list[Edit], int | None]:
    """The edits of one piece of text, and the head of the clause that is negated where it has no antonym."""
    last = _places(doc.tokens, [(start, end)])[-1:]
    if (
        last
        and polarity == "positive"
        and [plain(token) for token in doc.tokens[last[0] + 1 : last[0] + 2]] == ["enough"]
    ):
        return negated_clause(doc, clause_of(doc.tokens, last[0])), clause_of(doc.tokens, last[0])
    try:
        return reversed_opinion(doc, start, end, polarity, rng), None
    except NotApplicable as why:
        inside = _places(doc.tokens, [(start, end)])
        place = next((n for n in inside if doc.tokens[n].head not in inside or doc.tokens[n].head == n), None)
        against = place is not None and said_at(doc.tokens, place) == OTHER[polarity]
        if place is None or against or not _is_predicate(doc.tokens, place):
            raise
        try:
            return negated_clause(doc, clause_of(doc.tokens, place)), clause_of(doc.tokens, place)
        except NotApplicable:
            raise why from None


def _is_predicate(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word is the predicate of its clause, or its complement."""
    above = clause_of(tokens, place)
    deps = ("xcomp", "acomp", "advmod", "obj") if tokens[above].pos in ("VERB", "AUX") else ("xcomp", "acomp")
    return place == above or (tokens[place].head == above and tokens[place].dep in deps)


def _of_predicate(doc: Doc, own: Aspect, head: int) -> list[Edit]:
    """The edits that negate the clause of an aspect of which no word of opinion is known."""
    tokens = doc.tokens
    clause = clause_of(tokens, head)
    negators = [n for n in children(tokens, clause) if plain(tokens[n]) in NEGATORS]
    listed = lexicon("polar_words")["negated_predicates"][own.polarity]
    is_listed = tokens[clause].lemma.lower() in listed and tokens[clause].pos == "VERB"
    if tokens[clause].lemma.lower() == "come" and not any(plain(tokens[n]) == "with" for n in _below(tokens, clause)):
        raise NotApplicable(f"no words of opinion are known of '{own.term}'")
    if tokens[clause].dep.lower() not in ("root", "conj", "parataxis", "ccomp", "acl:relcl"):
        raise NotApplicable(f"no words of opinion are known of '{own.term}'")
    belongs = tokens[head].head == clause and tokens[head].dep.split(":")[0] in ("nsubj", "obj", "obl")
    if not belongs or clause == head or bool(negators) != (own.polarity == "negative"):
        if not (belongs and is_listed and not negators):
            raise NotApplicable(f"no words of opinion are known of '{own.term}'")
    elif not negators and not is_listed:
        raise NotApplicable(f"no words of opinion are known of '{own.term}'")
    return negated_clause(doc, clause)


def _judged_together(doc: Doc, aspects: Sequence[Aspect], target: int, head: int) -> list[int]:
    """The aspects that the words of the target judge.

    Raises:
        NotApplicable: When one of them is judged by other words as well, or has another polarity.
    """
    own, found = aspects[target], [target]
    clause = clause_of(doc.tokens, head)
    for number, one in enumerate(aspects):
        if number == target or one.polarity not in OTHER:
            continue
        shared = {span for span in own.opinions if any(_overlap(span, other) for other in one.opinions)}
        alone = [span for span in one.opinions if not any(_overlap(span, other) for other in own.opinions)]
        if shared and (one.polarity != own.polarity or alone or shared != set(own.opinions)):
            raise NotApplicable("the words that judge the target judge another aspect as well")
        kept = not shared and one.polarity == own.polarity
        if kept and (one.term.lower() == own.term.lower() or _is_listed_with(doc, own, one)):
            raise NotApplicable("the words that judge the target may judge another aspect as well")
        if not shared and not one.opinions and _reaches(doc, own, one, clause):
            raise NotApplicable("the words that judge the target may judge another aspect as well")
        if shared:
            found.append(number)
    return sorted(found)


def _is_listed_with(doc: Doc, own: Aspect, one: Aspect) -> bool:
    """Whether an opinion on the target stands over another aspect as well: "impressed with the look and the sound"."""
    tokens = doc.tokens
    first, other = head_of(tokens, own.start, own.end), head_of(tokens, one.start, one.end)
    if first is None or other is None:
        return False
    joined = any(tokens[b].dep == "conj" and tokens[b].head == a for a, b in ((first, other), (other, first)))
    return joined and not any(tokens[n].head in (first, other) for n in _places(tokens, own.opinions))


def _overlap(one: Offsets, other: Offsets) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _reaches(doc: Doc, own: Aspect, one: Aspect, clause: int) -> bool:
    """Whether an aspect without words of its own stands in the clause of the target."""
    head = head_of(doc.tokens, one.start, one.end)
    return head is not None and clause_of(doc.tokens, head) == clause


def _loose(
    doc: Doc, aspects: Sequence[Aspect], own: Aspect, others: Collection[int], edits: Sequence[Edit]
) -> list[int]:
    """Other words that agree with the polarity of the target and are of no other aspect."""
    tokens = doc.tokens
    taken = [(one.start, one.end) for one in aspects]
    taken += [span for one in aspects for span in one.opinions]
    taken += [(edit.start, edit.end) for edit in edits]
    heads = {head_of(tokens, one.start, one.end) for one in aspects if one is not own}
    found = []
    for place, token in enumerate(tokens):
        if any(token.start < end and start < token.end for start, end in taken) or not is_judging(tokens, place):
            continue
        if token.head in heads and token.dep in ("amod", "compound", "det"):
            continue
        clause = clause_of(tokens, place)
        weak = (
            plain(token) in _VARYING
            or (token.pos == "ADV" and not _opens(tokens, place))
            or _is_modal(tokens, place)
            or (token.pos == "NOUN" and side_of(token) is None)
        )
        if (
            not weak
            and said_at(tokens, place) == own.polarity
            and (clause not in others or _of_target(doc, own, place))
        ):
            found.append(place)
    return found


def _opens(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word judges the whole sentence: "Unfortunately"."""
    return plain(tokens[place]) in LUCK_ADVERBS


def _is_modal(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word stands in a clause that supposes something."""
    clause = clause_of(tokens, place)
    if tokens[place].lemma.lower() in _NOT_SUPPOSED:
        return False
    return any(plain(tokens[n]) in PAST_MODALS for n in children(tokens, clause))


def _of_target(doc: Doc, own: Aspect, place: int) -> bool:
    """Whether a word of a clause with several aspects judges the target: it depends on it, or heads the clause."""
    tokens, head = doc.tokens, head_of(doc.tokens, own.start, own.end)
    if head is None:
        return False
    attitude = tokens[place].pos == "VERB" and clause_of(tokens, head) == place
    return tokens[place].head == head or attitude


def _of_loose(doc: Doc, place: int, polarity: str, rng: RowRandom) -> list[Edit]:
    token = doc.tokens[place]
    if side_of(token) is None and token.lemma.lower() not in _NOT_SUPPOSED:
        raise NotApplicable(f"'{token.text}' may judge the target as well")
    try:
        return _of_span(doc, token.start, token.end, polarity, rng)[0]
    except NotApplicable:
        raise NotApplicable(f"'{token.text}' may judge the target as well") from None


def _joined(edits: Iterable[Edit], new: Iterable[Edit]) -> list[Edit]:
    """Edits of several words; a negation that two words share comes once."""
    found = {edit[:2]: edit for edit in edits}
    for edit in new:
        known = found.get(edit[:2])
        if known is not None and known != edit:
            raise NotApplicable("the edits would be too close together")
        found[edit[:2]] = edit
    return list(found.values())


def _check_clauses(doc: Doc, head: int, edits: Sequence[Edit], others: Collection[int]) -> None:
    """Refuse a clause that goes on about the target without a judgment: it would speak for the old one."""
    tokens = doc.tokens
    changed = {clause_of(tokens, doc.token_at(edit.start)) for edit in edits}
    last = max((n for n, token in enumerate(tokens) if any(token.start <= edit.start for edit in edits)), default=head)
    touched = set(_places(tokens, [(edit.start, max(edit.end, edit.start + 1)) for edit in edits]))
    for place, token in enumerate(tokens):
        if token.sent != tokens[head].sent:
            continue
        if place not in touched and _urges(tokens, place):
            raise NotApplicable(f"'{token.text}' may judge the target as well")
        if place in changed or place in others:
            continue
        if _is_joined_predicate(tokens, place, changed) and touched.isdisjoint(_below(tokens, place)):
            raise NotApplicable(f"'{token.text}' is said of the target as well")
        follows = token.dep in ("conj", "parataxis") and has_own_subject(tokens, place)
        if follows and place > last and clause_of(tokens, place) == place and _goes_on(tokens, place):
            raise NotApplicable(f"'{token.text}' begins a clause without a judgment")


def _urges(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb is an imperative: "try it"."""
    token = tokens[place]
    below = children(tokens, place)
    subject = any(tokens[n].dep.startswith(("nsubj", "aux", "mark")) or tokens[n].tag == "TO" for n in below)
    clause = token.dep.lower() in ("root", "conj", "parataxis", "ccomp")
    return (
        token.tag in ("VB", "VBP")
        and clause
        and not subject
        and not any(t.tag == "MD" for t in tokens[max(0, place - 3) : place])
    )


def _is_joined_predicate(tokens: Sequence[Token], place: int, changed: Collection[int]) -> bool:
    """Whether a verb without a subject of its own is joined to a predicate that turned round."""
    token = tokens[place]
    bare = token.dep == "conj" and token.pos in ("VERB", "AUX", "ADJ") and not has_own_subject(tokens, place)
    return bare and token.head in changed


def _below(tokens: Sequence[Token], place: int) -> set[int]:
    found, left = {place}, [place]
    while left:
        new = [n for n in children(tokens, left.pop()) if n not in found]
        found.update(new)
        left += new
    return found


def _goes_on(tokens: Sequence[Token], place: int) -> bool:
    return not any(is_judging(tokens, n) for n in (place, *children(tokens, place)))
