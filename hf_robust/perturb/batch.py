"""One batch of rows on its way through a :class:`~hf_robust.perturb.Perturb`: stage by stage, field by field."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.doc import Doc, Neighbours, token_bounds
from hf_robust.core.edits import Edit, Offsets, apply, check, project_tokens, remap_spans
from hf_robust.core.errors import NotApplicable, RobustError, UsageError
from hf_robust.core.randomness import RandomSource, RowRandom, row_id
from hf_robust.perturb.provenance import Outcome, check_record, stages_before
from hf_robust.tasks.base import Task
from hf_robust.tasks.label_movers import carrier_for
from hf_robust.transforms.base import Batched, Transformation

if TYPE_CHECKING:
    import pyarrow as pa

    from hf_robust.perturb.perturbation import Perturb


class Batch:
    """One batch on its way: stage by stage, field by field, row by row.

    Args:
        perturb: What is done.
        task: The bound task.
        batch: The columns.
        table: The same as Arrow, if there is one: what is read from it is not kept by ``datasets``.
    """

    def __init__(self, perturb: "Perturb", task: Task, batch: Mapping[str, Any], table: "pa.Table | None" = None):
        self.perturb = perturb
        self.table = table
        self.task = task
        self.batch = batch
        self.carrier = carrier_for(task)
        self.protect = frozenset(perturb.protect)
        self.texts = {role: task.column(role) for role in task.text_roles}
        self.size = len(batch[next(iter(self.texts.values()))])
        self.prior = batch.get("robust")
        for record in self.prior or ():
            check_record(record)
        # rows of an earlier map go on where it ended, as in a chain
        self.before = [0] * self.size if self.prior is None else [stages_before(record) for record in self.prior]
        self.ids = self._ids()
        touched = [self.texts[role] for role in task.fields]
        if self.carrier is not None and self.carrier.role in task.fields:
            touched += [c for c in self.carrier.columns if c not in touched and c in batch]
        self.touched = touched
        self.ranked = any(map(_by_importance, perturb.stages))
        if self.ranked:
            self._check_rankings()

    def _check_rankings(self) -> None:
        for column in (self.texts[role] for role in self.task.fields):
            if f"{column}__importance" not in self.batch:
                raise UsageError(
                    f"{self.perturb.name} takes the most important words of {column!r} and there is no column "
                    f"'{column}__importance'; say dataset.map(hr.WordImportance(model, task), batched=True) first"
                )

    def _ids(self) -> list[str]:
        if self.prior is not None:
            return [record["source_id"] for record in self.prior]
        column = self.task.id_column
        if column is not None and column in self.batch:
            return [str(value) for value in self.batch[column]]
        values = [self.batch[column] for column in self.texts.values()]
        if len(values) == 1 and all(type(text) is str for text in values[0]):
            return [row_id((text,)) for text in values[0]]
        return [row_id([_plain(value) for value in row]) for row in zip(*values)]

    def outcomes(self) -> Iterator[Outcome]:
        """What is kept, row by row."""
        keep_all = self.perturb.keep == "all"
        variants = [self._variant(number) for number in range(self.perturb.variants)]
        for place in range(self.size):
            seen: set[str] = set()
            for outcomes in variants:
                outcome = outcomes[place]
                if outcome.status == "changed" and (key := repr(sorted(outcome.values.items()))) not in seen:
                    seen.add(key)
                    yield outcome
            if keep_all and not seen:
                yield variants[0][place]

    def _variant(self, variant: int) -> list[Outcome]:
        rows: list[Outcome] = [Outcome(place, variant) for place in range(self.size)]
        for number, stage in enumerate(self.perturb.stages):
            for role in self.task.fields:
                self._stage(rows, stage, number, role, variant)
        for row in rows:
            if row.reason is not None:
                row.status, row.values, row.edits = "not_applicable", {}, []
            elif any(row.values[c] != self.batch[c][row.place] for c in row.values):
                row.status = "changed"
            else:
                row.values, row.edits = {}, []
        return rows

    def _stage(self, rows: list[Outcome], stage: Transformation, number: int, role: str, variant: int) -> None:
        column = self.texts[role]
        most = max(self.before, default=0)
        sources = [self._source(stage, number + before, column, variant) for before in range(most + 1)]
        carrier = self.carrier if self.carrier is not None and self.carrier.role == role else None
        original = self.batch[column]
        annotations = self._annotations(rows, stage, number, column)
        ranked = _by_importance(stage)
        simple = carrier is None and annotations is None and not ranked
        protect, ids, before = self.protect, self.ids, self.before
        waiting: list[tuple[Outcome, Doc, RowRandom]] | None = [] if isinstance(stage, Batched) else None
        for row in rows:
            if row.reason is not None:
                continue
            place = row.place
            value = row.values.get(column)
            if value is None:
                value = original[place]
            try:
                if simple and type(value) is str and value and not value.isspace():
                    doc = Doc(value, protect=protect)
                else:
                    ranking = self._ranking(row, column) if ranked else None
                    doc = self._doc(row, value, carrier, annotations and annotations[place], stage, ranking)
                rng = sources[before[place]](ids[place])
                if waiting is not None:
                    waiting.append((row, doc, rng))
                    continue
                edits = stage.edits(doc, rng)
                if edits:
                    self._edit(row, doc, edits, stage, number, column, carrier)
            except NotApplicable as reason:
                row.reason = str(reason)
            except RobustError:
                raise
            except Exception as error:  # one bad row must not end the run; it is counted with its reason
                row.reason = _fault(error)
        if waiting:
            for (row, doc, _), found in zip(waiting, _together(stage, waiting)):
                if isinstance(found, Exception):
                    row.reason = str(found) if isinstance(found, NotApplicable) else _fault(found)
                elif found:
                    try:
                        self._edit(row, doc, found, stage, number, column, carrier)
                    except NotApplicable as reason:
                        row.reason = str(reason)

    def _source(self, stage: Transformation, number: int, column: str, variant: int) -> Callable[[str], RowRandom]:
        """The draws of one stage; the same transformation twice in a chain draws anew."""
        signature = stage.signature if number == 0 else f"{number}|{stage.signature}"
        return RandomSource(self.perturb.seed, signature, column, variant).row

    def _edit(
        self, row: Outcome, doc: Doc, edits: Any, stage: Transformation, number: int, column: str, carrier: Any
    ) -> None:
        edits = edits if type(edits) is list else list(edits)
        text = doc.text
        try:
            check(edits, len(text))
        except UsageError as error:  # a fault of the transformation, which is one of others' perhaps
            raise NotApplicable(f"{stage.name} made edits that cannot be applied: {error}") from error
        if (doc.protected or doc.protect) and not stage.edits_protected:
            edits = [edit for edit in edits if doc.is_free(edit[0], edit[1])]
        if not edits:
            return
        after = apply(text, edits)
        if after == text:
            return
        if self.ranked:  # the next stage finds the words where they are then
            moved = remap_spans(self._ranking(row, column), edits)
            row.rankings[column] = [span for span in moved if span is not None]
        if carrier is not None:
            row.values.update(carrier.carry(self._row(row), doc, edits, after))
        if carrier is None or carrier.role != "tokens":
            row.values[column] = after if doc.bounds is None else project_tokens(text, doc.bounds, edits).tokens
        for start, end, new, _ in edits:
            row.edits.append((number, column, start, end, text[start:end], new))

    def _ranking(self, row: Outcome, column: str) -> list[Offsets]:
        """Offsets of the words as the importance column ranks them, where the stages before have moved them."""
        if row.rankings is None:
            row.rankings = {}
        if column not in row.rankings:
            found = self.batch[f"{column}__importance"][row.place] or {"start": (), "end": ()}
            row.rankings[column] = list(zip(found["start"], found["end"]))
        return row.rankings[column]

    def _doc(self, row: Outcome, value: Any, carrier: Any, annotation: Any, stage: Transformation, ranking: Any) -> Doc:
        if value is None or not len(value):
            raise NotApplicable("empty text")
        tokens = None if isinstance(value, str) else value
        if tokens is not None and any(token is None or not token for token in tokens):
            raise NotApplicable("a token is empty")
        text = value if tokens is None else " ".join(tokens)
        if text.isspace():
            raise NotApplicable("blank text")
        marks = carrier.marks(self._row(row)) if carrier is not None else ()
        return Doc(
            text,
            bounds=None if tokens is None else token_bounds(tokens),
            annotation=annotation,
            protected=[(mark.start, mark.end) for mark in marks],
            marks=marks,
            protect=self.protect,
            neighbours=self._neighbours(row.place) if "neighbours" in stage.needs else None,
            importance=ranking,
        )

    def _row(self, row: Outcome) -> dict[str, Any]:
        columns = {*self.texts.values(), *self.touched}
        return {c: row.values.get(c, self.batch[c][row.place]) for c in columns}

    def _annotations(self, rows: list[Outcome], stage: Transformation, number: int, column: str) -> list | None:
        layers = stage.needs - {"neighbours"}
        if not layers:
            return None
        from hf_robust.language.annotation import annotate_values, column_covers

        name = f"{column}__ann"
        if number == 0 and name in self.batch:
            found = self.batch[name] if self.table is None else self.table.column(name).to_pylist()
            if column_covers(found, layers):
                return found
        values = [row.values.get(column, self.batch[column][row.place]) for row in rows]
        return annotate_values(values, layers, self.perturb.nlp)

    def _neighbours(self, place: int) -> Neighbours:
        name = f"{self.task.column('tokens')}__next"
        if name not in self.batch:
            raise UsageError(
                f"{self.perturb.name} joins rows and needs to know what follows each; say "
                f"hr.annotate(dataset, task, {{'neighbours'}}) first, or use Suite.build"
            )
        found = self.batch[name][place]
        return Neighbours(tuple(map(tuple, found["tokens"])), tuple(map(tuple, found["tags"])))


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else "\x1e".join(token or "" for token in value)


def _by_importance(stage: Transformation) -> bool:
    return getattr(stage, "choose", None) == "important"


def _together(
    stage: Transformation, waiting: Sequence[tuple[Outcome, Doc, RowRandom]]
) -> "Sequence[Sequence[Edit] | Exception]":
    """What a batched transformation makes of the rows: all at once; one by one where that fails."""
    docs, rngs = [doc for _, doc, _ in waiting], [rng for _, _, rng in waiting]
    try:
        return stage.edits_batch(docs, rngs)
    except RobustError:
        raise
    except Exception as error:
        if len(waiting) == 1:
            return [error]
    return [_alone(stage, doc, rng) for doc, rng in zip(docs, rngs)]


def _alone(stage: Transformation, doc: Doc, rng: RowRandom) -> "Sequence[Edit] | Exception":
    try:
        return stage.edits_batch([doc], [rng])[0]
    except RobustError:
        raise
    except Exception as error:
        return error


def _fault(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]
