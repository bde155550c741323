"""Words and edits after which the model most often says something else."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hf_robust.core.languages import Language
from hf_robust.evaluation.analysis.edited_words import MOST_EDITS, MOST_WORDS, Edited, edited_words
from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.outcomes import PairOutcomes, SuiteOutcomes
from hf_robust.scoring import Measure
from hf_robust.scoring.many_groups import benjamini_hochberg, binomial_tail
from hf_robust.scoring.statistics import wilson_of_share
from hf_robust.suites.robustness import Suite
from hf_robust.transforms.base import Effect

LEAST = 5  # originals in which a word was edited
MOST = 20  # words, and edits, that are kept
_PAIRS = 400_000  # that are looked at; of more as many of each transformation
_TIE = 1e-9


def flipping_words(outcomes: SuiteOutcomes, suite: Suite, wanted: AnalysisOptions) -> dict[str, Any] | None:
    """Rates of flips by edited word and by edit, each against the rate of its transformations.

    A flip is another answer; where answers are no labels, or the right one changes with the text, a lower score of the
    row. In a row with several edited words each has a part of the blame: it weighs one over their number. An original
    counts once, however many transformations edit the word in it; originals with equal inputs are one.

    Args:
        outcomes: What the model did with each pair.
        wanted: What was asked for.

    Returns:
        None where no word was edited in at least 5 originals.
    """
    seen = _Seen()
    total = sum(map(len, outcomes.pairs))
    for place, one in enumerate(outcomes.pairs):
        if len(one):
            seen.add(one, outcomes.source_of(place), outcomes.measure, total, outcomes.task.spoken)
    words, words_tested = seen.rates([(before, "") for before, _ in seen.edited], lambda edit: bool(edit[0]))
    edits, edits_tested = seen.rates(seen.edited, lambda edit: True)
    if not words_tested and not edits_tested:
        return None
    return {
        "least": LEAST,
        "most_words": MOST_WORDS,
        "most_edits": MOST_EDITS,
        "pairs": total,
        "looked_at": seen.looked_at,
        "used": seen.used,
        "words": [{"word": one.pop("before"), **_without(one, "after")} for one in words],
        "edits": edits,
        "tested": {"words": words_tested, "edits": edits_tested},
    }


def _without(record: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != key}


class _Seen:
    """Edited words of all pairs: what each was, in which original, how much it weighs, whether the answer flipped."""

    def __init__(self) -> None:
        self.edited: list[Edited] = []
        self._originals: list[int] = []
        self._weights: list[float] = []
        self._flips: list[bool] = []
        self._rates: list[float] = []
        self.looked_at = 0
        self.used = 0

    def add(self, pairs: PairOutcomes, originals: np.ndarray, measure: Measure, total: int, language: Language) -> None:
        """Add the pairs of a transformation; of very many some, evenly over the rows."""
        chosen = np.zeros(len(pairs), np.bool_)
        chosen[:: math.ceil(total / _PAIRS)] = True
        self.looked_at += int(chosen.sum())
        flips = _flips(pairs, measure)
        rate = float(flips.mean())
        for index, words in edited_words(pairs.entry, chosen, language):
            self.used += 1
            different = dict.fromkeys(words)
            self.edited += different
            many = len(different)
            self._originals += [int(originals[index])] * many
            self._weights += [1 / many] * many
            self._flips += [bool(flips[index])] * many
            self._rates += [rate] * many

    def rates(self, edited: Sequence[Edited], counts: Callable[[Edited], bool]) -> tuple[list[dict[str, Any]], int]:
        """The rates of different edits, the least likely ones first, and how many were tested."""
        numbers: dict[Edited, int] = {}
        codes = np.fromiter((numbers.setdefault(edit, len(numbers)) for edit in edited), np.int64, len(edited))
        if not len(codes):
            return [], 0
        originals = np.array(self._originals, np.int64)
        width = int(originals.max()) + 1
        different, inverse = np.unique(codes * width + originals, return_inverse=True)
        times = np.bincount(inverse)
        weights, flips, rates = (
            np.bincount(inverse, np.array(column, np.float64)) / times
            for column in (self._weights, self._flips, self._rates)
        )
        word = different // width
        names = list(numbers)
        rests_on = np.bincount(word)
        tested = [code for code in np.flatnonzero(rests_on >= LEAST).tolist() if counts(names[code])]
        columns = (weights, weights**2, weights * flips, weights * rates, times, times * flips)
        sums = np.column_stack([np.bincount(word, column) for column in columns])
        found = [_rate(names[code], int(rests_on[code]), sums[code].tolist()) for code in tested]
        for one, adjusted in zip(found, benjamini_hochberg([one["p_value"] for one in found]), strict=True):
            one["p_adjusted"] = adjusted
        found.sort(key=lambda one: (one["p_value"], -one["rate"], one["before"], one["after"]))
        return [one for one in found if one["flips"]][:MOST], len(found)


def _rate(edit: Edited, originals: int, sums: Sequence[float]) -> dict[str, Any]:
    """The rate of one edit from its sums over originals."""
    weight, squares, flips, usual, times, flipped = sums
    rate, expected = min(flips / weight, 1.0), min(usual / weight, 1.0)
    independent = weight**2 / squares  # so many rows of equal weight say as much
    return {
        "before": edit[0],
        "after": edit[1],
        "times": round(times),
        "originals": originals,
        "flips": round(flipped),
        "rate": rate,
        "interval": list(wilson_of_share(rate, independent)),
        "expected": expected,
        "p_value": binomial_tail(math.floor(rate * independent + _TIE), math.floor(independent + _TIE), expected),
    }


def _flips(pairs: PairOutcomes, measure: Measure) -> np.ndarray:
    if not measure.binary or pairs.entry.effect != Effect.PRESERVES:
        return pairs.after < pairs.before
    before, after = pairs.old.values_of_rows(), pairs.new.values_of_rows()
    same = measure.normalize
    return np.fromiter(
        (a != b and same(a) != same(b) for a, b in zip(before, after, strict=True)), np.bool_, len(pairs)
    )
