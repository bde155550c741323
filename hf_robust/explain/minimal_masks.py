"""The fewest tokens of a text that keep a prediction, searched for in many texts at once."""

from collections.abc import Callable, Mapping, Sequence

_FIRST = 4  # so many of the strongest tokens are asked at once; then twice as many, and so on

Kept = tuple[int, ...]
"""Numbers of the tokens that stay."""
Ask = Callable[[Sequence[tuple[int, Kept]]], list[tuple[float, bool]]]
"""Takes texts and kept tokens; gives the label's probability, and whether the prediction is kept."""


def shortest_prefixes(orders: Sequence[Sequence[int]], ask: Ask) -> dict[int, Kept]:
    """For each text the fewest of its strongest tokens that keep the prediction; absent where none do.

    Args:
        orders: Numbers of the tokens of each text, the strongest first.
        ask: See :data:`Ask`.

    Example:
        >>> shortest_prefixes([[2, 0, 1]], lambda asked: [(1.0, 0 in kept) for _, kept in asked])
        {0: (2, 0)}
    """
    prefixes: dict[int, Kept] = {}
    done, step = 0, _FIRST
    left = [n for n, order in enumerate(orders) if order]
    while left:
        questions = [
            (n, tuple(orders[n][:size])) for n in left for size in range(done + 1, min(done + step, len(orders[n])) + 1)
        ]
        for (n, kept), (_, holds) in zip(questions, ask(questions)):
            if holds:
                prefixes.setdefault(n, kept)
        done, step = done + step, 2 * step
        left = [n for n in left if n not in prefixes and len(orders[n]) > done]
    return prefixes


def irreducible(masks: Mapping[int, Kept], ask: Ask) -> dict[int, Kept]:
    """Drop tokens that are not needed, the weakest first, until none of each text can go; one always stays.

    Args:
        masks: From :func:`shortest_prefixes`.
        ask: As there.

    Example:
        >>> irreducible({0: (2, 0)}, lambda asked: [(1.0, 0 in kept) for _, kept in asked])
        {0: (0,)}
    """
    kept = dict(masks)
    left = [n for n in kept if len(kept[n]) > 1]
    while left:
        questions = [(n, tuple(t for t in kept[n] if t != token)) for n in left for token in reversed(kept[n])]
        smaller: dict[int, Kept] = {}
        for (n, fewer), (_, holds) in zip(questions, ask(questions)):
            if holds:
                smaller.setdefault(n, fewer)
        kept |= smaller
        left = [n for n in smaller if len(kept[n]) > 1]
    return kept
