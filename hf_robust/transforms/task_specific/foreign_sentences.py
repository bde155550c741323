"""Sentences of other documents that can stand in a document without changing what any mention refers to."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import DEMONSTRATIVES, SURNAME_TITLES
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.task_specific.assembled_documents import Part
from hf_robust.transforms.task_specific.coreference_sentences import CoreferenceMention, Sentence, SentenceDocument

_MARKS = ".,;:!?()\"'“”‘’`"
_TITLES = SURNAME_TITLES | {"st", "prof"}  # the names of two people may begin with one
_POINTING = DEMONSTRATIVES | {"the"}
_PHRASE = 4  # words of a noun phrase that are looked at
_SHORT = 20  # sentences; in a longer document "the man" is another man when another story begins


@dataclass(frozen=True, eq=False)
class _Referring:
    """The words by which a sentence refers to entities, in lower case."""

    sentence: Sentence

    @cached_property
    def heads(self) -> dict[str, set[int]]:
        """The last word of each mention that is no pronoun, with its clusters."""
        found: dict[str, set[int]] = {}
        for mention in self._nouns:
            found.setdefault(_plain(mention.text.split()[-1]), set()).add(mention.cluster)
        return found

    @cached_property
    def names(self) -> dict[int, set[str]]:
        """The names and last words of the mentions of each cluster."""
        found: dict[int, set[str]] = {}
        for mention in self._nouns:
            words = mention.text.split()
            capitals = {_plain(word) for word in words if word[:1].isupper()}
            found.setdefault(mention.cluster, set()).update(_named({_plain(words[-1]), *capitals}))
        return found

    @cached_property
    def all(self) -> frozenset[str]:
        """The words of all mentions above, and those of names and noun phrases that are no mention."""
        return frozenset().union(*self.names.values(), unmarked_words(self.sentence.words))

    @cached_property
    def clusters(self) -> frozenset[int]:
        return frozenset(mention.cluster for mention in self.sentence.mentions)

    @property
    def _nouns(self) -> Iterator[CoreferenceMention]:
        return (one for one in self.sentence.mentions if not one.is_pronoun and one.text.split())


@dataclass
class _Chosen:
    """Sentences of one other document that are read together."""

    members: list[_Referring] = field(default_factory=list)

    def admits(self, new: _Referring) -> bool:
        """Whether the words alone tell which mentions of a new sentence belong to the clusters of these."""
        for other in self.members:
            if any(clusters != new.heads[word] for word, clusters in other.heads.items() if word in new.heads):
                return False
        known = frozenset().union(*(other.clusters for other in self.members))
        return all(self._is_told(cluster, new) for cluster in new.clusters & known)

    def _is_told(self, cluster: int, new: _Referring) -> bool:
        """Whether a mention of the cluster here shares a name or its last word with one of the new sentence."""
        words = new.names.get(cluster, set())
        return any(not words.isdisjoint(other.names.get(cluster, ())) for other in self.members)


def foreign_parts(
    document: SentenceDocument, others: Iterable[SentenceDocument], wanted: int, rng: RowRandom
) -> list[Part]:
    """Sentences of other documents that can stand in a document, in the order of their documents.

    They bring the clusters of their document along: mentions of one entity in several of them are one cluster.

    Args:
        others: The other documents.
        wanted: At most so many are chosen.
        rng: The draws.
    """
    words, offset = document.own_words(), document.clusters
    words |= frozenset().union(*(unmarked_words(sentence.words) for sentence in document.sentences))
    found: list[tuple[int, Part, _Referring]] = []
    for number, other in enumerate(others):
        fitting = (sentence for sentence in other.sentences if fits(sentence, words))
        found += [(number, Part(sentence, False, offset, other), _Referring(sentence)) for sentence in fitting]
        offset += other.clusters
    chosen: list[tuple[int, int, Part]] = []
    read: dict[int, _Chosen] = {}
    for place in rng.order(len(found)):
        number, part, referring = found[place]
        elsewhere = (member for other, one in read.items() if other != number for member in one.members)
        if len(chosen) == wanted:
            break
        if all(_apart(referring, member) for member in elsewhere) and read.setdefault(number, _Chosen()).admits(
            referring
        ):
            read[number].members.append(referring)
            chosen.append((number, part.sentence.place, part))
    return [part for _, _, part in sorted(chosen, key=lambda one: one[:2])]


def fits(sentence: Sentence, words: Iterable[str]) -> bool:
    """Whether a sentence of another document can stand in a document that refers to entities by some words.

    Args:
        words: The words, in lower case.
    """
    states = sentence.is_whole() and sentence.mark() != "?"  # a question asks somebody of its own document
    return states and sentence.stands_alone() and sentence.plain_words.isdisjoint(words)


def are_strangers(document: SentenceDocument, other: SentenceDocument) -> bool:
    """Whether two documents share no name, and short ones no noun of their mentions, so that both can stand in a row.

    Args:
        document: The first document.
        other: The document that follows it.
    """
    if not _all_names(document).isdisjoint(_all_names(other)):
        return False
    return len(document.sentences) > _SHORT or document.own_words().isdisjoint(other.words())


def _all_names(document: SentenceDocument) -> frozenset[str]:
    """The names in mentions, and capitalized words that are no mention."""
    return document.names().union(*(_capitalized(sentence.words) for sentence in document.sentences))


def unmarked_words(words: Sequence[str]) -> frozenset[str]:
    """Words of names, and of phrases such as "the old house", in lower case.

    A dataset may leave entities unmarked that it mentions once, so these are found by the words alone.

    Args:
        words: The words of a sentence.

    Example:
        >>> sorted(unmarked_words("Then the old house of Mr. Lee burned .".split()))
        ['house', 'lee', 'old']
    """
    found = _capitalized(words)
    for place, word in enumerate(words):
        if word.lower() in _POINTING:
            found |= set(_phrase(words[place + 1 : place + 1 + _PHRASE]))
    return frozenset(_named(found))


def _capitalized(words: Sequence[str]) -> set[str]:
    """Words with a capital that none is needed for: another word, a title or an initial stands right before."""
    pairs = ((before, word) for before, word in pairwise(words) if word[:1].isupper())
    return _named(
        _plain(word)
        for before, word in pairs
        if before[-1:].isalnum() or _plain(before) in _TITLES or (len(before) == 2 and before[:1].isupper())
    )


def _phrase(words: Sequence[str]) -> Iterator[str]:
    """The words of a noun phrase behind its determiner, as far as the next function word or mark."""
    for word in words:
        plain = _plain(word)
        if not plain or plain in lexicon("stop_words"):
            return
        yield plain
        if word != word.rstrip(_MARKS):
            return


def _named(words: Iterable[str]) -> set[str]:
    return {word for word in words if word and word not in lexicon("stop_words") and word not in _TITLES}


def _plain(word: str) -> str:
    return word.strip(_MARKS).lower()


def _apart(first: _Referring, second: _Referring) -> bool:
    """Whether sentences of different documents share no word by which one of them refers to an entity."""
    return first.all.isdisjoint(second.sentence.plain_words) and second.all.isdisjoint(first.sentence.plain_words)
