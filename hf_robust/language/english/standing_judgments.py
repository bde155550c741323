"""What a sentence still says once a judgment in it turned round: where it contradicts that, the judgment stays."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.clause_negation import has_own_subject
from hf_robust.language.english.clause_parts import clause_of
from hf_robust.language.english.closed_classes import (
    ASSURANCES,
    COMPARED_JUDGMENTS,
    CONCESSIVES,
    CONDITIONS,
    DEGREES_OF_JUDGMENTS,
    FREQUENCIES,
    HEDGES,
    INDEFINITE_ARTICLES,
    LUCK_ADVERBS,
    MIDDLE_DEGREES,
    NOMINATIVES_THIRD,
    PLAINLY,
)
from hf_robust.language.english.opinion_words import said_at
from hf_robust.language.english.opinions import Aspect, Turn, head_of, negates
from hf_robust.language.english.sentiment_words import NEGATORS, OTHER, opposites_of, side_of
from hf_robust.language.english.verbs import children, plain

ATTITUDES = frozenset({"love", "like", "enjoy", "hate", "dislike", "appreciate"})
_FACTS = frozenset({"fact", "idea", "thought", "notion"})
_NEAR = 6  # words behind a negation
_SUMMING = frozenset({"combine", "ensure", "contribute", "conspire"})  # what several things do together
_PAIR = 2  # predicates; with more of them one that differs stands in a list
_TENSED = frozenset({"VBZ", "VBP", "VBD"})
_DELIGHT = frozenset("yum yummy mmm wow yay ugh yuck".split())  # interjections that judge
_ALL = frozenset({"all", "both", "everything"})
_HELPING = frozenset({"help", "allow", "enable", "let"})  # what does so is good
_POINTING = frozenset({"that", "this", "which", "it"})
_RANKS = frozenset({"first", "second", "third", "next", "last"}) | {"another", "other"}
_FEW = frozenset({"little", "bit", "lot"})
# a word that means another thing beside one of these: "easy on the wallet", "on average", "it's all good"
_SET_BEFORE = {
    "on": {"average"},
    "be": {"fair", "honest"},
    "above": {"average"},
    "below": {"average"},
    "all": {"good"},
    "just": {"fine"},
    "than": {"average"},
}
_SET_AFTER = {
    "easy": {"on"},
    "hard": {"on", "drive", "drives", "disk"},
    "light": {"on"},
    "full": {"of"},
    "fast": {"food"},
    "nice": {"touch"},
    "happy": {"hour", "hours"},
    "sweet": {"potato", "potatoes", "corn", "spot"},
}


# adverbs that praise and complaints take alike
_WITH_BOTH = DEGREES_OF_JUDGMENTS | MIDDLE_DEGREES | ASSURANCES | PLAINLY | FREQUENCIES | LUCK_ADVERBS | HEDGES
_WITH_BOTH = _WITH_BOTH | frozenset("completely exceptionally remarkably relatively slightly surprisingly only".split())


def check_standing(turn: Turn) -> None:
    """Refuse edits after which the rest of the sentence would not fit the new judgment.

    Raises:
        NotApplicable: With what stands against it.
    """
    doc, aspects, _, together, edits = turn
    tokens, own, changed = doc.tokens, turn.own, set(turn.changed())
    touched = changed | {min(doc.token_at(edit.start), len(tokens) - 1) for edit in edits}
    inside = [n for n, token in enumerate(tokens) if token.sent in {tokens[m].sent for m in touched}]
    _check_words(tokens, edits, changed, doc, own.polarity)
    _check_fit(tokens, changed)
    _check_whole(doc, turn, touched, inside)
    _check_rest(tokens, own.polarity, inside, changed, aspects)
    _check_clauses(tokens, touched, inside, own.polarity, aspects)
    _check_lists(tokens, touched, inside)
    _check_others(doc, aspects, own, together, touched, edits)


def _check_words(
    tokens: Sequence[Token], edits: Sequence[Edit], changed: Collection[int], doc: Doc, polarity: str
) -> None:
    for place in sorted(changed):
        word, before = plain(tokens[place]), plain(tokens[place - 1]) if place else ""
        after = plain(tokens[place + 1]) if place + 1 < len(tokens) else ""
        if word in _SET_BEFORE.get(before, ()) or after in _SET_AFTER.get(word, {"enough"}):
            raise NotApplicable(f"'{tokens[place].text}' is part of a set phrase")
        token = tokens[place]
        joined_before = (
            doc.text[token.start - 1 : token.start] == "-" and doc.text[token.start - 2 : token.start - 1].isalnum()
        )
        if joined_before or (
            doc.text[token.end : token.end + 1] == "-" and doc.text[token.end + 1 : token.end + 2].isalnum()
        ):
            raise NotApplicable(f"'{token.text}' is part of a set phrase")  # "sweet-and-sour"
        near = {plain(tokens[n]) for n in children(tokens, place) if n < place}
        stacked = tokens[place].pos == "ADJ" and place + 1 < len(tokens) and tokens[place + 1].pos in ("ADJ", "VERB")
        stacked = stacked and tokens[place + 1].tag not in ("VBG", "VBN")
        if before == "how" or (stacked and place + 1 not in changed and not _has_noun(tokens, place + 2)):
            raise NotApplicable(f"'{tokens[place].text}' is part of a set phrase")
        if tokens[place].pos == "NOUN" and not _RANKS.isdisjoint(near):
            raise NotApplicable(f"no opposite of '{tokens[place].text}'")
        following = [plain(token) for token in tokens[place + 1 : place + 12]]
        told = any(one in ("is", "was") and other == "that" for one, other in pairwise(following))
        if tokens[place].pos == "NOUN" and told:
            raise NotApplicable("a clause tells what the judgment is about")
        if tokens[place].pos == "NOUN" and not near.isdisjoint(INDEFINITE_ARTICLES) and before not in _FEW:
            listed = opposites_of(polarity, "nouns")
            if word not in listed and tokens[place].lemma.lower() not in listed and after in ("", "."):
                raise NotApplicable(f"no opposite of '{tokens[place].text}'")
        subjects = [n for n in children(tokens, place) if tokens[n].dep.startswith("nsubj")]
        noun = tokens[place].head if tokens[place].dep == "amod" else place
        relative = [n for n in children(tokens, noun) if tokens[n].dep == "acl:relcl" and n not in changed]
        if any(plain(tokens[m]) in NEGATORS for n in relative for m in children(tokens, n)):
            raise NotApplicable("a clause tells what the judgment is about")  # "strong signals that don't drop"
        joined = tokens[place].dep in ("conj", "parataxis")
        if joined and any(plain(tokens[n]) in _POINTING - {"it"} for n in subjects):
            raise NotApplicable("the judgment is about all that is said before")
        objects = [n for n in children(tokens, place) if tokens[n].dep in ("obj", "dobj")]
        if any(plain(tokens[n]) in _FACTS for n in objects):
            raise NotApplicable("a clause tells what the judgment is about")
        cases = {plain(tokens[n]) for n in children(tokens, tokens[place].head) if tokens[n].dep == "case"}
        back = [plain(token) for token in tokens[max(0, place - 3) : place]]
        passive = "by" in back and tokens[max(0, place - 3) + back.index("by") - 1].tag in ("VBN", "RP")
        if tokens[place].dep == "amod" and ("by" in cases or passive):
            raise NotApplicable("the judgment is a part of another one")
    for edit in edits:
        if negates(edit) and _is_explained(tokens, clause_of(tokens, _place(doc, edit))):
            raise NotApplicable("a clause tells what the judgment is about")
        follows = [plain(token) for token in tokens[doc.token_at(max(edit.start, edit.end)) :][:2]]
        if edit.text.strip() == "not" and follows[:1] == ["a"] and follows[1] in _FEW:
            raise NotApplicable("a negation would not be good English there")


def _is_explained(tokens: Sequence[Token], noun: int) -> bool:
    """Whether a clause with "which" follows a noun that would be denied: "is a bistro, which means ..."."""
    clauses = [n for n in children(tokens, noun) if tokens[n].dep.startswith("acl")]
    return tokens[noun].pos in ("NOUN", "PROPN") and any(
        plain(tokens[n]) == "which" for clause in clauses for n in children(tokens, clause)
    )


def _check_fit(tokens: Sequence[Token], changed: Collection[int]) -> None:
    """Refuse an opposite that does not fit the words beside it: "highly crude", "poorly al dente"."""
    for place in changed:
        token, before = tokens[place], tokens[place - 1] if place else None
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        if before is not None and place - 1 not in changed and _is_judging_degree(before):
            raise NotApplicable(f"no opposite of '{token.text}' with '{before.text}'")
        if token.pos == "ADJ" and place - 1 not in changed and _fits_one_side(before):
            raise NotApplicable(f"no opposite of '{token.text}' with '{tokens[place - 1].text}'")
        described = after is not None and after.pos in ("ADJ", "NOUN", "PROPN", "X") and after.tag not in ("VBN", "VBD")
        judges = token.tag == "RB" and (side_of(token) is not None or plain(token).endswith("ly"))
        if judges and described and (place + 1 not in changed or token.dep == "advmod"):
            raise NotApplicable(f"no opposite of '{token.text}' with what it describes")
        if token.pos == "ADJ" and token.dep in ("xcomp", "acomp") and tokens[token.head].lemma.lower() == "become":
            raise NotApplicable(f"no opposite of '{token.text}' with 'become'")


def _is_judging_degree(token: Token) -> bool:
    """Whether an adverb of degree fits only praise or only complaints: "beautifully", "highly", "severely"."""
    if token.tag != "RB" or plain(token) in DEGREES_OF_JUDGMENTS - {"highly"}:
        return False
    return plain(token) in ("highly", "severely", "dreadfully", "terribly") or side_of(token) == "positive"


def _fits_one_side(before: Token | None) -> bool:
    """Whether an adverb of manner before an adjective fits few others: "easily compatible", "freshly baked"."""
    return (
        before is not None and before.tag == "RB" and plain(before).endswith("ly") and plain(before) not in _WITH_BOTH
    )


def _check_whole(doc: Doc, turn: Turn, touched: Collection[int], inside: Sequence[int]) -> None:
    """Refuse where what is said of all, or of the target once more, would not hold any longer."""
    tokens, aspects = doc.tokens, turn.aspects
    sentences = {tokens[n].sent for n in touched}
    kept = any(
        number not in turn.together
        and one.polarity == turn.own.polarity
        and tokens[min(doc.token_at(one.start), len(tokens) - 1)].sent in sentences
        for number, one in enumerate(aspects)
    )
    head = head_of(tokens, turn.own.start, turn.own.end)
    of_all = any(plain(tokens[n]) in _ALL and (n == 0 or plain(tokens[n - 1]) != "at") for n in inside)
    if kept and of_all:  # "it has it all", "all their pizza is good"
        raise NotApplicable("the words that judge the target judge another aspect as well")
    for n in inside:
        token = tokens[n]
        if token.pos == "INTJ" and plain(token) in _DELIGHT:
            raise NotApplicable(f"'{token.text}' may judge the target as well")
        if kept and token.lemma.lower() in _SUMMING and n not in touched:
            raise NotApplicable("one of several subjects of a predicate")
        sums_up = token.tag == "VBZ" and token.pos == "VERB" and n not in touched and tokens[n - 1].text == ","
        if n and sums_up and not any(tokens[m].dep.startswith("aux") for m in children(tokens, n)):
            raise NotApplicable("the judgment is about all that is said before")
    verb = tokens[head].head if head is not None and tokens[head].dep in ("obj", "dobj") else -1
    if verb >= 0 and verb not in touched and tokens[verb].lemma.lower() in ATTITUDES and tokens[verb].pos == "VERB":
        raise NotApplicable(f"'{tokens[verb].text}' may judge the target as well")


def _has_noun(tokens: Sequence[Token], place: int) -> bool:
    return place < len(tokens) and tokens[place].pos in ("NOUN", "PROPN", "ADJ")


def _check_rest(
    tokens: Sequence[Token],
    polarity: str,
    inside: Sequence[int],
    changed: Collection[int],
    aspects: Sequence[Aspect],
) -> None:
    opinions = [span for one in aspects for span in one.opinions]
    for n in inside:
        token, word = tokens[n], plain(tokens[n])
        if n in changed or any(start < token.end and token.start < end for start, end in opinions):
            continue
        if word in COMPARED_JUDGMENTS and said_at(tokens, n) == polarity:
            raise NotApplicable(f"'{token.text}' may judge the target as well")
        follows = tokens[n + 1] if n + 1 < len(tokens) else None
        if word == "without" and follows is not None and follows.tag == "VBG":
            raise NotApplicable(f"'{token.text}' ties the judgment to what else is said")
        named = any(one.start <= token.start < one.end for one in aspects)
        denied = word in NEGATORS - {"no"} and polarity == "negative" and not _of_opinion(tokens, n, opinions)
        if denied and not any(m in changed for m in range(n - 1, n + 3)):
            raise NotApplicable(f"'{token.text}' is said of the target as well")
        helps = token.tag in _TENSED and token.lemma.lower() in _HELPING
        if helps and polarity == "positive" and not any(tokens[m].pos == "VERB" for m in changed):
            raise NotApplicable(f"'{token.text}' may judge the target as well")
        if follows is not None and follows.text == ":" and n == inside[0] and not named:
            raise NotApplicable(f"'{token.text}' may judge the target as well")
    colon = next((n for n in inside if tokens[n].text == ":"), -1)
    for n in (n for n in inside if n < colon and n not in changed):
        if said_at(tokens, n) == polarity:
            raise NotApplicable(f"'{tokens[n].text}' may judge the target as well")
    last = [n for n in inside if tokens[n].text[:1].isalnum()][-1:]
    for n in last:
        alone = n > inside[0] and tokens[n - 1].text == "," and tokens[n].pos in ("ADJ", "X", "ADV")
        named = any(one.start <= tokens[n].start < one.end for one in aspects)
        adverb = tokens[n].pos == "ADV" and said_at(tokens, n) is None
        judged = any(start <= tokens[n].start < end for start, end in opinions)
        if alone and n not in changed and not named and not judged and not adverb:
            raise NotApplicable(f"'{tokens[n].text}' may judge the target as well")


def _of_opinion(tokens: Sequence[Token], place: int, opinions: Collection[Offsets]) -> bool:
    """Whether what follows a negation within a few words is an opinion that the data names."""
    near = tokens[place : place + _NEAR]
    return any(start < token.end and token.start < end for token in near for start, end in opinions)


def _check_clauses(
    tokens: Sequence[Token],
    touched: Collection[int],
    inside: Sequence[int],
    polarity: str,
    aspects: Sequence[Aspect],
) -> None:
    """Refuse what only holds under a condition, stands against a concession, or turns round in two ways at once."""
    clauses = {clause_of(tokens, n) for n in touched}
    for clause in sorted(_with_those_above(tokens, clauses)):
        marks = {
            plain(tokens[n]) for n in children(tokens, clause) if n < clause and tokens[n].dep in ("mark", "advmod")
        }
        above = tokens[clause].head
        bound = above not in (clause, -1) and not marks.isdisjoint({"when", "whenever", *CONDITIONS})
        if bound and clause_of(tokens, above) not in clauses:
            raise NotApplicable("the judgment holds only under a condition")
        if tokens[above].lemma.lower() in ("wonder", "know"):  # "they knew that they sold bad drives"
            raise NotApplicable("a clause tells what the judgment is about")
    opens = [plain(tokens[n]) for n in inside[:3]]
    if opens[:1] and (opens[0] in CONCESSIVES or opens[:2] == ["even", "though"] or opens == ["as", "much", "as"]):
        comma = next((n for n in inside if tokens[n].text == ","), None)
        first = [n for n in inside if comma is not None and n < comma]
        sides = [{n for n in touched if (n in first) is front} for front in (True, False)]
        spans = [span for one in aspects if one.polarity in OTHER for span in one.opinions]
        rest = [n for n in inside if (n in first) is not bool(sides[0])]
        told = any(start <= tokens[n].start < end for n in rest for start, end in spans)
        if comma is None or opens[0] == "as" or (bool(sides[0]) != bool(sides[1]) and not told):
            raise NotApplicable("the judgments are joined in a way that would no longer hold")


def _check_lists(tokens: Sequence[Token], touched: Collection[int], inside: Sequence[int]) -> None:
    """Refuse one of several predicates of a subject unless it is the last, and what a clause behind a dash explains."""
    clauses = {clause_of(tokens, n) for n in touched}
    for clause in clauses:
        joined = _joined_to(tokens, clause)
        verbs = [n for n in joined if tokens[n].pos in ("VERB", "AUX") or _has_copula(tokens, n)]
        if len(verbs) > _PAIR and clause in verbs and any(n > clause and n not in clauses for n in verbs):
            raise NotApplicable("one of several predicates of a subject")
    for place in touched:
        noun = tokens[place].head if tokens[place].dep == "amod" else place
        joined = _joined_to(tokens, noun) if tokens[noun].pos in ("NOUN", "PROPN") else []
        is_subject = (
            joined and tokens[joined[0]].dep.startswith("nsubj") and not _has_copula(tokens, tokens[joined[0]].head)
        )
        others = [n for n in joined if n not in touched and not any(m in touched for m in children(tokens, n))]
        if len(joined) > 1 and is_subject and others and tokens[joined[0]].head not in touched:
            raise NotApplicable("one of several subjects of a predicate")
    first = min(touched)
    for n in inside:
        explains = tokens[n].text in ("-", "--", "–", "—", ":") and n > first and n + 1 < len(tokens)
        if explains and plain(tokens[n + 1]) in NOMINATIVES_THIRD and not any(m > n for m in touched):
            raise NotApplicable("a clause tells what the judgment is about")


def _joined_to(tokens: Sequence[Token], place: int) -> list[int]:
    """The first of several words that are joined without subjects of their own, and the others."""
    while tokens[place].dep == "conj" and not has_own_subject(tokens, place) and tokens[place].head not in (place, -1):
        place = tokens[place].head
    found, left = [place], [place]
    while left:
        below = children(tokens, left.pop())
        new = [n for n in below if tokens[n].dep == "conj" and not has_own_subject(tokens, n) and n not in found]
        found += new
        left += new
    return found


def _has_copula(tokens: Sequence[Token], place: int) -> bool:
    return any(tokens[n].dep == "cop" for n in children(tokens, place))


def _with_those_above(tokens: Sequence[Token], clauses: Collection[int]) -> set[int]:
    """Clauses, and those that they are parts of."""
    found = set(clauses)
    for clause in clauses:
        place = clause
        for _ in range(len(tokens)):
            above = tokens[place].head
            if above in (place, -1):
                break
            place = clause_of(tokens, above)
            found.add(place)
    return found


def _check_others(
    doc: Doc,
    aspects: Sequence[Aspect],
    own: Aspect,
    together: Collection[int],
    touched: Collection[int],
    edits: Sequence[Edit],
) -> None:
    """Refuse where another aspect of the same polarity hangs below a word that turns round."""
    tokens = doc.tokens
    for number, one in enumerate(aspects):
        head = head_of(tokens, one.start, one.end)
        if number in together or one.polarity != own.polarity or head is None:
            continue
        if any(negates(edit) and clause_of(tokens, head) == clause_of(tokens, _place(doc, edit)) for edit in edits):
            raise NotApplicable("a negation would reach another aspect")
        place = head
        for _ in range(len(tokens)):
            above = tokens[place].head
            if above in (place, -1) or (tokens[place].dep in ("conj", "parataxis") and has_own_subject(tokens, place)):
                break
            bound = tokens[place].dep in ("xcomp", "advcl", "ccomp") and not has_own_subject(tokens, place)
            bound = bound or any(plain(tokens[n]) == "with" for n in children(tokens, place))  # "with each dish better"
            if bound and above in touched and tokens[above].pos in ("ADJ", "NOUN"):
                raise NotApplicable("the words that judge the target may judge another aspect as well")
            place = above


def _place(doc: Doc, edit: Edit) -> int:
    return min(doc.token_at(edit.start), len(doc.tokens) - 1)


def is_half_denied(turn: Turn) -> bool:
    """Whether a negated clause that only tells holds another judgment, or one elsewhere gets an opposite.

    As in "I did not buy it, I am unhappy" and "They do not have pizza made with fresh ingredients".
    """
    tokens, told, others = turn.doc.tokens, set[int](), set[int]()
    for edit in turn.edits:
        clause = clause_of(tokens, _place(turn.doc, edit))
        (told if negates(edit) and said_at(tokens, clause) is None else others).add(clause)
    rest = (one for n, one in enumerate(turn.aspects) if n not in turn.together and one.polarity in OTHER)
    heads = (head_of(tokens, one.start, one.end) for one in rest)
    return bool(told) and (not others <= told or any(n is not None and _is_told_in(tokens, n, told) for n in heads))


def _is_told_in(tokens: Sequence[Token], place: int, clauses: Collection[int]) -> bool:
    """Whether a word hangs below one of some clauses, with no subject of its own in between."""
    for _ in range(len(tokens)):
        if place in clauses:
            return True
        above = tokens[place].head
        if above in (place, -1) or tokens[place].dep in ("conj", "parataxis") or has_own_subject(tokens, place):
            return False
        place = above
    return False
