"""Chooses which training rows are perturbed in an epoch, and how, by the seed and the epoch alone."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import is_helper
from hf_robust.core.protection import Protected, Protection, protection
from hf_robust.core.quoted import quoted
from hf_robust.core.randomness import RowRandom
from hf_robust.perturb.perturbation import Perturb
from hf_robust.tasks.base import Task
from hf_robust.transforms.base import Transformation
from hf_robust.transforms.chains import SCORED, Entry, config_name, stages_of

if TYPE_CHECKING:
    from datasets import Dataset

CASES = "cases"
_ROW_COLUMN = "robust__place"
_MOST_OF_CASES = 1000  # cases of a draw where no transformation sets a limit
_LEAST, _MOST = 64, 10_000  # rows that go through a transformation at once


@dataclass(frozen=True)
class DrawSettings:
    """What an augmentation consists of; two equal recipes draw the same rows from the same data.

    Args:
        task: The task with the columns.
        entries: The stages of each transformation or chain.
        budget: Augmented rows as a share of the clean ones.
        seed: Random seed.
        start_epoch: First epoch with augmented rows.
        protect: Text that no transformation may change: words, phrases, patterns or kinds of text such as
            ``"numbers"``. See :class:`~hf_robust.Perturb`.
        protect_defaults: Whether to protect URLs, e-mail addresses, markup and placeholders too.
        nlp: spaCy pipeline, name or folder.
        cases: Given rows that take part beside the transformations, each kind with as many rows.
    """

    task: Task
    entries: tuple[tuple[Transformation, ...], ...]
    budget: float
    seed: int
    start_epoch: int
    protect: Protection
    nlp: str | None
    cases: Any = None

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each entry, as a suite would call it."""
        return tuple(config_name(stages) for stages in self.entries)

    @property
    def kinds(self) -> tuple[str, ...]:
        """What augmented rows may come from."""
        return self.names if self.cases is None else (*self.names, CASES)

    def slots(self, rows: int) -> int:
        """Augmented rows for a dataset of so many rows.

        Raises:
            UsageError: When the budget is too small for a single row.
        """
        slots = int(self.budget * rows + 0.5)
        if not slots:
            raise UsageError(f"budget={self.budget} of {rows} rows is not a single row; give a larger budget")
        return slots

    def perturbs(self, task: Task, seed: int) -> list[Perturb]:
        """One callable an entry."""
        return [Perturb(list(e), task, seed=seed, protect=self.protect, nlp=self.nlp) for e in self.entries]


def make_recipe(
    task: Task,
    transformations: Sequence[Entry],
    *,
    budget: float = 0.5,
    seed: int = 0,
    start_epoch: int = 0,
    protect: Protected = (),
    protect_defaults: bool = True,
    nlp: str | None = None,
    cases: Any = None,
) -> DrawSettings:
    """Check what the user asked for.

    Raises:
        UsageError: When a number is out of range, a transformation does not apply to the task, is there
            twice, or leaves the label of its rows unknown.
        UnknownNameError: When there is no such transformation.
        MissingResource: If a transformation needs a model, lexicon or package that is not installed.

    Example:
        >>> import hf_robust as hr
        >>> make_recipe(hr.task("sentiment-classification"), ["keyboard", ["ocr", "twitter"]]).names
        ('keyboard', 'ocr+twitter')
    """
    if not isinstance(transformations, (list, tuple)) or not (transformations or cases is not None):
        raise UsageError(f"transformations must be a list of names, objects or chains, found {quoted(transformations)}")
    entries = tuple(stages_of(entry, task.language) for entry in transformations)
    # a row is perturbed once by each transformation; cases alone may come as often as is asked
    most = len(entries) + (cases is not None) if entries else _MOST_OF_CASES
    if isinstance(budget, bool) or not isinstance(budget, (int, float)) or not 0 < budget <= most:
        kinds = "transformations" if cases is None else "transformations and one for the cases"
        what = f", the number of {kinds}" if entries else ""
        raise UsageError(f"budget is the share of augmented rows, above 0 and up to {most}{what}; found {budget!r}")
    if isinstance(start_epoch, bool) or not isinstance(start_epoch, int) or start_epoch < 0:
        raise UsageError(f"start_epoch must be a whole number of at least 0, found {start_epoch!r}")
    rules = protection(protect, protect_defaults)
    recipe = DrawSettings(task, entries, budget, seed, start_epoch, rules, nlp, cases)
    for perturb in recipe.perturbs(task, seed):
        if perturb.effect not in SCORED:
            raise UsageError(
                f"{perturb.name}: its effect on the label of {task.name} is {perturb.effect}, so its rows "
                "would carry wrong labels; leave it out"
            )
    twice = [name for name, count in Counter(recipe.names).items() if count > 1]
    if twice:
        raise UsageError(f"{', '.join(twice)} is there twice; change a parameter or leave one out")
    return recipe


