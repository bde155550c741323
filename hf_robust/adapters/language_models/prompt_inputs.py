"""The inputs of a row as the texts that stand in a prompt, and templates that hold them."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import named, quoted
from hf_robust.tasks.base import Task
from hf_robust.tasks.token_spans import words_of

_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{(?P<name>\w+)\}|[{}]")


def input_texts(task: Task, row: Mapping[str, Any]) -> dict[str, str]:
    """Return the inputs of a row by role, each as a text.

    Tokens are joined as the language of the task does. A span becomes its words, and a list of aspects becomes the JSON
    list of their terms.

    Args:
        row: The inputs by role, see :meth:`hf_robust.tasks.Task.inputs`.

    Example:
        >>> from hf_robust.tasks import task
        >>> relation = task("relation-extraction")
        >>> row = {"tokens": ["Ada", "Li", "leads", "Acme"], "subject": [0, 1], "object": [3, 3]}
        >>> input_texts(relation, row)
        {'tokens': 'Ada Li leads Acme', 'subject': 'Ada Li', 'object': 'Acme'}
    """
    return {role: _text(task, role, value, row) for role, value in row.items()}


def _text(task: Task, role: str, value: Any, row: Mapping[str, Any]) -> str:
    if isinstance(value, str) or value is None:
        return value or ""
    if role == "aspects":
        return json.dumps([aspect["term"] for aspect in value], ensure_ascii=False)
    if role in task.text_roles:
        return task.spoken.join([token or "" for token in value])
    first = task.text_roles[0]
    return words_of(row[first], value) if role in task.kind.spans and first in row else str(value)


def placeholders(template: str) -> Iterator[str]:
    """Yield the names in braces of a template.

    Args:
        template: A text with names in single braces. Double braces stand for braces.

    Raises:
        UsageError: A brace stands alone.

    Example:
        >>> list(placeholders('Text: {text} as {{"label": ...}}'))
        ['text']
    """
    for match in _PLACEHOLDER.finditer(template):
        if match["name"]:
            yield match["name"]
        elif len(match[0]) == 1:
            raise UsageError(
                f"expected a name in braces such as {{text}}, found a single brace in {quoted(template)}; type "
                f"{match[0] * 2} for a brace"
            )


def fill(template: str, values: Mapping[str, str]) -> str:
    """Return a template with its names replaced by values.

    The template is read once, so that braces in the values stay as they are.

    Args:
        template: A text with names in single braces. Double braces stand for braces.
        values: Text by name.

    Raises:
        UsageError: There is no value for a name.

    Example:
        >>> fill("Text: {text}{{}}", {"text": "I like {label} and {text}."})
        'Text: I like {label} and {text}.{}'
    """

    def value(match: re.Match[str]) -> str:
        name = match["name"]
        if not name:
            return match[0][:1]
        if name not in values:
            raise UsageError(f"expected a value for {{{name}}} in the prompt {quoted(template)}, found {named(values)}")
        return values[name]

    return _PLACEHOLDER.sub(value, template)
