"""``Perturb``: a transformation as a plain, picklable ``datasets.map`` function."""

import sys
import warnings
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from traceback import extract_tb
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from hf_robust.core.checks import whole_number
from hf_robust.core.errors import TransformationError, UsageError
from hf_robust.core.mapping import IMPORTANCE, Columns, MapFunction, is_helper
from hf_robust.core.protection import Protected, Protection, protection
from hf_robust.core.reasons import BROKEN
from hf_robust.core.registry import spoken_language
from hf_robust.core.word_bounds import WORDS_VERSION
from hf_robust.language import resources
from hf_robust.language.annotation_column import ROWS
from hf_robust.language.spacy_pipelines import pipeline_stamp
from hf_robust.perturb.batch import Batch
from hf_robust.perturb.column_rows import column_rows
from hf_robust.perturb.companions import moved_companions
from hf_robust.perturb.foreign_rows import ForeignRows
from hf_robust.perturb.on_the_spot import with_annotation
from hf_robust.perturb.plan import PerturbationPlan
from hf_robust.perturb.provenance import record_column
from hf_robust.perturb.unmatched import texts_of, unmatched_warning
from hf_robust.tasks import TEXT_CLASSIFICATION, Task
from hf_robust.tasks.base import task as make_task
from hf_robust.tasks.task_ids import as_task
from hf_robust.transforms.base import Effect, Transformation
from hf_robust.transforms.chains import Entry, chain_effect, stages_of
from hf_robust.transforms.row_changes import RowTransformation

if TYPE_CHECKING:
    import pyarrow as pa

_LEAST_ROWS = 2  # so many rows must have failed before it is said that all do


