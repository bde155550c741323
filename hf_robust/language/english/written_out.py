"""Sentences that refer to the one before them, with what they refer to written out: "He won" becomes "Ana Ruiz won"."""

from collections.abc import Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.language.english.back_references import adds_to_told, refers_back
from hf_robust.language.english.closed_classes import (
    ADDITIONS,
    ARTICLES,
    HOWEVER,
    JOINERS,
    POINTERS,
    POSSESSIVE_CLITICS,
    RELATIVE_PRONOUNS,
)

_CONNECTIVES = (
    *((word,) for word in sorted((ADDITIONS - {"also", "too"}) | HOWEVER)),
    ("in", "addition"),
)
_PEOPLE = {"he": "PRP", "she": "PRP", "his": "PRP$", "her": "PRP$"}
_THINGS = {"it": "PRP", "its": "PRP$"}
_MANY = {"they": "PRP", "their": "PRP$"}
_PRONOUNS = _PEOPLE | _THINGS | _MANY
_WORDS = 5  # the longest phrase that is repeated
_EMPTY_SUBJECT = 5  # words in which "that" or "to" follows an "it" that means nothing
_PARTS = ("compound", "amod", "nmod", "flat", "nummod")
_GOES_ON = RELATIVE_PRONOUNS | JOINERS | POSSESSIVE_CLITICS | {"that", ",", "of"} | {"(", "-", "–"}


class WrittenOut(NamedTuple):
    """A sentence that no longer needs the one before it.

    Args:
        edits: What changes in the text.
        tokens: All tokens of the text with those of the sentence as changed. Their numbers stay.
        first: The first token of the sentence that is left.
        means: What an opening pronoun means, or nothing.
    """

    edits: tuple[Edit, ...]
    tokens: Sequence[Token]
    first: int
    means: str


def written_out(doc: Doc, first: int, end: int, before: Offsets, means: str) -> WrittenOut | None:
    """A sentence without its opening connective and *also*, and with a name for its opening pronoun.

    Args:
        doc: A parsed text with entities.
        first: The first token of the sentence.
        end: The token after its last.
        before: The tokens of the sentence before it.
        means: What the opening pronoun of the sentence before means, or nothing.

    Returns:
        None where the sentence still refers to what stands before it, or where it is not clear to what.

    Example:
        >>> from hf_robust.core.doc import Annotation
        >>> from hf_robust.core.edits import apply
        >>> from hf_robust.language.annotation import annotate_values
        >>> text = "Ana Ruiz won the cup. However, she left."
        >>> layers = annotate_values([text], {"pos", "dep", "lemma", "ent"})
        >>> doc = Doc(text, annotation=Annotation.of_column(layers[0]))
        >>> apply(text, written_out(doc, 6, 11, (0, 6), "").edits)
        'Ana Ruiz won the cup. Ana Ruiz left.'
    """
    tokens = list(doc.tokens)
    start = first + _connective(tokens, first, end)
    opening, edits, name = tokens[start], list[Edit](), ""
    word = opening.text.lower()
    if _PRONOUNS.get(word) == opening.tag:
        name = _antecedent(doc, start, end, before, means)
        if not name or name.rpartition(" ")[2] in {token.text for token in tokens[start:end]}:
            return None  # "He and Ruiz" are two
        new = name + _mark(name) if opening.tag == "PRP$" else name
        edits.append(Edit(tokens[first].start, opening.end, new))
        tag = "NNPS" if word in _MANY else "NNP"
        tokens[start] = opening._replace(text=new, pos="PROPN", tag=tag, lemma=name.rpartition(" ")[2], dep="nsubj")
    elif start > first:
        edits.append(Edit(tokens[first].start, opening.end, opening.text[:1].upper() + opening.text[1:]))
    for place in range(start + 1, end - 1):
        if adds_to_told(tokens, place) and tokens[place + 1].text != ",":
            edits.append(Edit(tokens[place].start, tokens[place + 1].start, ""))
            tokens[place] = tokens[place]._replace(text="", pos="PUNCT", tag=",")
    if not edits or refers_back(tokens, start, end):
        return None
    return WrittenOut(tuple(edits), tokens, start, name)


