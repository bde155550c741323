"""The format of the answers to a task."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from hf_robust.adapters.language_models.answers import AnswerFormat
from hf_robust.adapters.language_models.aspect_answers import AspectAnswers
from hf_robust.adapters.language_models.entity_answers import EntityAnswers
from hf_robust.adapters.language_models.free_answers import NO_ANSWER, SpanAnswers, TextAnswers
from hf_robust.adapters.language_models.label_answers import LabelAnswers
from hf_robust.core.errors import UsageError
from hf_robust.tasks.aspects import AspectSentiment
from hf_robust.tasks.base import Task
from hf_robust.tasks.classification import Classification
from hf_robust.tasks.generating import WrittenText
from hf_robust.tasks.kind import TASKS, TaskKind
from hf_robust.tasks.question_answering import ExtractiveQA
from hf_robust.tasks.relations import RelationExtraction
from hf_robust.tasks.tagging import Tagging

Words = Mapping[str, Sequence[str]]
_POLARITIES = ("positive", "negative", "neutral")  # of aspects whose task names none
# words that answers may hold beside the word of the prompt; all other names are found by their spellings
_OTHER_WORDS = {
    "PER": ("person", "people", "人名", "人物"),
    "PERSON": ("person", "people", "人名", "人物"),
    "LOC": ("location", "place", "地名", "地点"),
    "LOCATION": ("location", "place", "地名", "地点"),
    "ORG": ("organization", "organisation", "组织", "机构"),
    "ORGANIZATION": ("organization", "organisation", "组织", "机构"),
    "GPE": ("geopolitical entity", "地缘政治实体"),
    "MISC": ("miscellaneous", "other", "其他"),
    NO_ANSWER.upper(): (
        "unanswerable",
        "no answer",
        "not answerable",
        "cannot be answered",
        "无法回答",
        "没有答案",
        "无答案",
    ),
}


class _Format(NamedTuple):
    """How the answers of a kind of task are read.

    Args:
        names: The names that have words: labels, types of entities.
        make: Makes the format of a task from the words of each name.
    """

    names: Callable[[Task], tuple[str, ...]]
    make: Callable[[Task, Words], AnswerFormat]


def _label_names(task: Task) -> tuple[str, ...]:
    if not task.label_names:
        raise UsageError(
            f"{task.name} needs the names of its labels; bind it to the data with task.bind(dataset), or say "
            f"hr.task({task.name!r}, label_names=[...])"
        )
    return tuple(task.label_names)


def _entity_types(task: Task) -> tuple[str, ...]:
    _label_names(task)
    types = (name.partition("-")[2] for name in task.scored_names or ())
    return tuple(dict.fromkeys(name for name in types if name))


# by class of kind; a subclass has the format of its nearest base
_FORMATS: dict[type[TaskKind], _Format] = {
    AspectSentiment: _Format(
        lambda task: tuple(task.label_names or _POLARITIES), lambda task, words: AspectAnswers(words)
    ),
    Classification: _Format(_label_names, lambda task, words: LabelAnswers(words)),
    ExtractiveQA: _Format(lambda task: (NO_ANSWER,), lambda task, words: SpanAnswers(words[NO_ANSWER])),
    RelationExtraction: _Format(_label_names, lambda task, words: LabelAnswers(words)),
    Tagging: _Format(_entity_types, lambda task, words: EntityAnswers(words, task.spoken.join)),
    WrittenText: _Format(lambda task: (), lambda task, words: TextAnswers()),
}


def has_answer_format(kind: TaskKind) -> bool:
    """Return whether language models can be asked for the answers of a kind of task.

    Example:
        >>> from hf_robust.tasks import TASKS
        >>> [name for name in ("extractive-qa", "part-of-speech") if has_answer_format(TASKS[name])]
        ['extractive-qa']
    """
    return _format(kind) is not None


def answer_names(task: Task) -> tuple[str, ...]:
    """Return the names that stand as words in the answers to a task: labels, types of entities, ``no answer``.

    Args:
        task: The bound task.

    Raises:
        UsageError: The task has no label names, or language models cannot be asked for its answers.

    Example:
        >>> from hf_robust.tasks import task
        >>> answer_names(task("ner", label_names=["O", "B-PER", "I-PER", "B-LOC"]))
        ('PER', 'LOC')
    """
    return _known_format(task.kind).names(task)


def answer_format(task: Task, words: Mapping[str, str] | None = None) -> AnswerFormat:
    """Return the format of the answers to a task.

    Args:
        task: The bound task.
        words: Word by name of :func:`answer_names`, as the prompt states them; None for the names themselves.

    Raises:
        UsageError: The task has no label names, or language models cannot be asked for its answers; or two names have
            the same word.

    Example:
        >>> from hf_robust.adapters.language_models.answers import read_answer
        >>> from hf_robust.tasks import task
        >>> labels = answer_format(task("nli", label_names=["entailment", "not_entailment"]))
        >>> read_answer("The answer is: not entailment.", labels).value
        'not_entailment'
    """
    chosen = _known_format(task.kind)
    given = words or {}
    shown = {name: given.get(name, spelled_out(name)) for name in chosen.names(task)}
    others = {name: _OTHER_WORDS.get(name.upper(), ()) for name in shown}
    uses = Counter((*shown.values(), *chain.from_iterable(others.values())))
    words_by_name = {
        name: (word, *(one for one in others[name] if uses[one] == 1 and one != word)) for name, word in shown.items()
    }
    return chosen.make(task, words_by_name)


def spelled_out(name: str) -> str:
    """Return a name as a prompt shows it: with spaces in place of underscores.

    Example:
        >>> spelled_out("not_entailment"), spelled_out("_")
        ('not entailment', '_')
    """
    return name.replace("_", " ").strip() or name


def check_answers(kind: TaskKind) -> None:
    """Refuse a kind of task whose answers language models cannot be asked for.

    Raises:
        UsageError: With the tasks that can be asked.
    """
    _known_format(kind)


def _known_format(kind: TaskKind) -> _Format:
    found = _format(kind)
    if found is None:
        served = ", ".join(name for name in TASKS if has_answer_format(TASKS[name]))
        raise UsageError(f"language models cannot be asked for the answers of {kind.name}; expected one of: {served}")
    return found


def _format(kind: TaskKind) -> _Format | None:
    if isinstance(kind, Tagging) and not kind.chunked:  # a tag of each token is not a list of entities
        return None
    return next((_FORMATS[cls] for cls in type(kind).__mro__ if cls in _FORMATS), None)
