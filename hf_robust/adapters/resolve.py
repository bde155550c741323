"""What a user calls a model (a Hub id, a folder, a pipeline, a model, a function) as a predictor."""

import inspect
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from hf_robust.adapters.base import Prediction, Predictor, batches_of
from hf_robust.adapters.baselines.baseline import Baseline
from hf_robust.adapters.function import FunctionPredictor
from hf_robust.adapters.identity import folder_hash
from hf_robust.adapters.label_notes import position_note
from hf_robust.adapters.object_predictor import ObjectPredictor
from hf_robust.core.errors import UsageError
from hf_robust.core.lazy import load_object
from hf_robust.core.quoted import quoted
from hf_robust.tasks import TASKS, Task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from transformers import Pipeline, PreTrainedModel, PreTrainedTokenizerBase

    from hf_robust.adapters.huggingface.base import ModelPredictor

    Model: TypeAlias = str | Path | Pipeline | PreTrainedModel | Predictor | Callable[[list], Any]


def as_predictor(
    model: "Model",
    task: Task | str,
    *,
    tokenizer: "PreTrainedTokenizerBase | str | Path | None" = None,
    batch_size: int = 32,
    device: str | None = None,
    revision: str | None = None,
    label_map: Mapping[str, str] | None = None,
    cache_key: str | None = None,
    max_length: int | None = None,
    dtype: Any = None,
    precision: str | None = None,
    **own: Any,
) -> Predictor:
    """A predictor for anything that can be tested.

    Labels are matched here, so that a mismatch shows before any work starts.

    Args:
        model: A Hub id, a folder, a transformers pipeline or model, a function (see
            :class:`~hf_robust.adapters.FunctionPredictor`) or a predictor.
        task: The task, bound to the data so that it knows the label names; or its id.
        tokenizer: For a model object; for an id or folder only when it is not the model's own.
        batch_size: Rows a batch.
        device: ``"cpu"``, ``"cuda"``, ...; the GPU when there is one, and where it is for a model object.
        revision: Tag, branch or commit of a Hub id.
        label_map: Model label to data label, where the names do not match by themselves.
        cache_key: For a function: stands for its state in a prediction cache.
        max_length: Tokens of one input; the model's limit when None.
        dtype: Type of the weights as they are loaded; as saved when None.
        precision: ``bfloat16`` predicts in that type, where the processor or GPU has it; quicker, and a little off.
            ``auto`` does so where much is gained; ``float32`` (as None) computes in the type of the weights.
        **own: What the adapter of the task takes besides, for a transformers model: ``marks`` for relations,
            ``prefix``, ``source_language``, ``target_language``, ``num_beams`` and ``max_new_tokens`` for translation,
            ``stride`` for tags and answers, ``max_answer``, ``no_answer`` and ``null_threshold`` for answers.

    Raises:
        UsageError: When it is none of these or does not fit the task.
        LabelError: When the labels of model and data do not match.
        HubError: When the Hub has no such model or cannot be reached.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["negative", "positive"])
        >>> model = as_predictor(lambda texts: [int("good" in text) for text in texts], task)
        >>> model.kind, model.predict([{"text": "good"}])[0].value
        ('function', 'positive')
    """
    task = as_task(task)
    given = {
        "tokenizer": tokenizer,
        "device": device,
        "revision": revision,
        "max_length": max_length,
        "dtype": dtype,
        "precision": precision,
    }
    predictor = _made(model, task, given, own, label_map=label_map, batch_size=batch_size, cache_key=cache_key)
    if (said := position_note(predictor)) is not None:
        warnings.warn(said, stacklevel=2)
    return predictor


