"""What every validator is: one small frozen dataclass that compares a changed text with its original."""

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import Any, ClassVar, NamedTuple

from hf_robust.core.errors import UsageError
from hf_robust.core.languages import Language
from hf_robust.core.recent import Recent
from hf_robust.core.user_code import version_of
from hf_robust.language import resources
from hf_robust.language.resource_rows import EMBEDDED
from hf_robust.perturb.changes import Change
from hf_robust.perturb.validators.validator_registry import validators

register = validators.register
_KEPT = 20_000  # texts that each validator remembers: the originals of a suite come back with each transformation
_DIGITS = 5  # sums of a model differ in their last digits with what else is in the batch


class Measured(NamedTuple):
    """What a validator says of one change.

    Args:
        value: What was measured, in the validator's own unit.
        score: From 0 to 1; 1 is as the original.
    """

    value: float
    score: float


@dataclass(frozen=True, kw_only=True)
class Validator(ABC):
    """Base of all validators. A subclass declares what it is and measures changes.

    Other packages add theirs through the entry point group ``hf_robust.validators``.

    Class attributes:
        name: Registered name.
        version: Changes whenever the output does.
        same: The value of a text that did not change; its score is 1.
        resources: Resources that must be found before it runs, see ``hf_robust.language.resources``. A parameter
            ``model`` names another one than the table would give.
        languages: Languages it is meant for, ``*`` for any; with a ``model`` of the user's it is for that of the model.
    """

    name: ClassVar[str]
    version: ClassVar[str] = "1"
    same: ClassVar[float]
    resources: ClassVar[tuple[str, ...]] = ()
    languages: ClassVar[tuple[str, ...]] = ("*",)

    @abstractmethod
    def measure(self, changes: Sequence[Change]) -> list[Measured]:
        """What it says of each change.

        Args:
            changes: Texts that differ from their originals.
        """

    @property
    def params(self) -> dict[str, Any]:
        """All parameters with their values."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    @property
    def space(self) -> str:
        """What its numbers can be compared within, where another model gives others; else empty."""
        return ""

    def check(self) -> None:
        """Refuse a resource that is absent, before any work starts; what a name stands for may be on the Hub.

        Raises:
            MissingResource: With the command that gets it.
        """
        for name in self.resources:
            if resources.resource(name).choice(self._named) in ("", EMBEDDED):
                resources.get(name, self._named, what=f"{name} (for {self.name})")

    def check_language(self, language: Language) -> None:
        """Refuse texts without spaces between words that it was not made for.

        Raises:
            UsageError: With what can be done.
        """
        known = language.spaced or "*" in self.languages or language.code in self.languages
        if not known and self._named in (None, EMBEDDED):
            own = " without a model of your own" if hasattr(self, "model") else ""
            raise UsageError(
                f"{self.name}{own} is for texts in {', '.join(self.languages)}, not in {language.code}; words-changed, "
                "edit-distance and chrf are for any"
            )

    def stamp(self) -> tuple[str, ...]:
        """What its numbers depend on beside its parameters: its version, and those of its resources."""
        return (self.name, self.version, *(resources.stamp(name, self._named) for name in self.resources))

    def records(self) -> list[dict[str, str]]:
        """Its resources, as a suite records them."""
        return [dataclasses.asdict(resources.record_of(name, self._named)) for name in self.resources]

    @property
    def _named(self) -> str | None:
        return getattr(self, "model", None)

    def __getstate__(self) -> dict[str, Any]:
        # datasets hashes imported code by its name: without these, an upgrade or an edit serves stale rows
        return {**self.__dict__, "__version__": version_of(self, self.version)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update({name: value for name, value in state.items() if name != "__version__"})


@dataclass(frozen=True, kw_only=True)
class TextValidator(Validator):
    """Base of those that read each text by itself and compare what they read; each distinct text is read once."""

    @abstractmethod
    def read(self, texts: Sequence[str]) -> Sequence[Any]:
        """What there is to know of each text, all at once.

        Args:
            texts: Distinct texts.
        """

    @abstractmethod
    def compare(self, before: Any, after: Any) -> Measured:
        """What it says of a change.

        Args:
            before: What was read of the original.
            after: What was read of the changed text.
        """

    def measure(self, changes: Sequence[Change]) -> list[Measured]:
        """What it says of each change."""
        keys = {text: _key(text) for change in changes for text in (change.before, change.after)}
        memory = _memory(self, self.stamp())
        known = memory.known(keys.values())
        fresh = [text for text, key in keys.items() if key not in known]
        read: dict[Hashable, Any] = {keys[text]: found for text, found in zip(fresh, self.read(fresh) if fresh else ())}
        memory.keep(read)
        known |= read
        return [self.compare(known[keys[change.before]], known[keys[change.after]]) for change in changes]


@cache
def _memory(validator: TextValidator, stamp: tuple[str, ...]) -> Recent:
    return Recent(_KEPT)


def _key(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def measured_rows(validator: Validator, rows: Sequence[Sequence[Change]]) -> list[Measured]:
    """What a validator says of each row: of its worst text, where several changed.

    Args:
        rows: The changed texts of each row; a row without any is as the original.
    """
    found = iter(validator.measure([change for row in rows for change in row]))
    same = Measured(validator.same, 1.0)
    return [_rounded(min((next(found) for _ in row), key=_score, default=same)) for row in rows]


def _score(measured: Measured) -> float:
    return measured.score


def _rounded(measured: Measured) -> Measured:
    return Measured(round(float(measured.value), _DIGITS), round(float(measured.score), _DIGITS))


Named = str | Validator | Mapping[str, Any]


def validators_of(entries: Sequence[Named]) -> tuple[Validator, ...]:
    """The validators of a list of names, objects, or mappings ``{"name": ..., <parameters>}``.

    Raises:
        UnknownNameError: When there is no such validator.
        UsageError: When the list is empty, an entry is something else or twice there, or a parameter is unknown.
        MissingResource: When one needs something that is not installed.

    Example:
        >>> [validator.name for validator in validators_of(["words-changed"])]
        ['words-changed']
    """
    if isinstance(entries, (str, Mapping)) or not isinstance(entries, Sequence) or not entries:
        raise UsageError(f"expected a list of validators, found {entries!r}; use ['words-changed', 'similarity']")
    found = tuple(map(_validator_of, entries))
    names = [validator.name for validator in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"the validator {twice!r} is named twice; leave one out")
    for validator in found:
        validator.check()
    return found


def _validator_of(entry: Named) -> Validator:
    if isinstance(entry, Validator):
        return entry
    if isinstance(entry, str):
        entry = {"name": entry}
    if not isinstance(entry, Mapping) or "name" not in entry:
        raise UsageError(f"expected the name of a validator, an object or {{'name': ...}}, found {entry!r}")
    cls = validators.get(entry["name"])
    params = {key: value for key, value in entry.items() if key != "name"}
    known = {field.name for field in dataclasses.fields(cls)}
    for name in params:
        if name not in known:
            raise UsageError(f"{cls.name} has no parameter {name!r}; it has {', '.join(sorted(known)) or 'none'}")
    return cls(**params)
