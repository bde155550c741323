"""How well the words of two texts agree, in numbers: each word with the most similar one of the other text."""

import re
from collections.abc import Collection, Sequence

import numpy as np

from hf_robust.core.languages import Language
from hf_robust.language.lexicons import lexicon
from hf_robust.language.models import PieceStates, SentenceEncoder
from hf_robust.language.text_overlap import shared_words

INFERENCE_LABELS = ("entailment", "neutral", "contradiction")
INFERENCE_DECAY = 10.0
"""What squared weights cost in models of inference."""
_DIGIT = re.compile(r"\d+")
_ALIKE = 0.5  # a cosine below which a word has no partner
_EACH = 8  # numbers a depth
_TOGETHER = 128  # pairs whose word pieces are in memory at once


def alignments(
    encoder: SentenceEncoder, language: Language, pairs: Collection[tuple[str, str]], batch_size: int = 64
) -> dict[tuple[str, str], list[float]]:
    """How well the words of each pair of texts agree, in 39 numbers.

    They are the shared words and who alone says no, whether either text has numbers of its own, the cosine of the means
    of the texts, and at each depth of the encoder how similar the words of the second text are to those of the first.
    Nothing hangs on the length of the first text: those of SNLI are short captions, others are not.

    Args:
        encoder: What reads the words.
        language: The language of the texts.
        pairs: Pairs of texts.
        batch_size: Texts that go through the encoder at once.

    Example:
        >>> from hf_robust.core.registry import spoken_language
        >>> pair = ("A man is sleeping.", "A man sleeps.")
        >>> (numbers,) = alignments(SentenceEncoder("embedded"), spoken_language("en"), [pair]).values()
        >>> len(numbers), numbers[:2]
        (39, [0.6, 0.75])
    """
    ordered = sorted(set(pairs), key=lambda pair: (len(pair[0]), pair))  # little padding
    found: dict[tuple[str, str], list[float]] = {}
    for start in range(0, len(ordered), _TOGETHER):
        part = ordered[start : start + _TOGETHER]
        texts = list(dict.fromkeys(text for pair in part for text in pair))
        read = dict(zip(texts, encoder.piece_states(texts, batch_size)))
        found |= {pair: _alignment(language, pair, [read[text] for text in pair]) for pair in part}
    return found


def _alignment(spoken: Language, texts: tuple[str, str], found: Sequence[PieceStates]) -> list[float]:
    first, second = texts
    numbers = [set(_DIGIT.findall(text)) for text in texts]
    shared = [
        *shared_words(first, second, spoken),
        float(bool(numbers[1] - numbers[0])),
        float(bool(numbers[0] - numbers[1])),
    ]
    if not found[0].pieces or not found[1].pieces:
        return [*shared, *[0.0] * (1 + len(found[0].states) * _EACH)]
    means = [one.states[-1].mean(0) for one in found]
    whole = float(means[0] @ means[1] / max(1e-9, np.linalg.norm(means[0]) * np.linalg.norm(means[1])))
    content = _content(found[1].pieces, spoken.code)
    by_depth = [
        number for left, right in zip(found[0].states, found[1].states) for number in _by_words(left, right, content)
    ]
    return [*shared, whole, *by_depth]


def _by_words(left: np.ndarray, right: np.ndarray, content: np.ndarray) -> list[float]:
    """How similar each word of the second text is to its partner in the first: means, lowest values, words alone."""
    best = (_unit(right) @ _unit(left).T).max(1)
    own = np.sort(best[content])
    alone = own < _ALIKE
    return [
        float(number)
        for number in (
            best.mean(),
            own.mean(),
            own[0],
            np.median(own),
            own[:2].mean(),
            alone.sum(),
            alone.mean(),
            (1 - own).sum(),
        )
    ]


def _unit(states: np.ndarray) -> np.ndarray:
    return states / np.maximum(np.linalg.norm(states, axis=-1, keepdims=True), 1e-9)


def _content(pieces: Sequence[str], language: str) -> np.ndarray:
    """Which pieces carry content: no marks and no stop words; all where none does."""
    stop = lexicon("stop_words") if language == "en" else frozenset()
    words = [piece.removeprefix("##").lstrip("▁Ġ").lower() for piece in pieces]
    chosen = np.array([word.isalnum() and word not in stop for word in words])
    return chosen if chosen.any() else np.ones(len(pieces), bool)
