"""Gates: conditions on the values of a report, and the verdict on each: PASS, WARN, BLOCK or INCONCLUSIVE.

A condition is ``QUANTITY<=POINTS``, for example ``drop<=3``. The verdict on a value is

- BLOCK, if the value is significantly above its limit (one-sided, Holm-corrected over all values of the report),
- PASS, if it is significantly below its limit,
- WARN, if it is above its limit but not significantly, and
- INCONCLUSIVE otherwise: the rows are too few to tell.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist

from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.reports.records.gate_records import GateRecord, GateResult
from hf_robust.reports.run_warnings import NO_EVIDENCE
from hf_robust.reports.wording import count, listed, p_value, points
from hf_robust.scoring.limit_tests import (
    LEVEL,
    POWER,
    AgainstLimit,
    detectable_drop,
    detectable_share,
    drop_against_limit,
    rows_for_share,
    rows_to_decide,
    score_against_limit,
    share_against_limit,
)
from hf_robust.scoring.statistics import holm

PASS, WARN, BLOCK, INCONCLUSIVE = "PASS", "WARN", "BLOCK", "INCONCLUSIVE"
VERDICTS = (BLOCK, WARN, INCONCLUSIVE, PASS)  # the worst first
DROP, SUCCESS, FAILURE = "drop", "success", "failure"
QUANTITIES = {
    DROP: "the drop of a score by a transformation",
    SUCCESS: "the success rate of an attack",
    FAILURE: "the failure rate of a capability",
}
EXAMPLE = "drop<=3"
_CONDITION = re.compile(r"(.+?)\s*<=\s*([0-9]+(?:\.[0-9]+)?)\Z", re.DOTALL)
_LARGEST_LIMIT = 99.9999  # a drop of all points has no test
_LEAST_LIMIT = 0.1  # points; a smaller limit above 0 is a share that was meant as points
_NAMED = 3  # values that a sentence names
_MANY_ROWS = 100_000  # above it, the value lies so close to its limit that an exact number of rows has no use
_Z = 1.959964  # half the width of a 95% interval, in standard errors

GateConditions = str | Iterable[str] | Mapping[str, float]


@dataclass(frozen=True)
class GatedValue:
    """A value that a gate judges.

    Args:
        name: What was measured.
        quantity: One of :data:`QUANTITIES`.
        value: The value, from -1 to 1; None where nothing was measured.
        n: Rows.
        changed: Rows that were broken and rows that were fixed, where each row is right or wrong and independent.
        hits: Rows that count, for a share of independent rows.
        interval: 95% confidence interval, for all other values.
        also: Other names of the value.
        careful: Whether rows may be dependent: the larger p-value of both tests counts.
    """

    name: str
    quantity: str
    value: float | None
    n: int
    changed: tuple[int, int] | None = None
    hits: int | None = None
    interval: Sequence[float | None] | None = None
    also: tuple[str, ...] = ()
    careful: bool = False


@dataclass(frozen=True)
class ReportGate:
    """Limits of the values of a report.

    Args:
        limits: The limit, a share from 0 to 1, by quantity or by the name of a value.

    Example:
        >>> gate = ReportGate.of(["drop<=3", "typos<=10"])
        >>> gate.conditions, gate.limit_of(GatedValue("typos", "drop", 0.05, 200))
        (('drop<=3', 'typos<=10'), 0.1)
    """

    limits: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, conditions: GateConditions) -> "ReportGate":
        """Read conditions.

        Args:
            conditions: One or several, for example ``"drop<=3"`` for all transformations and ``"typos<=10"`` for one;
                several can be separated by commas. Or a mapping from names to points.

        Raises:
            UsageError: A condition has another form, a limit is no number of points, or a name has two limits.
        """
        if isinstance(conditions, Mapping):
            pairs = list(conditions.items())
        else:
            if not isinstance(conditions, Iterable):
                raise UsageError(f"a gate is a text such as {EXAMPLE!r}, or a list of them, found {conditions!r}")
            texts = [conditions] if isinstance(conditions, str) else list(conditions)
            pairs = [_parsed(one.strip()) for text in texts for one in str(text).split(",") if one.strip()]
        limits: dict[str, float] = {}
        for name, limit in pairs:
            if name in limits:
                raise UsageError(f"the gate has two limits for {name!r}; name one")
            limits[name] = _share(name, limit)
        if not limits:
            raise UsageError(f"a gate has at least one condition, for example {EXAMPLE!r}")
        return cls(limits)

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions as text."""
        return tuple(f"{name}<={100 * limit:g}" for name, limit in self.limits.items())

    def check_names(self, known: Collection[str], quantities: Collection[str] = tuple(QUANTITIES)) -> None:
        """Refuse a name that no value has, which would pass in silence.

        Args:
            known: The names of values.
            quantities: The quantities that are measured.

        Raises:
            UsageError: A quantity is not measured.
            UnknownNameError: No value has a name; the message has the nearest names.
        """
        for name in self.limits:
            if name in QUANTITIES and name not in quantities:
                measured = listed(sorted(quantities))
                raise UsageError(f"the gate has a limit of {name!r}, and only {measured} is measured here")
            if name not in quantities and name not in known:
                raise UnknownNameError("value for the gate", name, [*quantities, *known])

    def limit_of(self, one: GatedValue) -> float | None:
        """The limit of a value; None if it has none."""
        for name in (one.name, *one.also, one.quantity):
            if name in self.limits:
                return self.limits[name]
        return None

    def part(self, values: Iterable[GatedValue]) -> "ReportGate | None":
        """The conditions that concern some values; None if none does.

        Args:
            values: The values of a report.
        """
        known = {name for one in values for name in (one.name, *one.also, one.quantity)}
        limits = {name: limit for name, limit in self.limits.items() if name in known}
        return ReportGate(limits) if limits else None


