"""The report in Markdown for pull requests, summaries of GitHub workflows and model cards: text, no images.

GitHub takes 65,536 characters; what has no room is left out and named.
"""

from collections.abc import Iterator
from itertools import zip_longest

from hf_robust.reports.charts import BarCharts, DotPlot, HeatMap, LineCharts, Radar, StepCurve
from hf_robust.reports.formats.markdown_text import code, md
from hf_robust.reports.text_segments import Segment
from hf_robust.reports.view import (
    Block,
    Cell,
    Counts,
    Entries,
    Entry,
    Example,
    Examples,
    Facts,
    Room,
    Row,
    Section,
    Table,
    View,
    Words,
)
from hf_robust.reports.wording import count, points

SUFFIX = ".md"
LIMIT = 65_000  # characters; GitHub refuses more than 65,536
ROWS = 30  # of a table in brief; the whole one stands below it, folded away
WEAKEST = 5
JOB_ROWS, JOB_ENTRIES, JOB_EXAMPLES = 40, 3, 2  # rows, results with examples, and examples of each on a job's page
_HOW = ("used", "predicted")  # notes on how it was made
_SPARE = 600  # characters kept for the lines that say what was cut


def render(view: View, limit: int = LIMIT) -> str:
    """The report in Markdown; whatever the view holds is escaped.

    Args:
        view: What the report says.
        limit: It has no more characters.
    """
    text = brief(view, limit - _SPARE)
    cut: list[str] = []
    for heading, pieces in _folded(view):
        text, whole = _add(text, heading, pieces, limit - _SPARE)
        cut += [] if whole else [heading]
    if cut:
        names = ", ".join(md(heading, 60) for heading in cut[:6])
        more = f" and {count(len(cut) - 6, 'more section')}" if len(cut) > 6 else ""
        text += f"\n_Cut for length, in whole or in part: {names}{more}. All numbers are in {code(view.data_file)}._\n"
    return text


def brief(view: View, limit: int = LIMIT, level: int = 2) -> str:
    """The part that is not folded away: the verdict, what stands out, the tables and the weakest points.

    Args:
        view: What the report says.
        limit: It has no more characters; the tables lose rows first.
        level: That of its heading.
    """
    details = ", ".join(view.details)
    head = [
        f"{'#' * level} {md(view.kind)}: {md(view.title, 200)}",
        f"On {md(view.subject, 200)} ({md(details, 300)})",
        _warnings(view),
        f"**{md(view.headline, 1200)}**",
        md(view.rests_on, 1200),
        *_broken(view),
        _next(view),
        md(view.lede, 1200),
        _tiles(view),
    ]
    notes = [f"- {md(name)}: {md(text)}" for name, text in _notes(view)]
    tail = ["\n".join(_weakest(view)), "\n".join(notes[:20]), _signature(view), f"<sub>{md(view.legend, 1200)}</sub>"]
    rows = ROWS
    while True:
        tables = [piece for block in view.brief for piece in _block(block, Room.WIDE, rows)]
        text = "\n\n".join(filter(None, [*head, *tables, *tail])) + "\n"
        if len(text) <= limit or rows <= 1:
            return text if len(text) <= limit else text[: limit - 2].rsplit("\n", 1)[0] + "\n"
        rows //= 2


def short(view: View, rest: str, limit: int = LIMIT) -> str:
    """What a page of a CI job shows: the verdict, the table of scores, and rows that the worst results turned.

    Args:
        view: What the report says.
        rest: Where the rest is, in Markdown.
        limit: It has no more characters; the examples go first, then rows of the table.
    """
    head = [
        f"## {md(view.kind)}: {md(view.title, 200)}",
        f"On {md(view.subject, 200)} ({md(', '.join(view.details), 300)})",
        _warnings(view),
        f"**{md(view.headline, 1200)}**",
        md(view.rests_on, 1200),
        _next(view),
        md(view.lede, 1200),
    ]
    table = next((block for block in view.brief if isinstance(block, Table)), None)
    faults = "\n".join(f"- {md(name)}: {md(text)}" for name, text in view.notes[:JOB_ROWS] if name not in _HOW)
    tail = [faults, f"<sub>{md(view.legend, 1200)}</sub>", f"{rest}\n"]
    examples, rows = _flipped(view), JOB_ROWS
    while True:
        scores = "" if table is None else _table(table, Room.WIDE, rows, "in the report")
        text = "\n\n".join(filter(None, [*head, scores, *examples, *tail]))
        if len(text) <= limit:
            return text
        if not examples and rows <= 1:
            break
        examples, rows = [], rows // 2 if not examples else rows
    left = limit - len(tail[-1]) - 2
    return f"{text[:left].rsplit(chr(10), 1)[0]}\n\n{tail[-1]}" if left > 0 else ""


def _warnings(view: View) -> str:
    """The warnings of the run as a list; empty when there are none."""
    return "\n".join(f"- **Warning:** {md(message, 1200)}" for _, message in view.warnings)


