"""What a report says, whatever the format: one structure that every kind of record fills and every format renders.

A view holds texts that are ready to be read and numbers that are ready to be drawn; a renderer (see
:mod:`hf_robust.reports.formats`) only decides where they stand. To add a kind of report, build a :class:`View` from its
record; to add a format, write one renderer of views.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import ClassVar

from hf_robust.reports.charts import BarCharts, DotPlot, HeatMap, LineCharts, Radar, StepCurve
from hf_robust.reports.records.gate_records import GateRecord
from hf_robust.reports.root_cause_view import Cause
from hf_robust.reports.text_segments import Shown


class Room(IntEnum):
    """How much room a format must have to show a column or row of a table."""

    NARROW = 1  # everywhere
    WIDE = 2  # where a line holds 80 characters
    PAGE = 3  # on a page whose tables scroll


@dataclass(frozen=True)
class Tile:
    """A number that stands out at the top.

    Args:
        label: What it is.
        value: The number, or a name.
        note: What it is measured on.
        is_name: Whether the value is a name, which is set smaller.
    """

    label: str
    value: str
    note: str
    is_name: bool = False


@dataclass(frozen=True)
class Outcome:
    """The verdict in one or two words.

    Args:
        tone: ``"loss"``, ``"gain"``, ``"doubt"`` or nothing.
    """

    word: str
    tone: str = ""


@dataclass(frozen=True)
class Step:
    """What to do next.

    Args:
        text: What and why, in one sentence.
        command: A command line, or Python.
        topic: A topic of the documentation, as ``hf-robust docs`` takes it.
        purpose: ``"gate"`` or ``"rows"`` where a gate gives the step another meaning.
    """

    text: str
    command: str = ""
    topic: str = ""
    purpose: str = ""

    @property
    def hint(self) -> str:
        """The command of the documentation that tells more; empty without a topic."""
        return f"hf-robust docs {self.topic}" if self.topic else ""


@dataclass(frozen=True)
class Words:
    """A paragraph for each sentence.

    Args:
        sentences: The paragraphs.
        quiet: Whether it is an aside.
    """

    block: ClassVar[str] = "words"

    sentences: tuple[str, ...]
    quiet: bool = False


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Args:
        name: Its head.
        short: A shorter head, for formats with little room.
        hint: What the head means, where it does not say so.
        number: Whether it holds numbers.
        room: Formats with less room leave it out.
        sorted: Whether the rows stand in its order, the greatest value first.
    """

    name: str
    short: str = ""
    hint: str = ""
    number: bool = True
    room: Room = Room.NARROW
    sorted: bool = False


@dataclass(frozen=True)
class Cell:
    """One value of a table.

    Args:
        text: What is shown.
        value: What rows are sorted by; None sorts last.
        detail: A second, quieter text, for example the name that belongs to an id.
        index: The result whose entry it leads to.
        star: Whether it is larger than chance explains.
        tone: ``"loss"``, ``"gain"`` or nothing.
        strong: Whether it is what the table is about.
    """

    text: str
    value: float | str | None = None
    detail: str = ""
    index: int | None = None
    star: bool = False
    tone: str = ""
    strong: bool = False


@dataclass(frozen=True)
class Row:
    """One row of a table.

    Args:
        cells: One a column; the first is the name of the row.
        group: The group that it belongs to, for formats that show groups.
        room: Formats with less room leave it out.
        quiet: Whether it rests on few rows and is greyed.
    """

    cells: tuple[Cell, ...]
    group: str = ""
    room: Room = Room.NARROW
    quiet: bool = False


@dataclass(frozen=True)
class Table:
    """A table.

    Args:
        totals: Rows below a line.
        title: Its name, where there is more than one.
        caption: What the numbers are.
        groups: The groups of rows in their order; empty when there are none.
        sortable: Whether a reader may sort the rows. Those of other tables stay in their groups.
        empty: What is said in place of rows when there are none.
    """

    block: ClassVar[str] = "table"

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    totals: tuple[Row, ...] = ()
    title: str = ""
    caption: str = ""
    groups: tuple[str, ...] = ()
    sortable: bool = False
    empty: str = ""

    def columns_in(self, room: Room) -> list[int]:
        """The numbers of the columns that a format with that much room shows."""
        return [number for number, column in enumerate(self.columns) if column.room <= room]

    def grouped(self, room: Room) -> list[tuple[str, list[Row]]]:
        """The rows that a format with that much room shows, by their groups."""
        rows = [row for row in self.rows if row.room <= room]
        if not self.groups:
            return [("", rows)] if rows else []
        groups = ((group, [row for row in rows if row.group == group]) for group in self.groups)
        return [(group, members) for group, members in groups if members]


@dataclass(frozen=True)
class ShownAnswer:
    """What was said of an example.

    Args:
        role: Who says it, for example ``"gold"`` or ``"model"``.
        steps: What is said and how surely; a second one is what it became.
        plain: Whether it is no answer but, for example, the number of a row.
    """

    role: str
    steps: tuple[tuple[str, float | None], ...]
    plain: bool = False


@dataclass(frozen=True)
class Example:
    """A row before and after a change, and what was said of it.

    Args:
        texts: The texts that changed.
        answers: The right answer, and the model's.
        note: What was done to it, where the heading does not say so.
        cause: Why the prediction is wrong, where that was asked for.
    """

    texts: tuple[Shown, ...]
    answers: tuple[ShownAnswer, ...]
    note: str = ""
    cause: Cause | None = None


