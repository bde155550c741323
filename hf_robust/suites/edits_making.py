"""Edits suites made of robustness suites: row by row, without what would give the source away."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import EmptyDataError, UsageError
from hf_robust.suites.base import FROM_HUB
from hf_robust.suites.baselines import without
from hf_robust.suites.edits_applying import entry_hash, suite_hasher
from hf_robust.suites.edits_entry import EditsEntry
from hf_robust.suites.edits_rows import Rebuilt, StaysOut, edits_features, row_hash, row_texts, stated_row
from hf_robust.suites.near_copies import WORDS, Overlay
from hf_robust.suites.pairs import RECORD, SuiteEntry
from hf_robust.suites.robustness import Suite
from hf_robust.suites.row_slices import SLICES
from hf_robust.suites.rows import CHUNK, distinct
from hf_robust.suites.source_leaks import SourceIndex, rewritten_run, source_texts

if TYPE_CHECKING:
    from datasets import Dataset

OWN = (RECORD, SLICES)
"""Columns of a suite's rows that are not of the source."""
REWRITTEN = f"{WORDS} or more words in a row lie inside edits"
COPIED = f"its new text holds {WORDS} words in a row of the source"
OVERLAID = f"with edits of other entries {WORDS} words in a row would be shown"
_LEAST = 0.5  # of an entry's pairs
_QUOTED = re.compile(r"""(['"]).*\1""", re.DOTALL)
PACKAGE_TEXTS = ("skipped", "resources")
"""Facts in which nothing comes from the source."""
Facts = dict[str, Any]
Seen = list[tuple[str, frozenset[int]]]


def edits_of(
    suite: Suite, source: "Dataset | None" = None, progress: Callable[[str], None] | None = None
) -> tuple[dict[str, EditsEntry], Facts, SourceIndex]:
    """What of a suite can be published as edits.

    Args:
        source: All rows that it was built from; without them those that stand in it.
        progress: Called with the name of each entry before it is made.

    Returns:
        The entries, what the edits suite says of itself, and the source as it was searched for.

    Raises:
        UsageError: When it is no robustness suite, its ids are texts, or what it says of itself holds words of the
            source.
        EmptyDataError: When nothing of it can be published as edits.
    """
    _check_suite(suite)
    index = SourceIndex(_all_texts(suite, source), suite.task.spoken)
    maker = _Maker(suite, index)
    for name, entry in suite.entries.items():
        if progress is not None:
            progress(name)
        maker.take(name, entry)
    maker.finish()
    info = {key: value for key, value in suite.info.items() if key not in FROM_HUB} | {"version": None}
    _check_facts({**info, "source_columns": maker.columns, "label_names": suite.task.label_names}, index)
    if not any(len(entry) for entry in maker.entries.values()):
        why = "; ".join(f"{one['name']}: {_in_words(one['reasons'])}" for one in maker.stayed_out[:3])
        raise EmptyDataError(f"nothing of the suite can be published as edits: {why or 'it has no pairs'}")
    info |= {
        "applied_hash": maker.whole.hexdigest(),
        "applied_name": info["name"],
        "name": f"{info['name'].removesuffix('-robust')}-edits",
        "source_rows": len(maker.sources),
        "source_columns": maker.columns,
        "stayed_out": maker.stayed_out,
        "words_shown": round(maker.overlay.share, 3),
    }
    if info["applied_hash"] != suite.content_hash:
        info = without(info)
    return maker.entries, info, index


@dataclass(frozen=True)
class _Draft:
    """An entry before the edits of all entries are held against each other.

    Args:
        entry: The entry of the robustness suite.
        indices: Which of its pairs could be published.
        rows: What would be published of them.
        seen: Which words of the source each of them shows.
        reasons: Why the others stay out.
    """

    entry: SuiteEntry
    indices: list[int]
    rows: "Dataset"
    seen: list[Seen]
    reasons: Counter[str]


