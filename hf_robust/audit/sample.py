"""A sample to be rated: drawn over many suites, mixed, and kept apart from what made it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from hashlib import blake2b
from random import Random
from typing import Any, Protocol

from hf_robust.audit.pools import CAPABILITY, Pool, Rated, ShownCase
from hf_robust.audit.questions import QUESTIONS
from hf_robust.core.checks import whole_number
from hf_robust.core.errors import UsageError
from hf_robust.reports.audit_words import PEOPLE, RATED_BY


class Audited(Protocol):
    """A suite of any kind."""

    info: Mapping[str, Any]
    content_hash: str

    def audit_pools(self) -> Sequence[Pool]:
        """What raters can rate of it."""


@dataclass(frozen=True)
class Item:
    """One output as a rater sees it, with the answers so far.

    Args:
        id: Says nothing of what made it.
        shown: What is shown.
        answers: By question; those that were not answered are missing or empty.
    """

    id: str
    shown: ShownCase
    answers: Mapping[str, str] = field(default_factory=dict)

    @property
    def done(self) -> bool:
        """Whether all is answered; no defect named is an answer."""
        return all(self.answers.get(name) for name in self.shown.questions if not QUESTIONS[name].free)

    def answered(self, **answers: str) -> "Item":
        """The item with further answers."""
        return replace(self, answers={**self.answers, **answers})


@dataclass(frozen=True)
class Origin:
    """Where an item comes from: what the raters do not know.

    Args:
        id: The item's.
        rated: Place of what made it, in the key.
        suite: Place of its suite, in the key.
        part: ``pair``, ``seed`` or ``expanded``.
        sources: Rows of the data that it was made of.
        accepted: Labels that are right by the suite.
        case: What the suite calls it.
    """

    id: str
    rated: int
    suite: int
    part: str
    sources: tuple[str, ...]
    accepted: tuple[str, ...]
    case: str
    task: str


@dataclass(frozen=True)
class SampledSuite:
    """A suite of a sample."""

    name: str | None
    version: str | None
    dataset: str | None
    split: str | None
    content_hash: str

    @property
    def data(self) -> str:
        """The dataset and its split; the name of the suite where the dataset is not known."""
        return " ".join(filter(None, [self.dataset, self.split])) or str(self.name)


@dataclass(frozen=True)
class AnswerKey:
    """What tells the origin of each item of a sample; it stays away from the raters.

    Args:
        rated: What was sampled.
        origins: Of each item.
        seed: Seed of the draw.
        drawn: When, as an ISO date.
        by: Who rates: one of :data:`hf_robust.reports.audit_words.RATED_BY`.
    """

    rated: tuple[Rated, ...]
    suites: tuple[SampledSuite, ...]
    origins: tuple[Origin, ...]
    seed: int
    drawn: str
    by: str = PEOPLE

    def to_dict(self) -> dict[str, Any]:
        """As JSON holds it."""
        return asdict(self)


def draw(
    suites: Sequence[Audited],
    per_transformation: int = 50,
    per_capability: int = 16,
    seed: int = 0,
    by: str = PEOPLE,
) -> tuple[AnswerKey, list[Item]]:
    """Draw outputs of all transformations and capabilities of some suites, mixed.

    What several suites share (the same transformation with the same version and parameters) is drawn from all of them
    in like parts. Of a capability half are seeds and half expansions, as far as there are so many. Sources repeat as
    little as possible.

    Args:
        suites: Suites of any kinds.
        per_transformation: Outputs of each transformation.
        per_capability: Cases of each capability.
        seed: Seed of the draw.
        by: Who will rate: ``"people"``, ``"language models"`` or ``"people and language models"``.

    Returns:
        The key, and the items in random order.

    Raises:
        UsageError: A number is below 1, nobody can be called so, there is no suite, or nothing in them can be rated.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
        >>> suite = hr.Suite.build(data, "sentiment-classification", ["word-case"])
        >>> key, items = draw([suite], per_transformation=1)
        >>> key.rated[0].name, items[0].shown.questions
        ('word-case', ('keep', 'natural', 'defects'))
    """
    most = {CAPABILITY: whole_number(per_capability, "per_capability", 1)}
    other = whole_number(per_transformation, "per_transformation", 1)
    check_raters(by)
    pools = [(place, pool) for place, suite in enumerate(suites) for pool in suite.audit_pools()]
    groups: dict[tuple, list[tuple[int, Pool]]] = defaultdict(list)
    for place, pool in pools:
        groups[_identity(pool.rated)].append((place, pool))
    drawn: list[tuple[Origin, Item]] = []
    for number, members in enumerate(groups.values()):
        size = most.get(members[0][1].rated.kind, other)
        drawn += _items(number, members, size, Random(f"{seed}|{number}|{members[0][1].rated.name}"))
    if not drawn:
        raise UsageError("there is nothing to rate: no suite has an output with a right label of its own")
    Random(f"{seed}|order").shuffle(drawn)
    rated = tuple(members[0][1].rated for members in groups.values())
    origins, items = zip(*drawn)
    described = tuple(map(_described, suites))
    return AnswerKey(rated, described, origins, seed, datetime.now(UTC).date().isoformat(), by), list(items)


def check_raters(by: str) -> None:
    """Raise where nobody who can rate is called so.

    Raises:
        UsageError: It is none of :data:`hf_robust.reports.audit_words.RATED_BY`.
    """
    if by not in RATED_BY:
        raise UsageError(f"by must be one of {', '.join(RATED_BY)}, found {by!r}")


def _identity(rated: Rated) -> tuple:
    return rated.kind, rated.name, rated.version, repr(rated.details)


def _described(suite: Audited) -> SampledSuite:
    about = {name: suite.info.get(name) for name in ("name", "version", "dataset", "split")}
    return SampledSuite(**about, content_hash=suite.content_hash)


def _items(
    suite_index: int, members: Sequence[tuple[int, Pool]], size: int, random: Random
) -> Iterator[tuple[Origin, Item]]:
    """The items drawn for one transformation or capability."""
    used: Counter[str] = Counter()
    for (index, pool), part, many in _shares(members, size):
        sources = pool.sources[part]
        indices = _spread(sources, many, used, random)
        for output, shown in zip(indices, pool.show(part, indices)):
            key = "|".join((str(suite_index), str(index), part, str(output), shown.id, shown.text))
            id = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()
            origin = (suite_index, index, part, tuple(sources[output]), shown.accepted, shown.id, shown.task)
            yield Origin(id, *origin), Item(id, shown)


def _shares(members: Sequence[tuple[int, Pool]], size: int) -> Iterator[tuple[tuple[int, Pool], str, int]]:
    """How many are drawn from each part of each pool: alike; what one lacks the others give."""
    slots = [(member, part, len(member[1].sources[part])) for member in members for part in member[1].sources]
    left = size
    shares = [0] * len(slots)
    while left and any(share < slot[2] for share, slot in zip(shares, slots)):
        for place, (_, _, available) in enumerate(slots):
            if left and shares[place] < available:
                shares[place] += 1
                left -= 1
    for (member, part, _), share in zip(slots, shares):
        if share:
            yield member, part, share


def _spread(sources: Sequence[tuple[str, ...]], many: int, used: Counter[str], random: Random) -> list[int]:
    """Places drawn at random, sources that were used least first."""
    order = random.sample(range(len(sources)), len(sources))
    chosen: list[int] = []
    limit = 0
    while len(chosen) < many:
        rest = []
        for place in order:
            if len(chosen) < many and all(used[source] <= limit for source in sources[place]):
                chosen.append(place)
                used.update(sources[place])
            else:
                rest.append(place)
        order, limit = rest, limit + 1
    return chosen
