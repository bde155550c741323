"""Chat models behind an API."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.chat_models.batch_files import BATCH_URL, AnswerFile
from hf_robust.adapters.chat_models.chat_model import ChatModel
from hf_robust.adapters.chat_models.chat_predictor import ChatPredictor
from hf_robust.adapters.chat_models.server_check import check_server
from hf_robust.adapters.model_kind import ModelKind, model_kinds
from hf_robust.adapters.remote.transport import Transport
from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.quoted import quoted
from hf_robust.tasks import Task

PREFIX = "chat:"


@model_kinds.register
class Chat(ModelKind):
    """A chat model behind an OpenAI-compatible API: ``chat:NAME`` with a URL, or a :class:`hf_robust.ChatModel`."""

    name = "chat"
    description = "a chat model behind an API (chat:NAME)"
    takes = frozenset({"label_map", "batch_size", "cache_dir"})
    checks_options = True

    @classmethod
    def accepts(cls, model: Any) -> bool:
        return isinstance(model, ChatModel) or (isinstance(model, str) and model.startswith(PREFIX))

    @classmethod
    def predictor(cls, model: Any, task: Task, options: Mapping[str, Any]) -> Predictor:
        own = _own(options)
        answers = own.pop("answers", None)
        if answers is None:
            return ChatPredictor(described(model, own), task, options.get("cache_dir"))
        asked = _for_batch(model, own)
        return ChatPredictor(asked, task, transport=AnswerFile(answers, asked.budget()))

    @classmethod
    def check(cls, model: Any, options: Mapping[str, Any]) -> None:
        own = dict(options.get("params") or {})
        answers = own.pop("answers", None)
        chat = described(model, own) if answers is None else _for_batch(model, own)
        chat.check_files()
        chat.budget()
        if answers is not None and not Path(answers).is_file():
            raise DataFileError(f"there is no file {answers}; check the path of the answers")
        if answers is None and not options.get("offline"):
            check_server(chat)


def described(model: Any, options: Mapping[str, Any]) -> ChatModel:
    """The model that a name and options, or a model and options, describe.

    Args:
        model: A value that the kind accepts.
        options: Options by name.

    Raises:
        UsageError: There is no such option, one has a wrong value, or there is no URL.

    Example:
        >>> described("chat:org/llm", {"base_url": "http://127.0.0.1:8000/v1", "seed": 1}).name
        'org/llm'
    """
    if isinstance(model, ChatModel):
        return model.changed(options)
    return ChatModel.of(model.removeprefix(PREFIX), options)


def batch_predictor(model: Any, task: Task, options: Mapping[str, Any]) -> ChatPredictor:
    """Return the predictor whose requests belong into a batch file.

    Args:
        model: A value that the kind accepts.
        task: The bound task.
        options: Options by name.

    Raises:
        UsageError: The model is of another kind, or an option has a wrong value.
    """
    if not Chat.accepts(model):
        raise UsageError(f"batch files are for chat models; expected chat:NAME, found {quoted(model)}")
    return ChatPredictor(_for_batch(model, _own(options)), task, transport=Transport())


def _own(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a chat model itself."""
    return {
        name: value for name, value in options.items() if name not in ("batch_size", "cache_dir") and value is not None
    }


def _for_batch(model: Any, options: Mapping[str, Any]) -> ChatModel:
    """A model without a server, so that its requests do not depend on one."""
    return described(model, {**options, "base_url": BATCH_URL, "provider": None})
