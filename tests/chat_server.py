"""An OpenAI-compatible server on the loopback, for tests: it answers with a fixed text and fails where it is told to.

    with ChatServer(faults=[Fault(429, retry_after="1")]) as server:
        ...  # server.base_url, server.served, server.peak

Run as a script it prints its URL and serves until its input ends; a line of input prints its counts.
"""

import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

GREETING = "Hello, all of you."


@dataclass
class Fault:
    """What happens to one try in place of an answer.

    Args:
        kind: A status code; ``cut`` (JSON that ends early), ``short`` (fewer bytes than announced), ``close`` (no
            reply), ``no-choices`` (status 200 with an error in its JSON).
        retry_after: The header.
        said: The text of the error.
        code: The code of the error, as text; the status code when None.
    """

    kind: int | str
    retry_after: str | None = None
    said: str = "told to fail"
    code: str | None = None


@dataclass
class Behavior:
    """How the server answers.

    Args:
        text: The answer, or a function of the request's body.
        latency: Seconds of each request.
        fault: The fault of a try, from the body and the number of earlier tries of the same body; None for an answer.
        logprobs: ``all``, ``answer`` (those of generated tokens alone) or ``none``.
        constrained: Whether it respects choices.
        usage: Whether it states tokens.
        finish_reason: Of each answer.
        refusal: Of each answer, in a field of its own.
        on_request: Called with each body before the reply.
        reasoning: Of each answer, in a field of its own.
        logprob: Of a token, from the body of the request.
        top: The alternatives of the first token in place of invented ones.
        key: The only key that is accepted.
        models: Those that it lists; None for no such route.
        only_known: Whether other models are answered with 404.
        pages: Status and text by path of GET, in place of the usual ones.
    """

    text: str | Callable[[dict[str, Any]], str] = GREETING
    latency: float = 0.0
    fault: Callable[[dict[str, Any], int], Fault | None] = lambda body, tries: None
    logprobs: str = "all"
    constrained: bool = True
    usage: bool = True
    finish_reason: str = "stop"
    refusal: str | None = None
    on_request: Callable[[dict[str, Any]], object] = lambda body: None
    reasoning: str | None = None
    logprob: Callable[[dict[str, Any], str], float] = lambda body, token: -0.5
    top: Callable[[dict[str, Any]], dict[str, float]] | None = None
    key: str | None = None
    models: tuple[str, ...] | None = ("m",)
    only_known: bool = False
    pages: dict[str, tuple[int, str]] = field(default_factory=dict)


