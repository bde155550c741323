"""Whether a number is in a title in quotation marks, or in somebody's speech."""

_QUOTES = (("“", "”"), ("``", "''"))
_SHORT, _SMALL = 5, 1.5  # words of a title; speech has two words of three in small letters


def is_in_title(text: str, start: int) -> bool:
    """Whether a place is inside a title in quotation marks; speech is longer, and in small letters.

    Example:
        >>> is_in_title('They sang "Two Hearts" there.', 11)
        True
    """
    if text.count('"', 0, start) % 2:
        return not _is_speech(text[text.rfind('"', 0, start) + 1 :].partition('"')[0])
    for opens, ends in _QUOTES:
        if opens in text and (begin := text.rfind(opens, 0, start)) > text.rfind(ends, 0, start):
            return not _is_speech(text[begin + len(opens) :].partition(ends)[0])
    return False


def _is_speech(quoted: str) -> bool:
    words = quoted.split()
    return len(words) > _SHORT and _SMALL * sum(word[0].islower() for word in words) > len(words)
