"""Filled templates as a data set, or as test cases with a right label or in pairs that must be judged alike."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.capability.cases import case_record, case_row, features, paired_rows, roles_of
from hf_robust.core.checks import whole_number
from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import row_rng
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.capability.templates.template import Template

_MOST = 1_000_000


def filled_rows(template: "Template", n: int | None, seed: int, columns: Mapping[str, Any]) -> "Dataset":
    """See :meth:`hf_robust.Template.dataset`."""
    from datasets import Dataset

    if n is None and template.size > _MOST:
        raise UsageError(f"the template has {template.size:,} texts; say how many to draw: dataset(n=1000)")
    texts = list(template) if n is None else template.sample(whole_number(n, "n", 1), seed)
    taken = sorted({*columns} & {*template.roles})
    if taken:
        raise UsageError(f"the column {taken[0]!r} holds the texts; give the further one another name")
    by_role = [{"text": text} if isinstance(text, str) else text for text in texts]
    whole = {role: [row[role] for row in by_role] for role in template.roles}
    return Dataset.from_dict(whole | {name: [value] * len(texts) for name, value in columns.items()})


def label_cases(
    template: "Template", task: Task | str, name: str, accepted: str | Sequence[str], n: int, seed: int
) -> "Dataset":
    """Cases whose right labels are known; see :meth:`hf_robust.Template.cases`."""
    labels = [accepted] if isinstance(accepted, str) else list(accepted)
    if not labels:
        raise UsageError("accepted must be a label or several, found none")

    def drawn() -> Iterator[list[dict[str, Any]]]:
        for texts, _ in _combinations(template, task, name, seed):
            record = case_record(name, texts, accepted=labels, kind="template", template=name)
            yield [case_row(roles_of(task), texts, record)]

    return _table(drawn(), task, n)


def pair_cases(template: "Template", task: Task | str, name: str, vary: str, n: int, seed: int) -> "Dataset":
    """Pairs of texts that must be judged alike; see :meth:`hf_robust.Template.cases`."""

    def drawn() -> Iterator[list[dict[str, Any]]]:
        for texts, picks in _combinations(template, task, name, seed):
            others = template.others(picks, vary)
            if not others:
                return
            rng = row_rng(seed, "another filler", repr(sorted(picks.items())), name)
            changed = _texts(template, task, template.write(rng.choice(others)))
            if changed != texts:
                yield list(paired_rows(name, roles_of(task), texts, changed, template=name))

    return _table(drawn(), task, n)


def _combinations(
    template: "Template", task: Task | str, name: str, seed: int
) -> Iterator[tuple[list[str], dict[str, int]]]:
    for index in template.order(seed, name):
        picks = template.picks(index)
        yield _texts(template, task, template.write(picks)), picks


def _texts(template: "Template", task: Task | str, written: str | Mapping[str, str]) -> list[str]:
    """The texts in the task's order."""
    roles = roles_of(task)
    if isinstance(written, str) and len(roles) == 1:
        return [written]
    if isinstance(written, str) or {*written} != {*roles}:
        raise UsageError(
            f"expected a template with the texts {', '.join(roles)}, found {', '.join(template.roles)}; say "
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