class _Maker:
    """Makes the entries of an edits suite.

    Args:
        index: The texts of its source.

    Attributes:
        entries: The entries, by name.
        whole: The hash of the suite that they make.
        stayed_out: Entries of which too few pairs are left, and why.
        columns: The features of the source.
        sources: Ids and hashes of the source rows that are needed.
    """

    def __init__(self, suite: Suite, index: SourceIndex):
        self.task = suite.task
        self.index = index
        self.labels = _labels(suite)
        self.whole = suite_hasher()
        self.entries: dict[str, EditsEntry] = {}
        self.stayed_out: list[Facts] = []
        self.overlay = Overlay(suite.task.spoken)
        self.drafts: dict[str, _Draft] = {}
        self.sources: set[tuple[str, str]] = set()
        first = next(iter(suite.entries.values()))
        self.features = {name: kind for name, kind in first.original.features.items() if name not in OWN}

    @property
    def columns(self) -> Facts:
        """The features of the source, as JSON holds them."""
        from datasets import Features

        return Features(self.features).to_dict()

    def take(self, name: str, entry: SuiteEntry) -> None:
        """Take an entry as it would be by itself, or put on record why it stays out."""
        rows: list[Facts] = []
        kept: list[int] = []
        seen: list[Seen] = []
        reasons: Counter[str] = Counter()
        unfit = self._unfit(entry)
        for number, (original, perturbed, record) in enumerate(_pairs(entry) if unfit is None else ()):
            try:
                row, shown = self._row(original, perturbed, record)
            except StaysOut as error:
                reasons[str(error)] += 1
                continue
            rows.append(row)
            kept.append(number)
            seen.append(shown)
        reasons.update({unfit: entry.n} if unfit is not None else {})
        if unfit is not None or len(kept) < _LEAST * entry.n:
            self._leave_out(name, entry, len(kept), reasons)
            return
        self.drafts[name] = _Draft(entry, kept, _rows_of(entry, rows), seen, reasons)

    def finish(self) -> None:
        """Make the entries of what may stand beside one another.

        Pairs are taken once, in an order drawn by id, entry and variant, so that no entry comes before another. An
        entry stays out when none of its pairs is left; half of them must be left of it by itself, see :meth:`take`.
        """
        chosen = self._chosen()
        for name, draft in self.drafts.items():
            places = sorted(chosen[name])
            lost = len(draft.indices) - len(places)
            reasons = draft.reasons + Counter({OVERLAID: lost})
            if lost and not places:
                self._leave_out(name, draft.entry, 0, reasons)
                continue
            kept = [draft.indices[place] for place in places]
            pairs = replace(
                draft.entry, original=draft.entry.original.select(kept), perturbed=draft.entry.perturbed.select(kept)
            )
            rows = draft.rows.select(places) if lost else draft.rows
            self.entries[name] = self._entry(name, draft.entry, rows, reasons, entry_hash(name, pairs, self.whole))
            self.sources.update(zip(rows["source_id"][:], rows["source_hash"][:]))

    def _chosen(self) -> dict[str, list[int]]:
        """Of each entry the rows that show too much neither alone nor with those of others."""
        chosen: dict[str, list[int]] = {name: [] for name in self.drafts}
        order = [
            (_drawn(source, name, variant), name, place)
            for name, draft in self.drafts.items()
            for place, (source, variant) in enumerate(zip(draft.rows["source_id"][:], draft.rows["variant"][:]))
        ]
        for _, name, place in sorted(order):
            if self.overlay.take(self.drafts[name].seen[place]):
                chosen[name].append(place)
        return chosen

    def _leave_out(self, name: str, entry: SuiteEntry, kept: int, reasons: Counter[str]) -> None:
        """Put on record that an entry stays out."""
        out = {"name": name, "pairs": entry.n, "kept": kept, "reasons": dict(reasons.most_common())}
        self.stayed_out.append(out)

    def _unfit(self, entry: SuiteEntry) -> str | None:
        """Why an entry stays out as a whole."""
        for rows in (entry.original, entry.perturbed):
            if {name: kind for name, kind in rows.features.items() if name not in OWN} != self.features:
                return "its rows have other columns than those of the first entry"
        if self.index.first_match(_text_of(entry.stages)) is not None or self.index.first_match(entry.name) is not None:
            return f"its parameters hold {WORDS} words in a row of the source"
        return None

    def _row(self, original: Facts, perturbed: Facts, record: Facts) -> tuple[Facts, Seen]:
        """What is published of a pair, and which words of the source it shows.

        Raises:
            StaysOut: Nothing may be, or the pair cannot be made again.
        """
        given, source = (
            {name: value for name, value in row.items() if name not in OWN} for row in (original, perturbed)
        )
        stated, found = stated_row(self.task, given, source, record, self.labels)
        self._check_id(record["source_id"], given)
        self._check_leaks(stated, found)
        sliced = {SLICES: original[SLICES]} if SLICES in original else {}
        row = {"source_id": record["source_id"], "source_hash": row_hash(given), **stated, **sliced}
        return row, self.overlay.seen_of(found.replay.steps, row_texts(self.task, given))

    def _check_id(self, name: str, row: Facts) -> None:
        """Refuse ids that are texts.

        Raises:
            UsageError: When the id of a row is one.
        """
        if self.task.id_column is None:
            return
        texts = {text.strip().casefold() for text in row_texts(self.task, row)}
        if name.strip().casefold() in texts or self.index.first_match(name) is not None:
            raise UsageError(
                f"the ids in column {self.task.id_column!r} are texts of the source, which edits must not hold; build "
                "the suite with another id column, or without one: ids are hashes then"
            )

    def _check_leaks(self, stated: Facts, rebuilt: Rebuilt) -> None:
        """Keep out what gives the source away.

        Raises:
            StaysOut: With the reason.
        """
        columns = {step.column for step in rebuilt.replay.steps}
        for column in columns:
            text, covered = rebuilt.replay.covered(column)
            afters = [edit["after"] for edit in stated["edits"] if edit["field"] == column]
            put_in = sum(max(len(self.index.words(after)), 1) for after in afters if after.strip())
            # fewer new words cannot be so many old ones in disguise: rows that only lose words may stay
            if put_in >= WORDS and rewritten_run(self.index.words(text), covered) >= WORDS:
                raise StaysOut(REWRITTEN)
            if any(self.index.first_match(after) is not None for after in (*afters, " ".join(afters))):
                raise StaysOut(COPIED)
        if stated["labels"] and self.index.first_match(_text_of(json.loads(stated["labels"]))) is not None:
            raise StaysOut(COPIED)

    def _entry(self, name: str, entry: SuiteEntry, rows: "Dataset", reasons: Counter[str], digest: str) -> EditsEntry:
        facts = {key: value for key, value in entry.describe().items() if key not in ("name", "n", *_MASKED)}
        facts["stages"] = entry.stages
        masked, exceptions = self._masked(entry)
        return EditsEntry(
            name=name,
            **facts,
            reasons=masked,
            exceptions=exceptions,
            applied_hash=digest,
            stayed_out=dict(reasons.most_common()),
            edits=rows,
        )

    def _masked(self, entry: SuiteEntry) -> tuple[dict[str, int], dict[str, int]]:
        """Reasons without the words that they name, and of exceptions the kind alone."""
        reasons: Counter[str] = Counter()
        exceptions: Counter[str] = Counter()
        for reason, count in entry.reasons.items():
            if reason in entry.exceptions:
                said = reason.partition(":")[0] if re.match(r"\w+(:|$)", reason) else "an exception"
                exceptions[said] += entry.exceptions[reason]
            else:
                said = _QUOTED.sub("'...'", reason)
                said = "a reason that names words of the text" if self.index.first_match(said) is not None else said
            reasons[said] += count
        return dict(reasons.most_common()), dict(exceptions.most_common())