def _broken(view: View) -> list[str]:
    """What breaks the model: a heading, and examples."""
    found = view.breaking
    return [] if found is None else [f"**{md(found.title, 160)}**", *map(_example, found.items)]


def _next(view: View) -> str:
    """What to do next as a list; empty where nothing is said."""
    lines = []
    for number, step in enumerate(view.next_steps, 1):
        shown = [code(part, 400) for part in (step.command, step.hint) if part]
        lines.append(f"{number}. {' '.join([md(step.text, 400), *shown])}")
    return "\n".join(["**What to do next**", "", *lines]) if lines else ""


def _flipped(view: View) -> list[str]:
    """The worst results, those that chance does not explain before the others, with rows that they turned."""
    entries = [
        (entry, examples)
        for section in view.sections
        for block in section.blocks
        if isinstance(block, Entries)
        for entry in block.items
        if (examples := [one for part in entry.blocks if isinstance(part, Examples) for one in part.items])
    ]
    pieces = ["**Worst examples**"] if entries else []
    for entry, examples in sorted(entries, key=lambda one: not one[0].star)[:JOB_ENTRIES]:
        star = r" \*" if entry.star else ""
        pieces += [f"{md(entry.name, 80)}: {md(entry.figure)}{star}", *map(_example, examples[:JOB_EXAMPLES])]
    return pieces


def _tiles(view: View) -> str:
    if not view.tiles:
        return ""
    lines = [f"| {md(one.label)} | **{md(one.value)}** | {md(one.note)} |" for one in view.tiles]
    return "\n".join(["| | | |", "|---|---:|---|", *lines])


def _notes(view: View) -> list[tuple[str, str]]:
    return [*(("skipped", f"{name}: {reason}") for name, reason in view.skipped or ()), *view.notes]


def _signature(view: View) -> str:
    return f"Signature: `{view.signature}`" if view.signature else ""  # no sign in it needs to be escaped


def _weakest(view: View) -> list[str]:
    """The entries that chance does not explain, the worst first."""
    entries = [
        entry
        for section in view.sections
        for block in section.blocks
        if isinstance(block, Entries)
        for entry in block.items
        if entry.star
    ]
    lines = [f"- **{md(one.name, 80)}**: {md(one.figure)}. {md(one.gist)}" for one in entries[:WEAKEST]]
    return ["**Weakest points**", "", *lines] if lines else []


def _folded(view: View) -> Iterator[tuple[str, list[str]]]:
    """What is folded away: a heading and pieces for each section; the long ones come last and take no other's room."""
    yield from ((section.heading, list(_pieces(section))) for section in view.sections if not _is_long(section))
    yield "How this report was created", [_facts(view.facts), f"Created by {code(view.command or view.created_by)}."]
    yield "Terms", ["\n".join(f"- **{md(term)}**: {md(says, 1200)}" for term, says in view.glossary)]
    yield from ((section.heading, list(_pieces(section))) for section in view.sections if _is_long(section))


def _is_long(section: Section) -> bool:
    """Whether a section tells all about each result."""
    return any(isinstance(block, Entries) for block in section.blocks)


def _pieces(section: Section) -> Iterator[str]:
    if section.intro:
        yield md(section.intro, 1200)
    for block in section.blocks:
        yield from _block(block, Room.PAGE)


def _add(text: str, heading: str, pieces: list[str], limit: int) -> tuple[str, bool]:
    """A section behind a text, as many pieces of it as there is room for, and whether these are all."""
    opening, ending = f"\n<details>\n<summary>{md(heading, 120)}</summary>\n", "\n</details>\n"
    pieces = [piece for piece in pieces if piece]
    kept, room = [], limit - len(text) - len(opening) - len(ending)
    for piece in pieces:
        room -= len(piece) + 2
        if room < 0:
            break
        kept.append(f"\n{piece}\n")
    if not kept:
        return text, not pieces
    return f"{text}{opening}{''.join(kept)}{ending}", len(kept) == len(pieces)


def _block(block: Block, room: Room, rows: int | None = None) -> Iterator[str]:
    if isinstance(block, Table):
        yield _table(block, room, rows)
    elif isinstance(block, Entries):
        yield from map(_entry, block.items)
    elif isinstance(block, Examples):
        yield from ([f"**{md(block.title)}**"] if block.title else [])
        yield from map(_example, block.items)
    elif isinstance(block, Words):
        yield from (md(sentence, 1200) for sentence in block.sentences)
    elif isinstance(block, Facts):
        yield _facts(block.items)
    elif isinstance(block, Counts):
        lines = [f"- {md(number)} {md(what)}" for number, what in block.items]
        yield "\n".join([*([f"**{md(block.title)}**", ""] if block.title else []), *lines])
    else:
        yield from _chart(block)


