"""A sentiment task, rows, and a server that rates them, for tests of chat models."""

from typing import Any

from chat_server import Behavior, ChatServer
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters.chat_models.chat_model import ChatModel
from hf_robust.adapters.chat_models.chat_predictor import ChatPredictor

SENTIMENT = hr.task("sentiment-classification", label_names=["negative", "positive"])
WORDS = ("fine", "good", "dull", "poor")


def rows(count: int) -> list[dict[str, Any]]:
    """Numbered reviews, every second of which is positive."""
    return [{"text": f"A {WORDS[number % 4]} film, number {number}."} for number in range(count)]


def labeled(count: int) -> Dataset:
    """The same with labels."""
    return Dataset.from_list([{**row, "label": int(number % 4 < 2)} for number, row in enumerate(rows(count))])


def rated(body: dict[str, Any]) -> str:
    """The rating of the last message, or of a prompt."""
    text = body["messages"][-1]["content"] if "messages" in body else body["prompt"]
    return "positive" if any(word in text for word in WORDS[:2]) else "negative"


def rating(**behavior: Any) -> ChatServer:
    """A server that rates."""
    return ChatServer(Behavior(**{"text": rated, "logprobs": "none", "constrained": False, **behavior}))


def model(server: ChatServer, **options: Any) -> ChatModel:
    """A model at the server; it stores nothing unless it is told to."""
    return ChatModel("m", **{"base_url": server.base_url, "store": False, **options})


def predictor(server: ChatServer, **options: Any) -> ChatPredictor:
    """The same as a predictor of sentiment."""
    return ChatPredictor(model(server, **options), SENTIMENT)
