"""What the results of a capability suite say, in sentences."""

from collections.abc import Sequence
from typing import Any

from hf_robust.reports import wording
from hf_robust.reports.audit_words import audited_in_words, rated_by
from hf_robust.reports.records.capability_records import CapabilityRecord, CapabilityResult, CaseCounts

FEW = 30  # seeds: with fewer, the interval of a rate is wider than 33 points at its widest


def rate(value: float | None) -> str:
    """A failure rate in percent.

    Example:
        >>> rate(0.1234), rate(None)
        ('12.3%', '–')
    """
    return wording.MISSING if value is None else f"{wording.points(value)}%"


def cases(result: CapabilityResult) -> int:
    """How many cases of a result count, seeds and expansions together."""
    return result.seeds.n + result.expanded.n


def failed(result: CapabilityResult) -> int:
    """How many of these fail."""
    return result.seeds.n_failed + result.expanded.n_failed


def measured(record: CapabilityRecord) -> list[CapabilityResult]:
    """The results that have cases, the highest failure rate first, those on few independent cases last."""
    results = [result for result in record.results if cases(result)]
    return sorted(results, key=lambda result: (on_few_cases(result), -(_shown(result).failure_rate or 0.0)))


def on_few_cases(result: CapabilityResult) -> bool:
    """Whether a result rests on too few independent cases to be named before others."""
    return evidence(_shown(result)) < FEW


def _shown(result: CapabilityResult) -> CaseCounts:
    """What a result is ranked by: its seeds, where there are any."""
    return result.seeds if result.seeds.n else result.expanded


def diverse(record: CapabilityRecord) -> list[tuple[CapabilityResult, str]]:
    """The results and splits whose diversity was measured: those with as many cases as the smallest sample."""
    return [
        (result, split)
        for result in record.results
        for split in ("seeds", "expanded")
        if any(one.self_bleu is not None for one in getattr(result.diversity, split))
    ]


def verdict(record: CapabilityRecord) -> str:
    """What the report says, in one sentence: the capability that fails most, and on how many seeds that rests."""
    results = measured(record)
    name = wording.clip(record.model.name, 60)
    if not results:
        return f"{name} could not be measured: no case counts."
    worst = results[0]
    part = _shown(worst)
    if not any(map(failed, results)):
        every = wording.count(sum(map(cases, results)), "case")
        seeds = sum(result.seeds.n for result in results)
        few = " only" if sum(evidence(result.seeds) for result in results) < FEW else ""
        rests = f", made from {wording.count(seeds, 'seed')}{few}" if seeds else ""
        return f"{name} passes all {every} of {many(len(results))}{rests}."
    noun = "seed" if worst.seeds.n else "expansion"
    if worst.tests != ("MFT",):
        noun = "case"
    between = f" ({wording.interval(part.interval)})" if wording.bounds(part.interval) else ""
    few = " only" if evidence(part) < FEW else ""
    made = f" made of {wording.count(evidence(part), 'row')}" if evidence(part) < part.n else ""
    whole = f"{rate(part.failure_rate)} of {wording.count(part.n, noun)}{made}{few}{between}"
    return f"{name} fails {worst.id} most{_title(worst)}: {whole}."


def full_name(id: str, name: str) -> str:
    """Id and name of a capability.

    Example:
        >>> full_name("LC6", "Negation"), full_name("mine", "mine")
        ('LC6 Negation', 'mine')
    """
    return id if name == id else f"{id} {name}"


def _title(result: CapabilityResult) -> str:
    return "" if result.name == result.id else f", {wording.clip(result.name, 100).rstrip('.')}"


def many(n: int) -> str:
    """So many capabilities.

    Example:
        >>> many(1), many(2)
        ('1 capability', '2 capabilities')
    """
    return f"{wording.count(n)} capabilit{'y' if n == 1 else 'ies'}"


def lede(record: CapabilityRecord) -> str:
    """The mean over all capabilities, the seeds that each rests on, and what expansion adds."""
    seeds, expanded = record.overall.seeds, record.overall.expanded
    if not seeds.n:
        return ""
    grown = f" and {rate(expanded.failure_rate)} of their expansions" if expanded.n else ""
    failed = f"{rate(seeds.failure_rate)} of their seeds"
    words = [f"On average over {many(seeds.capabilities)}, the model fails {failed}{grown}.", _seed_counts(record)]
    pass_to_fail = record.overall.pass_to_fail
    if expanded.n:
        fail = "fails although its" if pass_to_fail == 1 else "fail although their"
        words.append(f"{wording.count(pass_to_fail, 'expansion')} {fail} seed passes.")
    return " ".join(words)


