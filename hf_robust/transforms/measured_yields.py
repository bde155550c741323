"""The share of rows that each transformation changes, as measured: figures of another version do not count."""

from collections.abc import Mapping
from typing import Any

from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.audited_versions import audit_of


def measured_yield(name: str, version: str, params: Mapping[str, Any]) -> dict[str, Any] | None:
    """How many rows a transformation changes with its default parameters, and how many of these are sound.

    Args:
        params: Its default parameters.

    Returns:
        ``rows``, ``changed`` and ``coverage`` (their ratio); ``eligible`` and ``eligible_changed``, the rows that a
        person could change in this way and those of them that changed, with ``eligibility`` that defines them (None
        where it is not defined); ``rows_per_second`` of a CPU core on annotated rows and ``rows_per_second_plain``
        from plain text; ``date`` and ``data``; ``defects``, the share of changed texts in which raters found a defect
        (None when nobody rated this version); and ``yield``, the coverage without the share of defects. With a
        parameter ``gate`` also ``gates``: ``rows``, ``changed``, ``coverage``, ``defects`` and ``rows_per_second`` by
        level, and, where a language model read outputs of a level, ``read`` and ``faulty``, the number of these outputs
        and of those with a defect. None when this version was not measured.

    Example:
        >>> measured_yield("keyboard", "0.0", {}) is None
        True
    """
    found = next((one for one in lexicon("yields") if (one["name"], one["version"]) == (name, version)), None)
    if found is None:
        return None
    audit = audit_of([{"name": name, "version": version, "params": params}])
    defects = None if audit is None or audit.get("bad") is None else audit["bad"] / audit["n"]
    coverage = found["changed"] / found["rows"]
    measured = {key: value for key, value in found.items() if key not in ("name", "version")}
    if "gates" in found:
        measured["gates"] = {gate: _of_gate(name, version, params, gate, one) for gate, one in found["gates"].items()}
    return {**measured, "coverage": coverage, "defects": defects, "yield": coverage * (1 - (defects or 0))}


def _of_gate(name: str, version: str, params: Mapping[str, Any], gate: str, one: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of one level of the gate, with the rated share of defects; None where nobody rated that level."""
    audit = audit_of([{"name": name, "version": version, "params": {**params, "gate": gate}}])
    defects = None if audit is None or audit.get("bad") is None else audit["bad"] / audit["n"]
    return {**one, "coverage": one["changed"] / one["rows"], "defects": defects}


def yield_in_words(found: Mapping[str, Any]) -> list[str]:
    """The figures of :func:`measured_yield` as lines.

    Example:
        >>> figures = {"rows": 200, "changed": 90, "coverage": 0.45, "eligible": 120, "eligible_changed": 84}
        >>> figures |= {"eligibility": "rows with a number", "defects": 0.02, "yield": 0.441, "rows_per_second": 5200.0}
        >>> figures |= {"rows_per_second_plain": 40.0, "date": "2026-11-27", "data": "AG News"}
        >>> print(yield_in_words(figures)[0])
        changed: 45.0% of 200 rows (AG News, 2026-11-27)
    """
    said = [f"changed: {found['coverage']:.1%} of {found['rows']} rows ({found['data']}, {found['date']})"]
    if found["eligible"]:
        share = found["eligible_changed"] / found["eligible"]
        said.append(f"changed of the eligible: {share:.1%} of {found['eligible']} rows ({found['eligibility']})")
    if found["defects"] is not None:
        defects = f"with a defect in {found['defects']:.1%} of the changed texts"
        said.append(f"changed without a defect (yield): {found['yield']:.1%}, {defects}")
    speed = f"{found['rows_per_second']:,.0f} annotated rows per CPU second"
    said.append(f"speed: {speed}, {found['rows_per_second_plain']:,.0f} from plain text")
    return [*said, *(_gate_in_words(gate, one) for gate, one in found.get("gates", {}).items())]


def _gate_in_words(gate: str, one: Mapping[str, Any]) -> str:
    rated = "not rated" if one["defects"] is None else f"with a defect in {one['defects']:.1%} of the changed texts"
    if one["defects"] is None and "read" in one:
        rated = f"with a defect in {one['faulty']} of {one['read']} texts read by a language model"
    speed = f"{one['rows_per_second']:,.0f} annotated rows per CPU second"
    return f"gate={gate}: {one['coverage']:.1%} of {one['rows']} rows changed, {rated}, {speed}"
