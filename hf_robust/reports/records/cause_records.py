"""The record of a root cause: the tokens that keep a wrong prediction, see :func:`hf_robust.root_cause`."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class RecordedToken:
    """A token of an explained text; `weight` is what it counts for the wrong label."""

    role: str
    text: str
    start: int
    end: int
    weight: float | None
    kept: bool


@dataclass(frozen=True, kw_only=True)
class RecordedSide:
    """A text of a root cause, see :class:`hf_robust.explain.causes.Side`."""

    label: str
    probability: float | None
    kept_probability: float | None
    blank_probability: float | None
    reached: bool
    tokens: tuple[RecordedToken, ...]


@dataclass(frozen=True, kw_only=True)
class RootCauseRecord:
    """Why a prediction is wrong, see :class:`hf_robust.explain.causes.RootCause`.

    Args:
        pairs: Places of the tokens of the other text and of the case that stand side by side; None where one is absent.
    """

    case: RecordedSide
    accepted: tuple[str, ...]
    method: str
    threshold: float
    mask: str
    other: RecordedSide | None
    other_name: str
    pairs: tuple[tuple[int | None, int | None], ...]
