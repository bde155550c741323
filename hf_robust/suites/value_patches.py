"""New values of columns, said without a text of the source: what of the old value stays, and where texts stand.

A patch is what JSON can hold. A number or a label is written as it is; ``{"same": true}`` is the old value;
``{"text": [column, start, end]}`` stands in the row's new texts; ``{"map": {key: patch}}`` is a mapping, and
``{"list": [...]}`` a list, in which ``{"kept": [start, end]}`` are items of the old one.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from hf_robust.core.doc import flat_tokens, plain_text
from hf_robust.core.errors import UsageError
from hf_robust.core.languages import Language

_SAME = {"same": True}
_MOST_TAKEN, _MOST_REPEATS = 10_000, 100  # characters, and times the length of the texts, that patches of a row take


class HoldsText(Exception):
    """A new value holds a text that neither is a label nor stands in the row's new texts."""


class Texts:
    """The new texts of a row.

    Args:
        values: Value of each text column.
    """

    def __init__(self, values: Mapping[str, Any], language: Language):
        self.texts = {column: plain_text(value, language) for column, value in values.items()}
        self._left = max(_MOST_TAKEN, _MOST_REPEATS * sum(map(len, self.texts.values())))

    def span_of(self, part: str) -> list[Any] | None:
        """Where a text stands: column, start and end; None where it does not."""
        for column, text in self.texts.items():
            start = text.find(part) if part else -1
            if start >= 0:
                return [column, start, start + len(part)]
        return None

    def at(self, column: str, start: int, end: int) -> str:
        """The text at a place.

        Raises:
            UsageError: When there is none, or patches take far more text than the row has.
        """
        if column not in self.texts or not 0 <= start < end <= len(self.texts[column]):
            raise UsageError(f"there is no text at {start}:{end} of {str(column)[:60]!r}")
        self._left -= end - start
        if self._left < 0:
            raise UsageError(f"the new labels hold the texts of the row more than {_MOST_REPEATS} times")
        return self.texts[column][start:end]


def patch_of(new: Any, old: Any, texts: Texts, may_stand: Callable[[str], bool]) -> Any:
    """What makes a new value of an old one.

    Args:
        new: The new value.
        texts: The row's new texts.
        may_stand: Whether a string is a label, which may be written as it is.

    Raises:
        HoldsText: When a text would have to be written.

    Example:
        >>> from hf_robust.core.languages import SPACED
        >>> patch_of(["O", "B", "O"], ["O", "O"], Texts({}, SPACED), lambda text: True)
        {'list': [{'kept': [0, 1]}, 'B', {'kept': [1, 2]}]}
    """
    if _equal(new, old):
        return dict(_SAME)
    if isinstance(new, str):
        if may_stand(new):
            return new
        place = texts.span_of(new)
        if place is None:
            raise HoldsText("a new value holds a text")
        return {"text": place}
    if isinstance(new, Mapping):
        was = old if isinstance(old, Mapping) else {}
        return {"map": {key: patch_of(value, was.get(key), texts, may_stand) for key, value in new.items()}}
    if isinstance(new, (list, tuple)):
        return {"list": _list_patch(new, old if isinstance(old, (list, tuple)) else [], texts, may_stand)}
    if new is None or isinstance(new, (bool, int, float)):
        return new
    raise HoldsText(f"a new value is of type {type(new).__name__}")


def _equal(new: Any, old: Any) -> bool:
    return type(new) is type(old) and new == old


def _list_patch(new: Sequence[Any], old: Sequence[Any], texts: Texts, may_stand: Callable[[str], bool]) -> list[Any]:
    """The items that are kept, and between them the new ones; a nested one against the old one in its place."""
    patches: list[Any] = []
    for kind, first, last, start, end in _matched(new, old):
        if kind == "equal":
            patches.append({"kept": [first, last]})
            continue
        for place in range(start, end):
            at = first + place - start
            nested = at < last and isinstance(new[place], (Mapping, list, tuple))
            patch = patch_of(new[place], old[at] if nested else None, texts, may_stand)
            patches.append({"at": [at, patch]} if nested else patch)
    return patches


def _matched(new: Sequence[Any], old: Sequence[Any]) -> Sequence[tuple[str, int, int, int, int]]:
    was, now = ([json.dumps(item, sort_keys=True, default=repr) for item in items] for items in (old, new))
    return SequenceMatcher(None, was, now, autojunk=False).get_opcodes()


