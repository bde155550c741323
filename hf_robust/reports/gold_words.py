"""What the expected answers of a task are called: labels, or references where a model writes a text."""

from hf_robust.tasks import TASKS
from hf_robust.tasks.generating import WrittenText


def is_written(task: str) -> bool:
    """Whether the model of a task writes a text, so that its rows have references and no labels.

    Args:
        task: Name of the task; one that is not known here has labels.

    Example:
        >>> is_written("summarization"), is_written("natural-language-inference"), is_written("mine")
        (True, False, False)
    """
    return task in TASKS and isinstance(TASKS[task], WrittenText)


def gold_word(task: str) -> str:
    """The expected answer of one row: ``label`` or ``reference``.

    Args:
        task: Name of the task.

    Example:
        >>> gold_word("translation"), gold_word("sentiment-classification")
        ('reference', 'label')
    """
    return "reference" if is_written(task) else "label"
