"""The Chinese tagger of the embedded defaults: the Chinese encoder with its last layers and two heads trained here.

``zh_robust_sm/README.md`` states data, licence and quality.
"""

import json
import os
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hf_robust.core.errors import DataFileError
from hf_robust.core.evaluation_mode import evaluating
from hf_robust.core.linear_layers import quick_linear
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.embedded import CHINESE_PIPELINE
from hf_robust.language.embedded.chinese_encoder import chinese_encoder
from hf_robust.language.embedded.chinese_heads import (
    EDGE,
    Characters,
    Sizes,
    WordsInBatch,
    best_chunks,
    character_states,
    chunk_scores,
    legal,
    names_of,
    pos_scores,
    shapes,
)
from hf_robust.language.embedded.packed import check_sha256, filled, unpack

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import BertModel, PreTrainedTokenizerFast

HEADS = "heads."
_REINSTALL = "run: pip install --force-reinstall hf-robust"
_STEP = 8  # texts are filled up to a multiple of so many pieces and characters
_PIECES = 2048  # of a batch
_LEAST_ROWS = 64  # products of few rows take another path, which rounds otherwise
_MOST_PIECES = 512


class Read(NamedTuple):
    """What the tokenizer makes of a text.

    Args:
        ids: Numbers of the pieces, with the signs for begin and end.
        piece: Number of the piece of each character, 0 where it is in none.
        begin: How far each character is from the beginning of its piece.
        end: How far from its end.
        own: Number of the piece that each character makes alone.
    """

    ids: list[int]
    piece: np.ndarray
    begin: np.ndarray
    end: np.ndarray
    own: np.ndarray


