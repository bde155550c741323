"""Consistency training: clean score, score on perturbed rows and in the worst case, beside other ways of training.

    python tests/benchmarks/consistency_training.py --data DATA --tasks sst,ner --models tiny,minilm --seeds 0,1,2
    python tests/benchmarks/consistency_training.py --summary FILE

DATA is a folder with sst/train.jsonl and sst/test.jsonl (columns ``sentence`` and ``label2``) and with
ner/conllpp_train_sample.jsonl and ner/conllpp_test.jsonl (columns ``tokens`` and ``ner``). Methods: ``plain``;
``augment``, an AugmentCallback with one perturbed row for each clean one; ``augment-double``, the same with batches of
twice the size, which is as many rows a step as consistency training reads; ``kl`` and ``js``, a ConsistencyCallback;
``kl:4``, the same with weight 4; ``r-drop`` and ``r3f``, a ConsistencyCallback without transformations. All methods
make the same number of steps with the same rate. Each test row has one version for each transformation, the same for
all models. The worst case is the share of rows that are right as they are and in all versions. Prints one JSON line for
each run; ``--summary`` reads these lines and prints means, standard deviations and differences.
"""

import argparse
import json
import math
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from adversarial_training import device_name, new_model
from datasets import ClassLabel, Dataset, Features, List, Value, disable_progress_bars
from parallel_runs import mean_and_deviation, results
from transformers import (
    AutoTokenizer,
    BertConfig,
    BertForTokenClassification,
    DataCollatorForTokenClassification,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

import hf_robust as hr
from hf_robust.language.embedded.packed import base_encoder_path
from hf_robust.scoring import measure_on

TAGS = ["O", *(f"{part}-{kind}" for kind in ("PER", "ORG", "LOC", "MISC") for part in ("B", "I"))]
MAX_LENGTH = 128  # pieces
RATES = {"tiny": 5e-4, "minilm": 1e-4}
EPOCHS = {"sst": 4, "ner": 8}
LOSS_IGNORES = -100
_VERSIONS: dict[tuple[str, str, int], Dataset] = {}  # of the test rows, for all runs of a process


def options() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="folder that holds sst/ and ner/")
    parser.add_argument("--tasks", default="sst,ner")
    parser.add_argument("--models", default="tiny,minilm")
    parser.add_argument("--methods", default="plain,augment,augment-double,kl,js,r-drop,r3f")
    parser.add_argument("--seeds", default="0,1,2")
    parser.add_argument("--rows", type=int, default=7000, help="rows to train on, at most")
    parser.add_argument("--test-rows", type=int, default=2000)
    parser.add_argument("--epochs", type=float, help="of plain training; 4 for sst and 8 for ner")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--trained", default="keyboard,typos,ocr,homophone", help="transformations of the training")
    parser.add_argument("--held-out", default="misspelling,special-symbol,whitespace,homoglyph,twitter")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--summary", type=Path, help="file with the lines of runs before")
    return parser


def sentiment(file: Path, rows: int) -> Dataset:
    """Sentences with a label."""
    kept = [row for row in _shuffled(file) if row["label2"] is not None][:rows]
    columns = {"text": [row["sentence"] for row in kept], "label": [int(row["label2"]) for row in kept]}
    return Dataset.from_dict(columns, Features(text=Value("string"), label=ClassLabel(names=["neg", "pos"])))


def entities(file: Path, rows: int) -> Dataset:
    """Tokens with tags."""
    kept = _shuffled(file)[:rows]
    columns = {
        "tokens": [row["tokens"] for row in kept],
        "ner_tags": [[TAGS.index(tag) for tag in row["ner"]] for row in kept],
    }
    features = Features(tokens=List(Value("string")), ner_tags=List(ClassLabel(names=TAGS)))
    return Dataset.from_dict(columns, features)


def _shuffled(file: Path) -> list[dict[str, Any]]:
    read = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    random.Random(0).shuffle(read)
    return read


