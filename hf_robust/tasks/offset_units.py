"""Units in which character offsets are counted: code points, UTF-16 units or UTF-8 bytes."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.quoted import quoted
from hf_robust.core.sections import one_of
from hf_robust.core.yaml_nodes import Node

CODE_POINTS = "code-points"
_SIZES: Mapping[str, Callable[[str], int]] = {
    CODE_POINTS: lambda character: 1,
    "utf-16": lambda character: 1 + (character > "\uffff"),
    "utf-8": lambda character: len(character.encode("utf-8", "surrogatepass")),
}
UNITS = tuple(_SIZES)
OTHER_SPELLINGS = {"codepoints": CODE_POINTS, "utf16": "utf-16", "utf8": "utf-8"}
_EDGES = ("start", "end", "from", "to", "answer_start", "start_offset", "end_offset")
_NAMED = ("text", "term")
# Letters of scripts that put spaces between words: only there a span that begins between two letters is odd.
_INSIDE = re.compile(r"[A-Za-z\d\u00c0-\u024f\u0370-\u05ff\u0620-\u06ff]{2}")


class UnitMatch(NamedTuple):
    """A span that a row states.

    Args:
        start: Where it begins, as stated.
        end: Where it ends, as stated; None where only its text tells.
        said: Its text, as stated; None where the row does not say it.
    """

    start: int
    end: int | None
    said: str | None


def offset_unit(name: str) -> str:
    """The unit with a name; ``utf16``, ``utf8`` and ``codepoints`` are accepted too.

    Raises:
        UsageError: There is no such unit. The message lists the units.

    Example:
        >>> offset_unit("utf16"), offset_unit("code-points")
        ('utf-16', 'code-points')
    """
    unit = OTHER_SPELLINGS.get(name, name)
    if unit not in UNITS:
        raise UsageError(f"offsets must be one of {', '.join(UNITS)}; found {name!r}")
    return unit


def read_unit(node: Node) -> str:
    """The unit that a key of a file names, see :func:`offset_unit`."""
    return offset_unit(one_of((*UNITS, *OTHER_SPELLINGS), "unit")(node))


class Reader:
    """Reads offsets of one text in one unit.

    Example:
        >>> Reader("😀 Ann", "utf-16").code_point(3), Reader("😀 Ann", "utf-8").code_point(5)
        (2, 2)
    """

    def __init__(self, text: str, unit: str):
        self.text = text
        self.unit = unit
        ends = accumulate(map(_SIZES[unit], text), initial=0)
        self._code_points = {offset: code_point for code_point, offset in enumerate(ends)}

    def code_point(self, offset: int) -> int:
        """An offset in code points.

        Raises:
            NotApplicable: When it lies inside of a character, or outside of the text.
        """
        if offset not in self._code_points:
            raise NotApplicable(f"the offset {offset} is no place between two characters of the text in {self.unit}")
        return self._code_points[offset]

    def covered(self, span: UnitMatch) -> str | None:
        """The text of a span; None where its offsets are no places of the text."""
        start = self._code_points.get(span.start)
        end = self._code_points.get(span.end) if span.end is not None else None
        if start is not None and span.end is None:
            end = start + len(span.said or "")
        return None if start is None or end is None or start > end else self.text[start:end]

    def fits(self, span: UnitMatch) -> bool:
        """Whether a span covers the text that the row says, or else begins and ends between words."""
        covered = self.covered(span)
        if covered is None or span.said is not None:
            return covered == span.said and covered is not None
        start, end = self._code_points[span.start], self._code_points[span.end or 0]
        edges = [self.text[max(0, code_point - 1) : code_point + 1] for code_point in (start, end)]
        return start < end and not any(_INSIDE.fullmatch(edge) for edge in edges)


_ADVICE = f"Use offsets={{unit!r}}, or offsets={CODE_POINTS!r} to take them as they are"


def check_units(text: str, spans: Iterable[UnitMatch], advice: str = _ADVICE) -> None:
    """Refuse offsets that fit their text only in another unit than code points.

    Args:
        spans: The spans that point into it.
        advice: What to type, with ``{unit!r}`` for the unit that fits.

    Raises:
        NotApplicable: With the readings of the first such span.
    """
    if text.isascii():
        return
    readers = None
    for span in spans:
        readers = readers or [Reader(text, unit) for unit in UNITS]
        fitting = [reader.unit for reader in readers if reader.fits(span)]
        if fitting and CODE_POINTS not in fitting:
            found = {reader.unit: reader.covered(span) for reader in readers}
            shown = "; ".join(f"{unit}: {'no text' if one is None else repr(one)}" for unit, one in found.items())
            at = f"[{span.start}, {span.end}]" if span.end is not None else str(span.start)
            said = f", which the row calls {quoted(span.said)}," if span.said is not None else ""
            raise NotApplicable(
                f"the offsets {at}{said} do not fit the text; they read as {shown}. " + advice.format(unit=fitting[0])
            )


_EDGE_NAMES = (("start", "from", "start_offset"), ("end", "to", "end_offset"))


def spans_in(value: Any, said: str | None = None) -> Iterator[UnitMatch]:
    """The spans that a value states, in any of its parts.

    Args:
        value: A struct, a list of structs, lists of ``[start, end, ...]``, or an offset alone.
        said: The text of an offset alone.

    Example:
        >>> list(spans_in([{"term": "fish", "start": 4, "end": 8}, [0, 3, "PER"]]))
        [UnitMatch(start=4, end=8, said='fish'), UnitMatch(start=0, end=3, said=None)]
    """
    if isinstance(value, Mapping):
        names = [name for name in _NAMED if isinstance(value.get(name), str)]
        text = value[names[0]] if names else None
        start, end = (next((value[n] for n in pair if n in value), None) for pair in _EDGE_NAMES)
        if isinstance(value.get("answer_start"), (list, tuple)):
            texts = value.get("text") or ()
            yield from (UnitMatch(int(one), None, text) for one, text in zip(value["answer_start"], texts))
        elif value.get("answer_start") is not None:
            yield UnitMatch(int(value["answer_start"]), None, text)
        elif start is not None and end is not None and not isinstance(start, (list, tuple)) and int(start) >= 0:
            yield UnitMatch(int(start), int(end), text)
        for name, part in value.items():
            if name not in (*_NAMED, *_EDGES):
                yield from spans_in(part) if isinstance(part, (list, tuple, Mapping)) else ()
    elif isinstance(value, (list, tuple)):
        if _is_pair(value):
            yield UnitMatch(value[0], value[1], None)
        else:
            for part in value:
                yield from spans_in(part) if isinstance(part, (list, tuple, Mapping)) else ()
    elif isinstance(value, int) and said is not None:
        yield UnitMatch(value, None, said)


def in_code_points(value: Any, reader: Reader) -> Any:
    """A value with its offsets in code points.

    Args:
        value: As for :func:`spans_in`.
        reader: Reads the offsets.

    Raises:
        NotApplicable: When an offset does not fit the text.
    """
    if isinstance(value, Mapping):
        return {name: _edge(part, reader) if name in _EDGES else _inner(part, reader) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        if _is_pair(value):
            return [*map(reader.code_point, value[:2]), *value[2:]]
        return [_inner(part, reader) for part in value]
    return _edge(value, reader)


def _inner(value: Any, reader: Reader) -> Any:
    return in_code_points(value, reader) if isinstance(value, (list, tuple, Mapping)) else value


def _edge(value: Any, reader: Reader) -> Any:
    if isinstance(value, (list, tuple)):
        return [_edge(one, reader) for one in value]
    if isinstance(value, str) and value.isdigit():
        return str(reader.code_point(int(value)))
    return reader.code_point(value) if isinstance(value, int) and value >= 0 else value


def _is_pair(value: Sequence[Any]) -> bool:
    return len(value) >= 2 and all(isinstance(one, int) and not isinstance(one, bool) for one in value[:2])


def row_spans(row: Mapping[str, Any], columns: Iterable[str]) -> Iterator[UnitMatch]:
    """The spans of some columns of a row.

    Args:
        row: Values by column; an offset alone has its text in the column that is called so without ``offset``.
    """
    given = [name for name in columns if name in row]
    if {"start", "end"} <= set(given):
        yield from spans_in({name: row[name] for name in ("term", "start", "end") if name in row})
    for name in given:
        if name not in _EDGES:
            said = row.get(re.sub(r"[-_]offset\Z", "", name))
            value = row[name]
            yield from spans_in(value, said if isinstance(said, str) else None)


def read_row(row: Mapping[str, Any], text: str, columns: Iterable[str], unit: str | None) -> Mapping[str, Any]:
    """A row with its offsets in code points.

    Args:
        row: Values by column.
        text: The column of the text.
        columns: The columns with offsets.
        unit: The unit of the offsets; None: code points, refused where only another unit fits.

    Raises:
        NotApplicable: When offsets do not fit the text.
    """
    if not isinstance(row.get(text), str) or unit == CODE_POINTS:
        return row
    if unit is None:
        check_units(row[text], row_spans(row, columns))
        return row
    reader = Reader(row[text], unit)
    return {**row, **{name: in_code_points(row[name], reader) for name in columns if name in row}}