def _parsed(text: str) -> tuple[str, float]:
    if text.count("<=") > 1:
        separated = re.sub(r"(\d)[\s;]+(?=\S)", r"\1,", text)
        raise UsageError(f"conditions of a gate are separated by commas; type {separated!r} in place of {text!r}")
    found = _CONDITION.match(text)
    if not found:
        raise UsageError(f"a condition of a gate is NAME<=POINTS, for example {EXAMPLE!r}, found {text!r}")
    return found[1].strip(), float(found[2])


def _share(name: str, limit: object) -> float:
    if isinstance(limit, bool) or not isinstance(limit, (int, float)) or not 0 <= limit <= 100:
        raise UsageError(
            f"the limit of {name!r} is a number of points from 0 to 100, found {limit!r}; type {EXAMPLE!r}"
        )
    if 0 < limit < _LEAST_LIMIT:
        raise UsageError(
            f"the limit of {name!r} is {limit:g} points of 100; if you mean a share, type '{name}<={100 * limit:g}'"
        )
    return min(limit, _LARGEST_LIMIT) / 100


def judged(values: Sequence[GatedValue], gate: ReportGate, warnings: Collection[str] = ()) -> GateRecord:
    """The verdict on each value that has a limit, and on all of them.

    Args:
        values: The values of a report.
        gate: The limits.
        warnings: Codes of the warnings of the run. With some of them no value can pass, because the scores of such a
            model are no evidence of robustness.

    Example:
        >>> found = judged([GatedValue("typos", "drop", 0.1, 300, changed=(33, 3))], ReportGate.of("drop<=3"))
        >>> found.verdict, found.results[0].verdict
        ('BLOCK', 'BLOCK')
        >>> judged([GatedValue("typos", "drop", 0.0, 20, changed=(0, 0))], ReportGate.of("drop<=3")).verdict
        'INCONCLUSIVE'
    """
    held = [(one, limit) for one in values if (limit := gate.limit_of(one)) is not None]
    tests = [_tests(one, limit) for one, limit in held]
    adjusted = holm([test.above if test else None for test in tests])
    blocking = sorted(NO_EVIDENCE.intersection(warnings))
    noun = "warning" if len(blocking) == 1 else "warnings"
    reason = f"the run has the {noun} {listed(blocking)}" if blocking else ""
    level = LEVEL / max(1, len(held))  # of the strictest step of Holm's correction
    results = tuple(
        _judged(one, limit, test, above, reason, level)
        for (one, limit), test, above in zip(held, tests, adjusted, strict=True)
    )
    found = {one.verdict for one in results} or {INCONCLUSIVE}
    verdict = next(one for one in VERDICTS if one in found)
    return GateRecord(
        conditions=gate.conditions, level=LEVEL, power=POWER, verdict=verdict, reason=reason, results=results
    )


