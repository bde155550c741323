"""One batch of rows perturbed: stage by stage, text column by text column."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from hf_robust.core.doc import Doc, Neighbors, token_bounds
from hf_robust.core.edits import Edit, Offsets, apply, check, project_tokens, remap_spans
from hf_robust.core.errors import NotApplicable, RobustError, UsageError
from hf_robust.core.mapping import IMPORTANCE, NEIGHBORS, Columns
from hf_robust.core.randomness import RandomSource, RowRandom, row_id
from hf_robust.language.annotation import annotated_values
from hf_robust.language.annotation_column import AnnotationRows, annotation_rows
from hf_robust.perturb.plan import Plan, RowState, takes_important
from hf_robust.perturb.provenance import check_record, stages_before
from hf_robust.tasks.label_mover import LabelMover
from hf_robust.transforms.base import Batched, Transformation

Asked = tuple[RowState, Doc, RowRandom]
Answer = tuple[RowState, Doc, "Sequence[Edit] | Exception"]


class Step(NamedTuple):
    """One stage over one text column of all rows.

    Args:
        stage: The transformation.
        number: Its place among the stages.
        column: The column.
        mover: Moves the labels that point into the column.
        annotations: What annotation says of each row, where the stage reads it.
        draws: Draws of a row by its id, by how many transformations it went through before.
    """

    stage: Transformation
    number: int
    column: str
    mover: LabelMover | None
    annotations: AnnotationRows | None
    draws: Sequence[Callable[[str], RowRandom]]


class Batch:
    """One batch of rows.

    Args:
        plan: What is done; its task is bound.
        batch: The columns.

    Attributes:
        ids: Id of each row.
        prior: The records of rows that were perturbed before, else None.
        touched: Columns that edits may change.
        faults: The first exception of each transformation, by its name.
        failed: Numbers of the rows in which one failed.
    """

    def __init__(self, plan: Plan, batch: Columns):
        task = plan.task
        self.plan = plan
        self.batch = batch
        self.mover = task.label_mover()
        self.texts = {role: task.column(role) for role in task.text_roles}
        self.touched = [self.texts[role] for role in task.fields]
        if self.mover is not None and self.mover.role in task.fields:
            self.touched += [name for name in self.mover.columns if name not in self.touched and name in batch]
        self.columns = {name: batch[name] for name in (*self.texts.values(), *self.touched)}
        self.size = len(self.columns[next(iter(self.texts.values()))])
        self.prior = batch.get("robust")
        for record in self.prior or ():
            check_record(record)
        # rows of an earlier map go on where it ended, as in a chain
        self.before = [0] * self.size if self.prior is None else [stages_before(record) for record in self.prior]
        self.ids = self._ids()
        self.ranked = plan.by_importance
        self.faults: dict[str, Exception] = {}
        self.failed: set[int] = set()

    def _ids(self) -> list[str]:
        if self.prior is not None:
            return [record["source_id"] for record in self.prior]
        column = self.plan.task.id_column
        if column is not None and column in self.batch:
            return [str(value) for value in self.batch[column]]
        values = [self.columns[column] for column in self.texts.values()]
        if len(values) == 1 and all(type(text) is str for text in values[0]):
            return [row_id((text,)) for text in values[0]]
        return [row_id([_plain(value) for value in row]) for row in zip(*values)]

    def rows(self) -> Iterator[RowState]:
        """The rows that come out."""
        variants = [self._variant(number) for number in range(self.plan.variants)]
        keep_all = self.plan.keep == "all"
        if len(variants) == 1:
            yield from (row for row in variants[0] if keep_all or row.status == "changed")
            return
        for rows in zip(*variants):
            different: dict[str, RowState] = {}
            for row in rows:
                if row.status == "changed":
                    different.setdefault(repr(sorted(row.values.items())), row)
            yield from different.values()
            if keep_all and not different:
                yield rows[0]

    def _variant(self, variant: int) -> list[RowState]:
        rows = [RowState(place, variant) for place in range(self.size)]
        for number, stage in enumerate(self.plan.stages):
            for role in self.plan.task.fields:
                step = self._step(rows, stage, number, role, variant)
                self._take(step, rows)
        for row in rows:
            row.settle(self.columns)
        return rows

    def _step(self, rows: Sequence[RowState], stage: Transformation, number: int, role: str, variant: int) -> Step:
        column = self.texts[role]
        mover = self.mover if self.mover is not None and self.mover.role == role else None
        draws = [
            self._draws(stage, number + before, column, variant) for before in range(max(self.before, default=0) + 1)
        ]
        return Step(stage, number, column, mover, self._annotations(rows, stage, number, column), draws)

    def _draws(self, stage: Transformation, number: int, column: str, variant: int) -> Callable[[str], RowRandom]:
        """The draws of one stage; the same transformation twice in a chain draws anew."""
        signature = stage.signature if number == 0 else f"{number}|{stage.signature}"
        return RandomSource(self.plan.seed, signature, column, variant).row

    def _take(self, step: Step, rows: Sequence[RowState]) -> None:
        """Take a step with all rows that are still in the running."""
        asked = self._asked(step, rows)
        batched = isinstance(step.stage, Batched)
        for row, doc, edits in self._together(step, list(asked)) if batched else _each(step.stage, asked):
            if isinstance(edits, Exception):
                self._refuse(row, step, edits)
            elif edits:
                try:
                    self._apply(row, doc, edits, step)
                except Exception as error:
                    self._refuse(row, step, error)

    def _together(self, step: Step, asked: Sequence[Asked]) -> Iterator[Answer]:
        """What a transformation makes of all rows at once; one by one where that fails."""
        if not asked:
            return
        stage: Any = step.stage  # one with edits_batch
        try:
            answers = list(stage.edits_batch([doc for _, doc, _ in asked], [rng for *_, rng in asked]))
            if len(answers) != len(asked):
                raise _WrongEdits(f"{stage.name} gave {len(answers)} answers for {len(asked)} texts")
        except Exception as error:
            if len(asked) > 1:
                for row, doc, _ in asked:  # with draws of their own again: some may have been taken
                    yield from self._together(step, [(row, doc, self._rng(step, row))])
                return
            answers = [error]
        for (row, doc, _), edits in zip(asked, answers):
            yield row, doc, edits if isinstance(edits, Exception) else list(edits or ())

    def _rng(self, step: Step, row: RowState) -> RowRandom:
        return step.draws[self.before[row.place]](self.ids[row.place])

    def _refuse(self, row: RowState, step: Step, error: Exception) -> None:
        """Leave a row as it was and say why: one bad row must not end the run.

        Raises:
            RobustError: What the user must know, a missing resource for example, ends it.
        """
        if isinstance(error, RobustError) and not isinstance(error, NotApplicable):
            raise error
        row.fault = not isinstance(error, NotApplicable)
        plain = isinstance(error, (NotApplicable, _WrongEdits))
        row.reason = str(error) if plain else f"{type(error).__name__}: {error}"[:200]
        if row.fault:
            self.faults.setdefault(step.stage.name, error)
            self.failed.add(row.place)

    def _asked(self, step: Step, rows: Sequence[RowState]) -> Iterator[Asked]:
        """The texts of the rows, each with its draws."""
        column, draws, protect = step.column, step.draws, frozenset(self.plan.protect)
        original, ids, before = self.columns[column], self.ids, self.before
        simple = step.mover is None and step.annotations is None and not takes_important(step.stage)
        for row in rows:
            if row.reason is not None:
                continue
            place = row.place
            value = row.values.get(column)
            if value is None:
                value = original[place]
            if simple and type(value) is str and value and not value.isspace():
                doc = Doc(value, protect=protect)
            else:
                try:
                    doc = self._doc(row, value, step, protect)
                except Exception as error:
                    self._refuse(row, step, error)
                    continue
            yield row, doc, draws[before[place]](ids[place])

    def _doc(self, row: RowState, value: Any, step: Step, protect: frozenset[str]) -> Doc:
        if value is None or not len(value):
            raise NotApplicable("empty text")
        tokens = None if isinstance(value, str) else value
        if tokens is not None and any(token is None or not token for token in tokens):
            raise NotApplicable("a token is empty")
        text = value if tokens is None else " ".join(tokens)
        if text.isspace():
            raise NotApplicable("blank text")
        marks = step.mover.marks(self._values(row)) if step.mover is not None else ()
        return Doc(
            text,
            bounds=None if tokens is None else token_bounds(tokens),
            annotation=None if step.annotations is None else step.annotations[row.place],
            protected=[(mark.start, mark.end) for mark in marks],
            marks=marks,
            protect=protect,
            neighbors=self._neighbors(row.place) if "neighbors" in step.stage.needs else None,
            importance=self._ranking(row, step.column) if takes_important(step.stage) else None,
        )

    def _apply(self, row: RowState, doc: Doc, edits: Sequence[Edit], step: Step) -> None:
        """Write the edits of one text into its row, and move labels and rankings with them."""
        text, column, mover = doc.text, step.column, step.mover
        try:
            check(edits, len(text))
        except UsageError as error:
            raise _WrongEdits(f"{step.stage.name} made edits that cannot be applied: {error}") from error
        if (doc.protected or doc.protect) and not step.stage.edits_protected:
            edits = [edit for edit in edits if doc.is_free(edit[0], edit[1])]
        if not edits or (after := apply(text, edits)) == text:
            return
        if self.ranked:  # the next stage finds the words where they are then
            moved = remap_spans(self._ranking(row, column), edits)
            row.rankings = {**(row.rankings or {}), column: [span for span in moved if span is not None]}
        if mover is not None:
            row.values.update(mover.move(self._values(row), doc, edits, after))
        if mover is None or column not in mover.columns:
            row.values[column] = after if doc.bounds is None else project_tokens(text, doc.bounds, edits).tokens
        facts: list[Any] = []
        for start, end, new, _ in edits:
            facts += step.number, column, start, end, text[start:end], new
        row.edits += tuple(facts)

    def _values(self, row: RowState) -> dict[str, Any]:
        return {name: row.values.get(name, values[row.place]) for name, values in self.columns.items()}

    def _ranking(self, row: RowState, column: str) -> list[Offsets]:
        """Offsets of the words as the importance column ranks them, where the stages before have moved them."""
        if row.rankings is None:
            row.rankings = {}
        if column not in row.rankings:
            found = self.batch[column + IMPORTANCE][row.place] or {"start": (), "end": ()}
            row.rankings[column] = list(zip(found["start"], found["end"]))
        return row.rankings[column]

    def _annotations(
        self, rows: Sequence[RowState], stage: Transformation, number: int, column: str
    ) -> AnnotationRows | None:
        layers = stage.needs - {"neighbors"}
        if not layers:
            return None
        if number == 0 and (found := annotation_rows(self.batch, column, layers)) is not None:
            return found
        values = [row.values.get(column, self.columns[column][row.place]) for row in rows]
        return annotated_values(values, layers, self.plan.nlp, stage.parse_where).to_pylist()

    def _neighbors(self, place: int) -> Neighbors:
        name = self.plan.task.column("tokens") + NEIGHBORS
        if name not in self.batch:
            raise UsageError(
                f"{self.plan.name} joins rows and needs to know what follows each; say "
                f"hr.annotate(dataset, task, {{'neighbors'}}) first, or use Suite.build"
            )
        found = self.batch[name][place]
        return Neighbors(tuple(map(tuple, found["tokens"])), tuple(map(tuple, found["tags"])))


class _WrongEdits(Exception):
    """Edits that are out of order, leave the text or are too few: a fault of the transformation."""


def _each(stage: Transformation, asked: Iterable[Asked]) -> Iterator[Answer]:
    """What a transformation makes of each row by itself."""
    for row, doc, rng in asked:
        edits: Any
        try:
            edits = stage.edits(doc, rng)
            if type(edits) is not list:
                edits = list(edits)
        except Exception as error:
            edits = error
        yield row, doc, edits


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else "\x1e".join(token or "" for token in value)
