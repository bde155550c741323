"""The corrupted copies of a benchmark: which there are, how they are made, and the rows that all of them changed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import IMPORTANCE
from hf_robust.evaluation.kept_rankings import KeptRankings
from hf_robust.explain.importance import WordImportance
from hf_robust.perturb.perturbation import Perturb
from hf_robust.tasks.base import Task
from hf_robust.transforms.base import CHOICES

if TYPE_CHECKING:
    from hf_robust.adapters import Predictor

# the transformation of each method of Desai et al. 2020; deleting words is its control
FAMILIES: Mapping[str, str] = MappingProxyType(
    {
        "spelling": "spelling-errors",
        "noise": "text-noise",
        "synonyms": "synonym-random",
        "delete": "delete-word",
    }
)
Progress = Callable[[str, int, int], None]
Row = dict[str, str] | str  # the texts by role where it was changed, else why it was not
PERTURBED_AT_ONCE = 1000
# the queries of so many rows share batches; of long rows fewer, so that progress is told between them
RANKED_AT_ONCE, RANKED_CHARACTERS = 32, 10_000


@dataclass(frozen=True)
class GridCell:
    """One corrupted copy of the data.

    Args:
        family: Family of corruptions.
        choose: ``random`` or ``important``.
        count: Words that are corrupted in each text.
        seed: Seed of the draws.
        model: Whose ranking chose the words; None for random ones, which all models share.
    """

    family: str
    choose: str
    count: int
    seed: int
    model: str | None = None


@dataclass(frozen=True)
class Grid:
    """What is combined with what.

    Args:
        families: The transformation of each family, or of itself.
        counts: Numbers of words, increasing.
        choose: Strategies.
        seeds: Seeds of the random strategy; the first serves the targeted one.
    """

    families: Mapping[str, str]
    counts: tuple[int, ...]
    choose: tuple[str, ...]
    seeds: tuple[int, ...]

    @classmethod
    def of(cls, families: Sequence[str], counts: Sequence[int], choose: Sequence[str], seeds: Sequence[int]) -> "Grid":
        """The grid for what a user asks for.

        Raises:
            UsageError: When something is no list, is empty, out of range or said twice.

        Example:
            >>> Grid.of(["noise"], [3, 1], ["important", "random"], [0])
            Grid(families={'noise': 'text-noise'}, counts=(1, 3), choose=('random', 'important'), seeds=(0,))
        """
        for name, given in (("families", families), ("counts", counts), ("choose", choose), ("seeds", seeds)):
            if isinstance(given, str) or not given or len(set(given)) < len(given):
                raise UsageError(f"{name} must be a list without repetitions that is not empty, found {given!r}")
        for name, given, least in (("counts", counts, 1), ("seeds", seeds, None)):
            wrong = [n for n in given if not isinstance(n, int) or isinstance(n, bool) or (least and n < least)]
            if wrong:
                raise UsageError(f"{name} must be whole numbers{' of at least 1' if least else ''}, found {wrong[0]!r}")
        if not set(choose) <= set(CHOICES):
            raise UsageError(f"choose must be of {', '.join(CHOICES)}, found {list(choose)!r}")
        order = tuple(strategy for strategy in CHOICES if strategy in choose)
        return cls({name: FAMILIES.get(name, name) for name in families}, tuple(sorted(counts)), order, tuple(seeds))

    def cells(self, models: Sequence[str]) -> Iterator[GridCell]:
        """All copies: the random ones first, in each the greatest number of words first, where most rows fall out."""
        for choose in self.choose:
            random = choose == "random"
            whose = [(seed, None) for seed in self.seeds] if random else [(self.seeds[0], name) for name in models]
            for count in reversed(self.counts):
                for family in self.families:
                    for seed, model in whose:
                        yield GridCell(family, choose, count, seed, model)


@dataclass
class Copies:
    """Corrupts the rows of a dataset, cell by cell.

    Args:
        task: The bound task.
        columns: What perturbations read, as lists.
        perturbs: What makes each copy.
        tell: Called with (what is done, how much of it, out of how much).
        rows: The copies, one entry a row.
    """

    task: Task
    columns: Mapping[str, list]
    perturbs: Mapping[GridCell, Perturb]
    tell: Progress
    rows: dict[GridCell, list[Row]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Rows of the dataset."""
        return len(self.columns[self.task.column(self.task.text_roles[0])])

    def corrupt(self, model: str | None, rankings: Mapping[str, Sequence] | None = None) -> None:
        """Make the copies whose words are random (None) or chosen by the rankings of a model."""
        columns = {**self.columns, **(rankings or {})}
        cells = [cell for cell in self.perturbs if cell.model == model]
        for done, cell in enumerate(cells, 1):
            self.rows[cell] = list(self._copy(self.perturbs[cell], columns))
            self.tell("corrupt", done, len(cells))

    def _copy(self, perturb: Perturb, columns: Mapping[str, Sequence]) -> Iterator[Row]:
        roles = self.task.text_roles
        for start in range(0, self.size, PERTURBED_AT_ONCE):
            new = perturb({name: values[start : start + PERTURBED_AT_ONCE] for name, values in columns.items()})
            texts = zip(*(new[self.task.column(role)] for role in roles), strict=True)
            for record, row in zip(new["robust"], texts, strict=True):
                changed = record["status"] == "changed"
                yield dict(zip(roles, row, strict=True)) if changed else record["reason"] or "nothing changed"

    def rank(self, name: str, model: "Predictor", kept: KeptRankings | None = None, **settings: Any) -> dict[str, list]:
        """The importance columns of one model; rows that cannot count any more have an empty ranking.

        Args:
            name: Name of the model.
            kept: Rankings on disk; rows that it has are not ranked again.
            **settings: Those of :class:`hf_robust.WordImportance`.
        """
        rank = WordImportance(model, self.task, **settings)
        names = [self.task.column(role) + IMPORTANCE for role in self.task.fields]
        rankings: dict[str, list] = {
            column: [{"start": [], "end": [], "weight": []} for _ in range(self.size)] for column in names
        }
        texts = [self.task.column(role) for role in self.task.text_roles]
        places = self.population()[0]
        done = 0
        self.tell(f"rank with {name}", done, len(places))
        for chunk in self._chunks(places, texts):
            rows = [[self.columns[column][place] for column in texts] for place in chunk]
            known = {} if kept is None else kept.get(rows)
            asked = [number for number in range(len(chunk)) if number not in known]
            if asked:
                new = rank({column: [rows[number][at] for number in asked] for at, column in enumerate(texts)})
                made = [[new[column][number] for column in names] for number in range(len(asked))]
                known |= dict(zip(asked, made))
                if kept is not None:
                    kept.put([rows[number] for number in asked], made)
            for number, place in enumerate(chunk):
                for column, ranking in zip(names, known[number], strict=True):
                    rankings[column][place] = ranking
            done += len(chunk)
            self.tell(f"rank with {name}", done, len(places))
        return rankings

    def _chunks(self, indices: Sequence[int], texts: Sequence[str]) -> Iterator[list[int]]:
        """Rows that are ranked at once."""
        chunk: list[int] = []
        characters = 0
        for index in indices:
            size = sum(len(self.columns[column][index] or "") for column in texts)
            if chunk and (len(chunk) == RANKED_AT_ONCE or characters + size > RANKED_CHARACTERS):
                yield chunk
                chunk, characters = [], 0
            chunk.append(index)
            characters += size
        if chunk:
            yield chunk

    def population(self) -> tuple[list[int], dict[str, int]]:
        """The rows that every copy so far changed, and how often each reason left one out: the first that it met."""
        kept: list[int] = []
        left_out: dict[str, int] = {}
        for place in range(self.size):
            copies = ((cell, rows[place]) for cell, rows in self.rows.items())
            reason = next((f"{c.family}, {c.choose}: {row}" for c, row in copies if isinstance(row, str)), None)
            if reason is None:
                kept.append(place)
            else:
                left_out[reason] = left_out.get(reason, 0) + 1
        return kept, dict(sorted(left_out.items(), key=lambda item: -item[1]))

    def changeable(self, count: int) -> int:
        """How many rows every family can change with so many words."""
        first = next(iter(self.rows)).choose  # random ones, where there are any: those hang on no ranking
        used = [rows for cell, rows in self.rows.items() if cell.count == count and cell.choose == first]
        return sum(not any(isinstance(rows[place], str) for rows in used) for place in range(self.size))
