"""Bars and counters on the terminal, on stderr, gone when the work is done; elsewhere a line now and then."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn
from time import monotonic

import click

EVERY = 10.0
"""Seconds between two lines where there is no terminal."""


@contextmanager
def quiet_maps() -> Iterator[None]:
    """No bar for each map of ``datasets``: a command shows one of its own for the whole work."""
    import datasets

    shown = datasets.is_progress_bar_enabled()
    datasets.disable_progress_bars()
    try:
        yield
    finally:
        if shown:
            datasets.enable_progress_bars()


def _shown(*columns: "ProgressColumn") -> "Progress":
    """Bars where somebody sees them; nothing at all in a file or a pipe."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def bars() -> Iterator[Callable[[str, int, int], None]]:
    """A bar for each part of the work; call what is given with (part, done, total)."""
    from rich.console import Console
    from rich.progress import Progress, TaskID

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lines()
        return
    with Progress(console=console, transient=True) as shown:
        rows: dict[str, TaskID] = {}

        def tell(part: str, done: int, total: int) -> None:
            if part not in rows:
                rows[part] = shown.add_task(part)
            shown.update(rows[part], completed=done, total=total)

        yield tell


@contextmanager
def bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """One bar; call what is given with (done, total)."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    if not console.is_terminal:
        tell = lines()
        yield lambda done, total: tell(label, done, total)
        return
    with Progress(console=console, transient=True) as shown:
        row = shown.add_task(label, total=None)
        yield lambda done, total: shown.update(row, completed=done, total=total)


@contextmanager
def current(label: str) -> Iterator[Callable[[str], None]]:
    """A line that names what is being worked on; call what is given with its name."""
    from rich.progress import TextColumn

    with _shown(TextColumn("{task.description}")) as shown:
        row = shown.add_task(label, total=None)
        yield lambda name: shown.update(row, description=f"{label} {name}")


@contextmanager
def attack_bar() -> Iterator[Callable[[int, int, int, int], None]]:
    """A bar with the rate of success; call what is given with (rows done, rows in all, successes, queries)."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with _shown(*columns) as shown:
        row = shown.add_task("attack", total=None)
        tell = lines()

        def told(done: int, total: int, successes: int, queries: int) -> None:
            label = f"attack, {successes / max(1, done):.0%} succeeded, {queries:,} queries"
            shown.update(row, description=label, completed=done, total=total)
            if shown.disable:
                tell("attack", done, total)

        yield told


def lines(clock: Callable[[], float] = monotonic) -> Callable[[str, int, int], None]:
    """Prints a line for a part of the work that takes long, with an estimate; quick ones print nothing.

    Args:
        clock: Tells the time in seconds.

    Example:
        >>> seconds = iter([0, 5, 30])
        >>> tell = lines(lambda: next(seconds))
        >>> tell("rank", 0, 3), tell("rank", 1, 3), tell("rank", 2, 3)  # the last prints: rank: 2 of 3, about 15 s left
        (None, None, None)
    """
    began: dict[str, float] = {}
    printed: dict[str, float] = {}

    def tell(part: str, done: int, total: int) -> None:
        now = clock()
        start = began.setdefault(part, now)
        if now - printed.setdefault(part, start) < EVERY:
            return
        printed[part] = now
        left = f", about {(now - start) / done * (total - done):.0f} s left" if done else ""
        click.echo(f"{part}: {done:,} of {total:,}{left}", err=True)

    return tell
