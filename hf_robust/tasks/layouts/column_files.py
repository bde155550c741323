"""Files with a token a line and its tags beside it, as the shared tasks of CoNLL have them."""

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.errors import DataFileError
from hf_robust.tasks.layouts.conll_files import Lines, blocks, dataset_of, read_conll
from hf_robust.tasks.tag_schemes import UnknownScheme, recognize

if TYPE_CHECKING:
    from datasets import Dataset

MOST = 9  # fields
_LOOKED_AT = 200  # lines
_DOCUMENT = "-DOCSTART-"
_CHUNK_TAG = re.compile(r"O|[BIESLUM]-\S+|\S+-[BIESLUM]")
_PHRASES = frozenset("ADJP ADVP CONJP INTJ LST NP PP PRT SBAR UCP VP".split())
Token = tuple[int, list[str]]


def read_token_lines(path: Path) -> "Dataset":
    """Read a file with a token a line: coreference of CoNLL-2012 where it says ``#begin document``, else columns.

    Raises:
        DataFileError: A line is not as the format wants it; the message has its number.
        EmptyDataError: There are no rows.
    """
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        first = next((line for line in file if line.strip()), "")
    return read_conll(path) if first.startswith("#begin document") else read_columns(path)


def read_columns(path: Path) -> "Dataset":
    """Read sentences of two to nine columns between blanks or tabs, with an empty line after each sentence.

    The first column (after a number of the token, if there is one) is the token. Tags of chunks are ``ner_tags``, or
    ``chunk_tags`` where they are phrases such as ``B-NP``. Of the other columns the one with the fewest different
    values is ``pos_tags``. Others are called ``column_3`` by their position. ``-DOCSTART-`` begins a document.

    Returns:
        Rows with ``tokens`` and the columns, a sentence each.

    Raises:
        DataFileError: Lines have different numbers of fields, or not two to nine; the message has the line.
        EmptyDataError: There is no sentence.
    """
    sentences = [tokens for lines in blocks(path) if (tokens := _tokens(lines))]
    width = len(sentences[0][0][1]) if sentences else 0
    sentences = [kept for tokens in sentences if (kept := [one for one in tokens if not _is_comment(one[1], width)])]
    for number, fields in (token for tokens in sentences for token in tokens):
        if len(fields) != width or not 2 <= width <= MOST:
            expected = f"{width} fields, as before" if 2 <= width <= MOST else f"a token with 1 to {MOST - 1} tags"
            raise DataFileError(f"{path}:{number}: expected {expected}, found {len(fields)} fields: {fields[:MOST]}")
    columns = [[[fields[place] for _, fields in tokens] for tokens in sentences] for place in range(width)]
    if width > 2 and all(column == [str(n) for n in range(1, len(column) + 1)] for column in columns[0]):
        columns = columns[1:]
    names = ["tokens", *_names(columns[1:])] if columns else []
    rows = [dict(zip(names, row)) for row in zip(*columns)]
    return dataset_of(path, rows, (), tuple(names), {})


def has_token_lines(path: Path) -> bool:
    """Whether a ``.tsv`` file has a token a line, and is no table with a header."""
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        lines = [line.rstrip("\r\n") for line, _ in zip(file, range(_LOOKED_AT))]
    if any(line.startswith(_DOCUMENT) for line in lines):
        return True
    while lines and not lines[-1].strip():
        lines.pop()
    tokens = [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]
    alike = {len(fields) for fields in tokens}
    if (
        len(alike) != 1
        or not 2 <= alike.pop() <= MOST
        or any(" " in field for fields in tokens for field in fields[:1])
    ):
        return False
    tagged = _are_chunk_tags({fields[-1] for fields in tokens})
    return tagged or any(not line.strip() for line in lines)


def _tokens(lines: Lines) -> list[Token]:
    rows = ((number, line.split("\t") if "\t" in line else line.split()) for number, line in lines)
    found = [(number, [field.strip() for field in fields]) for number, fields in rows]
    kept = [token for token in found if token[1][0] != _DOCUMENT]
    comments = [place for place, (_, fields) in enumerate(kept) if fields[0].startswith("#")]
    # a comment before the first token of a sentence; a "#" may be a token, too
    while comments and comments[0] == 0 and len(kept) > 1 and len(kept[0][1]) != len(kept[1][1]):
        kept, comments = kept[1:], [place - 1 for place in comments[1:]]
    return kept


def _is_comment(fields: Sequence[str], width: int) -> bool:
    return fields[0].startswith("#") and len(fields) != width


def _are_chunk_tags(tags: Collection[str]) -> bool:
    """Whether all tags of a column have a mark, in any spelling that :mod:`hf_robust.tasks.tag_schemes` knows."""
    if all(map(_CHUNK_TAG.fullmatch, tags)):
        return True
    try:
        scheme = recognize(tags)
    except UnknownScheme:
        return False
    return scheme.name != "IO" and scheme.typed and scheme.separator != " "


def _names(columns: Sequence[Sequence[Sequence[str]]]) -> Iterator[str]:
    """The names of the columns beside the tokens."""
    values = [{tag for tags in column for tag in tags} for column in columns]
    chunked = [bool(found) and (not found.isdisjoint("Oo") or _are_chunk_tags(found)) for found in values]
    plain = [place for place, is_chunk in enumerate(chunked) if not is_chunk]
    speech = min(plain, key=lambda place: (len(values[place]), place), default=None)
    taken: set[str] = set()
    for place, found in enumerate(values):
        kinds = {tag.partition("-")[2] for tag in found} - {""}
        name = "chunk_tags" if kinds and {kind.upper() for kind in kinds} <= _PHRASES else "ner_tags"
        name = name if chunked[place] else "pos_tags" if place == speech else ""
        name = name if name and name not in taken else f"column_{place + 2}"
        taken.add(name)
        yield name
