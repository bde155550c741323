"""Surrogates in texts: halves of a character, which Python can hold and UTF-8, Arrow and tokenizers cannot."""

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def replace_surrogates(text: str) -> str:
    """The text with U+FFFD in the place of each surrogate; its length and all offsets stay as they are.

    Example:
        >>> replace_surrogates("a" + chr(0xD800) + "b") == "a" + chr(0xFFFD) + "b"
        True
    """
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def join_surrogates(text: str) -> str:
    """The text with each pair of surrogates joined to the character they are halves of, and U+FFFD for lone ones.

    Example:
        >>> join_surrogates("a" + chr(0xD83D) + chr(0xDE00) + chr(0xD800)) == "a" + chr(0x1F600) + chr(0xFFFD)
        True
    """
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
