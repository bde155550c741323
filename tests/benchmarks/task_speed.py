"""Rows a CPU second of each transformation that belongs to some tasks alone, on rows that carry annotation.

    python tests/benchmarks/task_speed.py TASK=FILE [TASK=FILE ...] [--rows N] [--only NAME,...] [--language CODE]

A file is what ``hf-robust run --dataset`` reads. Each transformation is warmed on fifty rows, then runs over all of
them once, on one thread; the share of rows that changed stands beside it.
"""

import argparse
import time
from collections.abc import Iterator

from datasets import Dataset, disable_progress_bars

import hf_robust as hr
from hf_robust.core.errors import MissingResource, RobustError
from hf_robust.tasks.layouts.load_rows import load_data
from hf_robust.transforms.chains import annotated_for
from hf_robust.transforms.transformation_registry import transformations

WARM = 50  # rows
UNIVERSAL = "text-classification"


def rates(
    task_name: str, file: str, rows: int, only: set[str], language: str
) -> Iterator[tuple[str, int, float, float]]:
    """Name, rows, rows a second and the share that changed of each transformation of a task."""
    data = hr.with_layout(load_data(file), task_name)
    data = data.select(range(min(rows, len(data))))
    task = hr.task(task_name, language=language).bind(data)
    classes = [transformations.get(name, language) for name in transformations.names(language)]
    stages = [
        cls()
        for cls in classes
        if task_name in cls.effects and UNIVERSAL not in cls.effects and (not only or cls.name in only)
    ]
    ready: Dataset = annotated_for(data, task, [(stage,) for stage in stages])  # parsed once for all
    for stage in stages:
        try:
            perturb = hr.Perturb(stage, task)
            perturb(ready.select(range(min(WARM, len(ready)))).with_format("arrow")[:])
            table = ready.with_format("arrow")[:]
            began = time.process_time()
            made = perturb(table)
            spent = time.process_time() - began
        except (MissingResource, RobustError) as error:
            print(f"| {task_name} | {stage.name} | {error} | | |")
            continue
        yield stage.name, len(table), len(table) / spent, made.num_rows / len(table)


def main() -> None:
    """Print a table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("files", nargs="+", metavar="TASK=FILE")
    options.add_argument("--rows", type=int, default=2000)
    options.add_argument("--only", default="")
    options.add_argument("--language", default="en")
    given = options.parse_args()
    disable_progress_bars()
    print("| task | transformation | rows | rows a second | changed |\n| --- | --- | ---: | ---: | ---: |")
    for pair in given.files:
        task_name, file = pair.split("=", 1)
        only = set(filter(None, given.only.split(",")))
        for name, size, rate, changed in rates(task_name, file, given.rows, only, given.language):
            print(f"| {task_name} | {name} | {size} | {rate:,.0f} | {changed:.0%} |", flush=True)


if __name__ == "__main__":
    main()
