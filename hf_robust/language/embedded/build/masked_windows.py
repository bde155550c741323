"""Texts cut into windows of word pieces, and batches of them with masks, to train a masked language model."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from torch import Generator, Tensor
    from transformers import PreTrainedTokenizerBase

WINDOW = 128
"""Word pieces of the longest training window, with its two marks."""
LENGTHS = (16, 32, 48, 64, 96, WINDOW)
"""Windows are filled up to one of these lengths: for a new shape, the library of the processor compiles anew."""
BATCH = 2048
"""Word pieces of a batch."""
MASKED = 0.25
SEEN_OFTEN = 30
"""How often a word piece must stand in the texts to be predicted."""

Case = tuple[list[int], int]
"""A window and the place in it that is masked."""


class Batch(NamedTuple):
    """Word pieces with masks, places that count in the flat batch, and what stood there (output rows, -1: none)."""

    pieces: "Tensor"
    attention: "Tensor"
    places: "Tensor"
    targets: "Tensor"


def windows(
    texts: Sequence[Sequence[str]], tokenizer: "PreTrainedTokenizerBase", longest: int = WINDOW
) -> list[list[int]]:
    """Cut texts into windows of whole sentences; a sentence that is longer than a window is cut.

    Args:
        texts: Lists of sentences.
        tokenizer: The encoder's.
        longest: Word pieces of a window, with the two marks.

    Returns:
        Numbers of word pieces, marks at both ends.
    """
    found: list[list[int]] = []
    for text in texts:
        current: list[int] = []
        for pieces in tokenizer(list(text), add_special_tokens=False)["input_ids"]:
            if len(current) + len(pieces) > longest - 2 and current:
                found.append(current)
                current = []
            while len(pieces) > longest - 2:
                found.append(pieces[: longest - 2])
                pieces = pieces[longest - 2 :]
            current = current + pieces
        if len(current) > 1:
            found.append(current)
    return [[tokenizer.cls_token_id, *pieces, tokenizer.sep_token_id] for pieces in found]


def output_rows(rows: Sequence[Sequence[int]], size: int, marks: Sequence[int]) -> "tuple[Tensor, Tensor]":
    """Which word pieces get an output row, and the logarithm of their share.

    Args:
        rows: Training windows.
        size: Size of the vocabulary.
        marks: Special pieces; they are never predicted.
    """
    import torch

    counts = torch.bincount(torch.tensor([p for row in rows for p in row]), minlength=size)
    counts[torch.tensor(marks)] = 0
    chosen = (counts >= SEEN_OFTEN).nonzero().flatten()
    share = counts[chosen].float()
    return chosen, (share / share.sum()).log()


def batches(rows: Sequence[list[int]], generator: "Generator") -> Iterator[list[list[int]]]:
    """One pass over the windows in shuffled batches of one length each; rests of a batch wait for the next pass."""
    import torch

    groups: dict[int, list[int]] = {length: [] for length in LENGTHS}
    for i in torch.randperm(len(rows), generator=generator).tolist():
        groups[next(length for length in LENGTHS if length >= len(rows[i]))].append(i)
    cut = [
        group[start : start + BATCH // length]
        for length, group in groups.items()
        for start in range(0, len(group) - BATCH // length + 1, BATCH // length)
    ]
    for i in torch.randperm(len(cut), generator=generator).tolist():
        yield [rows[j] for j in cut[i]]


def padded(rows: Sequence[list[int]]) -> "tuple[Tensor, Tensor]":
    """Word pieces and attention mask of a batch."""
    import torch
    from torch.nn.utils.rnn import pad_sequence

    lengths = torch.tensor([len(row) for row in rows])
    full = next(length for length in LENGTHS if length >= lengths.max())
    pieces = pad_sequence([torch.tensor(row) for row in [*rows, [0] * full]], batch_first=True)[:-1]
    return pieces, (torch.arange(pieces.shape[1])[None] < lengths[:, None]).long()


def masked(rows: Sequence[list[int]], row_of: "Tensor", mask: int, generator: "Generator") -> Batch:
    """Mask pieces that have an output row, a quarter of the batch's places; one in ten of those stays as it is.

    Filling counts as places: of a short window, up to two in five pieces are masked.
    """
    import torch

    pieces, attention = padded(rows)
    order = torch.rand(pieces.shape, generator=generator).masked_fill(row_of[pieces] < 0, 2.0).flatten()
    places = order.argsort()[: int(MASKED * len(order))]  # as many in every batch of one length
    targets = row_of[pieces.flatten()[places]]
    hidden = places[torch.rand(places.shape, generator=generator) < 0.9]
    return Batch(pieces.flatten().index_fill(0, hidden, mask).view_as(pieces), attention, places, targets)


def one_masked(rows: Sequence[list[int]], seed: int = 0) -> list[Case]:
    """One place a window, drawn with a fixed seed: what the model is measured on."""
    from random import Random

    rng = Random(seed)
    return [(row, rng.randrange(1, len(row) - 1)) for row in rows]
