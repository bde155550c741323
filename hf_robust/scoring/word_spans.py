"""Word segmentation: which words of a text were found, by the characters that they cover."""

from collections.abc import Callable, Collection, Sequence
from itertools import accumulate, pairwise
from typing import Any, TypedDict

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.scoring.inputs import as_list
from hf_robust.scoring.measure_type import (
    Floats,
    Measure,
    micro_f1,
    paired_rows,
    ratio,
    row_f1,
    row_share,
    share,
    table,
)

Spans = set[tuple[int, int]]


class WordScores(TypedDict):
    """Scores of segmentations; see :func:`segmentation_scores`."""

    word_f1: float | None
    precision: float | None
    recall: float | None
    oov_recall: float | None
    n: int
    n_words: int
    n_oov: int | None


def segmentation_scores(
    predictions: Sequence[Any], references: Sequence[Any], *, vocabulary: Collection[str] | None = None
) -> WordScores:
    """Precision, recall and F1 of the words of a corpus; a word is right when both of its edges are.

    Args:
        predictions: For each text its words, as a list or with spaces between them.
        references: The right words; those of a text must have the same characters.
        vocabulary: The words of the training data; those that it lacks are out of vocabulary.

    Returns:
        ``word_f1``, ``precision``, ``recall``, ``oov_recall`` (recall of the words that the vocabulary lacks), ``n``
        (texts), ``n_words`` and ``n_oov``. None where there is nothing to score, and without a vocabulary.

    Raises:
        UsageError: A prediction has other characters than its text; the message has the number of the row.

    Source: Emerson 2005, "The Second International Chinese Word Segmentation Bakeoff", section 4.

    Example:
        >>> scores = segmentation_scores([["他", "在清华"]], ["他 在 清华"], vocabulary=["他", "在"])
        >>> scores["precision"], scores["recall"], scores["oov_recall"], scores["n_oov"]
        (0.5, 0.3333333333333333, 0.0, 1)
    """
    stats = word_stats(predictions, references)
    right, found, gold = stats.sum(axis=0).tolist()
    unknown = None if vocabulary is None else oov_recall(vocabulary).row_stats(predictions, references).sum(axis=0)
    return WordScores(
        word_f1=float(micro_f1(np.array([right, found, gold]))) if found or gold else None,
        precision=right / found if found else None,
        recall=right / gold if gold else None,
        oov_recall=None if unknown is None or not unknown[1] else float(unknown[0] / unknown[1]),
        n=len(stats),
        n_words=int(gold),
        n_oov=None if unknown is None else int(unknown[1]),
    )


def word_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    """Of each text: words found rightly, found at all, and there to find.

    Args:
        predictions: For each text its words, as a list or with spaces between them.
        references: The right words.

    Raises:
        UsageError: A prediction has other characters than its text.

    Example:
        >>> word_stats([["他", "在清华"]], [["他", "在", "清华"]]).tolist()
        [[1.0, 2.0, 3.0]]
    """
    return table([(len(found & gold), len(found), len(gold)) for found, gold, _ in _rows(predictions, references)], 3)


def oov_recall(vocabulary: Collection[str]) -> Measure:
    """The recall of words that a vocabulary lacks.

    Args:
        vocabulary: The words of the training data.

    Source: Emerson 2005, "The Second International Chinese Word Segmentation Bakeoff", section 4.

    Example:
        >>> oov_recall({"他", "在"}).score([["他", "在", "清华"]], [["他", "在", "清华"]])
        1.0
    """
    known = frozenset(vocabulary)

    def stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
        rows = []
        for found, gold, words in _rows(predictions, references):
            unknown = {span for span, word in zip(sorted(gold), words) if word not in known}
            rows.append((len(found & unknown), len(unknown)))
        return table(rows, 2)

    return Measure("oov_recall", "Recall of unknown words", stats, share, row_share)


def _rows(predictions: Sequence[Any], references: Sequence[Any]) -> list[tuple[Spans, Spans, list[str]]]:
    """Of each text the words found and the right ones by their edges, and what the right ones are."""
    rows = []
    for row, (predicted, expected) in enumerate(paired_rows(predictions, references)):
        found, gold = _words(predicted, "predictions", row), _words(expected, "references", row)
        if "".join(found) != "".join(gold):
            raise UsageError(
                f"row {row}: the predicted words {quoted(' / '.join(found))} have other characters than the text "
                f"{quoted(''.join(gold))}; a segmentation puts edges between characters and changes none"
            )
        rows.append((_spans(found), _spans(gold), gold))
    return rows


def _words(value: Any, column: str, row: int) -> list[str]:
    words = value.split() if isinstance(value, str) else as_list(value) if value is not None else None
    if words is None or not all(isinstance(word, str) for word in words):
        raise UsageError(f"{column} row {row}: expected a list of words or a text with spaces, found {quoted(value)}")
    return [word for word in words if word]


def _spans(words: Sequence[str]) -> Spans:
    return set(pairwise(accumulate(map(len, words), initial=0)))


def _row_part(part: int, of: int) -> Callable[[Floats], Floats]:
    return lambda stats: ratio(stats[:, part], stats[:, of], 1.0)


def _precision(sums: Floats) -> Floats:
    return ratio(sums[..., 0], sums[..., 1], 0.0)


def _recall(sums: Floats) -> Floats:
    return ratio(sums[..., 0], sums[..., 2], 0.0)


WORD_PRECISION = Measure(
    "word_precision", "Word precision", word_stats, _precision, _row_part(0, 1), predicted_column=1
)
WORD_RECALL = Measure("word_recall", "Word recall", word_stats, _recall, _row_part(0, 2), predicted_column=1)
WORD_F1 = Measure(
    "word_f1", "Word F1", word_stats, micro_f1, row_f1, secondary=(WORD_PRECISION, WORD_RECALL), predicted_column=1
)
