"""Carries out a configuration: each model on the suite, capability tests and attacks; one that fails leaves the others.

With one model and nothing but the suite, the report lies in the folder itself. Capability tests and attacks lie in
folders of their own below, and of several models each has a folder.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.configured.baseline_report import check_baselines, read_baselines, with_cases
from hf_robust.configured.capability_parts import CapabilityPart, capability_part
from hf_robust.configured.chosen_model import check_model, labeled_task, predictor_for, reads_pipeline, same_model
from hf_robust.configured.chosen_suite import (
    UNUSED_PIPELINE,
    check_slices,
    entries_of,
    pipeline_is_unused,
    suite_names,
    suite_of,
)
from hf_robust.configured.config_choices import ALL_OTHERS, AttackChoice, ModelChoice
from hf_robust.configured.config_summary import RunSummary, numbered
from hf_robust.configured.configuration import COMPARISON, Configuration, check_source, folder_name
from hf_robust.configured.data import chosen_rows, counted_data
from hf_robust.configured.listener import Listener
from hf_robust.configured.protected_outputs import check_outputs
from hf_robust.configured.pushed_results import check_push
from hf_robust.configured.report_gates import check_gate, gated
from hf_robust.configured.report_paths import (
    check_answers,
    check_paths,
    check_report,
    check_thresholds,
    named_formats,
)
from hf_robust.core.errors import SuiteError
from hf_robust.core.staging import scratch_folder
from hf_robust.evaluation.several_models import naming

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.adapters import Predictor
    from hf_robust.reports import Report
    from hf_robust.suites.robustness import Suite
    from hf_robust.tasks.base import Task

ROBUSTNESS = "robustness"


@dataclass
class Work:
    """What is run, and what came of it.

    Args:
        out: Folder of the reports; None to write no files.
        task: The task with the names of its labels.
        data: The rows; None where a suite was named.
        suite: The suite; None as long as it is not built.
        capabilities: The capability tests.
        data_rows: Of how many rows the data was chosen; None where that is not known.
        outcomes: What came of each part.
        cache_dir: Where predictions are kept.
        baselines: The earlier report of each model that has one, by what the model is called.
        listener: Receives messages, finished reports and progress.
    """

    configuration: Configuration
    out: Path | None
    task: "Task"
    data: "Dataset | None"
    suite: "Suite | None"
    capabilities: tuple[CapabilityPart, ...] = ()
    data_rows: int | None = None
    outcomes: list[RunSummary] = field(default_factory=list)
    cache_dir: str | None = None
    baselines: "dict[str, Report]" = field(default_factory=dict)
    listener: Listener = field(default_factory=Listener)

    def __post_init__(self) -> None:
        self.cache_dir = self.configuration.cache_dir

    @property
    def failed(self) -> list[RunSummary]:
        """The parts that could not be run."""
        return [outcome for outcome in self.outcomes if outcome.error]

    @property
    def alone(self) -> bool:
        """Whether there is nothing but one model on the suite."""
        return len(self.configuration.models) == 1 and not self.capabilities and not self.configuration.attacks

    @classmethod
    def prepared(
        cls, configuration: Configuration, out: Path | None, listener: Listener, offline: bool = False
    ) -> "Work":
        """All that can be checked before any work starts.

        Args:
            offline: Whether no server of a model is asked.
        """
        check_source(configuration)
        _check_written(configuration, out, listener.overwrite)
        baselines = _said_before(configuration, listener)
        given = configuration.suite.source is not None
        for one in configuration.models:
            if not given or one.model is not None:
                with naming(one.called) if len(configuration.models) > 1 else nullcontext():
                    check_model(one, configuration, offline)
        found = cls._of_suite(configuration, out) if given else cls._of_data(configuration, out, listener)
        for read in (found.data, found.suite):
            if read is not None:
                listener.read(read)
        parts = [capability_part(choice, configuration) for choice in configuration.capabilities]
        labels = numbered([part.label for part in parts])
        found.capabilities = tuple(replace(part, label=label) for part, label in zip(parts, labels))
        check_thresholds(configuration.thresholds.fail_under, list(found._checks()))
        limits = configuration.thresholds
        measured = {"drop": True, "failure": found.capabilities, "success": configuration.attacks}
        quantities = [name for name, some in measured.items() if some]
        check_gate(limits.gate, limits.strict, list(found._checks()), quantities)
        found.baselines, found.listener = baselines, listener
        found.cache_dir, found.suite = listener.cache_dir or found.cache_dir, found.suite or listener.suite
        check_baselines(baselines, found.task, list(found._transformations()), configuration.metric)
        if same := same_model(configuration.models, found.task):
            listener.note(same)
        return found

    @classmethod
    def _of_suite(cls, configuration: Configuration, out: Path | None) -> "Work":
        from hf_robust.evaluation.prepared_run import with_labels
        from hf_robust.suites.robustness import Suite

        choice = configuration.suite
        suite = Suite.load(str(choice.source), choice.revision).part(choice.only)
        if choice.content_hash not in (None, suite.content_hash):
            raise SuiteError(
                f"the suite {choice.source} has other rows than the configuration was written for (its hash is "
                f"{suite.content_hash}, not {choice.content_hash}); name the revision, or leave content_hash out"
            )
        return cls(configuration, out, with_labels(suite), None, suite)

    @classmethod
    def _of_data(cls, configuration: Configuration, out: Path | None, listener: Listener) -> "Work":
        data, task, rows = counted_data(configuration, notify=listener.note)
        check_slices(data, task, configuration.slices)
        return cls(configuration, out, task, data, None, data_rows=rows)

    def _checks(self) -> Iterator[str]:
        """Names that may have a threshold."""
        yield from self._transformations()
        for part in self.capabilities:
            yield from part.ids
        yield from (attack.recipe for attack in self.configuration.attacks)

    def _transformations(self) -> Iterator[str]:
        """Names of the entries of the suite."""
        if self.suite is not None:
            yield from self.suite.entries
        else:
            yield from suite_names(entries_of(self.configuration, self.task), self.task)

    def run_all(self) -> None:
        """Run each part with each model."""
        models = self.configuration.models
        if len(models) == 1:
            self._run_model(models[0], self.out, "")
            return
        for one in models:
            with naming(one.called):
                self.predictor(one)  # what is wrong with one of them is said before any work starts
        with scratch_folder() as folder:
            self.cache_dir = self.cache_dir or str(folder)  # the comparison reads what was predicted
            for one in models:
                self._run_model(one, _below(self.out, one.called), f"{one.called}: ")
            self._compare_models()

    def _compare_models(self) -> None:
        """Compare the models that could be run."""
        failed = [outcome.model for outcome in self.failed if outcome.label.endswith(ROBUSTNESS)]
        models = [one for one in self.configuration.models if one not in failed]
        if len(models) > 1:
            self._part(models[0], COMPARISON, _below(self.out, COMPARISON), partial(self._comparison, models))

    def _comparison(self, models: Sequence[ModelChoice]) -> Any:
        from hf_robust.evaluation.compare_run import compare
        from hf_robust.evaluation.held_out import train_on_originals

        suite, asked = self._suite(models[0]), self.configuration
        predictors = {one.called: self.predictor(one) for one in models}
        for predictor in predictors.values():
            if self.data is not None:
                train_on_originals(predictor, suite, self.data)
        first = models[0].called if asked.thresholds.fail_on_regression or asked.thresholds.gate else None
        with self.listener.bars() as progress:
            return compare(
                predictors,
                suite,
                baseline=asked.baseline if asked.baseline in predictors else first,
                slices=self._own_slices,
                metric=asked.metric,
                max_errors=asked.max_errors,
                cache_dir=self.cache_dir,
                seed=asked.seed,
                progress=progress,
                command=self.listener.command,
            )

    @property
    def _own_slices(self) -> list[Any] | None:
        """The slices that a suite from elsewhere does not have."""
        return (self.data is None and list(self.configuration.slices)) or None

    def _run_model(self, model: ModelChoice, folder: Path | None, prefix: str) -> None:
        predictor = self.predictor(model)
        self._part(model, f"{prefix}{ROBUSTNESS}", folder, partial(self._robustness, predictor, model))
        for part in self.capabilities:
            place = _below(folder, part.label)
            self._part(
                model, f"{prefix}{part.label}", place, partial(part.run, model, self.configuration, self.listener)
            )
        for label, attack in zip(self._attack_labels, self.configuration.attacks):
            place = _below(folder, label)
            self._part(model, f"{prefix}{label}", place, partial(self._attack, predictor, attack, place))

    @property
    def _attack_labels(self) -> list[str]:
        return numbered([f"attack {attack.recipe}" for attack in self.configuration.attacks])

    def _part(self, model: ModelChoice, label: str, folder: Path | None, run: Callable[[], Any]) -> None:
        """Run one part, write its report and hold it against the thresholds."""
        if not self.alone:
            self.listener.say(f"\n{label}")
        try:
            self.outcomes.append(self._outcome(model, label, folder, run()))
        except Exception as error:  # the other parts are not lost for it; Ctrl-C stops them all
            if self.alone:
                raise
            self.listener.note(f"failed: {error}")
            self.told(model, label, error)

    def told(self, model: ModelChoice, label: str, error: Exception) -> None:
        """Keep what went wrong with a part."""
        self.outcomes.append(RunSummary(model, label, self.out, error=f"{error}" or type(error).__name__))

    def _save_answers(self, report: Any, folder: Path) -> None:
        """Write the answers behind a report, where they are asked for and the report has answers to rows."""
        from hf_robust.reports import Report

        if self.configuration.save_answers and isinstance(report, Report):
            file = report.save_answers(folder, overwrite=self.listener.overwrite)
            self.listener.say(f"answers -> {file}")

    def _outcome(self, model: ModelChoice, label: str, folder: Path | None, report: Any) -> RunSummary:
        formats = named_formats(self.configuration.formats)
        limits = self.configuration.thresholds
        report, blocked = gated(report, limits.gate, limits.strict)
        if folder is not None:
            report.save(folder, formats, overwrite=self.listener.overwrite)
            self._save_answers(report, folder)
        self.listener.finished(report, folder, formats)
        if label == COMPARISON:
            found = report.regressions() if self.configuration.thresholds.fail_on_regression else ()
            return RunSummary(model, label, folder, report=report, below=(*found, *blocked))
        from hf_robust.reports import Report
        from hf_robust.reports.formats.junit import render

        own = {check.key for check in report.view.checks}
        general = {ALL_OTHERS} if "attack" not in report.record else set()  # an attack is held to its own name alone
        asked = self.configuration.thresholds.fail_under
        held = {name: score for name, score in asked.items() if name in own | general}
        junit = b"" if self.configuration.thresholds.junit is None else render(report.view, held, limits.strict)
        prefix = "" if self.alone else f"{label}: "
        below = tuple(f"{prefix}{failure}" for failure in (*report.failures(held), *blocked))
        done = RunSummary(model, label, folder, report=report, below=below, junit=junit)
        return self._on_suite(done) if isinstance(report, Report) else done

    def _on_suite(self, outcome: RunSummary) -> RunSummary:
        """What came of a model on the suite, compared with the baseline where there is one."""
        done, baseline = replace(outcome, on_suite=True), self.baselines.get(outcome.model.called)
        if baseline is None:
            if self.baselines:
                self.listener.note(f"note: the baseline holds no report of {outcome.model.called}")
            return done
        since = outcome.report.since(baseline)
        self.listener.say(f"\n{since.verdict}")
        for note in (*since.notes, *(f"not compared: {name} ({reason})" for name, reason in since.left_out)):
            self.listener.say(f"- {note}")
        prefix = "" if self.alone else f"{outcome.label}: "
        junit = with_cases(outcome.junit, since) if outcome.junit else b""
        return replace(done, since=since, falls=tuple(f"{prefix}{fall}" for fall in since.falls), junit=junit)

    def predictor(self, model: ModelChoice) -> "Predictor":
        """A model, ready to predict."""
        asked, note = self.configuration, self.listener.note
        if self.listener.cache_dir is not None:
            asked = replace(asked, cache_dir=self.listener.cache_dir)
        if self.suite is not None and self.data is None:
            return predictor_for(model, self.task, asked, self.suite, notify=note)
        assert self.data is not None
        return predictor_for(model, labeled_task(self.data, self.task), asked, notify=note)

    def model_and_suite(self, model: ModelChoice) -> "tuple[Predictor, Suite]":
        """A model, ready to predict, and the suite."""
        return self.predictor(model), self._suite(model)

    def _robustness(self, predictor: "Predictor", model: ModelChoice) -> Any:
        from hf_robust.evaluation.dispatch import run
        from hf_robust.evaluation.held_out import train_on_originals

        suite = self._suite(model)
        if self.data is not None:
            train_on_originals(predictor, suite, self.data)
        limits = self.configuration.thresholds
        with self.listener.bar("predict") as progress:
            return run(
                predictor,
                suite,
                min_confidence=limits.min_confidence,
                unrated=limits.unrated,
                slices=self._own_slices,
                weakest=self.configuration.weakest,
                metric=self.configuration.metric,
                max_errors=self.configuration.max_errors,
                **self.configuration.prompts.options(),
                cache_dir=self.cache_dir,
                progress=progress,
                command=self.listener.command,
            )

    def _suite(self, model: ModelChoice) -> "Suite":
        """The suite, built once."""
        if self.suite is not None:
            return self.suite
        assert self.data is not None
        reads = reads_pipeline(model.model, self.task) or bool(self.configuration.slices)
        if pipeline_is_unused(entries_of(self.configuration, self.task), self.configuration.nlp, reads):
            self.listener.note(UNUSED_PIPELINE)
        with self.listener.current("perturb") as step:
            suite = suite_of(self.data, self.task, self.configuration, progress=step)
            suite = replace(suite, info={**suite.info, "data_rows": self.data_rows})
        least = dict(self.configuration.filters)
        suite = suite.filter(**least) if least else suite
        expected = self.configuration.suite.content_hash
        if expected not in (None, suite.content_hash):
            self.listener.note(
                f"note: these are not the rows that the configuration was written for (their hash is "
                f"{suite.content_hash}, not {expected}): the data, a resource or hf_robust is another"
            )
        self.suite = suite
        return suite

    def _attack(self, predictor: "Predictor", choice: AttackChoice, folder: Path | None) -> Any:
        from hf_robust.configured.attack_rows_run import DEMO_ROWS, JOURNAL, attack_rows

        assert self.data is not None
        demo = self.configuration.dataset.source is None and choice.limit is None
        first = choice.first or (DEMO_ROWS if demo else None)
        rows = chosen_rows(self.data, self.task, choice.limit, first, self.configuration.seed)
        # the labels are those of all rows, also where the first few have one alone
        task = labeled_task(self.data, self.task)
        journal = None if folder is None else folder / JOURNAL
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        with self.listener.attack(journal) as progress:
            return attack_rows(
                predictor,
                rows,
                task,
                choice,
                self.configuration,
                journal=journal,
                progress=progress,
                command=self.listener.command,
            )


def _check_written(asked: Configuration, out: Path | None, overwrite: bool) -> None:
    """Refuse places that cannot be written to or that are read, and a threshold out of range."""
    limits = asked.thresholds
    check_thresholds(limits.fail_under)
    if out is not None:
        check_report(out, "report", asked.formats, overwrite)
        if asked.save_answers:
            check_answers(out, overwrite)
    written = {"out": out, "junit": limits.junit, "cache_dir": asked.cache_dir}
    read = [asked.dataset.source, asked.suite.source, asked.nlp, *(one.train for one in asked.models)]
    check_outputs(written, read, overwrite=overwrite)
    check_paths(
        None if limits.junit is None else Path(limits.junit), None if asked.cache_dir is None else Path(asked.cache_dir)
    )


def _said_before(configuration: Configuration, listener: Listener) -> "dict[str, Report]":
    """The reports of the baseline; what is wrong with them, with the summary and with pushing is said at once."""
    from hf_robust.configured.job_summary import check_summary

    limits = configuration.thresholds
    if limits.summary is not None:
        check_summary(Path(limits.summary), listener.overwrite)
    if configuration.push_results is not None:
        check_push(configuration.models)
    return {} if limits.baseline is None else read_baselines(Path(limits.baseline), configuration.models)


def _below(folder: Path | None, name: str) -> Path | None:
    """The folder of a part or a model; None where no files are written."""
    return None if folder is None else folder / folder_name(name)
