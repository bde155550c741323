"""The plan of a perturbation, and the state of each row under it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hf_robust.core.edits import Offsets
from hf_robust.core.protection import NOTHING, Protection
from hf_robust.core.reasons import SAME_TEXT, outranks
from hf_robust.tasks.base import Task
from hf_robust.transforms.base import Effect, Transformation
from hf_robust.transforms.row_changes import RowTransformation


@dataclass(frozen=True)
class PerturbationPlan:
    """What a :class:`~hf_robust.perturb.Perturb` does; it is all that a batch has to know.

    Args:
        stages: The transformations, each seeing the text of the one before.
        task: The task with the columns.
        seed: Random seed.
        variants: Up to so many different outputs a row.
        keep: ``"changed"`` or ``"all"``: which rows come out.
        protect: What of the texts never changes.
        nlp: spaCy pipeline (name or folder) for what must be annotated on the spot.
        effect: What the stages together do to the label.
    """

    stages: tuple[Transformation, ...]
    task: Task
    seed: int = 0
    variants: int = 1
    keep: str = "changed"
    protect: Protection = NOTHING
    nlp: str | None = None
    effect: Effect = Effect.PRESERVES

    @property
    def name(self) -> str:
        """The stages' names joined by ``+``."""
        return "+".join(stage.name for stage in self.stages)

    def layers(self, stage: Transformation) -> frozenset[str]:
        """The layers of annotation that a stage reads, or that find the protected entities of its texts."""
        return stage.layers | ({"ent"} if self.protect.wants_entities else set())

    @property
    def of_rows(self) -> bool:
        """Whether a stage reads and changes whole rows."""
        return any(isinstance(stage, RowTransformation) for stage in self.stages)

    @property
    def uses_words(self) -> bool:
        """Whether a stage uses words of the language; texts in another language of the same script then stay."""
        return not all(stage.script_only for stage in self.stages)

    @property
    def reads_labels(self) -> bool:
        """Whether the gold label must be there: a new one is made from it."""
        return self.of_rows and self.effect is not Effect.PRESERVES

    @property
    def by_importance(self) -> bool:
        """Whether a stage takes the most important words."""
        return any(map(takes_important, self.stages))


def takes_important(stage: Transformation) -> bool:
    """Whether a transformation takes words in the order of the importance column."""
    return getattr(stage, "choose", None) == "important"


def idle_status(reason: str) -> tuple[str, str]:
    """Status and reason of a row that no stage changed.

    Args:
        reason: Why it has no edits; empty where it had some, and its text is the same after them.

    Example:
        >>> idle_status("the text has no numbers"), idle_status("")[0]
        (('not_applicable', 'the text has no numbers'), 'unchanged')
    """
    return ("unchanged", SAME_TEXT) if reason in ("", SAME_TEXT) else ("not_applicable", reason)


class RowState:
    """What has become of one row: new values of some columns, edits, status and reason.

    Attributes:
        place: Number of the row in its batch.
        variant: Which of several outputs of the row, from 0.
        status: ``changed``, ``unchanged``, ``not_applicable`` or ``fault``.
        reason: Why it was not changed.
        idle: Why texts of it have no edits; of several reasons the one that is told.
        fault: Whether that was an exception, not a :class:`~hf_robust.core.errors.NotApplicable`.
        values: New value by column.
        rankings: Offsets of the words by importance, by column, where edits have moved them.
        carried: Where protected text lies, by column, after the stages before.
        edits: Number of the stage, column, start, end, text before and after of each edit, one after another: a flat
            tuple, as a tuple for each edit is work for the garbage collector.
    """

    __slots__ = ("carried", "edits", "fault", "idle", "place", "rankings", "reason", "status", "values", "variant")

    def __init__(self, place: int, variant: int = 0):
        self.place = place
        self.variant = variant
        self.status = "unchanged"
        self.reason: str | None = None
        self.fault = False
        self.idle = ""
        self.values: dict[str, Any] = {}
        self.rankings: dict[str, list[Offsets]] | None = None
        self.carried: dict[str, list[Offsets]] = {}
        self.edits: tuple[Any, ...] = ()

    def note(self, reason: str) -> None:
        """Note why a text has no edits."""
        if outranks(reason, self.idle):
            self.idle = reason

    def settle(self, before: Mapping[str, list]) -> None:
        """Decide the status: changed is what differs from the row as it came.

        Args:
            before: The columns of the batch.
        """
        if self.reason is not None:
            self.status = "fault" if self.fault else "not_applicable"
        else:
            for column, value in self.values.items():
                if value != before[column][self.place]:
                    self.status = "changed"
                    return
            self.status, self.reason = idle_status(self.idle)
        self.values, self.edits = {}, ()
