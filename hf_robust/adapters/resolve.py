"""What a user calls a model (a Hub id, a folder, a pipeline, a model, a function) as a predictor."""

import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.label_notes import position_note
from hf_robust.adapters.model_kind import kind_of, refuse
from hf_robust.tasks import Task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from datasets import Dataset
    from transformers import Pipeline, PreTrainedModel, PreTrainedTokenizerBase

    Model: TypeAlias = str | Path | Pipeline | PreTrainedModel | Predictor | Callable[[list], Any] | None


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
    """A predictor for anything that can be tested.

    Labels are matched here, so that a mismatch shows before any work starts.

    Args:
        model: A Hub id, a folder, a transformers pipeline or model, a function (see
            :class:`~hf_robust.adapters.FunctionPredictor`), a predictor, the name of a baseline or of a spaCy pipeline,
            or None: what comes with the package for the task. Packages add kinds of models; see
            :mod:`hf_robust.adapters.kinds`.
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
        train: Rows with the columns of the task, for a baseline that is trained. Without them such a baseline is
            trained on the rows it is scored on, and predicts none by a model that saw it.
        nlp: spaCy pipeline, for a baseline that stands on one. Other models do not use it.
        cache_dir: Folder of stored answers, for a model behind an API. Other models do not use it.
        threshold: For several labels a text: probability from which a label counts as predicted; that of the task when
            None (0.5).
        **own: What the adapter of the task takes besides, for a transformers model: ``marks`` for relations,
            ``prefix``, ``source_language``, ``target_language``, ``num_beams`` and ``max_new_tokens`` for translation,
            ``prefix``, ``num_beams`` and ``max_new_tokens`` for summaries and generated texts, ``stride`` for tags and
            answers, ``max_answer``, ``no_answer`` and ``null_threshold`` for answers; the fields of
            :class:`hf_robust.ChatModel` for a chat model.

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
        **own,
    }
    kind = kind_of(model)
    # a run has these two for other purposes as well, so models that have no use for them do not refuse them
    given |= {name: value for name, value in (("nlp", nlp), ("cache_dir", cache_dir)) if name in kind.takes}
    options = {name: value for name, value in given.items() if value is not None}
    refuse(kind.refused(options, task), kind.description)
    predictor = kind.predictor(model, task, {**options, "batch_size": batch_size})
    if (said := position_note(predictor)) is not None:
        warnings.warn(said, stacklevel=2)
    return predictor
