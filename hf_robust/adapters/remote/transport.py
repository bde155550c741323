"""Many requests at once: stored answers first, then within limits, with retries, each answer stored as it arrives."""

import asyncio
import json
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from typing import Any, ClassVar
from urllib.parse import urlsplit

from hf_robust.adapters.remote.answer_store import AnswerStore, AnswerWriter
from hf_robust.adapters.remote.clock import Clock
from hf_robust.adapters.remote.costs import Budget, Estimate, TokenCounts, estimated_tokens, used_tokens
from hf_robust.adapters.remote.exchange import Exchange, Reply, Sign, http_client
from hf_robust.adapters.remote.loop_thread import iterate_in_thread, run_in_thread
from hf_robust.adapters.remote.messages import JsonRequest, ServerAnswer
from hf_robust.adapters.remote.rate_limit import RateLimit, RequestLimits
from hf_robust.adapters.remote.retries import Failure, Retries
from hf_robust.adapters.remote.secrets import Secrets
from hf_robust.core.errors import CostLimitError, UnpaidError
from hf_robust.core.extras import need

Arriving = Generator[tuple[list[int], ServerAnswer], None, None]
"""The places of equal requests and their answer, as they arrive."""
_GRACE = 10.0  # seconds in which answers that are on their way may still arrive, because they are paid
_DEAF = 20  # requests in a row without a reply after which a server counts as not there
_TURN = 0.02  # seconds between looks at whether another call has ended


class Transport:
    """Sends JSON requests to one server.

    Args:
        store: Keeps answers; without it each call asks again.
        limits: Of the server.
        secrets: Fills ``${env:NAME}`` and filters everything that is written.
        budget: Counts tokens and cost, and may limit the cost.
        retries: How often and when a request is sent again.
        fault: Says why an answer with status 200 is not usable, or returns an empty text. Such an answer is not
            stored, and the request is sent again.
        clock: For tests.
        sign: Adds headers to each try; see :class:`~hf_robust.adapters.remote.exchange.Exchange`.
        parts: Returns what is stored of an answer, by key, in place of the whole answer: for requests that ask for
            many rows at once, which are looked up one by one.

    Example:
        >>> request = JsonRequest("http://127.0.0.1:9/v1/chat/completions", {"model": "m", "messages": []})
        >>> transport = Transport(retries=Retries(tries=1))
        >>> print(transport.dry_run([request, request]))
        1 requests to send (0 answers are stored), about 0 input tokens, at most 1,024 output tokens, cost not known
        >>> [answer.status for answer in transport.send([request, request])]
        ['error', 'error']
    """

    asks: ClassVar[bool] = True
    """Whether a server is asked."""

    def __init__(
        self,
        store: AnswerStore | None = None,
        limits: RequestLimits | None = None,
        secrets: Secrets | None = None,
        budget: Budget | None = None,
        retries: Retries | None = None,
        fault: Callable[[Any], str] | None = None,
        clock: Clock | None = None,
        sign: Sign | None = None,
        parts: Callable[[JsonRequest, Any], Mapping[bytes, Any]] | None = None,
    ):
        self.store, self.limits, self.secrets = store, limits or RequestLimits(), secrets or Secrets()
        self.budget, self.retries, self.fault = budget or Budget(), retries or Retries(), fault
        self.clock, self.sign, self.parts = clock or Clock(), sign, parts
        self.rate_limit = RateLimit(self.limits, self.clock)
        self._run_lock = threading.Lock()

    def dry_run(self, requests: Iterable[JsonRequest]) -> Estimate:
        """What :meth:`send` would take; nothing is sent.

        Args:
            requests: Requests with equal URL, body and repeat count once.
        """
        unique = {request.key: request for request in requests}
        known = self.store.known(list(unique)) if self.store is not None else set()
        return self.budget.estimate([unique[key] for key in unique if key not in known], len(known))

    def send(
        self, requests: Sequence[JsonRequest], on_answer: Callable[[ServerAnswer], object] | None = None
    ) -> list[ServerAnswer]:
        """Send requests and wait for all answers.

        At Ctrl-C no more requests are sent. Those that are on their way get 10 seconds to arrive and are stored.

        Args:
            requests: Those that have a stored answer are not sent. Equal ones are sent once.
            on_answer: Called with each answer as it arrives, in another thread.

        Returns:
            One answer a request, in their order. A request that failed has the status ``error`` and a reason.

        Raises:
            MissingExtra: httpx is not installed.
            UsageError: A variable of a key is not set, or a limited budget lacks the price of a model.
            CostLimitError: The next request could exceed the limit of the budget.
            UnpaidError: The account has no credit or quota left.
            DataFileError: The store cannot be used.
        """
        self._check(requests)
        answers: dict[bytes, ServerAnswer] = {}

        def keep(key: bytes, answer: ServerAnswer) -> None:
            answers[key] = answer
            if on_answer:
                on_answer(answer)

        run = _Run(self, requests)
        run_in_thread(lambda: run.main(keep), run.stop)
        return [answers[request.key] for request in requests]

    def stream(self, requests: Sequence[JsonRequest]) -> Arriving:
        """Send requests and yield their answers as they arrive.

        Close the iterator to end early: as at Ctrl-C, no more requests are sent then.

        Args:
            requests: As for :meth:`send`, whose errors are raised here, too.

        Yields:
            The places of equal requests, and their answer.
        """
        self._check(requests)
        places: dict[bytes, list[int]] = {}
        for place, request in enumerate(requests):
            places.setdefault(request.key, []).append(place)

        run = _Run(self, requests)

        def main(hand_out: Callable[[tuple[list[int], ServerAnswer]], None]) -> Coroutine[Any, Any, None]:
            return run.main(lambda key, answer: hand_out((places[key], answer)))

        yield from iterate_in_thread(main, run.stop)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Exchange]:
        """What sends single requests, for one run."""
        async with http_client(self.limits) as client:
            yield Exchange(client, self.secrets, self.limits, self.clock, self.fault, self.sign)

    def need(self) -> None:
        """Check that the HTTP client is installed.

        Raises:
            MissingExtra: It is not.
        """
        need("httpx")

    def _check(self, requests: Sequence[JsonRequest]) -> None:
        self.need()
        self.budget.check(requests)
        for template in {part for request in requests for part in (request.url, *request.headers.values())}:
            self.secrets.fill(template)  # a key that is not set is an error before anything is sent

    async def alone(self, stopping: Callable[[], bool]) -> bool:
        """Wait until no other call sends; False when this one is stopped before."""
        while not self._run_lock.acquire(blocking=False):
            if stopping():
                return False
            await asyncio.sleep(_TURN)
        return True

    def ended(self) -> None:
        """Let the next call send."""
        self._run_lock.release()


