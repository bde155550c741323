"""An aspect that a denial leaves out: "I had hoped to praise A and B, but such praise fits only A"."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.clause_negation import has_own_subject
from hf_robust.language.english.closed_classes import ARTICLES, DEMONSTRATIVES, FIRST_PERSON, NEGATIONS, POSSESSIVES
from hf_robust.language.english.opinion_words import said_at
from hf_robust.language.english.opinions import Aspect, head_of
from hf_robust.language.english.sentiment_words import OTHER
from hf_robust.language.english.verbs import children, plain
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.lexicons.wordnet import noun_kind

_THINGS = frozenset({"NOUN", "PROPN"})
# who praises only these may praise all parts of them
_WHOLES = frozenset("place restaurant experience product dining laptop computer machine".split())
_MEALS = frozenset("food meal dinner lunch breakfast brunch cuisine menu dish".split())  # these praise all dishes
# nobody praises a restaurant or a shop for what a guest brings along, or for how long something takes
_OWN = frozenset("your yours stomach wallet pocket budget mouth tongue tummy body".split())
_TIMES = frozenset("time wait waiting minute hour day week weekend month year".split())
_APPOSED = re.compile(r"\s*(?:,\s*an?\s[^,.;]*|\(\s*)")  # "the dough, a delicious bread", "the reader (software)"
_POINTING = DEMONSTRATIVES | {"such"}
_LIST = frozenset({"ADJ", "ADV", "DET", "CCONJ", "NUM"})
_LIKING = frozenset({"like", "love"})  # "Loved the tea and the soup": a review leaves out "I"
# what stands behind these is a part of what stands before, or the judgment is of two things together
_TYING = frozenset("especially particularly such like both together combination mix with".split())
_APART = NEGATIONS | {"without", "nt", "both"}  # nothing is said of a thing, or of two things together
_BREAKS = frozenset({"(", ")", ":", ";", "-", "--", "–"})
_JOINED = frozenset({"conj", "parataxis", "list"})


def excepted(doc: Doc, aspects: Sequence[Aspect], kept: int, denied: Collection[int]) -> str | None:
    """The name of an aspect that a denial leaves out, or None if it cannot be told apart from the others.

    An aspect does not fit if it is the same thing as one of the others, or a part of it, as in "the best dish is the
    soup", if the text tells one of them of the other, as in "the list is well priced", or if its name, such as "food",
    covers the others. What the reader owns, such as "your wallet", and spans of time do not fit either. All other
    aspects of its polarity must be among those that the denial reaches.

    Args:
        doc: The text, with tags, lemmas and trees.
        aspects: All aspects.
        kept: Index of the aspect that is left out.
        denied: Indices of the aspects that the denial reaches.

    Example:
        >>> tea = "and/CCONJ/CC//cc/4 tea/NOUN/NN//conj/2 were/AUX/VBD/be/cop/6 good/ADJ/JJ//root/6"
        >>> doc = Doc.tagged(f"The/DET/DT//det/2 soup/NOUN/NN//nsubj/6 {tea}")
        >>> soup = Aspect("soup", 4, 8, "positive", ((23, 27),))
        >>> excepted(doc, [soup, Aspect("tea", 13, 16, "positive", ((23, 27),))], 0, [1])
        'the soup'
    """
    tokens, own = doc.tokens, aspects[kept]
    head = head_of(tokens, own.start, own.end)
    if head is not None and _is_of_guest(tokens, head):
        return None
    if head is None or tokens[head].pos not in _THINGS or not denied or tokens[head].lemma.lower() in _WHOLES:
        return None
    if tokens[head].lemma.lower() in _MEALS and any(_is_food(tokens, aspects[n]) for n in denied):
        return None
    if _is_predicate(tokens, head) or not _POINTING.isdisjoint(plain(tokens[n]) for n in children(tokens, head)):
        return None
    if any(n != kept and n not in denied and one.polarity == own.polarity for n, one in enumerate(aspects)):
        return None
    for number in denied:
        other = aspects[number]
        place = head_of(tokens, other.start, other.end)
        if place is None or _lemmas(tokens, own) & _lemmas(tokens, other) or _is_predicate(tokens, place):
            return None
        first, second = sorted([(own.start, own.end), (other.start, other.end)])
        if _APPOSED.fullmatch(doc.text[first[1] : second[0]]):
            return None
        listed = _is_listed(tokens, first[1], second[0])
        if not listed and (_is_part(tokens, place, head) or _is_part(tokens, head, place)):
            return None
        if _is_said_of(tokens, place, head) or _is_said_of(tokens, head, place):
            return None
    return _with_article(doc, own, head)


def judged_alike(doc: Doc, aspects: Sequence[Aspect], numbers: Sequence[int], inside: Sequence[int]) -> bool:
    """Whether a sentence says the same praise or blame of things side by side, so that it can hold of one of them only.

    A word with the polarity of the aspects must judge all of them, and no word of the other polarity may stand beside.

    Args:
        doc: The text, with tags, lemmas and trees.
        aspects: All aspects.
        numbers: Indices of the aspects that the sentence judges.
        inside: Indices of the words of the sentence.

    Example:
        >>> tea = "and/CCONJ/CC//cc/3 tea/NOUN/NN//conj/1 were/AUX/VBD/be/cop/5 good/ADJ/JJ//root/5"
        >>> doc = Doc.tagged(f"Soup/NOUN/NN//nsubj/5 {tea}")
        >>> soup = Aspect("Soup", 0, 4, "positive", ((18, 22),))
        >>> judged_alike(doc, [soup, Aspect("tea", 9, 12, "positive", ((18, 22),))], [0, 1], range(5))
        True
    """
    tokens, those = doc.tokens, sorted((aspects[n] for n in numbers), key=lambda one: one.start)
    side = those[0].polarity
    heads = [head_of(tokens, one.start, one.end) for one in those]
    if any(said_at(tokens, n) == OTHER[side] or plain(tokens[n]) in _APART for n in inside):
        return False
    between = [token for token in tokens if those[0].end <= token.start and token.end <= those[-1].start]
    if any(plain(token) in _TYING or plain(token)[:6] == "includ" or token.text in _BREAKS for token in between):
        return False
    if len({_top(tokens, head) for head in heads if head is not None}) > 1 and not all(
        _is_listed(tokens, one.end, other.start) for one, other in pairwise(those)
    ):
        return False
    if heads[0] is None:
        return False
    top = _top(tokens, heads[0])
    near = {plain(tokens[n]) for n in inside if tokens[n].end <= those[0].start and n >= heads[0] - 4}
    before = {plain(tokens[n]) for n in children(tokens, top) if tokens[n].dep == "case"}
    if "for" in before or not near.isdisjoint(_TYING - {"with", "like"}):
        return False  # "perfect for work and play" praises neither
    words = [{doc.text[start:end].lower(): (start, end) for start, end in one.opinions} for one in those]
    shared = [span for text, span in words[0].items() if all(text in others for others in words)]
    # "a tasty samosa and the wrap" says nothing of the wrap
    apart = any(token.pos == "DET" or plain(token) in POSSESSIVES for token in between)
    repeated = [span for text, span in words[0].items() if any(others.get(text, span) != span for others in words)]
    places = [(head_of(tokens, *span), apart and span not in repeated) for span in shared]
    if any(_follows(tokens, those, place, inside) and said_at(tokens, place) == side for place, _ in places if place):
        return True
    return any(_judges(tokens, place, side, top, inside, apart) for place, apart in places)


def _follows(tokens: Sequence[Token], those: Sequence[Aspect], place: int, inside: Sequence[int]) -> bool:
    """Whether a sentence begins with a list and its predicate, whatever the tree says: "the hosts were very rude"."""
    listed = all(_is_listed(tokens, one.end, other.start) for one, other in pairwise(those))
    before = [tokens[n] for n in inside if tokens[n].end <= those[0].start]
    linked = [token.pos for token in tokens[:place] if token.start >= those[-1].end]
    opens = all(token.pos in ("DET", "PRON", "ADJ", "PUNCT") for token in before)
    return listed and opens and "AUX" in linked and set(linked) <= {"AUX", "ADV"} and tokens[place].pos == "ADJ"


def _judges(tokens: Sequence[Token], place: int | None, side: str, top: int, inside: Sequence[int], far: bool) -> bool:
    """Whether a word says one side of a list, as the view of the writer: not "the guests enjoyed the tea"."""
    if place is None or said_at(tokens, place) != side or tokens[place].pos == "ADV":
        return False
    below = tokens[place].head == top
    if (not below and tokens[top].head != place) or (below and far):
        return False
    if tokens[place].pos != "VERB" or tokens[top].dep.startswith("nsubj"):
        return True
    told = any(plain(tokens[n]) in FIRST_PERSON for n in inside if n < place)
    return told or (tokens[place].lemma.lower() in _LIKING and place <= inside[0] + 1)


def _top(tokens: Sequence[Token], place: int) -> int:
    """The first of the things in a list."""
    for _ in range(len(tokens)):
        if tokens[place].dep not in ("conj", "list") or tokens[place].head in (place, -1):
            break
        place = tokens[place].head
    return place


def _is_of_guest(tokens: Sequence[Token], head: int) -> bool:
    """Whether a thing belongs to the reader or a guest, or is a span of time."""
    below = {plain(tokens[n]) for n in children(tokens, head)}
    return not {plain(tokens[head]), *below}.isdisjoint(_OWN) or tokens[head].lemma.lower() in _TIMES


def _lemmas(tokens: Sequence[Token], one: Aspect) -> set[str]:
    inside = [token for token in tokens if token.start < one.end and one.start < token.end]
    return {token.lemma.lower() for token in inside if token.pos in _THINGS}


def _is_predicate(tokens: Sequence[Token], place: int) -> bool:
    """Whether a noun says what a subject is: "these are real patties"."""
    return tokens[place].pos in _THINGS and any(tokens[n].dep == "cop" for n in children(tokens, place))


def _is_part(tokens: Sequence[Token], place: int, top: int) -> bool:
    """Whether a word hangs below another one, and is not joined to it as a further thing."""
    for _ in range(len(tokens)):
        above = tokens[place].head
        if above in (place, -1):
            return False
        if above == top:
            return tokens[place].dep not in _JOINED
        place = above
    return False


def _is_food(tokens: Sequence[Token], one: Aspect) -> bool:
    head = head_of(tokens, one.start, one.end)
    lemma = "" if head is None else tokens[head].lemma.lower()
    return (
        lemma in _MEALS or noun_kind(lemma) == "food" or any(noun_kind(word) == "food" for word in _lemmas(tokens, one))
    )


def _is_listed(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether two things stand in a list, whatever the tree says: "good keyboard, long battery life"."""
    between = [token for token in tokens if start <= token.start and token.end <= end]
    joined = any(token.pos == "CCONJ" or token.text == "," for token in between)
    return joined and all(token.pos in _LIST or token.text == "," for token in between)


