"""Inputs above the limit of a model: which were cut, and what the model saw of them."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from hf_robust.adapters.base import model_inside

_EXPANSION = 18  # the most characters that Unicode normalization makes of one
_EXTRA = 2  # pieces beyond its characters that a tokenizer makes of a text


class SeenInput(NamedTuple):
    """What a model saw of an input that fills its limit or is above it.

    Args:
        cut: Whether a part of the input was cut off.
        key: Two inputs that are one and the same for the model have the same key; never 0.
        whole: The same for the inputs without the cut.
    """

    cut: bool
    key: int
    whole: int


def seen_by(predictor: Any, rows: Sequence[dict[str, Any]]) -> list[SeenInput | None]:
    """What a predictor saw of rows; None for a row that is below its limit, or where the predictor cannot say.

    Args:
        predictor: A model, or a predictor around one.
        rows: Rows keyed by role.

    Example:
        >>> seen_by(object(), [{"text": "A fine film."}])
        [None]
    """
    ask = getattr(model_inside(predictor, "seen"), "seen", None)
    return [None] * len(rows) if ask is None else ask(list(rows))


def limit_of(predictor: Any) -> int | None:
    """The most tokens of one input of a predictor; None where it is not known."""
    return getattr(model_inside(predictor, "max_length"), "max_length", None)


def may_reach(texts: Iterable[str], limit: int, special: int = 0) -> bool:
    """Whether texts may have as many tokens as a limit; False is sure.

    Args:
        texts: The texts of one input.
        limit: Tokens.
        special: Special tokens of an input.

    Example:
        >>> may_reach(["a short text"], 64, 2), may_reach(["word " * 20], 64, 2)
        (False, True)
    """
    most = sum(len(text) * (1 if text.isascii() else _EXPANSION) + _EXTRA for text in texts)
    return most + special >= limit


def key_of(parts: Iterable[Any]) -> int:
    """A number that stands for parts of an input; never 0.

    Example:
        >>> key_of([[1, 2], "a"]) == key_of([[1, 2], "a"]) != key_of([[1], "2a"])
        True
    """
    digest = blake2b(repr(list(parts)).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest) or 1
