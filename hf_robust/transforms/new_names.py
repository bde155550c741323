"""New names for old ones: the same in every text, and no two for one person."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b


def shuffled(names: Iterable[str]) -> tuple[str, ...]:
    """Names in an order that says nothing about them and is the same everywhere."""
    return tuple(sorted(names, key=lambda name: blake2b(name.encode(), digest_size=8).digest()))


def one_to_one(
    table: Mapping[str, tuple[Sequence[str], int]], olds: Iterable[str], taken: Iterable[str]
) -> dict[str, str]:
    """A new name for each old one, the same in every text unless that one is taken.

    Args:
        table: By old name, what it may become and where among them its own stands.
        olds: The old names, in lower case.
        taken: Names that must not come in, in lower case.

    Returns:
        New name by old; an old one is absent when all that it may become is taken.

    Example:
        >>> one_to_one({"oslo": (("Cairo", "Lagos"), 0), "rome": (("Cairo", "Lagos"), 0)}, ["oslo", "rome"], ())
        {'oslo': 'Cairo', 'rome': 'Lagos'}
    """
    used = set(taken)
    chosen: dict[str, str] = {}
    for old in sorted(olds):
        pool, place = table[old]
        order = (pool[(place + step) % len(pool)] for step in range(len(pool)))
        new = next((name for name in order if name.lower() not in used), None)
        if new is not None:
            used.add(new.lower())
            chosen[old] = new
    return chosen
