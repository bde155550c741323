"""Reasons why an opinion cannot be reversed although its words have opposites: the text would no longer make sense."""

from collections.abc import Collection, Iterable, Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.clause_negation import has_own_subject
from hf_robust.language.english.clause_parts import clause_of
from hf_robust.language.english.closed_classes import ADVERSATIVES, CONSEQUENCES, GET, REASONS, THOUGH
from hf_robust.language.english.opinion_words import said_at
from hf_robust.language.english.opinions import Aspect, Turn, head_of, negates
from hf_robust.language.english.sentiment_words import NEGATORS, side_of
from hf_robust.language.english.verbs import children, plain

_REASONS = (REASONS - {"since"}) | CONSEQUENCES | {"otherwise", "compared", "considering"}
_OPPOSING = ADVERSATIVES | THOUGH | {"however", "despite"}
# what tells the reader to go, taste or buy
_URGES = (
    "be sure",
    "make sure",
    "must try",
    "have to try",
    "worth",
    "a must",
    "recommend",
    "check out",
    "check it out",
    "definitely try",
    "try the",
    "try their",
    "try it",
    "go here",
    "go there",
    "come here",
    "go to",
    "come to",
    "buy it",
    "buy one",
    "get it",
    "get one",
    "keeps me",
    "keeps us",
    "keep me",
    "keep us",
    "of both worlds",
)
# what presents a judgment as milder than it could be, and what explains a word by it
_SOFTENED = (" to be kind ", " to be polite ", " to say the least ", " put it mildly ", " which means ")
# an opposite that fits only some nouns: the lemmas that it fits
_ROOMS = "place room bathroom restroom kitchen table floor glass dish plate silverware restaurant toilet hotel bar"
_STAFF = "staff waiter waitress server owner manager bartender host hostess people person employee representative"
_MACHINES = "laptop notebook netbook computer machine macbook size design battery mouse adapter"
_DEVICES = f"{_MACHINES} screen display picture image graphics keyboard sound speaker trackpad touchpad software"
_OF_FOOD = frozenset({"soggy", "stale", "bland", "insipid", "tasteless", "flavorless"})
_FITTING = {"dirty": _ROOMS, "filthy": _ROOMS, "bulky": _MACHINES, "smart": _STAFF, "stupid": _STAFF}
_PRICES = frozenset({"price", "cost", "pricing", "bill", "tab"})
_OF_PRICES = frozenset({"overpriced", "affordable", "underpriced"})
# these take in the other things that a text judges
_WHOLES = frozenset("dining dinner evening experience lunch meal night place restaurant visit".split())
_NEVER = frozenset({"having", "uncool", "torn", "dreary", "unromantic"})  # said of few things, or an odd word
# their opposites fit few nouns, or what is said of them has no opposite
_NOT_REPLACED = frozenset(
    "torn sticky short long complimentary tarnished corrupted unprecedented sketchy new soft full".split()
)
_REPEATED = frozenset({"always", "constantly", "also"})


def check_ties(turn: Turn) -> None:
    """Refuse edits after which the text would contradict itself, or the label of another aspect would be wrong.

    Raises:
        NotApplicable: With what stands against it.
    """
    doc, aspects, _, together, edits = turn
    tokens, own, changed = doc.tokens, turn.own, turn.changed()
    near = {doc.token_at(edit.start) for edit in edits}
    sents = {tokens[n].sent for n in near if n < len(tokens)}
    inside = [n for n, token in enumerate(tokens) if token.sent in sents]
    _check_replacements(tokens, aspects, own, edits, doc)
    _check_links(tokens, inside, changed, [span for one in aspects for span in one.opinions])
    _check_urges(tokens, own, changed)
    _check_shared(doc, aspects, own, together, inside, changed)
    for place in changed:
        _check_place(tokens, place, own, changed, together, aspects)
    _check_rest(tokens, aspects, own, inside, changed)
    if turn.negates():
        _check_negation(tokens, edits, inside, doc)
    elif own.polarity == "negative":
        _check_other_denials(tokens, inside, changed)


