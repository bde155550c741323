"""Numbers and dates that are wrong, and written as the right ones are."""

import re
from collections.abc import Sequence
from functools import cache

from hf_robust.core.randomness import RowRandom
from hf_robust.language.lexicons import lexicon

_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_RANGE = re.compile(r"([\d,.]+) (to|and|or) ([\d,.]+)")
_PERCENT = re.compile(r"\s?%|\s?per\s?cent", re.IGNORECASE)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_DAYS = 28  # a day that every month has
_WORDS = re.compile(r"[^\W\d_]+")


def other_numbers(text: str, named: bool, rng: RowRandom) -> str | None:
    """A text with other numbers, months and seasons, each of the same shape; None where it has none.

    Args:
        text: The right answer.
        named: Whether it is a name, whose words are no numbers ("Seven").
        rng: Draws.

    Example:
        >>> other_numbers("gift", False, RowRandom(b"a")) is None
        True
        >>> len(other_numbers("500,000", False, RowRandom(b"a")))
        7
    """
    months, seasons = lexicon("fake_answers")["sets"]["month"], lexicon("fake_answers")["sets"]["season"]
    spelled, words = spelled_values(), _WORDS.findall(text)
    has_digits = bool(_NUMBER.search(text))
    has_words = not named and any(word.lower() in spelled for word in words)
    if not has_digits and not has_words and not names_month(text):
        return None
    new = _RANGE.sub(_ascending, _renumbered(text, months, rng))
    if not has_digits:
        new = _WORDS.sub(lambda match: _respelled(match.group(), spelled, rng), new)
    return _WORDS.sub(lambda match: _exchanged(match.group(), (months, seasons), rng), new)


def names_month(text: str) -> bool:
    """Whether a month is named.

    Example:
        >>> names_month("12 May 1705"), names_month("1705")
        (True, False)
    """
    return not set(lexicon("fake_answers")["sets"]["month"]).isdisjoint(_WORDS.findall(text))


def _ascending(match: re.Match[str]) -> str:
    low, joint, high = match.groups()
    falls = float(low.replace(",", "") or 0) > float(high.replace(",", "") or 0)
    return f"{high} {joint} {low}" if falls else match.group()


def _renumbered(core: str, months: Sequence[str], rng: RowRandom) -> str:
    """All numbers of a text replaced by others of their shape."""
    has_month = any(month in core for month in months)

    def other(match: re.Match[str]) -> str:
        old, after, before = match.group(), core[match.end() :], core[: match.start()]
        value = float(old.replace(",", ""))
        if old.isdecimal() and len(old) == 4 and 1000 <= value < 2100:
            step = 10 * rng.randint(2, 6) if after.startswith("s") else rng.randint(7, 60)
            return str(int(value) - step)
        if old.isdecimal() and value <= 31 and has_month:
            return str((int(value) + rng.randint(3, 20)) % _DAYS + 1)
        if old.isdecimal() and _ORDINAL.match(after):
            new = max(2, int(value) - rng.randint(1, 4))
            return f"{new if new != value else new + 2}"
        if before.endswith(":") and old.isdecimal() and len(old) == 2:
            return f"{(int(value) + rng.randint(7, 50)) % 60:02d}"
        if _PERCENT.match(after):
            return _same_shape(old, rng, 99)
        return _same_shape(old, rng)

    text = _NUMBER.sub(other, core)
    return re.sub(r"\b(\d+)(?:st|nd|rd|th)\b", lambda m: m.group(1) + _ending(int(m.group(1))), text)


def _ending(value: int) -> str:
    return "th" if 10 <= value % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


def _same_shape(old: str, rng: RowRandom, most: int = 0) -> str:
    """Another number with as many digits, and as many zeros at its end."""
    digits = old.replace(",", "").replace(".", "")
    kept = digits.rstrip("0") or digits
    low = 10 ** (len(kept) - 1) if len(kept) > 1 else 2
    high = 10 ** len(kept) - 1
    for _ in range(8):
        new = rng.randint(low, high)
        near = len(kept) == 1 or 0.3 < new / max(1, int(kept)) < 3
        if str(new) != kept and near and new % 10:
            break
    else:
        new = int(kept) + 1
    text = iter(str(new) + digits[len(kept) :])
    made = "".join(next(text, "0") if char.isdecimal() else char for char in old)
    return str(most - rng.randint(1, 40)) if most and float(made.replace(",", "")) > most else made


@cache
def spelled_values() -> dict[str, int]:
    """Numbers from two to nineteen by their word.

    Example:
        >>> spelled_values()["seven"]
        7
    """
    return {word: value for value, word in enumerate(lexicon("number_words")["units"]) if value > 1}


def _respelled(word: str, values: dict[str, int], rng: RowRandom) -> str:
    if word.lower() not in values:
        return word
    return rng.choice([other for other, value in values.items() if other != word.lower() and 2 < value < 13])


def _exchanged(word: str, tables: Sequence[Sequence[str]], rng: RowRandom) -> str:
    for table in tables:
        if word in table:
            return rng.choice([other for other in table if other != word])
    return word
