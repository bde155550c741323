"""Baselines that are trained: on rows that are given, or on the rows to be scored, none of which its own model saw."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from hf_robust.adapters.base import Input, Prediction, input_of
from hf_robust.adapters.baselines.baseline import Baseline
from hf_robust.adapters.identity import settings_hash
from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import row_key
from hf_robust.language.linear_model import Features, LinearFit, LinearModel
from hf_robust.tasks import Task
from hf_robust.tasks.labels import Seen

if TYPE_CHECKING:
    from datasets import Dataset

FOLDS = 5  # as scikit-learn
FEWEST = 10  # rows to be trained on

Rows = Sequence[Mapping[str, Any]]


class Pairs(NamedTuple):
    """Rows with a gold value, and what became of them.

    Args:
        ids: The id of each original row.
        originals: The rows by role.
        gold: Their gold values.
        perturbed: The changed rows, in the same order.
    """

    ids: Sequence[str]
    originals: Rows
    gold: Sequence[Any]
    perturbed: Rows


class TrainedBaseline(Baseline):
    """A linear model that must be trained first: with :meth:`train` or :meth:`cross_fit`.

    Cross-fitting makes five models, each without a fifth of the originals, and predicts each row (an original or what
    was made of it) by the model that has seen neither the original nor any other row of the same text.

    Args:
        name: What it is called.
        batch_size: Rows at a time.
    """

    decay: ClassVar[float] = 1.0
    model_type: ClassVar[type[LinearFit]] = LinearModel
    least_batch = 512

    def __init__(self, task: Task, name: str, *, batch_size: int = 32):
        super().__init__(task, name, batch_size=batch_size)
        self._plain_name = name
        self._models: list[LinearFit] = []
        self._fold: dict[Input, int] = {}  # which model has not seen an input
        self._training_hash = ""

    @property
    def trained(self) -> bool:
        """Whether it can predict."""
        return bool(self._models)

    @abstractmethod
    def features(self, rows: Rows) -> tuple[Features, list[int]]:
        """What is known of each example, and how many examples each row has.

        Args:
            rows: Rows by role.
        """

    def targets(self, gold: Any) -> list[Any]:
        """What is predicted of each example of a row; None for one that nothing is learned from."""
        return [gold]

    def value(self, said: list[Any]) -> Any:
        """The prediction of a row, from what is said of its examples."""
        return said[0]

    def train(self, rows: Rows, gold: Sequence[Any], source: str) -> None:
        """Train one model.

        Args:
            rows: Rows by role.
            gold: Their gold values.
            source: What the rows are called, for the name.

        Raises:
            UsageError: When there are too few rows or labels.
        """
        self._check(rows, gold)
        self._models, self._fold = [self._fitted(rows, gold)], {}
        self._done(f"trained on the {len(rows)} rows of {source}", rows, gold)

    def cross_fit(self, pairs: Iterable[Pairs]) -> None:
        """Train on the originals of a suite, so that no row is predicted by a model that saw its original.

        Raises:
            UsageError: When there are too few rows or labels.
        """
        kin = _Kin()
        originals: dict[Input, tuple[Mapping[str, Any], Any]] = {}
        asked: dict[Input, str] = {}
        for part in pairs:
            for one, row, value, changed in zip(part.ids, part.originals, part.gold, part.perturbed, strict=True):
                given = input_of(row, self.roles)
                originals.setdefault(given, (row, value))
                for known in (given, input_of(changed, self.roles)):
                    kin.join(one, asked.setdefault(known, one))
                kin.join(one, f"text {given[0]!r}")
        rows, gold = [row for row, _ in originals.values()], [value for _, value in originals.values()]
        self._check(rows, gold)
        fold = kin.folds(FOLDS)
        self._fold = {given: fold[kin.root(one)] for given, one in asked.items()}
        own = [self._fold[given] for given in originals]
        parts = [[place for place, number in enumerate(own) if number != left] for left in range(FOLDS)]
        everything = list(range(len(rows)))
        inputs, counts = self.features(rows)
        # the last one has seen all: it is asked about rows of no fold
        self._models = [self._fitted(rows, gold, places, (inputs, counts)) for places in (*parts, everything)]
        self._done(f"cross-fitted in {FOLDS} folds on {len(rows)} rows", rows, [gold, own])

    def _check(self, rows: Rows, gold: Sequence[Any]) -> None:
        labels = {label for value in gold for label in self.targets(value) if label is not None}
        if len(rows) < FEWEST or len(labels) < 2:
            raise UsageError(
                f"the {self._plain_name} must be trained, and {len(rows)} different rows with {len(labels)} different "
                "gold values are too few; name rows to train on with --train FILE (train=dataset), or name a model"
            )

    def _done(self, how: str, rows: Rows, gold: Sequence[Any]) -> None:
        self.name = f"{self._plain_name} ({how})"
        self.labels = tuple(sorted({label for model in self._models for label in model.labels})) or None
        self._training_hash = settings_hash([list(rows), list(gold), how])

    def _fitted(
        self,
        rows: Rows,
        gold: Sequence[Any],
        indices: Sequence[int] | None = None,
        known: tuple[Features, list[int]] | None = None,
    ) -> LinearFit:
        inputs, counts = known or self.features(rows)
        chosen = None if indices is None else set(indices)
        examples, labels, at = [], [], 0
        for index, (count, value) in enumerate(zip(counts, gold, strict=True)):
            for offset, label in enumerate(self.targets(value)[:count]):
                if label is not None and (chosen is None or index in chosen):
                    examples.append(at + offset)
                    labels.append(label)
            at += count
        return self.model_type(_selected(inputs, examples), labels, self.decay)

    def settings(self) -> dict[str, Any]:
        """As in the base, with a hash of what it was trained on."""
        return {**super().settings(), "trained on": self._training_hash}

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of some rows, and their predictions.

        Raises:
            UsageError: When it was not trained.
        """
        if not self.trained:
            raise UsageError(
                f"the {self.name} must be trained first: name rows with --train FILE (train=dataset); a run on a "
                "suite does it by itself"
            )
        yield from super().batches(rows)

    def answers(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """One prediction a row, each by the model that has not seen its original."""
        found: dict[int, Prediction] = {}
        for _, place, own in self._asked(rows):
            score = min((score for _, score in own if score is not None), default=None)
            found[place] = Prediction(self.value([said for said, _ in own]), score)
        return [found[place] for place in range(len(rows))]

    def _asked(self, rows: Rows) -> Iterator[tuple[LinearFit, int, list[tuple[Any, float | None]]]]:
        """For each row the model that has not seen its original, its place, and what the model says of its examples."""
        inputs, counts = self.features(rows)
        starts = [0]
        for count in counts:
            starts.append(starts[-1] + count)
        by_model: dict[int, list[int]] = {}
        for place, row in enumerate(rows):
            by_model.setdefault(self._fold.get(input_of(row, self.roles), -1), []).append(place)
        for number, places in sorted(by_model.items()):
            examples = [example for place in places for example in range(starts[place], starts[place + 1])]
            said = iter(self._models[number].predict(_selected(inputs, examples)))
            for place in places:
                yield self._models[number], place, [next(said) for _ in range(counts[place])]


def train_on(model: TrainedBaseline, data: "Dataset", task: Task, source: str = "the training data") -> None:
    """Train a baseline on a dataset.

    Args:
        model: The baseline.
        data: Rows with the task's columns.
        task: The task; label names that were only seen in other rows do not bind.
        source: What the rows are called.

    Raises:
        ColumnError: When a column is absent.
        UsageError: When a row has no label, or there are too few.
    """
    free = replace(task, label_names=None) if isinstance(task.label_names, Seen) else task
    bound = free.bind(data)
    bound.check_labels(data)
    model.train(bound.inputs(data), bound.references(data), source)


def _selected(inputs: Features, indices: Sequence[int]) -> Features:
    return [inputs[index] for index in indices] if isinstance(inputs, list) else inputs[list(indices)]  # type: ignore[call-overload]


class _Kin:
    """Which rows belong together: those of one id or one text.

    Example:
        >>> kin = _Kin()
        >>> kin.join("a", "b"); kin.join("c", "c"); kin.join("b", "d")
        >>> kin.root("a") == kin.root("d") != kin.root("c")
        True
    """

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def root(self, name: str) -> str:
        """What stands for all that belong together."""
        self._above.setdefault(name, name)
        while self._above[name] != name:
            self._above[name] = self._above[self._above[name]]
            name = self._above[name]
        return name

    def join(self, name: str, other: str) -> None:
        """Say that two belong together; the smaller name stands for both, whatever is said first."""
        first, second = sorted((self.root(name), self.root(other)))
        self._above[second] = first

    def folds(self, n_folds: int) -> dict[str, int]:
        """A fold for each root; all folds have as many roots, and the order of the rows is no matter."""
        roots = sorted({self.root(name) for name in self._above}, key=row_key)
        return {root: index % n_folds for index, root in enumerate(roots)}