def _is_said_of(tokens: Sequence[Token], place: int, subject: int) -> bool:
    """Whether a word is told of a subject, so that who denies the one denies the other: "the list is well priced"."""
    while tokens[subject].dep == "appos" and tokens[subject].head not in (subject, -1):
        subject = tokens[subject].head  # "Tanya, the hostess, completes the atmosphere"
    if not tokens[subject].dep.startswith("nsubj"):
        return False
    clause = tokens[subject].head
    for _ in range(len(tokens)):
        above = tokens[place].head
        if above in (place, -1, subject) or (place != clause and has_own_subject(tokens, place)):
            return False
        if place == clause or above == clause:
            return not tokens[place].dep.startswith("nsubj")
        place = above
    return False


def _with_article(doc: Doc, one: Aspect, head: int) -> str:
    """The name of an aspect, with the possessive or the article that it takes in the middle of a sentence."""
    tokens = doc.tokens
    inside = [n for n, token in enumerate(tokens) if token.start < one.end and one.start < token.end]
    first = tokens[inside[0]]
    term = doc.text[one.start : one.end]
    opens = inside[0] == 0 or tokens[inside[0] - 1].sent != first.sent
    if opens and first.text[1:2].islower() and (first.pos != "PROPN" or tags_of(plain(first))):
        term = term[:1].lower() + term[1:]
    if plain(first) in ARTICLES | POSSESSIVES:
        return f"the {term.split(' ', 1)[1]}" if plain(first) in ARTICLES and " " in term else term
    below = [plain(tokens[n]) for n in children(tokens, head)]
    owner = next((word for word in below if word in POSSESSIVES), None)
    bare = tokens[head].pos == "PROPN" and "the" not in below and term[:1].isupper()
    return term if bare else f"{owner or 'the'} {term}"
