"""Time that a report takes after the predictions, and the size of its files: many rows, transformations and slices.

    python tests/benchmarks/analysis_speed.py
    python tests/benchmarks/analysis_speed.py --task named-entity-recognition --rows 10000 --slices 50

Run it from a checkout, with OMP_NUM_THREADS=1. The rows are made up, and the model is a function that looks at the
letters of a text. Seconds are those of the processor.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from datasets import Dataset
from datasets.utils.logging import disable_progress_bar

import hf_robust as hr
from hf_robust.evaluation import outcomes, robustness_run
from hf_robust.evaluation.analysis import parts

WORDS = "the film was a very good and honest story about people who live in small town near river".split()
NAMES = {"Anna": "PER", "Oslo": "LOC", "Bergen": "LOC", "Peter": "PER", "Acme": "ORG"}
TRANSFORMATIONS = [
    *("keyboard", "ocr", "typos", "random-character", "missing-character", "repeated-character", "adjacent-swap"),
    *("misspelling", "word-case", "homoglyph", "spelling-errors", "whitespace", "delete-word", "homophone"),
    "bidi-control",
    {"name": "keyboard", "rate": 0.4},
    {"name": "ocr", "rate": 0.5},
    {"name": "word-case", "case": "lower"},
    {"name": "typos", "count": 1},
    {"name": "random-character", "rate": 0.4},
]
OF_TOKENS = [
    *("keyboard", "ocr", "typos", "word-case", "entity-typos", "whitespace", "homophone", "misspelling"),
    *("random-character", "missing-character", "repeated-character", "homoglyph", "spelling-errors", "adjacent-swap"),
    *({"name": name, "rate": 0.4} for name in ("keyboard", "ocr", "random-character", "homoglyph")),
    {"name": "missing-character", "rate": 0.4},
    {"name": "word-case", "case": "lower"},
]


def rows_of(task: str, rows: int, slices: int) -> Dataset:
    """Short texts, each with the groups that it is in."""
    rng = np.random.default_rng(0)
    groups = [[f"group {number:03}" for number in np.flatnonzero(row)] for row in rng.random((rows, slices)) < 0.2]
    words = [[WORDS[code] for code in row] for row in rng.integers(0, len(WORDS), (rows, 14))]
    if task == "sentiment-classification":
        labels = ["pos" if draw else "neg" for draw in rng.random(rows) < 0.5]
        return Dataset.from_dict({"text": [" ".join(row) for row in words], "label": labels, "groups": groups})
    names = list(NAMES)
    tokens = [
        [*row[:5], names[first], *row[5:9], names[other]]
        for row, (first, other) in zip(words, rng.integers(0, 5, (rows, 2)))
    ]
    tags = [[f"B-{NAMES[token]}" if token in NAMES else "O" for token in row] for row in tokens]
    return Dataset.from_dict({"tokens": tokens, "ner_tags": tags, "groups": groups})


def label_of(text: str) -> str:
    """An answer that a change of letters may turn."""
    return "pos" if sum(map(ord, text)) % 5 > 1 else "neg"


def model_of(task: str) -> Callable[[list], list]:
    """A model that costs next to nothing."""
    if task == "sentiment-classification":
        return lambda texts: [label_of(text) for text in texts]
    return lambda rows: [[f"B-{NAMES[token]}" if token in NAMES else "O" for token in row] for row in rows]


@contextmanager
def timed(what: str, spent: dict[str, float]) -> Iterator[None]:
    """Add the seconds of the processor to those spent."""
    began = time.process_time()
    yield
    spent[what] = spent.get(what, 0.0) + time.process_time() - began


def watch(module: Any, names: dict[str, str], spent: dict[str, float]) -> None:
    """Time functions of a module."""
    for name, what in names.items():
        plain = getattr(module, name)

        def watched(*args: Any, plain: Any = plain, what: str = what, **options: Any) -> Any:
            with timed(what, spent):
                return plain(*args, **options)

        setattr(module, name, watched)


def main() -> None:
    """Measure, and print a line for each part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", default="sentiment-classification")
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--slices", type=int, default=50)
    parser.add_argument("--weakest", action="store_true", help="Search for the weakest slices, too.")
    asked = parser.parse_args()
    assert os.environ.get("OMP_NUM_THREADS") == "1", "use OMP_NUM_THREADS=1"
    disable_progress_bar()
    data, spent = rows_of(asked.task, asked.rows, asked.slices), {}
    chosen = TRANSFORMATIONS if asked.task == "sentiment-classification" else OF_TOKENS
    suite = hr.Suite.build(data, hr.task(asked.task), chosen)
    pairs = sum(len(entry) for entry in suite.entries.values())
    watch(outcomes, {"_scored": "references and row statistics"}, spent)
    timed_here = {"_result": "scores, intervals and examples", "sliced": "slices of the rows", "analyzed": "analysis"}
    watch(robustness_run, timed_here, spent)
    parts.PARTS = {key: timed_part(key, part, spent) for key, part in parts.PARTS.items()}
    began = time.process_time()
    slices = [{"name": "column", "column": "groups"}]
    report = hr.run(model_of(asked.task), suite, slices=slices, weakest=asked.weakest)
    spent["run, all of it"] = time.process_time() - began
    with tempfile.TemporaryDirectory() as folder, timed("report.html and report.json", spent):
        report.save(folder)
        sizes = {path.name: path.stat().st_size / 1e6 for path in Path(folder).iterdir()}
    print(f"{asked.rows:,} rows, {len(suite)} transformations, {pairs:,} pairs, {asked.slices} slices, {asked.task}")
    for what, seconds in spent.items():
        print(f"{what:40} {seconds:6.1f} s")
    after = sum(seconds for what, seconds in spent.items() if not what.startswith((" ", "run")))
    print(f"{'after the predictions':40} {after:6.1f} s")
    print("   ".join(f"{name} {size:.2f} MB" for name, size in sorted(sizes.items())))


def timed_part(key: str, part: Callable, spent: dict[str, float]) -> Callable:
    """A part of the analysis that is timed."""

    def run(*args: Any) -> Any:
        with timed(f"  {key}", spent):
            return part(*args)

    return run


if __name__ == "__main__":
    main()
