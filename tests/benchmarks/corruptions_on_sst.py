"""The corruption benchmark on SST-2, as the paper has it: classifiers against random and targeted corruptions.

    python tests/benchmarks/corruptions_on_sst.py --data DATA --out FOLDER

DATA is a folder with sst/train.jsonl and sst/test.jsonl (columns ``sentence`` and ``label2``, which is null for
neutral sentences), and, where there are any, sst/trees/train.txt with the labelled phrases of the training sentences.
Models: ``minilm``, the embedded classifier, which never saw SST, and ``lstm``, a bidirectional LSTM after that of the
paper (smaller, and without pretrained vectors), which is trained first, within minutes. Writes corruptions.html and
corruptions.json.
``--tune`` repeats Table 5 instead: accuracy after deleting the top word, for several numbers of LIME samples.
"""

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from datasets import Dataset
from torch import nn

import hf_robust as hr
from hf_robust.evaluation.corruption_run import corruption_benchmark

LABELS = ["negative", "positive"]
TUNED = (750, 1500, 3000, 5000)
Rows = list[tuple[str, int]]


def options() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder that holds sst/")
    parser.add_argument("--out", type=Path, required=True, help="folder of the report")
    parser.add_argument("--models", default="minilm,lstm", help="of minilm and lstm (both)")
    parser.add_argument("--families", default="spelling,noise,synonyms,delete", help="families of corruptions")
    parser.add_argument("--counts", default="1,3,5,8", help="numbers of words (1,3,5,8)")
    parser.add_argument("--method", default="lime", help="how importance is measured (lime)")
    parser.add_argument("--num-samples", type=int, default=750, help="LIME samples a row (750)")
    parser.add_argument("--num-features", type=int, default=15, help="length of the ranking; more keeps more rows (15)")
    parser.add_argument("--seeds", default="0,1,2", help="seeds of the random strategy (0,1,2)")
    parser.add_argument("--limit", type=int, help="use so many test rows, drawn at random")
    parser.add_argument("--train-limit", type=int, help="train on so many sentences")
    parser.add_argument("--epochs", type=int, default=3, help="epochs over sentences and phrases (3)")
    parser.add_argument("--clean", action="store_true", help="remove punctuation first, as the paper does")
    parser.add_argument("--tune", action="store_true", help="Table 5: accuracy by the number of LIME samples")
    return parser


def main() -> None:
    """Train what is to be trained, run the benchmark, write the report."""
    given = options().parse_args()
    rows = sentences(given.data, "test", given.limit)
    test = Dataset.from_list([{"sentence": text, "label": label} for text, label in rows])
    task = hr.task("sentiment-classification", text="sentence", label_names=LABELS)
    models = {name: model(name, given) for name in given.models.split(",")}
    common = {
        "method": given.method,
        "clean": given.clean,
        "source": "SST-2",
        "split": "test",
        "batch_size": 128,
        "progress": told(),
        "command": " ".join(["python", *sys.argv]),
    }
    if given.tune:
        tune(test, task, models, common)
        return
    report = corruption_benchmark(
        test,
        task,
        models,
        given.families.split(","),
        numbers(given.counts),
        num_samples=given.num_samples,
        num_features=given.num_features,
        seeds=numbers(given.seeds),
        **common,
    )
    report.save(given.out)
    report.print_table()
    print(f"\n{report.record['seconds']:.0f} seconds; report -> {given.out}")


def tune(test: Dataset, task: hr.Task, models: dict, common: dict) -> None:
    """Accuracy after deleting the word that LIME ranks first, for several numbers of samples."""
    print(f"{'model':12}{'samples':>9}{'before':>9}{'after':>9}{'rows':>7}")
    for samples in TUNED:
        made = corruption_benchmark(test, task, models, ["delete"], (1,), ["important"], num_samples=samples, **common)
        for described in made.record["models"]:
            cell = made.cell(described["name"], "delete", "important", 1)
            before, after = 100 * described["baseline"], 100 * cell["score"]
            print(f"{described['name']:12}{samples:>9}{before:>9.1f}{after:>9.1f}{cell['n']:>7}", flush=True)


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def told() -> Callable[[str, int, int], None]:
    """A line on stderr for each part of the work, every half minute and at its end."""
    last = {"at": time.monotonic()}

    def tell(what: str, done: int, total: int) -> None:
        if done == total or time.monotonic() - last["at"] > 30:
            print(f"{time.strftime('%H:%M:%S')} {what}: {done} of {total}", file=sys.stderr, flush=True)
            last["at"] = time.monotonic()

    return tell


