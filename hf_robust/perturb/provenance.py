"""The ``robust`` column: where a row comes from and what was changed in it. Built column by column."""

import json
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import ColumnError
from hf_robust.core.text import replace_surrogates
from hf_robust.perturb.plan import Plan, RowState

if TYPE_CHECKING:
    import pyarrow as pa
    from datasets import Features

_EDIT = ("stage", "field", "start", "end", "before", "after")
# no value is None: the default collation of a torch DataLoader takes none
_EMPTY = {"string": "", "int32": 0, "int64": 0}


def features() -> "Features":
    """The column's features.

    ``status`` is ``changed``, ``unchanged``, ``not_applicable`` (with the ``reason``) or ``fault`` (the transformation
    raised an exception, which is the ``reason``); ``original`` in the rows of a suite that nothing has touched.

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
    rows: Sequence[RowState], ids: Sequence[str], prior: Sequence[Mapping] | None, plan: Plan
) -> "pa.StructArray":
    """The column for rows that leave a :class:`~hf_robust.perturb.Perturb`.

    Args:
        rows: The rows.
        ids: Id of each input row.
        prior: The column as it came in, when the rows were perturbed before; its history is kept.
        plan: What changed them.
    """
    names = "+".join(stage.name for stage in plan.stages)
    versions = "+".join(stage.version for stage in plan.stages)
    params = [stage.params for stage in plan.stages]
    shown = json.dumps(params[0] if len(params) == 1 else params, sort_keys=True)
    if prior is None or not any(map(stages_before, prior)):
        described = {"transformation": names, "version": versions, "params": shown, "effect": str(plan.effect)}
        return described_column(rows, [ids[row.place] for row in rows], described, plan.seed)
    before = [prior[row.place] for row in rows]
    joined = {
        "transformation": [_joined(old["transformation"], names) for old in before],
        "version": [_joined(old["version"], versions) for old in before],
        "params": [_joined_params(old["params"], params) for old in before],
        "effect": [_joined_effect(old["effect"], str(plan.effect)) for old in before],
    }
    edits = [_history(old) + _later(row.edits, old) for row, old in zip(rows, before)]
    return described_column(rows, [ids[row.place] for row in rows], joined, plan.seed, edits)


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
    parts = [*(first if isinstance(first, list) else [first]), *new]
    return json.dumps(parts[0] if len(parts) == 1 else parts, sort_keys=True)


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
        rows: The rows.
        ids: Id of the source of each.
        described: ``transformation``, ``version``, ``params`` (JSON) and ``effect``: one value, or one a row.
        seed: Seed of the draws.
        edits: The edits of each row, flat as in :class:`RowState`; its own when None.
    """
    import pyarrow as pa

    size = len(rows)
    kind = record_type()

    def values(name: str) -> "pa.Array":
        given, text = described[name], pa.string()
        return pa.repeat(pa.scalar(given, text), size) if isinstance(given, str) else pa.array(given, text)

    arrays = [
        pa.array(list(ids), pa.string()),
        *(values(name) for name in ("transformation", "version", "params")),
        pa.repeat(pa.scalar(seed, pa.int64()), size),
        pa.array([row.variant for row in rows], pa.int32()),
        pa.array([row.status for row in rows], pa.string()),
        values("effect"),
        pa.array([row.reason or "" for row in rows], pa.string()),
        _edit_lists([row.edits for row in rows] if edits is None else edits),
    ]
    return pa.StructArray.from_arrays(arrays, fields=list(kind))


def _edit_lists(edits: Sequence[tuple]) -> "pa.ListArray":
    import pyarrow as pa

    kind, size = edit_type(), len(_EDIT)
    offsets = [0]
    for row in edits:
        offsets.append(offsets[-1] + len(row) // size)
    flat = list(chain.from_iterable(edits))
    arrays = [_array(flat[place::size], field.type) for place, field in enumerate(kind)]
    edits_in_a_row = pa.StructArray.from_arrays(arrays, fields=list(kind))
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), edits_in_a_row)


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
    import pyarrow as pa

    size, kind = len(ids), record_type()
    given = {"source_id": list(ids), "status": ["original"] * size}
    arrays = [
        pa.array([_EMPTY.get(str(field.type), [])] * size if field.name not in given else given[field.name], field.type)
        for field in kind
    ]
    return pa.StructArray.from_arrays(arrays, fields=list(kind))


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