def _check_replacements(
    tokens: Sequence[Token], aspects: Sequence[Aspect], own: Aspect, edits: Sequence[Edit], doc: Doc
) -> None:
    """Refuse an opposite that does not fit the noun that it judges."""
    head = head_of(tokens, own.start, own.end)
    noun = tokens[head].lemma.lower() if head is not None else ""
    for edit in edits:
        new = {word.lower() for word in edit.text.split()}
        place = doc.token_at(edit.start)
        after = plain(tokens[place + 1]) if place + 1 < len(tokens) else ""
        misfit = any(word in new and noun not in nouns.split() for word, nouns in _FITTING.items())
        cold_people = "cold" in new and noun in _STAFF.split()
        odd = cold_people or (not _OF_FOOD.isdisjoint(new) and noun in _DEVICES.split())
        odd = odd or not _NEVER.isdisjoint(new) or (noun in _PRICES and not _OF_PRICES.isdisjoint(new))
        fixed = edit.start < edit.end and (
            plain(tokens[place]) in _NOT_REPLACED or (plain(tokens[place]) == "well" and after == "worth")
        )
        if misfit or odd or fixed:
            raise NotApplicable(f"no opposite of '{doc.text[edit.start : edit.end] or own.term}' fits '{own.term}'")


def _check_links(
    tokens: Sequence[Token], inside: Sequence[int], changed: Collection[int], said: Sequence[Offsets]
) -> None:
    """Refuse a judgment that the rest of the sentence explains, or is set against."""
    first = min(changed, default=len(tokens))
    said_so = f" {' '.join(plain(tokens[n]) for n in inside)} "
    softened = next((phrase for phrase in _SOFTENED if phrase in said_so), None)
    if softened is not None:
        raise NotApplicable(f"'{softened.strip()}' ties the judgment to what else is said")
    for place in inside:
        word, after = plain(tokens[place]), tokens[place + 1] if place + 1 < len(tokens) else None
        consequence = (
            word == "so" and after is not None and after.pos not in ("ADJ", "ADV", "PUNCT") and place > inside[0]
        )
        measured = (
            word == "so"
            and place + 1 in changed
            and any(tokens[n].dep.startswith("nsubj") for n in inside if n > place + 1)
        )
        reason = word == "as" and tokens[place].dep == "mark" and place > first
        if word in _REASONS or consequence or measured or reason:
            raise NotApplicable(f"'{tokens[place].text}' ties the judgment to what else is said")
        if word == "otherwise" or (word == "still" and first > place and plain(tokens[place - 1]) in _OPPOSING):
            raise NotApplicable(f"'{tokens[place].text}' ties the judgment to what else is said")
        if word in _OPPOSING and place not in changed:
            left = _nearest(tokens, [n for n in reversed(inside) if n < place])
            right = _nearest(tokens, [n for n in inside if n > place])
            told = any(tokens[inside[0]].start < end <= tokens[place].start for _, end in said)
            if word in ADVERSATIVES and left is None and right in changed and not told and place > inside[0]:
                raise NotApplicable(f"'{tokens[place].text}' would join two judgments that agree")
            if left is None or right is None or (left in changed) == (right in changed):
                continue
            of_aspects = all(
                any(tokens[n].start < end and start < tokens[n].end for start, end in said) for n in (left, right)
            )
            if not of_aspects and said_at(tokens, left) != said_at(tokens, right):
                raise NotApplicable(f"'{tokens[place].text}' would join two judgments that agree")


def _has_result(tokens: Sequence[Token], inside: Sequence[int]) -> bool:
    """Whether a clause behind "that" tells how strongly something holds: "so popular that waiting is a nightmare"."""
    degrees = [
        n for n in inside if plain(tokens[n]) == "so" and n + 1 < len(tokens) and tokens[n + 1].tag in ("JJ", "RB")
    ]
    return any(plain(tokens[n]) == "that" and n > degrees[0] for n in inside) if degrees else False


def _nearest(tokens: Sequence[Token], places: Iterable[int]) -> int | None:
    return next((n for n in places if said_at(tokens, n) is not None), None)


def _check_urges(tokens: Sequence[Token], own: Aspect, changed: Collection[int]) -> None:
    """Refuse a text that still tells the reader to go or taste, once the judgment is negative."""
    if own.polarity != "positive":
        return
    words = ["" if n in changed else plain(token) for n, token in enumerate(tokens)]
    joined = f" {' '.join(words)} "
    for phrase in _URGES:
        if f" {phrase} " in joined:
            raise NotApplicable(f"'{phrase}' may judge the target as well")
    for place, token in enumerate(tokens):
        tries = plain(token) in ("try", "skip", "avoid") and place in changed
        if tries and any(said_at(tokens, n) == "positive" for n in range(len(tokens)) if n not in changed):
            raise NotApplicable("another judgment agrees with the advice")


