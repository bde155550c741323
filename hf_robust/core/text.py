"""Texts that others cannot take as they are: surrogates, and cells that a spreadsheet would run."""

import re
import unicodedata

HAN = "〇々\u2e80-\u2fdf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Ranges of Chinese characters, for a class in a regular expression."""
# halves of a character, which Python can hold and UTF-8, Arrow and tokenizers cannot
_SURROGATE = re.compile("[\ud800-\udfff]")
_BREAKS = frozenset("\u2028\u2029")
_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")


def replace_surrogates(text: str) -> str:
    """The text with U+FFFD in the place of each surrogate; its length and all offsets stay as they are.

    Example:
        >>> replace_surrogates("a" + chr(0xD800) + "b") == "a" + chr(0xFFFD) + "b"
        True
    """
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def one_line(text: str) -> str:
    """The text in one line that a terminal shows as it stands: control and format characters are written as escapes.

    They would color, move or hide what is printed; bidirectional controls would turn it round.

    Example:
        >>> print(one_line("red \\x1b[31m" + chr(0x202E) + " end\\n"))
        red \\x1b[31m\\u202e end\\n
    """
    if text.isprintable():
        return text
    return "".join(
        character if unicodedata.category(character)[0] not in "C" and character not in _BREAKS else _escaped(character)
        for character in text
    )


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def join_surrogates(text: str) -> str:
    """The text with each pair of surrogates joined to the character they are halves of, and U+FFFD for lone ones.

    Example:
        >>> join_surrogates("a" + chr(0xD83D) + chr(0xDE00) + chr(0xD800)) == "a" + chr(0x1F600) + chr(0xFFFD)
        True
    """
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def as_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula: an apostrophe goes before what could begin one.

    Source: OWASP, CSV Injection.

    Example:
        >>> as_cell("=1+1"), as_cell("A film"), as_cell("'-1 star")
        ("'=1+1", 'A film', "''-1 star")
    """
    return f"'{text}" if _FORMULA.match(text) else text


def from_cell(cell: str) -> str:
    """The text that :func:`as_cell` was given.

    Example:
        >>> from_cell(as_cell("=1+1")), from_cell("'quoted'")
        ('=1+1', "'quoted'")
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
