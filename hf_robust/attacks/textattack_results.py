"""Results that TextAttack wrote, as a suite."""

import csv
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.core.edits import Offsets
from hf_robust.core.errors import ColumnError, DataFileError, EmptyDataError, UsageError
from hf_robust.core.quoted import quoted
from hf_robust.core.randomness import row_ids
from hf_robust.core.text_diff import diff
from hf_robust.perturb.plan import RowState
from hf_robust.perturb.provenance import described_column, original_column, record_type
from hf_robust.suites.pairs import RECORD, SuiteEntry
from hf_robust.suites.robustness import Suite
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task
from hf_robust.transforms.base import Effect

if TYPE_CHECKING:
    from datasets import Dataset

_COLUMNS = ("original_text", "perturbed_text", "ground_truth_output", "result_type")
_MARKED = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)  # a changed word
_FIELD = re.compile(r"(?:^|<SPLIT>|\n)\s*\[\[\[\[(.*?)\]\]\]\]:\s*")  # a text of a pair, with its name
_SUCCESS = "successful"


def from_textattack_csv(path: str | Path, task: Task | str, *, name: str | None = None) -> Suite:
    """Load the successful attacks in a log file of TextAttack (``--log-to-csv``) as a suite.

    The marks of TextAttack around the changed words are removed, and the edits are computed by comparing the two texts.
    The labels of the examples were not verified.

    Args:
        path: The file.
        task: The task with ``label_names`` in the order of the numbers (an id alone has no label names). For text
            pairs, the file must contain both texts.
        name: Name of the suite.

    Raises:
        DataFileError: If the file cannot be read.
        ColumnError: If it has other columns.
        UsageError: If the task is not a classification task, if it has no label names, or if a row does not fit the
            task.
        EmptyDataError: If no attack in the file succeeded.

    Example:
        >>> import tempfile
        >>> import hf_robust as hr
        >>> lines = ["original_text,perturbed_text,ground_truth_output,result_type",
        ...          "A [[good]] film,A [[decent]] film,1.0,Successful", "A dull film,A dull film,0.0,Failed"]
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _ = (Path(folder) / "log.csv").write_text("\\n".join(lines))
        ...     task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        ...     suite = from_textattack_csv(f"{folder}/log.csv", task)
        >>> suite["attack-textattack"].perturbed[0]["text"], suite["attack-textattack"].total
        ('A decent film', 2)
    """
    task = as_task(task)
    if not task.kind.classifies or not task.label_names:
        raise UsageError(
            f"results of TextAttack are read for classification with label_names=[...] in the order of the numbers; "
            f"found {task.name} with {task.label_names}"
        )
    rows = _rows(Path(path))
    kept = [row for row in rows if row["result_type"].strip().lower() == _SUCCESS]
    if not kept:
        raise EmptyDataError(f"none of the {len(rows)} attacks in {path} succeeded, so there is no suite")
    before = [_texts(row["original_text"], task) for row in kept]
    after = [_texts(row["perturbed_text"], task) for row in kept]
    labels = [_label(row["ground_truth_output"], task) for row in kept]
    original, perturbed = _pairs(task, before, after, labels)
    stage = {"name": "attack/textattack", "version": "1", "params": {"file": Path(path).name}}
    entry = SuiteEntry(
        name="attack-textattack",
        stages=(stage,),
        level="word",
        linguistics="model",
        effect=str(Effect.PRESERVES),
        summary="Adversarial examples that TextAttack found.",
        total=len(rows),
        unchanged=sum(row["result_type"].strip().lower() == "failed" for row in rows),
        not_applicable=sum(row["result_type"].strip().lower() == "skipped" for row in rows),
        reasons={},
        original=original,
        perturbed=perturbed,
    )
    info = {
        "name": name or f"{Path(path).stem}-textattack",
        "version": None,
        "dataset": None,
        "split": None,
        "seed": 0,
        "protect": [],
        "nlp": None,
        "rows": len(rows),
        "labels": list(task.label_names),
        "skipped": [],
        "resources": [],
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    return Suite(task, {entry.name: entry}, info)


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            rows = list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataFileError(f"cannot read {path}: {error}") from error
    missing = [column for column in _COLUMNS if column not in (reader.fieldnames or ())]
    if missing:
        raise ColumnError(
            f"{path} is no log of TextAttack: expected the columns {', '.join(_COLUMNS)}; found "
            f"{', '.join(reader.fieldnames or ()) or 'none'}"
        )
    short = next((number for number, row in enumerate(rows) if None in (row[column] for column in _COLUMNS)), None)
    if short is not None:
        raise DataFileError(
            f"{path} is broken: row {short} has fewer cells than the header; correct it, or leave it out"
        )
    return rows


def _texts(text: str, task: Task) -> list[str]:
    """The texts of a row without marks, in the order of the task's roles."""
    parts = _FIELD.split(text)
    texts = parts[2::2] if len(parts) > 1 else [text]
    if len(texts) != len(task.text_roles):
        raise UsageError(
            f"a row holds {len(texts)} texts, and {task.name} has {len(task.text_roles)} "
            f"({', '.join(task.text_roles)}): {quoted(text)}"
        )
    return [_MARKED.sub(r"\1", one).strip() for one in texts]


def _label(value: str, task: Task) -> int:
    try:
        number = int(float(value))
    except (ValueError, OverflowError):
        number = -1
    names = task.label_names or ()
    if not 0 <= number < len(names):
        raise UsageError(f"ground_truth_output is {quoted(value)}; expected a number from 0 to {len(names) - 1}")
    return number


def _pairs(task: Task, before: list[list[str]], after: list[list[str]], labels: list[int]) -> "tuple[Dataset, Dataset]":
    from datasets import ClassLabel, Dataset, Features, Value

    columns = [task.column(role) for role in task.text_roles]
    ids = row_ids([list(texts) for texts in zip(*before)])
    features = Features(
        {
            **dict.fromkeys(columns, Value("string")),
            task.column(task.label_role): ClassLabel(names=list(task.label_names or ())),
            **Features.from_arrow_schema(_schema()),
        }
    )
    described = {"transformation": "attack/textattack", "version": "1", "params": "{}", "effect": "preserves"}
    states = [_state(place, columns, *texts) for place, texts in enumerate(zip(before, after))]
    records = (original_column(ids), described_column(states, ids, described, 0))
    made = []
    for texts, record in zip((before, after), records):
        rows: dict[str, Any] = {name: list(values) for name, values in zip(columns, zip(*texts))}
        rows |= {task.column(task.label_role): labels, RECORD: record.to_pylist()}
        made.append(Dataset.from_dict(rows, features=features))
    return made[0], made[1]


def _state(index: int, columns: list[str], before: list[str], after: list[str]) -> RowState:
    state = RowState(index)
    state.status = "changed"
    edits: list[Any] = []
    for column, old, new in zip(columns, before, after):
        for (start, end), text in _edits(old, new):
            edits += [0, column, start, end, old[start:end], text]
    state.edits = tuple(edits)
    return state


def _edits(before: str, after: str) -> list[tuple[Offsets, str]]:
    """The edits from one text to another, whole words at a time."""
    edits: list[tuple[Offsets, str]] = []
    at, start, old, new = 0, 0, "", ""
    for kind, text in [*diff(before, after), ("equal", "")]:
        if kind == "equal":
            if old or new:
                edits.append(((start, start + len(old)), new))
            at += len(text)
            start, old, new = at, "", ""
        elif kind == "delete":
            old += text
            at += len(text)
        else:
            new += text
    return edits


def _schema() -> Any:
    import pyarrow as pa

    return pa.schema([(RECORD, record_type())])
