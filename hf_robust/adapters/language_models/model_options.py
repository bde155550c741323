"""Options that all kinds of language models share, and what they are for one task."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

from hf_robust.adapters.base import input_of
from hf_robust.adapters.identity import settings_hash
from hf_robust.adapters.language_models.answer_formats import answer_names
from hf_robust.adapters.language_models.label_answers import LabelAnswers
from hf_robust.adapters.language_models.language_model import chosen_file
from hf_robust.adapters.language_models.prompt_files import PromptFile, load_prompts
from hf_robust.adapters.language_models.prompts import Prompt
from hf_robust.adapters.language_models.shots import Shot, draw_shots
from hf_robust.core.checks import is_number, whole_number
from hf_robust.core.errors import DataFileError, LabelError, UnknownNameError, UsageError
from hf_robust.core.quoted import named, quoted
from hf_robust.tasks.base import Task
from hf_robust.tasks.layouts.load_rows import load_data
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from datasets import Dataset

AnswerMode = Literal["choice", "first-token", "constrained", "generate"]
ANSWER_MODES: tuple[AnswerMode, ...] = ("choice", "first-token", "constrained", "generate")
"""Ways to get an answer. All but ``generate`` choose among the labels of a task."""
AUTO = "auto"
_Prompts = TypeVar("_Prompts", Prompt, PromptFile)


@dataclass(frozen=True, kw_only=True)
class LanguageModelOptions:
    """Options of a language model. Subclasses add the options of one type of model.

    Args:
        prompt: A prompt, or the path of a prompt file. None uses the built-in prompt of the task.
        prompt_values: Texts for other names in braces in the prompt, such as ``target_language``, by name.
        examples: Labeled rows for a prompt with examples, with the columns of the task: a dataset, a list of rows or a
            file. They must not be rows of the suite.
        answer: How the model answers: ``choice`` (log-probabilities of the label words), ``first-token`` (probabilities
            of their first tokens), ``constrained`` (the server allows only the label words), ``generate`` (the
            generated text is parsed), or ``auto`` (depends on the type of model).
        label_map: Label of the task for each word in the prompt: ``{"good": "positive", "bad": "negative"}``.
        max_tokens: Maximum number of tokens of an answer. None uses a number that is enough for the task.
        seed: Seed of the generation, for models that support it.
        temperature: Sampling temperature. 0 selects the most probable answer.

    Raises:
        UsageError: If an option is invalid.

    Example:
        >>> from hf_robust.tasks import task
        >>> reviews = task("sentiment-classification", label_names=["negative", "positive"])
        >>> found = LanguageModelOptions(label_map={"good": "positive", "bad": "negative"}).resolved(reviews)
        >>> found.prompt.label_words(reviews), found.max_tokens, found.answer
        ({'negative': 'bad', 'positive': 'good'}, 64, 'auto')
    """

    prompt: Prompt | str | Path | None = None
    prompt_values: Mapping[str, str] = field(default_factory=dict, hash=False)
    examples: Any = field(default=None, hash=False)
    answer: str = AUTO
    label_map: Mapping[str, str] = field(default_factory=dict, hash=False)
    max_tokens: int | None = None
    seed: int | None = None
    temperature: float = 0.0

    def __post_init__(self) -> None:
        whole_number(self.max_tokens, "max_tokens", 1, optional=True)
        whole_number(self.seed, "seed", optional=True)
        if not (is_number(self.temperature) and self.temperature >= 0):
            raise UsageError(f"temperature must be a number of 0 or more, found {quoted(self.temperature)}")
        if self.answer not in (AUTO, *ANSWER_MODES):
            raise UsageError(f"answer must be one of {AUTO}, {', '.join(ANSWER_MODES)}, found {quoted(self.answer)}")
        for name in ("prompt_values", "label_map"):
            value = getattr(self, name)
            if not isinstance(value, Mapping) or not all(
                isinstance(text, str) for pair in value.items() for text in pair
            ):
                raise UsageError(f"{name} must be a mapping from texts to texts, found {quoted(value)}")

    def check_files(self) -> None:
        """Check the files that the options name, before data is read.

        Raises:
            SpecError: If the prompt file is missing or has a mistake.
            DataFileError: If the file of examples is missing.
        """
        if isinstance(self.prompt, (str, Path)):
            load_prompts(self.prompt)
        if isinstance(self.examples, (str, Path)) and Path(self.examples).suffix and not Path(self.examples).exists():
            raise DataFileError(f"there is no file {self.examples}; check the path of `examples`")

    def resolved(self, task: Task | str) -> "ResolvedOptions":
        """Return the options for a task.

        Args:
            task: The bound task, or its id.

        Raises:
            UsageError: If the prompt is for another task or needs examples, or if an option does not apply to the task.
            LabelError: If ``label_map`` names a label that the task does not have.
            SpecError: If the prompt file has a mistake.
            DataFileError: If the file of examples cannot be read.
            ColumnError: If the examples lack a column of the task.
        """
        task = as_task(task)
        _check_words(self.label_map, task)
        file = None
        if isinstance(self.prompt, Prompt):
            prompt = self._adapted(self.prompt)
        else:
            file = self._adapted(chosen_file(task, self.prompt))
            prompt = file.default
        expected = prompt.answer_format(task)
        is_label = isinstance(expected, LabelAnswers)
        if not is_label and self.answer not in (AUTO, "generate"):
            raise UsageError(
                f"answer={self.answer!r} chooses one label for a row, and the answers to {task.name} are of another "
                "kind; use answer='generate', or leave it out"
            )
        pool = () if self.examples is None else example_pool(self.examples, task)
        for shot in pool:
            expected.write(shot.gold, shot.row)  # a label that the task does not have is an error here
        return ResolvedOptions(
            prompt=prompt,
            prompts=file,
            pool=pool,
            answer=self.answer if is_label else "generate",
            max_tokens=self.max_tokens or expected.most_tokens,
            seed=self.seed,
            temperature=self.temperature,
        )

    def _adapted(self, prompt: _Prompts) -> _Prompts:
        """A prompt, or the prompts of a file, with the values and the words of these options."""
        for name in self.prompt_values:
            if name not in prompt.values:
                raise UnknownNameError("value of the prompt", name, prompt.values)
        own = {label: word for word, label in self.label_map.items()}
        words: Any = {**prompt.words, **own} if isinstance(prompt, Prompt) else _distinct(prompt.words, own)
        return replace(prompt, values={**prompt.values, **self.prompt_values}, words=words)

    def changed(self, options: Mapping[str, Any]) -> Self:
        """Return a copy of these options with some options replaced.

        Args:
            options: New options by name. ``target_language`` and ``source_language`` set values of the prompt.

        Raises:
            UsageError: If an option does not exist or is invalid.

        Example:
            >>> LanguageModelOptions().changed({"target_language": "French", "seed": 3}).prompt_values
            {'target_language': 'French'}
        """
        given = known_options(type(self), options)
        values = {**self.prompt_values, **given.get("prompt_values", {})}
        return replace(self, **{**given, "prompt_values": values})


def known_options(kind: type[LanguageModelOptions], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as the fields of a class of options.

    Args:
        kind: The class.
        options: Options by name. ``target_language`` and ``source_language`` are values of the prompt.

    Raises:
        UsageError: There is no such option.

    Example:
        >>> known_options(LanguageModelOptions, {"target_language": "French"})
        {'prompt_values': {'target_language': 'French'}}
    """
    values = {name: options[name] for name in _PROMPT_VALUES if name in options}
    given = {name: value for name, value in options.items() if name not in values}
    known = [one.name for one in fields(kind)]
    for name in given:
        if name not in known:
            raise UnknownNameError("option of a language model", name, known)
    return {**given, "prompt_values": {**given.get("prompt_values", {}), **values}} if values else given


