"""Where the tokens of a perturbed row come from, read from the record of its edits."""

from collections.abc import Mapping, Sequence
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
    return origins if found == list(after) else None