def sentences(data: Path, split: str, limit: int | None = None) -> Rows:
    """Sentences of one split with their label; neutral ones are left out."""
    lines = (data / "sst" / f"{split}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [(row["sentence"], int(row["label2"])) for row in map(json.loads, lines) if row["label2"] is not None]
    return rows if limit is None else random.Random(0).sample(rows, min(limit, len(rows)))


def phrases(data: Path, limit: int | None = None) -> Rows:
    """The phrases of the training trees that are not neutral, each text once."""
    path = data / "sst" / "trees" / "train.txt"
    lines = path.read_text(encoding="utf-8").splitlines()[:limit] if path.is_file() else []
    found = {text: int(score > 2) for line in lines for text, score in nodes(line) if score != 2}
    return list(found.items())


def nodes(line: str) -> Iterator[tuple[str, int]]:
    """Text and score (0 to 4) of each node of a tree in brackets."""
    stack: list[tuple[int, list[str]]] = []
    for token in re.findall(r"\(\d|\)|[^\s()]+", line):
        if token.startswith("("):
            stack.append((int(token[1:]), []))
        elif token == ")":
            score, words = stack.pop()
            yield " ".join(words), score
            if stack:
                stack[-1][1].extend(words)
        else:
            stack[-1][1].append(token)


def model(name: str, given: argparse.Namespace) -> "Classifier | None":
    """A model as the benchmark takes it; None is the embedded classifier."""
    if name not in ("minilm", "lstm"):
        raise SystemExit(f"there is no model {name}; say minilm or lstm")
    if name == "minilm":
        return None
    train = sentences(given.data, "train", given.train_limit) + phrases(given.data, given.train_limit)
    began = time.monotonic()
    classifier = Classifier(train, given.epochs)
    texts, labels = zip(*sentences(given.data, "test"), strict=True)
    right = int((classifier(list(texts)).argmax(1) == torch.tensor(labels)).sum())
    trained = f"{len(train)} training texts, {time.monotonic() - began:.0f} seconds"
    accuracy = f"accuracy {100 * right / len(texts):.1f} on all {len(texts)} test sentences"
    print(f"{name}: {trained}, {accuracy}", file=sys.stderr, flush=True)
    return classifier


class BiLstm(nn.Module):
    """Vectors, a bidirectional LSTM, the greatest of its states, and one linear layer."""

    size, hidden = 100, 96

    def __init__(self, words: int):
        super().__init__()
        self.vectors = nn.Embedding(words, self.size, padding_idx=0)
        self.lstm = nn.LSTM(self.size, self.hidden, bidirectional=True, batch_first=True)
        self.out = nn.Linear(2 * self.hidden, len(LABELS))

    def forward(self, batch: list[list[int]]) -> torch.Tensor:
        lengths = torch.tensor([len(row) for row in batch])
        padded = nn.utils.rnn.pad_sequence([torch.tensor(row) for row in batch], batch_first=True)
        vectors = self.vectors(padded)
        packed = nn.utils.rnn.pack_padded_sequence(vectors, lengths, batch_first=True, enforce_sorted=False)
        states, _ = nn.utils.rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True, padding_value=-1e4)
        return self.out(nn.functional.dropout(states.max(1).values, 0.3, self.training))


class Classifier:
    """The network, trained on lower-case words; words seen once stand for all that are unknown.

    Args:
        rows: Training texts with their labels.
        epochs: Epochs.
        batch: Texts a step, of similar length.
    """

    def __init__(self, rows: Rows, epochs: int, batch: int = 64):
        counts = Counter(word for text, _ in rows for word in split(text))
        self.known = {word: place for place, word in enumerate(sorted(w for w, n in counts.items() if n > 1), 2)}
        draw = torch.Generator().manual_seed(0)
        self.network = BiLstm(len(self.known) + 2)
        for parameter in self.network.parameters():  # a draw of our own: same weights whatever ran before
            nn.init.uniform_(parameter, -0.1, 0.1, generator=draw)
        optimizer = torch.optim.Adam(self.network.parameters(), lr=0.001)
        data = sorted(((self.numbers(text), label) for text, label in rows), key=lambda row: len(row[0]))
        batches = [data[start : start + batch] for start in range(0, len(data), batch)]
        for _ in range(epochs):
            for place in torch.randperm(len(batches), generator=draw).tolist():
                texts, labels = zip(*batches[place], strict=True)
                loss = nn.functional.cross_entropy(self.network(list(texts)), torch.tensor(labels))
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        self.network.eval()

    def numbers(self, text: str) -> list[int]:
        return [self.known.get(word, 1) for word in split(text)] or [1]

    def __call__(self, texts: list[str]) -> torch.Tensor:
        """Probabilities, one row a text."""
        rows = [self.numbers(text) for text in texts]
        with torch.inference_mode():
            return torch.cat([self.network(rows[n : n + 256]) for n in range(0, len(rows), 256)]).softmax(-1)


def split(text: str) -> list[str]:
    return re.findall(r"\w+(?:['’]\w+)?|[^\w\s]", text.lower())


if __name__ == "__main__":
    main()
