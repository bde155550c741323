"""Where a relative clause can stand behind a mention of a relation."""

from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import CORRELATIVES, RELATIVE_PRONOUNS, TIES
from hf_robust.transforms.entity_spans import TITLES
from hf_robust.transforms.task_specific.relation_mentions import RelationMention

FINITE = frozenset(("VBD", "VBZ", "VBP", "MD"))
_CLAUSAL = ("acl", "relcl")
_PREDICATES = ("VERB", "AUX")
_MODIFIERS = ("compound", "amod", "nmod:poss", "nmod:desc", "det", "nummod")  # what stands inside a noun phrase
_OPENING = frozenset(("(", "[", "-", "–", "/", "&", "``", '"', "“", "'"))
_NAMED_AFTER = frozenset(("'s", "’s", "'", "’", "-", "–", "(", "[", "/", "&", '"', "''", "``", "”", "“"))
_OF_NOUNS = (TIES - {"with"}) | {"about", "from"} | {"between", "to"}  # prepositions that mostly belong to a noun
_QUOTES = frozenset(("``", "''", "`", '"'))
_ENDS = (".", "!", "?")
_SIDES = CORRELATIVES | {"between"}


def slot_of(doc: Doc, mention: RelationMention) -> int:
    """The token before which a relative clause about a mention can stand.

    The mention ends a whole noun phrase. A bracket may follow and, behind a person, a phrase with a preposition. What
    comes next is a verb, a preposition of the verb, a conjunction, a comma or the end.

    Args:
        doc: The annotated sentence.
        mention: Subject or object of the relation.

    Raises:
        NotApplicable: When no clause can stand there.
    """
    tokens = doc.tokens
    reason = NotApplicable(f"no clause can follow the {mention.role}")
    head = head_of(doc, mention)
    end = _end(doc, mention, head)
    after = tokens[end] if end < len(tokens) else None
    if after is None or after.sent != tokens[mention.first].sent or not _has_verb(tokens, mention.first):
        raise reason
    if any(token.text in _QUOTES for token in tokens[max(0, mention.first - 2) : end + 2]):
        raise reason
    if _relative_follows(tokens, end) or not _begins_whole(doc, mention, head, end):
        raise reason
    if not _can_come_next(doc, mention, head, end):
        raise reason
    return end


def head_of(doc: Doc, mention: RelationMention) -> int:
    """Number of the token of a mention that hangs on something outside it."""
    inside = range(mention.first, mention.last)
    return next((number for number in inside if doc.tokens[number].head not in inside), mention.last - 1)


def _end(doc: Doc, mention: RelationMention, head: int) -> int:
    """Behind the mention, and behind a bracket and a phrase that belong to it."""
    tokens, end = doc.tokens, mention.last
    if end < len(tokens) and tokens[end].text == "(":
        close = next((place for place in range(end, len(tokens)) if tokens[place].text == ")"), end)
        end = close + 1 if close > end else end
    if mention.kind == "person" and end < len(tokens) and tokens[end].dep == "case":
        phrase = tokens[end].head
        if tokens[phrase].head == head and tokens[phrase].dep.startswith("nmod") and phrase > end:
            last = max(_below(tokens, phrase))
            if all(token.pos != "PUNCT" for token in tokens[end : last + 1]):
                return last + 1
    return end


def _below(tokens: Sequence[Token], top: int) -> set[int]:
    """A token and all that hangs on it."""
    found = {top}
    grown = True
    while grown:
        more = {n for n, token in enumerate(tokens) if token.head in found and n not in found}
        found |= more
        grown = bool(more)
    return found


def _has_verb(tokens: Sequence[Token], place: int) -> bool:
    """Whether the sentence of a token has a verb: it is no bare name."""
    sent = tokens[place].sent
    return any(token.tag in FINITE for token in tokens if token.sent == sent)


def _relative_follows(tokens: Sequence[Token], end: int) -> bool:
    """Whether another relative clause comes next."""
    first, second = (token.text.lower() for token in (*tokens[end : end + 2], *tokens[-1:])[:2])
    return first in RELATIVE_PRONOUNS | {"that", "where"} or (first == "," and second in RELATIVE_PRONOUNS | {"where"})


def _begins_whole(doc: Doc, mention: RelationMention, head: int, end: int) -> bool:
    """Whether the mention is no part of a longer name, of a list or of a noun phrase that goes on."""
    tokens, before = doc.tokens, doc.tokens[mention.first - 1] if mention.first else None
    if tokens[head].dep in _MODIFIERS and not (mention.kind == "person" and tokens[end].pos != "NOUN"):
        return False
    if any(token.text.lower() in ("and", "&") for token in tokens[mention.first : mention.last]):
        return False
    if before is None:
        return True
    if mention.kind == "place" and before.pos in ("ADJ", "NOUN"):  # "northern Zorp"
        return False
    if before.text in _OPENING or before.text.lower() in _SIDES:
        return False
    if before.text == "of" and mention.first > 1 and _is_name(tokens[mention.first - 2]):  # "University of X"
        return False
    if _is_name(before):
        return mention.kind == "person" and (
            mention.last - mention.first > 1 or before.text.lower().rstrip(".") in TITLES
        )
    if before.text == ",":
        return _after_comma(tokens, mention, head, end)
    return not (before.text.lower() in ("and", "or") and tokens[max(0, mention.first - 2)].text == ",")


