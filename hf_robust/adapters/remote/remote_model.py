"""What predictors behind an API share."""

from typing import Any, Protocol, runtime_checkable

from hf_robust.adapters.remote.costs import Estimate


@runtime_checkable
class RemoteModel(Protocol):
    """A predictor behind an API, which can say what it would send."""

    def dry_run(self, rows: list[dict[str, Any]]) -> Estimate:
        """Return how many requests the rows would take, their tokens and their cost. Nothing is sent.

        Args:
            rows: Rows keyed by role.
        """
        ...
