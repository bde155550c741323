"""Tables of test cases: one row a case, the same columns for seeds, expanded cases and templates."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar

import pyarrow as pa

from hf_robust.core.checks import is_number
from hf_robust.core.errors import ColumnError, UsageError
from hf_robust.suites.base import BaseEntry
from hf_robust.suites.rows import fields_of, gathered, pieces_of
from hf_robust.tasks import TASKS, Task

if TYPE_CHECKING:
    from datasets import Dataset, Features

SPLITS = ("seeds", "expanded")
KINDS = ("seed", "expanded", "template")
TESTS = ("MFT", "INV", "DIR")
LABEL, CASE = "label", "case"


def features(task: Task | str | Sequence[str]) -> "Features":
    """Columns of a table of cases: the task's texts by role, ``label`` and ``case``.

    Args:
        task: The task, its id, or the roles of its texts.

    Example:
        >>> list(features("natural-language-inference"))
        ['premise', 'hypothesis', 'label', 'case']
    """
    from datasets import Features, List, Value

    text = Value("string")
    case = {
        **dict.fromkeys(("case_id", "capability", "kind", "seed_id"), text),
        "source_ids": List(text),
        "test": text,
        "accepted": List(text),
        "expectation": {"kind": text, "other": text, "label": text, "tolerance": Value("float64")},
        "oracle_confidence": Value("float64"),
        **dict.fromkeys(("template", "production", "symbol", "word"), text),
        "position": Value("int32"),
        "score": Value("float64"),
        "probability": Value("float64"),
        "rank": Value("int32"),
    }
    return Features({**dict.fromkeys(roles_of(task), text), LABEL: text, CASE: case})


def roles_of(task: Task | str | Sequence[str]) -> tuple[str, ...]:
    """Roles of the texts of a task.

    Example:
        >>> roles_of("sentiment-classification")
        ('text',)
    """
    if isinstance(task, Task):
        return task.text_roles
    return TASKS[task].texts if isinstance(task, str) else tuple(task)


def case_id(capability: str, texts: Sequence[str]) -> str:
    """A stable id of a case: the capability and a hash of its texts.

    Example:
        >>> case_id("LC6", ["A film."]) == case_id("LC6", ["A film."]) != case_id("LC6", ["A movie."])
        True
    """
    content = "\x1f".join(texts).encode("utf-8", "surrogatepass")
    return f"{capability}-{blake2b(content, digest_size=8).hexdigest()}"


def case_record(
    capability: str,
    texts: Sequence[str],
    *,
    accepted: Sequence[str] = (),
    kind: str = "seed",
    seed_id: str | None = None,
    source_ids: Sequence[str] = (),
    test: str = "MFT",
    expectation: Mapping[str, Any] | None = None,
    oracle_confidence: float | None = None,
    template: str | None = None,
    **expansion: Any,
) -> dict[str, Any]:
    """The value of the column ``case``.

    Args:
        capability: Its id.
        texts: The case's texts in the task's order.
        accepted: Labels that are right.
        kind: ``seed``, ``expanded`` or ``template``.
        seed_id: Case id of the seed; its own without one.
        source_ids: Ids of the rows that it was made of.
        test: ``MFT``, ``INV`` or ``DIR``.
        expectation: ``kind`` (``label``, ``same``, ``up``, ``down``), ``other`` (a case id), ``label``, ``tolerance``;
            without one, that the label is among the accepted ones.
        oracle_confidence: How sure the labels are, from 0 to 1.
        template: Id of the template or the negation.
        **expansion: ``production``, ``symbol``, ``word``, ``position``, ``score``, ``probability``, ``rank``.

    Example:
        >>> record = case_record("LC6", ["I thought that it is dull but it wasn't"], accepted=["positive", "neutral"])
        >>> record["seed_id"] == record["case_id"], record["expectation"]["kind"]
        (True, 'label')
    """
    id = case_id(capability, texts)
    blank = dict.fromkeys(("production", "symbol", "word", "position", "score", "probability", "rank"))
    if not expansion.keys() <= blank.keys():
        raise TypeError(f"unknown fields of a case: {', '.join(sorted(expansion.keys() - blank.keys()))}")
    expected = {"kind": "label", "other": None, "label": None, "tolerance": None, **(expectation or {})}
    if expectation is None and len(accepted) == 1:
        expected["label"] = accepted[0]
    return {
        "case_id": id,
        "capability": capability,
        "kind": kind,
        "seed_id": seed_id or id,
        "source_ids": list(source_ids),
        "test": test,
        "accepted": list(accepted),
        "expectation": expected,
        "oracle_confidence": oracle_confidence,
        "template": template,
        **blank,
        **expansion,
    }


def case_row(roles: Sequence[str], texts: Sequence[str], record: Mapping[str, Any]) -> dict[str, Any]:
    """A whole row of the table: the texts by role, the one label that is right, and the record.

    Example:
        >>> row = case_row(["text"], ["Dull."], case_record("LC2", ["Dull."], accepted=["negative"]))
        >>> row["text"], row["label"]
        ('Dull.', 'negative')
    """
    accepted = record["accepted"]
    return {**dict(zip(roles, texts)), LABEL: accepted[0] if len(accepted) == 1 else None, CASE: dict(record)}


def paired_rows(
    capability: str,
    roles: Sequence[str],
    before: Sequence[str],
    after: Sequence[str],
    *,
    test: str = "INV",
    expectation: Mapping[str, Any] | None = None,
    **record: Any,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The rows of an original, of which nothing is expected, and of its variant, which is compared with it.

    Args:
        capability: Its id.
        roles: Roles of the texts.
        before: Texts of the original.
        after: Texts of the variant.
        test: ``INV`` or ``DIR``.
        expectation: ``kind`` (``same``, ``up``, ``down``), ``label`` and ``tolerance``; by default the same label.
        **record: ``template`` and ``oracle_confidence``.

    Example:
        >>> first, second = paired_rows("names", ["text"], ["Ada won."], ["Bo won."])
        >>> second["case"]["expectation"]["kind"], second["case"]["expectation"]["other"] == first["case"]["case_id"]
        ('same', True)
    """
    original = case_record(capability, before, kind="template", test=test, expectation={"kind": None}, **record)
    own_id = original["case_id"]
    expected = {"kind": "same", "label": None, "tolerance": None, **(expectation or {}), "other": own_id}
    # what it is compared with is part of what it is
    variant = case_record(capability, after, kind="template", test=test, seed_id=own_id, expectation=expected, **record)
    return case_row(roles, before, original), case_row(roles, after, variant)