def _tests(one: GatedValue, limit: float) -> AgainstLimit | None:
    if one.value is None or not one.n:
        return None
    if one.changed is not None:
        exact = drop_against_limit(*one.changed, one.n, limit)
        error = _error(one) if one.careful else None
        if error is None:
            return exact
        other = score_against_limit(one.value, error, limit)
        return AgainstLimit(max(exact.above, other.above), max(exact.below, other.below))
    if one.hits is not None:
        return share_against_limit(one.hits, one.n, limit)
    error = _error(one)
    return None if error is None else score_against_limit(one.value, error, limit)


def _error(one: GatedValue) -> float | None:
    """The standard error of a value, from its interval."""
    if one.interval is None or one.interval[0] is None or one.interval[1] is None:
        return None
    return (one.interval[1] - one.interval[0]) / (2 * _Z)


def _judged(
    one: GatedValue, limit: float, test: AgainstLimit | None, above: float | None, reason: str, level: float
) -> GateResult:
    if test is None or above is None or one.value is None:
        why = "no row was changed" if not one.n else "it has no confidence interval"
        return GateResult(
            name=one.name,
            quantity=one.quantity,
            verdict=INCONCLUSIVE,
            value=one.value,
            limit=limit,
            p_above=None,
            p_below=None,
            n=one.n,
            reason=why,
        )
    verdict = _verdict(one.value, limit, above, test.below)
    doubted = verdict == PASS and bool(reason)
    verdict = INCONCLUSIVE if doubted else verdict
    open_ = verdict in (WARN, INCONCLUSIVE) and not doubted
    return GateResult(
        name=one.name,
        quantity=one.quantity,
        verdict=verdict,
        value=one.value,
        limit=limit,
        p_above=above,
        p_below=test.below,
        n=one.n,
        detectable=_detectable(one, limit, level),
        rows_needed=_rows_needed(one, limit, level if one.value > limit else LEVEL) if open_ else None,
        reason=reason if doubted else "",
    )


def _verdict(value: float, limit: float, above: float, below: float) -> str:
    if above <= LEVEL and value > limit:
        return BLOCK
    if below <= LEVEL and value < limit:
        return PASS
    return WARN if value > limit else INCONCLUSIVE


def _detectable(one: GatedValue, limit: float, level: float) -> float | None:
    if one.changed is not None:
        return detectable_drop(one.changed[1] / one.n, one.n, limit, level=level)
    if one.hits is not None:
        return detectable_share(one.n, limit, level=level)
    error = _error(one)
    return None if error is None else limit + _reach(level) * error


def _reach(level: float) -> float:
    """How many standard errors a value must lie from its limit for the test to decide with our power."""
    return NormalDist().inv_cdf(1 - level) + NormalDist().inv_cdf(POWER)


def _rows_needed(one: GatedValue, limit: float, level: float) -> int | None:
    """About how many rows decide; at least one more than there are."""
    assert one.value is not None
    if one.changed is not None:
        rows = rows_to_decide(one.changed[0] / one.n, one.changed[1] / one.n, limit, level=level)
    elif one.hits is not None:
        rows = rows_for_share(one.value, limit, level=level)
    else:
        error = _error(one) or 0.0
        away = abs(one.value - limit)
        rows = round(one.n * (_reach(level) * error / away) ** 2) if away > 1e-9 else None
    return None if rows is None else max(rows, one.n + 1)


def gate_sentence(gate: GateRecord, against: str = "") -> str:
    """The verdict on a report in one sentence.

    Args:
        gate: The verdicts.
        against: The model that the values are measured from, where there is one.

    Example:
        >>> gate_sentence(judged([GatedValue("typos", "drop", 0.1, 300, changed=(33, 3))], ReportGate.of("drop<=3")))
        "Gate drop<=3: BLOCK. 'typos' is significantly above its limit."
    """
    names = [repr(one.name) for one in gate.results if one.verdict == gate.verdict]
    which = f"{count(len(names), 'value')}" if len(names) > _NAMED else listed(names)
    verb = "is" if len(names) == 1 else "are"
    said = {
        BLOCK: f"{which} {verb} significantly above {'its' if verb == 'is' else 'their'} limit.",
        WARN: f"{which} {verb} above {'its' if verb == 'is' else 'their'} limit, but not significantly.",
        INCONCLUSIVE: f"{which} {verb} not decided by so few rows." if names else "No value has a limit.",
        PASS: f"All {count(len(gate.results), 'value')} are significantly below their limits."
        if len(gate.results) > 1
        else f"{which} is significantly below its limit.",
    }[gate.verdict]
    if gate.verdict == INCONCLUSIVE and gate.reason:
        said = f"Nothing can pass, because {gate.reason}."
    return f"{gate_heading(gate, against)}. {said}"


