"""Objects that are predictors already."""

from collections.abc import Mapping
from typing import Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.baselines.baseline import Baseline
from hf_robust.adapters.function import FunctionPredictor
from hf_robust.adapters.kind_adapters import label_matcher
from hf_robust.adapters.model_kind import ModelKind, model_kinds, refuse
from hf_robust.adapters.object_predictor import ObjectPredictor
from hf_robust.adapters.relabeled import RelabeledPredictor
from hf_robust.tasks import Task


@model_kinds.register
class Ready(ModelKind):
    """An object with ``name``, ``kind``, ``revision``, ``labels`` and ``predict(rows)``."""

    name = "predictor"
    description = "a predictor"
    order = 10

    @classmethod
    def accepts(cls, model: Any) -> bool:
        return isinstance(model, Predictor) and not isinstance(model, type)

    @classmethod
    def predictor(cls, model: Any, task: Task, options: Mapping[str, Any]) -> Predictor:
        label_map = options.get("label_map")
        if isinstance(model, Baseline):  # which says what the data says
            refuse([name for name in ("label_map",) if label_map is not None], "a baseline that is made already")
            return model
        if not task.label_names or (matcher := label_matcher(task.kind)) is None:
            refuse([name for name in ("label_map",) if label_map is not None], "a predictor whose labels are not known")
            return model
        if model.labels is None:
            return model if isinstance(model, FunctionPredictor) else ObjectPredictor(model, task, label_map)
        mapping = matcher.match(model.labels, task.scored_names, label_map)
        same = all(label == name for label, name in mapping.items())
        return model if same else RelabeledPredictor(model, mapping)
