"""The ``robust`` column: where a row comes from and what was changed in it. Built column by column."""

import json
from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.core.errors import ColumnError
from hf_robust.core.text import replace_surrogates
from hf_robust.perturb.plan import PerturbationPlan, RowState

if TYPE_CHECKING:
    import pyarrow as pa
    from datasets import Features

_EDIT = ("stage", "field", "start", "end", "before", "after")
# no value is None: the default collation of a torch DataLoader takes none
_EMPTY = {"string": "", "int32": 0, "int64": 0}


def features() -> "Features":
    """The column's features.

    ``status`` is ``changed``; ``not_applicable`` (with the ``reason``); ``unchanged`` (there were edits, and the result
    is the same text, as the ``reason`` says); ``fault`` (the transformation raised an exception, which is the
    ``reason``); or ``original`` in the rows of a suite that nothing has touched.

    Example:
        >>> sorted(features()["robust"])[:3]
        ['edits', 'effect', 'params']
    """
    from datasets import Features

    return Features.from_arrow_schema(_schema())


def edit_type() -> "pa.StructType":
    """Arrow type of one edit; offsets are those of the text that its stage received."""
    import pyarrow as pa

    numbers = ("stage", "start", "end")
    return pa.struct([(name, pa.int32() if name in numbers else pa.string()) for name in _EDIT])


def record_type() -> "pa.StructType":
    """Arrow type of the whole column."""
    import pyarrow as pa

    text = pa.string()
    return pa.struct(
        [
            ("source_id", text),
            ("transformation", text),
            ("version", text),
            ("params", text),
            ("seed", pa.int64()),
            ("variant", pa.int32()),
            ("status", text),
            ("effect", text),
            ("reason", text),
            ("edits", pa.list_(edit_type())),
        ]
    )


def _schema() -> "pa.Schema":
    import pyarrow as pa

    return pa.schema([("robust", record_type())])


def record_column(
    rows: Sequence[RowState], ids: Sequence[str], prior: Sequence[Mapping] | None, plan: PerturbationPlan
) -> "pa.StructArray":
    """The column for rows that leave a :class:`~hf_robust.perturb.Perturb`.

    Args:
        ids: Id of each input row.
        prior: The column as it came in, when the rows were perturbed before; its history is kept.
        plan: What changed them.
    """
    described = described_plan(plan)
    if prior is None or not any(map(stages_before, prior)):
        return described_column(rows, [ids[row.place] for row in rows], described, plan.seed)
    before = [prior[row.place] for row in rows]
    params = [stage.params for stage in plan.stages]
    joined = {
        "transformation": [_joined(old["transformation"], described["transformation"]) for old in before],
        "version": [_joined(old["version"], described["version"]) for old in before],
        "params": [_joined_params(old["params"], params) for old in before],
        "effect": [_joined_effect(old["effect"], described["effect"]) for old in before],
    }
    edits = [_history(old) + _later(row.edits, old) for row, old in zip(rows, before)]
    return described_column(rows, [ids[row.place] for row in rows], joined, plan.seed, edits)


def described_plan(plan: PerturbationPlan) -> dict[str, str]:
    """What the record says of a plan: names, versions and parameters of its stages, and their effect together."""
    return {
        "transformation": plan.name,
        "version": "+".join(stage.version for stage in plan.stages),
        "params": _params_text([stage.params for stage in plan.stages]),
        "effect": str(plan.effect),
    }


def stages_before(record: Mapping) -> int:
    """How many transformations a row has been through, by its record.

    Example:
        >>> stages_before({"transformation": "ocr+twitter"}), stages_before({"transformation": None})
        (2, 0)
    """
    names = record["transformation"]
    return names.count("+") + 1 if names else 0


def _joined(old: str | None, new: str) -> str:
    return f"{old}+{new}" if old else new


def _joined_params(old: str | None, new: list[dict[str, Any]]) -> str:
    first = json.loads(old) if old else []
    return _params_text([*(first if isinstance(first, list) else [first]), *new])


def _params_text(params: list[dict[str, Any]]) -> str:
    return json.dumps(params[0] if len(params) == 1 else params, sort_keys=True)


def _joined_effect(old: str | None, new: str) -> str:
    effects = {old or "preserves", new} - {"preserves"}
    if len(effects) > 1:
        return "unknown"
    return effects.pop() if effects else "preserves"


