"""``Attack``: an adversarial attack as a plain, picklable ``datasets.map`` function."""

import inspect
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.cache import PredictionCache
from hf_robust.adapters.source import ModelSource
from hf_robust.attacks.attack_parts import parts_of_attack
from hf_robust.attacks.attacked_columns import attacked_columns, result_type
from hf_robust.attacks.constraints.base import Constraint
from hf_robust.attacks.constraints.marked_sentences import constraints_of_task
from hf_robust.attacks.engine import AttackEngine, AttackPlan, bound_task
from hf_robust.attacks.goals import GoalFunction, goal_for
from hf_robust.attacks.goals.label_goals import Targeted
from hf_robust.attacks.goals.score_change import ScoreMoves
from hf_robust.attacks.recipes import PROFILES, RECIPES, AttackRecipe
from hf_robust.attacks.searches.base import SearchMethod
from hf_robust.attacks.services.victim import Victim
from hf_robust.attacks.services.word_gradients import Gradients
from hf_robust.core.checks import whole_number
from hf_robust.core.errors import UnknownNameError, UsageError, nearest_names
from hf_robust.core.mapping import Columns, MapFunction, is_helper
from hf_robust.core.protection import Protected, protection
from hf_robust.core.registry import spoken_language
from hf_robust.evaluation.scored_types import scored_task
from hf_robust.language import resources
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task
from hf_robust.transforms.base import Effect

if TYPE_CHECKING:
    import pyarrow as pa
    from datasets import Dataset

    from hf_robust.adapters import Predictor
    from hf_robust.attacks.results import AttackResult

CUSTOM = "custom"
KEEP = ("changed", "all")
# what does not change the result of a row; model and rows have identities of their own
_FREE = frozenset(("keep", "cache", "width", "source", "keeps_record"))
_ADDED = frozenset(("only", "threshold", "score_range"))  # fields of a task that older journals do not state
_FREE_OPTIONS = frozenset(("batch_size", "device", "tokenizer", "cache_key"))


