"""Numerals of a segmented text that become longer ones."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.closed_classes import CLOCK_UNITS, DATE_UNITS, NAMING_UNITS
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.numerals import DIGITS, plain_digits, read_number, written_number
from hf_robust.language.chinese.quantities import MEASURES, Quantity, find_quantities
from hf_robust.language.chinese.script import to_simplified
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.task_specific.gold_word_changes import GoldWordChange, word_beside
from hf_robust.transforms.chinese.words import written_as

# a longer number of these is no date, hour, grade or address
_ONLY_SHORT = (
    (NAMING_UNITS - {"分", "门", "倍"})
    | DATE_UNITS
    | CLOCK_UNITS
    | frozenset("代 届 季 世纪 周年 岁 千米 晚 大关".split())
)
_CLOCK = frozenset("年 分 秒".split())  # with the number in one word they tell a time
_LARGE = re.compile(r"[1-9１-９][0-9０-９]*(?:[.．][0-9０-９]+)?[万亿]")
_RANGES = frozenset("至 到 ～ ~ — － - 、 / 第".split())
_QUOTES = ("“", "‘", "《", "「", "『")  # what is quoted is a name: “一大一强”战略
# an exact number does not go with these: 约占, 突破
_ABOUT_BEFORE = re.compile("(?:大?约|将?近|接近|不足|不到|不下|至少|最多|最少|超|逾|突破|几乎).?|上|超出")
_ABOUT_FARTHER = re.compile("大概|大约|估计|至少|最多|不到")  # 大概 要 20 分钟
_ABOUT_BEHIND = re.compile("[多余来几](?!自)|左右|以上|以下|上下|开外|之多")
_ABOUT_BEHIND_UNIT = re.compile("[多余几]|左右|以上|以下|上下|开外|之多|大关")
_MOST_DIGITS = 4  # digits: a longer numeral is long already
_WHOLES, _SHARE = (10, 100, 1000), 12  # of so many some are told within so many characters: 十个人中有四个
_SCALES = ("万", "亿")
_CONVERTED = re.compile("[（(]约?合?[0-9０-９一二三四五六七八九十百千]")  # 100米（328英尺）
_RANKED = ("前", "后", "头")  # the first fifty
_LIST = 8  # characters before a number that may sum up a list: 优秀、称职三个等次
_ROUND = frozenset("百 千 一百 一千".split())  # 说 一千 道 一万
_MORE_DECIMALS = 3  # digits that make a decimal long
_LEAST_COUNT = 10  # what is counted below it may be known from the text, and gets tens only where nothing shows that
_MOST_TENS = 2  # a small number becomes at most twenty more
_LEAST_ABOUT = 100  # approximate numbers from here on stay round with another ten: 二百 多 -> 二百三十 多
_LONGEST_SPAN = 100  # years: a century and more is known from history
_WHOLE = 100  # percent
# a sentence with one of these relates numbers to each other or tells one by one what it counts
_RELATED = re.compile(
    "[0-9０-９二两三四五六七八九十百千万亿双俩几每各均]|一[个名位条件项次种年天人度]|分别|其中|之一|："
)
_ONE_BY_ONE = re.compile("第一|一是|其一|首先|一、|（一）|前者")  # in what follows, too
_OF_KNOWN_THINGS = frozenset("人 国 者 方 边 面 头 手 级 步 种 样 大 点 类 项 岸 地 省 市 组 部 双 代 对 端".split())


@register
@dataclass(frozen=True, kw_only=True)
class LongNumber(GoldWordChange):
    """Replace a number before a measure word with a longer numeral, still one word: 20/天 -> 二十七/天.

    The new number has the size of the old one. It is written in full in Chinese characters, and other digits replace
    its zeros: 20/个 -> 二十六/个, 2100/颗 -> 二千一百三十四/颗. Percentages, decimals and numbers with 万 or 亿 get
    more decimals: 25% -> 百分之二十五点四七一. Approximate numbers from a hundred on stay round: 200/多 -> 二百三十/多.
    Numbers from two to nine become numbers of two digits (六 -> 十六), but only where the sentence has no other number
    and what is counted is new to the reader. The number one does not change, because 一 often means *a*. Smaller
    approximate numbers (近二十所), dates, hours, ordinals, codes and ranges do not change. A repeated number becomes
    the same number everywhere.

    Source: TextFlint (Wang et al. 2021), section 3.2, "SwapNum" of Chinese word segmentation.

    Example:
        >>> import hf_robust as hr
        >>> doc = hr.task("word-segmentation").doc("words", "他 走 了 20 天 。")
        >>> LongNumber().preview(doc, seed=3)
        '他走了二十四天。'
    """

    name = "long-number"
    version = "zh.3"
    level = "word"
    linguistics = "morphology"
    seed_name = "SwapNum"
    choice = "numbers before a measure word"
    effects = preserves(SEGMENTATION)
    same_everywhere: ClassVar[bool] = True

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        found = [word for word in doc.free_words if _quantity(doc, *word) is not None]
        words = doc.words if doc.bounds is None else doc.bounds
        stays = {doc.text[slice(*word)] for word in set(words).difference(found)}  # also in 近 20 件
        return [word for word in found if doc.text[slice(*word)] not in stays]

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        found = _quantity(doc, start, end)
        if found is None:
            return None
        # a word may hold its unit, too
        new = _longer(found, _is_about(doc, start, end), rng)
        return Edit(start, end, written_as(new, doc.text) + doc.text[found.end : end])

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> "list[Edit]":  # type: ignore[override]
        made = (self.edit_at(doc, start, end, rng.fork(number) if number else rng) for number in range(8))
        return [edit for edit in made if edit is not None]


def _quantity(doc: Doc, start: int, end: int) -> Quantity | None:
    """The number that a gold word is, alone or with its unit, and that may be longer."""
    found = _counted(doc, start, end) or next((one for one in find_quantities(doc.text) if one.start == start), None)
    before, behind = word_beside(doc, start, end, -1), word_beside(doc, start, end)
    if found is None or before in _QUOTES or found.kind in ("year", "ordinal") or found.unit in _ONLY_SHORT:
        return None
    if behind in _ONLY_SHORT or word_beside(doc, start, end, 2) == "级":
        return None
    if _CONVERTED.match(doc.text, found.end + len(found.unit)) or before in ("（", "(", *_RANKED):
        return None
    if before in _RANGES or behind in _RANGES or word_beside(doc, start, end, 2) in _RANGES - {"、", "到"}:
        return None
    if found.end != end and (doc.text[found.end : end] != found.unit or found.unit in _CLOCK):
        return None
    return found if _may_be_longer(doc, found, end) else None


def _may_be_longer(doc: Doc, found: Quantity, end: int) -> bool:
    """Whether a number has a longer one of its size, and nothing in the text tells how large it is."""
    value = _value(found)
    if found.unit == "年" and (value >= _LONGEST_SPAN or _is_noun(doc, found, end)):
        return False
    if value in _WHOLES and "中有" in doc.text[end : end + _SHARE]:
        return False
    if _is_about(doc, found.start, end):
        return found.kind == "integer" and not _is_decimal(found) and _may_be_about(value)
    if found.kind == "percent":
        return not found.numeral and 0 < value < _WHOLE
    if not found.unit or (value <= 1 and not _is_decimal(found)):
        return False
    if _is_decimal(found):
        return not found.numeral and len(found.text.rstrip("万亿")) <= _MOST_DIGITS
    if value < _LEAST_COUNT:
        return _is_free_count(doc, found, end)
    if value >= 10**_MOST_DIGITS or found.text in _ROUND:
        return False
    return not found.numeral or "0" in str(value)


def _is_noun(doc: Doc, found: Quantity, end: int) -> bool:
    """Whether a span of years is part of a name or kind of thing: 三十 年 战争, 十 年 规划."""
    word = entry(word_beside(doc, found.start, end) if found.end != end else word_beside(doc, found.start, end, 2))
    return word is not None and word.tag.startswith(("n", "vn"))


def _value(found: Quantity) -> int:
    """The whole part of a number, without its 万 or 亿."""
    number = found.text.rstrip("万亿")
    return (read_number(number) or 0) if found.numeral else int(number.partition(".")[0].replace(",", ""))


def _is_decimal(found: Quantity) -> bool:
    """Whether a number may have decimals: it has some, or is one of ten thousands."""
    return "." in found.text or found.unit in _SCALES or found.text[-1:] in _SCALES


def _may_be_about(value: int) -> bool:
    """Whether an approximate number has another ten in the place of a zero: 200, 6300, without 250."""
    return _LEAST_ABOUT <= value < 10**_MOST_DIGITS and value % 100 == 0


def _is_about(doc: Doc, start: int, end: int) -> bool:
    """Whether a number is approximate or a limit: 近 二十 所, 三十 多 个, 1 倍 以上."""
    found = _ABOUT_BEFORE.fullmatch(word_beside(doc, start, end, -1))
    found = found or _ABOUT_FARTHER.match(word_beside(doc, start, end, -2))
    found = found or _ABOUT_BEHIND.match(word_beside(doc, start, end))
    return (found or _ABOUT_BEHIND_UNIT.match(word_beside(doc, start, end, 2))) is not None


def _is_free_count(doc: Doc, found: Quantity, end: int) -> bool:
    """Whether a number from two to nine counts things that the text neither names nor counts elsewhere."""
    text = to_simplified(doc.text)
    if found.unit in _OF_KNOWN_THINGS or found.text == "二":  # 二次创业 is the second one
        return False
    if found.text == "两" and found.unit not in MEASURES:  # often of what is known: 两个文明, 两位艺术家
        return False
    first = max(text.rfind(mark, 0, found.start) for mark in "。！？；") + 1
    last = min((place for mark in "。！？；" if (place := text.find(mark, end)) >= 0), default=len(text))
    others = text[first : found.start] + "|" + text[max(end, found.end + len(found.unit)) : last]
    if (
        "、" in text[max(first, found.start - _LIST) : found.start]
        or _RELATED.search(others)
        or _ONE_BY_ONE.search(text, end)
        or text[last - 1 : last] == "："
    ):
        return False
    before = entry(word_beside(doc, found.start, end, -1))  # after a noun they sum up what it names
    return before is not None and before.tag[0] in "vu" and before.text not in ("的", "是")


def _counted(doc: Doc, start: int, end: int) -> Quantity | None:
    """A gold word that is a number of ten thousands: 12亿."""
    word = to_simplified(doc.text[start:end])
    if _LARGE.fullmatch(word):
        return Quantity(start, end, word[-1], "integer", False, plain_digits(word[:-1]))
    return None


def _longer(found: Quantity, about: bool, rng: RowRandom) -> str:
    """A longer number in Chinese characters, not round, with the decimals of the old one and more of them."""
    number = found.text.rstrip("万亿")
    scale = found.unit if found.unit in _SCALES else found.text[len(number) :]
    decimals, value = number.partition(".")[2], _value(found)
    if found.kind == "percent":
        return f"百分之{written_number(value)}点{_spelled(decimals, rng)}{_drawn(_MORE_DECIMALS, rng)}"
    if decimals or scale:
        return f"{written_number(value)}点{_spelled(decimals, rng)}{_drawn(_MORE_DECIMALS, rng)}{scale}"
    if value < _LEAST_COUNT:
        return written_number(_LEAST_COUNT * rng.randint(1, _MOST_TENS) + value)
    signs = str(value)[:-1] if about else str(value)
    new = "".join(sign if sign != "0" else str(rng.randint(1, 9)) for sign in signs)
    return written_number(int(new + "0" if about else new))


def _spelled(digits: str, rng: RowRandom) -> str:
    """Digits one by one, with others in the place of zeros."""
    return "".join(_drawn(1, rng) if digit == "0" else DIGITS[int(digit)] for digit in digits)


def _drawn(size: int, rng: RowRandom) -> str:
    return "".join(DIGITS[rng.randint(1, 9)] for _ in range(size))
