"""Rows of a dataset that fill the slots of a template, as a function for ``datasets.map``."""

from typing import TYPE_CHECKING

from hf_robust.capability.templates.template import Template
from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import Columns, MapFunction

if TYPE_CHECKING:
    import pyarrow as pa


class FillRows(MapFunction):
    """Fill the slots of a template from the columns of rows: pass it to ``dataset.map`` with ``batched=True``.

    Each row results in one row or several. All columns of the row are kept. The random draws depend on the columns of
    the row, not on its position.

    Args:
        template: A template with ``columns`` of the dataset.
        text: Column of the new text. A template with several texts uses its roles as columns.
        n: Number of texts per row.
        seed: Random seed.

    Example:
        >>> from datasets import Dataset
        >>> from hf_robust.capability import Template
        >>> template = Template("{lead} {title}", columns=["title"], lead=["I saw", "We saw"])
        >>> rows = Dataset.from_dict({"title": ["Heat", "Alien"]}).map(FillRows(template, n=2), batched=True)
        >>> sorted(rows["text"])
        ['I saw Alien', 'I saw Heat', 'We saw Alien', 'We saw Heat']
    """

    keeps_rows = False

    def __init__(self, template: Template, text: str = "text", n: int = 1, seed: int = 0):
        if not template.columns:
            raise UsageError("the template has no slot that a column fills; expected Template(..., columns=[...])")
        self.template, self.text, self.n, self.seed = template, text, n, seed

    @property
    def columns_in(self) -> tuple[str, ...]:
        """Columns that fill slots."""
        return tuple(self.template.columns)

    @property
    def columns_out(self) -> tuple[str, ...]:
        """Columns with the new texts."""
        return (self.text,) if self.template._single else tuple(self.template._texts)

    @property
    def hint(self) -> str:
        """Advice if a column is missing."""
        return "Each slot that a column fills is named after it: Template(..., columns=[...])"

    def process(self, batch: Columns) -> "dict[str, list] | pa.Table":
        """The filled rows of a batch, none or several for each."""
        import pyarrow as pa

        places: list[int] = []
        texts: dict[str, list] = {name: [] for name in self.columns_out}
        for place, values in enumerate(zip(*(batch[name] for name in self.columns_in))):
            if any(not isinstance(value, str) for value in values):
                continue  # nothing to put there
            filled = self.template.bound(**dict(zip(self.columns_in, values)))
            for written in filled.sample(self.n, self.seed, "\x1f".join(values)):
                places.append(place)
                for name, text in ({self.text: written} if self.template._single else written).items():
                    texts[name].append(text)
        return batch.take(places, {name: pa.array(values, pa.string()) for name, values in texts.items()})
