"""Source texts in what must not hold them: five consecutive words of a text, in a value or in a file."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hf_robust.core.doc import flat_tokens
from hf_robust.core.edits import Offsets
from hf_robust.core.languages import Language
from hf_robust.core.randomness import mix_all
from hf_robust.suites.near_copies import WORDS, word_offsets
from hf_robust.suites.overlaid_edits import overlaid_pieces
from hf_robust.suites.rows import CHUNK
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset

_WORD = re.compile(r"\w+")


class Leak(NamedTuple):
    """A piece of the source where none may stand.

    Args:
        file: The file, relative to the folder.
        location: Where in it: a column and row; empty for a text file.
    """

    file: str
    location: str
    words: str


class SourceIndex:
    """All sequences of five words of some texts.

    Words are compared without case. In a language with spaces they are what stands between spaces and signs; in
    another one those of the language, and it does not matter how the text that is looked at falls into words.

    Args:
        size: How many words are a piece.

    Example:
        >>> index = SourceIndex(["It was a dark and stormy night."])
        >>> index.first_match("In A DARK, and stormy night"), index.first_match("dark and stormy")
        ('a dark and stormy night', None)
    """

    def __init__(self, texts: Iterable[str], language: Language | None = None, size: int = WORDS):
        self.language = language
        self.size = size
        self._word_codes: dict[str, int] = {}
        self._pieces: set[str] = set()
        if self._spaced:
            known = [np.empty(0, np.uint64)]
            for text in texts:
                known.append(
                    self._keys([self._word_codes.setdefault(word, len(self._word_codes)) for word in _words(text)])
                )
            self._known = np.unique(np.concatenate(known))
            return
        for text in texts:
            self._add(text)
        self._lengths = sorted({len(piece) for piece in self._pieces})

    @property
    def _spaced(self) -> bool:
        return self.language is None or self.language.spaced

    def __len__(self) -> int:
        return len(self._known) if self._spaced else len(self._pieces)

    def _keys(self, codes: Sequence[int]) -> np.ndarray:
        """A number for each sequence of words: of 64 bits, as a source may have millions of them."""
        words = np.array(codes, np.int64).astype(np.uint64)
        count = max(len(words) - self.size + 1, 0)
        keys = np.zeros(count, np.uint64)
        for first in range(self.size):
            keys = mix_all(keys ^ (words[first : first + count] + np.uint64(first + 1)))
        return keys

    def _add(self, text: str) -> None:
        assert self.language is not None
        words = [_solid(text[start:end]) for start, end in self.language.words(text, None)]
        self._pieces.update(map("".join, zip(*(words[first:] for first in range(self.size)))))

    def words(self, text: str) -> list[Offsets]:
        """Offsets of the words of a text."""
        return word_offsets(text, self.language)

    def first_match(self, text: str) -> str | None:
        """The first piece of the source that a text holds; None when it holds none."""
        if self._spaced:
            words = _words(text)
            if len(words) < self.size:
                return None
            codes = [self._word_codes.get(word, -1) for word in words]
            keys = self._keys(codes)
            at = np.minimum(np.searchsorted(self._known, keys), len(self._known) - 1)
            for start in np.flatnonzero(self._known[at] == keys).tolist() if len(self._known) else ():
                if min(codes[start : start + self.size]) >= 0:
                    return " ".join(words[start : start + self.size])
            return None
        letters = _solid(text)
        for start in range(len(letters)):
            for length in self._lengths:
                if letters[start : start + length] in self._pieces:
                    return letters[start : start + length]
        return None


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _solid(text: str) -> str:
    """The letters and digits of a text, without what stands between them."""
    return "".join(_WORD.findall(text.casefold()))


def source_texts(rows: "Dataset", task: Task, without: Sequence[str] = ()) -> Iterator[str]:
    """All texts of rows that are no gold labels: of the task's columns, and of columns beside them.

    Args:
        task: The task with the columns.
        without: Columns that are not of the source.
    """
    labels = {task.column(role) for role in task.kind.roles if role not in task.text_roles}
    ids = set() if task.id_column is None else {task.id_column}
    texts = {task.column(role) for role in task.text_roles}
    names = [name for name in rows.column_names if name not in {*without, *labels, *(ids - texts)}]
    plain = rows.with_format(None)
    for start in range(0, len(plain) if names else 0, CHUNK):
        piece = plain[start : start + CHUNK]
        for name in names:
            for value in piece[name]:
                yield from _texts_of(value, task.spoken.joiner if name in texts else " ")


def _texts_of(value: Any, joiner: str) -> Iterator[str]:
    """The texts in a value; lists of tokens as the text that they make."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts_of(part, joiner)
    elif isinstance(value, (list, tuple)):
        parts = [part for part in value if part is not None]
        if parts and all(isinstance(part, (str, list, tuple)) for part in parts):
            flat = flat_tokens(parts)
            if all(isinstance(token, str) for token in flat):
                yield joiner.join(flat)
                return
        yield from chain.from_iterable(_texts_of(part, joiner) for part in parts)


