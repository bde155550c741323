"""With which prompts, and how often, a language model is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, get_args

from hf_robust.adapters.language_models.language_model import LanguageModel
from hf_robust.adapters.language_models.prompt_files import axis_name
from hf_robust.adapters.language_models.prompts import Prompt
from hf_robust.adapters.language_models.shots import Shot
from hf_robust.core.checks import whole_number
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.quoted import named, quoted
from hf_robust.perturb import Perturb

Perturbed = Literal["instruction", "shots"]
LARGEST_GRID = 500
"""Prompts of a grid of which a part is asked. A larger grid is reduced to a balanced draw: its fit takes minutes."""
_SHOT_AXES = ("shots", "shot_draw", "shot_order")


class AskedPrompt(NamedTuple):
    """A prompt that the model is asked with.

    Args:
        shots: Its examples; drawn by the model when None.
    """

    prompt: Prompt
    shots: tuple[Shot, ...] | None = None

    @property
    def name(self) -> str:
        """Name of the prompt."""
        return self.prompt.name

    @property
    def choices(self) -> Mapping[str, int]:
        """Number of the value of each axis of the prompt."""
        return self.prompt.choices


@dataclass(frozen=True, kw_only=True)
class PromptPlan:
    """What a run asks a language model beyond its own prompt.

    Args:
        prompts: ``"all"`` for each prompt of the grid; a number for as many calls as so many prompts need, spread over
            the whole grid (the rest is estimated); or a list of prompts. None for the model's own prompt alone.
        axes: Names of the axes that the grid varies. None for all; those of the examples only where the model has rows
            to draw examples from.
        perturb: ``"instruction"`` or ``"shots"``: the original rows are also asked with a prompt that each
            transformation of the suite has changed in this part.
        repeats: How often each original row is asked, between the other requests.
        seed: Seed of the draws.

    Raises:
        UsageError: A value is not one of these, or two of them exclude each other.

    Example:
        >>> PromptPlan(prompts=32, axes=["instruction", "format"]).asks_more, PromptPlan().asks_more
        (True, False)
    """

    prompts: Literal["all"] | int | Sequence[Prompt] | None = None
    axes: Sequence[str] | None = None
    perturb: Perturbed | None = None
    repeats: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        whole_number(self.repeats, "repeats", 1)
        several = isinstance(self.prompts, Sequence) and not isinstance(self.prompts, str)
        if several:
            if not self.prompts or not all(isinstance(one, Prompt) for one in self.prompts):  # type: ignore[union-attr]
                raise UsageError(f"expected a list of prompts (hr.Prompt), found {quoted(self.prompts)}")
        elif self.prompts not in (None, "all"):
            whole_number(self.prompts, "prompts", 1)
        if self.perturb is not None and self.perturb not in get_args(Perturbed):
            raise UsageError(f"perturb must be instruction or shots, found {quoted(self.perturb)}")
        if self.perturb is not None and self.prompts is not None:
            raise UsageError("`prompts` and `prompts.perturb` each ask with other prompts; give one of them")
        if self.axes is not None and (several or self.prompts is None):
            raise UsageError(
                "`prompts.axes` are those of a grid of prompts; set `prompts` to all or to a number of prompts"
            )

    @property
    def asks_more(self) -> bool:
        """Whether anything is asked beyond the model's own prompt."""
        return self.prompts is not None or self.perturb is not None or self.repeats > 1

    def check(self, predictor: Any) -> None:
        """Refuse a model that is not asked with a prompt, and axes that its prompts do not have.

        Args:
            predictor: The model.

        Raises:
            UsageError: The model takes no prompt, an axis is unknown, or the plan needs what the model does not have.
        """
        if not self.asks_more:
            return
        if not isinstance(predictor, LanguageModel):
            raise UsageError(
                f"`prompts`, `prompts.axes`, `prompts.perturb` and `prompts.repeats` go with a language model "
                f"(chat:NAME, causal:NAME); "
                f"{predictor.name} is a {predictor.kind}"
            )
        if isinstance(self.prompts, (int, str)) and predictor.prompts is None:
            raise UsageError(
                "a grid of prompts is made from a prompt file, and this model has a prompt of its own; leave `prompt` "
                "out, or name a file with `prompt`"
            )
        if isinstance(self.prompts, (int, str)):
            self.grid(predictor, {})
        if self.perturb == "shots" and not predictor.shots:
            raise UsageError(
                "`prompts.perturb` shots changes the examples in the prompt, and this prompt has none; choose a prompt "
                "with examples and name their rows with `examples`"
            )

    def grid(self, model: LanguageModel, transformations: Mapping[str, Any]) -> tuple[AskedPrompt, ...]:
        """Return the prompts that the scores are about, also those that are estimated; empty for none.

        Args:
            model: The model, checked by :meth:`check`.
            transformations: What ``perturb`` applies, by name, as :class:`hf_robust.Perturb` takes it.

        Raises:
            UsageError: An axis is unknown, or no transformation changes the prompt.
        """
        if self.perturb is not None:
            return perturbed_prompts(model, transformations, self.perturb, self.seed)
        if self.prompts is None:
            return ()
        if not isinstance(self.prompts, (int, str)):
            return tuple(map(AskedPrompt, self.prompts))
        assert model.prompts is not None  # see check
        file, axes = model.prompts, None if self.axes is None else [axis_name(axis) for axis in self.axes]
        if not model.pool:
            if axes is not None and (unusable := [axis for axis in axes if axis in _SHOT_AXES]):
                raise UsageError(
                    f"the axis {unusable[0]} varies the examples in the prompt; name rows to draw them from with "
                    "`examples`"
                )
            axes = [axis for axis in file.axes if axis not in _SHOT_AXES] if axes is None else axes
        number = self.prompts
        return tuple(
            map(AskedPrompt, file.variants("all" if isinstance(number, str) else LARGEST_GRID, self.seed, axes))
        )

    def calls_of(self, grid: Sequence[AskedPrompt]) -> int:
        """Return how many prompts the calls are enough for: all of the grid, or the number that was asked for."""
        number = self.prompts if isinstance(self.prompts, int) else len(grid)
        return min(number, len(grid))


