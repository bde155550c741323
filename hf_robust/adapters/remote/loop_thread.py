"""An event loop in a thread of its own, so that it also works where a loop is running already, as in notebooks."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Generator
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
_POLL = 0.5  # seconds; Ctrl-C does not end a wait without a time-out on Windows
_PAUSE = 0.05  # seconds after which the end of the thread is noticed


def run_in_thread(main: Callable[[], Coroutine[Any, Any, T]], interrupt: Callable[[], None]) -> T:
    """Run a coroutine in a new event loop in a new thread, and wait for it.

    Args:
        main: Makes the coroutine; it is called in the thread.
        interrupt: Called in the loop at Ctrl-C; it should make the coroutine end soon. At a second Ctrl-C the
            coroutine is canceled.

    Returns:
        What the coroutine returned.

    Raises:
        KeyboardInterrupt: After Ctrl-C, when the thread has ended.

    Example:
        >>> async def double():
        ...     return 2 * 21
        >>> run_in_thread(double, interrupt=lambda: None)
        42
    """
    runner = _Runner(main)
    runner.start()
    if _wait(runner, interrupt, 0):
        raise KeyboardInterrupt
    if runner.error is not None:
        raise runner.error
    return runner.result


def iterate_in_thread(
    main: Callable[[Callable[[T], None]], Coroutine[Any, Any, Any]], interrupt: Callable[[], None]
) -> Generator[T, None, None]:
    """Run a coroutine in a new event loop in a new thread, and yield what it hands out.

    Args:
        main: Makes the coroutine of a function that hands out one value; it is called in the thread.
        interrupt: As in :func:`run_in_thread`; also called when the iterator is closed before its end.

    Raises:
        KeyboardInterrupt: After Ctrl-C, when the thread has ended.

    Example:
        >>> async def count(hand_out):
        ...     for number in range(3):
        ...         hand_out(number)
        >>> list(iterate_in_thread(count, interrupt=lambda: None))
        [0, 1, 2]
    """
    found: SimpleQueue[T] = SimpleQueue()
    runner = _Runner(lambda: main(found.put))
    runner.start()
    ended = False
    try:
        while not (ended and found.empty()):
            ended = runner.done.is_set()  # asked before the queue is: what was handed out before the end is in it
            try:
                yield found.get(timeout=0 if ended else _PAUSE)
            except Empty:
                continue
    except BaseException as error:
        runner.call(interrupt)
        _wait(runner, interrupt, 1)
        raise error
    runner.join()
    if runner.error is not None:
        raise runner.error


def _wait(runner: "_Runner", interrupt: Callable[[], None], interrupts: int) -> int:
    """Wait for the end of the thread, and return how often it was interrupted."""
    while not runner.done.is_set():  # `join` takes a thread for ended when it is interrupted, in Python 3.11
        try:
            runner.done.wait(_POLL)
        except KeyboardInterrupt:
            interrupts += 1
            runner.call(interrupt if interrupts == 1 else runner.cancel)
    runner.join()
    return interrupts


class _Runner(threading.Thread):
    """The thread; it keeps what the coroutine returned or raised."""

    result: Any = None
    error: BaseException | None = None

    def __init__(self, main: Callable[[], Coroutine[Any, Any, Any]]):
        super().__init__(name="hf_robust requests", daemon=True)
        self.done = threading.Event()
        self._main = main
        self._loop = asyncio.new_event_loop()
        self._task: asyncio.Task[Any] | None = None

    def run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                self.result = runner.run(self._keep())
        except BaseException as error:  # raised again in the thread that waits
            self.error = error
        finally:
            self.done.set()

    async def _keep(self) -> Any:
        self._task = asyncio.current_task()
        return await self._main()

    def call(self, function: Callable[[], None]) -> None:
        """Call a function in the loop, unless the loop has ended."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function)

    def cancel(self) -> None:
        """Cancel the coroutine."""
        if self._task is not None:
            self._task.cancel()
