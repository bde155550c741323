"""What linear baselines look at: words round two entities, words round an aspect, the meaning of texts and pairs."""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from hf_robust.adapters.base import Prediction, texts_of, tokens_of
from hf_robust.adapters.baselines.cross_fitting import Rows, TrainedBaseline
from hf_robust.adapters.baselines.input_spans import Stretch, character_stretch, token_stretch
from hf_robust.adapters.probabilities import label_sets
from hf_robust.core.recent import Recent
from hf_robust.language.linear_model import LinearLabelSets, LinearScores
from hf_robust.language.models import SentenceEncoder
from hf_robust.language.polarity import polarity
from hf_robust.language.resources import record_of
from hf_robust.language.text_overlap import NEGATION, WORD, shared_words
from hf_robust.tasks import Task

_CLAUSE = frozenset(". ; ! ? ( ) but although though however while".split())
_DIGIT = re.compile(r"\d")
_FAR = (1, 2, 4, 7, 12, 20)  # words apart
_KEPT = 50_000  # texts whose vectors are remembered


class LinearRelations(TrainedBaseline):
    """The relation of two entities by the words between and beside them, the entities' last words and their types.

    Source: the features are those of Zhou et al. (2005), "Exploring various knowledge in relation extraction",
    section 4.1, as far as they need no parser.
    """

    decay = 0.5

    def features(self, rows: Rows) -> tuple[list[list[str]], list[int]]:
        """One example a row."""
        return [list(_of_relation(row)) for row in rows], [1] * len(rows)


def _of_relation(row: Mapping[str, Any]) -> Iterator[str]:
    if isinstance(row["tokens"], str):
        tokens, spans = _cut(row["tokens"], [character_stretch(row[role]) for role in ("subject", "object")])
    else:
        tokens, spans = list(tokens_of(row)), [token_stretch(row[role]) for role in ("subject", "object")]
    words = [_DIGIT.sub("0", token.lower()) for token in tokens]
    first, second = sorted(spans)
    order = "subject first" if spans[0] <= spans[1] else "object first"
    between = words[first.end : second.start]
    yield order
    yield f"apart {sum(len(between) >= least for least in _FAR)}"
    for sign, (start, end) in zip(("subject", "object"), spans):
        yield f"{sign} {words[max(start, end - 1)] if end <= len(words) else ''}"
        yield f"{sign} {row.get(f'{sign}_type')}"
    yield f"types {row.get('subject_type')} {row.get('object_type')} {order}"
    path = ["<", *between, ">"]
    for word in between:
        yield f"between {word}"
        yield f"{order} {word}"
    for one, other in pairwise(path):
        yield f"{order} {one} {other}"
    for one, other, third in zip(path, path[1:], path[2:]):
        yield f"{order} {one} {other} {third}"
    for away, word in enumerate(reversed(words[max(0, first.start - 3) : first.start])):
        yield f"before {word}"
        yield f"before {away} {word}"
    for away, word in enumerate(words[second.end : second.end + 3]):
        yield f"after {word}"
        yield f"after {away} {word}"


def _cut(text: str, spans: Sequence[Stretch]) -> tuple[list[str], list[Stretch]]:
    """Words of a string, and the spans as stretches of words."""
    found = list(WORD.finditer(text))
    placed = []
    for start, end in spans:
        inside = [number for number, word in enumerate(found) if word.end() > start and word.start() < end]
        placed.append(Stretch(inside[0], inside[-1] + 1) if inside else Stretch(0, 0))
    return [word[0] for word in found], placed


class LinearAspects(TrainedBaseline):
    """The polarity of each aspect by the words of its clause and round it, and by what those words are known to say."""

    version = "2"

    def __init__(self, task: Task, name: str, **options: Any):
        super().__init__(task, name, **options)
        _value("good")  # loads what knows the words, where the rest is loaded
        self.resources = (record_of("word-sentiment"),)

    def features(self, rows: Rows) -> tuple[list[list[str]], list[int]]:
        """One example an aspect."""
        examples: list[list[str]] = []
        counts = []
        for row in rows:
            (text,) = texts_of(row, ("text",))
            aspects = [character_stretch(aspect) for aspect in row["aspects"] or ()]
            words = list(WORD.finditer(text))
            examples += [list(_of_aspect(words, aspect)) for aspect in aspects]
            counts.append(len(aspects))
        return examples, counts

    def targets(self, gold: Any) -> list[str | None]:
        """The polarities, one an aspect."""
        return list(gold)

    def value(self, labels: list[str]) -> list[str]:
        """The polarities in the order of the aspects."""
        return labels


