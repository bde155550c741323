"""The configuration of ``hf-robust run``: options that the user typed replace what the file says."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from hf_robust.adapters.model_kind import DEFAULT_MODEL
from hf_robust.cli.language_model_options import MORE_PROMPTS, PARAMETERS, language_model_params, more_prompts
from hf_robust.cli.option_values import (
    asked_slices,
    entries,
    least_scores,
    listed,
    model_params,
    numbers,
    pairs,
    parameters,
    thresholds,
)
from hf_robust.cli.options import REPORT, typed
from hf_robust.configured.config_choices import ModelChoice, SuiteChoice
from hf_robust.configured.configuration import Configuration, is_configuration, load
from hf_robust.configured.data import check_named
from hf_robust.configured.pushed_results import COMMIT, PULL_REQUEST
from hf_robust.core.errors import UsageError
from hf_robust.tasks.base import task as make_task
from hf_robust.tasks.label_columns import spread

# option -> field, where the value stays as it is
DATA = {
    "dataset": "source",
    "config": "config",
    "split": "split",
    "dataset_revision": "revision",
    "id_column": "id",
    "scheme": "scheme",
    "offsets": "offsets",
    "quotes": "quotes",
    "limit": "limit",
    "first": "first",
    "drop_unlabeled": "drop_unlabeled",
}
COLUMNS = ("columns", "text_column", "pair_column", "label_column")
MODEL = {
    "model_revision": "revision",
    "batch_size": "batch_size",
    "device": "device",
    "precision": "precision",
    "train": "train",
}
TOP = {
    "task_name": "task",
    "language": "language",
    "variants": "variants",
    "protect_defaults": "protect_defaults",
    "nlp": "nlp",
    "seed": "seed",
    "num_proc": "num_proc",
    "weakest": "weakest",
    "metric": "metric",
    "max_errors": "max_errors",
    "save_answers": "save_answers",
}
LIMITS = {"min_confidence": "min_confidence", "unrated": "unrated"}
DATASET = "--dataset"
# options of a model, of its prompts, and of what a run does with the scores: the rows of a suite stay as they are
ABOUT_MODELS = ("model", *MODEL, "label_map", "model_params", *PARAMETERS, *MORE_PROMPTS)
ABOUT_SCORES = (
    *LIMITS,
    *("fail_under", "gate", "strict", "junit", "baseline_report", "push_results", "no_pr"),
    *("weakest", "metric", "max_errors"),
    *("out", "formats", "save_answers", "summary", "cache_dir"),
)
_SAME_ROWS = frozenset({"config_file", *ABOUT_MODELS, *ABOUT_SCORES, "num_proc"})


def configured(config_file: str | None, options: dict[str, Any]) -> Configuration:
    """The configuration that a call of ``hf-robust run`` asks for.

    Args:
        config_file: What was typed after ``--config``: a file; or, as it was spelled before there were such files, the
            config of a dataset on the Hub.
        options: Values of the other options.

    Raises:
        SpecError: A mistake in the file.
        UsageError: Options that do not go together.
    """
    named = typed()
    if config_file is not None and not is_configuration(config_file):
        if options["config"] is not None:
            raise UsageError(
                f"--config takes a file ending in .yaml, found {config_file!r}; the config of the dataset is "
                f"{options['config']!r} by --dataset-config"
            )
        options, named = {**options, "config": config_file}, {**named, "config": "--config"}
        config_file = None
    base = load(Path(config_file)) if config_file is not None else Configuration()
    return with_options(base, options, named)


def from_options(options: Mapping[str, Any], leave: Collection[str] = ()) -> Configuration:
    """The configuration that the options of a command ask for: its data, its models, and how it is run.

    Args:
        options: Values of the options.
        leave: Options that mean something else in this command.

    Raises:
        UsageError: Options that do not go together.
    """
    named = [name for name in typed() if name in options and name not in leave]
    return with_options(Configuration(), options, named)


def with_options(
    base: Configuration, options: Mapping[str, Any], named: Collection[str], dataset_option: str = DATASET
) -> Configuration:
    """A configuration with the options that were typed in place of what it says.

    Args:
        base: The configuration.
        options: Values of the options.
        named: Those that were typed.
        dataset_option: The option that names the dataset, for the messages.

    Raises:
        UsageError: Options that do not go together.
    """
    configuration = _with_rows(base, options, named, dataset_option)
    models = _models(configuration, options, named)
    baseline = configuration.baseline if configuration.baseline in [model.called for model in models] else None
    configuration = replace(
        configuration,
        models=models,
        baseline=baseline,
        thresholds=_limits(configuration, options, named),
    )
    changed: dict[str, Any] = {name: str(options[name]) for name in ("out", "cache_dir") if name in named}
    changed |= {field: options[option] for option, field in TOP.items() if option in named}
    if "formats" in named:
        changed["formats"] = tuple(name for name in options["formats"] if name not in ("html", "json"))
    if "protect" in named:
        changed["protect"] = tuple(options["protect"])
    if "bias" in named:
        changed["bias"] = tuple(listed(options["bias"]) or ())
    if "slices" in named:
        changed["slices"] = tuple(asked_slices(options["slices"]) or ())
    if MORE_PROMPTS.keys() & set(named):
        changed["prompts"] = more_prompts(base.prompts, options, named)
    if "filters" in named:
        changed["filters"] = least_scores(options["filters"])
    changed["push_results"] = _push(base, options, named)
    configuration = replace(configuration, **changed, transformations=_transformations(base, options, named))
    if configuration.suite.source is None and not set(named) <= _SAME_ROWS:
        configuration = replace(configuration, suite=SuiteChoice())  # other rows than those whose hash the file has
    return configuration


def _with_rows(
    base: Configuration, options: Mapping[str, Any], named: Collection[str], dataset_option: str
) -> Configuration:
    """The configuration with the dataset or the suite that was typed; the one goes in place of the other."""
    if "suite_source" in named:
        fresh = Configuration()
        rows = {name: getattr(fresh, name) for name in ("task", "dataset", "transformations", "variants", "filters")}
        only = tuple(listed(options.get("transformations")) or ())
        suite = SuiteChoice(source=options["suite_source"], revision=options["revision"], only=only)
        return replace(base, **rows, suite=suite, protect=(), protect_defaults=True, attacks=(), bias=None)
    suite = SuiteChoice() if "dataset" in named else base.suite
    if "revision" in named:
        if suite.source is None:
            raise UsageError("--revision goes with --suite; add that, or leave --revision out")
        suite = replace(suite, revision=options["revision"], content_hash=None)
    changed: dict[str, Any] = {field: options[option] for option, field in DATA.items() if option in named}
    if changed.get("source", base.dataset.source) != base.dataset.source:
        changed = {"config": None, "split": None, "revision": None, **changed}  # those were of the other dataset
    if ("limit" in named) != ("first" in named):  # the one that was typed goes in place of the other
        changed["first" if "limit" in named else "limit"] = None
    for name in ("fields", "label_names"):
        if name in named:
            changed[name] = tuple(listed(options[name]) or ())
    if "score_range" in named:
        changed["score_range"] = numbers(options["score_range"])
    configuration = replace(base, suite=suite, dataset=replace(base.dataset, **changed))
    column = next((name for name in COLUMNS if name in named), None)
    if column is None:
        return configuration
    asked = replace(configuration, task=options["task_name"] if "task_name" in named else base.task)
    check_named(asked, dataset_option)
    if configuration.dataset.source is None:
        shown = "--column" if column == "columns" else _shown(column)
        raise UsageError(f"{shown} describes data of yours; name it with {dataset_option}")
    columns = {**base.dataset.columns, **_named_columns(str(asked.task), options)}
    return replace(configuration, dataset=replace(configuration.dataset, columns=columns))


def _named_columns(task: str, options: Mapping[str, Any]) -> dict[str, str]:
    """The columns that were named, by role.

    Raises:
        UsageError: The task has no such column, or one is named twice.
    """
    columns = pairs(options["columns"], "--column")
    kind = make_task(task).kind
    shortcuts = {"text_column": kind.texts[:1], "pair_column": kind.texts[1:2], "label_column": kind.labels[:1]}
    for option, roles in shortcuts.items():
        if options[option] is None:
            continue
        if not roles:
            raise UsageError(f"{_shown(option)}: {task} has no such column")
        if roles[0] in columns:
            raise UsageError(
                f"{_shown(option)} and --column {roles[0]}=... name the same column; leave one of them out"
            )
        columns[roles[0]] = options[option]
    if not kind.many_labels:
        return columns
    label = kind.labels[0]  # which may be a list of columns, one a label
    several = {label: listed(columns[label])} if "," in columns.get(label, "") else {}
    return spread({**columns, **several}, listed(options["label_names"]))


def _shown(option: str) -> str:
    return f"--{option.replace('_', '-')}"


def _models(base: Configuration, options: Mapping[str, Any], named: Collection[str]) -> tuple[ModelChoice, ...]:
    """The models: the one that was typed, with what the file says of it; options hold for all of them."""
    models = base.models
    if "model" in named or "predictions" in named:
        known = [model for model in models if (options["model"] or DEFAULT_MODEL) in (model.called, model.model)]
        models = tuple(known[:1]) or (ModelChoice(model=options["model"]),)
    changed: dict[str, Any] = {field: options[option] for option, field in MODEL.items() if option in named}
    if "label_map" in named:
        changed["label_map"] = pairs(options["label_map"], "--label-map")
    params = model_params(options["model_params"]) if "model_params" in named else {}
    params |= language_model_params(options, named)
    return tuple(
        replace(model, **changed, params={**({} if "model_params" in named else model.params), **params})
        for model in models
    )


def _limits(base: Configuration, options: Mapping[str, Any], named: Collection[str]) -> Any:
    changed: dict[str, Any] = {field: options[option] for option, field in LIMITS.items() if option in named}
    if "fail_under" in named:
        changed["fail_under"] = thresholds(options["fail_under"])
    for name in ("gate", "strict"):
        if name in named:
            changed[name] = options[name]
    if "baseline_report" in named:
        changed["baseline"] = str(options["baseline_report"])
    for name in ("junit", "summary"):
        if name in named:
            changed[name] = str(options[name])
        elif "out" in named and getattr(base.thresholds, name) is not None:
            place, before = Path(getattr(base.thresholds, name)), base.out or REPORT
            if place.is_relative_to(before):  # what lay in the folder moves with it
                changed[name] = str(options["out"] / place.relative_to(before))
    return replace(base.thresholds, **changed)


def _push(base: Configuration, options: Mapping[str, Any], named: Collection[str]) -> str | None:
    """How results are pushed."""
    asked = PULL_REQUEST if "push_results" in named else base.push_results
    if "no_pr" not in named:
        return asked
    if asked is None:
        raise UsageError("--no-pr goes with --push-results; add that, or leave --no-pr out")
    return COMMIT


def _transformations(base: Configuration, options: Mapping[str, Any], named: Collection[str]) -> tuple[Any, ...] | None:
    """Entries in the form that a file has; parameters that were typed alone go to those that the file names."""
    if "transformations" in named and "suite_source" not in named:
        return _as_written(entries(options["transformations"], options["params"]))
    if "params" not in named:
        return base.transformations
    by_name = parameters(options["params"])
    stages = [
        stage for entry in base.transformations or () for stage in (entry if isinstance(entry, tuple) else [entry])
    ]
    unused = set(by_name) - {stage if isinstance(stage, str) else stage["name"] for stage in stages}
    if unused:
        raise UsageError(f"--param names {', '.join(sorted(unused))}, which is not among the transformations")
    return tuple(_with_params(entry, by_name) for entry in base.transformations or ())


def _with_params(entry: Any, by_name: Mapping[str, Mapping[str, Any]]) -> Any:
    if isinstance(entry, tuple):
        return tuple(_with_params(stage, by_name) for stage in entry)
    said = {"name": entry} if isinstance(entry, str) else entry
    return {**said, **by_name[said["name"]]} if said["name"] in by_name else entry


def _as_written(options: list[Any] | None) -> tuple[Any, ...] | None:
    """What :func:`hf_robust.cli.option_values.entries` gives, with names alone where there are no parameters."""

    def stage(said: Any) -> Any:
        if isinstance(said, list):
            return tuple(map(stage, said))
        return said if len(said) > 1 else said["name"]

    return None if options is None else tuple(map(stage, options))
