"""Phrases of which one can stand for the other: the table ``phrase_pairs``, and the phrases of ``word_pairs``.

The rows of ``phrase_pairs`` keep the facts of a statement, those of ``word_pairs`` also its style and emphasis.

A row has a phrase in lower case, its replacement, and conditions in the grammar of ``word_pairs``: ``>`` and ``>>``
refer to the tokens after the phrase, ``<`` and ``<<`` to the tokens before it, ``:`` to the head noun that follows it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.word_pairs import PHRASES, SURE, WordPair, holds, read_pair
from hf_robust.language.lexicons import lexicon

Phrase = tuple[str, ...]
PhraseTable = Mapping[Phrase, Sequence[tuple[Phrase, WordPair]]]
"""Phrases with their replacements, by the first two words or the only one."""

_NAMED = frozenset("PERSON PER ORG GPE LOC FAC PRODUCT WORK_OF_ART EVENT LAW".split())
_OPENERS = frozenset('.!?:"“')
_LONGEST = 8  # words of a phrase
_REPEAT = 80  # characters in which the replacement must not stand already


@cache
def _reported() -> PhraseTable:
    return by_first_words((phrase, read_pair(new, SURE, when)) for phrase, new, when in lexicon("phrase_pairs"))


@cache
def _sure() -> PhraseTable:
    return by_first_words(
        (key.partition("|")[0], read_pair(new, level, when))
        for key, new, level, when, *_ in lexicon("word_pairs")
        if level == SURE and key.endswith(f"|{PHRASES}")
    )


def by_first_words(pairs: Iterable[tuple[str, WordPair]]) -> PhraseTable:
    """Phrases with their replacements by the first two words, or by the only one; the longest phrases first.

    Args:
        pairs: The phrases, each with a replacement.
    """
    rows = sorted(((tuple(phrase.split()), pair) for phrase, pair in pairs), key=lambda row: (-len(row[0]), row[0]))
    found: dict[Phrase, list[tuple[Phrase, WordPair]]] = {}
    for row in rows:
        found.setdefault(row[0][:2], []).append(row)
    return found


def fitting_phrases(
    doc: Doc, table: PhraseTable | None = None, first: int = 0, end: int | None = None
) -> Iterator[tuple[WordPair, Edit]]:
    """The pairs of phrases whose conditions hold in a text, each with its edit. Phrases may overlap.

    Args:
        doc: A text with parts of speech, tags, lemmas and entities.
        table: Phrases of several words; by default those of ``word_pairs``.
        first: The first token at which a phrase may begin.
        end: The token after the last such token.

    Example:
        >>> doc = Doc.tagged("They/PRON stopped/VERB/VBD in/SCONJ order/NOUN to/PART rest/VERB/VB")
        >>> [edit.text for _, edit in fitting_phrases(doc)]
        ['to']
    """
    table, tokens = _sure() if table is None else table, doc.tokens
    words = [token.text.lower() for token in (tokens if end is None else tokens[: end + _LONGEST])]
    for place, two in enumerate(pairwise(words[first:]), first):
        for phrase, pair in table.get(two, ()) if end is None or place < end else ():
            if tuple(words[place : place + len(phrase)]) == phrase:
                opens = place == 0 or words[place - 1][-1:] in _OPENERS
                if _fits(doc, place, len(phrase), pair, opens):
                    yield pair, _edit(doc, place, len(phrase), pair)


def _edit(doc: Doc, place: int, size: int, pair: WordPair) -> Edit:
    start, new = doc.tokens[place].start, pair.new
    return Edit(start, doc.tokens[place + size - 1].end, _raised(new) if doc.text[start].isupper() else new)


def _raised(text: str) -> str:
    return text[0].upper() + text[1:]


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
    table, found = _reported(), list[Edit]()
    words = [token.text.lower() for token in doc.tokens[first:end]]
    place = 0
    while place < len(words):
        options = [
            (len(phrase), pair)
            for phrase, pair in (*table.get(tuple(words[place : place + 2]), ()), *table.get((words[place],), ()))
            if tuple(words[place : place + len(phrase)]) == phrase
            and _fits(doc, first + place, len(phrase), pair, place == 0)
        ]
        if not options:
            place += 1
            continue
        size = options[0][0]
        same = [pair for length, pair in options if length == size]
        found.append(_edit(doc, first + place, size, rng.choice(same) if len(same) > 1 else same[0]))
        place += size
    return found


def _fits(doc: Doc, begin: int, size: int, pair: WordPair, opens: bool) -> bool:
    """Whether a pair fits a phrase of so many tokens; ``opens``: it may begin with a capital."""
    last, tokens = begin + size - 1, doc.tokens
    start, stop = tokens[begin].start, tokens[last].end
    if doc.bounds is not None or not doc.is_free(start, stop):
        return False
    # a capital within a sentence, or an entity, is part of a name
    if not opens and tokens[begin].text[:1].isupper():
        return False
    if any(entity.start < stop and start < entity.end and entity.label in _NAMED for entity in doc.entities):
        return False
    around = doc.text[max(0, start - _REPEAT) : start].lower() + doc.text[stop : stop + _REPEAT].lower()
    if f" {pair.new} " in around:
        return False
    return all(holds(doc, last if one.kind in (">", ">>", ":") else begin, one) == one.holds for one in pair.conditions)
