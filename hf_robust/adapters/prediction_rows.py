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
Place = tuple[str, str, Any]  # transformation, split, row (or id)


class StoredAnswer(NamedTuple):
    """A prediction as it was given.

    Args:
        value: The prediction.
        score: Its probability, or None.
        place: The row of the suite.
        status: Why it is no answer, where it is none.
    """

    value: Any
    score: Any
    place: Place
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


def place_in_words(place: Place) -> str:
    """A place as messages name it.

    Example:
        >>> place_in_words(("keyboard", "perturbed", 3))
        "'keyboard' perturbed 3"
    """
    return f"{place[0]!r} {place[1]} {place[2]}"


@dataclass
class _Faults:
    """Rows that do not fit the suite, by what is wrong with them."""

    places: dict[str, list[Place]] = field(default_factory=dict)

    def add(self, kind: str, place: Place) -> None:
        """Add a row."""
        self.places.setdefault(kind, []).append(place)

    def check(self, name: str) -> None:
        """Refuse the predictions when there are such rows."""
        if self.places:
            said = "; ".join(f"{kind}: {len(found)} ({_named(found)})" for kind, found in self.places.items())
            raise UsageError(
                f"{name} does not fit the suite; {said}. Write the inputs with suite.inputs() (hf-robust inputs "
                "--suite SUITE --out FILE) and add a column 'prediction'"
            )


def _named(places: Sequence[Place]) -> str:
    more = ", ..." if len(places) > NAMED else ""
    return ", ".join(map(place_in_words, places[:NAMED])) + more


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
    seen: set[Place] = set()
    answers: dict[Input, StoredAnswer] = {}
    empty = "" if task.kind.value_is_text and not task.kind.classifies else None
    for row in rows:
        if row["transformation"] in ignored:
            continue
        place, wrong = inputs.place(row)
        if wrong:
            faults.add(wrong, place)
            continue
        if place in seen:
            faults.add("duplicate rows", place)
            continue
        seen.add(place)
        value, asked = row["prediction"], inputs.known[place]
        status = _status(row.get("status"), name, place)
        value = None if status != "ok" else empty if value is None else value
        stored = StoredAnswer(value, row.get("score"), place, status)
        if value is None and status == "ok":
            faults.add("rows without a prediction", place)
        elif _other_text(row, asked, task):
            faults.add("rows with another text than the suite", place)
        elif _said(answers.setdefault(asked, stored)) != _said(stored):
            faults.add("rows that contradict an earlier row with the same input", place)
    for place in inputs.missing(answers):
        faults.add("inputs without a prediction", place)
    faults.check(name)
    return answers


def _said(answer: StoredAnswer) -> tuple[Status, Any]:
    return answer.status, answer.value


def _status(given: Any, name: str, place: Place) -> Status:
    """The status of a row; one without a status is ``ok``."""
    if given is None or given == "":
        return "ok"
    known = next((status for status in STATUSES if status == given), None)
    if known is None:
        raise UsageError(
            f"{name}, {place_in_words(place)}: the status must be one of {', '.join(STATUSES)}; found {quoted(given)}"
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
        self.known = dict(_places(suite, task))
        self._by_id: dict[tuple[str, str], dict[str, list[int]]] = {}
        for key, split in suite.items():
            found = self._by_id.setdefault(key, {})
            for number, one in enumerate(split.ids):
                found.setdefault(str(one), []).append(number)

    def place(self, row: Mapping[str, Any]) -> tuple[Place, str | None]:
        """The place that a row names, and what is wrong with it."""
        key = str(row["transformation"]), str(row["split"])
        number, one = row.get("row"), row.get("id")
        ids = self._by_id.get(key, {})
        if number is None:
            places = ids.get(str(one), [])
            if len(places) > 1:
                return (*key, one), "rows with the id of several rows, which need 'row'"
            return ((*key, places[0]), None) if places else ((*key, one), "rows that the suite does not have")
        read = _number(number)
        place = (*key, number if read is None else read)
        if place not in self.known:
            return place, "rows that the suite does not have"
        if one is not None and place[2] not in ids.get(str(one), ()):
            return place, "rows with another id than the suite"
        return place, None

    def missing(self, answers: Mapping[Input, StoredAnswer]) -> Iterator[Place]:
        """The first place of each input that has no answer."""
        told = set()
        for place, asked in self.known.items():
            if self._suite[place[:2]].asked and asked not in answers and asked not in told:
                told.add(asked)
                yield place


def _places(suite: Mapping[tuple[str, str], SplitRows], task: Task) -> Iterator[tuple[Place, Input]]:
    for (name, split), rows in suite.items():
        number = 0
        for piece in rows.source.pieces(task.input_roles):
            for value in piece:
                yield (name, split, number), value
                number += 1


def _number(value: Any) -> int | None:
    if isinstance(value, str):
        return int(value) if value.strip().isdecimal() else None
    return whole(value)


def _other_text(row: Mapping[str, Any], asked: Input, task: Task) -> bool:
    """Whether a row holds the text of another suite; spaces do not count, which files may change."""
    pairs = [(row.get(role), part) for role, part in zip(task.input_roles, asked)]
    return any(
        isinstance(given, str)
        and isinstance(part, str)
        and not isinstance(part, JsonValue)
        and given.split() != part.split()
        for given, part in pairs
    )


def distinct_rows(suite: Mapping[tuple[str, str], SplitRows], task: Task) -> Iterator[tuple[Place, Any, Input]]:
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
    for place, value in _places(suite, task):
        split = suite[place[:2]]
        if split.asked and value not in seen:
            seen.add(value)
            yield place, split.ids[place[2]], value
