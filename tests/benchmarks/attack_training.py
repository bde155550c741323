"""Adversarial training on SST-2: clean accuracy and accuracy under attacks, beside augmentation and plain training.

    python tests/benchmarks/attack_training.py --data DATA --methods plain,a2t,freelb,augment --seeds 0,1,2
    python tests/benchmarks/attack_training.py --summary FILE

DATA and the models are those of ``adversarial_training.py``. Methods: ``plain``; ``a2t`` and ``deepwordbug``, an
AttackCallback with that attack; ``a2t-textattack``, with the parameters of that package; ``fgm``, ``freelb`` and
``freelb-clean`` (with ``clean_term``), an AdversarialTrainingCallback with its defaults, ``fgm:0.2:1:0`` one with this
eps, so many clean epochs and this ``eps_warmup``; ``augment``, synonyms without a model, the control of a2t;
``letters``, typos without a model, the control of deepwordbug. All make the same number of steps. All
models are attacked on the same test rows: accuracy under attack is the share of these that a model has right and the
attack does not turn. Prints one JSON line for each training and each attack; ``--summary`` reads these lines and prints
means, standard deviations and differences to ``augment`` of the same seed, and the success of the attacks on the rows
that all models of a seed have right.
"""

import argparse
import json
import math
import random
import statistics
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import torch
from adversarial_training import accuracies, device_name, new_model
from datasets import ClassLabel, Dataset, Features, Value, disable_progress_bars
from parallel_runs import mean_and_deviation, results
from transformers import AutoTokenizer, BertForSequenceClassification, Trainer, TrainingArguments, set_seed

import hf_robust as hr
from hf_robust.adapters import as_predictor
from hf_robust.language.embedded.packed import base_encoder_path

LABELS = ["neg", "pos"]
MAX_LENGTH = 64  # pieces
EMBEDDING_METHODS = {"fgm": "fgm", "freelb": "freelb", "freelb-clean": "freelb"}
CONTROLS = {"augment": ["synonym-random"], "letters": ["typos"]}


def options() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="folder that holds sst/")
    parser.add_argument("--model", default="tiny", choices=["minilm", "tiny"])
    parser.add_argument("--methods", default="plain,a2t,freelb,augment")
    parser.add_argument("--seeds", default="0,1,2")
    parser.add_argument("--rows", type=int, default=6000, help="sentences to train on")
    parser.add_argument("--test-rows", type=int, default=600)
    parser.add_argument("--attacked-rows", type=int, default=120, help="the first of the test rows; 0: none")
    parser.add_argument("--epochs", type=int, default=4, help="of plain training")
    parser.add_argument("--rate", type=float, help="learning rate; 5e-4 for tiny and 1e-4 for minilm")
    parser.add_argument("--share", type=float, default=0.2, help="adversarial or augmented rows, of the clean ones")
    parser.add_argument("--every", type=int, default=1, help="epochs from one search to the next")
    parser.add_argument("--training-budget", type=int, default=60, help="queries a row while training")
    parser.add_argument("--budget", type=int, default=300, help="queries a row of the comparison")
    parser.add_argument("--attacks", default="a2t,deepwordbug,textfooler,pwws")
    parser.add_argument("--fgm-eps", default="0.1,0.5", help="of FGM on the test rows, several with commas")
    parser.add_argument("--models", type=Path, help="folder where models are kept; one that is there is not trained")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--summary", type=Path, help="file with the lines of runs before")
    return parser


def sentences(file: Path, rows: int) -> Dataset:
    """Some rows with a label."""
    read = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    random.Random(0).shuffle(read)
    kept = [row for row in read if row["label2"] is not None][:rows]
    columns = {"text": [row["sentence"] for row in kept], "label": [int(row["label2"]) for row in kept]}
    return Dataset.from_dict(columns, Features(text=Value("string"), label=ClassLabel(names=LABELS)))


