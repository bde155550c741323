"""Where a search stands: a set of edits in the coordinates of the original row."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from hf_robust.adapters.base import Input, input_of
from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, apply, check
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.protection import keeps
from hf_robust.core.randomness import RowRandom
from hf_robust.tasks.base import Task

T = TypeVar("T")


class Unit(NamedTuple):
    """A word of a row.

    Args:
        role: The text it stands in.
        start: Offset in the original text.
        end: Offset after it.
    """

    role: str
    start: int
    end: int


class Move(NamedTuple):
    """An edit of the original row: ``text`` stands in place of the characters ``start:end`` of a text.

    Args:
        start: First character.
        end: Character after the last.
        text: What stands there instead.
    """

    role: str
    start: int
    end: int
    text: str


State = tuple[Move, ...]
"""Moves that are sorted and apart; equal states are equal texts."""
ORIGIN: State = ()


class AttackOutcome(NamedTuple):
    """What a model says of a state, and what that is worth.

    Args:
        output: What the model says: an array of one probability a label, or a prediction; None where it cannot be
            asked.
        score: How near it is to the goal, the higher the nearer; rounded to 5 digits.
        reached: Whether the goal is reached.
    """

    state: State
    output: Any
    score: float
    reached: bool


def overlap(first: Move | Unit, second: Move | Unit) -> bool:
    """Whether two places share characters, or are the same gap.

    Example:
        >>> overlap(Move("text", 0, 3, ""), Unit("text", 2, 4)), overlap(Move("text", 3, 3, "a"), Unit("text", 0, 3))
        (True, False)
    """
    if first.role != second.role:
        return False
    return first[1:3] == second[1:3] or (first.start < second.end and second.start < first.end)


def moved(state: State, *moves: Move) -> State:
    """A state with moves; earlier ones that they overlap go.

    Example:
        >>> state = moved(ORIGIN, Move("text", 2, 6, "nice"))
        >>> moved(state, Move("text", 2, 6, "good"), Move("text", 0, 1, "The"))
        (Move(role='text', start=0, end=1, text='The'), Move(role='text', start=2, end=6, text='good'))
    """
    kept = [old for old in state if not any(overlap(old, new) for new in moves)]
    for move in moves:
        insort(kept, move)
    return tuple(kept)


class AttackRow:
    """A row under attack: its texts, and what they become in a state.

    Args:
        task: The bound task.
        values: Values by column.
        docs: Its texts by role, annotated where the attack needs it; words that must stay are protected.
        gold: The gold value as it is scored.
        key: Key of its draws.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> row = AttackRow(task, {"text": "A fine film", "label": 1}, {"text": Doc("A fine film")}, "1", "pos", 7)
        >>> row.text((Move("text", 2, 6, "dull"),), "text"), row.words[1]
        ('A dull film', Unit(role='text', start=2, end=6))
    """

    def __init__(
        self, task: Task, values: Mapping[str, Any], docs: Mapping[str, Doc], row_id: str, gold: Any, key: int
    ):
        self.task = task
        self.values = values
        self.docs = docs
        self.row_id = row_id
        self.gold = gold
        self.key = key
        mover = task.label_mover()
        # a text into which no label points, and which is no list of tokens, is all that changes in an input
        self._simple = {
            role: doc.bounds is None and (mover is None or mover.role != role) for role, doc in docs.items()
        }
        self._mover = mover
        self._memory: dict[Hashable, Any] = {}
        self._edges: dict[str, tuple[list[int], list[int]]] = {}

    def rng(self, *purpose: int) -> RowRandom:
        """A stream of draws for one purpose, the same whenever it is asked for."""
        rng = RowRandom(self.key)
        for number in purpose:
            rng = rng.fork(number)
        return rng

    def cached(self, key: Hashable, find: Callable[["AttackRow"], T]) -> T:
        """What a part of an attack finds out of the original row, found out once.

        Args:
            key: Who asks for what.
            find: From the row to what there is to find.
        """
        if key not in self._memory:
            self._memory[key] = find(self)
        return self._memory[key]

    @cached_property
    def words(self) -> tuple[Unit, ...]:
        """The words that may be edited, text by text."""
        return tuple(Unit(role, *word) for role in self.task.fields for word in self.docs[role].free_words)

    @cached_property
    def size(self) -> int:
        """Words of the texts that are attacked."""
        return sum(len(self.docs[role].words) for role in self.task.fields)

    def spares(self, state: State) -> bool:
        """Whether a state leaves alone what the user protects."""
        docs = self.docs
        return all(
            keeps(docs[move.role].text, move[1:], docs[move.role].kept) for move in state if docs[move.role].kept
        )

    def edges(self, role: str) -> tuple[list[int], list[int]]:
        """Where the words of a text begin, and where they end."""
        if role not in self._edges:
            words = self.docs[role].words
            self._edges[role] = [start for start, _ in words], [end for _, end in words]
        return self._edges[role]

    def word(self, unit: Unit) -> str:
        """A word as it was."""
        return self.docs[unit.role].text[unit.start : unit.end]

    def token(self, unit: Unit | Move) -> Token | None:
        """The token of the annotation that begins where a word does; None where none does."""
        doc = self.docs[unit.role]
        index = doc.token_at(unit.start)
        token = doc.tokens[index] if index < len(doc.tokens) else None
        return token if token is not None and token.start == unit.start else None

    def edits(self, state: State, role: str) -> list[Edit]:
        """The edits of one text."""
        return [Edit(move.start, move.end, move.text) for move in state if move.role == role]

    def text(self, state: State, role: str) -> str:
        """One text in a state; tokens are joined by single spaces."""
        return apply(self.docs[role].text, self.edits(state, role))

    def attacked_text(self, state: State) -> str:
        """All texts that are attacked, one after another: what encoders and language models are asked about."""
        return "\n".join(self.text(state, role) for role in self.task.fields)

    def span_in(self, state: State, unit: Unit | Move) -> tuple[int, int]:
        """Where a word, or what stands in its place, lies in the text of a state.

        Args:
            unit: A word, or a gap, of the original text.
        """
        start, end = unit.start, unit.end
        before = inside = 0
        for move in state:
            if move.role != unit.role:
                continue
            longer = len(move.text) - (move.end - move.start)
            beside = move.start == move.end and move.start in (start, end)  # what is put in there is not in the word
            if move[1:3] == unit[1:3] or (start <= move.start and move.end <= end and not beside):
                inside += longer
            elif move.end <= start:
                before += longer
        return start + before, end + before + inside

    def in_attacked_text(self, state: State, unit: Unit | Move) -> tuple[str, int, int]:
        """The attacked texts of a state, with the offsets in them of a word or of what stands in its place.

        Args:
            unit: A word, or a gap, of the original text.
        """
        roles, (start, end) = self.task.fields, self.span_in(state, unit)
        first = sum(len(self.text(state, role)) + 1 for role in roles[: roles.index(unit.role)])
        return self.attacked_text(state), first + start, first + end

    def changed(self, state: State) -> dict[str, Any]:
        """The values of the row in a state, by column; labels have moved with the edits.

        Raises:
            NotApplicable: When a label cannot be moved.
        """
        new = dict(self.values)
        for role in self.task.fields:
            edits = self.edits(state, role)
            if not edits:
                continue
            doc, column = self.docs[role], self.task.column(role)
            try:
                check(edits, len(doc.text))
            except UsageError as error:
                raise NotApplicable(str(error)) from error
            after = apply(doc.text, edits)
            mover = self._mover if self._mover is not None and self._mover.role == role else None
            if mover is not None:
                new.update(mover.move(new, doc, edits, after))
            if mover is None or column not in mover.columns:
                new[column] = after if doc.bounds is None else doc.project(edits).tokens
        return new

    def gold_in(self, state: State) -> Any:
        """The gold value in a state, as it is scored: it has moved with the edits.

        Raises:
            NotApplicable: When it cannot be moved.
        """
        if self._mover is None or not any(move.role == self._mover.role for move in state):
            return self.gold
        return _reference(self.task, self.changed(state))

    def as_input(self, state: State) -> Input:
        """What a model is given of the row in a state.

        Raises:
            NotApplicable: When a label that it is given cannot be moved.
        """
        roles = self.task.input_roles
        if all(self._simple[move.role] for move in state):
            parts = list(self._original)
            for role in {move.role for move in state}:
                parts[roles.index(role)] = self.text(state, role)
            return tuple(parts)
        return self._read(self.changed(state))

    @cached_property
    def _original(self) -> Input:
        return self._read(self.values)

    def _read(self, values: Mapping[str, Any]) -> Input:
        columns = {role: [values.get(self.task.column(role))] for role in self.task.input_roles}
        (row,) = self.task.kind.inputs(columns, self.task.spoken)
        return input_of(row, self.task.input_roles)


def _reference(task: Task, row: Mapping[str, Any]) -> Any:
    """The gold value of one row as it is scored."""
    roles = task.kind.scored_roles
    values = {role: row.get(task.column(role)) for role in roles}
    return task.kind.references([values if len(roles) > 1 else values[roles[0]]], task)[0]


def words_changed(row: AttackRow, state: State) -> int:
    """How many words a state has changed: words that edits touch, or that edits put in where they touch none.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> row = AttackRow(task, {"text": "A fine film", "label": 1}, {"text": Doc("A fine film")}, "1", "pos", 7)
        >>> words_changed(row, (Move("text", 2, 6, "dull"), Move("text", 11, 11, " too")))
        2
        >>> words_changed(row, (Move("text", 2, 3, "F"), Move("text", 4, 5, "m")))
        1
    """
    count = 0
    counted: dict[str, int] = {}
    for move in state:
        starts, ends = row.edges(move.role)
        first = max(bisect_right(ends, move.start), counted.get(move.role, 0))
        after = bisect_left(starts, move.end)
        if first < after:
            count += after - first
            counted[move.role] = after
        elif bisect_right(ends, move.start) >= after:
            count += len(move.text.split()) or 1
    return count


def texts(row: AttackRow, states: Sequence[State]) -> list[str]:
    """The attacked texts of some states; see :meth:`AttackRow.attacked_text`."""
    return [row.attacked_text(state) for state in states]
