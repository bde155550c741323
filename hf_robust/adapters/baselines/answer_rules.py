"""Answers by rules: the sentence nearest to the question, and in it what the kind of question asks for."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hf_robust.adapters.base import Prediction, texts_of
from hf_robust.adapters.baselines.baseline import Baseline
from hf_robust.language.models import SentenceEncoder
from hf_robust.language.resources import record_of
from hf_robust.language.spacy_pipelines import read, spacy_doc, spacy_name, spacy_pipeline, spacy_version
from hf_robust.language.translation import sentences
from hf_robust.tasks import Task

if TYPE_CHECKING:
    from spacy.tokens import Doc as SpacyDoc

_NEEDS = frozenset({"pos", "dep", "ent"})
_NUMBER = re.compile(r"\d")
# the beginning of a question, and the entities that answer it
_ASKED = (
    (re.compile(r"\b(?:who|whom|whose)\b", re.I), ("PERSON", "ORG", "NORP")),
    (re.compile(r"\bwhen\b|\bwh(?:at|ich) (?:\w+ )?(?:year|date|day|month|century|decade)\b", re.I), ("DATE", "TIME")),
    (
        re.compile(
            r"\bwhere\b|\bwh(?:at|ich) (?:\w+ )?(?:city|country|state|place|location|town|stadium|venue)\b", re.I
        ),
        ("GPE", "LOC", "FAC"),
    ),
    (
        re.compile(r"\bhow (?:many|much|old|long|far|big|large|tall|high|often|fast)\b|\bwhat percent", re.I),
        ("NUMBER", "CARDINAL", "QUANTITY", "MONEY", "PERCENT", "ORDINAL", "DATE"),
    ),
    (
        re.compile(r"\bwh(?:at|ich) (?:\w+ )?(?:team|company|organization|university|school|club|party)\b", re.I),
        ("ORG",),
    ),
)
_TRIED = 3  # sentences that are looked at
_OVERLAP = 0.5  # what all words of the question count beside a cosine


class _Candidate(NamedTuple):
    """A piece of a sentence, and how well it is of the kind that is asked for: 0 is what is asked for."""

    start: int
    end: int
    rank: int


class AnswerRules(Baseline):
    """An answer without a trained reader: sentence by encoder and shared words, span by the kind of question.

    Args:
        name: What it is called.
        nlp: spaCy pipeline for entities and noun phrases.
        encoder: As for :class:`hf_robust.language.models.SentenceEncoder`.
        batch_size: Rows at a time.
    """

    least_batch = 128

    def __init__(
        self, task: Task, name: str, *, nlp: str | None = None, encoder: str | None = None, batch_size: int = 32
    ):
        super().__init__(task, name, batch_size=batch_size)
        self._encoder = SentenceEncoder(encoder)
        self._pipeline_name = spacy_name(nlp)
        self._pipeline = spacy_pipeline(self._pipeline_name)
        self.resources = (record_of("annotation", nlp), record_of("sentence-encoder", encoder))

    def settings(self) -> dict[str, Any]:
        """As in the base, with what the pipeline says of itself."""
        return {**super().settings(), "pipeline": spacy_version(self._pipeline_name)}

    def answers(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """A piece of the context a row."""
        inputs = [texts_of(row, ("context", "question")) for row in rows]
        parts = [list(_cut(context)) for context, _ in inputs]
        texts = list(dict.fromkeys([*(question for _, question in inputs), *(text for own in parts for text in own)]))
        vectors = dict(zip(texts, self._encoder.encode(texts))) if texts else {}
        near = [_nearest(question, own, vectors) for (_, question), own in zip(inputs, parts)]
        wanted = list(dict.fromkeys(text for own in near for text in own))
        docs = [spacy_doc(self._pipeline, text) for text in wanted]
        known = dict(zip(wanted, read(self._pipeline, docs, _NEEDS))) if docs else {}
        return [
            Prediction(_answer([known[text] for text in own], question) if own else context.strip())
            for (context, question), own in zip(inputs, near)
        ]


def _nearest(question: str, parts: Sequence[str], vectors: Mapping[str, np.ndarray]) -> list[str]:
    """The sentences that are nearest to a question, the nearest first."""
    asked = _words(question)

    def score(part: str) -> float:
        shared = len(asked & _words(part)) / max(1, len(asked))
        return float(vectors[question] @ vectors[part]) + _OVERLAP * shared

    return sorted(dict.fromkeys(parts), key=score, reverse=True)[:_TRIED]


def _answer(docs: "Sequence[SpacyDoc]", question: str) -> str:
    """What the question asks for in the nearest sentence that has such; else the best of the nearest."""
    found = [_span(doc, question) for doc in docs]
    number = next((number for number, one in enumerate(found) if one.rank == 0), 0)
    return docs[number].text[found[number].start : found[number].end]


def _cut(context: str) -> Iterator[str]:
    return (text for text, _ in sentences(context) if text.strip())


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 2 or word.isdigit()}


def _span(doc: "SpacyDoc", question: str) -> _Candidate:
    """What answers the question best in a sentence."""
    asked = _words(question)
    types = next((types for pattern, types in _ASKED if pattern.search(question)), ())
    found = []
    for entity in doc.ents:
        if not _words(entity.text) <= asked or not _words(entity.text):
            rank = 0 if entity.label_ in types else 2
            found.append(_Candidate(entity.start_char, entity.end_char, rank))
    if "NUMBER" in types:
        found += [
            _Candidate(t.idx, t.idx + len(t), 1) for t in doc if _NUMBER.search(t.text) and t.text not in question
        ]
    found += [_Candidate(*ends, 1 if not types else 3) for ends in _phrases(doc, asked)]
    if not found:
        return _Candidate(0, len(doc.text), 4)
    near = _word_offsets(doc, asked)
    return min(found, key=lambda one: (one.rank, _gap(one, near), one.start))


def _phrases(doc: "SpacyDoc", asked: set[str]) -> Iterator[tuple[int, int]]:
    """Noun phrases that the question does not name, without their articles and what hangs on them by a preposition."""
    for head in doc:
        if head.pos_ not in ("NOUN", "PROPN", "NUM") or head.dep_ in ("compound", "flat", "nmod:poss", "nummod"):
            continue
        own = [
            t for t in head.subtree if t.i <= head.i and t.pos_ in ("NOUN", "PROPN", "ADJ", "NUM") and t.i > head.i - 5
        ]
        first = min((t.i for t in own), default=head.i)
        text = doc[first : head.i + 1]
        if not _words(text.text) & asked:
            yield text.start_char, text.end_char


def _word_offsets(doc: "SpacyDoc", asked: set[str]) -> list[int]:
    """Where words of the question stand."""
    return [token.idx for token in doc if token.text.lower() in asked and not token.is_stop]


def _gap(candidate: _Candidate, offsets: Sequence[int]) -> float:
    return float(np.mean([abs(offset - candidate.start) for offset in offsets])) if offsets else 0.0