@dataclass(frozen=True)
class Drawn:
    """The augmented rows of one epoch.

    Args:
        columns: The changed rows, with their ``robust`` column.
        counts: Rows by transformation, those from cases; ``clean`` counts the slots that nothing could fill.
        clean: Clean rows that stand in those slots.
    """

    columns: Mapping[str, list]
    counts: Mapping[str, int]
    clean: Sequence[int]


def draw(rows: "Dataset", task: Task, recipe: DrawSettings, epoch: int, cases: "Dataset | None" = None) -> Drawn:
    """Perturb the rows of one epoch, and draw the cases among them.

    Pairs of row and transformation are tried in a random order, no pair twice, until all slots are filled;
    a row comes again only after all others. So does a case.

    Args:
        rows: The clean rows, annotated where a transformation reads annotations.
        task: The bound task.
        recipe: What to draw.
        epoch: The epoch, from 0.
        cases: The recipe's cases as training rows, their columns among those of the clean rows.
    """
    whole = recipe.slots(len(rows))
    given = 0 if cases is None or epoch < recipe.start_epoch else whole // len(recipe.kinds)
    left = whole - given
    drawn = _perturbed(rows, task, recipe, epoch, left) if recipe.entries else Drawn({}, {}, range(left))
    if cases is None:
        return drawn
    texts = {task.column(role) for role in task.text_roles}
    known = [*(name for name in rows.column_names if not is_helper(name, texts)), "robust"]
    order = _round(len(cases), given, RowRandom(f"cases|{recipe.seed}|{epoch}".encode()))
    chosen, before = cases[order], len(next(iter(drawn.columns.values()), ()))
    columns = {name: [*drawn.columns.get(name, [None] * before), *chosen.get(name, [None] * given)] for name in known}
    counts = {**drawn.counts, CASES: given, "clean": len(drawn.clean)}
    clean = [place % len(rows) for place in drawn.clean]
    return Drawn(columns, {name: counts[name] for name in (*recipe.kinds, "clean")}, clean)


def _round(size: int, count: int, rng: RowRandom) -> list[int]:
    """So many numbers below a size in random order, none again before all others."""
    found: list[int] = []
    while len(found) < count:
        found += list(rng.permuted(range(size)))
    return found[:count]


def _perturbed(rows: "Dataset", task: Task, recipe: DrawSettings, epoch: int, slots: int) -> Drawn:
    """The rows of an epoch that are perturbed."""
    rng = RowRandom(f"augment|{recipe.seed}|{epoch}".encode())
    perturbs = recipe.perturbs(task, rng.randrange(1 << 31))
    order = list(rng.permuted(range(len(rows))))
    kinds = len(perturbs)
    first = [rng.randrange(kinds) for _ in order]
    pairs = ((row, (kind + turn) % kinds) for turn in range(kinds) for row, kind in zip(order, first))
    found: dict[str, list] = {}
    names: list[str] = []
    while epoch >= recipe.start_epoch and len(names) < slots:
        missing = slots - len(names)
        chunk = list(islice(pairs, min(max(missing, _LEAST), _MOST)))
        if not chunk:
            break
        changed, places = changed_pairs(rows, perturbs, chunk)
        for column, values in changed.items():
            found.setdefault(column, []).extend(values[:missing])
        names += [recipe.names[chunk[place][1]] for place in places[:missing]]
    counts = Counter(names)
    missing = slots - len(names)
    return Drawn(
        columns=found,
        counts={**{name: counts[name] for name in recipe.names}, "clean": missing},
        clean=[order[place % len(order)] for place in range(missing)],
    )


def changed_pairs(
    rows: "Dataset", perturbs: Sequence[Perturb], chunk: Sequence[tuple[int, int]]
) -> tuple[dict[str, list], list[int]]:
    """The pairs that gave a changed row, in the order of the chunk, and their places in it.

    Args:
        rows: Clean rows.
        perturbs: One callable for each transformation.
        chunk: Pairs of a row and the number of a transformation.
    """
    parts = []
    for kind, perturb in enumerate(perturbs):
        places = [place for place, (_, other) in enumerate(chunk) if other == kind]
        if places:
            batch = rows[[chunk[place][0] for place in places]]
            parts.append(perturb({**batch, _ROW_COLUMN: places}))
    places = [place for part in parts for place in part.pop(_ROW_COLUMN)]
    order = sorted(range(len(places)), key=places.__getitem__)
    task = perturbs[0].task
    texts = {task.column(role) for role in task.text_roles} if task is not None else set()
    columns: dict[str, Any] = {}
    for column in parts[0]:
        if not is_helper(column, texts):
            values = [value for part in parts for value in part[column]]
            columns[column] = [values[place] for place in order]
    return columns, [places[place] for place in order]