def expanded_case(seed: Mapping[str, Any], texts: Mapping[str, str], **expansion: Any) -> dict[str, Any]:
    """The row of a case that grew from a seed: label, sources and confidence are the seed's.

    Args:
        seed: A row of the table.
        texts: The new texts by role; those of other roles stay.
        **expansion: ``production``, ``symbol``, ``word``, ``position``, ``score``, ``probability``, ``rank``.

    Example:
        >>> seed = case_row(["text"], ["Or both ."], case_record("LC1", ["Or both ."], accepted=["neutral"]))
        >>> grown = expanded_case(seed, {"text": "Or both sides ."}, symbol="NNS", word="sides", position=2)
        >>> grown["case"]["seed_id"] == seed["case"]["case_id"], grown["label"], grown["case"]["word"]
        (True, 'neutral', 'sides')
    """
    roles = [name for name in seed if name not in (LABEL, CASE)]
    whole = [texts.get(role, seed[role]) for role in roles]
    old = seed[CASE]
    inherited = ("accepted", "source_ids", "test", "expectation", "oracle_confidence", "template")
    record = case_record(
        old["capability"],
        whole,
        kind="expanded",
        seed_id=old["case_id"],
        **{name: old[name] for name in inherited},
        **expansion,
    )
    return case_row(roles, whole, record)


def check_columns(task: Task, table: Any) -> None:
    """Refuse what is no table of cases of a task.

    Raises:
        ColumnError: It has other columns.
    """
    expected, columns = features(task), getattr(table, "column_names", ())
    if set(columns) != set(expected):
        raise ColumnError(f"a table of cases has the columns {', '.join(expected)}; found: {columns or type(table)}")


