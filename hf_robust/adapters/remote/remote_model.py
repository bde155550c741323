"""What predictors behind an API share."""

from typing import Any, Protocol, runtime_checkable

from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.adapters.remote.transport import Transport


@runtime_checkable
class RemoteModel(Protocol):
    """A predictor behind an API, whose requests are known before any is sent.

    Attributes:
        transport: Sends the requests.
    """

    transport: Transport

    def planned_requests(self, rows: list[dict[str, Any]]) -> list[JsonRequest]:
        """Return the requests for rows, without asking the server."""
        ...
