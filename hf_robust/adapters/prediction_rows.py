"""Which input of a suite each row of a file of predictions is about."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hf_robust.adapters.base import STATUSES, Input, JsonValue, Status
from hf_robust.adapters.prediction_columns import RowSource
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.tasks import Task
from hf_robust.tasks.labels import whole

NAMED = 5  # rows that a message names of each kind
Location = tuple[str, str, Any]  # transformation, split, row (or id)


class StoredAnswer(NamedTuple):
    """A prediction as it was given.

    Args:
        value: The prediction.
        score: Its probability, or None.
        location: The row of the suite.
        status: Why it is no answer, where it is none.
    """

    value: Any
    score: Any
    location: Location
    status: Status = "ok"


@dataclass(frozen=True)
class SplitRows:
    """The rows of a split of a suite.

    Args:
        source: What a model is given of each row.
        ids: The id of each row.
        asked: Whether the model is asked for these rows.
    """

    source: RowSource
    ids: Sequence[Any]
    asked: bool = True


def location_in_words(location: Location) -> str:
    """A place as messages name it.

    Example:
        >>> location_in_words(("keyboard", "perturbed", 3))
        "'keyboard' perturbed 3"
    """
    return f"{location[0]!r} {location[1]} {location[2]}"


@dataclass
class _Faults:
    """Rows that do not fit the suite, by what is wrong with them."""

    locations: dict[str, list[Location]] = field(default_factory=dict)

    def add(self, kind: str, location: Location) -> None:
        """Add a row."""
        self.locations.setdefault(kind, []).append(location)

    def check(self, name: str) -> None:
        """Refuse the predictions when there are such rows."""
        if self.locations:
            said = "; ".join(f"{kind}: {len(found)} ({_named(found)})" for kind, found in self.locations.items())
            raise UsageError(
                f"{name} does not fit the suite; {said}. Write the inputs with suite.inputs() (hf-robust inputs "
                "--suite SUITE --out FILE) and add a column 'prediction'"
            )


def _named(locations: Sequence[Location]) -> str:
    more = ", ..." if len(locations) > NAMED else ""
    return ", ".join(map(location_in_words, locations[:NAMED])) + more


def aligned(
    name: str,
    rows: Sequence[Mapping[str, Any]],
    suite: Mapping[tuple[str, str], SplitRows],
    task: Task,
    ignored: Sequence[str] = (),
) -> dict[Input, StoredAnswer]:
    """The answer to each input of a suite.

    An input that stands in several places may be answered in one of them.

    Args:
        name: What the predictions are called.
        rows: Rows with ``transformation``, ``split``, ``row`` or ``id``, ``prediction``, and maybe ``score`` and
            ``status``. A row whose status is not ``ok`` needs no prediction.
        suite: The rows of the suite, by transformation and split.
        ignored: Transformations whose predictions are not read.

    Raises:
        UsageError: Columns are absent; rows are missing, duplicate, contradictory or unknown; or a status is unknown.
    """
    _check_columns(name, rows)
    faults, inputs = _Faults(), _Inputs(suite, task)
    seen: set[Location] = set()
    answers: dict[Input, StoredAnswer] = {}
    kind = task.kind
    empty: Any = "" if kind.value_is_text and not kind.classifies else None
    for row in rows:
        if row["transformation"] in ignored:
            continue
        location, wrong = inputs.location(row)
        if wrong:
            faults.add(wrong, location)
            continue
        if location in seen:
            faults.add("duplicate rows", location)
            continue
        seen.add(location)
        value, asked = row["prediction"], inputs.known[location]
        status = _status(row.get("status"), name, location)
        value = None if status != "ok" else empty if value is None else value
        stored = StoredAnswer(value, row.get("score"), location, status)
        if value is None and status == "ok":
            faults.add("rows without a prediction", location)
        elif _other_text(row, asked, task):
            faults.add("rows with another text than the suite", location)
        elif _said(answers.setdefault(asked, stored)) != _said(stored):
            faults.add("rows that contradict an earlier row with the same input", location)
    for location in inputs.missing(answers):
        faults.add("inputs without a prediction", location)
    faults.check(name)
    return answers


def _said(answer: StoredAnswer) -> tuple[Status, Any]:
    return answer.status, answer.value


def _status(value: Any, name: str, location: Location) -> Status:
    """The status of a row; one without a status is ``ok``."""
    if value is None or value == "":
        return "ok"
    known = next((status for status in STATUSES if status == value), None)
    if known is None:
        raise UsageError(
            f"{name}, {location_in_words(location)}: the status must be one of {', '.join(STATUSES)}; "
            f"found {quoted(value)}"
        )
    return known


def _check_columns(name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    for number, row in enumerate(rows):
        absent = [column for column in ("transformation", "split", "prediction") if column not in row]
        absent += [] if "row" in row or "id" in row else ["row (or id)"]
        if absent:
            raise UsageError(
                f"{name}, line {number}, has no {', '.join(absent)}; expected the columns transformation, split, row "
                f"(or id), prediction and, if known, score and status; found {', '.join(map(str, row)) or 'none'}"
            )


class _Inputs:
    """The input at each place of a suite, and the place that a row of predictions names."""

    def __init__(self, suite: Mapping[tuple[str, str], SplitRows], task: Task):
        self._suite = suite
        self.known = dict(_locations(suite, task))
        self._by_id: dict[tuple[str, str], dict[str, list[int]]] = {}
        for key, split in suite.items():
            found = self._by_id.setdefault(key, {})
            for number, one in enumerate(split.ids):
                found.setdefault(str(one), []).append(number)

    def location(self, row: Mapping[str, Any]) -> tuple[Location, str | None]:
        """The place that a row names, and what is wrong with it."""
        key = str(row["transformation"]), str(row["split"])
        row_number, row_id = row.get("row"), row.get("id")
        ids = self._by_id.get(key, {})
        if row_number is None:
            rows = ids.get(str(row_id), [])
            if len(rows) > 1:
                return (*key, row_id), "rows with the id of several rows, which need 'row'"
            return ((*key, rows[0]), None) if rows else ((*key, row_id), "rows that the suite does not have")
        read = _row_number(row_number)
        location = (*key, row_number if read is None else read)
        if location not in self.known:
            return location, "rows that the suite does not have"
        if row_id is not None and location[2] not in ids.get(str(row_id), ()):
            return location, "rows with another id than the suite"
        return location, None

    def missing(self, answers: Mapping[Input, StoredAnswer]) -> Iterator[Location]:
        """The first place of each input that has no answer."""
        told = set()
        for location, asked in self.known.items():
            if self._suite[location[:2]].asked and asked not in answers and asked not in told:
                told.add(asked)
                yield location


def _locations(suite: Mapping[tuple[str, str], SplitRows], task: Task) -> Iterator[tuple[Location, Input]]:
    for (name, split), rows in suite.items():
        number = 0
        for piece in rows.source.pieces(task.input_roles):
            for value in piece:
                yield (name, split, number), value
                number += 1


def _row_number(value: Any) -> int | None:
    if isinstance(value, str):
        return int(value) if value.strip().isdecimal() else None
    return whole(value)


def _other_text(row: Mapping[str, Any], asked: Input, task: Task) -> bool:
    """Whether a row holds the text of another suite; spaces do not count, which files may change."""
    pairs = [(row.get(role), part) for role, part in zip(task.input_roles, asked)]
    return any(
        isinstance(value, str)
        and isinstance(part, str)
        and not isinstance(part, JsonValue)
        and value.split() != part.split()
        for value, part in pairs
    )


def distinct_rows(suite: Mapping[tuple[str, str], SplitRows], task: Task) -> Iterator[tuple[Location, Any, Input]]:
    """The first place of each input that a model is asked for, with the id of the row and the input.

    Args:
        suite: The rows of the suite, by transformation and split.

    Example:
        >>> import hf_robust as hr
        >>> rows = SplitRows(RowSource(2, lambda start, stop: [{"text": "a"}, {"text": "a"}][start:stop]), ["x", "y"])
        >>> list(distinct_rows({("ocr", "original"): rows}, hr.task("sentiment-classification")))
        [(('ocr', 'original', 0), 'x', ('a',))]
    """
    seen: set[Input] = set()
    for place, value in _locations(suite, task):
        split = suite[place[:2]]
        if split.asked and value not in seen:
            seen.add(value)
            yield place, split.ids[place[2]], value
