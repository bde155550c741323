"""What stands on the Chinese encoder to tell parts of speech and names: states of characters, scores of tags.

Pieces of the encoder may hold several words, or the end of a name. So each character gets a state of its own: that of
its piece, its own embedding, and where in the piece it stands. Plain functions over weights by name serve training
and use alike.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from torch import Tensor

UPOS = tuple("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split())
"""Parts of speech, in the order of their scores."""
KINDS = ("PER", "LOC", "ORG")
"""Kinds of names."""
CHUNKS = ("O", *(f"{prefix}-{kind}" for kind in KINDS for prefix in "BI"))
"""Tags of characters, in the order of their scores."""
WIDTH = 192
"""Numbers of a character's state."""
EDGE = 3
"""Characters further than this from an end of their piece count as that far."""
WINDOW = 5
"""Characters whose states are mixed into one."""
LONGEST_WORD = 5
"""Words of more characters count as that long."""
_ILLEGAL = -1e4


class Sizes(NamedTuple):
    """What the shapes of the weights follow from.

    Args:
        hidden: Numbers of a state of the encoder.
        word_tags: How many tags the dictionary has.
    """

    hidden: int
    word_tags: int


def shapes(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """Shapes of all weights of the heads, by name.

    Example:
        >>> shapes(Sizes(384, 50))["chunk.weight"]
        (7, 192)
    """
    linear = {
        "piece": (WIDTH, sizes.hidden),
        "own": (WIDTH, sizes.hidden),
        "mix": (WIDTH, WINDOW * WIDTH),
        "chunk": (len(CHUNKS), WIDTH),
        "word": (WIDTH, 3 * WIDTH + 64),
        "pos": (len(UPOS), WIDTH),
    }
    found: dict[str, tuple[int, ...]] = {}
    for name, shape in linear.items():
        found |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    for name in ("norm", "mix_norm"):
        found |= {f"{name}.weight": (WIDTH,), f"{name}.bias": (WIDTH,)}
    tables = {"begin": (EDGE + 1, WIDTH), "end": (EDGE + 1, WIDTH), "tag": (sizes.word_tags, 48)}
    return found | tables | {"length": (LONGEST_WORD + 1, 16), "follow": (len(CHUNKS),) * 2, "first": (len(CHUNKS),)}


class Characters(NamedTuple):
    """The characters of a batch of texts; all of shape (texts, characters) unless said otherwise.

    Args:
        piece: Number of the piece of each.
        begin: How far each is from the beginning of its piece, at most ``EDGE``.
        end: How far from its end.
        own: Embeddings of the characters themselves; shape (texts, characters, hidden).
        there: Which are no padding.
    """

    piece: "Tensor"
    begin: "Tensor"
    end: "Tensor"
    own: "Tensor"
    there: "Tensor"


def _same(tensor: "Tensor") -> "Tensor":
    return tensor


Drop = Callable[["Tensor"], "Tensor"]


def character_states(
    weights: "Mapping[str, Tensor]", hidden: "Tensor", chars: Characters, drop: Drop = _same
) -> "Tensor":
    """States of characters.

    Args:
        weights: By name, see :func:`shapes`.
        hidden: States of the pieces, shape (texts, pieces, hidden).
        chars: The characters.
        drop: Dropout, in training.

    Returns:
        Shape (texts, characters, ``WIDTH``).
    """
    import torch
    from torch.nn.functional import gelu, layer_norm, linear, pad

    of_pieces = torch.gather(hidden, 1, chars.piece[..., None].expand(-1, -1, hidden.shape[-1]))
    states = linear(of_pieces, weights["piece.weight"], weights["piece.bias"])
    states = states + linear(chars.own, weights["own.weight"], weights["own.bias"])
    states = states + weights["begin"][chars.begin] + weights["end"][chars.end]
    states = drop(gelu(layer_norm(states, (WIDTH,), weights["norm.weight"], weights["norm.bias"])))
    states = states * chars.there[..., None]
    around = pad(states, (0, 0, WINDOW // 2, WINDOW // 2))
    count = states.shape[1]
    around = torch.cat([around[:, place : place + count] for place in range(WINDOW)], -1)
    mixed = gelu(linear(around, weights["mix.weight"], weights["mix.bias"]))
    return drop(layer_norm(states + mixed, (WIDTH,), weights["mix_norm.weight"], weights["mix_norm.bias"]))


class WordsInBatch(NamedTuple):
    """Words in a batch of texts, as vectors of equal length.

    Args:
        row: The text of each.
        start: Its first character.
        end: The one after its last.
        tag: Number of its tag in the dictionary; 0 for what is not there, 1 for what is no Chinese.
    """

    row: "Tensor"
    start: "Tensor"
    end: "Tensor"
    tag: "Tensor"


def pos_scores(weights: "Mapping[str, Tensor]", states: "Tensor", words: WordsInBatch, drop: Drop = _same) -> "Tensor":
    """Scores of the parts of speech of words.

    Args:
        weights: By name, see :func:`shapes`.
        states: States of the characters.
        drop: Dropout, in training.

    Returns:
        Shape (words, ``len(UPOS)``).
    """
    import torch
    from torch.nn.functional import gelu, linear, pad

    row, start, end, tag = words
    sums = pad(states, (0, 0, 1, 0)).cumsum(1)
    mean = (sums[row, end] - sums[row, start]) / (end - start)[:, None]
    length = weights["length"][(end - start).clamp(max=LONGEST_WORD)]
    seen = torch.cat([states[row, start], states[row, end - 1], mean, weights["tag"][tag], length], -1)
    inner = drop(gelu(linear(seen, weights["word.weight"], weights["word.bias"])))
    return linear(inner, weights["pos.weight"], weights["pos.bias"])


def chunk_scores(weights: "Mapping[str, Tensor]", states: "Tensor") -> "Tensor":
    """Scores of the tags of characters; shape (texts, characters, ``len(CHUNKS)``)."""
    from torch.nn.functional import linear

    return linear(states, weights["chunk.weight"], weights["chunk.bias"])


def legal() -> tuple[np.ndarray, np.ndarray]:
    """What is added to the scores of one tag after another, and of a first tag, so that none continues another name.

    Example:
        >>> follow, first = legal()
        >>> float(follow[CHUNKS.index("B-PER"), CHUNKS.index("I-PER")]), float(first[CHUNKS.index("I-PER")])
        (0.0, -10000.0)
    """
    follow = np.zeros((len(CHUNKS),) * 2, np.float32)
    for place, tag in enumerate(CHUNKS):
        if tag[0] == "I":
            follow[[before[2:] != tag[2:] for before in CHUNKS], place] = _ILLEGAL
    return follow, follow[0]


def best_chunks(scores: np.ndarray, sizes: Sequence[int], follow: np.ndarray, first: np.ndarray) -> list[list[int]]:
    """The likeliest tags of the characters of each text, by the algorithm of Viterbi.

    Args:
        scores: Shape (texts, characters, tags).
        sizes: How many characters each text has; 1 at least.
        follow: Scores of one tag after another.
        first: Scores of a first tag.

    Returns:
        Numbers of tags.

    Example:
        >>> scores = np.zeros((1, 2, 7), np.float32)
        >>> scores[0, 0, 1], scores[0, 1, 4] = 2, 1
        >>> [CHUNKS[tag] for tag in best_chunks(scores, [2], *legal())[0]]
        ['B-PER', 'O']
    """
    best = first + scores[:, 0]
    sums, backs = [best], []
    for place in range(1, scores.shape[1]):
        paths = best[:, :, None] + follow
        back = paths.argmax(1)
        best = np.take_along_axis(paths, back[:, None], 1)[:, 0] + scores[:, place]
        sums.append(best)
        backs.append(back)
    found = []
    for text, size in enumerate(sizes):
        path = [int(sums[size - 1][text].argmax())]
        for back in reversed(backs[: size - 1]):
            path.append(int(back[text, path[-1]]))
        found.append(path[::-1])
    return found


def names_of(tags: Sequence[int]) -> list[tuple[int, int, str]]:
    """Names as first character, the one after the last, and kind.

    Example:
        >>> names_of([CHUNKS.index(tag) for tag in ("B-PER", "I-PER", "O", "B-LOC")])
        [(0, 2, 'PER'), (3, 4, 'LOC')]
    """
    found: list[tuple[int, int, str]] = []
    for place, tag in enumerate(tags):
        name = CHUNKS[tag]
        if name[0] == "B":
            found.append((place, place + 1, name[2:]))
        elif name[0] == "I":
            found[-1] = (found[-1][0], place + 1, name[2:])
    return found
