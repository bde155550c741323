"""Long texts in windows that an encoder can read whole."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase


def text_windows(text: str, tokenizer: "PreTrainedTokenizerBase", limit: int) -> list[tuple[str, int]]:
    """A text in parts, each with its number of word pieces.

    Windows end between words where they can, so that each has the pieces that it has in the whole text.

    Args:
        tokenizer: A fast tokenizer, which knows the characters of each piece.
        limit: The most pieces of a window, without special tokens; at least 1.

    Example:
        >>> from hf_robust.language.models import SentenceEncoder
        >>> tokenizer = SentenceEncoder("embedded")._parts()[1]
        >>> text_windows("a dull film, a fine film", tokenizer, 4)
        [('a dull film, ', 4), ('a fine film', 3)]
    """
    if len(text) <= limit:  # a piece has a character at least
        return [(text, len(text))]
    found = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True, truncation=False, verbose=False)
    spans = found["offset_mapping"]
    if len(spans) <= limit:
        return [(text, len(spans))]
    windows = []
    first = start = 0
    while first < len(spans):
        last = _end(text, spans, first, first + limit)
        stop = spans[last][0] if last < len(spans) else len(text)
        windows.append((text[start:stop], last - first))
        first, start = last, stop
    return windows


def _end(text: str, spans: list[tuple[int, int]], first: int, last: int) -> int:
    """The first piece behind a window: one that a space precedes, in the second half of the window, if there is one."""
    if last >= len(spans):
        return len(spans)
    middle = (first + last) // 2
    for place in range(last, middle, -1):
        start = spans[place][0]
        if start > spans[place - 1][0] and (text[start - 1].isspace() or text[start].isspace()):
            return place
    # pieces of one character stay together
    return next((place for place in range(last, middle, -1) if spans[place][0] >= spans[place - 1][1]), last)
