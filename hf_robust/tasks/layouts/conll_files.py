"""Files with a token a line: CoNLL-U (dependency trees) and CoNLL-2012 (coreference)."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import DataFileError, EmptyDataError, NotApplicable
from hf_robust.core.head_edits import check_heads
from hf_robust.core.quoted import quoted

if TYPE_CHECKING:
    from datasets import Dataset

Lines = list[tuple[int, str]]
_FIELDS = 10  # of CoNLL-U
_HEAD = re.compile(r"[0-9]{1,9}")
_REFERENCE = re.compile(r"(\()?(\d+)(\))?")


def read_conllu(path: Path) -> "Dataset":
    """Read the sentences of a CoNLL-U file.

    Words of a tree are the tokens: a multiword token gives way to its words, empty nodes are left out. ``text`` is the
    sentence as it was written, where the file has it.

    Args:
        path: The file.

    Returns:
        Rows with ``sent_id``, ``text``, ``tokens``, ``lemmas``, ``pos_tags`` (universal), ``xpos``, ``heads`` and
        ``deprels``.

    Raises:
        DataFileError: A line is not as the format wants it, or heads make no tree; the message has the line.
        EmptyDataError: There is no sentence.
    """
    rows = [_sentence(path, lines) for lines in blocks(path) if any(not line.startswith("#") for _, line in lines)]
    return dataset_of(
        path, rows, ("sent_id", "text"), ("tokens", "lemmas", "pos_tags", "xpos", "deprels"), {"heads": "int64"}
    )


def blocks(path: Path) -> Iterator[Lines]:
    """The lines between empty lines, with their numbers.

    Args:
        path: The file, in UTF-8.

    Raises:
        DataFileError: The file cannot be read.
    """
    block: Lines = []
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    block.append((number, line.rstrip("\r\n")))
                elif block:
                    yield block
                    block = []
    except OSError as error:
        raise DataFileError(f"{path} cannot be read: {error}") from error
    except UnicodeDecodeError as error:
        raise DataFileError(f"{path} is no text in UTF-8 ({error}); save the file in that encoding") from error
    if block:
        yield block


def _sentence(path: Path, lines: Lines) -> dict[str, Any]:
    comments = dict(line[1:].strip().partition(" = ")[::2] for _, line in lines if line.startswith("#"))
    words: list[list[str]] = []
    for number, line in lines:
        if line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != _FIELDS:
            raise DataFileError(f"{path}:{number}: expected {_FIELDS} fields between tabs, found {len(fields)}")
        if "-" in fields[0] or "." in fields[0]:  # a multiword token, an empty node
            continue
        if fields[0] != str(len(words) + 1):
            raise DataFileError(
                f"{path}:{number}: expected the token number {len(words) + 1}, found {quoted(fields[0])}"
            )
        if not _HEAD.fullmatch(fields[6]):
            raise DataFileError(f"{path}:{number}: the head is no number: {quoted(fields[6])}")
        words.append(fields)
    heads = [int(fields[6]) for fields in words]
    try:
        check_heads(heads)
    except NotApplicable as error:
        raise DataFileError(f"{path}:{lines[0][0]}: {error}") from error
    columns = dict(zip(("tokens", "lemmas", "pos_tags", "xpos"), zip(*(fields[1:5] for fields in words))))
    return {
        "sent_id": comments.get("sent_id"),
        "text": comments.get("text"),
        **{name: list(values) for name, values in columns.items()},
        "heads": heads,
        "deprels": [fields[7] for fields in words],
    }


def read_conll(path: Path) -> "Dataset":
    """Read the documents of a CoNLL-2012 file with coreference in its last column.

    Args:
        path: The file; a document begins with ``#begin document`` and may have several parts.

    Returns:
        Rows with ``doc_key``, ``sentences``, ``speakers`` and ``clusters``, a document part each.

    Raises:
        DataFileError: A line is not as the format wants it; the message has its number.
        EmptyDataError: There is no document.
    """
    rows: list[dict[str, Any]] = []
    reader = _Mentions(path)
    for lines in blocks(path):
        tokens = []
        for number, line in lines:
            if line.startswith("#begin document"):
                reader, key = _Mentions(path), line.removeprefix("#begin document").strip()
                rows.append({"doc_key": key, "sentences": [], "speakers": [], "clusters": []})
            elif not line.startswith("#"):
                if not rows:
                    raise DataFileError(f"{path}:{number}: expected '#begin document' before the first token")
                tokens.append(_fields(path, number, line))
                reader.read(number, tokens[-1][-1])
        if tokens:
            rows[-1]["sentences"].append([fields[3] for fields in tokens])
            rows[-1]["speakers"].append([fields[9] if len(fields) > 10 else "-" for fields in tokens])
            rows[-1]["clusters"] = reader.clusters()
    nested = {"sentences": "string", "speakers": "string"}
    return dataset_of(path, rows, ("doc_key",), (), {}, nested)


def _fields(path: Path, line_number: int, line: str) -> list[str]:
    fields = line.split()
    if len(fields) < 6:
        raise DataFileError(f"{path}:{line_number}: expected the fields of CoNLL-2012, found only {len(fields)}")
    return fields


class _Mentions:
    """The mentions of a document: ``(3`` opens one of cluster 3, ``3)`` closes it, ``(3)`` is one token."""

    def __init__(self, path: Path):
        self._path, self._token = path, 0
        self._open: dict[str, list[tuple[int, int]]] = {}
        self._clusters: dict[str, list[list[int]]] = {}

    def read(self, line: int, field: str) -> None:
        """The last field of one token."""
        for part in [] if field in ("-", "_") else field.split("|"):
            found = _REFERENCE.fullmatch(part)
            if found is None or not (found[1] or found[3]):
                raise DataFileError(
                    f"{self._path}:{line}: expected coreference such as (3, 3) or (3), found {quoted(part)}"
                )
            opened, cluster, closed = found.groups()
            if opened:
                self._open.setdefault(cluster, []).append((self._token, line))
            if closed:
                if not self._open.get(cluster):
                    raise DataFileError(f"{self._path}:{line}: a mention of cluster {cluster} ends that did not begin")
                self._clusters.setdefault(cluster, []).append([self._open[cluster].pop()[0], self._token])
        self._token += 1

    def clusters(self) -> list[list[list[int]]]:
        """All clusters up to here, their mentions in the order of the text."""
        return [sorted(mentions) for mentions in self._clusters.values()]


def dataset_of(
    path: Path,
    rows: list[dict[str, Any]],
    texts: tuple[str, ...],
    lists: tuple[str, ...],
    number_types: dict[str, str],
    nested: dict[str, str] | None = None,
) -> "Dataset":
    """Rows with their features.

    Args:
        path: Where they come from.
        texts: Columns of text.
        lists: Columns with lists of texts.
        number_types: Types of the numbers in columns with lists of these.
        nested: Types in columns with lists of lists; ``clusters`` is one more.

    Raises:
        EmptyDataError: There are no rows.
    """
    from datasets import Dataset, Features, List, Value

    if not rows:
        raise EmptyDataError(f"{path} has no rows")
    features = {name: Value("string") for name in texts} | {name: List(Value("string")) for name in lists}
    features |= {name: List(Value(kind)) for name, kind in number_types.items()}
    features |= {name: List(List(Value(kind))) for name, kind in (nested or {}).items()}
    if nested:
        features["clusters"] = List(List(List(Value("int64"))))
    return Dataset.from_list(rows, features=Features(features))