_MASKED = ("reasons", "exceptions")


def _rows_of(entry: SuiteEntry, rows: Sequence[Facts]) -> "Dataset":
    """Rows of an edits suite."""
    from datasets import Dataset, Features

    features = dict(edits_features())
    if SLICES in entry.original.features:
        features[SLICES] = entry.original.features[SLICES]
    columns = {column: [row[column] for row in rows] for column in features}
    return Dataset.from_dict(columns, features=Features(features))


def _drawn(*parts: object) -> bytes:
    """The place of a pair in the order in which pairs are taken."""
    return blake2b(json.dumps(parts).encode(), digest_size=8).digest()


def _check_suite(suite: Any) -> None:
    """Refuse what is no robustness suite, and ids that are texts.

    Raises:
        UsageError: With what to do.
    """
    if not isinstance(suite, Suite):
        raise UsageError(f"edits are made of a robustness suite, found {type(suite).__name__}; use hr.Suite.build")
    if not suite.entries:
        raise UsageError("the suite has no entries, so there is nothing to publish")
    task = suite.task
    if task.id_column is not None and task.id_column in {task.column(role) for role in task.text_roles}:
        raise UsageError(
            f"the ids of the rows are their texts (column {task.id_column!r}), which edits must not hold; build the "
            "suite without an id column: ids are hashes then"
        )


def _check_facts(facts: Mapping[str, Any], index: SourceIndex) -> None:
    """Refuse a suite that says words of the source of itself.

    Raises:
        UsageError: With the fact.
    """
    for key, value in facts.items():
        words = None if key in PACKAGE_TEXTS else index.first_match(_text_of(value))
        if words is not None:
            raise UsageError(
                f"what the suite says of itself holds words of the source, which edits must not: {key} has {words!r}; "
                "build the suite without them"
            )


def _text_of(value: Any) -> str:
    """All that a value says, names of fields included, one after the other."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _all_texts(suite: Suite, source: "Dataset | None") -> Iterator[str]:
    """The texts of the source, each once."""
    seen: set[str] = set()
    parts = [entry.original for entry in suite.entries.values()]
    if source is not None:
        known = {name for rows in parts for name in rows.column_names}
        parts.append(source.select_columns([name for name in source.column_names if name in known]))
    for rows in parts:
        for text in source_texts(rows, suite.task, OWN):
            if text not in seen:
                seen.add(text)
                yield text


def _labels(suite: Suite) -> set[str]:
    """All strings that are labels: the values of gold columns that are no texts."""
    task = suite.task
    found = {*(task.label_names or ()), *(suite.info.get("labels") or ())}
    columns = [task.column(role) for role in task.kind.labels if role not in task.text_roles]
    for rows in chain.from_iterable(entry.rows.values() for entry in suite.entries.values()):
        for column in columns:
            feature = rows.features.get(column)
            if getattr(getattr(feature, "feature", feature), "dtype", None) == "string":
                found |= {value for value in distinct(rows, column) if value is not None}
    return found


def _pairs(entry: SuiteEntry) -> Iterator[tuple[Facts, Facts, Facts]]:
    """Original, changed row and its record."""
    sides = [rows.with_format(None) for rows in (entry.original, entry.perturbed)]
    for start in range(0, entry.n, CHUNK):
        old, new = (rows[start : start + CHUNK] for rows in sides)
        for place, record in enumerate(new[RECORD]):
            yield (*({name: values[place] for name, values in piece.items()} for piece in (old, new)), record)


def _in_words(reasons: Mapping[str, int]) -> str:
    return ", ".join(f"{reason} ({count})" for reason, count in reasons.items())
