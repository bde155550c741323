"""Options of language models and of models behind an API, and the parameters of a model that they stand for."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import click

from hf_robust.adapters.language_models.model_options import ANSWER_MODES, AUTO
from hf_robust.adapters.language_models.prompt_files import AXES
from hf_robust.cli.grouped_help import GroupedOption
from hf_robust.cli.option_values import listed, pairs
from hf_robust.cli.options import together
from hf_robust.configured.config_choices import PromptsChoice
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted

_option = partial(click.option, cls=GroupedOption, group="Language models and APIs")

prompt_options = together(
    _option("--prompt", metavar="FILE", help="Prompt file (YAML). Default: the prompt of the package for the task."),
    _option("--examples", metavar="FILE", help="Labeled rows for the examples of a prompt; no rows of the suite."),
    _option(
        "--answer",
        type=click.Choice([AUTO, *ANSWER_MODES]),
        help=f"How an answer is obtained. {AUTO} (default) asks the model once in each way and uses the best.",
    ),
)
_remote_options = together(
    _option(
        "--base-url",
        metavar="URL",
        help="URL of the API of --model chat:NAME, for example http://127.0.0.1:8000/v1, or of endpoint:PRESET.",
    ),
    _option(
        "--provider",
        metavar="NAME",
        help="Provider of Hugging Face Inference Providers in place of --base-url; auto: the first that has the model.",
    ),
    _option("--api-key-env", metavar="NAME", help="Name of the environment variable that holds the key of the API."),
    _option(
        "--header",
        "headers",
        multiple=True,
        metavar="NAME=VALUE",
        help="A header of each request. Write keys as ${env:NAME}. Can be repeated.",
    ),
    _option(
        "--answers",
        metavar="FILE",
        help="Answers of a batch file (hf-robust requests), in place of a server. Nothing is sent.",
    ),
    _option("--concurrency", type=click.IntRange(min=1), help="Number of requests at the same time. Default: 8."),
    _option("--requests-per-minute", type=click.FloatRange(min=0, min_open=True), help="Limit of the API."),
    _option("--tokens-per-minute", type=click.FloatRange(min=0, min_open=True), help="Limit of the API."),
    _option("--prices", metavar="FILE", help="YAML file with the prices of a million tokens (hf-robust docs chat)."),
    _option(
        "--max-cost",
        type=click.FloatRange(min=0, min_open=True),
        help="Stop before the cost can exceed this amount. Needs --prices.",
    ),
    _option(
        "--no-store", is_flag=True, help="Do not store answers. By default, a run that was stopped sends only the rest."
    ),
)
language_model_options = together(prompt_options, _remote_options)
more_prompts_options = together(
    _option(
        "--prompts",
        metavar="NUMBER|all",
        help="Ask with other prompts of the prompt file, too: with all, or with as many calls as NUMBER prompts need, "
        "spread over all of them.",
    ),
    _option(
        "--prompt-axis",
        "prompt_axes",
        metavar="NAMES",
        help=f"Axes of the prompt file that vary: {', '.join(AXES)}. Default: all.",
    ),
    _option(
        "--perturb-prompt",
        type=click.Choice(["instruction", "shots"]),
        help="Ask the original rows also with a perturbed instruction, or with perturbed examples in the prompt. The "
        "transformations of the suite perturb it. The perturbed rows are asked as well.",
    ),
    _option("--repeats", type=click.IntRange(min=1), help="How often each original row is asked. Default: 1."),
)
MORE_PROMPTS = {"prompts": "count", "prompt_axes": "axes", "perturb_prompt": "perturb", "repeats": "repeats"}
"""Keys of the section ``prompts`` of a configuration by the names of the options' values."""


def more_prompts(base: PromptsChoice, options: Mapping[str, Any], named: Collection[str]) -> PromptsChoice:
    """Return a section ``prompts`` with the options that were typed.

    Args:
        base: The section.
        options: Values of the options of a command.
        named: Those that were typed.

    Raises:
        UsageError: A value is not one of the expected.
    """
    changes = {key: options[name] for name, key in MORE_PROMPTS.items() if name in named}
    if "axes" in changes:
        changes["axes"] = tuple(listed(changes["axes"]) or ())
    if "count" in changes and changes["count"] != "all":
        if not changes["count"].isdecimal() or not int(changes["count"]):
            raise UsageError(f"--prompts takes a number of prompts or all, found {quoted(changes['count'])}")
        changes["count"] = int(changes["count"])
    return replace(base, **changes)


PARAMETERS = (
    *(
        "base_url",
        "provider",
        "api_key_env",
        "headers",
        "prompt",
        "examples",
        "answer",
        "concurrency",
        "requests_per_minute",
    ),
    *("tokens_per_minute", "prices", "max_cost", "no_store", "answers"),
)
"""The options by the names of their values in a command."""


def language_model_params(options: Mapping[str, Any], named: Collection[str]) -> dict[str, Any]:
    """Return what the options say, as parameters of a model.

    Args:
        options: Values of the options of a command.
        named: Those that were typed.

    Example:
        >>> language_model_params({"base_url": "http://127.0.0.1/v1", "headers": ("A=b",)}, ("base_url", "headers"))
        {'base_url': 'http://127.0.0.1/v1', 'headers': {'A': 'b'}}
    """
    values = {name: options[name] for name in PARAMETERS if name in named}
    if "headers" in values:
        values["headers"] = pairs(values["headers"], "--header")
    if values.pop("no_store", False):
        values["store"] = False
    return values
