"""The suite that is built when no transformation is named."""

from collections.abc import Sequence
from pathlib import Path

from datasets import Dataset

import hf_robust as hr
from hf_robust.tasks.base import Task
from hf_robust.transforms.transformation_registry import transformations


def default_suite(rows: Sequence[dict], task: Task, folder: Path) -> hr.Suite:
    """The suite of rows, which comes back from a folder.

    Each transformation for the task is an entry of it, or is skipped with a reason.
    """
    suite = hr.Suite.build(Dataset.from_list(rows), task)
    skipped = {one["name"]: one["reason"] for one in suite.info["skipped"]}
    every = {cls.name for cls in transformations.values(task.language) if task.name in cls.effects}
    assert set(suite) | set(skipped) == every and not set(suite) & set(skipped)
    assert all(skipped.values())
    again = hr.Suite.load(suite.save(folder))
    assert list(again) == list(suite) and again.content_hash == suite.content_hash
    assert all(again[name].perturbed[:1] == suite[name].perturbed[:1] for name in suite)
    return suite
