"""Messages as one text, for models without a chat template."""

from collections.abc import Sequence

from hf_robust.adapters.language_models.prompts import Message


def as_text(messages: Sequence[Message], joiner: str = " ") -> str:
    """Return messages as one text that an answer goes on.

    Args:
        messages: Each with ``role`` and ``content``; the last one is of the user.
        joiner: What stands between a question and its answer.

    Example:
        >>> as_text([{"role": "user", "content": "1+1="}, {"role": "assistant", "content": "2"},
        ...          {"role": "user", "content": "1+2="}])
        '1+1= 2\\n\\n1+2='
    """
    text = ""
    for message in messages:
        before = joiner if message["role"] == "assistant" else "\n\n"
        text += (before if text else "") + message["content"]
    return text
