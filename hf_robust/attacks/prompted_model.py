"""A language model behind a prompt, as a model that can be attacked: the row's text changes, the prompt does not."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hf_robust.core.deprecated_names import deprecated_arguments
from hf_robust.core.doc import plain_text
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.core.registry import spoken_language

_FIELD = re.compile(r"\{([A-Za-z_]\w*)\}")


class PromptedModel:
    """A function from a prompt to a text, with the prompt's fixed part; see :class:`hf_robust.attacks.CheckFails`.

    Args:
        function: What answers a prompt; where ``many``, a list of them.
        template: The prompt, with ``{role}`` where a text of the row goes; braces around anything else stay.
        many: Whether the function is given a list of prompts, and returns a list.
        language: Language of the texts, which says how the tokens of a list join.

    Raises:
        UsageError: When no text has a place in the template.

    Example:
        >>> model = PromptedModel(lambda prompt: prompt[-5:], 'Answer as {"label": 1}: {text}')
        >>> model(["A fine film"])
        [' film']
    """

    def __init__(self, function: Callable[[Any], Any], template: str, many: bool = False, language: str = "en"):
        self.names = tuple(dict.fromkeys(_FIELD.findall(template)))
        if not self.names:
            raise UsageError(f"the template has no place for a text; write {{text}} in it: {quoted(template)}")
        self.function, self.template, self.many = function, template, many
        self._spoken = spoken_language(language)
        self.__qualname__ = getattr(function, "__qualname__", type(function).__qualname__)

    def __call__(self, inputs: Sequence[Any]) -> list[Any]:
        """What the function says of texts, or of rows by role."""
        prompts = [self.prompt(one) for one in inputs]
        return list(self.function(prompts)) if self.many else [self.function(prompt) for prompt in prompts]

    @deprecated_arguments("0.4.0", given="values")
    def prompt(self, values: Any) -> str:
        """The prompt with a text, a list of tokens, or a row by role.

        Args:
            values: The text, where the task has but one.

        Raises:
            UsageError: When the template names a text that is not there.
        """
        texts = values if isinstance(values, Mapping) else dict.fromkeys(self.names[:1], values)
        wrong = [name for name in self.names if name not in texts]
        if wrong:
            known = ", ".join(f"{{{name}}}" for name in texts)
            raise UsageError(f"the template has a place for {wrong[0]!r}; the row has {known}")
        return _FIELD.sub(lambda place: plain_text(texts[place[1]], self._spoken), self.template)
