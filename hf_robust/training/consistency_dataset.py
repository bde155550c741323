"""``ConsistencyDataset``: each clean row together with a version of it that is perturbed anew in each epoch."""

import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from hf_robust.core.randomness import RowRandom
from hf_robust.training.draw import DrawSettings, changed_pairs
from hf_robust.training.extended_dataset import Encode, ExtendedDataset, check_rows
from hf_robust.transforms.chains import annotated_for

if TYPE_CHECKING:
    from datasets import Dataset

PARTNER = "perturbed_"  # what the columns of the perturbed rows begin with in a batch
UNCHANGED = "unchanged"


class PairedRow(NamedTuple):
    """A clean row and its perturbed version, both with the columns of the model.

    It is no dictionary, so that the Trainer leaves it as it is until the collator.
    """

    clean: dict[str, Any]
    perturbed: dict[str, Any]


class ConsistencyDataset(ExtendedDataset):
    """Clean rows, each with a perturbed version; made by :class:`~hf_robust.training.ConsistencyCallback`.

    Args:
        dataset: Labeled rows with their text.
        recipe: The transformations; without any, the perturbed version is the row itself.
        encode: What you would give to ``dataset.map(encode, batched=True)``.
        remove_columns: Columns to drop after ``encode``.

    Attributes:
        counts: Rows by transformation in this epoch, and ``unchanged`` for rows that could not be changed.

    Raises:
        UsageError: If the dataset is not a ``datasets.Dataset``, if it is tokenized and has lost its text columns,
            or if ``encode`` is missing or invalid.
        ColumnError: When columns are absent or of another shape.
        EmptyDataError: When the dataset has no rows.
    """

    def __init__(
        self, dataset: "Dataset", recipe: DrawSettings, encode: Encode | None, remove_columns: Sequence[str] = ()
    ):
        check_rows(dataset, recipe.task, encode)
        super().__init__(dataset, recipe.task, 0, encode, remove_columns)
        self.recipe = recipe
        plain = dataset.remove_columns([name for name in dataset.column_names if name == "robust"])
        self._raw = annotated_for(plain.with_format(None), self.task, recipe.entries, recipe.nlp)
        self._partners: dict[int, int] = {}  # row -> its place among the changed rows
        self._warned = False

    def set_epoch(self, epoch: int) -> None:
        """Perturb the rows for an epoch, each with one of the transformations.

        Args:
            epoch: The epoch, from 0.
        """
        if epoch == self.epoch:
            return
        recipe, rows = self.recipe, len(self._raw)
        columns: dict[str, list] = {}
        places: list[int] = []
        kinds: list[int] = []
        if recipe.entries and epoch >= recipe.start_epoch:
            rng = RowRandom(f"consistency|{recipe.seed}|{epoch}".encode())
            perturbs = recipe.perturbs(self.task, rng.randrange(1 << 31))
            kinds = [rng.randrange(len(perturbs)) for _ in range(rows)]
            columns, places = changed_pairs(self._raw, perturbs, list(enumerate(kinds)))
        counts = Counter(recipe.names[kinds[row]] for row in places)
        told = {**{name: counts[name] for name in recipe.names}, UNCHANGED: rows - len(places)}
        self.put(epoch, columns, (), told)
        self._partners = {row: place for place, row in enumerate(places)}
        if recipe.entries and epoch >= recipe.start_epoch and 2 * len(places) < rows and not self._warned:
            self._warned = True
            warnings.warn(
                f"only {len(places)} of {rows} rows could be changed by {', '.join(recipe.names)}; the others are "
                "compared with themselves. Add transformations that change more rows (hf-robust list)",
                stacklevel=2,
            )

    def __getitem__(self, index: int) -> PairedRow:  # type: ignore[override]
        return self.__getitems__([index])[0]

    def __getitems__(self, indices: Sequence[int]) -> list[PairedRow]:  # type: ignore[override]
        if self.epoch is None:
            self.set_epoch(0)
        rows = [range(len(self))[index] for index in indices]
        clean = self._clean.__getitems__(rows)
        changed = [row for row in rows if row in self._partners]
        extra: Any = self._extra
        found = extra.__getitems__([self._partners[row] for row in changed]) if changed else []
        partners = dict(zip(changed, found))
        return [PairedRow(own, partners.get(row, own)) for row, own in zip(rows, clean)]


class PairedCollator:
    """A collator for pairs of rows: the batch of the clean rows, with the columns of the perturbed rows beside it.

    Args:
        collate: The Trainer's collator; it gets the clean rows, and then the perturbed rows.
        columns: Columns that reach the collator; None for all.
    """

    def __init__(self, collate: Callable[[list[Any]], Mapping[str, Any]], columns: Sequence[str] | None):
        self.collate = collate
        self.columns = columns

    def __call__(self, rows: list[Any]) -> Mapping[str, Any]:
        """A batch of pairs, or of rows that are no pairs, as in evaluation."""
        if not rows or not isinstance(rows[0], PairedRow):
            return self.collate(rows)
        batch = dict(self.collate([self._kept(row.clean) for row in rows]))
        other = self.collate([self._kept(row.perturbed) for row in rows])
        return {**batch, **{f"{PARTNER}{name}": values for name, values in other.items()}}

    def _kept(self, row: dict[str, Any]) -> dict[str, Any]:
        return row if self.columns is None else {name: row[name] for name in self.columns if name in row}
