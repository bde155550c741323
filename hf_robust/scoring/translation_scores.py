"""Translations: BLEU and chrF as sums of n-gram counts, equal to the corpus scores of sacrebleu.

Both lie between 0 and 1, as all measures here do; sacrebleu gives them times 100.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from hf_robust.core.errors import MissingExtra
from hf_robust.scoring.measure_type import Floats, Measure, ratio, row_share, share, table, with_ones
from hf_robust.scoring.written_texts import with_references

_ORDERS = 4  # of BLEU
_LENGTHS = 6  # of chrF
_BETA2 = 4.0  # chrF2: recall counts twice as much
_HAN = re.compile(r"[\u4e00-\u9fff]")


def bleu_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    """Of each row: words of the translation and of the closest reference, then n-grams found and n-grams there, 1 to 4.

    Texts are cut into words as sacrebleu does: with its tokenizer 13a, a row in Chinese with ``zh``.

    Args:
        predictions: Translations.
        references: A text or a list of them a row.

    Raises:
        UsageError: A value is no text.
        MissingExtra: sacrebleu is not installed.

    Example:
        >>> bleu_stats(["a red house"], ["a red house ."])[0].tolist()
        [3.0, 4.0, 3.0, 2.0, 1.0, 0.0, 3.0, 2.0, 1.0, 0.0]
    """
    rows = []
    for found, gold in with_references(predictions, references):
        # of one sentence sacrebleu tells the counts; they do not depend on the order to which it scores
        score = _sacrebleu("zh" if any(map(_HAN.search, gold)) else "13a").sentence_score(found, gold)
        rows.append([score.sys_len, score.ref_len, *score.counts, *score.totals])
    return table(rows, 2 + 2 * _ORDERS)


@cache
def _sacrebleu(tokenizer: str) -> Any:
    try:
        from sacrebleu.metrics import BLEU
    except ImportError as error:
        raise MissingExtra("sacrebleu", "metrics") from error
    return BLEU(tokenize=tokenizer, effective_order=True)


def _bleu(sums: Floats) -> Floats:
    """BLEU with smoothing "exp": the first order without a match counts half a match, the next a quarter, ..."""
    return _bleu_of(sums, np.full(sums.shape[:-1], _ORDERS))


def _row_bleu(stats: Floats) -> Floats:
    """BLEU of each row up to the longest n-gram that it has; 1 only where all n-grams and the length are right."""
    counts, totals = stats[:, 2 : 2 + _ORDERS], stats[:, 2 + _ORDERS :]
    perfect = (counts == totals).all(axis=1) & (stats[:, 0] == stats[:, 1])
    score = _bleu_of(stats, np.maximum((totals > 0).sum(axis=1), 1))
    return np.where(perfect, 1.0, np.minimum(score, np.nextafter(1.0, 0.0)))


def _bleu_of(sums: Floats, orders: Any) -> Floats:
    length, wanted = sums[..., 0], sums[..., 1]
    counts, totals = sums[..., 2 : 2 + _ORDERS], sums[..., 2 + _ORDERS :]
    halvings = np.cumsum((counts == 0) & (totals > 0), axis=-1)
    shares = 100 * ratio(np.where(counts == 0, 0.5**halvings, counts), totals, 0.0)
    # an order that no translation reaches makes the whole 0
    logs = np.log(shares, out=np.full(shares.shape, -9999999999.0), where=shares > 0)
    counted = np.arange(_ORDERS) < np.asarray(orders)[..., None]
    brevity = np.exp(np.minimum(0.0, 1 - ratio(wanted, length, np.inf)))
    score = brevity * np.exp(np.where(counted, logs, 0.0).sum(axis=-1) / orders) / 100
    return np.where(counts.any(axis=-1), score, 0.0)


def chrf_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    """Of each row: for lengths 1 to 6, n-grams of letters found, there to find, and found rightly; blanks left out.

    Of several references the one that fits best counts.

    Args:
        predictions: Translations.
        references: A text or a list of them a row.

    Raises:
        UsageError: A value is no text.

    Example:
        >>> chrf_stats(["ab"], ["a b c"])[0, :9].tolist()
        [2.0, 3.0, 2.0, 1.0, 2.0, 1.0, 0.0, 1.0, 0.0]
    """
    rows = []
    for found, golds in with_references(predictions, references):
        ngrams = _ngrams(found)
        tables = [_matches(ngrams, _ngrams(gold)) for gold in golds]
        rows.append(max(tables, key=lambda stats: float(_chrf(np.asarray(stats, dtype=np.float64)))))
    return table(rows, 3 * _LENGTHS)


def _ngrams(text: str) -> list[Counter[str]]:
    letters = "".join(text.split())
    return [
        Counter(letters[start : start + size] for start in range(len(letters) - size + 1))
        for size in range(1, _LENGTHS + 1)
    ]


def _matches(predicted: list[Counter[str]], gold: list[Counter[str]]) -> list[int]:
    counts = []
    for ours, theirs in zip(predicted, gold):
        # as sacrebleu: a length that the reference does not reach is not counted
        counts += [ours.total() if theirs else 0, theirs.total(), (ours & theirs).total()]
    return counts


def _chrf(sums: Floats) -> Floats:
    found, gold, right = (sums[..., place::3] for place in range(3))
    counted = (found > 0) & (gold > 0)
    lengths = counted.sum(axis=-1)
    precision = ratio(np.where(counted, ratio(right, found, 0.0), 0.0).sum(axis=-1), lengths, 0.0)
    recall = ratio(np.where(counted, ratio(right, gold, 0.0), 0.0).sum(axis=-1), lengths, 0.0)
    return ratio((1 + _BETA2) * precision * recall, _BETA2 * precision + recall, 0.0)


def _row_chrf(stats: Floats) -> Floats:
    found, gold, right = (stats[..., place::3] for place in range(3))
    perfect = (found == gold).all(axis=1) & (right == gold).all(axis=1)
    return np.where(perfect, 1.0, np.minimum(_chrf(stats), np.nextafter(1.0, 0.0)))


CHRF = Measure("chrf", "chrF2", chrf_stats, _chrf, _row_chrf)
BLEU = Measure("bleu", "BLEU", bleu_stats, _bleu, _row_bleu, secondary=(CHRF,))


def answer_similarity(predictions: Sequence[Any], references: Sequence[Any]) -> list[float]:
    """Return the chrF of each text with the text that it is compared with, from 0 to 1; 1 for equal texts.

    Args:
        predictions: Texts.
        references: A text or a list of texts per row.

    Raises:
        UsageError: A value is no text.

    Example:
        >>> answer_similarity(["It rains.", ""], ["It rains.", ""]), answer_similarity(["yes"], ["no"])
        ([1.0, 1.0], [0.0])
    """
    return _row_chrf(chrf_stats(predictions, references)).tolist()


def _similarity_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    scores = answer_similarity(predictions, references)
    return with_ones(scores, len(scores))


ANSWER_SIMILARITY = Measure(
    "answer_similarity",
    "Similarity to the original answer (chrF2)",
    _similarity_stats,
    share,
    row_share,
    against_original=True,
)
