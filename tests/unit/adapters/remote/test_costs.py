"""Tokens, prices, estimates before anything is sent, and a limit that holds."""

import json

import pytest
from chat_server import Behavior, ChatServer, Fault
from remote_samples import chats, transport

from hf_robust.adapters.remote.answer_store import AnswerStore
from hf_robust.adapters.remote.costs import Budget, Price, Prices, TokenCounts, estimated_tokens, used_tokens
from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.adapters.remote.rate_limit import RequestLimits
from hf_robust.core.errors import CostLimitError, SpecError, UsageError

PRICES = Prices({"m": Price(1000.0, 10_000.0, cached_input=100.0)})


def test_a_dry_run_sends_nothing(tmp_path):
    with ChatServer() as server:
        sender = transport(store=AnswerStore(tmp_path), budget=Budget(PRICES))
        sender.send(chats(server, 3))
        served = server.served
        estimate = sender.dry_run(chats(server, 10) * 2)
        assert server.served == served == 3
    expected = [estimated_tokens(request) for request in chats(server, 10)[3:]]
    assert (estimate.requests, estimate.stored, estimate.tokens) == (7, 3, sum(expected, TokenCounts()))
    assert estimate.cost == pytest.approx(sum(map(PRICES.models["m"].of, expected)))
    assert transport().dry_run(chats(server, 1)).cost is None


def test_the_cost_is_that_of_the_tokens_that_the_server_states(tmp_path):
    with ChatServer() as server:  # "Text n" has 2 tokens there, the greeting 4
        sender = transport(store=AnswerStore(tmp_path), budget=Budget(PRICES))
        sender.send(chats(server, 10))
        sender.send(chats(server, 10))  # stored answers cost nothing
    assert sender.budget.tokens == TokenCounts(20, 40)
    assert sender.budget.cost == pytest.approx((20 * 1000 + 40 * 10_000) / 1e6) and sender.budget.unstated == 0


def test_without_usage_the_estimate_counts():
    with ChatServer(Behavior(usage=False)) as server:
        sender = transport(budget=Budget(PRICES))
        sender.send(chats(server, 2))
    assert sender.budget.tokens == sum(map(estimated_tokens, chats(server, 2)), TokenCounts())
    assert sender.budget.unstated == 2


@pytest.mark.parametrize(("kind", "counted"), [(500, 0), (429, 0), ("cut", 1), ("close", 1)])
def test_tries_that_may_be_charged_count(kind, counted):
    with ChatServer(Behavior(fault=lambda body, tries: Fault(kind) if tries == 0 else None)) as server:
        sender = transport(budget=Budget(PRICES))
        (request,) = chats(server, 1)
        sender.send([request])
    lost = estimated_tokens(request)
    assert sender.budget.tokens == TokenCounts(2 + counted * lost.input, 4 + counted * lost.output)


@pytest.mark.parametrize("concurrency", [1, 8])
def test_the_cost_never_exceeds_its_limit(tmp_path, concurrency):
    most = 1.0  # an answer costs 0.042 and may cost 0.09
    with ChatServer(Behavior(latency=0.002)) as server:
        budget = Budget(PRICES, max_cost=most)
        sender = transport(store=AnswerStore(tmp_path), budget=budget, limits=RequestLimits(concurrency=concurrency))
        with pytest.raises(CostLimitError, match="max_cost 1 would be exceeded"):
            sender.send(chats(server, 100))
        assert most - 0.09 < budget.cost <= most
        assert len(sender.store) == server.served == round(budget.cost / 0.042)
        rest = transport(store=sender.store, budget=Budget(PRICES, max_cost=10))
        assert {one.status for one in rest.send(chats(server, 100))} == {"ok"} and server.served == 100


def test_a_limit_needs_prices():
    with ChatServer() as server:
        with pytest.raises(UsageError, match="max_cost needs prices"):
            Budget(max_cost=1)
        with pytest.raises(UsageError, match="needs the price of 'other'"):
            transport(budget=Budget(PRICES, max_cost=1)).send(chats(server, 1, model="other"))
        for wrong in (0, -1, "1", True):
            with pytest.raises(UsageError, match="must be a positive number"):
                Budget(PRICES, max_cost=wrong)
    assert server.counts.headers == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("models: {m: {input: 1}}", "the key 'output' is missing"),
        ("models: {m: {input: 1, output: -2}}", "a price must be 0 or more"),
        ("models: {m: {input: 1, output: .nan}}", "a price must be 0 or more"),
        ("models: {m: {input: cheap, output: 1}}", "expected a number"),
        ("models: {m: {input: 1, output: 1, cache: 1}}", "unknown key 'cache'"),
        ("m: {input: 1, output: 1}", "unknown key 'm'"),
        ("models: 7", "expected a mapping"),
    ],
)
def test_mistakes_in_a_file_of_prices(tmp_path, text, said):
    path = tmp_path / "prices.yaml"
    path.write_text(text)
    with pytest.raises(SpecError, match=said) as caught:
        Prices.read(path)
    assert caught.value.line == 1


def test_cached_tokens_have_a_price_of_their_own():
    body = {"usage": {"prompt_tokens": 10, "completion_tokens": 1, "prompt_tokens_details": {"cached_tokens": 8}}}
    assert used_tokens(body) == TokenCounts(10, 1, cached=8)
    assert PRICES.models["m"].of(TokenCounts(10, 1, cached=8)) == pytest.approx((2 * 1000 + 8 * 100 + 10_000) / 1e6)
    assert Price(1000.0, 0).of(TokenCounts(10, 1, cached=8)) == pytest.approx(0.01)


@pytest.mark.parametrize(
    "body", [None, [], {}, {"usage": None}, {"usage": {"prompt_tokens": "9"}}, {"usage": {"prompt_tokens": -1}}]
)
def test_usage_that_cannot_be_read(body):
    assert used_tokens(body) is None


def test_tokens_of_other_scripts_and_bodies():
    def of(body):
        return estimated_tokens(JsonRequest("http://a/b", body))

    assert of({"prompt": "好" * 30, "max_tokens": 1}).input == 30 + 8
    assert of({"prompt": ["ab", "cd"], "max_completion_tokens": 3, "n": 2}).output == 6
    assert of({"documents": [{"text": "a" * 400}]}).input > 100
    assert of({"messages": [{"role": "user", "content": [{"type": "text", "text": "a" * 40}]}]}).input > 10
    assert of(json.loads("{}")).output == 1024