_PROMPT_VALUES = ("source_language", "target_language")  # as the adapter of translation models calls them


@dataclass(frozen=True, kw_only=True)
class ResolvedOptions:
    """The options of a language model for one task.

    Args:
        prompt: The prompt, with the words of the labels.
        prompts: The file that it is from, with the same words; None for a prompt that is from no file.
        pool: Rows that examples are drawn from.
        answer: A way to get answers, or ``auto`` where the kind of model decides.
        max_tokens: The most tokens of an answer.
        seed: Seed of the generation.
        temperature: 0 for the most probable answer.
    """

    prompt: Prompt
    prompts: PromptFile | None = None
    pool: tuple[Shot, ...] = ()
    answer: str = AUTO
    max_tokens: int
    seed: int | None = None
    temperature: float = 0.0

    @property
    def shots(self) -> tuple[Shot, ...]:
        """The examples of the prompt.

        Raises:
            UsageError: There are fewer rows than examples.
        """
        if self.prompt.shots and not self.pool:
            raise UsageError(
                f"the prompt {self.prompt.name} has {self.prompt.shots} examples; name rows of a train split with "
                "`examples`, or choose a prompt without examples"
            )
        return draw_shots(self.pool, self.prompt.shots, (), self.prompt.shot_draw)


def _distinct(words: Sequence[Mapping[str, str]], own: Mapping[str, str]) -> tuple[Mapping[str, str], ...]:
    """Sets of words with some words replaced, each set once."""
    found: list[Mapping[str, str]] = []
    for one in words:
        changed = {**one, **own}
        found += [] if changed in found else [changed]
    return tuple(found)


