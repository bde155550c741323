"""The goal of an attack where none is named: what hurts a model of the task."""

from hf_robust.attacks.goals.base import GoalFunction
from hf_robust.attacks.goals.entity_goals import EntityLost
from hf_robust.attacks.goals.label_goals import Untargeted
from hf_robust.attacks.goals.label_set_goals import LabelCrosses
from hf_robust.attacks.goals.measure_goals import ScoreBelow
from hf_robust.attacks.goals.score_change import ScoreMoves
from hf_robust.core.errors import UsageError
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task

# by the measure of a task. A tree or a set of clusters is seldom right in all, so there a part must be lost of what is
_OF_MEASURE: dict[str, GoalFunction] = {
    "seqeval_f1": EntityLost(),
    "span_f1": EntityLost(),
    "squad_f1": ScoreBelow(below=0.5),
    "las": ScoreBelow(below=0.8, relative=True),
    "conll_f1": ScoreBelow(below=0.8, relative=True),
    "bleu": ScoreBelow(measure="chrf", below=0.5, relative=True),
    "rouge_l": ScoreBelow(below=0.5, relative=True),
}


def goal_for(task: Task | str) -> GoalFunction:
    """The goal that fits a task.

    Another label than the right one for classification, another set of labels where a text has several, another score
    (by a fifth of the range) for regression; for names, one that is not found; for answers, an F1 below .5; for trees
    and coreference, a score below .8 of that of the original, for translations a chrF below half of it, for summaries
    and generated texts a ROUGE-L below half of it; for any other task that is scored, something that is wrong.

    Args:
        task: The task, or its id.

    Raises:
        UsageError: When there is none.

    Example:
        >>> import hf_robust as hr
        >>> goal_for("sentiment-classification").name, goal_for("squad")
        ('untargeted', ScoreBelow(measure=None, below=0.5, relative=False))
    """
    task = as_task(task)
    if task.kind.classifies:
        return Untargeted()
    if task.kind.many_labels:
        return LabelCrosses()
    if task.kind.scores:
        return ScoreMoves()
    if task.kind.measure is None:
        raise UsageError(f"{task.name} has no measure, so there is no goal for it; name one: goal=...")
    return _OF_MEASURE.get(task.kind.measure, ScoreBelow())
