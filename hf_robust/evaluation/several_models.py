"""Several models that are evaluated side by side: each by a name of its own."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any

from hf_robust.adapters import Predictor
from hf_robust.adapters.resolve import as_predictor
from hf_robust.core.errors import HubError, LabelError, UsageError
from hf_robust.core.user_code import shown_name
from hf_robust.tasks import Task


def named_predictors(
    models: Any, task: Task, options: Mapping[str, Any], most: int | None = None
) -> dict[str, Predictor]:
    """The models by name; two of the same name are numbered.

    Args:
        models: A model, a list of them, or a mapping from names; None is what comes with the package.
        task: The task, with the names of its labels.
        options: Those of :func:`hf_robust.adapters.as_predictor` for each model; ``label_map`` may hold one map for
            each model, by its name or by what it was given as.
        most: Refuse more of them.

    Raises:
        UsageError: There is none, there are too many, a map is for no model, or a model does not fit the task.
        LabelError: Labels of a model and of the data do not match; the message names the model.
        HubError: A model cannot be loaded.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> def model(texts):
        ...     return ["neg"] * len(texts)
        >>> list(named_predictors([model, model], task, {}))
        ['model', 'model #2']
    """
    several = list(models) if isinstance(models, (list, tuple)) else [models]
    named = list(models.items()) if isinstance(models, Mapping) else [(None, model) for model in several]
    if not named:
        raise UsageError("name at least one model; None is the embedded one")
    if most is not None and len(named) > most:
        raise UsageError(f"at most {most} models stand side by side, found {len(named)}; leave some out")
    maps = options.get("label_map") or {}
    own = {str(key): labels for key, labels in maps.items() if isinstance(labels, Mapping)}
    _check_maps(own, maps, named)
    predictors: dict[str, Predictor] = {}
    for name, model in named:
        chosen = {**options, "label_map": own.get(str(name or model))} if own else options
        with naming(_called(name, model)) if len(named) > 1 else nullcontext():
            predictor = as_predictor(model, task, **chosen)
        shown = str(name or predictor.name)
        same = sum(other == shown or other.startswith(f"{shown} #") for other in predictors)
        predictors[f"{shown} #{same + 1}" if same else shown] = predictor
    return predictors


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Errors that say which of several models they are about.

    Example:
        >>> with naming("old"):
        ...     raise LabelError("its labels do not match")
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.LabelError: the model 'old': its labels do not match
    """
    try:
        yield
    except (LabelError, UsageError, HubError) as error:
        kind = next(kind for kind in (LabelError, UsageError, HubError) if isinstance(error, kind))
        said = str(error)
        raise kind(said if repr(name) in said else f"the model {name!r}: {said}") from error


def _called(name: Any, model: Any) -> str:
    return str(name or (model if isinstance(model, str) else shown_name(model)))


def _check_maps(own: Mapping[str, Any], maps: Mapping[Any, Any], named: list[tuple[Any, Any]]) -> None:
    if not own:
        return
    mixed = [str(key) for key in maps if str(key) not in own]
    if mixed:
        raise UsageError(f"label_map is one map for all models or one for each; {mixed[0]!r} is of another kind")
    names = {str(name or model) for name, model in named}
    unknown = [key for key in own if key not in names]
    if unknown:
        raise UsageError(f"label_map names the model {unknown[0]!r}; the models are {', '.join(sorted(names))}")