class Attack(MapFunction):
    """Attack a model row by row: pass it to ``Dataset.map`` with ``batched=True``, or to :func:`hf_robust.attack`.

    Each output row has the edited text, a column ``robust`` as written by :class:`~hf_robust.Perturb`, and a column
    ``attack`` with the status, the predictions and scores before and after, the number of queries and the number of
    changed words. The result of a row does not depend on the batch, the order or the number of rows attacked at once.

    Args:
        recipe: Name of a published attack (``hf-robust attack --list``). None if ``transformation`` and ``search`` are
            given.
        task: The task with the columns, or its id.
        model: Any model that :func:`hf_robust.run` accepts. None is the bundled sentiment classifier.
        like: ``"paper"``, or ``"textattack"`` for the parameters of TextAttack, to compare with its results. For pairs
            of texts it also selects the texts that TextAttack edits and compares, see the section "Pairs of texts".
        goal: Goal of the attack. None selects the goal that fits the task.
        target: For classification: the label that the model should predict after the attack, instead of a goal.
        by: For scores: how far the score should move, instead of a goal.
        transformation: The possible edits of a word: moves, the name of a registered transformation, or several of
            them.
        constraints: Constraints on an edited text, instead of those of the recipe. The answer to a question is then
            kept without the rest of its sentence.
        search: Search method, instead of that of the recipe.
        budget: Maximum number of queries per row, including the original. None uses the limit of the recipe; most
            recipes have none.
        field: Name of the text to attack, for example ``"premise"``. By default the second text of a pair (both texts
            with ``like="textattack"``), and otherwise the fields of the task.
        inside: For tags and spans: edit only the words inside gold spans. By default only the other words are edited.
        seed: Random seed.
        keep: ``"changed"`` returns only successful rows; ``"all"`` returns one row per input row, with its status.
        protect: Text that no transformation may change: words, phrases, patterns or kinds of text such as
            ``"numbers"``. See :class:`~hf_robust.Perturb`.
        protect_defaults: Whether to protect URLs, e-mail addresses, markup and placeholders.
        nlp: Name or folder of the spaCy pipeline, for texts without stored annotation.
        cache: Folder that stores the predictions of the model.
        width: Number of rows that are attacked at once. None uses 32, or 256 on a GPU.
        record: Whether to add the columns ``robust`` and ``attack``, as for :class:`~hf_robust.Perturb`.
        **options: Passed to :func:`hf_robust.adapters.as_predictor`.

    Raises:
        UnknownNameError: If the recipe does not exist.
        UsageError: If parts and task do not fit together, or if a number is out of range.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> rows = Dataset.from_dict({"text": ["A good film"], "label": [1]})
        >>> def model(texts):
        ...     return [{"label": "pos", "score": 0.9} if "good" in text else "neg" for text in texts]
        >>> found = rows.map(hr.Attack("deepwordbug", task, model, seed=1), batched=True)
        >>> found[0]["attack"]["status"], found[0]["label"]
        ('successful', 1)
    """

    version = "1"
    keeps_rows = False
    record_columns = ("robust", "attack")

    def __init__(
        self,
        recipe: str | AttackRecipe | None = None,
        task: Task | str | None = None,
        model: Any = None,
        *,
        like: str = "paper",
        goal: GoalFunction | None = None,
        target: str | None = None,
        by: float | None = None,
        transformation: Any = None,
        constraints: Sequence[Constraint] | None = None,
        search: SearchMethod | None = None,
        budget: int | None = None,
        field: str | None = None,
        inside: bool = False,
        seed: int = 0,
        keep: str = "changed",
        protect: Protected = (),
        protect_defaults: bool = True,
        nlp: str | None = None,
        cache: Any = None,
        width: int | None = None,
        record: bool = True,
        **options: Any,
    ):
        task = None if task is None else as_task(task)
        _check_options(options)
        self.set_record(record)
        if like not in PROFILES:
            raise UsageError(f"like must be one of {', '.join(PROFILES)}; found {like!r}")
        if keep not in KEEP:
            raise UsageError(f"keep must be 'changed' or 'all', found {keep!r}")
        self.recipe = RECIPES[recipe] if isinstance(recipe, str) else recipe
        self.like = like
        self.parts = parts_of_attack(self.recipe, like, _goal(goal, target, by), transformation, constraints, search)
        self._own_parts, self._keeps_own = self.parts, constraints is None and not inside
        self.budget = self.recipe.budget if budget is None and self.recipe else budget
        if self.budget is not None:
            whole_number(self.budget, "budget", 1)
        self.field = field
        self.inside = bool(inside)
        self.seed = whole_number(seed, "seed")
        self.keep = keep
        self.protect = protection(protect, protect_defaults)
        self.nlp = nlp
        self.cache = None if cache is None else str(cache)
        self.width = None if width is None else whole_number(width, "width", 1)
        self.options = options
        self.task: Task | None = None
        self.source: ModelSource | None = None
        self._model = model
        if task is not None:
            self._fit(task)

    @property
    def name(self) -> str:
        """Name of the recipe, or ``custom``."""
        return CUSTOM if self.recipe is None else self.recipe.name

    def on(self, task: Task | str, model: Any) -> "Attack":
        """The same attack on a model and a task.

        Args:
            task: The task with the columns, or its id.
            model: As for the class.
        """
        task = as_task(task)
        other = Attack.__new__(Attack)  # the state of a copy would have to have a model
        other.__dict__.update({name: value for name, value in self.__dict__.items() if name != "_engines"})
        other.source, other._model = None, model
        other._fit(task)
        return other

    def _fit(self, task: Task) -> None:
        """Refuse a misfit before any work."""
        fields = (self.field,) if self.field is not None else task.fields
        given = [role for role in task.text_roles if role in task.input_roles]
        if self.field is not None and self.field not in given:
            raise UsageError(f"{task.name} has no text {self.field!r} that a model is given; it has {', '.join(given)}")
        pair = (task.kind.classifies or task.kind.scores) and len(fields) > 1
        if pair and self.like != "textattack":  # which edits both, unless a constraint keeps the premise
            fields = fields[-1:]
        task = replace(task, fields=fields)
        if self.recipe is not None and self.recipe.tasks and task.name not in self.recipe.tasks:
            raise UsageError(
                f"the recipe {self.recipe.name} is for {', '.join(self.recipe.tasks)}, not for {task.name}"
            )
        mover = task.label_mover()
        if self.inside and (mover is None or mover.role not in fields):
            raise UsageError(f"inside=True is for labels that point into the text, and {task.name} has none there")
        spoken, moves = spoken_language(task.language), self._own_parts.moves.for_language(task.language)
        if not spoken.spaced and not moves.any_language:
            raise UsageError(
                f"{self.name} is not for texts in {spoken.name}; the recipe worst-transformations is, and so is "
                "transformation=[names of registered ones]"
            )
        goal = self._own_parts.goal or goal_for(task)
        goal.check(task)
        if self._own_parts.white_box:
            goal.check_slope()
        own = constraints_of_task(task) if self._keeps_own else ()
        self.parts = replace(self._own_parts, goal=goal, moves=moves, constraints=(*self._own_parts.constraints, *own))
        self.task = goal.task_of(task).with_threshold(self.options.get("threshold"))
        self.parts.moves.check(self.task)
        resources.require(self._plan(self.task).resources, self.name, self.task.language)

    def _plan(self, task: Task) -> AttackPlan:
        return AttackPlan(
            name=self.name,
            task=task,
            parts=self.parts,
            budget=self.budget,
            seed=self.seed,
            protect=self.protect,
            signature=self.signature,
            inside=self.inside,
        )

    @property
    def signature(self) -> str:
        """Name, version and parts: what the draws depend on beside seed and row."""
        version = self.version if self.recipe is None else self.recipe.version
        parts = (self.parts.goal, self.parts.moves, self.parts.moves.version, self.parts.constraints, self.parts.search)
        return f"{self.name}@{version}{parts!r}"

    @property
    def effect(self) -> Effect:
        """Whether the gold label can be taken to stay: the moves are such, or a constraint stands for it."""
        goal = self.parts.goal
        keeps = self.parts.moves.keeps_meaning or any(one.keeps_meaning for one in self.parts.constraints)
        return Effect.PRESERVES if keeps and not (goal is not None and goal.maximizes) else Effect.UNKNOWN

    def describe(self) -> dict[str, Any]:
        """The attack for a record."""
        recipe, parts = self.recipe, self.parts
        return {
            "recipe": self.name,
            "version": self.version if recipe is None else recipe.version,
            "like": self.like,
            "summary": "" if recipe is None else recipe.summary,
            "source": "" if recipe is None else recipe.source,
            "goal": repr(parts.goal),
            "search": repr(parts.search),
            "moves": repr(parts.moves) + "".join(f", without {name}" for name in parts.moves.left_out),
            "constraints": [repr(one) for one in parts.constraints],
            "effect": str(self.effect),
            "budget": self.budget,
            "seed": self.seed,
        }

    def identity(self, task: Task | str) -> dict[str, Any]:
        """What the result of a row depends on, beside the model and the row.

        It is the pickled state, so it covers every argument that is not declared to leave results alone.

        Args:
            task: The bound task with its label names, or its id.
        """
        task = as_task(task)
        state = {name: value for name, value in self.__getstate__().items() if name not in _FREE}
        state["options"] = {name: value for name, value in self.options.items() if name not in _FREE_OPTIONS}
        added = {one.name: one.default for one in fields(task) if one.name in _ADDED}
        described = {name: value for name, value in asdict(task).items() if value != added.get(name, ...)}
        return {name: _plain(value) for name, value in {**state, "task": described}.items()}

    def predictor(self, task: Task | str) -> "Predictor":
        """The model, for the bound task."""
        task = as_task(task)
        if self.source is None or self.source.task.label_names != task.label_names:
            self.source = ModelSource(self._model, task, **self.options)
        return self.source.predictor()

    def engine(self, task: Task | str) -> AttackEngine:
        """What runs the attack.

        Args:
            task: The bound task with its label names, or its id.
        """
        task = as_task(task)
        assert self.parts.goal is not None
        self.parts.goal.check(task)  # again: now the labels have names
        predictor = self.predictor(task)
        task = scored_task(task, [predictor])
        victim = Victim(predictor, task, None if self.cache is None else PredictionCache(self.cache))
        if self.parts.white_box:
            Gradients(victim)  # refuses a model without any
        return AttackEngine(self._plan(task), victim, self.width, self.nlp)

    @cached_property
    def _engines(self) -> dict[tuple, AttackEngine]:
        return {}

    @property
    def columns_in(self) -> tuple[str, ...]:
        """The columns with texts and labels."""
        task = self._task()
        return tuple(task.column(role) for role in task.required())

    @property
    def columns_out(self) -> tuple[str, ...]:
        """The columns that edits may change, and where they are kept the record of edits and that of the attack."""
        task = self._task()
        fields = [task.column(role) for role in task.fields]
        mover = task.label_mover()
        moving = mover.columns if mover is not None and mover.role in task.fields else ()
        return (*dict.fromkeys([*fields, *moving]), *(self.record_columns if self.keeps_record else ()))

    @property
    def hint(self) -> str:
        """How a task gets its columns."""
        task = self._task()
        return f"Use hr.task({task.name!r}, {task.text_roles[0]}='<column>')"

    def types(self) -> "dict[str, pa.DataType]":
        """Arrow type of the column ``attack``."""
        return {"attack": result_type()}

    def stamp(self) -> tuple[Any, ...]:
        """Recipe and parts with their versions."""
        return (self.signature,)

    def _task(self) -> Task:
        if self.task is None:
            raise UsageError(f"this attack has no task yet; use hr.Attack({self.name!r}, task, model)")
        return self.task

    def process(self, batch: Columns) -> "dict[str, list] | pa.Table":
        """The attacked rows of one batch."""
        from datasets import Dataset

        task = self._task()
        dataset = Dataset.from_dict({name: batch[name] for name in batch}, features=batch.features)
        task = bound_task(task, dataset)
        engine = self._engines.setdefault((task.name, task.label_names), self.engine(task))
        results = engine.run(dataset)
        kept = results if self.keep == "all" else [result for result in results if result.changed]
        new = result_columns(self, dataset, task, kept)
        texts = [task.column(role) for role in task.text_roles]
        places = [result.index for result in kept]
        return batch.take(places, new, drop=[name for name in batch if is_helper(name, texts)])

    def record(self, predictor: "Predictor") -> Mapping[str, str]:
        """What the ``robust`` column says of each row.

        Args:
            predictor: The model.
        """
        params = {**self.describe(), "model": predictor.name, "revision": predictor.revision}
        version = str(params.pop("version"))
        shown = json.dumps(params, sort_keys=True)
        effect = str(self.effect)
        return {"transformation": f"attack/{self.name}", "version": version, "params": shown, "effect": effect}

    def __repr__(self) -> str:
        task = f", {self.task.name!r}" if self.task is not None else ""
        return f"Attack({self.name!r}{task}, seed={self.seed})"

    def __getstate__(self) -> dict[str, Any]:
        task = self._task()
        if self.source is None:
            self.predictor(task)
        return super().__getstate__()

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__(state)
        self._model = None


