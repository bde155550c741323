"""What a run reports while it works: messages, finished reports and progress."""

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.suites.robustness import Suite

Notify = Callable[[str], None]


def silent(message: str) -> None:
    """Ignore a message."""


@contextmanager
def _nothing(*_: Any) -> Iterator[None]:
    yield None


class Listener:
    """Receives what a run reports. This class passes on messages and shows no progress.

    Args:
        notify: Called with each message.
        overwrite: Whether files that hf_robust did not write may be replaced.
        command: The command for the records of the reports.
        cache_dir: Folder of predictions in place of that of the configuration; the configuration is saved without it.
        suite: The suite of the dataset, where it is built already.
    """

    def __init__(
        self,
        notify: Notify = silent,
        *,
        overwrite: bool = False,
        command: str | None = None,
        cache_dir: str | None = None,
        suite: "Suite | None" = None,
    ) -> None:
        self.note = notify
        self.overwrite = overwrite
        self.command = command
        self.cache_dir = cache_dir
        self.suite = suite

    def read(self, data: "Dataset | Suite") -> None:
        """Receive the rows, or the suite, that is run, before any work starts."""

    def say(self, message: str) -> None:
        """Receive a message that is part of the result."""
        self.note(message)

    def finished(self, report: Any, folder: Path | None, formats: Collection[str]) -> None:
        """Receive a finished report, and the folder that holds its files."""

    def bar(self, label: str) -> AbstractContextManager[Any]:
        """A context that gives a function of (done, total), or None."""
        return _nothing()

    def bars(self) -> AbstractContextManager[Any]:
        """A context that gives a function of (part, done, total), or None."""
        return _nothing()

    def current(self, label: str) -> AbstractContextManager[Any]:
        """A context that gives a function of a name, or None."""
        return _nothing()

    def attack(self, journal: Path | None) -> AbstractContextManager[Any]:
        """A context that gives a function of (done, total, successes, queries), or None."""
        return _nothing()