def rated(result: CapabilityResult) -> dict[str, Any] | None:
    """What raters said of the capability's cases; None where nobody rated, or only cases of another version."""
    audit = result.audit
    return audit if audit and result.oracle_confidence is not None else None


def rests_on(result: CapabilityResult) -> str:
    """On how many cases, of how many sources, and on whose word for their labels a result rests."""
    parts = [part for part in (result.seeds, result.expanded) if part.n]
    if not parts:
        return ""
    cases = [f"{wording.count(part.n, noun)}" for part, noun in _parts(result) if part.n]
    sources = max((part.sources or 0 for part in parts), default=0)
    made = f" made of {wording.count(sources, 'row')}" if sources else ""
    return f"The result uses {' and '.join(cases)}{made}; {_labels_of(result)}"


def _parts(result: CapabilityResult) -> tuple[tuple[CaseCounts, str], ...]:
    return (result.seeds, "seed"), (result.expanded, "expansion")


def _labels_of(result: CapabilityResult) -> str:
    """Whose word there is for the labels."""
    audit, sure = result.audit, result.oracle_confidence
    if audit and sure is None:
        rated_then = f"{rated_by(audit)} rated its cases in version {audit['version']} of the specification"
        return f"{rated_then}, not in this version."
    if audit:
        return f"raters confirmed the label for {audited_in_words(audit)}."
    said = "" if sure is None else f", the specification says {sure:.2f}"
    return f"no audit has rated its labels{said}."


def _seed_counts(record: CapabilityRecord) -> str:
    """On how many seeds the capabilities rest; cases grown from one seed are no independent evidence."""
    numbers = [result.seeds.n for result in record.results if result.seeds.n]
    rows = [evidence(result.seeds) for result in record.results if result.seeds.n]
    each = f"{_span(numbers)} seed{'' if max(numbers) == 1 else 's'}"
    each += f", made of {_span(rows)} row{'' if max(rows) == 1 else 's'}" if rows != numbers else ""
    few = ", which is too few to rank the capabilities reliably" if min(rows) < FEW and len(rows) > 1 else ""
    return f"Each capability has {each}{few}."


def _span(counts: list[int]) -> str:
    least, most = min(counts), max(counts)
    return wording.count(least) if least == most else f"{wording.count(least)} to {wording.count(most)}"


def evidence(part: CaseCounts) -> int:
    """How many independent cases there are at most: the rows that the cases were made of, where they are fewer."""
    return min(part.n, part.sources or part.n)


def result_words(result: CapabilityResult) -> str:
    """What was found for a capability, and which cases do not count."""
    parts = ", ".join(f"{wording.count(n)} {name}" for name, n in result.searched.items())
    return " ".join(filter(None, [f"Found in the data: {parts}." if parts else "", left_out_words(result)]))


def left_out_words(result: CapabilityResult) -> str:
    """Which cases do not count."""
    words = [
        f"Left out: {left:,} of {wording.count(part.total, noun)}, {reason}."
        for part, noun in _parts(result)
        for reason, left in part.left_out.items()
    ]
    return " ".join(words)


def pass_to_fail_words(result: CapabilityResult) -> str:
    """How many expansions fail although their seed passes."""
    numbers = result.pass_to_fail
    if numbers is None:
        return ""
    share = f" ({rate(numbers.pass_to_fail_rate)})" if numbers.n_passed else ""
    passed = wording.count(numbers.n_passed, "expansion")
    return f"Of {passed} of seeds that pass, {wording.count(numbers.pass_to_fail)} fail{share}."


def expected_words(accepted: Sequence[str], expectation: str | None, label: str | None) -> str:
    """What would have been right.

    Example:
        >>> expected_words(("positive", "neutral"), "label", None)
        'positive or neutral'
        >>> expected_words((), "same", None)
        'the same as before'
    """
    label = label or "the label"
    kinds = {"same": "the same as before", "up": f"{label} not less likely", "down": f"{label} not more likely"}
    return kinds.get(expectation or "", " or ".join(accepted))
