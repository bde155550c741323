"""Training against an attack on SST-2: clean accuracy and the success of attacks, beside other ways of training.

    python tests/benchmarks/attack_training.py --data DATA --methods plain,a2t,freelb,augment --seeds 0,1,2

DATA is a folder as for ``adversarial_training.py``; the model is its ``tiny``: two layers of 128, all random. Methods:
``plain``; ``a2t``, an AttackCallback; ``a2t-textattack``, the same with the parameters of that package; ``freelb``, an
AdversarialTrainingCallback; ``augment``, synonyms without a model, the control. All have the same number of epochs. The
models of a seed are attacked on test rows that all of them have right. Prints two JSON lines a model: the seconds of
the process that its training took, with what its callback noted; and what was measured.
"""

import argparse
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import torch
from adversarial_training import new_model
from datasets import ClassLabel, Dataset, Features, Value, disable_progress_bars
from transformers import AutoTokenizer, BertForSequenceClassification, Trainer, TrainingArguments, set_seed

import hf_robust as hr
from hf_robust.adapters import as_predictor
from hf_robust.language.embedded.packed import base_encoder_path

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])
MAX_LENGTH = 40  # pieces


def options() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder that holds sst/")
    parser.add_argument("--methods", default="plain,a2t,freelb,augment")
    parser.add_argument("--seeds", default="0,1,2")
    parser.add_argument("--rows", type=int, default=6000, help="sentences to train on")
    parser.add_argument("--test-rows", type=int, default=600)
    parser.add_argument(
        "--attacked-rows", type=int, default=120, help="of the test rows that all models have right; 0: none"
    )
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=5e-4, help="learning rate")
    parser.add_argument("--share", type=float, default=0.2, help="adversarial or augmented rows, of the clean ones")
    parser.add_argument("--every", type=int, default=1, help="epochs from one search to the next")
    parser.add_argument("--training-budget", type=int, default=60, help="queries a row while training")
    parser.add_argument("--budget", type=int, default=300, help="queries a row of the comparison")
    parser.add_argument("--attacks", default="a2t", help="attacks that the training saw")
    parser.add_argument("--held-out", default="pwws,deepwordbug", help="attacks that it did not see")
    parser.add_argument("--eps", type=float, default=0.5, help="of freelb")
    parser.add_argument("--models", type=Path, help="folder where models are kept; one that is there is not trained")
    return parser


def sentences(file: Path, rows: int) -> Dataset:
    """Some rows with a label."""
    read = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    random.Random(0).shuffle(read)
    kept = [row for row in read if row["label2"] is not None][:rows]
    columns = {"text": [row["sentence"] for row in kept], "label": [int(row["label2"]) for row in kept]}
    return Dataset.from_dict(columns, Features(text=Value("string"), label=ClassLabel(names=["neg", "pos"])))


def callback_of(method: str, args: argparse.Namespace, seed: int, encode: Any) -> Any:
    """What a method adds to the Trainer."""
    if method == "plain":
        return None
    if method == "freelb":
        return hr.AdversarialTrainingCallback("freelb", eps=args.eps, clean_epochs=1)
    if method == "augment":
        names = ["synonym-embedding"]
        return hr.AugmentCallback(TASK, names, budget=args.share, seed=seed, start_epoch=1, encode=encode)
    recipe, _, like = method.partition("-")
    how = {"like": like, "labels_hold": True} if like else {}
    rows = {"share": args.share, "clean_epochs": 1, "every": args.every, "budget": args.training_budget}
    return hr.AttackCallback(TASK, recipe, seed=seed, encode=encode, max_length=MAX_LENGTH, **rows, **how)


