"""Slices of texts that are about the same: clusters of their embeddings, named by the words that set them apart."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hf_robust.language.vectors import word_vectors
from hf_robust.slices.slice_table import SliceInfo, SliceTable
from hf_robust.slices.word_slices import WordRows

if TYPE_CHECKING:
    from hf_robust.language.vectors import WordVectors

FAMILY = "cluster"
# rows that give a score with some certainty; clusters that a reader looks through
ROWS_A_CLUSTER, MOST_CLUSTERS = 100, 25
_COMMON = 1e-3  # the weight of a word falls where it is more frequent than that
_SPREAD = 1e-6  # a shorter vector has no direction
_ROWS_AT_ONCE = 4096  # limits the memory of a block
_ROUNDS = 25  # moves of the centers, at most
_TYPICAL = 3  # words that name a cluster

Vectors = NDArray[np.float32]


def cluster_slices(
    texts: Sequence[str], clusters: int | None = None, seed: int = 0, vectors: "WordVectors | None" = None
) -> SliceTable:
    """Clusters of texts by their words' vectors.

    An embedding is the mean of the vectors of a text's different words, rare ones weighing more; it takes a thousandth
    of the time of a sentence encoder, and topics are all that is asked of it. The clusters are those of k-means.

    Args:
        texts: One text a row.
        clusters: How many; without it one for each 100 rows, between 2 and 25.
        seed: Seed of the first centers.
        vectors: The vectors of words; without them those of :func:`hf_robust.language.vectors.word_vectors`.

    Returns:
        A slice for each cluster; a text without a known word is in none.

    Source: Arora et al. 2017, "A Simple but Tough-to-Beat Baseline for Sentence Embeddings", section 3 (the weights);
        Arthur and Vassilvitskii 2007, "k-means++"; Eyuboglu et al. 2022, "Domino" (slices as clusters of embeddings).
    """
    words = WordRows(texts)
    embedded = _embeddings(words, len(texts), vectors or word_vectors())
    known = np.flatnonzero(embedded.any(axis=1))
    count = clusters or min(MOST_CLUSTERS, max(2, len(texts) // ROWS_A_CLUSTER))
    if len(known) < 2 * count:
        return SliceTable((), np.zeros((len(texts), 0), np.bool_))
    label = np.full(len(texts), -1)
    label[known] = k_means(embedded[known], count, seed)
    members = label[:, None] == np.unique(label[known])[None]
    typical = _typical(words, members)
    names = [", ".join(found) for found in typical]
    slices = tuple(
        SliceInfo(
            f"cluster {number}: {name}", FAMILY, f"rows about such things as {name}", "semantics", {"words": found}
        )
        for number, (name, found) in enumerate(zip(names, typical), 1)
    )
    return SliceTable(slices, members)


def _embeddings(words: WordRows, rows: int, vectors: "WordVectors") -> Vectors:
    """The weighted mean of the vectors of each row's words, less what all have in common, of length one; else zeros."""
    place = np.array([vectors.place.get(word, -1) for word in words.words], np.int64)
    weight = _COMMON / (_COMMON + words.sizes / max(1, rows))
    known = place[words.word_indices] >= 0
    row, number = words.rows[known], words.word_indices[known]
    found = np.zeros((rows, vectors.vectors.shape[1]), np.float32)
    for start in range(0, rows, _ROWS_AT_ONCE):
        low, high = np.searchsorted(row, [start, start + _ROWS_AT_ONCE])
        if low == high:
            continue
        part = number[low:high]
        weighted = vectors.vectors[place[part]] * weight[part, None].astype(np.float32)
        here, first = np.unique(row[low:high], return_index=True)
        found[here] = np.add.reduceat(weighted, first, axis=0)
    some = found.any(axis=1)
    found[some] /= np.linalg.norm(found[some], axis=1, keepdims=True)
    found[some] -= found[some].mean(axis=0) if some.any() else 0
    return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), _SPREAD)


def k_means(points: Vectors, clusters: int, seed: int = 0, rounds: int = _ROUNDS) -> NDArray[np.intp]:
    """The cluster of each point, the nearest of the centers (Lloyd's algorithm from k-means++).

    Args:
        points: Array of shape (points, dimensions), at least as many points as clusters.
        clusters: How many.
        seed: Seed of the first centers.
        rounds: Most times that the centers are moved.

    Example:
        >>> points = np.array([[0, 0], [9, 9], [0, 1], [9, 8]], np.float32)
        >>> label = k_means(points, 2)
        >>> bool(label[0] == label[2] != label[1] == label[3])
        True
    """
    rng = np.random.default_rng(seed)
    lengths = (points * points).sum(axis=1)
    centers = points[rng.integers(len(points))][None]
    nearest = np.full(len(points), np.inf)
    while len(centers) < clusters:
        nearest = np.minimum(nearest, np.maximum(_distances(points, lengths, centers[-1:])[:, 0], 0))
        total = nearest.sum(dtype=np.float64)
        chance = nearest.astype(np.float64) / total if total > 0 else None
        centers = np.concatenate([centers, points[rng.choice(len(points), p=chance)][None]])
    label = np.full(len(points), -1)
    for _ in range(rounds):
        before, label = label, _distances(points, lengths, centers).argmin(axis=1)
        if np.array_equal(before, label):
            break
        one_hot = (label[:, None] == np.arange(clusters)[None]).astype(np.float32)
        counts = one_hot.sum(axis=0)[:, None]
        centers = np.where(counts > 0, one_hot.T @ points / np.maximum(counts, 1), centers)
    return label


def _distances(points: Vectors, lengths: Vectors, centers: Vectors) -> Vectors:
    """Squared distances of points to centers."""
    return lengths[:, None] - 2 * points @ centers.T + (centers * centers).sum(axis=1)[None]


def _typical(words: WordRows, members: NDArray[np.bool_]) -> list[list[str]]:
    """The words of each cluster that tell most of it: more frequent inside than chance has it."""
    shares, found = words.sizes / len(members), []
    short = np.fromiter((len(word) < 3 for word in words.words), np.bool_, len(words.words))
    for member in members.T:
        inside = np.bincount(words.word_indices[member[words.rows]], minlength=len(words.words))
        tells = (inside / max(1, member.sum()) - shares) / np.sqrt(shares)
        tells[short] = -np.inf
        order = np.argsort(-tells, kind="stable")[:_TYPICAL]
        found.append([words.words[number] for number in order.tolist() if inside[number]])
    return found
