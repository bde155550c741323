"""What a sentence builds on a judgment: where it stands, the judgment cannot turn round alone."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.clause_negation import has_own_subject
from hf_robust.language.english.clause_parts import clause_of
from hf_robust.language.english.closed_classes import BEFORE_AFTER, BETTER_WORSE, POSSESSIVES
from hf_robust.language.english.opinion_words import said_at
from hf_robust.language.english.sentiment_words import OTHER
from hf_robust.language.english.verbs import children, plain

_EXAMPLES = frozenset("including includes include especially particularly namely e.g. eg".split())
_PAIRED_EXAMPLES = frozenset({("such", "as"), ("for", "example"), ("for", "instance"), ("in", "particular")})
_CLAUSE_LINKS = BEFORE_AFTER | {"though", "if", "when"}
WISHING_VERBS = frozenset("want need wish look seek search expect hope hunt shop intend plan prefer crave".split())
_NOMINALS = frozenset({"NOUN", "PROPN"})
_TOO_MUCH = frozenset({"ridiculously", "absurdly", "insanely"})
_ADVERBS_TOO = frozenset({"ok", "okay", "fine"})
_COMPARATIVES = frozenset({"JJR", "RBR"})
# phrases whose words alone do not say what the phrase says
_PHRASES = {
    "positive": (
        "like a charm",
        "like a dream",
        "like a champ",
        "keeps me going",
        "hits the spot",
        "hit the spot",
        "to die for",
        "thumbs up",
        "second to none",
        "worth every penny",
        "must have",
        "top notch",
        "no complaints",
        "five stars",
        "blew me away",
        "hooked on",
        "addicted to",
        "a fan of",
        "sold on",
        "like a king",
        "like princesses",
        "what more",
        "is a pro",
        "only pro",
        "change from",
        "lucky to get",
    ),
    "negative": (
        "thumbs down",
        "a waste of",
        "rip off",
        "falls apart",
        "fell apart",
        "let me down",
        "let down",
        "leaves a lot to be desired",
        "steer clear",
        "stay away",
        "one star",
        "is a con",
        "only complaint",
        "only problem",
        "only con",
        "my complaint",
        "should be fixed",
        "should be replaced",
        "to be replaced",
        "to be fixed",
        "out of the blue",
        "unlucky to get",
        "change from",
    ),
}


def check_context(doc: Doc, polarity: str, head: int, edits: Sequence[Edit]) -> None:
    """Refuse edits of opinion words if the rest of the sentence depends on the old opinion.

    Args:
        doc: The text, with tags, lemmas and trees.
        polarity: What the changed words say before the edits, ``positive`` or ``negative``.
        head: Index of the target.
        edits: All edits that turn the judgment round.

    Raises:
        NotApplicable: With what stands against it.

    Example:
        >>> wine = "including/VERB/VBG//prep/2 fresh/ADJ/JJ//amod/5 wine/NOUN/NN//pobj/3"
        >>> doc = Doc.tagged(f"great/ADJ/JJ/great/amod/2 drinks/NOUN/NNS//root/0 {wine}")
        >>> check_context(doc, "positive", 4, [Edit(23, 28, "stale")])
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.NotApplicable: the opinion is part of an example of what 'great' judges
    """
    tokens = doc.tokens
    changed = {
        place
        for place, token in enumerate(tokens)
        if any(token.start < max(edit.end, edit.start + 1) and edit.start < token.end for edit in edits)
    }
    sentences = {tokens[n].sent for n in (head, *changed)}
    inside = [place for place, token in enumerate(tokens) if token.sent in sentences]
    _check_examples(tokens, polarity, changed, inside)
    _check_additions(tokens, changed, inside)
    _check_members(tokens, polarity, changed)
    _check_phrases(doc, polarity, inside)
    _check_contrast(tokens, head, changed, inside)
    _check_degrees(tokens, polarity, changed)
    _check_repeats(doc, edits)
    _check_words(doc, changed, edits)
    for place in sorted({head, *changed}):
        _check_wish(tokens, place)
        _check_means(tokens, place)
        _check_object(tokens, polarity, place, changed)


# --- examples of a larger thing


def _check_examples(tokens: Sequence[Token], polarity: str, changed: Collection[int], inside: Sequence[int]) -> None:
    for first, last in _example_spans(tokens, inside):
        within = {n for n in changed if first <= n <= last}
        outside = {n for n in changed if n in inside and n < first}
        for group, rest in ((within, range(inside[0], first)), (outside, range(first, last + 1))):
            judging = [n for n in rest if n not in changed and said_at(tokens, n) == polarity]
            if group and judging:
                raise NotApplicable(f"the opinion is part of an example of what '{tokens[judging[0]].text}' judges")


def _example_spans(tokens: Sequence[Token], inside: Sequence[int]) -> list[tuple[int, int]]:
    """First and last tokens of the examples that a sentence gives: after "such as", and in brackets."""
    found = []
    for place in inside:
        pair = tuple(plain(token) for token in tokens[place : place + 2])
        like = pair[0] == "like" and tokens[place].pos == "ADP" and place > 0 and tokens[place - 1].pos in _NOMINALS
        if pair[0] in _EXAMPLES or pair in _PAIRED_EXAMPLES or like:
            found.append((place, inside[-1]))
        elif tokens[place].text in ("(", "-LRB-", "["):
            closing = (n for n in range(place, len(tokens)) if tokens[n].text in (")", "-RRB-", "]"))
            found.append((place, next(closing, inside[-1])))
    return [(first, last) for first, last in found if first > inside[0]]


# --- what builds on the judgment


def _check_additions(tokens: Sequence[Token], changed: Collection[int], inside: Sequence[int]) -> None:
    for place in inside:
        word, after = plain(tokens[place]), plain(tokens[place + 1]) if place + 1 < len(tokens) else ""
        limits = word == "if" and (after == "not" or not _has_finite_clause(tokens, place))
        raises = word in ("even", "still") and place + 1 < len(tokens) and _is_comparative(tokens, place + 1)
        adds = word == "even" and after not in _CLAUSE_LINKS and any(n < place for n in changed)
        if (limits and any(n < place for n in changed)) or raises or adds:
            raise NotApplicable(f"'{tokens[place].text}' builds on the judgment")


def _has_finite_clause(tokens: Sequence[Token], place: int) -> bool:
    above = tokens[place].head
    return above >= 0 and any(tokens[n].dep.startswith("nsubj") for n in children(tokens, above))


def _is_comparative(tokens: Sequence[Token], place: int) -> bool:
    return tokens[place].tag in _COMPARATIVES or plain(tokens[place]) in BETTER_WORSE


def _check_members(tokens: Sequence[Token], polarity: str, changed: Collection[int]) -> None:
    """Refuse one of several joined adjectives that judge one thing if another one keeps the old judgment."""
    for place, token in enumerate(tokens):
        if token.dep != "conj" or has_own_subject(tokens, place):
            continue
        members = {place, token.head}
        if members.isdisjoint(changed) or members <= set(changed):
            continue
        other = next(iter(members - set(changed)))
        equal = any(plain(tokens[n]) in ("as", "equally") for n in children(tokens, place))
        alike = token.pos in ("ADJ", "ADV") and tokens[token.head].pos == token.pos
        if equal or (alike and said_at(tokens, other) == polarity):
            raise NotApplicable(f"'{tokens[other].text}' is said of the target as well")


def _check_phrases(doc: Doc, polarity: str, inside: Sequence[int]) -> None:
    """Refuse a sentence with a set phrase that agrees with the old judgment."""
    tokens = doc.tokens
    words = [plain(tokens[n]) for n in inside]
    joined = " ".join(words)
    for phrase in _PHRASES[polarity]:
        if phrase not in joined:
            continue
        parts = phrase.split()
        for first in range(len(words) - len(parts) + 1):
            if words[first : first + len(parts)] != parts:
                continue
            start, end = tokens[inside[first]].start, tokens[inside[first + len(parts) - 1]].end
            raise NotApplicable(f"'{doc.text[start:end]}' may judge the target as well")


def _check_contrast(tokens: Sequence[Token], head: int, changed: Collection[int], inside: Sequence[int]) -> None:
    """Refuse a "but" with two judgments that agreed, or with one of the target on the side that has no target."""
    for place in (n for n in inside if plain(tokens[n]) == "but"):
        sent = tokens[place].sent
        sides = {n < place for n in changed if tokens[n].sent == sent}
        apart = tokens[head].sent == sent and sides == {head > place}
        if len(sides) > 1 or apart:
            raise NotApplicable("'but' would join judgments that it does not fit")


def _check_degrees(tokens: Sequence[Token], polarity: str, changed: Collection[int]) -> None:
    """Refuse an adverb of blame before what would be praise, and an adjective as the adverb of a verb."""
    for place in (n for n in changed if n):
        if polarity == "negative" and plain(tokens[place - 1]) in _TOO_MUCH:
            raise NotApplicable(f"'{tokens[place - 1].text}' is said of no praise")
        if plain(tokens[place]) in _ADVERBS_TOO and tokens[place - 1].pos == "VERB" and _is_adverb(tokens, place):
            raise NotApplicable(f"no opposite of the adverb '{tokens[place].text}'")


def _check_repeats(doc: Doc, edits: Sequence[Edit]) -> None:
    """Refuse two equal words that are joined: "rude and rude"."""
    for one, other in pairwise(sorted(edits)):
        between = doc.text[one.end : other.start].strip().lower()
        if (
            one.text.isalpha()
            and one.text.lower() == other.text.lower()
            and between in ("and", ",", ", and", "or", "&")
        ):
            raise NotApplicable(f"'{one.text}' would be repeated")


def _is_adverb(tokens: Sequence[Token], place: int) -> bool:
    return tokens[place].head == place - 1 and tokens[place].dep.split(":")[0] in ("advmod", "xcomp", "obj")


def _check_words(doc: Doc, changed: Collection[int], edits: Sequence[Edit]) -> None:
    """Refuse repeated words, "its" for "it is", and "or" in place of the "and" of two clauses."""
    tokens = doc.tokens
    for place in sorted(changed):
        word, before = plain(tokens[place]), plain(tokens[place - 1]) if place else ""
        if word.isalpha() and word in {before, *(plain(token) for token in tokens[place + 1 : place + 2])}:
            raise NotApplicable(f"'{tokens[place].text}' is repeated")
        if before == "its" and not _is_before_noun(tokens, place):
            raise NotApplicable("'its' has no noun")
        if word != "and" or not any(edit.start == tokens[place].start and edit.text == "or" for edit in edits):
            continue
        joined = [
            n for n in range(place + 1, len(tokens)) if tokens[n].dep == "conj" and tokens[n].sent == tokens[place].sent
        ]
        if joined and any(tokens[n].dep.split(":")[0] in ("cop", "aux") for n in children(tokens, joined[0])):
            raise NotApplicable("a negation would reach what is joined to the predicate")


def _is_before_noun(tokens: Sequence[Token], place: int) -> bool:
    above = tokens[place].head
    return tokens[place].pos in _NOMINALS or (above > place and tokens[above].pos in _NOMINALS)


# --- what the judgment serves


def _check_wish(tokens: Sequence[Token], place: int) -> None:
    """Refuse an opinion on what somebody wants, or on the purpose of something."""
    for _ in range(len(tokens)):
        token = tokens[place]
        above = token.head
        if above in (place, -1) or token.dep == "parataxis" or (token.dep == "conj" and has_own_subject(tokens, place)):
            return
        purpose = token.dep == "advcl" and token.pos == "VERB" and _is_infinitive(tokens, place)
        wished = tokens[above].lemma.lower() in WISHING_VERBS and tokens[above].pos == "VERB"
        if (wished and not token.dep.startswith("nsubj")) or (purpose and tokens[above].pos == "VERB"):
            raise NotApplicable("an opinion that is only wished for or supposed")
        place = above


def _is_infinitive(tokens: Sequence[Token], place: int) -> bool:
    return any(tokens[n].tag == "TO" for n in children(tokens, place))


def _check_means(tokens: Sequence[Token], place: int) -> None:
    """Refuse an opinion on the means of an act that says as much itself: "keeps us happy with its good food"."""
    token = tokens[place]
    noun = place if token.pos in _NOMINALS else token.head
    if not 0 <= noun < len(tokens) or tokens[noun].pos not in _NOMINALS:
        return
    below = {plain(tokens[n]) for n in children(tokens, noun)}
    above = tokens[noun].head
    verbal = 0 <= above < noun and tokens[above].pos in ("VERB", "ADJ") and tokens[clause_of(tokens, noun)] is not token
    if verbal and {"with", "for", "by", "through"} & below and not POSSESSIVES.isdisjoint(below):
        raise NotApplicable(f"'{tokens[above].text}' is said because of the judgment")


def _check_object(tokens: Sequence[Token], polarity: str, place: int, changed: Collection[int]) -> None:
    """Refuse a verb of attitude whose object is described by words of the same judgment."""
    if tokens[place].pos != "VERB" or place not in changed or said_at(tokens, place) not in OTHER:
        return
    for n in range(place + 1, len(tokens)):
        if n in changed or not _is_described(tokens, n, place):
            continue
        if said_at(tokens, n) == polarity or plain(tokens[n]) == "well":
            raise NotApplicable(f"'{tokens[n].text}' describes the object of '{tokens[place].text}'")


def _is_described(tokens: Sequence[Token], place: int, verb: int) -> bool:
    """Whether a word hangs below the object of a verb."""
    for _ in range(len(tokens)):
        above = tokens[place].head
        if above == verb:
            return tokens[place].dep.split(":")[0] in ("obj", "dobj")
        if above in (place, -1):
            return False
        place = above
    return False
