"""The audit as a small local web page: one item at a time, nothing that leaves this machine."""

import secrets
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from hf_robust.audit.questions import QUESTIONS, answer
from hf_robust.audit.rating_files import merge_rating, read_ratings
from hf_robust.core.errors import DataFileError
from hf_robust.reports.formats.html import environment, style

if TYPE_CHECKING:
    from jinja2 import Template

HOST = "127.0.0.1"
TIMEOUT = 10.0
"""Seconds after which a connection that says nothing is closed."""
_MOST = 10_000  # bytes of a form
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"


class AuditSession:
    """A sample that one rater rates: what the page shows and where answers go. The file is written at every answer.

    Args:
        path: The rater's CSV file.

    Raises:
        DataFileError: It is no sample.
    """

    def __init__(self, path: str | Path):
        self.path = Path(path)
        self.items = read_ratings(self.path)
        self.token = secrets.token_urlsafe(16)
        self._lock = Lock()

    @property
    def done(self) -> int:
        """Items for which all questions are answered."""
        return sum(item.done for item in self.items)

    def next(self, after: int = -1) -> int | None:
        """The first item from there on (and then from the start) that is not done; None when all are."""
        order = [*range(after + 1, len(self.items)), *range(after + 1)]
        return next((place for place in order if not self.items[place].done), None)

    def rate(self, index: int, form: Mapping[str, str]) -> None:
        """Keep the answers of a form, in the file too.

        Raises:
            DataFileError: There is no such item, an answer is missing or wrong, or the file cannot be written.
        """
        with self._lock:
            if not 0 <= index < len(self.items):
                raise DataFileError(f"there is no item {index + 1}; there are {len(self.items)}")
            old, where = self.items[index], f"item {index + 1}"
            said = {name: form.get(name, "") for name in old.shown.questions}
            answers = {name: answer(name, text, old.shown.choices, where) for name, text in said.items()}
            item = old.answered(**answers)
            if not item.done:
                raise DataFileError(f"{where}: answer all questions; only defects may stay empty")
            self.items = merge_rating(item, self.path)

    def page(self, index: int | None, message: str = "") -> str:
        """The page of an item; None: that all are done."""
        item = None if index is None else self.items[index]
        return _template().render(
            rating=self,
            item=item,
            questions=[QUESTIONS[name] for name in item.shown.questions] if item else [],
            place=index,
            message=message,
            style=style(),
            total=len(self.items),
        )


class RatingServer(ThreadingHTTPServer):
    """Serves one rating on this machine only.

    Args:
        rating: What is rated.
        port: The port; 0: any that is free.
    """

    daemon_threads = True

    def __init__(self, rating: AuditSession, port: int = 0):
        self.rating = rating
        super().__init__((HOST, port), _Handler)

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://{HOST}:{self.server_port}/"


def server(path: str | Path, port: int = 0) -> RatingServer:
    """A server for rating a sample; call its ``serve_forever``.

    Args:
        path: The rater's CSV file.
        port: The port; 0: any that is free.

    Raises:
        DataFileError: The file is no sample, or the port is taken.
    """
    rating = AuditSession(path)
    try:
        return RatingServer(rating, port)
    except (OSError, OverflowError) as error:
        raise DataFileError(
            f"port {port} of {HOST} cannot be used ({error}); choose another one with --port"
        ) from error


class _Handler(BaseHTTPRequestHandler):
    server: RatingServer
    timeout = TIMEOUT

    def do_GET(self) -> None:
        if not self._is_ours():
            return self._answer(HTTPStatus.FORBIDDEN, "This page is for this machine only.", "text/plain")
        parts = urlsplit(self.path)
        if parts.path != "/":
            return self._answer(HTTPStatus.NOT_FOUND, "There is no such page.", "text/plain")
        rating = self.server.rating
        asked = parse_qs(parts.query).get("item", [""])[0]
        place = int(asked) - 1 if asked.isdecimal() and len(asked) < 10 else rating.next()
        if place is not None and not 0 <= place < len(rating.items):
            return self._answer(HTTPStatus.NOT_FOUND, f"There are {len(rating.items)} items.", "text/plain")
        return self._answer(HTTPStatus.OK, rating.page(place))

    def do_POST(self) -> None:
        rating, form = self.server.rating, self._form()
        if not self._is_ours() or not secrets.compare_digest(form.get("token", "").encode(), rating.token.encode()):
            say = "Open the page anew: this form is not of this audit."
            return self._answer(HTTPStatus.FORBIDDEN, say, "text/plain")
        number = form.get("item", "")
        place = int(number) - 1 if number.isdecimal() and len(number) < 10 else -1
        try:
            rating.rate(place, form)
        except DataFileError as error:
            known = place if 0 <= place < len(rating.items) else rating.next()
            return self._answer(HTTPStatus.BAD_REQUEST, rating.page(known, str(error)))
        self.send_response(HTTPStatus.SEE_OTHER)
        self.send_header("Location", f"/?item={_number(rating.next(place))}")
        self.send_header("Content-Length", "0")
        self.end_headers()
        return None

    def _form(self) -> dict[str, str]:
        length = self.headers.get("Content-Length", "")
        body = self.rfile.read(min(int(length), _MOST)) if length.isdecimal() else b""
        return {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}

    def _is_ours(self) -> bool:
        """A page elsewhere whose name points here must not read or write the audit."""
        port = self.server.server_port
        return self.headers.get("Host", "") in (f"{HOST}:{port}", f"localhost:{port}")

    def _answer(self, status: HTTPStatus, text: str, kind: str = "text/html") -> None:
        body = text.encode("utf-8", "replace")
        self.send_response(status)
        headers = {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            "Content-Security-Policy": _POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        }
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of every request."""


def _number(index: int | None) -> str:
    return "" if index is None else str(index + 1)


@cache
def _template() -> "Template":
    source = Path(__file__).with_name("audit.html.j2").read_text(encoding="utf-8")
    return environment().from_string(source)
