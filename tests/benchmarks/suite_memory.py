"""Memory and time that a suite of many short rows takes: built, saved, loaded, run, reported and pushed (Linux only).

    python tests/benchmarks/suite_memory.py 1000000 keyboard
    python tests/benchmarks/suite_memory.py 1000,10000,100000,1000000

Run it from a checkout. The first argument is the number of rows, or several; after it come the transformations, ten
where none are named. Each part runs in a process of its own. ``anonymous`` is memory that only this process has;
``resident`` counts pages of mapped files, too, which the system takes back when it needs them. Seconds are those of the
processor. The model of ``run`` is a function that looks at the length of a text; ``push`` goes to a stand-in for the
Hub on the loopback, in another process.
"""

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

WORDS = "the film was a very good and honest story about people who live in small town near river".split()
TEN = (
    *("keyboard", "ocr", "typos", "random-character", "missing-character", "repeated-character", "misspelling"),
    *("word-case", "punctuation", "homoglyph"),
)


def memory() -> dict[str, float]:
    """Megabytes of this process."""
    status = Path("/proc/self/status").read_text()
    names = {"anonymous": "RssAnon", "resident": "VmRSS"}
    return {name: int(re.search(rf"{key}:\s+(\d+)", status)[1]) / 1024 for name, key in names.items()}


def measured(what: str, rows: int, work: Callable[[], object]) -> None:
    """Do something and print the most memory above the start, and what stays."""
    before, peak, done = memory(), memory(), threading.Event()

    def watch() -> None:
        while not done.wait(0.02):
            for name, value in memory().items():
                peak[name] = max(peak[name], value)

    thread, began = threading.Thread(target=watch), time.process_time()
    thread.start()
    try:
        work()
    finally:
        seconds, after = time.process_time() - began, memory()
        done.set()
        thread.join()
    figures = [f"{name} +{peak[name] - before[name]:.0f} MB, {after[name] - before[name]:.0f} stay" for name in before]
    each = f"{seconds / rows * 1e6:7.1f} us a row"
    print(f"{rows:9,} rows  {what:15} {seconds:6.1f} s {each}   {'   '.join(figures)}", flush=True)


def build(folder: Path, rows: int, names: list[str]) -> None:
    """Build a suite of rows that are in memory, and save it."""
    import datasets

    import hf_robust as hr

    texts = (f"{WORDS[i % 17]} {WORDS[i * 7 % 17]} {WORDS[i // 17 % 17]} film {i}" for i in range(rows))
    data = datasets.Dataset.from_dict({"text": list(texts), "label": [str(i % 2) for i in range(rows)]})
    task = hr.task("sentiment-classification")
    hr.Suite.build(data.select(range(100)), task, names)  # what is loaded once for all is no part of it
    measured("build and save", rows, lambda: hr.Suite.build(data, task, names).save(folder / "suite"))


def load(folder: Path, rows: int, names: list[str]) -> None:
    """Load the suite."""
    import hf_robust as hr

    hr.Suite  # noqa: B018  the imports are no part of it
    measured("load", rows, lambda: hr.Suite.load(folder / "suite"))


def run(folder: Path, rows: int, names: list[str]) -> None:
    """Run a function on it."""
    import hf_robust as hr

    suite = hr.Suite.load(folder / "suite")
    hr.run(_model, _small(suite))
    measured("run", rows, lambda: hr.run(_model, suite).save(folder / "report"))


def report(folder: Path, rows: int, names: list[str]) -> None:
    """Load the report and write it in all formats."""
    import hf_robust as hr

    def write() -> None:
        found = hr.Report.load(folder / "report")
        for ending in ("html", "json", "txt", "xml"):
            found.write(folder / f"again.{ending}")

    measured("report", rows, write)


def push(folder: Path, rows: int, names: list[str]) -> None:
    """Push it to the stand-in for the Hub."""
    import hf_robust as hr

    suite = hr.Suite.load(folder / "suite")
    measured("push", rows, lambda: suite.push_to_hub(f"me/films-{rows}", version="1.0.0"))


def _model(texts: list[str]) -> list[str]:
    return [str(len(text) // 3 % 2) for text in texts]


def _small(suite: object) -> object:
    """The suite with a few rows of one entry: what is loaded once for all is no part of the measurement."""
    from dataclasses import replace

    name, entry = next(iter(suite.entries.items()))
    few = replace(entry, original=entry.original.select(range(50)), perturbed=entry.perturbed.select(range(50)))
    return replace(suite, entries={name: few})


PARTS = {part.__name__: part for part in (build, load, run, report, push)}


def main() -> None:
    """Measure all parts for each number of rows, each in a process of its own."""
    if sys.argv[1] in PARTS:
        import datasets

        datasets.disable_progress_bars()
        PARTS[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
        return
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from minihub import WRITE, MiniHub

    for rows in sys.argv[1].split(","):
        with tempfile.TemporaryDirectory() as folder, MiniHub() as hub:
            settings = {"HF_ENDPOINT": hub.endpoint, "HF_TOKEN": WRITE, "HF_HUB_DISABLE_XET": "1", "HF_HOME": folder}
            there = {**os.environ, **settings, "HF_HUB_OFFLINE": "0", "HF_HUB_DISABLE_PROGRESS_BARS": "1"}
            for part in PARTS:
                names = sys.argv[2:] or list(TEN)
                subprocess.run([sys.executable, __file__, part, folder, rows, *names], check=True, env=there)


if __name__ == "__main__":
    main()
