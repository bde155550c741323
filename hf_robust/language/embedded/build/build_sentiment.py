"""Trains the sentiment classifier of the embedded defaults on free data, on one CPU core.

The lower layers of the encoder stay as they are, so their output is computed once; only the top layers,
the pooler and the classifier are trained, and only they are written.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, NamedTuple

from hf_robust.core.files import replaced_folder
from hf_robust.language.embedded.build.neutral_band import neutral_figures, shown
from hf_robust.language.embedded.build.treebanks import need, read_conllu, read_jsonl
from hf_robust.language.embedded.demo import LABELS, demo_reviews
from hf_robust.language.embedded.packed import base_encoder_path, base_state, pack, unpack, write_packed

if TYPE_CHECKING:
    from torch import Generator, Tensor
    from transformers import BertForSequenceClassification, PreTrainedTokenizerBase

TRAINED_LAYERS = 2
MAX_LENGTH = 256
BATCH = 32
DROPOUT = 0.1
OVERSAMPLED = 3
"""How often the few hundred reviews from outside the world of film are repeated."""


class Labelled(NamedTuple):
    """A text and the number of its label (0 negative, 1 positive)."""

    text: str
    label: int


def normalise(text: str) -> str:
    """Letters and digits only, lower case, without accents: two prints of one sentence become equal."""
    plain = re.sub(r"-[lr][rs]b-", "", unicodedata.normalize("NFKD", text.lower()))
    return re.sub(r"[^a-z0-9]", "", plain)


def sentence_polarity(nltk_data: Path) -> list[Labelled]:
    """Read the 10,662 snippets of Pang and Lee (2005) from NLTK's zip, in the file's order."""
    from zipfile import ZipFile

    with ZipFile(need(nltk_data / "corpora" / "sentence_polarity.zip")) as archive:
        texts = [archive.read(f"sentence_polarity/rt-polarity.{name}").decode("latin-1") for name in ("neg", "pos")]
    return [
        Labelled(line.strip(), label) for label, text in enumerate(texts) for line in text.splitlines() if line.strip()
    ]


def own_reviews() -> list[Labelled]:
    """Praise and complaints written for this package, alone and in pairs of the same label."""
    lines = Path(__file__).with_name("training_reviews.txt").read_text(encoding="utf-8").splitlines()
    by_label = [[line[2:] for line in lines if line.startswith(mark)] for mark in ("- ", "+ ")]
    return [
        row
        for label, texts in enumerate(by_label)
        for i, text in enumerate(texts)
        for row in (Labelled(text, label), Labelled(f"{text} {texts[i - 17]}", label))
    ]


def ewt_reviews(data: Path) -> list[Labelled]:
    """Customer reviews of the EWT treebank with our labels; complaints, the rarer kind, count three times."""
    marks = {}
    for line in Path(__file__).with_name("ewt_review_labels.txt").read_text(encoding="utf-8").splitlines():
        marks |= dict.fromkeys(line[2:].split(), line[0])
    rows = []
    for part in ("train_sample", "dev"):
        for document in read_conllu(data / "ud_english_ewt" / f"{part}.conllu"):
            genre, number = document.name.split("-", 1)
            mark = marks.get(number, "+")
            if genre == "reviews" and mark != "?":
                text = " ".join(
                    "".join(w + " " * s for w, s in zip(x.words, x.spaces)).strip() for x in document.sentences
                )
                rows += [Labelled(text, int(mark == "+"))] * (1 if mark == "+" else 3)
    return rows


def without_overlap(rows: Sequence[Labelled], others: Sequence[str]) -> list[Labelled]:
    """Drop rows that equal, contain or lie inside one of the other texts (SST has the same source)."""
    other = [n for n in map(normalise, others) if len(n) >= 8]
    keys = [normalise(row.text) for row in rows]
    joined, bad = "\n".join(keys), set()
    ends = list(accumulate(len(key) + 1 for key in keys))
    for text in other:
        start = joined.find(text)
        while start >= 0:
            bad.add(bisect_right(ends, start))
            start = joined.find(text, start + 1)
    pool = "\n".join(other)
    return [row for i, (row, key) in enumerate(zip(rows, keys)) if i not in bad and key and key not in pool]


def sst_pairs(path: Path) -> list[Labelled]:
    """Two-way rows of an SST file; neutral ones are left out."""
    return [Labelled(r["sentence"], int(r["label2"])) for r in read_jsonl(path) if r["label2"] is not None]


def lower_part(
    model: "BertForSequenceClassification", tokenizer: "PreTrainedTokenizerBase", texts: Sequence[str]
) -> "list[Tensor]":
    """Hidden states below the trained layers, one (tokens, width) tensor a text, float16."""
    import torch

    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
    states: list[Tensor | None] = [None] * len(texts)
    depth = model.config.num_hidden_layers - TRAINED_LAYERS
    for start in range(0, len(order), 64):
        rows = order[start : start + 64]
        batch = tokenizer(
            [texts[i] for i in rows], padding=True, truncation=True, max_length=MAX_LENGTH, return_tensors="pt"
        )
        with torch.inference_mode():
            hidden = model.bert(**batch, output_hidden_states=True).hidden_states[depth]
        for i, state, mask in zip(rows, hidden, batch["attention_mask"]):
            states[i] = state[: int(mask.sum())].half().clone()
    return states


def upper_part(
    model: "BertForSequenceClassification", states: "Sequence[Tensor]", noise: "Generator | None" = None
) -> "Tensor":
    """Logits from cached hidden states through the trained layers.

    Args:
        model: The classifier, in evaluation mode: dropout is done here, from the generator.
        states: One (tokens, width) tensor a text.
        noise: When given, tenths of the tokens, of their features and of the pooled features are dropped.
    """
    import torch
    from torch.nn.utils.rnn import pad_sequence

    hidden = pad_sequence([s.float() for s in states], batch_first=True)
    lengths = torch.tensor([len(s) for s in states])
    seen = torch.arange(hidden.shape[1])[None] < lengths[:, None]
    if noise is not None:
        dropped = torch.rand(seen.shape, generator=noise) < DROPOUT
        dropped[:, 0] = False
        seen, hidden = seen & ~dropped, _dropout(hidden, noise)
    mask = torch.zeros(seen.shape).masked_fill(~seen, torch.finfo(torch.float32).min)[:, None, None, :]
    for layer in model.bert.encoder.layer[-TRAINED_LAYERS:]:
        output = layer(hidden, mask)
        hidden = output[0] if isinstance(output, tuple) else output
    pooled = model.bert.pooler(hidden)
    return model.classifier(pooled if noise is None else _dropout(pooled, noise))


def _dropout(values: "Tensor", noise: "Generator") -> "Tensor":
    import torch

    return values * (torch.rand(values.shape, generator=noise) >= DROPOUT) / (1 - DROPOUT)


def batches(lengths: Sequence[int], size: int, generator: object) -> Iterator[list[int]]:
    """Shuffled batches of rows of similar length."""
    import torch

    order = torch.randperm(len(lengths), generator=generator).tolist()
    pools = [sorted(order[i : i + size * 50], key=lengths.__getitem__) for i in range(0, len(order), size * 50)]
    cut = [pool[i : i + size] for pool in pools for i in range(0, len(pool), size)]
    for i in torch.randperm(len(cut), generator=generator).tolist():
        yield cut[i]


def accuracy(model: "BertForSequenceClassification", states: "Sequence[Tensor]", labels: Sequence[int]) -> float:
    """Share of right labels."""
    import torch

    model.eval()
    with torch.inference_mode():
        guesses = [int(g) for i in range(0, len(states), 64) for g in upper_part(model, states[i : i + 64]).argmax(-1)]
    return sum(g == y for g, y in zip(guesses, labels)) / len(labels)


def fit(
    model: "BertForSequenceClassification",
    states: "Sequence[Tensor]",
    labels: Sequence[int],
    check: "tuple[Sequence[Tensor], Sequence[int]]",
    epochs: int,
    rate: float,
    seed: int,
) -> list[float]:
    """Train the upper part; the weights of the epoch that is best on ``check`` stay in the model.

    Returns:
        Accuracy on ``check`` after each epoch.
    """
    import torch

    noise = torch.Generator().manual_seed(seed)
    model.eval()
    model.requires_grad_(False)
    upper = {name: p for name, p in model.named_parameters() if is_trained(name, model)}
    for parameter in upper.values():
        parameter.requires_grad_(True)
    with torch.no_grad():
        model.classifier.weight.normal_(0, 0.02, generator=noise)
        model.classifier.bias.zero_()
    lengths, scores, best = [len(s) for s in states], [], {}
    optimizer = torch.optim.AdamW(upper.values(), lr=rate, weight_decay=0.01)
    steps = epochs * -(-len(states) // BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (0.1 * steps), (steps - step) / (0.9 * steps))
    )
    for _ in range(epochs):
        for rows in batches(lengths, BATCH, noise):
            logits = upper_part(model, [states[i] for i in rows], noise)
            loss = torch.nn.functional.cross_entropy(logits, torch.tensor([labels[i] for i in rows]))
            loss.backward()
            torch.nn.utils.clip_grad_norm_(upper.values(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            schedule.step()
        scores.append(accuracy(model, *check))
        if scores[-1] == max(scores):
            best = {name: p.detach().clone() for name, p in upper.items()}
    model.load_state_dict(best, strict=False)
    return scores


def is_trained(name: str, model: "BertForSequenceClassification") -> bool:
    """Does this parameter belong to the part that is trained and shipped?"""
    depth = model.config.num_hidden_layers
    layers = [f"bert.encoder.layer.{i}." for i in range(depth - TRAINED_LAYERS, depth)]
    return name.startswith((*layers, "bert.pooler.", "classifier."))


DESCRIPTION = {
    "name": "robust-sentiment-minilm",
    "version": "1.2.0",
    "license": "CC BY-SA 4.0",
    "architecture": "BertForSequenceClassification",
    "labels": list(LABELS),
    "max_length": MAX_LENGTH,
    "trained_layers": TRAINED_LAYERS,
}


def build(data: Path, nltk_data: Path, out: Path, epochs: int = 3, rate: float = 1e-4, seed: int = 0) -> dict:
    """Train, measure and write the trained part with its card to ``out``.

    Args:
        data: Folder with ``ud_english_ewt/``, ``sst/dev.jsonl`` (chooses the epoch) and ``sst/test.jsonl``
            (measured, never trained on).
        nltk_data: NLTK data folder with ``corpora/sentence_polarity.zip``.
        out: Folder to write.
        epochs: Passes over the data.
        rate: Highest learning rate.
        seed: Seed of order, first weights and dropout.

    Returns:
        The figures on the card.

    Raises:
        DataFileError: A data file is missing.
        MissingResource: The encoder's package is not installed.
    """
    from transformers import AutoTokenizer, BertForSequenceClassification

    dev, test = (sst_pairs(data / "sst" / f"{part}.jsonl") for part in ("dev", "test"))
    seen = [row["sentence"] for part in ("dev", "test") for row in read_jsonl(data / "sst" / f"{part}.jsonl")]
    films = without_overlap(sentence_polarity(nltk_data), seen)
    customers, own = ewt_reviews(data), own_reviews()
    train = films + (customers + own) * OVERSAMPLED
    reviews = demo_reviews()
    demo = [Labelled(text, label) for text, label in zip(reviews["text"], reviews["label"])]
    base = base_encoder_path()
    tokenizer = AutoTokenizer.from_pretrained(base, local_files_only=True)
    model = BertForSequenceClassification.from_pretrained(base, num_labels=2, local_files_only=True).eval()
    cached = {
        name: (lower_part(model, tokenizer, [r.text for r in rows]), [r.label for r in rows])
        for name, rows in (("train", train), ("dev", dev), ("test", test), ("demo", demo))
    }
    scores = fit(model, *cached["train"], cached["dev"], epochs, rate, seed)
    weights = packed_weights(model)
    model.load_state_dict(unpack(weights, model.state_dict() | _encoder()), strict=False)  # measure what is shipped
    figures = {
        "film_rows": len(films),
        "customer_rows": len(set(customers)),
        "own_rows": len(own),
        "dev_by_epoch": [round(s, 4) for s in scores],
        "sst2_test": round(accuracy(model, *cached["test"]), 4),
        "demo": round(accuracy(model, *cached["demo"]), 4),
        "neutral": neutral_figures(model, tokenizer, data),
    }
    write(weights, figures, out)
    return figures


def _encoder() -> "dict[str, Tensor]":
    return {f"bert.{name}": tensor for name, tensor in base_state().items()}


def packed_weights(model: "BertForSequenceClassification") -> "dict[str, Tensor]":
    """The part that is shipped."""
    return pack({k: v for k, v in model.state_dict().items() if is_trained(k, model)}, _encoder())


def write(weights: "dict[str, Tensor]", figures: dict, out: Path) -> None:
    """Write the packed weights with their description and the card."""
    with replaced_folder(out) as folder:
        neutral = figures["neutral"]
        write_packed(folder, weights, DESCRIPTION | {"neutral_below": neutral["below"], "figures": figures})
        card = Template(Path(__file__).with_name("card_sentiment.md").read_text(encoding="utf-8"))
        (folder / "README.md").write_text(
            card.substitute(
                rows=f"{figures['film_rows']:,}",
                customers=figures["customer_rows"],
                own=figures["own_rows"],
                repeated=OVERSAMPLED,
                sst=f"{100 * figures['sst2_test']:.1f}",
                dev=f"{100 * max(figures['dev_by_epoch']):.1f}",
                demo=f"{100 * figures['demo']:.1f}",
                **shown(neutral),
            ),
            encoding="utf-8",
        )
