"""The model that a command evaluates, made and checked before the suite is built."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.cli.data import in_columns
from hf_robust.cli.option_values import pairs
from hf_robust.cli.options import refuse_without
from hf_robust.core.errors import UsageError
from hf_robust.core.json_text import parse_json
from hf_robust.tasks.layouts.load_rows import is_table, load_data

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.adapters import Predictor
    from hf_robust.suites.robustness import Suite
    from hf_robust.tasks.base import Task


def check_model(model: str | None, given: Mapping[str, Any]) -> None:
    """Refuse what is no model before the data set is read.

    Args:
        model: Hub id or folder, a baseline or a spaCy pipeline by name; None for what comes with the package.
        given: Values of the options that describe a model.

    Raises:
        UsageError: When the folder holds no model, a baseline is not for the language, or an option has no meaning.
        HubError: When the Hub has no such model or cannot be reached.
        MissingResource: When the embedded classifier cannot be had.
    """
    from hf_robust.adapters.model_kind import kind_of

    refuse_without({"model_revision": model is not None}, "--model")
    kind = kind_of(model)
    refuse_without({"model_revision": "revision" in kind.takes}, "a --model on the Hub")
    pairs(given["label_map"], "--label-map")
    kind.check(model, given)


def labeled_task(data: "Dataset", task: "Task") -> "Task":
    """The task bound to the data, with the names of its labels."""
    from hf_robust.suites.robustness import check_data

    check_data(data)
    bound = task.bind(data)
    return bound.with_seen(bound.labels_in(data))


def reads_pipeline(model: str | None, task: "Task") -> bool:
    """Whether a model is a baseline that stands on the spaCy pipeline of ``--nlp``.

    Example:
        >>> import hf_robust as hr
        >>> reads_pipeline(None, hr.task("parsing")), reads_pipeline("first-sense-baseline", hr.task("wsd"))
        (True, False)
    """
    from hf_robust.adapters.baselines.baseline_table import BASELINES, baselines_of

    default = next(iter(baselines_of(task.name, task.language)), None)
    row = default if model is None else BASELINES.get(model)
    return row is not None and "nlp" in row.takes


def predictor_options(given: Mapping[str, Any], model: str | None) -> dict[str, Any]:
    """What :func:`hf_robust.adapters.as_predictor` takes of the options."""
    options: dict[str, Any] = {name: given[name] for name in ("batch_size", "device", "precision")}
    options["label_map"] = pairs(given["label_map"], "--label-map") or None
    if model is not None and given.get("model_revision") is not None:
        options["revision"] = given["model_revision"]
    return options | read_params(given.get("model_params", ()))


def read_params(given: Collection[str] | Mapping[str, Any]) -> dict[str, Any]:
    """What ``--model-param`` says: values as JSON where they are such, else as they were typed; or those of a file."""
    if isinstance(given, Mapping):
        return dict(given)
    found: dict[str, Any] = {}
    for name, text in pairs(given, "--model-param").items():
        try:
            found[name] = parse_json(text)
        except ValueError:
            found[name] = text
    return found


def predictor_for(
    model: str | None, task: "Task", given: Mapping[str, Any], suite: "Suite | None" = None
) -> "Predictor":
    """The model, ready to predict; whatever is wrong with it or its options is said here.

    Args:
        model: Hub id, folder, name, or a file of predictions; None for what comes with the package.
        task: The task, with the names of its labels.
        given: Values of the options that describe a model.
        suite: The suite, which a file of predictions needs.

    A baseline that is trained is so now where ``--train`` names the rows, else when the suite is there.

    Raises:
        UsageError: When it does not fit the task, or the device is not there.
        LabelError: When its labels do not match the data's.
    """
    from hf_robust.adapters.given_predictions import is_prediction_file
    from hf_robust.adapters.resolve import as_predictor
    from hf_robust.evaluation.model_of_suite import predictor_for_suite

    if is_prediction_file(model):
        if suite is None:
            raise UsageError(f"predictions ({model}) are of the rows of a suite; name it with --suite")
        return predictor_for_suite(model, suite, task, **predictor_options(given, model))
    predictor = as_predictor(model, task, nlp=given.get("nlp"), **predictor_options(given, model))
    if given.get("train") is not None:
        _train(predictor, task, given)
    return predictor


def _train(predictor: "Predictor", task: "Task", given: Mapping[str, Any]) -> None:
    """Train a baseline on the file that ``--train`` names, with the columns or in the layout of the data.

    Raises:
        DataFileError: When the file cannot be read.
        ColumnError: When a column is absent.
        UsageError: When a row has no label, or the model is no baseline that is trained.
    """
    from hf_robust.adapters.baselines.cross_fitting import TrainedBaseline, train_on
    from hf_robust.suites.robustness import check_data

    if not isinstance(predictor, TrainedBaseline):
        raise UsageError(
            f"--train goes with a baseline that is trained (see hf-robust doctor); {predictor.name} is none"
        )
    quotes = given.get("quotes") if is_table(given["train"]) else None
    data = in_columns(load_data(given["train"], quotes=quotes), task, given)
    check_data(data)
    train_on(predictor, data, task, Path(given["train"]).name)
