"""The record of repeats of unchanged rows, beside the results of the transformations."""

from collections.abc import Hashable, Sequence
from typing import Any, Protocol

from hf_robust.reports.records.prompt_records import BesideNoise, RepeatsRecord
from hf_robust.scoring.answer_repeats import RepeatedAnswers, beyond_noise, repeated_answers


class RepeatedResult(Protocol):
    """What is read of the result of a transformation; see
    :class:`hf_robust.reports.records.robustness_records.TransformationResult`."""

    @property
    def name(self) -> str:
        """Name of the transformation."""

    @property
    def n(self) -> int:
        """Rows that were scored."""

    @property
    def drop(self) -> float | None:
        """Score before minus score after."""

    @property
    def consistency(self) -> float | None:
        """Share of rows with the same answer before and after."""


def repeat_summary(
    answers: Sequence[Sequence[Any]],
    right: Sequence[Sequence[bool]] | None = None,
    results: Sequence[RepeatedResult] = (),
    *,
    groups: Sequence[Hashable] | None = None,
    seed: int | None = None,
    fingerprints: Sequence[str] = (),
    servers: Sequence[str] = (),
) -> RepeatsRecord:
    """Summarize repeats of unchanged rows, and compare the flip rate of each transformation with the noise floor.

    Args:
        answers: The answers to each row with the same prompt, two or more, in the form in which equal answers are
            equal (labels, or normalized texts).
        right: Whether each of the answers is right; None where this is not known.
        results: Results of transformations of the same run.
        groups: Source of each row; rows of one source are not independent.
        seed: Seed that the requests named.
        fingerprints: Each ``system_fingerprint`` of an answer, where servers give one.
        servers: Name and version of each server that answered.

    Raises:
        UsageError: A row has fewer than two answers, or the columns differ in length.

    Example:
        >>> found = repeat_summary([["a", "a"], ["a", "b"]], [[True, True], [True, False]])
        >>> found.pass_k, found.noise_floor
        ({'1': 0.75, '2': 0.5}, 0.5)
    """
    found = repeated_answers(answers, right, groups=groups)
    ends = found["interval"]
    return RepeatsRecord(
        rows=found["rows"],
        repeats=found["repeats"],
        pass_k=found["pass_k"],
        any_flip=found["any_flip"],
        noise_floor=found["noise_floor"],
        interval=None if ends is None else (ends[0], ends[1]),
        results=tuple(_beside(result, found) for result in results),
        seed=seed,
        fingerprints=tuple(dict.fromkeys(fingerprints)),
        servers=tuple(dict.fromkeys(servers)),
    )


def _beside(result: RepeatedResult, noise: RepeatedAnswers) -> BesideNoise:
    rate = None if result.consistency is None else 1 - result.consistency
    found = beyond_noise(rate, result.n, noise["noise_floor"], noise["interval"])
    ends = found["interval"]
    return BesideNoise(
        name=result.name,
        rows=result.n,
        drop=result.drop,
        flip_rate=rate,
        excess=found["excess"],
        interval=None if ends is None else (ends[0], ends[1]),
        exceeds=found["exceeds"],
    )
