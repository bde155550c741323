"""What all kinds of suites have in common: named entries, a version, a folder, a repository on the Hub."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Self

from hf_robust.tasks.base import Task


@dataclass(frozen=True)
class BaseSuite:
    """Entries by name, the task that they are for, and a record of where they come from.

    Args:
        task: The bound task.
        entries: Entry by name.
        info: Where the suite comes from.
    """

    kind: ClassVar[str]

    task: Task
    entries: Mapping[str, Any]
    info: Mapping[str, Any]

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def versioned(self, version: str) -> Self:
        """The same suite under a version."""
        return replace(self, info={**self.info, "version": version})

    def save(self, folder: str | Path) -> Path:
        """Write the suite to a folder: whole or not at all.

        Args:
            folder: Where; an older suite there is replaced, anything else is not.

        Raises:
            SuiteError: When the folder holds something that is not a suite.
        """
        from hf_robust.suites.hub import write_suite

        return write_suite(self, Path(folder))

    @classmethod
    def load(cls, source: str | Path, revision: str | None = None) -> Self:
        """Load a suite from a folder or from the Hub, and check that it is what it says.

        Args:
            source: Folder, or repository ``"user/name"`` on the Hub.
            revision: Tag, branch or commit; for example ``"v1.0.0"``.

        Raises:
            SuiteError: When files are missing or altered, or it is of another kind or version than asked for.
            HubError: When the Hub cannot be reached or has no such repository or revision.
        """
        from hf_robust.suites.hub import load_suite

        return load_suite(source, revision, kind=cls.kind)

    def push_to_hub(self, repo: str, version: str, *, private: bool = False, license: str | None = None) -> str:
        """Publish the suite as a data set with one config an entry, and tag the release.

        Args:
            repo: Repository ``"user/name"``.
            version: Version ``"1.0.0"``; the tag is ``v1.0.0``. An existing one is never overwritten.
            private: Make the repository private when it is created.
            license: License of the source data, as the Hub spells it, for the card.

        Returns:
            The commit.

        Raises:
            UsageError: When the version is not of the form ``1.2.3``.
            HubError: When the version exists, the Hub cannot be reached or refuses.
        """
        from hf_robust.suites.hub import push_suite

        return push_suite(self, repo, version, private=private, license=license)
