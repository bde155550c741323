"""What joins two judgments: "and" where they agree, "but" where they do not; repaired when one of them turns round."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.clause_negation import has_own_subject
from hf_robust.language.english.clause_parts import clause_of
from hf_robust.language.english.closed_classes import (
    ADDITIONS,
    CONCESSIVES,
    CONSEQUENCES,
    CONTRASTS,
    CORRELATIVES,
    COUNTERS,
    HOWEVER,
    INSTEAD,
    NEGATIONS,
)
from hf_robust.language.english.opinion_words import said_at
from hf_robust.language.english.verbs import children, plain

_AND, _BUT = frozenset({"and", "&"}), frozenset({"but", "yet"})
# what says that a second judgment agrees with the first, or that it does not
_AGREEING = (
    CORRELATIVES
    | {"along", "together"}
    | (ADDITIONS - {"furthermore", "too"})
    | frozenset("only equally similarly nor plus as".split())
)
_CONSEQUENCES = (CONSEQUENCES - {"hence"}) | {"so", "then"}
_CONTRASTS = CONTRASTS - {"despite", "except"}
_MEETING = frozenset({"meet", "exceed", "surpass", "fulfill", "satisfy", "suit"})
_HOPES = frozenset({"expectation", "hope", "need", "requirement"})
_OPPOSING = HOWEVER | COUNTERS | INSTEAD | {"unlike", "unfortunately"}


def repaired_joins(doc: Doc, before: Mapping[Offsets, str], after: Mapping[Offsets, str]) -> list[Edit]:
    """The edits of conjunctions between judgments of which some turned round.

    Args:
        doc: The text, with tags and trees.
        before: What each piece of text says, ``positive`` or ``negative``.
        after: What it says then.

    Raises:
        NotApplicable: When a word that joins them would say the wrong thing and cannot be put right.

    Example:
        >>> wine = "and/CCONJ/CC//cc/5 nice/ADJ/JJ//amod/5 wine/NOUN/NN//conj/2"
        >>> doc = Doc.tagged(f"good/ADJ/JJ//amod/2 food/NOUN/NN//root/0 {wine}")
        >>> spans = {(0, 4): "positive", (14, 18): "positive"}
        >>> [edit.text for edit in repaired_joins(doc, spans, {**spans, (14, 18): "negative"})]
        ['but']
    """
    tokens = doc.tokens
    spans = sorted(before)
    edits = []
    for place, token in enumerate(tokens):
        word = plain(token)
        adds_more = word == "even" and _is_compared(tokens, place + 1)  # "and the tea was even better"
        if word not in _AND | _BUT | CONCESSIVES | _AGREEING | _OPPOSING and not adds_more:
            continue
        first = _opens(tokens, place) or (word in CONCESSIVES and _opens(tokens, place - 1))  # "even though"
        left = [s for s in spans if s[1] <= token.start and (first or _sentence(doc, s) == token.sent)]
        right = [s for s in spans if s[0] >= token.end and _sentence(doc, s) == token.sent]
        adds = word == "only" and place > 0 and plain(tokens[place - 1]) == "not"
        if word == "only" and not adds:
            continue
        if (word in CONCESSIVES and first) or adds:
            left, right = right[:1], right[1:2]
        if adds_more:
            left, right = [s for s in spans if s[1] <= token.start], [s for s in spans if s[1] > token.start]
        if not left or not right:
            continue
        pair = left[-1], right[0]
        was, now = (one[pair[0]] == one[pair[1]] for one in (before, after))
        if was == now:
            continue
        if adds_more:
            raise NotApplicable("the judgments are joined in a way that would no longer hold")
        edits += _repaired(doc, place, pair, now, first)
    return edits


def _is_compared(tokens: Sequence[Token], place: int) -> bool:
    return place < len(tokens) and tokens[place].tag in ("JJR", "RBR")


def _sentence(doc: Doc, span: Offsets) -> int:
    place = doc.token_at(span[0])
    return doc.tokens[place].sent if place < len(doc.tokens) else -1


def _opens(tokens: Sequence[Token], place: int) -> bool:
    return place == 0 or tokens[place - 1].sent != tokens[place].sent


def _repaired(doc: Doc, place: int, pair: tuple[Offsets, Offsets], agree: bool, first: bool) -> list[Edit]:
    tokens = doc.tokens
    token, word = tokens[place], plain(tokens[place])
    new = "and" if agree else "but"
    if (word in _AND and not agree) or (word in _BUT and agree):
        if word in _AND and not _joins(doc, place, pair):
            if _joins_clauses(doc, place, pair):
                raise NotApplicable("the judgments are joined in a way that would no longer hold")
            return []
        if word in _AND and _closes_list(tokens, place):
            raise NotApplicable("the judgments are joined in a way that would no longer hold")
        if word in _AND and plain(tokens[min(place + 1, len(tokens) - 1)]) in _CONSEQUENCES:
            raise NotApplicable("the judgments are joined in a way that would no longer hold")
    elif word in CONCESSIVES and agree and not first and tokens[place - 1].text == ",":
        pass
    elif (word in _AGREEING and not agree and _adds(tokens, place)) or (word in _OPPOSING | CONCESSIVES and agree):
        raise NotApplicable("the judgments are joined in a way that would no longer hold")
    else:
        return []
    if len(token.text) > 1 and token.text.isupper():
        new = new.upper()
    return [Edit(token.start, token.end, new[:1].upper() + new[1:] if token.text[:1].isupper() else new)]


def _adds(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word adds a judgment: "as" does in "as well" and "as good as"."""
    if plain(tokens[place]) != "as":
        return True
    return place + 1 < len(tokens) and tokens[place + 1].tag in ("RB", "JJ")