def gate_heading(gate: GateRecord, against: str = "") -> str:
    """The conditions and the verdict.

    Args:
        gate: The verdicts.
        against: The model that the values are measured from, where there is one.

    Example:
        >>> gate_heading(judged([GatedValue("typos", "drop", 0.1, 300, changed=(33, 3))], ReportGate.of("drop<=3")))
        'Gate drop<=3: BLOCK'
    """
    return f"Gate {', '.join(gate.conditions)}{f' against {against}' if against else ''}: {gate.verdict}"


def gate_line(gates: Mapping[str, GateRecord | None], code: int) -> str:
    """The last line of a command with a gate: the worst verdict, on what, and the exit code; empty without a gate.

    Args:
        gates: The verdicts by the name of the report; the name is left out where there is one report.
        code: The exit code.

    Example:
        >>> found = judged([GatedValue("typos", "drop", 0.1, 300, changed=(33, 3))], ReportGate.of("drop<=3"))
        >>> gate_line({"robustness": found}, 1)
        'Gate: BLOCK (typos); exit code 1'
        >>> gate_line({"a": found, "b": found}, 1)
        'Gate: BLOCK (a: typos, b: typos); exit code 1'
    """
    judged_by = {name: gate for name, gate in gates.items() if gate is not None}
    if not judged_by:
        return ""
    worst = next(one for one in VERDICTS if one in {gate.verdict for gate in judged_by.values()})
    names = [
        one.name if len(gates) == 1 else f"{name}: {one.name}"
        for name, gate in judged_by.items()
        for one in gate.results
        if one.verdict == worst
    ]
    more = [f"{len(names) - _NAMED} more"] if len(names) > _NAMED else []
    which = f" ({', '.join([*names[:_NAMED], *more])})" if names else ""
    return f"Gate: {worst}{which}; exit code {code}"


def gate_messages(gate: GateRecord, strict: bool = False) -> list[str]:
    """One message for each value that fails the gate.

    Args:
        gate: The verdicts.
        strict: Whether values without a decision fail too.
    """
    failing = {BLOCK, INCONCLUSIVE, WARN} if strict else {BLOCK}
    return [gate_message(one) for one in gate.results if one.verdict in failing]


def gate_message(one: GateResult) -> str:
    """The verdict on a value in one sentence.

    Example:
        >>> found = judged([GatedValue("typos", "drop", 0.05, 100, changed=(6, 1))], ReportGate.of("drop<=3"))
        >>> gate_message(found.results[0])
        'typos: WARN, drop 5.0, limit 3.0 (p = 0.260, 100 rows; about 1,060 rows would decide)'
    """
    if one.value is None or one.p_above is None:
        return f"{one.name}: {one.verdict}, no {one.quantity} was measured ({one.reason})"
    p = deciding_p(one)
    more = one.reason or (f"{rows_to_decide_words(one.rows_needed)} rows would decide" if one.rows_needed else "")
    facts = "; ".join(filter(None, [f"{_p(p)}, {count(one.n, 'row')}", more]))
    return f"{one.name}: {one.verdict}, {one.quantity} {points(one.value)}, limit {points(one.limit)} ({facts})"


def rows_to_decide_words(rows: int) -> str:
    """A number of rows that decide; very many are not told exactly.

    Example:
        >>> rows_to_decide_words(1060), rows_to_decide_words(4019477)
        ('about 1,060', 'more than 100,000')
    """
    return f"about {count(rows)}" if rows <= _MANY_ROWS else f"more than {count(_MANY_ROWS)}"


def deciding_p(one: GateResult) -> float | None:
    """The p-value on the side of the limit where the value lies.

    Args:
        one: The verdict on a value.
    """
    return one.p_below if one.value is not None and one.value < one.limit else one.p_above


def _p(value: float | None) -> str:
    text = p_value(value)
    return f"p {text[0]} {text[1:]}" if text.startswith("<") else f"p = {text}"
