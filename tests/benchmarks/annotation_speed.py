"""Rows a second of annotation and of ``synonym`` on plain texts, from the first batch of a fresh process on.

python tests/benchmarks/annotation_speed.py TEXTS.jsonl [--rounds 5]
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import torch
from datasets import Dataset, disable_caching, disable_progress_bars
from peers.texts import of_file

import hf_robust as hr
from hf_robust.language.annotation import annotated_values

LAYERS = {"pos": ("pos",), "pos, lemma, ent": ("pos", "lemma", "ent"), "all": ("pos", "lemma", "ent", "dep")}
ROWS = 2000


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Print a line for each measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", type=Path, help="texts, one a line; .jsonl with a column text or sentence")
    parser.add_argument("--rounds", type=int, default=5, help="rounds after the first one (5)")
    options = parser.parse_args()
    torch.set_num_threads(1)
    disable_caching()
    disable_progress_bars()
    texts = of_file(options.texts, ROWS)
    words = sum(len(text.split()) for text in texts)
    print(f"{len(texts)} texts of {words / len(texts):.1f} words")
    rows = Dataset.from_dict({"text": texts, "label": [0] * len(texts)})
    synonym = hr.Perturb("synonym", hr.task("text-classification"), keep="all")
    works = {
        "synonym, plain texts": lambda: rows.map(synonym, batched=True),
        **{name: lambda needs=needs: annotated_values(texts, needs) for name, needs in LAYERS.items()},
    }
    for name, work in works.items():
        first = seconds(work)
        later = min(seconds(work) for _ in range(options.rounds))
        print(f"{name:24}{len(texts) / first:>8,.0f} first{len(texts) / later:>8,.0f} best of {options.rounds} later")
    annotated = hr.annotate(rows, "text-classification", set(synonym.stages[0].needs), num_proc=1)
    later = min(seconds(lambda: annotated.map(synonym, batched=True)) for _ in range(options.rounds))
    print(f"{'synonym, annotated rows':24}{len(texts) / later:>8,.0f} best of {options.rounds}")


if __name__ == "__main__":
    main()
