"""A column of gold words: a list of words, or a text with spaces between them; read, edited, written back."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.quoted import quoted

_WORD = re.compile(r"\S+")


def read_words(value: Any) -> list[Any]:
    """The gold words of a row.

    Args:
        value: A list of words, a text with spaces between them, or None.

    Example:
        >>> read_words("他  来 了"), read_words(["他", "来"]), read_words(None)
        (['他', '来', '了'], ['他', '来'], [])
    """
    if isinstance(value, str):
        return _WORD.findall(value)
    return list(value if value is not None else ())


def fault_of_words(value: Any) -> str | None:
    """What is wrong with the gold words of a row; None when nothing is.

    Args:
        value: As it stands in the column.

    Example:
        >>> fault_of_words(["他", ""]), fault_of_words("他 来")
        ('word 2 is empty', None)
    """
    words = read_words(value)
    if not words:
        return "empty text"
    wrong = next((place for place, word in enumerate(words, start=1) if not word or not str(word).strip()), None)
    return None if wrong is None else f"word {wrong} is empty"


def words_after(bounds: Sequence[Offsets], text: str, edits: Sequence[Edit]) -> list[tuple[str, int | None]]:
    """The words after edits, each with the number of the old word that it is; None for a new one.

    Args:
        bounds: Offsets of the words in the text.
        text: The words joined by nothing.
        edits: Sorted edits, each of whole words or between two; ``tags["words"]`` lists the words that its text is
            made of, without it it is one.

    Raises:
        NotApplicable: When an edit lies across the edge of a word, or its words do not make its text.

    Example:
        >>> edit = Edit(0, 2, "清华大学", {"words": ["清华", "大学"]})
        >>> words_after([(0, 2), (2, 4)], "清华很大", [edit])
        [('清华', None), ('大学', None), ('很大', 1)]
    """
    starts = {start for start, _ in bounds} | {len(text)}
    words: list[tuple[str, int | None]] = []
    index = 0
    for edit in edits:
        if edit.start not in starts or edit.end not in starts:
            raise NotApplicable("an edit lies across the edge of a word")
        while index < len(bounds) and bounds[index][1] <= edit.start:
            words.append((text[slice(*bounds[index])], index))
            index += 1
        words += [(word, None) for word in new_words(edit)]
        while index < len(bounds) and bounds[index][1] <= edit.end:
            index += 1
    return words + [(text[slice(*bounds[rest])], rest) for rest in range(index, len(bounds))]


def new_words(edit: Edit) -> list[str]:
    """The words that an edit puts in: those of its ``tags``, else its text as one.

    Raises:
        NotApplicable: When they do not make its text.

    Example:
        >>> new_words(Edit(0, 2, "洗了个澡", {"words": ["洗", "了", "个", "澡"]})), new_words(Edit(0, 2, ""))
        (['洗', '了', '个', '澡'], [])
    """
    words = list((edit.tags or {}).get("words") or ([edit.text] if edit.text else ()))
    if "".join(words) != edit.text or not all(words):
        raise NotApplicable(f"the words {' / '.join(words)} do not make the new text {quoted(edit.text)}")
    return words


def written_words(value: Any, words: Sequence[tuple[str, int | None]]) -> Any:
    """Words in the shape of the column; in a text the spaces between words that stay together are kept.

    Args:
        value: The value before.
        words: From :func:`words_after`.

    Example:
        >>> written_words("他  来 了", [("他", 0), ("来", 1), ("过", None)]), written_words(["他"], [("她", None)])
        ('他  来  过', ['她'])
    """
    if not isinstance(value, str):
        return [word for word, _ in words]
    spans = [match.span() for match in _WORD.finditer(value)]
    usual = value[spans[0][1] : spans[1][0]] if len(spans) > 1 else " "
    return value[: spans[0][0]] + "".join(_pieces(value, spans, words, usual)) + value[spans[-1][1] :]


def _pieces(value: str, spans: Sequence[Offsets], words: Sequence[tuple[str, int | None]], usual: str) -> Iterator[str]:
    """Words and what stands between them."""
    before: int | None = None
    for position, (word, index) in enumerate(words):
        if position:
            together = before is not None and index == before + 1
            yield value[spans[before][1] : spans[index][0]] if together else usual  # type: ignore[index]
        yield word
        before = index
