"""Causal language models as they are loaded, or wrapped where they are in memory."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from hf_robust.adapters.baselines.unknown_model import naming_baselines
from hf_robust.adapters.huggingface.causal_choice import CausalChoice
from hf_robust.adapters.huggingface.causal_generation import CausalGeneration
from hf_robust.adapters.huggingface.causal_heads import asked_model
from hf_robust.adapters.huggingface.causal_predictor import CausalPredictor
from hf_robust.adapters.huggingface.gguf_files import converted
from hf_robust.adapters.huggingface.located import Located, best_device, located
from hf_robust.adapters.language_models.causal_model import EMBEDDED, CausalModel
from hf_robust.adapters.language_models.model_options import AUTO
from hf_robust.core.errors import UsageError
from hf_robust.language.resources import get
from hf_robust.tasks import Task
from hf_robust.tasks.task_ids import as_task


def load_causal(
    model: CausalModel, task: Task, *, tokenizer: Any = None, batch_size: int = 32, located: Located | None = None
) -> CausalPredictor:
    """Load a causal language model.

    Args:
        task: The task, bound to the data so that it knows the label names.
        tokenizer: The tokenizer or where to load it from; that of the model when None.
        batch_size: Rows in a batch.
        located: Where the model is, when that is known.

    Raises:
        UsageError: The options do not fit the task, or the folder holds no causal language model.
        HubError: The Hub has no such model or cannot be reached.
        MissingResource: The package with the embedded model is not installed.
    """
    from hf_robust.adapters.huggingface.loading import load_config, load_model, load_tokenizer

    model.resolved(as_task(task))  # a mistake in the options shows before the weights are read
    located = located or locate(model)
    with naming_baselines(model.name):
        located = converted(located, CausalPredictor.auto_class, CausalPredictor.head)
        config = load_config(located.source, **located.options)
        if isinstance(tokenizer, (str, Path)):
            chosen = load_tokenizer(str(Path(tokenizer).expanduser()))
        else:
            chosen = tokenizer or load_tokenizer(located.source, **located.options)
        loading = {**located.options, **({} if model.dtype is None else {"dtype": model.dtype})}
        weights = load_model(located.source, CausalPredictor.auto_class, CausalPredictor.head, config, **loading)
    predictor = causal_predictor(
        weights,
        chosen,
        task,
        replace(model, device=model.device or best_device()),
        name=located.name,
        revision=located.commit,
        own_tokenizer=tokenizer is None,
        batch_size=batch_size,
    )
    if located.kind == EMBEDDED:
        predictor.resources = (get("language-model").record(),)
    return predictor


def wrapped_causal(weights: Any, task: Task, options: Mapping[str, Any]) -> CausalPredictor:
    """Return the predictor over a model in memory, from the options of a run.

    Args:
        weights: The model of transformers.
        task: The task, bound to the data so that it knows the label names.
        options: Options by name; ``tokenizer`` is a tokenizer, or where to load it from.

    Raises:
        UsageError: The tokenizer is absent, or the options do not fit the task.
    """
    from hf_robust.adapters.huggingface.loading import load_tokenizer

    model, rest = asked_model(type(weights).__name__, options)
    tokenizer = rest.pop("tokenizer", None)
    if tokenizer is None:
        raise UsageError(f"a model in memory ({model.name}) needs its tokenizer; use tokenizer=...")
    if isinstance(tokenizer, (str, Path)):
        tokenizer = load_tokenizer(str(Path(tokenizer).expanduser()))
    return causal_predictor(weights, tokenizer, task, model, **rest)


def causal_predictor(weights: Any, tokenizer: Any, task: Task, model: CausalModel, **how: Any) -> CausalPredictor:
    """Return the predictor over a model in memory.

    Args:
        weights: The model of transformers.
        task: The task, bound to the data so that it knows the label names.
        model: The options. Its name, revision and type of weights are not used.
        **how: As for :class:`hf_robust.adapters.huggingface.base.ModelPredictor`.

    Raises:
        UsageError: The options do not fit the task.
    """
    options = model.resolved(as_task(task))
    shared = {
        "chat_template": model.chat_template,
        "device": model.device,
        "max_length": model.max_length,
        "precision": model.precision,
        "kind": "causal",
        **how,
    }
    if options.answer == "generate":
        return CausalGeneration(weights, tokenizer, task, options, **shared)
    answer = "choice" if options.answer == AUTO else options.answer
    scoring = {"normalize": model.normalize, "calibrate": model.calibrate, "first": answer == "first-token"}
    return CausalChoice(weights, tokenizer, task, options, **scoring, **shared)


def locate(model: CausalModel) -> Located:
    """Return where a model is.

    Raises:
        UsageError: There is no such folder or file.
        HubError: The Hub has no such model or cannot be reached.
        MissingResource: The package with the embedded model is not installed.
    """
    if model.name != EMBEDDED or Path(EMBEDDED).is_dir():
        return located(model.name, model.revision)
    row = get("language-model")
    return located(Path(str(row.path)))._replace(name=row.name, kind=EMBEDDED)
