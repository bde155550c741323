"""The ``robust`` column: where a row comes from and what was changed in it. Built column by column."""

import json
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import ColumnError
from hf_robust.core.text import replace_surrogates

if TYPE_CHECKING:
    import pyarrow as pa
    from datasets import Features

    from hf_robust.perturb.perturbation import Perturb

_HELPERS = ("__ann", "__next", "__importance")


class Outcome:
    """What became of one row: new values of the touched columns, edits, status and reason."""

    __slots__ = ("edits", "place", "rankings", "reason", "status", "values", "variant")

    def __init__(self, place: int, variant: int):
        self.place = place
        self.variant = variant
        self.status = "unchanged"
        self.reason: str | None = None
        self.values: dict[str, Any] = {}
        self.rankings: dict[str, list[tuple[int, int]]] | None = None
        self.edits: list[tuple[int, str, int, int, str, str]] = []


def features() -> "Features":
    """The column's features.

    Example:
        >>> sorted(features()["robust"])[:3]
        ['edits', 'effect', 'params']
    """
    from datasets import Features

    return Features.from_arrow_schema(_schema())


def edit_type() -> "pa.StructType":
    """Arrow type of one edit; offsets are those of the text that its stage received."""
    import pyarrow as pa

    number, text = pa.int32(), pa.string()
    return pa.struct(
        [("stage", number), ("field", text), ("start", number), ("end", number), ("before", text), ("after", text)]
    )


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
    outcomes: Sequence[Outcome], ids: Sequence[str], prior: Sequence[Mapping] | None, perturb: "Perturb"
) -> "pa.StructArray":
    """The column for rows that leave a :class:`Perturb`.

    Args:
        outcomes: The rows.
        ids: Id of each input row.
        prior: The column as it came in, when the rows were perturbed before; its history is kept.
        perturb: What changed them.
    """
    names = "+".join(stage.name for stage in perturb.stages)
    versions = "+".join(stage.version for stage in perturb.stages)
    params = [stage.params for stage in perturb.stages]
    shown = json.dumps(params[0] if len(params) == 1 else params, sort_keys=True)
    if prior is None or not any(map(stages_before, prior)):
        return _column(
            outcomes,
            [ids[o.place] for o in outcomes],
            {"transformation": names, "version": versions, "params": shown, "effect": str(perturb.effect)},
            perturb.seed,
            [o.edits for o in outcomes],
        )
    before = [prior[o.place] for o in outcomes]
    joined = {
        "transformation": [_joined(old["transformation"], names) for old in before],
        "version": [_joined(old["version"], versions) for old in before],
        "params": [_joined_params(old["params"], params) for old in before],
        "effect": [_joined_effect(old["effect"], str(perturb.effect)) for old in before],
    }
    edits = [_history(old) + _later(o.edits, old) for o, old in zip(outcomes, before)]
    return _column(outcomes, [ids[o.place] for o in outcomes], joined, perturb.seed, edits)


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


def _history(record: Mapping) -> list[tuple]:
    return [(e["stage"], e["field"], e["start"], e["end"], e["before"], e["after"]) for e in record["edits"] or ()]


def _later(edits: Sequence[tuple], record: Mapping) -> list[tuple]:
    first = stages_before(record)
    return [(edit[0] + first, *edit[1:]) for edit in edits]


def _column(
    outcomes: Sequence[Outcome],
    ids: list[str],
    described: Mapping[str, "str | list[str]"],
    seed: int,
    edits: list[list[tuple]],
) -> "pa.StructArray":
    import pyarrow as pa

    size = len(outcomes)
    kind = record_type()

    def values(name: str) -> "pa.Array":
        given, text = described[name], pa.string()
        return pa.repeat(pa.scalar(given, text), size) if isinstance(given, str) else pa.array(given, text)

    arrays = [
        pa.array(ids, pa.string()),
        *(values(name) for name in ("transformation", "version", "params")),
        pa.repeat(pa.scalar(seed, pa.int64()), size),
        pa.array([o.variant for o in outcomes], pa.int32()),
        pa.array([o.status for o in outcomes], pa.string()),
        values("effect"),
        pa.array([o.reason for o in outcomes], pa.string()),
        _edit_lists(edits),
    ]
    return pa.StructArray.from_arrays(arrays, fields=list(kind))


def _edit_lists(edits: list[list[tuple]]) -> "pa.ListArray":
    import pyarrow as pa

    kind = edit_type()
    offsets = [0]
    for row in edits:
        offsets.append(offsets[-1] + len(row))
    flat = list(zip(*chain.from_iterable(edits))) or [()] * kind.num_fields
    arrays = [_array(values, field.type) for values, field in zip(flat, kind)]
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

    size = len(ids)
    given = {"source_id": pa.array(list(ids), pa.string()), "status": pa.repeat(pa.scalar("original"), size)}
    arrays = [given.get(field.name, pa.nulls(size, field.type)) for field in record_type()]
    return pa.StructArray.from_arrays(arrays, fields=list(record_type()))


def is_helper(column: str, texts: Collection[str] | None = None) -> bool:
    """Whether a column is where ``annotate`` or ``WordImportance`` writes.

    Args:
        column: The column.
        texts: Columns of the task's texts; without them any column counts that is called so.

    Example:
        >>> is_helper("text__ann", ["text"]), is_helper("user__ann", ["text"]), is_helper("text", ["text"])
        (True, False, False)
    """
    base = next((column.removesuffix(end) for end in _HELPERS if column.endswith(end)), None)
    return base is not None and (texts is None or (base in texts and column not in texts))


def strip_helpers(table: "pa.Table", texts: Collection[str]) -> "pa.Table":
    """The table without annotation columns: they describe the text as it was before the edits."""
    helpers = [name for name in table.column_names if is_helper(name, texts)]
    return table.drop_columns(helpers) if helpers else table


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
