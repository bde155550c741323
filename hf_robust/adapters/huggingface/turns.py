"""Messages as the text that a causal language model goes on: its chat template, or plain text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.language_models.message_text import as_text
from hf_robust.adapters.language_models.prompts import Message
from hf_robust.core.errors import UsageError

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

_ANSWER = "hfrobustanswer"  # stands for an answer while the template is read; no template holds it
# templates of reasoning models read this; others ignore it
_NO_THINKING = {"enable_thinking": False}


@dataclass(frozen=True)
class Turns:
    """How the messages of one model are written.

    Args:
        templated: Whether its chat template is used.
        joiner: What stands between the messages and an answer.
        end: What stands behind an answer; empty where that is not known.
        has_system: Whether the template takes a system message; otherwise it is put before the first message.
    """

    tokenizer: "PreTrainedTokenizerBase"
    templated: bool
    joiner: str
    end: str
    has_system: bool = True

    def text(self, messages: Sequence[Message]) -> str:
        """Return the text up to the answer, without the joiner.

        Args:
            messages: Each with ``role`` and ``content``; the last one is of the user.
        """
        if not self.templated:
            return as_text(messages, self.joiner)
        given = list(messages) if self.has_system else _without_system(messages)
        return _render(self.tokenizer, given, add_generation_prompt=True)


def turns_of(tokenizer: "PreTrainedTokenizerBase", joiner: str, chat_template: bool | None, name: str) -> Turns:
    """Return how the messages of a model are written.

    Args:
        joiner: What stands between two words in the language of the task.
        chat_template: Whether to use the chat template; None where the tokenizer has one.
        name: Name of the model, for messages.

    Raises:
        UsageError: The tokenizer has no chat template, or it cannot be used.
    """
    from jinja2 import TemplateError

    has_template = getattr(tokenizer, "chat_template", None) is not None
    if chat_template and not has_template:
        raise UsageError(f"the tokenizer of {name} has no chat template; leave chat_template out")
    if not (has_template if chat_template is None else chat_template):
        return Turns(tokenizer, False, joiner, "")
    asked = {"role": "user", "content": "a"}
    try:
        before = _render(tokenizer, [asked], add_generation_prompt=True)
        whole = _render(tokenizer, [asked, {"role": "assistant", "content": _ANSWER}])
    except (TemplateError, ValueError, TypeError) as error:
        raise UsageError(
            f"the chat template of {name} cannot be used ({error}); use chat_template=False for plain text"
        ) from error
    between, found, after = whole.removeprefix(before).partition(_ANSWER)
    fits = whole.startswith(before) and bool(found)
    return Turns(tokenizer, True, between if fits else "", after if fits else "", _takes_system(tokenizer, asked))


def _takes_system(tokenizer: Any, asked: Message) -> bool:
    from jinja2 import TemplateError

    try:
        return _ANSWER in _render(tokenizer, [{"role": "system", "content": _ANSWER}, asked])
    except (TemplateError, ValueError, TypeError):
        return False


def _render(tokenizer: Any, messages: Sequence[Message], **options: Any) -> str:
    return tokenizer.apply_chat_template(list(messages), tokenize=False, **_NO_THINKING, **options)


def _without_system(messages: Sequence[Message]) -> list[Message]:
    """Messages whose system message stands before the text of the first one of the user."""
    if not messages or messages[0]["role"] != "system":
        return list(messages)
    system, first, *rest = messages
    return [{**first, "content": f"{system['content']}\n\n{first['content']}"}, *rest]
