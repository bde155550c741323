"""An attack before its first row: its arguments are checked, and its parts are ready."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hf_robust
from hf_robust.adapters.cache import identity
from hf_robust.attacks.attack_rows import Attack
from hf_robust.attacks.engine import AttackEngine, bound_task
from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import is_helper
from hf_robust.core.randomness import as_id
from hf_robust.evaluation.unanswerable import for_questions
from hf_robust.language import resources
from hf_robust.perturb.unmatched import warn_unmatched
from hf_robust.scoring import measure_on
from hf_robust.suites.hub import origin_of
from hf_robust.suites.prepared_build import check_data
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from datasets import Dataset


@dataclass(frozen=True)
class BegunAttack:
    """An attack that is ready to attack rows.

    Args:
        engine: What attacks.
        rows: The rows, without a format.
        task: The bound task.
        origin: Where the rows are from.
        resources: Resources that are used.
    """

    attack: Attack
    engine: AttackEngine
    rows: "Dataset"
    task: Task
    origin: Mapping[str, Any]
    resources: Sequence[Mapping[str, str]]

    def header(self) -> dict[str, Any]:
        """What the results of a journal depend on."""
        predictor = self.engine.victim.predictor
        try:
            model = identity(predictor)
        except UsageError as error:
            raise UsageError(
                f"a journal must know when the model has changed, and nothing tells it of the function "
                f"{predictor.name!r}; use hr.attack(..., cache_key='my-model-v1')"
            ) from error
        return {
            "attack": self.attack.identity(self.task),
            "model": model,
            "data": fingerprint(self.rows, self.task),
            "resources": [dict(one) for one in self.resources],
            "hf_robust": hf_robust.__version__,
        }


def begin_attack(
    model: Any,
    rows: "Dataset",
    recipe: "str | Attack",
    task: Task | str,
    budget: int | None,
    seed: int,
    cache: str | Path | None,
    source: str | None,
    split: str | None,
    options: Mapping[str, Any],
) -> BegunAttack:
    """Check the arguments of :func:`hf_robust.attack`, and get its parts ready; arguments and errors are its own."""
    task = as_task(task, rows)
    check_data(rows)
    if isinstance(recipe, Attack):
        if options or budget is not None:
            raise UsageError("give budget and other options to hr.Attack(...), which you pass as the recipe")
        chosen = recipe.on(task, model)
    else:
        chosen = Attack(recipe, task, model, budget=budget, seed=seed, cache=cache, **options)
    plain = rows.with_format(None)
    bound = bound_task(chosen.task or task, plain)
    engine = chosen.engine(bound)
    warn_unmatched(chosen.protect, plain, bound)
    if bound.kind.measure is not None:
        engine.victim.predictor = for_questions(engine.victim.predictor, measure_on(bound, plain))
    used = resources.serving(bool(engine.plan.needs), engine.plan.resources, chosen.nlp, bound.language)
    return BegunAttack(chosen, engine, plain, bound, origin_of(rows, source, split), used)


def fingerprint(dataset: "Dataset", task: Task) -> str:
    """A hash of what an attack reads of rows: ids, texts and their annotation, positions, labels.

    Args:
        task: The task with the columns.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification")
        >>> one, other = (Dataset.from_dict({"text": [text], "label": [1]}) for text in ("A film", "A play"))
        >>> fingerprint(one, task) == fingerprint(one, task) != fingerprint(other, task)
        True
    """
    texts = [task.column(role) for role in task.text_roles]
    read = {*task.columns.values(), task.id_column}
    columns = [name for name in dataset.column_names if name in read or is_helper(name, texts)]
    hasher = blake2b(repr([(name, dataset.features[name]) for name in sorted(columns)]).encode(), digest_size=16)
    for batch in dataset.select_columns(columns).iter(batch_size=1000):
        for name in sorted(columns):
            for cell in map(as_id, batch[name]):
                content = cell.encode("utf-8", "surrogatepass")
                hasher.update(f"{len(content)}:".encode() + content)
    return hasher.hexdigest()