def _chart(block: DotPlot | BarCharts | LineCharts | StepCurve | HeatMap | Radar) -> Iterator[str]:
    """The numbers of a chart."""
    if isinstance(block, DotPlot):
        heads = ["", *block.heads] if block.heads else [""]
        yield grid(heads, [[md(row.name + (" *" if row.star else "")), *map(md, row.texts)] for row in block.rows])
    elif isinstance(block, BarCharts):
        for title, bars in block.charts:
            yield grid([title, "Points", ""], [[md(bar.name), md(bar.text), md(bar.note)] for bar in bars])
    elif isinstance(block, LineCharts):
        for panel in block.panels:
            yield f"**{md(panel.title)}**: {md(panel.says, 1200)}"
    elif isinstance(block, StepCurve):
        yield md(block.says, 1200)
    elif isinstance(block, HeatMap):
        yield from _heat(block)
    else:
        yield from [f"**{md(block.title)}**"] if block.title else []
        rows = ([md(one.name), *(points(value) for value in one.values)] for one in block.series)
        yield grid(["", *block.axes], list(rows))


def _heat(block: HeatMap) -> Iterator[str]:
    if block.title or block.caption:
        yield " ".join(filter(None, [f"**{md(block.title)}**" if block.title else "", md(block.caption)]))
    rows = [
        [md(name), *(md(cell.text) + (r" \*" if cell.star else "") for cell in cells)] for name, cells in block.rows
    ]
    yield grid([block.corner, *block.columns], rows)


def grid(heads: list[str], rows: list[list[str]], numeric: list[bool] | None = None) -> str:
    """A table in GitHub's Markdown.

    Args:
        heads: The heads as plain text.
        rows: The cells in Markdown; short rows are filled up.
        numeric: Which columns stand at the right; None: all but the first.
    """
    right = numeric or [False, *[True] * (len(heads) - 1)]
    lines = [f"| {' | '.join(md(head, 60) for head in heads)} |"]
    lines.append(f"|{'|'.join('---:' if one else '---' for one in right)}|")
    lines += [f"| {' | '.join(cell for cell, _ in zip_longest(row, heads, fillvalue=''))} |" for row in rows]
    return "\n".join(lines)


def _table(table: Table, room: Room, most: int | None, rest: str = "below") -> str:
    places = table.columns_in(room)
    shown: list[list[str]] = []
    number = 0
    for group, rows in table.grouped(room):
        rows = rows if most is None else rows[: max(most - number, 0)]
        number += len(rows)
        if group and rows:
            shown.append([f"_{md(group, 60)}_"])
        shown += [_cells(row, places) for row in rows]
    left = sum(row.room <= room for row in table.rows) - number
    shown += [_cells(row, places) for row in table.totals]
    columns = [table.columns[place] for place in places]
    said = " ".join(filter(None, [f"**{md(table.title, 160)}**" if table.title else "", md(table.caption)]))
    if not shown:
        return "\n\n".join(filter(None, [said, md(table.empty)]))
    drawn = grid([column.short or column.name for column in columns], shown, [column.number for column in columns])
    more = f"{count(left, 'more row')} {rest}." if left else ""
    return "\n\n".join(filter(None, [said, drawn, more]))


def _cells(row: Row, columns: list[int]) -> list[str]:
    return [_cell(row.cells[column]) for column in columns]


def _cell(cell: Cell) -> str:
    words = md(cell.text, 160)
    words = rf"**{words}** \*" if cell.star else words
    return f"{words} <sub>{md(cell.detail, 160)}</sub>" if cell.detail else words


def _entry(entry: Entry) -> str:
    star = r" \*" if entry.star else ""
    lines = [f"**{md(entry.name, 120)}: {md(entry.figure)}**{star} {md(entry.gist)}"]
    for block in entry.blocks:
        if isinstance(block, Examples):
            lines += map(_example, block.items[:2])
        else:
            lines += _block(block, Room.PAGE)
    return "\n\n".join(filter(None, lines))


def _example(example: Example) -> str:
    lines = [f"{md(shown.field)}: {''.join(map(_segment, shown.segments))}" for shown in example.texts]
    for answer in example.answers:
        lines.append(f"{md(answer.role)}: {md(' → '.join(label for label, _ in answer.steps), 200)}")
    lines += [md(f"{side.says}; kept by: {side.kept}") for side in (example.cause.sides if example.cause else ())]
    return "\n".join(f"> {line}<br>" for line in filter(None, [md(example.note), *lines]))


def _segment(segment: Segment) -> str:
    words = segment.text
    shown = (" " if words[:1].isspace() else "") + md(words, 500) + (" " if words[-1:].isspace() else "")
    tag = {"delete": "del", "insert": "ins"}.get(segment.kind)
    return f"<{tag}>{shown}</{tag}>" if tag else shown


def _facts(items: tuple[tuple[str, str], ...]) -> str:
    return grid(["", ""], [[md(name), md(value)] for name, value in items], [False, False]) if items else ""