class Perturb(MapFunction):
    """Perturb rows: pass it to ``Dataset.map`` or ``IterableDataset.map`` with ``batched=True``, or call it on a text.

    The output for a row does not depend on the row order, the batch size or ``num_proc``. The fingerprint is the same
    in every process, so the ``datasets`` cache works. Labels and spans move with the edits. The column ``robust``
    records the source of each row and its edits (``hf_robust.perturb.provenance.features``). All other columns are
    kept. Lists with one item per token move with the tokens, and copies of the text are rebuilt. To drop columns, use
    ``dataset.remove_columns`` (the argument of ``map`` does not work, because the rows are returned as an Arrow table).
    For a torch ``DataLoader``, use ``record=False``, or select the columns to collate: ``noisy.with_format("torch",
    columns=["text", "label"])``.

    If a transformation raises an exception, the run goes on. The row gets the status ``fault`` with the exception as
    the reason, and a warning shows the first exception.

    Args:
        transformation: A registered name, a :class:`Transformation`, a mapping ``{"name": ..., <parameters>}``, or a
            chain: a list of these, in which each transformation changes the output of the one before. A chain changes
            a row if at least one of them does. The stages in ``robust["edits"]`` say which ones did. Two calls of
            ``map`` keep fewer rows: only those that both change.
        task: The task with the columns, or its id. On a stream, tags that are numbers need ``task.bind(dataset)``.
            Without a task, only plain texts are accepted.
        seed: Random seed.
        variants: Maximum number of different outputs per row.
        keep: ``"changed"`` returns only the rows that changed; ``"all"`` returns one row per input row, with its
            status. In ``dataset.set_transform`` it is always ``"all"``. All columns come back, so ``remove_columns`` of
            ``map`` has no effect.
        protect: Text that no transformation may change: words and phrases (not case-sensitive), patterns
            (``re.compile(...)`` or ``"re:PATTERN"``), and kinds of text: ``"urls"``, ``"emails"``, ``"markup"``,
            ``"placeholders"``, ``"numbers"``, ``"quotes"``, ``"entities"``. After the last batch, a warning names
            entries that match no text. ``map`` with ``num_proc`` does not warn, because no process sees all texts.
            Suites, attacks and runs check all texts first.
        protect_defaults: Whether to protect URLs, e-mail addresses, markup and placeholders.
        nlp: Name or folder of the spaCy pipeline, for texts without stored annotation.
        language: Language of the texts, if ``task`` is None or an id.
        record: Whether to add the column ``robust``. Use False if your data collator turns every column into a tensor.
            An existing column ``robust`` is then removed; on a stream it is kept without values.
        **params: Parameters of the transformation, if it is given by name.

    Raises:
        UnknownNameError: If the transformation does not exist.
        UsageError: If a parameter is out of range, or if the transformation does not apply to the task.
        MissingResource: If the transformation needs a resource that is not installed.
        TransformationError: When called, if the transformation fails for all rows.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A wonderful little film."], "label": [1]})
        >>> noisy = data.map(hr.Perturb("word-case", "sentiment-classification", case="upper"), batched=True)
        >>> noisy[0]["text"], noisy[0]["label"], noisy[0]["robust"]["status"]
        ('A WONDERFUL LITTLE FILM.', 1, 'changed')
        >>> data.map(hr.Perturb("ocr", "sentiment-classification", record=False), batched=True).column_names
        ['text', 'label']
        >>> hr.Perturb("keyboard", count=1)("a wonderful film")
        'a wondertul film'
        >>> hr.Perturb("number-form", language="zh")("买了2张票")
        '买了两张票'
    """

    version = "4"
    keeps_rows = False
    record_columns = ("robust",)

    def __init__(
        self,
        transformation: Entry,
        task: Task | str | None = None,
        *,
        seed: int = 0,
        variants: int = 1,
        keep: str = "changed",
        protect: Protected = (),
        protect_defaults: bool = True,
        nlp: str | None = None,
        language: str | None = None,
        record: bool = True,
        **params: Any,
    ):
        if isinstance(task, str) and language is not None:
            task, language = make_task(task, language=language), None
        task = None if task is None else as_task(task)
        if task is not None and language is not None:
            raise UsageError(f"the task says the language: hr.task({task.name!r}, language={language!r})")
        if "fields" in params:
            name = TEXT_CLASSIFICATION if task is None else task.name
            raise UsageError(f"the task says which texts are perturbed: hr.task({name!r}, fields={params['fields']!r})")
        texts = _TEXTS if language is None else make_task(TEXT_CLASSIFICATION, language=language)
        stages = stages_of(transformation, (task or texts).language, **params)
        whole_number(seed, "seed")
        if seed not in range(-(2**63), 2**63):  # what the record can hold
            raise UsageError(f"seed must fit into 64 bits, found {seed}")
        whole_number(variants, "variants", 1)
        if keep not in ("changed", "all"):
            raise UsageError(f"keep must be 'changed' or 'all', found {keep!r}")
        rules = protection(protect, protect_defaults)
        effect = chain_effect(stages, task) if task is not None else Effect.UNKNOWN
        for stage in stages:
            resources.require(stage.resources, stage.name, (task or texts).language)
        self.set_record(record)
        self.task = task
        self.plan = PerturbationPlan(stages, task or texts, seed, variants, keep, rules, nlp, effect)
        self._warned: set[str] = set()
        # whoever gives checked rules has looked for them in the data
        self._unmatched = [] if isinstance(protect, Protection) else list(rules.entries)
        self._looked = False
        self._seen = self._failed = 0
        self._foreign = ForeignRows()
        self._whole: Perturb | None = None

    @property
    def name(self) -> str:
        """The stages' names joined by ``+``."""
        return self.plan.name

    @property
    def stages(self) -> tuple[Transformation, ...]:
        """The transformations."""
        return self.plan.stages

    @property
    def effect(self) -> Effect:
        """What the stages together do to the label; unknown without a task."""
        return self.plan.effect

    @property
    def columns_in(self) -> tuple[str, ...]:
        """The columns with texts, and those with labels that move with the edits or are read."""
        task = self.plan.task
        return tuple(task.column(role) for role in task.required(labels=self.plan.reads_labels))

    @property
    def columns_out(self) -> tuple[str, ...]:
        """The columns that edits may change, and the record where it is kept."""
        task = self.plan.task
        fields = [task.column(role) for role in (task.text_roles if self.plan.of_rows else task.fields)]
        record = self.record_columns if self.keeps_record else ()
        return (*dict.fromkeys([*fields, *self.columns_in[len(task.text_roles) :]]), *record)

    @property
    def hint(self) -> str:
        """How a task gets its columns."""
        task = self.plan.task
        return f"Use hr.task({task.name!r}, {task.text_roles[0]}='<column>')"

    def stamp(self) -> tuple[Any, ...]:
        """The pipeline that annotates on the spot, where a stage reads annotation, and what finds the words."""
        reads = any(self.plan.layers(stage) for stage in self.plan.stages)
        segmenter = spoken_language(self.plan.task.language).stamp()
        return (
            WORDS_VERSION,
            *((pipeline_stamp(self.plan.nlp, self.plan.task.language),) if reads else ()),
            *((segmenter,) if segmenter else ()),
        )

    def __repr__(self) -> str:
        task = f", {self.task.name!r}" if self.task is not None else ""
        return f"Perturb({self.name!r}{task}, seed={self.plan.seed})"

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__(state)
        self._warned, self._seen, self._failed, self._foreign, self._whole = set(), 0, 0, ForeignRows(), None
        self._unmatched, self._looked = [], False

    def __del__(self) -> None:
        # ``map`` does not say which batch is the last one; what was never found is known when it lets go of this
        if getattr(self, "_looked", False) and self._unmatched and not sys.is_finalizing():
            warnings.warn(unmatched_warning(self._unmatched), stacklevel=2)

    def __call__(self, batch: Any) -> Any:
        """Perturb a batch of columns, a text, or a list of texts.

        Args:
            batch: Columns: the same kind comes out. A text: a text comes out, the same one when nothing could be
                changed; with ``variants`` above 1 a list of them. A list of texts: a list of what each becomes.
        """
        if isinstance(batch, str):
            return self._texts([batch])[0]
        if isinstance(batch, (list, tuple)):
            wrong = next((place for place, text in enumerate(batch) if not isinstance(text, str)), None)
            if wrong is not None:
                raise UsageError(f"expected a list of texts, found {type(batch[wrong]).__name__} at place {wrong}")
            return self._texts(batch)
        if self.plan.keep != "all" and _is_asked_for_rows():
            if self._whole is None:
                self._whole = copy(self)
                self._whole.plan = replace(self.plan, keep="all")
            return MapFunction.__call__(self._whole, batch)
        return super().__call__(batch)

    def check(self, batch: Columns) -> None:
        """Refuse a batch that cannot be perturbed.

        Raises:
            ColumnError: When columns are missing.
            UsageError: When there is no task, or no ranking for what takes the most important words.
        """
        if self.task is None:
            name = self.plan.stages[0].name
            raise UsageError(f"rows need a task; use hr.Perturb({name!r}, {TEXT_CLASSIFICATION!r})")
        features = batch.features
        if features is None:
            super().check(batch)
        else:
            self.task.bind(features, labels=self.plan.reads_labels)
        if not self.is_row(batch):
            self.task.kind.check_batch(self._bound_task(batch), batch)
        columns = [self.task.column(role) for role in self.task.fields]
        missing = [column for column in columns if column + IMPORTANCE not in batch]
        if missing and self.plan.by_importance:
            raise UsageError(
                f"{self.name} takes the most important words of {missing[0]!r} and there is no column "
                f"'{missing[0]}{IMPORTANCE}'; use dataset.map(hr.WordImportance(model, task), batched=True) first"
            )

    def process(self, batch: Columns) -> "dict[str, list] | pa.Table":
        """The perturbed rows of one batch."""
        plan = replace(self.plan, task=self._bound_task(batch))
        if self._unmatched:
            texts = (
                text
                for role in plan.task.text_roles
                for text in texts_of(batch[plan.task.column(role)], role, plan.task)
            )
            self._unmatched, self._looked = plan.protect.unmatched(texts, self._unmatched), True
        batch = with_annotation(plan, batch)
        found = column_rows(plan, batch)
        places: Any
        if found is None:
            places, new = self._by_row(plan, batch)
        else:
            self._seen += len(found.rest) - int(found.rest.sum())
            places, new = found.places, {**found.texts, "robust": found.record}
            if found.rest.any():
                places, new = found.joined(*self._by_row(plan, found.rest_of(batch, plan), found.faults))
        new = {**new, **moved_companions(plan.task, batch, places, new)}
        roles = [plan.task.column(role) for role in plan.task.text_roles]
        return batch.take(places, new, drop=[name for name in batch if is_helper(name, roles)])

    def _by_row(
        self, plan: PerturbationPlan, batch: Columns, faults: Mapping[int, Exception] = MappingProxyType({})
    ) -> "tuple[Sequence[int], dict[str, list | pa.Array]]":
        """The rows that come out when each is taken by itself, and their new columns.

        Args:
            faults: The exceptions of rows that failed as part of a column, by their numbers in the batch.
        """
        work = Batch(plan, batch)
        rows = list(work.rows())
        self._tell_faults(work)
        self._tell_faults_of_columns([error for row, error in faults.items() if row not in work.failed])
        self._tell_foreign(work)
        self._tell_broken(work)
        new: dict[str, Any] = {
            name: [row.values.get(name, values[row.place]) for row in rows]
            for name, values in work.columns.items()
            if name in work.touched
        }
        return [row.place for row in rows], {**new, "robust": record_column(rows, work.ids, work.prior, work.plan)}

    def _bound_task(self, batch: Columns) -> Task:
        task, features = self.plan.task, batch.features
        if features is not None:
            return task.bind(features, labels=self.plan.reads_labels)
        task.check_names(batch)
        return task

    def is_row(self, batch: Columns) -> bool:
        """Whether this is one row; one with tokens looks like a batch of texts."""
        task = self.plan.task
        if super().is_row(batch):
            return True
        # columns with features are no plain mapping
        return batch.features is None and any(
            task.kind.looks_like_row(role, batch[task.column(role)]) for role in task.text_roles
        )

    def _texts(self, texts: Sequence[str]) -> list:
        """What plain texts become."""
        for stage in self.plan.stages:
            # what may edit gold spans and applies to no plain text needs those spans
            spans = stage.edits_protected and TEXT_CLASSIFICATION not in stage.effects
            if spans or isinstance(stage, RowTransformation) or stage.needs & ROWS:
                raise UsageError(_needs_rows(stage.name, sorted(stage.effects), self.plan.task.language))
        task = replace(_TEXTS, language=self.plan.task.language)
        work = Batch(replace(self.plan, task=task, keep="all"), Columns({"text": texts}))
        found: list[list[str]] = [[] for _ in texts]
        for row in work.rows():
            found[row.place].append(row.values.get("text", texts[row.place]))
        self._tell_faults(work, least=1)
        self._tell_foreign(work)
        return found if self.plan.variants > 1 else [made[0] for made in found]

    def _tell_faults(self, work: Batch, least: int = _LEAST_ROWS) -> None:
        """Warn of the first exception of each transformation; end the run when no row went through."""
        self._seen += work.size
        self._failed += len(work.failed)
        if self._failed == self._seen >= least:
            name, error = next(iter(work.faults.items()))
            raise TransformationError(f"{name} fails in every row, first with {_shown(error)}; correct it") from error
        for name, error in work.faults.items():
            if name not in self._warned:
                self._warned.add(name)
                said = f"{name} raised {_shown(error)}; rows in which it fails stay as they are (status 'fault')"
                warnings.warn(said, RuntimeWarning, stacklevel=2)

    def _tell_faults_of_columns(self, faults: Sequence[Exception]) -> None:
        """Warn of the first exception of rows in a column that go through when each is taken by itself."""
        if faults and _COLUMNS not in self._warned:
            self._warned.add(_COLUMNS)
            said = f"{self.name} {_COLUMNS}: {_shown(faults[0])}; such rows are perturbed one by one"
            warnings.warn(said, RuntimeWarning, stacklevel=2)

    def _tell_foreign(self, work: Batch) -> None:
        """Warn once when half of the first rows are refused for their language: the task may name the wrong one."""
        self._foreign.add(work.foreign.values())
        first = self._seen <= max(_FIRST_ROWS, work.size)
        if work.foreign and "" not in self._warned and first and 2 * self._foreign.size >= self._seen:
            self._warned.add("")
            warnings.warn(self._foreign.warning(self._seen, work.language), RuntimeWarning, stacklevel=2)

    def _tell_broken(self, work: Batch) -> None:
        """Warn once of rows that are left out because their labels do not fit their text."""
        if work.broken and self.plan.keep != "all" and BROKEN not in self._warned:
            self._warned.add(BROKEN)
            said = f"rows whose labels do not fit their text are left out; the first has: {work.broken}"
            warnings.warn(f"{said} (keep='all' keeps them, each with its reason)", RuntimeWarning, stacklevel=2)


def _needs_rows(name: str, tasks: Sequence[str], language: str) -> str:
    """That a transformation does not apply to a text alone, and how to apply it to rows."""
    named = "" if language == make_task(tasks[0]).language else f", language={language!r}"
    call = f"data.map(hr.Perturb({name!r}, hr.task({tasks[0]!r}{named})), batched=True)"
    return f"{name} changes rows of a task ({', '.join(tasks)}), not a text alone; give it a dataset: {call}"


def _is_asked_for_rows() -> bool:
    """Whether ``datasets`` calls for ``set_transform``, which cannot leave out rows; ``map`` calls from elsewhere."""
    return sys._getframe(2).f_globals.get("__name__") == "datasets.formatting.formatting"


def _shown(error: Exception) -> str:
    """An exception with the place where it was raised."""
    frames = extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"


_FIRST_ROWS = 100
_COLUMNS = "fails on a column of texts, but not on a single text"
_TEXTS = make_task(TEXT_CLASSIFICATION)
