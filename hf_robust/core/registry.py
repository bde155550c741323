"""One registry for everything that is looked up by name."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from threading import RLock
from typing import Any, Generic, TypeVar

from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.languages import Language
from hf_robust.core.lazy import load_object
from hf_robust.core.written_languages import WRITTEN, written_language

T = TypeVar("T")


class Registry(Generic[T]):
    """Classes or objects by their name. Our own come from the modules of this package, others from entry points.

    It is read as a mapping is: ``name in registry``, ``registry[name]``, and iterating gives the sorted names.

    Args:
        kind: What is registered, for messages.
        module: The module whose import registers our own; imported at the first look-up.
        group: The entry point group through which other packages add theirs.
        attribute: Where one says its name.
        members: Name of the module in which a room adds its own, where higher rooms do so. The rooms of this package
            are searched for it at the first look-up, so that no lower room names a higher one.

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
        attribute: str = "name",
        members: str | None = None,
    ):
        self.kind = kind
        self._module = module
        self._group = group
        self._members = members
        self._paths: dict[str, str] = {}
        self._attribute = attribute
        self._entries: dict[Any, T] = {}  # by name, or by name and language
        self._loaded = module is None and group is None
        self._loading = False
        self._lock = RLock()

    def register(self, entry: T) -> T:
        """Register a class or an object under its name. For a class, it can be used as a decorator.

        Raises:
            UsageError: If another class or object already has this name.
        """
        name = getattr(entry, self._attribute)
        known = self._entries.get(name)
        # a module that is reloaded defines its own anew: that is no clash
        if known is not None and _origin(known) != _origin(entry):
            raise UsageError(f"two {self.kind}s are named {name!r}: {_origin(known)} and {_origin(entry)}; rename one")
        self._entries[name] = entry
        return entry

    def register_places(self, paths: Mapping[str, str]) -> None:
        """Register classes or objects that are imported when they are asked for.

        Args:
            paths: ``"module:Class"`` by name.

        Example:
            >>> docs = Registry("document", attribute="__name__")
            >>> docs.register_places({"Doc": "hf_robust.core.doc:Doc"})
            >>> docs.names(), docs.get("Doc").__module__
            (('Doc',), 'hf_robust.core.doc')
        """
        self._paths.update(paths)

    def get(self, name: str) -> T:
        """The class or object of that name.

        Raises:
            UnknownNameError: When there is none; the message suggests the nearest names.
            UsageError: When one of an installed package cannot be loaded.
        """
        self._load()
        if name in self._entries:
            return self._entries[name]
        if name not in self._paths:
            raise UnknownNameError(self.kind, name, self.names())
        return self.register(load_object(self._paths[name]))

    def __getitem__(self, name: str) -> T:
        return self.get(name)

    def __contains__(self, name: object) -> bool:
        return name in self.names()

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __len__(self) -> int:
        return len(self.names())

    def values(self) -> tuple[T, ...]:
        """All, sorted by name."""
        return tuple(map(self.get, self.names()))

    def names(self) -> tuple[str, ...]:
        """All names, sorted."""
        self._load()
        return tuple(sorted(self._entries.keys() | self._paths.keys()))

    def select(self, condition: Callable[[T], bool]) -> tuple[T, ...]:
        """Those that satisfy a condition, sorted by name."""
        return tuple(filter(condition, self.values()))

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
                if self._members:
                    _import_from_rooms(self._members)
                for point in entry_points(group=self._group) if self._group else ():
                    self.register(self._loaded_from(point))
                self._loaded = True
            finally:
                self._loading = False

    def _loaded_from(self, point: EntryPoint) -> T:
        try:
            return point.load()
        except Exception as error:  # somebody else's module may raise anything
            raise UsageError(
                f"the {self.kind} {point.name!r} of an installed package ({point.value}) cannot be loaded: "
                f"{type(error).__name__}: {error}; upgrade or uninstall that package"
            ) from error