def trained(
    method: str, args: argparse.Namespace, seed: int, train: Dataset, tokenizer: Any
) -> tuple[BertForSequenceClassification, dict[str, Any]]:
    """A model, with the seconds of its training and what its callback says."""

    def encode(batch: dict[str, list]) -> dict[str, list]:
        return {**tokenizer(batch["text"], truncation=True, max_length=MAX_LENGTH), "labels": batch["label"]}

    set_seed(seed)  # of the weights
    model = new_model("tiny", 0)
    model.config.id2label, model.config.label2id = {0: "neg", 1: "pos"}, {"neg": 0, "pos": 1}
    given = {"num_train_epochs": args.epochs, "learning_rate": args.rate, "per_device_train_batch_size": 32}
    quiet = {"save_strategy": "no", "report_to": "none", "disable_tqdm": True, "use_cpu": True}
    how = TrainingArguments(tempfile.mkdtemp(), seed=seed, warmup_steps=20, logging_strategy="no", **given, **quiet)
    callback = callback_of(method, args, seed, encode)
    adds_rows = isinstance(callback, (hr.AttackCallback, hr.AugmentCallback))
    rows = train if adds_rows else train.map(encode, batched=True)
    trainer = Trainer(model, how, train_dataset=rows, processing_class=tokenizer)
    began = time.process_time()
    if callback is not None:
        callback.attach(trainer)
    trainer.train()
    seconds = round(time.process_time() - began, 1)
    return model.eval(), {"seconds": seconds, "history": getattr(callback, "history", None)}


def kept(
    method: str, args: argparse.Namespace, seed: int, train: Dataset, tokenizer: Any
) -> tuple[BertForSequenceClassification, dict[str, Any]]:
    """The model that is there from a run before, with the same facts, or a new one."""
    if args.models is None:
        return trained(method, args, seed, train, tokenizer)
    folder = args.models / f"{method}-{seed}"
    facts = folder / "facts.json"
    if facts.is_file():
        return BertForSequenceClassification.from_pretrained(folder), json.loads(facts.read_text(encoding="utf-8"))
    model, found = trained(method, args, seed, train, tokenizer)
    model.save_pretrained(folder)
    facts.write_text(json.dumps(found), encoding="utf-8")
    return model, found


def compared(models: dict[str, Any], args: argparse.Namespace, test: Dataset, tokenizer: Any) -> dict[str, Any]:
    """Clean accuracy, and the success of the attacks on rows that all models have right."""
    how = {"tokenizer": tokenizer, "max_length": MAX_LENGTH}
    right = [True] * len(test)
    found: dict[str, Any] = {}
    for name, model in models.items():
        said = as_predictor(model, TASK, **how).predict(TASK.inputs(test))
        own = [one.value == gold for one, gold in zip(said, TASK.references(test))]
        right = [one and other for one, other in zip(right, own)]
        found[name] = {"clean": round(sum(own) / len(own), 4), "of": len(own)}
    rows = test.select([place for place, one in enumerate(right) if one][: args.attacked_rows])
    seen, unseen = ([name for name in names.split(",") if name] for names in (args.attacks, args.held_out))
    report = hr.before_after(models, rows, TASK, seen, unseen, budget=args.budget, **how)
    for model in report.record["models"]:
        for one in model["attacks"]:
            low, high = one["interval"]
            found[model["name"]][one["recipe"]] = {
                "success": round(one["success_rate"], 4),
                "interval": [round(low, 3), round(high, 3)],
                "queries": one["queries"],
            }
        found[model["name"]]["attacked"] = len(rows)
    return found


def main() -> None:
    """Train and measure."""
    args = options().parse_args()
    disable_progress_bars()
    torch.set_num_threads(1)
    tokenizer = AutoTokenizer.from_pretrained(base_encoder_path())
    train = sentences(args.data / "sst" / "train.jsonl", args.rows)
    test = sentences(args.data / "sst" / "test.jsonl", args.test_rows)
    for seed in map(int, args.seeds.split(",")):
        models = {}
        for method in args.methods.split(","):
            models[method], facts = kept(method, args, seed, train, tokenizer)
            print(json.dumps({"seed": seed, "model": method, **facts}), flush=True)
        if not args.attacked_rows:
            continue
        began = time.process_time()
        for name, measured in compared(models, args, test, tokenizer).items():
            print(json.dumps({"seed": seed, "model": name, **measured}), flush=True)
        print(json.dumps({"seed": seed, "comparison": round(time.process_time() - began, 1)}), flush=True)


if __name__ == "__main__":
    main()
