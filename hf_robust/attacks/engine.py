"""Rows in, results out: the searches of many rows over the services that they share."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from hf_robust.attacks.asking import Ask, Asking, Refused
from hf_robust.attacks.attempt import Attempt, BudgetSpent
from hf_robust.attacks.missing_answers import status_of
from hf_robust.attacks.recipes.base import Parts
from hf_robust.attacks.results import ERROR, FAILED, MAXIMIZED, SKIPPED, SUCCESSFUL, AttackResult
from hf_robust.attacks.scheduler import Load, Scheduler
from hf_robust.attacks.services import Services
from hf_robust.attacks.services.victim import Victim
from hf_robust.attacks.states import ORIGIN, AttackOutcome, AttackRow, words_changed
from hf_robust.core.doc import Doc
from hf_robust.core.errors import NotApplicable, RobustError, UsageError
from hf_robust.core.mapping import ANNOTATION
from hf_robust.core.protection import NOTHING, Protection
from hf_robust.core.quoted import named
from hf_robust.core.randomness import RandomSource, row_ids
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset

WIDTH, WIDTH_GPU = 32, 256  # rows that are attacked at a time, on the CPU and on a GPU
_PAGE = 256  # rows that are read at once


@dataclass(frozen=True)
class AttackPlan:
    """What an attack does to each row.

    Args:
        name: Name of the recipe, or ``custom``.
        task: The bound task, with its label names.
        parts: Goal, moves, constraints, search.
        budget: Queries a row; None: any number.
        seed: Random seed.
        protect: What of the texts never changes.
        signature: What the draws depend on beside seed and row.
        inside: Whether words inside gold spans are edited, and no others.
        measures_similarity: Whether the sentence encoder is asked about successes.
    """

    name: str
    task: Task
    parts: Parts
    budget: int | None = None
    seed: int = 0
    protect: Protection = NOTHING
    signature: str = ""
    inside: bool = False
    measures_similarity: bool = True

    @property
    def needs(self) -> frozenset[str]:
        """Layers of annotation that the parts read."""
        found = self.parts.moves.needs.union(*(one.needs for one in self.parts.constraints))
        return found | ({"ent"} if self.protect.wants_entities else set())

    @property
    def resources(self) -> tuple[str, ...]:
        """Resources that the parts need."""
        found = [*self.parts.moves.resources]
        for constraint in self.parts.constraints:
            found += constraint.resources
        return tuple(dict.fromkeys(found))


class AttackEngine:
    """Runs a plan over rows.

    Args:
        plan: What is done.
        victim: The attacked model.
        width: Rows in flight; None: 32, on a GPU 256.
        nlp: spaCy pipeline for what must be annotated, name or folder.
    """

    def __init__(self, plan: AttackPlan, victim: Victim, width: int | None = None, nlp: str | None = None):
        self.plan = plan
        self.victim = victim
        device = str(getattr(getattr(victim.predictor, "model", None), "device", "cpu"))
        self.scheduler = Scheduler(Services(victim), width or (WIDTH if device == "cpu" else WIDTH_GPU))
        self.nlp = nlp

    @property
    def loads(self) -> dict[str, Load]:
        """What each service had to do."""
        return self.scheduler.loads

    def run(
        self, dataset: "Dataset", done: Collection[int] = (), each: Callable[[AttackResult], None] | None = None
    ) -> list[AttackResult]:
        """Attack rows.

        Args:
            dataset: The rows, without a format.
            done: Places that are left out.
            each: Called with each result as it is there; rows end in any order.

        Returns:
            The results in the order of the rows.

        Raises:
            RobustError: What the user must know, a missing resource for example.
        """
        found: dict[int, AttackResult] = {}
        try:
            for place, result in self.scheduler.run(self._searches(dataset, done, found)):
                found[place] = self._settled(place, result)
                if each is not None:
                    each(found[place])
        finally:
            self.victim.flush()
        return [found[place] for place in sorted(found)]

    def _settled(self, index: int, result: AttackResult | Exception) -> AttackResult:
        """The result of a row; an exception in one row ends no run."""
        if isinstance(result, AttackResult):
            return result.at(index)
        if isinstance(result, RobustError) and not isinstance(result, NotApplicable):
            raise result
        plain = isinstance(result, NotApplicable)
        reason = str(result) if plain else f"{type(result).__name__}: {result}"[:200]
        return AttackResult(index, "", ERROR, reason)

    def _searches(
        self, dataset: "Dataset", done: Collection[int], results: dict[int, AttackResult]
    ) -> Iterator[tuple[int, Asking[AttackResult]]]:
        for index, row in rows_under_attack(dataset, self.plan, done, self.nlp):
            if isinstance(row, AttackRow):
                yield index, attack_row(self.plan, row)
            else:
                yield index, _refused(row)


def _refused(error: NotApplicable) -> Asking[AttackResult]:
    raise error
    yield


def rows_under_attack(
    dataset: "Dataset", plan: AttackPlan, done: Collection[int] = (), nlp: str | None = None
) -> Iterator[tuple[int, AttackRow | NotApplicable]]:
    """The rows of a dataset with their docs, some read at a time; what is wrong with a row in its place.

    Args:
        dataset: The rows, without a format.
        plan: What is done with them.
        done: Places that are left out.
        nlp: spaCy pipeline for what must be annotated.
    """
    from hf_robust.language.annotation import annotate_values

    task = plan.task
    source = RandomSource(plan.seed, plan.signature or plan.name, "attack")
    skipped = set(done)
    left = [place for place in range(len(dataset)) if place not in skipped]
    for start in range(0, len(left), _PAGE):
        places = left[start : start + _PAGE]
        page = dataset.select(places)
        ids = _ids(page, task)
        gold = task.references(page)
        values = page.to_list()
        read: dict[str, Sequence[Any]] = {}
        for role in task.fields:
            column = task.column(role)
            if plan.needs and column + ANNOTATION not in page.column_names:
                read[role] = annotate_values([row[column] for row in values], plan.needs, nlp, task.language)
        for number in _longest_first(task, values):
            place = places[number]
            try:
                docs = _docs(plan, values[number], {role: layers[number] for role, layers in read.items()})
                key = source.row(ids[number]).key
                yield place, AttackRow(task, values[number], docs, ids[number], gold[number], key)
            except NotApplicable as error:
                yield place, error


def _longest_first(task: Task, values: Sequence[Mapping[str, Any]]) -> list[int]:
    """The order in which rows begin: together with others of their length, the short ones, soon done, at the end."""
    columns = [task.column(role) for role in task.fields]
    sizes = [sum(len(row[column] or "") for column in columns) for row in values]
    return sorted(range(len(values)), key=lambda number: -sizes[number])


def _ids(page: "Dataset", task: Task) -> list[str]:
    if task.id_column is not None and task.id_column in page.column_names:
        return [str(value) for value in page[task.id_column][:]]
    return row_ids([page[task.column(role)][:] for role in task.kind.id_roles])


def _docs(plan: AttackPlan, values: Mapping[str, Any], read: Mapping[str, Any]) -> dict[str, Doc]:
    """The texts of a row; gold spans are protected, or all but them."""
    task, mover = plan.task, plan.task.label_mover()
    docs = {}
    for role in task.text_roles:
        value = values[task.column(role)]
        if role not in task.fields and not value:
            continue
        marks = mover.marks(values) if mover is not None and mover.role == role else ()
        spans = [(mark.start, mark.end) for mark in marks]
        annotation = read.get(role, values.get(task.column(role) + ANNOTATION))
        layers = {"annotation": annotation, "marks": marks, "protect": plan.protect}
        doc = task.doc(role, value, protected=spans, **layers)
        if plan.inside:
            outside = [word for word in doc.words if not any(a <= word[0] and word[1] <= b for a, b in spans)]
            doc = task.doc(role, value, protected=outside, **layers)
        docs[role] = doc
    return docs


def attack_row(plan: AttackPlan, row: AttackRow) -> Asking[AttackResult]:
    """The attack of one row, as a search that asks."""
    parts = plan.parts
    assert parts.goal is not None
    attempt = Attempt(row, parts.goal, parts.moves, parts.constraints, plan.budget)
    spent = False
    try:
        (first,) = yield from attempt.ask([ORIGIN])
    except BudgetSpent:
        return AttackResult(-1, row.row_id, ERROR, "a budget of 0 queries allows not even the original to be asked")
    reason = parts.goal.skips(attempt, first.output)
    if reason is not None:
        return _result(attempt, first, first, SKIPPED, reason=reason)
    final = first
    try:
        final = yield from parts.search.run(attempt, first)
    except BudgetSpent:
        spent = True
        best = attempt.best
        final = best if best is not None and (best.reached or best.score > first.score) else first
    status = MAXIMIZED if parts.goal.maximizes else SUCCESSFUL if final.reached else FAILED
    similarity = None
    if plan.measures_similarity and final.state and status in (SUCCESSFUL, MAXIMIZED):
        similarity = yield from _similarity(row, final)
    return replace(_result(attempt, first, final, status, out_of_budget=spent), similarity=similarity)


def _similarity(row: AttackRow, final: AttackOutcome) -> Asking[float | None]:
    before, after = yield Ask("encode", [row.attacked_text(ORIGIN), row.attacked_text(final.state)])
    if isinstance(before, Refused) or isinstance(after, Refused):
        return None
    return round(float(before @ after), 4)


def _result(attempt: Attempt, first: AttackOutcome, final: AttackOutcome, status: str, **more: Any) -> AttackResult:
    row, goal = attempt.row, attempt.goal
    before, before_score = goal.prediction(attempt, first.output)
    after, after_score = goal.prediction(attempt, final.output)
    moves = tuple(
        {
            "role": move.role,
            "start": move.start,
            "end": move.end,
            "before": row.docs[move.role].text[move.start : move.end],
            "after": move.text,
            "made_by": attempt.transformation_of.get(move, ""),
        }
        for move in final.state
    )
    return AttackResult(
        index=-1,
        row_id=row.row_id,
        status=status,
        gold=row.gold,
        before=before,
        before_score=before_score,
        after=after,
        after_score=after_score,
        answer=status_of(final.output),
        score=final.score,
        moves=moves,
        queries=attempt.queries,
        words=row.size,
        words_changed=words_changed(row, final.state),
        rejected=dict(attempt.rejected),
        **more,
    )


def bound_task(task: Task, dataset: "Dataset") -> Task:
    """The task bound to rows, with the names of its labels.

    Raises:
        UsageError: When there is but one label, so that no other can be reached, or rows have none.
        LabelError: When a label is not among the names.
    """
    bound = task.bind(dataset)
    bound.check_labels(dataset)
    bound = bound.with_seen(bound.labels_in(dataset))
    if bound.kind.classifies and len(bound.label_names or ()) < 2:
        found = f"the rows have one label ({named(bound.label_names)}), and an attack leads to another"
        raise UsageError(f"{found}; name all: hr.task({task.name!r}, label_names=[...])")
    return bound