class ChineseReader:
    """The encoder with what stands on it.

    Args:
        encoder: The encoder; its last layers are those that were trained.
        heads: Weights of the heads by name.
        word_tags: The tags of the dictionary, in the order of their embeddings.
    """

    def __init__(
        self,
        encoder: "BertModel",
        tokenizer: "PreTrainedTokenizerFast",
        heads: "Mapping[str, Tensor]",
        word_tags: Sequence[str],
    ):
        self.encoder, self.tokenizer, self.heads = encoder, tokenizer, dict(heads)
        self._tags = {tag: number for number, tag in enumerate(word_tags, start=2)}
        self._alone: dict[str, int] = {}
        self._process = os.getpid()
        follow, first = legal()
        self._follow = self.heads["follow"].numpy() + follow
        self._first = self.heads["first"].numpy() + first

    def read(self, texts: Sequence[str]) -> list[Read]:
        """Pieces and characters of texts, none of them empty."""
        found = self.tokenizer(list(texts), return_offsets_mapping=True, truncation=True, max_length=_MOST_PIECES)
        return [
            self._read(text, ids, offsets)
            for text, ids, offsets in zip(texts, found["input_ids"], found["offset_mapping"])
        ]

    def _read(self, text: str, ids: list[int], offsets: Sequence[tuple[int, int]]) -> Read:
        piece, begin, end = (np.zeros(len(text), np.int64) for _ in range(3))
        for number, (first, last) in enumerate(offsets):
            if last > first:
                places = np.arange(last - first)
                piece[first:last] = number
                begin[first:last] = np.minimum(places, EDGE)
                end[first:last] = np.minimum(places[::-1], EDGE)
        return Read(ids, piece, begin, end, np.array([self._own(sign) for sign in text], np.int64))

    def _own(self, sign: str) -> int:
        if sign not in self._alone:
            self._alone[sign] = self.tokenizer.convert_tokens_to_ids(unicodedata.normalize("NFKC", sign))
        return self._alone[sign]

    def word_tag(self, word: str) -> int:
        """Number of a word's tag in the dictionary; 0 for one that is not there, 1 for one in ASCII."""
        known = entry(word)
        return self._tags.get(known.tag, 0) if known is not None else int(word.isascii())

    def states(self, texts: Sequence[str]) -> "list[Tensor]":
        """States of the characters of each text, whatever texts it is read with.

        Texts of about the same length are read together, filled up to one of few lengths: then the numbers of a text
        do not depend on its company.

        Args:
            texts: Texts of a sentence or so, none of them empty.
        """
        import torch

        if self._process != os.getpid():  # threads do not survive a fork: the first product would wait for them forever
            self._process = os.getpid()
            torch.set_num_threads(1)
        reads = self.read(texts)
        found: list[Any] = [None] * len(texts)
        with evaluating(self.encoder), torch.inference_mode(), quick_linear("cpu"):
            for places, size in _batches([len(read.ids) for read in reads]):
                rows = max(len(places), -(-_LEAST_ROWS // size))
                states = self._states([reads[place] for place in places], rows, size)
                for row, place in enumerate(places):
                    found[place] = states[row, : len(texts[place])].clone()
        return found

    def _states(self, reads: Sequence[Read], rows: int, size: int) -> "Tensor":
        import torch

        pad = self.tokenizer.pad_token_id
        ids = torch.full((rows, size), pad)
        for row, read in enumerate(reads):
            ids[row, : len(read.ids)] = torch.tensor(read.ids)
        mask = (ids != pad).long()
        mask[len(reads) :, 0] = 1  # a text of padding alone would have no piece to look at
        hidden = self.encoder(ids, attention_mask=mask).last_hidden_state
        return character_states(self.heads, hidden, self.characters(reads, rows))

    def characters(self, reads: Sequence[Read], rows: int) -> Characters:
        """The characters of a batch.

        Args:
            rows: How many the batch has, those of padding included.
        """
        import torch

        most = max(len(read.own) for read in reads)
        count = -(-most // _STEP) * _STEP
        tables = np.zeros((4, rows, count), np.int64)
        there = np.zeros((rows, count), bool)
        for row, read in enumerate(reads):
            tables[:, row, : len(read.own)] = read[1:]
            there[row, : len(read.own)] = True
        piece, begin, end, own = torch.from_numpy(tables)
        embedded = self.encoder.embeddings.word_embeddings.weight[own]
        return Characters(piece, begin, end, embedded, torch.from_numpy(there))

    def tags(self, states: "Sequence[Tensor]", words: Sequence[Sequence[tuple[int, int, str]]]) -> list[list[int]]:
        """Parts of speech of the words of each text, as numbers in ``UPOS``.

        Args:
            states: States of its characters.
            words: First character, the one after the last, and the word in simplified characters.
        """
        import torch

        if not any(words):
            return [[] for _ in words]
        count = max(map(len, states))
        stacked = torch.stack([torch.nn.functional.pad(one, (0, 0, 0, count - len(one))) for one in states])
        rows = [(row, start, end, self.word_tag(word)) for row, own in enumerate(words) for start, end, word in own]
        filled = rows + rows[:1] * max(0, _LEAST_ROWS - len(rows))
        with torch.inference_mode(), quick_linear("cpu"):
            scores = pos_scores(self.heads, stacked, WordsInBatch(*torch.tensor(filled).T))
        found = iter(scores.argmax(-1).tolist())
        return [[next(found) for _ in own] for own in words]

    def names(self, states: "Sequence[Tensor]") -> list[list[tuple[int, int, str]]]:
        """The names of each text: first character, the one after the last, and kind."""
        import torch

        found: list[Any] = [None] * len(states)
        for places, size in _batches([len(one) for one in states]):
            rows = max(len(places), -(-_LEAST_ROWS // size))
            stacked = torch.zeros(rows, size, states[0].shape[-1])
            for row, place in enumerate(places):
                stacked[row, : len(states[place])] = states[place]
            with torch.inference_mode(), quick_linear("cpu"):
                scores = chunk_scores(self.heads, stacked).numpy()
            sizes = [len(states[place]) for place in places]
            for place, tags in zip(places, best_chunks(scores[: len(places)], sizes, self._follow, self._first)):
                found[place] = names_of(tags)
        return found


def _batches(sizes: Sequence[int]) -> Iterator[tuple[list[int], int]]:
    """Places of texts to read together, and the length they are filled up to."""
    filled = [-(-size // _STEP) * _STEP for size in sizes]
    order = sorted(range(len(sizes)), key=filled.__getitem__)
    batch: list[int] = []
    for place in chain(order, [-1]):
        if batch and (place < 0 or filled[place] != filled[batch[0]] or len(batch) * filled[batch[0]] >= _PIECES):
            yield batch, filled[batch[0]]
            batch = []
        batch.append(place)


@cache
def chinese_reader(folder: Path = CHINESE_PIPELINE) -> ChineseReader:
    """The tagger's model, loaded once a process.

    Args:
        folder: Folder with ``meta.json`` and ``model.safetensors``.

    Raises:
        DataFileError: A file is missing or altered.
    """
    from safetensors.torch import load_file

    meta = read_meta(folder)
    check_sha256(folder / "model.safetensors", meta["sha256"], _REINSTALL)
    stored = load_file(folder / "model.safetensors")
    heads = {name.removeprefix(HEADS): tensor.float() for name, tensor in stored.items() if name.startswith(HEADS)}
    base, tokenizer = chinese_encoder()
    trained = {name: tensor for name, tensor in stored.items() if not name.startswith(HEADS)}
    # the layers that were not trained are in memory once
    weights = unpack(trained, base.state_dict())
    encoder = filled(type(base), deepcopy(base.config), weights, add_pooling_layer=False).requires_grad_(False).eval()
    expected = shapes(Sizes(encoder.config.hidden_size, len(meta["word_tags"]) + 2))
    if {name: tuple(tensor.shape) for name, tensor in heads.items()} != expected:
        raise DataFileError(f"the weights in {folder} do not fit this version of hf_robust; {_REINSTALL}")
    return ChineseReader(encoder, tokenizer, heads, meta["word_tags"])


def read_meta(folder: Path) -> dict[str, Any]:
    """What the pipeline says of itself.

    Raises:
        DataFileError: One of its files is missing.
    """
    for name in ("meta.json", "model.safetensors"):
        if not (folder / name).is_file():
            raise DataFileError(f"expected {name} in {folder}, found nothing; {_REINSTALL}")
    return json.loads((folder / "meta.json").read_text(encoding="utf-8"))