@dataclass(frozen=True)
class Examples:
    """Examples, the worst first.

    Args:
        items: The examples.
        title: A heading.
    """

    block: ClassVar[str] = "examples"

    items: tuple[Example, ...]
    title: str = ""


@dataclass(frozen=True)
class Counts:
    """A list of numbers and what they count.

    Args:
        items: The numbers as text, each with what it counts.
        title: A heading.
    """

    block: ClassVar[str] = "counts"

    items: tuple[tuple[str, str], ...]
    title: str = ""


@dataclass(frozen=True)
class Facts:
    """Names and values.

    Args:
        items: The pairs.
    """

    block: ClassVar[str] = "facts"

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Entry:
    """All about one thing that was measured, folded away until a reader asks for it.

    Args:
        name: What it is.
        index: Its place among the results of the record; links lead to it by that number.
        gist: What it does, in one line.
        figure: The number that matters.
        star: Whether it is larger than chance explains.
        blocks: The rest.
        quiet: Whether it rests on few rows and is greyed.
    """

    name: str
    index: int
    gist: str
    figure: str
    blocks: "tuple[Block, ...]"
    star: bool = False
    quiet: bool = False


@dataclass(frozen=True)
class Entries:
    """Entries, the worst first.

    Args:
        items: The entries.
        open: Whether a page shows the first entry open; only what a headline may name is shown so.
    """

    block: ClassVar[str] = "entries"

    items: tuple[Entry, ...]
    open: bool = False


Block = (
    Words | Table | DotPlot | BarCharts | LineCharts | StepCurve | HeatMap | Radar | Examples | Counts | Facts | Entries
)


@dataclass(frozen=True)
class Section:
    """A part of a page.

    Args:
        blocks: What it holds.
        intro: What to know before.
    """

    heading: str
    blocks: tuple[Block, ...]
    intro: str = ""


@dataclass(frozen=True)
class Check:
    """What a CI system counts as one test: a score that must not be below a threshold.

    Args:
        name: Name of the test.
        score: The score, from 0 to 1; None where there is none.
        message: What is said around score and threshold when it fails, in three parts.
        detail: More about a failure.
        skipped: Why there is no score.
        id: By what a threshold names it; its name when empty.
    """

    name: str
    score: float | None = None
    message: tuple[str, str, str] = ("", "", "")
    detail: str = ""
    skipped: str = ""
    id: str = ""

    @property
    def key(self) -> str:
        """By what a threshold names it."""
        return self.id or self.name


@dataclass(frozen=True)
class View:
    """What a report says.

    Args:
        kind: What kind of report it is, for example ``"Robustness report"``.
        title: The model, or models.
        subject: What it was measured on.
        details: More about that, in a few words each.
        verdict: What the report says, in one sentence.
        outcome: The same in one or two words; None for reports that do not judge a model.
        basis: The numbers on which the verdict rests, each with its name.
        breaking: Examples of what breaks the model.
        next_steps: What to do next.
        lede: What else to know at once.
        tiles: Numbers that stand out.
        sections: The parts of a page.
        brief: What a format with little room (a terminal, a notebook cell, a card) shows in place of the sections.
        notes: Short lines for such a format, each with what it is about.
        legend: How to read the tables, for such a format.
        skipped: What was not measured, each with the reason; None where nothing can be.
        nothing_skipped: What is said when that is empty.
        facts: What is needed to make it again.
        command: What was typed; None for a report made from Python.
        created_by: The function that makes it, when it was made from Python.
        glossary: Terms and their meaning.
        checks: The tests that a CI system counts.
        data_file: The file that holds the record.
        run: What the run was, by name, for formats that carry metadata.
        created: When it was made.
        seconds: How long it took.
        signature: One line that says what was measured, to quote beside a number.
        warnings: What limits the meaning of the scores: a code and a sentence each. Formats show them in the headline.
        gate: The verdicts of a gate; None without one.
    """

    kind: str
    title: str
    subject: str
    details: tuple[str, ...]
    verdict: str
    lede: str
    tiles: tuple[Tile, ...]
    sections: tuple[Section, ...]
    brief: tuple[Table | Words, ...]
    notes: tuple[tuple[str, str], ...]
    legend: str
    facts: tuple[tuple[str, str], ...]
    command: str | None
    created_by: str
    glossary: tuple[tuple[str, str], ...]
    checks: tuple[Check, ...]
    data_file: str
    task: str
    created: str
    seconds: float | None
    skipped: tuple[tuple[str, str], ...] | None = None
    nothing_skipped: str = ""
    run: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[tuple[str, str], ...] = ()
    signature: str = ""
    gate: GateRecord | None = None
    outcome: Outcome | None = None
    basis: tuple[tuple[str, str], ...] = ()
    breaking: Examples | None = None
    next_steps: tuple[Step, ...] = ()

    @property
    def headline(self) -> str:
        """The outcome and the verdict."""
        return f"{self.outcome.word}. {self.verdict}" if self.outcome else self.verdict

    @property
    def rests_on(self) -> str:
        """The basis in one line; empty where there is none."""
        return " ".join(f"{name}: {value}." for name, value in self.basis)

    def entry(self, index: int) -> Entry:
        """All about the result at a place of the record.

        Raises:
            LookupError: There is none.
        """
        for section in self.sections:
            for block in section.blocks:
                for entry in block.items if isinstance(block, Entries) else ():
                    if entry.index == index:
                        return entry
        raise LookupError(f"there is no result {index}")
