"""``eval.yaml``: what makes a published suite a benchmark of the Hub, which then collects the results of models on it.

The Hub knows a closed list of evaluation frameworks and checks the file when it is pushed. It names ``inspect-ai``,
so that ``inspect eval hf/user/suite/keyboard@v1.0.0`` asks a language model about the changed rows of an entry. Inspect
reads a question and its answer from columns of strings. Where the rows have no such columns (lists of tokens, spans of
a context), the questions are published as configs of their own.

Source: "Evaluation Results" in the documentation of the Hub (hub/eval-results).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from hf_robust.suites.folder import config_folder
from hf_robust.suites.rows import write_parquet

BENCHMARK = "eval.yaml"
SPLIT = "perturbed"
QUESTIONS = "questions"
"""Folder of the questions, and what the names of their configs end with."""
_FRAMEWORK = "inspect-ai"


@dataclass(frozen=True)
class Benchmark:
    """A suite as a benchmark of the Hub.

    Args:
        asked: How inspect asks about a row and scores the answer: the keys ``field_spec``, ``solvers`` and ``scorers``.
        names: The entries that it asks about; without one there is no ``eval.yaml``.
        reason: Why there is none.
        questions: Makes the questions of an entry that are published beside its rows; None where inspect asks about the
            rows themselves.
    """

    asked: Mapping[str, Any]
    names: Sequence[str] = ()
    reason: str = ""
    questions: Callable[[str], Iterable[Mapping[str, str]]] | None = None

    @property
    def tasks(self) -> list[dict[str, Any]]:
        """The tasks of ``eval.yaml``, one for each entry."""
        return [{"id": name, "config": self._config(name), "split": SPLIT, **self.asked} for name in self.names]

    @property
    def configs(self) -> list[dict[str, Any]]:
        """The configs of the questions, as the metadata of a card list them."""
        if self.questions is None:
            return []
        return [
            {"config_name": self._config(name), "data_files": [{"split": SPLIT, "path": _file(name)}]}
            for name in self.names
        ]

    def write(self, folder: Path, name: str, description: str) -> None:
        """Write ``eval.yaml`` and the questions into the folder of a suite; nothing where there are no tasks.

        Args:
            name: Name of the suite.
            description: What it is.
        """
        from datasets import Dataset

        if not self.names:
            return
        said = {
            "name": name,
            "description": description,
            "evaluation_framework": _FRAMEWORK,
            "tasks": self.tasks,
        }
        text = yaml.dump(said, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000)
        (folder / BENCHMARK).write_text(text, encoding="utf-8", errors="replace")
        if self.questions is not None:
            (folder / QUESTIONS).mkdir()
            for entry in self.names:
                write_parquet(Dataset.from_list(list(self.questions(entry))), folder / _file(entry))

    def _config(self, name: str) -> str:
        config = config_folder(name)
        return config if self.questions is None else f"{config}-{QUESTIONS}"


def without_tasks(reason: str) -> Benchmark:
    """What a suite is that inspect cannot ask about.

    Args:
        reason: Why it cannot.
    """
    return Benchmark({}, reason=reason)


def _file(name: str) -> str:
    return f"{QUESTIONS}/{config_folder(name)}.parquet"


class _Dumper(yaml.SafeDumper):
    """Writes equal parts out in full, and not as references."""

    def ignore_aliases(self, data: Any) -> bool:
        """Always."""
        return True
