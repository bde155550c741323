"""Memory that a suite of many short rows takes while it is built, saved and loaded (Linux only).

Run it from a checkout: ``python tests/benchmarks/suite_memory.py 1000000 keyboard``. Each part runs in a process of
its own. ``anonymous`` is memory that only this process has; ``resident`` counts pages of mapped files, too, which the
system takes back when it needs them.
"""

import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

WORDS = "the film was a very good and honest story about people who live in small town near river".split()


def memory() -> dict[str, float]:
    """Megabytes of this process."""
    status = Path("/proc/self/status").read_text()
    names = {"anonymous": "RssAnon", "resident": "VmRSS"}
    return {name: int(re.search(rf"{key}:\s+(\d+)", status)[1]) / 1024 for name, key in names.items()}


def measured(what: str, work: Callable[[], object]) -> None:
    """Do something and print the most memory above the start, and what stays."""
    before, peak, done = memory(), memory(), threading.Event()

    def watch() -> None:
        while not done.wait(0.02):
            for name, value in memory().items():
                peak[name] = max(peak[name], value)

    thread, began = threading.Thread(target=watch), time.perf_counter()
    thread.start()
    work()
    seconds, after = time.perf_counter() - began, memory()
    done.set()
    thread.join()
    figures = [f"{name} +{peak[name] - before[name]:.0f} MB, {after[name] - before[name]:.0f} stay" for name in before]
    print(f"{what:15} {seconds:6.1f} s   {'   '.join(figures)}", flush=True)


def build(rows: int, names: list[str], folder: Path) -> None:
    """Build a suite of rows that are in memory, and save it."""
    import datasets

    import hf_robust as hr

    datasets.disable_progress_bars()
    texts = (f"{WORDS[i % 17]} {WORDS[i * 7 % 17]} {WORDS[i // 17 % 17]} film {i}" for i in range(rows))
    data = datasets.Dataset.from_dict({"text": list(texts), "label": [str(i % 2) for i in range(rows)]})
    task = hr.task("sentiment-classification")
    hr.Suite.build(data.select(range(100)), task, names)  # what is loaded once for all is no part of it
    measured("build and save", lambda: hr.Suite.build(data, task, names).save(folder))


def load(folder: Path) -> None:
    """Load the suite."""
    import datasets

    import hf_robust as hr

    datasets.disable_progress_bars()
    hr.Suite  # noqa: B018  the imports are no part of it
    measured("load", lambda: hr.Suite.load(folder))


def main() -> None:
    """Measure both, each in a process of its own."""
    if sys.argv[1] == "--load":
        load(Path(sys.argv[2]))
    elif sys.argv[1] == "--build":
        build(int(sys.argv[3]), sys.argv[4:], Path(sys.argv[2]))
    else:
        with tempfile.TemporaryDirectory() as place:
            folder = str(Path(place) / "suite")
            for part in (["--build", folder, *sys.argv[1:]], ["--load", folder]):
                subprocess.run([sys.executable, __file__, *part], check=True)


if __name__ == "__main__":
    main()
