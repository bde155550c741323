"""Tags of entities as one scheme, whatever scheme gold tags and predictions are in."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from hf_robust.core.errors import LabelError
from hf_robust.core.quoted import quoted
from hf_robust.tasks.tag_schemes import EXPECTED, STANDARD, TagScheme, UnknownScheme, recognize


def tag_readers(pairs: Sequence[tuple[Sequence[Any], Sequence[Any]]]) -> tuple[Callable[[Any], str], ...]:
    """What reads the predicted and the gold tags of all rows as ``B-PER``, ``I-PER`` and so on.

    A predicted tag that follows no scheme is an entity of a type of its own, and so is wrong.

    Args:
        pairs: Predicted and gold tags of each row.

    Raises:
        LabelError: When a tag is no name, or gold tags follow no scheme.

    Example:
        >>> predicted, gold = tag_readers([(["PER", "O"], ["B-PER", "I-PER"])])
        >>> predicted("PER"), gold("B-PER")
        ('I-PER', 'B-PER')
    """
    said, right = (dict.fromkeys(tag for pair in pairs for tag in pair[side]) for side in (0, 1))
    for row, pair in enumerate(pairs) if not all(map(_is_name, (*said, *right))) else ():
        for tag in (*pair[0], *pair[1]):
            if not _is_name(tag):
                raise LabelError(
                    f"row {row}: entities need tag names such as 'B-PER' or 'O', found {quoted(tag)}; "
                    "map the numbers to names with the feature's int2str"
                )
    gold = _gold_scheme(right, said, pairs)
    own = _scheme(said)
    predicted = {tag: _read(tag, own, gold, STANDARD) for tag in said}
    return predicted.__getitem__, {tag: _read(tag, gold) for tag in right}.__getitem__


def _is_name(tag: Any) -> bool:
    return isinstance(tag, str) and bool(tag)


def _gold_scheme(
    right: Iterable[str], said: Iterable[str], pairs: Sequence[tuple[Sequence[Any], Sequence[Any]]]
) -> TagScheme:
    try:
        return recognize(right)
    except UnknownScheme as error:
        both = _scheme([*right, *said])  # rows without a token outside of entities
        if both is not None:
            return both
        row = next(number for number, (_, tags) in enumerate(pairs) if error.tag in tags)
        raise LabelError(f"row {row}: expected {EXPECTED}; found {error}") from None


def _scheme(tags: Iterable[str]) -> TagScheme | None:
    try:
        return recognize(tags)
    except UnknownScheme:
        return None


def _read(tag: str, *schemes: TagScheme | None) -> str:
    for scheme in schemes:
        read = None if scheme is None else scheme.read(tag)
        if read is not None:
            return read
    return f"I-{tag}"
