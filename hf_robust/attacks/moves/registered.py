"""Moves of the registered transformations: whatever one may do to a word of a row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from hf_robust.attacks.asking import Ask, Asking
from hf_robust.attacks.moves.base import Moves
from hf_robust.attacks.states import AttackRow, Move, State, Unit, moved, overlap
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import UsageError
from hf_robust.language import resources
from hf_robust.language.english.articles import with_articles
from hf_robust.language.gate import GateCandidate
from hf_robust.tasks.base import Task
from hf_robust.transforms import transformation_registry
from hf_robust.transforms.base import Effect, Transformation, WordTransformation
from hf_robust.transforms.gated_words import GatedWords
from hf_robust.transforms.row_changes import RowTransformation
from hf_robust.transforms.word_candidates import single_edits

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


class Option(NamedTuple):
    """What a transformation may do to a word.

    Args:
        moves: Its edits; they stay together.
        transformation: Name of the transformation.
        asked: What the gate is asked about it; None where it needs not be.
    """

    moves: State
    transformation: str
    asked: GateCandidate | None = None


@dataclass(frozen=True, kw_only=True)
class Registered(Moves):
    """Edit a word with registered transformations, each in turn.

    Transformations of single words offer their candidates for each word that they may change; with ``gate``, only those
    that pass the quality checks. Others offer all edits of the whole text as one move, at the first word that they
    edit. The ``effects`` of a transformation decide whether the label is preserved. Transformations with another effect
    are refused. Edits of protected words, and edits of token lists that change labels, are excluded.

    Args:
        transformations: Names, or transformations with their parameters. Empty: all of the language that change letters
            or words and preserve the label of the task, with the quality checks if they have them, except those that
            need a model from the Hub that is not cached.
        most: Maximum number of candidates per transformation and word; with quality checks, as many as the
            transformation tries. None: all.
        variants: Number of outputs of a transformation that changes a whole text.
        only_fitting: Whether transformations that do not preserve the label of a task are excluded for it. Otherwise,
            they are refused.
        language: Language of the texts. An attack sets that of its task.
    """

    transformations: tuple[str | Transformation, ...] = ()
    most: int | None = 1
    variants: int = 2
    only_fitting: bool = False
    language: str = field(default="en", repr=False)  # the draws of English attacks hang on what is shown

    name = "registered"
    keeps_meaning = True

    @cached_property
    def pool(self) -> tuple[Transformation, ...]:
        """The transformations, whatever the task."""
        if not self.transformations:
            every = transformation_registry.transformations.select(_goes_by_words, self.language)
            return tuple(_checked(one) for one in every if not self._is_out_of_reach(one))
        known = transformation_registry.transformations.get
        found = (known(one, self.language)() if isinstance(one, str) else one for one in self.transformations)
        return tuple(map(_of_texts_alone, found))

    @property
    def left_out(self) -> tuple[str, ...]:
        """Names of those that nobody named and that need a model from the Hub which is not here."""
        if self.transformations:
            return ()
        found = transformation_registry.transformations.select(
            lambda cls: _goes_by_words(cls) and self._is_out_of_reach(cls), self.language
        )
        return tuple(one.name for one in found)

    def _is_out_of_reach(self, cls: type[Transformation]) -> bool:
        return any(resources.is_on_the_hub(name, self.language) for name in cls.resources)

    @property
    def any_language(self) -> bool:
        return True

    def for_language(self, language: str) -> "Registered":
        return self if language == self.language else replace(self, language=language)

    @property
    def needs(self) -> frozenset[str]:
        return frozenset[str]().union(*(one.layers for one in self.pool))

    @property
    def resources(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for one in self.pool for name in one.resources))

    def chosen(self, task: Task) -> tuple[Transformation, ...]:
        """The transformations that are used for a task.

        Raises:
            UsageError: When one was named that does not keep the label, or of ``only_fitting`` ones none does.

        Example:
            >>> import hf_robust as hr
            >>> [one.name for one in Registered().chosen(hr.task("sentiment-classification"))][:3]
            ['adjacent-swap', 'bidi-control', 'contraction']
        """
        fitting = tuple(one for one in self.pool if _keeps_label(one, task))
        if not self.transformations:
            return tuple(one for one in fitting if _speaks(one, task.language))
        others = [one for one in self.pool if one not in fitting]
        if others and not (self.only_fitting and fitting):
            effect = others[0].effect_on(task.name)
            found = "does not apply to it" if effect is None else f"{effect} it"
            raise UsageError(f"{others[0].name} is no attack on {task.name}: it must keep the label, but {found}")
        return fitting

    def check(self, task: Task) -> None:
        if not self.chosen(task):
            raise UsageError(f"no transformation keeps the label of {task.name} for texts in {task.language!r}")

    def moves(self, attempt: "Attempt", state: State, units: Sequence[Unit]) -> Asking[list[list[State]]]:
        known: dict[Unit, list[Option]] = attempt.row.cached(("registered", repr(self)), lambda row: {})
        new = [unit for unit in units if unit not in known]
        if new:
            known.update((yield from self._passed(attempt.row, new)))
        return [list(self._states(attempt, state, unit, known[unit])) for unit in units]

    def _states(self, attempt: "Attempt", state: State, unit: Unit, options: Sequence[Option]) -> Iterator[State]:
        others = [move for move in state if not overlap(move, unit)]
        for option in options:
            if not any(overlap(old, move) for old in others for move in option.moves):
                for move in option.moves:
                    attempt.transformation_of.setdefault(move, option.transformation)
                yield moved(state, *option.moves)

    def _passed(self, row: AttackRow, units: Sequence[Unit]) -> Asking[dict[Unit, list[Option]]]:
        """What may be done to words, after the gate."""
        offered = self._offered(row)
        found = {unit: [*offered.of_word(unit), *offered.of_text.get(unit, ())] for unit in units}
        asked = list(dict.fromkeys(one.asked for own in found.values() for one in own if one.asked is not None))
        reasons: dict[Any, str | None] = dict(zip(asked, (yield Ask("gate", asked)))) if asked else {}
        return {
            unit: [one for one in own if one.asked is None or reasons[one.asked] is None] for unit, own in found.items()
        }

    def _offered(self, row: AttackRow) -> "_Offers":
        return row.cached(("registered offers", repr(self)), lambda row: _Offers(self, row))


class _Offers:
    """What transformations offer to do to a row.

    Args:
        what: The moves.
    """

    def __init__(self, moves: Registered, row: AttackRow):
        self.moves, self.row = moves, row
        self.of_text: dict[Unit, list[Option]] = {}
        self._by_word: list[tuple[WordTransformation, str, dict[tuple[int, int], int]]] = []
        for transformation in moves.chosen(row.task):
            for role in row.task.fields:
                if not transformation.script_only and row.task.spoken.refuses_words(row.docs[role]) is not None:
                    continue
                if isinstance(transformation, WordTransformation):
                    transformation.prepare([row.docs[role]])
                    eligible = transformation.eligible(row.docs[role])
                    self._by_word.append((transformation, role, {(a, b): n for n, (a, b) in enumerate(eligible)}))
                else:
                    self._take_texts(transformation, role)

    def _rng(self, transformation: Transformation, role: str) -> Any:
        return self.row.rng(crc32(transformation.signature.encode()), self.row.task.text_roles.index(role))

    def of_word(self, unit: Unit) -> Iterator[Option]:
        """What those that go word by word may do to a word."""
        doc, word = self.row.docs[unit.role], (unit.start, unit.end)
        for transformation, role, indices in self._by_word:
            if role != unit.role or word not in indices:
                continue
            candidates = transformation.candidates(doc, *word, self._rng(transformation, role).fork(indices[word]))
            for edit in islice(candidates, self._most(transformation)):
                edits, asked = [edit], None
                if isinstance(transformation, GatedWords):
                    edits = with_articles(doc, edits)
                    asked = (
                        GateCandidate.of(doc.text, *edit[:3], same_sense=transformation.same_sense)
                        if transformation.checked
                        else None
                    )
                if _are_allowed(doc, edits):
                    yield Option(_moves(role, edits), transformation.name, asked)

    def _most(self, transformation: WordTransformation) -> int | None:
        """How many candidates of a word; with a gate, which refuses most, as many as the transformation tries."""
        most = self.moves.most
        if most is not None and isinstance(transformation, GatedWords) and transformation.checked:
            return max(most, transformation.most_tried)
        return most

    def _take_texts(self, transformation: Transformation, role: str) -> None:
        """File what one that does not go word by word makes of a text under the first word that it touches."""
        doc = self.row.docs[role]
        words = [Unit(role, *word) for word in doc.free_words]
        for edits in single_edits(transformation, doc, self._rng(transformation, role), self.moves.variants):
            moves = _moves(role, edits)
            first = next((unit for unit in words if any(_touches(move, unit) for move in moves)), None)
            if first is not None and _are_allowed(doc, edits):
                self.of_text.setdefault(first, []).append(Option(moves, transformation.name))


def _moves(role: str, edits: Sequence[Edit]) -> State:
    return tuple(Move(role, edit.start, edit.end, edit.text) for edit in edits)


def _are_allowed(doc: Doc, edits: Sequence[Edit]) -> bool:
    """Whether edits leave alone what is protected, and in a token list the labels: a state holds texts alone."""
    return all(doc.is_free(edit.start, edit.end) and not (doc.bounds is not None and edit.tags) for edit in edits)


def _touches(move: Move, unit: Unit) -> bool:
    """Whether a move edits a word, or puts something in at one of its edges."""
    return overlap(move, unit) or (move.start == move.end and unit.start <= move.start <= unit.end)


def _keeps_label(transformation: Transformation, task: Task) -> bool:
    return transformation.effect_on(task.name) is Effect.PRESERVES


def _speaks(transformation: Transformation | type[Transformation], language: str) -> bool:
    return language in transformation.languages or "*" in transformation.languages


def _goes_by_words(cls: type[Transformation]) -> bool:
    """Whether a transformation is one of those that are taken where none is named."""
    plain = cls.level != "sentence" and not cls.control and not issubclass(cls, RowTransformation)
    return plain and Effect.PRESERVES in cls.effects.values()


def _checked(cls: type[Transformation]) -> Transformation:
    """A transformation with its gate on: what a draw does seldom, a search finds."""
    return cls(gate="strict") if issubclass(cls, GatedWords) else cls()


def _of_texts_alone(transformation: Transformation) -> Transformation:
    """A transformation that reads nothing but the text it changes.

    Raises:
        UsageError: When it reads more.
    """
    if isinstance(transformation, RowTransformation) or transformation.needs - transformation.layers:
        raise UsageError(
            f"{transformation.name} reads more of a row than one text; an attack cannot take it for a move"
        )
    return transformation
