"""LIME: samples of a text with words left out, and the linear model that is fitted to a model's answers on them."""

from dataclasses import dataclass
from hashlib import shake_256

import numpy as np

_FORWARD = 6  # up to so many features are chosen one by one, more of them all at once
# ridge penalties of the two fits, those of the reference implementation of LIME
_SELECTION_PENALTY, _PENALTY = 0.01, 1.0
_FLAT = 1e-10  # share of variance below which the chosen features already tell all of another one


@dataclass(frozen=True)
class Samples:
    """Distinct samples of one text; the first is the text itself.

    Args:
        kept: Array (samples, features), whether each feature is there.
        counts: How often each sample was drawn.
    """

    kept: np.ndarray
    counts: np.ndarray


def draw_samples(features: int, num_samples: int, key: bytes) -> Samples:
    """Samples with 1 to all features left out, each number equally often, each set of that size too.

    The draws come from a hash of the key alone.

    Args:
        features: How many features there are.
        num_samples: How many samples, the whole text among them.
        key: Bytes that say which text and what for.

    Example:
        >>> samples = draw_samples(3, 100, b"a text")
        >>> samples.kept[0].tolist(), int(samples.counts.sum()), len(samples.kept)
        ([True, True, True], 100, 8)
    """
    drawn = num_samples - 1
    numbers = np.frombuffer(shake_256(key).digest(8 * drawn * (features + 1)), dtype="<u8").reshape(drawn, -1)
    sizes = 1 + (numbers[:, 0] >> np.uint64(32)) * np.uint64(features) // np.uint64(2**32)
    ranks = numbers[:, 1:].argsort(axis=1, kind="stable").argsort(axis=1, kind="stable")
    kept = np.vstack([np.ones((1, features), dtype=bool), ranks >= sizes[:, None].astype(np.int64)])
    _, first, counts = np.unique(np.packbits(kept, axis=1), axis=0, return_index=True, return_counts=True)
    order = first.argsort()
    return Samples(kept[first[order]], counts[order])


def proximity(kept: np.ndarray, width: float) -> np.ndarray:
    """Weights of samples by their cosine distance to the whole text, in hundredths.

    Args:
        kept: Array (samples, features).
        width: Width of the kernel.

    Example:
        >>> proximity(np.array([[True, True], [True, False]]), 25).round(3).tolist()
        [1.0, 0.503]
    """
    cosine = np.sqrt(kept.mean(axis=1))
    return np.exp(-0.5 * ((1.0 - cosine) * 100.0 / width) ** 2)


def fit(samples: Samples, answers: np.ndarray, width: float, most: int) -> list[tuple[int, float]]:
    """The features that tell most, with the weights of a linear model over their presence.

    As in the ``lime`` package: with up to 6 features asked for, those are chosen one by one that explain most of
    what is left; else those with the largest weights in a model over all of them. The weights are those of a ridge
    regression (penalty 1, intercept free) over the chosen ones.

    Args:
        samples: From :func:`draw_samples`.
        answers: The probability of the explained class for each sample.
        width: Width of the kernel.
        most: How many features.

    Returns:
        Features and weights, by decreasing absolute weight.

    Source:
        Ribeiro et al. (2016), "Why Should I Trust You?", sections 3.3 and 3.4.
    """
    weights = proximity(samples.kept, width) * samples.counts
    presence = samples.kept.astype(np.float64)
    total = weights.sum()
    presence -= weights @ presence / total
    centered = answers - weights @ answers / total
    weighted = presence * weights[:, None]
    products, targets = weighted.T @ presence, weighted.T @ centered
    if most <= _FORWARD:
        chosen = _forward(products, targets, most)
    else:
        chosen = _largest(_solve(products, targets, _SELECTION_PENALTY))[:most]
    coefficients = _solve(products[np.ix_(chosen, chosen)], targets[chosen], _PENALTY)
    return [(int(chosen[place]), float(coefficients[place])) for place in _largest(coefficients)]


def _solve(products: np.ndarray, targets: np.ndarray, penalty: float) -> np.ndarray:
    return np.linalg.solve(products + penalty * np.eye(len(products)), targets)


def _largest(values: np.ndarray) -> np.ndarray:
    return np.argsort(-np.abs(values), kind="stable")


def _forward(products: np.ndarray, targets: np.ndarray, most: int) -> np.ndarray:
    """Greedy choice by explained variance; what a chosen feature explains is taken from all others."""
    products, targets = products.copy(), targets.copy()
    scale = max(1.0, float(products.diagonal().max(initial=0.0)))
    chosen: list[int] = []
    for _ in range(min(most, len(targets))):
        variances = products.diagonal()
        gains = np.where(variances > _FLAT * scale, targets**2 / np.maximum(variances, _FLAT * scale), 0.0)
        gains[chosen] = -1.0
        best = int(gains.argmax())
        chosen.append(best)
        if variances[best] > _FLAT * scale:
            column = products[:, best] / variances[best]
            targets = targets - column * targets[best]
            products = products - np.outer(column, products[best])
    return np.array(chosen, dtype=np.int64)
