"""A word that two texts share becomes another word of its kind, so that the texts say different things."""

from collections.abc import Callable, Iterator

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.closed_classes import BE_TENSED, HAVE_TENSED, INDEFINITE_ARTICLES
from hf_robust.language.english.contrary_words import Contrary, contrary_words
from hf_robust.transforms.base import match_case
from hf_robust.transforms.task_specific.pair_assertions import is_fixed
from hf_robust.transforms.task_specific.pair_view import PairWords, Swap

# behind one of these stands no main clause
_CLAUSES = frozenset("that who which whom whose to when while if where because after before as than how why".split())


def contrary_swaps(
    doc: Doc, mine: PairWords, yours: PairWords, is_bound: Callable[[int, int, str], bool]
) -> Iterator[Swap]:
    """The ways to replace a word by another of its kind. The new text says something else, but need not contradict.

    Args:
        doc: The text that changes.
        mine: Its words.
        yours: The words of the other text, which must have the word or a word for the same.
        is_bound: Whether an opposite makes no sense at a token, for a number of tokens and a dictionary form.
    """
    for found in contrary_words(doc):
        old = doc.text[found.start : found.end]
        if not _is_shared(found, yours) or _times(found, mine) != 1:
            continue
        place = doc.token_at(found.start)
        if found.opposite and is_bound(place, len(old.split()), mine.lemmas[place]):
            continue
        for new in found.others:
            if mine.has(new.lower()) or yours.has(new.lower()):
                continue
            edits = with_articles(doc, [Edit(found.start, found.end, _cased(old, new))])
            yield Swap(tuple(edits), False)


def exclusive_swaps(doc: Doc, mine: PairWords, yours: PairWords) -> Iterator[Swap]:
    """The ways to replace what the main clause of a hypothesis asserts by its opposite.

    Args:
        doc: The hypothesis.
        mine: Its words.
        yours: The words of the premise.
    """
    for found in contrary_words(doc, exclusive=True):
        place = doc.token_at(found.start)
        if not _is_shared(found, yours) or _times(found, mine) != 1 or not _is_asserted(mine, place):
            continue
        old = doc.text[found.start : found.end]
        for new in found.others:
            if not (mine.has(new) or yours.has(new)):
                yield Swap(tuple(with_articles(doc, [Edit(found.start, found.end, match_case(old, new))])), True)


def _is_asserted(words: PairWords, place: int) -> bool:
    """Whether a verb is that of the main clause, or an adjective is said of one certain thing."""
    tokens = words.tokens
    if not _CLAUSES.isdisjoint(words.low[1:place]) or is_fixed(tokens, place):
        return False
    before = words.low[place - 1] if place else ""
    if tokens[place].tag[:2] == "VB":
        bare = tokens[place].tag in ("VB", "VBG", "VBN")
        return not bare or not (BE_TENSED | HAVE_TENSED).isdisjoint(words.low[max(0, place - 2) : place])
    predicate = place - 2 if before in INDEFINITE_ARTICLES else place - 1
    return before == "the" or (predicate >= 0 and words.lemmas[predicate] == "be")


def _cased(old: str, new: str) -> str:
    """A name keeps its own capitals; any other word gets those of the word that it replaces."""
    return new if new != new.lower() else match_case(old, new)


def _is_shared(found: Contrary, yours: PairWords) -> bool:
    return any(yours.has(word) for word in found.same)


def _times(found: Contrary, words: PairWords) -> int:
    """How often a text has a word or a word for the same."""
    return sum(f" {word} " in words.joined for word in found.same) + sum(
        words.low.count(word) - 1 for word in found.same if " " not in word and words.low.count(word) > 1
    )
