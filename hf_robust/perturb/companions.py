"""Columns beside those of a task that say something of each token, or repeat the text: they follow the edits."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.languages import Language
from hf_robust.core.mapping import Columns, is_helper
from hf_robust.perturb.token_origins import token_origins
from hf_robust.tasks import Task
from hf_robust.tasks.columns import TEXT_TYPES, has_type, inner_feature, text_shape

if TYPE_CHECKING:
    import pyarrow as pa


def moved_companions(
    task: Task, batch: Columns, places: Sequence[int], new: "Mapping[str, list | pa.Array]"
) -> dict[str, list[Any]]:
    """New values of the columns that follow the tokens.

    A list of texts with one for each token moves with the tokens; a new token has None there. A copy of the text, or
    of the tokens, is made anew. Both are told row by row, so that batches do not count.

    Args:
        batch: The rows before.
        places: The row of the batch that each new row comes from.
        new: The new columns; the tokens and the ``robust`` column are among them.
    """
    column = task.column(task.text_roles[0])
    names = _candidates(task, batch) if column in new else []
    if not names:
        return {}
    before, language = batch[column], task.spoken
    after, records = (
        values if isinstance(values := new[name], list) else values.to_pylist() for name in (column, "robust")
    )
    found: dict[str, list[Any]] = {name: [batch[name][place] for place in places] for name in names}
    for row, (place, tokens, record) in enumerate(zip(places, after, records)):
        old = before[place]
        if record["status"] != "changed" or old is None or tokens == old:
            continue
        origins = token_origins(task, old, record["edits"], tokens)
        for name in names:
            found[name][row] = _moved(found[name][row], old, tokens, origins, language)
    return {name: values for name, values in found.items() if values != [batch[name][place] for place in places]}


def stale_columns(task: Task, features: Mapping[str, Any]) -> list[str]:
    """Columns beside those of a task that may point to tokens and do not move: structs, numbers, nested lists.

    Args:
        features: Feature by column.
    """
    if not task.kind.token_roles:
        return []
    others = {name: feature for name, feature in features.items() if _is_other(task, name)}
    return [
        name
        for name, feature in others.items()
        if isinstance(feature, Mapping)
        or ((inner := inner_feature(feature)) is not None and not has_type(inner, TEXT_TYPES))
    ]


def _is_other(task: Task, name: str) -> bool:
    return name not in (*task.columns.values(), task.id_column, "robust") and not is_helper(name)


def _candidates(task: Task, batch: Columns) -> list[str]:
    """Columns of texts, and of lists of texts, that are none of the task's."""
    if not task.kind.token_roles:
        return []
    names = [name for name in batch if _is_other(task, name)]
    features = batch.features
    if features is not None:
        return [name for name in names if text_shape(features.get(name))]
    return [name for name in names if _holds_texts(batch[name])]


def _holds_texts(values: Sequence[Any]) -> bool:
    first = next((value for value in values if value is not None and len(value)), None) if _sized(values) else None
    return isinstance(first, str) or (isinstance(first, list) and isinstance(first[0], str))


def _sized(values: Sequence[Any]) -> bool:
    return all(value is None or isinstance(value, (str, list)) for value in values)


def _moved(
    value: Any, old: Sequence[str], tokens: Sequence[str], origins: Sequence[int | None] | None, language: Language
) -> Any:
    """A value after the edits; as it was where it is of another kind."""
    if isinstance(value, str):
        return _rebuilt(value, old, tokens, origins, language)
    if not isinstance(value, list) or len(value) != len(old):
        return value
    if value == old:
        return list(tokens)
    return value if origins is None else [None if place is None else value[place] for place in origins]


def _rebuilt(
    text: str, old: Sequence[str], tokens: Sequence[str], origins: Sequence[int | None] | None, language: Language
) -> str:
    """A text that the old tokens make, with whatever space between them, as the new ones make it."""
    if text == language.join(old):
        return language.join(tokens)
    spaces = _spaces_before(text, old)
    if spaces is None or origins is None:
        return text
    parts: list[str] = []
    for number, (token, place) in enumerate(zip(tokens, origins)):
        first = place is not None and (number == 0 or origins[number - 1] != place)
        space = spaces[place] if first and place is not None else language.joiner
        if first and place == 0 and number:
            space = language.joiner
        parts += [space if number else "", token]
    return "".join(parts)


def _spaces_before(text: str, tokens: Sequence[str]) -> list[str] | None:
    """What stands before each token in a text that they make; None where the text is another one."""
    spaces, at = [], 0
    for token in tokens:
        start = at
        while start < len(text) and text[start].isspace():
            start += 1
        if not text.startswith(token, start):
            return None
        spaces.append(text[at:start])
        at = start + len(token)
    return None if text[at:].strip() else spaces
