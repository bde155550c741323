"""One batch of rows perturbed: stage by stage, text column by text column."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from hf_robust.core.doc import Doc, Neighbors
from hf_robust.core.edits import Edit, Offsets, apply, check, remap_spans
from hf_robust.core.errors import NotApplicable, RobustError, UsageError
from hf_robust.core.mapping import IMPORTANCE, NEIGHBORS, POOL, Columns
from hf_robust.core.protection import carried_over, merged_spans, overlaps, spared
from hf_robust.core.randomness import RandomSource, RowRandom
from hf_robust.core.reasons import BROKEN, PROTECTED, SAME_TEXT, NoEdits
from hf_robust.language.annotation import annotated_values
from hf_robust.language.annotation_column import AnnotationRows, annotation_rows, rows_of_array
from hf_robust.perturb.plan import PerturbationPlan, RowState, takes_important
from hf_robust.perturb.provenance import check_record, stages_before
from hf_robust.tasks.label_mover import LabelMover, checked_columns, marks_of
from hf_robust.tasks.row_names import source_ids
from hf_robust.transforms.base import Batched, Transformation
from hf_robust.transforms.chains import read_roles
from hf_robust.transforms.row_changes import BatchedRows, RowChange, RowTransformation, TaskRow, changed

Asked = tuple[RowState, Doc | TaskRow, RowRandom]
Answer = tuple[RowState, Doc | TaskRow, "Sequence[Edit] | RowChange | Exception | None"]


class BatchStep(NamedTuple):
    """One stage over one text column of all rows, or over all rows as a whole.

    Args:
        stage: The transformation.
        number: Its place among the stages.
        column: The column; of whole rows that of the first text.
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

    Attributes:
        ids: Id of each row.
        prior: The records of rows that were perturbed before, else None.
        touched: Columns that edits may change.
        faults: The first exception of each transformation, by its name.
        failed: Numbers of the rows in which one failed.
        foreign: The text that was refused for its language, by the number of its row.
        broken: What is wrong with the first row whose labels do not fit its text; empty for none.
    """

    def __init__(self, plan: PerturbationPlan, batch: Columns):
        task = plan.task
        self.plan = plan
        self.batch = batch
        self.language = task.spoken
        self.kind = task.kind
        self.uses_words = plan.uses_words
        self.mover = task.label_mover()
        self.texts = {role: task.column(role) for role in task.text_roles}
        self.roles = {column: role for role, column in self.texts.items()}
        self.touched = [self.texts[role] for role in task.fields]
        if self.mover is not None and self.mover.role in task.fields:
            self.touched += [name for name in self.mover.columns if name not in self.touched and name in batch]
        if plan.of_rows:
            self.touched = [name for name in dict.fromkeys([*self.touched, *task.columns.values()]) if name in batch]
        read = (*self.texts.values(), *self.touched, *checked_columns(self.mover, batch))
        self.columns = {name: batch[name] for name in read}
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
        self.foreign: dict[int, str] = {}
        self.broken = ""

    def _ids(self) -> list[str]:
        if self.prior is not None:
            return [record["source_id"] for record in self.prior]
        return source_ids(self.plan.task, self.batch)

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
            whole = isinstance(stage, RowTransformation)
            for role in self.plan.task.text_roles[:1] if whole else self.plan.task.fields:
                step = self._step(rows, stage, number, role, variant)
                self._take(step, rows)
        for row in rows:
            row.settle(self.columns)
        return rows

    def _step(self, rows: Sequence[RowState], stage: Transformation, number: int, role: str, variant: int) -> BatchStep:
        column = self.texts[role]
        mover = self.mover if self.mover is not None and self.mover.role == role else None
        draws = [
            self._draws(stage, number + before, column, variant) for before in range(max(self.before, default=0) + 1)
        ]
        whole = isinstance(stage, RowTransformation)
        annotations = None if whole else self._annotations(rows, stage, number, column)
        return BatchStep(stage, number, column, mover, annotations, draws)

    def _draws(self, stage: Transformation, number: int, column: str, variant: int) -> Callable[[str], RowRandom]:
        """The draws of one stage; the same transformation twice in a chain draws anew."""
        signature = stage.signature if number == 0 else f"{number}|{stage.signature}"
        return RandomSource(self.plan.seed, signature, column, variant).row

    def _take(self, step: BatchStep, rows: Sequence[RowState]) -> None:
        """Take a step with all rows that are still in the running."""
        whole = isinstance(step.stage, RowTransformation)
        asked = self._asked_rows(step, rows) if whole else self._asked(step, rows)
        batched = isinstance(step.stage, (Batched, BatchedRows))
        for row, seen, answer in self._together(step, list(asked)) if batched else _each(step, asked):
            try:
                if isinstance(answer, Exception):
                    self._refuse(row, step, answer)
                    continue
                idle = self._written(row, seen, answer, step)
                if idle is not None and self.plan.keep == "all":
                    row.note(idle or self._why_unchanged(step.stage, seen))
            except Exception as error:
                self._refuse(row, step, error)

    def _together(self, step: BatchStep, asked: Sequence[Asked]) -> Iterator[Answer]:
        """What a transformation makes of all rows at once; one by one where that fails."""
        if not asked:
            return
        stage: Any = step.stage
        try:
            ask: Any = stage.changes_batch if isinstance(stage, BatchedRows) else stage.edits_batch
            answers = list(ask([seen for _, seen, _ in asked], [rng for *_, rng in asked]))
            if len(answers) != len(asked):
                raise _WrongEdits(f"{stage.name} gave {len(answers)} answers for {len(asked)} texts")
        except Exception as error:
            if len(asked) > 1:
                for row, seen, _ in asked:  # with draws of their own again: some may have been taken
                    yield from self._together(step, [(row, seen, self._rng(step, row))])
                return
            answers = [error]
        for (row, seen, _), answer in zip(asked, answers):
            whole = isinstance(answer, (Exception, RowChange, NoEdits))
            yield row, seen, answer if whole else list(answer or ())

    def _written(self, row: RowState, seen: Doc | TaskRow, answer: Any, step: BatchStep) -> str | None:
        """Write what a transformation makes of a row into it.

        Returns:
            None where the row has changed; else why it has not, or nothing where the transformation must be asked.
        """
        if isinstance(seen, TaskRow):
            return self._change(row, seen, answer, step)
        if isinstance(answer, NoEdits):
            return answer.reason
        if not answer or isinstance(answer, RowChange):
            return ""
        return self._apply(row, seen, answer, step)

    def _why_unchanged(self, stage: Transformation, seen: Doc | TaskRow) -> str:
        if isinstance(seen, TaskRow):
            assert isinstance(stage, RowTransformation)
            return stage.why_row_unchanged(seen)
        return stage.why_unchanged(seen)

    def _rng(self, step: BatchStep, row: RowState) -> RowRandom:
        return step.draws[self.before[row.place]](self.ids[row.place])

    def _refuse(self, row: RowState, step: BatchStep, error: Exception) -> None:
        """Leave a row as it was and say why: one bad row must not end the run.

        Raises:
            RobustError: What the user must know, a missing resource for example, ends it.
        """
        if isinstance(error, RobustError) and not isinstance(error, NotApplicable):
            raise error
        row.fault = not isinstance(error, NotApplicable)
        plain = isinstance(error, (NotApplicable, _WrongEdits))
        row.reason = str(error) if plain else f"{type(error).__name__}: {error}"[:200]
        if row.reason.startswith(BROKEN):
            self.broken = self.broken or row.reason.removeprefix(BROKEN)
        if row.fault:
            self.faults.setdefault(step.stage.name, error)
            self.failed.add(row.place)

    def _asked(self, step: BatchStep, rows: Sequence[RowState]) -> Iterator[Asked]:
        """The texts of the rows, each with its draws."""
        column, draws, protect = step.column, step.draws, self.plan.protect
        original, ids, before = self.columns[column], self.ids, self.before
        simple = step.mover is None and step.annotations is None and not takes_important(step.stage)
        simple = simple and self.language.spaced
        for row in rows:
            if row.reason is not None:
                continue
            place = row.place
            value = row.values.get(column)
            if value is None:
                value = original[place]
            if simple and type(value) is str and value and not value.isspace():
                doc = Doc(value, language=self.language, protect=protect, carried=row.carried.get(column, ()))
                try:
                    self._check_language(place, doc, step)
                except NotApplicable as error:
                    self._refuse(row, step, error)
                    continue
            else:
                try:
                    doc = self._doc(row, value, step)
                except Exception as error:
                    self._refuse(row, step, error)
                    continue
            yield row, doc, draws[before[place]](ids[place])

    def _asked_rows(self, step: BatchStep, rows: Sequence[RowState]) -> Iterator[Asked]:
        """The rows as a whole, each with its draws."""
        task, stage = self.plan.task, step.stage
        assert isinstance(stage, RowTransformation)
        read = task.text_roles if self.plan.protect.wants_entities else read_roles(stage, task)
        found = {role: self._annotations(rows, stage, step.number, self.texts[role]) for role in read}
        for row in rows:
            if row.reason is not None:
                continue
            values = self._values(row)
            try:
                docs = {}
                for role, column in self.texts.items():
                    annotations = found.get(role)
                    docs[role] = task.doc(
                        role,
                        values[column],
                        annotation=None if annotations is None else annotations[row.place],
                        marks=marks_of(self.mover, role, values),
                        protect=self.plan.protect,
                        carried=row.carried.get(column, ()),
                    )
                for role in task.fields:
                    self._check_language(row.place, docs[role], step)
                by_role = {role: values[column] for role, column in task.columns.items() if column in values}
                seen = TaskRow(task, docs, by_role, self._pool(row.place) if "pool" in stage.needs else ())
            except Exception as error:
                self._refuse(row, step, error)
                continue
            yield row, seen, self._rng(step, row)

    def _doc(self, row: RowState, value: Any, step: BatchStep) -> Doc:
        marks = marks_of(step.mover, step.mover.role, self._values(row)) if step.mover is not None else ()
        doc = Doc.of_value(
            self.kind.read_text(self.roles[step.column], value),
            language=self.language,
            annotation=None if step.annotations is None else step.annotations[row.place],
            protected=[(mark.start, mark.end) for mark in marks],
            marks=marks,
            protect=self.plan.protect,
            carried=row.carried.get(step.column, ()),
            neighbors=self._neighbors(row.place) if "neighbors" in step.stage.needs else None,
            importance=self._ranking(row, step.column) if takes_important(step.stage) else None,
        )
        self._check_language(row.place, doc, step)
        return doc

    def _check_language(self, place: int, doc: Doc, step: BatchStep) -> None:
        """Refuse a text in another language. Its words are read once: noise of an earlier stage may hide them.

        Raises:
            NotApplicable: With what is wrong.
        """
        reason = self.language.refuses(doc.text)
        if reason is None and step.number == 0 and self.uses_words:
            reason = self.language.refuses_words(doc)
        if reason is not None:
            self.foreign.setdefault(place, doc.text)
            raise NotApplicable(reason)

    def _apply(self, row: RowState, doc: Doc, edits: Sequence[Edit], step: BatchStep) -> str | None:
        """Write the edits of one text into its row, and move labels and rankings with them; or say why it stays."""
        text, column, mover = doc.text, step.column, step.mover
        try:
            check(edits, len(text))
        except UsageError as error:
            raise _WrongEdits(f"{step.stage.name} made edits that cannot be applied: {error}") from error
        if doc.protected and not step.stage.edits_protected:
            gold = merged_spans(doc.protected)
            edits = [edit for edit in edits if not overlaps(gold, edit[0], edit[1])]
        if edits and doc.kept:
            edits = spared(text, edits, doc.kept, together=False, rearranges=step.stage.level == "sentence")
        if not edits:
            return PROTECTED
        if (after := apply(text, edits)) == text:
            return SAME_TEXT
        if self.ranked:  # the next stage finds the words where they are then
            moved = remap_spans(self._ranking(row, column), edits)
            row.rankings = {**(row.rankings or {}), column: [span for span in moved if span is not None]}
        if mover is not None:
            row.values.update(mover.move(self._values(row), doc, edits, after))
        if mover is None or column not in mover.columns:
            row.values[column] = after if doc.bounds is None else doc.project(edits).tokens
        self._carry(row, column, doc, edits, after)
        row.edits += tuple(_facts(step.number, column, text, edits))
        return None

    def _carry(self, row: RowState, column: str, doc: Doc, edits: Sequence[Edit], after: str) -> None:
        """Protected text stays so in later stages, also where they would not know it for what is written next to it."""
        if doc.kept and len(self.plan.stages) > 1:
            row.carried[column] = carried_over(doc.text, after, doc.kept, edits)

    def _change(self, row: RowState, seen: TaskRow, change: Any, step: BatchStep) -> str | None:
        """Write the change of a whole row into it, and move rankings with its edits; or say why it stays."""
        if change is None or (isinstance(change, list) and not change):
            return ""
        if not isinstance(change, RowChange):
            raise _WrongEdits(f"{step.stage.name} made {type(change).__name__}, not a Change")
        edits = {role: sorted_edits for role, found in change.edits.items() if (sorted_edits := list(found))}
        if not edits:
            return change.why
        values = self._values(row)
        try:
            rearranges = step.stage.level == "sentence"
            new = changed(seen, change._replace(edits=edits), values, rearranges=rearranges)
        except UsageError as error:
            raise _WrongEdits(f"{step.stage.name} made a change that cannot be applied: {error}") from error
        if not any(value != values.get(column) for column, value in new.items()):
            return SAME_TEXT
        for role, found in edits.items():
            column = self.texts[role]
            if self.ranked:
                moved = remap_spans(self._ranking(row, column), found)
                row.rankings = {**(row.rankings or {}), column: [span for span in moved if span is not None]}
            doc = seen.docs[role]
            self._carry(row, column, doc, found, apply(doc.text, found))
            row.edits += tuple(_facts(step.number, column, doc.text, found))
        row.values.update(new)
        return None

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
        layers = self.plan.layers(stage)
        if not layers:
            return None
        known = annotation_rows(self.batch, column, layers, self.language.joiner)
        if known is not None and number == 0:
            return known
        before, role, found = self.columns[column], self.roles[column], dict[int, Mapping[str, Any]]()
        values: dict[int, Any] = {}
        for row in rows:
            place = row.place
            value = row.values.get(column, before[place])
            if known is not None and value == before[place]:
                found[place] = known[place]
            elif row.reason is None:
                values[place] = self.kind.read_text(role, value)
        if values:
            texts, language = list(values.values()), self.plan.task.language
            new = rows_of_array(annotated_values(texts, layers, self.plan.nlp, stage.parse_where, language), layers)
            found.update((place, new[number]) for number, place in enumerate(values))
        return found

    def _neighbors(self, place: int) -> Neighbors:
        name = self.plan.task.column("tokens") + NEIGHBORS
        if name not in self.batch:
            raise UsageError(
                f"{self.plan.name} joins rows and needs to know what follows each; use "
                f"hr.annotate(dataset, task, {{'neighbors'}}) first, or use Suite.build"
            )
        found = self.batch[name][place]
        return Neighbors(tuple(map(tuple, found["tokens"])), tuple(map(tuple, found["tags"])))

    def _pool(self, place: int) -> list[Any]:
        name = next(iter(self.texts.values())) + POOL
        if name not in self.batch:
            raise UsageError(
                f"{self.plan.name} draws from other rows and needs to know them; use "
                f"hr.annotate(dataset, task, {{'pool'}}) first, or use Suite.build"
            )
        return self.batch[name][place]


class _WrongEdits(Exception):
    """Edits that are out of order, leave the text or are too few: a fault of the transformation."""


def _each(step: BatchStep, asked: Iterable[Asked]) -> Iterator[Answer]:
    """What a transformation makes of each row by itself."""
    ask: Any = step.stage.change if isinstance(step.stage, RowTransformation) else step.stage.edits
    for row, seen, rng in asked:
        answer: Any
        try:
            answer = ask(seen, rng)
            if not isinstance(answer, (list, NoEdits)) and not isinstance(seen, TaskRow):
                answer = list(answer)
        except Exception as error:
            answer = error
        yield row, seen, answer


def _facts(number: int, column: str, text: str, edits: Sequence[Edit]) -> list[Any]:
    """The record of edits of a text, one after another."""
    return list(chain.from_iterable((number, column, e[0], e[1], text[e[0] : e[1]], e[2]) for e in edits))
