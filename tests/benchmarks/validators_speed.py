"""Rows a second of each validator: ``python tests/benchmarks/validators_speed.py [SENTENCES] [VALIDATOR ...]``.

``SENTENCES`` is a file of texts, one a line or ``.jsonl`` with a column ``sentence``; the demo reviews serve without
it. The first 2,000 of at most 130 characters (200 for ``pseudo-perplexity``) get ``keyboard`` and are validated; both
texts of a pair are new to the validator. Times are those of the process (CPU), the best of three; validators with
models run once. The floor of ``similarity`` is the encoder's own time for the same texts.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from datasets import Dataset, disable_caching, disable_progress_bars

import hf_robust as hr
from hf_robust.core.errors import MissingResource
from hf_robust.core.linear_layers import quick_linear
from hf_robust.language import SentenceEncoder
from hf_robust.perturb.validators import base

TASK = hr.task("text-classification")
QUICK = ("words-changed", "edit-distance", "bleu", "chrf")
SLOW = {"grammar": 2000, "similarity": 2000, "pseudo-perplexity": 200}


def sentences(path: str | None) -> list[str]:
    if path is None:
        found = [part.strip() for text in hr.demo_reviews()["text"] for part in text.split(". ")]
    else:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
        found = [json.loads(line)["sentence"] if path.endswith(".jsonl") else line for line in lines]
    return [text for text in found if len(text) <= 130][:2000]


def seconds(work: Callable[[], object], times: int) -> float:
    best = float("inf")
    for _ in range(times):
        base._memory.cache_clear()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def main(path: str | None, names: Sequence[str]) -> None:
    disable_progress_bars()
    disable_caching()
    texts = sentences(path)
    rows = Dataset.from_dict({"text": texts, "label": [0] * len(texts)})
    rows = rows.map(hr.Perturb("keyboard", TASK, seed=3), batched=True)
    floor = seconds(lambda: rows.map(lambda batch: {"n": [0] * len(batch["text"])}, batched=True), 3)
    print(f"{'identity map':20} {len(rows) / floor:10.1f} rows/s")
    for name in names or (*QUICK, *SLOW):
        part = rows.select(range(min(SLOW.get(name, len(rows)), len(rows))))
        try:
            show(name, part, hr.Validate([name], TASK))
        except MissingResource as absent:
            print(f"{name:20} left out: {absent}")
        if name == "similarity":
            show_encoder([*texts, *part["text"][:]], len(part))


def show(name: str, rows: Dataset, validate: hr.Validate) -> None:
    rows.select(range(8)).map(validate, batched=True)  # loads what it needs
    took = seconds(lambda: rows.map(validate, batched=True), 1 if name in SLOW else 3)
    print(f"{name:20} {len(rows) / took:10.1f} rows/s", flush=True)


def show_encoder(texts: Sequence[str], rows: int) -> None:
    encoder = SentenceEncoder()
    with quick_linear("cpu"):
        took = seconds(lambda: encoder.encode(texts), 1)
    print(f"{'its encoder alone':20} {rows / took:10.1f} rows/s", flush=True)


if __name__ == "__main__":
    given = sys.argv[1:]
    file = given.pop(0) if given and Path(given[0]).exists() else None
    main(file, given)
