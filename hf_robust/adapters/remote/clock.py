"""The time, and waiting; tests pass a clock of their own."""

import asyncio
import time


class Clock:
    """The clock of this computer.

    Example:
        >>> clock = Clock()
        >>> clock.seconds() <= clock.seconds()
        True
    """

    def seconds(self) -> float:
        """Seconds since some moment; they never go back."""
        return time.monotonic()

    def date(self) -> float:
        """Seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait; other requests go on meanwhile."""
        await asyncio.sleep(seconds)