class _Run:
    """One call of a transport: workers that take requests from one queue, in one event loop."""

    def __init__(self, transport: Transport, requests: Sequence[JsonRequest]):
        self._transport = transport
        self._on_answer: Callable[[bytes, ServerAnswer], object] = lambda key, answer: None
        self._waiting = deque({request.key: request for request in requests}.values())
        self._workers: list[asyncio.Task[None]] = []
        self._sending: set[asyncio.Task[Any] | None] = set()
        self._stopping = False
        self._unreplied = 0  # requests that failed without a reply since the last reply
        self._writer: AnswerWriter | None = None

    async def main(self, on_answer: Callable[[bytes, ServerAnswer], object]) -> None:
        """Answer all requests.

        Args:
            on_answer: Called with the key of each request and its answer, as it arrives.
        """
        self._on_answer = on_answer
        if not await self._transport.alone(lambda: self._stopping):
            return
        try:
            await self._answer_all()
        finally:
            self._transport.ended()

    async def _answer_all(self) -> None:
        transport = self._transport
        self._take_stored()
        transport.rate_limit.restart()
        with ExitStack() as stack:
            stack.enter_context(transport.secrets.hidden_in_logs())
            if transport.store is not None:
                self._writer = stack.enter_context(transport.store.writer())
            async with transport.connected() as exchange:
                workers = min(transport.limits.concurrency, len(self._waiting))
                self._workers = [asyncio.create_task(self._work(exchange)) for _ in range(workers)]
                await self._finish()

    def stop(self) -> None:
        """Send no more, and let the answers that are on their way arrive for some seconds."""
        self._stopping = True
        for worker in self._workers:
            if worker not in self._sending:
                worker.cancel()
        asyncio.get_running_loop().call_later(_GRACE, self._cancel)

    def _cancel(self) -> None:
        for worker in self._workers:
            worker.cancel()

    async def _finish(self) -> None:
        """Wait for all workers; an error of one stops the others."""
        if not self._workers:
            return
        await asyncio.wait(self._workers, return_when=asyncio.FIRST_EXCEPTION)
        self.stop()
        found = await asyncio.gather(*self._workers, return_exceptions=True)
        errors = [one for one in found if isinstance(one, Exception)]
        if errors:
            raise errors[0]

    def _take_stored(self) -> None:
        store = self._transport.store
        if store is None:
            return
        known = store.get([request.key for request in self._waiting])
        for key, body in known.items():
            self._on_answer(key, ServerAnswer("ok", body))
        self._waiting = deque(request for request in self._waiting if request.key not in known)

    async def _work(self, exchange: Exchange) -> None:
        while self._waiting and not self._stopping:
            request = self._waiting.popleft()
            try:
                answer = await self._answer(exchange, request)
            except CostLimitError:
                if not self._sending:
                    raise
                self._waiting.append(request)  # what others have reserved may turn out to be too much
                return
            self._on_answer(request.key, answer)
            self._give_up_on_deaf_server(answer)

    def _give_up_on_deaf_server(self, answer: ServerAnswer) -> None:
        """Fail what is waiting when nothing replies, in place of minutes of backoff for each request."""
        replied = answer.status == "ok" or answer.http_status is not None
        self._unreplied = 0 if replied else self._unreplied + 1
        if self._unreplied < _DEAF:
            return
        while self._waiting:
            reason = f"not sent, because the server did not reply to {_DEAF} requests: {answer.reason}"
            self._on_answer(self._waiting.popleft().key, ServerAnswer("error", reason=reason))

    async def _answer(self, exchange: Exchange, request: JsonRequest) -> ServerAnswer:
        """Send a request until it is answered or has failed for good."""
        if self._writer and (body := self._writer.get(request.key)) is not None:
            return ServerAnswer("ok", body)
        tries = 0
        while True:
            found, tries = await self._try(exchange, request), tries + 1
            if isinstance(found, Reply):
                return ServerAnswer("ok", found.body, http_status=found.http_status, tries=tries)
            if found.unpaid:
                raise self._unpaid(request, found)
            wait = self._transport.retries.wait_after(tries, found)
            if wait is None:
                return ServerAnswer("error", found.body, f"{found.reason} (attempt {tries})", found.http_status, tries)
            await self._transport.clock.sleep(wait)

    def _unpaid(self, request: JsonRequest, failure: Failure) -> UnpaidError:
        """The error that stops all requests; answers that are on their way are stored before it is raised."""
        host = urlsplit(request.url).hostname
        return UnpaidError(
            f"{host} answers no more requests, because the account has no credit or quota left ({failure.reason}). Add "
            f"credit or raise the limit at the provider, or name another key (`api_key_env`). "
            f"{self._transport.budget.rest()}"
        )

    async def _try(self, exchange: Exchange, request: JsonRequest) -> Reply | Failure:
        rate_limit, budget = self._transport.rate_limit, self._transport.budget
        expected = estimated_tokens(request)
        async with rate_limit.slot(expected.total) as slot:
            reserved, used = budget.reserve(request), None
            worker = asyncio.current_task()
            self._sending.add(worker)
            try:
                found = await exchange.once(request)
                used = _used(found)
                if isinstance(found, Reply):
                    self._store(request, found)  # before anything can interrupt this worker
            finally:
                self._sending.discard(worker)
                budget.settle(reserved, used)
            if isinstance(found, Failure) and found.http_status == 429:
                rate_limit.refused(slot, found.wait)
            elif isinstance(found, Reply):
                rate_limit.succeeded(used.total - expected.total if used else 0)
        return found

    def _store(self, request: JsonRequest, reply: Reply) -> None:
        """Write an answer, or its parts, to the store."""
        if self._writer is None:
            return
        parts = self._transport.parts
        if parts is None:
            self._writer.put(request.key, reply.text)
            return
        self._writer.put_all({key: json.dumps(part) for key, part in parts(request, reply.body).items()})


def _used(answer: Reply | Failure) -> TokenCounts | None:
    """The tokens to count for a try; None when the estimate must do."""
    if isinstance(answer, Reply) or answer.unclear:
        return used_tokens(answer.body)
    return TokenCounts()
