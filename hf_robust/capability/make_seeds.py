"""Seed test cases made of the sentences that a search has found, as a function for ``datasets.map``."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import product
from typing import Any

from hf_robust.capability.cases import CASE, LABEL, case_record
from hf_robust.capability.search import FOUND, IDS, NAME, SMALL
from hf_robust.capability.spec import Capability, SentenceTemplate
from hf_robust.capability.templates.patterns import SearchField, Text, activity, negate
from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import Columns, MapFunction
from hf_robust.core.randomness import row_rng
from hf_robust.language.english.spacing import closed
from hf_robust.tasks.base import Task

_RING = 2**64


@dataclass(frozen=True)
class MatchedRow:
    """A found row.

    Args:
        ids: Ids of the rows with these texts.
        texts: Text by role.
        label: By the specification's name.
    """

    ids: tuple[str, ...]
    texts: Mapping[str, Text]
    label: str | None


class PartnerPool:
    """Rows from which partners are drawn: each has its place on a ring, so other rows of a pool hardly matter.

    Args:
        rows: The rows, in any order.

    Example:
        >>> pool = PartnerPool([MatchedRow((name,), {}, None) for name in "abcd"])
        >>> [row.ids[0] for row in pool.draw("x", 7, "LC8", 2)] == [row.ids[0] for row in pool.draw("x", 7, "LC8", 2)]
        True
    """

    def __init__(self, rows: Sequence[MatchedRow]):
        ordered = sorted((_position(row.ids[0]), index) for index, row in enumerate(rows))
        self.positions = [position for position, _ in ordered]
        self.rows = [rows[index] for _, index in ordered]

    def draw(self, row_id: str, seed: int, signature: str, count: int) -> list[MatchedRow]:
        """Different partners of a row, itself left out; fewer when there are not as many."""
        rng = row_rng(seed, signature, row_id, "pair")
        chosen: dict[int, MatchedRow] = {}
        others = sum(row_id not in row.ids for row in self.rows) if len(self.rows) <= count else count
        while len(chosen) < others:
            at = bisect_left(self.positions, rng.randrange(_RING)) % len(self.rows)
            while at in chosen or row_id in self.rows[at].ids:
                at = (at + 1) % len(self.rows)
            chosen[at] = self.rows[at]
        return list(chosen.values())


class MakeSeeds(MapFunction):
    """Makes the seed cases of one capability; pass it to ``Dataset.map`` or ``IterableDataset.map``, batched.

    It reads what :class:`hf_robust.capability.search.Search` says of the rows, under the rules' names
    ``"<capability>/<search>"``; rows that were not found give nothing. All its output depends on the row and the
    seed alone, and partners on the rows of their pool.

    Args:
        task: The task with the columns.
        seed: Seed of the pairs.
        pairs: Partners of each sentence where two are joined; by default what the template says.
        pools: Rows found by each search, where a template joins two.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> from hf_robust.capability import capabilities
        >>> from hf_robust.capability.search import Search
        >>> task = hr.task("sentiment-classification")
        >>> lc4 = capabilities("sentiment-classification", "published")["LC4"]
        >>> data = Dataset.from_dict({"text": ["This is awful."]})
        >>> search = Search({"LC4/sentence": lc4.searches["sentence"].rules[1]}, task)  # whatever its label
        >>> found = data.map(search, batched=True)
        >>> made = found.map(MakeSeeds(lc4, task), batched=True, remove_columns=found.column_names)
        >>> made["text"][:]
        ['This is not awful.', "This isn't awful."]
    """

    keeps_rows = False
    version = "2"

    def __init__(
        self,
        capability: Capability,
        task: Task,
        *,
        seed: int = 0,
        pairs: int | None = None,
        pools: Mapping[str, PartnerPool] | None = None,
    ):
        self.capability = capability
        self.task = task
        self.seed = seed
        self.pairs = pairs
        self.pools = dict(pools or {})
        for template in capability.transform.templates:
            for search in template.searches[1:]:
                if search not in self.pools:
                    raise UsageError(f"{capability.id} joins two sentences; pools must hold the rows of {search!r}")

    @property
    def columns_in(self) -> tuple[str, ...]:
        """The columns with texts, and what a search says of them."""
        return (*(self.task.column(role) for role in self.task.text_roles), FOUND, NAME, IDS, SMALL)

    @property
    def columns_out(self) -> tuple[str, ...]:
        """The columns of cases."""
        return (*self.task.text_roles, LABEL, CASE)

    @property
    def hint(self) -> str:
        """What gives the columns that are missing."""
        return "Use dataset.map(Search(...), batched=True) first"

    def process(self, batch: Columns) -> dict[str, list]:
        """The seed cases of one batch."""
        roles = self.task.text_roles
        columns: dict[str, list] = {name: [] for name in (*roles, LABEL, CASE)}
        for rules, row in _sources(batch, self.task, self.capability.closed):
            for template in self.capability.transform.templates:
                if f"{self.capability.id}/{template.searches[0]}" not in rules:
                    continue
                for texts, record in self._cases(template, row):
                    for role, text in zip(roles, texts):
                        columns[role].append(text)
                    accepted = record["accepted"]
                    columns[LABEL].append(accepted[0] if len(accepted) == 1 else None)
                    columns[CASE].append(record)
        return columns

    def _cases(self, template: SentenceTemplate, row: MatchedRow) -> Iterator[tuple[list[str], dict[str, Any]]]:
        anchor, *others = template.searches
        if not others:
            yield from self._filled(template, {anchor: row}, [row])
            return
        count = self.pairs if self.pairs is not None else template.pairs or 1
        signature = f"{self.capability.id}/{template.id}"
        for partner in self.pools[others[0]].draw(row.ids[0], self.seed, signature, count):
            yield from self._filled(template, {anchor: row, others[0]: partner}, [row, partner])

    def _filled(
        self, template: SentenceTemplate, rows: Mapping[str, MatchedRow], sources: Sequence[MatchedRow]
    ) -> Iterator[tuple[list[str], dict[str, Any]]]:
        """The product of all alternatives of a template."""
        accepted = template.accepted.of(sources[0].label)
        if not accepted:
            return
        ids = [id for source in sources for id in source.ids]
        confidence = self.capability.confidence(template)
        slots = template.used_slots
        for name, texts_of in _readings(template, rows):
            for chosen in product(*(template.slots[slot] for slot in slots)):
                filled = dict(zip(slots, chosen))
                texts = [template.texts[role].fill(filled, texts_of) for role in self.task.text_roles]
                yield (
                    texts,
                    case_record(
                        self.capability.id,
                        texts,
                        accepted=accepted,
                        source_ids=ids,
                        oracle_confidence=confidence,
                        template=name,
                    ),
                )


def matched_rows(batch: Mapping[str, Any], task: Task, capability: Capability, search: str) -> list[MatchedRow]:
    """The rows that a search found, out of columns as :class:`hf_robust.capability.search.Search` leaves them."""
    rule = f"{capability.id}/{search}"
    return [row for rules, row in _sources(batch, task, capability.closed) if rule in rules]


def _sources(batch: Mapping[str, Any], task: Task, close: bool) -> Iterator[tuple[list[str], MatchedRow]]:
    columns = [batch[task.column(role)] for role in task.text_roles]
    rest = zip(batch[FOUND], batch[NAME], batch[IDS], batch[SMALL])
    for place, (rules, label, ids, small) in enumerate(rest):
        written = (column[place] for column in columns)
        plain = (text if isinstance(text, str) else " ".join(text or ()) for text in written)
        shown = map(closed, plain) if close else plain
        texts = {role: Text(text, may) for role, text, may in zip(task.text_roles, shown, small)}
        yield rules, MatchedRow(tuple(ids), texts, label)


def _readings(template: SentenceTemplate, rows: Mapping[str, MatchedRow]) -> Iterator[tuple[str | None, Any]]:
    """How found texts are read, with the name that is kept: once as they are, or once for each way of negating."""
    parts = [part for pattern in template.texts.values() for part in pattern.search_fields]
    negated = next((part for part in parts if part.mode == "negated"), None)
    if any(part.mode == "activity" and activity(rows[part.search].texts[part.role].text) is None for part in parts):
        return
    if negated is None:
        yield template.id or None, lambda part: rows[part.search].texts[part.role]
        return
    source = rows[negated.search].texts[negated.role]
    for used, text in negate(source.text, template.negations):
        name = used if template.id == "negation" else f"{template.id}: {used}"
        yield name, _reader(rows, Text(text, source.small))


def _reader(rows: Mapping[str, MatchedRow], negated: Text) -> Any:
    def read(part: SearchField) -> Text:
        return negated if part.mode == "negated" else rows[part.search].texts[part.role]

    return read


def _position(row_id: str) -> int:
    return int.from_bytes(blake2b(row_id.encode("utf-8", "surrogatepass"), digest_size=8).digest())
