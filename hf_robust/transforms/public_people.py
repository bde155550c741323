"""People of a text whose gender readers know, or that nothing in the text tells."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import MONTHS, WEEKDAYS
from hf_robust.language.english.name_origins import genders_of_names
from hf_robust.language.english.places import place_names
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.entity_spans import TITLES, entity_at, is_person
from hf_robust.transforms.gendered_words import core_of

_CALENDAR = MONTHS | WEEKDAYS
_SCORE = re.compile(r"\d{1,3}-\d{1,3}")


def refuse_unknown(doc: Doc, edits: Sequence[Edit], to: str) -> None:
    """Refuse a text that names somebody whose gender the edits, or those of the other text of a pair, contradict.

    Args:
        edits: What changes in it.
        to: The gender that people move to.

    Raises:
        NotApplicable: When there is somebody.
    """
    families = _families(doc)
    for first, end in _runs(doc):
        tokens = doc.tokens[first:end]
        if all(core_of(token) in families for token in tokens):
            continue
        inside = any(tokens[0].start <= edit.start < tokens[-1].end for edit in edits)
        titled = first > 0 and any(edit.start == doc.tokens[first - 1].start for edit in edits)
        known = any(genders_of_names().get(core_of(token).lower()) == to for token in tokens)
        if not inside and not titled and not known and _may_be_person(doc, tokens):
            raise NotApplicable(f"the gender of '{tokens[0].text}' is not known")


def refuse_public(doc: Doc, names: Sequence[Edit]) -> None:
    """Refuse a text whose people are known to the public: those of news, films and sport, not those of stories.

    Args:
        names: The edits of names and titles.

    Raises:
        NotApplicable: When something says that they are.
    """
    families = _families(doc)
    for first, end in _runs(doc):
        tokens = doc.tokens[first:end]
        people = any(tokens[0].start <= edit.start < tokens[-1].end for edit in names)
        if first and any(edit.start == doc.tokens[first - 1].start for edit in names):
            continue  # a title before a surname
        words = [core_of(token) for token in tokens]
        if not people and not all(word.lower() in genders_of_names() or word in families for word in words):
            raise NotApplicable(f"'{tokens[0].text}' beside a name: the person may be known")
        if people and not _is_plain(doc, first, end):
            raise NotApplicable(f"'{doc.text[tokens[0].start : tokens[-1].end]}' may be known")
    for token in doc.tokens:
        low = token.text.lower()
        if low in _public() or _SCORE.fullmatch(low):
            raise NotApplicable(f"'{token.text}' and a name: the person may be known")


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


def _may_be_person(doc: Doc, tokens: Sequence[Token]) -> bool:
    entity = entity_at(doc, tokens[0].start, tokens[-1].end)
    words = " ".join(token.text for token in tokens).lower()
    whole = entity is None or (entity.start >= tokens[0].start and entity.end <= tokens[-1].end and len(tokens) == 1)
    open_word = whole and words not in place_names()
    return is_person(entity) or (open_word and not tokens[0].text.isupper())


def _is_plain(doc: Doc, first: int, end: int) -> bool:
    """A given name alone: of full names most are of real people, and "Like Mike" is a title."""
    tokens, word = doc.tokens, core_of(doc.tokens[first]).lower()
    beside = [tokens[n].text for n in (first - 1, end) if 0 <= n < len(tokens)]
    title = first > 0 and tokens[first - 1].text[:1].isupper()
    return (
        end - first == 1 and word not in _also_surnames() and word not in place_names() and not title | ("/" in beside)
    )


@cache
def _public() -> frozenset[str]:
    return frozenset(lexicon("genders")["public"]) | frozenset(lexicon("genders")["sports"])


@cache
def _also_surnames() -> frozenset[str]:
    return frozenset(lexicon("genders")["also_surnames"])