def _check_shared(
    doc: Doc,
    aspects: Sequence[Aspect],
    own: Aspect,
    together: Collection[int],
    inside: Sequence[int],
    changed: Collection[int],
) -> None:
    """Refuse where the label of an aspect without words of its own may rest on the words that change."""
    tokens = doc.tokens
    judged = [n for n in inside if n not in changed and said_at(tokens, n) == own.polarity]
    for number, one in enumerate(aspects):
        head = head_of(tokens, one.start, one.end)
        if head is None or head not in inside:
            continue
        if number in together:
            cases = {plain(tokens[n]) for n in children(tokens, head) if tokens[n].dep == "case"}
            clauses = {clause_of(tokens, n) for n in changed}
            own_head = head_of(tokens, own.start, own.end)
            if own_head is not None:
                clauses.add(clause_of(tokens, own_head))
            apart = one is not own and clause_of(tokens, head) not in clauses
            behind = doc.token_at(one.end)
            told = behind < len(tokens) and tokens[behind].pos == "ADJ" and behind not in changed  # "the sauce watery"
            if apart or (one is not own and told) or (one is not own and cases & {"for", "like", "with", "than"}):
                raise NotApplicable("the words that judge the target judge another aspect as well")
            if head > 0 and plain(tokens[head - 1]) in ("well", "-", "good", "best") and head - 1 not in changed:
                raise NotApplicable(f"'{tokens[head - 1].text}' may judge the target as well")
        elif one.polarity == own.polarity and not one.opinions and not judged:
            raise NotApplicable("the words that judge the target may judge another aspect as well")


def _check_rest(
    tokens: Sequence[Token], aspects: Sequence[Aspect], own: Aspect, inside: Sequence[int], changed: Collection[int]
) -> None:
    """Refuse a sentence with another word of the same judgment that is said of no other aspect."""
    heads = {head_of(tokens, one.start, one.end) for one in aspects if one is not own}
    for n in inside:
        token = tokens[n]
        taken = any(start < token.end and token.start < end for one in aspects for start, end in one.opinions)
        taken = taken or any(one.start < token.end and token.start < one.end for one in aspects)
        if n in changed or taken or token.head in heads or token.pos not in ("ADJ", "VERB", "NOUN"):
            continue
        if said_at(tokens, n) == own.polarity and (side_of(token) is not None or own.polarity == "negative"):
            raise NotApplicable(f"'{token.text}' may judge the target as well")


def _check_place(
    tokens: Sequence[Token],
    place: int,
    own: Aspect,
    changed: Collection[int],
    together: Collection[int],
    aspects: Sequence[Aspect],
) -> None:
    token = tokens[place]
    if said_at(tokens, place) is None and token.pos not in ("ADJ", "NOUN", "VERB"):
        return
    if any(
        plain(tokens[n]) == "that"
        for below in children(tokens, place)
        if tokens[below].dep in ("ccomp", "csubj")
        for n in children(tokens, below)
    ):
        raise NotApplicable("a clause tells what the judgment is about")
    before = tokens[place - 1] if place else None
    comments = any(plain(tokens[n]) == "which" for n in children(tokens, clause_of(tokens, place)))
    if (comments and own.polarity == "negative") or (before is not None and plain(before) == "even"):
        raise NotApplicable(f"'{token.text}' is said of more than the target")
    if before is not None and before.lemma.lower() == "go":
        raise NotApplicable(f"no opposite of '{token.text}' fits '{own.term}'")
    if any(plain(one) == "enough" and one.sent == token.sent for one in tokens[:place]):
        raise NotApplicable("an opinion that is compared or measured")
    noun = token.head if token.dep == "amod" else place
    if _holds_other(tokens, aspects, own, together, noun):
        raise NotApplicable("another aspect is a part of what the judgment is about")
    if token.dep == "amod":
        below = {plain(tokens[n]) for n in children(tokens, noun)}
        if {"for", "such"} <= below:  # "disappointing for such a lovely screen"
            raise NotApplicable("an opinion that is compared or measured")
        siblings = [n for n in children(tokens, noun) if tokens[n].dep == "amod" and n != place and n not in changed]
        if any(said_at(tokens, n) == own.polarity for n in siblings):
            raise NotApplicable(f"'{tokens[siblings[0]].text}' is said of the target as well")
        named = [head_of(tokens, aspects[n].start, aspects[n].end) for n in together]
        own_noun = any(aspects[n].start <= tokens[noun].start < aspects[n].end for n in together)
        if not own_noun and any(
            head is not None and tokens[head].dep == "conj" and tokens[head].head == noun for head in named
        ):
            raise NotApplicable("the judgment is about another thing than the target")
    for _ in range(len(tokens)):
        if not 0 <= noun < len(tokens) or tokens[noun].pos not in ("NOUN", "PROPN"):
            break
        above = tokens[noun].head
        cases = {plain(tokens[n]) for n in children(tokens, noun) if tokens[n].dep == "case"}
        if "for" in cases and 0 <= above != noun and tokens[above].pos in ("VERB", "ADJ"):
            raise NotApplicable("an opinion that is only wished for or supposed")
        rest = [n for n in (above, *children(tokens, above)) if above >= 0 and n not in changed]
        if cases & {"with", "for", "at"} and any(said_at(tokens, n) == own.polarity for n in rest):
            raise NotApplicable("the judgment is a part of another one")
        if tokens[noun].dep != "conj" or above == noun:
            break
        noun = above
    for n, one in enumerate(tokens):
        bare = one.dep == "conj" and one.pos == "VERB" and one.head == place and not has_own_subject(tokens, n)
        if bare and changed and n not in changed and not _has_change(tokens, n, changed):
            raise NotApplicable(f"'{one.text}' is said of the target as well")


