"""The probe looks at what a server returns, and not at what it accepts."""

import pytest
from chat_server import Behavior, ChatServer, Fault
from remote_samples import transport

from hf_robust.adapters.remote.chat import Parameters, Server
from hf_robust.adapters.remote.messages import ServerAnswer
from hf_robust.adapters.remote.probe import first_token_fault, probe
from hf_robust.core.errors import UsageError

SERVERS = [
    (Behavior(), "choice", ""),
    (
        Behavior(logprobs="answer"),
        "first-token",
        "cannot be used: expected log-probabilities of 8 prompt tokens, found 0 beside 1 of the answer",
    ),
    (Behavior(logprobs="none"), "constrained", "first token) cannot be used: the server returned no log-probabilities"),
    (
        Behavior(logprobs="none", constrained=False),
        "generate",
        "the server ignored the constraint and answered 'Hello,",
    ),
    (Behavior(usage=False), "first-token", "the server did not state the number of prompt tokens"),
    (Behavior(fault=lambda body, tries: Fault(404) if "prompt" in body else None), "first-token", "HTTP 404"),
]


@pytest.mark.parametrize(("behavior", "mode", "said"), SERVERS)
def test_what_servers_really_return(behavior, mode, said):
    with ChatServer(behavior) as server:
        found = probe(transport(), Server(server.base_url), Parameters("m"))
    chosen, sentence = found.mode()
    assert chosen == mode and said in sentence and bool(sentence) == (mode != "choice")


@pytest.mark.parametrize("by", ["structured_outputs", "response_format"])
def test_a_way_that_was_asked_for(by):
    with ChatServer(Behavior(logprobs="none")) as server:
        found = probe(transport(), Server(server.base_url), Parameters("m", choices_by=by))
    assert found.mode("constrained") == ("constrained", "") and found.mode("generate") == ("generate", "")
    chosen, sentence = found.mode("choice")
    assert chosen == "generate" and sentence.endswith("predictions are read from the generated text (generate)")
    with pytest.raises(UsageError, match="answer must be auto, choice"):
        found.mode("guess")


def test_probabilities_that_are_none():
    def scored(*values):
        top = [{"token": f"t{n}", "logprob": value} for n, value in enumerate(values)]
        content = [{"token": "t0", "logprob": values[0], "top_logprobs": top}]
        return ServerAnswer("ok", {"choices": [{"message": {"content": "t0"}, "logprobs": {"content": content}}]})

    assert first_token_fault(scored(-0.7, -0.7)) == ""
    assert first_token_fault(scored(0.0, 0.0)) == "the probabilities of the first token add up to 2.00"
    assert first_token_fault(scored(-0.1)) == "expected 5 alternatives of the first token, found 1"
