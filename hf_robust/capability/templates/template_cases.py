"""Filled templates as test cases with a right label or in pairs that must be judged alike."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.capability.cases import case_record, case_row, features, paired_rows, roles_of
from hf_robust.core.checks import whole_number
from hf_robust.core.errors import UsageError
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset

Written = str | Mapping[str, str]
"""A filled template: its text, or its texts by role."""


def label_cases(
    fillings: Iterable[Written], task: Task | str, name: str, accepted: str | Sequence[str], n: int
) -> "Dataset":
    """Cases whose right labels are known; see :meth:`hf_robust.Template.cases`.

    Args:
        fillings: Filled templates.
    """
    labels = [accepted] if isinstance(accepted, str) else list(accepted)
    if not labels:
        raise UsageError("accepted must be a label or several, found none")

    def drawn() -> Iterator[list[dict[str, Any]]]:
        for written in fillings:
            texts = _texts(task, written)
            record = case_record(name, texts, accepted=labels, kind="template", template=name)
            yield [case_row(roles_of(task), texts, record)]

    return _table(drawn(), task, n)


def pair_cases(pairs: Iterable[tuple[Written, Written]], task: Task | str, name: str, n: int) -> "Dataset":
    """Pairs of texts that must be judged alike; see :meth:`hf_robust.Template.cases`.

    Args:
        pairs: Filled templates and the same with another filler.
    """

    def drawn() -> Iterator[list[dict[str, Any]]]:
        for written, other in pairs:
            texts, changed = _texts(task, written), _texts(task, other)
            if changed != texts:
                yield list(paired_rows(name, roles_of(task), texts, changed, template=name))

    return _table(drawn(), task, n)


def _texts(task: Task | str, written: Written) -> list[str]:
    """The texts in the task's order."""
    roles = roles_of(task)
    if isinstance(written, str) and len(roles) == 1:
        return [written]
    if isinstance(written, str) or {*written} != {*roles}:
        found = "text" if isinstance(written, str) else ", ".join(written)
        raise UsageError(
            f"expected a template with the texts {', '.join(roles)}, found {found}; use "
            f"hr.Template({{{', '.join(f'{role!r}: ...' for role in roles)}}}, ...)"
        )
    return [written[role] for role in roles]


def _table(drawn: Iterator[list[dict[str, Any]]], task: Task | str, n: int) -> "Dataset":
    """The first n different cases; the original of several pairs is there once."""
    from datasets import Dataset

    whole_number(n, "n", 1)
    rows: dict[str, dict[str, Any]] = {}
    count = 0
    for group in drawn:
        if group[-1]["case"]["case_id"] in rows:
            continue
        rows |= {row["case"]["case_id"]: row for row in group if row["case"]["case_id"] not in rows}
        count += 1
        if count == n:
            break
    columns = features(task)
    return Dataset.from_dict({name: [row[name] for row in rows.values()] for name in columns}, features=columns)