def _after_comma(tokens: Sequence[Token], mention: RelationMention, head: int, end: int) -> bool:
    """Whether a comma before the mention opens an apposition that ends with it, or closes what stands before."""
    if tokens[head].dep.startswith("nsubj") and tokens[end].text != ",":
        return True
    opens = tokens[mention.first - 2] if mention.first > 1 else None
    listed = any(token.head == head and token.dep == "conj" for token in tokens) or tokens[head].dep == "conj"
    if listed or opens is None:
        return False
    return tokens[end].text in _ENDS or (tokens[end].text == "," and tokens[end + 1].tag in FINITE)


def _is_name(token: Token) -> bool:
    return token.pos == "PROPN" and token.text[:1].isupper() and not token.text.endswith(".")


def _can_come_next(doc: Doc, mention: RelationMention, head: int, end: int) -> bool:
    tokens, after = doc.tokens, doc.tokens[end]
    if after.text in _NAMED_AFTER or (after.text[:1].isupper() and after.text != "I"):  # a title or a longer name
        return False
    if after.text in _ENDS:
        return end == len(tokens) - 1 or tokens[end + 1].sent != after.sent
    chain = _chain(tokens, mention, head, end)
    if after.text == ",":
        return _goes_on(tokens, chain, end)
    if after.tag in FINITE or (after.tag == "RB" and tokens[min(end + 1, len(tokens) - 1)].tag in FINITE):
        verb = end if after.tag in FINITE else end + 1
        return _governs(tokens, chain, verb)
    if after.tag == "CC":
        return _coordinates(tokens, chain, end)
    if after.tag != "IN" or after.text.lower() in _OF_NOUNS or not 0 <= after.head < len(tokens):
        return False
    above = tokens[after.head].head
    placed = mention.kind in ("organisation", "place") and tokens[end + 1].pos == "PROPN"  # "the Zorp Institute in Ova"
    return 0 <= above < mention.first and tokens[above].pos in _PREDICATES and above != after.head and not placed


def _chain(tokens: Sequence[Token], mention: RelationMention, head: int, end: int) -> list[int]:
    """The head of the mention and of the noun phrases that end with it: "the head of [Zorp]"."""
    found = [head]
    while True:
        place = found[-1]
        above = tokens[place].head
        if above in (place, -1) or (above >= place and above not in range(mention.first, end)):
            return found
        if tokens[above].pos in _PREDICATES or tokens[place].dep.startswith(("nsubj", "obj", "obl")):
            return found
        found.append(above)


def _governs(tokens: Sequence[Token], chain: Sequence[int], verb: int) -> bool:
    """Whether a verb is that of the noun phrase which ends with the mention."""
    top = chain[-1]
    predicate = tokens[verb].head if tokens[verb].dep.startswith(("aux", "cop")) else verb
    is_subject = tokens[top].dep.startswith("nsubj") and tokens[top].head == predicate
    return is_subject and not any(part in tokens[predicate].dep for part in _CLAUSAL)


def _coordinates(tokens: Sequence[Token], chain: Sequence[int], end: int) -> bool:
    """Whether a second predicate follows, or the second one of two things."""
    second = tokens[end].head
    if not end < second < len(tokens) or tokens[second].dep != "conj":
        return False
    first = tokens[second].head
    third = any(token.head in (first, second) and token.dep == "conj" and n != second for n, token in enumerate(tokens))
    return first in chain or (tokens[first].pos in _PREDICATES and not third and first < chain[-1])


def _goes_on(tokens: Sequence[Token], chain: Sequence[int], comma: int) -> bool:
    """Whether what follows a comma is no further name, number or noun that belongs to the mention."""
    after = tokens[comma + 1] if comma + 1 < len(tokens) else None
    if after is None:
        return False
    if after.pos in ("PRON", "VERB", "AUX", "ADV", "SCONJ", "ADP"):
        return True
    if after.tag == "CC":
        second = tokens[after.head]
        return second.dep == "conj" and second.pos in _PREDICATES
    top = comma + 1
    while tokens[top].head > top and not tokens[top].dep.startswith("nsubj"):
        top = tokens[top].head
    return tokens[top].dep.startswith("nsubj") and top not in chain and tokens[top].head > top
