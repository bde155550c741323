"""Numbers replaced by others of the same shape."""

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.text_columns import TextColumn, is_digit
from hf_robust.core.word_tables import WordTable
from hf_robust.language.english.articles import with_articles
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import ABSA, HATE_SPEECH, PARSING, POS, SENTIMENT, TEXT_CLASSIFICATION
from hf_robust.transforms.base import WordTransformation, match_case, preserves, register
from hf_robust.transforms.word_columns import edits_of_rows

# digits that stand alone: not in codes (MP3), dates (1996-12-06), times (10:30) or versions (1.2.3)
_DIGITS = re.compile(
    r"(?<![\w:/.,\-])(?:[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?)(?:st|nd|rd|th|ST|ND|RD|TH)?"
    r"(?![\w/]|[-.,:]\d)"
)
# "one", "first" and "second" are seldom counts ("no one", "at first", "a second")
_NOT_COUNTS = frozenset({"zero", "one", "zeroth", "first", "second"})
_RATING_AFTER = re.compile(r"\s+out\s+of\s|[\s-]+(?:stars?|thumbs?)\b", re.IGNORECASE)
# "1 hour" would need another noun; "100%" says "wholly"
_FIXED = re.compile(r"1[\s-]+(?!(?:a|p)\.?m\b)[^\W\d_]|1\s?%|100\s?(?:%|percent\b|per cent\b)", re.IGNORECASE)
_NO_TWO = re.compile(r"\bno\s+\Z", re.IGNORECASE)
_CENTURY = re.compile(r"[\s-]+centur", re.IGNORECASE)
YEARS = range(1900, 2030)
OLD_YEARS = range(1100, 1900)
LONG = 15  # a number with more digits is a code


@register
@dataclass(frozen=True, kw_only=True)
class Number(WordTransformation):
    """Numbers become others of the same shape: integers, decimals, years, ordinals, spelled-out ones.

    Days stay days (up to 31), years stay in the century's range, an integer keeps its number of digits.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapNum".

    Example:
        >>> Number().preview("We paid 1,250.50 for two nights in 1998.", seed=0)
        'We paid 8,138.38 for six nights in 1973.'
    """

    name = "number"
    version = "3"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapNum"
    choice = "numbers"
    effects = preserves(TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH, ABSA, POS, PARSING)
    default_rate: ClassVar[float] = 1.0

    def eligible(self, doc: Doc) -> list[Offsets]:
        text = doc.text
        found = [m.span() for m in _DIGITS.finditer(text)] if any(c.isdigit() for c in text) else []
        spelled = _spelled_forms()
        found += [word for word in doc.words if text[word[0] : word[1]].lower() in spelled]
        return sorted(s for s in found if doc.is_free(*s) and _solid(doc, s) and not _must_stay(text, *s))

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        old = doc.text[start:end]
        century = _CENTURY.match(doc.text, end) is not None
        for _ in range(20):
            new = _digits(old, rng, 20 if century else 31) if old[0].isdigit() else _spelled(old, rng)
            if new != old:
                return new
        return None

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        return with_articles(doc, super().edits(doc, rng))

    def edits_columns(self, column: TextColumn, draws: Draws) -> EditColumns | None:
        if self.choose != "random" or not column.plain:
            return None
        rows = np.full(column.size, self.count is not None)  # too few numbers are a reason
        digits = np.flatnonzero(is_digit(column.data))
        rows[np.searchsorted(column.offsets, digits, "right") - 1] = True
        rows[column.words.row[_spelled_words().holds(column, column.words)]] = True
        return edits_of_rows(lambda _, doc, rng: self.edits(doc, rng), column, draws, rows)


def _must_stay(text: str, start: int, end: int) -> bool:
    """ "9 out of 10" and "four stars" say how good something was; "no two" says nothing of two."""
    rating = _RATING_AFTER.match(text, end) or text[max(0, start - 8) : start].lower() == " out of "
    fixed = text[start] == "1" and _FIXED.match(text, start)
    return bool(rating or fixed or (end - start == 3 and _NO_TWO.search(text, max(0, start - 4), start)))


def _solid(doc: Doc, span: Offsets) -> bool:
    """In a token list a number must be a token of its own."""
    if doc.bounds is None:
        return True
    place = bisect_left(doc.bounds, span)
    return place < len(doc.bounds) and doc.bounds[place] == span


@cache
def _spelled_forms() -> frozenset[str]:
    """All that is read as a spelled-out number, compounds like ``twenty-one`` included."""
    table = lexicon("number_words")
    units = [*table["units"][1:10], *table["ordinal_units"][1:10]]
    single = {word for name in ("units", "tens", "ordinal_units", "ordinal_tens") for word in table[name]}
    return frozenset(single - _NOT_COUNTS | {f"{ten}-{unit}" for ten in table["tens"] for unit in units})


@cache
def _spelled_words() -> WordTable:
    return WordTable(_spelled_forms())


def _digits(old: str, rng: RowRandom, days: int) -> str:
    if old[-2:].isalpha():
        return _ordinal(old, rng, days)
    whole, point, decimals = old.partition(".")
    plain = whole.replace(",", "")
    if len(plain) == 4 and not point and "," not in whole and int(plain) in YEARS:
        return str(rng.randint(YEARS[0], max(int(plain), 2020)))
    if len(plain) == 4 and not point and "," not in whole and int(plain) in OLD_YEARS:
        return f"{plain[:2]}{rng.randrange(100):02}"
    new = plain if point and plain == "0" else _same_digits(plain, rng)
    if "," in whole:
        new = re.sub(r"(?<=\d)(?=(?:\d{3})+\Z)", ",", new)
    # 0.5 does not become 0.0, nor 2.50 a number without its last digit
    return new + point + "".join(str(rng.randint(1, 9) if old[-1] != "0" else rng.randrange(10)) for _ in decimals)


def _same_digits(plain: str, rng: RowRandom, days: int = 31) -> str:
    """A number with as many digits and leading zeros; small ones stay small enough to be a day."""
    zeros = len(plain) - len(plain.lstrip("0"))
    if zeros:  # "007", "0"
        kept = min(zeros, len(plain) - 1)
        return plain[:kept] + "".join(str(rng.randint(1, 9)) for _ in plain[kept:])
    if len(plain) > LONG:
        return "".join(str(rng.randint(1, 9)) for _ in plain)
    # not 1: the noun behind it is a plural
    low = 10 ** (len(plain) - 1) if len(plain) > 1 else 2
    return str(rng.randint(low, days if 10 <= int(plain) <= days else 10 ** len(plain) - 1))


def _ordinal(old: str, rng: RowRandom, days: int) -> str:
    number = int(_same_digits(old[:-2].replace(",", "").split(".")[0], rng, days))
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
