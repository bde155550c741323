"""A server on the loopback that answers any JSON API, for tests.

with JsonServer(lambda request: {"label": "pos"}) as server:
    ...  # server.url, server.requests
"""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Request:
    """What the server received.

    Args:
        method: The HTTP method.
        path: The path, without the query.
        query: The values of the query by name.
        headers: By name in lower case.
        body: The JSON; None without a body.
    """

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any


@dataclass(frozen=True)
class Page:
    """A reply that is not plain JSON with status 200.

    Args:
        text: The body.
        status: The status code.
        kind: The content type.
    """

    text: str
    status: int = 200
    kind: str = "application/json"


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Clients that went away are part of the tests."""


class JsonServer:
    """The server; use it as a context manager.

    Args:
        answer: Returns the JSON, or the page, for a request.
    """

    def __init__(self, answer: Callable[[Request], Any]):
        self.answer, self.requests = answer, list[Request]()
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> "JsonServer":
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def _handler(server: JsonServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

        def serve(self) -> None:
            content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = json.loads(content) if content else None
            request = Request(self.command, parts.path, query, headers, body)
            server.requests.append(request)
            found = server.answer(request)
            page = found if isinstance(found, Page) else Page(json.dumps(found))
            text = page.text.encode()
            self.send_response(page.status)
            self.send_header("Content-Type", page.kind)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

    for method in ("GET", "POST", "PUT"):
        setattr(Handler, f"do_{method}", Handler.serve)
    return Handler
