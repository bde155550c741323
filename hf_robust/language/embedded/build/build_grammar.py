"""Counts the reference grammar from the trees of GUM and writes the table with its card."""

from collections.abc import Iterable
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from hf_robust.core.files import replaced_folder
from hf_robust.language.constituency.grammar import ReferenceGrammar
from hf_robust.language.constituency.productions import normalised, productions
from hf_robust.language.embedded.build.treebanks import need

if TYPE_CHECKING:
    from nltk import Tree


def read_trees(path: Path) -> "list[Tree]":
    """Read bracketed trees, one a line.

    Raises:
        DataFileError: There is no such file.
    """
    from nltk import Tree

    return [Tree.fromstring(line) for line in need(path).read_text(encoding="utf-8").splitlines() if line.strip()]


def covered(grammar: ReferenceGrammar, trees: "Iterable[Tree]") -> float:
    """Share of the productions of other trees, each as often as it stands there, that the grammar has."""
    seen = [grammar.count(*item) > 0 for tree in trees for item in productions(normalised(tree))]
    return sum(seen) / max(1, len(seen))


def build(data: Path, out: Path) -> dict:
    """Count the training trees, measure on others and write ``counts.tsv`` with its card.

    Args:
        data: Folder with ``gum/train.ptb`` (counted), ``gum/dev.ptb`` and ``gum/test_a.ptb`` (measured only).
        out: Folder to write.

    Returns:
        The figures on the card.

    Raises:
        DataFileError: A data file is missing.
    """
    trees = read_trees(data / "gum" / "train.ptb")
    grammar = ReferenceGrammar.from_trees(trees, "gum")
    counts = grammar.production_counts
    figures = {
        "version": grammar.version,
        "trees": len(trees),
        "words": sum(grammar.tag_counts.values()),
        "tags": len(grammar.tag_counts),
        "productions": sum(counts.values()),
        "distinct": len(counts),
        "once": sum(count == 1 for count in counts.values()),
        "left_sides": len({lhs for lhs, _ in counts}),
        "covered_dev": round(covered(grammar, read_trees(data / "gum" / "dev.ptb")), 4),
        "covered_test": round(covered(grammar, read_trees(data / "gum" / "test_a.ptb")), 4),
    }
    card = Template(Path(__file__).with_name("card_grammar.md").read_text(encoding="utf-8"))
    shown = {
        name: f"{n:,}" if isinstance(n, int) else f"{100 * n:.1f}" if isinstance(n, float) else n
        for name, n in figures.items()
    }
    with replaced_folder(out) as folder:
        (folder / "counts.tsv").write_text(grammar.to_table(), encoding="utf-8", newline="\n")
        (folder / "README.md").write_text(card.substitute(shown), encoding="utf-8", newline="\n")
    return figures
