"""``Validate``: how far each changed row is from its original, as a plain ``datasets.map`` function."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import Columns, MapFunction
from hf_robust.perturb.changes import RECORD, compared_changes, recorded_changes
from hf_robust.perturb.validators.base import Named, measured_rows, validators_of
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    import pyarrow as pa

COLUMN = "validity"


class Validate(MapFunction):
    """Measure the distance between perturbed rows and their originals: pass it to ``map`` with ``batched=True``.

    It adds the column ``validity``. For each validator, the column contains ``value`` (the measured value in the unit
    of the validator) and ``score`` (from 0 to 1; 1 means equal to the original). An unchanged row has the score 1. If
    several texts of a row changed (premise and hypothesis), the lowest score counts. The originals are restored from
    the edits in the column ``robust`` of :class:`~hf_robust.perturb.Perturb`.

    ===================== ========================================= ===================================================
    validator             value                                     needs
    ===================== ========================================= ===================================================
    words-changed         share of changed words                    nothing
    edit-distance         characters, Levenshtein                   extra ``validators``
    bleu, chrf            0 to 100                                  extra ``validators``
    grammar               new errors                                extra ``validators``
    similarity            cosine of sentence embeddings             an encoder (extra ``embedded``)
    gate                  new words that do not pass the gate       a masked language model (extra ``embedded``)
    meaning               words that change the meaning             WordNet, word sentiment (extra ``embedded``)
    pseudo-perplexity     ratio to the original                     a masked language model (extra ``embedded``)
    perplexity            ratio to the original                     a causal language model that you name
    ===================== ========================================= ===================================================

    Args:
        validators: Names, objects, or mappings ``{"name": ..., <parameters>}``.
        task: The task with the columns, or its id.
        original: For rows without the column ``robust``: the column with the original text. For several texts: a
            mapping from the column of each text to the column of its original.

    Raises:
        UnknownNameError: If a validator does not exist.
        UsageError: If a parameter is unknown, or if ``original`` does not fit the task.
        MissingResource: If a validator needs something that is not installed.
        ColumnError: When called, if the texts do not match the edits in the column ``robust``.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification")
        >>> rows = Dataset.from_dict({"text": ["A wonderful little film."], "label": [1]})
        >>> noisy = rows.map(hr.Perturb("typos", task, count=1), batched=True)
        >>> noisy.map(hr.Validate(["words-changed"], task), batched=True)[0]["validity"]
        {'words-changed': {'value': 0.25, 'score': 0.75}}
    """

    def __init__(
        self, validators: Sequence[Named], task: Task | str, *, original: str | Mapping[str, str] | None = None
    ):
        task = as_task(task)
        self.task = task
        self.validators = validators_of(validators)
        for one in self.validators:
            one.check_language(task.spoken)
        self.original = None if original is None else _originals(original, task)

    def __repr__(self) -> str:
        return f"Validate({[validator.name for validator in self.validators]!r}, {self.task.name!r})"

    @property
    def columns_in(self) -> tuple[str, ...]:
        """Columns with the perturbed texts, and the columns from which the originals are restored."""
        texts = [self.task.column(role) for role in self.task.fields]
        return (*texts, *(dict.fromkeys(self.original.values()) if self.original is not None else (RECORD,)))

    @property
    def columns_out(self) -> tuple[str, ...]:
        """The column with the values and scores."""
        return (COLUMN,)

    @property
    def hint(self) -> str:
        """Advice for rows that were not perturbed by hf_robust."""
        name = self.task.name
        if self.original is not None:
            return f"Use hr.task({name!r}, {self.task.fields[0]}='<column>') and original='<column of the original>'"
        return (
            f"Rows that hr.Perturb did not make say hr.Validate(..., original='<column of the original>'); the texts "
            f"are named by hr.task({name!r}, {self.task.fields[0]}='<column>')"
        )

    def stamp(self) -> tuple[Any, ...]:
        """Return the versions of the validators, models and packages on which the values depend."""
        return tuple(validator.stamp() for validator in self.validators)

    def types(self) -> "dict[str, pa.DataType]":
        """Return the Arrow type of the column."""
        import pyarrow as pa

        measured = pa.struct([("value", pa.float64()), ("score", pa.float64())])
        return {COLUMN: pa.struct([(validator.name, measured) for validator in self.validators])}

    def process(self, batch: Columns) -> dict[str, list]:
        """Return the values and scores of one batch."""
        if self.original is None:
            changes = recorded_changes(batch, self.task)
        else:
            changes = compared_changes(batch, self.original, self.task.spoken)
        found = {
            validator.name: [measured._asdict() for measured in measured_rows(validator, changes)]
            for validator in self.validators
        }
        return {COLUMN: [dict(zip(found, row)) for row in zip(*found.values())]}


def _originals(given: str | Mapping[str, str], task: Task) -> dict[str, str]:
    """The original's column by the text's column."""
    texts = [task.column(role) for role in task.fields]
    if isinstance(given, str):
        if len(texts) > 1:
            raise UsageError(f"{task.name} changes {' and '.join(texts)}; use original={dict.fromkeys(texts, '...')!r}")
        return {texts[0]: given}
    if not isinstance(given, Mapping) or not given or not {*given} <= {*texts}:
        raise UsageError(f"original must name the original's column for {' and '.join(texts)}, found {given!r}")
    return dict(given)
