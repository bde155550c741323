"""What raters together say of each transformation and capability: one figure of several answers, their agreement."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from hf_robust.audit.pools import TRANSFORMATION, Rated
from hf_robust.audit.questions import QUESTIONS, defects, figure
from hf_robust.audit.sample import AnswerKey, Item, Origin
from hf_robust.core.errors import UsageError
from hf_robust.reports.audit_words import PEOPLE, raters_in_words
from hf_robust.scoring.clusters import clustered_share, ways_of
from hf_robust.scoring.paired import listed
from hf_robust.scoring.rater_agreement import Agreement, agreement

RULES: Mapping[str, str] = {
    "all": "a yes counts where all raters say yes, a defect where any rater names one; natural is their mean",
    "mean": "every figure is the mean of the raters",
}
"""How answers that differ become one figure."""
WORST = 3  # defects that a table names


@dataclass(frozen=True)
class Verdict:
    """What raters say of one transformation or capability.

    Args:
        rated: What was rated.
        m: The share of outputs whose label is right: that raters would keep (of a transformation), or that they gave
            themselves (of a capability). It is the confidence that reports speak of. None where nobody answered.
        interval: Of m, 95%, which knows that outputs share sources.
        natural: The mean, from 1 to 3.
        bad: Outputs with a defect.
        relevant: The share that tests what it should; None where that was not asked.
        valid: The share of expansions that are sound; None without any.
        parts: m by part (seeds, expansions).
        n: Outputs that count: those that all raters judged.
        n_valid: Expansions among them.
        open: Outputs that some rater has not judged.
        sources: Distinct source rows behind n.
        data: Names of the data that it was rated on.
        defects: The words for defects, the most frequent first, with how often raters named them.
        agreement: Of the raters on m: share of equal answers and Cohen's kappa.
    """

    rated: Rated
    m: float | None
    interval: list[float] | None
    natural: float | None
    bad: float
    relevant: float | None
    valid: float | None
    parts: Mapping[str, float]
    n: int
    n_valid: int
    open: int
    sources: int
    tasks: tuple[str, ...]
    data: tuple[str, ...]
    defects: Mapping[str, int]
    agreement: Agreement


@dataclass(frozen=True)
class AuditOutcome:
    """What an audit found.

    Args:
        verdicts: Of each transformation and capability.
        agreement: Of the raters, by question, over all items.
        rule: Which of :data:`RULES`.
        by: Who they are, as the key of the sample says.
    """

    verdicts: tuple[Verdict, ...]
    agreement: Mapping[str, Agreement]
    raters: tuple[str, ...]
    rule: str
    by: str = PEOPLE


Judged = Mapping[str, Mapping[str, Any]]  # question -> rater -> figure


def judge(key: AnswerKey, ratings: Mapping[str, Sequence[Item]], rule: str = "all") -> AuditOutcome:
    """Merge what raters said of a sample.

    Args:
        key: The key of the sample.
        ratings: By rater, the items with answers.
        rule: Which of :data:`RULES`.

    Raises:
        UsageError: There is no such rule, or nobody has said yet whether any label is right.
    """
    if rule not in RULES:
        raise UsageError(f"rule must be one of {', '.join(RULES)}, found {rule!r}")
    answers = {rater: {item.id: item for item in items} for rater, items in ratings.items()}
    judged = [_judged(origin, {rater: items[origin.id] for rater, items in answers.items()}) for origin in key.origins]
    if not any(value is not None for one in judged for value in _of(one).values()):
        raise UsageError("no item is rated yet: fill in the CSV files, or run hf-robust audit serve FILE")
    groups: dict[int, list[int]] = {}
    for place, origin in enumerate(key.origins):
        groups.setdefault(origin.rated, []).append(place)
    order = sorted(groups, key=lambda place: (key.rated[place].kind, _in_order(key.rated[place].name)))
    verdicts = tuple(_verdict(key, groups[place], judged, answers, rule) for place in order)
    asked = {name: [one[name] for one in judged if name in one] for name in QUESTIONS}
    asked["label"] = [_labels(origin, answers) for origin, one in zip(key.origins, judged) if "label" in one]
    agreed = {name: _agreement(name, found, answers) for name, found in asked.items() if found}
    return AuditOutcome(verdicts, agreed, tuple(answers), rule, key.by)


def _in_order(name: str) -> tuple[str, int, str]:
    """LC10 comes after LC9."""
    head = name.rstrip("0123456789")
    return head, int(name[len(head) :] or 0), name


def _judged(origin: Origin, said: Mapping[str, Item]) -> Judged:
    names = dict.fromkeys(name for item in said.values() for name in item.shown.questions)
    found: dict[str, dict[str, Any]] = {name: {} for name in names}
    for rater, item in said.items():
        for name in names:
            # no defect is an answer only where the rest is answered
            known = item.done or not QUESTIONS[name].free
            found[name][rater] = figure(name, item.answers.get(name, ""), origin.accepted) if known else None
    return found


def _labels(origin: Origin, answers: Mapping[str, Mapping[str, Item]]) -> dict[str, Any]:
    """The label that each rater gave: they agree on a label, and not only on whether it is the right one."""
    return {rater: items[origin.id].answers.get("label") or None for rater, items in answers.items()}


def _of(judged: Judged) -> Mapping[str, Any]:
    """What m counts."""
    return judged["keep"] if "keep" in judged else judged["label"]


def _agreement(name: str, judged: Sequence[Mapping[str, Any]], raters: Mapping[str, Any]) -> Agreement:
    return agreement(
        {rater: [judgment.get(rater) for judgment in judged] for rater in raters}, linear=name == "natural"
    )


def _verdict(
    key: AnswerKey,
    indices: Sequence[int],
    judged: Sequence[Judged],
    answers: Mapping[str, Mapping[str, Item]],
    rule: str,
) -> Verdict:
    """The verdict on one transformation or capability."""
    whole = [index for index in indices if None not in _of(judged[index]).values()]
    origins, complete = [key.origins[index] for index in whole], [judged[index] for index in whole]
    right = [_resolved(_of(judgment), rule) for judgment in complete]
    valid = _figures(complete, "valid", rule)
    said = [answers[rater][origin.id].answers.get("defects", "") for origin in origins for rater in answers]
    parts: dict[str, list[float]] = {}
    for origin, value in zip(origins, right):
        parts.setdefault(origin.part, []).append(value)
    return Verdict(
        rated=key.rated[key.origins[indices[0]].rated],
        m=fmean(right) if right else None,
        interval=listed(clustered_share(right, ways_of([origin.sources for origin in origins]))),
        natural=_mean(_figures(complete, "natural", "mean")),
        bad=sum(_figures(complete, "defects", rule, at_once=any)),
        relevant=_mean(_figures(complete, "relevant", rule)),
        valid=_mean(valid),
        parts={part: fmean(values) for part, values in parts.items()},
        n=len(whole),
        n_valid=len(valid),
        open=len(indices) - len(whole),
        sources=len({source for origin in origins for source in origin.sources or (origin.id,)}),
        tasks=tuple(sorted({origin.task for origin in origins})),
        data=tuple(sorted({_data(key, origin) for origin in origins})),
        defects=dict(Counter(word for text in said for word in defects(text)).most_common()),
        agreement=_agreement("m", [_of(judged[index]) for index in indices], answers),
    )


def _resolved(said: Mapping[str, Any], rule: str, at_once: Any = all) -> float:
    values = [value for value in said.values() if value is not None]
    return fmean(values) if rule == "mean" else float(at_once(values))


def _figures(judged: Sequence[Judged], name: str, rule: str, at_once: Any = all) -> list[float]:
    """One figure an output for which all raters answered a question."""
    asked = [judgment[name] for judgment in judged if name in judgment and None not in judgment[name].values()]
    return [_resolved(said, rule, at_once) for said in asked]


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _data(key: AnswerKey, origin: Origin) -> str:
    return key.suites[origin.suite].data


def as_record(verdict: Verdict, outcome: AuditOutcome, date: str) -> dict[str, Any]:
    """A verdict as specifications, suites and reports keep it.

    Args:
        verdict: What raters say.
        outcome: The audit that it is of.
        date: When they said it, as an ISO date.

    Raises:
        UsageError: Nobody judged it.
    """
    if verdict.m is None:
        raise UsageError(f"nobody has judged {verdict.rated.name}, so there is nothing to write down")
    return {
        "value": round(verdict.m, 4),
        "interval": [round(end, 4) for end in verdict.interval or ()],
        "n": verdict.n,
        "sources": verdict.sources,
        "raters": len(outcome.raters),
        "by": outcome.by,
        "rule": outcome.rule,
        "agreement": _rounded(verdict.agreement["agreement"]),
        "kappa": _rounded(verdict.agreement["kappa"]),
        "natural": _rounded(verdict.natural),
        "bad": verdict.bad,
        "date": date,
        "data": ", ".join(verdict.data),
        "version": verdict.rated.version,
    }


def table_records(outcome: AuditOutcome, date: str) -> list[dict[str, Any]]:
    """What raters said of single transformations, for :func:`hf_robust.transforms.audited_versions.write_audits`.

    Args:
        date: When they said it, as an ISO date.
    """
    found = []
    for one in outcome.verdicts:
        stages = list(one.rated.details.get("stages") or ())
        if one.rated.kind == TRANSFORMATION and one.m is not None and len(stages) == 1:
            about = {"name": stages[0]["name"], "params": dict(stages[0]["params"]), "tasks": list(one.tasks)}
            found.append({**about, **as_record(one, outcome, date)})
    return found


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def described(outcome: AuditOutcome) -> dict[str, Any]:
    """An outcome as JSON holds it."""
    rows = [{**vars(one), "rated": asdict(one.rated)} for one in outcome.verdicts]
    raters = {"raters": list(outcome.raters), "by": outcome.by}
    return {"rule": outcome.rule, **raters, "agreement": outcome.agreement, "verdicts": rows}


_HEAD = ("n", "m", "interval", "natural", "bad", "relevant", "valid", "kappa", "open", "defects")


def table(outcome: AuditOutcome, markdown: bool = False) -> str:
    """What raters say, as a table, and below it how far the raters agree.

    Args:
        markdown: For a page in Markdown, without padding.
    """
    rows = [("what", "version", *_HEAD), *map(_cells, outcome.verdicts)]
    agreed = [
        f"{name}: agreement {_shown(one['agreement'])}, kappa {_shown(one['kappa'])} ({one['n']} items)"
        for name, one in outcome.agreement.items()
    ]
    raters = raters_in_words({"raters": len(outcome.raters), "by": outcome.by})
    notes = [
        f"{raters}: {', '.join(outcome.raters)}; {outcome.rule}: {RULES[outcome.rule]}.",
        "m: share of outputs whose label is right by the raters, with its 95% interval, which knows shared sources.",
        *(agreed if len(outcome.raters) > 1 else ()),
    ]
    if markdown:
        lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
        lines.insert(1, "|" + "---|" * len(rows[0]))
        return "\n".join([*lines, "", *(f"- {note}" for note in notes)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:], *notes])


def _cells(verdict: Verdict) -> tuple[str, ...]:
    ends = verdict.interval
    words = [f"{word} {count}" for word, count in list(verdict.defects.items())[:WORST]]
    return (
        verdict.rated.name,
        verdict.rated.version,
        str(verdict.n),
        _shown(verdict.m),
        f"{ends[0]:.2f} to {ends[1]:.2f}" if ends else "-",
        _shown(verdict.natural),
        f"{verdict.bad:g}",
        _shown(verdict.relevant),
        _shown(verdict.valid),
        _shown(verdict.agreement["kappa"]),
        str(verdict.open),
        ", ".join(words) or "-",
    )


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
