"""Where the tokens of a perturbed row come from, read from the record of its edits."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.tasks import Task


def token_origins(
    task: Task, tokens: Sequence[str], edits: Sequence[Mapping[str, Any]], after: Sequence[str]
) -> list[int | None] | None:
    """For each token after the edits the place of the token before them that it comes from; None for a new one.

    Args:
        task: The task; its first text role holds the tokens.
        tokens: The tokens before.
        edits: The edits, as the ``robust`` column has them.
        after: The tokens after.

    Returns:
        None where the edits do not tell.

    Example:
        >>> import hf_robust as hr
        >>> edit = {"stage": 0, "field": "tokens", "start": 3, "end": 3, "before": "", "after": "indeed "}
        >>> token_origins(hr.task("ner"), ["He", "ran"], [edit], ["He", "indeed", "ran"])
        [0, None, 1]
    """
    role = task.text_roles[0]
    column, found = task.column(role), list(tokens)
    origins: list[int | None] = list(range(len(found)))
    stages: dict[int, list[Edit]] = {}
    for edit in edits:
        if edit["field"] == column:
            stages.setdefault(edit["stage"], []).append(Edit(edit["start"], edit["end"], edit["after"]))
    for _, made in sorted(stages.items()):
        try:
            projection = task.doc(role, found).project(made)
        except NotApplicable:
            return None
        found = projection.tokens
        origins = [None if place is None else origins[place] for place in projection.origins]
    return _recut(found, origins, after)


def _recut(found: Sequence[str], origins: list[int | None], after: Sequence[str]) -> list[int | None] | None:
    """The origins of tokens that cut the same text at other places; a token with bounds of its own has none.

    The record of an edit holds no words, and a transformation may cut what it inserts in another way than the language.
    """
    if found == list(after):
        return origins
    if "".join(found) != "".join(after):
        return None
    known = dict(zip(_bounds(found), origins))
    return [known.get(bounds) for bounds in _bounds(after)]


def _bounds(tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Where each token begins and ends in the characters of all."""
    return list(pairwise(accumulate(map(len, tokens), initial=0)))
