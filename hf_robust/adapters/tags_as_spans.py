"""Models that tag tokens, as models of nested entities: their entities are spans, none of which lies in another."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from hf_robust.adapters.base import Prediction
from hf_robust.core.edits import Offsets
from hf_robust.tasks import NER, Task, task
from hf_robust.tasks.labels import Seen
from hf_robust.tasks.nested_entities import as_entities, entities_of_tags

_SPACED = re.compile(r"\w+(?:['’.\-]\w+)*|[^\w\s]")
_UNSPACED = re.compile(r"[A-Za-z\d]+|\S")


def tag_task(nested: Task) -> Task:
    """The task of tags with the types of a task of nested entities.

    Args:
        nested: The task of nested entities, bound to its data.

    Example:
        >>> tag_task(task("nested-ner", label_names=["PER"])).label_names
        ('O', 'B-PER', 'I-PER')
    """
    made = task(NER, tokens=nested.column("tokens"), language=nested.language)
    if not nested.label_names:
        return made
    names = ("O", *chain.from_iterable((f"B-{kind}", f"I-{kind}") for kind in nested.label_names))
    return replace(made, label_names=Seen(names) if isinstance(nested.label_names, Seen) else names)


def cut(value: Any, is_spaced: bool = True) -> tuple[list[str], list[Offsets] | None]:
    """The tokens of a row, and where they stand in its text; None for a list of tokens.

    Args:
        value: A text, or a list of tokens.
        is_spaced: Whether the language puts spaces between words; if not, each character is a token.

    Example:
        >>> cut("Ann left.")
        (['Ann', 'left', '.'], [(0, 3), (4, 8), (8, 9)])
    """
    if value is not None and not isinstance(value, str):
        return [token or "" for token in value], None
    found = list((_SPACED if is_spaced else _UNSPACED).finditer(value or ""))
    return [one.group() for one in found], [one.span() for one in found]


def spans_of_tags(tags: Sequence[str], bounds: Sequence[Offsets] | None = None) -> list[dict[str, Any]]:
    """The entities of tags.

    Args:
        tags: One tag a token, of any scheme.
        bounds: Where the tokens stand in a text; None for a list of tokens.

    Example:
        >>> spans_of_tags(["B-PER", "O", "B-LOC", "I-LOC"])
        [{'start': 0, 'end': 0, 'type': 'PER'}, {'start': 2, 'end': 3, 'type': 'LOC'}]
        >>> spans_of_tags(["B-PER", "O"], [(0, 3), (4, 8)])
        [{'start': 0, 'end': 3, 'type': 'PER'}]
    """
    found = entities_of_tags(tags)
    if bounds is not None:
        found = [(bounds[first][0], bounds[last][1], kind) for first, last, kind in found]
    return as_entities(found)


class TagsAsSpans:
    """Mixin before a predictor of tags, which is made for :func:`tag_task`: its predictions are lists of entities."""

    _is_spaced: bool

    def _serve(self, nested: Task) -> None:
        """Take the name and the roles of the task of nested entities."""
        self.task_name, self.roles = nested.name, tuple(nested.input_roles)
        self._is_spaced = nested.spoken.spaced

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of some rows, and the entities of each."""
        texts = [cut(row["tokens"], self._is_spaced) for row in rows]
        found = super().batches([{"tokens": tokens} for tokens, _ in texts])  # type: ignore[misc]
        for places, predictions in found:
            yield (
                places,
                [
                    one._replace(value=spans_of_tags(one.value, texts[place][1]))
                    for place, one in zip(places, predictions, strict=True)
                ],
            )