def _of_aspect(words: Sequence[re.Match[str]], aspect: Stretch) -> Iterator[str]:
    inside = [number for number, word in enumerate(words) if word.end() > aspect.start and word.start() < aspect.end]
    first, last = (inside[0], inside[-1]) if inside else (0, 0)
    low = [_DIGIT.sub("0", word[0].lower()) for word in words]
    start = next((number + 1 for number in range(first - 1, -1, -1) if low[number] in _CLAUSE), 0)
    end = next((number for number in range(last + 1, len(low)) if low[number] in _CLAUSE), len(low))
    negated = False
    sums = {"clause": 0, "near": 0, "text": 0}
    for number, word in enumerate(low):
        negated = (negated or word in NEGATION) and word not in (*_CLAUSE, ",")
        if first <= number <= last:
            yield f"term {word}"
            continue
        yield f"text {word}"
        value = _value(word) * (-1 if negated else 1)
        sums["text"] += value
        gap = first - number if number < first else number - last
        if start <= number < end:
            yield f"clause {'not ' if negated else ''}{word}"
            sums["clause"] += value
        if gap <= 4:
            yield f"near {'not ' if negated else ''}{word}"
            yield f"{'before' if number < first else 'after'} {gap} {word}"
            sums["near"] += value
    for where, total in sums.items():
        yield from [f"{where} {'good' if total > 0 else 'bad' if total < 0 else 'neither'}"] * (2 if total else 1)
        yield f"{where} {max(-2, min(2, total))}"


@lru_cache(maxsize=50_000)
def _value(word: str) -> int:
    # the tag of a noun: of a word that the lexicon does not have nothing is guessed
    return {"positive": 1, "negative": -1}.get(polarity(word, "NN"), 0) if word.isalpha() else 0


class EncoderBaseline(TrainedBaseline):
    """A linear model over what a sentence encoder makes of the texts.

    Args:
        task: A task with one text or two.
        name: What it is called.
        encoder: As for :class:`hf_robust.language.models.SentenceEncoder`.
        batch_size: Texts that go through the encoder at once.
    """

    version = "2"
    decay = 0.3

    def __init__(self, task: Task, name: str, *, encoder: str | None = None, batch_size: int = 64):
        super().__init__(task, name, batch_size=batch_size)
        self._encoder = SentenceEncoder(encoder, task.language)
        self.resources = (record_of("sentence-encoder", encoder, task.language),)
        self._known: Recent = Recent(_KEPT)

    def vectors(self, texts: Sequence[str]) -> np.ndarray:
        """A row of numbers a text; each different text goes through the encoder once."""
        known = self._known.known(texts)
        missing = list(dict.fromkeys(text for text in texts if text not in known))
        fresh: dict[Hashable, Any] = dict(zip(missing, self._encoder.encode(missing, max(64, self.batch_size))))
        self._known.keep(fresh)
        return np.stack([known[text] if text in known else fresh[text] for text in texts])

    def features(self, rows: Rows) -> tuple[np.ndarray, list[int]]:
        """One example a row: the vectors of its texts, how they differ, and what they share."""
        texts = [texts_of(row, self.roles) for row in rows]
        left = self.vectors([part[0] for part in texts])
        if len(self.roles) == 1:
            return left * _SCALE, [1] * len(rows)
        right = self.vectors([part[1] for part in texts])
        shared = np.array([shared_words(part[0], part[1], self.task.spoken) for part in texts], np.float32)
        numbers = np.hstack([left, right, np.abs(left - right), left * right]) * _SCALE
        return np.hstack([numbers, shared * 2]).astype(np.float32), [1] * len(rows)


class EncoderScores(EncoderBaseline):
    """A score for a text or a pair: ridge regression over what a sentence encoder makes of the texts."""

    version = "1"
    model_type = LinearScores


class EncoderLabelSets(EncoderBaseline):
    """Any number of labels a text: a regression for each label over what a sentence encoder makes of the text."""

    version = "1"
    model_type = LinearLabelSets

    def targets(self, gold: Any) -> list[Any]:
        """The labels of the one example."""
        return [tuple(gold)]

    def settings(self) -> dict[str, Any]:
        """As in the base, with the threshold."""
        return {**super().settings(), "threshold": self.task.threshold}

    def answers(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """The labels of each row whose probability reaches the threshold of the task."""
        return label_sets(self.probabilities(rows), self.labels or (), self.task.threshold)

    def probabilities(self, rows: list[dict[str, Any]]) -> np.ndarray:
        """The probability of each label, in the order of ``labels``, for each row."""
        names = self.labels or ()
        table = np.zeros((len(rows), len(names)))
        for model, place, own in self._asked(rows):
            table[place, [names.index(label) for label in model.labels]] = own[0][0]
        return table


_SCALE = 10.0  # vectors of length one have small numbers, on which the price of weights would lie too heavily


class CosineThreshold(EncoderBaseline):
    """Whether two texts mean the same: the cosine of their vectors, against a threshold that is trained."""

    decay = 0.01

    def features(self, rows: Rows) -> tuple[np.ndarray, list[int]]:
        """One number a row."""
        texts = [texts_of(row, self.roles) for row in rows]
        left, right = (self.vectors([part[side] for part in texts]) for side in (0, 1))
        return (left * right).sum(-1, keepdims=True) * _SCALE, [1] * len(rows)
