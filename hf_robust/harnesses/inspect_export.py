"""A suite as a task of inspect_ai: one Python file with the task, and its rows as JSON Lines."""

from typing import Any

from hf_robust import __version__
from hf_robust.harnesses.exports import CREATED_BY, ROBUST, Export, answer_tokens, json_lines

_TASK = '''"""{title} as a task of inspect. {made_by} {version}."""

from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import accuracy, grouped, {scorer}
from inspect_ai.solver import generate


@task
def {name}():
    return Task(
        dataset=json_dataset(str(Path(__file__).with_name("{name}.jsonl"))),
        solver=generate(),
        scorer={scorer}({arguments}),
        metrics=[grouped(accuracy(), "part")],
        config=GenerateConfig(temperature=0.0, max_tokens={tokens}),
    )
'''


def inspect_files(export: Export) -> dict[str, bytes]:
    """Return the files of the task by name.

    The model writes all answers, those of tasks with labels, too. Accuracy is computed for each part: the originals
    and each transformation.

    Args:
        export: What is written.
    """
    free = export.questions.form.free_text  # `exact` ignores punctuation, so that an empty list never counts as right
    task = _TASK.format(
        title=ascii(str(export.questions.suite.info.get("name"))).replace('"', "'"),
        made_by=CREATED_BY,
        version=__version__,
        name=export.name,
        scorer="exact" if free else "match",
        arguments="" if free else 'location="exact"',
        tokens=answer_tokens(export.questions.form),
    )
    return {f"{export.name}.py": task.encode(), f"{export.name}.jsonl": json_lines(_rows(export))}


def _rows(export: Export) -> list[dict[str, Any]]:
    return [
        {
            "id": str(question.location),
            "input": question.prompt if len(question.messages) == 1 else list(question.messages),
            "target": list(question.answers),
            "metadata": {"part": question.location.part, ROBUST: export.robust(question)},
        }
        for question in export.questions
    ]
