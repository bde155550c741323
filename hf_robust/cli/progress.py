"""Bars and counters on the terminal, on stderr, gone when the work is done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


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


@contextmanager
def bars() -> Iterator[Callable[[str, int, int], None]]:
    """A bar for each part of the work; call what is given with (part, done, total)."""
    from rich.console import Console
    from rich.progress import Progress, TaskID

    with Progress(console=Console(stderr=True), transient=True) as shown:
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

    with Progress(console=Console(stderr=True), transient=True) as shown:
        row = shown.add_task(label, total=None)
        yield lambda done, total: shown.update(row, completed=done, total=total)


@contextmanager
def current(label: str) -> Iterator[Callable[[str], None]]:
    """A line that names what is being worked on; call what is given with its name."""
    from rich.console import Console
    from rich.progress import Progress, TextColumn

    with Progress(TextColumn("{task.description}"), console=Console(stderr=True), transient=True) as shown:
        row = shown.add_task(label, total=None)
        yield lambda name: shown.update(row, description=f"{label} {name}")
