"""The requests that a run would send to a model behind an API."""

from dataclasses import replace
from typing import Any

from hf_robust.adapters.base import row_of
from hf_robust.adapters.prediction_rows import distinct_rows
from hf_robust.adapters.remote.costs import Estimate
from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.adapters.remote.remote_model import RemoteModel
from hf_robust.core.errors import UsageError
from hf_robust.evaluation.prompt_plan import PromptPlan
from hf_robust.evaluation.prompt_run import asked_parts, originals_of
from hf_robust.suites.model_inputs import rows_of
from hf_robust.suites.robustness import Suite


def distinct_inputs(suite: Suite) -> list[dict[str, Any]]:
    """Return the distinct inputs of a suite that a model is asked for, as rows keyed by role."""
    inputs = distinct_rows(rows_of(suite.entries, suite.task), suite.task)
    return [row_of(value, suite.task.input_roles) for _, _, value in inputs]


def estimate(predictor: Any, suite: Suite, plan: PromptPlan | None = None) -> Estimate:
    """Return how many requests a run on a suite would send, their tokens and their cost. Nothing is sent.

    Args:
        predictor: A model behind an API.
        plan: With which prompts, and how often, a language model is asked; None for its own prompt, once.

    Raises:
        UsageError: The model is of another kind, or is not asked with a prompt.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> model = hr.ChatModel("org/llm", base_url="http://127.0.0.1:8000/v1", store=False)
        >>> print(estimate(hr.as_predictor(model, task), hr.Suite.build(data, task, ["word-case"])))
        7 requests to send (0 answers are stored), about 207 input tokens, at most 289 output tokens, cost not known
    """
    if not isinstance(predictor, RemoteModel):
        raise UsageError(f"{predictor.name} ({predictor.kind}) sends no requests; expected a model behind an API")
    if plan is None or not plan.asks_more:
        return predictor.dry_run(distinct_inputs(suite))
    plan.check(predictor)
    chat: Any = predictor
    return chat.transport.dry_run(_all_requests(chat, suite, plan))


def _all_requests(model: Any, suite: Suite, plan: PromptPlan) -> list[JsonRequest]:
    """The requests of a plan: the probe, those with the model's own prompt, the repeats, and each other prompt."""
    requests: list[JsonRequest] = [*model.probing(), *model.planned_requests(distinct_inputs(suite))]
    if plan.repeats > 1:
        once = model.planned_requests(distinct_inputs(originals_of(suite)))
        requests += [replace(one, repeat=number) for number in range(1, plan.repeats) for one in once]
    for _, asked, part in asked_parts(model, plan, suite):
        requests += model.with_prompt(asked.prompt, asked.shots).planned_requests(distinct_inputs(part))
    return requests
