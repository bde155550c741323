"""What a server really returns: log-probabilities and constrained answers are asked for once, and looked at."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, fsum
from typing import Any

from hf_robust.adapters.language_models.model_options import ANSWER_MODES, AnswerMode
from hf_robust.adapters.remote.chat import (
    ChatAnswer,
    ChoicesBy,
    Parameters,
    Server,
    answer_fault,
    chat_request,
    completion_request,
    read_answer,
)
from hf_robust.adapters.remote.messages import JsonRequest, ServerAnswer
from hf_robust.adapters.remote.transport import Transport
from hf_robust.core.answer_modes import MODE_WORDS
from hf_robust.core.errors import UsageError
from hf_robust.core.json_text import parse_json
from hf_robust.core.quoted import quoted

_QUESTION = "Say hello to the people in the room."
_CHOICES = ("zinnia", "quartz")  # a model that is not constrained does not answer the question with them
_ALTERNATIVES = 5  # most probable tokens that are asked for
_LOST = "the server did not answer when it was asked"
_MOST_MASS = 1.01  # probabilities of one place may exceed 1 by rounding


@dataclass(frozen=True)
class Probe:
    """Which ways of answering a server supports.

    Args:
        faults: By way, why it cannot be used; empty when it can.
        choices_by: How answers are constrained, where they can be.

    Example:
        >>> probe = Probe({"choice": "no log-probabilities", "first-token": "", "constrained": "", "generate": ""})
        >>> probe.mode("auto"), probe.mode("choice")
        (('first-token', 'choice (the probability of each label) cannot be used: no log-probabilities; \
predictions are read from the probabilities of the first token (first-token)'), \
('generate', 'choice (the probability of each label) cannot be used: no log-probabilities; \
predictions are read from the generated text (generate)'))
    """

    faults: Mapping[AnswerMode, str]
    choices_by: ChoicesBy = "structured_outputs"

    def mode(self, wanted: str = "auto", among: Sequence[AnswerMode] = ANSWER_MODES) -> tuple[AnswerMode, str]:
        """The way to use, and a sentence about what cannot be used.

        Args:
            wanted: A way, or ``auto`` for the first that can be used. A way that cannot be used gives ``generate``.
            among: The ways of ``auto``, the best first.

        Raises:
            UsageError: It is the name of no way.
        """
        if wanted not in ("auto", *ANSWER_MODES):
            raise UsageError(f"answer must be auto, {', '.join(ANSWER_MODES)}, found {quoted(wanted)}")
        tried = list(among) if wanted == "auto" else [one for one in ANSWER_MODES if one == wanted]
        chosen: AnswerMode = next((mode for mode in tried if not self.faults[mode]), "generate")
        unusable = [mode for mode in tried[: tried.index(chosen) if chosen in tried else None] if self.faults[mode]]
        said = "; ".join(f"{mode} ({MODE_WORDS[mode]}) cannot be used: {self.faults[mode]}" for mode in unusable)
        return chosen, f"{said}; predictions are read from {MODE_WORDS[chosen]} ({chosen})" if said else ""


def probe(
    transport: Transport, server: Server, parameters: Parameters, modes: Collection[AnswerMode] = ANSWER_MODES
) -> Probe:
    """Ask a server once for each way of answering, and look at what comes back.

    Answers are constrained in the form of the parameters, else in the other one. The answers are stored like others, so
    that the same server is asked once.

    Args:
        transport: Sends the requests.
        server: Where the API is.
        parameters: Of the run; those of the answer's form are replaced.
        modes: The ways to ask for.

    Raises:
        UsageError: No server replies.
    """
    requests = probe_requests(server, parameters, modes)
    found = transport.send([request for several in requests.values() for request in several])
    if all(one.status == "error" and one.http_status is None for one in found):
        raise UsageError(f"no server replies at {server.base_url}: {found[0].reason}; start it, or check `base_url`")
    answers = iter(found)
    return _probe_of({mode: [next(answers) for _ in several] for mode, several in requests.items()}, parameters)


def stored_probe(
    transport: Transport, server: Server, parameters: Parameters, modes: Collection[AnswerMode] = ANSWER_MODES
) -> Probe | None:
    """What :func:`probe` found before, without asking the server; None where no answer is stored.

    Args:
        transport: With the stored answers.
        server: Where the API is.
        parameters: Of the run.
        modes: The ways to ask for.
    """
    requests = probe_requests(server, parameters, modes)
    keys = [request.key for several in requests.values() for request in several]
    known = transport.store.get(keys) if transport.store is not None else {}
    answers = {
        mode: [
            ServerAnswer("ok", known[one.key]) if one.key in known else ServerAnswer("error", reason=_LOST)
            for one in several
        ]
        for mode, several in requests.items()
    }
    return _probe_of(answers, parameters) if known else None


def probe_requests(
    server: Server, parameters: Parameters, modes: Collection[AnswerMode] = ANSWER_MODES
) -> dict[AnswerMode, list[JsonRequest]]:
    """The requests of a probe by way: for alternatives of the first token, for the log-probabilities of the prompt, and
    for constrained answers in both forms.
    """
    messages = [{"role": "user", "content": _QUESTION}]
    plain = Parameters(parameters.model, seed=parameters.seed, max_tokens=1, extra=parameters.extra)
    scores, echo = replace(plain, top_logprobs=_ALTERNATIVES), replace(plain, top_logprobs=1)
    choices = [replace(plain, max_tokens=16, choices=_CHOICES, choices_by=form) for form in _forms(parameters)]
    every: dict[AnswerMode, list[JsonRequest]] = {
        "choice": [completion_request(server, _QUESTION, echo, echo=True)],
        "first-token": [chat_request(server, messages, scores)],
        "constrained": [chat_request(server, messages, one) for one in choices],
    }
    return {mode: requests for mode, requests in every.items() if mode in modes}


def _forms(parameters: Parameters) -> tuple[ChoicesBy, ChoicesBy]:
    """Both forms of choices, that of the parameters first."""
    standard: tuple[ChoicesBy, ChoicesBy] = ("structured_outputs", "response_format")
    return standard if parameters.choices_by == standard[0] else (standard[1], standard[0])


def _probe_of(answers: Mapping[AnswerMode, Sequence[ServerAnswer]], parameters: Parameters) -> Probe:
    faults: dict[AnswerMode, str] = {"generate": ""}
    if "choice" in answers:
        faults["choice"] = prompt_fault(answers["choice"][0])
    if "first-token" in answers:
        faults["first-token"] = first_token_fault(answers["first-token"][0])
    forms = _forms(parameters)
    if "constrained" not in answers:
        return Probe(faults)
    constrained = dict(zip(forms, map(constrained_fault, answers["constrained"]), strict=True))
    usable = next((form for form in forms if not constrained[form]), forms[0])
    return Probe({**faults, "constrained": constrained[usable]}, usable)


def first_token_fault(answer: ServerAnswer) -> str:
    """Why the first token's alternatives cannot be used; empty when they can.

    Example:
        >>> first_token_fault(ServerAnswer("ok", {"choices": [{"message": {"content": "a"}, "logprobs": None}]}))
        'the server returned no log-probabilities'
    """
    read, fault = _read(answer)
    if read is None:
        return fault
    if not read.logprobs:
        return "the server returned no log-probabilities"
    top = read.logprobs[0].top
    if len(top) < 2:
        return f"expected {_ALTERNATIVES} alternatives of the first token, found {len(top)}"
    mass = fsum(map(exp, top.values()))
    return f"the probabilities of the first token add up to {mass:.2f}" if mass > _MOST_MASS else ""


def prompt_fault(answer: ServerAnswer) -> str:
    """Why log-probabilities of prompts cannot be used; empty when they can.

    There must be as many as the prompt has tokens: some servers return those of the generated tokens alone.
    """
    read, fault = _read(answer)
    if read is None:
        return fault
    if read.tokens is None:
        return "the server did not state the number of prompt tokens"
    found = len(read.logprobs) - read.tokens.output
    if not read.logprobs or found < read.tokens.input:
        return (
            f"expected log-probabilities of {read.tokens.input} prompt tokens, found {max(0, found)} beside "
            f"{read.tokens.output} of the answer"
        )
    return ""


def constrained_fault(answer: ServerAnswer) -> str:
    """Why answers cannot be constrained to choices; empty when they can."""
    read, fault = _read(answer)
    if read is None:
        return fault
    if read.text.strip() not in _CHOICES and _json(read.text) not in [{"answer": choice} for choice in _CHOICES]:
        return f"the server ignored the constraint and answered {quoted(read.text)}"
    return ""


def _json(text: str) -> Any:
    try:
        return parse_json(text)
    except ValueError:
        return None


def _read(answer: ServerAnswer) -> tuple[ChatAnswer | None, str]:
    if answer.status != "ok":
        return None, answer.reason
    fault = answer_fault(answer.body)
    return (None, fault) if fault else (read_answer(answer.body), "")
