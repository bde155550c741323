"""Models that come with the package: the default of a task, a baseline by name, a spaCy pipeline."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.baselines.baseline_table import (
    BASELINES,
    baseline_predictor,
    is_pipeline,
    pipeline_baseline,
    served_row,
)
from hf_robust.adapters.embedded import embedded_predictor
from hf_robust.adapters.model_kind import DEFAULT_MODEL, ModelKind, model_kinds, refuse
from hf_robust.core.errors import UsageError
from hf_robust.language.embedded.packed import base_encoder_path
from hf_robust.tasks import SENTIMENT, TASKS, Task
from hf_robust.tasks.kind import task_name


@model_kinds.register
class Packaged(ModelKind):
    """None or ``"default"`` for what comes with the package, the name of a baseline or of a spaCy pipeline."""

    name = "packaged"
    description = "None (what comes with the package), the name of a baseline or of a spaCy pipeline"
    takes = frozenset({"label_map", "batch_size", "device", "precision", "max_length", "train", "nlp"})
    order = 20

    @classmethod
    def accepts(cls, model: Any) -> bool:
        if model is None:
            return True
        if not isinstance(model, str):
            return False
        named = model == DEFAULT_MODEL or model in BASELINES
        return (named and not Path(model).is_dir()) or is_pipeline(model)

    @classmethod
    def refused(cls, options: Mapping[str, Any], task: Task) -> list[str]:
        return []  # what a baseline takes is in its table; it refuses the rest itself

    @classmethod
    def predictor(cls, model: Any, task: Task, options: Mapping[str, Any]) -> Predictor:
        named = None if model == DEFAULT_MODEL else model
        row = BASELINES.get(named) if named is not None and not Path(named).is_dir() else None
        if row is not None or (named is None and task.name != SENTIMENT):
            return baseline_predictor(row, task, **options)
        rest = {name: value for name, value in options.items() if name not in ("train", "nlp")}
        if "train" in options:
            raise UsageError(
                "rows to train on go with a baseline that is trained (hf-robust doctor); leave them out here"
            )
        refuse([name for name in rest if name not in cls.takes], "the bundled classifier" if named is None else named)
        return embedded_predictor(task, **rest) if named is None else pipeline_baseline(named, task, **rest)

    @classmethod
    def check(cls, model: Any, options: Mapping[str, Any]) -> None:
        named = None if model == DEFAULT_MODEL else model
        asked = options.get("task_name")
        if named is None and asked in (None, SENTIMENT):
            if options.get("language") != "zh":  # what reads Chinese is whole
                base_encoder_path()
        elif asked is not None and (named is None or named in BASELINES):
            task = task_name(asked)
            served_row(named, task, options.get("language") or TASKS[task].language, options.get("nlp"))