def _history(record: Mapping) -> tuple:
    return tuple(edit[name] for edit in record["edits"] or () for name in _EDIT)


def _later(edits: tuple, record: Mapping) -> tuple:
    """The edits, with their stages counted on from those of the record."""
    first, size = stages_before(record), len(_EDIT)
    return tuple(value if place % size else value + first for place, value in enumerate(edits))


def described_column(
    rows: Sequence[RowState],
    ids: Sequence[str],
    described: Mapping[str, "str | list[str]"],
    seed: int,
    edits: Sequence[tuple] | None = None,
) -> "pa.StructArray":
    """The column for rows of which is known what changed them.

    Args:
        ids: Id of the source of each.
        described: ``transformation``, ``version``, ``params`` (JSON) and ``effect``: one value, or one a row.
        seed: Seed of the draws.
        edits: The edits of each row, flat as in :class:`RowState`; its own when None.
    """
    given = {
        **described,
        "source_id": list(ids),
        "seed": seed,
        "variant": [row.variant for row in rows],
        "status": [row.status for row in rows],
        "reason": [row.reason or "" for row in rows],
        "edits": _edit_lists([row.edits for row in rows] if edits is None else edits),
    }
    return record_array(len(rows), given)


def record_array(size: int, given: Mapping[str, Any]) -> "pa.StructArray":
    """The column from its fields.

    Args:
        size: The number of rows.
        given: The values of each field: an array, a list with one value a row, or one value for all rows. Fields that
            are absent are empty in all rows.
    """
    import pyarrow as pa

    def values(field: "pa.Field") -> "pa.Array":
        value = given[field.name] if field.name in given else _EMPTY.get(str(field.type), [])
        if isinstance(value, pa.Array):
            return value
        if isinstance(value, list) and field.name in given:
            return pa.array(value, field.type)
        return pa.repeat(pa.scalar(value, field.type), size)

    kind = record_type()
    return pa.StructArray.from_arrays([values(field) for field in kind], fields=list(kind))


def _edit_lists(edits: Sequence[tuple]) -> "pa.ListArray":
    size = len(_EDIT)
    ends = [0, *accumulate(len(row) // size for row in edits)]
    flat = list(chain.from_iterable(edits))
    return edit_lists(ends, [_array(flat[place::size], field.type) for place, field in enumerate(edit_type())])


def edit_lists(ends: Sequence[int] | np.ndarray, values: "Sequence[pa.Array]", order: Any = None) -> "pa.ListArray":
    """The lists of edits of some rows.

    Args:
        ends: Where the edits of each row begin, and where those of the last row end.
        values: The values of all edits, one array for each field.
        order: Indices of the edits in the order of the rows, where they are in another one.
    """
    import pyarrow as pa

    edits = pa.StructArray.from_arrays(values, fields=list(edit_type()))
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), edits if order is None else edits.take(pa.array(order)))


def _array(values: Sequence, kind: "pa.DataType") -> "pa.Array":
    """An array; stage and field are most often the same in all edits, and repeating one is far cheaper."""
    import pyarrow as pa

    if len(values) > 1 and values[0] == values[-1] and values.count(values[0]) == len(values):
        return pa.repeat(pa.scalar(_storable(values[0]), kind), len(values))
    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:
        return pa.array([_storable(value) for value in values], kind)


def _storable(value: Any) -> Any:
    """Arrow cannot hold a lone surrogate; the record shows a replacement character for it."""
    return replace_surrogates(value) if isinstance(value, str) else value


def original_column(ids: Sequence[str]) -> "pa.StructArray":
    """The column of rows that nothing has touched: the ``original`` split of a suite."""
    return record_array(len(ids), {"source_id": list(ids), "status": "original"})


def check_record(found: Any) -> None:
    """Check that a value (or the feature) of a column ``robust`` is the record that this package writes.

    Raises:
        ColumnError: When the column is another one of the same name.
    """
    if not isinstance(found, Mapping) or not {"source_id", "edits", "transformation"} <= found.keys():
        raise ColumnError(
            f"the column 'robust' must hold the record that hf_robust writes, found {str(found)[:80]!r}; keep "
            "yours under another name: dataset.rename_column('robust', 'other')"
        )
