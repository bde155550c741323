"""Runs of a benchmark in several processes, each result as soon as it is there."""

import multiprocessing
import statistics
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from typing import Any


def results(
    function: Callable[..., dict[str, Any]],
    jobs: Sequence[tuple],
    workers: int,
    then: Callable[[dict[str, Any]], Sequence[tuple]] = lambda result: (),
) -> Iterator[dict[str, Any]]:
    """What a function returns for each job, in the order in which the jobs end.

    A job that fails gives a dictionary with its ``error``, so that the other jobs go on.

    Args:
        function: A function of a module, so that another process can import it.
        jobs: Its arguments, one tuple for each call; earlier jobs begin first.
        workers: Processes; 1 calls the function in this process.
        then: Returns the jobs that a result makes possible.
    """
    if workers == 1:
        waiting = list(jobs)
        while waiting:
            result = _result(function, waiting.pop(0))
            waiting += then(result)
            yield result
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        running = {pool.submit(_result, function, job) for job in jobs}
        while running:
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            for one in ended:
                running |= {pool.submit(_result, function, job) for job in then(one.result())}
                yield one.result()


def _result(function: Callable[..., dict[str, Any]], job: tuple) -> dict[str, Any]:
    try:
        return function(*job)
    except Exception:
        return {"job": repr(job[1:]), "error": traceback.format_exc()[-1500:]}


def mean_and_deviation(values: Iterable[float]) -> str:
    """The mean with the standard deviation over runs; a dash without values.

    Args:
        values: One value of each run.

    Example:
        >>> mean_and_deviation([80.0, 82.0])
        '81.0 ± 1.4'
    """
    values = list(values)
    if not values:
        return "–"
    return f"{statistics.mean(values):.1f}" + (f" ± {statistics.stdev(values):.1f}" if len(values) > 1 else "")
