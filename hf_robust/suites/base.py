"""What all kinds of suites have in common: named entries with rows, a version, a folder, a repository on the Hub."""

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from hf_robust import __version__
from hf_robust.audit.pools import Pool
from hf_robust.core.errors import RobustError, SuiteError, UnknownNameError, UsageError
from hf_robust.core.typed_json import read_json
from hf_robust.reports.formats.stacks import Stack, render_stacks
from hf_robust.suites import baselines
from hf_robust.suites.benchmark_file import Benchmark, without_tasks
from hf_robust.suites.card import counted, released_name, suite_card
from hf_robust.suites.folder import read_splits, replace_suite, row_files, write_splits
from hf_robust.suites.hub import Release, locate, push_release, release_number
from hf_robust.suites.manifest import (
    FILE,
    SCHEMA_VERSION,
    describe_task,
    instead_of,
    kind_of,
    label_of,
    plain,
    read_manifest,
    sealed,
    stated_task,
    typed_manifest,
)
from hf_robust.suites.manifest_records import Manifest, ShownPair
from hf_robust.suites.publishing_terms import check_publishable
from hf_robust.suites.rows import content
from hf_robust.suites.suite_registry import suite_kinds
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.reports.base import BaseReport

FROM_HUB = ("repo", "revision", "commit")
"""Metadata that apply to a loaded suite only, and not to suites derived from it."""
_UNSOUND = (RobustError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RuntimeError)
_MOST_SHOWN = 12  # entries that print(suite) lists


@dataclass(frozen=True, repr=False)
class BaseEntry:
    """One entry of a suite: metadata, and rows in splits. On the Hub it is one config.

    A subclass has one field for each item of the metadata and one for each split.
    """

    key: ClassVar[str] = "name"
    """Name of the field with the name of the entry."""
    splits: ClassVar[tuple[str, ...]]
    """Names of the fields with rows."""

    @property
    def rows(self) -> "dict[str, Dataset]":
        """The rows by split."""
        return {split: getattr(self, split) for split in self.splits}

    @property
    def n(self) -> Any:
        """The number of rows per split, for the record."""
        return {split: len(rows) for split, rows in self.rows.items()}

    def __len__(self) -> int:
        return sum(map(len, self.rows.values()))

    def describe(self) -> dict[str, Any]:
        """Return the entry without its rows, for the manifest and the card."""
        facts = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {**{name: plain(value) for name, value in facts.items() if name not in self.splits}, "n": self.n}

    def hashed_rows(self) -> Iterator[bytes]:
        """Yield the bytes of all rows, for a hash."""
        for split, rows in self.rows.items():
            yield split.encode()
            yield from content(rows)

    @classmethod
    def from_record(cls, described: Mapping[str, Any], rows: "Mapping[str, Dataset]") -> Self:
        """Return the entry that :meth:`describe` described.

        Args:
            described: The metadata of the entry.
            rows: The rows of the entry by split.
        """
        facts = {field.name for field in dataclasses.fields(cls)} - set(cls.splits)
        return cls(**{name: described[name] for name in facts if name in described}, **rows)

    def summary_row(self) -> dict[str, Any]:
        """Return a one-line summary of the entry: the values by column title."""
        return {split: len(rows) for split, rows in self.rows.items()}

    def parts(self) -> dict[str, int]:
        """Return numbers of rows by category, for a bar chart. The category ``""`` is drawn in a pale color."""
        return {split: len(rows) for split, rows in self.rows.items()}

    def stack(self) -> Stack:
        """Return the entry as a bar with its one-line summary."""
        return Stack(getattr(self, self.key), self.parts(), self.summary_row())

    def __str__(self) -> str:
        return f"{getattr(self, self.key)}: {_in_line(self.summary_row())}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def _repr_html_(self) -> str:
        return render_stacks("", [self.stack()])


