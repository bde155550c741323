"""Many searches at once: their questions are pooled, so that models run full batches."""

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Generic, Protocol, TypeVar

from hf_robust.attacks.asking import Asking
from hf_robust.core.recent import Recent

T = TypeVar("T")
CACHED_ANSWERS = 65_536  # answers of a service: several times what the rows in flight ask
CROWD = 8  # times the rows in flight that may be, where batches do not fill


class Service(Protocol):
    """What answers questions of one kind.

    A request falls into a bucket, and a batch holds requests of one bucket: an input then has the same width whatever
    it is asked together with.
    """

    def buckets(self, requests: Sequence[Any]) -> list[Hashable]:
        """The bucket of each request."""
        ...

    def capacity(self, bucket: Any) -> int:
        """How many requests of a bucket make a full batch."""
        ...

    def answer(self, bucket: Any, requests: Sequence[Any]) -> list[Any]:
        """The answers to requests of one bucket, as many as its capacity at most."""
        ...


@dataclass
class Load:
    """What a service had to do.

    Args:
        batches: Batches that were run.
        requests: Requests in them: what models really computed.
        room: Requests that would have fitted in.
        asked: Requests before equal ones were merged and known ones were left out.
        seconds: Wall time.
    """

    batches: int = 0
    requests: int = 0
    room: int = 0
    asked: int = 0
    seconds: float = 0.0


@dataclass(eq=False)
class _Search(Generic[T]):
    """A search, and what it waits for."""

    key: Any
    asking: Asking[T]
    requests: Sequence[Hashable] = ()
    answered: dict[Hashable, Any] = field(default_factory=dict)
    missing: int = 0

    def answers(self) -> list[Any]:
        """One answer a request, once none is missing."""
        return [self.answered[request] for request in self.requests]


@dataclass
class _Queue:
    """Requests of one kind that wait, by bucket, each with the searches that wait for it."""

    service: Service
    buckets: dict[Hashable, "OrderedDict[Hashable, list[_Search]]"] = field(default_factory=dict)
    where: dict[Hashable, Hashable] = field(default_factory=dict)  # the bucket of each request that waits
    known: Recent = field(default_factory=lambda: Recent(CACHED_ANSWERS))
    load: Load = field(default_factory=Load)


class Scheduler:
    """Runs searches side by side.

    A full batch runs at once; where there is none, more searches begin, and then the fullest batch runs. A search waits
    for one question at a time, so none waits for another.

    Args:
        services: What answers each kind of question; one is looked up when it is first asked.
        width: Searches in flight; up to eight times as many where batches do not fill.
    """

    def __init__(self, services: Mapping[str, Service], width: int = 32):
        self._services = services
        self._queues: dict[str, _Queue] = {}
        self.width = width
        self._flying = 0
        self._done: list[tuple[Any, Any]] = []

    @property
    def loads(self) -> dict[str, Load]:
        """What each service had to do so far."""
        return {kind: queue.load for kind, queue in self._queues.items()}

    def run(self, searches: Iterable[tuple[Any, Asking[T]]]) -> Iterator[tuple[Any, T | Exception]]:
        """The result of each search as it ends, with its key; an exception that it raised is its result.

        Args:
            searches: Keys and searches; read as there is room for them.
        """
        waiting = iter(searches)
        more = True
        while True:
            while more and self._flying < self.width:
                more = self._begin(waiting)
            while more and self._full() is None and self._flying < CROWD * self.width:
                more = self._begin(waiting)
            yield from self._done
            self._done.clear()
            batch = self._full() or self._fullest()
            if batch is None:
                if not more:
                    return
                continue
            self._serve(*batch)

    def _begin(self, waiting: Iterator[tuple[Any, Asking]]) -> bool:
        for key, asking in waiting:
            self._flying += 1
            self._advance(_Search(key, asking), None)
            return True
        return False

    def _advance(self, search: _Search, answers: list[Any] | None) -> None:
        """Let a search go on until it ends or must wait."""
        while True:
            try:
                ask = search.asking.send(answers)  # type: ignore[arg-type]
            except StopIteration as ended:
                self._end(search, ended.value)
                return
            except Exception as error:
                self._end(search, error)
                return
            queue = self._queue(ask.kind)
            queue.load.asked += len(ask.requests)
            search.requests = ask.requests
            search.answered = queue.known.known(ask.requests)
            new = [one for one in dict.fromkeys(ask.requests) if one not in search.answered]
            search.missing = len(new)
            if new:
                self._enqueue(queue, search, new)
                return
            answers = search.answers()

    def _end(self, search: _Search, result: Any) -> None:
        self._flying -= 1
        self._done.append((search.key, result))

    def _queue(self, kind: str) -> _Queue:
        """The requests of a kind that wait; its service is made when it is first asked."""
        if kind not in self._queues:
            self._queues[kind] = _Queue(self._services[kind])
        return self._queues[kind]

    def _enqueue(self, queue: _Queue, search: _Search, new: list[Hashable]) -> None:
        fresh = [one for one in new if one not in queue.where]
        for one, bucket in zip(fresh, queue.service.buckets(fresh) if fresh else ()):
            queue.where[one] = bucket
            queue.buckets.setdefault(bucket, OrderedDict())[one] = []
        for one in new:
            queue.buckets[queue.where[one]][one].append(search)

    def _full(self) -> tuple[_Queue, Hashable] | None:
        for queue in self._queues.values():
            for bucket, requests in queue.buckets.items():
                if len(requests) >= queue.service.capacity(bucket):
                    return queue, bucket
        return None

    def _fullest(self) -> tuple[_Queue, Hashable] | None:
        found = [
            (len(requests) / queue.service.capacity(bucket), -number, queue, bucket)
            for queue in self._queues.values()
            for number, (bucket, requests) in enumerate(queue.buckets.items())
        ]
        if not found:
            return None
        _, _, queue, bucket = max(found, key=lambda one: one[:2])
        return queue, bucket

    def _serve(self, queue: _Queue, bucket: Hashable) -> None:
        waiting, room = queue.buckets[bucket], queue.service.capacity(bucket)
        requests = [one for one, _ in zip(waiting, range(room))]
        began = perf_counter()
        answers = queue.service.answer(bucket, requests)
        queue.load.seconds += perf_counter() - began
        queue.load.batches += 1
        queue.load.requests += len(requests)
        queue.load.room += room
        found = dict(zip(requests, answers, strict=True))
        queue.known.keep(found)
        ready = []
        for one, answer in found.items():
            del queue.where[one]
            for search in waiting.pop(one):
                search.answered[one] = answer
                search.missing -= 1
                if not search.missing:
                    ready.append(search)
        if not waiting:
            del queue.buckets[bucket]
        for search in ready:
            self._advance(search, search.answers())
