"""Files of requests for the batch APIs of providers and servers, and files of their answers."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from hf_robust.adapters.remote.chat import answer_fault
from hf_robust.adapters.remote.costs import Budget, used_tokens
from hf_robust.adapters.remote.exchange import error_message
from hf_robust.adapters.remote.messages import JsonRequest, ServerAnswer
from hf_robust.adapters.remote.transport import Arriving, Transport
from hf_robust.core.errors import DataFileError
from hf_robust.core.json_text import parse_json
from hf_robust.core.quoted import quoted

BATCH_URL = "https://batch.invalid/v1"
"""Stands for the server in the requests of a batch file, so that their ids do not depend on who answers them."""
_ROOT = BATCH_URL.removesuffix("/v1")


def batch_lines(requests: Iterable[JsonRequest]) -> Iterator[str]:
    """Yield the lines of a file of requests, as the batch API of OpenAI and ``vllm run-batch`` read them.

    Args:
        requests: Equal ones are written once.

    Example:
        >>> request = JsonRequest(f"{BATCH_URL}/chat/completions", {"model": "m", "messages": []})
        >>> print(*batch_lines([request, request]))
        {"custom_id": "83aa6913040d9250886bb3e2713e570c", "method": "POST", "url": "/v1/chat/completions", \
"body": {"model": "m", "messages": []}}
    """
    for key, request in {request.key: request for request in requests}.items():
        route = request.url.removeprefix(_ROOT)
        line = {"custom_id": key.hex(), "method": "POST", "url": route, "body": request.body}
        yield json.dumps(line)


class AnswerFile(Transport):
    """Answers of a batch file in place of a server.

    A request is found by the hexadecimal form of its key, which is the ``custom_id`` of its line. A line with an error
    is an answer with the status ``error``, as is a request without a line.

    Args:
        path: JSON Lines, as batch APIs return them.
        budget: Counts tokens and cost.

    Raises:
        DataFileError: The file is missing, or a line is no answer of a batch.
    """

    asks = False

    def __init__(self, path: str | Path, budget: Budget | None = None):
        super().__init__(budget=budget)
        self.path = Path(path)
        self._answers = _read(self.path)
        self._missing: set[str] = set()
        self._failed: set[str] = set()

    def advice(self) -> str:
        """Return which of the requests so far have no answer in the file, and what to do; empty when all have one."""
        sides = (self._missing, "has no line for"), (self._failed, "has a line with an error for")
        told = [f"{what} {_some(ids)}" for ids, what in sides if ids]
        if not told:
            return ""
        return (
            f"{self.path} {' and '.join(told)}: add the lines of a batch with their answers to the file, or accept "
            "more with `max_errors`."
        )

    def send(self, requests: Sequence[JsonRequest], on_answer: Any = None) -> list[ServerAnswer]:
        """Return the answers to requests; see :meth:`Transport.send`."""
        found: list[ServerAnswer] = [ServerAnswer("error")] * len(requests)
        for places, answer in self.stream(requests):
            for place in places:
                found[place] = answer
            if on_answer:
                on_answer(answer)
        return found

    def stream(self, requests: Sequence[JsonRequest]) -> Arriving:
        """Yield the answers to requests; see :meth:`Transport.stream`.

        Raises:
            DataFileError: The file has no answer to any of them.
        """
        places: dict[bytes, list[int]] = {}
        for place, request in enumerate(requests):
            places.setdefault(request.key, []).append(place)
        if requests and not any(key.hex() in self._answers for key in places):
            raise DataFileError(
                f"{self.path} has no answer to any of the {len(places)} requests; its requests were made of another "
                "suite, prompt, model or parameter: write them again with hf-robust requests"
            )
        for key, equal in places.items():
            answer = self._answers.get(key.hex(), ServerAnswer("error", reason=f"{self.path.name} has no line for it"))
            if answer.status == "error":
                (self._failed if key.hex() in self._answers else self._missing).add(key.hex())
            if answer.status == "ok":
                self.budget.settle(self.budget.reserve(requests[equal[0]]), used_tokens(answer.body))
            yield equal, answer


def _some(ids: set[str]) -> str:
    """The number of requests, and the first three ids."""
    noun, more = "request" if len(ids) == 1 else "requests", ", ..." if len(ids) > 3 else ""
    return f"{len(ids)} {noun} (custom_id {', '.join(sorted(ids)[:3])}{more})"


def _read(path: Path) -> dict[str, ServerAnswer]:
    """The answers of a file by id; of lines with the same id, an answer goes before an error."""
    found: dict[str, ServerAnswer] = {}
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    name, answer = _line(path, number, line)
                    if name not in found or found[name].status == "error":
                        found[name] = answer
    except FileNotFoundError:
        raise DataFileError(f"there is no file {path}; check the path of the answers") from None
    except (OSError, UnicodeDecodeError) as error:
        raise DataFileError(f"{path} cannot be read: {error}") from error
    if not found:
        raise DataFileError(f"{path} has no lines; expected the answers of a batch")
    return found


def _line(path: Path, line_number: int, line: str) -> tuple[str, ServerAnswer]:
    try:
        value = parse_json(line)
    except ValueError as error:
        raise DataFileError(f"{path}:{line_number}: expected JSON, found {quoted(line)} ({error})") from None
    name = value.get("custom_id") if isinstance(value, dict) else None
    if not isinstance(name, str) or not ("response" in value or "error" in value):
        raise DataFileError(
            f"{path}:{line_number}: expected an answer of a batch with custom_id and response, found {quoted(line)}"
        )
    response = value.get("response")
    body = response.get("body") if isinstance(response, dict) else None
    status = response.get("status_code", 200) if isinstance(response, dict) else None
    fault = answer_fault(body)
    if value.get("error") or status != 200 or fault:
        said = error_message(value.get("error")) or error_message(body) or fault
        return name, ServerAnswer("error", body, f"HTTP {status}: {said}" if status not in (None, 200) else said)
    return name, ServerAnswer("ok", body)
