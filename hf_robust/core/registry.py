"""One registry for everything that is looked up by name."""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from threading import RLock
from typing import Generic, TypeVar

from hf_robust.core.errors import UnknownNameError, UsageError

T = TypeVar("T", bound=type)


class Registry(Generic[T]):
    """Classes by their name. Our own come from one module or are listed one by one, others from entry points.

    Args:
        kind: What is registered, for messages.
        module: The module whose import registers our own classes; imported at the first look-up.
        group: The entry point group through which other packages add theirs.
        lazy: Our own classes as ``"module:Class"`` by name; each is imported when it is asked for.
        attribute: Where a class says its name.

    Example:
        >>> animals = Registry("animal")
        >>> @animals.register
        ... class Cat:
        ...     name = "cat"
        >>> animals.names(), animals.get("cat") is Cat
        (('cat',), True)
    """

    def __init__(
        self,
        kind: str,
        module: str | None = None,
        group: str | None = None,
        lazy: Mapping[str, str] | None = None,
        attribute: str = "name",
    ):
        self.kind = kind
        self._module = module
        self._group = group
        self._lazy = dict(lazy or {})
        self._attribute = attribute
        self._entries: dict[str, T] = {}
        self._loaded = module is None and group is None
        self._loading = False
        self._lock = RLock()

    def register(self, cls: T) -> T:
        """Class decorator that files the class under its name.

        Raises:
            UsageError: When the name is taken by another class.
        """
        name = getattr(cls, self._attribute)
        known = self._entries.get(name)
        # a module that is reloaded defines its classes anew: that is no clash
        if known is not None and f"{known.__module__}.{known.__qualname__}" != f"{cls.__module__}.{cls.__qualname__}":
            raise UsageError(
                f"two {self.kind}s are named {name!r}: {known.__module__}.{known.__qualname__} and "
                f"{cls.__module__}.{cls.__qualname__}; rename one"
            )
        self._entries[name] = cls
        return cls

    def get(self, name: str) -> T:
        """The class of that name.

        Raises:
            UnknownNameError: When there is none; the message suggests the nearest names.
            UsageError: When a class of an installed package cannot be loaded.
        """
        self._load()
        if name in self._entries:
            return self._entries[name]
        if name not in self._lazy:
            raise UnknownNameError(self.kind, name, self.names())
        module, _, cls = self._lazy[name].partition(":")
        return self.register(getattr(import_module(module), cls))

    def __contains__(self, name: object) -> bool:
        return name in self.names()

    def names(self) -> tuple[str, ...]:
        """All names, sorted."""
        self._load()
        return tuple(sorted(self._entries.keys() | self._lazy.keys()))

    def select(self, condition: Callable[[T], bool]) -> tuple[T, ...]:
        """The classes that satisfy a condition, sorted by name."""
        return tuple(cls for name in self.names() if condition(cls := self.get(name)))

    def _load(self) -> None:
        if self._loaded:
            return
        with self._lock:  # another thread must not see half of the names
            if self._loaded or self._loading:
                return
            self._loading = True
            try:
                if self._module:
                    import_module(self._module)
                for point in entry_points(group=self._group) if self._group else ():
                    self.register(self._class_behind(point))
                self._loaded = True
            finally:
                self._loading = False

    def _class_behind(self, point: EntryPoint) -> T:
        try:
            return point.load()
        except Exception as error:  # somebody else's module may raise anything
            raise UsageError(
                f"the {self.kind} {point.name!r} of an installed package ({point.value}) cannot be loaded: "
                f"{type(error).__name__}: {error}; upgrade or uninstall that package"
            ) from error


transformations: Registry = Registry("transformation", "hf_robust.transforms", "hf_robust.transformations")
suite_kinds: Registry = Registry(
    "kind of suite",
    group="hf_robust.suites",
    lazy={
        "suite": "hf_robust.suites.robustness:Suite",
        "capabilities": "hf_robust.capability.suite:CapabilitySuite",
    },
    attribute="kind",
)
