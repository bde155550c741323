"""Documents in batches of about as many tokens."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc


def doc_batches(docs: "Iterable[Doc]", tokens: int) -> "Iterator[list[Doc]]":
    """Documents in batches of about as many tokens: the memory of a batch does not follow the longest text.

    Args:
        tokens: How many tokens end a batch.

    Example:
        >>> [[len(doc) for doc in batch] for batch in doc_batches([[0] * 3, [0] * 2, [0]], 4)]
        [[3, 2], [1]]
    """
    batch: list[Doc] = []
    size = 0
    for doc in docs:
        batch.append(doc)
        size += len(doc)
        if size >= tokens:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