def column_of(table: "Dataset", name: str) -> list:
    """One field of the record of all cases of a table.

    Args:
        table: Cases.
        name: The field, for example ``"case_id"``.
    """
    return [value for (values,) in fields_of(table, CASE, name) for value in values.to_pylist()]


def sources_of(table: "Dataset") -> list[tuple[str, ...]]:
    """The rows that each case was made of; of a case made of none, its seed.

    Cases that share a source are no independent cases. A case of a table that names no seeds is its own source.

    Args:
        table: Cases.
    """
    named = [name in table.features[CASE] for name in ("source_ids", "seed_id")]
    rows = column_of(table, "source_ids") if named[0] else [()] * len(table)
    seeds = column_of(table, "seed_id") if named[1] else map(str, range(len(table)))
    return [tuple(ids or ()) or (seed,) for ids, seed in zip(rows, seeds, strict=True)]


def with_confidence(table: "Dataset", value: float) -> "Dataset":
    """The table with another oracle confidence in all its cases.

    Args:
        table: Cases.
        value: The confidence.
    """

    def pieces() -> Iterator[pa.Table]:
        for piece in pieces_of(table):
            record = piece.column(CASE).combine_chunks()
            given = {"oracle_confidence": pa.repeat(pa.scalar(value, pa.float64()), len(record))}
            arrays = [given.get(field.name, record.field(place)) for place, field in enumerate(record.type)]
            changed = pa.StructArray.from_arrays(arrays, fields=list(record.type))
            yield piece.set_column(piece.schema.get_field_index(CASE), CASE, changed)

    return gathered(pieces(), table.features.arrow_schema)


@dataclass(frozen=True, repr=False)
class CapabilityEntry(BaseEntry):
    """The cases of one capability. On the Hub it is one config with two splits.

    Args:
        id: Id of the capability, for example ``"LC3"``.
        name: Name of the capability, in one line.
        description: What a model with this capability shows.
        oracle_confidence: Confidence in the labels, from 0 to 1, as published or from an audit. None if it is unknown.
        searched: Number of rows found, by search.
        made: Number of cases that the transformation created.
        dropped: Number of cases that were left out, by reason.
        limited: Number of cases that were left out because of a limit on the number of cases.
        seeds: The seed cases, or the cases from templates.
        expanded: The cases that were expanded from the seeds.
        audit: Ratings of the cases. See :func:`hf_robust.audit.verdicts.as_record`.
    """

    key: ClassVar[str] = "id"
    splits: ClassVar[tuple[str, ...]] = SPLITS

    id: str
    name: str
    description: str
    oracle_confidence: float | None
    searched: Mapping[str, int]
    made: int
    dropped: Mapping[str, int]
    limited: int
    seeds: "Dataset" = field(repr=False)
    expanded: "Dataset" = field(repr=False)
    audit: Mapping[str, Any] | None = None

    def audited(self, record: Mapping[str, Any]) -> "CapabilityEntry":
        """Return the entry with the ratings of its cases. Their value becomes the oracle confidence of the cases."""
        sure = float(record["value"])
        tables = {split: with_confidence(rows, sure) for split, rows in self.rows.items()}
        return replace(self, oracle_confidence=sure, audit=dict(record), **tables)

    def describe(self) -> dict[str, Any]:
        """Return the entry without its rows. If there are no ratings, ``audit`` is omitted."""
        described = super().describe()
        return {key: value for key, value in described.items() if value or key != "audit"}

    def summary_row(self) -> dict[str, Any]:
        """Return a one-line summary of the entry: the values by column title."""
        return {"seeds": len(self.seeds), "expanded": len(self.expanded), "capability": self.name}


def check_confidence(id: str, value: Any) -> None:
    """Refuse an oracle confidence that is not from 0 to 1.

    Args:
        id: The capability.
        value: Its oracle confidence.

    Raises:
        UsageError: It is something else.
    """
    if not (is_number(value) and 0 <= value <= 1):
        raise UsageError(f"the oracle confidence of {id} must be from 0 to 1, found {value!r}")
