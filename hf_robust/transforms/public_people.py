"""People of a text whose gender readers know, or that nothing in the text tells."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import GENDERED, MONTHS, WEEKDAYS
from hf_robust.language.english.name_origins import family_names, genders_of_names, given_names
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.capital_words import in_title
from hf_robust.transforms.entity_spans import TITLES, entity_at, is_person
from hf_robust.transforms.gendered_words import core_of

_CALENDAR = MONTHS | WEEKDAYS
_ON_STAGE = frozenset(
    """actor actors actress album albums band bands cast comedian composer film films movie movies musician novel novels
    rapper sang sing singer singers sings sitcom song songs soundtrack starred starring stars tv""".split()
)
_SCORE = re.compile(r"\d{1,3}-\d{1,3}")


def refuse_unknown(doc: Doc, edits: Sequence[Edit], to: str) -> None:
    """Refuse a text that names somebody whose gender the edits, or those of the other text of a pair, contradict.

    Args:
        edits: What changes in it.
        to: The gender that people move to.

    Raises:
        NotApplicable: When there is somebody.
    """
    if not edits:
        return
    families = _families(doc)
    for first, end in _runs(doc):
        tokens = doc.tokens[first:end]
        if len(tokens) == 1:
            _refuse_alone(doc, tokens[0], families, edits, to)
            continue
        if all(core_of(token) in families for token in tokens):
            continue
        if not is_person(entity_at(doc, tokens[0].start, tokens[0].end)):
            continue
        inside = any(tokens[0].start <= edit.start < tokens[-1].end for edit in edits)
        known = any(given_names().get(core_of(token).lower()) in (to, "unisex") for token in tokens)
        if not inside and not known:
            raise NotApplicable(f"the gender of '{tokens[0].text}' is not known")


def _refuse_alone(doc: Doc, token: Token, families: set[str], edits: Sequence[Edit], to: str) -> None:
    """Refuse a given name of the other gender that stays alone, and is no surname.

    Raises:
        NotApplicable: When it is one.
    """
    name = core_of(token)
    stays = name not in families and name.lower() not in family_names() and all(e.start != token.start for e in edits)
    gender = given_names().get(name.lower(), to)
    if stays and gender not in (to, "unisex") and is_person(entity_at(doc, token.start, token.end)):
        raise NotApplicable(f"the gender of '{token.text}' is not known")


def refuse_public(doc: Doc, names: Sequence[Edit]) -> None:
    """Refuse a text whose people are known to the public: those of films, songs and sport.

    Args:
        names: The edits of names.

    Raises:
        NotApplicable: When something says that they are.
    """
    starts = {edit.start for edit in names}
    for first, end in _runs(doc):
        tokens = doc.tokens[first:end]
        name = doc.text[tokens[0].start : tokens[-1].start] + core_of(tokens[-1])
        if starts.isdisjoint(token.start for token in tokens):
            continue
        if name.lower() in _famous():
            raise NotApplicable(f"'{name}' is a famous person")
        if first and _is_title(doc.tokens, first):
            raise NotApplicable(f"'{name}' may be a part of a title")
    words = {token.text.lower() for token in doc.tokens}
    if not words.isdisjoint(_ON_STAGE) and words.isdisjoint(GENDERED):
        raise NotApplicable("a name in a text on films, music or books: the person may be known")
    for token in doc.tokens:
        if _SCORE.fullmatch(token.text):
            raise NotApplicable(f"'{token.text}' and a name: the gender may be known")


def _is_title(tokens: Sequence[Token], first: int) -> bool:
    """Whether a name is in a title of its own: "Like Mike", "Tom Sawyer Abroad"."""
    before = tokens[first - 1]
    raised = before.text[:1].isupper() and before.text[-1:].isalpha() and before.text.lower() not in TITLES
    return raised and before.pos in ("VERB", "ADP", "ADJ", "SCONJ") and not in_title(tokens, first - 1)


def _runs(doc: Doc) -> Iterator[tuple[int, int]]:
    """Names as they stand: the first token and the one after the last."""
    tokens, first = doc.tokens, 0
    while first < len(tokens):
        end = first
        while end < len(tokens) and _is_proper(tokens[end]):
            end += 1
        if end > first:
            yield first, end
        first = end + 1


def _families(doc: Doc) -> set[str]:
    """Surnames that the text has after a listed given name too."""
    runs = (doc.tokens[first:end] for first, end in _runs(doc))
    return {core_of(run[-1]) for run in runs if len(run) > 1 and core_of(run[0]).lower() in genders_of_names()}


def _is_proper(token: Token) -> bool:
    low = token.text.lower()
    return token.pos == "PROPN" and token.text[:1].isupper() and low not in TITLES and low not in _CALENDAR


@cache
def _famous() -> frozenset[str]:
    return frozenset(row[0].lower() for row in lexicon("persons"))