def strings_in(value: Any) -> Iterator[str]:
    """All strings in a value, names of fields left out.

    Example:
        >>> list(strings_in({"a": ["x", {"b": "y"}], "n": 1}))
        ['x', 'y']
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from strings_in(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from strings_in(part)


def rewritten_run(words: Sequence[Offsets], covered: Sequence[bool]) -> int:
    """The longest run of consecutive words that lie inside edits: with more than half of their characters.

    Args:
        words: Offsets of the words of a text.
        covered: For each character of the text, whether an edit replaces it.

    Example:
        >>> rewritten_run([(0, 1), (2, 6), (7, 11)], [True] * 6 + [False] * 5)
        2
    """
    longest = run = 0
    for start, end in words:
        inside = 2 * sum(covered[start:end]) > end - start
        run = run + 1 if inside else 0
        longest = max(longest, run)
    return longest


def find_leaks(
    folder: str | Path,
    texts: Iterable[str] | SourceIndex,
    language: Language | None = None,
    most: int = 20,
    source: "tuple[Task, Dataset] | None" = None,
) -> list[Leak]:
    """Pieces of source texts in a folder: in its text files, in the rows of its Parquet files, and over all files.

    Args:
        texts: The source texts, or what is known of them.
        most: So many are looked for.
        source: Task and rows of the source, for the folder of an edits suite: the edits of all its files are laid
            over one another then, and five consecutive words of which they write near copies are a leak.

    Returns:
        Those that were found; empty when the folder holds nothing of the source.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     _ = Path(folder, "README.md").write_text("It was a dark and stormy night.")
        ...     find_leaks(folder, ["It was a dark and stormy night."])[0].words
        'it was a dark and'
    """
    index = texts if isinstance(texts, SourceIndex) else SourceIndex(texts, language)
    place, found = Path(folder), list[Leak]()
    for path in sorted(path for path in place.rglob("*") if path.is_file()):
        name = path.relative_to(place).as_posix()
        for where, text in _texts_in(path):
            if (words := index.first_match(text)) is not None:
                found.append(Leak(name, where, words))
                if len(found) >= most:
                    return found
    pieces = overlaid_pieces(place, *source) if source is not None else []
    found += [Leak("*/edits.parquet", "all files together", words) for words in pieces]
    return found[:most]


def _texts_in(path: Path) -> Iterator[tuple[str, str]]:
    """What stands in a file, each with its place in it."""
    if path.suffix == ".parquet":
        yield from _texts_in_rows(path)
        return
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix == ".json":
        text = json.dumps(json.loads(text), ensure_ascii=False)
    yield "", text


def _texts_in_rows(path: Path) -> Iterator[tuple[str, str]]:
    """The strings of each row, one by one and one after the other."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        number = 0
        for batch in file.iter_batches(CHUNK):
            for row in batch.to_pylist():
                for column, value in row.items():
                    strings = list(strings_in(value))
                    yield from ((f"{column} of row {number}", text) for text in strings)
                    if len(strings) > 1:
                        yield f"{column} of row {number}", " ".join(strings)
                number += 1
