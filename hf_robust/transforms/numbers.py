"""Numbers become others of the same shape."""

import re
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from hf_robust.doc import Doc
from hf_robust.edits import Edit, Offsets
from hf_robust.lexicons import lexicon
from hf_robust.randomness import RowRandom
from hf_robust.tasks import ABSA, HATE_SPEECH, PARSING, POS, SENTIMENT, TEXT_CLASSIFICATION
from hf_robust.transforms import register
from hf_robust.transforms.articles import with_articles
from hf_robust.transforms.base import WordTransformation, match_case, preserves

# digits that stand alone: not in codes (MP3), dates (1996-12-06), times (10:30) or versions (1.2.3)
_DIGITS = re.compile(
    r"(?<![\w:/.,\-])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:st|nd|rd|th|ST|ND|RD|TH)?(?![\w:/]|[-.,]\d)"
)
# "one", "first" and "second" are seldom counts ("no one", "at first", "a second")
_NOT_COUNTS = frozenset({"zero", "one", "zeroth", "first", "second"})
_RATING_AFTER = re.compile(r"\s+out\s+of\s|[\s-]+stars?\b", re.IGNORECASE)
YEARS = range(1900, 2030)


@register
@dataclass(frozen=True, kw_only=True)
class Number(WordTransformation):
    """Numbers become others of the same shape: integers, decimals, years, ordinals, spelled-out ones.

    Days stay days (up to 31), years stay in the century's range, an integer keeps its number of digits.

    Args:
        rate: Share of the numbers (all unless ``count`` is given).
        count: Exact number of numbers.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapNum".

    Example:
        >>> Number().preview("We paid 1,250.50 for two nights in 1998.", seed=1)
        'We paid 9,671.04 for six nights in 1938.'
    """

    name = "number"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapNum"
    effects = preserves(TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH, ABSA, POS, PARSING)
    default_rate: ClassVar[float] = 1.0

    def eligible(self, doc: Doc) -> list[Offsets]:
        text = doc.text
        found = [m.span() for m in _DIGITS.finditer(text)] if any(c.isdigit() for c in text) else []
        found += [m.span() for m in _spelled_pattern().finditer(text) if m.group().lower() not in _NOT_COUNTS]
        return sorted(s for s in found if doc.is_free(*s) and _solid(doc, s) and not _is_rating(text, *s))

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        old = doc.text[start:end]
        for _ in range(20):
            new = _digits(old, rng) if old[0].isdigit() else _spelled(old, rng)
            if new != old:
                return new
        return None

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        return with_articles(doc, super().edits(doc, rng))


def _is_rating(text: str, start: int, end: int) -> bool:
    """"9 out of 10" and "four stars" say how good something was."""
    return bool(_RATING_AFTER.match(text, end)) or text[max(0, start - 8) : start].lower() == " out of "


def _solid(doc: Doc, span: Offsets) -> bool:
    """In a token list a number must be a token of its own."""
    return doc.bounds is None or span in doc.bounds


@cache
def _spelled_pattern() -> re.Pattern[str]:
    words = [word for name in ("units", "tens", "ordinal_units", "ordinal_tens") for word in lexicon("number_words")[name]]
    forms = "|".join(sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![\w'’-])(?:{forms})(?:-(?:{forms}))?(?![\w'’-])", re.IGNORECASE)


def _digits(old: str, rng: RowRandom) -> str:
    if old[-2:].isalpha():
        return _ordinal(old, rng)
    whole, point, decimals = old.partition(".")
    plain = whole.replace(",", "")
    if len(plain) == 4 and not point and "," not in whole and int(plain) in YEARS:
        return str(rng.randint(YEARS[0], max(int(plain), 2020)))
    new = _same_digits(plain, rng)
    if "," in whole:
        new = f"{int(new):,}"
    return new + point + "".join(str(rng.randrange(10)) for _ in decimals)


def _same_digits(plain: str, rng: RowRandom) -> str:
    """A number with as many digits; small ones stay small enough to be a day."""
    if plain[0] == "0":
        return "".join(str(rng.randrange(10)) for _ in plain) if len(plain) > 1 else str(rng.randint(1, 9))
    low = 10 ** (len(plain) - 1)
    return str(rng.randint(low, 31 if 10 <= int(plain) <= 31 else 10 * low - 1))


def _ordinal(old: str, rng: RowRandom) -> str:
    number = int(_same_digits(old[:-2].replace(",", "").split(".")[0], rng))
    tail = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{tail.upper() if old[-2:].isupper() else tail}"


def _spelled(old: str, rng: RowRandom) -> str:
    table = lexicon("number_words")
    first, hyphen, last = old.lower().partition("-")
    ends = last or first
    ordinal = ends in table["ordinal_units"] or ends in table["ordinal_tens"]
    if hyphen:
        units = table["ordinal_units" if ordinal else "units"][1:10]
        new = f"{rng.choice(table['tens'])}-{rng.choice(units)}"
    elif ends in table["tens"] or ends in table["ordinal_tens"]:
        new = rng.choice(table["ordinal_tens" if ordinal else "tens"])
    else:
        small = table["ordinal_units" if ordinal else "units"]
        new = rng.choice(small[3:] if ordinal else small[2:13])
    return match_case(old, new)
