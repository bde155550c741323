"""Attacks against their floor: ``python tests/benchmarks/attack_speed.py [ROWS.jsonl] [--rows N] [RECIPE ...]``.

``ROWS.jsonl`` has the columns ``sentence`` and ``label2`` (0 or 1, other rows are left out); the demo reviews serve
without it. The first N rows (200) that the embedded classifier has right are attacked. The floor is the time that the
same inputs take when they are all known beforehand: sorted by length, in batches padded to their longest, with no
search, through the model alone (bare) or the predictor's own forward pass (own), which may be quicker. It is measured
on every fourth of them. Times are those of the process.

Beside the ratios it prints what does not depend on the machine: the rows and tokens that the model computed for a
query, those that fill up batches among them; and for each service its inputs, its batches and how full these were.
"""

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from datasets import ClassLabel, Dataset, Features, Value, disable_progress_bars

import hf_robust as hr
from hf_robust.adapters.base import Input, row_of, size
from hf_robust.adapters.huggingface.batching import length_batches
from hf_robust.adapters.resolve import as_predictor
from hf_robust.attacks.engine import AttackPlan, Engine
from hf_robust.attacks.goals.label_goals import Untargeted
from hf_robust.attacks.recipes import RECIPES
from hf_robust.attacks.results import counted
from hf_robust.attacks.services.victim import Victim

RECIPE = ["pwws", "deepwordbug"]
FLOOR_ROWS = (16, 32)
SHARE = 4  # the floor is measured on every fourth input


class Recording(Victim):
    """A victim that keeps what it was asked."""

    def __init__(self, *args: Any):
        super().__init__(*args)
        self.inputs: list[Input] = []

    def answer(self, bucket: Any, requests: Sequence[Input]) -> list[Any]:
        self.inputs += requests
        return super().answer(bucket, requests)


def read(path: str | None) -> Dataset:
    """Rows with ``text`` and ``label``."""
    if path is None:
        return hr.demo_reviews()
    lines = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if line["label2"] in (0, 1, "0", "1")]
    columns = {"text": [line["sentence"] for line in lines], "label": [int(line["label2"]) for line in lines]}
    return Dataset.from_dict(columns, Features(text=Value("string"), label=ClassLabel(names=["neg", "pos"])))


def right_rows(rows: Dataset, task: Any, predictor: Any, count: int) -> Dataset:
    """The first rows that the model has right."""
    said = predictor.predict([{"text": text} for text in rows["text"][: 3 * count]])
    gold = task.references(rows.select(range(len(said))))
    return rows.select([place for place, one in enumerate(said) if one.value == gold[place]][:count])


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """Process time of some work, and what it returned."""
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def floors(predictor: Any, inputs: Sequence[Input], roles: Sequence[str]) -> dict[str, float]:
    """The least time in which the model answers inputs that are all known, alone and in the predictor's hands."""
    import torch

    rows = [row_of(one, roles) for one in sorted(inputs, key=size)[::SHARE]]

    def own(most: int) -> None:
        for _, output in predictor.forward(predictor.encode_rows(rows), rows=most):
            output.logits.float().numpy()

    def bare(most: int) -> None:
        encoded = predictor.encode_rows(rows)
        lengths = [len(ids) for ids in encoded["input_ids"]]
        with torch.inference_mode():
            for batch in length_batches(lengths, most):
                part = {name: [values[place] for place in batch] for name, values in encoded.items()}
                predictor.model(**predictor.tokenizer.pad(part, return_tensors="pt")).logits.numpy()

    whole = len(inputs) / max(1, len(rows))
    return {way.__name__: whole * min(seconds(partial(way, most))[0] for most in FLOOR_ROWS) for way in (bare, own)}


def counting(model: Any) -> Counter[str]:
    """The rows and tokens that a model computes from now on."""
    work: Counter[str] = Counter()

    def count(module: Any, args: Any, given: dict[str, Any]) -> None:
        work.update(rows=len(given["input_ids"]), tokens=given["input_ids"].numel())

    model.register_forward_pre_hook(count, with_kwargs=True)
    return work


def measure(name: str, args: Namespace, rows: Dataset, task: Any, predictor: Any) -> None:
    """One recipe: its rates, its ratio to the floor, its fill."""
    recipe = RECIPES[name]
    parts = recipe.parts(args.like)
    if parts.goal is None:
        parts = replace(parts, goal=Untargeted())
    plan = AttackPlan(name, task, parts, args.budget or recipe.budget, measures_similarity=False)
    Engine(plan, Victim(predictor, task)).run(rows.select(range(2)))  # loads what it needs
    victim = Recording(predictor, task)
    engine = Engine(plan, victim, args.width)
    work = counting(predictor.model)
    start = time.perf_counter()
    took, results = seconds(lambda: engine.run(rows))
    wall = time.perf_counter() - start
    queries = sum(result.queries for result in results)
    counts = counted(results)
    print(
        f"{name:16} {counts['successful']:4} of {len(results)} fooled, {queries / len(results):7.1f} queries a row, "
        f"{took:6.1f} s ({wall:.1f} s of wall), {queries / took:6.0f} queries/s"
    )
    print(f"  {work['rows'] / queries:.3f} rows and {work['tokens'] / queries:.1f} tokens computed for a query")
    least = floors(predictor, victim.inputs, task.input_roles)
    for kind, load in engine.loads.items():
        print(f"  {kind:14} {load.requests:7} of {load.asked} run in {load.batches} batches", end="")
        print(f", fill {load.requests / load.room:.3f}, {load.seconds:.1f} s", end="")
        print(f", {load.seconds / max(1, load.requests) * 1e3:.2f} ms each")
    for way, floor in least.items():
        print(f"  floor ({way:4}) {floor:.1f} s for {len(victim.inputs)} inputs; ratio {floor / took:.3f}", flush=True)


def main() -> None:
    parser = ArgumentParser(description="Attacks against their floor.")
    parser.add_argument("recipes", nargs="*")
    parser.add_argument("--rows", type=int, default=200)
    parser.add_argument("--like", default="paper")
    parser.add_argument("--budget", type=int)
    parser.add_argument("--width", type=int)
    args = parser.parse_intermixed_args()
    disable_progress_bars()
    path = args.recipes.pop(0) if args.recipes and args.recipes[0].endswith(".jsonl") else None
    rows = read(path)
    task = hr.task("sentiment-classification").bind(rows)
    task = task.with_seen(task.labels_in(rows))
    predictor = as_predictor(None, task)
    rows = right_rows(rows, task, predictor, args.rows)
    for name in args.recipes or RECIPE:
        measure(name, args, rows, task, predictor)


if __name__ == "__main__":
    sys.exit(main())
