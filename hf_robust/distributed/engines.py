"""Who carries out the shards: processes of this machine, or the tasks of Ray. Neither moves rows between processes."""

import multiprocessing
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any

from hf_robust.core.errors import RobustError, SuiteError, UnknownNameError, UsageError
from hf_robust.core.extras import need
from hf_robust.distributed.merging import merge_shards

_RETRIES = 3  # of a task whose worker is killed; Ray's own number
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
        *args: Its arguments: data set, task and transformations; or model and suite. They are sent to the workers by
            pickling, so name a model by its id, and load large data from files.
        out: Folder of the shards.
        shards: Number of shards.
        engine: ``"local"`` for processes of this machine, ``"ray"`` for tasks of a Ray cluster.
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
    if engine not in ENGINES:
        raise UnknownNameError("engine", engine, ENGINES)
    if shards < 1 or (workers is not None and workers < 1):
        raise UsageError(f"expected at least 1 shard and 1 worker, found shards={shards}, workers={workers}")
    if address is not None and engine != "ray":
        raise UsageError("address goes with engine='ray'; leave it out")
    names = [f"{number}/{shards}" for number in range(1, shards + 1)]
    ENGINES[engine](partial(_one, work, args, {**options, "out": str(out)}), names, workers, address)
    return merge_shards(out)


def _one(work: Callable[..., bool], args: Sequence[Any], options: Mapping[str, Any], shard: str) -> bool:
    return work(*args, shard=shard, **options)


def _local(task: Callable[[str], bool], names: Sequence[str], workers: int | None, _: str | None) -> None:
    """Processes of this machine; they are spawned, as libraries with threads must not be forked."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers or 1, len(names)), mp_context=context) as pool:
        futures = [pool.submit(task, name) for name in names]
        try:
            for future in futures:
                future.result()
        except BrokenProcessPool as error:
            raise SuiteError(f"a worker was killed, by lack of memory or from outside; {_AGAIN}") from error
        finally:
            for future in futures:
                future.cancel()


def _ray(task: Callable[[str], bool], names: Sequence[str], workers: int | None, address: str | None) -> None:
    """Tasks of Ray, which places them and repeats those whose worker is killed."""
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
        ray.get([remote.remote(shared, name) for name in names])
    except RobustError:
        raise
    except ray.exceptions.RayError as error:
        raise SuiteError(f"Ray gave up on a shard: {' '.join(str(error).split())[:300]}; {_AGAIN}") from error


def _call(task: Callable[[str], bool], shard: str) -> bool:
    return task(shard)


ENGINES: Mapping[str, Callable[[Callable[[str], bool], Sequence[str], int | None, str | None], None]] = {
    "local": _local,
    "ray": _ray,
}
