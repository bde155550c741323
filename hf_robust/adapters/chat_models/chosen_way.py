"""Which way of answering is used: the one that was asked for, or the best one that the server supports."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from hf_robust.adapters.chat_models.answer_ways import (
    AnswerWay,
    Choice,
    Constrained,
    FirstToken,
    Generate,
    first_words_fault,
)
from hf_robust.adapters.language_models.answers import AnswerFormat
from hf_robust.adapters.language_models.model_options import AnswerMode
from hf_robust.adapters.remote.chat import Parameters, Server
from hf_robust.adapters.remote.probe import constrained_fault, probe, probe_requests
from hf_robust.adapters.remote.transport import Transport

PREFERRED: tuple[AnswerMode, ...] = ("first-token", "constrained", "generate")
"""The ways of ``auto``. ``choice`` is not among them: it takes a request a label and leaves the chat template out."""


@dataclass(frozen=True)
class ChosenWay:
    """A way of answering, and why it was chosen.

    Args:
        way: The way.
        reason: Which ways cannot be used, and why; empty when all could.
    """

    way: AnswerWay
    reason: str = ""


def chosen_way(
    wanted: str,
    transport: Transport,
    server: Server,
    parameters: Parameters,
    expected: AnswerFormat,
    words: Mapping[str, str],
    joiner: str = " ",
) -> ChosenWay:
    """Choose a way of answering. The server is asked for one answer in each way, unless text is wanted.

    Args:
        wanted: A way, or ``auto``.
        transport: Sends the requests.
        server: Where the API is.
        parameters: How the model answers.
        expected: The format of the answers.
        words: Word by label, as the prompt shows them.
        joiner: What stands between two words in the language of the task.

    Raises:
        UsageError: The server refuses all requests: the key is wrong, or there is no such model.
    """
    given: dict[str, Any] = {
        "server": server,
        "parameters": parameters,
        "expected": expected,
        "words": words,
        "joiner": joiner,
    }
    if wanted == "generate":
        return ChosenWay(Generate(**given))
    found = probe(transport, server, parameters)
    faults = dict(found.faults)
    choices_by = parameters.choices_by
    if faults["constrained"]:
        other = replace(parameters, choices_by="response_format")
        (answer,) = transport.send(probe_requests(server, other)[1:2])
        if not constrained_fault(answer):
            faults["constrained"], choices_by = "", "response_format"
    faults["first-token"] = faults["first-token"] or first_words_fault(words)
    mode, reason = replace(found, faults=faults).mode(wanted, PREFERRED)
    ways: dict[str, AnswerWay] = {
        "choice": Choice(**given),
        "first-token": FirstToken(**given),
        "constrained": Constrained(**given, choices_by=choices_by),
        "generate": Generate(**given),
    }
    return ChosenWay(ways[mode], reason)
