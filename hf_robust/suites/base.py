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
"""Facts that hold for what was loaded, and for nothing that is made of it."""
_UNSOUND = (RobustError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RuntimeError)
_MOST_SHOWN = 12  # entries that print(suite) lists


@dataclass(frozen=True, repr=False)
class BaseEntry:
    """One entry of a suite, a config on the Hub: facts, and rows in splits.

    A subclass has one field for each fact and one for each split.
    """

    key: ClassVar[str] = "name"
    """The field that the entry is called by."""
    splits: ClassVar[tuple[str, ...]]
    """The fields that hold rows."""
    shape: ClassVar[Mapping[str, Any]] = {}
    """What a fact must be in ``suite.json``, where the type of the manifest does not say it; see
    :func:`hf_robust.core.record_shape.check_shape`."""

    @property
    def rows(self) -> "dict[str, Dataset]":
        """The rows by split."""
        return {split: getattr(self, split) for split in self.splits}

    @property
    def n(self) -> Any:
        """How many rows there are, for the record."""
        return {split: len(rows) for split, rows in self.rows.items()}

    def __len__(self) -> int:
        return sum(map(len, self.rows.values()))

    def describe(self) -> dict[str, Any]:
        """Everything but the rows, for the manifest and the card."""
        facts = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {**{name: plain(value) for name, value in facts.items() if name not in self.splits}, "n": self.n}

    def hashed_rows(self) -> Iterator[bytes]:
        """All rows, for a hash."""
        for split, rows in self.rows.items():
            yield split.encode()
            yield from content(rows)

    @classmethod
    def from_record(cls, described: Mapping[str, Any], rows: "Mapping[str, Dataset]") -> Self:
        """The entry that :meth:`describe` described.

        Args:
            described: Its facts.
            rows: Its rows by split.
        """
        facts = {field.name for field in dataclasses.fields(cls)} - set(cls.splits)
        return cls(**{name: described[name] for name in facts if name in described}, **rows)

    def summary_row(self) -> dict[str, Any]:
        """What one line says of the entry, by title of the column."""
        return {split: len(rows) for split, rows in self.rows.items()}

    def parts(self) -> dict[str, int]:
        """Rows by what they are, for a drawing; those called ``""`` are drawn pale."""
        return {split: len(rows) for split, rows in self.rows.items()}

    def stack(self) -> Stack:
        """The entry as a bar with what one line says of it."""
        return Stack(getattr(self, self.key), self.parts(), self.summary_row())

    def __str__(self) -> str:
        return f"{getattr(self, self.key)}: {_in_line(self.summary_row())}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def _repr_html_(self) -> str:
        return render_stacks("", [self.stack()])


