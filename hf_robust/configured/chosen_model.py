"""The models of a configuration: checked before any data is read, and made before the suite is built."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.configured.config_choices import NO_FUNCTIONS, ModelChoice
from hf_robust.configured.configuration import Configuration
from hf_robust.configured.data import in_columns
from hf_robust.configured.listener import Notify, silent
from hf_robust.core.errors import HubError, UnknownNameError, UsageError
from hf_robust.tasks.layouts.load_rows import is_table, load_data

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.adapters import Predictor
    from hf_robust.suites.robustness import Suite
    from hf_robust.tasks.base import Task

_PYTHON_NAME = re.compile(r"[A-Za-z_]\w*([.:][A-Za-z_]\w*)+")  # module.function or module:function


def check_model(choice: ModelChoice, asked: Configuration, offline: bool = False) -> None:
    """Refuse what is no model before the dataset is read.

    Args:
        asked: The configuration, which says the task and the language.
        offline: Whether no server of a model is asked.

    Raises:
        UsageError: When the folder holds no model, or a baseline is not for the language.
        HubError: When the Hub has no such model or cannot be reached.
        MissingResource: When the bundled classifier cannot be had.
    """
    from hf_robust.adapters.model_kind import kind_of

    given = {
        "task_name": asked.task,
        "language": asked.language,
        "nlp": asked.nlp,
        "model_revision": choice.revision,
        "params": dict(choice.params),
        "offline": offline,
    }
    try:
        kind_of(choice.model).check(choice.model, given)
    except (HubError, UnknownNameError) as error:
        if _PYTHON_NAME.fullmatch(choice.model or "") is None:
            raise
        raise HubError(f"models: {choice.model!r} is no model; {NO_FUNCTIONS}. {error}") from error


def labeled_task(data: "Dataset", task: "Task") -> "Task":
    """The task bound to the data, with the names of its labels."""
    from hf_robust.suites.prepared_build import check_data

    check_data(data)
    bound = task.bind(data)
    return bound.with_seen(bound.labels_in(data))


def reads_pipeline(model: str | None, task: "Task") -> bool:
    """Whether a model is a baseline that reads the spaCy pipeline.

    Example:
        >>> import hf_robust as hr
        >>> reads_pipeline(None, hr.task("parsing")), reads_pipeline("first-sense-baseline", hr.task("wsd"))
        (True, False)
    """
    from hf_robust.adapters.baselines.baseline_table import BASELINES, baselines_of

    default = next(iter(baselines_of(task.name, task.language)), None)
    row = default if model is None else BASELINES.get(model)
    return row is not None and "nlp" in row.takes


def same_model(models: Sequence[ModelChoice], task: "Task") -> str:
    """A line that tells of two names of one model: the default model, and the baseline that it is; empty for none.

    Args:
        models: The models of a run.
        task: The task.

    Example:
        >>> import hf_robust as hr
        >>> same_model([ModelChoice(), ModelChoice(model="linear-text-baseline")], hr.task("text-classification"))
        "note: 'default' and 'linear-text-baseline' are the same model"
    """
    from hf_robust.adapters.baselines.baseline_table import baselines_of

    default = next((row.name for row in baselines_of(task.name, task.language)), None)
    called: dict[Any, str] = {}
    for one in models:
        key = str(replace(one, name=None, model=one.model or default))
        if key in called:
            return f"note: {called[key]!r} and {one.called!r} are the same model"
        called[key] = one.called
    return ""


def predictor_options(choice: ModelChoice) -> dict[str, Any]:
    """What :func:`hf_robust.adapters.as_predictor` takes of a model."""
    options: dict[str, Any] = {"batch_size": choice.batch_size, "device": choice.device, "precision": choice.precision}
    options["label_map"] = dict(choice.label_map) or None
    if choice.model is not None and choice.revision is not None:
        options["revision"] = choice.revision
    return options | dict(choice.params)


def predictor_for(
    choice: ModelChoice,
    task: "Task",
    asked: Configuration,
    suite: "Suite | None" = None,
    *,
    notify: Notify = silent,
) -> "Predictor":
    """A model, ready to predict; whatever is wrong with it or its options is said here.

    Args:
        task: The task, with the names of its labels.
        asked: The configuration.
        suite: The suite, which a file of predictions needs.
        notify: Called with each message.

    A baseline that is trained is so now where ``train`` names the rows, else when the suite is there.

    Raises:
        UsageError: When it does not fit the task, or the device is not there.
        LabelError: When its labels do not match the data's.
    """
    from hf_robust.adapters.resolve import as_predictor
    from hf_robust.adapters.stored_predictions import is_prediction_file
    from hf_robust.evaluation.model_of_suite import predictor_for_suite

    options = predictor_options(choice)
    if is_prediction_file(choice.model):
        if suite is None:
            raise UsageError(f"predictions ({choice.model}) are of the rows of a suite; name it with `suite.source`")
        return predictor_for_suite(choice.model, suite, task, **options)
    predictor = as_predictor(choice.model, task, nlp=asked.nlp, cache_dir=asked.cache_dir, **options)
    if choice.train is not None:
        _train(predictor, choice.train, task, asked, notify)
    return predictor


def _train(predictor: "Predictor", file: str, task: "Task", asked: Configuration, notify: Notify) -> None:
    """Train a baseline on a file, with the columns or in the layout of the data.

    Raises:
        DataFileError: When the file cannot be read.
        ColumnError: When a column is absent.
        UsageError: When a row has no label, or the model is no baseline that is trained.
    """
    from hf_robust.adapters.baselines.cross_fitting import TrainedBaseline, train_on
    from hf_robust.suites.prepared_build import check_data

    if not isinstance(predictor, TrainedBaseline):
        raise UsageError(
            f"`models.train` goes with a baseline that is trained (see hf-robust doctor); {predictor.name} is none"
        )
    quotes = asked.dataset.quotes if is_table(file) else None
    data = in_columns(load_data(file, quotes=quotes), task, asked.dataset, notify)
    check_data(data)
    train_on(predictor, data, task, Path(file).name)
