"""The slices that a search looks at: those that were declared, and what the rows themselves suggest."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.errors import MissingResource
from hf_robust.slices.gold_label import GoldLabel
from hf_robust.slices.slice_pairs import pair_slices
from hf_robust.slices.slice_table import SliceTable
from hf_robust.slices.text_clusters import cluster_slices
from hf_robust.slices.value_slices import label_slices, span_slices
from hf_robust.slices.word_slices import word_slices

GOLD, SAID, CONFIDENCE = GoldLabel.name, "predicted label", "confidence"


@dataclass(frozen=True, kw_only=True)
class Families:
    """Which slices a search looks at beside those that were declared; each can be switched off.

    Args:
        words: Each word that enough rows have.
        clusters: Texts about the same things.
        pairs: What two declared slices have in common.
        answers: What the model said, and how sure it was.
        gold: The gold labels. A slice by them cannot be told from a row alone.
    """

    words: bool = True
    clusters: bool = True
    pairs: bool = True
    answers: bool = True
    gold: bool = True


@dataclass(frozen=True)
class RowFacts:
    """What is known of the rows of a search.

    Args:
        texts: Texts by role, one a row.
        declared: The slices that were asked for; None for none.
        gold: Gold value of each row.
        predicted: What the model said of each row.
        confidence: How sure it was, from 0 to 1; NaN where that is not known.
    """

    texts: Mapping[str, Sequence[str]]
    declared: SliceTable | None = None
    gold: Sequence[object] = ()
    predicted: Sequence[object] = ()
    confidence: NDArray[np.floating] | None = None


@dataclass(frozen=True)
class Candidates:
    """The slices of a search.

    Args:
        table: The slices.
        skipped: Families that could not be made, each with the reason.
    """

    table: SliceTable
    skipped: Mapping[str, str]

    @property
    def families(self) -> dict[str, int]:
        """How many slices there are of each family."""
        return dict(Counter(one.family for one in self.table.slices))

    @property
    def kinds(self) -> list[str]:
        """Of each slice what it is told by: ``"text"``, ``"answer"`` (the model's) or ``"gold"``."""
        kinds = {GOLD: "gold", SAID: "answer", CONFIDENCE: "answer"}
        return [kinds.get(one.family, "text") for one in self.table.slices]


def candidates(rows: RowFacts, least: int, most: int, families: Families | None = None, seed: int = 0) -> Candidates:
    """All slices that a search looks at, those that are too small or too large left out.

    Args:
        rows: What is known of the rows.
        least: Fewest rows of a slice.
        most: Most rows of a slice.
        families: What to look at beside the declared slices; None for all.
        seed: Seed of the clusters.

    Example:
        >>> texts = {"text": ["a dull film", "a fine film", "a fine day", "no film"]}
        >>> found = candidates(RowFacts(texts, gold=["neg", "pos", "pos", "neg"]), 2, 3, Families(clusters=False))
        >>> found.table.names, found.families
        (('word: a', 'word: film', 'word: fine', 'label: neg', 'label: pos'), {'word': 3, 'label': 2})
    """
    families = families or Families()
    count = max((len(column) for column in rows.texts.values()), default=len(rows.gold))
    tables, skipped = [_sized(rows.declared, least, most)] if rows.declared is not None else [], {}
    if families.pairs and tables:
        tables.append(pair_slices(_without_gold(tables[0]), least, most))
    if families.words:
        several = len(rows.texts) > 1
        tables += [word_slices(column, least, most, role if several else "") for role, column in rows.texts.items()]
    if families.clusters:
        try:
            tables.append(cluster_slices([" ".join(row) for row in zip(*rows.texts.values())], seed=seed))
        except MissingResource as error:
            skipped["cluster"] = str(error)
    if families.answers and len(rows.predicted):
        tables.append(label_slices(SAID, rows.predicted))
    if families.answers and rows.confidence is not None:
        tables.append(span_slices(CONFIDENCE, rows.confidence))
    if families.gold and len(rows.gold):
        tables.append(label_slices(GOLD, rows.gold))
    return Candidates(_sized(_together(tables, count), least, most), skipped)


def _sized(table: SliceTable, least: int, most: int) -> SliceTable:
    """The slices of a table that have neither too few nor too many rows."""
    return _some(table, np.flatnonzero((table.sizes >= least) & (table.sizes <= most)).tolist())


def _without_gold(table: SliceTable) -> SliceTable:
    """The slices that can be told from a row alone."""
    return _some(table, [place for place, one in enumerate(table.slices) if one.family != GOLD])


def _some(table: SliceTable, kept: list[int]) -> SliceTable:
    return SliceTable(tuple(table.slices[place] for place in kept), table.members[:, kept])


def _together(tables: Sequence[SliceTable], rows: int) -> SliceTable:
    """All slices in one table; of two with one name the first stays."""
    names: set[str] = set()
    kept = []
    for table in tables:
        places = [place for place, name in enumerate(table.names) if name not in names]
        names.update(table.names)
        kept.append(_some(table, places))
    members = np.hstack([table.members for table in kept]) if kept else np.zeros((rows, 0), np.bool_)
    return SliceTable(tuple(one for table in kept for one in table.slices), members)
