"""No new errors of grammar."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hf_robust.attacks.asking import Ask, Asking, Refused
from hf_robust.attacks.constraints.base import Condition
from hf_robust.attacks.states import ORIGIN, State, texts

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class NewErrors(Condition):
    """A grammar checker finds few errors that the original does not have, counted per type.

    The checker is Harper. :class:`hf_robust.perturb.validators.grammar_errors.GrammarErrors` describes what it finds.

    Args:
        most: Maximum number of new errors.

    Source: Morris et al. (2020), Reevaluating Adversarial Examples in Natural Language, section 4.2.
    """

    most: int = 0

    name = "grammar"
    cost = 5

    @property
    def resources(self) -> tuple[str, ...]:
        return ("harper",)

    def passes_all(self, attempt: "Attempt", state: State, candidates: Sequence[State]) -> Asking[list[bool]]:
        if not candidates:
            return []
        before, *after = yield Ask("grammar", texts(attempt.row, [ORIGIN, *candidates]))
        if isinstance(before, Refused):
            return [False] * len(candidates)
        return [not isinstance(one, Refused) and (one - before).total() <= self.most for one in after]
