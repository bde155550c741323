"""Greedy search in the order of the words' importance."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hf_robust.attacks.asking import Ask, Asking
from hf_robust.attacks.constraints.encoder_similarity import SentenceSimilarity
from hf_robust.attacks.searches.base import SearchMethod, best_of
from hf_robust.attacks.states import AttackOutcome, Move, State, Unit, moved
from hf_robust.core.errors import UsageError

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt

_DIGITS = 12  # of ranks: a softmax over many words leaves little to each; the scores they come of are rounded
IMPORTANCE = ("delete", "unk", "saliency", "gradient", "random", "order")


@dataclass(frozen=True, kw_only=True)
class GreedyWordImportance(SearchMethod):
    """Rank the words once, then replace each in turn with its best candidate, until the goal is reached.

    Args:
        importance: Measure of the importance of a word: how much closer the goal is if the word is deleted (``delete``)
            or replaced with ``[UNK]`` (``unk``); the softmax of ``unk`` over the words times the gain of the best
            candidate (``saliency``); the norm of the gradient at its pieces (``gradient``, for torch models); a random
            order (``random``); or the order of the text (``order``).
        keeps_best: For ``saliency``: each word gets its best candidate in the original text, as in the paper. False:
            all of its candidates are queried again in its turn.
        most_similar: Whether, of several candidates that reach the goal, the one most similar to the text before is
            used, measured by the :class:`~hf_robust.attacks.constraints.encoder_similarity.SentenceSimilarity` of the
            attack. Otherwise, the one with the highest score is used.

    Source: Jin et al. (2020), Is BERT Really Robust?, section 3.1 and its algorithm 1, for ``delete`` and
        ``most_similar``; Ren et al. (2019),
        Generating Natural Language Adversarial Examples through Probability Weighted Word Saliency, section 3.2, for
        ``saliency``; Yoo and Qi (2021), Towards Improving Adversarial Training of NLP Models, section 3.1, for
        ``gradient``.
    """

    importance: str = "delete"
    keeps_best: bool = True
    most_similar: bool = False

    name = "word-importance"

    def __post_init__(self) -> None:
        if self.importance not in IMPORTANCE:
            raise UsageError(f"importance must be one of {', '.join(IMPORTANCE)}; found {self.importance!r}")

    @property
    def white_box(self) -> bool:
        """Whether it reads the model's gradients."""
        return self.importance == "gradient"

    def run(self, attempt: "Attempt", first: AttackOutcome) -> Asking[AttackOutcome]:
        current = first
        ranking = yield from self._ranked(attempt, first, attempt.free(first.state))
        for unit, best in ranking:
            if not attempt.free(current.state, [unit]):
                continue
            if best is not None:
                candidates = yield from attempt.passing(current.state, [moved(current.state, *best)])
            else:
                (candidates,) = yield from attempt.candidates(current.state, [unit])
            if not candidates:
                continue
            outcomes = yield from attempt.ask(candidates)
            base, current = current, best_of(outcomes, current)
            if current.reached:
                return (yield from self._picked(attempt, base, outcomes, current))
        return current

    def _picked(
        self, attempt: "Attempt", base: AttackOutcome, outcomes: Sequence[AttackOutcome], best: AttackOutcome
    ) -> Asking[AttackOutcome]:
        """Of the outcomes that reach the goal the one that is taken."""
        measure = next((one for one in attempt.constraints if isinstance(one, SentenceSimilarity)), None)
        reached = sorted((one for one in outcomes if one.reached), key=lambda one: -one.score)
        if not self.most_similar or measure is None or len(reached) < 2:
            return best
        near = yield from measure.similarities(attempt, base.state, [one.state for one in reached])
        return reached[near.index(max(near))]

    def _ranked(
        self, attempt: "Attempt", first: AttackOutcome, units: Sequence[Unit]
    ) -> Asking[list[tuple[Unit, State | None]]]:
        """The words in their order, each with the moves that were its best in the original, where that is kept."""
        if not units:
            return []
        best: list[State | None] = [None] * len(units)
        if self.importance == "random":
            return [(units[place], None) for place in attempt.row.rng(0).order(len(units))]
        if self.importance == "order":
            return [(unit, None) for unit in units]
        if self.importance == "gradient":
            (weights,) = yield Ask("gradient", [(attempt.row.as_input(first.state), attempt.row.gold, tuple(units))])
        else:
            weights = yield from self._erased(attempt, first, units)
        if self.importance == "saliency":
            gains, best = yield from _gains(attempt, first, units)
            powers = np.exp(weights - weights.max())
            weights = powers / powers.sum() * gains
        order = sorted(range(len(units)), key=lambda place: (-round(float(weights[place]), _DIGITS), place))
        return [(units[place], best[place] if self.keeps_best else None) for place in order]

    def _erased(self, attempt: "Attempt", first: AttackOutcome, units: Sequence[Unit]) -> Asking[np.ndarray]:
        """What each word counts for, by what the model says without it."""
        deletes = self.importance == "delete"
        states = [moved(first.state, _gone(attempt, unit) if deletes else Move(*unit, "[UNK]")) for unit in units]
        outcomes = yield from attempt.ask(states, probes=True)
        return np.array([outcome.score - first.score for outcome in outcomes])


def _gains(
    attempt: "Attempt", first: AttackOutcome, units: Sequence[Unit]
) -> Asking[tuple[np.ndarray, list[State | None]]]:
    """How much nearer to the goal the best candidate of each word is, and its moves."""
    groups = yield from attempt.candidates(first.state, units)
    outcomes = iter((yield from attempt.ask([state for group in groups for state in group])))
    best = [best_of([next(outcomes) for _ in group], first) for group in groups]
    gains = np.array([outcome.score - first.score for outcome in best])
    return gains, [outcome.state if outcome is not first else () for outcome in best]


def _gone(attempt: "Attempt", unit: Unit) -> Move:
    """A word left out with one of the spaces beside it; a token of a list becomes a sign that says nothing."""
    doc = attempt.row.docs[unit.role]
    if doc.bounds is not None:
        return Move(*unit, "[UNK]")
    text, start, end = doc.text, unit.start, unit.end
    if end < len(text) and text[end] == " ":
        end += 1
    elif start and text[start - 1] == " ":
        start -= 1
    return Move(unit.role, start, end, "")