def _joins(doc: Doc, place: int, pair: tuple[Offsets, Offsets]) -> bool:
    """Whether "and" joins what holds the two judgments, and not two things that both are judged by one of them.

    Raises:
        NotApplicable: When one judgment reaches over what is joined: "I love the food and the great wine".
    """
    tokens = doc.tokens
    joined = tokens[place].head
    if not 0 <= joined < len(tokens) or tokens[joined].dep != "conj":
        return False
    left, right = (doc.token_at(span[0]) for span in pair)
    if not _lies_in(tokens, right, joined) or _lies_in(tokens, left, joined):
        return False
    if has_own_subject(tokens, joined) and left < place:
        above = tokens[joined].head
        if not _lies_in(tokens, left, above) and has_own_subject(tokens, above) and _is_subordinate(tokens, above):
            raise NotApplicable("a judgment reaches over what is joined")
        return True
    if not _lies_in(tokens, left, tokens[joined].head):
        if _lies_in(tokens, joined, left):
            raise NotApplicable("a judgment reaches over what is joined")
        return False
    return True


def _joins_clauses(doc: Doc, place: int, pair: tuple[Offsets, Offsets]) -> bool:
    """Whether the judgment behind "and" stands in a clause with a subject of its own that "and" opens."""
    tokens = doc.tokens
    left, right = (_clause_at(doc, span[0]) for span in pair)
    between = [plain(token) for token in tokens[place + 1 :] if token.end <= pair[1][0]]
    apart = left != right and left < place < right and not _is_subordinate(tokens, right)
    return apart and has_own_subject(tokens, right) and "," not in between


def _closes_list(tokens: Sequence[Token], place: int) -> bool:
    """Whether "and" stands before the last of several nouns below a predicate: "our favorites are A, B and C"."""
    last = tokens[place].head
    above = tokens[last].head
    joined = [n for n, token in enumerate(tokens) if token.dep == "conj" and token.head == above]
    return (
        len(joined) > 1
        and tokens[last].pos in ("NOUN", "PROPN")
        and not has_own_subject(tokens, last)
        and (has_own_subject(tokens, above) or tokens[above].dep not in ("root", "ROOT"))
    )


def _is_subordinate(tokens: Sequence[Token], place: int) -> bool:
    return tokens[place].dep.split(":")[0] in ("acl", "advcl", "ccomp", "csubj", "xcomp", "relcl")


def _lies_in(tokens: Sequence[Token], place: int, top: int) -> bool:
    """Whether a token hangs below another one, or is it."""
    for _ in range(len(tokens)):
        if place == top:
            return True
        if tokens[place].head in (place, -1):
            return False
        place = tokens[place].head
    return False