@dataclass(frozen=True, repr=False)
class BaseSuite:
    """Base class of suites: entries by name, the task of the suite, and its metadata.

    A type of suite is a subclass. It sets the class attributes without a default and implements :meth:`check` and
    :meth:`card_sections`. It is registered in ``suites/suite_registry.py``. Other packages register their types in the
    entry point group ``hf_robust.suites``.

    Args:
        task: The task, bound to the data.
        entries: Entries by name.
        info: Metadata of the suite, such as its name, version, dataset and seed.
    """

    kind: ClassVar[str]
    """Name of the type of suite in ``suite.json``."""
    label: ClassVar[str]
    """Name of the type of suite in messages."""
    use: ClassVar[str] = ""
    """How to use the suite, for messages. If it is empty, messages say to load the suite with its class."""
    noun: ClassVar[tuple[str, str]] = ("entry", "entries")
    """Name of an entry in messages, singular and plural."""
    entry_type: ClassVar[type[BaseEntry]]
    """Class of the entries."""
    manifest_type: ClassVar[type[Manifest]] = Manifest
    """Type of the content of ``suite.json``."""

    task: Task
    entries: Mapping[str, Any]
    info: Mapping[str, Any]

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, name: str) -> Any:
        if name not in self.entries:
            raise UnknownNameError(self.noun[0], name, self.entries)
        return self.entries[name]

    def versioned(self, version: str) -> Self:
        """Return the suite with a version.

        Args:
            version: The version, for example ``"1.0.0"``.
        """
        return self.with_facts(version=version)

    def with_baseline(self, report: "BaseReport") -> Self:
        """Return the suite with the scores of a model. Its metadata (``info["baselines"]``) and its card list them.

        Args:
            report: The return value of ``hr.run(model, suite)`` for this suite. Several models can be added. A new
                report of the same model and revision replaces the old one.

        Raises:
            UsageError: If the report covers other rows or several models, or if the rows were found by an attack on its
                model.
        """
        return self.with_facts(**{baselines.KEY: baselines.added(self.info, self.content_hash, report)})

    def with_facts(self, **facts: Any) -> Self:
        """Return the suite with more metadata, such as terms of use, limitations or a citation for its card.

        Args:
            **facts: Values to add to ``info``. They replace existing values with the same name.
        """
        same = replace(self, info={**self.info, **facts})
        if "content_hash" in self.__dict__:  # the rows are the same: a million of them take seconds to hash
            same.__dict__["content_hash"] = self.content_hash
        return same

    def describe(self) -> dict[str, Any]:
        """Return the content of ``suite.json`` without the names and hashes of the files."""
        info = {key: value for key, value in self.info.items() if key not in FROM_HUB}
        first = next(iter(self.entries.values()), None)
        features = first.rows[first.splits[-1]].features.to_dict() if first is not None else {}
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": self.kind,
            "info": {**self.default_info(), "hf_robust_version": __version__, **info},
            "task": describe_task(self.task),
            "features": features,
            "entries": [{**entry.describe(), entry.key: name} for name, entry in self.entries.items()],
            "content_hash": self.content_hash,
        }

    @classmethod
    def default_info(cls) -> dict[str, Any]:
        """Return the default values of ``info``."""
        return {"name": cls.kind, "version": None, "skipped": [], "resources": [], "created": None}

    def check(self, entry: Any) -> None:
        """Check an entry that was loaded.

        Raises:
            RobustError: If its columns do not match the task, or if its metadata and its rows contradict each other.
        """

    def audit_pools(self) -> Sequence[Pool]:
        """Return the items that raters can rate in an audit. By default there are none."""
        return ()

    @classmethod
    def card_sections(cls, manifest: Any, repo: str | None) -> list[str]:
        """Return the sections of the card that follow its title, in Markdown.

        Args:
            manifest: The content of ``suite.json``, of the type :attr:`manifest_type`.
            repo: The repository in which the suite is published. None for a folder.
        """
        return [f"A {cls.label} for **{manifest.task.name}**. Made with `hf_robust`."]

    def benchmark(self) -> Benchmark:
        """Return the suite as a benchmark of the Hub: tasks for ``inspect eval``, or the reason why there are none."""
        return without_tasks(f"inspect cannot ask about the rows of a {self.label}")

    def card_examples(self) -> Sequence[ShownPair]:
        """Return rows that the card shows as examples. If ``info["examples"]`` is False, the card shows none."""
        return ()

    card_tags: ClassVar[tuple[str, ...]] = ()
    """Additional tags of the card."""

    @cached_property
    def content_hash(self) -> str:
        """Hash of all rows. It does not depend on how the rows are stored."""
        hasher = blake2b(digest_size=16)
        for name, entry in self.entries.items():
            for part in self.hashed(name, entry):
                hasher.update(part)
        return hasher.hexdigest()

    @classmethod
    def hashed(cls, name: str, entry: Any) -> Iterator[bytes]:
        """Yield the parts of an entry that the hash of the suite covers.

        Args:
            name: Name of the entry.
        """
        yield json.dumps(name).encode()
        yield from entry.hashed_rows()

    def save(self, folder: str | Path) -> Path:
        """Save the suite to a folder. If saving fails, the folder is not changed.

        Args:
            folder: The folder. An existing suite of the same type in it is replaced.

        Returns:
            The folder.

        Raises:
            SuiteError: If the folder contains anything else, or if it cannot be written to.
        """
        return replace_suite(Path(folder), self.kind, self.fill_folder)

    def fill_folder(self, folder: Path, repo: str | None = None) -> None:
        """Write the rows, the manifest and the card to a new folder.

        Args:
            folder: The folder. It must be new or empty.
            repo: The repository in which the suite will be published, for the card. With a repository, the benchmark
                file is also written.
        """
        described = self.describe()
        for stated, (name, entry) in zip(described["entries"], self.entries.items(), strict=True):
            stated.update(write_splits(folder, name, entry.rows))
        described = sealed(described)
        manifest = self._shown(described)
        rows = sum(len(split) for entry in self.entries.values() for split in entry.rows.values())
        benchmark = self.benchmark() if repo else without_tasks("not published")
        sections = self.card_sections(manifest, repo)
        card = suite_card(manifest, sections, rows, self.card_tags, benchmark.configs)
        (folder / FILE).write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")
        (folder / "README.md").write_text(card, encoding="utf-8", errors="replace")
        source = f", made of {manifest.info.dataset}" if manifest.info.dataset else ""
        what = f"{self.label.capitalize()} for {self.task.name}{source}. Scores are percent."
        benchmark.write(folder, manifest.info.name, what)

    def _shown(self, described: Mapping[str, Any]) -> Manifest:
        """What the card shows of the suite.

        Raises:
            UsageError: When a fact is of another type than the file may hold.
        """
        try:
            manifest = read_json(self.manifest_type, described, "record of a suite")
        except UsageError as error:
            raise UsageError(f"the suite is not saved: {error}; correct it with suite.with_facts(...)") from error
        return manifest if manifest.info.examples is False else replace(manifest, examples=tuple(self.card_examples()))

    @classmethod
    def load(cls, source: str | Path, revision: str | None = None) -> Self:
        """Load a suite from a folder or from the Hub, and verify its content.

        If a split has more than 8 MB of rows, they are stored in a temporary file that is mapped into memory. The file
        is deleted when the process ends.

        Args:
            source: Folder, or repository ``"user/name"`` on the Hub.
            revision: Tag, branch or commit, for example ``"v1.0.0"``.

        Returns:
            The suite. ``BaseSuite.load`` returns a suite of any type.

        Raises:
            SuiteError: If files are missing or were changed, or if the suite has another type or version than expected.
            HubError: If the Hub cannot be reached, or if the repository or the revision does not exist.
        """
        place = locate(source, revision)
        manifest = read_manifest(place.folder, place.version)
        stated = kind_of(manifest)
        if cls is not BaseSuite and stated != cls.kind:
            raise SuiteError(f"{place.folder} is no {cls.label}{instead_of(stated)}")
        if stated not in suite_kinds:
            raise SuiteError(
                f"{place.folder} is a {label_of(stated)}, which this hf_robust does not know; "
                "run: pip install --upgrade hf-robust"
            )
        return suite_kinds.get(stated)._read(place.folder, manifest).with_facts(**place.origin)

    def push_to_hub(
        self, repo: str, version: str, *, private: bool = False, license: str | None = None, permitted: bool = False
    ) -> str:
        """Publish the suite on the Hub as a dataset with one config per entry, and tag the release.

        Args:
            repo: Repository ``"user/name"``.
            version: Version, for example ``"1.0.0"``. Its tag is ``v1.0.0``. An existing version is never overwritten.
            private: Whether a new repository is private.
            license: License of the source data, as a license id of the Hub, for the card.
            permitted: Whether you have permission to publish the rows. Set it to True to publish a suite whose recipe
                says that the terms of the source do not allow it.

        Returns:
            The commit.

        Raises:
            UsageError: If the version does not have the form ``1.2.3``, or if the terms of the source do not allow
                publication.
            HubError: If the version exists, or if the Hub refuses the request or cannot be reached.
        """
        check_publishable(self, permitted)
        number = release_number(repo, version)
        license, name = license or self.info.get("license"), released_name(self.info["name"], repo)
        suite = self.with_facts(version=number, license=license, name=name)
        release = Release(number, self.kind, self.content_hash, partial(suite.fill_folder, repo=repo))
        return push_release(release, repo, private)

    @classmethod
    def _read(cls, folder: Path, stated: Mapping[str, Any]) -> Self:
        from datasets import Features

        entry_type = cls.entry_type
        manifest = typed_manifest(folder, stated, cls.manifest_type)
        row_files(manifest.entries, folder)
        try:
            features = Features.from_dict(manifest.features)
            entries: dict[str, Any] = {}
            suite = cls(stated_task(manifest), entries, stated["info"])
            for described, record in zip(stated["entries"], manifest.entries, strict=True):
                rows = read_splits(folder, record, features, entry_type.splits)
                entry = entry_type.from_record(described, rows)
                if entry.n != described["n"] or described[entry_type.key] in entries:
                    said = f"{described[entry_type.key]} in {folder} has other rows than its suite.json says"
                    raise SuiteError(f"{said}; get the suite again")
                suite.check(entry)
                entries[described[entry_type.key]] = entry
            found = suite.content_hash
        except SuiteError as error:
            if str(folder) in str(error):
                raise
            raise SuiteError(f"{folder}: {error}") from error
        except _UNSOUND as error:
            said = str(error) if isinstance(error, RobustError) else repr(error)
            raise SuiteError(
                f"{folder} is not a sound suite: {said} in its suite.json or rows; get the suite again"
            ) from error
        if found != manifest.content_hash:
            raise SuiteError(
                f"the rows in {folder} are not those that its suite.json was made for; get the suite again"
            )
        return suite

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._title()}>"

    def __str__(self) -> str:
        width = max((len(name) for name in self.entries), default=0)
        lines = [f"  {name:{width}}  {_in_line(entry.summary_row())}" for name, entry in self.entries.items()]
        more = [f"  ... and {len(lines) - _MOST_SHOWN} more: list(suite)"] if len(lines) > _MOST_SHOWN else []
        return "\n".join([f"{self.label} {self._title()}", *lines[:_MOST_SHOWN], *more])

    def _title(self) -> str:
        version = f" {self.info['version']}" if self.info.get("version") else ""
        return f"{self.info.get('name')!r}{version}: {self.task.name}, {counted(len(self), *self.noun)}"

    def _repr_html_(self) -> str:
        return render_stacks(f"{self.label} {self._title()}", [entry.stack() for entry in self.entries.values()])


def _in_line(row: Mapping[str, Any]) -> str:
    return ", ".join(f"{value} {name}" if isinstance(value, int) else str(value) for name, value in row.items())
