"""Numbers in Chinese characters: written, read, and spelled digit by digit."""

import re
import unicodedata

DIGITS = "零一二三四五六七八九"
_UNITS = ("", "十", "百", "千")
_SECTIONS = ("", "万", "亿", "兆")
_VALUES = {**{sign: value for value, sign in enumerate(DIGITS)}, "〇": 0, "两": 2}
_STEPS = {"十": 10, "百": 100, "千": 1000}
_SCALES = {"万": 10**4, "亿": 10**8, "兆": 10**12}
NUMERALS = "".join((*_VALUES, *_STEPS, *_SCALES))
"""All characters of which numbers are written, as in a regular expression's class."""
_MOST = 10**16

__all__ = ["DIGITS", "NUMERALS", "plain_digits", "read_number", "spelled_digits", "written_number"]


def written_number(value: int) -> str:
    """A number in Chinese characters.

    Args:
        value: From 0 to 10^16 - 1.

    Raises:
        ValueError: Below or above that.

    Example:
        >>> [written_number(value) for value in (10, 205, 1003, 20050)]
        ['十', '二百零五', '一千零三', '二万零五十']
    """
    if not 0 <= value < _MOST:
        raise ValueError(f"expected a number from 0 to 10^16 - 1, found {value}")
    if value == 0:
        return DIGITS[0]
    signs = str(value)
    parts: list[str] = []
    gap = counted = False  # whether zeros stand before, and whether the section of four digits has any other
    for place, sign in zip(reversed(range(len(signs))), signs):
        if sign == "0":
            gap = True
        else:
            parts += [DIGITS[0]] if gap else []
            parts += [DIGITS[int(sign)], _UNITS[place % 4]]
            gap, counted = False, True
        if place % 4 == 0:
            parts += [_SECTIONS[place // 4]] if counted else []
            gap, counted = gap and not counted, False
    written = "".join(parts)
    return written[1:] if written.startswith("一十") else written


def read_number(text: str) -> int | None:
    """The value of a number in Chinese characters; None where they are not written as a number is.

    Args:
        text: Simplified characters; 两 counts as two, a string of digits (一九九八) is read as one number.

    Example:
        >>> [read_number(text) for text in ("两百", "十六", "二〇〇八", "一千零三", "三四", "十百")]
        [200, 16, 2008, 1003, None, None]
    """
    if all(sign in _VALUES for sign in text):
        # 三四 is "three or four"; of three digits and more it is a year or a code
        return int("".join(str(_VALUES[sign]) for sign in text)) if len(text) == 1 or len(text) > 2 else None
    value = _added(text)
    if value is None or value >= _MOST:
        return None
    usual = text.replace("两", "二").replace("〇", "零")
    return value if usual in (written_number(value), "一" + written_number(value)) else None


def _added(text: str) -> int | None:
    total = section = digit = 0
    for sign in text:
        if sign in _VALUES:
            digit = _VALUES[sign]
        elif sign in _STEPS:
            section += (digit or 1) * _STEPS[sign]
            digit = 0
        elif sign in _SCALES:
            scale = _SCALES[sign]
            total += (section + digit) * scale if section + digit else total * (scale - 1)
            section = digit = 0
        else:
            return None
    return total + section + digit


def spelled_digits(digits: str) -> str:
    """Digits one by one, as years are read.

    Args:
        digits: ASCII digits.

    Example:
        >>> spelled_digits("1998"), spelled_digits("2008")
        ('一九九八', '二〇〇八')
    """
    return "".join("〇" if sign == "0" else DIGITS[int(sign)] for sign in digits)


_DIGIT = re.compile(r"\d")


def plain_digits(text: str) -> str:
    """A text with its digits as those of ASCII, whatever their width.

    Example:
        >>> plain_digits("１２．5％")
        '12.5%'
    """
    return unicodedata.normalize("NFKC", text) if _DIGIT.search(text) else text