def contrasts(doc: Doc, after: Mapping[Offsets, str], turned: Collection[Offsets], edits: Sequence[Edit]) -> list[Edit]:
    """The edits that put "but" after a comma between judgments that now differ.

    Args:
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


def check_joins(
    doc: Doc,
    before: Mapping[Offsets, str],
    after: Mapping[Offsets, str],
    edits: Sequence[Edit],
    names: Sequence[Offsets] = (),
) -> None:
    """Refuse "and" between neighbouring judgments that no longer agree, and "but" twice in a sentence.

    Args:
        doc: The text, with tags and trees.
        before: What each piece of text says, ``positive`` or ``negative``.
        after: What it says then.
        edits: All edits.
        names: Where aspects are named, which judge nothing.

    Raises:
        NotApplicable: When the judgments would be joined wrongly.
    """
    others = _said_besides(doc, (*before, *names, *(edit[:2] for edit in edits)))
    was, now = {**others, **before}, {**others, **after}
    for one, other in pairwise(sorted(was)):
        if was[one] != was[other] or now[one] == now[other] or _sentence(doc, one) != _sentence(doc, other):
            continue
        between = [token for token in doc.tokens if one[1] <= token.start and token.end <= other[0]]
        words = {plain(token) for token in between}
        repaired = any(one[1] <= edit.start and edit.end <= other[0] and _is_but(edit) for edit in edits)
        apart = any(token.text in (",", ";", "-", "--", "–", "(") for token in between)
        if not repaired and not apart and words & _AND and not words & _CONTRASTS:
            raise NotApplicable("the judgments are joined in a way that would no longer hold")
    for sentence in dict.fromkeys(_sentence(doc, (edit.start, edit.end)) for edit in edits if _is_but(edit)):
        new = sum(_is_but(edit) and _sentence(doc, (edit.start, edit.end)) == sentence for edit in edits)
        old = sum(
            token.sent == sentence
            and plain(token) in _BUT
            and not any(edit.start < token.end and token.start < edit.end for edit in edits)
            for token in doc.tokens
        )
        if new + old > 1:
            raise NotApplicable('the judgments would be joined by "but" twice')


def _said_besides(doc: Doc, taken: Collection[Offsets]) -> dict[Offsets, str]:
    """The words that judge and that are no part of some pieces of text."""
    found = {}
    for place, token in enumerate(doc.tokens):
        states = token.pos in ("ADJ", "VERB") or any(doc.tokens[n].dep == "cop" for n in children(doc.tokens, place))
        side = said_at(doc.tokens, place) if states else None
        side = side or ("positive" if _meets_hopes(doc.tokens, place) else None)
        if side is not None and not any(start < token.end and token.start < end for start, end in taken):
            found[token.start, token.end] = side
    return found


def _meets_hopes(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb says that a thing is as good as hoped: "meets every expectation"."""
    below = children(tokens, place)
    hopes = any(tokens[n].lemma.lower() in _HOPES for n in below if tokens[n].dep == "obj")
    denied = any(plain(tokens[n]) in NEGATIONS | {"nt"} for n in below)
    return hopes and not denied and tokens[place].lemma.lower() in _MEETING


def _is_but(edit: Edit) -> bool:
    return edit.text.strip().lower() == "but"


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
        return []
    between = [t for t in tokens if wanted[0][0] <= t.start and t.end <= wanted[0][1]]
    if any(plain(token) == "also" or (plain(token) == "too" and _closes(tokens, n)) for n, token in enumerate(tokens)):
        raise NotApplicable("the judgments would not be joined as they then should be")
    commas = [token for token in between if token.text == ","]
    joined = joins or any(token.pos in ("CCONJ", "SCONJ") or token.text in (";", "-", "--", "(") for token in between)
    if len(commas) > 1 and not joined and all(has_own_subject(doc.tokens, _clause_at(doc, at)) for at in wanted[0]):
        raise NotApplicable("the judgments would not be joined as they then should be")
    if (
        joins
        or len(commas) != 1
        or _closes_front(doc, commas[0])
        or any(token.pos in ("CCONJ", "SCONJ") for token in between)
    ):
        return []
    if not _is_parallel(doc, commas[0]):
        raise NotApplicable("the judgments would not be joined as they then should be")
    return [Edit(commas[0].end, commas[0].end, " but")]


def _clause_at(doc: Doc, start: int) -> int:
    return clause_of(doc.tokens, min(doc.token_at(start), len(doc.tokens) - 1))


def _is_parallel(doc: Doc, comma: Token) -> bool:
    """Whether a clause stands on both sides of a comma, or on neither: "It is good, but bad tea" is wrong."""
    sides = [
        [n for n, t in enumerate(doc.tokens) if t.sent == comma.sent and (t.start < comma.start) is left]
        for left in (True, False)
    ]
    clauses = [any(doc.tokens[n].dep.startswith(("nsubj", "expl")) for n in side) for side in sides]
    return clauses[0] == clauses[1] or not clauses[0]


def _closes_front(doc: Doc, comma: Token) -> bool:
    """Whether a comma stands between a phrase or clause at the front of a sentence and its main clause."""
    tokens = doc.tokens
    front = [n for n, token in enumerate(tokens) if token.sent == comma.sent and token.end <= comma.start]
    bound = any(tokens[n].tag == "WRB" or tokens[n].dep == "mark" for n in front)  # "even if the food was good, ..."
    return bool(front) and (bound or tokens[front[0]].pos in ("ADP", "SCONJ"))


def _closes(tokens: Sequence[Token], place: int) -> bool:
    """Whether a clause ends with a word: "the tea is good too"."""
    return place + 1 == len(tokens) or tokens[place + 1].pos in ("PUNCT", "CCONJ", "SYM")
