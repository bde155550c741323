"""``eval.yaml``: what makes a published suite a benchmark of the Hub, which then collects the results of models on it.

The Hub knows a closed list of evaluation frameworks and checks the file when it is pushed. It names ``inspect-ai``,
so that ``inspect eval hf/user/suite/keyboard@v1.0.0`` asks a language model about the changed rows of an entry. It is
written for tasks with one label a row over plain texts; other suites have none.

Source: "Evaluation Results" in the documentation of the Hub (hub/eval-results).
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from hf_robust.suites.card import filled
from hf_robust.suites.manifest_records import Manifest, PairsManifest
from hf_robust.tasks import TASKS

BENCHMARK = "eval.yaml"
FRAMEWORK = "inspect-ai"
SPLIT = "perturbed"
_BRACES = str.maketrans({"{": "{{", "}": "}}"})
_NO_NAME = frozenset("{}[].:!")  # characters that a placeholder of a template cannot hold


def benchmark_tasks(manifest: PairsManifest) -> list[dict]:
    """A task for each entry that has perturbed rows; none where a language model cannot be asked about the rows.

    Args:
        manifest: What ``suite.json`` holds.
    """
    asked = _question(manifest)
    if asked is None:
        return []
    entries = [entry for entry in filled(manifest.entries) if f"{entry.config}/{SPLIT}.parquet" in entry.files]
    return [{"id": entry.name, "config": entry.config, "split": SPLIT, **asked} for entry in entries]


def _question(manifest: Manifest) -> dict[str, Any] | None:
    """How a language model is asked about a row and how its answer is scored; None where there is no such way."""
    task, features = manifest.task, manifest.features
    kind = TASKS[task.name]
    if not kind.classifies or kind.spans or len(kind.scored_roles) != 1:
        return None
    texts = {role: task.columns[role] for role in kind.texts}
    label = task.columns[kind.scored_roles[0]]
    answers = _answers(manifest, label)
    plain = all(_dtype(features, column) in ("string", "large_string") for column in texts.values())
    if not plain or answers is None or any(_NO_NAME & set(column) for column in texts.values()):
        return None
    first, *others = texts.items()
    shown = [f"{first[0]}: {{prompt}}", *(f"{role}: {{{column}}}" for role, column in others)]
    template = "\n".join(shown) + f"\n\nWhich label is right? {answers}"
    metadata = {"metadata": [column for _, column in others]} if others else {}
    return {
        "field_spec": {"input": first[1], "target": label, **metadata},
        "solvers": [{"name": "prompt_template", "args": {"template": template}}, {"name": "generate"}],
        "scorers": [{"name": "match", "args": {"location": "exact"}}],
    }


def _answers(manifest: Manifest, column: str) -> str | None:
    """What a model is told to answer; the answer equals what stands in the column of the label."""
    stated = manifest.features.get(column) or {}
    names = stated.get("names") or manifest.task.label_names or manifest.info.labels
    if not names:
        return None
    shown = [str(name).translate(_BRACES) for name in names]
    if stated.get("_type") == "ClassLabel" or (_dtype(manifest.features, column) or "").startswith(("int", "uint")):
        numbered = ", ".join(f"{number} for {name}" for number, name in enumerate(shown))
        return f"Answer with its number and nothing else: {numbered}."
    if _dtype(manifest.features, column) not in ("string", "large_string"):
        return None
    return f"Answer with it and nothing else: {', '.join(shown)}."


def _dtype(features: Mapping[str, Any], column: str) -> str | None:
    stated = features.get(column)
    found = stated.get("dtype") if isinstance(stated, Mapping) else None
    return found if isinstance(found, str) else None


class _Dumper(yaml.SafeDumper):
    """Writes equal parts out in full, and not as references."""

    def ignore_aliases(self, data: Any) -> bool:
        """Always."""
        return True


def write_benchmark(folder: Path, manifest: Manifest, tasks: Sequence[dict], label: str) -> None:
    """Write the file into a suite's folder.

    Args:
        manifest: What ``suite.json`` holds.
        tasks: Its tasks; without one there is no file.
        label: What the kind of suite is called.
    """
    if not tasks:
        return
    info = manifest.info
    source = f", made of {info.dataset}" if info.dataset else ""
    said = {
        "name": info.name,
        "description": f"{label.capitalize()} for {manifest.task.name}{source}. Scores are percent.",
        "evaluation_framework": FRAMEWORK,
        "tasks": list(tasks),
    }
    text = yaml.dump(said, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000)
    (folder / BENCHMARK).write_text(text, encoding="utf-8", errors="replace")