@dataclass
class Counts:
    """What the server saw: tries and answers by body, the most requests at once, and headers."""

    tries: Counter = field(default_factory=Counter)
    answered: Counter = field(default_factory=Counter)
    at_once: int = 0
    peak: int = 0
    headers: list[dict[str, str]] = field(default_factory=list)


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Clients that went away are part of the tests."""

    daemon_threads = True
    request_queue_size = 256


class ChatServer:
    """The server; use it as a context manager."""

    def __init__(self, behavior: Behavior | None = None):
        self.behavior, self.counts = behavior or Behavior(), Counts()
        self.lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self.base_url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> "ChatServer":
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def served(self) -> int:
        """Answers that were sent, which a provider would charge."""
        return sum(self.counts.answered.values())

    def serve(self, path: str, content: bytes) -> tuple[Fault | None, dict[str, Any]]:
        """The fault of a try, or its answer."""
        body, name = json.loads(content), content.decode()
        with self.lock:
            tries = self.counts.tries[name]
            self.counts.tries[name] += 1
        self.behavior.on_request(body)
        time.sleep(self.behavior.latency)
        fault = self.behavior.fault(body, tries)
        if self.behavior.only_known and body["model"] not in (self.behavior.models or ()):
            fault = Fault(404, said=f"The model `{body['model']}` does not exist.")
        with self.lock:
            self.counts.answered[name] += fault is None
        return fault, {} if fault else self.answer(path, body)

    def answer(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        text = self._text(body)
        chat = path.endswith("/chat/completions")
        prompt = " ".join(one["content"] for one in body["messages"]) if chat else body["prompt"]
        tokens, shown = text.split(" ")[: body.get("max_tokens")], []
        if self.behavior.logprobs != "none" and body.get("logprobs") is not None:
            shown = tokens if chat or self.behavior.logprobs == "answer" else prompt.split(" ") + tokens
        choice: dict[str, Any] = {"index": 0, "finish_reason": self.behavior.finish_reason, "logprobs": None}
        if chat:
            choice["message"] = {"role": "assistant", "content": " ".join(tokens), "refusal": self.behavior.refusal}
            choice["message"] |= {"reasoning_content": self.behavior.reasoning} if self.behavior.reasoning else {}
            if shown:
                choice["logprobs"] = {"content": [_chat_logprob(one, body["top_logprobs"]) for one in shown]}
                if self.behavior.top:
                    top = [{"token": one, "logprob": value} for one, value in self.behavior.top(body).items()]
                    choice["logprobs"]["content"][0]["top_logprobs"] = top
        else:
            choice["text"] = (prompt + " " if body.get("echo") else "") + " ".join(tokens)
            if shown:
                values = [self.behavior.logprob(body, one) for one in shown]
                values[0] = None if len(shown) > len(tokens) else values[0]
                choice["logprobs"] = {"tokens": shown, "token_logprobs": values, "top_logprobs": None}
        usage = {"prompt_tokens": len(prompt.split(" ")), "completion_tokens": len(tokens)}
        said = {"id": "1", "model": body["model"], "system_fingerprint": "fp_1", "choices": [choice]}
        return {**said, "usage": usage} if self.behavior.usage else said

    def _text(self, body: dict[str, Any]) -> str:
        text = self.behavior.text(body) if callable(self.behavior.text) else self.behavior.text
        if self.behavior.constrained:
            if "structured_outputs" in body:
                return _permitted(text, body["structured_outputs"]["choice"])
            if "response_format" in body:
                schema = body["response_format"]["json_schema"]["schema"]
                return json.dumps({"answer": _permitted(text, schema["properties"]["answer"]["enum"])})
        return text


def _permitted(text: str, choices: list[str]) -> str:
    return text if text in choices else choices[0]


def _chat_logprob(token: str, top: int) -> dict[str, Any]:
    others = [{"token": f"other{n}", "logprob": -3.0 - n} for n in range(1, top)]
    return {"token": token, "logprob": -0.5, "top_logprobs": [{"token": token, "logprob": -0.5}, *others]}


def _handler(server: ChatServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

        def do_GET(self) -> None:
            models = server.behavior.models
            listed = {"object": "list", "data": [{"id": name, "object": "model"} for name in models or ()]}
            found = {"/version": (200, json.dumps({"version": "0.1.test"}))}
            if models is not None:
                found["/v1/models"] = (200, json.dumps(listed))
            found |= server.behavior.pages
            status, text = found.get(self.path, (404, json.dumps({"detail": "Not Found"})))
            if not self.permitted():
                status, text = 401, json.dumps({"error": {"message": "Incorrect API key provided"}})
            self.send_response(status)
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def permitted(self) -> bool:
            key = server.behavior.key
            return key is None or self.headers.get("Authorization") == f"Bearer {key}"

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            if not self.permitted():
                self.reply(Fault(401, said=f"Incorrect API key: {self.headers.get('Authorization')}"), {})
                return
            with server.lock:
                server.counts.at_once += 1
                server.counts.peak = max(server.counts.peak, server.counts.at_once)
                server.counts.headers.append(dict(self.headers))
            try:
                fault, answer = server.serve(self.path.partition("?")[0], content)
            finally:
                with server.lock:
                    server.counts.at_once -= 1  # before the reply, after which the client may send the next
            if fault and fault.kind == "close":
                self.close_connection = True
                return
            self.reply(fault, answer)

        def reply(self, fault: Fault | None, answer: dict[str, Any]) -> None:
            if fault and (isinstance(fault.kind, int) or fault.kind == "no-choices"):
                answer = {"error": {"message": fault.said, "code": fault.code or fault.kind}}
            elif fault:
                answer = {"choices": [{"message": {"content": "cut off"}}]}
            text = json.dumps(answer).encode()
            sent = text[: len(text) // 2] if fault and fault.kind in ("cut", "short") else text
            self.send_response(fault.kind if fault and isinstance(fault.kind, int) else 200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text if fault and fault.kind == "short" else sent)))
            if fault and fault.retry_after is not None:
                self.send_header("Retry-After", fault.retry_after)
            self.end_headers()
            self.wfile.write(sent)
            self.close_connection = bool(fault and fault.kind == "short")

    return Handler


KINDS = (500, "cut", "short", "close", 503, 429)


def one_in_ten(body: dict[str, Any], tries: int) -> Fault | None:
    """A fault at the first try of every tenth request, of each kind in turn."""
    number = int(body["messages"][0]["content"].split(" ")[-1])
    kind = KINDS[number // 10 % len(KINDS)]
    return Fault(kind, retry_after="0" if kind == 429 else None) if number % 10 == 0 and tries == 0 else None


if __name__ == "__main__":
    with ChatServer(Behavior(latency=float(sys.argv[1]), fault=one_in_ten)) as script:
        print(script.base_url, flush=True)
        for _ in sys.stdin:
            found = script.counts
            most = max(found.answered.values(), default=0)
            print(
                json.dumps([sum(found.tries.values()), script.served, len(found.answered), most, found.peak]),
                flush=True,
            )