@dataclass(frozen=True, repr=False)
class BaseSuite:
    """Entries by name, the task that they are for, and a record of where they come from.

    A kind of suite is a subclass with the four class variables, :meth:`check` and :meth:`card_sections`, named in
    ``suites/suite_registry.py`` or, by another package, in the entry point group ``hf_robust.suites``.

    Args:
        task: The bound task.
        entries: Entry by name.
        info: Where the suite comes from.
    """

    kind: ClassVar[str]
    """What ``suite.json`` calls it."""
    label: ClassVar[str]
    """What messages call it."""
    use: ClassVar[str] = ""
    """What messages say to do with it; empty: load it with its class."""
    noun: ClassVar[tuple[str, str]] = ("entry", "entries")
    """What messages call an entry, and several."""
    entry_type: ClassVar[type[BaseEntry]]
    """The class of its entries."""
    manifest_type: ClassVar[type[Manifest]] = Manifest
    """What ``suite.json`` holds, as a type."""

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
        """The same suite under a version."""
        return self.with_facts(version=version)

    def with_baseline(self, report: "BaseReport") -> Self:
        """The same suite with the scores of a model in its record (``info["baselines"]``) and on its card.

        Args:
            report: What ``hr.run(model, suite)`` returned for this very suite. Several models may have one each.

        Raises:
            UsageError: The report is of other rows, of several models, or of the model that an attack found them for.
        """
        return self.with_facts(**{baselines.KEY: baselines.added(self.info, self.content_hash, report)})

    def with_facts(self, **facts: Any) -> Self:
        """The same suite with more on its record: terms, limits, a citation, whatever its card shall say.

        Args:
            **facts: What is added to ``info``; a fact that is there is replaced.
        """
        same = replace(self, info={**self.info, **facts})
        if "content_hash" in self.__dict__:  # the rows are the same: a million of them take seconds to hash
            same.__dict__["content_hash"] = self.content_hash
        return same

    def describe(self) -> dict[str, Any]:
        """All that ``suite.json`` says but names and hashes of files."""
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
        """What ``info`` says where the suite does not."""
        return {"name": cls.kind, "version": None, "skipped": [], "resources": [], "created": None}

    def check(self, entry: Any) -> None:
        """Check an entry that was read.

        Raises:
            RobustError: When its columns are not the task's, or its facts and rows do not belong together.
        """

    def audit_pools(self) -> Sequence[Pool]:
        """What raters can rate of it in an audit; nothing, where a kind of suite does not say."""
        return ()

    @classmethod
    def card_sections(cls, manifest: Any, repo: str | None) -> list[str]:
        """Texts of the card after its title, in Markdown.

        Args:
            manifest: What ``suite.json`` holds: a :attr:`manifest_type`.
            repo: The repository it is published in; None for a folder.
        """
        return [f"A {cls.label} for **{manifest.task.name}**. Made with `hf_robust`."]

    def benchmark(self) -> Benchmark:
        """The suite as a benchmark of the Hub: tasks that ``inspect eval`` runs, or the reason why there are none."""
        return without_tasks(f"inspect cannot ask about the rows of a {self.label}")

    def card_examples(self) -> Sequence[ShownPair]:
        """Rows that the card may show, where ``info["examples"]`` is not False."""
        return ()

    card_tags: ClassVar[tuple[str, ...]] = ()
    """Tags of its card beside those of every suite."""

    @cached_property
    def content_hash(self) -> str:
        """A hash of all rows, independent of how they are stored."""
        hasher = blake2b(digest_size=16)
        for name, entry in self.entries.items():
            for part in self.hashed(name, entry):
                hasher.update(part)
        return hasher.hexdigest()

    @classmethod
    def hashed(cls, name: str, entry: Any) -> Iterator[bytes]:
        """What of an entry enters the hash.

        Args:
            name: Its name.
            entry: The entry.
        """
        yield json.dumps(name).encode()
        yield from entry.hashed_rows()

    def save(self, folder: str | Path) -> Path:
        """Write the suite to a folder: whole or not at all.

        Args:
            folder: Where; an older suite there is replaced, anything else is not.

        Raises:
            SuiteError: When the folder holds something that is not a suite.
        """
        return replace_suite(Path(folder), self.kind, self.fill_folder)

    def fill_folder(self, folder: Path, repo: str | None = None) -> None:
        """Write rows, manifest and card into a new folder.

        Args:
            folder: Where; new or empty.
            repo: The repository it will be published in, for the card; then its benchmark file is written, too.
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
        """Load a suite from a folder or from the Hub, and check that it is what it says.

        Args:
            source: Folder, or repository ``"user/name"`` on the Hub.
            revision: Tag, branch or commit; for example ``"v1.0.0"``.

        Returns:
            The suite; ``BaseSuite.load`` gives one of whichever kind it is.

        Raises:
            SuiteError: When files are missing or altered, or it is of another kind or version than asked for.
            HubError: When the Hub cannot be reached or has no such repository or revision.

        Note:
            Rows of more than 8 MB a split are kept in a temporary file that is mapped into memory; it goes with the
            process.
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
        """Publish the suite as a data set with one config an entry, and tag the release.

        Args:
            repo: Repository ``"user/name"``.
            version: Version ``"1.0.0"``; the tag is ``v1.0.0``. An existing one is never overwritten.
            private: Make the repository private when it is created.
            license: License of the source data, as the Hub spells it, for the card.
            permitted: You may publish the rows, though the recipe of the suite says that its terms do not allow it.

        Returns:
            The commit.

        Raises:
            UsageError: The version is not of the form ``1.2.3``, or the terms of the source allow no publishing.
            HubError: When the version exists, the Hub cannot be reached or refuses.
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
        manifest = typed_manifest(folder, stated, cls.manifest_type, {entry_type.key: str, **entry_type.shape})
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
