"""Diversity of a set of texts: Self-BLEU, and how many grammar productions it covers."""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from random import Random
from statistics import median
from typing import TypedDict, TypeVar

from hf_robust.core.errors import UsageError

T = TypeVar("T")
MAX_N = 4
_SMALL = 0.1  # a precision without a match counts as so many matches (Chen and Cherry 2014, smoothing 1)


class SelfBleu(TypedDict):
    """What :func:`self_bleu` returns."""

    self_bleu: float | None
    n: int


def self_bleu(texts: Sequence[str | Sequence[str]], max_n: int = MAX_N) -> SelfBleu:
    """Mean BLEU of each text against all others: the lower, the more diverse.

    It equals the plain definition, one sentence BLEU a text with all the others as references, and costs as much as
    counting the n-grams once: what a text may match at most is the highest count of an n-gram anywhere else, and two
    counts an n-gram tell that for every text.

    Args:
        texts: Texts (split at white space) or token lists.
        max_n: Longest n-grams, in words; each length weighs alike.

    Returns:
        ``self_bleu`` from 0 to 1, None with fewer than two texts, and ``n``, the number of texts.

    Raises:
        UsageError: ``max_n`` is below 1.

    Example:
        >>> self_bleu(["a good film", "a good film"], max_n=3), self_bleu(["one two", "three four"])
        ({'self_bleu': 1.0, 'n': 2}, {'self_bleu': 0.0, 'n': 2})

    Source: Zhu et al. (2018), Texygen, section 3.2; smoothing 1 of Chen and Cherry (2014) with epsilon 0.1, as in NLTK.
    """
    if max_n < 1:
        raise UsageError(f"max_n must be at least 1, found {max_n}")
    tokens = [text.split() if isinstance(text, str) else list(text) for text in texts]
    size = len(tokens)
    if size < 2:
        return {"self_bleu": None, "n": size}
    logs = [0.0] * size
    empty = [False] * size
    for n in range(1, max_n + 1):
        for place, (matches, total) in enumerate(_matches([_ngrams(words, n) for words in tokens])):
            if n == 1 and not matches:
                empty[place] = True
            logs[place] += math.log((matches or _SMALL) / max(total, 1))
    lengths = Counter(map(len, tokens))
    scores = [
        0.0 if empty[place] else _brevity(len(words), lengths) * math.exp(logs[place] / max_n)
        for place, words in enumerate(tokens)
    ]
    return {"self_bleu": math.fsum(scores) / size, "n": size}


def _ngrams(words: Sequence[str], n: int) -> Counter:
    return Counter(zip(*(words[start:] for start in range(n))))


def _matches(counts: Sequence[Counter]) -> list[tuple[int, int]]:
    """For each text its clipped matches against all the others, and its number of n-grams."""
    best: dict[tuple, tuple[int, int, int]] = {}  # the highest count, whose it is, and the highest of the others
    for place, found in enumerate(counts):
        for gram, count in found.items():
            first, owner, second = best.get(gram, (0, -1, 0))
            if count > first:
                best[gram] = (count, place, first)
            elif count > second:
                best[gram] = (first, owner, count)
    result = []
    for place, found in enumerate(counts):
        matches = 0
        for gram, count in found.items():
            first, owner, second = best[gram]
            matches += min(count, second if owner == place else first)
        result.append((matches, sum(found.values())))
    return result


def _brevity(length: int, lengths: Counter) -> float:
    """Penalty of a text shorter than the reference nearest in length; the shorter of two as near."""
    others = [other for other, count in lengths.items() if count > (other == length)]
    nearest = min(others, key=lambda other: (abs(other - length), other))
    if length >= nearest:
        return 1.0
    return math.exp(1 - nearest / length) if length else 0.0


def production_rule_coverage(productions: Iterable[Iterable[Hashable]]) -> int:
    """How many different grammar productions the parses of some texts have.

    Args:
        productions: The productions of each text; any values that can be compared will do.

    Example:
        >>> production_rule_coverage([[("S", ("NP", "VP")), ("NP", ("DT",))], [("NP", ("DT",))]])
        2

    Source: S2LCT (2023), section 4, production rule coverage.
    """
    return len({production for found in productions for production in found})


def of_samples(
    items: Sequence[T], measure: Callable[[list[T]], float], size: int, draws: int = 3, seed: int = 0
) -> float | None:
    """The median of a measure over samples of one size, so that sets of unlike size compare.

    Args:
        items: What is sampled, without replacement.
        measure: Takes a sample, returns a number.
        size: Items of a sample.
        draws: Samples.
        seed: Seed of the draws.

    Returns:
        The median; None when there are fewer items than ``size``.

    Raises:
        UsageError: ``size`` or ``draws`` is below 1.

    Example:
        >>> of_samples([1, 2, 3], sum, size=3), of_samples([1, 2, 3], sum, size=4)
        (6, None)
    """
    if size < 1 or draws < 1:
        raise UsageError(f"size and draws must be at least 1, found {size} and {draws}")
    if len(items) < size:
        return None
    random = Random(seed)
    return median(measure(random.sample(items, size)) for _ in range(draws))
