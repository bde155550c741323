"""Goals against models that write a text: by the words of what they write."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hf_robust.attacks.goals.base import GoalFunction
from hf_robust.attacks.states import State
from hf_robust.core.errors import UsageError
from hf_robust.scoring.translation_scores import CHRF
from hf_robust.scoring.written_texts import words_of
from hf_robust.tasks.generating import WrittenText
from hf_robust.tasks.gold_kinds import RecastTask, WrittenKind

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt
    from hf_robust.tasks.base import Task

_OTHERNESS = 0.05  # what other letters count beside the words that are asked for: it leads a search on


@dataclass(frozen=True, kw_only=True)
class WritingGoal(GoalFunction):
    """Base of goals by the text that a model generates."""

    def task_of(self, task: "Task") -> "Task":
        """The task, or where it has classes the same texts for a model that writes."""
        return RecastTask.over(task, WrittenKind) if task.kind.classifies else task

    def check(self, task: "Task") -> None:
        """Refuse a task whose model writes no text."""
        kind = task.kind
        writes = kind.value_is_text or isinstance(kind, WrittenText) or kind.measure is None
        if not writes:
            raise UsageError(f"the goal {self.name!r} is for models that write a text, and those of {task.name} do not")

    def otherness(self, attempt: "Attempt", output: Any) -> float:
        """How unlike the text of the original it is, weighed as next to nothing."""
        if attempt.first is None:
            return 0.0
        stats = CHRF.row_stats([output.value], [attempt.first.output.value])
        return _OTHERNESS * (1.0 - float(CHRF.row_score(stats)[0]))


@dataclass(frozen=True, kw_only=True)
class NoWordInPlace(WritingGoal):
    """No word of the original output stays at its position. The score is the share of words that do not.

    The positions come from an alignment of both outputs with the fewest insertions, deletions and replacements. An
    output that is only shifted keeps all of its words.

    Source: Cheng et al. (2020), Seq2Sick: Evaluating the Robustness of Sequence-to-Sequence Models with Adversarial
        Examples, section 3.2, the non-overlapping attack; there without an alignment.
    """

    name = "no-word-in-place"

    def score(self, attempt: "Attempt", state: State, output: Any) -> float:
        if attempt.first is None:
            return 0.0
        before, after = words_of(attempt.first.output.value), words_of(output.value)
        return 1.0 - in_place(before, after) / len(before) if before else 0.0

    def reached(self, attempt: "Attempt", state: State, output: Any) -> bool:
        if attempt.first is None:
            return False
        return not in_place(words_of(attempt.first.output.value), words_of(output.value))

    def skips(self, attempt: "Attempt", output: Any) -> str | None:
        """Why a row is not attacked: the model writes no word."""
        return None if words_of(output.value) else "the model writes no word about the original"


@dataclass(frozen=True, kw_only=True)
class Keywords(WritingGoal):
    """Given words appear in the generated text, or disappear from it. The score is their share.

    Args:
        words: The words or phrases. Case is ignored.
        lost: Whether they must disappear. False: they must appear.

    Raises:
        UsageError: When there is no word.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> rows = Dataset.from_dict({"source": ["Das rote Haus"], "target": ["The red house"]})
        >>> def model(texts):
        ...     return ["The red house" if "rote" in text else "The house" for text in texts]
        >>> goal = Keywords(words=("red",), lost=True)
        >>> hr.attack(model, rows, "deepwordbug", "translation", goal=goal).results[0].after
        'The house'

    Source: Cheng et al. (2020), Seq2Sick, section 3.2, the targeted keyword attack, for words that are won.
    """

    words: tuple[str, ...]
    lost: bool = False

    name = "keywords"

    def __post_init__(self) -> None:
        given = (self.words,) if isinstance(self.words, str) else tuple(self.words)
        object.__setattr__(self, "words", given)
        if not given or not all(isinstance(word, str) and words_of(word) for word in given):
            raise UsageError(f"words must be a list of words, found {self.words!r}")

    def _done(self, output: Any) -> float:
        """The share of the words that are there, or gone."""
        text = f" {' '.join(words_of(output.value))} "
        return sum((f" {' '.join(words_of(word))} " in text) != self.lost for word in self.words) / len(self.words)

    def score(self, attempt: "Attempt", state: State, output: Any) -> float:
        return self._done(output) + self.otherness(attempt, output)

    def reached(self, attempt: "Attempt", state: State, output: Any) -> bool:
        return self._done(output) == 1.0

    def skips(self, attempt: "Attempt", output: Any) -> str | None:
        """Why a row is not attacked: what is asked for is there, or some of what is to be lost is not."""
        done = self._done(output)
        if self.lost and done:
            return "a word that is to be lost is not in what the model writes of the original"
        return "the words are in what the model writes of the original" if done == 1.0 else None


@lru_cache(maxsize=65536)
def in_place(before: Sequence[str], after: Sequence[str]) -> int:
    """How many words an alignment of two texts puts beside their equal.

    Of the alignments with the fewest insertions, deletions and replacements it is the one with the most of them.

    Args:
        before: Words of one text, as a tuple.
        after: Words of the other.

    Example:
        >>> in_place(("a", "red", "house"), ("so", "a", "red", "house")), in_place(("a", "b", "c"), ("x", "y", "a"))
        (3, 0)
    """
    last = [(index, 0) for index in range(len(after) + 1)]  # edits, then equal words, counted down
    for row, old in enumerate(before, start=1):
        now = [(row, 0)]
        for column, new in enumerate(after):
            edits, equal = last[column]
            beside = (edits, equal - 1) if old == new else (edits + 1, equal)
            above, left = last[column + 1], now[column]
            now.append(min(beside, (above[0] + 1, above[1]), (left[0] + 1, left[1])))
        last = now
    return -last[-1][1]
