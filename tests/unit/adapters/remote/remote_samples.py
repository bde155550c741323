"""Requests, a transport and a clock for tests of remote models."""

import asyncio

from hf_robust.adapters.remote.chat import Parameters, Server, answer_fault, chat_request
from hf_robust.adapters.remote.clock import Clock
from hf_robust.adapters.remote.retries import Retries
from hf_robust.adapters.remote.transport import Transport


class FakeClock(Clock):
    """A clock on which waiting takes no time."""

    def __init__(self):
        self.now, self.waits = 1000.0, []

    def seconds(self):
        return self.now

    def date(self):
        return self.now

    async def sleep(self, seconds):
        self.waits.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


def chats(server, count, model="m", **options):
    """Numbered requests."""
    where = Server(server if isinstance(server, str) else server.base_url, options.pop("api_key_env", None))
    parameters = Parameters(model, max_tokens=8, **options)
    return [chat_request(where, [{"role": "user", "content": f"Text {n}"}], parameters) for n in range(count)]


def transport(**options):
    """A transport that does not wait."""
    return Transport(**{"clock": FakeClock(), "fault": answer_fault, "retries": Retries(draw=lambda: 1.0), **options})
