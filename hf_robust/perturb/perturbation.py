"""``Perturb``: a transformation as a plain, picklable ``datasets.map`` function."""

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import ColumnError, LabelError, UsageError
from hf_robust.language import resources
from hf_robust.perturb.batch import Batch
from hf_robust.perturb.provenance import Outcome, is_helper, record_column, strip_helpers
from hf_robust.tasks.base import Task, require_task
from hf_robust.transforms.chains import Entry, chain_effect, stages_of

if TYPE_CHECKING:
    import pyarrow as pa

# enters the fingerprint beside the versions of the stages: raise it when rows, labels, record or the
# annotation made on the spot come out otherwise
_VERSION = "1"


class Perturb:
    """Perturb rows: pass it to ``Dataset.map`` or ``IterableDataset.map`` with ``batched=True``.

    The same row gives the same output under any order, batch size and ``num_proc``; the fingerprint is
    the same in every process, so ``datasets`` finds its cache again. Labels and spans move with the
    edits. Each row that comes out has a ``robust`` column saying where it comes from and what changed
    (``hf_robust.perturb.provenance.features``). All other columns are kept.

    Args:
        transformation: A registered name, a :class:`Transformation`, a mapping
            ``{"name": ..., <parameters>}``, or a list of these: a chain, each seeing the text of the one before.
        task: The task with the columns; tags that are numbers need ``task.bind(dataset)`` on a stream.
        seed: Seed of all draws.
        variants: Up to so many different outputs a row.
        keep: ``"changed"`` yields only rows that changed; ``"all"`` one row for each, with its status.
        protect: Words that are never touched, in any case.
        nlp: spaCy pipeline (name or folder) for what must be annotated on the spot.
        **params: Parameters of the transformation when it is given by name.

    Raises:
        UnknownNameError: When there is no such transformation.
        UsageError: When a parameter is out of range, or the transformation does not apply to the task.
        MissingResource: When it needs something that is not installed.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification")
        >>> data = Dataset.from_dict({"text": ["A wonderful little film."], "label": [1]})
        >>> noisy = data.map(hr.Perturb("word-case", task, case="upper"), batched=True)
        >>> noisy[0]["text"], noisy[0]["label"], noisy[0]["robust"]["status"]
        ('A WONDERFUL LITTLE FILM.', 1, 'changed')
    """

    def __init__(
        self,
        transformation: Entry,
        task: Task,
        *,
        seed: int = 0,
        variants: int = 1,
        keep: str = "changed",
        protect: Sequence[str] = (),
        nlp: str | None = None,
        **params: Any,
    ):
        require_task(task)
        self.stages = stages_of(transformation, **params)
        self.task = task
        self.seed = _whole(seed, "seed", None)
        if self.seed not in range(-(2**63), 2**63):  # what the record can hold
            raise UsageError(f"seed must fit into 64 bits, found {seed}")
        self.variants = _whole(variants, "variants", 1)
        if keep not in ("changed", "all"):
            raise UsageError(f"keep must be 'changed' or 'all', found {keep!r}")
        if isinstance(protect, str) or not all(isinstance(word, str) for word in protect):
            raise UsageError(f"protect must be a list of words, found {protect!r}")
        self.keep = keep
        self.protect = tuple(sorted({word.lower() for word in protect}))
        self.nlp = nlp
        self.effect = chain_effect(self.stages, task)
        for stage in self.stages:
            resources.require(stage.resources, stage.name)

    @property
    def name(self) -> str:
        """The stages' names joined by ``+``."""
        return "+".join(stage.name for stage in self.stages)

    def __repr__(self) -> str:
        return f"Perturb({self.name!r}, {self.task.name!r}, seed={self.seed})"

    def __getstate__(self) -> dict[str, Any]:
        # what is made on the way stays out: datasets hashes this state before and after use
        state = {name: value for name, value in self.__dict__.items() if not name.startswith("_")}
        state["_version"] = _VERSION
        if any(stage.needs - {"neighbours"} for stage in self.stages):
            state["_pipeline"] = resources.pipeline_stamp(self.nlp)
        return state

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update({name: value for name, value in state.items() if not name.startswith("_")})

    def __call__(self, batch: Mapping[str, Any]) -> "dict[str, list] | pa.Table":
        """Perturb one batch: columns in, columns (or the same as an Arrow table) out."""
        with _no_collection():
            return self._perturbed(_plain_batch(batch), getattr(batch, "pa_table", None))

    def _perturbed(self, batch: Mapping[str, Any], table: "pa.Table | None") -> "dict[str, list] | pa.Table":
        task = self._bound_task(batch)
        work = Batch(self, task, batch, table)
        outcomes = list(work.outcomes())
        if table is not None:
            return _table(table, task, outcomes, work, self)
        return _columns(batch, task, outcomes, work, self)

    def _bound_task(self, batch: Mapping[str, Any]) -> Task:
        features = getattr(getattr(batch, "formatter", None), "features", None)
        columns = [self.task.column(role) for role in self.task.text_roles]
        # `datasets` hands over one row or a batch in classes of their own
        if type(batch).__name__ == "LazyRow" or any(isinstance(batch.get(column), str) for column in columns):
            raise UsageError("Perturb works on batches; say dataset.map(perturb, batched=True)")
        if features is not None:
            return self.task.bind(features, labels=False)
        wanted = list(columns)
        if self.task.kind != "classification":  # these labels move with the edits
            wanted += [self.task.column(role) for role in self.task.spec.labels if role not in self.task.optional]
        missing = [column for column in wanted if column not in batch]
        if missing:
            raise ColumnError(
                f"{self.task.name} expects the columns {', '.join(wanted)}; found: {', '.join(batch)}. "
                f"Say hr.task({self.task.name!r}, {self.task.text_roles[0]}='<column>')"
            )
        if self.task.kind == "tagging" and self.task.label_names is None:
            rows = batch[self.task.column(self.task.tags_role)]
            tags = next((row for row in rows if row is not None and len(row)), "O")
            if not isinstance(tags[0], str):
                raise LabelError(
                    f"the tags are numbers without names; say task.bind(dataset) before it becomes a stream, "
                    f"or hr.task({self.task.name!r}, label_names=['O', ...])"
                )
        return self.task


