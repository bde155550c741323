"""Full garbage collections that do not look through models and lexicons again and again."""

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def only_new_objects() -> Iterator[None]:
    """A context in which the garbage collector looks only at objects that are created in it.

    Models, pipelines and lexicons consist of millions of objects that live as long as the process. Work that creates
    many objects starts full collections, each of which looks through all of them. Where objects are frozen already, by
    the program or by this context, nothing changes.

    Example:
        >>> before = gc.get_freeze_count()
        >>> with only_new_objects():
        ...     held = gc.get_freeze_count()
        >>> held > 0, gc.get_freeze_count() == before
        (True, True)
    """
    if gc.get_freeze_count():
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def leave_the_heap_at_exit() -> None:
    """Let the process end without a last collection, which takes seconds with models and lexicons in memory.

    The interpreter collects garbage once more when it ends. The system frees the memory anyway. Functions that are
    registered with `atexit` still run.
    """
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
