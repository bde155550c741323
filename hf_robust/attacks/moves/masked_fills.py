"""Moves that a masked language model suggests: another word, a word put in, one word for two."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hf_robust.attacks.asking import Ask, Asking
from hf_robust.attacks.moves.base import Moves
from hf_robust.attacks.services.masked_words import MaskedPosition
from hf_robust.attacks.states import AttackRow, Move, State, Unit, moved, overlap
from hf_robust.language.subword_fills import SubwordLimits
from hf_robust.transforms.base import match_case

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt
    from hf_robust.language.fill_mask import Suggestion


@dataclass(frozen=True, kw_only=True)
class _OfMaskedModel(Moves):
    @property
    def resources(self) -> tuple[str, ...]:
        return ("masked-lm",)


@dataclass(frozen=True, kw_only=True)
class MaskedFills(_OfMaskedModel):
    """Mask a word of the current text and replace it with a prediction of the language model.

    The most likely words come first. All are whole words of the model.

    Args:
        most: Number of predictions to consider.
        least: Minimum probability among all whole words.

    Source: Garg and Ramakrishnan (2020), BAE: BERT-based Adversarial Examples for Text Classification, section 2.
    """

    most: int = 50
    least: float = 0.0

    name = "masked-fills"

    def moves(self, attempt: "Attempt", state: State, units: Sequence[Unit]) -> Asking[list[list[State]]]:
        if not units:
            return []
        places = [_masked_position(attempt.row, state, unit) for unit in units]
        answers = yield Ask("fill", [(*place, self.most) for place in places])
        return [_replaced(attempt.row, state, unit, _likely(found, self.least)) for unit, found in zip(units, answers)]


@dataclass(frozen=True, kw_only=True)
class SubwordFills(_OfMaskedModel):
    """Replace a word with a prediction of the language model for its position without masking it.

    A word of several pieces is replaced with the same number of pieces. The joint probability is the product of their
    probabilities, and the most likely combinations come first. The number of combinations does not grow with the number
    of pieces.

    Args:
        whole: Number of replacements for a word that is one piece of the model.
        inner: Number of pieces that replace each piece of a longer word.
        joined: Number of combinations of pieces.

    Source: Li et al. (2020), BERT-ATTACK: Adversarial Attack Against BERT Using BERT, section 3.2.
    """

    whole: int = 48
    inner: int = 8
    joined: int = 48

    name = "subword-fills"

    def moves(self, attempt: "Attempt", state: State, units: Sequence[Unit]) -> Asking[list[list[State]]]:
        if not units:
            return []
        limits = SubwordLimits(self.whole, self.inner, self.joined)
        answers = yield Ask("subwords", [(*_masked_position(attempt.row, state, unit), limits) for unit in units])
        return [_replaced(attempt.row, state, unit, _likely(found)) for unit, found in zip(units, answers)]


@dataclass(frozen=True, kw_only=True)
class InsertedFills(_OfMaskedModel):
    """Insert a word after a word, if none was inserted before. Token lists keep their length.

    Args:
        most: Number of predictions to consider.
        least: Minimum probability among all whole words.

    Source: Li et al. (2021), Contextualized Perturbation for Textual Adversarial Attack, section 2.1, "Insert".
    """

    most: int = 50
    least: float = 0.0

    name = "inserted-fills"

    def moves(self, attempt: "Attempt", state: State, units: Sequence[Unit]) -> Asking[list[list[State]]]:
        row = attempt.row
        gaps = {unit: Move(unit.role, unit.end, unit.end, "") for unit in units if row.docs[unit.role].bounds is None}
        gaps = {unit: gap for unit, gap in gaps.items() if not any(overlap(gap, move) for move in state)}
        if not gaps:
            return [[] for _ in units]
        requests = []
        for unit in gaps:
            text, _, end = row.in_attacked_text(state, unit)
            requests.append((*MaskedPosition.of(f"{text[:end]} {text[end:]}", end + 1, end + 1), self.most))
        answers = dict(zip(gaps, (yield Ask("fill", requests))))
        return [
            [moved(state, gaps[unit]._replace(text=f" {word}")) for word in _likely(answers.get(unit, ()), self.least)]
            for unit in units
        ]


@dataclass(frozen=True, kw_only=True)
class MergedFills(_OfMaskedModel):
    """Replace a word and the next one, if both may be edited, with one word. Token lists keep their length.

    Args:
        most: Number of predictions to consider.
        least: Minimum probability among all whole words.

    Source: Li et al. (2021), Contextualized Perturbation for Textual Adversarial Attack, section 2.1, "Merge".
    """

    most: int = 50
    least: float = 0.0

    name = "merged-fills"

    def moves(self, attempt: "Attempt", state: State, units: Sequence[Unit]) -> Asking[list[list[State]]]:
        row, free = attempt.row, set(attempt.free(state))
        pairs = {unit: pair for unit in units if (pair := _with_next(row, state, unit, free)) is not None}
        if not pairs:
            return [[] for _ in units]
        requests = [(*_masked_position(row, state, pair), self.most) for pair in pairs.values()]
        answers = dict(zip(pairs, (yield Ask("fill", requests))))
        return [
            _replaced(row, state, pairs[unit], _likely(answers[unit], self.least)) if unit in pairs else []
            for unit in units
        ]


def _masked_position(row: AttackRow, state: State, unit: Unit) -> MaskedPosition:
    return MaskedPosition.of(*row.in_attacked_text(state, unit))


def _likely(suggestions: "Sequence[Suggestion]", least: float = 0.0) -> list[str]:
    return [suggestion.word for suggestion in suggestions if suggestion.probability >= least]


def _replaced(row: AttackRow, state: State, unit: Unit, words: Iterable[str]) -> list[State]:
    """The states in which other words stand in a place than did before, and than do now."""
    old, (start, end) = row.word(unit), row.span_in(state, unit)
    passed = {old.lower(), row.text(state, unit.role)[start:end].lower()}
    return [moved(state, Move(*unit, match_case(old, word))) for word in words if word not in passed]


def _with_next(row: AttackRow, state: State, unit: Unit, free: set[Unit]) -> Unit | None:
    """A word with the next one, where nothing but space is between them and nothing in them was edited."""
    doc = row.docs[unit.role]
    if doc.bounds is not None:
        return None
    after = next((Unit(unit.role, *word) for word in doc.words if word[0] >= unit.end), None)
    if after is None or after not in free or doc.text[unit.end : after.start].strip():
        return None
    pair = Unit(unit.role, unit.start, after.end)
    return None if any(overlap(pair, move) for move in state) else pair
