"""A sentence of a text told of somebody or something else: its names and numbers become others of their type."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from hf_robust.core.doc import Annotation, Doc, Span
from hf_robust.core.edits import Edit, apply
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.back_references import refers_back
from hf_robust.language.english.closed_classes import COMMON_RELATIVES
from hf_robust.language.english.name_origins import surnames
from hf_robust.language.english.question_distractors import Alteration, is_sport, name_alterations
from hf_robust.language.english.sentence_reordering import is_balanced
from hf_robust.language.english.statement_form import is_well_written
from hf_robust.language.lexicons.wordnet_facts import uses

_LONGEST = 45  # tokens: a longer sentence holds several statements, of which one may stay true
_SHORTEST = 5
_ADDED = frozenset({"relcl", "acl:relcl", "advcl", "acl", "conj"})
_ADDING = COMMON_RELATIVES | {"while", "but", "although", "where", "whereas"}
_BRACKETED = re.compile(r" ?(?:\[[^\[\]]*\]|\([^()]*\))")
_WORD = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"1[3-9]\d\d|20[0-2]\d")
_JOINTS = frozenset("-–/")


class Retold(NamedTuple):
    """A sentence with other names, numbers and a wrong answer.

    Args:
        text: The sentence.
        renamed: The names and years that were replaced.
    """

    text: str
    renamed: tuple[str, ...]


def sentence_of(doc: Doc, first: int, end: int) -> Doc:
    """One sentence of a parsed text as a text of its own, with the marks that lie in it.

    Args:
        doc: The text.
        first: The first token of the sentence.
        end: The token after its last.

    Example:
        >>> doc = Doc.tagged("Rain/NOUN fell/VERB ./PUNCT Ana/PROPN won/VERB ./PUNCT", {"Ana": "PERSON"})
        >>> one = sentence_of(doc, 3, 6)
        >>> one.text, one.tokens[0].start, one.entities[0][:2]
        ('Ana won .', 0, (0, 3))
    """
    start, stop = doc.tokens[first].start, doc.tokens[end - 1].end
    tokens = tuple(
        one._replace(start=one.start - start, end=one.end - start, head=one.head - first)
        for one in doc.tokens[first:end]
    )
    return Doc(
        doc.text[start:stop],
        annotation=Annotation(tokens, _inside(doc.entities, start, stop)),
        marks=_inside(doc.marks, start, stop),
        protect=doc.protect,
    )


def _inside(spans: Sequence[Span], start: int, stop: int) -> tuple[Span, ...]:
    return tuple(
        one._replace(start=one.start - start, end=one.end - start)
        for one in spans
        if start <= one.start and one.end <= stop
    )


def main_clause(doc: Doc, first: int, end: int) -> int:
    """The token after the last of a sentence without the clause that a comma adds to it; without one, its end.

    Args:
        doc: A parsed text.
        first: The first token of the sentence.
        end: The token after its last.

    Example:
        >>> text = "Ana/PROPN/NNP//nsubj/2 met/VERB/VBD//root/0 Bob/PROPN/NNP//dobj/2 ,/PUNCT/,//punct/3 "
        >>> doc = Doc.tagged(text + "who/PRON/WP//nsubj/6 won/VERB/VBD//relcl/3 ./PUNCT/.//punct/2")
        >>> main_clause(doc, 0, 7)
        3
    """
    tokens = doc.tokens
    for place in range(first + 1, end - 1):
        if tokens[place].text != "," or place + 2 >= end:
            continue
        after = range(place + 1, end - 1)
        tops = {n for n in after if not place < tokens[n].head < end}
        if len(tops) != 1 or tokens[top := tops.pop()].dep not in _ADDED or top == tokens[top].head:
            continue
        if tokens[place + 1].text.lower() in _ADDING or tokens[place + 1].tag == "VBG":
            return place
    return end


def stands_alone(doc: Doc, first: int, end: int) -> bool:
    """Whether a sentence is one statement that can be read anywhere in its text.

    Example:
        >>> doc = Doc.tagged("Rain/NOUN fell/VERB ./PUNCT This/DET ended/VERB early/ADV today/NOUN ./PUNCT")
        >>> stands_alone(doc, 3, 8)
        False
    """
    if not _SHORTEST <= end - first <= _LONGEST or refers_back(doc.tokens, first, end):
        return False
    start, stop = doc.tokens[first].start, doc.tokens[end - 1].end
    text = doc.text[start:stop]
    return (
        text[-1].isalnum() | (text[-1] == ".")
        and text[:1].isupper()
        and is_balanced(text)
        and not set('";“”:\n') & set(text)
    )


def retold(sentence: Doc, fakes: Sequence[Edit], taken: str, rng: RowRandom) -> Retold | None:
    """The sentence with wrong answers, and with other names and numbers.

    Args:
        sentence: The sentence as a text of its own.
        fakes: The edits that write wrong answers over the right ones.
        taken: The texts in which no new name may stand, in lower case.
        rng: Draws.

    Returns:
        The new sentence; None where nothing but the answer can become another, or the result is not good English.
    """
    tags = [token.tag for token in sentence.tokens]
    same: dict[str, str] = {}
    edits = list[Edit]()
    for one in (*name_alterations(sentence, tags, taken, is_sport(taken), rng), *_other_years(sentence, rng)):
        start, stop = sentence.tokens[one.start].start, sentence.tokens[one.end - 1].end
        if any(fake.start < stop and start < fake.end for fake in fakes) or not sentence.is_free(start, stop):
            continue
        old = sentence.text[start:stop]
        if not old[0].isdecimal() and not _is_sure(sentence, one):
            continue
        edits.append(Edit(start, stop, same.setdefault(old, one.text)))
    names = [old for old in same if not old[0].isdecimal()]
    if not names or len(set(same.values())) < len(same):
        return None
    new = _BRACKETED.sub("", apply(sentence.text, with_articles(sentence, sorted([*edits, *fakes]))))
    left = set(_WORD.findall(new))
    if any(word in left for old in names for word in _WORD.findall(old) if word[0].isupper()):
        return None  # "Manning" beside another name for "Peyton Manning"
    new = f"{new[:1].upper()}{new[1:].rstrip('.')}."
    return Retold(new, tuple(same)) if is_well_written(new) else None


def _is_sure(sentence: Doc, one: Alteration) -> bool:
    """Whether a name is no part of a compound, and a single name that becomes a surname is one."""
    first, last = sentence.tokens[one.start], sentence.tokens[one.end - 1]
    text = sentence.text
    if text[last.end : last.end + 1] in _JOINTS or text[max(0, first.start - 1) : first.start] in _JOINTS:
        return False
    low = first.text.lower()
    return one.end - one.start > 1 or one.text.lower() not in surnames() or (low in surnames() and not uses(low, "n"))


def _other_years(sentence: Doc, rng: RowRandom) -> list[Alteration]:
    """All years of a sentence, earlier by the same number of years."""
    back = rng.randint(14, 60)
    return [
        Alteration(place, place + 1, str(int(token.text) - back), True)
        for place, token in enumerate(sentence.tokens)
        if token.tag == "CD" and _YEAR.fullmatch(token.text)
    ]
