"""Word lists that search rules look words up in: of the package, of the user, or of HateCheck's table."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

import yaml

from hf_robust.core.errors import DataFileError
from hf_robust.core.yaml_nodes import BoundedLoader

_EDGES = "\"'`´‘’“”«».,;:!?()[]{}<>#*_~-–—…/\\|"

WordSource = str | Path | Iterable[str]


def terms(text: str) -> list[str]:
    """The words of a text in small letters, without the marks at their edges.

    Example:
        >>> terms("#Women 's rights, NOW!")
        ['women', 's', 'rights', 'now']
    """
    return [term for term in (word.strip(_EDGES) for word in text.lower().replace("’", "'").split()) if term]


@dataclass(frozen=True)
class WordList:
    """Words and phrases, looked up in any case.

    Args:
        entries: Each as :func:`terms` gives it, joined by spaces.
        longest: Words of the longest one.
        version: A hash of the entries.

    Example:
        >>> some = WordList.of(["trans people", "Muslim"])
        >>> some.occurs(terms("All Muslim's rights")), some.occurs(terms("many trans people")), some.occurs(["trans"])
        (True, True, False)
    """

    entries: frozenset[str] = field(repr=False)
    longest: int
    version: str

    @classmethod
    def of(cls, words: Iterable[str]) -> "WordList":
        """A list of words as a user writes them."""
        entries = frozenset(" ".join(terms(word)) for word in words) - {""}
        stamp = blake2b("\n".join(sorted(entries)).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
        return cls(entries, max((entry.count(" ") + 1 for entry in entries), default=0), stamp)

    def __getstate__(self) -> dict[str, list[str]]:
        return {"entries": sorted(self.entries)}  # a set pickles in another order in each process

    def __setstate__(self, state: Mapping[str, list[str]]) -> None:
        for name, value in vars(WordList.of(state["entries"])).items():
            object.__setattr__(self, name, value)

    def occurs(self, words: list[str]) -> bool:
        """Whether one of the entries is among the words of a text."""
        for size in range(1, self.longest + 1):
            for start in range(len(words) - size + 1):
                phrase = " ".join(words[start : start + size])
                if phrase in self.entries or phrase.removesuffix("'s") in self.entries:
                    return True
        return False


def read_words(name: str, source: WordSource) -> WordList:
    """Read a word list.

    Args:
        name: Its name; of a table with placeholders those are read that have it, ``[SLUR_S]`` for ``slur``.
        source: Words; or a file: text with one a line (``#`` begins a remark), YAML with a list or with lists in
            groups, or CSV with the columns ``Placeholder`` and ``Values``, as HateCheck publishes its terms.

    Raises:
        DataFileError: The file is missing, is none of these or has no words.
    """
    if not isinstance(source, (str, Path)):
        return WordList.of(source)
    path = Path(source)
    reader = {".csv": _of_table, ".yaml": _of_yaml, ".yml": _of_yaml}.get(path.suffix.lower(), _of_text)
    try:
        words = WordList.of(reader(path, name))
    except (OSError, ValueError, KeyError, csv.Error) as error:
        raise DataFileError(f"the word list {name!r} cannot be read from {path}: {error}") from error
    if not words.entries:
        raise DataFileError(f"{path} has no words for {name!r}; expected one a line, a YAML list, or HateCheck's table")
    return words


def _of_text(path: Path, name: str) -> list[str]:
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def _of_yaml(path: Path, name: str) -> list[str]:
    try:
        content = yaml.load(path.read_text(encoding="utf-8"), BoundedLoader)
    except yaml.YAMLError as error:
        raise ValueError(" ".join(str(error).split())) from error
    groups = content.values() if isinstance(content, dict) else [content]
    if not all(isinstance(group, list) and all(isinstance(word, str) for word in group) for group in groups):
        raise ValueError("expected a list of words, or lists of words by group")
    return [word for group in groups for word in group]


def _of_table(path: Path, name: str) -> list[str]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    if not rows or not {"Placeholder", "Values"} <= rows[0].keys():
        raise ValueError("expected the columns Placeholder and Values")
    # a row with too few cells has None in the others
    cells = [row["Values"] or "" for row in rows if name.lower() in (row["Placeholder"] or "").lower()]
    return [word.strip() for cell in cells for word in cell.split(",")]
