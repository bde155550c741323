"""Labels by a second classifier, for search rules that ask whether one agrees with the label of the data."""

from typing import TYPE_CHECKING, Any

from hf_robust.adapters.resolve import as_predictor
from hf_robust.capability.spec import Specification
from hf_robust.tasks.base import Task, task

if TYPE_CHECKING:
    from datasets import Dataset

EMBEDDED = "embedded"


def second_opinions(dataset: "Dataset", searched: Task, specification: Specification, model: Any) -> list[str]:
    """What a classifier calls each row, by the names of the specification.

    Args:
        searched: The task with their columns.
        specification: Its labels are the names.
        model: ``"embedded"`` for the sentiment classifier of the package, or whatever ``hr.run`` takes for a model.

    Raises:
        UsageError: It is no model, or the embedded one is asked about other labels than sentiment.
        LabelError: The labels of the model are not those of the specification.
    """
    by_role = task(specification.task, label_names=list(specification.labels), language=searched.language)
    predictor = as_predictor(None if model == EMBEDDED else model, by_role)
    columns = {role: dataset[searched.column(role)][:] for role in searched.text_roles}
    rows = [dict(zip(columns, values)) for values in zip(*columns.values())]
    return [str(prediction.value) for prediction in predictor.predict(rows)]