class Encode:
    """Tokenise rows; with tokens, the first piece of each has its tag."""

    def __init__(self, tokenizer: Any):
        self.tokenizer = tokenizer

    def __call__(self, batch: dict[str, list]) -> dict[str, list]:
        """The columns of the model."""
        if "tokens" not in batch:
            return {**self.tokenizer(batch["text"], truncation=True, max_length=MAX_LENGTH), "labels": batch["label"]}
        encoded = self.tokenizer(batch["tokens"], is_split_into_words=True, truncation=True, max_length=MAX_LENGTH)
        labels = []
        for row, tags in enumerate(batch["ner_tags"]):
            words = encoded.word_ids(row)
            firsts = [word is not None and word != before for before, word in zip([None, *words], words)]
            labels.append([tags[word] if first else LOSS_IGNORES for word, first in zip(words, firsts)])
        return {**encoded, "labels": labels}


def model_of(task: str, kind: str) -> Any:
    """A model with a random head, or all random."""
    if task == "sst":
        return new_model(kind, 0)
    folder = base_encoder_path()
    if kind == "tiny":
        sizes = {"hidden_size": 128, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 512}
        return BertForTokenClassification(BertConfig.from_pretrained(folder, num_labels=len(TAGS), **sizes))
    return BertForTokenClassification.from_pretrained(folder, num_labels=len(TAGS), dtype=torch.float32)


def callback_of(method: str, task: Any, names: list[str], seed: int, encode: Encode) -> Any:
    """What a method adds to the Trainer."""
    name, _, weight = method.partition(":")
    how: dict[str, Any] = {"seed": seed, "encode": encode}
    if name in ("augment", "augment-double"):
        return hr.AugmentCallback(task, names, budget=1.0, **how)
    how["weight"] = float(weight or 1)
    if name in ("kl", "js"):
        return hr.ConsistencyCallback(task, names, divergence=name, **how)
    if name in ("r-drop", "r3f"):
        return hr.ConsistencyCallback(task, (), noise=1e-5 if name == "r3f" else 0.0, **how)
    return None


def predictions(model: Any, rows: Dataset, encode: Encode, collate: Any) -> list[Any]:
    """A label for each row, or a list of tags; tokens that were cut off have no entity."""
    encoded = encode(rows[:])
    order = np.argsort([len(ids) for ids in encoded["input_ids"]], kind="stable")
    found: list[Any] = [None] * len(rows)
    for start in range(0, len(order), 200):
        places = order[start : start + 200].tolist()
        batch = collate([{name: encoded[name][place] for name in encoded} for place in places])
        labels = batch.pop("labels")
        with torch.no_grad():
            said = model(**{name: one.to(model.device) for name, one in batch.items()}).logits.argmax(-1).cpu()
        for place, one, gold in zip(places, said, labels):
            if gold.dim() == 0:
                found[place] = rows.features["label"].int2str(int(one))
                continue
            tags = [TAGS[tag] for tag in one[gold != LOSS_IGNORES].tolist()]
            found[place] = tags + ["O"] * (len(rows[place]["ner_tags"]) - len(tags))
    return found