def encode_rows(tokenizer: Any, batch: dict[str, list]) -> dict[str, list]:
    """The columns of the model."""
    return {**tokenizer(batch["text"], truncation=True, max_length=MAX_LENGTH), "labels": batch["label"]}


def callback_of(method: str, args: argparse.Namespace, task: Any, seed: int, encode: Any) -> Any:
    """What a method adds to the Trainer."""
    name, *numbers = method.split(":")
    if name == "plain":
        return None
    if name in EMBEDDING_METHODS:
        given = dict(zip(("eps", "clean_epochs", "eps_warmup"), map(float, numbers)))
        clean_term = name == "freelb-clean"
        return hr.AdversarialTrainingCallback(EMBEDDING_METHODS[name], seed=seed, clean_term=clean_term, **given)
    if method in CONTROLS:
        return hr.AugmentCallback(task, CONTROLS[method], budget=args.share, seed=seed, start_epoch=1, encode=encode)
    recipe, _, like = method.partition("-")
    how = {"like": like} if like else {}
    rows = {"share": args.share, "clean_epochs": 1, "every": args.every, "budget": args.training_budget}
    return hr.AttackCallback(
        task,
        recipe,
        seed=seed,
        encode=encode,
        max_length=MAX_LENGTH,
        labels_hold=recipe != "a2t" or bool(like),
        **rows,
        **how,
    )


def trained(method: str, args: argparse.Namespace, seed: int, tokenizer: Any) -> tuple[Any, dict[str, Any]]:
    """A model, with the seconds of its training and what its callback says."""
    encode = partial(encode_rows, tokenizer)
    train = sentences(args.data / "sst" / "train.jsonl", args.rows)
    set_seed(seed)  # of the weights
    model = new_model(args.model, 0)
    model.config.id2label, model.config.label2id = dict(enumerate(LABELS)), {name: i for i, name in enumerate(LABELS)}
    steps = args.epochs * math.ceil(len(train) / 32)
    how = TrainingArguments(
        tempfile.mkdtemp(),
        seed=seed,
        max_steps=steps,
        warmup_steps=steps // 20,
        learning_rate=args.rate or (5e-4 if args.model == "tiny" else 1e-4),
        per_device_train_batch_size=32,
        save_strategy="no",
        logging_strategy="no",
        report_to="none",
        disable_tqdm=True,
    )
    task = hr.task("sentiment-classification", label_names=LABELS)
    callback = callback_of(method, args, task, seed, encode)
    adds_rows = isinstance(callback, (hr.AttackCallback, hr.AugmentCallback))
    rows = train if adds_rows else train.map(encode, batched=True)
    trainer = Trainer(model, how, train_dataset=rows, processing_class=tokenizer)
    began, used = time.time(), time.process_time()
    if callback is not None:
        callback.attach(trainer)
    trainer.train()
    facts = {"steps": steps, "seconds": round(time.time() - began, 1), "cpu": round(time.process_time() - used, 1)}
    return model.eval(), {**facts, "history": getattr(callback, "history", None), "device": device_name(model)}


