"""Inputs that were cut at the model's limit: pairs that do not count, and what a record says of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.adapters.truncation import limit_of, seen_by
from hf_robust.reports.records.robustness_records import TransformationResult

CODE = "truncated-inputs"
_NAMED = 3  # transformations that a warning names


@dataclass(frozen=True)
class Truncated:
    """The inputs of a transformation that were cut.

    Args:
        inputs: Inputs that were cut, of originals and perturbed rows.
        of: All inputs.
        identical: Pairs that differ, and are one and the same input for the model only after the cut.
        left_out: Whether the identical pairs are left out of the scores.
    """

    inputs: int = 0
    of: int = 0
    identical: int = 0
    pairs: int = 0
    left_out: bool = False

    def describe(self) -> dict[str, Any]:
        """What a record says; nothing where no input was cut."""
        if not self.inputs:
            return {}
        counts = {"inputs": self.inputs, "of": self.of, "identical": self.identical, "pairs": self.pairs}
        return {"truncated": {**counts, "left_out": self.left_out}}


def truncation_warnings(
    predictions: Mapping[str, Any], results: Iterable[TransformationResult] = (), model: str | None = None
) -> list[dict[str, str]]:
    """The warning of a record whose model cut inputs; none where nothing was cut.

    Args:
        predictions: What the record says of the predictions.
        results: What it says of the transformations.
        model: Name of the model, where there are several.

    Example:
        >>> truncation_warnings({"unique": 50, "truncated": 22, "limit": 512})[0]["message"]
        "44% of the inputs (22 of 50) are longer than the model's 512 tokens and were cut."
        >>> truncation_warnings({"unique": 50, "truncated": 0, "limit": 512})
        []
    """
    cut, of = predictions.get("truncated") or 0, predictions["unique"]
    if not cut:
        return []
    tokens = "limit" if predictions.get("limit") is None else f"{predictions['limit']} tokens"
    longer = f"the model's {tokens}" if model is None else f"the {tokens} of {model}"
    sentence = f"{_percent(cut, of)} of the inputs ({cut} of {of}) are longer than {longer} and were cut"
    return [{"code": CODE, "message": f"{sentence}{_identical(results)}."}]


def attacked_warnings(predictor: Any, rows: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    """The warning of an attack on texts that were cut: edits behind the cut cannot succeed.

    Args:
        predictor: The model that was attacked.
        rows: The rows, keyed by role.
    """
    cut = sum(one is not None and one.cut for one in seen_by(predictor, rows))
    predictions = {"truncated": cut, "unique": len(rows), "limit": limit_of(predictor)}
    found = truncation_warnings(predictions)
    for warning in found:
        warning["message"] = f"{warning['message'][:-1]}; no edit behind the cut can succeed."
    return found


def _identical(results: Iterable[TransformationResult]) -> str:
    """The part of the warning on pairs that are identical, the transformations with most of them by name."""
    counts = {one.name: one.truncated for one in results if one.truncated and one.truncated.identical}
    if not counts:
        return ""
    most = sorted(counts, key=lambda name: -counts[name].identical)
    named = [f"{counts[name].identical} of {counts[name].pairs} pairs of {name}" for name in most[:_NAMED]]
    if rest := most[_NAMED:]:
        named.append(f"{sum(counts[name].identical for name in rest)} pairs of {len(rest)} other transformations")
    listed = named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"
    left_out = all(one.left_out for one in counts.values())
    return f"; {listed} are the same input for the model" + (" and were left out" if left_out else "")


def _percent(part: int, whole: int) -> str:
    share = 100 * part / whole
    return f"{share:.0f}%" if share >= 1 else "less than 1%"