class SpokenRegistry(Registry[T]):
    """Classes by their name and a language; each says in ``languages`` which it is for, ``*`` for any.

    One for any language serves those that have none of their own, without those of its ``not_languages``. One name
    stands for one idea in all languages, with a class of its own where they need one. As a mapping it is that of
    English.

    Example:
        >>> greetings = SpokenRegistry("greeting")
        >>> @greetings.register
        ... class Hello:
        ...     name, languages = "hello", ("en", "de")
        >>> @greetings.register
        ... class Nihao:
        ...     name, languages = "hello", ("zh",)
        >>> greetings.get("hello") is Hello, greetings.get("hello", "zh") is Nihao, greetings.languages_of("hello")
        (True, True, ('de', 'en', 'zh'))
    """

    def register(self, entry: T) -> T:
        """Register a class under its name, for each of its languages. It can be used as a class decorator.

        Raises:
            UsageError: If another class already has this name in one of the languages.
        """
        spoken: Any = entry
        for language in spoken.languages:
            known = self._entries.get((spoken.name, language))
            if known is not None and _origin(known) != _origin(entry):
                raise UsageError(
                    f"two {self.kind}s for {language} are named {spoken.name!r}: {_origin(known)} and "
                    f"{_origin(entry)}; rename one"
                )
            self._entries[spoken.name, language] = entry
        return entry

    def get(self, name: str, language: str | None = "en") -> T:
        """The class of that name for texts in a language.

        Args:
            language: Code of the language; None: English where there is one for it, else the first of those that have
                one.

        Raises:
            UnknownNameError: When there is none; the message says for which languages there is one of that name, or
                suggests the nearest names.
            UsageError: When one of an installed package cannot be loaded.
        """
        self._load()
        others = self.languages_of(name)
        if language is None:
            language = "en" if "en" in others or not others else others[0]
        for spoken in (language, "*"):
            if self._serves(name, spoken, language):
                return self._entries[name, spoken]
        if not others:
            raise UnknownNameError(self.kind, name, self.names(language))
        own = [one for one in others if one != "*"]
        rest = " and most other languages" if "*" in others else ""
        raise UnknownNameError(
            self.kind, name, self.names(language), f"it is there for {', '.join(own)}{rest}, not for {language}"
        )

    def languages_of(self, name: str) -> tuple[str, ...]:
        """The languages for which there is one of that name, sorted; ``*`` stands for any."""
        self._load()
        return tuple(sorted(language for known, language in self._entries if known == name))

    def names(self, language: str = "en") -> tuple[str, ...]:
        """All names that there are for a language, sorted."""
        self._load()
        served = {name for name, spoken in self._entries if self._serves(name, spoken, language)}
        return tuple(sorted(served))

    def _serves(self, name: str, spoken: str, language: str) -> bool:
        """Whether what is registered under a name and ``spoken`` is for texts in a language."""
        if spoken != "*" or (name, "*") not in self._entries:
            return spoken == language and (name, spoken) in self._entries
        return language not in getattr(self._entries[name, "*"], "not_languages", ())

    def values(self, language: str = "en") -> tuple[T, ...]:
        """All that there are for a language, sorted by name."""
        return tuple(self.get(name, language) for name in self.names(language))

    def select(self, condition: Callable[[T], bool], language: str = "en") -> tuple[T, ...]:
        """Those for a language that satisfy a condition, sorted by name."""
        return tuple(filter(condition, self.values(language)))


def spoken_language(code: str) -> Language:
    """The language of a code; one without a definition is read as spaces and signs cut it.

    Example:
        >>> spoken_language("zh").name, spoken_language("de").name, spoken_language("xx").code
        ('Chinese', 'German', 'xx')
    """
    return languages.get(code) if code in languages else written_language(code)


def language_codes() -> tuple[str, ...]:
    """Codes of all languages that texts can be in, sorted.

    Example:
        >>> {"en", "de", "hi"} <= set(language_codes())
        True
    """
    return tuple(sorted({*languages, *WRITTEN}))


def language_of_script(text: str) -> Language | None:
    """The language without spaces between words whose script a text is in; None where there is none.

    Example:
        >>> language_of_script("很好 iPhone").code, language_of_script("A film"), language_of_script("すごい本")
        ('zh', None, None)
    """
    spoken = map(languages.get, languages)
    return next((one for one in spoken if not one.spaced and one.refuses(text) is None), None)


def language_code(tag: str) -> str:
    """The code of a language that is known, out of a tag that may name a region or script as well.

    Raises:
        UnknownNameError: When no such language is known.

    Example:
        >>> language_code("zh-CN"), language_code("en_US"), language_code("pt-BR")
        ('zh', 'en', 'pt')
    """
    code = tag.replace("_", "-").partition("-")[0].lower()
    if code not in languages and code not in WRITTEN:
        named = next((known for known, one in WRITTEN.items() if one.name.lower() == tag.lower()), "")
        raise UnknownNameError("language", tag, language_codes(), f"use {named!r}" if named else "")
    return code


def _import_from_rooms(module: str) -> None:
    """Import the module of that name from each room that has one."""
    package = __name__.partition(".")[0]
    for file in sorted(Path(__file__).parents[1].glob(f"*/{module}.py")):
        import_module(f"{package}.{file.parent.name}.{module}")


def _origin(entry: Any) -> str:
    """Where an entry was defined: the class itself, or what an object is made of."""
    place = entry if isinstance(entry, type) else type(entry)
    return f"{place.__module__}.{place.__qualname__ if entry is place else repr(entry)}"


languages: Registry[Language] = Registry(
    "language", group="hf_robust.languages", attribute="code", members="own_languages"
)
