"""Carry out shards: in processes of this machine, or as tasks of Ray. Neither moves rows between processes."""

import multiprocessing
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any

from hf_robust.core.errors import RobustError, SuiteError, UsageError
from hf_robust.core.extras import need
from hf_robust.core.staging import scratch_folder
from hf_robust.distributed.merging import merge_shards
from hf_robust.distributed.suite_shards import build_suite_shard
from hf_robust.suites.engines import Engine, engines
from hf_robust.suites.robustness import Suite

_RETRIES = 3  # of a task whose worker is killed; Ray's own number
_PER_WORKER = 4  # shards, so that no worker waits long for the last one
_AGAIN = "run the same call again: the shards that are done stay, and only the others are made"


def in_shards(
    work: Callable[..., bool],
    *args: Any,
    out: str | Path,
    shards: int,
    engine: str = "local",
    workers: int | None = None,
    address: str | None = None,
    **options: Any,
) -> Any:
    """Do all shards of some work with an engine, and merge them.

    Each task is one call of ``work`` with its own shard. It writes its shard to ``out``, which all workers must reach.
    Shards that are there are not made again, so the same call goes on after it was stopped.

    Args:
        work: :func:`build_suite_shard` or :func:`run_shard`.
        *args: Its arguments: dataset, task and transformations; or model and suite. They are sent to the workers by
            pickling, so name a model by its id, and load large data from files.
        out: Folder of the shards.
        shards: Number of shards.
        engine: ``"local"`` for processes of this machine, ``"ray"`` for tasks of a Ray cluster, or one that an
            installed package adds (see :class:`hf_robust.suites.engines.Engine`).
        workers: Number of processes; with ``"ray"`` the CPUs of the cluster that is started where there is none.
        address: Address of a Ray cluster, such as ``"auto"``; None to start one on this machine.
        **options: Further arguments of ``work``.

    Returns:
        The suite, or the report; see :func:`merge_shards`.

    Raises:
        UnknownNameError: There is no such engine.
        MissingExtra: Ray is not installed.
        SuiteError: A worker was killed, with Ray more than three times for one shard.
        RobustError: As for ``work``.
    """
    chosen = engines.get(engine)
    if shards < 1 or (workers is not None and workers < 1):
        raise UsageError(f"expected at least 1 shard and 1 worker, found shards={shards}, workers={workers}")
    if address is not None and not chosen.takes_address:
        raise UsageError(f"address is for engines that work on a cluster, and {engine!r} is none; leave it out")
    names = [f"{number}/{shards}" for number in range(1, shards + 1)]
    chosen().carry_out(partial(_one, work, args, {**options, "out": str(out)}), names, workers, address)
    return merge_shards(out)


def _one(work: Callable[..., bool], args: Sequence[Any], options: Mapping[str, Any], shard: str) -> bool:
    return work(*args, shard=shard, **options)


class LocalEngine(Engine):
    """Processes of this machine; they are spawned, as libraries with threads must not be forked."""

    name = "local"

    def carry_out(
        self, task: Callable[[str], bool], shards: Sequence[str], workers: int | None, address: str | None
    ) -> None:
        """Call the task in processes; a process that is killed ends the work."""
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(min(workers or 1, len(shards)), mp_context=context) as pool:
            futures = [pool.submit(task, shard) for shard in shards]
            try:
                for future in futures:
                    future.result()
            except BrokenProcessPool as error:
                raise SuiteError(f"a worker was killed, by lack of memory or from outside; {_AGAIN}") from error
            finally:
                for future in futures:
                    future.cancel()


class RayEngine(Engine):
    """Tasks of Ray, which places them and repeats those whose worker is killed."""

    name = "ray"
    takes_address = True

    def carry_out(
        self, task: Callable[[str], bool], shards: Sequence[str], workers: int | None, address: str | None
    ) -> None:
        """Call the task as a task of Ray for each shard; without a cluster one is started."""
        need("ray")
        import ray

        if not ray.is_initialized():
            try:
                if address is not None:
                    ray.init(address=address, log_to_driver=False)
                else:
                    ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
            except ConnectionError as error:
                raise UsageError(f"no Ray cluster at {address!r}: {error}; start one: ray start --head") from error
        remote = ray.remote(max_retries=_RETRIES)(_call)
        shared = ray.put(task)
        try:
            ray.get([remote.remote(shared, shard) for shard in shards])
        except RobustError:
            raise
        except ray.exceptions.RayError as error:
            raise SuiteError(f"Ray gave up on a shard: {' '.join(str(error).split())[:300]}; {_AGAIN}") from error


def _call(task: Callable[[str], bool], shard: str) -> bool:
    return task(shard)


def build_in_shards(
    *args: Any,
    engine: str,
    out: str | Path | None = None,
    shards: int | None = None,
    workers: int | None = None,
    address: str | None = None,
    **options: Any,
) -> Suite:
    """Build a suite with an engine; :meth:`hf_robust.Suite.build` with ``engine`` calls this.

    Args:
        *args: Arguments of :func:`build_suite_shard`.
        engine: Name of the engine.
        out: Folder of the shards, which all workers reach; None for a temporary folder of this machine.
        shards: Number of shards; None for four for each worker.
        workers: Number of processes; None for one, with a cluster its own number.
        address: Address of a cluster.
        **options: Further arguments of :func:`build_suite_shard`.
    """
    shards = _PER_WORKER * (workers or 1) if shards is None else shards
    asked = {"engine": engine, "shards": shards, "workers": workers, "address": address, **options}
    if out is None:
        with scratch_folder() as folder:
            return build_in_shards(*args, out=folder / "shards", **asked)
    suite: Suite = in_shards(build_suite_shard, *args, out=out, **asked)
    return suite
