"""Numerals of a segmented text that become longer ones."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.closed_classes import CLOCK_UNITS, DATE_UNITS, SERIES_UNITS
from hf_robust.language.chinese.numerals import DIGITS, plain_digits, read_number, written_number
from hf_robust.language.chinese.quantities import Quantity, find_quantities
from hf_robust.language.chinese.script import to_simplified
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.task_specific.gold_word_changes import GoldWordChange, word_beside
from hf_robust.transforms.chinese.words import written_as

# a longer number of these is no date, hour, grade or address
_ONLY_SHORT = (
    SERIES_UNITS | DATE_UNITS | CLOCK_UNITS | frozenset("代 届 年级 季 刻钟 成 折 世纪 周年 星 岁 千米".split())
)
_CLOCK = frozenset("年 分 秒".split())  # with the number in one word they tell a time
_SCENES = frozenset("片 面 番 派 股 阵 身 道 带 幅".split())  # 一片 is all over, and no count
# before them 一 is part of what is said, and no count
_NOT_AFTER = frozenset(
    "的 了 新 人 这 那 每 某 哪 同 另 任何 该 上 下 前 后 头 又 再 统 第 另外 进 是 像 有如 犹如 为 成为 作为".split()
)
_LARGE = re.compile(r"[1-9１-９][0-9０-９]*(?:[.．][0-9０-９]+)?[万亿]")
_RANGES = frozenset("至 到 ～ ~ — － - 、 / 第".split())
_QUOTES = ("“", "‘", "《", "「", "『")  # what is quoted is a name: “一大一强”战略
_MOST_DIGITS = 4  # digits: a longer numeral is long already
_SCALES = ("万", "亿")
_MORE_DECIMALS = 3
_HUNDRED = 100  # digits from here on become tens of thousands with decimals
_LEAST_PLACES = 3
_SPANS_OF_TIME = frozenset("年 月 个月".split())  # thousands of them are no span of a life


@register
@dataclass(frozen=True, kw_only=True)
class LongNumber(GoldWordChange):
    """Replace a number before a measure word with a longer numeral, still one word: 六/天 -> 一百四十六/天.

    The new number is written in full in Chinese characters, has more places and is not round:
    20/个 -> 三百二十七/个, 2100/颗 -> 三十二点二一五七万/颗, 25% -> 百分之二十五点四七一. Years and months
    get decimals. Dates, hours, ordinals, codes and ranges do not change, because some standards split a range into
    three words.

    Source: TextFlint (Wang et al. 2021), section 3.2, "SwapNum" of Chinese word segmentation.

    Example:
        >>> import hf_robust as hr
        >>> doc = hr.task("word-segmentation").doc("words", "他 走 了 六 天 。")
        >>> LongNumber().preview(doc, seed=3)
        '他走了三百六十六天。'
    """

    name = "long-number"
    version = "zh.2"
    level = "word"
    linguistics = "morphology"
    seed_name = "SwapNum"
    choice = "numbers before a measure word"
    effects = preserves(SEGMENTATION)

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        return [word for word in doc.free_words if _quantity(doc, *word) is not None]

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        found = _quantity(doc, start, end)
        if found is None:
            return None
        unit = found.unit or word_beside(doc, start, end)
        # a word may hold its unit, too
        return Edit(start, end, written_as(_longer(found, unit, rng), doc.text) + doc.text[found.end : end])

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> "list[Edit]":  # type: ignore[override]
        made = (self.edit_at(doc, start, end, rng.fork(number) if number else rng) for number in range(8))
        return [edit for edit in made if edit is not None]


def _quantity(doc: Doc, start: int, end: int) -> Quantity | None:
    """The number that a gold word is, alone or with its unit, and that may be longer."""
    found = _counted(doc, start, end) or next((one for one in find_quantities(doc.text) if one.start == start), None)
    if word_beside(doc, start, end, -1) in _QUOTES:
        return None
    if found is None or found.kind in ("year", "ordinal") or found.unit in _ONLY_SHORT:
        return None
    if word_beside(doc, start, end) in _ONLY_SHORT or word_beside(doc, start, end, 2) == "级":
        return None
    if found.end != end and (doc.text[found.end : end] != found.unit or found.unit in _CLOCK):
        return None
    if not found.numeral:
        digits = sum(sign.isdigit() for sign in found.text)
        return found if digits <= _MOST_DIGITS and (found.unit or found.kind == "percent") else None
    value = read_number(found.text)
    if value is None or not 0 < value < 10**_MOST_DIGITS or found.kind == "percent":
        return None
    stays = value == 1 and (found.end != end or _is_article(doc, start, end))
    return None if stays else found


def _counted(doc: Doc, start: int, end: int) -> Quantity | None:
    """A gold word that is a number of ten thousands (12亿), or one before 多, 余 or 大 (三/大 战役)."""
    word = to_simplified(doc.text[start:end])
    before = word_beside(doc, start, end, -1)
    if _LARGE.fullmatch(word) and before not in _RANGES and word_beside(doc, start, end) not in _RANGES:
        return Quantity(start, end, word[-1], "integer", False, plain_digits(word[:-1]))
    if word_beside(doc, start, end) in ("多", "余", "大") and before not in _RANGES:
        if word.isdecimal() and word.isascii() and word[0] != "0":
            return Quantity(start, end, "多", "integer", False, word)
        if (read_number(word) or 0) > 1:
            return Quantity(start, end, "多", "integer", True, word)
    return None


def _is_article(doc: Doc, start: int, end: int) -> bool:
    """Whether 一 is no count: after 这 or 另, where it comes again (一步一步), before an adjective's measure."""
    if word_beside(doc, start, end) in _SCENES | _SPANS_OF_TIME | {"天"}:
        return True
    return word_beside(doc, start, end, -1) in _NOT_AFTER or word_beside(doc, start, end, 2) in ("一", "比", "地", "又")


def _longer(found: Quantity, unit: str, rng: RowRandom) -> str:
    """A longer number in Chinese characters, not round, with the decimals of the old one and more of them."""
    number = found.text.rstrip("万亿")
    scale = found.unit if found.unit in _SCALES else found.text[len(number) :]
    whole, _, decimals = plain_digits(number).partition(".")
    is_part = found.kind == "percent"
    value = (read_number(number) or 0) if found.numeral else int(whole.replace(",", ""))
    if is_part or decimals or scale or unit in _SPANS_OF_TIME:
        if is_part and value < 10:
            value += 10 * rng.randint(1, 8)
        new = f"{written_number(value)}点{_spelled(decimals, rng)}{_drawn(_MORE_DECIMALS, rng)}"
    elif not found.numeral and value >= _HUNDRED:
        new = f"{written_number(rng.randint(11, 99))}点{_spelled(str(value), rng)}万"
    else:
        new = written_number(_longer_value(value, rng))
    return ("百分之" if is_part else "") + new + scale


def _spelled(digits: str, rng: RowRandom) -> str:
    """Digits one by one, with others in the place of zeros."""
    return "".join(_drawn(1, rng) if digit == "0" else DIGITS[int(digit)] for digit in digits)


def _drawn(size: int, rng: RowRandom) -> str:
    return "".join(DIGITS[rng.randint(1, 9)] for _ in range(size))


def _longer_value(value: int, rng: RowRandom) -> int:
    """A number of more places, whose last one is not zero."""
    first, last = divmod(value, 10)
    signs = [*map(int, str(first) if first else ""), last]
    more = [rng.randint(1, 9) for _ in range(max(_LEAST_PLACES - len(signs), 1))]
    return int("".join(map(str, (*more, *(sign or rng.randint(1, 9) for sign in signs)))))
