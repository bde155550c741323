"""A sentence about one person, animal or vehicle becomes a sentence about several of them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.language.english.closed_classes import (
    GROUPS,
    INDEFINITE_ARTICLES,
    NOMINATIVES_THIRD,
    OTHERS,
    THIRD_REFLEXIVES,
)
from hf_robust.language.english.inflection import inflected
from hf_robust.language.english.verbs import plain, reinflected
from hf_robust.language.lexicons.wordnet import noun_kind

_ONE = INDEFINITE_ARTICLES | {"one"}
_COUNTED = frozenset({"person", "animal"})
_VEHICLES = frozenset("car truck bus boat bike bicycle motorcycle train plane airplane van taxi ship kite".split())
# nouns for one person that stand for a group, or whose plural means something else
_NO_ONE = GROUPS | {"person", "pair", "trio"}
_TO_BE = {"is": "are", "was": "were", "'s": "are"}
_TO_HAVE = {"has": "have", "does": "do"}
_OF_ONE = {"his": "their", "her": "their", "its": "their"}
_SELVES = dict.fromkeys(THIRD_REFLEXIVES - {"themselves"}, "themselves")
_NO_PLURAL = NOMINATIVES_THIRD | OTHERS | {"him", "alone", "each"} | {"who", "that", "which"} | {"both"}
_DESCRIBES = frozenset({"JJ", "NN", "VBG", "VBN", "HYPH"})
# the words after the noun that end the noun phrase
_FOLLOWS = frozenset({"VBZ", "VBD", "VBG", "VBN", "IN", "."})
CLOTHES = frozenset(
    "hat cap helmet shirt t-shirt tshirt jacket coat dress skirt suit wetsuit uniform costume sweater vest hoodie "
    "apron scarf tie robe gown kimono outfit bikini swimsuit tuxedo blouse bandana beard mohawk".split()
)
"""What one person wears one of."""
_LONGEST = 5  # tokens from the article to the noun


class SingleSubject(NamedTuple):
    """The subject of a sentence, counted once.

    Args:
        lemma: The dictionary form of its noun.
        edits: What changes beside the article, in order: the noun, the verb, possessives and objects.
        article: The edit range of "a" or "one", which the new number replaces.
    """

    lemma: str
    edits: tuple[Edit, ...]
    article: tuple[int, int]


def single_subject(doc: Doc) -> SingleSubject | None:
    """The subject at the start of a sentence, if the sentence counts it as one and can be about several.

    Args:
        doc: The text, with tags and lemmas.

    Example:
        >>> doc = Doc.tagged("A/DET/DT man/NOUN/NN/man walks/VERB/VBZ/walk his/PRON/PRP$ dog/NOUN/NN/dog")
        >>> [edit.text for edit in single_subject(doc).edits]
        ['men', 'walk', 'their']
    """
    tokens = doc.tokens
    if not tokens or plain(tokens[0]) not in _ONE or not _NO_PLURAL.isdisjoint(plain(token) for token in tokens):
        return None
    place = _head(tokens, 0)
    if place is None or place + 1 > _LONGEST or not is_countable(tokens[place]):
        return None
    follows = tokens[place + 1].tag if place + 1 < len(tokens) else "."
    if follows not in _FOLLOWS or any(token.tag in ("VBP", "CC") for token in tokens[place + 1 :]):
        return None
    edits = list(_plural(doc, place))
    if not edits or not all(doc.is_free(edit.start, edit.end) for edit in edits):
        return None
    return SingleSubject(tokens[place].lemma.lower(), tuple(edits), (tokens[0].start, tokens[0].end))


def is_counted_once(doc: Doc, lemma: str) -> bool:
    """Whether a text has a noun once, as one person or thing: "a man", not "the man" and not "two men"."""
    tokens = doc.tokens
    places = [place for place, token in enumerate(tokens) if token.lemma.lower() == lemma and token.tag[:2] == "NN"]
    if len(places) != 1 or tokens[places[0]].tag != "NN":
        return False
    first = max(0, places[0] - _LONGEST)
    starts = [at for at in range(first, places[0]) if plain(tokens[at]) in _ONE]
    return bool(starts) and _head(tokens, starts[-1]) == places[0]


def is_countable(token: Token) -> bool:
    """Whether a singular noun names a person, an animal or a vehicle."""
    lemma = token.lemma.lower()
    if token.tag != "NN" or plain(token) != lemma or lemma in _NO_ONE:
        return False
    return lemma in _VEHICLES or noun_kind(lemma) in _COUNTED


def _head(tokens: Sequence[Token], article: int) -> int | None:
    """The place of the noun that an article belongs to."""
    place = article + 1
    while place < len(tokens) and tokens[place].tag in _DESCRIBES:
        place += 1
    return place - 1 if place - 1 > article and tokens[place - 1].tag == "NN" else None


def _plural(doc: Doc, noun: int) -> Iterator[Edit]:
    """The edits that make the noun plural and what depends on its number; none if they are not certain."""
    tokens = doc.tokens
    new = inflected(tokens[noun].lemma.lower(), "NNS", "NOUN")
    verbs = [place for place in range(noun + 1, len(tokens)) if tokens[place].tag == "VBZ"]
    if new is None or len(verbs) > 1 or (verbs and _is_equation(tokens, verbs[0])):
        return
    found = [Edit(tokens[noun].start, tokens[noun].end, new)]
    for place in range(noun + 1, len(tokens)):
        token, low = tokens[place], plain(tokens[place])
        if place in verbs or low == "was":
            form = _TO_BE.get(low) or _TO_HAVE.get(low) or reinflected(low, "VBZ", "VBP")
            if form is None:
                return
            found.append(Edit(token.start, token.end, form))
        elif token.tag in ("PRP$", "PRP") and (other := _OF_ONE.get(low) or _SELVES.get(low)):
            found.append(Edit(token.start, token.end, other))
        elif low in INDEFINITE_ARTICLES and (_is_done(tokens, place - 1) or _is_worn(tokens, place)):
            found += _plural_object(tokens, place)
    yield from found


def _is_equation(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a form of "be" says what somebody is: "a man is a farmer"."""
    after = tokens[verb + 1] if verb + 1 < len(tokens) else None
    return tokens[verb].lemma.lower() == "be" and after is not None and after.tag in ("DT", "NN", "CD", "PRP$")


def _is_done(tokens: Sequence[Token], place: int) -> bool:
    return tokens[place].tag in ("VBG", "VBZ", "VBD", "VB") and tokens[place].lemma.lower() != "be"


def _is_worn(tokens: Sequence[Token], article: int) -> bool:
    """Whether an article belongs to clothes: "a man in a red hat"."""
    head = _head(tokens, article)
    return head is not None and plain(tokens[article - 1]) in ("in", "with") and tokens[head].lemma.lower() in CLOTHES


def _plural_object(tokens: Sequence[Token], article: int) -> list[Edit]:
    """Several people ride bikes, not a bike; none if the object is not a plain noun phrase."""
    head = _head(tokens, article)
    if head is None or plain(tokens[head]) != tokens[head].lemma.lower():
        return []
    if head + 1 < len(tokens) and plain(tokens[head + 1]) == "of":
        return []
    new = inflected(tokens[head].lemma.lower(), "NNS", "NOUN")
    if new is None:
        return []
    return [
        Edit(tokens[article].start, tokens[article + 1].start, ""),
        Edit(tokens[head].start, tokens[head].end, new),
    ]
