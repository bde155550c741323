"""What a kind of model declares, and how the kind of a given model is found."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from hf_robust.adapters.base import Predictor
from hf_robust.core.deprecated_names import take_deprecated_members
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.quoted import quoted
from hf_robust.core.registry import Registry
from hf_robust.tasks import Task

_ANY_NAME = "name"  # a text that only kinds accept that take any text
DEFAULT_MODEL = "default"  # the name of the model that comes with the package
model_kinds: Registry[type["ModelKind"]] = Registry("kind of model", "hf_robust.adapters.kinds", "hf_robust.adapters")


class ModelKind(ABC):
    """A kind of model: which values are models of it, which options they take, and how they become a predictor.

    Subclasses are not instantiated. Register one with ``@model_kinds.register``, or through the entry point group
    ``hf_robust.adapters``.

    Attributes:
        name: Name of the kind, unique.
        description: What a user passes, for error messages: ``"a function"``.
        takes: Names of the options of :func:`hf_robust.adapters.as_predictor` that have a meaning for it.
        checks_options: Whether the kind has options of its own, and itself refuses those that no kind has.
        order: Kinds with a lower order are asked first. A kind with a prefix of its own (``"chat:"``) keeps 0.

    Example:
        >>> from hf_robust.adapters.model_kind import ModelKind, kind_of
        >>> class Constant(ModelKind):
        ...     name, description = "constant", "a constant answer, constant:LABEL"
        ...
        ...     @classmethod
        ...     def accepts(cls, model):
        ...         return isinstance(model, str) and model.startswith("constant:")
        ...
        ...     @classmethod
        ...     def predictor(cls, model, task, options):
        ...         from hf_robust.adapters import FunctionPredictor
        ...
        ...         label = model.removeprefix("constant:")
        ...         return FunctionPredictor(lambda texts: [label] * len(texts), task, cache_key=model)
        >>> Constant.accepts("constant:pos"), kind_of(len).name
        (True, 'function')
    """

    name: ClassVar[str]
    description: ClassVar[str]
    takes: ClassVar[frozenset[str]] = frozenset({"label_map", "batch_size"})
    checks_options: ClassVar[bool] = False
    order: ClassVar[int] = 0

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        take_deprecated_members(cls, {"what": "description"}, removed_in="0.4.0")

    @classmethod
    @abstractmethod
    def accepts(cls, model: Any) -> bool:
        """Whether a value is a model of this kind.

        Args:
            model: What the user passed. Looking at it must not import heavy packages or read weights.
        """

    @classmethod
    @abstractmethod
    def predictor(cls, model: Any, task: Task, options: Mapping[str, Any]) -> Predictor:
        """The model, ready to predict.

        Args:
            model: A value that the kind accepts.
            task: The task, bound to the data so that it knows the label names.
            options: Those that were given, without the ones that are None.

        Raises:
            UsageError: When the model does not fit the task.
            LabelError: When the labels of model and data do not match.
        """

    @classmethod
    def refused(cls, options: Mapping[str, Any], task: Task) -> list[str]:
        """The names of options that have no meaning for this kind.

        Args:
            options: Those that were given.
        """
        others = [name for name in options if name not in cls.takes]
        return [name for name in others if name in registered_options()] if cls.checks_options else others

    @classmethod  # noqa: B027 - most kinds check nothing before the data is read
    def check(cls, model: Any, options: Mapping[str, Any]) -> None:
        """Refuse what is no model before any data is read; the command line calls it.

        Args:
            model: A value that the kind accepts.
            options: The options of the command line by their names: ``task_name``, ``language``, ``nlp``, ...;
                ``params`` are those of the model, and ``offline`` says that no server is asked.

        Raises:
            UsageError: When the model cannot be used.
        """


def kind_of(model: Any) -> type[ModelKind]:
    """The kind of a model.

    Args:
        model: What the user passed.

    Raises:
        UsageError: When no kind accepts it.
        UnknownNameError: When it begins like ``chat:``, and no kind has that prefix.

    Example:
        >>> kind_of("me/my-model").name, kind_of(None).name
        ('hub', 'packaged')
    """
    for kind in _ordered(model_kinds.names()):
        if kind.accepts(model):
            if isinstance(model, str) and kind.accepts(_ANY_NAME):
                _refuse_unknown_prefix(model)
            return kind
    if not isinstance(model, type) and callable(getattr(model, "predict", None)):
        raise UsageError(
            f"found {type(model).__name__}, which cannot be called itself; pass its method: model.predict "
            "(it is given a list of inputs)"
        )
    known = ", ".join(kind.description for kind in _ordered(model_kinds.names()))
    raise UsageError(f"expected a model: {known}; found {type(model).__name__}: {quoted(model)}")


def prefixes() -> tuple[str, ...]:
    """Return the prefixes that name a kind of model, such as ``chat:``.

    A kind has the prefix of its name if it accepts that prefix and not every text.

    Example:
        >>> "chat:" in prefixes(), "hub:" in prefixes()
        (True, False)
    """
    kinds = [kind for kind in _ordered(model_kinds.names()) if not kind.accepts(_ANY_NAME)]
    return tuple(f"{kind.name}:" for kind in kinds if kind.accepts(f"{kind.name}:{_ANY_NAME}"))


def _refuse_unknown_prefix(model: str) -> None:
    """Refuse a text like ``char:NAME``: neither a Hub id nor the path of a saved model begins like that."""
    prefix, colon, _ = model.partition(":")
    drive = len(prefix) == 1  # of a path on Windows
    if colon and not drive and not {"/", "\\"} & set(prefix) and not Path(model).exists():
        raise UnknownNameError("kind of model", f"{prefix}:", prefixes())


@cache
def _ordered(names: tuple[str, ...]) -> tuple[type[ModelKind], ...]:
    return tuple(sorted(map(model_kinds.get, names), key=lambda kind: (kind.order, kind.name)))


def registered_options() -> frozenset[str]:
    """Return the names of the options that some kind of model takes.

    Example:
        >>> "revision" in registered_options()
        True
    """
    return frozenset[str]().union(*(kind.takes for kind in model_kinds.values()))


def refuse(names: list[str], context: str) -> None:
    """Refuse options that have no meaning.

    Args:
        names: Their names; none are fine.
        context: What they cannot be given with.

    Raises:
        UsageError: When there are any.
    """
    if names:
        raise UsageError(f"{', '.join(names)} cannot be given with {context}; leave it out")
