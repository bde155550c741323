"""Hostile JSON values, and a seeded mutator that puts them anywhere in a record."""

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 2**31, 2**63, -(2**70), 1.5, float("nan"), float("inf")),
    *("", "x", "\x00", "\ud800", "../x", "x" * 5000, "Image"),
    *([], [1], [[]], ["x"], [None], [{}], {}, {"x": 1}, {"_type": "Image"}, {"_type": "Value", "dtype": "no"}),
    [[[[[["deep"]]]]]],
)


def places(value: Any, above: tuple = ()) -> Iterator[tuple]:
    """The path of every value in a record, its own left out."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*above, key)
        yield from places(item, (*above, key))


def mutated(record: Any, rng: random.Random) -> Any:
    """A copy of a record in which one to three values are replaced, removed, repeated or exchanged."""
    record = deepcopy(record)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        every = list(places(record))
        if not every:
            break
        path = rng.choice(every)
        inside = record
        for key in path[:-1]:
            inside = inside[key]
        _change(inside, path[-1], rng)
    return record


def _change(inside: Any, key: Any, rng: random.Random) -> None:
    how = rng.choice(("replace", "replace", "replace", "remove", "repeat", "exchange"))
    if how == "remove":
        del inside[key]
    elif how == "repeat" and isinstance(inside, list):
        inside.extend(deepcopy(inside[key]) for _ in range(rng.choice((1, 50))))
    elif how == "exchange":
        other = rng.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
        inside[key], inside[other] = inside[other], inside[key]
    else:
        inside[key] = deepcopy(rng.choice(VALUES))
