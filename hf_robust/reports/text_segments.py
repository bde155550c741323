"""Edits of an example as segments to show: marked, blanks made visible, long stretches clipped."""

from dataclasses import dataclass
from itertools import groupby

from hf_robust.reports.records.shared_records import ChangedText

CONTEXT = 90  # characters kept on either side of an edit in a long text
LONG = 480  # a text longer than this is clipped
FULL = 20_000  # even the full view stops here; report.json holds the rest
GAP = " … "
_LEAST = 8  # characters shown of either side of an edit that is clipped


@dataclass(frozen=True)
class Segment:
    """A stretch of text.

    Args:
        kind: ``"equal"``, ``"delete"``, ``"insert"``, or ``"gap"`` for what was left out.
        text: What to show.
    """

    kind: str
    text: str


@dataclass(frozen=True)
class Shown:
    """One field of an example, ready for the page.

    Args:
        field: The role of the field, for example ``"text"``.
        segments: What is shown at once.
        full: The whole text when `segments` leaves something out, otherwise empty.
        length: Characters of the text after the change.
        cut: Whether even `full` had to stop.
    """

    field: str
    segments: list[Segment]
    full: list[Segment]
    length: int
    cut: bool


def show(field: ChangedText) -> Shown:
    """Prepare one field of an example.

    Example:
        >>> shown = show(ChangedText(field="text", before="a b", after="ab",
        ...                           diff=(("equal", "a"), ("delete", " "), ("equal", "b"))))
        >>> [(segment.kind, segment.text) for segment in shown.segments]
        [('equal', 'a'), ('delete', '␣'), ('equal', 'b')]
    """
    segments = [Segment(kind, _visible(kind, text)) for kind, text in _pairs(field) if text]
    total = sum(len(segment.text) for segment in segments)
    if total <= LONG:
        return Shown(field.field, segments, [], len(field.after), False)
    clipped, full = _limit(_around_edits(segments), LONG), _limit(segments, FULL)
    return Shown(field.field, clipped, full, len(field.after), total > FULL)


def _pairs(field: ChangedText) -> list[tuple[str, str]]:
    pairs = [(pair[0], pair[1]) for pair in field.diff if len(pair) == 2]
    if pairs:
        return pairs
    if field.before == field.after:
        return [("equal", field.after)]
    return [("delete", field.before), ("insert", field.after)]


def _visible(kind: str, text: str) -> str:
    """An edit of nothing but blanks would not be seen: draw them."""
    if kind == "equal" or text.strip():
        return text
    return text.replace(" ", "␣").replace("\n", "↵").replace("\t", "⇥")


def _around_edits(segments: list[Segment]) -> list[Segment]:
    kept: list[Segment] = []
    last = len(segments) - 1
    for index, segment in enumerate(segments):
        if segment.kind != "equal":
            kept.append(segment)
            continue
        head = segment.text[:CONTEXT] if index or last == 0 else ""
        tail = segment.text[-CONTEXT:] if index < last else ""
        if len(head) + len(tail) + len(GAP) >= len(segment.text):
            kept.append(segment)
        else:
            kept += [Segment("equal", head), Segment("gap", GAP), Segment("equal", tail)]
    return [segment for segment in kept if segment.text]


def _limit(segments: list[Segment], size: int) -> list[Segment]:
    """As much as there is room for; what went is never shown without what came in its place."""
    kept: list[Segment] = []
    for changed, group in groupby(segments, key=lambda segment: segment.kind in ("delete", "insert")):
        if changed:
            parts = list(group)
            if sum(len(part.text) for part in parts) > size:
                return [*kept, *_clipped(parts, size), Segment("gap", GAP)]
            kept += parts
            size -= sum(len(part.text) for part in parts)
            continue
        for segment in group:
            if len(segment.text) > size:
                return [*kept, *_nonempty(Segment(segment.kind, segment.text[:size])), Segment("gap", GAP)]
            kept.append(segment)
            size -= len(segment.text)
    return kept


def _clipped(parts: list[Segment], size: int) -> list[Segment]:
    """One edit without the middle of its long parts; nothing of it where each would be a few letters."""
    if size < _LEAST * len(parts):
        return []
    rooms: dict[int, int] = {}
    for left, place in enumerate(sorted(range(len(parts)), key=lambda place: len(parts[place].text))):
        rooms[place] = min(len(parts[place].text), (size - sum(rooms.values())) // (len(parts) - left))
    clipped: list[Segment] = []
    for place, part in enumerate(parts):
        room = rooms[place]
        if room == len(part.text):
            clipped.append(part)
            continue
        tail = room // 2
        clipped += [
            Segment(part.kind, part.text[: room - tail]),
            Segment("gap", GAP),
            Segment(part.kind, part.text[len(part.text) - tail :]),
        ]
    return clipped


def _nonempty(segment: Segment) -> list[Segment]:
    return [segment] if segment.text else []
