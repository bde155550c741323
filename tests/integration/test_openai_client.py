"""The loopback server of the tests behaves as the client of OpenAI expects, and our requests are the client's."""

import pytest
from chat_server import Behavior, ChatServer, Fault

from hf_robust.adapters.remote.chat import Parameters, Server, chat_request, completion_request, read_answer

MESSAGES = [{"role": "system", "content": "Answer."}, {"role": "user", "content": "Is it good? 7"}]


@pytest.fixture
def bodies():
    return []


@pytest.fixture
def server(bodies):
    with ChatServer(Behavior(text="positive", on_request=bodies.append)) as started:
        yield started


@pytest.fixture(scope="module")
def openai():
    return pytest.importorskip("openai", reason="pip install openai")  # takes a second: not in all workers


def client(server, **options):
    import openai

    return openai.OpenAI(base_url=server.base_url, api_key="key", max_retries=0, **options)


def test_a_chat_answer_is_read_as_the_client_reads_it(openai, server, bodies):
    ours = chat_request(Server(server.base_url), MESSAGES, Parameters("m", seed=1, max_tokens=4, top_logprobs=3))
    theirs = client(server).chat.completions.create(
        model="m", messages=MESSAGES, temperature=0.0, seed=1, max_tokens=4, logprobs=True, top_logprobs=3
    )
    assert bodies == [dict(ours.body)]
    read, choice = read_answer(theirs.model_dump()), theirs.choices[0]
    assert (
        (read.text, read.finish_reason, read.model)
        == (choice.message.content, "stop", "m")
        == ("positive", "stop", "m")
    )
    assert [(one.token, one.logprob) for one in read.logprobs] == [
        (one.token, one.logprob) for one in choice.logprobs.content
    ]
    assert read.tokens.input == theirs.usage.prompt_tokens and read.fingerprint == theirs.system_fingerprint


def test_a_completion_with_the_log_probabilities_of_its_prompt(openai, server, bodies):
    parameters = Parameters("m", max_tokens=1, top_logprobs=1)
    ours = completion_request(Server(server.base_url), "Label: good", parameters, echo=True)
    theirs = client(server).completions.create(
        model="m", prompt="Label: good", temperature=0.0, max_tokens=1, logprobs=1, echo=True
    )
    assert bodies == [dict(ours.body)]
    read, found = read_answer(theirs.model_dump()), theirs.choices[0].logprobs
    assert [one.token for one in read.logprobs] == found.tokens == ["Label:", "good", "positive"]
    assert [one.logprob for one in read.logprobs] == found.token_logprobs


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault(429, retry_after="1"), "RateLimitError"),
        (Fault(500), "InternalServerError"),
        (Fault("cut"), "APIResponseValidationError"),
        (Fault("close"), "APIConnectionError"),
    ],
)
def test_faults_are_errors_of_the_client(openai, server, fault, error):
    server.behavior.fault = lambda body, tries: fault if tries == 0 else None
    kinds = (getattr(openai, error), ValueError) if fault.kind == "cut" else getattr(openai, error)
    with pytest.raises(kinds):
        client(server).chat.completions.create(model="m", messages=MESSAGES)
    assert client(server).chat.completions.create(model="m", messages=MESSAGES).choices[0].message.content == "positive"


def test_the_key_and_the_models(openai, server):
    server.behavior.key = "key"
    assert [one.id for one in client(server).models.list()] == ["m"]
    server.behavior.key = "other"
    with pytest.raises(openai.AuthenticationError):
        client(server).models.list()