def run(args: argparse.Namespace, seed: int, method: str, recipe: str | None) -> dict[str, Any]:
    """Train a model and measure it on clean rows; or, with the name of an attack, attack the model that is kept."""
    disable_progress_bars()
    torch.set_num_threads(1)
    folder = args.models / f"{args.model}-{method}-{seed}"
    facts = folder / "facts.json"
    tokenizer = AutoTokenizer.from_pretrained(base_encoder_path())
    record: dict[str, Any] = {"model": args.model, "method": method, "seed": seed}
    if recipe is None and not facts.is_file():
        model, found = trained(method, args, seed, tokenizer)
        model.save_pretrained(folder)
        facts.write_text(json.dumps(found), encoding="utf-8")
    model = BertForSequenceClassification.from_pretrained(folder, dtype=torch.float32).eval()
    model.to("cuda" if torch.cuda.is_available() else "cpu")
    test = sentences(args.data / "sst" / "test.jsonl", args.test_rows)
    task = hr.task("sentiment-classification", label_names=LABELS)
    predictor = as_predictor(model, task, tokenizer=tokenizer, max_length=MAX_LENGTH)
    if recipe is None:
        said = predictor.predict(task.inputs(test))
        right = [one.value == gold for one, gold in zip(said, task.references(test), strict=True)]
        record |= {"clean": round(sum(right) / len(right), 4), "of": len(right)}
        encoded = test.map(partial(encode_rows, tokenizer), batched=True, remove_columns=test.column_names)
        for eps in args.fgm_eps.split(","):
            record[f"fgm {eps}"] = round(accuracies(model, encoded, tokenizer, float(eps))[1], 4)
        return {**record, **json.loads(facts.read_text(encoding="utf-8"))}
    began = time.time()
    rows = test.select(range(min(args.attacked_rows, len(test))))
    found = hr.attack(predictor, rows, recipe, task, budget=args.budget, seed=0)
    statuses = [one.status for one in found.results]
    return {
        **record,
        "attack": recipe,
        "accuracy": round(found.record["summary"]["accuracy_under_attack"], 4),
        "statuses": statuses,
        "queries": sum(one.queries for one in found.results),
        "seconds": round(time.time() - began, 1),
    }


def summary(file: Path) -> None:
    """Print means, standard deviations and differences to ``augment`` in points."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.startswith('{"')]
    lines = [one for one in lines if "error" not in one]
    methods = list(dict.fromkeys(one["method"] for one in lines))
    attacks = sorted({one["attack"] for one in lines if "attack" in one})
    clean = {(one["method"], one["seed"]): 100 * one["clean"] for one in lines if "clean" in one}
    under = {(one["attack"], one["method"], one["seed"]): one for one in lines if "attack" in one}
    seeds = sorted({seed for _, seed in clean})
    common = {
        (attack, seed): _attacked_everywhere([under[key]["statuses"] for key in under if key[::2] == (attack, seed)])
        for attack in attacks
        for seed in seeds
    }
    print("| training | clean |", " | ".join(f"{name}: accuracy | - augment | success" for name in attacks), "|")
    print("| --- | ---: |", " | ".join("---: | ---: | ---:" for _ in attacks), "|")
    for method in methods:
        cells = [mean_and_deviation(clean[method, seed] for seed in seeds if (method, seed) in clean)]
        for attack in attacks:
            runs = {seed: under[attack, method, seed] for seed in seeds if (attack, method, seed) in under}
            cells.append(mean_and_deviation(100 * one["accuracy"] for one in runs.values()))
            base = {seed: under.get((attack, "augment", seed)) for seed in runs}
            cells.append(
                mean_and_deviation(
                    100 * (one["accuracy"] - base[seed]["accuracy"]) for seed, one in runs.items() if base[seed]
                )
            )
            turned = [
                [one["statuses"][place] == "successful" for place in common[attack, seed]] for seed, one in runs.items()
            ]
            cells.append(mean_and_deviation(100 * statistics.mean(one) for one in turned if one))
        print(f"| {method} |", " | ".join(cells), "|")


def _attacked_everywhere(runs: list[list[str]]) -> list[int]:
    return [place for place, all_of in enumerate(zip(*runs)) if not {"skipped", "error"} & set(all_of)]


def main() -> None:
    """Train and measure."""
    args = options().parse_args()
    if args.summary is not None:
        summary(args.summary)
        return
    args.models = args.models or Path(tempfile.mkdtemp())
    recipes = args.attacks.split(",") if args.attacked_rows else []
    jobs = [(args, int(seed), method, None) for method in args.methods.split(",") for seed in args.seeds.split(",")]

    def attacked(result: dict[str, Any]) -> list[tuple]:
        if "clean" not in result:
            return []
        return [(args, result["seed"], result["method"], recipe) for recipe in recipes]

    for record in results(run, jobs, args.workers, attacked):
        print(json.dumps(record), flush=True)


if __name__ == "__main__":
    main()
