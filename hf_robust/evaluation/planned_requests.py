"""The requests that a run would send to a model behind an API."""

from dataclasses import replace
from typing import Any

from hf_robust.adapters.base import row_of
from hf_robust.adapters.language_models.language_model import LanguageModel
from hf_robust.adapters.prediction_rows import distinct_rows
from hf_robust.adapters.remote.costs import Estimate
from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.adapters.remote.remote_model import RemoteModel
from hf_robust.core.errors import UsageError
from hf_robust.evaluation.prompt_plan import PromptPlan
from hf_robust.evaluation.prompt_run import asked_parts, originals_of
from hf_robust.suites.model_inputs import rows_of
from hf_robust.suites.robustness import Suite


def planned_requests(predictor: Any, suite: Suite, plan: PromptPlan | None = None) -> list[JsonRequest]:
    """Return the requests for the distinct inputs of a suite. Nothing is sent.

    Args:
        predictor: A model behind an API.
        suite: The suite.
        plan: With which prompts, and how often, a language model is asked; None for its own prompt, once.

    Raises:
        UsageError: The model is of another kind.
    """
    if not isinstance(predictor, RemoteModel):
        raise UsageError(f"{predictor.name} ({predictor.kind}) sends no requests; expected a model behind an API")
    asked = plan or PromptPlan()
    asked.check(predictor)
    requests = predictor.planned_requests(_rows(suite))
    if asked.repeats > 1:
        once = predictor.planned_requests(_rows(originals_of(suite)))
        requests += [replace(one, repeat=number) for number in range(1, asked.repeats) for one in once]
    if isinstance(predictor, LanguageModel):
        for _, prompt, part in asked_parts(predictor, asked, suite):
            other: Any = predictor.with_prompt(prompt.prompt, prompt.shots)
            requests += other.planned_requests(_rows(part))
    return requests


def _rows(suite: Suite) -> list[dict[str, Any]]:
    inputs = distinct_rows(rows_of(suite.entries, suite.task), suite.task)
    return [row_of(value, suite.task.input_roles) for _, _, value in inputs]


def estimate(predictor: Any, suite: Suite, plan: PromptPlan | None = None) -> Estimate:
    """Return how many requests a run on a suite would send, their tokens and their cost. Nothing is sent.

    Args:
        predictor: A model behind an API.
        suite: The suite.
        plan: With which prompts, and how often, a language model is asked; None for its own prompt, once.

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
    requests = planned_requests(predictor, suite, plan)
    return predictor.transport.dry_run(requests)
