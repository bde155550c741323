"""Phrases of which one can stand for the other: the table ``phrase_pairs`` of the lexicons.

A row has a phrase in lower case, its replacement, and conditions in the grammar of ``word_pairs``: ``>`` and ``>>``
refer to the tokens after the phrase, ``<`` and ``<<`` to the tokens before it, ``:`` to the head noun that follows it.
"""

from collections.abc import Sequence
from functools import cache
from itertools import groupby

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.word_pairs import Condition, holds, read_pair
from hf_robust.language.lexicons import lexicon

_Row = tuple[tuple[str, ...], str, tuple[Condition, ...]]

_NAMED = frozenset("PERSON PER ORG GPE LOC FAC PRODUCT WORK_OF_ART EVENT LAW".split())
_REPEAT = 80  # characters in which the replacement must not stand already


@cache
def _by_first() -> dict[str, tuple[_Row, ...]]:
    """The rows by the first word of the phrase, the longest phrases first."""
    rows = [
        (tuple(phrase.split()), new, read_pair(new, "sure", when).conditions)
        for phrase, new, when in lexicon("phrase_pairs")
    ]
    rows.sort(key=lambda row: (row[0][0], -len(row[0]), row[0]))
    return {first: tuple(found) for first, found in groupby(rows, key=lambda row: row[0][0])}


def phrase_edits(doc: Doc, first: int, end: int, rng: RowRandom) -> list[Edit]:
    """Replace each phrase of a range of tokens that has a pair in its context.

    Args:
        doc: A text with parts of speech, tags, lemmas and entities.
        first: The first token.
        end: The token after the last.
        rng: Chooses where a phrase has several pairs.

    Example:
        >>> from hf_robust.core.edits import apply
        >>> doc = Doc.tagged("It/PRON fell/VERB/VBD due/ADP/IN to/ADP/IN rain/NOUN/NN ./PUNCT")
        >>> apply(doc.text, phrase_edits(doc, 0, 6, RowRandom(b"a")))
        'It fell because of rain .'
    """
    table, tokens, found = _by_first(), doc.tokens, list[Edit]()
    words = [token.text.lower() for token in tokens[first:end]]
    place = 0
    while place < len(words):
        options = [row for row in table.get(words[place], ()) if _fits(doc, words, first, place, row)]
        if not options:
            place += 1
            continue
        size = len(options[0][0])
        same = [row for row in options if len(row[0]) == size]
        new = rng.choice(same)[1] if len(same) > 1 else same[0][1]
        start, stop = tokens[first + place].start, tokens[first + place + size - 1].end
        new = new[0].upper() + new[1:] if doc.text[start].isupper() else new
        found.append(Edit(start, stop, new))
        place += size
    return found


def _fits(doc: Doc, words: Sequence[str], first: int, place: int, row: _Row) -> bool:
    phrase, new, conditions = row
    size = len(phrase)
    if tuple(words[place : place + size]) != phrase:
        return False
    begin, last = first + place, first + place + size - 1
    tokens = doc.tokens
    start, stop = tokens[begin].start, tokens[last].end
    if doc.bounds is not None or not doc.is_free(start, stop):
        return False
    # a capital within a sentence, or an entity, is part of a name
    if place and tokens[begin].text[:1].isupper():
        return False
    if any(entity.start < stop and start < entity.end and entity.label in _NAMED for entity in doc.entities):
        return False
    around = doc.text[max(0, start - _REPEAT) : start].lower() + doc.text[stop : stop + _REPEAT].lower()
    if f" {new} " in around:
        return False
    return all(holds(doc, last if one.kind in (">", ">>", ":") else begin, one) == one.holds for one in conditions)