def result_columns(
    attack: Attack, dataset: "Dataset", task: Task, results: "Sequence[AttackResult]", effect: str | None = None
) -> dict[str, Any]:
    """New values of the columns of attacked rows, one value for each result.

    Args:
        dataset: The rows.
        task: The bound task.
        results: The results, in the order of their rows.
        effect: The effect on the label that the record names. Default: that of the attack.
    """
    predictor = attack.predictor(task)
    changed = [name for name in attack.columns_out if name not in attack.record_columns]
    described = {**attack.record(predictor), **({"effect": effect} if effect else {})}
    facts = {"goal": repr(attack.parts.goal), "model": predictor.name, "revision": predictor.revision or ""}
    return attacked_columns(dataset, task, results, changed, described, attack.seed, facts)


def _goal(goal: GoalFunction | None, target: str | None, by: float | None) -> GoalFunction | None:
    """The goal that a user names, by itself, by its label or by how far the score moves."""
    if sum(one is not None for one in (goal, target, by)) > 1:
        raise UsageError("give a goal, a target or by=..., not both or all of them")
    if by is not None:
        return ScoreMoves(by=by)
    return goal if target is None else Targeted(label=target)


def _plain(value: Any) -> Any:
    """A value as JSON holds it; the hash of any other value."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError):
        from datasets.fingerprint import Hasher

        return Hasher.hash(value)


def _check_options(options: Mapping[str, Any]) -> None:
    """Refuse an option that is most likely one of the attack's own, misspelled.

    Raises:
        UnknownNameError: With the name that was meant.
    """
    own = [name for name in inspect.signature(Attack.__init__).parameters if name not in ("self", "options")]
    for name in options:
        if name not in own and nearest_names(name, own, 1, 0.8):
            raise UnknownNameError("option of an attack", name, own)
