"""The text before its edits, from the text after them and the record of the edits."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from hf_robust.core.doc import token_bounds
from hf_robust.core.edits import Edit, project_tokens
from hf_robust.core.errors import NotApplicable
from hf_robust.core.text import replace_surrogates

_TRIES = 10_000  # steps of the search for the spaces between tokens, more than any real row takes


class Undone(NamedTuple):
    """A text before its edits.

    Args:
        steps: For each stage that changed it the edits ``(start, end, new text)``, as ``text_diff`` takes them.
    """

    before: str
    steps: list[list[tuple[int, int, str]]]


def undone(
    after: str, edits: Sequence[Mapping[str, Any]], column: str, tokens: bool = False, joiner: str = " "
) -> Undone | None:
    """Undo the edits of one column, stage by stage from the last to the first.

    Args:
        after: The text after all edits; tokens joined as the language joins them.
        edits: The row's edits, as the column ``robust`` has them.
        tokens: Whether the column holds token lists. An edit may join, split or drop tokens, and the spaces between
            them follow; what stood there is searched for and checked by making the edits again. Where several texts
            fit, as the record does not tell a letter that went from a token of one letter, it is one of them.
        joiner: What stands between the tokens of a list: a space, or nothing; then only spaces of the edits are lost.

    Returns:
        None when the edits cannot have led to this text.

    Example:
        >>> first = {"stage": 0, "field": "text", "start": 2, "end": 6, "before": "good", "after": "gopd"}
        >>> second = {"stage": 1, "field": "text", "start": 11, "end": 11, "before": "", "after": "!"}
        >>> undone("a gopd film!", [first, second], "text").before
        'a good film'
    """
    text = replace_surrogates(after)  # the record cannot hold them either
    stages = _stages(edits, column)
    for stage in reversed(stages):
        found = _without(text, stage)
        if tokens and joiner and (found is None or not _leads(found, stage, text)):
            found = _tokens_without(text, stage)
        elif tokens and found is None:
            found = _without(text, [{**edit, "after": "".join(edit["after"].split())} for edit in stage])
        if found is None:
            return None
        text = found
    return Undone(text, steps_of(edits, column))


def steps_of(edits: Sequence[Mapping[str, Any]], column: str) -> list[list[tuple[int, int, str]]]:
    """The edits of one column, ``(start, end, new text)``, for each stage that changed it.

    Args:
        edits: The row's edits, as the column ``robust`` has them.
    """
    return [[(edit["start"], edit["end"], edit["after"]) for edit in stage] for stage in _stages(edits, column)]


def _stages(edits: Sequence[Mapping[str, Any]], column: str) -> list[list[Mapping[str, Any]]]:
    own = sorted((edit for edit in edits if edit["field"] == column), key=itemgetter("stage"))
    return [list(group) for _, group in groupby(own, key=itemgetter("stage"))]


def _without(text: str, edits: Sequence[Mapping[str, Any]]) -> str | None:
    """The text that one stage received; its offsets are those of that text."""
    parts, at, shift = [], 0, 0
    for edit in edits:
        first = edit["start"] + shift
        last = first + len(edit["after"])
        if first < at or text[first:last] != edit["after"]:
            return None
        parts += [text[at:first], edit["before"]]
        at, shift = last, shift + len(edit["after"]) - len(edit["before"])
    return "".join([*parts, text[at:]])


def _leads(before: str, edits: Sequence[Mapping[str, Any]], after: str) -> bool:
    """Whether the edits make these tokens of those."""
    asked = [Edit(edit["start"], edit["end"], edit["after"]) for edit in edits]
    try:
        return " ".join(project_tokens(before, token_bounds(before.split(" ")), asked).tokens) == after
    except NotApplicable:  # other tokens than those that were edited
        return False


class _State(NamedTuple):
    edit: int  # the next one
    at: int  # how far the text after is used up
    before: str  # what is known of the text before


def _tokens_without(text: str, edits: Sequence[Mapping[str, Any]]) -> str | None:
    """The tokens that one stage received: as many spaces between the edits as make the edits lead to the text."""
    waiting = [_State(0, 0, "")]
    for _ in range(_TRIES):
        if not waiting:
            return None
        state = waiting.pop()
        if state.edit < len(edits):
            waiting += _next_states(text, state, edits[state.edit])
            continue
        rest = text[state.at :].lstrip(" ")
        for before in dict.fromkeys((state.before + rest, f"{state.before} {rest}".rstrip(" "))):
            if _leads(before, edits, text):
                return before
    return None


def _next_states(text: str, state: _State, edit: Mapping[str, Any]) -> Iterator[_State]:
    """What may stand before an edit: a stretch of the text as it is, with or without a space on either side."""
    first = _after_spaces(text, state.at)
    length = edit["start"] - len(state.before)
    for lead, trail in ((0, 0), (0, 1), (1, 0), (1, 1)):
        size = length - lead - trail
        kept = text[first : first + max(size, 0)]
        if size < 0 or len(kept) < size or kept != kept.strip(" "):
            continue
        at = _after_letters(text, first + size if size else state.at, "".join(edit["after"].split()))
        if at is not None:
            yield _State(state.edit + 1, at, state.before + " " * lead + kept + " " * trail + edit["before"])


def _after_spaces(text: str, at: int) -> int:
    while at < len(text) and text[at] == " ":
        at += 1
    return at


def _after_letters(text: str, at: int, letters: str) -> int | None:
    """The place after these letters, whatever spaces stand between them; None where others stand there."""
    for letter in letters:
        at = _after_spaces(text, at)
        if text[at : at + 1] != letter:
            return None
        at += 1
    return at