@contextmanager
def _no_collection() -> Iterator[None]:
    """A batch makes many small tuples and no cycles; looking for cycles among them costs up to half of the time.

    They must be gone when this ends: the first thing that happens then is a look at all that are left.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _plain_batch(batch: Any) -> Mapping[str, Any]:
    """The batch with plain Python values, also where the data set has the format of NumPy or Torch."""
    if not isinstance(batch, Mapping):
        raise UsageError(
            f"Perturb reads columns of Python values, found {type(batch).__name__}; say "
            "dataset.with_format(None).map(perturb, batched=True)"
        )
    return {name: _listed(column) for name, column in batch.items()} if type(batch) is dict else batch


def _listed(column: Any) -> Any:
    column = column.tolist() if hasattr(column, "tolist") else column
    rows = isinstance(column, list) and column and hasattr(column[0], "tolist")
    return [row.tolist() for row in column] if rows else column


def _whole(value: Any, name: str, least: int | None) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or (least is not None and value < least):
        raise UsageError(f"{name} must be a whole number{f' of at least {least}' if least else ''}, found {value!r}")
    return value


def _table(table: "pa.Table", task: Task, outcomes: list[Outcome], work: Batch, perturb: Perturb) -> "pa.Table":
    """The result as Arrow: untouched columns are never turned into Python objects."""
    import pyarrow as pa

    table = strip_helpers(table, work.texts.values())
    places = [outcome.place for outcome in outcomes]
    kept = table if places == list(range(table.num_rows)) else table.take(pa.array(places, pa.int64()))
    for column in work.touched:
        values = [o.values.get(column, work.batch[column][o.place]) for o in outcomes]
        index = kept.schema.get_field_index(column)
        field = kept.schema.field(index)
        kept = kept.set_column(index, field, _array(values, field.type))
    record = record_column(outcomes, work.ids, work.prior, perturb)
    if "robust" in kept.column_names:
        kept = kept.drop_columns(["robust"])
    return kept.append_column("robust", record)


def _array(values: list, kind: "pa.DataType") -> "pa.Array":
    import pyarrow as pa

    try:
        return pa.array(values, kind)
    except pa.ArrowNotImplementedError:  # JSON inside of lists, as `datasets` types lists of unlike structs
        from datasets.arrow_writer import TypedSequence
        from datasets.features.features import generate_from_arrow_type

        return pa.array(TypedSequence(values, type=generate_from_arrow_type(kind))).cast(kind)


def _columns(batch: Mapping, task: Task, outcomes: list[Outcome], work: Batch, perturb: Perturb) -> dict[str, list]:
    new: dict[str, list] = {}
    for column, values in batch.items():
        if is_helper(column, work.texts.values()):
            new[column] = [None] * len(outcomes)
        elif column in work.touched:
            new[column] = [o.values.get(column, values[o.place]) for o in outcomes]
        elif column != "robust":
            new[column] = [values[o.place] for o in outcomes]
    new["robust"] = record_column(outcomes, work.ids, work.prior, perturb).to_pylist()
    return new
