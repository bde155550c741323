"""Examples in a prompt, drawn from rows that are not in the suite."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import named, quoted
from hf_robust.core.randomness import RowRandom

_SHOWN = 3  # ids in a message


@dataclass(frozen=True)
class Shot:
    """A row with its gold value, to be shown as an example.

    Args:
        row: The inputs by role.
        gold: The gold value, as :meth:`hf_robust.tasks.Task.references` returns it.
        source_id: The id of the row in its dataset.

    Example:
        >>> Shot({"text": "A fine film."}, "positive", "train-17").gold
        'positive'
    """

    row: Mapping[str, Any]
    gold: Any
    source_id: str


def draw_shots(pool: Sequence[Shot], count: int, suite_ids: Collection[str], draw: int = 1) -> tuple[Shot, ...]:
    """Draw examples with about equal numbers of each label.

    The draw depends only on the ids. A larger draw starts with the smaller one.

    Args:
        pool: Rows of a train split.
        count: Number of examples.
        suite_ids: The source ids of the suite. The pool must not contain them.
        draw: Number of the draw, from 1. Each number gives other examples.

    Raises:
        UsageError: If a row of the pool is in the suite or has no id, if two rows have the same id, or if the pool is
            too small.

    Example:
        >>> pool = [Shot({"text": str(n)}, "np"[n % 2], f"train-{n}") for n in range(8)]
        >>> sorted(shot.gold for shot in draw_shots(pool, 4, {"test-1"}))
        ['n', 'n', 'p', 'p']
    """
    _check(pool, count, suite_ids)
    by_label: dict[str, list[Shot]] = defaultdict(list)
    for shot in sorted(pool, key=lambda shot: shot.source_id):
        by_label[shot.gold if isinstance(shot.gold, str) else ""].append(shot)
    random = RowRandom(f"shots|{draw}".encode())
    groups = [list(random.fork(number).permuted(by_label[label])) for number, label in enumerate(sorted(by_label))]
    rounds = zip_longest(*(groups[number] for number in random.order(len(groups))))
    return tuple(shot for drawn in rounds for shot in drawn if shot is not None)[:count]


def _check(pool: Sequence[Shot], count: int, suite_ids: Collection[str]) -> None:
    without = sum(not shot.source_id for shot in pool)
    if without:
        raise UsageError(f"each example needs a source_id; {without} of {len(pool)} have none")
    ((most, times),) = Counter(shot.source_id for shot in pool).most_common(1) or [("", 0)]
    if times > 1:
        raise UsageError(f"each example needs a source_id of its own, found {quoted(most)} {times} times")
    leaked = [shot.source_id for shot in pool if shot.source_id in suite_ids]
    if leaked:
        raise UsageError(
            f"{len(leaked)} of {len(pool)} examples are rows of the suite, for example {named(leaked[:_SHOWN])}; take "
            "the examples from a train split, or leave these rows out"
        )
    if count > len(pool):
        raise UsageError(f"expected at least {count} examples for a prompt with {count} shots, found {len(pool)}")
