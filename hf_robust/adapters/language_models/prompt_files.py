"""Prompt files: the values of each axis of the prompts for a task, and the prompts that they make."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, Literal

from hf_robust.adapters.language_models.answer_formats import check_answers
from hf_robust.adapters.language_models.prompt_inputs import placeholders
from hf_robust.adapters.language_models.prompts import ORDERS, Prompt
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.quoted import named, quoted
from hf_robust.core.randomness import RowRandom
from hf_robust.core.sections import (
    checked,
    key,
    language_code,
    one_of,
    read_section,
    string,
    text,
    texts_by_name,
    whole,
)
from hf_robust.core.yaml_nodes import Node, compose, hint
from hf_robust.tasks.kind import TASKS, task_name

FOLDER = Path(__file__).parent.parent / "prompts"
MOST_PROMPTS = 100_000  # of one grid; each is a dataclass of a few hundred bytes
_SHARED_NAMES = ("labels", "sep")
AXES = {
    "instruction": "instructions",
    "format": "formats",
    "separator": "separators",
    "words": "words",
    "word_order": "word_orders",
    "system": "systems",
    "shots": "shots",
    "shot_draw": "shot_draws",
    "shot_order": "shot_orders",
}
"""The key of a prompt file that lists the values of each axis, by the name of the axis in a :class:`Prompt`."""


def axis_name(name: str) -> str:
    """Return the name of an axis of prompts.

    Args:
        name: The name of the axis, or its key in a prompt file.

    Raises:
        UnknownNameError: There is no such axis.

    Example:
        >>> axis_name("instructions"), axis_name("format")
        ('instruction', 'format')
    """
    found = next((axis for axis, key_of_file in AXES.items() if name in (axis, key_of_file)), None)
    if found is None:
        raise UnknownNameError("axis of prompts", name, AXES)
    return found


def _axis(read: Callable[[Node], Any]) -> Callable[[Node], tuple[Any, ...]]:
    """Reads a list of values, or one value; none may be there twice."""

    def values(node: Node) -> tuple[Any, ...]:
        nodes = list(node.parts()) if node.is_list else [node]
        if not nodes:
            node.fail("expected at least one value, found an empty list")
        found: list[Any] = []
        for part in nodes:
            value = read(part)
            if value in found:
                part.fail(f"{quoted(value)} is there twice; expected each value once")
            found.append(value)
        return tuple(found)

    return values


def _task(node: Node) -> str:
    found: str = checked(node, lambda: task_name(node.value(str)))
    checked(node, lambda: check_answers(TASKS[found]))
    return found


def _words(node: Node) -> dict[str, str]:
    """Word by label; two labels may not have the same."""
    words = texts_by_name(node)
    for name, word in words.items():
        other = next((one for one in words if one != name and words[one] == word), None)
        if other is not None:
            node.items()[name].fail(f"the labels {name!r} and {other!r} have the same word {quoted(word)}")
    return words


@dataclass(frozen=True, kw_only=True)
class PromptFile:
    """The values of each axis of the prompts for a task. :func:`load_prompts` reads one.

    The first value of each axis is the default.

    Example:
        >>> prompts = load_prompts("sentiment-classification")
        >>> len(prompts.instructions) >= 5, len(prompts.variants(32))
        (True, 32)
        >>> [prompt.name for prompt in prompts.variants("all", axes=["instruction"])][:2]
        ['sentiment-classification@1', 'sentiment-classification@1 instruction=2']
    """

    task: str = key(_task, "task", "The task by its id.", "", needed=True)
    version: int = key(whole(1), "1", "Version of the texts: raise it with each change.", 1, needed=True)
    language: str = key(language_code, "code", "Language of the texts of the prompts.", "en")
    inputs: tuple[str, ...] = key(Node.texts, "a list", "Roles of the task that stand in each format.", (), needed=True)
    values: Mapping[str, str] = key(texts_by_name, "mapping", "Text by name for other names in braces.", {})
    label_joiner: str = key(string, "text", "What stands between the words of the labels.", ", ")
    instructions: tuple[str, ...] = key(_axis(text), "a list", "Paraphrases of the instruction.", (), needed=True)
    formats: tuple[str, ...] = key(_axis(text), "a list", "How the inputs are written.", (), needed=True)
    separators: tuple[str, ...] = key(
        _axis(string), "a list", "What stands between instruction and inputs, and for {sep}.", ("\n",)
    )
    words: tuple[Mapping[str, str], ...] = key(_axis(_words), "a list", "Sets of words by label.", ({},))
    word_orders: tuple[str, ...] = key(
        _axis(one_of(ORDERS, "order")), "a list", f"Orders of the words: {', '.join(ORDERS)}.", ORDERS[:1]
    )
    systems: tuple[str, ...] = key(_axis(string), "a list", "System messages; an empty one for none.", ("",))
    shots: tuple[int, ...] = key(_axis(whole(0)), "a list", "Numbers of examples.", (0,))
    shot_draws: tuple[int, ...] = key(_axis(whole(1)), "a list", "Numbers of draws of the examples.", (1,))
    shot_orders: tuple[str, ...] = key(
        _axis(one_of(ORDERS, "order")), "a list", f"Orders of the examples: {', '.join(ORDERS)}.", ORDERS[:1]
    )
    source: str = ""

    @property
    def axes(self) -> dict[str, tuple[Any, ...]]:
        """The values of each axis, by the name that they have in a :class:`Prompt`."""
        return {axis: getattr(self, name) for axis, name in AXES.items()}

    @property
    def default(self) -> Prompt:
        """The prompt with the first value of each axis."""
        return self._prompt((0,) * len(self.axes))

    def with_values(self, **values: str) -> "PromptFile":
        """Return the prompts with other texts for names in braces.

        Args:
            **values: Text by name, for example ``target_language="French"``.

        Raises:
            UsageError: The file has no such name.

        Example:
            >>> load_prompts("translation").with_values(target_language="French").values["target_language"]
            'French'
        """
        unknown = next((name for name in values if name not in self.values), None)
        if unknown is not None:
            raise UsageError(f"unknown value {unknown!r} of the prompts{hint(unknown, self.values)}")
        return replace(self, values={**self.values, **values})

    def variants(
        self, count: int | Literal["all"] = "all", seed: int = 0, axes: Collection[str] | None = None
    ) -> tuple[Prompt, ...]:
        """Return all combinations of the axes, or a draw that has each value of an axis about equally often.

        Combinations that make the same prompt are counted once: without examples, their draw and order mean nothing.

        Args:
            count: Number of prompts, or ``"all"`` for the grid. A count above the size of the grid gives the grid.
            seed: Seed of the draw.
            axes: Names of the axes that vary, or their keys in the file; the others keep their first value. None for
                all.

        Raises:
            UsageError: The count is not positive, an axis is unknown, or the grid is too large.

        Example:
            >>> prompts = load_prompts("nli")
            >>> prompts.variants(8, seed=1) == prompts.variants(8, seed=1) != prompts.variants(8, seed=2)
            True
        """
        varied = self._varied(axes)
        sizes = [len(values) if name in varied else 1 for name, values in self.axes.items()]
        if count != "all" and (isinstance(count, bool) or not isinstance(count, int) or count < 1):
            raise UsageError(f"expected a number of prompts of at least 1, or 'all'; found {quoted(count)}")
        small = prod(sizes) <= MOST_PROMPTS
        if not small and (count == "all" or count > MOST_PROMPTS // 2):
            raise UsageError(
                f"expected at most {MOST_PROMPTS:,} prompts in a grid, found {prod(sizes):,}; draw some with "
                "variants(32), or vary some axes with axes=[...]"
            )
        grid = list(dict.fromkeys(map(self._meaningful, product(*map(range, sizes))))) if small else []
        if count == "all" or (small and count >= len(grid)):
            return tuple(map(self._prompt, grid))
        random = RowRandom(f"{seed}|{self.source}|{'|'.join(sorted(varied))}".encode())
        if small and 2 * count > len(grid):
            return tuple(self._prompt(grid[place]) for place in sorted(random.order(len(grid))[:count]))
        return tuple(map(self._prompt, self._spread(sizes, count, random)))

    def _varied(self, axes: Collection[str] | None) -> set[str]:
        return set(self.axes) if axes is None else set(map(axis_name, axes))

    def _spread(self, sizes: list[int], count: int, random: RowRandom) -> Iterator[tuple[int, ...]]:
        """Different combinations, in which each value of an axis is about equally frequent."""
        columns = []
        for axis, size in enumerate(sizes):
            values = [place % size for place in range(count)]
            random.fork(axis).shuffle(values)
            columns.append(values)
        seen: set[tuple[int, ...]] = set()
        for drawn in zip(*columns):
            combination = self._meaningful(drawn)
            while combination in seen:
                combination = self._meaningful(tuple(map(random.randrange, sizes)))
            seen.add(combination)
            yield combination

    def _meaningful(self, combination: tuple[int, ...]) -> tuple[int, ...]:
        """A combination in which axes that mean nothing have their first value."""
        *rest, shots, draw, order = combination
        number = self.shots[shots]
        return (*rest, shots, draw if number else 0, order if number > 1 else 0)

    def _prompt(self, combination: tuple[int, ...]) -> Prompt:
        axes = self.axes
        return Prompt(
            **{name: values[place] for (name, values), place in zip(axes.items(), combination)},
            values=self.values,
            label_joiner=self.label_joiner,
            source=self.source,
            choices={name: place + 1 for name, place in zip(axes, combination)},
        )


def prompt_files() -> tuple[str, ...]:
    """Return the names of the prompt files of the package; ``.zh`` stands behind those in Chinese.

    Example:
        >>> "natural-language-inference" in prompt_files()
        True
    """
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


def load_prompts(source: str | Path, language: str = "en") -> PromptFile:
    """Load a prompt file.

    Args:
        source: Name of a task, for the prompt file in the package, or path of a YAML file with the same keys.
        language: Language of the prompts, if the source is a task.

    Raises:
        SpecError: If the file is not valid. The message names the line and the nearest valid key.
        UnknownNameError: If the source is neither a file nor a task with prompts.

    Example:
        >>> load_prompts("nli").inputs, load_prompts("sentiment", "zh").language
        (('premise', 'hypothesis'), 'zh')
    """
    path = Path(source)
    if path.suffix in (".yaml", ".yml"):
        return read_prompts(path)
    task = task_name(str(source))
    name = task if language == "en" else f"{task}.{language}"
    if name not in prompt_files():
        raise UnknownNameError("prompt file", name, prompt_files())
    return _packaged(FOLDER / f"{name}.yaml")


@cache
def _packaged(path: Path) -> PromptFile:
    """Read a file of the package once a process: parsing takes long."""
    return read_prompts(path)


def read_prompts(path: Path) -> PromptFile:
    """Read and check a prompt file; see :func:`load_prompts`."""
    root = compose(path, "task, version, inputs, instructions, formats")
    found = read_section(PromptFile, root)
    _check(found, root)
    return replace(found, source=f"{path.stem}@{found.version}")


def _check(file: PromptFile, root: Node) -> None:
    nodes = root.items()
    roles = TASKS[file.task].input_roles
    for role in file.inputs:
        if role not in roles:
            nodes["inputs"].fail(f"unknown role {role!r} of {file.task}{hint(role, roles)}")
    for name in file.values:
        if name in (*_SHARED_NAMES, *file.inputs):
            nodes["values"].items()[name].fail(f"{name!r} has a meaning already; choose another name")
    shared = {*file.values, *_SHARED_NAMES}
    for part in ("instructions", "systems"):
        for node in _parts(nodes.get(part)):
            _names(node, shared)
    for node in _parts(nodes["formats"]):
        used = _names(node, {*shared, *file.inputs})
        missing = [role for role in file.inputs if role not in used]
        if missing:
            node.fail(f"expected all inputs, found none of: {named(f'{{{role}}}' for role in missing)}")


def _parts(node: Node | None) -> list[Node]:
    if node is None or node.is_null:
        return []
    return list(node.parts()) if node.is_list else [node]


def _names(node: Node, known: Collection[str]) -> set[str]:
    """The names in braces of a template, all of which are known."""
    used = set(checked(node, lambda: list(placeholders(node.value(str)))))
    for name in sorted(used):
        if name not in known:
            node.fail(f"unknown name {{{name}}}{hint(name, known)}")
    return used
