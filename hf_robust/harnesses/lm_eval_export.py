"""A suite as tasks of lm-evaluation-harness: a task per transformation, one for the originals, and a group of all."""

from collections import defaultdict
from itertools import chain, count
from typing import Any

import yaml

from hf_robust import __version__
from hf_robust.harnesses.exports import CREATED_BY, ROBUST, Export, answer_tokens, json_lines, task_name
from hf_robust.suites.questions import Question

READER = "hf_robust_rows"
_READER = f'''"""Read the rows that stand beside this file. {CREATED_BY} {__version__}."""

from pathlib import Path

from datasets import load_dataset


def load(file, **metadata):
    return load_dataset("json", data_files={{"test": str(Path(__file__).with_name(file))}})
'''


def lm_eval_files(export: Export) -> dict[str, bytes]:
    """Return the files of the tasks by name.

    Tasks with labels compare the log-likelihoods of the words of the labels (``multiple_choice``), unless the model
    writes its answer. All other tasks are of the type ``generate_until``.

    Args:
        export: What is written.
    """
    parts: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for question in export.questions:
        parts[question.location.part].append(_row(export, question))
    names = _names(export.name, parts)
    files = {f"{READER}.py": _READER.encode()}
    for part, rows in parts.items():
        files[f"{names[part]}.jsonl"] = json_lines(rows)
        files[f"{names[part]}.yaml"] = _task_file(export, names[part], part)
    group = {"group": export.name, "task": list(names.values()), "metadata": {"version": 1.0}}
    return {**files, f"{export.name}.yaml": _commented(export, "all parts", yaml.safe_dump(group, sort_keys=False))}


def _names(name: str, parts: dict[str, list[dict[str, Any]]]) -> dict[str, str]:
    """A task name for each part, all different."""
    found: dict[str, str] = {}
    for part in parts:
        wanted = f"{name}_{task_name(part)}"
        numbered = (f"{wanted}_{number}" for number in count(2))
        found[part] = next(one for one in chain([wanted], numbered) if one not in found.values())
    return found


def _row(export: Export, question: Question) -> dict[str, Any]:
    row: dict[str, Any] = {"id": str(question.location), "prompt": question.prompt}
    if _chooses(export):
        words = list(export.questions.choices.values())
        row |= {"choices": words, "target": words.index(question.answers[0])}
    else:
        row["target"] = list(question.answers)
    return {**row, ROBUST: export.robust(question)}


def _chooses(export: Export) -> bool:
    return bool(export.questions.choices) and not export.generate


def _task_file(export: Export, name: str, part: str) -> bytes:
    task: dict[str, Any] = {
        "task": name,
        "dataset_kwargs": {"file": f"{name}.jsonl"},
        "test_split": "test",
        "num_fewshot": 0,
        "doc_to_text": "prompt",
        "doc_to_target": "target",
        **(_chosen(export) if _chooses(export) else _generated(export)),
        "metadata": {"version": 1.0},
    }
    if system := _system(export):
        task["description"] = system
    text = f"custom_dataset: !function {READER}.load\n{yaml.safe_dump(task, sort_keys=False, allow_unicode=True)}"
    return _commented(export, part, text)


def _system(export: Export) -> str:
    """The system message, which is the same for all rows; the harness puts it before the prompt."""
    first = next(iter(export.questions))
    return f"{first.messages[0]['content']}\n\n" if first.messages[0]["role"] == "system" else ""


def _chosen(export: Export) -> dict[str, Any]:
    return {
        "output_type": "multiple_choice",
        "doc_to_choice": "choices",
        "target_delimiter": export.questions.task.spoken.joiner,
        "metric_list": [{"metric": "acc", "aggregation": "mean", "higher_is_better": True}],
    }


def _generated(export: Export) -> dict[str, Any]:
    exact = {"ignore_case": True, "ignore_punctuation": True} if export.questions.choices else {}
    return {
        "output_type": "generate_until",
        "generation_kwargs": {"until": [], "do_sample": False, "max_gen_toks": answer_tokens(export.questions.form)},
        "metric_list": [{"metric": "exact_match", "aggregation": "mean", "higher_is_better": True, **exact}],
    }


def _commented(export: Export, part: str, text: str) -> bytes:
    questions = export.questions
    said = f"# {CREATED_BY} {__version__}: {questions.suite.info.get('name')}, {part}, {questions.prompt.name}"
    return f"{said.encode('ascii', 'backslashreplace').decode()}\n{text}".replace("\r", " ").encode("utf-8", "replace")
