"""What a user calls a model (a Hub id, a folder, a pipeline, a model, a function) as a predictor."""

import warnings
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.label_notes import position_note
from hf_robust.adapters.language_models.model_options import LanguageModelOptions
from hf_robust.adapters.model_kind import ModelKind, kind_of, refuse, registered_options
from hf_robust.core.errors import UnknownNameError, nearest_names
from hf_robust.tasks import Task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from datasets import Dataset
    from transformers import Pipeline, PreTrainedModel, PreTrainedTokenizerBase

    Model: TypeAlias = str | Path | Pipeline | PreTrainedModel | Predictor | Callable[[list], Any] | None

# a run has these for other purposes as well, so models that have no use for them do not refuse them
_FOR_THE_RUN = frozenset({"nlp", "cache_dir", "threshold", "batch_size"})
_MISSPELLED = 0.85  # similarity of a name with one wrong, absent or additional letter of seven


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
    train: "Dataset | None" = None,
    nlp: str | None = None,
    cache_dir: str | Path | None = None,
    threshold: float | None = None,
    **own: Any,
) -> Predictor:
    """Return a predictor for any kind of model.

    Labels are matched here, so a mismatch raises an error before any prediction.

    Args:
        model: A Hub id, a folder, a ``transformers`` pipeline or model, a function (see
            :class:`~hf_robust.adapters.FunctionPredictor`), a predictor, the name of a baseline or of a spaCy pipeline.
            None selects the bundled model of the task. Packages can add kinds of models; see
            :mod:`hf_robust.adapters.kinds`.
        task: The task, bound to the data so that it has the label names; or its id.
        tokenizer: Tokenizer of a model object. For an id or folder, needed only if it is not stored with the model.
        batch_size: Rows per batch.
        device: ``"cpu"``, ``"cuda"``, ... By default the GPU if there is one; a model object stays on its device.
        revision: Tag, branch or commit of a Hub id.
        label_map: Maps labels of the model to labels of the data, if their names do not match.
        cache_key: For a function: identifies its version in a prediction cache. Change it when you change the function.
        max_length: Maximum number of tokens per input. None uses the limit of the model.
        dtype: Type of the weights after loading. None uses the type in which they were saved.
        precision: ``"bfloat16"`` predicts in this type if the processor or GPU supports it, which is faster and
            slightly less exact. ``"auto"`` does so if it is much faster. ``"float32"`` or None uses the type of the
            weights.
        train: Training rows with the columns of the task, for a baseline that is trained. Without them, such a baseline
            is trained on the rows on which it is scored, by cross-validation.
        nlp: spaCy pipeline of a baseline that needs one. Other models ignore it.
        cache_dir: Folder that stores the answers of a model behind an API. Other models ignore it.
        threshold: For several labels per text: minimum probability of a predicted label. None uses that of the task
            (0.5).
        **own: Other arguments of the adapter. For a transformers model: ``marks`` for relations, ``prefix``,
            ``source_language``, ``target_language``, ``num_beams`` and ``max_new_tokens`` for translation, ``prefix``,
            ``num_beams`` and ``max_new_tokens`` for summaries and generated texts, ``stride`` for tags and answers,
            ``max_answer``, ``no_answer`` and ``null_threshold`` for answers. For a chat model: the fields of
            :class:`hf_robust.ChatModel`.

    Raises:
        UsageError: If the kind of model is unknown or does not fit the task.
        LabelError: If the labels of the model and of the data do not match.
        HubError: If the Hub has no such model or cannot be reached.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["negative", "positive"])
        >>> model = as_predictor(lambda texts: [int("good" in text) for text in texts], task)
        >>> model.kind, model.predict([{"text": "good"}])[0].value
        ('function', 'positive')
    """
    task = as_task(task).with_threshold(threshold)
    given = {
        "tokenizer": tokenizer,
        "device": device,
        "revision": revision,
        "label_map": label_map,
        "cache_key": cache_key,
        "max_length": max_length,
        "dtype": dtype,
        "precision": precision,
        "train": train,
        "nlp": nlp,
        "cache_dir": cache_dir,
        **own,
    }
    kind = check_options(model, task, given)
    options = {
        name: value
        for name, value in given.items()
        if value is not None and (name in kind.takes or name not in _FOR_THE_RUN)
    }
    predictor = kind.predictor(model, task, {**options, "batch_size": batch_size})
    if (said := position_note(predictor)) is not None:
        warnings.warn(said, stacklevel=2)
    return predictor


def check_options(
    model: "Model", task: Task, options: Mapping[str, Any], others: Collection[str] = ()
) -> type[ModelKind]:
    """Refuse options that a model does not take, without loading the model, and return its kind.

    Args:
        model: The model, as for :func:`as_predictor`.
        task: The task.
        options: The options by name. One that is None counts as not given.
        others: Names of further arguments of the caller, which are suggested for unknown names.

    Raises:
        UsageError: The kind of model is unknown, or an option has no meaning for it.
        UnknownNameError: The name is a misspelled one.

    Example:
        >>> check_options(len, as_task("sentiment"), {"revision": "main"})
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.UsageError: revision cannot be given with a function; leave it out
    """
    kind = kind_of(model)
    given = {name: value for name, value in options.items() if value is not None and name not in _FOR_THE_RUN}
    known = {*signature(as_predictor).parameters, *registered_options(), *others} - {"model", "task", "own", "options"}
    prompted = {one.name for one in fields(LanguageModelOptions)}
    for name in given.keys() - known - prompted:  # kinds with options of their own check names only when they load
        if nearest_names(name, others, cutoff=_MISSPELLED):
            raise UnknownNameError("option", name, known)
    refused = kind.refused(given, task)
    for name in refused:
        if name not in known and nearest_names(name, known, cutoff=_MISSPELLED):
            raise UnknownNameError("option", name, known)
    refuse(refused, kind.description)
    return kind
