"""Documents whose every entity is known, and the clusters that a text made of their sentences must have."""

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

TITLES = {"mr", "mrs", "ms", "dr", "st", "prof"}


class Known(NamedTuple):
    """A document and its mentions.

    Args:
        sentences: Lists of tokens, all different.
        mentions: Of each sentence (first token, last token, entity), counted in the sentence.
    """

    sentences: list[list[str]]
    mentions: list[list[tuple[int, int, object]]]

    def row(self, singletons: bool) -> dict:
        """The document as a row of the task, with or without the entities that are mentioned once."""
        return {"sentences": self.sentences, "clusters": clusters_of(self.mentions, self.sentences, singletons)}


def known(sentences: list[list[str]], entities: list[list[tuple[int, int]]]) -> Known:
    """A document from spans over all tokens; sentences that stand twice are left out but for the first.

    Args:
        sentences: Its sentences.
        entities: The mentions of each entity.
    """
    found: dict[tuple[str, ...], list[tuple[int, int, object]]] = {}
    at = 0
    for sentence in sentences:
        inside = [
            (first - at, last - at, entity)
            for entity, spans in enumerate(entities)
            for first, last in spans
            if at <= first and last < at + len(sentence)
        ]
        found.setdefault(tuple(sentence), inside)
        at += len(sentence)
    return Known([list(sentence) for sentence in found], list(found.values()))


def clusters_of(mentions: list, sentences: list, singletons: bool) -> list[list[list[int]]]:
    """The clusters of sentences laid one behind the other."""
    found: dict[object, list[list[int]]] = {}
    at = 0
    for inside, sentence in zip(mentions, sentences):
        for first, last, entity in inside:
            found.setdefault(entity, []).append([first + at, last + at])
        at += len(sentence)
    return [spans for spans in found.values() if singletons or len(spans) > 1]


class Oracle:
    """Knows the entity of every span of a text that is made of sentences of documents.

    Args:
        document: The document that was changed.
        others: Those from which sentences may have come.
    """

    def __init__(self, document: Known, others: list[Known]):
        self._mentions: dict[tuple[str, ...], list[tuple[int, int, object]]] = {}
        for number, one in enumerate([document, *others]):
            for sentence, inside in zip(one.sentences, one.mentions):
                named = [(first, last, (number, entity)) for first, last, entity in inside]
                self._mentions.setdefault(tuple(sentence), named)

    def clusters(self, sentences: list[list[str]], singletons: bool) -> list[list[list[int]]]:
        """The clusters that a text must have."""
        return clusters_of([self._mentions[tuple(one)] for one in sentences], sentences, singletons)

    def shared_names(self, sentences: list[list[str]]) -> set[str]:
        """Names that entities of different documents share in a text."""
        of: dict[str, set[int]] = {}
        for sentence in sentences:
            for first, last, (number, _) in self._mentions[tuple(sentence)]:
                for place in range(first, last + 1):
                    word = sentence[place].strip(".").lower()
                    if place and sentence[place][:1].isupper() and word not in TITLES and len(word) > 1:
                        of.setdefault(word, set()).add(number)
        return {word for word, numbers in of.items() if len(numbers) > 1}


def same(found: list, expected: list) -> bool:
    """Whether two lists hold the same clusters."""
    read = [Counter(frozenset((int(a), int(b)) for a, b in cluster) for cluster in one) for one in (found, expected)]
    return read[0] == read[1]


def litbank(path: Path) -> list[Known]:
    """The documents of a LitBank file, entities that are mentioned once included."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [known(row["sentences"], [*row["clusters"], *([span] for span in row["singletons"])]) for row in rows]


def gum(path: Path) -> list[Known]:
    """The documents of a GUM file, entities that are mentioned once included."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        entities: dict[int, list[tuple[int, int]]] = {}
        for first, last, _, entity, _ in row["mentions"]:
            entities.setdefault(entity, []).append((first, last))
        found.append(known(row["sentences"], list(entities.values())))
    return found
