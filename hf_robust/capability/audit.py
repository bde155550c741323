"""Audit: people label a sample of the cases of a suite, which says how sure the right answers are.

A sample is one CSV file that a spreadsheet opens and :func:`hf_robust.capability.audit_page.server` shows. A person
fills in the columns ``label`` and ``relevancy``, not having seen what the specification says. :func:`score` counts
agreement.

Source: S2LCT (2023), section 4: label consistency and relevancy of cases that people rated.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from hf_robust.capability.cases import CASE, SPLITS, column_of
from hf_robust.capability.suite import CapabilitySuite
from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.files import write_files
from hf_robust.core.text import as_cell, from_cell
from hf_robust.scoring import label_consistency

FIRST = ("case_id", "capability", "kind", "name", "description")
LAST = ("choices", "label", "relevancy", "accepted")
BETWEEN = "|"
RATINGS = range(1, 6)
_DELIMITERS = ",;\t"
_LIMIT = 10_000_000  # characters of a cell


@dataclass(frozen=True)
class Rated:
    """One case of a sample.

    Args:
        case_id: Its id.
        capability: The capability's id.
        kind: ``seed``, ``expanded`` or ``template``.
        name: The capability in one line.
        description: What a model shows that has it.
        texts: The texts by role.
        choices: Labels to choose from.
        accepted: Labels that are right by the specification.
        label: What a person said; None where nobody did.
        relevancy: From 1 to 5, how well the case tests its capability; None where nobody rated.
    """

    case_id: str
    capability: str
    kind: str
    name: str
    description: str
    texts: Mapping[str, str]
    choices: tuple[str, ...]
    accepted: tuple[str, ...]
    label: str | None = None
    relevancy: int | None = None

    @property
    def done(self) -> bool:
        """Whether both questions are answered."""
        return self.label is not None and self.relevancy is not None


@dataclass(frozen=True)
class Audited:
    """What people say of a capability.

    Args:
        id: The capability.
        seeds: Label consistency and relevancy of its seeds, as :func:`hf_robust.scoring.label_consistency` gives them.
        expanded: The same of its expansions.
        whole: The same of both together; its label consistency is the oracle confidence.
        open: Cases of the sample without a label.
    """

    id: str
    seeds: Mapping[str, Any]
    expanded: Mapping[str, Any]
    whole: Mapping[str, Any] = field(default_factory=dict)
    open: int = 0

    @property
    def oracle_confidence(self) -> float | None:
        """The share of cases for which people gave a label that the specification accepts."""
        return self.whole["label_consistency"]


def draw(suite: CapabilitySuite, per_capability: int = 20, seed: int = 0) -> list[Rated]:
    """Draw cases to be rated: half seeds and half expansions, as far as there are so many, in random order.

    Cases that are compared with others (INV, DIR) have no right label of their own and are left out.

    Args:
        suite: The suite.
        per_capability: Cases a capability.
        seed: Seed of the draw.

    Raises:
        UsageError: The number is below 1, the task has no labels to choose from, or there is no case to rate.

    Example:
        >>> from datasets import Dataset
        >>> data = Dataset.from_dict({"text": ["The plot is thin."], "label": ["negative"]})
        >>> suite = CapabilitySuite.build("sentiment-classification", data, only=["LC6"], expand=False)
        >>> [(one.capability, one.choices) for one in draw(suite, per_capability=1)]
        [('LC6', ('negative', 'neutral', 'positive'))]
    """
    if not isinstance(per_capability, int) or isinstance(per_capability, bool) or per_capability < 1:
        raise UsageError(f"per_capability must be a whole number of at least 1, found {per_capability!r}")
    if not suite.task.label_names:
        raise UsageError(f"an audit asks for a label, and cases for {suite.task.name} have none")
    cases = [case for id in suite for case in _drawn(suite, id, per_capability, seed)]
    if not cases:
        raise UsageError("the suite has no case with a right label that a person could rate")
    Random(f"{seed}|order").shuffle(cases)
    return cases


def _drawn(suite: CapabilitySuite, id: str, size: int, seed: int) -> Iterator[Rated]:
    entry = suite[id]
    pools = [
        [(table, place) for place, accepted in enumerate(column_of(table, "accepted")) if accepted]
        for table in (entry.seeds, entry.expanded)
    ]
    few = min(len(pools[1]), max(size // 2, size - len(pools[0])))
    for number, (pool, many) in enumerate(zip(pools, (min(len(pools[0]), size - few), few))):
        for table, place in Random(f"{seed}|{id}|{number}").sample(pool, many):
            row = table[place]
            case = row[CASE]
            yield Rated(
                case["case_id"],
                id,
                case["kind"],
                entry.name,
                entry.description,
                {role: row[role] or "" for role in suite.task.text_roles},
                tuple(suite.task.label_names or ()),
                tuple(case["accepted"]),
            )


def write(cases: Sequence[Rated], path: str | Path) -> Path:
    """Write a sample as CSV; an older file is replaced only by a complete one.

    Args:
        cases: The sample.
        path: The file.

    Raises:
        DataFileError: It cannot be written.
    """
    path = Path(path)
    roles = list(cases[0].texts) if cases else []
    stream = io.StringIO()
    rows = csv.writer(stream, lineterminator="\r\n")
    rows.writerow([*FIRST, *roles, *LAST])
    for case in cases:
        cells = [*(getattr(case, name) for name in FIRST), *case.texts.values(), BETWEEN.join(case.choices)]
        cells += [case.label or "", str(case.relevancy or ""), BETWEEN.join(case.accepted)]
        rows.writerow(map(as_cell, cells))
    content = stream.getvalue().encode("utf-8-sig", "replace")  # the mark tells a spreadsheet that it is UTF-8
    try:
        write_files(path.parent, {path.name: content})
    except OSError as error:
        raise DataFileError(f"the audit cannot be written to {path}: {error}") from error
    return path


def read(path: str | Path) -> list[Rated]:
    """Read a sample that people filled in; what a spreadsheet makes of it (semicolons, a byte mark) is understood.

    Args:
        path: The CSV file.

    Raises:
        DataFileError: It is missing, no such file, or a value is wrong: the message says in which row.
    """
    path = Path(path)
    rows = _rows(path)
    head = next(rows, None)
    if head is None:
        raise DataFileError(f"{path} is empty; hf-robust audit draw writes such a file")
    roles = [name for name in head if name not in (*FIRST, *LAST)]
    missing = [name for name in (*FIRST, *LAST) if name not in head]
    if missing or not roles or len(set(head)) < len(head):
        expected = ", ".join((*FIRST, "a column for each text", *LAST))
        raise DataFileError(f"{path} is no audit: it has the columns {', '.join(head)[:300]}; expected {expected}")
    cases: list[Rated] = []
    seen: dict[str, int] = {}
    for number, values in enumerate(rows, start=2):
        if not any(value.strip() for value in values):
            continue
        if len(values) != len(head):
            raise DataFileError(f"{path} row {number}: expected {len(head)} cells, found {len(values)}")
        case = _case(dict(zip(head, map(from_cell, values))), roles, f"{path} row {number}")
        if case.case_id in seen:
            raise DataFileError(f"{path} row {number}: the case {case.case_id} is in row {seen[case.case_id]} already")
        seen[case.case_id] = number
        cases.append(case)
    if not cases:
        raise DataFileError(f"{path} has no case; hf-robust audit draw writes such a file")
    return cases


def _rows(path: Path) -> Iterator[list[str]]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise DataFileError(f"there is no file {path}; hf-robust audit draw --out {path.name} writes one") from error
    except UnicodeDecodeError as error:
        raise DataFileError(f"{path} is not in UTF-8 ({error.reason}); save it as CSV UTF-8") from error
    except OSError as error:
        raise DataFileError(f"{path} cannot be read: {error}") from error
    head = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=head.count)
    before = csv.field_size_limit(_LIMIT)
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    except csv.Error as error:
        raise DataFileError(f"{path} is not sound CSV: {error}") from error
    finally:
        csv.field_size_limit(before)


def _case(row: Mapping[str, str], roles: Sequence[str], where: str) -> Rated:
    choices, accepted = (tuple(part for part in row[name].split(BETWEEN) if part) for name in ("choices", "accepted"))
    if not row["case_id"] or not row["capability"] or not choices or not accepted:
        raise DataFileError(f"{where}: case_id, capability, choices and accepted must not be empty")
    about: dict[str, Any] = {name: row[name] for name in FIRST}
    case = Rated(
        **about,
        texts={role: row[role] for role in roles},
        choices=choices,
        accepted=accepted,
    )
    return rated(case, row["label"], row["relevancy"], where)


def rated(case: Rated, label: str, relevancy: str, where: str = "") -> Rated:
    """A case with what a person said of it.

    Args:
        case: The case.
        label: One of its choices; empty where none was given.
        relevancy: From 1 to 5; empty where none was given.
        where: What a message names.

    Raises:
        DataFileError: It is none of the choices, or no such number.

    Example:
        >>> case = Rated("a", "LC6", "seed", "", "", {"text": "Dull."}, ("negative", "positive"), ("negative",))
        >>> rated(case, "Negative ", "4").label
        'negative'
    """
    label, relevancy = label.strip(), relevancy.strip()
    names = {choice.casefold(): choice for choice in case.choices}
    if label and label.casefold() not in names:
        raise DataFileError(f"{where}: label must be one of {', '.join(case.choices)}, found {label!r}")
    number = relevancy.removesuffix(".0")
    if relevancy and number not in map(str, RATINGS):
        raise DataFileError(f"{where}: relevancy must be a whole number from 1 to 5, found {relevancy!r}")
    return replace(case, label=names[label.casefold()] if label else None, relevancy=int(number) if number else None)


def score(cases: Sequence[Rated]) -> list[Audited]:
    """Count how far people agree with the specification, capability by capability.

    Args:
        cases: A sample that was filled in.

    Returns:
        One entry a capability, in the order of their ids' first appearance in sorted order.

    Raises:
        UsageError: No case has a label.

    Example:
        >>> case = Rated("a", "LC6", "seed", "", "", {"text": "Dull."}, ("negative", "positive"), ("negative",))
        >>> found = score([rated(case, "negative", "5"), rated(case, "positive", "")])[0]
        >>> found.id, found.oracle_confidence, found.whole["relevancy"]
        ('LC6', 0.5, 1.0)
    """
    if not any(case.label is not None for case in cases):
        raise UsageError("no case has a label yet: fill in the column label, or run hf-robust audit serve")
    results = []
    for id in sorted({case.capability for case in cases}, key=_in_order):
        rated_here = [case for case in cases if case.capability == id]
        grown = [case for case in rated_here if case.kind == "expanded"]
        seeds = [case for case in rated_here if case.kind != "expanded"]
        still = sum(case.label is None for case in rated_here)
        results.append(Audited(id, _consistency(seeds), _consistency(grown), _consistency(rated_here), still))
    return results


def _in_order(id: str) -> tuple:
    """LC10 comes after LC9."""
    head = id.rstrip("0123456789")
    return head, int(id[len(head) :] or 0), id


def _consistency(cases: Sequence[Rated]) -> dict[str, Any]:
    labels, right, marks = ([getattr(case, name) for case in cases] for name in ("label", "accepted", "relevancy"))
    return dict(label_consistency(labels, right, marks))


def apply(suite: CapabilitySuite, cases: Sequence[Rated], version: str | None = None) -> CapabilitySuite:
    """The suite with the oracle confidences that an audit found, under a new version.

    Args:
        suite: The suite that the sample was drawn from.
        cases: The sample, filled in.
        version: The new version; without it the next minor one (``1.0.0`` where there was none).

    Raises:
        UsageError: A case is not of the suite, no case has a label, or the version is no later one.
    """
    ids = {
        (id, case)
        for id in {case.capability for case in cases} & set(suite.entries)
        for split in SPLITS
        for case in column_of(getattr(suite[id], split), "case_id")
    }
    for case in cases:
        if (case.capability, case.case_id) not in ids:
            what = f"{case.case_id} of {case.capability}"
            raise UsageError(f"the case {what} is not in the suite: this is the audit of another one")
    results = {one.id: one for one in score(cases) if one.oracle_confidence is not None}
    sure = {id: one.oracle_confidence for id, one in results.items() if one.oracle_confidence is not None}
    fresh = suite.with_confidence(sure)
    recorded = {
        id: {**one.whole, "seeds": dict(one.seeds), "expanded": dict(one.expanded)} for id, one in results.items()
    }
    info = {**fresh.info, "audit": {**(suite.info.get("audit") or {}), **recorded}}
    return replace(fresh, info={**info, "version": _next(suite.info.get("version"), version)})


def _next(old: str | None, given: str | None) -> str:
    numbers = [_numbers(version) for version in (old, given)]
    if given is not None:
        if numbers[1] is None:
            raise UsageError(f"a version has the form '1.2.3', found {given!r}")
        if numbers[0] is not None and numbers[1] <= numbers[0]:
            raise UsageError(f"the suite has version {old}; a new one comes after it, found {given}")
        return given.removeprefix("v")
    return "1.0.0" if numbers[0] is None else f"{numbers[0][0]}.{numbers[0][1] + 1}.0"


def _numbers(version: str | None) -> tuple[int, ...] | None:
    parts = (version or "").removeprefix("v").split(".")
    return tuple(map(int, parts)) if len(parts) == 3 and all(part.isdecimal() for part in parts) else None
