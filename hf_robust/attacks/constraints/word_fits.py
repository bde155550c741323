"""New words are likely where they stand, for a masked language model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from hf_robust.attacks.asking import Ask, Asking
from hf_robust.attacks.constraints.base import Condition, Constraint, Groups, new_moves
from hf_robust.attacks.constraints.encoder_similarity import COMPARED
from hf_robust.attacks.services.masked_words import MaskedPosition
from hf_robust.attacks.states import ORIGIN, AttackRow, Move, State
from hf_robust.core.errors import UsageError
from hf_robust.core.word_bounds import find_words

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt

_LEAST = float("-inf")


class _Word(NamedTuple):
    """A word in its place; what the place holds does not count, it is masked."""

    position: MaskedPosition
    word: str


@dataclass(frozen=True, kw_only=True)
class BestByFit(Constraint):
    """Only the most likely candidates of each word are kept.

    Args:
        most: Number of candidates per word.
        window: Number of words on each side that the language model reads. None: as many as fit.

    Source: Alzantot et al. (2018), Generating Natural Language Adversarial Examples, section 3.2, step 3 of "Perturb":
        there a left-to-right language model ranks whole texts, here a masked one the word.
    """

    most: int = 4
    window: int | None = None

    name = "likeliest"
    cost = 3

    @property
    def resources(self) -> tuple[str, ...]:
        return ("masked-lm",)

    def filter(self, attempt: "Attempt", state: State, groups: Groups) -> Asking[Groups]:
        row = attempt.row
        words = {
            candidate: [_new_word(row, candidate, move, self.window) for move in new_moves(state, candidate)]
            for group in groups
            if len(group) > self.most
            for candidate in group
        }
        fits = yield from _fits([word for own in words.values() for word in own])
        kept = []
        for group in groups:
            ranked = group
            if len(group) > self.most:
                ranked = sorted(group, key=lambda one: -min((fits[word] for word in words[one]), default=_LEAST))
            best = set(ranked[: self.most])
            kept.append([candidate for candidate in group if candidate in best])
        return kept


@dataclass(frozen=True, kw_only=True)
class FitDrop(Condition):
    """A new word is not much less likely at its position than the original word.

    The constraint compares log probabilities under a masked language model. A word that the model does not know as a
    whole gets the probability of a random guess, which is also the lower limit, so its replacements pass. Inserted
    words replace nothing, and pass.

    Args:
        most: Maximum drop of the log probability (natural logarithm).
        window: Number of words on each side that the language model reads. None: as many as fit.
        compare: Word to compare with: the ``original`` word in the original text, or the ``previous`` one in the text
            before the edit.

    Source: Jia et al. (2019), Certified Robustness to Adversarial Word Substitutions, appendix A.3, for 5, a window of
        6 and the original text; Kuleshov et al. (2018), Adversarial Examples for Natural Language Classification
        Problems, section 3.2, for a bound on the change of a language model's score.
    """

    most: float = 5.0
    window: int | None = 6
    compare: str = "original"

    name = "likelihood"
    cost = 3

    def __post_init__(self) -> None:
        if self.compare not in COMPARED:
            raise UsageError(f"compare must be one of {', '.join(COMPARED)}; found {self.compare!r}")

    @property
    def resources(self) -> tuple[str, ...]:
        return ("masked-lm",)

    def passes_all(self, attempt: "Attempt", state: State, candidates: Sequence[State]) -> Asking[list[bool]]:
        row, base = attempt.row, ORIGIN if self.compare == "original" else state
        pairs = [
            [
                (_old_word(row, base, move, self.window), _new_word(row, candidate, move, self.window))
                for move in new_moves(state, candidate)
                if move.start < move.end
            ]
            for candidate in candidates
        ]
        fits = yield from _fits([word for own in pairs for pair in own for word in pair])
        return [all(round(fits[old] - fits[new], 4) <= self.most for old, new in own) for own in pairs]


def _fits(words: Sequence[_Word]) -> Asking[dict[_Word, float]]:
    """How likely words are, one question a place."""
    asked: dict[MaskedPosition, list[str]] = {}
    for one in dict.fromkeys(words):
        asked.setdefault(one.position, []).append(one.word)
    if not asked:
        return {}
    answers = yield Ask("fit", [(*place, *own) for place, own in asked.items()])
    return {
        _Word(place, word): value
        for (place, own), values in zip(asked.items(), answers)
        for word, value in zip(own, values)
    }


def _new_word(row: AttackRow, state: State, move: Move, window: int | None) -> _Word:
    """What a move brings, in the text of a state that has it."""
    text, start, end = row.in_attacked_text(state, move)
    new, old = text[start:end], row.docs[move.role].text[move.start : move.end]
    start += len(new) - len(new.lstrip())  # a word that is put in comes with a space
    # all candidates of a place are one question: the old word stands in for what is masked
    return _Word(_window(text[:start], old, text[end:], window), new.strip())


def _old_word(row: AttackRow, state: State, move: Move, window: int | None) -> _Word:
    """What stood in a place, in the text of a state without the move."""
    text, start, end = row.in_attacked_text(state, move)
    old = row.docs[move.role].text[move.start : move.end]
    return _Word(_window(text[:start], old, text[end:], window), text[start:end])


def _window(left: str, word: str, right: str, most: int | None) -> MaskedPosition:
    """A place with so many words on either side.

    Example:
        >>> _window("It is a very ", "good", " film , really", 2)
        MaskedPosition(text='a very good film , really', start=7, end=11)
    """
    if most is not None:
        before, after = find_words(left)[-most:], find_words(right)[:most]
        left = left[before[0][0] :] if before else left
        right = right[: after[-1][1]] if after else right
    return MaskedPosition.of(left + word + right, len(left), len(left) + len(word))