def _made(
    model: Any,
    task: Task,
    given: Mapping[str, Any],
    own: Mapping[str, Any],
    *,
    label_map: Mapping[str, str] | None,
    batch_size: int,
    cache_key: str | None,
) -> Predictor:
    """The predictor of :func:`as_predictor`, by what the model is.

    Args:
        model: The model.
        task: The task.
        given: Options of models that are loaded or held in memory.
        own: Options of the adapter of the task.
        label_map: Model label to data label.
        batch_size: Rows a batch.
        cache_key: Stands for the state of a function.
    """
    if isinstance(model, Predictor) and not isinstance(model, type):
        _refuse({**given, "cache_key": cache_key}, "a predictor")
        if isinstance(model, Baseline):  # which says what the data says
            _refuse({"label_map": label_map}, "a baseline that is made already")
            return model
        return _relabeled(model, task, label_map)
    if isinstance(model, (str, Path)):
        _refuse({"cache_key": cache_key}, "a Hub id or folder")
        return _loaded(model, task, label_map=label_map, batch_size=batch_size, **given, **_checked(own, task))
    if own and not _is_transformers(model, "PreTrainedModel"):
        _refuse(own, "this kind of model")
    if _is_transformers(model, "Pipeline"):
        from hf_robust.adapters.pipeline import pipeline_predictor

        _refuse({**given, "cache_key": cache_key}, "a pipeline, which has its own")
        return pipeline_predictor(model, task, label_map=label_map, batch_size=batch_size)
    if _is_transformers(model, "PreTrainedModel"):
        unfit = {name: given[name] for name in ("revision", "dtype")}
        _refuse({**unfit, "cache_key": cache_key}, "a model in memory")
        kept = {name: value for name, value in given.items() if name not in unfit}
        return _from_model(model, task, label_map=label_map, batch_size=batch_size, **kept, **_checked(own, task))
    if callable(model) and not isinstance(model, type):
        _refuse(given, "a function")
        if task.kind.wanted is None:
            raise _no_adapter(task)
        return FunctionPredictor(model, task, label_map=label_map, cache_key=cache_key, batch_size=batch_size)
    if not isinstance(model, type) and callable(getattr(model, "predict", None)):
        raise UsageError(
            f"found {type(model).__name__}, which cannot be called itself; pass its method: model.predict "
            "(it is given a list of inputs)"
        )
    raise UsageError(
        "expected a Hub id, a folder, a transformers pipeline, a transformers model with tokenizer=, a "
        f"function or a predictor; found {type(model).__name__}: {quoted(model)}"
    )


def _no_adapter(task: Task) -> UsageError:
    served = ", ".join(kind.name for kind in TASKS.values() if kind.adapter)
    function = "a function, or " if task.kind.wanted else ""
    return UsageError(
        f"there is no adapter for models of {task.name}, only for {served}. Pass {function}an object with name, kind, "
        "revision, labels and predict(rows) -> list[Prediction]"
    )


def _checked(own: Mapping[str, Any], task: Task) -> Mapping[str, Any]:
    """Options of the adapter of a task, all of which it has.

    Raises:
        UsageError: With those that it has, where one is another.
    """
    if own:
        adapter = _adapter(task)
        known = [name for name in inspect.signature(adapter.__init__).parameters if name not in _GIVEN]
        wrong = [name for name in own if name not in known]
        if wrong:
            has = f"takes {', '.join(known)} besides" if known else "takes no options of its own"
            raise UsageError(f"{', '.join(wrong)}: the adapter of {task.name} {has}")
    return own


_GIVEN = frozenset({"self", "model", "tokenizer", "task", "label_map", "options", "batch_size", "name", "kind"})


def _refuse(options: Mapping[str, Any], what: str) -> None:
    names = [name for name, value in options.items() if value is not None]
    if names:
        raise UsageError(f"{', '.join(names)} cannot be given with {what}; leave it out")


def _is_transformers(model: Any, name: str) -> bool:
    """Whether it is an instance of a transformers class; a plain function does not import transformers."""
    if not any(cls.__module__.partition(".")[0] in ("transformers", "torch") for cls in type(model).__mro__):
        return False
    import transformers

    return isinstance(model, getattr(transformers, name))


def _adapter(task: Task) -> "type[ModelPredictor]":
    """The adapter over Auto classes for a kind of task."""
    if task.kind.adapter is None:
        raise _no_adapter(task)
    return load_object(task.kind.adapter)


def _label_option(task: Task, label_map: Mapping[str, str] | None) -> dict[str, Any]:
    adapter = _adapter(task)
    if task.kind.label_matcher is not None or "label_map" in inspect.signature(adapter.__init__).parameters:
        return {"label_map": label_map}
    _refuse({"label_map": label_map}, f"{task.name}, whose predictions are no labels")
    return {}


def _loaded(
    source: str | Path,
    task: Task,
    *,
    tokenizer: Any,
    device: str | None,
    revision: str | None,
    label_map: Mapping[str, str] | None,
    dtype: Any,
    **options: Any,
) -> Predictor:
    """Load a folder or Hub id; the labels are matched on the configuration, before the weights are read."""
    from hf_robust.adapters.huggingface.loading import hub_commit, load_config, load_model, load_tokenizer

    adapter = _adapter(task)
    place, folder = _place(source, revision)
    commit = folder_hash(folder) if folder is not None else hub_commit(place, revision)
    pinned: dict[str, Any] = {} if folder is not None else {"revision": commit}
    config = load_config(place, **pinned)
    adapter = adapter.fitting(config.architectures or ())
    adapter.check_config(config, task, label_map)
    words: dict[str, Any] = {"words": adapter.words, "model_type": config.model_type}
    if isinstance(tokenizer, (str, Path)):
        chosen = load_tokenizer(str(Path(tokenizer).expanduser()), **words)
    else:
        chosen = tokenizer or load_tokenizer(place, **pinned, **words)
    loading = {**pinned, **({} if dtype is None else {"dtype": dtype})}
    model = load_model(place, adapter.auto_class, adapter.head, config, **loading)
    return adapter(
        model,
        chosen,
        task,
        name=str(source) if folder is None else folder.resolve().name,
        kind="hub" if folder is None else "folder",
        revision=commit,
        device=device or _best_device(),
        own_tokenizer=tokenizer is None,
        **_label_option(task, label_map),
        **options,
    )