def _connective(tokens: Sequence[Token], first: int, end: int) -> int:
    """The number of tokens of an opening connective with its comma."""
    for words in _CONNECTIVES:
        size = len(words)
        same = tuple(token.text.lower() for token in tokens[first : first + size]) == words
        if same and first + size + 1 < end and tokens[first + size].text == ",":
            return size + 1
    return 0


def _mark(name: str) -> str:
    return "'" if name.endswith("s") else "'s"


def _antecedent(doc: Doc, place: int, end: int, before: Offsets, means: str) -> str:
    """What an opening pronoun means: the only person of the sentence before, or its subject."""
    tokens = doc.tokens
    word = tokens[place].text.lower()
    opening = tokens[before[0]].text.lower()
    if word in _PEOPLE:
        people = _people(doc, before)
        if not people and means and opening in _PEOPLE:
            return means
        if any(token.dep == "nsubj" and token.text.lower() in _PEOPLE for token in tokens[slice(*before)]):
            return ""  # "Living in Lima, he wrote about Ruiz."
        if any(
            token.dep == "nsubj" and token.pos == "PROPN" and not any(token.text in name.split() for name in people)
            for token in tokens[slice(*before)]
        ):
            return ""  # "Zorp is a friend of Ruiz."
        longest = max(people, key=len, default="")
        return longest if all(set(one.split()) <= set(longest.split()) for one in people) else ""
    if word in _THINGS and any(
        token.text.lower() in ("that", "to") for token in tokens[place + 1 : min(end, place + 1 + _EMPTY_SUBJECT)]
    ):
        return ""
    if means and _PRONOUNS.get(opening) and (opening in _MANY) == (word in _MANY):
        return means
    return _subject(doc, before, word in _MANY)


def _people(doc: Doc, bounds: Offsets) -> list[str]:
    start, stop = doc.tokens[bounds[0]].start, doc.tokens[bounds[1] - 1].end
    found = []
    for span in doc.entities:
        if span.label == "PERSON" and start <= span.start and span.end <= stop:
            words = doc.text[span.start : span.end].removesuffix("'s").removesuffix("’s")
            if not words.istitle() and not all(part[:1].isupper() for part in words.split()):
                return []
            found.append(words)
    return found


def _subject(doc: Doc, bounds: Offsets, many: bool) -> str:
    """The subject of a sentence, where it is a name or, for several things, a bare noun in the plural."""
    tokens = doc.tokens
    roots = [n for n in range(*bounds) if tokens[n].dep == "ROOT"]
    heads = [n for n in range(*bounds) if tokens[n].dep.startswith("nsubj") and tokens[n].head in roots]
    if len(roots) != 1 or len(heads) != 1:
        return ""
    head = heads[0]
    if tokens[head].tag not in (("NNS", "NNPS") if many else ("NNP",)):
        return ""
    first = head
    while first > bounds[0] and tokens[first - 1].head == head and tokens[first - 1].dep.startswith(_PARTS):
        first -= 1
    article = tokens[first - 1].text.lower() if first > bounds[0] and tokens[first - 1].head == head else ""
    if article in ARTICLES and not many:
        first -= 1
    elif article:
        return ""
    if head + 1 < bounds[1] and tokens[head + 1].pos == "ADP":
        return ""  # "One More Drifter in the Snow is ..."
    phrase, after = tokens[first : head + 1], tokens[head + 1].text if head + 1 < bounds[1] else ""
    person = any(span.label == "PERSON" and span.start <= tokens[head].start < span.end for span in doc.entities)
    if len(phrase) > _WORDS or after in _GOES_ON or person or tokens[first].text.lower() in POINTERS:
        return ""
    text = doc.text[phrase[0].start : phrase[-1].end]
    return text[:1].upper() + text[1:]
