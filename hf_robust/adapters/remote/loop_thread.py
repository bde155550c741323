"""An event loop in a thread of its own, so that it also works where a loop is running already, as in notebooks."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
_POLL = 0.5  # seconds; Ctrl-C does not end a wait without a time-out on Windows


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
    interrupts = 0
    while not runner.done.is_set():  # `join` takes a thread for ended when it is interrupted, in Python 3.11
        try:
            runner.done.wait(_POLL)
        except KeyboardInterrupt:
            interrupts += 1
            runner.call(interrupt if interrupts == 1 else runner.cancel)
    runner.join()
    if interrupts:
        raise KeyboardInterrupt
    if runner.error is not None:
        raise runner.error
    return runner.result


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

    def call(self, what: Callable[[], None]) -> None:
        """Call a function in the loop, unless the loop has ended."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what)

    def cancel(self) -> None:
        """Cancel the coroutine."""
        if self._task is not None:
            self._task.cancel()
