"""Ways of answering: what is sent, how it is read, and which way is used with which server."""

from math import exp, log

import pytest
from chat_samples import predictor, rated, rating
from chat_server import Fault

import hf_robust as hr
from hf_robust.adapters.chat_models.answer_ways import first_token_scores, first_words_fault, word_logprob
from hf_robust.adapters.chat_models.chat_model import ChatModel
from hf_robust.adapters.chat_models.chat_predictor import ChatPredictor
from hf_robust.adapters.remote.chat import ChatAnswer, TokenLogprob
from hf_robust.adapters.remote.costs import TokenCounts

GOOD, BAD = {"text": "A fine film."}, {"text": "A dull film."}
WORDS = {"pos": "positive", "neg": "negative"}


def alternatives(body):
    word = rated(body)
    other = "negative" if word == "positive" else "positive"
    return {word: log(0.5), f" {word.title()}": log(0.25), other[:3]: log(0.125), "The": log(0.125)}


def by_prompt(body, token):
    """Log-probabilities that make the rating likely where it stands at the end of a prompt."""
    return -0.1 if token == rated({"prompt": body["prompt"].rpartition("Label:")[0]}) else -2.0


SERVERS = {
    "generate": {},
    "constrained": {"constrained": True},
    "first-token": {"logprobs": "answer", "top": alternatives},
    "choice": {"logprobs": "all", "logprob": by_prompt},
}


@pytest.mark.parametrize("mode", SERVERS)
def test_each_way_gives_the_answer(mode):
    with rating(**SERVERS[mode]) as server:
        asked = predictor(server, answer=mode)
        found = asked.predict([GOOD, BAD])
        assert asked.way.mode == asked.describe()["answer"] == mode
        assert asked.chosen.reason == "" and asked.notes() == []
    assert [one.value for one in found] == ["positive", "negative"] and {one.status for one in found} == {"ok"}
    probability = {"first-token": 0.75 / 0.875, "choice": exp(-0.1) / (exp(-0.1) + exp(-2.0))}.get(mode)
    assert [one.score for one in found] == [probability and pytest.approx(probability)] * 2


@pytest.mark.parametrize(
    ("behavior", "mode", "said"),
    [
        ({"logprobs": "all"}, "first-token", ""),
        ({"constrained": True}, "constrained", "first token) cannot be used: the server returned no log-probabilities"),
        ({}, "generate", "constrained (text constrained to the labels) cannot be used: the server ignored the"),
        ({"fault": lambda body, tries: Fault(400) if "logprobs" in body else None}, "generate", "HTTP 400"),
    ],
)
def test_auto_looks_at_what_the_server_returns(behavior, mode, said):
    with rating(**behavior) as server:
        asked = predictor(server)
        assert asked.way.mode == mode and said in asked.chosen.reason
        assert [note["code"] for note in asked.notes()] == ["answer-mode"] * bool(said)
        assert asked.predict([GOOD])[0].value == "positive"


def test_a_way_that_cannot_be_used_gives_way_to_text():
    with rating() as server:
        asked = predictor(server, answer="choice")
        assert asked.predict([BAD])[0].value == "negative" and asked.way.mode == "generate"
        (note,) = asked.notes()
    assert note["message"].startswith("choice (the probability of each label) cannot be used: ")


def test_servers_constrain_answers_in_one_of_two_ways():
    def standard_only(body, tries):
        return Fault(400, said="unknown field") if "structured_outputs" in body else None

    with rating(constrained=True, fault=standard_only) as server:
        asked = predictor(server, answer="constrained")
        assert [one.value for one in asked.predict([GOOD, BAD])] == ["positive", "negative"]
        assert asked.way.mode == "constrained" and "response_format" in asked.planned_requests([GOOD])[0].body


def test_labels_whose_first_tokens_coincide_are_not_told_apart_by_them():
    task = hr.task("sentiment-classification", label_names=["very bad", "very good"])
    with rating(logprobs="answer", text="very good") as server:
        asked = ChatPredictor(ChatModel("m", base_url=server.base_url, store=False), task)
        assert asked.predict([GOOD])[0].value == "very good" and asked.way.mode == "generate"
    assert "the label words 'very bad' and 'very good' begin with the same token" in asked.chosen.reason


@pytest.mark.parametrize(
    ("top", "text", "status"),
    [
        ({"I": log(0.9), "positive": log(0.1)}, "I'm sorry, but I can't help with that.", "refused"),
        ({"<think>": log(0.99)}, "<think>Hm.</think> negative", "ok"),
        ({"The": log(0.6), "negative": log(0.4)}, "The review is negative.", "ok"),
    ],
)
def test_the_text_is_read_where_the_first_token_is_no_label(top, text, status):
    with rating(logprobs="answer", top=lambda body: top, text=text) as server:
        (found,) = predictor(server, answer="first-token").predict([GOOD])
    assert found.status == status and found.score is None and (status != "ok" or found.value == "negative")


def test_tasks_without_labels_are_answered_by_text_without_a_probe():
    with rating(logprobs="all", text='[{"text": "Anna", "type": "PER"}]') as server:
        task = hr.task("ner", label_names=["O", "B-PER", "I-PER"])
        asked = ChatPredictor(ChatModel("m", base_url=server.base_url, store=False), task)
        assert asked.predict([{"tokens": ["Anna", "won"]}])[0].value == ["B-PER", "O"]
        assert server.served == 1 and asked.chosen.reason == ""


def test_tokens_begin_label_words():
    signs = {"\u0120Positive": log(0.2), "▁pos": log(0.2), "**neg": log(0.1), "positives": log(0.3), "": log(0.1)}
    assert first_token_scores(signs, WORDS) == {"pos": pytest.approx(0.4), "neg": pytest.approx(0.1)}
    assert first_token_scores({"1": -0.1, "10": -3.0}, {"one": "1", "two": "2"})["one"] == pytest.approx(exp(-0.1))
    assert first_token_scores({"正": log(0.5), "负面": log(0.25)}, {"p": "正面", "n": "负面"}) == {"p": 0.5, "n": 0.25}
    assert first_words_fault({"a": "1", "b": "10"}) and not first_words_fault(
        {"a": "entailment", "b": "not entailment"}
    )


@pytest.mark.parametrize(
    ("tokens", "word", "found"),
    [
        (["Label:", "▁posi", "tive"], " positive", -2.0),
        (["Label:", " ", "positive"], " positive", -1.0),
        (["标签：", "正", "面"], "正面", -2.0),
        (["Label", ": positive"], " positive", None),
        (["\ufffd", "\ufffd"], "正面", None),
        ([], "a", None),
    ],
)
def test_the_tokens_of_a_word_are_found_at_the_end_of_a_prompt(tokens, word, found):
    shown = tuple(TokenLogprob(token, -1.0) for token in [*tokens, "!"])
    assert word_logprob(ChatAnswer("", logprobs=shown, tokens=TokenCounts(9, 1)), word) == found
