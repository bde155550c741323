"""Times the calls of one package in its own interpreter: ``python -m peers.worker``, started by ``compare.py``.

Nothing is imported here but the standard library and the module of calls. The answer is a JSON file: rows, CPU
seconds, wall seconds and the share of changed rows of each cell.
"""

import argparse
import gc
import importlib
import json
import sys
import time
from importlib import metadata
from pathlib import Path

WARM, PROBE = 20, 20
FEW, SLOW = 2, 0.5  # rows, and the seconds they take where neither warm-up nor probe has more of them
FAST = 1.0  # seconds that the set seems to need: below it a whole pass is warm-up
SHORTEST, PASSES = 0.3, 20  # a fast cell runs the set again until it has taken as many seconds, or as often


def main() -> None:
    """Time the cells that are asked for, and write the answer after each."""
    options = argparse.ArgumentParser()
    options.add_argument("package")
    options.add_argument("--cells", required=True, help="JSON: the name of each cell, and its set of texts")
    options.add_argument("--texts", type=Path, required=True, help="JSON file: texts by set")
    options.add_argument("--budget", type=float, required=True)
    options.add_argument("--out", type=Path, required=True)
    given = options.parse_args()
    sets = json.loads(given.texts.read_text("utf-8"))
    began = time.perf_counter()
    calls = importlib.import_module(f"peers.calls_{given.package}")
    answer = {"import": time.perf_counter() - began, "cells": {}}
    answer["versions"] = dict(getattr(calls, "VERSIONS", {}))
    answer["versions"].update({name: metadata.version(name) for name in calls.DISTRIBUTIONS})
    for name, texts in json.loads(given.cells).items():
        if name in calls.CELLS:
            answer["cells"][name] = _tried(calls.CELLS[name], sets[texts], given.budget)
            given.out.write_text(json.dumps(answer), "utf-8")
    given.out.write_text(json.dumps(answer), "utf-8")


def _tried(factory, texts: list[str], budget: float) -> dict:
    try:
        cell = factory()
        return {} if cell is None else {"label": cell.label, **measure(cell, texts, budget)}
    except Exception as error:  # a peer that fails in one cell is still timed in the others
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return {"error": f"{type(error).__name__}: {error}"[:300]}


def measure(cell, texts: list[str], budget: float) -> dict:
    """Time a cell: the first rows warm it and are not counted, some more show how many rows fit into the budget.

    Args:
        cell: What to time.
        texts: The texts; their order is that of the file.
        budget: Seconds; a set that takes longer is cut where they are spent.
    """
    _timed(cell, texts[:FEW])  # loads models and tables
    slow = _timed(cell, texts[FEW : 2 * FEW])[1] > SLOW
    warm, probe = (2 * FEW, FEW) if slow else (WARM, PROBE)
    rest = texts[warm:]
    if not slow:
        _timed(cell, texts[:WARM])
    expected = min(_timed(cell, rest[:probe])[1] for _ in range(2)) / len(rest[:probe])
    if expected * len(rest) < FAST:
        _timed(cell, rest)  # what is fast takes the first pass as warm-up too
    gc.collect()
    gc.freeze()  # what other cells loaded is not to be searched for garbage in this one
    size = len(rest) if expected * len(rest) <= budget else max(1, int(budget / expected / 8))
    rows, cpu, wall, changed, judged = 0, 0.0, 0.0, 0, 0
    while cpu < min(budget, SHORTEST if rows >= len(rest) else budget) and rows < PASSES * len(rest):
        place = rows % len(rest)
        chunk = rest[place : place + size]
        output, spent, passed = _timed(cell, chunk)
        cpu += spent
        wall += passed
        if rows < len(rest):
            changed += sum(map(_differs, chunk, cell.texts(output)))
            judged += len(chunk)
        rows += len(chunk)
    return {"rows": rows, "cpu": cpu, "wall": wall, "changed": changed / judged}


def _timed(cell, texts: list[str]) -> tuple:
    """The output for some texts, and its CPU and wall seconds."""
    taken = cell.prepare(texts)
    wall, cpu = time.perf_counter(), time.process_time()
    output = cell.call(taken)
    return output, time.process_time() - cpu, time.perf_counter() - wall


def _differs(before: str, after: str | None) -> bool:
    """Whether more than the spaces changed: some packages take texts apart and join them otherwise."""
    return after is not None and "".join(before.split()) != "".join(after.split())


if __name__ == "__main__":
    main()
