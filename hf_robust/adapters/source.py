"""A model that can be hashed and sent to the workers of ``datasets.map``: by name and settings, not by its weights."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4
from weakref import WeakValueDictionary

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.cache import identity
from hf_robust.adapters.function import FunctionPredictor
from hf_robust.adapters.identity import settings_hash
from hf_robust.adapters.resolve import as_predictor
from hf_robust.core.errors import UsageError
from hf_robust.core.user_code import code_stamps

_VERSION = "1"
_PROCESS = os.getpid()  # of the one that imported this; a worker forked from it has another

# loaded models by key: workers that are forked from this process find them here
_LIVE: "WeakValueDictionary[str, ModelSource]" = WeakValueDictionary()


class ModelSource:
    """Loads a model and stands for it: its pickle holds what identifies the model, not the weights.

    ``datasets`` hashes a map function at each call. A model's weights are dear to hash as a pickle, and a
    pipeline's pickle is another one each time; name, revision and settings are neither. What a worker gets is

    - a Hub id, a folder or None: the name. It takes the model of the process that it was forked from, or loads it.
    - a plain function: the function.
    - anything else: only a key to the model of the process that it was forked from.

    Args:
        model: What :func:`hf_robust.adapters.as_predictor` takes, or None for the bundled sentiment classifier.
        **options: Passed on to ``as_predictor``.

    Raises:
        UsageError: When the model is of no known kind or does not fit the task.

    Example:
        >>> import pickle
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> source = ModelSource(lambda texts: ["pos"] * len(texts), task, cache_key="always-v1")
        >>> pickle.loads(pickle.dumps(source)).predictor() is source.predictor()
        True
    """

    def __init__(self, model: Any, task: Any, **options: Any):
        self.task = task
        self._model = str(model) if isinstance(model, Path) else model
        self._options = options
        self._predictor: Predictor | None = None
        self._stamp = uuid4().hex  # for a model that nothing else identifies
        self._named = model is None or isinstance(model, (str, Path))
        found = self._load()
        wrapped = type(found) is FunctionPredictor and found is not model
        self._function = wrapped and options.get("cache_key") is None
        self._key = self._make_key()
        _LIVE[self._key] = self

    @property
    def name(self) -> str:
        """What the model is called."""
        return self.predictor().name

    def predictor(self) -> Predictor:
        """The model.

        Raises:
            UsageError: In a worker process that cannot have it.
        """
        if os.getpid() != _PROCESS and "torch" in sys.modules:
            # threads do not live through a fork: an operation over several would wait for them forever
            sys.modules["torch"].set_num_threads(1)
        if self._predictor is None:
            if not (self._named or self._function):
                raise UsageError(
                    "this process was not forked from the one that holds the model, and a model in memory is not sent "
                    "to workers; leave num_proc out, or name the model by Hub id or folder"
                )
            return self._load()
        return self._predictor

    def _load(self) -> Predictor:
        self._predictor = as_predictor(self._model, self.task, **self._options)
        return self._predictor

    def _make_key(self) -> str:
        try:
            model = self._stamp if self._function else identity(self.predictor())
        except UsageError:  # nothing tells when it has changed, so it is never taken for one seen before
            model = self._stamp
        options = {name: value for name, value in self._options.items() if name != "tokenizer"}  # it is in the identity
        kind = type(self.task.kind).__name__
        return settings_hash([model, self.task.name, kind, self.task.text_roles, self.task.scored_names, options])

    def __getstate__(self) -> dict[str, Any]:
        if not self._named and self._predictor is not None:  # a model in memory may have been trained since
            self._key = self._make_key()
            _LIVE[self._key] = self
        state: dict[str, Any] = {"version": _VERSION, "task": self.task, "named": self._named}
        state["function"] = self._function
        if self._named or self._function:
            state |= {"model": self._model, "options": self._options}
        if self._function:  # told from another by its pickle, and where that holds only its name, by its code
            state["code"] = code_stamps(self._model)
        else:
            state["key"] = self._key
        return state

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.task, self._named, self._function = state["task"], state["named"], state["function"]
        self._model, self._options = state.get("model"), state.get("options", {})
        self._key = state.get("key", "")
        self._stamp = uuid4().hex
        live = _LIVE.get(self._key)
        self._predictor = None if live is None else live._predictor
