"""Carries out a configuration: each model on the suite, capability tests and attacks; one that fails leaves the others.

With one model and nothing but the suite, the report lies in the folder itself. Capability tests and attacks lie in
folders of their own below, and of several models each has a folder.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hf_robust.cli.baseline_report import check_baselines, read_baselines, with_cases
from hf_robust.cli.capability_parts import CapabilityPart, capability_part
from hf_robust.cli.chosen_model import check_model, labeled_task, predictor_for, reads_pipeline
from hf_robust.cli.config_choices import AttackChoice, ModelChoice
from hf_robust.cli.config_options import options_of
from hf_robust.cli.config_repeated import repeating
from hf_robust.cli.config_summary import Outcome, numbered, summary
from hf_robust.cli.config_written import SUMMARY, check_written, said_by_run
from hf_robust.cli.configuration import COMPARISON, FILE, Configuration, check_source, folder_name, written
from hf_robust.cli.data import chosen_data, chosen_rows
from hf_robust.cli.option_values import ALL_OTHERS
from hf_robust.cli.options import WRONG, command_line, note_unused_pipeline
from hf_robust.cli.outcome import check_names, check_places, exit_below, finish, named_formats
from hf_robust.cli.pushed_results import check_push, pushed
from hf_robust.cli.suite_command import build_suite, check_slices, suite_names, with_bias
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


def carry_out(configuration: Configuration, out: Path, config_file: str | None = None) -> None:
    """Run all that a configuration asks for, write the reports, and exit with 1 where a score is below its threshold.

    Args:
        configuration: The configuration.
        out: Folder of the reports.
        config_file: The file it was read from, which is left as it is.

    Raises:
        RobustError: Something is wrong with what was asked; before any work starts. With several parts, what fails
            later is said at the end, by exit code 2.
    """
    check_written(configuration, out, config_file)
    work = Work.prepared(configuration, out)
    try:
        work.run_all()
    except Exception as error:
        work.told(configuration.models[0], ROBUSTNESS, error)
        work.summarize()
        raise
    work.write(config_file)
    if configuration.push_results is not None:
        work.outcomes = list(pushed(work.outcomes, configuration.push_results))
    work.summarize()
    errors = [f"{outcome.label}: {outcome.error}" for outcome in work.failed]
    errors += [outcome.push_error for outcome in work.outcomes if outcome.push_error]
    for message in errors:
        click.echo(f"Error: {message}", err=True)
    failures = [failure for outcome in work.outcomes for failure in (*outcome.below, *outcome.falls)]
    if errors:
        for failure in failures:
            click.echo(f"FAILED {failure}", err=True)
        raise click.exceptions.Exit(WRONG)
    exit_below(failures)


@dataclass
class Work:
    """What is run, and what came of it.

    Args:
        configuration: The configuration.
        out: Folder of the reports.
        task: The task with the names of its labels.
        data: The rows; None where a suite was named.
        suite: The suite; None as long as it is not built.
        capabilities: The capability tests.
        outcomes: What came of each part.
        cache_dir: Where predictions are kept.
        baselines: The earlier report of each model that has one, by what the model is called.
    """

    configuration: Configuration
    out: Path
    task: "Task"
    data: "Dataset | None"
    suite: "Suite | None"
    capabilities: tuple[CapabilityPart, ...] = ()
    outcomes: list[Outcome] = field(default_factory=list)
    cache_dir: str | None = None
    baselines: "dict[str, Report]" = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.cache_dir = self.configuration.cache_dir

    @property
    def failed(self) -> list[Outcome]:
        """The parts that could not be run."""
        return [outcome for outcome in self.outcomes if outcome.error]

    @property
    def alone(self) -> bool:
        """Whether there is nothing but one model on the suite."""
        return len(self.configuration.models) == 1 and not self.capabilities and not self.configuration.attacks

    @classmethod
    def prepared(cls, configuration: Configuration, out: Path) -> "Work":
        """All that can be checked before any work starts."""
        check_source(configuration)
        options = options_of(configuration) | {"formats": configuration.formats}
        check_places(out, {**options, "suite_source": configuration.suite.source}, "report")
        baselines = _said_before(configuration)
        given = configuration.suite.source is not None
        for one in configuration.models:
            if not given or one.model is not None:
                with naming(one.called) if len(configuration.models) > 1 else nullcontext():
                    check_model(one.model, options_of(configuration, one))
        found = cls._of_suite(configuration, out) if given else cls._of_data(configuration, out, options)
        parts = [capability_part(choice, configuration) for choice in configuration.capabilities]
        labels = numbered([part.label for part in parts])
        found.capabilities = tuple(replace(part, label=label) for part, label in zip(parts, labels))
        check_names(list(found._checks()), options)
        found.baselines = baselines
        check_baselines(baselines, found.task, list(found._transformations()))
        return found

    @classmethod
    def _of_suite(cls, configuration: Configuration, out: Path) -> "Work":
        from hf_robust.evaluation.robustness_run import with_labels
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
    def _of_data(cls, configuration: Configuration, out: Path, options: Mapping[str, Any]) -> "Work":
        data, task = chosen_data(options)
        check_slices(data, task, configuration.slices)
        return cls(configuration, out, task, data, None)

    def _checks(self) -> Iterator[str]:
        """Names that may have a threshold."""
        yield from self._transformations()
        for part in self.capabilities:
            yield from part.ids
        yield from (attack.recipe for attack in self.configuration.attacks)

    def _transformations(self) -> Iterator[str]:
        """Names of the entries of the suite."""
        yield from self.suite.entries if self.suite is not None else suite_names(self._entries, self.task)

    @property
    def _entries(self) -> list[Any] | None:
        chosen = self.configuration.transformations
        return with_bias(None if chosen is None else list(chosen), self.task, self.configuration.bias)

    def run_all(self) -> None:
        """Run each part with each model."""
        models = self.configuration.models
        if len(models) == 1:
            self._run_model(models[0], self.out, "")
            return
        for one in models:
            with naming(one.called):
                self._predictor(one)  # what is wrong with one of them is said before any work starts
        with scratch_folder() as folder:
            self.cache_dir = self.cache_dir or str(folder)  # the comparison reads what was predicted
            for one in models:
                self._run_model(one, self.out / folder_name(one.called), f"{one.called}: ")
            self._compare_models()

    def _compare_models(self) -> None:
        """Compare the models that could be run."""
        failed = [outcome.model for outcome in self.failed if outcome.label.endswith(ROBUSTNESS)]
        models = [one for one in self.configuration.models if one not in failed]
        if len(models) > 1:
            self._part(models[0], COMPARISON, self.out / COMPARISON, partial(self._comparison, models))

    def _comparison(self, models: Sequence[ModelChoice]) -> Any:
        from hf_robust.cli.progress import bars
        from hf_robust.evaluation.compare_run import compare
        from hf_robust.evaluation.held_out import train_on_originals

        suite, asked = self._suite(models[0]), self.configuration
        predictors = {one.called: self._predictor(one) for one in models}
        for predictor in predictors.values():
            if self.data is not None:
                train_on_originals(predictor, suite, self.data)
        first = models[0].called if asked.thresholds.fail_on_regression else None
        with bars() as progress:
            return compare(
                predictors,
                suite,
                baseline=asked.baseline if asked.baseline in predictors else first,
                slices=self._own_slices,
                cache_dir=self.cache_dir,
                seed=asked.seed,
                progress=progress,
                command=command_line(),
            )

    @property
    def _own_slices(self) -> list[Any] | None:
        """The slices that a suite from elsewhere does not have."""
        return (self.data is None and list(self.configuration.slices)) or None

    def _run_model(self, model: ModelChoice, folder: Path, prefix: str) -> None:
        predictor = self._predictor(model)
        self._part(model, f"{prefix}{ROBUSTNESS}", folder, partial(self._robustness, predictor, model))
        for part in self.capabilities:
            place = folder / folder_name(part.label)
            self._part(model, f"{prefix}{part.label}", place, partial(part.run, model, self.configuration))
        for label, attack in zip(self._attack_labels, self.configuration.attacks):
            place = folder / folder_name(label)
            self._part(model, f"{prefix}{label}", place, partial(self._attack, predictor, model, attack, place))

    @property
    def _attack_labels(self) -> list[str]:
        return numbered([f"attack {attack.recipe}" for attack in self.configuration.attacks])

    def _part(self, model: ModelChoice, label: str, folder: Path, run: Callable[[], Any]) -> None:
        """Run one part, write its report and hold it against the thresholds."""
        if not self.alone:
            click.echo(f"\n{label}")
        try:
            self.outcomes.append(self._outcome(model, label, folder, run()))
        except Exception as error:  # the other parts are not lost for it; Ctrl-C, which ends in Exit, stops them all
            if self.alone or isinstance(error, click.exceptions.Exit):
                raise
            click.echo(f"failed: {error}", err=True)
            self.told(model, label, error)

    def told(self, model: ModelChoice, label: str, error: Exception) -> None:
        """Keep what went wrong with a part."""
        self.outcomes.append(Outcome(model, label, self.out, error=f"{error}" or type(error).__name__))

    def _outcome(self, model: ModelChoice, label: str, folder: Path, report: Any) -> Outcome:
        finish(report, folder, named_formats(self.configuration.formats))
        if label == COMPARISON:
            found = report.regressions() if self.configuration.thresholds.fail_on_regression else ()
            return Outcome(model, label, folder, report=report, below=tuple(found))
        from hf_robust.reports import Report
        from hf_robust.reports.formats.junit import render

        own = {check.key for check in report.view.checks}
        general = {ALL_OTHERS} if "attack" not in report.record else set()  # an attack is held to its own name alone
        asked = self.configuration.thresholds.fail_under
        held = {name: score for name, score in asked.items() if name in own | general}
        junit = b"" if self.configuration.thresholds.junit is None else render(report.view, held)
        prefix = "" if self.alone else f"{label}: "
        below = tuple(f"{prefix}{failure}" for failure in report.failures(held))
        done = Outcome(model, label, folder, report=report, below=below, junit=junit)
        return self._on_suite(done) if isinstance(report, Report) else done

    def _on_suite(self, outcome: Outcome) -> Outcome:
        """What came of a model on the suite, compared with the baseline where there is one."""
        done, baseline = replace(outcome, on_suite=True), self.baselines.get(outcome.model.called)
        if baseline is None:
            if self.baselines:
                click.echo(f"note: the baseline holds no report of {outcome.model.called}", err=True)
            return done
        since = outcome.report.since(baseline)
        click.echo(f"\n{since.verdict}")
        for note in (*since.notes, *(f"not compared: {name} ({reason})" for name, reason in since.left_out)):
            click.echo(f"- {note}")
        prefix = "" if self.alone else f"{outcome.label}: "
        junit = with_cases(outcome.junit, since) if outcome.junit else b""
        return replace(done, since=since, falls=tuple(f"{prefix}{fall}" for fall in since.falls), junit=junit)

    def _predictor(self, model: ModelChoice) -> "Predictor":
        options = options_of(self.configuration, model)
        if self.suite is not None and self.data is None:
            return predictor_for(model.model, self.task, options, self.suite)
        assert self.data is not None
        return predictor_for(model.model, labeled_task(self.data, self.task), options)

    def _robustness(self, predictor: "Predictor", model: ModelChoice) -> Any:
        from hf_robust.cli.progress import bar
        from hf_robust.evaluation.dispatch import run
        from hf_robust.evaluation.held_out import train_on_originals

        suite = self._suite(model)
        if self.data is not None:
            train_on_originals(predictor, suite, self.data)
        limits = self.configuration.thresholds
        with bar("predict") as progress:
            return run(
                predictor,
                suite,
                min_confidence=limits.min_confidence,
                unrated=limits.unrated,
                slices=self._own_slices,
                weakest=self.configuration.weakest,
                cache_dir=self.cache_dir,
                progress=progress,
                command=command_line(),
            )

    def _suite(self, model: ModelChoice) -> "Suite":
        """The suite, built once."""
        if self.suite is not None:
            return self.suite
        assert self.data is not None
        reads = reads_pipeline(model.model, self.task) or bool(self.configuration.slices)
        note_unused_pipeline(self._entries, self.configuration.nlp, reads)
        suite = build_suite(self.data, self.task, self._entries, options_of(self.configuration))
        least = dict(self.configuration.filters)
        suite = suite.filter(**least) if least else suite
        expected = self.configuration.suite.content_hash
        if expected not in (None, suite.content_hash):
            click.echo(
                f"note: these are not the rows that the configuration was written for (their hash is "
                f"{suite.content_hash}, not {expected}): the data, a resource or hf_robust is another",
                err=True,
            )
        self.suite = suite
        return suite

    def _attack(self, predictor: "Predictor", model: ModelChoice, choice: AttackChoice, folder: Path) -> Any:
        from hf_robust.cli.attack_command import DEMO_ROWS, attacked

        assert self.data is not None
        demo = self.configuration.dataset.source is None and choice.limit is None
        chosen = {"limit": choice.limit, "first": choice.first or (DEMO_ROWS if demo else None)}
        rows = chosen_rows(self.data, self.task, chosen | {"seed": self.configuration.seed})
        own = {name: getattr(choice, name) for name in ("like", "budget", "field", "inside", "target", "width")}
        options = options_of(self.configuration, model) | own | {"transformations": None}
        # the labels are those of all rows, also where the first few have one alone
        return attacked(predictor, rows, labeled_task(self.data, self.task), choice.recipe, folder, options)

    def _junit(self) -> bytes:
        """The checks of all parts."""
        from hf_robust.reports.formats.junit import merged

        if self.alone:
            return self.outcomes[0].junit
        parts = {outcome.label: outcome.junit for outcome in self.outcomes if outcome.junit}
        return merged(parts, {outcome.label: outcome.error for outcome in self.failed})

    def summarize(self) -> None:
        """Append to the summary of the job, where one is named."""
        from hf_robust.cli.job_summary import append_summary

        if self.configuration.thresholds.summary is not None:
            append_summary(Path(self.configuration.thresholds.summary), self.outcomes)

    def write(self, config_file: str | None) -> None:
        """Write the configuration that repeats this run, JUnit XML, and with several parts a summary."""
        from hf_robust.core.files import write_files

        if self.configuration.thresholds.junit is not None:
            junit = Path(self.configuration.thresholds.junit)
            write_files(junit.parent, {junit.name: self._junit()})
        place = self.out / FILE
        files: dict[str, bytes] = {}
        if config_file is None or not place.exists() or not place.samefile(config_file):
            files[FILE] = written(
                repeating(self.configuration, self.suite, self.data, self.outcomes), said_by_run(place)
            ).encode()
        if not self.alone:
            files[SUMMARY] = summary(self.outcomes, self.out).encode()
            click.echo(f"\nsummary -> {self.out / SUMMARY}")
        if files:
            write_files(self.out, files)
        if FILE in files:
            click.echo(f"repeat it: hf-robust run --config {place}")


def _said_before(configuration: Configuration) -> "dict[str, Report]":
    """The reports of the baseline; what is wrong with them, with the summary and with pushing is said at once."""
    from hf_robust.cli.job_summary import check_summary

    limits = configuration.thresholds
    if limits.summary is not None:
        check_summary(Path(limits.summary))
    if configuration.push_results is not None:
        check_push(configuration.models)
    return {} if limits.baseline is None else read_baselines(Path(limits.baseline), configuration.models)
