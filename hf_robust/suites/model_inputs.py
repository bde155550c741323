"""What a suite asks a model, for models that run elsewhere."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.base import row_of
from hf_robust.adapters.prediction_columns import RowSource
from hf_robust.adapters.prediction_rows import SplitRows, distinct_rows
from hf_robust.suites.pairs import RECORD, SuiteEntry
from hf_robust.suites.rows import fields_of
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset


class ModelInputs:
    """The inputs of a robustness suite as rows for prediction."""

    task: Task
    entries: Mapping[str, SuiteEntry]

    def inputs(self) -> "Dataset":
        """Return each input of the suite once, to predict it with a model that runs elsewhere.

        Returns:
            A dataset with the columns ``transformation``, ``split``, ``row``, ``id`` and one column for each input of
            the task. Add a column ``prediction``, and a column ``score`` if the model returns scores. Then pass the
            dataset to :func:`hf_robust.run`.

        Example:
            >>> from datasets import Dataset
            >>> import hf_robust as hr
            >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
            >>> suite = hr.Suite.build(data, "sentiment-classification", ["word-case"])
            >>> rows = suite.inputs()
            >>> rows[2]["split"], rows[2]["row"], rows[2]["text"]
            ('perturbed', 0, 'A FINE FILM.')
            >>> hr.run(rows.add_column("prediction", ["pos", "neg", "pos", "pos"]), suite).results[0]["perturbed"]
            0.5
        """
        from datasets import Dataset

        roles = self.task.input_roles
        found: list[dict[str, Any]] = [
            {"transformation": name, "split": split, "row": row, "id": one, **row_of(value, roles)}
            for (name, split, row), one, value in distinct_rows(rows_of(self.entries, self.task), self.task)
        ]
        return Dataset.from_list(found)


def rows_of(entries: Mapping[str, SuiteEntry], task: Task) -> dict[tuple[str, str], SplitRows]:
    """The rows of a suite by transformation and split; of generated tests only the new rows are asked.

    Args:
        entries: The entries of the suite.
    """
    found = {}
    for name, entry in entries.items():
        for split, rows in entry.rows.items():
            ids = [one for (column,) in fields_of(rows, RECORD, "source_id") for one in column.to_pylist()]
            source = RowSource(len(rows), partial(task.inputs, rows))
            found[name, split] = SplitRows(source, ids, split == "perturbed" or not entry.generated)
    return found
