"""Tables of what there is: one mapping a thing, which print as a table and show as one in a notebook."""

from abc import abstractmethod
from collections.abc import Mapping
from html import escape
from typing import Any, ClassVar


class ListedRows(list[dict[str, Any]]):
    """One mapping a thing, sorted by name.

    Class attributes:
        headings: Of the columns that are shown.
    """

    headings: ClassVar[tuple[str, ...]] = ()

    @staticmethod
    @abstractmethod
    def cells(row: Mapping[str, Any]) -> tuple[str, ...]:
        """What is shown of a thing, one text a heading."""

    def __str__(self) -> str:
        lines = [self.headings, *map(self.cells, self)]
        widths = [max(len(line[column]) for line in lines) for column in range(len(self.headings) - 1)]
        return "\n".join("  ".join([*map(str.ljust, line, widths), line[-1]]) for line in lines)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{heading}</th>" for heading in self.headings)
        rows = ("".join(f"<td>{escape(cell)}</td>" for cell in self.cells(row)) for row in self)
        return (
            f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(f'<tr>{row}</tr>' for row in rows)}</tbody></table>"
        )