def run(args: argparse.Namespace, task_name: str, kind: str, method: str, seed: int) -> dict[str, Any]:
    """Train a model and measure it."""
    disable_progress_bars()
    torch.set_num_threads(1)
    began = time.time()
    trained, held_out = (names.split(",") for names in (args.trained, args.held_out))
    tokenizer = AutoTokenizer.from_pretrained(base_encoder_path())
    encode = Encode(tokenizer)
    if task_name == "sst":
        task: Any = hr.task("sentiment-classification", label_names=["neg", "pos"])
        files, read, collate = ("sst/train", "sst/test"), sentiment, DataCollatorWithPadding(tokenizer)
    else:
        task = hr.task("named-entity-recognition")
        files, read = ("ner/conllpp_train_sample", "ner/conllpp_test"), entities
        collate = DataCollatorForTokenClassification(tokenizer)
    train, test = (
        read(args.data / f"{file}.jsonl", rows) for file, rows in zip(files, (args.rows, args.test_rows), strict=True)
    )
    set_seed(seed)  # of the weights
    model = model_of(task_name, kind)
    epochs = args.epochs or EPOCHS[task_name]
    steps = math.ceil(epochs * math.ceil(len(train) / args.batch))
    how = TrainingArguments(
        tempfile.mkdtemp(),
        seed=seed,
        max_steps=steps,
        warmup_steps=steps // 20,
        learning_rate=RATES[kind],
        per_device_train_batch_size=args.batch * (2 if method == "augment-double" else 1),
        save_strategy="no",
        logging_strategy="no",
        report_to="none",
        disable_tqdm=True,
    )
    callback = callback_of(method, task, trained, seed, encode)
    rows = train if callback is not None else train.map(encode, batched=True)
    trainer = Trainer(model, how, train_dataset=rows, data_collator=collate, processing_class=tokenizer)
    if callback is not None:
        callback.attach(trainer)
    started = time.time()
    trainer.train()
    record: dict[str, Any] = {"task": task_name, "model": kind, "method": method, "seed": seed, "steps": steps}
    record["seconds"] = round(time.time() - started, 1)
    model.eval()
    bound = task.bind(test)
    measure = measure_on(bound, test)
    right = np.ones(len(test), np.bool_)
    for name in ("clean", *trained, *held_out):
        key = (task_name, name, len(test))
        if key not in _VERSIONS:
            perturb = hr.Perturb(name, task, seed=0, keep="all", record=False) if name != "clean" else None
            _VERSIONS[key] = test if perturb is None else test.map(perturb, batched=True)
        versions = _VERSIONS[key]
        said, gold = predictions(model, versions, encode, collate), bound.references(versions)
        record[name] = float(measure.aggregate(measure.row_stats(said, gold).sum(axis=0)))
        right &= np.array([one == own for one, own in zip(said, gold, strict=True)])
        if name in ("clean", trained[-1]):
            record["exact" if name == "clean" else "worst_trained"] = float(right.mean())
    record["worst"] = float(right.mean())
    record["trained"] = statistics.mean(record[name] for name in trained)
    record["held_out"] = statistics.mean(record[name] for name in held_out)
    record = {name: round(one, 4) if isinstance(one, float) else one for name, one in record.items()}
    return {**record, "device": device_name(model), "all": round(time.time() - began, 1)}


MEASURES = ("clean", "exact", "trained", "held_out", "worst_trained", "worst")


def summary(file: Path) -> None:
    """Print means, standard deviations and differences to ``augment-double`` and ``plain`` in points."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.startswith('{"')]
    runs: dict[tuple[str, str, str], dict[int, dict[str, float]]] = {}
    for one in lines:
        if "worst" in one:
            runs.setdefault((one["task"], one["model"], one["method"]), {})[one["seed"]] = one
    print(
        "| task | model | training | seeds |",
        " | ".join(MEASURES),
        "| worst - augment-double | worst - plain | seconds |",
    )
    print("| --- | --- | --- | ---: |", " | ".join("---:" for _ in range(len(MEASURES) + 3)), "|")
    for (task, kind, method), seeds in sorted(runs.items()):
        cells = [mean_and_deviation(100 * one[name] for one in seeds.values()) for name in MEASURES]
        for other in ("augment-double", "plain"):
            base = runs.get((task, kind, other), {})
            cells.append(
                mean_and_deviation(
                    100 * (one["worst"] - base[seed]["worst"]) for seed, one in seeds.items() if seed in base
                )
            )
        seconds = statistics.median(one["seconds"] for one in seeds.values())
        print(f"| {task} | {kind} | {method} | {len(seeds)} |", " | ".join(cells), f"| {seconds:.0f} |")


def main() -> None:
    """Train and measure."""
    args = options().parse_args()
    if args.summary is not None:
        summary(args.summary)
        return
    jobs = [
        (args, task, kind, method, int(seed))
        for task in args.tasks.split(",")
        for kind in args.models.split(",")
        for seed in args.seeds.split(",")
        for method in args.methods.split(",")
    ]
    for record in results(run, jobs, args.workers):
        print(json.dumps(record), flush=True)


if __name__ == "__main__":
    main()
