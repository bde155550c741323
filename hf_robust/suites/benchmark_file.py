"""``eval.yaml``: what makes a published suite a benchmark of the Hub, which then collects the results of models on it.

Source: "Evaluation Results" in the documentation of the Hub (hub/eval-results). The Hub checks the file when it is
pushed, and shows a leaderboard once the data set is on its list of benchmarks.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from hf_robust.suites.card import filled

BENCHMARK = "eval.yaml"
FRAMEWORK = "hf-robust"
WORST_CASE = "worst_case"
"""Task of the lowest score of each row over all entries."""


def benchmark_tasks(manifest: Mapping[str, Any], key: str, split: str, overall: Sequence[str] = ()) -> list[dict]:
    """A task for each entry that has rows in a split.

    Args:
        manifest: What ``suite.json`` holds.
        key: The fact that an entry is called by; results name it as their task.
        split: The split that is scored.
        overall: Tasks over all entries; they have no config of their own.

    Example:
        >>> entries = [{"name": "keyboard", "config": "keyboard", "files": {"keyboard/perturbed.parquet": "0"}}]
        >>> for task in benchmark_tasks({"entries": entries}, "name", "perturbed", ["worst_case"]):
        ...     print(task)
        {'id': 'keyboard', 'config': 'keyboard', 'split': 'perturbed'}
        {'id': 'worst_case', 'split': 'perturbed'}
    """
    entries = [entry for entry in filled(manifest) if f"{entry['config']}/{split}.parquet" in entry["files"]]
    tasks = [{"id": entry[key], "config": entry["config"], "split": split} for entry in entries]
    return tasks + [{"id": name, "split": split} for name in overall if tasks]


def write_benchmark(folder: Path, manifest: Mapping[str, Any], tasks: Sequence[dict], label: str) -> None:
    """Write the file into a suite's folder.

    Args:
        folder: The folder.
        manifest: What ``suite.json`` holds.
        tasks: Its tasks; without one there is no file.
        label: What the kind of suite is called.
    """
    if not tasks:
        return
    info = manifest["info"]
    source = f", made of {info['dataset']}" if info.get("dataset") else ""
    said = {
        "name": info["name"],
        "description": f"{label.capitalize()} for {manifest['task']['name']}{source}. Scores are percent.",
        "evaluation_framework": FRAMEWORK,
        "tasks": list(tasks),
    }
    text = yaml.safe_dump(said, sort_keys=False, allow_unicode=True, width=10_000)
    (folder / BENCHMARK).write_text(text, encoding="utf-8", errors="replace")