def _holds_other(
    tokens: Sequence[Token], aspects: Sequence[Aspect], own: Aspect, together: Collection[int], noun: int
) -> bool:
    """Whether a thing comes with another aspect of its polarity: "a pleasurable experience with quality food"."""
    for number, one in enumerate(aspects):
        head = head_of(tokens, one.start, one.end)
        if number in together or one.polarity != own.polarity or head is None:
            continue
        while tokens[head].dep == "conj" and tokens[head].head not in (head, -1):
            head = tokens[head].head
        cases = {plain(tokens[n]) for n in children(tokens, head) if tokens[n].dep == "case"}
        whole = tokens[noun].lemma.lower() in _WHOLES and tokens[head].head == tokens[noun].head
        if not cases.isdisjoint({"with", "to"}) and (tokens[head].head == noun or whole):
            return True
    return False


def _has_change(tokens: Sequence[Token], place: int, changed: Collection[int]) -> bool:
    return any(clause_of(tokens, n) == place for n in changed)


def _check_negation(tokens: Sequence[Token], edits: Sequence[Edit], inside: Sequence[int], doc: Doc) -> None:
    """Refuse a "not" or "no" that would stand beside another negation, in a passive with "get", or in a subclause."""
    for edit in edits:
        if not negates(edit):
            continue
        place = min(doc.token_at(edit.start), len(tokens) - 1)
        before = plain(tokens[place - 1]) if place else ""
        clause = tokens[clause_of(tokens, place)]
        near = {plain(tokens[n]) for n in range(max(0, place - 3), place)}
        near = near | {plain(tokens[place])}
        if (
            tokens[place].lemma.lower() == "get"
            or before in (GET - {"getting"}) | {"its", "can"}
            or not _REPEATED.isdisjoint(near)
            or before == "be"
            or _has_result(tokens, inside)
        ):
            raise NotApplicable("a negation would not be good English there")
        if any(plain(tokens[n]) in ("would", "could", "should") for n in inside):
            raise NotApplicable("an opinion that is only wished for or supposed")
        if clause.dep.split(":")[0] in ("ccomp", "advcl", "acl", "csubj") or plain(clause) in ("what", "compare"):
            raise NotApplicable("a negation would not be good English there")
    if any(plain(tokens[n]) in NEGATORS for n in inside):
        raise NotApplicable("the sentence has another negation")


def _check_other_denials(tokens: Sequence[Token], inside: Sequence[int], changed: Collection[int]) -> None:
    """Refuse a complaint that another clause of the sentence tells with a negation."""
    clauses = {clause_of(tokens, n) for n in changed}
    for n in inside:
        denied = plain(tokens[n]) in NEGATORS and n not in changed and clause_of(tokens, n) not in clauses
        if denied and not any(plain(tokens[m]) in ("but", "and") for m in inside):
            raise NotApplicable(f"'{tokens[n].text}' is said of the target as well")
