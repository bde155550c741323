"""The results of a report: looked up by name, counted, and as a table of pandas."""

from abc import ABC
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hf_robust.core.errors import UnknownResultError
from hf_robust.reports.formats import notebook, terminal
from hf_robust.reports.view import Entry

if TYPE_CHECKING:
    import pandas


class Result(dict[str, Any]):
    """The numbers of one result: a dictionary with a readable printed form."""

    entry: Callable[[], Entry] | None = None
    """Returns the entry of the result on the page. None if the page has no entry for it."""

    def __str__(self) -> str:
        return repr(self) if self.entry is None else terminal.entry_text(self.entry())

    def _repr_html_(self) -> str | None:
        return None if self.entry is None else notebook.render_entry(self.entry())

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What IPython shows where it has no HTML."""
        printer.text(str(self))


class ResultsByName(ABC):
    """The results of a report by name: ``report[name]``, ``name in report``, ``len(report)``, and iteration over the
    names.
    """

    result_noun: ClassVar[str] = "result"
    """Name of a result in error messages."""
    record: dict[str, Any]

    def all_results(self) -> Sequence[Result]:
        """Return all results in the order of the record, one for each row of :meth:`to_pandas`."""
        return self.record["results"]

    def names_of(self, result: Result) -> tuple[str, ...]:
        """Return the names under which a result is found. Iteration over the report gives the first of them.

        Args:
            result: One of the results of :meth:`all_results`.
        """
        return (result["name"],)

    def __getitem__(self, name: str) -> Result:
        for result in self.all_results():
            if name in self.names_of(result):
                return result
        raise UnknownResultError(self.result_noun, name, dict.fromkeys(self), also=self._other_names())

    def __iter__(self) -> Iterator[str]:
        return (self.names_of(result)[0] for result in self.all_results())

    def __len__(self) -> int:
        return len(self.all_results())

    def __contains__(self, name: object) -> bool:
        return any(name in self.names_of(result) for result in self.all_results())

    def __bool__(self) -> bool:
        return True  # a report is there, even if it has no results

    def to_pandas(self) -> "pandas.DataFrame":
        """Return the results as a ``pandas.DataFrame`` with one row per result. The columns are the keys of the record.

        Values that are lists or mappings, such as intervals and examples, are not converted.

        Example:
            >>> from datasets import Dataset
            >>> import hf_robust as hr
            >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
            >>> def model(texts):
            ...     return ["pos" if "fine" in text else "neg" for text in texts]
            >>> report = hr.run(model, data, task="sentiment-classification", transformations=["word-case", "ocr"])
            >>> report.to_pandas()[["name", "original", "perturbed", "drop"]].to_dict("records")[0]
            {'name': 'word-case', 'original': 1.0, 'perturbed': 0.5, 'drop': 0.5}
        """
        import pandas

        return pandas.DataFrame([dict(result) for result in self.all_results()])

    def _other_names(self) -> list[str]:
        return [name for result in self.all_results() for name in self.names_of(result)[1:]]