def _place(source: str | Path, revision: str | None) -> tuple[str, Path | None]:
    """What to load from, and the folder when it is one."""
    if not str(source).strip():
        raise UsageError("there is no folder with an empty name; give a folder or a Hub id like 'owner/name'")
    path = Path(source).expanduser()
    if path.is_dir():
        if revision is not None:
            raise UsageError(f"{source} is a folder, which has no revisions; leave revision={revision!r} out")
        return str(path), path
    text = str(source)
    if isinstance(source, Path) or text.startswith((".", "/", "~")) or text.count("/") > 1 or "\\" in text:
        raise UsageError(f"there is no folder {text!r}; give the path of a saved model, or a Hub id like 'owner/name'")
    return text, None


def _best_device() -> str:
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def _from_model(
    model: "PreTrainedModel",
    task: Task,
    *,
    tokenizer: Any,
    label_map: Mapping[str, str] | None,
    **options: Any,
) -> Predictor:
    from hf_robust.adapters.huggingface.loading import ends_of, load_tokenizer

    adapter = _adapter(task).fitting([type(model).__name__])
    if tokenizer is None:
        raise UsageError(f"a model in memory ({type(model).__name__}) needs its tokenizer; say tokenizer=...")
    if not type(model).__name__.endswith(ends_of(adapter.head)) and type(model).__module__.startswith("transformers."):
        raise UsageError(f"{task.name} needs a model ...{adapter.head}; found {type(model).__name__}")
    if isinstance(tokenizer, (str, Path)):
        tokenizer = load_tokenizer(
            str(Path(tokenizer).expanduser()),
            words=adapter.words,
            model_type=model.config.model_type,
        )
    return adapter(model, tokenizer, task, **_label_option(task, label_map), **options)


class RelabeledPredictor:
    """A predictor whose labels are called as in the data.

    Args:
        inner: The predictor.
        mapping: Its label to the data's.
    """

    def __init__(self, inner: Predictor, mapping: Mapping[str, str]):
        self.inner = inner
        self.name, self.kind, self.revision = inner.name, inner.kind, inner.revision
        self.labels: tuple[str, ...] | None = tuple(dict.fromkeys(mapping.values()))
        self.label_mapping = mapping

    def fingerprint(self) -> str | None:
        """The inner fingerprint with the mapping."""
        inner = getattr(self.inner, "fingerprint", lambda: self.inner.revision)()
        return None if inner is None else f"{inner}|{sorted(self.label_mapping.items())}"

    def predict(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """The inner predictions, renamed."""
        return self._all_renamed(self.inner.predict(rows))

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The same, batch by batch where the inner predictor can say so."""
        for places, predictions in batches_of(self.inner, rows):
            yield places, self._all_renamed(predictions)

    def probabilities(self, rows: list[dict[str, Any]], **how: Any) -> np.ndarray | list[Prediction]:
        """The inner probabilities in the order of ``labels``; predictions where the inner one has no such."""
        ask = getattr(self.inner, "probabilities", None) or self.inner.predict
        answers = ask(rows, **how)
        if isinstance(answers, list):
            return self._all_renamed(answers)
        labels = self.inner.labels or ()
        columns = [[self.label_mapping[name] == label for name in labels] for label in self.labels or ()]
        return answers @ np.array(columns, dtype=answers.dtype).T

    def _all_renamed(self, predictions: list[Prediction]) -> list[Prediction]:
        return [Prediction(self._renamed(value), score) for value, score in predictions]

    def _renamed(self, value: str | list[str]) -> str | list[str]:
        if isinstance(value, list):
            return [self.label_mapping.get(tag, tag) for tag in value]
        return self.label_mapping.get(value, value)


def _relabeled(predictor: Predictor, task: Task, label_map: Mapping[str, str] | None) -> Predictor:
    """The predictor as it is when its labels are the data's; else with them renamed, or read one by one."""
    if not task.label_names or task.kind.label_matcher is None:
        _refuse({"label_map": label_map}, "a predictor whose labels are not known")
        return predictor
    if predictor.labels is None:
        return predictor if isinstance(predictor, FunctionPredictor) else ObjectPredictor(predictor, task, label_map)
    mapping = load_object(task.kind.label_matcher).match(predictor.labels, task.scored_names, label_map)
    same = all(label == name for label, name in mapping.items())
    return predictor if same else RelabeledPredictor(predictor, mapping)