def patched(patch: Any, old: Any, texts: Texts) -> Any:
    """The new value.

    Args:
        patch: What :func:`patch_of` made.
        old: The old value.
        texts: The row's new texts.

    Raises:
        UsageError: When the patch does not fit.

    Example:
        >>> from hf_robust.core.languages import SPACED
        >>> patched({"list": [{"kept": [0, 1]}, "B", {"kept": [1, 2]}]}, ["O", "O"], Texts({}, SPACED))
        ['O', 'B', 'O']
    """
    try:
        return _patched(patch, old, texts)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise UsageError(f"the new labels do not fit the row: {str(error)[:200]}") from error


def _patched(patch: Any, old: Any, texts: Texts) -> Any:
    if not isinstance(patch, Mapping):
        return patch
    ((kind, given),) = patch.items()
    if kind == "same":
        return old
    if kind == "text":
        return texts.at(*given)
    if kind == "map":
        was = old if isinstance(old, Mapping) else {}
        return {key: _patched(part, was.get(key), texts) for key, part in given.items()}
    if kind != "list":
        raise UsageError(f"unknown change {str(kind)[:60]!r}")
    return _patched_list(given, old, texts)


def _patched_list(parts: Sequence[Any], old: Any, texts: Texts) -> list[Any]:
    """A list, which takes items of the old one in their order and each at most once."""
    made: list[Any] = []
    at, size = 0, len(old) if isinstance(old, (list, tuple)) else 0
    for part in parts:
        if isinstance(part, Mapping) and ("kept" in part or "at" in part):
            start, end = part["kept"] if "kept" in part else (part["at"][0], part["at"][0] + 1)
            if not at <= start <= end <= size:
                raise UsageError(f"items {start} to {end} of a list of {size} are absent, or taken twice")
            at = end
            made += old[start:end] if "kept" in part else [_patched(part["at"][1], old[start], texts)]
        else:
            made.append(_patched(part, None, texts))
    return made


def cut_of(value: Any, text: str) -> Any:
    """How a text falls into the tokens of a value, as lengths: of tokens, of sentences of tokens, of words in a text.

    Args:
        value: A text, tokens, or sentences of tokens.
        text: The text; it may differ from the value in white space.

    Returns:
        None when the value holds another text.

    Example:
        >>> cut_of([["He", "ran"], ["Oslo"]], "He ran Oslo"), cut_of("他  来", "他来"), cut_of(["no"], "yes")
        ([[2, 3], [4]], {'words': [1, 1], 'spaces': ['', '  ', '']}, None)
    """
    pieces = value.split() if isinstance(value, str) else flat_tokens(value)
    if not all(isinstance(piece, str) for piece in pieces):
        return None
    if isinstance(value, str):
        cut: Any = {"words": [len(piece) for piece in pieces], "spaces": _spaces(value, pieces)}
    else:
        cut = [len(part) if isinstance(part, str) else [len(token) for token in part] for part in value]
    return cut if cut_up(text, cut) == value else None


def _spaces(value: str, pieces: Sequence[str]) -> list[str]:
    spaces, at = [], 0
    for piece in pieces:
        start = value.index(piece, at)
        spaces.append(value[at:start])
        at = start + len(piece)
    return [*spaces, value[at:]]


def cut_up(text: str, cut: Any) -> Any:
    """A text cut into tokens.

    Args:
        cut: From :func:`cut_of`.

    Returns:
        None when the text is too short or too long.

    Example:
        >>> cut_up("He ran Oslo", [[2, 3], [4]])
        [['He', 'ran'], ['Oslo']]
    """
    at = 0

    def take(length: int) -> str:
        nonlocal at
        if length < 0:
            raise UsageError(f"a token cannot have {length} characters")
        while text[at : at + 1].isspace():
            at += 1
        at += length
        return text[at - length : at]

    if isinstance(cut, Mapping):
        words = [take(length) for length in cut["words"]]
        parts = [part for pair in zip(cut["spaces"], words) for part in pair]
        value: Any = "".join([*parts, cut["spaces"][-1]])
    else:
        value = [take(part) if isinstance(part, int) else [take(length) for length in part] for part in cut]
    return value if at <= len(text) and not text[at:].strip() else None
