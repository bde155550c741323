"""A larger model that labels free text for the small pipeline: one encoder, one layer of scores a task.

It is used in building only and does not ship. The encoder knows no capitals, so the shape of every word is
added to its input.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.language.embedded.build.dependency_trees import best_tree
from hf_robust.language.embedded.build.entity_training import MISSING, Span
from hf_robust.language.embedded.packed import base_encoder_path

if TYPE_CHECKING:
    from torch import Generator, Tensor
    from torch.nn import ModuleDict
    from transformers import PreTrainedTokenizerBase

ARCS, LABELS = 256, 128
"""Width of the layers that score heads and their labels."""
HIDDEN, DROPPED = 0.08, 0.2
"""Shares of tokens and of features of words that are left out in training."""
WIDTHS = (16, 32, 48, 64, 96, 128, 256, 512)
BATCH = 768
"""Sizes of batches in tokens: the widths, and the tokens in all."""
OPEN = -100
"""Number of what is not annotated: it does not count in training."""


@dataclass
class Example:
    """One text of some sentences; an empty layer is not annotated.

    ``starts`` are the first words of the sentences, ``heads`` word numbers in the text (a root is its own
    head), ``kinds`` part of speech and features as one string, ``spans`` entities (None: not annotated).
    """

    words: list[str]
    starts: list[int]
    tags: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    deps: list[str] = field(default_factory=list)
    spans: list[Span] | None = None
    spaces: list[bool] = field(default_factory=list)
    lemmas: list[str] = field(default_factory=list)
    sure: list[float] = field(default_factory=list)
    """Of predicted examples: probability of the entity label of each word."""


@dataclass
class Teacher:
    """The model (bfloat16) with its tokenizer and the names of its labels."""

    parts: "ModuleDict"
    tokenizer: "PreTrainedTokenizerBase"
    labels: dict[str, list[str]]


def shape(word: str) -> int:
    """Kind of spelling, 1 to 7 (0 is for what is no word).

    Example:
        >>> [shape(word) for word in ("dog", "Rome", "NATO", "A", "iPhone", "1990s", "--")]
        [1, 2, 3, 4, 5, 6, 7]
    """
    if any(c.isdigit() for c in word):
        return 6
    if not any(c.isalpha() for c in word):
        return 7
    if word.islower():
        return 1
    if word.isupper():
        return 3 if len(word) > 1 else 4
    return 2 if word[0].isupper() and word[1:].islower() else 5


def label_names(examples: Sequence[Example]) -> dict[str, list[str]]:
    """Every label of each layer, in alphabetical order; entities as O, B-X and I-X."""
    kinds = sorted({span[2] for e in examples for span in e.spans or () if span[2] != MISSING})
    names = {layer: sorted({x for e in examples for x in getattr(e, layer)}) for layer in ("tags", "kinds", "deps")}
    return names | {"entities": ["O", *(f"{mark}-{kind}" for kind in kinds for mark in "BI")]}


def new_teacher(labels: dict[str, list[str]], noise: "Generator", encoder: Path | None = None) -> Teacher:
    """The encoder with fresh layers of scores.

    Args:
        labels: Label names of each layer.
        noise: Source of the first weights.
        encoder: State of a ``BertModel`` (safetensors) to start from; None starts from the public encoder.
    """
    import torch
    from transformers import AutoTokenizer, BertModel

    base = base_encoder_path()
    bert = BertModel.from_pretrained(
        base,
        local_files_only=True,
        attn_implementation="eager",
        add_pooling_layer=False,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    if encoder is not None:
        from safetensors.torch import load_file

        bert.load_state_dict(load_file(encoder), strict=False)
    width, linear = bert.config.hidden_size, torch.nn.Linear
    parts = torch.nn.ModuleDict(
        {
            "shape": torch.nn.Embedding(8, width),
            "tags": linear(width, len(labels["tags"])),
            "kinds": linear(width, len(labels["kinds"])),
            "entities": linear(width, len(labels["entities"])),
            "starts": linear(width, 2),
            "arc_word": linear(width, ARCS),
            "arc_head": linear(width, ARCS),
            "arcs": linear(ARCS, ARCS),
            "root": linear(ARCS, 1),
            "dep_word": linear(width, LABELS),
            "dep_head": linear(width, LABELS),
            "dep_pairs": linear(LABELS, LABELS * len(labels["deps"])),
            "dep_single": linear(2 * LABELS, len(labels["deps"])),
        }
    )
    with torch.no_grad():
        for name, weight in parts.named_parameters():
            weight.zero_() if name.endswith("bias") else weight.normal_(0, 0.02, generator=noise)
    bert.embeddings.requires_grad_(False)  # half of all weights, and the data are too small to change them well
    parts["bert"] = bert
    parts.to(torch.bfloat16)
    tokenizer = AutoTokenizer.from_pretrained(base, local_files_only=True)
    return Teacher(parts, tokenizer, labels)


def batches(
    teacher: Teacher, texts: Sequence[Sequence[str]], noise: "Generator | None" = None
) -> Iterator[tuple[int, list[int], int]]:
    """Batches of few different sizes: kernels are compiled for every new one, which takes longer than filling up.

    Args:
        teacher: Its tokenizer counts.
        texts: Words of each text.
        noise: When given, order and batches are shuffled.

    Yields:
        Width in tokens, places of the texts, and how many of them are no repetition.
    """
    import torch

    def order(size: int) -> list[int]:
        return list(range(size)) if noise is None else torch.randperm(size, generator=noise).tolist()

    tokens = teacher.tokenizer([list(words) for words in texts], is_split_into_words=True)["input_ids"]
    groups: dict[int, list[int]] = {width: [] for width in WIDTHS}
    for i in order(len(texts)):
        longest = max(len(tokens[i]), len(texts[i]))
        groups[next((width for width in WIDTHS if longest <= width), WIDTHS[-1])].append(i)
    found = []
    for width, rows in groups.items():
        size = max(1, BATCH // width)
        for start in range(0, len(rows), size):
            part = rows[start : start + size]
            found.append((width, [*part, *islice(cycle(rows), size - len(part))], len(part)))
    yield from (found[i] for i in order(len(found)))


def encode(teacher: Teacher, texts: Sequence[Sequence[str]], width: int) -> "dict[str, Tensor]":
    """Token numbers, shapes, and where the first and last token of each word are (0: no such word)."""
    import torch

    batch = teacher.tokenizer(
        [list(words) for words in texts],
        is_split_into_words=True,
        padding="max_length",
        truncation=True,
        max_length=width,
        return_tensors="pt",
    )
    shapes, first, last = (torch.zeros_like(batch["input_ids"]) for _ in range(3))
    for row, words in enumerate(texts):
        for place, word in enumerate(batch.word_ids(row)):
            if word is not None:
                shapes[row, place] = shape(words[word])
                last[row, word] = place
                if not first[row, word]:
                    first[row, word] = place
    return {
        "input_ids": batch["input_ids"],
        "attention_mask": batch["attention_mask"],
        "shapes": shapes,
        "first": first,
        "last": last,
    }


def scores(teacher: Teacher, batch: "dict[str, Tensor]", noise: "Generator | None" = None) -> "dict[str, Tensor]":
    """Scores of tags, kinds, entities, sentence starts and heads, and the layers that score the labels of heads.

    Args:
        batch: From :func:`encode`.
        noise: When given, some tokens are hidden and features of words are dropped.
    """
    import torch
    from torch.nn.functional import gelu

    def drop(values: "Tensor") -> "Tensor":
        if noise is None:
            return values
        return values * (torch.rand(values.shape, generator=noise) >= DROPPED) / (1 - DROPPED)

    parts, ids = teacher.parts, batch["input_ids"]
    if noise is not None:
        hidden = (torch.rand(ids.shape, generator=noise) < HIDDEN) & (batch["shapes"] > 0)
        ids = torch.where(hidden, teacher.tokenizer.mask_token_id, ids)
    inputs = parts["bert"].embeddings.word_embeddings(ids) + parts["shape"](batch["shapes"])
    states = parts["bert"](inputs_embeds=inputs, attention_mask=batch["attention_mask"]).last_hidden_state
    rows = torch.arange(len(ids))[:, None]
    words = drop((states[rows, batch["first"]] + states[rows, batch["last"]]) / 2)
    arc_word, arc_head, dep_word, dep_head = (
        drop(gelu(parts[name](words))) for name in ("arc_word", "arc_head", "dep_word", "dep_head")
    )
    heads = parts["arcs"](arc_word) @ arc_head.transpose(1, 2)
    root = torch.eye(heads.shape[1], dtype=torch.bool)
    heads = torch.where(root, parts["root"](arc_word), heads)
    return {
        **{name: parts[name](words).float() for name in ("tags", "kinds", "entities", "starts")},
        "heads": heads.float(),
        "dep_word": dep_word,
        "dep_head": dep_head,
    }


def dep_scores(teacher: Teacher, found: "dict[str, Tensor]", heads: "Tensor") -> "Tensor":
    """Scores of the labels of given heads."""
    import torch

    word, head = found["dep_word"], found["dep_head"][torch.arange(len(heads))[:, None], heads]
    pairs = teacher.parts["dep_pairs"](word).unflatten(-1, (-1, LABELS)) @ head[..., None]
    return (pairs.squeeze(-1) + teacher.parts["dep_single"](torch.cat((word, head), -1))).float()


def predict(
    teacher: Teacher, texts: "Sequence[tuple[list[str], list[bool]]]", known: Sequence[Example] = ()
) -> Iterator[tuple[int, Example]]:
    """Label texts, the shortest first.

    Args:
        teacher: The trained model.
        texts: Words and the blanks after them.
        known: When given, one example a text: its sentence starts are used.

    Yields:
        Place of the text in ``texts`` and the text with all layers.
    """
    import torch

    teacher.parts.eval()
    for width, rows, real in batches(teacher, [words for words, _ in texts]):
        with torch.inference_mode():
            found = scores(teacher, encode(teacher, [texts[i][0] for i in rows], width))
        sizes, starts = [len(texts[i][0]) for i in rows], [known[i].starts for i in rows] if known else None
        heads, all_starts = _heads(found, sizes, starts)
        with torch.inference_mode():
            found["deps"] = dep_scores(teacher, found, heads)
        for place, row in enumerate(rows[:real]):
            yield row, _read(teacher, found, place, *texts[row], all_starts[place], heads[place])


def _heads(
    found: "dict[str, Tensor]", lengths: Sequence[int], starts: Sequence[list[int]] | None
) -> "tuple[Tensor, list[list[int]]]":
    """Heads of all words, found sentence by sentence, and the sentence starts."""
    import torch

    heads, all_starts = torch.zeros(found["heads"].shape[:2], dtype=torch.long), []
    for row, length in enumerate(lengths):
        begin = (
            starts[row]
            if starts
            else [i for i in range(length) if i == 0 or found["starts"][row, i, 1] > found["starts"][row, i, 0]]
        )
        for a, b in zip(begin, [*begin[1:], length]):
            block = found["heads"][row, a:b, a:b].log_softmax(-1).numpy()
            heads[row, a:b] = torch.tensor(best_tree(block)) + a
        all_starts.append(begin)
    return heads, all_starts


def _read(
    teacher: Teacher,
    found: "dict[str, Tensor]",
    row: int,
    words: list[str],
    spaces: list[bool],
    starts: list[int],
    heads: "Tensor",
) -> Example:
    def best(layer: str) -> list[str]:
        return [teacher.labels[layer][i] for i in found[layer][row, : len(words)].argmax(-1).tolist()]

    sure = found["entities"][row, : len(words)].softmax(-1).amax(-1).tolist()
    deps, heads = best("deps"), heads[: len(words)].tolist()
    deps = ["root" if head == i else "dep" if dep == "root" else dep for i, (dep, head) in enumerate(zip(deps, heads))]
    spans = spans_of(best("entities"))
    return Example(words, starts, best("tags"), best("kinds"), heads, deps, spans, spaces, sure=sure)


def spans_of(marks: Sequence[str]) -> list[Span]:
    """Spans of BIO marks; an I of another kind than the mark before opens a span.

    Example:
        >>> spans_of(["B-ORG", "I-ORG", "O", "I-GPE", "B-GPE"])
        [(0, 2, 'ORG'), (3, 4, 'GPE'), (4, 5, 'GPE')]
    """
    spans: list[Span] = []
    for i, mark in enumerate(marks):
        if mark == "O":
            continue
        if mark[0] == "I" and spans and spans[-1][1:] == (i, mark[2:]):
            spans[-1] = (spans[-1][0], i + 1, mark[2:])
        else:
            spans.append((i, i + 1, mark[2:]))
    return spans


def marks_of(size: int, spans: Sequence[Span]) -> list[str]:
    """The opposite of :func:`spans_of`; words under a MISSING span have the mark ``?``."""
    marks = ["O"] * size
    for start, end, label in spans:
        marks[start:end] = [MISSING if label == MISSING else f"{'I' if i else 'B'}-{label}" for i in range(end - start)]
    return marks


def targets(teacher: Teacher, examples: Sequence[Example], width: int) -> "dict[str, Any]":
    """Numbers of the right labels of a batch, OPEN where nothing is annotated, and the sentence of each word."""
    import torch

    numbers = {layer: {name: i for i, name in enumerate(names)} for layer, names in teacher.labels.items()}
    gold = {
        layer: torch.full((len(examples), width), OPEN)
        for layer in ("tags", "kinds", "deps", "entities", "heads", "starts", "sentence")
    }
    for row, example in enumerate(examples):
        size = len(example.words)
        for layer in ("tags", "kinds", "deps"):
            if getattr(example, layer):
                gold[layer][row, :size] = torch.tensor([numbers[layer][x] for x in getattr(example, layer)])
        if example.heads:
            gold["heads"][row, :size] = torch.tensor(example.heads)
        if example.spans is not None:
            gold["entities"][row, :size] = torch.tensor(
                [numbers["entities"].get(mark, OPEN) for mark in marks_of(size, example.spans)]
            )
        first = torch.zeros(size, dtype=torch.long)
        first[example.starts] = 1
        gold["sentence"][row, :size] = first.cumsum(0)
        if example.tags:
            gold["starts"][row, 1:size] = first[1:]
    return gold
