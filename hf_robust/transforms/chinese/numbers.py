"""Numbers in Chinese texts: replaced by others of the same shape, or written in the other way."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.closed_classes import DATE_UNITS, NAMING_UNITS, SERIES_UNITS
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.numerals import plain_digits, read_number, spelled_digits, written_number
from hf_robust.language.chinese.quantities import MEASURES, Quantity, find_quantities
from hf_robust.language.chinese.script import HAN, to_simplified
from hf_robust.tasks import HATE_SPEECH, POS, SENTIMENT
from hf_robust.transforms.base import LABELED_TEXTS, WordTransformation, preserves, register
from hf_robust.transforms.chinese.words import CHINESE_TASKS, whole_tokens, written_as

_LIMITS = {
    "月": (1, 12),
    "日": (1, 28),
    "点": (1, 23),
    "时": (1, 23),
    "个月": (1, 11),
    "小时": (1, 23),
    "个小时": (1, 23),
}
_SHARES = (0.6, 0.7, 0.8, 0.9, 1.1, 1.2, 1.3, 1.5, 1.7)  # of the old number: another one of the same order
_LATE_DAY = re.compile("月(?:29|30|31|二十九|三十一?)[日号]")  # not every month has it
_YEARS = range(1, 13)
_SOLD_WITH = ("邮", "换", "退", "装")  # 199包邮 counts no packets
_POINTS_BACK = tuple("前这后过近")  # 前两天 is "the other day"
_TWO = SERIES_UNITS | DATE_UNITS | frozenset("章 回 等 季 季度 两".split())  # with these 2 is 二, not 两
_CURRENCY_SIGNS = tuple("￥¥$＄€£")
_NAMES = tuple(
    "7天酒店 7天连锁 七天酒店 1号店 一号店 三只松鼠 六个核桃 七匹狼 五月天 三人行 三国 五条人 八喜 两面针 三星 三九 "
    "四季酒店 百草味 千与千寻 万家 一加 十月围城 五菱 五粮液 七喜 八达通 九牧 九阳 十三香 三全 两会 两学一做".split()
)
_AFTER_FIGURE = tuple(
    "的了多余来到至比和与或以左上下是算就也还都才不吧呢啊吗呀有买卖块元拿入包"
)  # behind a plain figure
_LETTER = re.compile(f"[{HAN}]")
_MOST = 10**8  # 一亿: from here on numbers are written in other units
_WIDE = str.maketrans("0123456789.%", "０１２３４５６７８９．％")
_WORD_BEFORE = 4  # characters
_REACH = 50  # characters before a number that are read
_TITLE_MARK = re.compile("[《》]")


@dataclass(frozen=True, kw_only=True)
class _Quantities(WordTransformation):
    """Base of those that change numbers."""

    languages = ("zh",)
    choice = "numbers"
    default_rate: ClassVar[float] = 1.0

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        return list(_forms_in(self, doc))

    def _fits(self, doc: Doc, found: Quantity) -> bool:
        if not doc.is_free(*found.span) or not whole_tokens(doc, *found.span):
            return False
        return not _inside_word(doc, found) and not _names_something(_numbers_of(doc.text), found)

    def forms_of(self, numbers: "_Numbers", found: Quantity) -> Sequence[str]:
        """All that a number may become."""
        raise AssertionError("every subclass has its own")

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        return rng.choice(self._forms_at(doc, start, end))

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        return (Edit(start, end, form) for form in self._forms_at(doc, start, end))

    def _forms_at(self, doc: Doc, start: int, end: int) -> list[str]:
        wide = _WIDE if plain_digits(doc.text[start:end]) != doc.text[start:end] else {}
        return [written_as(form.translate(wide), doc.text) for form in _forms_in(self, doc)[start, end]]


@lru_cache(maxsize=1)
def _forms_in(transformation: _Quantities, doc: Doc) -> Mapping[Offsets, Sequence[str]]:
    """What each number of a text may become; those that stay are not there."""
    numbers = _numbers_of(doc.text)
    fitting = (found for found in numbers.found if transformation._fits(doc, found))
    return {found.span: forms for found in fitting if (forms := transformation.forms_of(numbers, found))}


class _Numbers:
    """All numbers of a text, indexed once, so that each is compared with the others in constant time.

    Attributes:
        text: The text in simplified characters.
        found: The numbers in order.
    """

    def __init__(self, text: str):
        self.text = to_simplified(text)
        self.found = find_quantities(text)
        self._written = Counter(one.text for one in self.found)
        self._values: dict[str, list[float]] = {}
        for one in self.found:
            self._values.setdefault(one.unit, []).append(_value(one))
        for values in self._values.values():
            values.sort()
        self._months = [match.start() for match in re.finditer("月", self.text)]
        self._marks = [(match.start(), match[0] == "《") for match in _TITLE_MARK.finditer(self.text)]

    @property
    def has_digits(self) -> bool:
        """Whether a number is written in digits."""
        return any(not one.numeral for one in self.found)

    def is_repeated(self, found: Quantity) -> bool:
        """Whether the same number is written again in the text."""
        return self._written[found.text] > 1

    def nearest(self, found: Quantity) -> tuple[float | None, float | None]:
        """The closest smaller and the closest larger value with the same unit."""
        values, value = self._values[found.unit], _value(found)
        below, above = bisect_left(values, value), bisect_right(values, value)
        return values[below - 1] if below else None, values[above] if above < len(values) else None

    def has_late_day(self, found: Quantity) -> bool:
        """Whether the next month after a number has a day that not every month has."""
        after = bisect_left(self._months, found.end)
        return after < len(self._months) and _LATE_DAY.match(self.text, self._months[after]) is not None

    def in_title(self, found: Quantity) -> bool:
        """Whether the last title mark before a number opens a title."""
        before = bisect_left(self._marks, (found.start, False))
        return before > 0 and self._marks[before - 1][1]


@lru_cache(maxsize=1)
def _numbers_of(text: str) -> _Numbers:
    return _Numbers(text)


def _names_something(numbers: _Numbers, found: Quantity) -> bool:
    """Whether a number stands in a title or a name, or before what it does not count: 233乐园."""
    text = numbers.text
    if numbers.in_title(found) or any(
        text.startswith(name, max(0, found.start - name.index(found.text))) for name in _NAMES if found.text in name
    ):
        return True
    counts = found.unit or found.kind in ("percent", "ordinal") or found.numeral
    return not counts and _LETTER.match(text, found.end) is not None and not text.startswith(_AFTER_FIGURE, found.end)


def _inside_word(doc: Doc, found: Quantity) -> bool:
    """Whether the number is part of a word that holds more than it and its unit."""
    more = doc.text[found.end : found.end + 1] in tuple("多余來来 ")
    first, last = found.start - (found.kind == "ordinal"), found.end + more + len(found.unit)
    words = doc.words
    place = bisect_right(words, found.start, key=itemgetter(1))  # the first word that ends behind the number's start
    while place < len(words) and words[place][0] < found.end:
        if words[place][0] < first or words[place][1] > last:
            return True
        place += 1
    return False


_VAGUE = frozenset("句 个 下 口 步 眼 手 声".split())  # 说两句, 走两步


@register
@dataclass(frozen=True, kw_only=True)
class Number(_Quantities):
    """Replace numbers with numbers of similar value and the same format (integer, percent, year, ordinal, numeral).

    Only numbers that count or measure something change. Ratings, discounts, codes, names, ranges, repeated numbers, 一
    and 第一 do not change. A number keeps its number of digits. If two numbers have the same unit, the greater one
    stays the greater one.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "CnSwapNum".

    Example:
        >>> Number().preview("等了三个小时，花了25.5元。", seed=0)
        '等了六个小时，花了30.6元。'
    """

    name = "number"
    version = "zh.1"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "CnSwapNum"
    effects = preserves(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH, POS)

    def forms_of(self, numbers: _Numbers, found: Quantity) -> Sequence[str]:
        if not _may_vary(numbers, found) or numbers.is_repeated(found):
            return ()
        exact = len(found.text.partition(".")[2]) if not found.numeral else 0
        value = round(_value(found) * 10**exact)
        low, high = _bounds(found, *numbers.nearest(found))
        if found.kind == "year":
            return [_year_like(found, year) for less in _YEARS if low < (year := value - less)]
        near = (new for new in _near(value) if low < new / 10**exact < high)
        return [_number_like(found, new, exact) for new in near]


def _may_vary(numbers: _Numbers, found: Quantity) -> bool:
    text = numbers.text
    after = text[found.end : found.end + 3]
    if found.kind == "percent":
        return "点" not in found.text
    if not found.unit and found.kind != "ordinal":
        return False
    if (
        found.unit in NAMING_UNITS
        or (found.kind == "ordinal" and found.unit == "天")
        or (found.unit in ("年", "月") and numbers.has_late_day(found))
        or after.startswith(("颗星", "分之"))
        or after[1:2] in _SOLD_WITH
    ):
        return False
    if found.unit in ("天", "年") and text[found.start - 1 : found.start] in _POINTS_BACK and found.start:
        return False
    return _value(found) > 1 or (found.kind != "ordinal" and not found.numeral)


def _value(found: Quantity) -> float:
    if found.numeral:
        return read_number(found.text.partition("点")[0]) or 0
    return float(found.text.replace(",", ""))


def _bounds(found: Quantity, smaller: float | None, larger: float | None) -> tuple[float, float]:
    """Between what the new value must lie: within the limits of its unit, and on its side of the others."""
    value = _value(found)
    low, high = _LIMITS.get(found.unit, (0, float("inf")))
    low, high = (1, 99) if found.kind == "percent" else (low, high)
    if not low <= value <= high:
        return 0, 0
    least = low - 0.5 if smaller is None else max(low - 0.5, (smaller + value) / 2)
    most = high + 0.5 if larger is None else min(high + 0.5, (larger + value) / 2)
    return least, most


def _near(value: int) -> list[int]:
    """Values of as many digits near one, with as many zeros at the end."""
    zeros = len(str(value)) - len(str(value).rstrip("0")) if value else 0
    lead = value // 10**zeros
    least = 10 ** (len(str(lead)) - 1)
    if lead < 10:
        found = [lead + step for step in (-2, -1, 1, 2, 3) if lead + step > (zeros == 0)]
    else:
        found = [round(lead * share) for share in _SHARES]
    kept = (new for new in found if least <= new < 10 * least and new % 10 and new != lead)
    return [new * 10**zeros for new in dict.fromkeys(kept)]


def _year_like(found: Quantity, year: int) -> str:
    return spelled_digits(str(year)) if found.numeral else str(year)


def _number_like(found: Quantity, value: int, exact: int) -> str:
    if not found.numeral:
        new = f"{value / 10**exact:,.{exact}f}" if "," in found.text else f"{value / 10**exact:.{exact}f}"
        return new + "%" * (found.kind == "percent")
    new = "两" if value == 2 and "二" not in found.text and found.kind == "integer" else written_number(value)
    return "百分之" + new if found.kind == "percent" else new


@register
@dataclass(frozen=True, kw_only=True)
class NumberForm(_Quantities):
    """Write numbers in digits as Chinese numerals, or Chinese numerals as digits.

    Years are written digit by digit, 2 before a measure word becomes 两, and 15% becomes 百分之十五. Codes (a leading
    zero, or five or more digits without a unit), model numbers (小米6), ranges, and dates and times with separators do
    not change.

    Args:
        mode: ``to-character``, ``to-digit``, or ``any``: to characters in a text with numbers in digits, to digits in
            another text, where 一, and 两 before 句, 个 and the like stay.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "CnDigit2Char".

    Example:
        >>> NumberForm().preview("1998年2个人花了308元，便宜15%")
        '一九九八年两个人花了三百零八元，便宜百分之十五'
        >>> NumberForm().preview("两张票，三万块")
        '2张票，3万块'
    """

    mode: str = "any"

    name = "number-form"
    version = "zh.2"
    level = "word"
    linguistics = "morphology"
    seed_name = "CnDigit2Char"
    effects = preserves(*CHINESE_TASKS)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_choice("mode", ("any", "to-character", "to-digit"))

    def forms_of(self, numbers: _Numbers, found: Quantity) -> Sequence[str]:
        to_digit = not numbers.has_digits if self.mode == "any" else self.mode == "to-digit"
        if found.numeral != to_digit or (self.mode == "any" and _is_idiomatic(found)):
            return ()
        new = _in_digits(found) if found.numeral else _in_characters(found, numbers.text)
        return (new,) if new else ()


def _is_idiomatic(found: Quantity) -> bool:
    """Whether a numeral may mean no exact number: 一天 is any day, 说两句 a few words."""
    return found.numeral and (found.text == "一" or (found.text == "两" and found.unit in _VAGUE))


def _in_characters(found: Quantity, text: str) -> str | None:
    before = text[max(0, found.start - _REACH) : found.start]
    if before.endswith(_CURRENCY_SIGNS) or (
        not found.unit and found.kind == "integer" and _after_noun(before.rstrip())
    ):
        return None
    whole, _, part = found.text.replace(",", "").partition(".")
    if found.kind == "year":
        return spelled_digits(whole)
    if int(whole) >= _MOST:
        return None
    counts_two = whole == "2" and not part and found.kind == "integer" and found.unit not in {"", *_TWO}
    new = "两" if counts_two else written_number(int(whole))
    new += f"点{spelled_digits(part).replace('〇', '零')}" if part else ""
    return f"百分之{new}" if found.kind == "percent" else new


def _after_noun(before: str) -> bool:
    """Whether a noun stands before a number without a unit, as in names of models."""
    sizes = range(min(_WORD_BEFORE, len(before)), 0, -1)
    word = next((word for size in sizes if (word := entry(before[-size:])) is not None), None)
    return word is not None and (word.tag.startswith("n") or word.text == "米")


def _in_digits(found: Quantity) -> str | None:
    if found.text == "一" and found.unit not in MEASURES and (found.kind != "ordinal" or not found.unit):
        return None
    if found.kind == "percent":
        whole, _, part = found.text.partition("点")
        value, decimals = read_number(whole), "".join(str(read_number(sign)) for sign in part)
        return f"{value}.{decimals}%" if part else f"{value}%"
    value = read_number(found.text)
    if value is None or value >= 10 * _MOST:
        return None
    for scale, sign in ((_MOST, "亿"), (10**4, "万")):
        if value >= scale and value % scale == 0:
            return f"{value // scale}{sign}"
    return str(value) if value < _MOST else None
