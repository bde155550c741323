"""ROUGE: the words and word sequences that a generated text shares with a reference text.

The scores are F1, equal to those of the package ``rouge_score`` without stemming on English text. In Chinese and
Japanese text each sign counts as a word.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from hf_robust.scoring.measure_type import Floats, Measure, row_share, share, with_ones
from hf_robust.scoring.written_texts import with_references, words_of

Words = tuple[str, ...]


def longest_common_subsequence(first: Sequence[str], second: Sequence[str]) -> int:
    """Return the length of the longest common subsequence of two lists of words.

    One integer holds a row of the table of the usual algorithm, one bit per word.

    Source: Hyyrö 2004, "Bit-Parallel LCS-length Computation Revisited".

    Example:
        >>> longest_common_subsequence("the cat sat".split(), "the fat cat".split())
        2
    """
    positions: dict[str, int] = {}
    for index, word in enumerate(first):
        positions[word] = positions.get(word, 0) | 1 << index
    everything = (1 << len(first)) - 1
    row = everything
    for word in second:
        matched = row & positions.get(word, 0)
        row = ((row + matched) | (row - matched)) & everything
    return len(first) - row.bit_count()


def rouge_l(predicted: Words, gold: Words) -> float:
    """Return the F1 of the longest common subsequence of words.

    Source: Lin 2004, "ROUGE: A Package for Automatic Evaluation of Summaries", section 3.1.

    Example:
        >>> rouge_l(("a", "red", "house"), ("the", "red", "house"))
        0.6666666666666666
    """
    return _f1(longest_common_subsequence(predicted, gold), len(predicted), len(gold))


def rouge_n(predicted: Words, gold: Words, size: int) -> float:
    """Return the F1 of the shared word sequences of a length.

    Args:
        size: The number of words in a sequence.

    Source: Lin 2004, section 2.

    Example:
        >>> rouge_n(("a", "red", "house"), ("the", "red", "house"), 2)
        0.5
    """
    ours, theirs = _sequences(predicted, size), _sequences(gold, size)
    return _f1((ours & theirs).total(), ours.total(), theirs.total())


@lru_cache(maxsize=4096)
def _sequences(words: Words, size: int) -> Counter[Words]:
    return Counter(words[start : start + size] for start in range(len(words) - size + 1))


def _f1(shared: int, n_predicted: int, n_gold: int) -> float:
    if not shared:
        return 0.0
    precision, recall = shared / n_predicted, shared / n_gold
    return 2 * precision * recall / (precision + recall)


def _stats(predictions: Sequence[Any], references: Sequence[Any], score: Callable[[Words, Words], float]) -> Floats:
    """The best score over the references of each row, beside a column of ones; 1 where both texts have no word."""
    rows = with_references(predictions, references)
    words = ((words_of(found), [words_of(gold) for gold in golds]) for found, golds in rows)
    best = (max(score(found, gold) if found or gold else 1.0 for gold in golds) for found, golds in words)
    return with_ones(best, len(rows))


def _measure(name: str, label: str, score: Callable[[Words, Words], float], **more: Any) -> Measure:
    return Measure(name, label, partial(_stats, score=score), share, row_share, **more)


ROUGE_1 = _measure("rouge_1", "ROUGE-1", partial(rouge_n, size=1))
ROUGE_2 = _measure("rouge_2", "ROUGE-2", partial(rouge_n, size=2))
ROUGE_L = _measure("rouge_l", "ROUGE-L", rouge_l, secondary=(ROUGE_1, ROUGE_2))
