"""Engines carry out work in shards: processes of this machine, a Ray cluster, or what packages add."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar

from hf_robust.core.registry import Registry


class Engine(ABC):
    """What carries out the shards of some work.

    Register a subclass with ``@engines.register``, or through the entry point group ``hf_robust.engines``:

    ```toml
    [project.entry-points."hf_robust.engines"]
    queue = "my_package.queue_engine:QueueEngine"
    ```

    It is then accepted as ``engine="queue"`` and as ``hf-robust suite --engine queue``.

    Attributes:
        name: Name of the engine, unique.
        takes_address: Whether it works on a cluster that has an address.
    """

    name: ClassVar[str]
    takes_address: ClassVar[bool] = False

    @abstractmethod
    def carry_out(
        self, task: Callable[[str], bool], shards: Sequence[str], workers: int | None, address: str | None
    ) -> None:
        """Call a task once for each shard, and return when all calls have returned.

        A shard that is done is left by the task as it is, so a call may be repeated.

        Args:
            task: The task, which can be pickled.
            shards: The shards: ``"1/3"``, ``"2/3"``, ``"3/3"``.
            workers: Number of processes; None for the engine's own choice.
            address: Address of a cluster; None to work without one or to start one.

        Raises:
            RobustError: What the task raised.
            SuiteError: A worker was killed, and the engine does not repeat its task.
        """


engines: Registry[type[Engine]] = Registry("engine", group="hf_robust.engines", members="own_engines")
sharded_builds: Registry[Callable[..., object]] = Registry("sharded build", attribute="__name__", members="own_engines")
