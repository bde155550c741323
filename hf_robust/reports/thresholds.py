"""The lowest scores that pass: one for all checks of a report, others for some of them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from hf_robust.core.checks import is_number
from hf_robust.core.errors import UnknownNameError, UsageError

OTHERS = "*"  # stands for all that have none of their own

FailUnder = float | Mapping[str, float] | None


@dataclass(frozen=True)
class Thresholds:
    """The lowest score that passes, by check.

    Args:
        named: The score, from 0 to 1, by the name of a transformation or the id of a capability.
        general: That of all others; None lets them pass.

    Example:
        >>> Thresholds.of({"keyboard": 0.8, "*": 0.9}).at("typos")
        0.9
        >>> Thresholds.of(80)
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.UsageError: fail_under is a score between 0 and 1, found 80; type 0.8
    """

    named: Mapping[str, float] = field(default_factory=dict)
    general: float | None = None

    @classmethod
    def of(cls, fail_under: FailUnder) -> "Thresholds":
        """What a user means by one number, or by a number for each name.

        Raises:
            UsageError: A score does not lie between 0 and 1.
        """
        scores = fail_under if isinstance(fail_under, Mapping) else {} if fail_under is None else {OTHERS: fail_under}
        for name, score in scores.items():
            if not is_number(score) or not 0 <= score <= 1:
                raise UsageError(f"fail_under is a score between 0 and 1, found {score!r}{_hint(score)}")
            if not isinstance(name, str):
                raise UsageError(f"fail_under names a transformation or a capability, found {name!r}")
        return cls({name: score for name, score in scores.items() if name != OTHERS}, scores.get(OTHERS))

    def at(self, name: str) -> float | None:
        """The lowest score that passes for one check; None when anything does."""
        return self.named.get(name, self.general)

    def check_names(self, known: Collection[str]) -> None:
        """Refuse names that nothing has, which would pass in silence.

        Raises:
            UnknownNameError: There is one; the message suggests the nearest names.
        """
        for name in self.named:
            if name not in known:
                raise UnknownNameError("check", name, known)


def _hint(score: object) -> str:
    return f"; type {score / 100:g}" if is_number(score) and 1 < score <= 100 else ""