def perturbed_prompts(
    model: LanguageModel, transformations: Mapping[str, Any], part: Perturbed, seed: int = 0
) -> tuple[AskedPrompt, ...]:
    """Return the prompt of a model, and a changed copy of it for each transformation that changes it.

    Names in braces and the words of the labels stay as they are.

    Args:
        transformations: Transformations by name, as :class:`hf_robust.Perturb` takes them.
        part: What is changed: the instruction, or the inputs of the examples.
        seed: Seed of the transformations.

    Raises:
        UsageError: No transformation changes the prompt.
    """
    prompt, shots = model.prompt, model.shots
    words = list(prompt.label_words(model.task).values()) if model.labels else []
    protected = [*(f"{{{name}}}" for name in (*prompt.values, "labels", "sep")), *words]
    language = model.task.language
    found = [AskedPrompt(prompt, shots)]
    for name, transformation in transformations.items():
        try:
            change = Perturb(transformation, seed=seed, protect=protected, language=language)
            source = f"{prompt.source} {part}:{name}"
            if part == "instruction":
                text = change(prompt.instruction)
                changed = AskedPrompt(replace(prompt, instruction=text, source=source), shots)
                same = text == prompt.instruction
            else:
                rows = tuple(_changed_shot(shot, change, model.task.text_roles) for shot in shots)
                changed, same = AskedPrompt(replace(prompt, source=source), rows), rows == shots
        except (UsageError, NotApplicable):  # it is not for plain texts: it needs labels, or columns of a task
            continue
        found += [] if same else [changed]
    if len(found) == 1:
        raise UsageError(
            f"no transformation changes the {part} of the prompt; found {named(transformations)}. Add one for plain "
            "texts, for example keyboard"
        )
    return tuple(found)


def _changed_shot(shot: Shot, change: Perturb, roles: Sequence[str]) -> Shot:
    row = {
        role: change(value) if role in roles and isinstance(value, str) else value for role, value in shot.row.items()
    }
    return replace(shot, row=row)