def example_pool(rows: "Dataset | Sequence[Mapping[str, Any]] | str | Path", task: Task) -> tuple[Shot, ...]:
    """Return rows with their gold values, as examples. Of rows with equal inputs the first is kept.

    Args:
        rows: A dataset, a list of rows, or a file of rows.
        task: The bound task, which names the columns.

    Raises:
        ColumnError: A column of the task is absent.
        LabelError: A row has another label than those of the task.
        DataFileError: The file cannot be read.

    Example:
        >>> from hf_robust.tasks import task
        >>> reviews = task("sentiment-classification", label_names=["negative", "positive"])
        >>> [shot.gold for shot in example_pool([{"text": "A fine film.", "label": 1}], reviews)]
        ['positive']
    """
    from datasets import Dataset

    if isinstance(rows, (str, Path)):
        data = load_data(str(rows))
    elif isinstance(rows, Dataset):
        data = rows
    elif isinstance(rows, Sequence) and all(isinstance(row, Mapping) for row in rows):
        given: Any = rows  # which mypy cannot tell from a dataset
        data = Dataset.from_list([dict(row) for row in given])
    else:
        raise UsageError(f"examples must be a dataset, a list of rows or a file, found {type(rows).__name__}")
    own = task.bind(data)
    own.check_labels(data)
    pool: dict[str, Shot] = {}
    for row, gold in zip(own.inputs(data), own.references(data), strict=True):
        # an id of the inputs: ids of another split can be equal, and mean other rows
        name = input_id(row)
        pool.setdefault(name, Shot(row, gold, name))
    return tuple(pool.values())


def input_id(row: Mapping[str, Any]) -> str:
    """Return an id that rows with equal inputs share.

    Args:
        row: The inputs by role.

    Example:
        >>> input_id({"text": "A fine film."}) == input_id({"text": "A fine film."}) != input_id({"text": "Dull."})
        True
    """
    return settings_hash(input_of(row, sorted(row)))


def _check_words(label_map: Mapping[str, str], task: Task) -> None:
    """Check that ``label_map`` gives each label at most one word."""
    if not label_map:
        return
    known = answer_names(task)
    for word, label in label_map.items():
        if label not in known:
            raise LabelError(f"label_map gives the word {quoted(word)} to {quoted(label)}; expected {named(known)}")
        if (other := next(one for one, name in label_map.items() if name == label)) != word:
            raise LabelError(
                f"label_map gives {quoted(label)} two words, {quoted(other)} and {quoted(word)}; a prompt shows one"
            )
