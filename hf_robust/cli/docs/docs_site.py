"""The topics as a small site of static pages that link to each other: a folder, or served on this machine."""

import re
from collections.abc import Mapping, MutableMapping, Sequence
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hf_robust
from hf_robust.cli.docs.topics import TOPICS, summary, text
from hf_robust.core.errors import DataFileError
from hf_robust.reports.formats.html import environment, markup, style

if TYPE_CHECKING:
    from jinja2 import Template
    from markdown_it import MarkdownIt

HOST = "127.0.0.1"
INDEX = "index.html"
_COMMAND = re.compile(r"hf-robust docs ([a-z-]+)")


def pages() -> dict[str, str]:
    """All pages by file name: an index, and one a topic."""
    about = {name: summary(name) for name in TOPICS}
    found = {
        INDEX: _page("Documentation", "", "Will my NLP model hold up? What there is to read, by topic.", "", about)
    }
    for name, lead in about.items():
        body = text(name).partition("\n\n")[2]
        found[f"{name}.html"] = _page(name, name, _inline(lead), to_html(body), about)
    return found


def _page(title: str, current: str, lead: str, body: str, about: Mapping[str, str]) -> str:
    summary = re.sub(r"<[^>]+>", "", lead)
    return _template().render(
        title=title,
        current=current,
        lead=markup(lead),
        summary=summary,
        text=markup(body),
        topics={name: markup(_inline(line)) for name, line in about.items()},
        version=hf_robust.__version__,
        style=style(),
    )


@cache
def _template() -> "Template":
    return environment().from_string(Path(__file__).with_name("topic.html.j2").read_text(encoding="utf-8"))


def to_html(markdown: str) -> str:
    """Markdown as HTML; markup in it is shown as it is written.

    Example:
        >>> to_html("See `hf-robust docs tasks`.").strip()
        '<p>See <a href="tasks.html"><code>hf-robust docs tasks</code></a>.</p>'
    """
    return _reader().render(markdown)


def _inline(markdown: str) -> str:
    return _reader().renderInline(markdown)


@cache
def _reader() -> "MarkdownIt":
    """What turns Markdown into HTML: tables scroll, headings can be linked to, a topic's command is a link to it."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("table_open", lambda *_: '<div class="scroll"><table>\n')
    reader.add_render_rule("table_close", lambda *_: "</table></div>\n")
    reader.add_render_rule("code_inline", _code)
    reader.add_render_rule("heading_open", _heading)
    return reader


def _code(self: Any, tokens: Sequence[Any], index: int, options: Any, env: MutableMapping) -> str:
    drawn = self.code_inline(tokens, index, options, env)
    named = _COMMAND.fullmatch(tokens[index].content)
    return f'<a href="{named[1]}.html">{drawn}</a>' if named and named[1] in TOPICS else drawn


def _heading(self: Any, tokens: Sequence[Any], index: int, options: Any, env: MutableMapping) -> str:
    name = re.sub(r"\W+", "-", tokens[index + 1].content.lower()).strip("-")
    tokens[index].attrSet("id", name)
    return self.renderToken(tokens, index, options, env)


class DocsServer(ThreadingHTTPServer):
    """Serves the pages on this machine only; call its ``serve_forever``.

    Args:
        port: The port; 0: any that is free.

    Raises:
        DataFileError: The port cannot be used.
    """

    daemon_threads = True

    def __init__(self, port: int = 0):
        self.pages = {name: page.encode("utf-8") for name, page in pages().items()}
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            raise DataFileError(
                f"port {port} of {HOST} cannot be used ({error}); choose another one with --port"
            ) from error

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://{HOST}:{self.server_port}/"


class _Handler(BaseHTTPRequestHandler):
    server: DocsServer
    timeout = 10.0  # seconds after which a connection that says nothing is closed

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].removeprefix("/") or INDEX
        body = self.server.pages.get(name)
        self.send_response(HTTPStatus.OK if body else HTTPStatus.NOT_FOUND)
        body = body or b"There is no such page."
        self.send_header("Content-Type", f"text/{'html' if name in self.server.pages else 'plain'}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of every request."""
