"""Which way of answering is used: the one that was asked for, or the best one that the server supports."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
from hf_robust.adapters.language_models.model_options import ANSWER_MODES, AUTO, AnswerMode
from hf_robust.adapters.remote.chat import Parameters, Server
from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.adapters.remote.probe import Probe, probe, probe_requests, stored_probe
from hf_robust.adapters.remote.transport import Transport

PREFERRED: tuple[AnswerMode, ...] = ("first-token", "constrained", "generate")
"""The ways of ``auto``. ``choice`` is not among them: it takes a request a label and leaves the chat template out."""


@dataclass(frozen=True)
class ChosenWay:
    """A way of answering, and why it was chosen.

    Args:
        reason: Which ways cannot be used, and why; empty when all could.
    """

    way: AnswerWay
    reason: str = ""


@dataclass(frozen=True)
class AnswerWays:
    """The ways of answering of one model and prompt.

    Args:
        server: Where the API is.
        parameters: How the model answers.
        expected: The format of the answers.
        words: Word by label, as the prompt shows them.
        joiner: What stands between two words in the language of the task.
        probes: What the server answered to a probe, by the way that was wanted. Prompts of one model share it, so that
            the server is asked once.
    """

    server: Server
    parameters: Parameters
    expected: AnswerFormat
    words: Mapping[str, str]
    joiner: str = " "
    probes: dict[str, Probe] = field(default_factory=dict, compare=False)

    def chosen(self, wanted: str, transport: Transport) -> ChosenWay:
        """Choose a way. The server is asked for one answer in each way, unless text is wanted.

        Args:
            wanted: A way, or ``auto``.
            transport: Sends the requests.
        """
        if wanted == "generate":
            return self.assumed(wanted)
        if wanted not in self.probes:
            self.probes[wanted] = probe(transport, self.server, self.parameters, _asked_for(wanted))
        return self._best(wanted, self.probes[wanted])

    def probing(self, wanted: str) -> list[JsonRequest]:
        """Return the requests that :meth:`chosen` sends; none where the way is known without them.

        Args:
            wanted: A way, or ``auto``.
        """
        if wanted == "generate" or wanted in self.probes:
            return []
        requests = probe_requests(self.server, self.parameters, _asked_for(wanted))
        return [request for several in requests.values() for request in several]

    def planned(self, wanted: str, transport: Transport) -> ChosenWay:
        """Choose a way without asking the server: by what it answered before, else the one that is wanted.

        Args:
            wanted: A way, or ``auto``.
            transport: With the stored answers.
        """
        if wanted == "generate":
            return self.assumed(wanted)
        found = stored_probe(transport, self.server, self.parameters, _asked_for(wanted))
        return self.assumed(wanted) if found is None else self._best(wanted, found)

    def assumed(self, wanted: str) -> ChosenWay:
        """Return the way that is wanted without asking the server; text for ``auto``.

        Args:
            wanted: A way, or ``auto``.
        """
        mode: AnswerMode = next((one for one in ANSWER_MODES if one == wanted), "generate")
        return ChosenWay(self._way(mode, Probe({})))

    def _best(self, wanted: str, probe: Probe) -> ChosenWay:
        faults = dict(probe.faults)
        if "first-token" in faults:
            faults["first-token"] = faults["first-token"] or first_words_fault(self.words)
        probe = replace(probe, faults=faults)
        mode, reason = probe.mode(wanted, PREFERRED)
        return ChosenWay(self._way(mode, probe), reason)

    def _way(self, mode: AnswerMode, probe: Probe) -> AnswerWay:
        options: dict[str, Any] = {
            "server": self.server,
            "parameters": self.parameters,
            "expected": self.expected,
            "words": self.words,
            "joiner": self.joiner,
        }
        if mode == "constrained":
            return Constrained(**options, choices_by=probe.choices_by)
        if mode == "choice":
            return Choice(**options)
        return FirstToken(**options) if mode == "first-token" else Generate(**options)


def _asked_for(wanted: str) -> tuple[AnswerMode, ...]:
    """The ways that the server is asked for."""
    return PREFERRED if wanted == AUTO else tuple(mode for mode in ANSWER_MODES if mode == wanted)
