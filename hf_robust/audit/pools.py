"""What a suite offers to an audit: for each transformation or capability the outputs that can be rated."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

TRANSFORMATION, CAPABILITY = "transformation", "capability"


@dataclass(frozen=True)
class ShownCase:
    """What a rater sees of one output.

    Args:
        text: The text to rate.
        questions: What is asked, by name.
        original: The text that it was made from; empty where there is none to compare with.
        gold: The label that is said to be right; empty where it is asked for.
        about: What the text is meant to test.
        choices: Labels to choose from.
        accepted: Labels that are right by the suite, which raters do not see.
        id: What the suite calls it, which raters do not see either.
    """

    task: str
    text: str
    questions: tuple[str, ...]
    original: str = ""
    gold: str = ""
    about: str = ""
    choices: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    id: str = ""


@dataclass(frozen=True)
class Rated:
    """What is rated: one transformation or capability, in one version.

    Args:
        kind: ``"transformation"`` or ``"capability"``.
        name: Its name in the suite, or the capability's id.
        version: Of the transformation (of each stage, joined by ``+``), or of the specification.
        details: What else tells it from others: the stages, or the specification.
    """

    kind: str
    name: str
    version: str
    details: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Pool:
    """The outputs of one transformation or capability in one suite.

    Args:
        rated: What made them.
        sources: For each part (``pair``; ``seed``, ``expanded``) the source rows of each output that can be rated.
        show: Gives what raters see of a part's outputs at some places.
    """

    rated: Rated
    sources: Mapping[str, Sequence[tuple[str, ...]]]
    show: Callable[[str, Sequence[int]], Sequence[ShownCase]] = field(repr=False)
