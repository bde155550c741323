"""The requests that a run would send to a model behind an API."""

from typing import Any

from hf_robust.adapters.base import row_of
from hf_robust.adapters.prediction_rows import distinct_rows
from hf_robust.adapters.remote.costs import Estimate
from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.adapters.remote.remote_model import RemoteModel
from hf_robust.core.errors import UsageError
from hf_robust.suites.model_inputs import rows_of
from hf_robust.suites.robustness import Suite


def planned_requests(predictor: Any, suite: Suite) -> list[JsonRequest]:
    """Return the requests for the distinct inputs of a suite. Nothing is sent.

    Args:
        predictor: A model behind an API.
        suite: The suite.

    Raises:
        UsageError: The model is of another kind.
    """
    if not isinstance(predictor, RemoteModel):
        raise UsageError(f"{predictor.name} ({predictor.kind}) sends no requests; expected a model behind an API")
    inputs = distinct_rows(rows_of(suite.entries, suite.task), suite.task)
    return predictor.planned_requests([row_of(value, suite.task.input_roles) for _, _, value in inputs])


def estimate(predictor: Any, suite: Suite) -> Estimate:
    """Return how many requests a run on a suite would send, their tokens and their cost. Nothing is sent.

    Args:
        predictor: A model behind an API.
        suite: The suite.

    Raises:
        UsageError: The model is of another kind.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> model = hr.ChatModel("org/llm", base_url="http://127.0.0.1:8000/v1", store=False)
        >>> print(estimate(hr.as_predictor(model, task), hr.Suite.build(data, task, ["word-case"])))
        4 requests to send (0 answers are stored), about 152 input tokens, at most 256 output tokens, cost not known
    """
    requests = planned_requests(predictor, suite)
    return predictor.transport.dry_run(requests)  # type: ignore[no-any-return]
